// The GPU's kernel: which thread runs what. See gpu.h.
#include "gen/llvm/gpu.h"
#include "plan/work.h"

#include <stddef.h>
#include <stdio.h>

// ---- what kind of kernel ----
static void plan(struct gen *m, struct vyi_phases *phases)
{
    struct gpu *g = m->shape->gpu;
    vyi_plan_teams(phases, &g->teams);
    g->block_bytes = phases->synchronises && phases->grid_collectives ? SLOT_BYTES : 0;
    if (g->teams.exchanges) {
        phases->operands = phases->scratch_bytes;
        phases->scratch_bytes += SLOT_BYTES;
    }
    uint64_t bytes = vyi_gen_block_bytes(m);
    g->direct = m->request->direct && bytes <= VYI_CUDA_MOST_DIRECT ? (uint32_t)bytes : 0;
    g->said = vyi_gen_alloc(m, g->teams.fixpoints, sizeof *g->said);
    if (m->request->cpu)
        sscanf(m->request->cpu, "sm_%u", &g->capability);
    bool vectors = m->request->level && !m->request->wide &&
                   m->shape->workgroup[1] * m->shape->workgroup[2] == 1;
    g->each = vectors ? vyi_plan_coarsen(phases, &g->teams, &m->facts) : 1;
}

/// Kernels of a graph that follow each other need not wait for all of the launch before: their
/// blocks come early and wait as soon as they know who they are, each of them, or the next kernel
/// but one could come before what is waited for here. Not those with grid barriers, which come as a
/// whole.
static bool waits_for_launch(const struct gen *m)
{
    const struct gpu *g = m->shape->gpu;
    return g->direct && !m->phases->synchronises && g->capability >= 90;
}

static struct vyi_cuda_info info_of(const struct gen *m)
{
    const struct shape *s = m->shape;
    const struct gpu *g = s->gpu;
    return (struct vyi_cuda_info){
        .abi = VYI_LLVM_ABI,
        .flat = g->teams.flat,
        .virtual_groups = m->phases->policy.virtual_groups,
        .cooperative = m->phases->synchronises,
        .volume = m->phases->policy.volume,
        .team_threads = g->teams.threads,
        .most_teams = g->teams.flat ? 1 : g->teams.most_teams,
        .most_threads = g->teams.most_threads,
        .each = g->each,
        .block_bytes = g->block_bytes,
        .team_bytes = (uint32_t)m->phases->scratch_bytes,
        .fixpoints = s->fixpoints,
        .parts = m->phases->grid_collectives,
        .polls = g->polls,
        .reports = g->reports,
        .shots = g->each > 1 || g->teams.open_loops,
        .direct = g->direct,
        .waits = waits_for_launch(m),
        .service = m->p->service,
        .spill_bytes = m->phases->spill_bytes,
    };
}

// ---- shared memory begins as zeros, where a program may see that ----
static bool needs_clearing(const struct gen *m, uint32_t buffer)
{
    const vy_program *p = m->p;
    const struct vyi_node *body = vyi_at(p, p->body);
    return p->buffers.at[buffer].role == VY_ROLE_SHARED &&
           (m->phases->returns || !vyi_plan_fresh(p, p->extra.at + body->list, body->x, buffer));
}

/// Bytes of the team's shared memory, 16 at a time where they are whole ones.
static void clear_bytes(struct gen *m, uint64_t from, uint64_t to)
{
    struct gpu *g = m->shape->gpu;
    bool whole = (m->phases->scratch_bytes | g->block_bytes | from | to) % 16 == 0;
    LLVMTypeRef type = whole ? LLVMVectorType(type_i32(m), 4) : type_i32(m);
    uint32_t bytes = whole ? 16 : 4;
    LLVMValueRef first = iadd(m, g->item, i32(m, from / bytes));
    struct loop l = loop_begin(m, first, i32(m, to / bytes), "clear");
    aligned(store(m, LLVMConstNull(type), gep(m, type, m->shape->scratch, l.now)), bytes);
    loop_end(m, &l, i32(m, g->teams.threads));
}

static void clear_shared(struct gen *m)
{
    bool any = false;
    for (uint32_t i = 0; i < m->p->buffers.count && !m->phases->policy.virtual_groups; i++) {
        if (!needs_clearing(m, i))
            continue;
        uint64_t from = m->phases->shared[i], to = from;
        for (; i < m->p->buffers.count && needs_clearing(m, i); i++)
            to = m->phases->shared[i] + vyi_plan_elements(m->p, &m->p->buffers.at[i]) *
                                            vyi_type_bytes(m->p->buffers.at[i].elem);
        clear_bytes(m, from, (to + 15) / 16 * 16); // between two of them there is room
        any = true;
    }
    if (any)
        vyi_gpu_barrier(m);
}

