// The kernel's skeleton: emits the tree of phases (plan/phases.h), the same for all targets. What
// differs between them is in the table of kernel_target.
#include "gen/llvm/kernel.h"
#include "gen/llvm/gpu.h"
#include "plan/work.h"

static void sequence(struct gen *m, uint32_t first);

// ---- control flow that holds barriers ----
/// A condition as all see it who walk this level together.
static LLVMValueRef condition(struct gen *m, const struct vyi_phase *phase)
{
    LLVMValueRef c = vyi_gen_expr(m, vyi_at(m->p, phase->node)->kid[0]).v;
    return phase->grid || !m->kernel->agree ? c : m->kernel->agree(m, phase, c);
}

static void either(struct gen *m, const struct vyi_phase *phase)
{
    struct fork f = if_begin(m, condition(m, phase), "then");
    sequence(m, phase->first);
    if_else(m, &f, "else");
    sequence(m, phase->second);
    if_end(m, &f);
}

static void loop(struct gen *m, const struct vyi_phase *phase)
{
    const struct vyi_phases *f = m->phases;
    LLVMBasicBlockRef head = new_block(m, "while"), done = new_block(m, "done");
    bool ends = f->returns && (phase->grid || m->kernel->group_lives);
    uint32_t cost = phase->grid ? 64 : f->policy.volume / f->policy.lanes + 1;
    if (phase->grid && ends)
        vyi_gen_regroup(m);
    br_enter(m, head);
    m->target->poll(m, i32(m, cost));
    if (ends)
        leave_unless(m, phase->grid ? vyi_gen_grid_lives(m) : m->kernel->group_lives(m), done,
                     "test");
    enter_unless(m, condition(m, phase), done, "do");
    sequence(m, phase->first);
    if (phase->grid && ends)
        vyi_gen_regroup(m); // or threads would not know that all have returned
    br(m, head);
    enter(m, done);
}

static void fixpoint(struct gen *m, const struct vyi_phase *phase)
{
    const struct vyi_node *n = vyi_at(m->p, phase->node);
    struct shape *s = m->shape;
    const vyi_ref *kids = m->p->extra.at + n->list;
    uint32_t number = s->fixpoints++, outer = s->fixpoint;
    LLVMBasicBlockRef pass = new_block(m, "pass"), done = new_block(m, "done");
    LLVMValueRef zero = i32(m, 0), one = i32(m, 1), lives = NULL;
    if (n->aux)
        vyi_gen_set(m, n->aux - 1, vyi_gen_same(VY_TYPE_U32, zero), true);
    if (m->phases->returns) {
        vyi_gen_regroup(m); // it is not entered where all have returned since the last barrier
        lives = vyi_gen_grid_lives(m);
    }
    struct fork f = if_begin(m, lives, "fixpoint");
    LLVMValueRef from = vyi_gen_expr(m, kids[0]).v, to = vyi_gen_expr(m, kids[1]).v;
    LLVMValueRef k = variable(m, from, "k"), passes = variable(m, zero, "passes"),
                 again = variable(m, zero, "again");
    br_if(m, ult(m, from, to), pass, done);

    enter(m, pass);
    vyi_gen_set(m, n->x, vyi_gen_same(VY_TYPE_U32, get(m, k)), true);
    s->fixpoint = number + 1;
    sequence(m, phase->first);
    s->fixpoint = outer;
    LLVMValueRef flags = vyi_gen_synchronise(m, number + 1);
    LLVMValueRef said = iand(m, flags, i32(m, VYI_CPU_AGAIN));
    add_to(m, passes, one);
    store(m, said, again);
    LLVMValueRef more = is_set(m, said);
    if (m->phases->returns)
        more = iand(m, more, vyi_gen_grid_lives(m));
    leave_unless(m, more, done, "next");
    br_if(m, ult(m, add_to(m, k, one), to), pass, done);

    enter(m, done);
    LLVMValueRef all = get(m, passes);
    m->kernel->fixpoint_done(m, number, all, get(m, again));
    if (n->aux)
        vyi_gen_set(m, n->aux - 1, vyi_gen_same(VY_TYPE_U32, all), true);
    if_end(m, &f);
}

// ---- segments ----
static bool gives_sliced(struct gen *m, const vyi_ref *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (VYI_VISIT_STMTS(v, m->p, list[i]))
            for (uint32_t k = vyi_assigned_count(v->n); k-- > 0;)
                if (m->phases->lives[vyi_assigned(v->n, k)].sliced)
                    return true;
    return false;
}

