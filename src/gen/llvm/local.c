// Locals: read, written, bound, wherever they lie.
#include "gen/llvm/gpu.h"

static bool is_scalar(const struct place *p)
{
    return p->life->level <= VYI_UNIFORM_WORKGROUP;
}

/// In memory a bool is a byte, in a slot of its own a bit: so a vector of them is a mask.
static LLVMTypeRef slot_type(const struct gen *m, const struct place *p, uint8_t type)
{
    bool memory = p->shadow || p->life->place == VYI_PLACE_SPILL ||
                  p->life->place == VYI_PLACE_GROUP_ITEMS ||
                  p->life->place == VYI_PLACE_SPILL_ITEMS;
    bool bits = type == VY_TYPE_BOOL && !memory && m->target->vector_masks;
    LLVMTypeRef t = bits ? type_i1(m) : vyi_gen_slot(m, type);
    return is_scalar(p) ? t : vyi_gen_wide(m, t);
}

/// This vector's slots of a local that has one an invocation, or of an array.
static LLVMValueRef item_address(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    const struct vyi_life *life = s->places[local].life;
    const struct vyi_local *l = &m->p->locals.at[local];
    uint64_t count = l->kind == VYI_LOCAL_ARRAY ? l->count : 1;
    LLVMValueRef base = vyi_gen_field(
        m, life->place == VYI_PLACE_SPILL_ITEMS ? s->spill : s->scratch, life->offset);
    return gep(m, type_i8(m), base,
               imul(m, to_i64(m, s->item), i64(m, count * vyi_gen_slot_bytes(l->type))));
}

enum { MOST_COPIED = 32 }; ///< elements of an array that registers might hold

static void move_array(struct gen *m, uint32_t local, LLVMValueRef to, LLVMValueRef from)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    uint32_t bytes = vyi_gen_slot_bytes(l->type);
    LLVMTypeRef t = vyi_gen_wide(m, vyi_gen_slot(m, l->type));
    for (uint64_t i = 0; i < l->count; i++) {
        uint64_t at = i * bytes * m->lanes;
        LLVMValueRef v = aligned(load(m, t, vyi_gen_field(m, from, at)), bytes);
        aligned(store(m, v, vyi_gen_field(m, to, at)), bytes);
    }
}

static LLVMValueRef array_alloca(struct gen *m, uint32_t local)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    LLVMTypeRef type = LLVMArrayType(vyi_gen_slot(m, l->type), l->count * m->lanes);
    return aligned(vyi_gen_alloca(m, type, "array"), 64);
}

/// A copy for the phase being emitted, which can be a register: filled before it begins. A small
/// array may become registers once its loops are unrolled.
static LLVMValueRef copy(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    struct place *p = &s->places[local];
    const struct vyi_local *l = &m->p->locals.at[local];
    LLVMTypeRef t = slot_type(m, p, l->type);
    LLVMBasicBlockRef here = block_now(m);
    p->copied = true;
    p->shadow = l->kind == VYI_LOCAL_ARRAY ? array_alloca(m, local) : vyi_gen_alloca(m, t, "copy");
    LLVMPositionBuilderBefore(m->b, LLVMGetBasicBlockTerminator(s->before));
    if (l->kind == VYI_LOCAL_ARRAY)
        move_array(m, local, p->shadow, item_address(m, local));
    else
        store(m, aligned(load(m, t, item_address(m, local)), vyi_gen_slot_bytes(l->type)),
              p->shadow);
    enter(m, here);
    return p->shadow;
}

void vyi_gen_copies_begin(struct gen *m)
{
    m->shape->before = block_now(m);
    br_enter(m, new_block(m, "phase"));
}

void vyi_gen_copies_end(struct gen *m)
{
    struct shape *s = m->shape;
    s->before = NULL;
    for (uint32_t i = 0; i < m->p->locals.count; i++) {
        struct place *p = &s->places[i];
        if (p->copied && m->p->locals.at[i].kind == VYI_LOCAL_ARRAY)
            move_array(m, i, item_address(m, i), p->shadow);
        else if (p->copied && p->changed)
            aligned(store(m, get(m, p->shadow), item_address(m, i)),
                    vyi_gen_slot_bytes(m->p->locals.at[i].type));
        if (p->copied)
            p->shadow = NULL;
        p->copied = p->changed = false;
    }
}

/// A slot that has a value from the start. A dead invocation gives a local none, and control flow
/// of a workgroup that all have left may still read it: LLVM would take what was never stored for
/// anything it likes, and a check of it for one that holds.
static LLVMValueRef new_slot(struct gen *m, LLVMTypeRef type)
{
    LLVMBasicBlockRef here = block_now(m);
    LLVMValueRef at = vyi_gen_alloca(m, type, "");
    LLVMPositionBuilderBefore(m->b, LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(m->fn)));
    store(m, LLVMConstNull(type), at);
    enter(m, here);
    return at;
}

