// Removes what nobody reads: stores to scratch and shared buffers, locals, and blocks that are
// empty then. A scratch buffer that is not touched any more gets no memory. Atomic operations whose
// old value nobody reads become statements, which are cheaper.
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
    uint8_t *buffer;        ///< by buffer: somebody reads it, or the host does
    uint32_t *first, *next; ///< by local: its assignments, as a list of nodes; 0: none
    VYI_VEC(uint32_t) work; ///< live locals whose values were not looked at
    uint32_t removed;
    bool memory; ///< running out of it
};

static bool is_assignment(const struct vyi_node *n)
{
    return n->op == VYI_OP_DEFINE || n->op == VYI_OP_SET || n->op == VYI_OP_SET_ARRAY;
}

/// Whether an access to a buffer changes it and has no other effect.
static bool only_writes(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op == VYI_OP_EVAL)
        n = vyi_at(p, n->kid[0]);
    if (n->op == VYI_OP_STORE)
        return true;
    return (n->op == VYI_OP_ATOMIC_STORE || n->op == VYI_OP_ATOMIC_RMW ||
            n->op == VYI_OP_ATOMIC_CAS) &&
           (n->aux & 0xff) == VYI_ORDER_RELAXED;
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
    for (uint32_t i = vyi_accesses(s->p, n, at); i-- > 0;)
        if (at[i].how & VYI_READS && n->op != VYI_OP_STORE)
            s->buffer[at[i].buffer] = 1;
        else if (n->op == VYI_OP_ASYNC_COPY)
            s->buffer[at[i].buffer] = 1; // it ends with a `wait`, which stays
}

static void use(struct sweep *s, vyi_ref root)
{
    struct vyi_visit v;
    for (vyi_ref r = vyi_visit_begin(&v, s->p, root); r.i; r = vyi_visit_next(&v))
        use_node(s, vyi_at(s->p, r));
}

/// The values of an access that only writes are used where its buffer is read, or where they have
/// effects of their own.
static void use_operands(struct sweep *s, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(s->p, r);
    const vyi_ref *kids;
    if (n->op == VYI_OP_EVAL)
        n = vyi_at(s->p, n->kid[0]);
    uint32_t count = vyi_kids(s->p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        use(s, kids[i]);
}

static bool pure_operands(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    if (n->op == VYI_OP_EVAL)
        n = vyi_at(p, n->kid[0]);
    uint32_t count = vyi_kids(p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (!vyi_opt_pure(p, kids[i]))
            return false;
    return true;
}

static uint32_t buffer_of(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    return n->op == VYI_OP_EVAL ? vyi_at(p, n->kid[0])->x : n->x;
}

/// What a statement itself uses whatever becomes of the others; its blocks are visited for
/// themselves.
static void begin_statement(struct sweep *s, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(s->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(s->p, n, &kids);
    if (is_assignment(n)) {
        s->next[r.i] = s->first[n->x];
        s->first[n->x] = r.i;
        for (uint32_t i = 0; i < count; i++)
            if (!vyi_opt_pure(s->p, kids[i])) {
                use(s, kids[i]);
                if (n->op != VYI_OP_DEFINE) // it stays, and so does the definition
                    use_local(s, n->x);
            }
        return;
    }
    if (only_writes(s->p, r)) {
        if (!pure_operands(s->p, r))
            use_operands(s, r);
        return;
    }
    if (n->op == VYI_OP_ASYNC_COPY)
        use_node(s, n);
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && vyi_op_info(vyi_at(s->p, kids[i])->op)->kind != VYI_KIND_STMT)
            use(s, kids[i]);
}

/// Stores to buffers that turned out to be read use their operands; so do values of live locals.
static void spread(struct sweep *s)
{
    struct vyi_visit v;
    uint8_t *done = vyi_calloc(s->p->context, (size_t)s->p->buffers.count + 1, 1);
    s->memory |= !done;
    for (bool more = true; more && !s->memory;) {
        more = false;
        while (s->work.count && !s->memory) {
            uint32_t local = s->work.at[--s->work.count];
            for (uint32_t i = s->first[local]; i; i = s->next[i])
                use(s, (vyi_ref){i});
        }
        for (uint32_t i = 0; i < s->p->buffers.count; i++)
            if (s->buffer[i] && !done[i])
                done[i] = 2, more = true;
        if (!more)
            break;
        for (vyi_ref r = vyi_visit_begin_stmts(&v, s->p, s->p->body); r.i; r = vyi_visit_next(&v))
            if (only_writes(s->p, r) && done[buffer_of(s->p, r)] == 2)
                use_operands(s, r);
        for (uint32_t i = 0; i < s->p->buffers.count; i++)
            done[i] = done[i] ? 1 : 0;
    }
    vyi_free(s->p->context, done, done ? (size_t)s->p->buffers.count + 1 : 0);
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
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    switch (n->op) {
    case VYI_OP_ARRAY: return !s->local[n->x];
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_SET_ARRAY:
        for (uint32_t i = 0; i < count; i++)
            if (!vyi_opt_pure(p, kids[i]))
                return false;
        return !s->local[n->x];
    case VYI_OP_IF: return is_empty(p, kids[1]) && is_empty(p, kids[2]) && vyi_opt_pure(p, kids[0]);
    case VYI_OP_EACH: // ends whatever its bounds are
        for (uint32_t i = 0; i + 1 < count; i++)
            if (!vyi_opt_pure(p, kids[i]))
                return false;
        return is_empty(p, kids[count - 1]);
    default: return only_writes(p, r) && !s->buffer[buffer_of(p, r)] && pure_operands(p, r);
    }
}

/// `let old = atomic_add(…)` that nobody reads.
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
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, vyi_at(p, r), &kids);
        for (uint32_t k = 0; k < count; k++)
            if (kids[k].i && vyi_at(p, kids[k])->op == VYI_OP_SEQ)
                clean(s, kids[k], depth + 1);
        if (is_dead(s, r)) {
            vyi_opt_remove(p, seq, i);
            s->removed++;
        } else if (drop_name(s, r)) {
            s->removed++;
        }
    }
}

