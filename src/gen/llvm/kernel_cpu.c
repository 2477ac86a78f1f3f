// The cpu's threads: one takes workgroups, and runs the invocations of each, `lanes` at a time.
#include "gen/llvm/cpu.h"
#include "gen/llvm/flow.h"

#include <stddef.h>

static void branch(struct gen *m, LLVMBasicBlockRef to)
{
    LLVMBuildBr(m->b, to);
}

// ---- the workgroups of a thread ----
/// Shared memory and the dead begin as zeros; what is spilled was cleared by the device.
static void clear_group(struct gen *m)
{
    if (m->phases->synchronises)
        return;
    for (uint32_t i = 0; i < m->p->buffers.count; i++) {
        const struct vyi_buffer *b = &m->p->buffers.at[i];
        if (b->role != VY_ROLE_SHARED)
            continue;
        LLVMValueRef bytes = LLVMBuildMul(m->b, m->target->count(m, i),
                                          vyi_gen_int(m, 64, vyi_type_bytes(b->elem)), "");
        LLVMBuildMemSet(m->b, m->target->buffer(m, i), vyi_gen_int(m, 8, 0), bytes, 64);
    }
    if (m->phases->returns)
        LLVMBuildMemSet(m->b, vyi_cpu_dead_bytes(m), vyi_gen_int(m, 8, 0),
                        vyi_gen_int(m, 64, vyi_phase_padded(&m->phases->policy)), 64);
}

static LLVMValueRef group_axis(struct gen *m, uint32_t axis)
{
    LLVMValueRef at =
        vyi_gen_field(m, m->shape->block, offsetof(struct vyi_cpu_block, groups) + 4 * axis);
    return LLVMBuildLoad2(m->b, type_i32(m), at, "");
}

static void number_group(struct gen *m, LLVMValueRef group)
{
    struct shape *s = m->shape;
    LLVMValueRef zero = vyi_gen_int(m, 32, 0);
    s->group = group;
    s->wid[0] = group, s->wid[1] = s->wid[2] = zero;
    if (m->p->grid_rank >= 2) {
        LLVMValueRef x = group_axis(m, 0), rest = LLVMBuildUDiv(m->b, group, x, "");
        s->wid[0] = LLVMBuildURem(m->b, group, x, "");
        s->wid[1] = rest;
        if (m->p->grid_rank >= 3) {
            LLVMValueRef y = group_axis(m, 1);
            s->wid[1] = LLVMBuildURem(m->b, rest, y, "");
            s->wid[2] = LLVMBuildUDiv(m->b, rest, y, "");
        }
    }
    LLVMValueRef keep =
        LLVMBuildLoad2(m->b, LLVMPointerTypeInContext(m->context, 0),
                       vyi_gen_field(m, s->block, offsetof(struct vyi_cpu_block, spill)), "");
    LLVMValueRef at = LLVMBuildMul(m->b, LLVMBuildZExt(m->b, group, type_i64(m), ""),
                                   vyi_gen_int(m, 64, m->phases->spill_bytes), "");
    s->spill = LLVMBuildGEP2(m->b, type_i8(m), keep, &at, 1, "keep");
}

struct groups vyi_cpu_groups_begin(struct gen *m)
{
    struct shape *s = m->shape;
    struct groups g = {.take = vyi_gen_block(m, "groups"),
                       .head = vyi_gen_block(m, "group"),
                       .next = vyi_gen_block(m, "groups.next"),
                       .done = vyi_gen_block(m, "groups.done"),
                       .at = vyi_gen_alloca(m, type_i32(m), "first"),
                       .end = vyi_gen_alloca(m, type_i32(m), "end")};
    // Two segments in a row, as around an if whose barrier nobody came to: a workgroup's second
    // must not begin in one thread while its first goes on in another.
    vyi_gen_regroup(m);
    LLVMBuildStore(m->b, vyi_gen_int(m, 1, 1), s->ran);
    branch(m, g.take);
    vyi_gen_enter(m, g.take);
    LLVMValueRef args[] = {s->thread, g.at, g.end};
    LLVMValueRef more = vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, take), type_i32(m), args, 3);
    more = LLVMBuildICmp(m->b, LLVMIntNE, more, vyi_gen_int(m, 32, 0), "");
    LLVMBuildCondBr(m->b, more, g.head, g.done);
    vyi_gen_enter(m, g.head);
    number_group(m, LLVMBuildLoad2(m->b, type_i32(m), g.at, "group"));
    return g;
}

