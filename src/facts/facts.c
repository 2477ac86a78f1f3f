#include "facts/facts.h"

struct vyi_facts {
    const vy_program *p;
    uint32_t workgroup[3];
    struct vyi_levels levels;
    vyi_ref *lets;
    struct vyi_bounds bounds;
    uint8_t *relations;
};

struct vyi_facts *vyi_facts_create(const vy_program *p, const uint32_t workgroup[3])
{
    struct vyi_facts *f = vyi_calloc(p->context, 1, sizeof *f);
    if (!f)
        return NULL;
    f->p = p;
    for (uint32_t axis = 0; axis < 3; axis++) {
        // A device may choose any, where the program leaves it out.
        static const uint32_t largest[3] = {VYI_MAX_WORKGROUP, 1, 1};
        uint32_t own = p->workgroup_rank ? p->workgroup[axis] : largest[axis];
        f->workgroup[axis] = workgroup && workgroup[axis] ? workgroup[axis] : own ? own : 1;
    }
    return f;
}

void vyi_facts_destroy(struct vyi_facts **facts)
{
    struct vyi_facts *f = *facts;
    if (!f)
        return;
    vy_context *c = f->p->context;
    vyi_levels_free(c, &f->levels);
    vyi_free(c, f->lets, ((size_t)f->p->locals.count + 1) * sizeof *f->lets);
    vyi_free(c, f->relations, (size_t)f->p->locals.count + 1);
    vyi_bounds_free(f->p, &f->bounds);
    vyi_free(c, f, sizeof *f);
    *facts = NULL;
}

const vy_program *vyi_facts_program(const struct vyi_facts *f)
{
    return f->p;
}

const struct vyi_levels *vyi_facts_levels(struct vyi_facts *f)
{
    if (!f->levels.node && vyi_levels_compute(f->p, &f->levels))
        vyi_levels_free(f->p->context, &f->levels);
    return f->levels.node ? &f->levels : NULL;
}

const vyi_ref *vyi_facts_lets(struct vyi_facts *f)
{
    const vy_program *p = f->p;
    struct vyi_visit v;
    if (f->lets)
        return f->lets;
    f->lets = vyi_calloc(p->context, (size_t)p->locals.count + 1, sizeof *f->lets);
    for (vyi_ref r = f->lets ? vyi_visit_begin_stmts(&v, p, p->body) : (vyi_ref){0}; r.i;
         r = vyi_visit_next(&v)) {
        const struct vyi_node *n = vyi_at(p, r);
        if (n->op == VYI_OP_DEFINE && p->locals.at[n->x].kind == VYI_LOCAL_LET)
            f->lets[n->x] = n->kid[0];
    }
    return f->lets;
}

const struct vyi_bounds *vyi_facts_bounds(struct vyi_facts *f)
{
    if (!f->bounds.of &&
        (!vyi_facts_lets(f) || vyi_bounds_compute(f->p, f->workgroup, f->lets, &f->bounds)))
        vyi_bounds_free(f->p, &f->bounds);
    return f->bounds.of ? &f->bounds : NULL;
}

const uint8_t *vyi_facts_relations(struct vyi_facts *f)
{
    const struct vyi_levels *levels = vyi_facts_levels(f);
    if (!f->relations && levels) {
        f->relations = vyi_calloc(f->p->context, (size_t)f->p->locals.count + 1, 1);
        if (f->relations)
            vyi_relations_compute(f->p, levels, f->relations);
    }
    return f->relations;
}