// ---- the function's head ----
/// Which invocation (flat) or workgroup a number stands for.
static void find_place(struct gen *m, LLVMValueRef number)
{
    struct gpu *g = m->shape->gpu;
    g->group = to_i32(m, number);
    if (g->teams.flat) {
        LLVMValueRef volume = i32(m, m->phases->policy.volume);
        g->number = g->group;
        g->group = udiv(m, g->number, volume);
        g->item = urem(m, g->number, volume);
    }
    vyi_gen_find_group(m, g->group, g->wid);
}

static LLVMValueRef how_many(struct gen *m)
{
    return m->shape->gpu->teams.flat ? vyi_gen_invocations(m) : to_i64(m, vyi_gen_group_count(m));
}

/// Which thread this is.
static void number_thread(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef team = i32(m, g->teams.threads), own, width;
    g->tid = vyi_gpu_special(m, "tid.x");
    // Another value to LLVM, which reads all conditions on a value wherever that is used.
    g->self = vyi_gpu_asm(m, ASM_PURE, "mov.b32 $0, $1;", "=r,r", type_i32(m), ARGS(g->tid));
    g->block_number = vyi_gpu_special(m, "ctaid.x");
    g->blocks = vyi_gpu_special(m, "nctaid.x");
    LLVMValueRef threads = vyi_gpu_special(m, "ntid.x");
    if (g->teams.flat) {
        own = g->tid, width = threads;
    } else {
        bool several = g->teams.most_teams > 1;
        own = g->team_number = several ? udiv(m, g->tid, team) : i32(m, 0);
        g->item = several ? urem(m, g->tid, team) : g->tid;
        width = several ? udiv(m, threads, team) : i32(m, 1);
        g->lane = iand(m, g->item, i32(m, WARP - 1));
        g->warp = ushr(m, g->item, i32(m, 5));
    }
    g->first = imul(m, to_i64(m, g->block_number), to_i64(m, width));
    g->first = iadd(m, g->first, to_i64(m, own));
    g->stride = imul(m, to_i64(m, g->blocks), to_i64(m, width));
    if (g->teams.flat && g->each > 1) {
        g->first = imul(m, g->first, i64(m, g->each));
        g->stride = imul(m, g->stride, i64(m, g->each));
    }
}

/// Shared memory of the block: that of its own collectives, then a part for each team.
static void find_shared(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    if (!g->block_bytes && (g->teams.flat || !m->phases->scratch_bytes))
        return;
    g->shared = LLVMAddGlobalInAddressSpace(m->module, LLVMArrayType(type_i8(m), 0), "vyre_shared",
                                            SPACE_SHARED);
    LLVMSetAlignment(g->shared, 16);
    LLVMSetLinkage(g->shared, LLVMExternalLinkage);
    if (g->teams.flat)
        return;
    LLVMValueRef at = imul(m, to_i64(m, g->team_number), i64(m, m->phases->scratch_bytes));
    m->shape->scratch = gep(m, type_i8(m), g->shared, iadd(m, at, i64(m, g->block_bytes)));
}

/// Arrays in registers may leave room for only one block on a multiprocessor, and nobody works
/// while that one waits at a barrier. Where registers are few, the driver knows better.
static bool needs_company(const struct gen *m)
{
    enum { MANY = 32 };
    uint32_t words = 0;
    for (uint32_t i = 0; i < m->p->locals.count; i++)
        words += m->p->locals.at[i].count;
    return words >= MANY && m->shape->gpu->teams.most_threads <= VYI_MOST_THREADS / 2;
}

static void annotate(struct gen *m, const char *what, uint32_t value)
{
    LLVMMetadataRef parts[3] = {LLVMValueAsMetadata(m->fn), vyi_gen_word(m, what),
                                vyi_gen_number(m, 32, value)};
    LLVMMetadataRef line = LLVMMDNodeInContext2(m->context, parts, 3);
    LLVMAddNamedMetadataOperand(m->module, "nvvm.annotations",
                                LLVMMetadataAsValue(m->context, line));
}

