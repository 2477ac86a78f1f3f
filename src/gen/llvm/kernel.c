// The kernel's skeleton: the grid's and the workgroups' control flow, and the loops over workgroups
// and invocations in between.
//
// A loop that holds barriers ends when nobody in its scope lives. Within a workgroup that is read
// from the bytes of the dead; of the grid, workgroups tell it before each meeting.
#include "gen/llvm/flow.h"
#include "gen/llvm/gpu.h"
#include "plan/work.h"

#include <stddef.h>

static void grid_list(struct gen *m, const vyi_ref *list, uint32_t count);
static void group_list(struct gen *m, const vyi_ref *list, uint32_t count);

static void branch(struct gen *m, LLVMBasicBlockRef to)
{
    LLVMBuildBr(m->b, to);
}

// ---- the group level ----
/// As all see it who walk this level together.
static LLVMValueRef condition(struct gen *m, const struct vyi_node *n)
{
    LLVMValueRef c = vyi_gen_expr(m, n->kid[0]).v;
    return m->target->apart && m->shape->group ? vyi_gpu_agree(m, n, c) : c;
}

static void group_while(struct gen *m, const struct vyi_node *n)
{
    LLVMBasicBlockRef head = vyi_gen_block(m, "while"), body = vyi_gen_block(m, "do"),
                      done = vyi_gen_block(m, "done");
    branch(m, head);
    vyi_gen_enter(m, head);
    m->target->poll(m, vyi_gen_int(m, 32, m->shape->volume / m->shape->lanes + 1));
    if (m->shape->returns && !m->target->apart) {
        LLVMBasicBlockRef test = vyi_gen_block(m, "test");
        LLVMBuildCondBr(m->b, vyi_gen_group_lives(m), test, done);
        vyi_gen_enter(m, test);
    }
    LLVMBuildCondBr(m->b, condition(m, n), body, done);
    vyi_gen_enter(m, body);
    const struct vyi_node *seq = vyi_at(m->p, n->kid[1]);
    group_list(m, m->p->extra.at + seq->list, seq->x);
    branch(m, head);
    vyi_gen_enter(m, done);
}

static void group_statement(struct gen *m, vyi_ref r);

static void either(struct gen *m, const struct vyi_node *n,
                   void (*statement)(struct gen *, vyi_ref))
{
    LLVMBasicBlockRef then = vyi_gen_block(m, "then"), other = vyi_gen_block(m, "else"),
                      done = vyi_gen_block(m, "done");
    LLVMBuildCondBr(m->b, condition(m, n), then, other);
    vyi_gen_enter(m, then);
    statement(m, n->kid[1]);
    branch(m, done);
    vyi_gen_enter(m, other);
    if (n->kid[2].i)
        statement(m, n->kid[2]);
    branch(m, done);
    vyi_gen_enter(m, done);
}

/// Of a workgroup that has returned nothing is copied. On a GPU no thread of it comes here.
static void copy(struct gen *m, const struct vyi_node *n)
{
    if (!m->shape->returns || m->target->apart) {
        vyi_gen_async_copy(m, n);
        return;
    }
    LLVMBasicBlockRef some = vyi_gen_block(m, "some"), none = vyi_gen_block(m, "none");
    LLVMBuildCondBr(m->b, vyi_gen_group_lives(m), some, none);
    vyi_gen_enter(m, some);
    vyi_gen_async_copy(m, n);
    branch(m, none);
    vyi_gen_enter(m, none);
}

static void group_statement(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    switch (n->op) {
    case VYI_OP_SEQ: group_list(m, m->p->extra.at + n->list, n->x); break;
    case VYI_OP_REGION: group_statement(m, n->kid[0]); break;
    case VYI_OP_IF: either(m, n, group_statement); break;
    case VYI_OP_WHILE: group_while(m, n); break;
    case VYI_OP_ASYNC_COPY: copy(m, n); break;
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
        if (m->target->apart)
            vyi_gpu_collective(m, n->x, vyi_at(m->p, n->kid[0]));
        else
            vyi_gen_group_collective(m, n->x, vyi_at(m->p, n->kid[0]));
        break;
    default: // barrier, wait: where there is one thread, the invocations have all come here
        if (m->target->apart)
            vyi_gpu_barrier(m);
        break;
    }
}

