// The GPU's kernel: who runs what. See gpu.h.
#include "gen/llvm/gpu.h"

#include <stddef.h>
#include <stdio.h>

// ---- what kind of kernel ----
/// Of what the launch gives it.
static uint64_t block_bytes(const struct gen *m)
{
    return offsetof(struct vyi_cuda_block, slot) +
           8 * (uint64_t)vyi_slot_buffer(m->p, m->p->buffers.count);
}

static vy_status plan(struct gen *m, struct vyi_phases *phases)
{
    struct gpu *g = m->shape->gpu;
    vyi_plan_teams(phases, &g->teams);
    g->block_bytes = phases->synchronises && phases->grid_collectives ? SLOT_BYTES : 0;
    if (g->teams.exchanges) {
        phases->operands = phases->scratch_bytes;
        phases->scratch_bytes += SLOT_BYTES;
    }
    uint64_t bytes = block_bytes(m);
    g->direct = m->request->direct && bytes <= VYI_CUDA_MOST_DIRECT ? (uint32_t)bytes : 0;
    g->said = vyi_calloc(m->p->context, g->teams.fixpoints + 1, sizeof *g->said);
    if (m->request->cpu)
        sscanf(m->request->cpu, "sm_%u", &g->capability);
    bool vectors = m->request->level && !m->request->wide &&
                   m->shape->workgroup[1] * m->shape->workgroup[2] == 1;
    g->each = vectors ? vyi_plan_coarsen(phases, &g->teams, m->facts) : 1;
    return g->said ? VY_OK : VY_ERROR_MEMORY;
}

static void free_plan(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    vyi_free(m->p->context, g->said, (g->teams.fixpoints + 1) * sizeof *g->said);
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

// ---- the function's head ----
static LLVMValueRef wide(struct gen *m, LLVMValueRef v)
{
    return LLVMBuildZExt(m->b, v, type_i64(m), "");
}

static LLVMValueRef group_count(struct gen *m)
{
    return vyi_gpu_field(m, type_i32(m), offsetof(struct vyi_cuda_block, group_count));
}

static LLVMValueRef groups_along(struct gen *m, uint32_t axis)
{
    return vyi_gpu_field(m, type_i32(m), offsetof(struct vyi_cuda_block, groups) + 4 * axis);
}

/// Where the workgroup stands in the grid.
static void find_group(struct gen *m, LLVMValueRef group, LLVMValueRef wid[3])
{
    wid[0] = group, wid[1] = wid[2] = vyi_gen_int(m, 32, 0);
    if (m->p->grid_rank < 2)
        return;
    LLVMValueRef x = groups_along(m, 0), rest = LLVMBuildUDiv(m->b, group, x, "");
    wid[0] = LLVMBuildURem(m->b, group, x, "");
    wid[1] = rest;
    if (m->p->grid_rank < 3)
        return;
    LLVMValueRef y = groups_along(m, 1);
    wid[1] = LLVMBuildURem(m->b, rest, y, "");
    wid[2] = LLVMBuildUDiv(m->b, rest, y, "");
}

/// Which invocation (flat) or workgroup a number stands for.
static void find_place(struct gen *m, LLVMValueRef number)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    LLVMValueRef v = LLVMBuildTrunc(m->b, number, type_i32(m), "");
    g->group = v;
    if (g->teams.flat) {
        LLVMValueRef volume = vyi_gen_int(m, 32, m->phases->policy.volume);
        g->number = v;
        g->group = LLVMBuildUDiv(m->b, v, volume, "");
        g->item = LLVMBuildURem(m->b, v, volume, "");
    }
    find_group(m, g->group, g->wid);
}

static LLVMValueRef how_many(struct gen *m)
{
    return m->shape->gpu->teams.flat ? m->target->invocations(m) : wide(m, group_count(m));
}

