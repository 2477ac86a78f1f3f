// The cpu as a target: its threads take workgroups, and run the invocations of each, `lanes` at a
// time. Calls go through the block of the launch.
//
// A workgroup's collective is three steps: the invocations put their operands into the scratch, one
// loop goes over them (subgroup.c), and the result is a scalar, or goes back to them. Of the grid,
// each workgroup's fold is a part, and the threads combine the parts (cpu_abi.h).
#include "gen/llvm/cpu_abi.h"
#include "gen/llvm/kernel.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/// Calls a function of block->fns.
#define CALL(name, result, ...) \
    call(m, offsetof(struct vyi_cpu_fns, name), result, ARGS(__VA_ARGS__))
static LLVMValueRef call(struct gen *m, size_t offset, LLVMTypeRef result, LLVMValueRef *args,
                         unsigned count)
{
    LLVMTypeRef types[8];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMValueRef fn = vyi_gen_block_pointer(m, offsetof(struct vyi_cpu_block, fns) + offset);
    return LLVMBuildCall2(m->b, LLVMFunctionType(result, types, count, false), fn, args, count, "");
}

// ---- calls ----
/// LLVM's preserve_most: the callee saves the registers, so that a call that is nearly never made
/// takes none from the loop around it.
enum { PRESERVE_MOST = 14 };

/// The function that calls poll(), made where it is first needed.
static LLVMValueRef poller(struct gen *m)
{
    static const char name[] = "vyre_poll";
    struct shape *s = m->shape;
    LLVMValueRef fn = LLVMGetNamedFunction(m->module, name), kernel = m->fn, thread = s->thread,
                 launch = s->block;
    LLVMBasicBlockRef back = block_now(m);
    LLVMTypeRef pointer = type_pointer(m);
    if (fn)
        return fn;
    m->fn = fn =
        LLVMAddFunction(m->module, name, LLVMFunctionType(type_i32(m), &pointer, 1, false));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMSetFunctionCallConv(fn, PRESERVE_MOST);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            vyi_gen_attribute(m, "nounwind", 0));
    enter(m, new_block(m, "entry"));
    s->thread = LLVMGetParam(fn, 0);
    s->block = load(m, pointer, s->thread);
    LLVMBuildRet(m->b, CALL(poll, type_i32(m), s->thread));
    m->fn = kernel;
    s->thread = thread;
    s->block = launch;
    enter(m, back);
    return fn;
}

/// Leaves the kernel where it is time to.
static void poll_now(struct gen *m)
{
    LLVMValueRef fn = poller(m);
    LLVMValueRef stop =
        LLVMBuildCall2(m->b, LLVMGlobalGetValueType(fn), fn, &m->shape->thread, 1, "");
    LLVMSetInstructionCallConv(stop, PRESERVE_MOST);
    leave_if(m, is_set(m, stop), m->shape->out, "go.on");
}

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
    poll_now(m);
    if_end(m, &f);
}

/// All that are left where the fuel lasts for them: mostly there is one strip then, and nothing to
/// be computed for it.
static LLVMValueRef strip(struct gen *m, LLVMValueRef left_at)
{
    struct shape *s = m->shape;
    LLVMValueRef left = get(m, left_at), fuel = get(m, s->fuel);
    if (m->request->unchecked) {
        store(m, zero_of(left), left_at);
        return left;
    }
    struct fork f = if_begin(m, ugt(m, left, zext(m, fuel, LLVMTypeOf(left))), "poll");
    vyi_gen_unlikely(m, f.branch);
    LLVMValueRef some = umin(m, left, number_like(left, VYI_CPU_FUEL));
    store(m, isub(m, left, some), left_at);
    store(m, isub(m, i32(m, VYI_CPU_FUEL), to_i32(m, some)), s->fuel);
    poll_now(m);
    if_else(m, &f, "all");
    store(m, zero_of(left), left_at);
    store(m, isub(m, fuel, to_i32(m, left)), s->fuel);
    return if_value(m, &f, left, some);
}

static void fail(struct gen *m, uint32_t site, LLVMValueRef invocation, LLVMValueRef args)
{
    CALL(fail, type_void(m), m->shape->thread, i32(m, site), invocation, args);
}