static void set_kernel(struct gen *m)
{
    enum { PTX_KERNEL = 71 }; // LLVM's number of the calling convention
    LLVMSetFunctionCallConv(m->fn, PTX_KERNEL);
    annotate(m, "kernel", 1);
    annotate(m, "maxntidx", m->shape->gpu->teams.most_threads);
    if (needs_company(m))
        annotate(m, "minctasm", 2);
}

/// What LLVM knows about the parameter.
static void set_block(struct gen *m)
{
    uint64_t bytes = vyi_gen_block_bytes(m);
    LLVMTypeRef type = LLVMArrayType(type_i8(m), (unsigned)bytes);
    LLVMAttributeRef attributes[] = {
        vyi_gen_attribute(m, "align", 8),
        vyi_gen_attribute(m, "noalias", 0),
        vyi_gen_attribute(m, "readonly", 0),
        m->shape->gpu->direct
            ? LLVMCreateTypeAttribute(m->context, LLVMGetEnumAttributeKindForName("byval", 5), type)
            : vyi_gen_attribute(m, "dereferenceable", bytes),
    };
    for (unsigned i = 0; i < 4; i++)
        LLVMAddAttributeAtIndex(m->fn, 1, attributes[i]);
}

LLVMValueRef vyi_gpu_reused(struct gen *m, LLVMValueRef *at, LLVMValueRef first, const char *name)
{
    if (*at)
        store(m, first, *at);
    else
        *at = variable(m, first, name);
    return *at;
}

static void make_variables(struct gen *m)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    for (uint32_t i = 0; i < 3; i++)
        g->fuel[i] = variable(m, i32(m, FIRST_FUEL), "fuel");
    g->dead = variable(m, i1(m, false), "dead");
    g->lives = variable(m, i1(m, false), "lives");
    g->phase = variable(m, i32(m, 0), "phase");
    g->interval = variable(m, i32(m, 0), "interval");
    g->flip = variable(m, i32(m, 0), "flip");
    if (g->teams.fixpoints || m->phases->returns)
        g->votes = variable(m, i64(m, 0), "votes");
    for (uint32_t i = 0; i < g->teams.fixpoints; i++)
        g->said[i] = variable(m, i1(m, false), "said");
    s->alive = variable(m, i1(m, true), "alive");
    s->ran = variable(m, i1(m, false), "ran");
}

/// Threads of a team past the end of its workgroup.
static LLVMValueRef is_absent(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    uint32_t volume = m->phases->policy.volume;
    return g->teams.flat || volume % WARP == 0 ? i1(m, false) : uge(m, g->item, i32(m, volume));
}

/// Whether an invocation may take so long that millions of them do.
static bool is_long(const struct gen *m)
{
    enum { SHORT_NODES = 256 };
    return vyi_gen_flags(m, m->p->body) & VYI_FLAG_LOOP ||
           vyi_contains(m->p, m->p->body, VYI_OP_EACH) || m->p->nodes.count > SHORT_NODES;
}

/// In a large grid each block may end before it polls, and still the launch would go on for ever:
/// late blocks poll first. Not all blocks: polling one word at once takes longer than a copy.
static void poll_late(struct gen *m, LLVMBasicBlockRef begin)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    if (m->phases->synchronises || m->request->unchecked || !is_long(m)) {
        br(m, begin);
        return;
    }
    LLVMValueRef block = vyi_gpu_special(m, "ctaid.x");
    leave_unless(m, uge(m, block, i32(m, VYI_CUDA_EARLY_BLOCKS)), begin, "late");
    LLVMValueRef leaves = vyi_gpu_must_stop(m);
    if (!g->teams.flat && g->teams.most_teams > 1) // all, or those who stay would wait for who left
        leaves = vyi_gpu_any(m, VYI_SCOPE_GRID, leaves);
    br_if(m, leaves, s->out, begin);
}

/// In a block of its own: loads of what is not written may be moved past it within one. A thread
/// that passes elements through and is gone reads where they are before it waits.
static void wait_for_others(struct gen *m)
{
    enum { MOST = 4 };
    static const char lists[MOST + 1][8] = {"", "l", "l,l", "l,l,l", "l,l,l,l"};
    LLVMValueRef at[MOST];
    uint32_t count = 0, all = m->shape->gpu->each > 1 ? m->p->buffers.count : 0;
    for (uint32_t i = 0; i < all && count < MOST; i++)
        if (m->p->buffers.at[i].role != VY_ROLE_SHARED)
            at[count++] = vyi_gen_slot_at(m, vyi_slot_buffer(m->p, i), type_i64(m));
    vyi_gpu_asm(m, ASM_TOGETHER, "griddepcontrol.wait;", lists[count], type_void(m), at, count);
    br_enter(m, new_block(m, "after"));
}

