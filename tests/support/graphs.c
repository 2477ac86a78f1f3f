// See graphs.h.
#include "support/graphs.h"

#include "run/graph.h"
#include "support/conforming.h"
#include "support/rng.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 10, BUFFERS = 2, HOSTS = 3, MOST_WAVES = 16, MOST_BYTES = 2048, ARGS = 24 };

// ---- programs ----
/// Small ones that read neighbours, other places, or only their own element.
static char *simple(struct rng *r)
{
    static const char *const bodies[] = {
        "each i in 0..n { y[i] = x[i] * 3 + k }\n",
        "each i in 0..n { y[i] = x[i] ^ z[i] }\n",
        "each i in 0..n { z[i] += x[i] + y[i] }\n",
        "each i in 0..n { y[i] = x[(i + k) % n] - z[i] }\n",
        "each i in 0..n { if x[i] % 3 == 0 { y[i] = x[i] + z[n - 1 - i] } }\n",
        ("each i in 0..n { t[i] = x[i] * x[i] }\nbarrier grid\n"
         "each i in 0..n { y[i] = t[n - 1 - i] + z[i] }\n"),
        "each i in 0..n { z[i] = z[i] * 5 + k }\n",
        "each i in 0..n { y[i] = z[i] + k\n z[i] = x[i] }\n",
    };
    char *text = malloc(800);
    uint32_t n = rng_below(r, 4) ? 64 : 40, k = rng_below(r, 100), grid = rng_below(r, 4) ? 64 : 32;
    const char *body = bodies[rng_below(r, sizeof bodies / sizeof *bodies)];
    snprintf(text, 800,
             "program simple\nconst n = %u\nparam k: u32 = %u\nin x: u32[n]\nout y: u32[n]\n"
             "inout z: u32[n]\nscratch t: u32[n]\nworkgroup 16 grid %u\n%s",
             n, k, grid, body);
    return text;
}

/// Whether it takes any memory of a graph. Lists that grow have any order, which a later wave would
/// read. Many end with a failed assert, which says little about graphs: `any` takes those too.
static bool suits(const char *text, bool any)
{
    return !strstr(text, "mapped ") && !strstr(text, "[]") && !strstr(text, "[, ") &&
           !strstr(text, "@count(") && (any || !strstr(text, "assert"));
}

static char *settled(uint64_t seed, bool any)
{
    char *text = conforming_barriers(seed);
    for (uint64_t other = 1; !suits(text, any); other++) {
        free(text);
        text = conforming_barriers(seed + other * 1000003);
    }
    return text;
}

static bool prepare(struct graphs *g, uint32_t i, uint64_t seed)
{
    struct rng r = rng_make(seed, i);
    char *text = i % 2 ? simple(&r) : settled(seed * GRAPHS_PROGRAMS + i, i == 0);
    vy_program *program = NULL;
    vy_status status =
        vy_program_parse(g->context, vy_parse_params(.text = text, .name = "wave.vy"), &program);
    if (!status)
        status = vy_pipeline_create(g->oracle, program, NULL, &g->here[i]);
    if (!status)
        status = vy_pipeline_create(g->device, program, NULL, &g->there[i]);
    if (status)
        snprintf(g->problem, sizeof g->problem, "%.400s\n%.150s", g->log.text, text);
    vy_program_destroy(&program);
    free(text);
    return !status;
}

bool graphs_open(struct graphs *g, const vy_device_params *on, uint64_t seed)
{
    *g = (struct graphs){0};
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &g->log), &g->context) ||
        vy_device_open(g->context, vy_device_params(.name = "oracle"), &g->oracle) ||
        vy_device_open(g->context, on, &g->device)) {
        snprintf(g->problem, sizeof g->problem, "%.500s", g->log.text);
        return false;
    }
    for (uint32_t i = 0; i < GRAPHS_PROGRAMS; i++)
        if (!prepare(g, i, seed))
            return false;
    return true;
}

void graphs_close(struct graphs *g)
{
    for (uint32_t i = 0; i < GRAPHS_PROGRAMS; i++) {
        vy_pipeline_destroy(&g->here[i]);
        vy_pipeline_destroy(&g->there[i]);
    }
    vy_device_close(&g->device);
    vy_device_close(&g->oracle);
    vy_context_destroy(&g->context);
}