static void print(struct gen *m, uint32_t site, LLVMValueRef args)
{
    CALL(print, type_void(m), m->shape->thread, i32(m, site), args);
}

static LLVMValueRef clock_now(struct gen *m)
{
    return CALL(clock, type_i64(m), m->shape->thread);
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
static LLVMValueRef dead_bytes(struct gen *m)
{
    struct shape *s = m->shape;
    return vyi_gen_field(m, m->phases->spills_shared ? s->spill : s->scratch, m->phases->dead);
}

static LLVMValueRef dead_lanes(struct gen *m, LLVMValueRef *at)
{
    *at = gep(m, type_i8(m), dead_bytes(m), to_i64(m, m->shape->item));
    return aligned(load(m, vyi_gen_wide(m, type_i8(m)), *at), 1);
}

static void bury(struct gen *m, LLVMValueRef lanes)
{
    LLVMValueRef at, old = dead_lanes(m, &at);
    aligned(store(m, ior(m, old, zext(m, lanes, LLVMTypeOf(old))), at), 1);
}

/// Whether an invocation of this workgroup lives, and the first that does: a loop over its bytes.
static LLVMValueRef find_alive(struct gen *m, LLVMValueRef *first)
{
    *first = i32(m, 0);
    if (!m->phases->returns)
        return i1(m, true);
    LLVMValueRef base = dead_bytes(m), found = variable(m, i1(m, false), "lives");
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

static LLVMValueRef group_lives(struct gen *m)
{
    LLVMValueRef first;
    return find_alive(m, &first);
}

static LLVMValueRef first_alive(struct gen *m)
{
    LLVMValueRef first;
    find_alive(m, &first);
    return first;
}

static LLVMValueRef synchronise(struct gen *m, uint32_t fixpoint)
{
    return CALL(synchronise, type_i32(m), m->shape->thread, i32(m, fixpoint));
}

static LLVMValueRef remember(struct gen *m, LLVMValueRef bits)
{
    return CALL(remember, type_i64(m), m->shape->thread, bits);
}

// ---- accesses that order memory ----
/// VYI_ORDER_ACQ_REL is both of the others.
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
    LLVMSetOrdering(v, ordering(aux & VYI_ORDER_ACQUIRE));
    return v;
}

static bool streams(const struct gen *m)
{
    for (uint32_t i = 0; i < m->p->buffers.count; i++)
        if (m->p->buffers.at[i].cache == VYI_CACHE_STREAMING)
            return true;
    return false;
}

/// Stores past the caches are ordered by locked instructions, which a plain store is not.
static void ordered_store(struct gen *m, LLVMValueRef v, LLVMValueRef address, uint32_t aux)
{
    if (aux & VYI_ORDER_RELEASE && streams(m))
        fence(m);
    LLVMValueRef access = aligned(store(m, v, address), LLVMGetIntTypeWidth(LLVMTypeOf(v)) / 8);
    LLVMSetOrdering(access, ordering(aux & VYI_ORDER_RELEASE));
}

static LLVMValueRef update(struct gen *m, uint32_t rmw, uint8_t type, LLVMValueRef address,
                           LLVMValueRef v, uint32_t aux)
{
    return LLVMBuildAtomicRMW(m->b, vyi_gen_rmw(rmw, type), address, v, ordering(aux), false);
}

static LLVMValueRef exchange_if(struct gen *m, uint8_t type, LLVMValueRef address,
                                LLVMValueRef expected, LLVMValueRef v, uint32_t aux)
{
    (void)type;
    LLVMValueRef pair = LLVMBuildAtomicCmpXchg(m->b, address, expected, v, ordering(aux),
                                               ordering(aux & VYI_ORDER_ACQUIRE), false);
    return LLVMBuildExtractValue(m->b, pair, 0, "");
}

static void again(struct gen *m, uint32_t fixpoint)
{
    LLVMValueRef words = vyi_gen_block_pointer(m, offsetof(struct vyi_cpu_block, again));
    LLVMValueRef at = vyi_gen_field(m, words, 4 * (uint64_t)fixpoint);
    LLVMValueRef old = ordered_load(m, type_i32(m), at, VYI_ORDER_RELAXED);
    struct fork f = if_begin(m, is_zero(m, old), "again");
    ordered_store(m, i32(m, 1), at, VYI_ORDER_RELAXED);
    if_end(m, &f);
}

const struct target vyi_cpu_target = {
    .poll = poll,
    .strip = strip,
    .again = again,
    .fail = fail,
    .print = print,
    .clock = clock_now,
    .pause = pause_here,
    .fence = fence,
    .synchronise = synchronise,
    .remember = remember,
    .bury = bury,
    .first_alive = first_alive,
    .load = ordered_load,
    .store = ordered_store,
    .update = update,
    .exchange_if = exchange_if,
    .append_batches = vyi_cpu_append_batches,
    .chains = vyi_cpu_chains,
    .slots = offsetof(struct vyi_cpu_block, slot),
    .spill = offsetof(struct vyi_cpu_block, spill),
    .parts = offsetof(struct vyi_cpu_block, parts),
    .vector_masks = true,
};

// ---- the function ----
/// Masks of 32 and 64 lanes are taken apart and put together where they are used: without them, a
/// vector of several registers has a mask for each. Narrow elements want them.
static void split_masks(struct gen *m)
{
    char features[4096];
    const char *all = m->features ? m->features : "";
    for (uint32_t i = 0; i < m->p->buffers.count; i++)
        if (vyi_type_bytes(m->p->buffers.at[i].elem) < 4)
            return;
    int length = snprintf(features, sizeof features, "%s,-avx512bw", all);
    if (!strstr(all, "+avx512bw") || length >= (int)sizeof features)
        return;
    LLVMAddAttributeAtIndex(
        m->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(m->context, "target-features", 15, features, (unsigned)length));
}

static void begin_function(struct gen *m)
{
    static const char *const sanitize[] = {
        [VYI_LLVM_ASAN] = "sanitize_address", [VYI_LLVM_TSAN] = "sanitize_thread"};
    struct shape *s = m->shape;
    LLVMTypeRef pointer = type_pointer(m);
    if (m->request->sanitize != VYI_LLVM_PLAIN)
        LLVMAddAttributeAtIndex(m->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                vyi_gen_attribute(m, sanitize[m->request->sanitize], 0));
    if (s->masks_apart)
        split_masks(m);
    LLVMBasicBlockRef begin = new_block(m, "begin");
    s->out = new_block(m, "out");
    s->thread = LLVMGetParam(m->fn, 0);
    s->fuel = variable(m, i32(m, VYI_CPU_FUEL), "fuel");
    s->block = load(m, pointer, s->thread);
    // All of it can be read at any time, so its loads may move out of loops and conditions.
    LLVMMetadataRef size = vyi_gen_number(m, 64, vyi_gen_block_bytes(m)),
                    align = vyi_gen_number(m, 64, 8);
    vyi_gen_note(m, s->block, "dereferenceable", &size, 1);
    vyi_gen_note(m, s->block, "align", &align, 1);
    s->scratch =
        load(m, pointer, vyi_gen_field(m, s->thread, offsetof(struct vyi_cpu_thread, scratch)));
    br_enter(m, begin);
}

static void begin(struct gen *m)
{
    struct shape *s = m->shape;
    LLVMTypeRef pointer = type_pointer(m);
    vyi_gen_function(m, "vyre_kernel", &pointer, 1);
    begin_function(m);
    s->alive = variable(m, i1(m, true), "alive");
    s->ran = variable(m, i1(m, false), "ran");
    if (!s->frame_bytes)
        return;
    s->frame = vyi_gen_field(m, s->scratch, m->phases->scratch_bytes - s->frame_bytes);
    LLVMBuildMemSet(m->b, s->frame, i8(m, 0), i64(m, s->frame_bytes), 64);
}

// ---- segments as functions ----
// LLVM takes more than twice the time over a function of twice the size. So in a program of many
// segments each is a function of its own. Grid-uniform locals lie in the frame, which a segment
// only reads: what it assigns to are copies, and the kernel runs the slice that gives the locals
// themselves their values. A segment that has to stop returns, and so does the kernel at the next
// barrier.
static void plan(struct gen *m, struct vyi_phases *phases)
{
    enum { FEW = 24 }; // LLVM is as fast over them together
    struct shape *s = m->shape;
    uint32_t segments = 0;
    for (uint32_t i = 1; i < phases->nodes.count; i++)
        segments += phases->nodes.at[i].kind == VYI_PHASE_SEGMENT;
    if (segments <= FEW && !m->request->outline)
        return;
    for (uint32_t i = 0; i < phases->local_count; i++)
        if (phases->lives[i].place == VYI_PLACE_GRID) {
            phases->lives[i].offset = s->frame_bytes;
            s->frame_bytes += 8;
        }
    s->frame_bytes = s->frame_bytes / 64 * 64 + 64; // never none
    phases->scratch_bytes += s->frame_bytes;
}

static struct caller begin_segment(struct gen *m)
{
    struct shape *s = m->shape;
    struct caller c = {m->fn,   s->thread, s->block, s->scratch,
                       s->fuel, s->frame,  s->out,   block_now(m)};
    LLVMTypeRef pointers[] = {type_pointer(m), type_pointer(m)};
    vyi_gen_function(m, "vyre_segment", pointers, 2);
    LLVMSetLinkage(m->fn, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(m->fn, 2, vyi_gen_attribute(m, "noalias", 0));
    LLVMAddAttributeAtIndex(m->fn, 2, vyi_gen_attribute(m, "readonly", 0));
    begin_function(m);
    s->frame = LLVMGetParam(m->fn, 1);
    return c;
}

static void end_segment(struct gen *m, const struct caller *c)
{
    struct shape *s = m->shape;
    LLVMValueRef segment = m->fn, args[] = {c->thread, c->frame};
    br_enter(m, s->out);
    LLVMBuildRetVoid(m->b);
    m->fn = c->fn;
    s->thread = c->thread;
    s->block = c->block;
    s->scratch = c->scratch;
    s->fuel = c->fuel;
    s->frame = c->frame;
    s->out = c->out;
    enter(m, c->at);
    LLVMBuildCall2(m->b, LLVMGlobalGetValueType(segment), segment, args, 2, "");
}

static void end(struct gen *m)
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
        LLVMValueRef bytes = imul(m, vyi_gen_count(m, i), i64(m, vyi_type_bytes(b->elem)));
        LLVMBuildMemSet(m->b, vyi_gen_buffer(m, i), i8(m, 0), bytes, 64);
    }
    if (m->phases->returns)
        LLVMBuildMemSet(m->b, dead_bytes(m), i8(m, 0), i64(m, vyi_phase_padded(&m->phases->policy)),
                        64);
}

