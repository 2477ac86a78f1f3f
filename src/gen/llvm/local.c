// Locals: read, written, bound, wherever they lie.
#include "gen/llvm/kernel.h"

static bool is_scalar(const struct place *p)
{
    return p->life->level <= VYI_UNIFORM_WORKGROUP;
}

static LLVMTypeRef slot_type(const struct gen *m, const struct place *p, uint8_t type)
{
    LLVMTypeRef t = vyi_gen_slot(m, type);
    return is_scalar(p) ? t : vyi_gen_wide(m, t);
}

static LLVMValueRef aligned(LLVMValueRef access, uint8_t type)
{
    LLVMSetAlignment(access, type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(type));
    return access;
}

/// This vector's slots of a local that has one an invocation.
static LLVMValueRef item_address(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    const struct place *p = &s->places[local];
    uint8_t type = m->p->locals.at[local].type;
    uint64_t bytes = type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(type);
    LLVMValueRef base = vyi_gen_field(
        m, p->life->place == VYI_PLACE_SPILL_ITEMS ? s->spill : s->scratch, p->life->offset);
    LLVMValueRef item = LLVMBuildZExt(m->b, s->item, LLVMInt64TypeInContext(m->context), "");
    LLVMValueRef at = LLVMBuildMul(m->b, item, vyi_gen_int(m, 64, bytes), "");
    return LLVMBuildGEP2(m->b, LLVMInt8TypeInContext(m->context), base, &at, 1, "");
}

/// A copy for the phase being emitted, which can be a register: filled before it begins.
static LLVMValueRef copy(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    struct place *p = &s->places[local];
    uint8_t type = m->p->locals.at[local].type;
    LLVMTypeRef t = slot_type(m, p, type);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(m->b);
    p->shadow = vyi_gen_alloca(m, t, "copy");
    p->copied = true;
    LLVMPositionBuilderBefore(m->b, LLVMGetBasicBlockTerminator(s->before));
    LLVMValueRef v = aligned(LLVMBuildLoad2(m->b, t, item_address(m, local), ""), type);
    LLVMBuildStore(m->b, v, p->shadow);
    LLVMPositionBuilderAtEnd(m->b, here);
    return p->shadow;
}

/// This vector's part of an array that lies in the scratch memory or in the spill area.
static LLVMValueRef array_address(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    const struct place *p = &s->places[local];
    const struct vyi_local *l = &m->p->locals.at[local];
    uint64_t bytes = (uint64_t)l->count * (l->type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(l->type));
    LLVMValueRef base = vyi_gen_field(
        m, p->life->place == VYI_PLACE_SPILL_ITEMS ? s->spill : s->scratch, p->life->offset);
    LLVMValueRef item = LLVMBuildZExt(m->b, s->item, LLVMInt64TypeInContext(m->context), "");
    LLVMValueRef at = LLVMBuildMul(m->b, item, vyi_gen_int(m, 64, bytes), "");
    return LLVMBuildGEP2(m->b, LLVMInt8TypeInContext(m->context), base, &at, 1, "");
}

enum { MOST_COPIED = 32 }; ///< elements of an array that registers might hold

static void move_array(struct gen *m, uint32_t local, LLVMValueRef to, LLVMValueRef from)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    uint64_t bytes = l->type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(l->type);
    LLVMTypeRef t = vyi_gen_wide(m, vyi_gen_slot(m, l->type));
    for (uint32_t i = 0; i < l->count; i++) {
        LLVMValueRef v = LLVMBuildLoad2(m->b, t, vyi_gen_field(m, from, i * bytes * m->lanes), "");
        LLVMSetAlignment(v, (unsigned)bytes);
        LLVMValueRef store = LLVMBuildStore(m->b, v, vyi_gen_field(m, to, i * bytes * m->lanes));
        LLVMSetAlignment(store, (unsigned)bytes);
    }
}

static LLVMValueRef array_alloca(struct gen *m, uint32_t local)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    LLVMValueRef at =
        vyi_gen_alloca(m, LLVMArrayType(vyi_gen_slot(m, l->type), l->count * m->lanes), "array");
    LLVMSetAlignment(at, 64);
    return at;
}

/// As copy(): a small array may become registers once its loops are unrolled.
static LLVMValueRef copy_array(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    struct place *p = &s->places[local];
    LLVMBasicBlockRef here = LLVMGetInsertBlock(m->b);
    p->shadow = array_alloca(m, local);
    p->copied = p->changed = true;
    LLVMPositionBuilderBefore(m->b, LLVMGetBasicBlockTerminator(s->before));
    move_array(m, local, p->shadow, array_address(m, local));
    LLVMPositionBuilderAtEnd(m->b, here);
    return p->shadow;
}