/// An each, pass by pass: in each pass every invocation of the workgroup has one index at most.
static void group_passes(struct gen *m, vyi_ref r)
{
    struct shape *s = m->shape;
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids = m->p->extra.at + n->list;
    LLVMBasicBlockRef head = vyi_gen_block(m, "passes"), body = vyi_gen_block(m, "pass"),
                      done = vyi_gen_block(m, "passed");
    struct val from = vyi_gen_expr(m, kids[0]), to = vyi_gen_expr(m, kids[1]);
    LLVMValueRef total = vyi_gen_in_64(m, vyi_gen_distance(m, from.type, from.v, to.v));
    LLVMValueRef group = vyi_gen_in_64(m, s->group), at = vyi_gen_alloca(m, type_i64(m), "at");
    LLVMBuildStore(m->b, LLVMBuildMul(m->b, group, vyi_gen_int(m, 64, s->volume), ""), at);
    branch(m, head);
    vyi_gen_enter(m, head);
    LLVMValueRef now = LLVMBuildLoad2(m->b, type_i64(m), at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, now, total, ""), body, done);
    vyi_gen_enter(m, body);
    m->target->poll(m, vyi_gen_int(m, 32, s->volume / s->lanes + 1));
    s->pass_first = now;
    s->pass_left = LLVMBuildSub(m->b, total, now, "");
    vyi_gen_item_stretch(m, &r, 1);
    s->pass_first = s->pass_left = NULL;
    now = LLVMBuildLoad2(m->b, type_i64(m), at, "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, now, m->target->invocations(m), ""), at);
    branch(m, head);
    vyi_gen_enter(m, done);
}

static void group_list(struct gen *m, const vyi_ref *list, uint32_t count)
{
    for (uint32_t i = 0; i < count && !m->status; i++) {
        uint32_t first = i;
        while (i < count && !m->shape->group_sync[list[i].i] && !vyi_gen_in_passes(m, list[i]))
            i++;
        if (i > first)
            vyi_gen_item_stretch(m, list + first, i - first);
        if (i < count && !m->shape->group_sync[list[i].i])
            group_passes(m, list[i]);
        else if (i < count)
            group_statement(m, list[i]);
    }
}

// ---- the workgroups of a thread ----
/// Shared memory and the dead begin as zeros; what is in keep was cleared by the device.
static void clear_group(struct gen *m)
{
    struct shape *s = m->shape;
    if (s->meets || m->target->apart)
        return;
    for (uint32_t i = 0; i < m->p->buffers.count; i++) {
        const struct vyi_buffer *b = &m->p->buffers.at[i];
        if (b->role != VY_ROLE_SHARED)
            continue;
        LLVMValueRef bytes = LLVMBuildMul(m->b, m->target->count(m, i),
                                          vyi_gen_int(m, 64, vyi_type_bytes(b->elem)), "");
        LLVMBuildMemSet(m->b, m->target->buffer(m, i), vyi_gen_int(m, 8, 0), bytes, 64);
    }
    if (s->returns)
        LLVMBuildMemSet(m->b, vyi_gen_dead_bytes(m), vyi_gen_int(m, 8, 0),
                        vyi_gen_int(m, 64, s->padded), 64);
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
                       vyi_gen_field(m, s->block, offsetof(struct vyi_cpu_block, keep)), "");
    LLVMValueRef at = LLVMBuildMul(m->b, LLVMBuildZExt(m->b, group, type_i64(m), ""),
                                   vyi_gen_int(m, 64, s->keep_bytes), "");
    s->keep = LLVMBuildGEP2(m->b, type_i8(m), keep, &at, 1, "keep");
}

