// The plan of a graph: kernels in groups within the budget, a place for every buffer, and what has
// to be cleared before which group.
//
// vy_frontier_plan() cuts the layers so that what is alive in each group fits. What is alive has to
// be placed, too, and holes may make the block larger than that: then it is cut again for less, and
// at last one kernel at a time. The block of that last plan is the smallest budget there is.
#include "run/graph.h"

#include <stdlib.h>

struct planning {
    vy_graph *g;
    struct vyi_graph_plan *plan;
    struct vyi_report *report;
    vy_plan_scratch *scratch;
    vy_wave *waves;
    VYI_VEC(vy_wave_edge) edges;     ///< between kernels
    VYI_VEC(vy_wave_buffer) buffers; ///< by piece: those of slots come first
    VYI_VEC(vy_wave_use) uses;
    uint32_t root;        ///< the kernel that comes first
    bool fused;           ///< kernels of several waves: if they do not fit, others may
    bool only_least;      ///< just the smallest budget
    uint64_t fused_least; ///< what kernels of several waves would have needed; 0: not known
    vy_status status;     ///< of the first step that failed
};

static uint64_t padded(const struct planning *p, uint64_t bytes)
{
    uint64_t align = p->plan->align > VYI_GRAPH_ALIGN ? p->plan->align : VYI_GRAPH_ALIGN;
    return (bytes + align - 1) / align * align;
}

// ---- pieces ----
/// Its number.
static uint32_t add_piece(struct planning *p, uint64_t bytes)
{
    struct vyi_piece piece = {.bytes = padded(p, bytes), .begin = VYI_GRAPH_NONE};
    p->plan->room.failed |= !vyi_vec_push(p->g->device->context, &p->plan->pieces, piece);
    return p->plan->pieces.count - 1;
}

static void add_use(struct planning *p, uint32_t kernel, uint32_t buffer)
{
    vy_wave_use use = {kernel, buffer};
    p->plan->room.failed |= !vyi_vec_push(p->g->device->context, &p->uses, use);
}

/// Host memory that waves only read is used where it lies.
static bool in_place(const vy_graph *g, const struct vyi_slot *s)
{
    return g->device->fns->host_memory && s->data && !s->written && !s->memory &&
           (uintptr_t)s->data % s->align == 0;
}

/// Every buffer of the graph that a wave uses.
static void place_slots(struct planning *p)
{
    vy_graph *g = p->g;
    for (uint32_t i = 0; i < g->slots.count; i++)
        g->slots.at[i]->piece = VYI_GRAPH_NONE;
    for (uint32_t k = 0; k < p->plan->kernel_count; k++) {
        const struct vyi_args *args = &p->plan->kernels[k]->call.args;
        for (uint32_t u = 0; u < args->use_count; u++) {
            struct vyi_slot *s = args->uses[u].buffer->slot;
            if (!s || in_place(g, s))
                continue;
            if (s->piece == VYI_GRAPH_NONE) {
                vy_wave_buffer buffer = {padded(p, s->buffer.bytes), s->memory || s->counts};
                s->piece = add_piece(p, s->buffer.bytes);
                p->plan->room.failed |= !vyi_vec_push(g->device->context, &p->buffers, buffer);
                if (s->data)
                    add_use(p, p->root, s->piece);
            }
            add_use(p, k, s->piece);
        }
    }
}

/// Counts what the device takes for a launch beside the graph's memory; of segments, the most.
static void count_own(const struct planning *p, struct vyi_graph_wave *w, const vy_program *program,
                      void *code, const struct vyi_launch *launch)
{
    vy_device *device = p->g->device;
    const struct vyi_job job = {.report = p->report};
    const struct vyi_kernel kernel = {
        .program = program, .code = code, .launch = launch, .report = p->report};
    bool whole = w->call.route == VY_ROUTE_NATIVE && w->compiled->meets;
    if (code && device->fns->launch_size && (whole || !device->info.grid_barrier)) {
        uint64_t own = device->fns->launch_size(device, &job, &kernel);
        w->own = own > w->own ? own : w->own;
    }
}

