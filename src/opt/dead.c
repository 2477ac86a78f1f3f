// Removes what is never read: stores to scratch and shared buffers, locals, and blocks that are
// empty then. A scratch buffer that is not touched any more gets no memory. Atomic operations whose
// old value is never read become statements, which are cheaper.
//
// Buffers and locals are found live from the statements that others see the effect of, backwards to
// the values that these are made of. The naive version counts uses: `n = n + 1` uses n, and keeps
// itself. What synchronises or orders memory is never removed, whatever its value is used for: a
// collective is a barrier too, and a store with release publishes other stores.
#include "opt/opt.h"

enum { MOST_DEPTH = 500 };

struct sweep {
    vy_program *p;
    uint8_t *local;         ///< by local: live
    uint8_t *buffer;        ///< by buffer: read by a statement or by the host
    uint32_t *first, *next; ///< by local: its assignments, as a list of nodes; 0: none
    uint8_t *used;          ///< by statement that only writes: its operands are in use
    VYI_VEC(uint32_t) work; ///< live locals whose values were not looked at
    uint32_t removed;
    bool memory; ///< running out of it
};

/// The access of a statement that changes a buffer and has no other effect; NULL: it is another
/// one.
static const struct vyi_node *only_writes(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op == VYI_OP_EVAL)
        n = vyi_at(p, n->kid[0]);
    const bool atomic =
        n->op == VYI_OP_ATOMIC_STORE || n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS;
    const bool relaxed = (n->aux & 0xff) == VYI_ORDER_RELAXED;
    return n->op == VYI_OP_STORE || (atomic && relaxed) ? n : NULL;
}

/// Whether leaving an expression out changes nothing else: it writes no memory and neither
/// synchronises nor orders anything.
static bool is_pure(const vy_program *p, vyi_ref r)
{
    struct vyi_access at[2];
    for (VYI_VISIT(v, p, r)) {
        if (vyi_op_info(v->n->op)->flags & VYI_FLAG_COLLECTIVE || v->n->op == VYI_OP_CLOCK)
            return false;
        for (uint32_t i = vyi_accesses(p, v->n, at); i-- > 0;)
            if (at[i].how & VYI_WRITES || at[i].order != VYI_ORDER_RELAXED)
                return false;
    }
    return true;
}

/// Whether leaving out the values of a node, but for its blocks, changes nothing else.
static bool pure_values(const vy_program *p, const struct vyi_node *n)
{
    for (VYI_KIDS(kid, p, n))
        if (kid->i && vyi_at(p, *kid)->op != VYI_OP_SEQ && !is_pure(p, *kid))
            return false;
    return true;
}

// ---- what is live ----
static void use_local(struct sweep *s, uint32_t local)
{
    if (s->local[local])
        return;
    s->local[local] = 1;
    s->memory |= !vyi_vec_push(s->p->context, &s->work, local);
}

/// A node whose value or effect counts.
static void use_node(struct sweep *s, const struct vyi_node *n)
{
    struct vyi_access at[2];
    if (n->op == VYI_OP_LOCAL || n->op == VYI_OP_LOAD_ARRAY)
        use_local(s, n->x);
    for (uint32_t i = vyi_accesses(s->p, n, at); i-- > 0;) // a copy ends with a `wait`, which stays
        if ((at[i].how & VYI_READS && n->op != VYI_OP_STORE) || n->op == VYI_OP_ASYNC_COPY)
            s->buffer[at[i].buffer] = 1;
}

/// The values of a node, but for its blocks, which are visited for themselves.
static void use_values(struct sweep *s, const struct vyi_node *n)
{
    for (VYI_KIDS(kid, s->p, n))
        if (kid->i && vyi_op_info(vyi_at(s->p, *kid)->op)->kind != VYI_KIND_STMT)
            for (VYI_VISIT(v, s->p, *kid))
                use_node(s, v->n);
}

/// What a statement itself uses whatever becomes of the others.
static void begin_statement(struct sweep *s, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(s->p, r), *write = only_writes(s->p, r);
    if (n->op == VYI_OP_DEFINE || n->op == VYI_OP_SET || n->op == VYI_OP_SET_ARRAY) {
        s->next[r.i] = s->first[n->x];
        s->first[n->x] = r.i;
        if (!pure_values(s->p, n)) {
            use_values(s, n);
            if (n->op != VYI_OP_DEFINE) // it stays, and so does the definition
                use_local(s, n->x);
        }
    } else if (!write) {
        use_node(s, n);
        use_values(s, n);
    } else if (!pure_values(s->p, write)) {
        use_values(s, write);
    }
}

/// Stores to buffers that turned out to be read use their operands; so do values of live locals.
static void spread(struct sweep *s)
{
    for (bool more = true; more && !s->memory;) {
        while (s->work.count && !s->memory) {
            uint32_t local = s->work.at[--s->work.count];
            for (uint32_t i = s->first[local]; i; i = s->next[i])
                use_values(s, vyi_at(s->p, (vyi_ref){i}));
        }
        more = false;
        for (VYI_VISIT_STMTS(v, s->p, s->p->body)) {
            const struct vyi_node *write = only_writes(s->p, v->ref);
            if (!write || s->used[v->ref.i] || !s->buffer[write->x])
                continue;
            s->used[v->ref.i] = more = true;
            use_values(s, write);
        }
    }
}

