// NVIDIA's GPUs as a target: ids, buffers and params come from special registers and from the block
// of the launch.
#include "gen/llvm/access.h"
#include "gen/llvm/gpu.h"

#include <stddef.h>

static LLVMValueRef slot(struct gen *m, uint32_t index, LLVMTypeRef type)
{
    return vyi_gpu_field(m, type, offsetof(struct vyi_cuda_block, slot) + 8 * (uint64_t)index);
}

// ---- ids ----
/// Of the first lane, where there are several: those have one axis (coarse.c).
static LLVMValueRef local_id(struct gen *m, uint32_t axis)
{
    const struct shape *s = m->shape;
    const uint32_t *w = s->workgroup;
    if (axis == 0 && w[1] * w[2] == 1)
        return s->item;
    if (w[axis] == 1)
        return vyi_gen_int(m, 32, 0);
    LLVMValueRef v = s->item;
    if (axis < 2 && w[2] > 1)
        v = LLVMBuildURem(m->b, v, vyi_gen_int(m, 32, w[0] * w[1]), "");
    if (axis == 0)
        return LLVMBuildURem(m->b, v, vyi_gen_int(m, 32, w[0]), "");
    return LLVMBuildUDiv(m->b, v, vyi_gen_int(m, 32, axis == 1 ? w[0] : w[0] * w[1]), "");
}

/// Flat, with one axis: the id is the invocation's number, whatever the workgroup.
static bool is_number(const struct gen *m)
{
    const struct shape *s = m->shape;
    return s->gpu->teams.flat && m->p->grid_rank <= 1 && s->workgroup[1] * s->workgroup[2] == 1;
}

static LLVMValueRef groups_along(struct gen *m, uint32_t axis)
{
    return vyi_gpu_field(m, type_i32(m), offsetof(struct vyi_cuda_block, groups) + 4 * axis);
}

static LLVMValueRef global_id(struct gen *m, uint32_t axis)
{
    const struct shape *s = m->shape;
    if (axis == 0 && is_number(m))
        return s->gpu->number;
    LLVMValueRef size = vyi_gen_int(m, 32, s->workgroup[axis]);
    LLVMValueRef first = LLVMBuildMul(m->b, s->wid[axis], size, "");
    return LLVMBuildAdd(m->b, first, local_id(m, axis), "");
}

static struct val id(struct gen *m, uint32_t which, uint32_t axis)
{
    const struct shape *s = m->shape;
    LLVMValueRef size = vyi_gen_int(m, 32, s->workgroup[axis]), v;
    switch (which) {
    case VYI_ID_LID: v = local_id(m, axis); break;
    case VYI_ID_WID: v = s->wid[axis]; break;
    case VYI_ID_GID: v = global_id(m, axis); break;
    case VYI_ID_WORKGROUP_SIZE: v = size; break;
    case VYI_ID_WORKGROUPS: v = groups_along(m, axis); break;
    case VYI_ID_GRID_SIZE: v = LLVMBuildMul(m->b, groups_along(m, axis), size, ""); break;
    case VYI_ID_LANE: v = LLVMBuildAnd(m->b, s->item, vyi_gen_int(m, 32, WARP - 1), ""); break;
    default: v = LLVMBuildLShr(m->b, s->item, vyi_gen_int(m, 32, 5), ""); break; // subgroup
    }
    bool run = m->lanes > 1 && !axis &&
               (which == VYI_ID_LID || which == VYI_ID_GID || which == VYI_ID_LANE);
    return (struct val){v, VY_TYPE_U32, run ? LINEAR : SAME, run, run};
}

static struct val number(struct gen *m)
{
    const struct shape *s = m->shape;
    if (s->gpu->teams.flat) {
        LLVMValueRef v = LLVMBuildZExt(m->b, s->gpu->number, type_i64(m), "");
        bool run = m->lanes > 1;
        return (struct val){v, VY_TYPE_U64, run ? LINEAR : SAME, run, run};
    }
    LLVMValueRef group = LLVMBuildZExt(m->b, s->group, type_i64(m), "");
    LLVMValueRef first =
        LLVMBuildMul(m->b, group, vyi_gen_int(m, 64, m->phases->policy.volume), "");
    LLVMValueRef item = LLVMBuildZExt(m->b, s->item, type_i64(m), "");
    return vyi_gen_same(VY_TYPE_U64, LLVMBuildAdd(m->b, first, item, ""));
}

static LLVMValueRef invocations(struct gen *m)
{
    LLVMValueRef groups =
        vyi_gpu_field(m, type_i32(m), offsetof(struct vyi_cuda_block, group_count));
    groups = LLVMBuildZExt(m->b, groups, type_i64(m), "");
    return LLVMBuildMul(m->b, groups, vyi_gen_int(m, 64, m->phases->policy.volume), "");
}

// ---- buffers and numbers of the launch ----
enum { MOST_ALIGNED = 16 }; ///< bytes: there are no accesses that want more

/// What is loaded is a pointer with that alignment.
static void set_aligned(struct gen *m, LLVMValueRef load, uint32_t align)
{
    LLVMMetadataRef value = LLVMValueAsMetadata(vyi_gen_int(m, 64, align));
    LLVMMetadataRef node = LLVMMDNodeInContext2(m->context, &value, 1);
    LLVMSetMetadata(load, LLVMGetMDKindIDInContext(m->context, "align", 5),
                    LLVMMetadataAsValue(m->context, node));
}

