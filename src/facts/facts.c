#include "facts/facts.h"

// ---- lanes ----
// How the values of neighbouring invocations relate: one rule for the choice between vectors and
// scalar code on the cpu, and for how many invocations a thread of a GPU runs.

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

enum vyi_relation vyi_relation(const struct vyi_facts *f, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(f->p, r);
    if (f->levels.node[r.i] <= VYI_UNIFORM_WORKGROUP)
        return VYI_RELATION_SAME;
    if (n->op == VYI_OP_LOCAL)
        return f->relations[n->x];
    if (n->op == VYI_OP_ID)
        return of_id(n->x);
    if (vyi_op_info(n->op)->kind != VYI_KIND_OP)
        return VYI_RELATION_VARYING;
    enum vyi_relation of[3] = {VYI_RELATION_SAME, VYI_RELATION_SAME, VYI_RELATION_SAME}, *at = of;
    for (VYI_KIDS(kid, f->p, n))
        *at++ = vyi_relation(f, *kid);
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

enum vyi_relation vyi_relation_of_element(const struct vyi_facts *f, const vyi_ref *index,
                                          uint32_t rank)
{
    for (uint32_t i = 0; i + 1 < rank; i++)
        if (vyi_relation(f, index[i]) != VYI_RELATION_SAME)
            return VYI_RELATION_VARYING;
    return rank ? vyi_relation(f, index[rank - 1]) : VYI_RELATION_SAME;
}

// ---- all of them ----
/// Lets and relations, in the order of the text: a local is defined before it is used.
static void find_locals(struct vyi_facts *f)
{
    const vy_program *p = f->p;
    memset(f->relations, VYI_RELATION_VARYING, p->locals.count);
    for (VYI_VISIT_STMTS(v, p, p->body)) {
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, v->n, &kids);
        bool let = v->n->op == VYI_OP_DEFINE && p->locals.at[v->n->x].kind == VYI_LOCAL_LET;
        if (let)
            f->lets[v->n->x] = kids[0];
        if (let || v->n->op == VYI_OP_FOR)
            f->relations[v->n->x] = (uint8_t)vyi_relation(f, kids[0]);
        for (uint32_t i = 0; v->n->op == VYI_OP_EACH && i < count / 2;
             i++) // the last one is fastest
            f->relations[v->n->x + i] =
                i + 1 < count / 2 ? VYI_RELATION_SAME : VYI_RELATION_CONSECUTIVE;
    }
}

static void find_reads(struct vyi_facts *f)
{
    uint32_t number = 0;
    for (VYI_VISIT(v, f->p, f->p->body)) {
        f->number[v->ref.i] = ++number;
        if (vyi_op_info(v->n->op)->imm != VYI_IMM_LOCAL || vyi_assigned_count(v->n))
            continue;
        struct vyi_reads *r = &f->reads[v->n->x];
        r->first = r->first ? r->first : number;
        r->last = number;
    }
}

vy_status vyi_facts_compute(const vy_program *p, const uint32_t workgroup[3], struct vyi_facts *f)
{
    const size_t locals = (size_t)p->locals.count + 1;
    *f = (struct vyi_facts){.p = p};
    for (uint32_t axis = 0; axis < 3; axis++) {
        // A device may choose any, where the program leaves it out.
        static const uint32_t largest[3] = {VYI_MAX_WORKGROUP, 1, 1};
        uint32_t own = p->workgroup_rank ? p->workgroup[axis] : largest[axis];
        f->workgroup[axis] = workgroup && workgroup[axis] ? workgroup[axis] : own ? own : 1;
    }
    f->lets = vyi_arena_alloc(p->context, &f->arena, locals * sizeof *f->lets);
    f->relations = vyi_arena_alloc(p->context, &f->arena, locals);
    f->number = vyi_arena_alloc(p->context, &f->arena, p->nodes.count * sizeof *f->number);
    f->reads = vyi_arena_alloc(p->context, &f->arena, locals * sizeof *f->reads);
    if (!f->lets || !f->relations || !f->number || !f->reads || vyi_levels_compute(p, &f->levels))
        return VY_ERROR_MEMORY;
    find_locals(f);
    find_reads(f);
    return vyi_bounds_compute(f);
}

void vyi_facts_free(struct vyi_facts *f)
{
    if (!f->p)
        return;
    vyi_levels_free(f->p->context, &f->levels);
    vyi_vec_free(f->p->context, &f->bounds.list);
    vyi_arena_free(f->p->context, &f->arena);
    *f = (struct vyi_facts){0};
}