// ---- one graph, before it is anything ----
enum place { PLACE_SLOT, PLACE_BUFFER, PLACE_HOST };
struct bind {
    uint32_t buffer; ///< of the program
    enum place place;
    uint32_t which;
    uint64_t offset, bytes; ///< all of it where bytes is 0
};
struct wave {
    uint32_t program;
    struct bind binds[ARGS];
    uint32_t count;
};
struct thing {
    uint64_t bytes;
    bool data, memory;
    uint8_t start[MOST_BYTES];
};
struct sketch {
    struct thing slots[SLOTS], buffers[BUFFERS], hosts[HOSTS];
    struct wave waves[MOST_WAVES];
    uint32_t wave_count;
    bool plain; ///< of simple programs alone, whose waves may be fused
};
/// What came of it.
struct outcome {
    vy_status status;
    uint8_t slots[SLOTS][MOST_BYTES], buffers[BUFFERS][MOST_BYTES], hosts[HOSTS][MOST_BYTES];
};

static const vy_program *program_of(const struct graphs *g, const struct wave *w)
{
    return g->here[w->program]->program;
}

static struct thing *thing_of(struct sketch *s, const struct bind *b)
{
    return b->place == PLACE_SLOT     ? &s->slots[b->which]
           : b->place == PLACE_BUFFER ? &s->buffers[b->which]
                                      : &s->hosts[b->which];
}

static bool overlap(const struct bind *a, const struct bind *b)
{
    uint64_t a_end = a->bytes ? a->offset + a->bytes : UINT64_MAX,
             b_end = b->bytes ? b->offset + b->bytes : UINT64_MAX;
    return a->place == b->place && a->which == b->which && a->offset < b_end && b->offset < a_end;
}

/// Whether a buffer may lie there, beside those of the wave that have their place.
static bool fits(const struct graphs *g, struct sketch *s, const struct wave *w,
                 const struct bind *b, uint64_t need)
{
    const vy_program *p = program_of(g, w);
    const struct vyi_buffer *buffer = &p->buffers.at[b->buffer];
    uint64_t room = thing_of(s, b)->bytes;
    if (b->place == PLACE_HOST &&
        (need != room || buffer->has_range || buffer->role == VY_ROLE_PERSISTENT))
        return false;
    if (b->offset + need > room || (b->bytes && b->bytes < need))
        return false;
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t role = p->buffers.at[w->binds[i].buffer].role;
        bool writes = vyi_role_info(role)->writable || vyi_role_info(buffer->role)->writable;
        if (writes && overlap(&w->binds[i], b))
            return false;
    }
    return true;
}

static bool bind_one(struct graphs *g, struct sketch *s, struct wave *w, uint32_t buffer,
                     struct rng *r)
{
    const vy_program *p = program_of(g, w);
    uint64_t need = 0;
    if (vy_pipeline_buffer_bytes(g->here[w->program], NULL, p->buffers.at[buffer].name, &need))
        return false;
    for (int tries = 0; tries < 60; tries++) {
        struct bind b = {.buffer = buffer};
        uint32_t where = rng_below(r, 10);
        b.place = where < 7 ? PLACE_SLOT : where < 8 ? PLACE_BUFFER : PLACE_HOST;
        b.which = rng_below(r, b.place == PLACE_SLOT     ? SLOTS
                               : b.place == PLACE_BUFFER ? BUFFERS
                                                         : HOSTS);
        if (b.place != PLACE_HOST && rng_one_in(r, 3)) {
            b.offset = rng_below(r, 4) * 256;
            b.bytes = (need + 15) / 16 * 16;
            if (b.offset + b.bytes > thing_of(s, &b)->bytes)
                continue;
        }
        if (!fits(g, s, w, &b, need))
            continue;
        w->binds[w->count++] = b;
        return true;
    }
    return false;
}

static void add_wave(struct graphs *g, struct sketch *s, struct rng *r)
{
    struct wave *w = &s->waves[s->wave_count];
    *w = (struct wave){.program = rng_below(r, GRAPHS_PROGRAMS)};
    if (s->plain)
        w->program |= 1; // a simple one
    const vy_program *p = program_of(g, w);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        uint32_t role = p->buffers.at[i].role;
        if (role == VY_ROLE_SCRATCH || role == VY_ROLE_SHARED)
            continue;
        if (w->count == ARGS || !bind_one(g, s, w, i, r))
            return; // another one then
    }
    s->wave_count++;
}

static void make_thing(struct thing *t, uint64_t bytes, struct rng *r)
{
    t->bytes = bytes;
    t->data = rng_one_in(r, 3);
    t->memory = rng_one_in(r, 2);
    for (uint64_t i = 0; i < bytes; i++)
        t->start[i] = (uint8_t)(i % 4 ? 0 : rng_below(r, 50));
}