/// Who this thread is.
static void number_thread(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef zero = vyi_gen_int(m, 32, 0), teams = vyi_gen_int(m, 32, 1);
    g->tid = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.tid.x");
    g->block_number = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.ctaid.x");
    g->blocks = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.nctaid.x");
    LLVMValueRef threads = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.ntid.x");
    LLVMValueRef block = wide(m, g->block_number);
    if (g->teams.flat) {
        g->first = LLVMBuildMul(m->b, block, wide(m, threads), "");
        g->first = LLVMBuildAdd(m->b, g->first, wide(m, g->tid), "");
        g->stride = LLVMBuildMul(m->b, wide(m, g->blocks), wide(m, threads), "");
        if (g->each > 1) {
            LLVMValueRef each = vyi_gen_int(m, 64, g->each);
            g->first = LLVMBuildMul(m->b, g->first, each, "");
            g->stride = LLVMBuildMul(m->b, g->stride, each, "");
        }
        return;
    }
    LLVMValueRef team = vyi_gen_int(m, 32, g->teams.threads);
    g->team_number = zero;
    g->item = g->tid;
    if (g->teams.most_teams > 1) {
        g->team_number = LLVMBuildUDiv(m->b, g->tid, team, "");
        g->item = LLVMBuildURem(m->b, g->tid, team, "");
        teams = LLVMBuildUDiv(m->b, threads, team, "");
    }
    g->lane = LLVMBuildAnd(m->b, g->item, vyi_gen_int(m, 32, WARP - 1), "");
    g->warp = LLVMBuildLShr(m->b, g->item, vyi_gen_int(m, 32, 5), "");
    g->first = LLVMBuildMul(m->b, block, wide(m, teams), "");
    g->first = LLVMBuildAdd(m->b, g->first, wide(m, g->team_number), "");
    g->stride = LLVMBuildMul(m->b, wide(m, g->blocks), wide(m, teams), "");
}

/// Shared memory of the block: that of its own collectives, then a part for each team.
static void find_shared(struct gen *m)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    if (!g->block_bytes && (g->teams.flat || !m->phases->scratch_bytes))
        return;
    LLVMTypeRef none = LLVMArrayType(type_i8(m), 0);
    g->shared = LLVMAddGlobalInAddressSpace(m->module, none, "vyre_shared", SPACE_SHARED);
    LLVMSetAlignment(g->shared, 16);
    LLVMSetLinkage(g->shared, LLVMExternalLinkage);
    if (g->teams.flat)
        return;
    LLVMValueRef at = LLVMBuildMul(m->b, wide(m, g->team_number),
                                   vyi_gen_int(m, 64, m->phases->scratch_bytes), "");
    at = LLVMBuildAdd(m->b, at, vyi_gen_int(m, 64, g->block_bytes), "");
    g->own = LLVMBuildGEP2(m->b, type_i8(m), g->shared, &at, 1, "");
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

static void set_kernel(struct gen *m)
{
    enum { PTX_KERNEL = 71 }; // LLVM's number of the calling convention
    LLVMSetFunctionCallConv(m->fn, PTX_KERNEL);
    LLVMMetadataRef most[3] = {
        LLVMValueAsMetadata(m->fn),
        LLVMMDStringInContext2(m->context, "maxntidx", 8),
        LLVMValueAsMetadata(vyi_gen_int(m, 32, m->shape->gpu->teams.most_threads)),
    };
    LLVMMetadataRef least[3] = {
        LLVMValueAsMetadata(m->fn),
        LLVMMDStringInContext2(m->context, "minctasm", 8),
        LLVMValueAsMetadata(vyi_gen_int(m, 32, 2)),
    };
    LLVMMetadataRef kernel[3] = {
        LLVMValueAsMetadata(m->fn),
        LLVMMDStringInContext2(m->context, "kernel", 6),
        LLVMValueAsMetadata(vyi_gen_int(m, 32, 1)),
    };
    LLVMMetadataRef lines[3] = {LLVMMDNodeInContext2(m->context, kernel, 3),
                                LLVMMDNodeInContext2(m->context, most, 3),
                                LLVMMDNodeInContext2(m->context, least, 3)};
    for (int i = 0; i < (needs_company(m) ? 3 : 2); i++)
        LLVMAddNamedMetadataOperand(m->module, "nvvm.annotations",
                                    LLVMMetadataAsValue(m->context, lines[i]));
}

static void add_attribute(struct gen *m, unsigned index, const char *name, uint64_t value)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(m->fn, (LLVMAttributeIndex)index,
                            LLVMCreateEnumAttribute(m->context, kind, value));
}