/// A program that runs in segments has hidden buffers.
static void place_hidden(struct planning *p, struct vyi_graph_wave *w)
{
    vy_device *device = p->g->device;
    const struct vyi_job job = {.report = p->report};
    struct vyi_segments segments = {0};
    p->status = vyi_compiled_schedule(device, w->compiled, &job);
    if (!p->status)
        p->status = vyi_segments_measure(&segments, w->compiled, device, &w->call, p->report);
    if (!p->status) {
        uint32_t first = segments.schedule->source_buffers;
        w->hidden_count = segments.schedule->frame->buffers.count - first;
        w->hidden_at = vyi_graph_room(p->g, &p->plan->room, w->hidden_count, sizeof *w->hidden_at);
        w->hidden = p->plan->pieces.count;
        for (uint32_t i = 0; i < w->hidden_count; i++)
            add_piece(p, segments.launch.extents[first + i].bytes);
        for (uint32_t i = 0; w->compiled->codes && i < segments.schedule->segments.count; i++)
            count_own(p, w, segments.schedule->segments.at[i].program, w->compiled->codes[i],
                      &segments.launch);
    }
    vyi_segments_end(&segments);
}

static uint64_t taken(const struct planning *p, uint64_t bytes)
{
    vy_device *device = p->g->device;
    return bytes && device->fns->memory_size ? device->fns->memory_size(device, bytes) : bytes;
}

/// Memory that a kernel has for itself.
static void place_own(struct planning *p, uint32_t k)
{
    struct vyi_graph_wave *w = p->plan->kernels[k];
    const vy_program *program = w->compiled->program;
    w->piece = p->plan->pieces.count, w->own = 0;
    for (uint32_t i = 0; i < program->buffers.count; i++)
        if (program->buffers.at[i].role == VY_ROLE_SCRATCH && !w->call.args.buffers[i])
            add_piece(p, w->call.launch.extents[i].bytes);
    if (w->call.route == VY_ROUTE_RESIDENT)
        place_hidden(p, w);
    else if (w->call.route == VY_ROUTE_NATIVE)
        count_own(p, w, program, w->compiled->code, &w->call.launch);
    p->waves[k].scratch = w->own;
    for (uint32_t i = w->piece; i < p->plan->pieces.count; i++) {
        p->plan->pieces.at[i].begin = k; // of this kernel alone
        p->waves[k].scratch += p->plan->pieces.at[i].bytes;
    }
}

static void make_pieces(struct planning *p)
{
    struct vyi_graph_plan *plan = p->plan;
    uint64_t own = 0;
    // All pieces are multiples of what the strictest buffer asks for: then so are their offsets.
    plan->align = 1;
    for (uint32_t k = 0; k < plan->kernel_count; k++) {
        const vy_program *program = plan->kernels[k]->compiled->program;
        for (uint32_t i = 0; i < program->buffers.count; i++)
            if (program->buffers.at[i].align > plan->align)
                plan->align = program->buffers.at[i].align;
    }
    place_slots(p);
    for (uint32_t k = 0; !p->status && k < plan->kernel_count; k++) {
        place_own(p, k);
        own += plan->kernels[k]->own;
    }
    for (uint32_t i = 0; i < plan->pieces.count; i++)
        plan->unshared += plan->pieces.at[i].bytes;
    plan->unshared = taken(p, plan->unshared) + own;
    if (plan->room.failed)
        p->status = VY_ERROR_MEMORY;
}

// ---- when pieces are there ----
/// By the group of each kernel.
static void date_pieces(struct planning *p)
{
    struct vyi_graph_plan *plan = p->plan;
    for (uint32_t i = 0; i < plan->pieces.count; i++) {
        struct vyi_piece *piece = &plan->pieces.at[i];
        piece->first = VYI_GRAPH_NONE;
        piece->last = 0;
        if (piece->begin != VYI_GRAPH_NONE)
            piece->first = piece->last = plan->kernels[piece->begin]->group;
    }
    for (uint32_t i = 0; i < p->uses.count; i++) {
        uint32_t group = plan->kernels[p->uses.at[i].wave]->group, b = p->uses.at[i].buffer;
        struct vyi_piece *piece = &plan->pieces.at[b];
        piece->first = group < piece->first ? group : piece->first;
        piece->last = group > piece->last ? group : piece->last;
        if (p->buffers.at[b].kept)
            piece->last = plan->kernel_count;
    }
}