/// A scratch buffer that no statement touches needs no memory.
static void find_idle(struct sweep *s)
{
    vy_program *p = s->p;
    struct vyi_visit v;
    struct vyi_access at[2];
    memset(s->buffer, 0, p->buffers.count);
    for (vyi_ref r = vyi_visit_begin(&v, p, p->body); r.i; r = vyi_visit_next(&v))
        for (uint32_t i = vyi_accesses(p, vyi_at(p, r), at); i-- > 0;)
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
    struct vyi_visit v;
    uint32_t before = s->removed;
    memset(s->local, 0, p->locals.count);
    memset(s->first, 0, p->locals.count * sizeof *s->first);
    memset(s->next, 0, p->nodes.count * sizeof *s->next);
    s->work.count = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        s->buffer[i] = (b->role != VY_ROLE_SCRATCH && b->role != VY_ROLE_SHARED) || b->live;
    }
    for (vyi_ref r = vyi_visit_begin_stmts(&v, p, p->body); r.i; r = vyi_visit_next(&v))
        begin_statement(s, r);
    spread(s);
    if (!s->memory)
        clean(s, p->body, 0);
    return s->removed - before;
}

vy_status vyi_opt_dead(vy_program *p, uint32_t *changes)
{
    vy_context *c = p->context;
    struct sweep s = {.p = p};
    size_t locals = (size_t)p->locals.count + 1, buffers = (size_t)p->buffers.count + 1;
    size_t nodes = p->nodes.count; // nothing is added
    s.local = vyi_calloc(c, locals, 1);
    s.buffer = vyi_calloc(c, buffers, 1);
    s.first = vyi_calloc(c, locals, sizeof *s.first);
    s.next = vyi_calloc(c, nodes, sizeof *s.next);
    s.memory = !s.local || !s.buffer || !s.first || !s.next;
    for (uint32_t round = 0; round < 2 && !s.memory && sweep_once(&s); round++)
        ; // a branch that is empty now had a condition that read something
    if (!s.memory)
        find_idle(&s);
    vyi_free(c, s.local, s.local ? locals : 0);
    vyi_free(c, s.buffer, s.buffer ? buffers : 0);
    vyi_free(c, s.first, s.first ? locals * sizeof *s.first : 0);
    vyi_free(c, s.next, s.next ? nodes * sizeof *s.next : 0);
    vyi_vec_free(c, &s.work);
    *changes = s.removed;
    return s.memory ? VY_ERROR_MEMORY : VY_OK;
}