static struct groups groups_begin(struct gen *m, bool segment)
{
    struct shape *s = m->shape;
    struct groups g = {0};
    // Two segments in a row, as around an if whose barrier is not reached: a workgroup's second
    // must not begin in one thread while its first goes on in another.
    vyi_gen_regroup(m);
    store(m, i1(m, true), s->ran);
    if (segment && s->frame)
        g.caller = begin_segment(m);
    g.take = new_block(m, "groups");
    g.head = new_block(m, "group");
    g.done = new_block(m, "groups.done");
    g.at = vyi_gen_alloca(m, type_i32(m), "first");
    g.end = vyi_gen_alloca(m, type_i32(m), "end");
    br_enter(m, g.take);
    LLVMValueRef more = CALL(take, type_i32(m), s->thread, g.at, g.end);
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
        struct fork f = if_begin(m, group_lives(m), "tell");
        ordered_store(m, i32(m, 1), vyi_gen_block_pointer(m, offsetof(struct vyi_cpu_block, alive)),
                      VYI_ORDER_RELAXED);
        if_end(m, &f);
    }
    LLVMValueRef at = nuw_add(m, get(m, g.at), i32(m, 1));
    store(m, at, g.at);
    br_if(m, ult(m, at, get(m, g.end)), g.head, g.take);
    enter(m, g.done);
    s->group = s->spill = NULL;
    if (g.caller.fn)
        end_segment(m, &g.caller);
}

