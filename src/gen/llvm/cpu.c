// The cpu as a target: ids, buffers, params and calls come from the block of the launch.
#include "gen/llvm/cpu.h"
#include "gen/llvm/access.h"

#include <stddef.h>

static LLVMTypeRef type_pointer(const struct gen *m)
{
    return LLVMPointerTypeInContext(m->context, 0);
}

/// A field of the block, which nobody writes while kernels run.
static LLVMValueRef load_field(struct gen *m, LLVMTypeRef type, uint64_t offset)
{
    LLVMValueRef v = LLVMBuildLoad2(m->b, type, vyi_gen_field(m, m->shape->block, offset), "");
    unsigned kind = LLVMGetMDKindIDInContext(m->context, "invariant.load", 14);
    LLVMValueRef none = LLVMMetadataAsValue(m->context, LLVMMDNodeInContext2(m->context, NULL, 0));
    LLVMSetMetadata(v, kind, none);
    return v;
}

static LLVMValueRef slot(struct gen *m, uint32_t index, LLVMTypeRef type)
{
    return load_field(m, type, offsetof(struct vyi_cpu_block, slot) + 8 * (uint64_t)index);
}

LLVMValueRef vyi_cpu_fn(struct gen *m, size_t offset, LLVMTypeRef result, LLVMValueRef *args,
                        unsigned count)
{
    LLVMTypeRef types[8];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMValueRef fn = load_field(m, type_pointer(m), offsetof(struct vyi_cpu_block, fns) + offset);
    return LLVMBuildCall2(m->b, LLVMFunctionType(result, types, count, false), fn, args, count, "");
}

// ---- ids ----
/// An id of the invocation within its workgroup. The vector's first invocation is item; x is
/// linear where rows are whole vectors.
static struct val local_id(struct gen *m, uint32_t axis)
{
    const struct shape *s = m->shape;
    const uint32_t *w = s->workgroup;
    LLVMValueRef wx = vyi_gen_int(m, 32, w[0]), wxy = vyi_gen_int(m, 32, w[0] * w[1]);
    struct val number = {s->item, VY_TYPE_U32, m->lanes == 1 ? SAME : LINEAR, true, false};
    bool rows = w[0] % m->lanes == 0, flat = w[1] * w[2] == 1;
    if (axis == 0 && flat)
        return number;
    if (axis && w[axis] == 1)
        return vyi_gen_same(VY_TYPE_U32, vyi_gen_int(m, 32, 0));
    if (!rows)
        number = vyi_gen_each(m, VY_TYPE_U32, vyi_gen_spread(m, number));
    else
        number.spread = SAME; // of the vector's first, then put right for x
    LLVMValueRef v = number.v;
    struct val r = number;
#define WIDE(c) (number.spread == EACH ? vyi_gen_splat(m, c) : (c))
    if (axis == 0)
        r.v = LLVMBuildURem(m->b, v, WIDE(wx), "");
    else if (axis == 1)
        r.v = LLVMBuildUDiv(m->b, LLVMBuildURem(m->b, v, WIDE(wxy), ""), WIDE(wx), "");
    else
        r.v = LLVMBuildUDiv(m->b, v, WIDE(wxy), "");
#undef WIDE
    r.nowrap = false;
    if (rows && axis == 0 && m->lanes > 1)
        r.spread = LINEAR, r.nowrap = true;
    return r;
}

static struct val id(struct gen *m, uint32_t which, uint32_t axis)
{
    const struct shape *s = m->shape;
    LLVMValueRef groups;
    struct val v;
    switch (which) {
    case VYI_ID_LID: return local_id(m, axis);
    case VYI_ID_WID: return vyi_gen_same(VY_TYPE_U32, s->wid[axis]);
    case VYI_ID_GID:
        v = local_id(m, axis);
        groups = LLVMBuildMul(m->b, s->wid[axis], vyi_gen_int(m, 32, s->workgroup[axis]), "");
        v.v = LLVMBuildAdd(m->b, v.v, v.spread == EACH ? vyi_gen_splat(m, groups) : groups, "");
        return v;
    case VYI_ID_WORKGROUP_SIZE:
        return vyi_gen_same(VY_TYPE_U32, vyi_gen_int(m, 32, s->workgroup[axis]));
    case VYI_ID_WORKGROUPS:
    case VYI_ID_GRID_SIZE:
        groups = load_field(m, type_i32(m), offsetof(struct vyi_cpu_block, groups) + 4 * axis);
        if (which == VYI_ID_GRID_SIZE)
            groups = LLVMBuildMul(m->b, groups, vyi_gen_int(m, 32, s->workgroup[axis]), "");
        return vyi_gen_same(VY_TYPE_U32, groups);
    case VYI_ID_LANE:
        v = (struct val){s->item, VY_TYPE_U32, m->lanes == 1 ? SAME : LINEAR, true, false};
        v.v = LLVMBuildAnd(m->b, v.v, vyi_gen_int(m, 32, VYI_SUBGROUP - 1), "lane");
        return v; // a vector never reaches into a second subgroup
    default:      // subgroup
        return vyi_gen_same(VY_TYPE_U32,
                            LLVMBuildLShr(m->b, s->item, vyi_gen_int(m, 32, 5), "subgroup"));
    }
}