/// Where workgroups have run since the last meeting: one that is no barrier of the program's.
static void regroup(struct gen *m)
{
    LLVMBasicBlockRef again = vyi_gen_block(m, "regroup"), on = vyi_gen_block(m, "on");
    LLVMBuildCondBr(m->b, LLVMBuildLoad2(m->b, type_i1(m), m->shape->ran, ""), again, on);
    vyi_gen_enter(m, again);
    vyi_gen_meet(m, VYI_CPU_REGROUP);
    branch(m, on);
    vyi_gen_enter(m, on);
}

struct groups vyi_gen_groups_begin(struct gen *m)
{
    struct shape *s = m->shape;
    if (m->target->apart)
        return vyi_gpu_groups_begin(m);
    struct groups g = {.take = vyi_gen_block(m, "groups"),
                       .head = vyi_gen_block(m, "group"),
                       .next = vyi_gen_block(m, "groups.next"),
                       .done = vyi_gen_block(m, "groups.done"),
                       .at = vyi_gen_alloca(m, type_i32(m), "first"),
                       .end = vyi_gen_alloca(m, type_i32(m), "end")};
    // Two stretches in a row, as around an if whose barrier nobody came to: a workgroup's second
    // must not begin in one thread while its first goes on in another.
    regroup(m);
    LLVMBuildStore(m->b, vyi_gen_int(m, 1, 1), s->ran);
    branch(m, g.take);
    vyi_gen_enter(m, g.take);
    LLVMValueRef args[] = {s->thread, g.at, g.end};
    LLVMValueRef more = vyi_gen_fn(m, offsetof(struct vyi_cpu_fns, take), type_i32(m), args, 3);
    more = LLVMBuildICmp(m->b, LLVMIntNE, more, vyi_gen_int(m, 32, 0), "");
    LLVMBuildCondBr(m->b, more, g.head, g.done);
    vyi_gen_enter(m, g.head);
    number_group(m, LLVMBuildLoad2(m->b, type_i32(m), g.at, "group"));
    return g;
}

