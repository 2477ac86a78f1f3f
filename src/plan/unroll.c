// Loops of a few passes that are known: a GPU runs them best as straight code, with the elements of
// an invocation's arrays in registers, which needs indices that are constants.
#include "ir/sem.h"
#include "plan/work.h"

/// Of what a loop becomes, and of a program in which loops are unrolled at all: 64 passes of
/// everything in a program of the largest size would be more than a compiler bears.
enum { MOST_PASSES = 64, MOST_NODES = 16384, NEVER = MOST_NODES + 1 };
/// What a barrier of a workgroup counts: of 64 of them lavapipe makes code in a second, of 2,000 in
/// minutes.
enum { BARRIER_NODES = MOST_NODES / 64 };

uint64_t vyi_plan_bound(const vy_program *p, const struct vyi_node *n)
{
    if (n->op != VYI_OP_FOR)
        return UINT64_MAX;
    uint64_t v[3] = {0, 0, 1};
    for (uint32_t i = 0; i < 3; i++) {
        const struct vyi_node *kid = vyi_at(p, p->extra.at[n->list + i]);
        bool literal = kid->op == VYI_OP_LITERAL;
        v[i] = literal ? vyi_sem_cast(kid->type, VY_TYPE_I64, vyi_literal_bits(kid)) : v[i];
        if (literal ? kid->type == VY_TYPE_U64 && (int64_t)v[i] < 0 : i < 2 || kid->op)
            return UINT64_MAX;
    }
    if ((int64_t)v[0] >= (int64_t)v[1])
        return 0;
    return (int64_t)v[2] > 0 ? (v[1] - v[0] + v[2] - 1) / v[2] : 1;
}

uint32_t vyi_plan_passes(const vy_program *p, const struct vyi_node *n)
{
    uint64_t passes = vyi_plan_bound(p, n);
    if (passes > MOST_PASSES)
        return 0;
    const vyi_ref *kids = p->extra.at + n->list;
    uint64_t from = vyi_literal_bits(vyi_at(p, kids[0])), to = vyi_literal_bits(vyi_at(p, kids[1]));
    return from <= INT32_MAX && to <= INT32_MAX ? (uint32_t)passes : 0; // no bits to be cut off
}

/// Nodes once the loops below are unrolled; NEVER: too many, or something that is not to be copied.
static uint32_t nodes_of(const vy_program *p, vyi_ref r, bool in_loop)
{
    static const uint8_t never[] = {VYI_OP_RETURN, VYI_OP_LEAVE, VYI_OP_BLOCK,
                                    VYI_OP_ASSERT, VYI_OP_PRINT, VYI_OP_EACH};
    const struct vyi_node *n = vyi_at(p, r);
    if (memchr(never, n->op, sizeof never) || vyi_plan_is_sync(n, VYI_SCOPE_GRID))
        return NEVER;
    if (n->op == VYI_OP_BREAK || n->op == VYI_OP_CONTINUE)
        return in_loop ? 1 : NEVER;
    uint32_t passes = vyi_plan_passes(p, n);
    uint32_t sum = vyi_plan_is_sync(n, VYI_SCOPE_WORKGROUP) ? BARRIER_NODES : 1;
    in_loop |= (vyi_op_info(n->op)->flags & VYI_FLAG_LOOP) != 0;
    for (VYI_KIDS(kid, p, n))
        sum += kid->i && sum < NEVER ? nodes_of(p, *kid, in_loop) : 0;
    if (sum < NEVER && passes)
        sum *= passes;
    return sum < NEVER ? sum : NEVER;
}

bool vyi_plan_unrolls(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    uint32_t passes = vyi_plan_passes(p, n);
    return passes && p->nodes.count <= MOST_NODES &&
           nodes_of(p, p->extra.at[n->list + 3], false) * passes < NEVER;
}