void vyi_cpu_groups_end(struct gen *m, struct groups g)
{
    struct shape *s = m->shape;
    if (m->phases->returns) {
        LLVMBasicBlockRef tell = vyi_gen_block(m, "tell"), on = vyi_gen_block(m, "on");
        LLVMBuildCondBr(m->b, vyi_cpu_group_lives(m), tell, on);
        vyi_gen_enter(m, tell);
        LLVMValueRef word =
            LLVMBuildLoad2(m->b, LLVMPointerTypeInContext(m->context, 0),
                           vyi_gen_field(m, s->block, offsetof(struct vyi_cpu_block, alive)), "");
        LLVMValueRef store = LLVMBuildStore(m->b, vyi_gen_int(m, 32, 1), word);
        LLVMSetOrdering(store, LLVMAtomicOrderingMonotonic);
        LLVMSetAlignment(store, 4);
        branch(m, on);
        vyi_gen_enter(m, on);
    }
    branch(m, g.next);
    vyi_gen_enter(m, g.next);
    LLVMValueRef at = LLVMBuildLoad2(m->b, type_i32(m), g.at, "");
    at = LLVMBuildNUWAdd(m->b, at, vyi_gen_int(m, 32, 1), "");
    LLVMBuildStore(m->b, at, g.at);
    LLVMValueRef end = LLVMBuildLoad2(m->b, type_i32(m), g.end, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, at, end, ""), g.head, g.take);
    vyi_gen_enter(m, g.done);
    s->group = s->spill = NULL;
}

// ---- the invocations of a workgroup ----
/// Which invocations of the present vector have not returned.
static LLVMValueRef living_lanes(struct gen *m)
{
    LLVMTypeRef bytes = vyi_gen_wide(m, type_i8(m));
    LLVMValueRef i64 = LLVMBuildZExt(m->b, m->shape->item, type_i64(m), "");
    LLVMValueRef p = LLVMBuildGEP2(m->b, type_i8(m), vyi_cpu_dead_bytes(m), &i64, 1, "");
    LLVMValueRef dead = LLVMBuildLoad2(m->b, bytes, p, "");
    LLVMSetAlignment(dead, 1);
    return LLVMBuildICmp(m->b, LLVMIntEQ, dead, LLVMConstNull(bytes), "lives");
}

struct items_loop vyi_cpu_items_begin(struct gen *m)
{
    struct shape *s = m->shape;
    struct items_loop l = {.lanes = m->lanes};
    m->lanes = m->phases->policy.lanes;
    l.head = vyi_gen_block(m, "items");
    l.next = vyi_gen_block(m, "items.next");
    l.done = vyi_gen_block(m, "items.done");
    l.at = vyi_gen_alloca(m, type_i32(m), "item");
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, 0), l.at);
    branch(m, l.head);
    vyi_gen_enter(m, l.head);
    s->item = LLVMBuildLoad2(m->b, type_i32(m), l.at, "item");
    m->mask = NULL;
    if (m->phases->policy.volume % m->lanes) {
        struct val number = {s->item, VY_TYPE_U32, LINEAR, true, false};
        m->mask =
            LLVMBuildICmp(m->b, LLVMIntULT, vyi_gen_spread(m, number),
                          vyi_gen_splat(m, vyi_gen_int(m, 32, m->phases->policy.volume)), "there");
    }
    if (!m->phases->returns)
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

