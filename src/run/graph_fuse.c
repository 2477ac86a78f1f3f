// Which waves become one kernel. In the order they were added, each wave joins the kernel of one
// that it follows, or the one before it, where the bodies may stand one after the other
// (opt/fuse.c), where nothing else has to run in between, and where it pays: a wave that follows
// element by element saves a barrier and a way through memory; waves that are beside each other
// save a launch, which counts while they are small.
//
// Making code takes longer than most runs of it save. Params stay params, so that a long line of
// equal waves is one program over and over, which is compiled once; and no more kernels are made
// than the graph has pipelines, and a few, so that a plan takes about as long as they did.
#include "run/graph.h"

#include <stdio.h>

enum {
    MOST_PARTS = 8,
    MOST_NODES = 4000,
    MOST_BUFFERS = 24,
    MOST_PARAMS = 40,
    MOST_WAVES = 4096,
    SMALL = 1 << 16,
    EXTRA_KERNELS = 8 ///< that are made beyond one a pipeline
};

struct joining {
    vy_graph *g;
    uint32_t *kernel;          ///< by wave: the first wave of its kernel
    uint8_t *fusible;          ///< by wave
    uint64_t **memory;         ///< by wave: a number for the memory of each buffer
    uint32_t *head, *next;     ///< edges by the wave they begin at, + 1
    uint32_t *into;            ///< by wave: the last inferred edge to it, + 1
    uint32_t *stack, *visited; ///< by wave
    uint32_t mark;
    struct vyi_graph_room room; ///< of the arrays
    uint32_t joined;
    const struct vyi_job *job; ///< that waits for it, or NULL
    uint32_t to_make;          ///< kernels that may still be compiled
};

static struct vyi_graph_wave *wave_at(const struct joining *j, uint32_t i)
{
    return j->g->waves.at[i];
}

static struct vyi_fuse_part part_of(const struct joining *j, uint32_t i)
{
    const struct vyi_graph_wave *w = wave_at(j, i);
    return (struct vyi_fuse_part){.p = w->compiled->program,
                                  .launch = &w->call.launch,
                                  .let = w->compiled->overwrites.let,
                                  .memory = j->memory[i]};
}

// ---- memory by number ----
/// Bytes that are the same have one number; bytes that overlap in part make waves unfit.
static void number_memory(struct joining *j, uint32_t i)
{
    const struct vyi_args *args = &wave_at(j, i)->call.args;
    j->memory[i] = vyi_graph_room(j->g, &j->room, wave_at(j, i)->compiled->program->buffers.count,
                                  sizeof(uint64_t));
    for (uint32_t u = 0; !j->room.failed && u < args->use_count; u++) {
        const struct vyi_use *use = &args->uses[u];
        uint64_t key[3] = {(uintptr_t)use->buffer, use->from, use->to};
        j->memory[i][use->index] = vyi_hash(key, sizeof key, 1) | 1;
    }
}

static bool overlap_in_part(const struct vyi_args *a, const struct vyi_args *b)
{
    for (uint32_t i = 0; i < a->use_count; i++)
        for (uint32_t k = 0; k < b->use_count; k++) {
            const struct vyi_use *x = &a->uses[i], *y = &b->uses[k];
            if (vyi_uses_share(x, y) && (x->from != y->from || x->to != y->to))
                return true;
        }
    return false;
}

// ---- what stands between ----
/// Whether a kernel leads to a wave by way of another kernel.
static bool leads_around(struct joining *j, uint32_t kernel, uint32_t wave)
{
    const vy_graph *g = j->g;
    uint32_t depth = 0;
    j->mark++;
    for (uint32_t i = kernel; i != VYI_GRAPH_NONE; i = wave_at(j, i)->joined)
        j->stack[depth++] = i;
    while (depth) {
        uint32_t from = j->stack[--depth];
        for (uint32_t e = j->head[from]; e; e = j->next[e - 1]) {
            uint32_t to = g->edges.at[e - 1].after;
            bool inside = j->kernel[from] == kernel;
            if (to == wave && !inside)
                return true;
            if (to == wave || j->kernel[to] == kernel || to > wave)
                continue;
            // All waves of the kernel that it is in come along.
            for (uint32_t i = j->kernel[to]; i != VYI_GRAPH_NONE; i = wave_at(j, i)->joined)
                if (j->visited[i] != j->mark) {
                    j->visited[i] = j->mark;
                    j->stack[depth++] = i;
                }
        }
    }
    return false;
}

