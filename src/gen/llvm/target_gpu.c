// NVIDIA's GPUs as a target: ids, buffers and params come from special registers and from the block
// of the launch.
#include "gen/llvm/access.h"
#include "gen/llvm/gpu.h"
#include "plan/work.h"

#include <stddef.h>

// ---- ids ----
/// Flat, with one axis: the id is the invocation's number, whatever the workgroup.
static bool is_number(const struct gen *m)
{
    const struct shape *s = m->shape;
    return s->gpu->teams.flat && m->p->grid_rank <= 1 && s->workgroup[1] * s->workgroup[2] == 1;
}

static LLVMValueRef global_id(struct gen *m, uint32_t axis)
{
    const struct shape *s = m->shape;
    if (axis == 0 && is_number(m))
        return s->gpu->number;
    LLVMValueRef first = imul(m, s->wid[axis], i32(m, s->workgroup[axis]));
    return iadd(m, first, vyi_gen_local_id(m, axis).v);
}

static struct val id(struct gen *m, uint32_t which, uint32_t axis)
{
    const struct shape *s = m->shape;
    LLVMValueRef size = i32(m, s->workgroup[axis]), v;
    switch (which) {
    case VYI_ID_LID: v = vyi_gen_local_id(m, axis).v; break;
    case VYI_ID_WID: v = s->wid[axis]; break;
    case VYI_ID_GID: v = global_id(m, axis); break;
    case VYI_ID_WORKGROUP_SIZE: v = size; break;
    case VYI_ID_WORKGROUPS: v = vyi_gen_groups_along(m, axis); break;
    case VYI_ID_GRID_SIZE: v = imul(m, vyi_gen_groups_along(m, axis), size); break;
    case VYI_ID_LANE: v = iand(m, s->item, i32(m, WARP - 1)); break;
    default: v = ushr(m, s->item, i32(m, 5)); break; // subgroup
    }
    bool run = m->lanes > 1 && !axis &&
               (which == VYI_ID_LID || which == VYI_ID_GID || which == VYI_ID_LANE);
    return (struct val){v, VY_TYPE_U32, run ? LINEAR : SAME, run, run};
}

static struct val number(struct gen *m)
{
    const struct shape *s = m->shape;
    bool run = m->lanes > 1;
    if (s->gpu->teams.flat)
        return (struct val){to_i64(m, s->gpu->number), VY_TYPE_U64, run ? LINEAR : SAME, run, run};
    LLVMValueRef first = imul(m, to_i64(m, s->group), i64(m, m->phases->policy.volume));
    return vyi_gen_same(VY_TYPE_U64, iadd(m, first, to_i64(m, s->item)));
}

// ---- buffers and numbers of the launch ----
static LLVMValueRef buffer(struct gen *m, uint32_t b)
{
    enum { MOST_ALIGNED = 16 }; // bytes: there are no accesses that want more
    struct shape *s = m->shape;
    uint32_t align = m->p->buffers.at[b].align;
    if (m->p->buffers.at[b].role == VY_ROLE_SHARED)
        return vyi_gen_field(m, m->phases->policy.virtual_groups ? s->spill : s->gpu->own,
                             m->phases->shared[b]);
    LLVMValueRef at = vyi_gen_block_pointer(m, m->target->slots + 8 * vyi_slot_buffer(m->p, b));
    LLVMMetadataRef bytes = vyi_gen_number(m, 64, align < MOST_ALIGNED ? align : MOST_ALIGNED);
    if (align > 1)
        vyi_gen_note(m, at, "align", &bytes, 1);
    return at;
}

/// A number of elements: below 2^32, so that products of it are cheap. A size beyond that is one of
/// a buffer with no elements at all, where every index is out of bounds along another axis.
static LLVMValueRef elements(struct gen *m, uint32_t index)
{
    return to_i64(m, vyi_gen_slot_at(m, index, type_i32(m)));
}

static uint32_t slot_of_size(const vy_program *p, uint32_t b, uint32_t axis);

/// Where the value of a size's expression is found, if not in the buffer's own slots: 0.
static uint32_t slot_of_value(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op == VYI_OP_PARAM && p->params.at[n->x].type == VY_TYPE_U32)
        return vyi_slot_param(n->x) + 1;
    if (n->op == VYI_OP_LEN && !n->n && p->buffers.at[n->x].rank != 1)
        return vyi_slot_buffer(p, n->x) + 2;
    if (n->op == VYI_OP_LEN)
        return slot_of_size(p, n->x, n->n ? n->n - 1 : 0) + 1;
    if (n->op != VYI_OP_CONST)
        return 0;
    uint32_t at = slot_of_value(p, p->consts.at[n->x].value);
    bool small = p->consts.at[n->x].type == VY_TYPE_U32;
    return at || !small ? at : vyi_slot_const(p, n->x) + 1;
}