/// What LLVM knows about the parameter.
static void set_block(struct gen *m)
{
    uint64_t bytes = block_bytes(m);
    add_attribute(m, 1, "align", 8);
    add_attribute(m, 1, "noalias", 0);
    add_attribute(m, 1, "readonly", 0);
    if (!m->shape->gpu->direct) {
        add_attribute(m, 1, "dereferenceable", bytes);
        return;
    }
    LLVMAttributeRef value =
        LLVMCreateTypeAttribute(m->context, LLVMGetEnumAttributeKindForName("byval", 5),
                                LLVMArrayType(type_i8(m), (unsigned)bytes));
    LLVMAddAttributeAtIndex(m->fn, 1, value);
}

static LLVMValueRef variable(struct gen *m, LLVMTypeRef type, uint64_t value, const char *name)
{
    LLVMValueRef at = LLVMBuildAlloca(m->b, type, name);
    LLVMBuildStore(m->b, LLVMConstInt(type, value, false), at);
    return at;
}

static void make_variables(struct gen *m)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    for (uint32_t i = 0; i < 3; i++)
        g->fuel[i] = variable(m, type_i32(m), FIRST_FUEL, "fuel");
    g->dead = variable(m, type_i1(m), 0, "dead");
    g->lives = variable(m, type_i1(m), 0, "lives");
    g->phase = variable(m, type_i32(m), 0, "phase");
    g->interval = variable(m, type_i32(m), 0, "interval");
    g->flip = variable(m, type_i32(m), 0, "flip");
    if (g->teams.fixpoints || m->phases->returns)
        g->votes = variable(m, type_i64(m), 0, "votes");
    for (uint32_t i = 0; i < g->teams.fixpoints; i++)
        g->said[i] = variable(m, type_i1(m), 0, "said");
    s->alive = variable(m, type_i1(m), 1, "alive");
    s->ran = variable(m, type_i1(m), 0, "ran");
}

/// Threads of a team past the end of its workgroup.
static LLVMValueRef is_absent(struct gen *m)
{
    struct shape *s = m->shape;
    if (s->gpu->teams.flat || m->phases->policy.volume % WARP == 0)
        return vyi_gen_int(m, 1, 0);
    return LLVMBuildICmp(m->b, LLVMIntUGE, s->gpu->item,
                         vyi_gen_int(m, 32, m->phases->policy.volume), "");
}

/// Whether an invocation may take so long that millions of them do.
static bool is_long(const vy_program *p)
{
    enum { SHORT_NODES = 256 };
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (vyi_op_info(p->nodes.at[i].op)->flags & VYI_FLAG_LOOP ||
            p->nodes.at[i].op == VYI_OP_EACH)
            return true;
    return p->nodes.count > SHORT_NODES;
}

/// In a large grid each block may end before it polls, and still the launch would go on for ever:
/// late blocks poll first. Not all blocks: polling one word at once takes longer than a copy.
static void poll_late(struct gen *m, LLVMBasicBlockRef begin)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    if (m->phases->synchronises || m->request->unchecked || !is_long(m->p)) {
        LLVMBuildBr(m->b, begin);
        return;
    }
    LLVMBasicBlockRef late = vyi_gen_block(m, "late");
    LLVMValueRef block = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.ctaid.x");
    LLVMValueRef early = vyi_gen_int(m, 32, VYI_CUDA_EARLY_BLOCKS);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntUGE, block, early, ""), late, begin);
    vyi_gen_enter(m, late);
    LLVMValueRef at = vyi_gpu_stop_word(m);
    LLVMValueRef stop = vyi_gpu_load(m, type_i32(m), at, VYI_REACH_SYSTEM << 8);
    LLVMValueRef leaves = LLVMBuildICmp(m->b, LLVMIntNE, stop, vyi_gen_int(m, 32, 0), "");
    if (!g->teams.flat && g->teams.most_teams > 1) // all, or those who stay would wait for who left
        leaves = vyi_gpu_any(m, VYI_SCOPE_GRID, leaves);
    g->polls = true;
    LLVMBuildCondBr(m->b, leaves, s->out, begin);
}

/// In a block of its own: loads of what nobody writes may be moved past it within one. A thread
/// that passes elements through and is gone reads where they are before it waits.
static void wait_for_others(struct gen *m)
{
    enum { MOST = 4 };
    static const char lists[MOST + 1][8] = {"", "l", "l,l", "l,l,l", "l,l,l,l"};
    LLVMBasicBlockRef after = vyi_gen_block(m, "after");
    LLVMValueRef at[MOST];
    uint32_t count = 0, all = m->shape->gpu->each > 1 ? m->p->buffers.count : 0;
    for (uint32_t i = 0; i < all && count < MOST; i++) {
        uint64_t slot = vyi_slot_buffer(m->p, i);
        if (m->p->buffers.at[i].role != VY_ROLE_SHARED)
            at[count++] = vyi_gpu_field(m, LLVMInt64TypeInContext(m->context),
                                        offsetof(struct vyi_cuda_block, slot) + 8 * slot);
    }
    vyi_gpu_asm(m, ASM_TOGETHER, "griddepcontrol.wait;", lists[count],
                LLVMVoidTypeInContext(m->context), at, count);
    LLVMBuildBr(m->b, after);
    vyi_gen_enter(m, after);
}