static struct val number(struct gen *m)
{
    const struct shape *s = m->shape;
    LLVMValueRef group = LLVMBuildZExt(m->b, s->group, type_i64(m), "");
    LLVMValueRef first =
        LLVMBuildMul(m->b, group, vyi_gen_int(m, 64, m->phases->policy.volume), "");
    LLVMValueRef item = LLVMBuildZExt(m->b, s->item, type_i64(m), "");
    return (struct val){LLVMBuildAdd(m->b, first, item, "number"), VY_TYPE_U64,
                        m->lanes == 1 ? SAME : LINEAR, true, false};
}

static LLVMValueRef invocations(struct gen *m)
{
    LLVMValueRef groups = load_field(m, type_i32(m), offsetof(struct vyi_cpu_block, group_count));
    groups = LLVMBuildZExt(m->b, groups, type_i64(m), "");
    return LLVMBuildMul(m->b, groups, vyi_gen_int(m, 64, m->phases->policy.volume), "");
}

// ---- buffers and numbers of the launch ----
static LLVMValueRef buffer(struct gen *m, uint32_t b)
{
    struct shape *s = m->shape;
    if (m->p->buffers.at[b].role == VY_ROLE_SHARED)
        return vyi_gen_field(m, m->phases->spills_shared ? s->spill : s->scratch,
                             m->phases->shared[b]);
    return slot(m, vyi_slot_buffer(m->p, b), type_pointer(m));
}

static LLVMValueRef size(struct gen *m, uint32_t b, uint32_t axis)
{
    const struct vyi_buffer *buffer_ = &m->p->buffers.at[b];
    if (buffer_->role == VY_ROLE_SHARED)
        return vyi_gen_int(m, 64, vyi_literal_bits(vyi_at(m->p, buffer_->size[axis])));
    return slot(m, vyi_slot_buffer(m->p, b) + 2 + axis, type_i64(m));
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
    uint64_t all = 1;
    if (buffer_->role != VY_ROLE_SHARED)
        return slot(m, vyi_slot_buffer(m->p, like(m->p, b)) + 1, type_i64(m));
    for (uint32_t axis = 0; axis < buffer_->rank; axis++)
        all *= vyi_literal_bits(vyi_at(m->p, buffer_->size[axis]));
    return vyi_gen_int(m, 64, all);
}

// ---- calls ----
static void poll(struct gen *m, LLVMValueRef cost)
{
    struct shape *s = m->shape;
    if (m->request->unchecked)
        return;
    LLVMBasicBlockRef check = vyi_gen_block(m, "poll"), on = vyi_gen_block(m, "on");
    LLVMValueRef fuel = LLVMBuildLoad2(m->b, type_i32(m), s->fuel, "");
    fuel = LLVMBuildSub(m->b, fuel, cost, "");
    LLVMBuildStore(m->b, fuel, s->fuel);
    LLVMValueRef out = LLVMBuildICmp(m->b, LLVMIntSLT, fuel, vyi_gen_int(m, 32, 0), "");
    vyi_gen_unlikely(m, LLVMBuildCondBr(m->b, out, check, on));
    vyi_gen_enter(m, check);
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, VYI_CPU_FUEL), s->fuel);
    LLVMValueRef stop =
        vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, poll), type_i32(m), &s->thread, 1);
    stop = LLVMBuildICmp(m->b, LLVMIntNE, stop, vyi_gen_int(m, 32, 0), "");
    LLVMBuildCondBr(m->b, stop, s->out, on);
    vyi_gen_enter(m, on);
}

