// Parts of vector code that run one lane after the other: where that is cheaper (facts/lanes.c).
//
// A lane gets the values of locals that the part reads, and those that it sets are put back into
// the vector after it. What breaks the naive version: a let that is computed again where it is read
// has locals of its own; a slot of the part's own local must not be one of the vector's; and a
// local that is the same for all lanes, set in the part, would be what the lane before left.
#include "gen/llvm/kernel.h"

struct crossing {
    uint32_t local;
    bool own, set; ///< defined in the part; assigned there
    struct place before;
    struct val lanes; ///< laid out in memory
};

struct part {
    vyi_ref root;
    bool sets_same; ///< a local from outside that is the same for all lanes
    VYI_VEC(struct crossing) locals;
};

/// Notes the locals that a tree mentions and that differ from lane to lane.
static void find_locals(struct gen *m, struct part *part, vyi_ref root)
{
    for (VYI_VISIT(v, m->p, root)) {
        uint32_t i = 0, local = v->n->x;
        if (vyi_op_info(v->n->op)->imm != VYI_IMM_LOCAL)
            continue;
        const struct vyi_life *life = &m->phases->lives[local];
        while (i < part->locals.count && part->locals.at[i].local != local)
            i++;
        if (i < part->locals.count || life->place == VYI_PLACE_NONE)
            continue;
        bool again = life->rematerialised && !m->shape->places[local].bound.v;
        if (again)
            find_locals(m, part, life->value);
        struct crossing c = {.local = local,
                             .own = vyi_defines_local(m->p, part->root, local),
                             .set = vyi_assigns_local(m->p, part->root, local)};
        bool same = life->level <= VYI_UNIFORM_WORKGROUP;
        part->sets_same |= same && c.set && !c.own;
        if (again || same)
            continue;
        if (!vyi_vec_push(m->p->context, &part->locals, c))
            vyi_gen_fail(m, VY_ERROR_MEMORY);
    }
}

static void run_lane(struct gen *m, LLVMValueRef lane, void *user)
{
    struct part *part = user;
    struct shape *s = m->shape;
    struct flow *flow = m->flow;
    LLVMValueRef mask = m->mask, item = s->item;
    uint32_t lanes = m->lanes;
    unsigned copies = flow->copies;
    m->lanes = 1;
    m->mask = NULL;
    s->item = iadd(m, item, lane);
    flow->copies = 0;
    for (uint32_t i = 0; i < part->locals.count; i++) {
        struct crossing *c = &part->locals.at[i];
        struct place *p = &s->places[c->local];
        p->bound.v = p->slot = p->shadow = NULL;
        if (c->own)
            continue;
        struct val one = vyi_gen_same(c->lanes.type, vyi_gen_lane(m, c->lanes, lane));
        if (c->set) {
            p->shadow = vyi_gen_alloca(m, vyi_gen_slot(m, c->lanes.type), "one");
            vyi_gen_set(m, c->local, one, true);
        } else {
            p->bound = one;
        }
    }
    vyi_gen_sequence(m, part->root);
    for (uint32_t i = 0; i < part->locals.count; i++) {
        const struct crossing *c = &part->locals.at[i];
        LLVMTypeRef slot = vyi_gen_slot(m, c->lanes.type);
        if (!c->own && c->set)
            store(m, zext(m, vyi_gen_get(m, c->local).v, slot), gep(m, slot, c->lanes.v, lane));
    }
    m->lanes = lanes;
    m->mask = mask;
    s->item = item;
    flow->copies = copies;
}

bool vyi_gen_singly(struct gen *m, vyi_ref root, vyi_ref holds, LLVMValueRef mask)
{
    struct part part = {.root = root};
    if (m->lanes == 1 || m->target->thread_per_item || m->flow->slice || m->flow->packed ||
        !vyi_goes_singly(&m->facts, root, holds))
        return false;
    find_locals(m, &part, root);
    if (part.sets_same) {
        vyi_vec_free(m->p->context, &part.locals);
        return false;
    }
    for (uint32_t i = 0; i < part.locals.count && !m->status; i++) {
        struct crossing *c = &part.locals.at[i];
        if (!c->own)
            c->lanes = vyi_gen_lay_out(m, vyi_gen_get(m, c->local));
        c->before = m->shape->places[c->local];
    }
    if (!m->status)
        vyi_gen_lanes(m, mask ? mask : vyi_gen_mask_now(m), run_lane, &part);
    for (uint32_t i = 0; i < part.locals.count; i++) {
        const struct crossing *c = &part.locals.at[i];
        struct place *p = &m->shape->places[c->local];
        bool changed = p->changed;
        *p = c->before;
        p->changed |= changed;
        if (c->own || !c->set || m->status)
            continue;
        LLVMTypeRef slot = vyi_gen_slot(m, c->lanes.type);
        LLVMValueRef v = load(m, vyi_gen_wide(m, slot), c->lanes.v);
        v = c->lanes.type == VY_TYPE_BOOL ? is_set(m, v) : v;
        vyi_gen_set(m, c->local, vyi_gen_each(m, c->lanes.type, v), true);
    }
    vyi_vec_free(m->p->context, &part.locals);
    return true;
}
