// See append.h.
//
// What is asked for is computed again when it is stored. The naive version does that with any
// program, and breaks one whose stores change what a later pass reads: so what is computed twice
// reads only memory that nothing writes, and what is stored is not read here at all.
#include "gen/llvm/append.h"
#include "facts/effects.h"
#include "facts/overwrite.h"

enum { MOST_VISITED = 64 };

bool vyi_gen_is_steady(const struct gen *m, const vyi_ref *kids, uint32_t count)
{
    uint32_t budget = MOST_VISITED, i = 0;
    while (i < count && vyi_is_regular(m->p, m->facts.lets, kids[i], &budget, NULL))
        i++;
    return i == count;
}

/// Whether an expression has the same value whenever it is computed in a launch, for one index.
static bool is_repeatable(const vy_program *p, vyi_ref root)
{
    struct vyi_access a[2];
    for (VYI_VISIT(v, p, root)) {
        const struct vyi_op_info *info = vyi_op_info(v->n->op);
        if (info->flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE) || v->n->op == VYI_OP_CLOCK ||
            v->n->op == VYI_OP_LOAD_ARRAY || v->n->op == VYI_OP_SCOPE_LOAD)
            return false;
        if (v->n->op == VYI_OP_LOCAL && !vyi_local_fixed(p, v->n->x))
            return false;
        if (vyi_accesses(p, v->n, a) && !vyi_constant_buffer(p, a[0].buffer))
            return false;
    }
    return true;
}

static bool is_repeatable_let(const vy_program *p, const struct vyi_node *n)
{
    return n->op == VYI_OP_DEFINE && p->locals.at[n->x].kind == VYI_LOCAL_LET &&
           is_repeatable(p, n->kid[0]);
}

static bool is_plain_store(const vy_program *p, const struct vyi_node *n)
{
    return n->op == VYI_OP_STORE && !n->aux2 && !p->buffers.at[n->x].atomic &&
           p->buffers.at[n->x].role != VY_ROLE_SHARED;
}

/// Statements behind the append: lets, plain stores and branches.
static bool only_stores(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    if (!r.i)
        return true;
    uint32_t count = vyi_kids(p, n, &kids);
    switch (n->op) {
    case VYI_OP_DEFINE: return is_repeatable_let(p, n);
    case VYI_OP_STORE:
        for (uint32_t i = 0; i < count; i++)
            if (!is_repeatable(p, kids[i]))
                return false;
        return is_plain_store(p, n);
    case VYI_OP_IF:
        return is_repeatable(p, n->kid[0]) && only_stores(p, n->kid[1]) &&
               only_stores(p, n->kid[2]);
    case VYI_OP_SEQ:
        for (uint32_t i = 0; i < count; i++)
            if (!only_stores(p, kids[i]))
                return false;
        return true;
    default: return false;
    }
}

/// The add of a let or of a store that is nothing else but one; NULL: it is something else.
static const struct vyi_node *add_of(const vy_program *p, const struct vyi_node *n)
{
    const struct vyi_node *add = NULL;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    bool let = n->op == VYI_OP_DEFINE && p->locals.at[n->x].kind == VYI_LOCAL_LET;
    if (!let && !is_plain_store(p, n))
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct vyi_node *kid = vyi_at(p, kids[i]);
        bool adds = kid->op == VYI_OP_ATOMIC_RMW && (let || i + 1 < count);
        if (!adds && !is_repeatable(p, kids[i]))
            return NULL;
        if (adds && add)
            return NULL;
        add = adds ? kid : add;
    }
    return add;
}

/// An add of a steady amount to a place that is the same for all, and needs no check.
static bool is_append(const struct gen *m, const struct vyi_node *add)
{
    const vy_program *p = m->p;
    const vyi_ref *kids;
    if (!add || p->buffers.at[add->x].role == VY_ROLE_SHARED || add->aux & 3 ||
        (add->aux2 != VYI_RMW_ADD && add->aux2 != VYI_RMW_SUB))
        return false;
    uint32_t rank = vyi_kids(p, add, &kids) - 1;
    for (uint32_t i = 0; i < rank; i++) {
        const struct vyi_bound *b = vyi_bound_of(&m->facts.bounds, kids[i]);
        if (!b || !b->proof || b->lanes_only)
            return false;
    }
    return vyi_gen_is_steady(m, kids, rank + 1);
}