static void begin(struct gen *m)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    LLVMTypeRef pointer = vyi_gpu_pointer(m, g->direct ? 0 : SPACE_GLOBAL);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), &pointer, 1, false);
    m->fn = LLVMAddFunction(m->module, "vyre_kernel", type);
    set_kernel(m);
    add_attribute(m, LLVMAttributeFunctionIndex, "nounwind", 0);
    set_block(m);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(m->context, m->fn, "entry");
    LLVMBasicBlockRef begin = vyi_gen_block(m, "begin");
    s->out = vyi_gen_block(m, "out");
    vyi_gen_enter(m, entry);
    s->block = LLVMGetParam(m->fn, 0);
    make_variables(m);
    poll_late(m, begin);
    vyi_gen_enter(m, begin);
    number_thread(m);
    find_shared(m);
    if (g->teams.idle && !m->phases->policy.virtual_groups)
        LLVMBuildStore(m->b, is_absent(m), g->dead);
    if (!m->phases->policy.virtual_groups) {
        g->here = LLVMBuildICmp(m->b, LLVMIntULT, g->first, how_many(m), "here");
        find_place(m, g->first);
    }
    if (waits_for_launch(m))
        wait_for_others(m);
    if (!g->teams.flat)
        vyi_gpu_clear_shared(m);
}

static void end(struct gen *m)
{
    struct shape *s = m->shape;
    LLVMBuildBr(m->b, s->out);
    vyi_gen_enter(m, s->out);
    LLVMBuildRetVoid(m->b);
    struct vyi_cuda_info info = info_of(m);
    vyi_cuda_info_write(m->head, &info);
}

// ---- invocations and workgroups ----
static LLVMValueRef dead_byte(struct gen *m)
{
    struct shape *s = m->shape;
    LLVMValueRef at = LLVMBuildAdd(m->b, wide(m, s->item), vyi_gen_int(m, 64, m->phases->dead), "");
    return LLVMBuildGEP2(m->b, type_i8(m), s->spill, &at, 1, "");
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
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    LLVMValueRef keep = vyi_gpu_address(m, offsetof(struct vyi_cuda_block, spill));
    LLVMValueRef at =
        LLVMBuildMul(m->b, wide(m, s->group), vyi_gen_int(m, 64, m->phases->spill_bytes), "");
    s->spill = LLVMBuildGEP2(m->b, type_i8(m), keep, &at, 1, "keep");
    if (g->teams.idle) {
        LLVMValueRef dead = is_absent(m);
        if (m->phases->returns) {
            LLVMValueRef byte = LLVMBuildLoad2(m->b, type_i8(m), dead_byte(m), "");
            LLVMValueRef gone = LLVMBuildICmp(m->b, LLVMIntNE, byte, vyi_gen_int(m, 8, 0), "");
            dead = LLVMBuildOr(m->b, dead, gone, "");
        }
        LLVMBuildStore(m->b, dead, g->dead);
    }
    vyi_gen_copies_begin(m);
}

static void lay_down(struct gen *m)
{
    struct shape *s = m->shape;
    vyi_gen_copies_end(m);
    if (!m->phases->returns)
        return;
    LLVMValueRef dead = LLVMBuildLoad2(m->b, type_i1(m), s->gpu->dead, "");
    LLVMBuildStore(m->b, LLVMBuildZExt(m->b, dead, type_i8(m), ""), dead_byte(m));
}