static void again(struct gen *m, uint32_t fixpoint)
{
    LLVMValueRef words = load_field(m, type_pointer(m), offsetof(struct vyi_cpu_block, again));
    LLVMValueRef at = vyi_gen_field(m, words, 4 * (uint64_t)fixpoint);
    LLVMBasicBlockRef say = vyi_gen_block(m, "again"), on = vyi_gen_block(m, "on");
    LLVMValueRef old = LLVMBuildLoad2(m->b, type_i32(m), at, "");
    LLVMSetOrdering(old, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(old, 4);
    LLVMValueRef quiet = LLVMBuildICmp(m->b, LLVMIntEQ, old, vyi_gen_int(m, 32, 0), "");
    LLVMBuildCondBr(m->b, quiet, say, on);
    vyi_gen_enter(m, say);
    LLVMValueRef store = LLVMBuildStore(m->b, vyi_gen_int(m, 32, 1), at);
    LLVMSetOrdering(store, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(store, 4);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

static void fail(struct gen *m, uint32_t site, LLVMValueRef invocation, LLVMValueRef args)
{
    LLVMValueRef values[] = {m->shape->thread, vyi_gen_int(m, 32, site), invocation, args};
    vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, fail), LLVMVoidTypeInContext(m->context), values, 4);
}

static void print(struct gen *m, uint32_t site, LLVMValueRef args)
{
    LLVMValueRef values[] = {m->shape->thread, vyi_gen_int(m, 32, site), args};
    vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, print), LLVMVoidTypeInContext(m->context), values,
               3);
}

static LLVMValueRef clock_now(struct gen *m)
{
    return vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, clock), type_i64(m), &m->shape->thread, 1);
}

static void pause_here(struct gen *m)
{
    vyi_gen_intrinsic(m, "llvm.x86.sse2.pause", LLVMVoidTypeInContext(m->context), NULL, 0, NULL,
                      0);
    poll(m, vyi_gen_int(m, 32, 64));
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

static void bury(struct gen *m, LLVMValueRef lanes)
{
    LLVMTypeRef bytes = vyi_gen_wide(m, type_i8(m));
    LLVMValueRef i64 = LLVMBuildZExt(m->b, m->shape->item, type_i64(m), "");
    LLVMValueRef at = LLVMBuildGEP2(m->b, type_i8(m), vyi_cpu_dead_bytes(m), &i64, 1, "");
    LLVMValueRef old = LLVMBuildLoad2(m->b, bytes, at, "");
    LLVMSetAlignment(old, 1);
    LLVMValueRef now = LLVMBuildOr(m->b, old, LLVMBuildZExt(m->b, lanes, bytes, ""), "");
    LLVMSetAlignment(LLVMBuildStore(m->b, now, at), 1);
}

/// Whether an invocation of this workgroup lives, and the first that does: a loop over its bytes.
static LLVMValueRef find_alive(struct gen *m, LLVMValueRef *first)
{
    LLVMValueRef base = vyi_cpu_dead_bytes(m), at = vyi_gen_alloca(m, type_i32(m), ""),
                 found = vyi_gen_alloca(m, type_i1(m), "lives");
    LLVMBasicBlockRef head = vyi_gen_block(m, "lives"), next = vyi_gen_block(m, ""),
                      done = vyi_gen_block(m, "");
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, 0), at);
    LLVMBuildBr(m->b, head);
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
    LLVMBuildCondBr(
        m->b, LLVMBuildICmp(m->b, LLVMIntULT, i, vyi_gen_int(m, 32, m->phases->policy.volume), ""),
        head, done);
    vyi_gen_enter(m, done);
    LLVMValueRef any = LLVMBuildLoad2(m->b, type_i1(m), found, "");
    *first = LLVMBuildSelect(m->b, any, LLVMBuildLoad2(m->b, type_i32(m), at, ""),
                             vyi_gen_int(m, 32, 0), "");
    return any;
}

LLVMValueRef vyi_cpu_group_lives(struct gen *m)
{
    LLVMValueRef first;
    return m->phases->returns ? find_alive(m, &first) : vyi_gen_int(m, 1, 1);
}

static LLVMValueRef first_alive(struct gen *m)
{
    LLVMValueRef first = vyi_gen_int(m, 32, 0);
    if (m->phases->returns)
        find_alive(m, &first);
    return first;
}

static LLVMValueRef synchronise(struct gen *m, uint32_t fixpoint)
{
    LLVMValueRef args[] = {m->shape->thread, vyi_gen_int(m, 32, fixpoint)};
    return vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, synchronise), type_i32(m), args, 2);
}

// ---- accesses that order memory ----
static LLVMAtomicOrdering ordering(uint32_t order)
{
    static const LLVMAtomicOrdering all[] = {LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingAcquire,
                                             LLVMAtomicOrderingRelease,
                                             LLVMAtomicOrderingAcquireRelease};
    return all[order & 3];
}