/// Sizes that are the same expression are one value, so that a check holds for all of them.
static uint32_t slot_of_size(const vy_program *p, uint32_t b, uint32_t axis)
{
    const struct vyi_buffer *buffer_ = &p->buffers.at[b];
    uint32_t own = vyi_slot_buffer(p, b) + (buffer_->rank == 1 ? 1 : 2 + axis);
    uint32_t at = buffer_->size[axis].i ? slot_of_value(p, buffer_->size[axis]) : 0;
    return at ? at - 1 : own;
}

static LLVMValueRef size(struct gen *m, uint32_t b, uint32_t axis)
{
    const struct vyi_buffer *buffer_ = &m->p->buffers.at[b];
    const struct vyi_node *n = vyi_at(m->p, buffer_->size[axis]);
    if (buffer_->role == VY_ROLE_SHARED || (buffer_->size[axis].i && n->op == VYI_OP_LITERAL))
        return i64(m, vyi_literal_bits(n));
    return elements(m, slot_of_size(m->p, b, axis));
}

static LLVMValueRef count(struct gen *m, uint32_t b)
{
    const struct vyi_buffer *buffer_ = &m->p->buffers.at[b];
    if (buffer_->role == VY_ROLE_SHARED)
        return i64(m, vyi_plan_elements(m->p, buffer_));
    return buffer_->rank == 1 ? size(m, b, 0) : elements(m, vyi_slot_buffer(m->p, b) + 1);
}

// ---- stopping ----
/// Threads that walk together leave together, where barriers count them.
static LLVMValueRef together(struct gen *m, LLVMValueRef stop)
{
    const struct shape *s = m->shape;
    if (m->flow || s->gpu->teams.flat || s->gpu->teams.most_teams == 1)
        return stop;
    return vyi_gpu_any(m, s->group ? VYI_SCOPE_WORKGROUP : VYI_SCOPE_GRID, stop);
}

static void poll(struct gen *m, LLVMValueRef cost)
{
    struct shape *s = m->shape;
    if (m->request->unchecked)
        return;
    // Threads that walk together must poll together: fuel that an invocation used up is its own.
    LLVMValueRef at = s->gpu->fuel[m->flow ? 0 : s->group ? 1 : 2];
    LLVMValueRef fuel = isub(m, get(m, at), cost);
    if (m->flow) {
        store(m, vyi_gpu_poll_or_exit(m, fuel), at);
        return;
    }
    store(m, fuel, at);
    struct fork f = if_begin(m, slt(m, fuel, i32(m, 0)), "poll");
    vyi_gen_unlikely(m, f.branch);
    store(m, i32(m, FUEL), at);
    br_if(m, together(m, vyi_gpu_must_stop(m)), s->out, f.on);
    enter(m, f.on);
}

static LLVMValueRef clock_now(struct gen *m)
{
    return vyi_gpu_asm(m, ASM_MEMORY, "mov.u64 $0, %globaltimer;", "=l", type_i64(m), NO_ARGS);
}

static void pause_here(struct gen *m)
{
    vyi_gpu_asm(m, ASM_MEMORY, "nanosleep.u32 $0;", "r", type_void(m), ARGS(i32(m, 64)));
    poll(m, i32(m, 64));
}

static void fence(struct gen *m)
{
    vyi_gpu_asm(m, ASM_MEMORY, "fence.sc.sys;", "", type_void(m), NO_ARGS);
}

const struct target vyi_cuda_target = {
    .id = id,
    .number = number,
    .buffer = buffer,
    .count = count,
    .size = size,
    .poll = poll,
    .again = vyi_gpu_again,
    .fail = vyi_gpu_fail,
    .print = vyi_gpu_print,
    .clock = clock_now,
    .pause = pause_here,
    .fence = fence,
    .synchronise = vyi_gpu_synchronise,
    .bury = vyi_gpu_bury,
    .load = vyi_gpu_load,
    .store = vyi_gpu_store,
    .update = vyi_gpu_update,
    .exchange_if = vyi_gpu_exchange_if,
    .together = vyi_gpu_together,
    .update_together = vyi_gpu_update_together,
    .append_batches = vyi_gpu_append_batches,
    .load_if = vyi_gpu_load_if,
    .stream_store = vyi_gpu_stream_store,
    .thread_per_item = true,
    .counts_in_32_bits = true,
    .aligned_loads = true,
    .space = SPACE_GLOBAL,
    .slots = offsetof(struct vyi_cuda_block, slot),
    .spill = offsetof(struct vyi_cuda_block, spill),
    .parts = offsetof(struct vyi_cuda_block, parts),
};