/// The most that launches of a group take.
static uint64_t most_own(const struct planning *p)
{
    const struct vyi_graph_plan *plan = p->plan;
    uint64_t most = 0, *bytes = plan->group_bytes;
    for (uint32_t k = 0; k < plan->kernel_count; k++)
        bytes[k] = 0;
    for (uint32_t k = 0; k < plan->kernel_count; k++) {
        uint64_t *sum = &bytes[plan->kernels[k]->group];
        *sum += plan->kernels[k]->own;
        most = *sum > most ? *sum : most;
    }
    return most;
}

/// Takes groups, or each of their kernels `apart`, and gives each piece its place; bytes of all.
static uint64_t try_groups(struct planning *p, const vy_frontier *f, bool apart)
{
    struct vyi_graph_plan *plan = p->plan;
    for (uint32_t i = 0; !p->status && i < f->groups.group_count; i++)
        for (uint32_t k = f->groups.offsets[i]; k < f->groups.offsets[i + 1]; k++)
            plan->kernels[f->groups.order[k]]->group = apart ? k : i;
    date_pieces(p);
    if (!vyi_graph_place(p->g->device->context, plan->pieces.at, plan->pieces.count, &plan->block))
        p->status = VY_ERROR_MEMORY;
    return p->status ? 0 : taken(p, plan->block) + most_own(p);
}

/// Bytes in use in each of so many groups: what comes and goes, the sums, then what launches take.
static void sum_alive(struct vyi_graph_plan *plan, uint32_t groups)
{
    uint64_t *bytes = plan->group_bytes;
    for (uint32_t i = 0; i < plan->kernel_count; i++)
        bytes[i] = 0;
    for (uint32_t i = 0; i < plan->pieces.count; i++) {
        const struct vyi_piece *piece = &plan->pieces.at[i];
        if (piece->first > piece->last || piece->first >= groups)
            continue;
        bytes[piece->first] += piece->bytes;
        if (piece->last < groups - 1)
            bytes[piece->last + 1] -= piece->bytes;
    }
    for (uint32_t i = 1; i < groups; i++)
        bytes[i] += bytes[i - 1];
    for (uint32_t k = 0; k < plan->kernel_count; k++)
        bytes[plan->kernels[k]->group] += plan->kernels[k]->own;
}

/// The most that is alive while one kernel runs.
static uint64_t most_alive(const struct planning *p, uint32_t *which)
{
    struct vyi_graph_plan *plan = p->plan;
    uint64_t most = 0;
    sum_alive(plan, plan->kernel_count);
    for (uint32_t k = 0; k < plan->kernel_count; k++) {
        uint64_t bytes = plan->group_bytes[plan->kernels[k]->group];
        if (bytes >= most)
            most = bytes, *which = k;
    }
    return most;
}

// ---- groups ----
static void frontier(struct planning *p, uint64_t budget, vy_frontier *out)
{
    p->status = vy_frontier_plan(
        p->scratch,
        vy_frontier_params(.waves = p->waves, .wave_count = p->plan->kernel_count,
                           .edges = p->edges.at, .edge_count = p->edges.count, .budget = budget,
                           .cost = {1, 1, 1}, .buffers = p->buffers.at,
                           .buffer_count = p->buffers.count, .uses = p->uses.at,
                           .use_count = p->uses.count),
        out);
}

static void refuse(struct planning *p, uint32_t which)
{
    vy_graph *g = p->g;
    unsigned long long least = p->plan->minimal;
    p->status = VY_ERROR_LIMIT;
    if (p->fused)
        return;
    if (p->fused_least > g->params.budget && p->fused_least < least)
        least = p->fused_least;
    vyi_graph_blame(g, p->plan->kernels[which]->first);
    vyi_report(p->report, 0, 0, VYI_DIAG(GRAPH_BUDGET), least, ULL(g->params.budget),
               p->plan->kernels[which]->name, least);
}

/// Cuts for less and less until the block fits; one kernel at a time does.
static void fit(struct planning *p, uint64_t least, vy_frontier *out)
{
    enum { TRIES = 8 };
    uint64_t budget = p->g->params.budget, target = budget;
    for (int i = 0; i < TRIES && target >= least; i++) {
        frontier(p, target, out);
        uint64_t bytes = p->plan->peak = try_groups(p, out, false);
        if (p->status || bytes <= budget)
            return;
        target = target > bytes - budget ? target - (bytes - budget) : 0;
    }
    p->plan->peak = try_groups(p, out, true);
}