void vyi_gen_groups_end(struct gen *m, struct groups g)
{
    struct shape *s = m->shape;
    if (m->target->apart) {
        vyi_gpu_groups_end(m, g);
        return;
    }
    if (s->returns) {
        LLVMBasicBlockRef tell = vyi_gen_block(m, "tell"), on = vyi_gen_block(m, "on");
        LLVMBuildCondBr(m->b, vyi_gen_group_lives(m), tell, on);
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
    s->group = s->keep = NULL;
}

static void notice_sliced(struct gen *m, uint32_t local, void *user)
{
    *(bool *)user |= m->shape->places[local].sliced;
}

static bool gives_sliced(struct gen *m, const vyi_ref *list, uint32_t count)
{
    bool found = false;
    for (uint32_t i = 0; i < count; i++)
        vyi_gen_assigned(m, list[i], notice_sliced, &found);
    return found;
}

/// The statements, and then, where there is one, what workgroups give to a grid collective.
static void group_stretch(struct gen *m, const vyi_ref *list, uint32_t count,
                          const struct vyi_node *give)
{
    vyi_ref operand = give ? give->kid[0] : (vyi_ref){0};
    m->shape->redeal = vyi_gen_deals_freely(m, list, count, operand);
    struct shadows now = vyi_gen_shadows_begin(m, list, count, false),
                   own = vyi_gen_shadows_begin(m, list, count, false);
    vyi_gen_shadows_take(m, &now); // what the statements make of them, by this thread for itself
    if (now.at.count || gives_sliced(m, list, count))
        vyi_gen_slice(m, list, count);
    vyi_gen_shadows_drop(m, &now);
    if (give || vyi_gen_has_effects(m, list, count)) {
        struct groups g = vyi_gen_groups_begin(m);
        clear_group(m);
        vyi_gen_shadows_take(m, &own);
        group_list(m, list, count);
        if (give && m->target->apart)
            vyi_gpu_grid_part(m, give);
        else if (give)
            vyi_gen_grid_part(m, give);
        vyi_gen_shadows_drop(m, &own);
        vyi_gen_groups_end(m, g);
    }
    for (uint32_t i = 0; i < now.at.count; i++) {
        uint8_t type = m->p->locals.at[now.at.at[i].local].type;
        LLVMValueRef v = LLVMBuildLoad2(m->b, vyi_gen_slot(m, type), now.at.at[i].copy, "");
        if (type == VY_TYPE_BOOL)
            v = LLVMBuildTrunc(m->b, v, type_i1(m), "");
        vyi_gen_set(m, now.at.at[i].local, vyi_gen_same(type, v), true);
    }
    vyi_gen_shadows_free(m, &now);
    vyi_gen_shadows_free(m, &own);
}

// ---- the grid level ----
void vyi_gen_met(struct gen *m, LLVMValueRef flags)
{
    struct shape *s = m->shape;
    LLVMBasicBlockRef on = vyi_gen_block(m, "met");
    LLVMValueRef stop = LLVMBuildAnd(m->b, flags, vyi_gen_int(m, 32, VYI_CPU_STOP), "");
    stop = LLVMBuildICmp(m->b, LLVMIntNE, stop, vyi_gen_int(m, 32, 0), "");
    LLVMBuildCondBr(m->b, stop, s->out, on);
    vyi_gen_enter(m, on);
    if (s->returns) {
        LLVMValueRef alive = LLVMBuildAnd(m->b, flags, vyi_gen_int(m, 32, VYI_CPU_ALIVE), "");
        alive = LLVMBuildICmp(m->b, LLVMIntNE, alive, vyi_gen_int(m, 32, 0), "");
        LLVMValueRef ran = LLVMBuildLoad2(m->b, type_i1(m), s->ran, "");
        LLVMValueRef old = LLVMBuildLoad2(m->b, type_i1(m), s->alive, "");
        LLVMBuildStore(m->b, LLVMBuildSelect(m->b, ran, alive, old, ""), s->alive);
    }
    LLVMBuildStore(m->b, vyi_gen_int(m, 1, 0), s->ran);
}

LLVMValueRef vyi_gen_meet(struct gen *m, uint32_t fixpoint)
{
    LLVMValueRef args[] = {m->shape->thread, vyi_gen_int(m, 32, fixpoint)};
    LLVMValueRef flags =
        m->target->apart ? vyi_gpu_meet(m, fixpoint)
                         : vyi_gen_fn(m, offsetof(struct vyi_cpu_fns, meet), type_i32(m), args, 2);
    vyi_gen_met(m, flags);
    return flags;
}

static LLVMValueRef grid_lives(struct gen *m)
{
    return LLVMBuildLoad2(m->b, type_i1(m), m->shape->alive, "");
}

static void grid_statement(struct gen *m, vyi_ref r);

static void grid_while(struct gen *m, const struct vyi_node *n)
{
    LLVMBasicBlockRef head = vyi_gen_block(m, "while"), body = vyi_gen_block(m, "do"),
                      done = vyi_gen_block(m, "done");
    if (m->shape->returns)
        regroup(m);
    branch(m, head);
    vyi_gen_enter(m, head);
    m->target->poll(m, vyi_gen_int(m, 32, 64));
    if (m->shape->returns) {
        LLVMBasicBlockRef test = vyi_gen_block(m, "test");
        LLVMBuildCondBr(m->b, grid_lives(m), test, done);
        vyi_gen_enter(m, test);
    }
    struct val c = vyi_gen_expr(m, n->kid[0]);
    LLVMBuildCondBr(m->b, c.v, body, done);
    vyi_gen_enter(m, body);
    grid_statement(m, n->kid[1]);
    if (m->shape->returns)
        regroup(m); // or nobody would know that all have returned
    branch(m, head);
    vyi_gen_enter(m, done);
}

static void fixpoint(struct gen *m, const struct vyi_node *n)
{
    struct shape *s = m->shape;
    const vyi_ref *kids = m->p->extra.at + n->list;
    uint32_t number = s->fixpoints++, outer = s->fixpoint;
    LLVMBasicBlockRef enter = vyi_gen_block(m, "fixpoint"), pass = vyi_gen_block(m, "pass"),
                      next = vyi_gen_block(m, "next"), done = vyi_gen_block(m, "done"),
                      after = vyi_gen_block(m, "after");
    LLVMValueRef k = vyi_gen_alloca(m, type_i32(m), "k"),
                 passes = vyi_gen_alloca(m, type_i32(m), "passes"),
                 again = vyi_gen_alloca(m, type_i32(m), "again"), zero = vyi_gen_int(m, 32, 0);
    if (n->aux)
        vyi_gen_set(m, n->aux - 1, vyi_gen_same(VY_TYPE_U32, zero), true);
    if (s->returns) {
        regroup(m); // nobody enters it where all have returned since the last meeting
        LLVMBuildCondBr(m->b, grid_lives(m), enter, after);
    } else {
        branch(m, enter);
    }
    vyi_gen_enter(m, enter);
    LLVMValueRef from = vyi_gen_expr(m, kids[0]).v, to = vyi_gen_expr(m, kids[1]).v;
    LLVMBuildStore(m->b, from, k);
    LLVMBuildStore(m->b, zero, passes);
    LLVMBuildStore(m->b, zero, again);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, from, to, ""), pass, done);

    vyi_gen_enter(m, pass);
    vyi_gen_set(m, n->x, vyi_gen_same(VY_TYPE_U32, LLVMBuildLoad2(m->b, type_i32(m), k, "")), true);
    s->fixpoint = number + 1;
    grid_statement(m, kids[2]);
    s->fixpoint = outer;
    LLVMValueRef flags = vyi_gen_meet(m, number + 1);
    LLVMValueRef said = LLVMBuildAnd(m->b, flags, vyi_gen_int(m, 32, VYI_CPU_AGAIN), "");
    LLVMValueRef one = vyi_gen_int(m, 32, 1);
    LLVMValueRef count = LLVMBuildLoad2(m->b, type_i32(m), passes, "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, count, one, ""), passes);
    LLVMBuildStore(m->b, said, again);
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntNE, said, zero, "");
    if (s->returns)
        more = LLVMBuildAnd(m->b, more, grid_lives(m), "");
    LLVMBuildCondBr(m->b, more, next, done);

    vyi_gen_enter(m, next);
    LLVMValueRef up = LLVMBuildAdd(m->b, LLVMBuildLoad2(m->b, type_i32(m), k, ""), one, "");
    LLVMBuildStore(m->b, up, k);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, up, to, ""), pass, done);

    vyi_gen_enter(m, done);
    LLVMValueRef all = LLVMBuildLoad2(m->b, type_i32(m), passes, "");
    LLVMValueRef args[] = {s->thread, vyi_gen_int(m, 32, number), all,
                           LLVMBuildLoad2(m->b, type_i32(m), again, "")};
    if (m->target->apart)
        vyi_gpu_fixpoint(m, number, all, args[3]);
    else
        vyi_gen_fn(m, offsetof(struct vyi_cpu_fns, fixpoint), LLVMVoidTypeInContext(m->context),
                   args, 4);
    if (n->aux)
        vyi_gen_set(m, n->aux - 1, vyi_gen_same(VY_TYPE_U32, all), true);
    branch(m, after);
    vyi_gen_enter(m, after);
}