struct groups vyi_gpu_groups_begin(struct gen *m)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    struct groups l = {.head = vyi_gen_block(m, "group"), .done = vyi_gen_block(m, "groups.done")};
    LLVMBuildStore(m->b, vyi_gen_int(m, 1, 1), s->ran);
    // Who lived after one segment may return in the next, with no barrier in between.
    if (m->phases->returns)
        LLVMBuildStore(m->b, vyi_gen_int(m, 1, 0), g->lives);
    if (!m->phases->policy.virtual_groups) {
        LLVMBuildCondBr(m->b, g->here, l.head, l.done);
        vyi_gen_enter(m, l.head);
        take_place(m);
        return l;
    }
    l.take = vyi_gen_block(m, "groups");
    l.next = vyi_gen_block(m, "groups.next");
    l.at = vyi_gen_alloca(m, type_i64(m), "at");
    LLVMBuildStore(m->b, g->first, l.at);
    LLVMBuildBr(m->b, l.take);
    vyi_gen_enter(m, l.take);
    LLVMValueRef now = LLVMBuildLoad2(m->b, type_i64(m), l.at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, now, how_many(m), ""), l.head, l.done);
    vyi_gen_enter(m, l.head);
    find_place(m, now);
    take_place(m);
    take_up(m);
    return l;
}

void vyi_gpu_groups_end(struct gen *m, struct groups l)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    if (m->phases->policy.virtual_groups)
        lay_down(m);
    if (m->phases->returns) {
        LLVMValueRef before = LLVMBuildLoad2(m->b, type_i1(m), g->lives, "");
        LLVMBuildStore(m->b, LLVMBuildOr(m->b, before, vyi_gpu_lives(m), ""), g->lives);
    }
    if (m->phases->policy.virtual_groups) {
        LLVMBuildBr(m->b, l.next);
        vyi_gen_enter(m, l.next);
        LLVMValueRef now = LLVMBuildLoad2(m->b, type_i64(m), l.at, "");
        LLVMBuildStore(m->b, LLVMBuildAdd(m->b, now, g->stride, ""), l.at);
        LLVMBuildBr(m->b, l.take);
    } else {
        LLVMBuildBr(m->b, l.done);
    }
    vyi_gen_enter(m, l.done);
    s->group = s->spill = s->item = NULL;
}

LLVMValueRef vyi_gpu_lives(struct gen *m)
{
    LLVMValueRef dead = LLVMBuildLoad2(m->b, type_i1(m), m->shape->gpu->dead, "");
    return LLVMBuildNot(m->b, dead, "");
}

void vyi_gpu_bury(struct gen *m, LLVMValueRef dead)
{
    LLVMValueRef at = m->shape->gpu->dead, old = LLVMBuildLoad2(m->b, type_i1(m), at, "");
    LLVMBuildStore(m->b, LLVMBuildOr(m->b, old, dead, ""), at);
}

static void items(struct gen *m, const struct vyi_phase *phase)
{
    if (m->shape->gpu->each > 1) {
        vyi_gpu_several_items(m, phase);
        return;
    }
    LLVMBasicBlockRef body = vyi_gen_block(m, "living"), next = vyi_gen_block(m, "next");
    LLVMBuildCondBr(m->b, m->shape->gpu->teams.idle ? vyi_gpu_lives(m) : vyi_gen_int(m, 1, 1), body,
                    next);
    vyi_gen_enter(m, body);
    vyi_gen_statements(m, vyi_phase_list(m->phases, phase), phase->count);
    LLVMBuildBr(m->b, next);
    vyi_gen_enter(m, next);
    vyi_gpu_forget_places(m);
}

static LLVMValueRef agree(struct gen *m, const struct vyi_phase *phase, LLVMValueRef condition)
{
    const struct gpu *g = m->shape->gpu;
    if (!g->teams.idle)
        return condition;
    return vyi_gpu_any(m, phase->whole_group ? VYI_SCOPE_WORKGROUP : VYI_SCOPE_SUBGROUP,
                       LLVMBuildAnd(m->b, condition, vyi_gpu_lives(m), ""));
}

const struct kernel_target vyi_cuda_kernel_target = {
    .scope = VYI_SCOPE_SUBGROUP,
    .plan = plan,
    .free = free_plan,
    .begin = begin,
    .end = end,
    .groups_begin = vyi_gpu_groups_begin,
    .groups_end = vyi_gpu_groups_end,
    .items = items,
    .agree = agree,
    .barrier = vyi_gpu_barrier,
    .copy = vyi_gpu_copy,
    .group_collective = vyi_gpu_collective,
    .grid_operand = vyi_gpu_grid_operand,
    .grid_collective = vyi_gpu_grid_collective,
    .fixpoint_done = vyi_gpu_fixpoint,
};