static void choose_groups(struct planning *p)
{
    struct vyi_graph_plan *plan = p->plan;
    uint64_t budget = p->g->params.budget;
    uint32_t which = 0;
    vy_frontier out;
    frontier(p, VY_BUDGET_NONE, &out);
    plan->minimal = try_groups(p, &out, true);
    uint64_t least = p->status ? 0 : most_alive(p, &which);
    if (p->status || p->only_least)
        return;
    if (budget && budget < plan->minimal) {
        refuse(p, which);
        return;
    }
    plan->peak = try_groups(p, &out, false);
    // Without a budget memory is no reason to cut; the least budget may even need more cuts.
    if (!p->status && budget && plan->peak > budget)
        fit(p, least, &out);
}

// ---- the order that comes out ----
static int by_group(const void *a, const void *b)
{
    const struct vyi_graph_wave *x = *(struct vyi_graph_wave *const *)a,
                                *y = *(struct vyi_graph_wave *const *)b;
    int order = VYI_COMPARE(x->group, y->group);
    return order ? order : VYI_COMPARE(x->kernel, y->kernel);
}

static void count_groups(struct vyi_graph_plan *plan)
{
    plan->group_count = plan->widest = 0;
    for (uint32_t k = 0; k < plan->kernel_count; k++) {
        if (!k || plan->kernels[k]->group != plan->kernels[k - 1]->group)
            plan->offsets[plan->group_count++] = k;
        uint32_t width = k + 1 - plan->offsets[plan->group_count - 1];
        plan->widest = width > plan->widest ? width : plan->widest;
    }
    plan->offsets[plan->group_count] = plan->kernel_count;
}

/// Kernels in order, and with them waves.
static void settle_order(struct planning *p)
{
    struct vyi_graph_plan *plan = p->plan;
    const vy_graph *g = p->g;
    uint32_t count = 0;
    for (uint32_t k = 0; k < plan->kernel_count; k++)
        plan->kernels[k]->kernel = k;
    qsort(plan->kernels, plan->kernel_count, sizeof *plan->kernels, by_group);
    count_groups(plan);
    sum_alive(plan, plan->group_count);
    for (uint32_t k = 0; k < plan->kernel_count; k++) {
        struct vyi_graph_wave *kernel = plan->kernels[k];
        kernel->kernel = k;
        if (k == plan->offsets[kernel->group])
            plan->wave_offsets[kernel->group] = count;
        // A kernel of several waves begins with the first of them.
        for (uint32_t i = kernel->first; i != VYI_GRAPH_NONE; i = g->waves.at[i]->next)
            plan->order[count++] = i, plan->kernel_of[i] = k;
    }
    plan->wave_offsets[plan->group_count] = count;
}

// ---- zeros ----
static void add_clear(struct planning *p, struct vyi_graph_clear clear)
{
    if (clear.bytes)
        p->plan->room.failed |= !vyi_vec_push(p->g->device->context, &p->plan->clears, clear);
}

/// Whether a kernel leaves no zero where it found one, so that there need be none.
static bool overwritten(struct planning *p, const struct vyi_graph_wave *w, uint32_t buffer)
{
    // A plan is made once and run often, so even the smallest is checked.
    if (!p->g->device->fns->uncleared_from ||
        !vyi_overwritten(w->compiled->program, &w->compiled->overwrites, &w->call.launch, buffer))
        return false;
    p->plan->uncleared += w->call.launch.extents[buffer].bytes;
    return true;
}

/// A buffer of the graph begins as zeros, unless one kernel alone begins it, with all as output.
static void clear_births(struct planning *p, const struct vyi_graph_wave *w)
{
    for (uint32_t u = 0; u < w->call.args.use_count; u++) {
        const struct vyi_use *use = &w->call.args.uses[u];
        struct vyi_slot *s = use->buffer->slot;
        if (!s || s->piece == VYI_GRAPH_NONE || s->data || s->born != VYI_GRAPH_NONE)
            continue;
        bool whole = use->fresh && !use->from && use->to == s->buffer.bytes;
        s->born = w->group;
        s->cleared = !whole;
        // A kernel that takes all of it as its output shares it with no other of its group.
        if (!whole)
            add_clear(p, (struct vyi_graph_clear){w->group, use->buffer, 0, 0, s->buffer.bytes});
    }
}

