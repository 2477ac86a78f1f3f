// What a program asks about the kind of device becomes a literal, and a branch that is decided by
// that alone becomes the statements of the side that is taken, so that nothing made for another
// kind of device is planned or compiled. It has no name that leaves it out, since code generators
// take the id for the same constant.
#include "opt/opt.h"

/// Whether a condition is a comparison of two literals; *holds: what it is.
static bool is_decided(const vy_program *p, const struct vyi_node *branch, bool *holds)
{
    const struct vyi_node *n = vyi_at(p, branch->kid[0]);
    if (n->op != VYI_OP_EQ && n->op != VYI_OP_NE)
        return false;
    const struct vyi_node *a = vyi_at(p, n->kid[0]), *b = vyi_at(p, n->kid[1]);
    *holds = (vyi_literal_bits(a) == vyi_literal_bits(b)) == (n->op == VYI_OP_EQ);
    return a->op == VYI_OP_LITERAL && b->op == VYI_OP_LITERAL;
}

/// Puts the side that is taken in the place of each decided branch of a SEQ, and of those in it.
static void take_sides(vy_program *p, vyi_ref seq)
{
    bool holds;
    for (uint32_t at = 0; at < vyi_at(p, seq)->x && !p->failed;) {
        const struct vyi_node *n = vyi_at(p, p->extra.at[vyi_at(p, seq)->list + at]);
        if (n->op != VYI_OP_IF || !is_decided(p, n, &holds)) {
            at++;
            continue;
        }
        vyi_ref side = n->kid[holds ? 1 : 2];
        bool block = side.i && vyi_at(p, side)->op == VYI_OP_SEQ;
        vyi_opt_remove(p, seq, at);
        for (uint32_t i = block ? vyi_at(p, side)->x : side.i != 0; i-- > 0 && !p->failed;)
            vyi_opt_insert(p, seq, at, block ? p->extra.at[vyi_at(p, side)->list + i] : side);
    }
}

vy_status vyi_opt_device(vy_program *p, bool concurrent, uint32_t *changes)
{
    uint32_t count = p->nodes.count;
    for (uint32_t i = 1; i < count; i++) {
        struct vyi_node *n = &p->nodes.at[i];
        if (n->op != VYI_OP_ID || n->x / 4 != VYI_ID_CONCURRENT)
            continue;
        vyi_ref literal = vyi_node_literal(p, VY_TYPE_U32, concurrent, p->pos.at[i]);
        if (!literal.i)
            return VY_ERROR_MEMORY;
        p->nodes.at[i] = *vyi_at(p, literal);
        ++*changes;
    }
    for (uint32_t i = 1; *changes && i < count && !p->failed; i++)
        if (p->nodes.at[i].op == VYI_OP_SEQ)
            take_sides(p, (vyi_ref){i});
    return p->failed || (*changes && !vyi_program_compact(p)) ? VY_ERROR_MEMORY : VY_OK;
}
