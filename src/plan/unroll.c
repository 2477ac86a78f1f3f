// Loops of a few passes that are known: a GPU runs them best as straight code, with the elements of
// an invocation's arrays in registers, which needs indices that are constants.
#include "plan/work.h"

/// Of what a loop becomes, and of a program in which loops are unrolled at all: 64 passes of
/// everything in a program of the largest size would be more than a compiler bears.
enum { MOST_PASSES = 64, MOST_NODES = 16384, NEVER = MOST_NODES + 1 };

uint32_t vyi_plan_passes(const vy_program *p, const struct vyi_node *n)
{
    if (n->op != VYI_OP_FOR)
        return 0;
    const vyi_ref *kids = p->extra.at + n->list;
    const struct vyi_node *from = vyi_at(p, kids[0]), *to = vyi_at(p, kids[1]),
                          *by = vyi_at(p, kids[2]);
    if (from->op != VYI_OP_LITERAL || to->op != VYI_OP_LITERAL ||
        (kids[2].i && by->op != VYI_OP_LITERAL))
        return 0;
    uint64_t a = vyi_literal_bits(from), b = vyi_literal_bits(to),
             step = kids[2].i ? vyi_literal_bits(by) : 1;
    if (b <= a || b > INT32_MAX || !step)
        return 0;
    uint64_t passes = (b - a + step - 1) / step;
    return passes <= MOST_PASSES ? (uint32_t)passes : 0;
}

/// Nodes once the loops below are unrolled; NEVER: too many, or something that is not to be copied.
static uint32_t nodes_of(const vy_program *p, vyi_ref r, bool in_loop)
{
    const struct vyi_node *n = vyi_at(p, r);
    switch (n->op) {
    case VYI_OP_RETURN:
    case VYI_OP_LEAVE:
    case VYI_OP_BLOCK:
    case VYI_OP_ASSERT:
    case VYI_OP_PRINT:
    case VYI_OP_EACH: return NEVER;
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE: return in_loop ? 1 : NEVER;
    default: break;
    }
    if (vyi_plan_is_sync(n, VYI_SCOPE_GRID))
        return NEVER;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids), passes = vyi_plan_passes(p, n), sum = 1;
    in_loop |= (vyi_op_info(n->op)->flags & VYI_FLAG_LOOP) != 0;
    for (uint32_t i = 0; i < count && sum < NEVER; i++)
        sum += kids[i].i ? nodes_of(p, kids[i], in_loop) : 0;
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