static void grid_statement(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    switch (n->op) {
    case VYI_OP_SEQ: grid_list(m, m->p->extra.at + n->list, n->x); break;
    case VYI_OP_REGION: grid_statement(m, n->kid[0]); break;
    case VYI_OP_IF: either(m, n, grid_statement); break;
    case VYI_OP_WHILE: grid_while(m, n); break;
    case VYI_OP_FIXPOINT: fixpoint(m, n); break;
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
        if (m->target->apart)
            vyi_gpu_grid_collective(m, n->x, vyi_at(m->p, n->kid[0]));
        else
            vyi_gen_grid_collective(m, n->x, vyi_at(m->p, n->kid[0]));
        break;
    case VYI_OP_BARRIER:
        if (!n->x) // else of a loop that meets anyway at the end of a pass
            vyi_gen_meet(m, 0);
        break;
    default: break;
    }
}

/// The collective that a statement consists of, where workgroups give something to it.
static const struct vyi_node *given(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    return vyi_gen_given(m, r).i ? vyi_at(m->p, n->kid[0]) : NULL;
}

static void grid_list(struct gen *m, const vyi_ref *list, uint32_t count)
{
    for (uint32_t i = 0; i < count && !m->status; i++) {
        uint32_t first = i;
        while (i < count && !m->shape->grid_sync[list[i].i])
            i++;
        const struct vyi_node *give = i < count ? given(m, list[i]) : NULL;
        if (i > first || give)
            group_stretch(m, list + first, i - first, give);
        if (i < count)
            grid_statement(m, list[i]);
    }
}