static bool may_join(struct joining *j, uint32_t kernel, uint32_t wave)
{
    struct vyi_fuse_part b = part_of(j, wave);
    uint32_t parts = 0, nodes = b.p->nodes.count, buffers = b.p->buffers.count;
    uint32_t params = b.p->params.count;
    bool follows = false, shares = false;
    for (uint32_t i = kernel; i != VYI_GRAPH_NONE; i = wave_at(j, i)->joined) {
        struct vyi_fuse_part a = part_of(j, i);
        const vy_graph_edge *e = vyi_graph_edge_find(j->g, i, wave);
        nodes += a.p->nodes.count;
        buffers += a.p->buffers.count;
        params += a.p->params.count;
        if (++parts >= MOST_PARTS || (e && e->why & VY_EDGE_ASKED) ||
            overlap_in_part(&wave_at(j, i)->call.args, &wave_at(j, wave)->call.args) ||
            !vyi_opt_fuse_fits(&a, &b, &follows, &shares))
            return false;
    }
    bool pays = follows || (shares && b.launch->invocations <= SMALL);
    return pays && nodes <= MOST_NODES && buffers <= MOST_BUFFERS && params <= MOST_PARAMS &&
           !leads_around(j, kernel, wave);
}

static void join(struct joining *j, uint32_t kernel, uint32_t wave)
{
    uint32_t last = kernel;
    while (wave_at(j, last)->joined != VYI_GRAPH_NONE)
        last = wave_at(j, last)->joined;
    wave_at(j, last)->joined = wave;
    j->kernel[wave] = kernel;
    j->joined++;
}

/// The kernel that a wave joins; its own where it joins none.
static void find_place(struct joining *j, uint32_t wave)
{
    const vy_graph *g = j->g;
    j->kernel[wave] = wave;
    if (!j->fusible[wave])
        return;
    // Those that it waits for, the latest first: edges to a wave were noted one after the other.
    for (uint32_t e = j->into[wave]; e && g->edges.at[e - 1].after == wave; e--) {
        uint32_t kernel = j->kernel[g->edges.at[e - 1].before];
        if (j->fusible[kernel] && may_join(j, kernel, wave)) {
            join(j, kernel, wave);
            return;
        }
    }
    uint32_t before = wave ? j->kernel[wave - 1] : wave;
    if (wave && j->fusible[before] && may_join(j, before, wave))
        join(j, before, wave);
}

// ---- kernels of several waves ----
static void name_kernel(const vy_graph *g, uint32_t first, char *name, size_t size)
{
    size_t at = 0;
    for (uint32_t i = first; i != VYI_GRAPH_NONE && at < size; i = g->waves.at[i]->joined)
        at += (size_t)snprintf(name + at, size - at, "%s%s", i == first ? "" : " + ",
                               g->waves.at[i]->name);
}

/// The arguments of all parts, by the names of the fused program.
static void list_args(const struct joining *j, const struct vyi_fuse_part *parts,
                      const uint32_t *waves, uint32_t count, const vy_program *p, vy_arg *args)
{
    uint32_t used = 0;
    for (uint32_t b = 0; b < p->buffers.count; b++)
        for (uint32_t i = 0, found = 0; i < count && !found; i++)
            for (uint32_t k = 0; k < parts[i].p->buffers.count && !found; k++) {
                const vy_arg *arg = wave_at(j, waves[i])->call.args.buffers[k];
                if (parts[i].map[k] != b || !arg)
                    continue;
                args[used++] =
                    vy_arg_buffer_range(p->buffers.at[b].name, arg->buffer, arg->offset,
                                        wave_at(j, waves[i])->call.launch.extents[k].bytes);
                found = 1;
            }
    for (uint32_t i = 0, k = 0; i < count; i++)
        for (uint32_t n = 0; n < parts[i].p->params.count; n++, k++)
            args[used++] = vy_arg_value(p->params.at[k].name, (vy_type)p->params.at[k].type,
                                        parts[i].launch->params[n]);
    args[used] = vy_arg_end();
}