static void begin(struct gen *m)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    LLVMTypeRef block = LLVMPointerTypeInContext(m->context, g->direct ? 0 : SPACE_GLOBAL);
    vyi_gen_function(m, "vyre_kernel", &block, 1);
    set_kernel(m);
    set_block(m);
    LLVMBasicBlockRef begin = new_block(m, "begin");
    s->out = new_block(m, "out");
    s->block = LLVMGetParam(m->fn, 0);
    make_variables(m);
    poll_late(m, begin);
    enter(m, begin);
    number_thread(m);
    find_shared(m);
    if (g->teams.idle && !m->phases->policy.virtual_groups)
        store(m, is_absent(m), g->dead);
    if (!m->phases->policy.virtual_groups) {
        g->here = ult(m, g->first, how_many(m));
        find_place(m, g->first);
    }
    if (waits_for_launch(m))
        wait_for_others(m);
    if (!g->teams.flat)
        clear_shared(m);
}

static void end(struct gen *m)
{
    struct vyi_cuda_info info = info_of(m);
    vyi_cuda_info_write(m->head, &info);
}

// ---- invocations and workgroups ----
static LLVMValueRef dead_byte(struct gen *m)
{
    struct shape *s = m->shape;
    return gep(m, type_i8(m), s->spill, iadd(m, to_i64(m, s->item), i64(m, m->phases->dead)));
}

static void take_place(struct gen *m)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    s->group = g->group;
    s->item = g->item;
    memcpy(s->wid, g->wid, sizeof s->wid);
}

/// What was kept of an invocation since the last grid barrier.
static void take_up(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    vyi_gen_find_spill(m);
    if (g->teams.idle) {
        LLVMValueRef dead = is_absent(m);
        if (m->phases->returns)
            dead = ior(m, dead, is_set(m, load(m, type_i8(m), dead_byte(m))));
        store(m, dead, g->dead);
    }
    vyi_gen_copies_begin(m);
}

static void lay_down(struct gen *m)
{
    vyi_gen_copies_end(m);
    if (m->phases->returns)
        store(m, zext(m, get(m, m->shape->gpu->dead), type_i8(m)), dead_byte(m));
}

static struct groups groups_begin(struct gen *m, bool segment)
{
    (void)segment;
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    struct groups l = {0};
    store(m, i1(m, true), s->ran);
    // Those who lived after one segment may return in the next, with no barrier in between.
    if (m->phases->returns)
        store(m, i1(m, false), g->lives);
    if (!m->phases->policy.virtual_groups) {
        l.done = new_block(m, "groups.done");
        enter_unless(m, g->here, l.done, "group");
        take_place(m);
        return l;
    }
    l = (struct groups){.take = new_block(m, "groups"), .done = new_block(m, "done")};
    l.at = vyi_gpu_reused(m, &g->turn, g->first, "at");
    br_enter(m, l.take);
    LLVMValueRef now = get(m, l.at);
    enter_unless(m, ult(m, now, how_many(m)), l.done, "body");
    find_place(m, now);
    take_place(m);
    take_up(m);
    return l;
}

static void groups_end(struct gen *m, struct groups l)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    if (m->phases->policy.virtual_groups)
        lay_down(m);
    if (m->phases->returns)
        store(m, ior(m, get(m, g->lives), vyi_gpu_lives(m)), g->lives);
    if (m->phases->policy.virtual_groups) {
        add_to(m, l.at, g->stride);
        br(m, l.take);
    } else {
        br(m, l.done);
    }
    enter(m, l.done);
    s->group = s->spill = s->item = NULL;
}

LLVMValueRef vyi_gpu_lives(struct gen *m)
{
    return inot(m, get(m, m->shape->gpu->dead));
}

LLVMValueRef vyi_gpu_lives_or_all(struct gen *m)
{
    return m->shape->gpu->teams.idle ? vyi_gpu_lives(m) : NULL;
}

static LLVMValueRef some_live(struct gen *m)
{
    return m->shape->gpu->teams.idle ? vyi_gpu_any(m, VYI_SCOPE_WORKGROUP, vyi_gpu_lives(m))
                                     : i1(m, true);
}

void vyi_gpu_bury(struct gen *m, LLVMValueRef dead)
{
    LLVMValueRef at = m->shape->gpu->dead;
    store(m, ior(m, get(m, at), dead), at);
}