// ---- the function ----
static vy_status emit(struct gen *m)
{
    struct shape *s = m->shape;
    const uint32_t *w = m->request->workgroup;
    for (uint32_t axis = 0; axis < 3; axis++)
        s->workgroup[axis] = w[axis] ? w[axis] : 1;
    s->volume = s->workgroup[0] * s->workgroup[1] * s->workgroup[2];
    s->padded = (s->volume + VYI_SUBGROUP - 1) / VYI_SUBGROUP * VYI_SUBGROUP;
    vy_status status = vyi_levels_compute(m->p, &m->levels);
    if (!status)
        status = vyi_gen_choose_lanes(m);
    s->lanes = m->lanes;
    if (!status)
        status = vyi_gen_survey(m);
    if (status)
        return status;
    if (m->target->apart)
        status = vyi_gpu_plan(m);
    if (status)
        return status;
    m->lanes = 1; // the skeleton is scalar
    if (m->target->apart)
        vyi_gpu_begin(m);
    else
        vyi_gen_cpu_begin(m);
    const struct vyi_node *body = vyi_at(m->p, m->p->body);
    grid_list(m, m->p->extra.at + body->list, body->x);
    if (m->target->apart) {
        vyi_gpu_end(m);
        return m->status;
    }
    vyi_gen_cpu_end(m);
    return m->status;
}

enum vyi_scope vyi_gen_least_scope(const struct gen *m)
{
    return m->target->apart ? VYI_SCOPE_SUBGROUP : VYI_SCOPE_WORKGROUP;
}

vy_status vyi_gen_kernel(struct gen *m)
{
    vy_context *c = m->p->context;
    struct gpu gpu = {0};
    struct shape shape = {.gpu = &gpu};
    m->target = m->request->target == VYI_LLVM_CUDA ? &vyi_gen_cuda : &vyi_gen_cpu;
    vy_program *normal = NULL;
    const vy_program *source = m->p;
    enum vyi_scope scope = vyi_gen_least_scope(m);
    uint8_t *sync = vyi_plan_sync(source, scope, NULL);
    uint8_t *loops = vyi_calloc(c, source->nodes.count, 1);
    vy_status status = sync && loops ? VY_OK : VY_ERROR_MEMORY;
    bool meets = sync && sync[source->body.i];
    if (!status && meets)
        status = vyi_gen_slice_loops(source, loops);
    if (!status && meets)
        status = vyi_plan_normal(source, scope, loops, &normal);
    vyi_free(c, sync, source->nodes.count);
    vyi_free(c, loops, source->nodes.count);
    m->shape = &shape;
    if (normal)
        m->p = normal;
    if (!status)
        status = emit(m);
    vyi_gpu_free(m);
    vyi_gen_survey_free(m);
    vyi_vec_free(c, &shape.facts);
    vyi_free(c, shape.tables, (m->p->tables.count + 1) * sizeof *shape.tables);
    vyi_free(c, shape.scopes, (m->p->buffers.count + 1) * sizeof *shape.scopes);
    vyi_levels_free(c, &m->levels);
    m->p = source;
    vy_program_destroy(&normal);
    m->shape = NULL;
    return status;
}
