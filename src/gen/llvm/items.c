// The invocations of a workgroup: those who live, the loop over them, and a stretch of theirs.
#include "gen/llvm/gpu.h"

static void branch(struct gen *m, LLVMBasicBlockRef to)
{
    LLVMBuildBr(m->b, to);
}

// ---- shadows ----
static LLVMValueRef read_scalar(struct gen *m, uint32_t local)
{
    struct val v = vyi_gen_get(m, local);
    return v.v;
}

static void shadow_one(struct gen *m, uint32_t local, void *user)
{
    struct shadows *s = user;
    struct place *p = &m->shape->places[local];
    bool wanted =
        s->items ? p->where == GROUP || p->where == GRID || p->where == KEEP : p->where == GRID;
    if (!wanted || p->level > VYI_UNIFORM_WORKGROUP)
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

/// Finds what needs copies and notes where they are.
struct shadows vyi_gen_shadows_begin(struct gen *m, const vyi_ref *list, uint32_t count, bool items)
{
    struct shadows s = {.m = m, .list = list, .count = count, .items = items};
    for (uint32_t i = 0; i < count; i++)
        vyi_gen_assigned(m, list[i], shadow_one, &s);
    return s;
}

static void store_scalar(struct gen *m, uint32_t local, LLVMValueRef v, LLVMValueRef to)
{
    LLVMTypeRef t = vyi_gen_slot(m, m->p->locals.at[local].type);
    if (LLVMTypeOf(v) != t)
        v = LLVMBuildZExt(m->b, v, t, "");
    LLVMBuildStore(m->b, v, to);
}

/// Fills the copies from what they stand for, and takes them from now on.
void vyi_gen_shadows_take(struct gen *m, struct shadows *s)
{
    for (uint32_t i = 0; i < s->at.count; i++) {
        struct place *p = &m->shape->places[s->at.at[i].local];
        p->shadow = s->at.at[i].before;
        store_scalar(m, s->at.at[i].local, read_scalar(m, s->at.at[i].local), s->at.at[i].copy);
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

/// Copies one set of slots to another.
static void move_slot(struct gen *m, uint32_t local, LLVMValueRef from, LLVMValueRef to)
{
    LLVMTypeRef t = vyi_gen_slot(m, m->p->locals.at[local].type);
    LLVMBuildStore(m->b, LLVMBuildLoad2(m->b, t, from, ""), to);
}

// ---- the dead ----
LLVMValueRef vyi_gen_dead_bytes(struct gen *m)
{
    struct shape *s = m->shape;
    return vyi_gen_field(m, s->meets ? s->keep : s->scratch, s->dead);
}

/// Whether an invocation of this workgroup lives, and the first that does: a loop over its bytes.
static LLVMValueRef find_alive(struct gen *m, LLVMValueRef *first)
{
    struct shape *s = m->shape;
    LLVMValueRef base = vyi_gen_dead_bytes(m), at = vyi_gen_alloca(m, type_i32(m), ""),
                 found = vyi_gen_alloca(m, type_i1(m), "lives");
    LLVMBasicBlockRef head = vyi_gen_block(m, "lives"), next = vyi_gen_block(m, ""),
                      done = vyi_gen_block(m, "");
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, 0), at);
    branch(m, head);
    vyi_gen_enter(m, head);
    LLVMValueRef i = LLVMBuildLoad2(m->b, type_i32(m), at, "");
    LLVMValueRef i64 = LLVMBuildZExt(m->b, i, type_i64(m), "");
    LLVMValueRef p = LLVMBuildGEP2(m->b, type_i8(m), base, &i64, 1, "");
    LLVMValueRef dead = LLVMBuildLoad2(m->b, type_i8(m), p, "");
    LLVMValueRef lives = LLVMBuildICmp(m->b, LLVMIntEQ, dead, vyi_gen_int(m, 8, 0), "");
    LLVMBuildStore(m->b, lives, found);
    LLVMBuildCondBr(m->b, lives, done, next);
    vyi_gen_enter(m, next);
    i = LLVMBuildAdd(m->b, i, vyi_gen_int(m, 32, 1), "");
    LLVMBuildStore(m->b, i, at);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, i, vyi_gen_int(m, 32, s->volume), ""),
                    head, done);
    vyi_gen_enter(m, done);
    LLVMValueRef any = LLVMBuildLoad2(m->b, type_i1(m), found, "");
    *first = LLVMBuildSelect(m->b, any, LLVMBuildLoad2(m->b, type_i32(m), at, ""),
                             vyi_gen_int(m, 32, 0), "");
    return any;
}

LLVMValueRef vyi_gen_group_lives(struct gen *m)
{
    LLVMValueRef first;
    return m->shape->returns ? find_alive(m, &first) : vyi_gen_int(m, 1, 1);
}

LLVMValueRef vyi_gen_first_alive(struct gen *m)
{
    LLVMValueRef first = vyi_gen_int(m, 32, 0);
    if (m->shape->returns)
        find_alive(m, &first);
    return first;
}

void vyi_gen_bury(struct gen *m, LLVMValueRef lanes)
{
    if (m->target->apart) {
        vyi_gpu_bury(m, lanes);
        return;
    }
    LLVMTypeRef bytes = vyi_gen_wide(m, type_i8(m));
    LLVMValueRef i64 = LLVMBuildZExt(m->b, m->shape->item, type_i64(m), "");
    LLVMValueRef at = LLVMBuildGEP2(m->b, type_i8(m), vyi_gen_dead_bytes(m), &i64, 1, "");
    LLVMValueRef old = LLVMBuildLoad2(m->b, bytes, at, "");
    LLVMSetAlignment(old, 1);
    LLVMValueRef now = LLVMBuildOr(m->b, old, LLVMBuildZExt(m->b, lanes, bytes, ""), "");
    LLVMSetAlignment(LLVMBuildStore(m->b, now, at), 1);
}