static LLVMValueRef buffer(struct gen *m, uint32_t b)
{
    struct shape *s = m->shape;
    if (m->p->buffers.at[b].role == VY_ROLE_SHARED)
        return vyi_gen_field(m, m->phases->policy.virtual_groups ? s->spill : s->gpu->own,
                             m->phases->shared[b]);
    LLVMValueRef at = slot(m, vyi_slot_buffer(m->p, b), vyi_gpu_pointer(m, SPACE_GLOBAL));
    uint32_t align = m->p->buffers.at[b].align;
    if (align > 1)
        set_aligned(m, at, align < MOST_ALIGNED ? align : MOST_ALIGNED);
    return at;
}

/// A number of elements: below 2^32, so that products of it are cheap. A size beyond that is one of
/// a buffer with no elements at all, where every index is out of bounds along another axis.
static LLVMValueRef elements(struct gen *m, uint32_t index)
{
    return LLVMBuildZExt(m->b, slot(m, index, type_i32(m)), type_i64(m), "");
}

static uint32_t slot_of_size(const vy_program *p, uint32_t b, uint32_t axis);

/// Where the value of a size's expression is found, if not in the buffer's own slots: 0.
static uint32_t slot_of_value(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op == VYI_OP_PARAM && p->params.at[n->x].type == VY_TYPE_U32)
        return vyi_slot_param(n->x) + 1;
    if (n->op == VYI_OP_LEN && n->n)
        return slot_of_size(p, n->x, n->n - 1) + 1;
    if (n->op == VYI_OP_LEN)
        return (p->buffers.at[n->x].rank == 1 ? slot_of_size(p, n->x, 0)
                                              : vyi_slot_buffer(p, n->x) + 1) +
               1;
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
        return vyi_gen_int(m, 64, vyi_literal_bits(n));
    return elements(m, slot_of_size(m->p, b, axis));
}

static LLVMValueRef count(struct gen *m, uint32_t b)
{
    const struct vyi_buffer *buffer_ = &m->p->buffers.at[b];
    uint64_t all = 1;
    if (buffer_->role != VY_ROLE_SHARED && buffer_->rank == 1)
        return size(m, b, 0);
    if (buffer_->role != VY_ROLE_SHARED)
        return elements(m, vyi_slot_buffer(m->p, b) + 1);
    for (uint32_t axis = 0; axis < buffer_->rank; axis++)
        all *= vyi_literal_bits(vyi_at(m->p, buffer_->size[axis]));
    return vyi_gen_int(m, 64, all);
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

/// Asks where the fuel is below zero, and gives what there is then. Without a branch: one in a loop
/// has threads wait for each other in every pass.
static LLVMValueRef poll_or_exit(struct gen *m, LLVMValueRef fuel)
{
    LLVMValueRef word = vyi_gpu_stop_word(m);
    LLVMValueRef args[] = {fuel, word, vyi_gen_int(m, 32, FUEL)};
    return vyi_gpu_asm(m, ASM_ARGUMENT,
                       "{.reg .pred p, q; .reg .b32 t; setp.lt.s32 p, $1, 0; mov.b32 t, 0;"
                       " @p ld.relaxed.sys.global.b32 t, [$2]; setp.ne.s32 q, t, 0; @q exit;"
                       " selp.b32 $0, $3, $1, p;}",
                       "=r,r,l,n", type_i32(m), args, 3);
}

static void poll(struct gen *m, LLVMValueRef cost)
{
    struct shape *s = m->shape;
    LLVMValueRef zero = vyi_gen_int(m, 32, 0);
    if (m->request->unchecked)
        return;
    s->gpu->polls = true;
    // Threads that walk together must poll together: fuel that an invocation used up is its own.
    LLVMValueRef at = s->gpu->fuel[m->flow ? 0 : s->group ? 1 : 2];
    LLVMValueRef fuel = LLVMBuildLoad2(m->b, type_i32(m), at, "");
    fuel = LLVMBuildSub(m->b, fuel, cost, "");
    if (m->flow) {
        LLVMBuildStore(m->b, poll_or_exit(m, fuel), at);
        return;
    }
    LLVMBuildStore(m->b, fuel, at);
    LLVMBasicBlockRef check = vyi_gen_block(m, "poll"), on = vyi_gen_block(m, "on");
    LLVMValueRef out = LLVMBuildICmp(m->b, LLVMIntSLT, fuel, zero, "");
    vyi_gen_unlikely(m, LLVMBuildCondBr(m->b, out, check, on));
    vyi_gen_enter(m, check);
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, FUEL), at);
    LLVMValueRef word = vyi_gpu_stop_word(m);
    LLVMValueRef stop = vyi_gpu_load(m, type_i32(m), word, VYI_REACH_SYSTEM << 8);
    stop = LLVMBuildICmp(m->b, LLVMIntNE, stop, zero, "");
    LLVMBuildCondBr(m->b, together(m, stop), s->out, on);
    vyi_gen_enter(m, on);
}

static LLVMValueRef clock_now(struct gen *m)
{
    return vyi_gpu_asm(m, ASM_MEMORY, "mov.u64 $0, %globaltimer;", "=l", type_i64(m), NULL, 0);
}

static void pause_here(struct gen *m)
{
    LLVMValueRef ns = vyi_gen_int(m, 32, 64);
    vyi_gpu_asm(m, ASM_MEMORY, "nanosleep.u32 $0;", "r", LLVMVoidTypeInContext(m->context), &ns, 1);
    poll(m, vyi_gen_int(m, 32, 64));
}

static void fence(struct gen *m)
{
    vyi_gpu_asm(m, ASM_MEMORY, "fence.sc.sys;", "", LLVMVoidTypeInContext(m->context), NULL, 0);
}

const struct target vyi_cuda_target = {
    .id = id,
    .number = number,
    .invocations = invocations,
    .buffer = buffer,
    .count = count,
    .size = size,
    .slot = slot,
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
    .constant_space = SPACE_GLOBAL,
};