// ---- several neighbouring invocations of a thread at once, as vectors (plan/coarsen.c) ----
/// Whether the addresses of all buffers are those of vectors.
static LLVMValueRef all_even(struct gen *m)
{
    LLVMValueRef bits = i64(m, 0);
    for (uint32_t i = 0; i < m->p->buffers.count; i++)
        bits = ior(m, bits, ptrtoint(m, vyi_gen_buffer(m, i), type_i64(m)));
    return is_zero(m, iand(m, bits, i64(m, VYI_STREAM_BYTES - 1)));
}

/// Whether an expression or statement is the same in all lanes but for the locals that it defines.
static bool stands_alone(const struct gen *m, vyi_ref root)
{
    for (VYI_VISIT(v, m->p, root))
        if (v->n->op == VYI_OP_ID && m->facts.levels.node[v->ref.i] > VYI_UNIFORM_WORKGROUP)
            return false;
    return true;
}

/// Whether a phase is one `each` and nothing else, whose body knows nothing but the index: then
/// lanes of a vector are passes of a loop as well.
static bool only_streams(const struct gen *m, const vyi_ref *list, uint32_t count)
{
    const struct vyi_node *n = count == 1 ? vyi_at(m->p, list[0]) : NULL;
    const vyi_ref *kids;
    if (!n || n->op != VYI_OP_EACH || vyi_kids(m->p, n, &kids) != 3)
        return false;
    return vyi_gen_streams(m, kids[2]) && stands_alone(m, kids[2]);
}

/// Several invocations as vectors, or one after the other where vectors would not be aligned.
static void several_items(struct gen *m, const struct vyi_phase *phase)
{
    const vyi_ref *list = vyi_phase_list(m->phases, phase);
    uint32_t count = phase->count;
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    LLVMValueRef even = all_even(m);
    m->lanes = g->each;
    if (only_streams(m, list, count)) { // a loop sees to both, which is less code
        g->even = even;
        vyi_gen_statements(m, list, count);
        g->even = NULL;
        m->lanes = 1;
        vyi_gen_forget_places(m);
        return;
    }
    struct fork f = if_begin(m, even, "vector");
    vyi_gen_statements(m, list, count);
    m->lanes = 1;
    vyi_gen_forget_places(m);
    if_else(m, &f, "one");
    LLVMValueRef item = s->item, number = g->number;
    struct loop l = do_begin(m, i32(m, 0), "one.by.one");
    s->item = iadd(m, item, l.now);
    g->number = iadd(m, number, l.now);
    vyi_gen_statements(m, list, count);
    do_end(m, &l, i32(m, 1), i32(m, g->each));
    if_end(m, &f);
    s->item = item;
    g->number = number;
    vyi_gen_forget_places(m);
}

// ---- phases ----
static void items(struct gen *m, const struct vyi_phase *phase)
{
    if (m->shape->gpu->each > 1) {
        several_items(m, phase);
        return;
    }
    // A block of its own also where all live: merged phases keep more values in registers.
    LLVMValueRef lives = vyi_gpu_lives_or_all(m);
    struct fork f = if_begin(m, lives ? lives : i1(m, true), "living");
    vyi_gen_statements(m, vyi_phase_list(m->phases, phase), phase->count);
    if_end(m, &f);
    vyi_gen_forget_places(m);
}

static LLVMValueRef agree(struct gen *m, const struct vyi_phase *phase, LLVMValueRef condition)
{
    const struct gpu *g = m->shape->gpu;
    if (!g->teams.idle)
        return condition;
    return vyi_gpu_any(m, phase->whole_group ? VYI_SCOPE_WORKGROUP : VYI_SCOPE_SUBGROUP,
                       iand(m, condition, vyi_gpu_lives(m)));
}

const struct kernel_target vyi_cuda_kernel_target = {
    .scope = VYI_SCOPE_SUBGROUP,
    .plan = plan,
    .begin = begin,
    .end = end,
    .groups_begin = groups_begin,
    .groups_end = groups_end,
    .items = items,
    .agree = agree,
    .barrier = vyi_gpu_barrier,
    .copy = vyi_gpu_copy,
    .group_collective = vyi_gpu_collective,
    .grid_part = vyi_gpu_grid_part,
    .combine_parts = vyi_gpu_combine_parts,
    .group_scan = vyi_gpu_group_scan,
    .some_live = some_live,
    .fixpoint_done = vyi_gpu_fixpoint,
};