void vyi_gen_copies_begin(struct gen *m)
{
    LLVMBasicBlockRef body = vyi_gen_block(m, "stretch");
    m->shape->before = LLVMGetInsertBlock(m->b);
    LLVMBuildBr(m->b, body);
    vyi_gen_enter(m, body);
}

void vyi_gen_copies_end(struct gen *m)
{
    struct shape *s = m->shape;
    s->before = NULL;
    for (uint32_t i = 0; i < m->p->locals.count; i++) {
        struct place *p = &s->places[i];
        uint8_t type = m->p->locals.at[i].type;
        if (p->copied && m->p->locals.at[i].kind == VYI_LOCAL_ARRAY) {
            move_array(m, i, array_address(m, i), p->shadow);
        } else if (p->copied && p->changed) {
            LLVMValueRef v = LLVMBuildLoad2(m->b, slot_type(m, p, type), p->shadow, "");
            aligned(LLVMBuildStore(m->b, v, item_address(m, i)), type);
        }
        if (p->copied)
            p->shadow = NULL;
        p->copied = p->changed = false;
    }
}

/// A slot that has a value from the start. Whoever is dead gives a local none, and control flow of
/// a workgroup that all have left may still read it: LLVM would take what was never stored for
/// anything it likes, and a check of it for one that holds.
static LLVMValueRef new_slot(struct gen *m, LLVMTypeRef type)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(m->b), entry = LLVMGetEntryBasicBlock(m->fn);
    LLVMValueRef at = vyi_gen_alloca(m, type, "");
    LLVMPositionBuilderBefore(m->b, LLVMGetBasicBlockTerminator(entry));
    LLVMBuildStore(m->b, LLVMConstNull(type), at);
    LLVMPositionBuilderAtEnd(m->b, here);
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
    if (m->phases->lives[local].rematerialised)
        return vyi_gen_expr(m, m->phases->lives[local].value);
    LLVMTypeRef t = slot_type(m, p, type);
    LLVMValueRef v = LLVMBuildLoad2(m->b, t, address(m, local), "");
    if (in_memory(p))
        aligned(v, type);
    if (type == VY_TYPE_BOOL)
        v = LLVMBuildICmp(m->b, LLVMIntNE, v, LLVMConstNull(t), "");
    return is_scalar(p) ? vyi_gen_same(type, v) : vyi_gen_each(m, type, v);
}

void vyi_gen_set(struct gen *m, uint32_t local, struct val value, bool fresh)
{
    struct place *p = &m->shape->places[local];
    uint8_t type = m->p->locals.at[local].type;
    LLVMTypeRef t = slot_type(m, p, type);
    if (p->life->place == VYI_PLACE_NONE)
        return; // nobody reads it
    LLVMValueRef v = is_scalar(p) ? value.v : vyi_gen_spread(m, value), at = address(m, local);
    if (is_scalar(p) && value.spread != SAME) // the lanes that run all have the same
        v = vyi_gen_lane(m, value, vyi_gen_int(m, 32, 0));
    if (type == VY_TYPE_BOOL)
        v = LLVMBuildZExt(m->b, v, t, "");
    if (!is_scalar(p) && m->mask && !(fresh && p->life->place == VYI_PLACE_PHASE)) {
        LLVMValueRef old = LLVMBuildLoad2(m->b, t, at, "");
        if (in_memory(p))
            aligned(old, type);
        v = LLVMBuildSelect(m->b, m->mask, v, old, "");
    }
    LLVMValueRef store = LLVMBuildStore(m->b, v, at);
    p->changed = p->copied;
    if (in_memory(p))
        aligned(store, type);
}

void vyi_gen_bind(struct gen *m, uint32_t local, struct val value)
{
    struct place *p = &m->shape->places[local];
    if (p->life->place == VYI_PLACE_PHASE && !p->shadow)
        p->bound = value;
    else
        vyi_gen_set(m, local, value, true);
}

LLVMValueRef vyi_gen_array(struct gen *m, uint32_t local)
{
    struct shape *s = m->shape;
    struct place *p = &s->places[local];
    const struct vyi_local *l = &m->p->locals.at[local];
    LLVMTypeRef slot = vyi_gen_slot(m, l->type);
    if (!s->group) { // the thread's own, in slices and in the grid's control flow
        if (!p->thread)
            p->thread = vyi_gen_alloca(m, LLVMArrayType(slot, l->count), "array");
        return p->thread;
    }
    if (p->life->place <= VYI_PLACE_GROUP) {
        if (!p->slot)
            p->slot = array_alloca(m, local);
        return p->slot;
    }
    if (p->shadow)
        return p->shadow;
    return s->before && l->count <= MOST_COPIED ? copy_array(m, local) : array_address(m, local);
}