// ---- the invocations of a workgroup ----
/// Which invocations of the present vector have not returned.
static LLVMValueRef living_lanes(struct gen *m)
{
    LLVMValueRef at;
    return is_zero(m, dead_lanes(m, &at));
}

/// A loop over the vectors of a workgroup, with the mask of those who live.
struct items_loop {
    struct loop items;
    LLVMBasicBlockRef next;
    uint32_t lanes;
};

static struct items_loop items_begin(struct gen *m, uint32_t lanes)
{
    struct shape *s = m->shape;
    struct items_loop l = {.lanes = m->lanes, .next = new_block(m, "items.next")};
    m->lanes = lanes;
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

static void items_end(struct gen *m, struct items_loop l)
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

static void run_items(struct gen *m, const struct vyi_phase *phase)
{
    const vyi_ref *list = vyi_phase_list(m->phases, phase);
    struct shadows s = vyi_gen_shadows_begin(m, list, phase->count, true);
    if (!phase->effects && !s.at.count)
        return;
    for (uint32_t i = 0; i < s.at.count; i++)
        vyi_gen_store_scalar(m, s.at.at[i].local, vyi_gen_get(m, s.at.at[i].local).v,
                             s.at.at[i].last);
    struct items_loop l = items_begin(m, phase->lanes);
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
    items_end(m, l);
    vyi_gen_forget_places(m);
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
    m->target->poll(m, i32(m, policy->volume / phase->lanes + 1));
    s->pass_first = l.now;
    s->pass_left = isub(m, total, l.now);
    run_items(m, phase);
    s->pass_first = s->pass_left = NULL;
    loop_end(m, &l, vyi_gen_invocations(m));
}

static void copy(struct gen *m, const struct vyi_node *n)
{
    struct val v[3];
    const vyi_ref *kids = vyi_kid_list(m->p, n);
    // Of a workgroup that has returned nothing is copied.
    struct fork f = if_begin(m, m->phases->returns ? group_lives(m) : NULL, "some");
    vyi_gen_exprs(m, kids, 3, v);
    vyi_gen_async_copy(m, n, v, 1);
    if_end(m, &f);
}

static void fixpoint_done(struct gen *m, uint32_t number, LLVMValueRef passes, LLVMValueRef again)
{
    CALL(fixpoint, type_void(m), m->shape->thread, i32(m, number), passes, again);
}

// ---- operands and results of the invocations ----
static LLVMValueRef item_slot(struct gen *m, LLVMTypeRef slot, LLVMValueRef base)
{
    return gep(m, slot, base, to_i64(m, m->shape->item));
}

/// The operand of every living invocation, in the scratch, and which of them live.
static struct items gather(struct gen *m, vyi_ref operand)
{
    uint8_t type = vyi_at(m->p, operand)->type;
    LLVMTypeRef slot = vyi_gen_slot(m, type);
    struct items items = {vyi_gen_field(m, m->shape->scratch, m->phases->operands), NULL,
                          m->phases->policy.volume, type};
    struct items_loop l = items_begin(m, m->phases->policy.lanes);
    LLVMValueRef v = vyi_gen_spread(m, vyi_gen_expr(m, operand));
    if (type == VY_TYPE_BOOL)
        v = zext(m, v, vyi_gen_wide(m, slot));
    aligned(store(m, v, item_slot(m, slot, items.values)), vyi_gen_slot_bytes(type));
    items_end(m, l);
    if (!m->phases->returns)
        return items;
    items.alive = vyi_gen_field(m, m->shape->scratch, m->phases->results); // the dead turned round
    LLVMTypeRef bytes = LLVMVectorType(type_i8(m), VYI_SUBGROUP);
    for (uint32_t i = 0; i < vyi_phase_padded(&m->phases->policy); i += VYI_SUBGROUP) {
        LLVMValueRef dead = aligned(load(m, bytes, vyi_gen_field(m, dead_bytes(m), i)), 1);
        LLVMValueRef lives = zext(m, is_zero(m, dead), bytes);
        aligned(store(m, lives, vyi_gen_field(m, items.alive, i)), 1);
    }
    return items;
}

/// Gives every invocation its result of a scan.
static void hand_out(struct gen *m, uint32_t local, LLVMValueRef results)
{
    uint8_t type = m->p->locals.at[local].type;
    LLVMTypeRef slot = vyi_gen_slot(m, type);
    struct items_loop l = items_begin(m, m->phases->policy.lanes);
    LLVMValueRef v = load(m, vyi_gen_wide(m, slot), item_slot(m, slot, results));
    aligned(v, vyi_gen_slot_bytes(type));
    vyi_gen_set(m, local, vyi_gen_each(m, type, type == VY_TYPE_BOOL ? is_set(m, v) : v), true);
    items_end(m, l);
}

// ---- one value ----
/// The operand of one invocation, 0 from a dead or absent one. `index` is i64.
static LLVMValueRef pick(struct gen *m, const struct items *items, LLVMValueRef index)
{
    LLVMTypeRef slot = vyi_gen_slot(m, items->type);
    struct fork f = if_begin(m, ult(m, index, i64(m, items->volume)), "pick");
    LLVMValueRef v = load(m, slot, gep(m, slot, items->values, index));
    if (items->alive) {
        LLVMValueRef lives =
            is_set(m, load(m, type_i8(m), gep(m, type_i8(m), items->alive, index)));
        v = sel(m, lives, v, LLVMConstNull(slot));
    }
    v = if_value(m, &f, v, LLVMConstNull(slot));
    return items->type == VY_TYPE_BOOL ? is_set(m, v) : v;
}

static void group_scan(struct gen *m, uint32_t local, const struct vyi_node *n, LLVMValueRef start)
{
    struct items items = gather(m, n->kid[0]);
    vyi_gen_group_scan(m, (uint8_t)n->x, n->op == VYI_OP_ISCAN, &items, start, items.values);
    hand_out(m, local, items.values);
}

static void group_collective(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[local].type;
    if (n->op == VYI_OP_SCOPE_LOAD) {
        vyi_gen_set(m, local, vyi_gen_load(m, n), true);
        return;
    }
    struct items items = gather(m, n->kid[0]);
    LLVMValueRef v = n->op == VYI_OP_BROADCAST
                         ? pick(m, &items, vyi_gen_wide_index(m, vyi_gen_expr(m, n->kid[1])))
                         : vyi_gen_group_fold(m, fold_op(n), &items);
    vyi_gen_set(m, local, vyi_gen_same(type, v), true);
}

// ---- the grid ----
static LLVMValueRef combine_parts(struct gen *m, enum vyi_cpu_combine how, uint8_t op, uint8_t type)
{
    struct shape *s = m->shape;
    LLVMValueRef v = CALL(combine, type_i64(m), s->thread, i32(m, how), i32(m, op), i32(m, type));
    LLVMValueRef at = vyi_gen_field(m, s->thread, offsetof(struct vyi_cpu_thread, flags));
    vyi_gen_synchronised(m, load(m, type_i32(m), at));
    return v;
}

/// The value of the invocation asked for, from its own workgroup; 0 from all others.
static LLVMValueRef broadcast_part(struct gen *m, const struct vyi_node *n,
                                   const struct items *items)
{
    LLVMValueRef from = vyi_gen_wide_index(m, vyi_gen_expr(m, n->kid[1]));
    LLVMValueRef volume = i64(m, m->phases->policy.volume);
    LLVMValueRef mine = ieq(m, udiv(m, from, volume), to_i64(m, m->shape->group));
    return pick(m, items, sel(m, mine, urem(m, from, volume), i64(m, UINT64_MAX)));
}

static LLVMValueRef grid_part(struct gen *m, const struct vyi_node *n)
{
    struct items items = gather(m, n->kid[0]);
    LLVMValueRef part = n->op == VYI_OP_BROADCAST ? broadcast_part(m, n, &items)
                                                  : vyi_gen_group_fold(m, fold_op(n), &items);
    return to_bits(m, items.type, vyi_gen_canonical(m, items.type, part));
}

const struct kernel_target vyi_cpu_kernel_target = {
    .scope = VYI_SCOPE_WORKGROUP,
    .thread_runs_group = true,
    .plan = plan,
    .begin = begin,
    .end = end,
    .groups_begin = groups_begin,
    .groups_end = groups_end,
    .clear = clear_group,
    .items = run_items,
    .passes = run_passes,
    .group_lives = group_lives,
    .copy = copy,
    .group_collective = group_collective,
    .grid_part = grid_part,
    .combine_parts = combine_parts,
    .group_scan = group_scan,
    .some_live = group_lives,
    .fixpoint_done = fixpoint_done,
};
