// Shadows: a phase or a segment works on copies of the uniform locals that it gives values, since
// several invocations or workgroups run its statements one after the other.
#include "gen/llvm/kernel.h"

static void shadow_one(struct gen *m, struct shadows *s, uint32_t local)
{
    struct place *p = &m->shape->places[local];
    uint8_t place = p->life->place;
    bool of_items = place == VYI_PLACE_GROUP || place == VYI_PLACE_SPILL;
    bool wanted = place == VYI_PLACE_GRID || (s->items && of_items);
    if (!wanted || p->life->level > VYI_UNIFORM_WORKGROUP)
        return;
    for (uint32_t i = 0; i < s->at.count; i++)
        if (s->at.at[i].local == local)
            return;
    LLVMTypeRef t = vyi_gen_slot(m, m->p->locals.at[local].type);
    struct shadow one = {local, p->shadow, vyi_gen_alloca(m, t, "copy"),
                         s->items ? vyi_gen_alloca(m, t, "last") : NULL};
    if (!vyi_vec_push(m->p->context, &s->at, one))
        vyi_gen_fail(m, VY_ERROR_MEMORY);
}

struct shadows vyi_gen_shadows_begin(struct gen *m, const vyi_ref *list, uint32_t count, bool items)
{
    struct shadows s = {.items = items};
    struct vyi_visit v;
    for (uint32_t i = 0; i < count; i++)
        for (vyi_ref r = vyi_visit_begin_stmts(&v, m->p, list[i]); r.i; r = vyi_visit_next(&v)) {
            const struct vyi_node *n = vyi_at(m->p, r);
            uint32_t given = vyi_assigned_count(n);
            for (uint32_t k = 0; k < given; k++)
                shadow_one(m, &s, vyi_assigned(n, k));
        }
    return s;
}

void vyi_gen_store_scalar(struct gen *m, uint32_t local, LLVMValueRef v, LLVMValueRef to)
{
    store(m, zext(m, v, vyi_gen_slot(m, m->p->locals.at[local].type)), to);
}

void vyi_gen_shadows_take(struct gen *m, struct shadows *s)
{
    for (uint32_t i = 0; i < s->at.count; i++) {
        struct place *p = &m->shape->places[s->at.at[i].local];
        p->shadow = s->at.at[i].before;
        vyi_gen_store_scalar(m, s->at.at[i].local, vyi_gen_get(m, s->at.at[i].local).v,
                             s->at.at[i].copy);
        p->shadow = s->at.at[i].copy;
    }
}

void vyi_gen_shadows_free(struct gen *m, struct shadows *s)
{
    vyi_vec_free(m->p->context, &s->at);
}

void vyi_gen_shadows_drop(struct gen *m, struct shadows *s)
{
    for (uint32_t i = 0; i < s->at.count; i++)
        m->shape->places[s->at.at[i].local].shadow = s->at.at[i].before;
}

void vyi_gen_shadows_store(struct gen *m, const struct shadows *s)
{
    for (uint32_t i = 0; i < s->at.count; i++) {
        const struct shadow *one = &s->at.at[i];
        uint8_t type = m->p->locals.at[one->local].type;
        LLVMValueRef v = get(m, s->items ? one->last : one->copy);
        if (type == VY_TYPE_BOOL)
            v = trunc_to(m, v, type_i1(m));
        vyi_gen_set(m, one->local, vyi_gen_same(type, v), true);
    }
}