static struct sketch *make_sketch(struct graphs *g, uint64_t seed)
{
    struct rng r = rng_make(seed, 77);
    struct sketch *s = calloc(1, sizeof *s);
    s->plain = seed % 3 == 0;
    for (uint32_t i = 0; i < SLOTS; i++)
        make_thing(&s->slots[i],
                   s->plain || rng_one_in(&r, 3) ? 256 : 64 * (1 + rng_below(&r, MOST_BYTES / 64)),
                   &r);
    for (uint32_t i = 0; i < BUFFERS; i++)
        make_thing(&s->buffers[i], MOST_BYTES, &r);
    for (uint32_t i = 0; i < HOSTS; i++)
        make_thing(&s->hosts[i], i == 2 ? 160 : 256, &r);
    uint32_t wanted = 1 + rng_below(&r, MOST_WAVES);
    for (int tries = 0; tries < 100 && s->wave_count < wanted; tries++)
        add_wave(g, s, &r);
    return s;
}

// ---- as dispatches ----
static vy_arg host_arg(const char *name, uint32_t role, void *memory, uint64_t bytes)
{
    return role == VY_ROLE_OUT     ? vy_arg_out(name, memory, bytes)
           : role == VY_ROLE_INOUT ? vy_arg_inout(name, memory, bytes)
                                   : vy_arg_in(name, memory, bytes);
}

static vy_arg buffer_arg(const char *name, const struct bind *b, vy_buffer *buffer)
{
    return b->bytes ? vy_arg_buffer_range(name, buffer, b->offset, b->bytes)
                    : vy_arg_buffer(name, buffer);
}

static vy_status make_buffer(vy_device *device, const struct thing *t, bool zeros,
                             vy_buffer **buffer)
{
    return vy_buffer_create(
        device, vy_buffer_params(.bytes = t->bytes, .data = zeros ? NULL : t->start), buffer);
}

static void by_dispatch(struct graphs *g, struct sketch *s, struct outcome *o)
{
    vy_buffer *slots[SLOTS] = {0}, *buffers[BUFFERS] = {0};
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < SLOTS && !status; i++)
        status = make_buffer(g->oracle, &s->slots[i], !s->slots[i].data, &slots[i]);
    for (uint32_t i = 0; i < BUFFERS && !status; i++)
        status = make_buffer(g->oracle, &s->buffers[i], false, &buffers[i]);
    for (uint32_t i = 0; i < HOSTS; i++)
        memcpy(o->hosts[i], s->hosts[i].start, MOST_BYTES);
    for (uint32_t i = 0; i < s->wave_count && !status; i++) {
        const struct wave *w = &s->waves[i];
        vy_arg args[ARGS + 1];
        for (uint32_t k = 0; k < w->count; k++) {
            const struct bind *b = &w->binds[k];
            const struct vyi_buffer *buffer = &program_of(g, w)->buffers.at[b->buffer];
            args[k] =
                b->place == PLACE_HOST
                    ? host_arg(buffer->name, buffer->role, o->hosts[b->which],
                               s->hosts[b->which].bytes)
                    : buffer_arg(buffer->name, b,
                                 b->place == PLACE_SLOT ? slots[b->which] : buffers[b->which]);
        }
        args[w->count] = vy_arg_end();
        status = vy_dispatch(g->here[w->program],
                             vy_dispatch_params(.args = args, .max_steps = 2000000), NULL);
    }
    for (uint32_t i = 0; i < SLOTS && !status; i++)
        status = vy_buffer_download(slots[i], 0, o->slots[i], s->slots[i].bytes);
    for (uint32_t i = 0; i < BUFFERS && !status; i++)
        status = vy_buffer_download(buffers[i], 0, o->buffers[i], s->buffers[i].bytes);
    for (uint32_t i = 0; i < SLOTS; i++)
        vy_buffer_destroy(&slots[i]);
    for (uint32_t i = 0; i < BUFFERS; i++)
        vy_buffer_destroy(&buffers[i]);
    o->status = status;
}

// ---- as a graph ----
struct built {
    vy_graph *graph;
    vy_buffer *buffers[BUFFERS];
    struct outcome *o;
};