bool vyi_gen_find_append(const struct gen *m, vyi_ref body, struct append *a)
{
    const vy_program *p = m->p;
    if (m->flow->slice || !m->request->level || p->separate_atomics || p->service ||
        !vyi_gen_worth_copying(m, body))
        return false;
    for (; a->levels < MOST_LEVELS; body = vyi_at(p, body)->kid[1]) {
        const struct vyi_node *seq = vyi_at(p, body);
        struct level *l = &a->level[a->levels++];
        if (seq->op != VYI_OP_SEQ)
            return false;
        const vyi_ref *list = p->extra.at + seq->list;
        l->seq = body;
        while (l->lets < seq->x && is_repeatable_let(p, vyi_at(p, list[l->lets])))
            l->lets++;
        if (l->lets == seq->x)
            return false;
        const struct vyi_node *n = vyi_at(p, list[l->lets]);
        if (is_append(m, add_of(p, n))) {
            a->statement = n;
            a->add = add_of(p, n);
            a->rank = vyi_kids(p, a->add, &a->kids) - 1;
            for (uint32_t i = l->lets + 1; i < seq->x; i++)
                if (!only_stores(p, list[i]))
                    return false;
            return true;
        }
        if (n->op != VYI_OP_IF || n->kid[2].i || l->lets + 1 != seq->x ||
            !is_repeatable(p, n->kid[0]))
            return false;
        l->condition = n->kid[0];
        body = list[l->lets];
    }
    return false;
}

// ---- emission ----
void vyi_gen_append_lets(struct gen *m, const struct level *l)
{
    const vyi_ref *list = m->p->extra.at + vyi_at(m->p, l->seq)->list;
    for (uint32_t i = 0; i < l->lets; i++)
        vyi_gen_sequence(m, list[i]);
}

/// The statement of the append, whose add gives `place`.
static void append_one(struct gen *m, const struct append *a, struct val value)
{
    const struct vyi_node *n = a->statement;
    struct val kid[VYI_MAX_RANK + 1];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    if (n->op == VYI_OP_DEFINE) {
        vyi_gen_bind(m, n->x, value);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        kid[i] = vyi_at(m->p, kids[i]) == a->add ? value : vyi_gen_expr(m, kids[i]);
    vyi_gen_store_at(m, n->x, kids, kid, count - 1, kid[count - 1]);
}

void vyi_gen_append_rest(struct gen *m, const struct append *a, struct val place)
{
    const struct level *inner = &a->level[a->levels - 1];
    const struct vyi_node *seq = vyi_at(m->p, inner->seq);
    append_one(m, a, place);
    for (uint32_t i = inner->lets + 1; i < seq->x; i++)
        vyi_gen_sequence(m, m->p->extra.at[seq->list + i]);
}

void vyi_gen_append_batches(struct gen *m, const struct append *a, struct counted *k, uint32_t most,
                            vyi_append_batch *batch)
{
    const bool vectors = m->lanes > 1; // all lanes of the last pass have an index
    LLVMValueRef step = to_i64(m, k->step), passes = i64(m, most);
    LLVMValueRef last = vectors ? i64(m, m->lanes - 1) : imul(m, step, i64(m, most - 1));
    LLVMValueRef whole = imul(m, step, passes);
    LLVMBasicBlockRef head = new_block(m, "batches"), done = new_block(m, "batches.done");
    LLVMValueRef base_at = variable(m, k->base, "base"), left_at = variable(m, k->left, "left");
    br_enter(m, head);
    LLVMValueRef base = get(m, base_at), left = to_i64(m, get(m, left_at));
    enter_unless(m, ugt(m, left, last), done, "batch");
    if (vectors) {
        LLVMValueRef all = udiv(m, isub(m, left, i64(m, m->lanes)), step);
        passes = umin(m, iadd(m, all, i64(m, 1)), passes);
        whole = imul(m, step, passes);
    }
    LLVMValueRef count = to_i32(m, passes);
    m->target->poll(m, count);
    m->flow->copies++;
    batch(m, a, k, base, count);
    m->flow->copies--;
    store(m, trunc_to(m, sub_or_zero(m, left, whole), LLVMTypeOf(k->left)), left_at);
    store(m, iadd(m, base, trunc_to(m, whole, LLVMTypeOf(base))), base_at);
    br(m, head);
    enter(m, done);
    k->base = get(m, base_at);
    k->left = get(m, left_at);
}