/// The same program among those that were made; or it is made now, where that may still be done.
static vy_status compile(struct joining *j, vy_program *program, const uint8_t hash[32],
                         uint32_t skip, struct vyi_compiled **compiled)
{
    vy_graph *g = j->g;
    for (uint32_t i = 0; i < g->fused.count; i++)
        if (!memcmp(g->fused.at[i]->hash, hash, sizeof g->fused.at[i]->hash)) {
            *compiled = g->fused.at[i]->compiled;
            vyi_compiled_hold(g->device, *compiled);
            return VY_OK;
        }
    if (!j->to_make)
        return VY_ERROR_LIMIT;
    j->to_make--;
    return vyi_compiled_create(g->device, program, skip, true, VY_ROUTE_AUTO, 0, compiled);
}

static vy_status make_wave(struct joining *j, const struct vyi_fuse_part *parts,
                           const uint32_t *waves, uint32_t count, struct vyi_graph_wave **made)
{
    vy_graph *g = j->g;
    vy_program *program = NULL;
    struct vyi_compiled *compiled = NULL;
    vy_arg args[MOST_BUFFERS + MOST_PARAMS + 1];
    uint8_t hash[32];
    char name[200];
    struct vyi_report report = {.context = &g->quiet};
    uint32_t skip = 0; // what any of its waves leaves out
    for (uint32_t i = 0; i < count; i++)
        skip |= wave_at(j, waves[i])->compiled->skipped;
    vy_status status = vyi_opt_fuse(&g->quiet, parts, count, &program);
    if (!status)
        status = vy_program_verify(program);
    if (!status)
        status = vy_program_hash(program, hash);
    if (!status)
        status = compile(j, program, hash, skip, &compiled);
    if (!status) {
        list_args(j, parts, waves, count, program, args);
        name_kernel(g, waves[0], name, sizeof name);
        status = vyi_graph_wave_make(g, compiled, name, args, VY_ROUTE_AUTO, &report, made);
    }
    if (*made)
        memcpy((*made)->hash, hash, sizeof hash);
    if (compiled)
        vyi_compiled_drop(g->device, compiled);
    vyi_report_end(&report, status);
    vy_program_destroy(&program);
    return status;
}

/// One kernel; false: it cannot be made, and its waves stay apart.
static bool make_kernel(struct joining *j, uint32_t first, struct vyi_graph_wave **made)
{
    struct vyi_fuse_part parts[MOST_PARTS];
    uint32_t waves[MOST_PARTS], count = 0;
    for (uint32_t i = first; i != VYI_GRAPH_NONE; i = wave_at(j, i)->joined) {
        waves[count] = i;
        parts[count] = part_of(j, i);
        parts[count].map =
            vyi_graph_room(j->g, &j->room, parts[count].p->buffers.count, sizeof *parts->map);
        if (!parts[count++].map)
            return false;
    }
    // Limits of a program, or of the device, are no mistake of the caller's.
    vy_diag_fn diag = j->g->quiet.params.diag;
    j->g->quiet.params.diag = NULL;
    vy_status status = make_wave(j, parts, waves, count, made);
    j->g->quiet.params.diag = diag;
    if (status)
        vyi_graph_wave_free(j->g, *made);
    return !status;
}

// ---- all of it ----
/// Whether scratch comes back to the host: then it starts as zeros in each wave, and is written
/// out.
static bool has_live_scratch(const struct vyi_graph_wave *w)
{
    const vy_program *p = w->compiled->program;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        if (p->buffers.at[i].role == VY_ROLE_SCRATCH && w->call.args.buffers[i])
            return true;
    return false;
}