static void clear_outputs(struct planning *p, const struct vyi_graph_wave *w)
{
    const vy_program *program = w->compiled->program;
    uint32_t piece = w->piece;
    for (uint32_t u = 0; u < w->call.args.use_count; u++) {
        const struct vyi_use *use = &w->call.args.uses[u];
        const struct vyi_slot *s = use->buffer->slot;
        if (use->fresh && !(s && s->born == w->group && s->cleared) &&
            !overwritten(p, w, use->index))
            add_clear(p, (struct vyi_graph_clear){w->group, use->buffer, 0, use->from,
                                                  use->to - use->from});
    }
    for (uint32_t i = 0; i < program->buffers.count; i++) {
        if (program->buffers.at[i].role != VY_ROLE_SCRATCH || w->call.args.buffers[i])
            continue;
        if (!overwritten(p, w, i))
            add_clear(p, (struct vyi_graph_clear){w->group, NULL, piece, 0,
                                                  w->call.launch.extents[i].bytes});
        piece++;
    }
}

static void find_clears(struct planning *p)
{
    const struct vyi_graph_plan *plan = p->plan;
    for (uint32_t i = 0; i < p->g->slots.count; i++) {
        p->g->slots.at[i]->born = VYI_GRAPH_NONE;
        p->g->slots.at[i]->cleared = false;
    }
    for (uint32_t group = 0; group < plan->group_count; group++) {
        for (uint32_t k = plan->offsets[group]; k < plan->offsets[group + 1]; k++)
            clear_births(p, plan->kernels[k]);
        for (uint32_t k = plan->offsets[group]; k < plan->offsets[group + 1]; k++)
            clear_outputs(p, plan->kernels[k]);
    }
}

// ---- all of it ----
/// Edges between kernels; two waves of one kernel need none. The root is the first kernel that
/// waits for none: data is there from its group on.
static void list_edges(struct planning *p)
{
    const vy_graph *g = p->g;
    uint8_t *waits = vyi_graph_room(p->g, &p->plan->room, p->plan->kernel_count + 1, 1);
    for (uint32_t i = 0; !p->plan->room.failed && i < g->edges.count; i++) {
        const vy_graph_edge *e = &g->edges.at[i];
        vy_wave_edge edge = {g->waves.at[e->before]->kernel, g->waves.at[e->after]->kernel};
        if (edge.before == edge.after || (g->params.explicit_only && !(e->why & VY_EDGE_ASKED)))
            continue;
        p->plan->room.failed |= !vyi_vec_push(g->device->context, &p->edges, edge);
        waits[edge.after] = 1;
    }
    while (!p->plan->room.failed && p->root < p->plan->kernel_count && waits[p->root])
        p->root++;
}

static void make_room(struct planning *p)
{
    struct vyi_graph_plan *plan = p->plan;
    vy_graph *g = p->g;
    size_t count = g->waves.count + 1;
    plan->kernels = vyi_graph_room(g, &plan->room, count, sizeof *plan->kernels);
    plan->offsets = vyi_graph_room(g, &plan->room, count, sizeof *plan->offsets);
    plan->order = vyi_graph_room(g, &plan->room, count, sizeof *plan->order);
    plan->wave_offsets = vyi_graph_room(g, &plan->room, count, sizeof *plan->wave_offsets);
    plan->kernel_of = vyi_graph_room(g, &plan->room, count, sizeof *plan->kernel_of);
    plan->group_bytes = vyi_graph_room(g, &plan->room, count, sizeof *plan->group_bytes);
    p->waves = vyi_graph_room(g, &plan->room, count, sizeof *p->waves);
}

/// Waves that are kernels of their own, and fused ones, in the order of their first wave.
static void list_kernels(vy_graph *g, bool fused)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < g->waves.count; i++) {
        g->waves.at[i]->kernel = VYI_GRAPH_NONE;
        g->waves.at[i]->next = fused ? g->waves.at[i]->joined : VYI_GRAPH_NONE;
    }
    for (uint32_t i = 0; i < g->waves.count; i++) {
        struct vyi_graph_wave *w = g->waves.at[i];
        bool first = fused && next < g->fused.count && g->fused.at[next]->first == i;
        if (w->kernel != VYI_GRAPH_NONE)
            continue; // in a kernel that began before
        w->first = i;
        g->plan.kernels[g->plan.kernel_count] = first ? g->fused.at[next++] : w;
        for (uint32_t k = i; k != VYI_GRAPH_NONE; k = g->waves.at[k]->next)
            g->waves.at[k]->kernel = g->plan.kernel_count;
        g->plan.kernel_count++;
    }
}

