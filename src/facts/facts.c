#include "facts/facts.h"

/// Lets and relations, in the order of the text: a local is defined before it is used.
static void find_locals(struct vyi_facts *f)
{
    const vy_program *p = f->p;
    struct vyi_visit v;
    memset(f->relations, VYI_RELATION_VARYING, p->locals.count);
    for (vyi_ref r = vyi_visit_begin_stmts(&v, p, p->body); r.i; r = vyi_visit_next(&v)) {
        const struct vyi_node *n = vyi_at(p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, n, &kids);
        bool let = n->op == VYI_OP_DEFINE && p->locals.at[n->x].kind == VYI_LOCAL_LET;
        if (let)
            f->lets[n->x] = kids[0];
        if (let || n->op == VYI_OP_FOR)
            f->relations[n->x] = (uint8_t)vyi_relation(f, kids[0]);
        for (uint32_t i = 0; n->op == VYI_OP_EACH && i < count / 2; i++) // the last one is fastest
            f->relations[n->x + i] =
                i + 1 < count / 2 ? VYI_RELATION_SAME : VYI_RELATION_CONSECUTIVE;
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
    if (!f->lets || !f->relations || vyi_levels_compute(p, &f->levels))
        return VY_ERROR_MEMORY;
    find_locals(f);
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