static LLVMValueRef load(struct gen *m, LLVMTypeRef type, LLVMValueRef address, uint32_t aux)
{
    LLVMValueRef v = LLVMBuildLoad2(m->b, type, address, "");
    LLVMSetOrdering(v, (aux & 3) == VYI_ORDER_ACQUIRE ? LLVMAtomicOrderingAcquire
                                                      : LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(v, LLVMGetIntTypeWidth(type) / 8);
    return v;
}

static void store(struct gen *m, LLVMValueRef v, LLVMValueRef address, uint32_t aux)
{
    LLVMValueRef access = LLVMBuildStore(m->b, v, address);
    LLVMSetOrdering(access, (aux & 3) == VYI_ORDER_RELEASE ? LLVMAtomicOrderingRelease
                                                           : LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(access, LLVMGetIntTypeWidth(LLVMTypeOf(v)) / 8);
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

const struct target vyi_cpu_target = {
    .id = id,
    .number = number,
    .invocations = invocations,
    .buffer = buffer,
    .count = count,
    .size = size,
    .slot = slot,
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
    .load = load,
    .store = store,
    .update = update,
    .exchange_if = exchange_if,
    .vector_masks = true,
};

// ---- the function ----

static void add_attribute(struct gen *m, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(m->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(m->context, kind, 0));
}

static void set_metadata(struct gen *m, LLVMValueRef v, const char *kind, LLVMMetadataRef part)
{
    LLVMMetadataRef node = LLVMMDNodeInContext2(m->context, &part, 1);
    LLVMSetMetadata(v, LLVMGetMDKindIDInContext(m->context, kind, (unsigned)strlen(kind)),
                    LLVMMetadataAsValue(m->context, node));
}

void vyi_cpu_begin(struct gen *m)
{
    struct shape *s = m->shape;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(m->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), &pointer, 1, false);
    m->fn = LLVMAddFunction(m->module, "vyre_kernel", type);
    add_attribute(m, "nounwind");
    if (m->request->sanitize == VYI_LLVM_ASAN)
        add_attribute(m, "sanitize_address");
    if (m->request->sanitize == VYI_LLVM_TSAN)
        add_attribute(m, "sanitize_thread");
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(m->context, m->fn, "entry");
    LLVMBasicBlockRef begin = vyi_gen_block(m, "begin");
    s->out = vyi_gen_block(m, "out");
    vyi_gen_enter(m, entry);
    s->thread = LLVMGetParam(m->fn, 0);
    s->fuel = LLVMBuildAlloca(m->b, type_i32(m), "fuel");
    s->alive = LLVMBuildAlloca(m->b, type_i1(m), "alive");
    s->ran = LLVMBuildAlloca(m->b, type_i1(m), "ran");
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, VYI_CPU_FUEL), s->fuel);
    LLVMBuildStore(m->b, vyi_gen_int(m, 1, 1), s->alive);
    LLVMBuildStore(m->b, vyi_gen_int(m, 1, 0), s->ran);
    s->block = LLVMBuildLoad2(m->b, pointer, s->thread, "block");
    // All of it can be read at any time, so its loads may move out of loops and conditions.
    uint64_t bytes = offsetof(struct vyi_cpu_block, slot) +
                     8 * (uint64_t)vyi_slot_buffer(m->p, m->p->buffers.count);
    LLVMMetadataRef size = LLVMValueAsMetadata(vyi_gen_int(m, 64, bytes)),
                    align = LLVMValueAsMetadata(vyi_gen_int(m, 64, 8));
    set_metadata(m, s->block, "dereferenceable", size);
    set_metadata(m, s->block, "align", align);
    s->scratch = LLVMBuildLoad2(
        m->b, pointer, vyi_gen_field(m, s->thread, offsetof(struct vyi_cpu_thread, scratch)),
        "scratch");
    LLVMBuildBr(m->b, begin);
    vyi_gen_enter(m, begin);
}

static void make_info(struct gen *m)
{
    struct shape *s = m->shape;
    LLVMValueRef fields[] = {
        vyi_gen_int(m, 32, VYI_LLVM_ABI),
        vyi_gen_int(m, 32, m->phases->policy.lanes),
        vyi_gen_int(m, 64, m->phases->scratch_bytes),
        vyi_gen_int(m, 64, m->phases->spill_bytes),
        vyi_gen_int(m, 32, s->fixpoints),
        vyi_gen_int(m, 32, m->phases->grid_collectives),
        vyi_gen_int(m, 32, m->phases->synchronises),
        vyi_gen_int(m, 32, m->phases->policy.lanes > 1),
    };
    _Static_assert(sizeof(struct vyi_cpu_info) == 40, "the fields above are all of them");
    LLVMValueRef value = LLVMConstStructInContext(m->context, fields, 8, false);
    LLVMValueRef info = LLVMAddGlobal(m->module, LLVMTypeOf(value), "vyre_info");
    LLVMSetInitializer(info, value);
    LLVMSetGlobalConstant(info, true);
    LLVMSetAlignment(info, 8);
}

void vyi_cpu_end(struct gen *m)
{
    LLVMBuildBr(m->b, m->shape->out);
    vyi_gen_enter(m, m->shape->out);
    LLVMBuildRetVoid(m->b);
    make_info(m);
}