// ---- removing the rest ----
static bool is_empty(const vy_program *p, vyi_ref seq)
{
    return !seq.i || !vyi_at(p, seq)->x;
}

static bool is_dead(const struct sweep *s, vyi_ref r)
{
    const vy_program *p = s->p;
    const struct vyi_node *n = vyi_at(p, r);
    const struct vyi_node *write = only_writes(p, r);
    switch (n->op) {
    case VYI_OP_ARRAY:
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_SET_ARRAY: return !s->local[n->x] && pure_values(p, n);
    case VYI_OP_IF: return is_empty(p, n->kid[1]) && is_empty(p, n->kid[2]) && pure_values(p, n);
    case VYI_OP_EACH: // ends whatever its bounds are
        return is_empty(p, p->extra.at[n->list + n->n - 1]) && pure_values(p, n);
    default: return write && !s->buffer[write->x] && pure_values(p, write);
    }
}

/// `let old = atomic_add(…)` that is never read.
static bool drop_name(struct sweep *s, vyi_ref r)
{
    struct vyi_node *n = vyi_at(s->p, r);
    uint8_t op = n->op == VYI_OP_DEFINE ? vyi_at(s->p, n->kid[0])->op : 0;
    if ((op != VYI_OP_ATOMIC_RMW && op != VYI_OP_ATOMIC_CAS) || s->local[n->x] ||
        s->first[n->x] != r.i || s->next[r.i])
        return false;
    n->op = VYI_OP_EVAL;
    n->type = 0;
    n->x = 0;
    return true;
}

static void clean(struct sweep *s, vyi_ref seq, uint32_t depth)
{
    if (depth == MOST_DEPTH)
        return; // of a long chain of else-ifs
    vy_program *p = s->p;
    for (uint32_t i = vyi_at(p, seq)->x; i-- > 0;) {
        vyi_ref r = p->extra.at[vyi_at(p, seq)->list + i];
        for (VYI_KIDS(kid, p, vyi_at(p, r)))
            if (kid->i && vyi_at(p, *kid)->op == VYI_OP_SEQ)
                clean(s, *kid, depth + 1);
        const bool dead = is_dead(s, r);
        if (dead)
            vyi_opt_remove(p, seq, i);
        s->removed += dead || drop_name(s, r);
    }
}

/// A scratch buffer that no statement touches needs no memory.
static void find_idle(struct sweep *s)
{
    vy_program *p = s->p;
    struct vyi_access at[2];
    memset(s->buffer, 0, p->buffers.count);
    for (VYI_VISIT(v, p, p->body))
        for (uint32_t i = vyi_accesses(p, v->n, at); i-- > 0;)
            s->buffer[at[i].buffer] = 1;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        struct vyi_buffer *b = &p->buffers.at[i];
        bool idle = b->role == VY_ROLE_SCRATCH && !b->live && !s->buffer[i];
        s->removed += idle && !b->idle;
        b->idle = idle;
    }
}

static uint32_t sweep_once(struct sweep *s)
{
    vy_program *p = s->p;
    uint32_t before = s->removed;
    memset(s->local, 0, p->locals.count);
    memset(s->first, 0, p->locals.count * sizeof *s->first);
    memset(s->next, 0, p->nodes.count * sizeof *s->next);
    memset(s->used, 0, p->nodes.count);
    s->work.count = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        s->buffer[i] = (b->role != VY_ROLE_SCRATCH && b->role != VY_ROLE_SHARED) || b->live;
    }
    for (VYI_VISIT_STMTS(v, p, p->body))
        begin_statement(s, v->ref);
    spread(s);
    if (!s->memory)
        clean(s, p->body, 0);
    return s->removed - before;
}

vy_status vyi_opt_dead(vy_program *p, uint32_t *changes)
{
    vy_context *c = p->context;
    struct sweep s = {.p = p};
    struct vyi_arena arena = {0};
    const size_t locals = (size_t)p->locals.count + 1, nodes = p->nodes.count; // none is added
    s.local = vyi_arena_alloc(c, &arena, locals);
    s.buffer = vyi_arena_alloc(c, &arena, (size_t)p->buffers.count + 1);
    s.first = vyi_arena_alloc(c, &arena, locals * sizeof *s.first);
    s.next = vyi_arena_alloc(c, &arena, nodes * sizeof *s.next);
    s.used = vyi_arena_alloc(c, &arena, nodes);
    s.memory = !s.local || !s.buffer || !s.first || !s.next || !s.used;
    for (uint32_t round = 0; round < 2 && !s.memory && sweep_once(&s); round++)
        ; // a branch that is empty now had a condition that read something
    if (!s.memory)
        find_idle(&s);
    vyi_arena_free(c, &arena);
    vyi_vec_free(c, &s.work);
    *changes = s.removed;
    return s.memory ? VY_ERROR_MEMORY : VY_OK;
}