/// The statements, and then, where there is one, what workgroups give to a grid collective.
static void segment(struct gen *m, const struct vyi_phase *phase)
{
    const vyi_ref *list = vyi_phase_list(m->phases, phase);
    uint32_t count = phase->count;
    m->shape->deals = phase->deals;
    struct shadows now = vyi_gen_shadows_begin(m, list, count, false);
    vyi_gen_shadows_take(m, &now); // what the statements make of them, by this thread for itself
    if (now.at.count || gives_sliced(m, list, count))
        vyi_gen_slice(m, list, count);
    vyi_gen_shadows_drop(m, &now);
    if (phase->collective.i || phase->effects) {
        struct groups g = m->kernel->groups_begin(m, true);
        struct shadows own = vyi_gen_shadows_begin(m, list, count, false);
        if (m->kernel->clear)
            m->kernel->clear(m);
        vyi_gen_shadows_take(m, &own);
        sequence(m, phase->first);
        if (phase->collective.i)
            vyi_gen_grid_operand(m, vyi_at(m->p, phase->collective));
        vyi_gen_shadows_drop(m, &own);
        vyi_gen_shadows_free(m, &own);
        m->kernel->groups_end(m, g);
    }
    vyi_gen_shadows_store(m, &now);
    vyi_gen_shadows_free(m, &now);
}

// ---- the walk ----
static void collective(struct gen *m, const struct vyi_phase *phase)
{
    const struct vyi_node *define = vyi_at(m->p, phase->node), *n = vyi_at(m->p, define->kid[0]);
    if (phase->grid)
        vyi_gen_grid_collective(m, define->x, n);
    else if (vyi_is_scan(n) && n->n == VYI_SCOPE_WORKGROUP)
        m->kernel->group_scan(m, define->x, n,
                              identity(m, fold_op(n), m->p->locals.at[define->x].type));
    else
        m->kernel->group_collective(m, define->x, n);
}

/// Where one thread runs a workgroup, its invocations have all come to a barrier when it does.
static void barrier(struct gen *m, const struct vyi_phase *phase)
{
    const struct vyi_node *n = vyi_at(m->p, phase->node);
    if (!phase->grid && m->kernel->barrier)
        m->kernel->barrier(m);
    else if (phase->grid && !n->x) // else of a loop that synchronises anyway at the end of a pass
        vyi_gen_synchronise(m, 0);
}

static void sequence(struct gen *m, uint32_t first)
{
    for (uint32_t i = first; i && !m->status; i = m->phases->nodes.at[i].next) {
        const struct vyi_phase *phase = &m->phases->nodes.at[i];
        switch ((enum vyi_phase_kind)phase->kind) {
        case VYI_PHASE_SEGMENT: segment(m, phase); break;
        case VYI_PHASE_ITEMS: m->kernel->items(m, phase); break;
        case VYI_PHASE_PASSES: m->kernel->passes(m, phase); break;
        case VYI_PHASE_BRANCH: either(m, phase); break;
        case VYI_PHASE_LOOP: loop(m, phase); break;
        case VYI_PHASE_FIXPOINT: fixpoint(m, phase); break;
        case VYI_PHASE_REGION: sequence(m, phase->first); break;
        case VYI_PHASE_COLLECTIVE: collective(m, phase); break;
        case VYI_PHASE_COPY: m->kernel->copy(m, vyi_at(m->p, phase->node)); break;
        case VYI_PHASE_BARRIER: barrier(m, phase); break;
        }
    }
}

// ---- lanes ----
/// Several vectors at once, where that is faster.
static void widen(struct gen *m, uint32_t volume)
{
    uint32_t most = m->lanes * vyi_vectors_at_once(&m->facts, m->lanes == 16 ? 32 : 16);
    // Vectors go past the end of a workgroup where the indices of each are dealt to them.
    most = m->p->workgroup_rank && most > volume ? volume : most;
    while (2 * m->lanes <= most && 2 * m->lanes <= MOST_LANES)
        m->lanes *= 2;
}

/// Whether a phase has an array of each invocation that lies in memory as vectors want it.
static bool shares_array(const struct vyi_phases *f, const struct vyi_phase *phase)
{
    for (uint32_t i = 0; i < phase->count; i++)
        for (VYI_VISIT(v, f->p, vyi_phase_list(f, phase)[i]))
            if (vyi_op_info(v->n->op)->imm == VYI_IMM_LOCAL &&
                f->p->locals.at[v->n->x].kind == VYI_LOCAL_ARRAY &&
                f->lives[v->n->x].place >= VYI_PLACE_GROUP_ITEMS)
                return true;
    return false;
}