static void set_up(struct joining *j)
{
    vy_graph *g = j->g;
    size_t count = g->waves.count;
    j->kernel = vyi_graph_room(j->g, &j->room, count, sizeof *j->kernel);
    j->fusible = vyi_graph_room(j->g, &j->room, count, 1);
    j->memory = vyi_graph_room(j->g, &j->room, count, sizeof *j->memory);
    j->head = vyi_graph_room(j->g, &j->room, count, sizeof *j->head);
    j->next = vyi_graph_room(j->g, &j->room, g->edges.count, sizeof *j->next);
    j->into = vyi_graph_room(j->g, &j->room, count, sizeof *j->into);
    j->stack = vyi_graph_room(j->g, &j->room, 2 * count, sizeof *j->stack);
    j->visited = vyi_graph_room(j->g, &j->room, count, sizeof *j->visited);
    for (uint32_t i = 0; !j->room.failed && i < g->edges.count; i++) {
        j->next[i] = j->head[g->edges.at[i].before];
        j->head[g->edges.at[i].before] = i + 1;
        if (g->edges.at[i].why != VY_EDGE_ASKED)
            j->into[g->edges.at[i].after] = i + 1;
    }
    for (uint32_t i = 0; !j->room.failed && i < g->waves.count; i++) {
        const struct vyi_graph_wave *w = g->waves.at[i];
        j->fusible[i] = w->call.launch.invocations && w->call.route == VY_ROUTE_NATIVE &&
                        !w->compiled->meets && !has_live_scratch(w) &&
                        vyi_opt_fusible(w->compiled->program);
        number_memory(j, i);
    }
}

static vy_status make_kernels(struct joining *j)
{
    vy_graph *g = j->g;
    vy_context *c = g->device->context;
    for (uint32_t i = 0; i < g->waves.count; i++) {
        struct vyi_graph_wave *w = g->waves.at[i], *made = NULL;
        if (j->kernel[i] != i || w->joined == VYI_GRAPH_NONE)
            continue;
        if (!vyi_vec_reserve(c, &g->fused, 1))
            return VY_ERROR_MEMORY;
        // One kernel cannot be stopped while it is made; the next ones need not be begun.
        vy_status status = j->job ? vyi_job_check(j->job, 0) : VY_OK;
        if (status)
            return status;
        if (make_kernel(j, i, &made)) {
            made->first = i;
            g->fused.at[g->fused.count++] = made;
            continue;
        }
        for (uint32_t k = i, after; k != VYI_GRAPH_NONE; k = after) {
            after = g->waves.at[k]->joined;
            g->waves.at[k]->joined = VYI_GRAPH_NONE;
            j->kernel[k] = k;
        }
    }
    return VY_OK;
}

/// How many different pipelines the waves have.
static uint32_t count_pipelines(const vy_graph *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->waves.count; i++) {
        uint32_t k = i;
        while (k && g->waves.at[k - 1]->compiled != g->waves.at[i]->compiled)
            k--;
        count += !k;
    }
    return count;
}

vy_status vyi_graph_fuse(vy_graph *g, const struct vyi_job *job)
{
    struct joining j = {.g = g, .job = job};
    if (g->joined)
        return VY_OK;
    for (uint32_t i = 0; i < g->waves.count; i++)
        g->waves.at[i]->joined = VYI_GRAPH_NONE;
    g->joined = true;
    // An explicit order against the order of adding would have to be checked again.
    bool in_order = !g->params.explicit_only;
    for (uint32_t i = 0; i < g->edges.count; i++)
        in_order = in_order && g->edges.at[i].before < g->edges.at[i].after;
    if (g->params.no_fuse || g->waves.count > MOST_WAVES || !in_order)
        return VY_OK;
    g->quiet = *g->device->context;
    set_up(&j);
    for (uint32_t i = 0; i < g->waves.count && !j.room.failed; i++)
        find_place(&j, i);
    j.to_make = count_pipelines(g) + EXTRA_KERNELS;
    vy_status status = j.room.failed ? VY_ERROR_MEMORY : j.joined ? make_kernels(&j) : VY_OK;
    vyi_arena_free(g->device->context, &j.room.arena);
    if (status)
        vyi_graph_unfuse(g);
    return status;
}

void vyi_graph_unfuse(vy_graph *g)
{
    for (uint32_t i = 0; i < g->fused.count; i++)
        vyi_graph_wave_free(g, g->fused.at[i]);
    g->fused.count = 0;
    g->joined = false;
}