static vy_status build(struct graphs *g, struct sketch *s, struct built *b, bool no_fuse)
{
    uint32_t slots[SLOTS];
    vy_status status = vy_graph_create(g->device, vy_graph_params(.no_fuse = no_fuse), &b->graph);
    for (uint32_t i = 0; i < SLOTS && !status; i++) {
        struct thing *t = &s->slots[i];
        status = vy_graph_buffer(
            b->graph,
            vy_graph_buffer_params(.bytes = t->bytes, .data = t->data ? t->start : NULL,
                                   .memory = t->memory ? b->o->slots[i] : NULL),
            &slots[i]);
    }
    for (uint32_t i = 0; i < BUFFERS && !status; i++)
        status = make_buffer(g->device, &s->buffers[i], false, &b->buffers[i]);
    for (uint32_t i = 0; i < s->wave_count && !status; i++) {
        const struct wave *w = &s->waves[i];
        vy_arg args[ARGS + 1];
        for (uint32_t k = 0; k < w->count; k++) {
            const struct bind *bind = &w->binds[k];
            const struct vyi_buffer *buffer = &program_of(g, w)->buffers.at[bind->buffer];
            const char *name = buffer->name;
            if (bind->place == PLACE_HOST)
                args[k] = host_arg(name, buffer->role, b->o->hosts[bind->which],
                                   s->hosts[bind->which].bytes);
            else if (bind->place == PLACE_BUFFER)
                args[k] = buffer_arg(name, bind, b->buffers[bind->which]);
            else
                args[k] = bind->bytes ? vy_arg_slot_range(name, slots[bind->which], bind->offset,
                                                          bind->bytes)
                                      : vy_arg_slot(name, slots[bind->which]);
        }
        args[w->count] = vy_arg_end();
        status =
            vy_graph_wave(b->graph, g->there[w->program], vy_graph_wave_params(.args = args), NULL);
    }
    return status;
}

/// The device's own functions, counted: what a graph takes is held against its plan.
static _Thread_local struct {
    const struct vyi_device_fns *fns;
    uint64_t live, peak;
} counted;

static vy_status count_create(vy_device *device, uint64_t bytes, bool cleared, void **memory)
{
    vy_status status = counted.fns->memory_create(device, bytes, cleared, memory);
    counted.live += status ? 0 : bytes;
    counted.peak = counted.live > counted.peak ? counted.live : counted.peak;
    return status;
}

static void count_destroy(vy_device *device, void *memory, uint64_t bytes)
{
    counted.live -= bytes;
    counted.fns->memory_destroy(device, memory, bytes);
}

static vy_status run_counted(struct graphs *g, vy_graph *graph, bool apart, vy_graph_stats *stats,
                             uint64_t *peak)
{
    struct vyi_device_fns fns = *g->device->fns;
    fns.memory_create = count_create;
    fns.memory_destroy = count_destroy;
    counted.fns = g->device->fns;
    counted.live = counted.peak = 0;
    g->device->fns = &fns;
    vy_status status =
        vy_graph_run(graph, vy_graph_run_params(.max_steps = 2000000, .apart = apart), stats);
    g->whole += stats->one_submission;
    g->device->fns = counted.fns;
    *peak = counted.peak;
    return status;
}

// ---- what must hold ----
static const char *wrong(struct graphs *g, const char *what, uint64_t a, uint64_t b)
{
    snprintf(g->problem, sizeof g->problem, "%s: %llu, %llu\n%.300s", what, (unsigned long long)a,
             (unsigned long long)b, g->log.text);
    return g->problem;
}

static const char *check_plan(struct graphs *g, vy_graph *graph, const vy_graph_plan_info *info)
{
    uint32_t group_of[MOST_WAVES], seen = 0;
    size_t edges;
    for (uint32_t i = 0; i < info->groups; i++)
        for (uint32_t k = info->offsets[i]; k < info->offsets[i + 1]; k++) {
            group_of[info->order[k]] = i;
            seen |= 1u << info->order[k];
        }
    if (seen != (1u << info->waves) - 1 || info->offsets[info->groups] != info->waves)
        return wrong(g, "the plan does not have every wave once", seen, info->waves);
    const vy_graph_edge *edge = vy_graph_edges(graph, &edges);
    for (size_t i = 0; i < edges; i++)
        if (group_of[edge[i].before] >= group_of[edge[i].after] &&
            info->kernel_of[edge[i].before] != info->kernel_of[edge[i].after])
            return wrong(g, "an edge goes backwards", edge[i].before, edge[i].after);
    for (uint32_t i = 0; i < info->groups; i++)
        if (info->group_bytes[i] > info->peak_bytes)
            return wrong(g, "a group takes more than the peak", info->group_bytes[i],
                         info->peak_bytes);
    if (info->minimal_bytes > info->peak_bytes || info->peak_bytes > info->unshared_bytes)
        return wrong(g, "peaks", info->minimal_bytes, info->peak_bytes);
    return NULL;
}