/// One invocation at a time in each phase where that is faster. Phases that share arrays all have
/// vectors if any phase has. Whether any has.
static bool choose_by_phase(const struct gen *m, struct vyi_phases *f)
{
    struct vyi_lane_costs shared = {0, 0}, others = {0, 0};
    bool any = false;
    for (uint32_t i = 1; i < f->nodes.count; i++) {
        struct vyi_phase *phase = &f->nodes.at[i];
        struct vyi_lane_costs sum = {0, 0};
        if (phase->kind != VYI_PHASE_ITEMS && phase->kind != VYI_PHASE_PASSES)
            continue;
        for (uint32_t k = 0; k < phase->count; k++) {
            struct vyi_lane_costs one = vyi_lane_costs(&m->facts, vyi_phase_list(f, phase)[k]);
            sum.vector += one.vector;
            sum.scalar += one.scalar;
        }
        bool shares = shares_array(f, phase), scalar = sum.scalar < sum.vector;
        struct vyi_lane_costs *to = shares ? &shared : &others;
        to->vector += scalar && !shares ? sum.scalar : sum.vector;
        to->scalar += sum.scalar;
        if (scalar && !shares)
            phase->lanes = 1;
        any |= !shares && !scalar;
    }
    any |= shared.scalar && shared.vector <= shared.scalar;
    return any && shared.vector + others.vector <= shared.scalar + others.scalar;
}

static bool all_deal(const struct vyi_phases *phases)
{
    for (uint32_t i = 1; i < phases->nodes.count; i++)
        if (phases->nodes.at[i].kind == VYI_PHASE_SEGMENT && !phases->nodes.at[i].deals)
            return false;
    return true;
}

static vy_status plan_phases(struct gen *m, struct vyi_phase_policy *policy,
                             struct vyi_phases *phases)
{
    vyi_plan_phases_free(phases);
    policy->lanes = m->lanes;
    vy_status status = vyi_plan_phases(m->p, &m->facts.levels, policy, phases);
    for (uint32_t i = 0; i < phases->nodes.count; i++)
        phases->nodes.at[i].lanes = m->lanes;
    return status;
}

static vy_status emit(struct gen *m, struct vyi_phases *phases)
{
    struct shape *s = m->shape;
    const uint32_t *w = m->request->workgroup;
    for (uint32_t axis = 0; axis < 3; axis++)
        s->workgroup[axis] = w[axis] ? w[axis] : 1;
    struct vyi_phase_policy policy = {
        .scope = m->kernel->scope,
        .thread_runs_group = m->kernel->thread_runs_group,
        .virtual_groups = m->request->virtual_groups,
        .volume = s->workgroup[0] * s->workgroup[1] * s->workgroup[2],
    };
    vy_status status = vyi_facts_compute(m->p, s->workgroup, &m->facts);
    if (status)
        return status;
    // A subgroup is one vector.
    const bool chosen = m->request->lanes || m->lanes == 1 || m->lanes == VYI_SUBGROUP;
    if (!chosen)
        widen(m, policy.volume);
    s->masks_apart = m->lanes > (chosen ? VYI_SUBGROUP : 16);
    status = plan_phases(m, &policy, phases);
    if (!status && s->masks_apart && !chosen && m->lanes > policy.volume && !all_deal(phases)) {
        m->lanes = policy.volume;
        status = plan_phases(m, &policy, phases);
    }
    if (!status && !chosen && !choose_by_phase(m, phases)) {
        m->lanes = 1;
        status = plan_phases(m, &policy, phases);
    }
    if (status)
        return status;
    s->places = vyi_gen_alloc(m, m->p->locals.count, sizeof *s->places);
    for (uint32_t i = 0; s->places && i < m->p->locals.count; i++)
        s->places[i].life = &phases->lives[i];
    if (s->places && m->kernel->plan)
        m->kernel->plan(m, phases);
    if (m->status)
        return m->status;
    m->lanes = 1; // the skeleton is scalar
    m->kernel->begin(m);
    sequence(m, phases->first);
    br_enter(m, s->out);
    LLVMBuildRetVoid(m->b);
    m->kernel->end(m);
    return m->status;
}

vy_status vyi_gen_kernel(struct gen *m)
{
    struct gpu gpu = {0};
    struct vyi_phases phases = {0};
    bool cuda = m->request->target == VYI_LLVM_CUDA;
    struct shape shape = {.gpu = &gpu};
    m->kernel = cuda ? &vyi_cuda_kernel_target : &vyi_cpu_kernel_target;
    m->target = cuda ? &vyi_cuda_target : &vyi_cpu_target;
    vy_program *normal = NULL;
    const vy_program *source = m->p;
    vy_status status = vyi_plan_kernel_form(source, m->kernel->scope, &normal);
    m->shape = &shape;
    m->phases = &phases;
    if (normal)
        m->p = normal;
    if (!status)
        status = emit(m, &phases);
    vyi_arena_free(m->p->context, &shape.arena);
    vyi_plan_phases_free(&phases);
    vyi_facts_free(&m->facts);
    m->p = source;
    vy_program_destroy(&normal);
    m->shape = NULL;
    m->phases = NULL;
    return status;
}