// ---- the invocations of a workgroup ----
/// Which invocations of the present vector have not returned.
static LLVMValueRef living_lanes(struct gen *m)
{
    LLVMTypeRef bytes = vyi_gen_wide(m, type_i8(m));
    LLVMValueRef i64 = LLVMBuildZExt(m->b, m->shape->item, type_i64(m), "");
    LLVMValueRef p = LLVMBuildGEP2(m->b, type_i8(m), vyi_gen_dead_bytes(m), &i64, 1, "");
    LLVMValueRef dead = LLVMBuildLoad2(m->b, bytes, p, "");
    LLVMSetAlignment(dead, 1);
    return LLVMBuildICmp(m->b, LLVMIntEQ, dead, LLVMConstNull(bytes), "lives");
}

struct items_loop vyi_gen_items_begin(struct gen *m)
{
    struct shape *s = m->shape;
    struct items_loop l = {.lanes = m->lanes};
    m->lanes = s->lanes;
    l.head = vyi_gen_block(m, "items");
    l.next = vyi_gen_block(m, "items.next");
    l.done = vyi_gen_block(m, "items.done");
    l.at = vyi_gen_alloca(m, type_i32(m), "item");
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, 0), l.at);
    branch(m, l.head);
    vyi_gen_enter(m, l.head);
    s->item = LLVMBuildLoad2(m->b, type_i32(m), l.at, "item");
    m->mask = NULL;
    if (s->volume % m->lanes) {
        struct val number = {s->item, VY_TYPE_U32, LINEAR, true, false};
        m->mask = LLVMBuildICmp(m->b, LLVMIntULT, vyi_gen_spread(m, number),
                                vyi_gen_splat(m, vyi_gen_int(m, 32, s->volume)), "there");
    }
    if (!s->returns)
        return l;
    LLVMValueRef lives = living_lanes(m);
    lives = m->mask ? LLVMBuildAnd(m->b, m->mask, lives, "") : lives;
    LLVMBasicBlockRef body = vyi_gen_block(m, "living");
    LLVMBuildCondBr(m->b, vyi_gen_any(m, lives), body, l.next);
    vyi_gen_enter(m, body);
    if (m->lanes > 1)
        m->mask = lives;
    return l;
}

void vyi_gen_items_end(struct gen *m, struct items_loop l)
{
    struct shape *s = m->shape;
    branch(m, l.next);
    vyi_gen_enter(m, l.next);
    LLVMValueRef i = LLVMBuildLoad2(m->b, type_i32(m), l.at, "");
    i = LLVMBuildNUWAdd(m->b, i, vyi_gen_int(m, 32, m->lanes), "");
    LLVMBuildStore(m->b, i, l.at);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, i, vyi_gen_int(m, 32, s->volume), ""),
                    l.head, l.done);
    vyi_gen_enter(m, l.done);
    m->mask = NULL;
    m->lanes = l.lanes;
    s->item = NULL;
}

static void forget_bound(struct gen *m)
{
    for (uint32_t i = 0; i < m->p->locals.count; i++)
        m->shape->places[i].bound.v = NULL;
}

void vyi_gen_item_stretch(struct gen *m, const vyi_ref *list, uint32_t count)
{
    if (m->target->apart) {
        vyi_gpu_items(m, list, count);
        return;
    }
    struct shadows s = vyi_gen_shadows_begin(m, list, count, true);
    if (!vyi_gen_has_effects(m, list, count) && !s.at.count)
        return;
    for (uint32_t i = 0; i < s.at.count; i++)
        store_scalar(m, s.at.at[i].local, read_scalar(m, s.at.at[i].local), s.at.at[i].last);
    struct items_loop l = vyi_gen_items_begin(m);
    LLVMValueRef there = m->mask;
    vyi_gen_shadows_take(m, &s);
    vyi_gen_copies_begin(m);
    vyi_gen_stretch(m, list, count);
    vyi_gen_copies_end(m);
    LLVMBasicBlockRef moved = vyi_gen_block(m, "moved");
    if (s.at.count && m->shape->returns) { // who has returned may not have come to the assignment
        LLVMBasicBlockRef some = vyi_gen_block(m, "some");
        LLVMValueRef lives = living_lanes(m);
        lives = there ? LLVMBuildAnd(m->b, lives, there, "") : lives;
        LLVMBuildCondBr(m->b, vyi_gen_any(m, lives), some, moved);
        vyi_gen_enter(m, some);
    }
    for (uint32_t i = 0; i < s.at.count; i++)
        move_slot(m, s.at.at[i].local, s.at.at[i].copy, s.at.at[i].last);
    branch(m, moved);
    vyi_gen_enter(m, moved);
    vyi_gen_shadows_drop(m, &s);
    vyi_gen_items_end(m, l);
    forget_bound(m);
    for (uint32_t i = 0; i < s.at.count; i++) {
        uint8_t type = m->p->locals.at[s.at.at[i].local].type;
        LLVMTypeRef t = vyi_gen_slot(m, type);
        LLVMValueRef v = LLVMBuildLoad2(m->b, t, s.at.at[i].last, "");
        if (type == VY_TYPE_BOOL)
            v = LLVMBuildTrunc(m->b, v, type_i1(m), "");
        vyi_gen_set(m, s.at.at[i].local, vyi_gen_same(type, v), true);
    }
    vyi_gen_shadows_free(m, &s);
}
