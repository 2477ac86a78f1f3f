// How the values of neighbouring invocations relate: one rule for the choice between vectors and
// scalar code on the cpu, and for how many invocations a thread of a GPU runs.
#include "facts/facts.h"

const char *vyi_relation_name(enum vyi_relation relation)
{
    static const char *const names[] = {"same", "consecutive", "strided", "varying"};
    return names[relation];
}

static enum vyi_relation of_id(uint32_t x)
{
    switch (x / 4) {
    case VYI_ID_GID:
    case VYI_ID_LID: return x % 4 ? VYI_RELATION_SAME : VYI_RELATION_CONSECUTIVE;
    case VYI_ID_LANE: return VYI_RELATION_CONSECUTIVE;
    default: return VYI_RELATION_SAME;
    }
}

static enum vyi_relation of_sum(enum vyi_relation a, enum vyi_relation b, bool minus)
{
    if (b == VYI_RELATION_SAME)
        return a;
    if (a == VYI_RELATION_SAME && b != VYI_RELATION_VARYING)
        return minus ? VYI_RELATION_STRIDED : b;
    return a == VYI_RELATION_VARYING || b == VYI_RELATION_VARYING ? VYI_RELATION_VARYING
                                                                  : VYI_RELATION_STRIDED;
}

/// A multiple, by a factor that is the same for all.
static enum vyi_relation of_product(enum vyi_relation a, enum vyi_relation b)
{
    if (a == VYI_RELATION_SAME && b == VYI_RELATION_SAME)
        return VYI_RELATION_SAME;
    bool one_is_same = a == VYI_RELATION_SAME || b == VYI_RELATION_SAME;
    bool one_varies = a == VYI_RELATION_VARYING || b == VYI_RELATION_VARYING;
    return one_is_same && !one_varies ? VYI_RELATION_STRIDED : VYI_RELATION_VARYING;
}

static enum vyi_relation relation_of(const vy_program *p, const struct vyi_levels *levels,
                                     const uint8_t *local, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    if (levels->node[r.i] <= VYI_UNIFORM_WORKGROUP)
        return VYI_RELATION_SAME;
    if (n->op == VYI_OP_LOCAL)
        return local[n->x];
    if (n->op == VYI_OP_ID)
        return of_id(n->x);
    if (vyi_op_info(n->op)->kind != VYI_KIND_OP)
        return VYI_RELATION_VARYING;
    enum vyi_relation of[3] = {VYI_RELATION_SAME, VYI_RELATION_SAME, VYI_RELATION_SAME};
    uint32_t count = vyi_kids(p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        of[i] = relation_of(p, levels, local, kids[i]);
    switch (n->op) {
    case VYI_OP_ADD:
    case VYI_OP_SUB: return of_sum(of[0], of[1], n->op == VYI_OP_SUB);
    case VYI_OP_MUL: return of_product(of[0], of[1]);
    case VYI_OP_SHL:
        if (of[1] == VYI_RELATION_SAME)
            return of_product(of[0], of[1]);
    // fallthrough
    default:
        return of[0] == VYI_RELATION_SAME && of[1] == VYI_RELATION_SAME &&
                       of[2] == VYI_RELATION_SAME
                   ? VYI_RELATION_SAME
                   : VYI_RELATION_VARYING;
    }
}

void vyi_relations_compute(const vy_program *p, const struct vyi_levels *levels, uint8_t *local)
{
    struct vyi_visit v;
    memset(local, VYI_RELATION_VARYING, p->locals.count);
    for (vyi_ref r = vyi_visit_begin_stmts(&v, p, p->body); r.i; r = vyi_visit_next(&v)) {
        const struct vyi_node *n = vyi_at(p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, n, &kids);
        if ((n->op == VYI_OP_DEFINE && p->locals.at[n->x].kind == VYI_LOCAL_LET) ||
            n->op == VYI_OP_FOR)
            local[n->x] = (uint8_t)relation_of(p, levels, local, kids[0]);
        for (uint32_t i = 0; n->op == VYI_OP_EACH && i < count / 2; i++) // the last one is fastest
            local[n->x + i] = i + 1 < count / 2 ? VYI_RELATION_SAME : VYI_RELATION_CONSECUTIVE;
    }
}

enum vyi_relation vyi_relation(struct vyi_facts *f, vyi_ref r)
{
    const struct vyi_levels *levels = vyi_facts_levels(f);
    const uint8_t *local = vyi_facts_relations(f);
    return levels && local ? relation_of(vyi_facts_program(f), levels, local, r)
                           : VYI_RELATION_VARYING;
}

enum vyi_relation vyi_relation_of_element(struct vyi_facts *f, const vyi_ref *index, uint32_t rank)
{
    for (uint32_t i = 0; i + 1 < rank; i++)
        if (vyi_relation(f, index[i]) != VYI_RELATION_SAME)
            return VYI_RELATION_VARYING;
    return rank ? vyi_relation(f, index[rank - 1]) : VYI_RELATION_SAME;
}
