// The cpu as a target: ids, buffers, params and calls come from the block of the launch.
#include "gen/llvm/cpu.h"
#include "gen/llvm/access.h"
#include "plan/work.h"

#include <stddef.h>

LLVMValueRef vyi_cpu_fn(struct gen *m, size_t offset, LLVMTypeRef result, LLVMValueRef *args,
                        unsigned count)
{
    LLVMTypeRef types[8];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMValueRef fn = vyi_gen_block_pointer(m, offsetof(struct vyi_cpu_block, fns) + offset);
    return LLVMBuildCall2(m->b, LLVMFunctionType(result, types, count, false), fn, args, count, "");
}

// ---- ids ----
static struct val id(struct gen *m, uint32_t which, uint32_t axis)
{
    const struct shape *s = m->shape;
    LLVMValueRef size = i32(m, s->workgroup[axis]), v;
    struct val r;
    switch (which) {
    case VYI_ID_LID: return vyi_gen_local_id(m, axis);
    case VYI_ID_GID:
        r = vyi_gen_local_id(m, axis);
        v = imul(m, s->wid[axis], size);
        r.v = iadd(m, r.v, r.spread == EACH ? vyi_gen_splat(m, v) : v);
        return r;
    case VYI_ID_LANE: // a vector never reaches into a second subgroup
        v = iand(m, s->item, i32(m, VYI_SUBGROUP - 1));
        return (struct val){v, VY_TYPE_U32, m->lanes == 1 ? SAME : LINEAR, true, false};
    case VYI_ID_WID: v = s->wid[axis]; break;
    case VYI_ID_WORKGROUP_SIZE: v = size; break;
    case VYI_ID_WORKGROUPS: v = vyi_gen_groups_along(m, axis); break;
    case VYI_ID_GRID_SIZE: v = imul(m, vyi_gen_groups_along(m, axis), size); break;
    default: v = ushr(m, s->item, i32(m, 5)); break; // subgroup
    }
    return vyi_gen_same(VY_TYPE_U32, v);
}

static struct val number(struct gen *m)
{
    const struct shape *s = m->shape;
    LLVMValueRef first = imul(m, to_i64(m, s->group), i64(m, m->phases->policy.volume));
    return (struct val){iadd(m, first, to_i64(m, s->item)), VY_TYPE_U64,
                        m->lanes == 1 ? SAME : LINEAR, true, false};
}

// ---- buffers and numbers of the launch ----
static LLVMValueRef buffer(struct gen *m, uint32_t b)
{
    struct shape *s = m->shape;
    if (m->p->buffers.at[b].role == VY_ROLE_SHARED)
        return vyi_gen_field(m, m->phases->spills_shared ? s->spill : s->scratch,
                             m->phases->shared[b]);
    return vyi_gen_slot_at(m, vyi_slot_buffer(m->p, b), type_pointer(m));
}

static LLVMValueRef size(struct gen *m, uint32_t b, uint32_t axis)
{
    const struct vyi_buffer *buffer_ = &m->p->buffers.at[b];
    if (buffer_->role == VY_ROLE_SHARED)
        return i64(m, vyi_literal_bits(vyi_at(m->p, buffer_->size[axis])));
    return vyi_gen_slot_at(m, vyi_slot_buffer(m->p, b) + 2 + axis, type_i64(m));
}

/// The first buffer of the same length, so that one check does for both: b : f32[len(a)].
static uint32_t like(const vy_program *p, uint32_t b)
{
    for (;;) {
        const struct vyi_buffer *buffer_ = &p->buffers.at[b];
        const struct vyi_node *n = vyi_at(p, buffer_->rank == 1 ? buffer_->size[0] : (vyi_ref){0});
        if (n->op != VYI_OP_LEN || n->n || n->x >= b || p->buffers.at[n->x].rank != 1 ||
            p->buffers.at[n->x].role == VY_ROLE_SHARED)
            return b;
        b = n->x;
    }
}

static LLVMValueRef count(struct gen *m, uint32_t b)
{
    const struct vyi_buffer *buffer_ = &m->p->buffers.at[b];
    if (buffer_->role == VY_ROLE_SHARED)
        return i64(m, vyi_plan_elements(m->p, buffer_));
    return vyi_gen_slot_at(m, vyi_slot_buffer(m->p, like(m->p, b)) + 1, type_i64(m));
}

// ---- calls ----
static void poll(struct gen *m, LLVMValueRef cost)
{
    struct shape *s = m->shape;
    if (m->request->unchecked)
        return;
    LLVMValueRef fuel = isub(m, get(m, s->fuel), cost);
    store(m, fuel, s->fuel);
    struct fork f = if_begin(m, slt(m, fuel, i32(m, 0)), "poll");
    vyi_gen_unlikely(m, f.branch);
    store(m, i32(m, VYI_CPU_FUEL), s->fuel);
    LLVMValueRef stop =
        vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, poll), type_i32(m), ARGS(s->thread));
    br_if(m, is_set(m, stop), s->out, f.on);
    enter(m, f.on);
}