/// Where the local's slot is, for this vector where there is one an invocation.
static LLVMValueRef address(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    struct place *p = &s->places[local];
    if (p->shadow)
        return p->shadow;
    switch (p->life->place) {
    case VYI_PLACE_SPILL: return vyi_gen_field(m, s->spill, p->life->offset);
    case VYI_PLACE_GROUP_ITEMS:
    case VYI_PLACE_SPILL_ITEMS: return s->before ? copy(m, local) : item_address(m, local);
    case VYI_PLACE_GRID:
        if (s->frame)
            return vyi_gen_field(m, s->frame, p->life->offset);
        // fall through
    default:
        if (!p->slot)
            p->slot = new_slot(m, slot_type(m, p, m->p->locals.at[local].type));
        return p->slot;
    }
}

static bool in_memory(const struct place *p)
{
    return !p->shadow && p->life->place >= VYI_PLACE_GROUP_ITEMS &&
           p->life->place != VYI_PLACE_GRID;
}

struct val vyi_gen_get(struct gen *m, uint32_t local)
{
    struct place *p = &m->shape->places[local];
    uint8_t type = m->p->locals.at[local].type;
    if (p->bound.v)
        return p->bound;
    if (p->counter)
        return vyi_gen_same(type, get(m, p->counter));
    if (m->phases->lives[local].rematerialised)
        return vyi_gen_expr(m, m->phases->lives[local].value);
    LLVMValueRef v = load(m, slot_type(m, p, type), address(m, local));
    if (in_memory(p))
        aligned(v, vyi_gen_slot_bytes(type));
    if (type == VY_TYPE_BOOL)
        v = is_set(m, v);
    return is_scalar(p) ? vyi_gen_same(type, v) : vyi_gen_each(m, type, v);
}

void vyi_gen_set(struct gen *m, uint32_t local, struct val value, bool fresh)
{
    struct place *p = &m->shape->places[local];
    uint8_t type = m->p->locals.at[local].type;
    LLVMTypeRef t = slot_type(m, p, type);
    if (p->life->place == VYI_PLACE_NONE)
        return; // it is not read
    // Of a scalar the lanes that run all have the same.
    LLVMValueRef v = is_scalar(p) ? vyi_gen_lane(m, value, i32(m, 0)) : vyi_gen_spread(m, value);
    LLVMValueRef at = address(m, local);
    uint32_t bytes = in_memory(p) ? vyi_gen_slot_bytes(type) : 0;
    if (type == VY_TYPE_BOOL)
        v = zext(m, v, t);
    p->start = NULL;
    if (!is_scalar(p) && m->mask && !(fresh && p->life->place == VYI_PLACE_PHASE) &&
        !vyi_gen_is_left(m, local)) {
        LLVMValueRef old = load(m, t, at);
        v = sel(m, m->mask, v, bytes ? aligned(old, bytes) : old);
    }
    LLVMValueRef access = store(m, v, at);
    p->changed = p->copied;
    if (bytes)
        aligned(access, bytes);
}

void vyi_gen_bind(struct gen *m, uint32_t local, struct val value)
{
    struct place *p = &m->shape->places[local];
    if (p->life->place == VYI_PLACE_PHASE && !p->shadow && !p->unbound)
        p->bound = value;
    else
        vyi_gen_set(m, local, value, true);
}

LLVMValueRef vyi_gen_array(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    struct place *p = &s->places[local];
    const struct vyi_local *l = &m->p->locals.at[local];
    if (!s->group) { // the thread's own, in slices and in the grid's control flow
        if (!p->thread)
            p->thread =
                vyi_gen_alloca(m, LLVMArrayType(vyi_gen_slot(m, l->type), l->count), "array");
        return p->thread;
    }
    if (p->life->place <= VYI_PLACE_GROUP) {
        if (!p->slot)
            p->slot = array_alloca(m, local);
        return p->slot;
    }
    if (p->shadow)
        return p->shadow;
    return s->before && l->count <= MOST_COPIED ? copy(m, local) : item_address(m, local);
}

void vyi_gen_forget_places(struct gen *m)
{
    for (uint32_t i = 0; i < m->p->locals.count; i++) {
        m->shape->places[i].bound.v = NULL;
        // A vector's, then one invocation's.
        if (m->shape->gpu->each > 1 && m->shape->places[i].life->place == VYI_PLACE_PHASE)
            m->shape->places[i].slot = NULL;
    }
}

// ---- shadows ----
// A phase or a segment works on copies of the uniform locals that it gives values, since several
// invocations or workgroups run its statements one after the other.

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
    for (uint32_t i = 0; i < count; i++)
        for (VYI_VISIT_STMTS(v, m->p, list[i])) {
            uint32_t given = vyi_assigned_count(v->n);
            for (uint32_t k = 0; k < given; k++)
                shadow_one(m, &s, vyi_assigned(v->n, k));
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