static vy_status make(struct planning *p)
{
    vy_graph *g = p->g;
    make_room(p);
    p->status = p->plan->room.failed ? VY_ERROR_MEMORY : vyi_graph_check_order(g, p->report);
    if (!p->status)
        p->status = vy_plan_scratch_create(p->report->context, &p->scratch);
    if (p->status)
        return p->status;
    list_kernels(g, p->fused);
    list_edges(p);
    if (!p->plan->room.failed)
        make_pieces(p);
    if (!p->status && !p->plan->room.failed)
        choose_groups(p);
    if (!p->status && !p->plan->room.failed && !p->only_least) {
        settle_order(p);
        find_clears(p);
    }
    return p->plan->room.failed ? VY_ERROR_MEMORY : p->status;
}

void vyi_graph_plan_free(vy_graph *g)
{
    vy_context *c = g->device->context;
    vyi_arena_free(c, &g->plan.room.arena);
    vyi_vec_free(c, &g->plan.pieces);
    vyi_vec_free(c, &g->plan.clears);
    g->plan = (struct vyi_graph_plan){0};
}

static vy_status attempt(vy_graph *g, struct vyi_report *report, bool fused, bool only_least,
                         uint64_t fused_least)
{
    vy_context *c = g->device->context;
    struct planning p = {.g = g,
                         .plan = &g->plan,
                         .report = report,
                         .fused = fused,
                         .only_least = only_least,
                         .fused_least = fused_least};
    vyi_graph_plan_free(g);
    vy_status status = make(&p);
    vyi_vec_free(c, &p.edges);
    vyi_vec_free(c, &p.buffers);
    vyi_vec_free(c, &p.uses);
    vy_plan_scratch_destroy(&p.scratch);
    return status;
}

/// With kernels of several waves where they fit, else each wave by itself. Mostly that needs less
/// memory, but its order is another one, and of two waves that could wait it may take the larger.
vy_status vyi_graph_plan_make(vy_graph *g, const struct vyi_job *job, struct vyi_report *report)
{
    uint64_t least = 0, fused_least = 0;
    g->fault.count = 0;
    if (g->plan.valid)
        return VY_OK;
    vy_status status = vyi_graph_fuse(g, job);
    bool fused = !status && g->fused.count;
    if (fused) {
        status = attempt(g, report, false, true, 0);
        least = g->plan.minimal;
        if (!status)
            status = attempt(g, report, true, false, 0);
        if (status == VY_ERROR_LIMIT) {
            fused_least = g->plan.minimal;
            status = VY_OK;
            fused = false;
        } else if (!status && least < g->plan.minimal) {
            g->plan.minimal = least;
        }
    }
    if (!status && !fused)
        status = attempt(g, report, false, false, fused_least);
    if (status)
        vyi_graph_plan_free(g);
    g->plan.valid = !status;
    return status;
}

vy_status vy_graph_plan(vy_graph *graph, vy_graph_plan_info *info)
{
    if (info)
        *info = (vy_graph_plan_info){0};
    if (!graph)
        return VY_ERROR_ARGUMENT;
    struct vyi_report report = {.context = graph->device->context};
    vy_status status = vyi_graph_plan_make(graph, NULL, &report);
    vyi_report_end(&report, status);
    const struct vyi_graph_plan *plan = &graph->plan;
    if (!status && info)
        *info = (vy_graph_plan_info){
            .waves = graph->waves.count,
            .kernels = plan->kernel_count,
            .groups = plan->group_count,
            .widest = plan->widest,
            .barriers = plan->group_count ? plan->group_count - 1 : 0,
            .peak_bytes = plan->peak,
            .minimal_bytes = plan->minimal,
            .unshared_bytes = plan->unshared,
            .order = plan->order,
            .offsets = plan->wave_offsets,
            .kernel_of = plan->kernel_of,
            .group_bytes = plan->group_bytes,
        };
    return status;
}