static void fail(struct gen *m, uint32_t site, LLVMValueRef invocation, LLVMValueRef args)
{
    vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, fail), type_void(m),
               ARGS(m->shape->thread, i32(m, site), invocation, args));
}

static void print(struct gen *m, uint32_t site, LLVMValueRef args)
{
    vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, print), type_void(m),
               ARGS(m->shape->thread, i32(m, site), args));
}

static LLVMValueRef clock_now(struct gen *m)
{
    return vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, clock), type_i64(m), ARGS(m->shape->thread));
}

static void pause_here(struct gen *m)
{
    vyi_gen_intrinsic(m, "llvm.x86.sse2.pause", type_void(m), NO_ARGS);
    poll(m, i32(m, 64));
}

static void fence(struct gen *m)
{
    LLVMBuildFence(m->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

// ---- invocations that have returned ----
LLVMValueRef vyi_cpu_dead_bytes(struct gen *m)
{
    struct shape *s = m->shape;
    return vyi_gen_field(m, m->phases->spills_shared ? s->spill : s->scratch, m->phases->dead);
}

LLVMValueRef vyi_cpu_dead_lanes(struct gen *m, LLVMValueRef *at)
{
    *at = gep(m, type_i8(m), vyi_cpu_dead_bytes(m), to_i64(m, m->shape->item));
    return aligned(load(m, vyi_gen_wide(m, type_i8(m)), *at), 1);
}

static void bury(struct gen *m, LLVMValueRef lanes)
{
    LLVMValueRef at, old = vyi_cpu_dead_lanes(m, &at);
    aligned(store(m, ior(m, old, zext(m, lanes, LLVMTypeOf(old))), at), 1);
}

/// Whether an invocation of this workgroup lives, and the first that does: a loop over its bytes.
static LLVMValueRef find_alive(struct gen *m, LLVMValueRef *first)
{
    LLVMValueRef base = vyi_cpu_dead_bytes(m), found = variable(m, i1(m, false), "lives");
    struct loop l = do_begin(m, i32(m, 0), "lives");
    LLVMValueRef dead = load(m, type_i8(m), gep(m, type_i8(m), base, to_i64(m, l.now)));
    LLVMValueRef lives = is_zero(m, dead);
    store(m, lives, found);
    leave_if(m, lives, l.done, "next");
    do_end(m, &l, i32(m, 1), i32(m, m->phases->policy.volume));
    LLVMValueRef any = get(m, found);
    *first = sel(m, any, get(m, l.at), i32(m, 0));
    return any;
}

LLVMValueRef vyi_cpu_group_lives(struct gen *m)
{
    LLVMValueRef first;
    return m->phases->returns ? find_alive(m, &first) : i1(m, true);
}

static LLVMValueRef first_alive(struct gen *m)
{
    LLVMValueRef first = i32(m, 0);
    if (m->phases->returns)
        find_alive(m, &first);
    return first;
}

static LLVMValueRef synchronise(struct gen *m, uint32_t fixpoint)
{
    return vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, synchronise), type_i32(m),
                      ARGS(m->shape->thread, i32(m, fixpoint)));
}

// ---- accesses that order memory ----
static LLVMAtomicOrdering ordering(uint32_t order)
{
    static const LLVMAtomicOrdering all[] = {LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingAcquire,
                                             LLVMAtomicOrderingRelease,
                                             LLVMAtomicOrderingAcquireRelease};
    return all[order & 3];
}

static LLVMValueRef ordered_load(struct gen *m, LLVMTypeRef type, LLVMValueRef address,
                                 uint32_t aux)
{
    LLVMValueRef v = aligned(load(m, type, address), LLVMGetIntTypeWidth(type) / 8);
    LLVMSetOrdering(v, (aux & 3) == VYI_ORDER_ACQUIRE ? LLVMAtomicOrderingAcquire
                                                      : LLVMAtomicOrderingMonotonic);
    return v;
}

void vyi_cpu_store(struct gen *m, LLVMValueRef v, LLVMValueRef address, uint32_t aux)
{
    LLVMValueRef access = aligned(store(m, v, address), LLVMGetIntTypeWidth(LLVMTypeOf(v)) / 8);
    LLVMSetOrdering(access, (aux & 3) == VYI_ORDER_RELEASE ? LLVMAtomicOrderingRelease
                                                           : LLVMAtomicOrderingMonotonic);
}

static LLVMValueRef update(struct gen *m, uint32_t rmw, uint8_t type, LLVMValueRef address,
                           LLVMValueRef v, uint32_t aux)
{
    return LLVMBuildAtomicRMW(m->b, vyi_gen_rmw(rmw, type), address, v, ordering(aux), false);
}

