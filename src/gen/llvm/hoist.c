// Bounds checks before a loop instead of in it. An innermost loop whose indices are sums of terms
// that do not change and a multiple of its own index is emitted twice: without those checks where
// the largest value of each index is inside, and with all checks otherwise.
//
// What breaks the naive version, which computes the largest index in the index's own type: that may
// wrap. So sums are taken in 64 bits, of parts of 32 bits each. And an index whose lanes count up
// by one is largest in the last lane.
#include "facts/effects.h"
#include "gen/llvm/access.h"

/// Of the terms; false where one differs from lane to lane other than by one.
static bool add_terms(struct gen *m, const struct vyi_affine *a, LLVMValueRef *sum)
{
    uint32_t linear = 0;
    for (uint32_t i = 0; i < a->terms; i++) {
        struct val v = vyi_gen_expr(m, a->term[i]);
        linear += v.spread == LINEAR;
        if ((v.spread != SAME && v.spread != LINEAR) || linear > 1)
            return false;
        *sum = iadd(m, *sum, to_i64(m, v.v));
    }
    uint64_t more = linear ? m->lanes - 1 : 0;
    *sum = iadd(m, *sum, i64(m, a->offset + more));
    return true;
}

/// Adds an index to those that are checked before the loop.
static void hoist_index(struct gen *m, struct hoist *h, vyi_ref loop, uint32_t buffer,
                        const vyi_ref *index, uint32_t axis)
{
    const struct vyi_bound *b = vyi_bound_of(&m->facts.bounds, index[axis]);
    struct vyi_affine a;
    uint32_t rank = m->p->buffers.at[buffer].rank;
    if (!b || b->proof || h->count == VYI_MOST_HOISTED ||
        !vyi_bounds_affine(&m->facts, loop, index[axis], &a))
        return;
    LLVMValueRef sum = imul(m, h->last, i64(m, a.scale));
    if (!add_terms(m, &a, &sum))
        return;
    LLVMValueRef size = rank == 1 ? vyi_gen_count(m, buffer) : vyi_gen_size(m, buffer, axis);
    h->ok = both(m, h->ok, ult(m, sum, size));
    h->index[h->count++] = index[axis];
}

static bool holds_loop(const vy_program *p, vyi_ref body)
{
    struct vyi_visit v;
    for (vyi_ref r = vyi_visit_begin_stmts(&v, p, body); r.i; r = vyi_visit_next(&v))
        if (vyi_op_info(vyi_at(p, r)->op)->flags & VYI_FLAG_LOOP || vyi_at(p, r)->op == VYI_OP_EACH)
            return true;
    return false;
}

/// Whether a loop has indices that are worth checking before it.
static bool finds_indices(struct gen *m, struct hoist *h, vyi_ref loop, vyi_ref body)
{
    struct vyi_visit v;
    struct vyi_access at[2];
    for (vyi_ref r = vyi_visit_begin(&v, m->p, body); r.i; r = vyi_visit_next(&v))
        for (uint32_t i = vyi_accesses(m->p, vyi_at(m->p, r), at); i-- > 0;)
            for (uint32_t axis = 0; axis < at[i].rank; axis++)
                hoist_index(m, h, loop, at[i].buffer, at[i].index, axis);
    return h->count;
}

enum ends vyi_gen_hoisted(struct gen *m, vyi_ref loop, struct counted *k, LLVMValueRef to)
{
    struct hoist h = {.outer = m->hoist};
    bool fits = !m->target->thread_per_item && !m->request->unchecked && m->request->level &&
                m->p->locals.at[k->local].type == VY_TYPE_U32 && !m->flow->copies &&
                !m->flow->slice && !holds_loop(m->p, k->body) && !vyi_gen_separates(m, k->body) &&
                vyi_gen_worth_copying(m, k->body);
    if (fits)
        h.last = isub(m, to_i64(m, to), i64(m, 1)); // of a loop that runs
    if (!fits || !finds_indices(m, &h, loop, k->body))
        return vyi_gen_counted(m, k);
    struct counted again = *k;
    LLVMValueRef before = m->mask;
    struct fork f = if_begin(m, h.ok, "inside");
    vyi_gen_likely(m, f.branch);
    m->flow->copies++;
    m->hoist = &h;
    vyi_gen_counted(m, k);
    m->hoist = h.outer;
    m->mask = before;
    if_else(m, &f, "checked");
    vyi_gen_counted(m, &again);
    if_end(m, &f);
    m->mask = before;
    m->flow->copies--;
    return ON;
}