static const char *compare(struct graphs *g, const struct sketch *s, const struct outcome *as,
                           const struct outcome *o)
{
    for (uint32_t i = 0; i < SLOTS; i++)
        if (s->slots[i].memory && memcmp(as->slots[i], o->slots[i], s->slots[i].bytes))
            return wrong(g, "the bytes of a slot differ", i, s->slots[i].bytes);
    for (uint32_t i = 0; i < BUFFERS; i++)
        if (memcmp(as->buffers[i], o->buffers[i], s->buffers[i].bytes))
            return wrong(g, "the bytes of a vy_buffer differ", i, s->buffers[i].bytes);
    for (uint32_t i = 0; i < HOSTS; i++)
        if (memcmp(as->hosts[i], o->hosts[i], MOST_BYTES))
            return wrong(g, "the bytes of host memory differ", i, s->hosts[i].bytes);
    return NULL;
}

/// Everything as it was before the first run.
static void renew(struct sketch *s, struct built *b)
{
    for (uint32_t i = 0; i < SLOTS; i++)
        memset(b->o->slots[i], 0xa5, MOST_BYTES);
    for (uint32_t i = 0; i < HOSTS; i++)
        memcpy(b->o->hosts[i], s->hosts[i].start, MOST_BYTES);
    for (uint32_t i = 0; i < BUFFERS; i++)
        vy_buffer_upload(b->buffers[i], 0, s->buffers[i].start, MOST_BYTES);
}

static const char *run_one(struct graphs *g, struct sketch *s, struct built *b,
                           const struct outcome *as, const vy_graph_plan_info *info, bool taken)
{
    vy_graph_stats stats;
    uint64_t peak;
    renew(s, b);
    b->o->status = run_counted(g, b->graph, taken && info->waves % 2, &stats, &peak);
    g->runs++;
    if (b->o->status != as->status)
        return wrong(g, "the status differs", b->o->status, as->status);
    if (as->status)
        return NULL;
    if (!taken && peak > info->peak_bytes)
        return wrong(g, "more memory was taken than planned", peak, info->peak_bytes);
    if (stats.peak > stats.planned_peak || stats.barriers != stats.planned_barriers)
        return wrong(g, "the statistics", stats.peak, stats.barriers);
    for (uint32_t i = 0; i < BUFFERS; i++)
        vy_buffer_download(b->buffers[i], 0, b->o->buffers[i], MOST_BYTES);
    return compare(g, s, as, b->o);
}

static const char *run_budgets(struct graphs *g, struct sketch *s, struct built *b,
                               const struct outcome *as)
{
    vy_graph_plan_info free_info, info;
    const char *problem = NULL;
    if (vy_graph_plan(b->graph, &free_info))
        return wrong(g, "no plan", 0, 0);
    uint64_t least = free_info.minimal_bytes, most = free_info.peak_bytes;
    const uint64_t budgets[] = {0, least, least + (most - least) / 3, (least + most) / 2, most};
    g->waves += free_info.waves;
    g->groups += free_info.groups;
    g->kernels += free_info.kernels;
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets && !problem; i++) {
        vy_graph_budget(b->graph, budgets[i]);
        if (vy_graph_plan(b->graph, &info))
            return wrong(g, "no plan for a budget", budgets[i], least);
        if (budgets[i] && info.peak_bytes > budgets[i])
            return wrong(g, "the plan is over its budget", info.peak_bytes, budgets[i]);
        problem = check_plan(g, b->graph, &info);
        if (!problem)
            problem = run_one(g, s, b, as, &info, false);
        if (!problem && !i)
            problem = run_one(g, s, b, as, &info, true); // once more, with what is there
    }
    if (problem || least < 2)
        return problem;
    vy_graph_budget(b->graph, least - 1);
    g->refused++;
    if (vy_graph_plan(b->graph, NULL) != VY_ERROR_LIMIT)
        return wrong(g, "a budget that is too small is taken", least - 1, least);
    return NULL;
}

const char *graphs_run(struct graphs *g, uint64_t seed)
{
    struct sketch *s = make_sketch(g, seed);
    struct outcome *as = calloc(1, sizeof *as);
    struct built b = {.o = calloc(1, sizeof *as)};
    const char *problem = NULL;
    test_log_clear(&g->log);
    by_dispatch(g, s, as);
    g->failed += as->status != VY_OK;
    test_log_clear(&g->log);
    if (as->status == VY_ERROR_LIMIT)
        ; // what a step is differs by device: nothing to compare
    else if (build(g, s, &b, seed % 4 == 0))
        problem = wrong(g, "the graph cannot be built", s->wave_count, 0);
    else
        problem = run_budgets(g, s, &b, as);
    vy_graph_destroy(&b.graph);
    for (uint32_t i = 0; i < BUFFERS; i++)
        vy_buffer_destroy(&b.buffers[i]);
    free(b.o);
    free(as);
    free(s);
    return problem;
}