void vyi_cpu_items_end(struct gen *m, struct items_loop l)
{
    struct shape *s = m->shape;
    branch(m, l.next);
    vyi_gen_enter(m, l.next);
    LLVMValueRef i = LLVMBuildLoad2(m->b, type_i32(m), l.at, "");
    i = LLVMBuildNUWAdd(m->b, i, vyi_gen_int(m, 32, m->lanes), "");
    LLVMBuildStore(m->b, i, l.at);
    LLVMBuildCondBr(
        m->b, LLVMBuildICmp(m->b, LLVMIntULT, i, vyi_gen_int(m, 32, m->phases->policy.volume), ""),
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

/// Copies one set of slots to another.
static void move_slot(struct gen *m, uint32_t local, LLVMValueRef from, LLVMValueRef to)
{
    LLVMTypeRef t = vyi_gen_slot(m, m->p->locals.at[local].type);
    LLVMBuildStore(m->b, LLVMBuildLoad2(m->b, t, from, ""), to);
}

static void run_items(struct gen *m, const struct vyi_phase *phase)
{
    const vyi_ref *list = vyi_phase_list(m->phases, phase);
    struct shadows s = vyi_gen_shadows_begin(m, list, phase->count, true);
    if (!phase->effects && !s.at.count)
        return;
    for (uint32_t i = 0; i < s.at.count; i++)
        vyi_gen_store_scalar(m, s.at.at[i].local, vyi_gen_get(m, s.at.at[i].local).v,
                             s.at.at[i].last);
    struct items_loop l = vyi_cpu_items_begin(m);
    LLVMValueRef there = m->mask;
    vyi_gen_shadows_take(m, &s);
    vyi_gen_copies_begin(m);
    vyi_gen_statements(m, list, phase->count);
    vyi_gen_copies_end(m);
    LLVMBasicBlockRef moved = vyi_gen_block(m, "moved");
    if (s.at.count && m->phases->returns) { // who has returned may not have come to the assignment
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
    vyi_cpu_items_end(m, l);
    forget_bound(m);
    vyi_gen_shadows_store(m, &s);
    vyi_gen_shadows_free(m, &s);
}

/// An each, pass by pass: in each pass every invocation of the workgroup has one index at most.
static void run_passes(struct gen *m, const struct vyi_phase *phase)
{
    struct shape *s = m->shape;
    const struct vyi_node *n = vyi_at(m->p, phase->node);
    const vyi_ref *kids = m->p->extra.at + n->list;
    LLVMBasicBlockRef head = vyi_gen_block(m, "passes"), body = vyi_gen_block(m, "pass"),
                      done = vyi_gen_block(m, "passed");
    struct val from = vyi_gen_expr(m, kids[0]), to = vyi_gen_expr(m, kids[1]);
    LLVMValueRef total = vyi_gen_in_64(m, vyi_gen_distance(m, from.type, from.v, to.v));
    LLVMValueRef group = vyi_gen_in_64(m, s->group), at = vyi_gen_alloca(m, type_i64(m), "at");
    LLVMBuildStore(m->b,
                   LLVMBuildMul(m->b, group, vyi_gen_int(m, 64, m->phases->policy.volume), ""), at);
    branch(m, head);
    vyi_gen_enter(m, head);
    LLVMValueRef now = LLVMBuildLoad2(m->b, type_i64(m), at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, now, total, ""), body, done);
    vyi_gen_enter(m, body);
    m->target->poll(m, vyi_gen_int(m, 32, m->phases->policy.volume / m->phases->policy.lanes + 1));
    s->pass_first = now;
    s->pass_left = LLVMBuildSub(m->b, total, now, "");
    run_items(m, phase);
    s->pass_first = s->pass_left = NULL;
    now = LLVMBuildLoad2(m->b, type_i64(m), at, "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, now, m->target->invocations(m), ""), at);
    branch(m, head);
    vyi_gen_enter(m, done);
}

static void copy(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    struct val v[3];
    LLVMBasicBlockRef none = NULL;
    vyi_kids(m->p, n, &kids);
    if (m->phases->returns) { // of a workgroup that has returned nothing is copied
        LLVMBasicBlockRef some = vyi_gen_block(m, "some");
        none = vyi_gen_block(m, "none");
        LLVMBuildCondBr(m->b, vyi_cpu_group_lives(m), some, none);
        vyi_gen_enter(m, some);
    }
    vyi_gen_exprs(m, kids, 3, v);
    vyi_gen_async_copy(m, n, v, 1);
    if (!none)
        return;
    branch(m, none);
    vyi_gen_enter(m, none);
}

static void fixpoint_done(struct gen *m, uint32_t number, LLVMValueRef passes, LLVMValueRef again)
{
    LLVMValueRef args[] = {m->shape->thread, vyi_gen_int(m, 32, number), passes, again};
    vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, fixpoint), LLVMVoidTypeInContext(m->context), args,
               4);
}

const struct kernel_target vyi_cpu_kernel_target = {
    .scope = VYI_SCOPE_WORKGROUP,
    .thread_runs_group = true,
    .begin = vyi_cpu_begin,
    .end = vyi_cpu_end,
    .groups_begin = vyi_cpu_groups_begin,
    .groups_end = vyi_cpu_groups_end,
    .clear = clear_group,
    .items = run_items,
    .passes = run_passes,
    .group_lives = vyi_cpu_group_lives,
    .copy = copy,
    .group_collective = vyi_cpu_group_collective,
    .grid_operand = vyi_cpu_grid_operand,
    .grid_collective = vyi_cpu_grid_collective,
    .fixpoint_done = fixpoint_done,
};