static LLVMValueRef exchange_if(struct gen *m, uint8_t type, LLVMValueRef address,
                                LLVMValueRef expected, LLVMValueRef v, uint32_t aux)
{
    uint32_t order = aux & 3;
    LLVMAtomicOrdering failed = order == VYI_ORDER_ACQUIRE || order == VYI_ORDER_ACQ_REL
                                    ? LLVMAtomicOrderingAcquire
                                    : LLVMAtomicOrderingMonotonic;
    (void)type;
    LLVMValueRef pair =
        LLVMBuildAtomicCmpXchg(m->b, address, expected, v, ordering(order), failed, false);
    return LLVMBuildExtractValue(m->b, pair, 0, "");
}

static void again(struct gen *m, uint32_t fixpoint)
{
    LLVMValueRef words = vyi_gen_block_pointer(m, offsetof(struct vyi_cpu_block, again));
    LLVMValueRef at = vyi_gen_field(m, words, 4 * (uint64_t)fixpoint);
    LLVMValueRef old = ordered_load(m, type_i32(m), at, VYI_ORDER_RELAXED);
    struct fork f = if_begin(m, is_zero(m, old), "again");
    vyi_cpu_store(m, i32(m, 1), at, VYI_ORDER_RELAXED);
    if_end(m, &f);
}

const struct target vyi_cpu_target = {
    .id = id,
    .number = number,
    .buffer = buffer,
    .count = count,
    .size = size,
    .poll = poll,
    .again = again,
    .fail = fail,
    .print = print,
    .clock = clock_now,
    .pause = pause_here,
    .fence = fence,
    .synchronise = synchronise,
    .bury = bury,
    .first_alive = first_alive,
    .load = ordered_load,
    .store = vyi_cpu_store,
    .update = update,
    .exchange_if = exchange_if,
    .slots = offsetof(struct vyi_cpu_block, slot),
    .spill = offsetof(struct vyi_cpu_block, spill),
    .parts = offsetof(struct vyi_cpu_block, parts),
    .vector_masks = true,
};

// ---- the function ----
void vyi_cpu_begin(struct gen *m)
{
    static const char *const sanitize[] = {
        [VYI_LLVM_ASAN] = "sanitize_address", [VYI_LLVM_TSAN] = "sanitize_thread"};
    struct shape *s = m->shape;
    LLVMTypeRef pointer = type_pointer(m);
    vyi_gen_function(m, pointer);
    if (m->request->sanitize != VYI_LLVM_PLAIN)
        LLVMAddAttributeAtIndex(m->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                vyi_gen_attribute(m, sanitize[m->request->sanitize], 0));
    LLVMBasicBlockRef begin = new_block(m, "begin");
    s->out = new_block(m, "out");
    s->thread = LLVMGetParam(m->fn, 0);
    s->fuel = variable(m, i32(m, VYI_CPU_FUEL), "fuel");
    s->alive = variable(m, i1(m, true), "alive");
    s->ran = variable(m, i1(m, false), "ran");
    s->block = load(m, pointer, s->thread);
    // All of it can be read at any time, so its loads may move out of loops and conditions.
    uint64_t bytes = offsetof(struct vyi_cpu_block, slot) +
                     8 * (uint64_t)vyi_slot_buffer(m->p, m->p->buffers.count);
    LLVMMetadataRef size = vyi_gen_number(m, 64, bytes), align = vyi_gen_number(m, 64, 8);
    vyi_gen_note(m, s->block, "dereferenceable", &size, 1);
    vyi_gen_note(m, s->block, "align", &align, 1);
    s->scratch =
        load(m, pointer, vyi_gen_field(m, s->thread, offsetof(struct vyi_cpu_thread, scratch)));
    br_enter(m, begin);
}

void vyi_cpu_end(struct gen *m)
{
    const struct vyi_phases *f = m->phases;
    LLVMValueRef fields[] = {i32(m, VYI_LLVM_ABI),        i32(m, f->policy.lanes),
                             i64(m, f->scratch_bytes),    i64(m, f->spill_bytes),
                             i32(m, m->shape->fixpoints), i32(m, f->grid_collectives),
                             i32(m, f->synchronises),     i32(m, f->policy.lanes > 1)};
    _Static_assert(sizeof(struct vyi_cpu_info) == 40, "the fields above are all of them");
    LLVMValueRef value = LLVMConstStructInContext(m->context, fields, 8, false);
    LLVMValueRef info = LLVMAddGlobal(m->module, LLVMTypeOf(value), "vyre_info");
    LLVMSetInitializer(info, value);
    LLVMSetGlobalConstant(info, true);
    LLVMSetAlignment(info, 8);
}
