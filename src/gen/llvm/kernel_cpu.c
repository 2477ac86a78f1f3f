// The cpu's threads: one takes workgroups, and runs the invocations of each, `lanes` at a time.
#include "gen/llvm/cpu.h"
#include "gen/llvm/flow.h"

#include <stddef.h>

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
        LLVMValueRef bytes = imul(m, m->target->count(m, i), i64(m, vyi_type_bytes(b->elem)));
        LLVMBuildMemSet(m->b, m->target->buffer(m, i), i8(m, 0), bytes, 64);
    }
    if (m->phases->returns)
        LLVMBuildMemSet(m->b, vyi_cpu_dead_bytes(m), i8(m, 0),
                        i64(m, vyi_phase_padded(&m->phases->policy)), 64);
}

static struct groups groups_begin(struct gen *m)
{
    struct shape *s = m->shape;
    struct groups g = {.take = new_block(m, "groups"),
                       .head = new_block(m, "group"),
                       .done = new_block(m, "groups.done"),
                       .at = vyi_gen_alloca(m, type_i32(m), "first"),
                       .end = vyi_gen_alloca(m, type_i32(m), "end")};
    // Two segments in a row, as around an if whose barrier is not reached: a workgroup's second
    // must not begin in one thread while its first goes on in another.
    vyi_gen_regroup(m);
    store(m, i1(m, true), s->ran);
    br_enter(m, g.take);
    LLVMValueRef more = vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, take), type_i32(m),
                                   ARGS(s->thread, g.at, g.end));
    br_if(m, is_set(m, more), g.head, g.done);
    enter(m, g.head);
    s->group = get(m, g.at);
    vyi_gen_find_group(m, s->group, s->wid);
    vyi_gen_find_spill(m);
    return g;
}

static void groups_end(struct gen *m, struct groups g)
{
    struct shape *s = m->shape;
    if (m->phases->returns) {
        struct fork f = if_begin(m, vyi_cpu_group_lives(m), "tell");
        vyi_cpu_store(m, i32(m, 1), vyi_gen_block_pointer(m, offsetof(struct vyi_cpu_block, alive)),
                      VYI_ORDER_RELAXED);
        if_end(m, &f);
    }
    LLVMValueRef at = nuw_add(m, get(m, g.at), i32(m, 1));
    store(m, at, g.at);
    br_if(m, ult(m, at, get(m, g.end)), g.head, g.take);
    enter(m, g.done);
    s->group = s->spill = NULL;
}

// ---- the invocations of a workgroup ----
/// Which invocations of the present vector have not returned.
static LLVMValueRef living_lanes(struct gen *m)
{
    LLVMValueRef at;
    return is_zero(m, vyi_cpu_dead_lanes(m, &at));
}

struct items_loop vyi_cpu_items_begin(struct gen *m)
{
    struct shape *s = m->shape;
    struct items_loop l = {.lanes = m->lanes, .next = new_block(m, "items.next")};
    m->lanes = m->phases->policy.lanes;
    l.items = do_begin(m, i32(m, 0), "items");
    s->item = l.items.now;
    m->mask = NULL;
    if (m->phases->policy.volume % m->lanes) {
        struct val number = {s->item, VY_TYPE_U32, LINEAR, true, false};
        m->mask =
            ult(m, vyi_gen_spread(m, number), vyi_gen_splat(m, i32(m, m->phases->policy.volume)));
    }
    if (!m->phases->returns)
        return l;
    LLVMValueRef lives = both(m, m->mask, living_lanes(m));
    leave_unless(m, vyi_gen_any(m, lives), l.next, "living");
    if (m->lanes > 1)
        m->mask = lives;
    return l;
}

void vyi_cpu_items_end(struct gen *m, struct items_loop l)
{
    br_enter(m, l.next);
    LLVMValueRef i = nuw_add(m, get(m, l.items.at), i32(m, m->lanes));
    store(m, i, l.items.at);
    br_if(m, ult(m, i, i32(m, m->phases->policy.volume)), l.items.head, l.items.done);
    enter(m, l.items.done);
    m->mask = NULL;
    m->lanes = l.lanes;
    m->shape->item = NULL;
}

static void forget_bound(struct gen *m)
{
    for (uint32_t i = 0; i < m->p->locals.count; i++)
        m->shape->places[i].bound.v = NULL;
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
    LLVMValueRef there = m->mask, lives = NULL;
    vyi_gen_shadows_take(m, &s);
    vyi_gen_copies_begin(m);
    vyi_gen_statements(m, list, phase->count);
    vyi_gen_copies_end(m);
    if (s.at.count && m->phases->returns) // who has returned may not have come to the assignment
        lives = vyi_gen_any(m, both(m, living_lanes(m), there));
    struct fork f = if_begin(m, lives, "some");
    for (uint32_t i = 0; i < s.at.count; i++)
        store(m, get(m, s.at.at[i].copy), s.at.at[i].last);
    if_end(m, &f);
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
    const struct vyi_phase_policy *policy = &m->phases->policy;
    const vyi_ref *kids = m->p->extra.at + vyi_at(m->p, phase->node)->list;
    struct val from = vyi_gen_expr(m, kids[0]), to = vyi_gen_expr(m, kids[1]);
    LLVMValueRef total = to_i64(m, vyi_gen_distance(m, from.type, from.v, to.v));
    LLVMValueRef first = imul(m, to_i64(m, s->group), i64(m, policy->volume));
    struct loop l = loop_begin(m, first, total, "passes");
    m->target->poll(m, i32(m, policy->volume / policy->lanes + 1));
    s->pass_first = l.now;
    s->pass_left = isub(m, total, l.now);
    run_items(m, phase);
    s->pass_first = s->pass_left = NULL;
    loop_end(m, &l, vyi_gen_invocations(m));
}

static void copy(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    struct val v[3];
    vyi_kids(m->p, n, &kids);
    // Of a workgroup that has returned nothing is copied.
    struct fork f = if_begin(m, m->phases->returns ? vyi_cpu_group_lives(m) : NULL, "some");
    vyi_gen_exprs(m, kids, 3, v);
    vyi_gen_async_copy(m, n, v, 1);
    if_end(m, &f);
}

static void fixpoint_done(struct gen *m, uint32_t number, LLVMValueRef passes, LLVMValueRef again)
{
    vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, fixpoint), type_void(m),
               ARGS(m->shape->thread, i32(m, number), passes, again));
}

const struct kernel_target vyi_cpu_kernel_target = {
    .scope = VYI_SCOPE_WORKGROUP,
    .thread_runs_group = true,
    .begin = vyi_cpu_begin,
    .end = vyi_cpu_end,
    .groups_begin = groups_begin,
    .groups_end = groups_end,
    .clear = clear_group,
    .items = run_items,
    .passes = run_passes,
    .group_lives = vyi_cpu_group_lives,
    .copy = copy,
    .group_collective = vyi_cpu_group_collective,
    .grid_part = vyi_cpu_grid_part,
    .combine_parts = vyi_cpu_combine_parts,
    .group_scan = vyi_cpu_group_scan,
    .some_live = vyi_cpu_group_lives,
    .fixpoint_done = fixpoint_done,
};
