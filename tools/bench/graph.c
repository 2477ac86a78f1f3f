// vyre bench graph: searches and ranks of graphs. Each row is a program of bench/graph on a graph,
// beside a simpler program that a newcomer writes (NAME_other.vy) and beside the GAP Benchmark
// Suite, whose sources --gapbs names. All work on the same graph with as many threads.
#include "graph.h"
#include "cpu.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum runner { OURS, OTHER, GAPBS, RUNNERS };
enum { ROUNDS = 5, USUAL = 1 << 18, PASSES = 30 };
enum { ROW, EDGES, RESULT }; ///< buffers
enum { NODES, FIRST, SECOND, THREADS };

struct graphs {
    struct bench_hosts hosts;
    struct bench_graph graph; ///< the one at hand
    char folder[64];          ///< of what is built from the suite's sources
    const char *absent;       ///< why the suite is not here
    void (*get)(void *to);    ///< its last result
};

struct graph_kernel {
    const char *name;
    void (*make)(struct bench_work *w, const struct bench_graph *g);
    bool (*normalise)(const struct bench_graph *g, struct bench_work *w, void *result);
};

// ---- inputs ----
static void add_graph(struct bench_work *w, const struct bench_graph *g)
{
    const uint64_t rows = ((uint64_t)g->nodes + 1) * 4, cols = (uint64_t)g->edges * 4;
    memcpy(bench_add(w, "row", BENCH_IN, rows), g->row, rows);
    memcpy(bench_add(w, "col", BENCH_IN, cols), g->col, cols);
    w->number[NODES] = g->nodes;
}

static void make_bfs(struct bench_work *w, const struct bench_graph *g)
{
    add_graph(w, g);
    bench_add(w, "parent", BENCH_OUT, (uint64_t)g->nodes * 4);
    bench_add(w, "queue", BENCH_ROOM, (uint64_t)g->nodes * 8);
    w->number[FIRST] = g->source;
    bench_param(w, "source", VY_TYPE_U32, FIRST);
    bench_param(w, "threads", VY_TYPE_U32, THREADS);
}

static void make_components(struct bench_work *w, const struct bench_graph *g)
{
    add_graph(w, g);
    bench_add(w, "label", BENCH_OUT, (uint64_t)g->nodes * 4);
    bench_param(w, "threads", VY_TYPE_U32, THREADS);
}

static void make_pagerank(struct bench_work *w, const struct bench_graph *g)
{
    add_graph(w, g);
    bench_add(w, "score", BENCH_OUT, (uint64_t)g->nodes * 4);
    w->number[FIRST] = PASSES;
    bench_param(w, "passes", VY_TYPE_U32, FIRST);
    bench_param(w, "threads", VY_TYPE_U32, THREADS);
}

/// Edges are pairs of neighbour and weight, as the suite has them.
static void make_sssp(struct bench_work *w, const struct bench_graph *g)
{
    const uint64_t rows = ((uint64_t)g->nodes + 1) * 4, threads = w->number[THREADS];
    memcpy(bench_add(w, "row", BENCH_IN, rows), g->row, rows);
    uint64_t *edge = bench_add(w, "edge", BENCH_IN, (uint64_t)g->edges * 8);
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++)
            edge[e] = (uint64_t)bench_graph_weight(v, g->col[e]) << 32 | g->col[e];
    bench_add(w, "dist", BENCH_OUT, (uint64_t)g->nodes * 4);
    const uint64_t blocks = (g->edges / 64 + 512 + 64) * 2 * threads; // as sssp.vy has it
    bench_add(w, "pool", BENCH_ROOM, blocks * 64 * 4);
    bench_add(w, "link", BENCH_ROOM, blocks * 4);
    bench_add(w, "work", BENCH_ROOM, blocks * 16);
    w->number[NODES] = g->nodes;
    w->number[FIRST] = g->source;
    w->number[SECOND] = g->delta;
    bench_param(w, "source", VY_TYPE_U32, FIRST);
    bench_param(w, "delta", VY_TYPE_U32, SECOND);
    bench_param(w, "threads", VY_TYPE_U32, THREADS);
}

static void make_triangles(struct bench_work *w, const struct bench_graph *g)
{
    add_graph(w, g);
    bench_add(w, "up", BENCH_ROOM, (uint64_t)g->edges * 4);
    bench_add(w, "end", BENCH_ROOM, (uint64_t)g->nodes * 4);
    bench_add(w, "mark", BENCH_ROOM, w->number[THREADS] * (((uint64_t)g->nodes + 31) / 32) * 4);
    bench_add(w, "total", BENCH_OUT, 8);
    bench_param(w, "threads", VY_TYPE_U32, THREADS);
}

// ---- results ----
static bool wrong(const struct bench_graph *g, const char *what, uint32_t node)
{
    bench_progress(NULL, 0, 0);
    print_error("%s: node %u: %s", g->name, node, what);
    return false;
}

/// Parents become depths; every parent must be a neighbour one level nearer to the source.
static bool normalise_bfs(const struct bench_graph *g, struct bench_work *w, void *result)
{
    int32_t *parent = result;
    uint32_t *queue = must_alloc((uint64_t)g->nodes * 4), end = 1;
    int32_t *depth = must_alloc((uint64_t)g->nodes * 4);
    bool good = true;
    (void)w;
    for (uint32_t v = 0; v < g->nodes; v++)
        depth[v] = v == g->source ? 0 : -1;
    queue[0] = g->source;
    for (uint32_t i = 0; i < end; i++)
        for (uint32_t e = g->row[queue[i]]; e < g->row[queue[i] + 1]; e++)
            if (depth[g->col[e]] < 0)
                depth[g->col[e]] = depth[queue[i]] + 1, queue[end++] = g->col[e];
    for (uint32_t v = 0; good && v < g->nodes; v++) {
        uint32_t e = g->row[v], p = (uint32_t)parent[v];
        if ((parent[v] < 0) != (depth[v] < 0))
            good = wrong(g, "reached by one search only", v);
        if (!good || depth[v] <= 0)
            continue;
        while (e < g->row[v + 1] && g->col[e] != p)
            e++;
        if (e == g->row[v + 1] || depth[p] + 1 != depth[v])
            good = wrong(g, "its parent is no neighbour one level above it", v);
    }
    memcpy(parent, depth, (uint64_t)g->nodes * 4);
    free(queue);
    free(depth);
    return good;
}

/// Every label becomes the least node that has it.
static bool normalise_components(const struct bench_graph *g, struct bench_work *w, void *result)
{
    uint32_t *label = result, *least = must_alloc((uint64_t)g->nodes * 4);
    bool good = true;
    (void)w;
    memset(least, 0xff, (uint64_t)g->nodes * 4);
    for (uint32_t v = 0; good && v < g->nodes; v++) {
        if (label[v] >= g->nodes) {
            good = wrong(g, "its label is no node", v);
            continue;
        }
        if (least[label[v]] == UINT32_MAX)
            least[label[v]] = v;
        label[v] = least[label[v]];
    }
    for (uint32_t v = 0; good && v < g->nodes; v++)
        for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++)
            if (label[g->col[e]] != label[v])
                good = wrong(g, "a neighbour has another label", v);
    free(least);
    return good;
}

/// Ranks are right when one more pass changes them by less than the suite's tolerance in all; then
/// they are equal.
static bool normalise_pagerank(const struct bench_graph *g, struct bench_work *w, void *result)
{
    const double tolerance = 1e-4, damp = 0.85;
    const float *score = result;
    double change = 0;
    (void)w;
    for (uint32_t v = 0; v < g->nodes; v++) {
        double sum = 0;
        for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++)
            sum += score[g->col[e]] / (double)(g->row[g->col[e] + 1] - g->row[g->col[e]]);
        change += fabs((1 - damp) / g->nodes + damp * sum - score[v]);
    }
    if (!(change < tolerance)) {
        bench_progress(NULL, 0, 0);
        print_error("%s: one more pass changes the ranks by %g", g->name, change);
        return false;
    }
    memset(result, 0, (uint64_t)g->nodes * 4);
    return true;
}

/// No path: a number far above all distances, and not the same one everywhere.
static bool normalise_sssp(const struct bench_graph *g, struct bench_work *w, void *result)
{
    uint32_t *dist = result;
    const uint64_t *edge = w->buffers[EDGES].data;
    for (uint32_t v = 0; v < g->nodes; v++)
        dist[v] = dist[v] >= 0x3FFFFFFF ? UINT32_MAX : dist[v];
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t e = g->row[v]; dist[v] < UINT32_MAX && e < g->row[v + 1]; e++)
            if (dist[(uint32_t)edge[e]] > dist[v] + (uint32_t)(edge[e] >> 32))
                return wrong(g, "a neighbour has a shorter path through it", v);
    return dist[g->source] == 0 || wrong(g, "the source is not at 0", g->source);
}

static const struct graph_kernel kernels[] = {
    {"bfs", make_bfs, normalise_bfs},
    {"components", make_components, normalise_components},
    {"pagerank", make_pagerank, normalise_pagerank},
    {"sssp", make_sssp, normalise_sssp},
    {"triangles", make_triangles, NULL},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

static const struct graph_kernel *kernel_of(const char *row)
{
    size_t i = 0;
    while (strncmp(row, kernels[i].name, strlen(kernels[i].name)))
        i++;
    return &kernels[i];
}

static bool normalise(struct bench_stage *s, size_t runner)
{
    const struct graphs *d = s->suite;
    const struct graph_kernel *k = kernel_of(s->work.name);
    return !k->normalise || k->normalise(&d->graph, &s->work, bench_result(s, RESULT, runner));
}

// ---- runners ----
static bool ours_prepare(struct bench_stage *s, size_t runner)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", kernel_of(s->work.name)->name,
             runner == OTHER ? "_other" : "");
    return bench_host_program(s, runner, "bench/graph", name, NULL);
}

/// Builds the suite's kernel, once for each graph: it keeps the graph.
static bool gapbs_prepare(struct bench_stage *s, size_t runner)
{
    struct graphs *d = s->suite;
    const char *kernel = kernel_of(s->work.name)->name;
    char shim[4096], include[4096], define[64], library[128];
    void *opened = NULL, *run = NULL, *get = NULL;
    snprintf(library, sizeof library, "%s/%s-%s.so", d->folder, kernel, d->graph.name);
    snprintf(include, sizeof include, "-I%s/src", s->bench->gapbs);
    snprintf(define, sizeof define, "-DGAPBS_%s", kernel);
    if (!bench_file(shim, sizeof shim, "bench/graph", "gapbs.cc") ||
        bench_process((char *[]){"c++", "-O3", "-std=c++11", "-march=native", "-fopenmp", "-shared",
                                 "-Wl,-Bsymbolic", "-fPIC", "-w", define, include, shim, "-o",
                                 library, NULL}) < 0 ||
        !(opened = dlopen(library, RTLD_NOW | RTLD_LOCAL)) ||
        !(run = dlsym(opened, "vyre_gapbs_run")) || !(get = dlsym(opened, "vyre_gapbs_get"))) {
        print_error("bench graph: the sources in %s cannot be built with 'c++ -fopenmp': %s",
                    s->bench->gapbs, kernel);
        return false;
    }
    memcpy(&d->get, &get, sizeof get);
    bench_host_peer(s, runner, run);
    return true;
}

static bool gapbs_put(struct bench_stage *s, size_t buffer, const void *bytes)
{
    (void)s, (void)buffer, (void)bytes;
    return true;
}

static bool gapbs_get(struct bench_stage *s, size_t buffer, void *bytes)
{
    (void)buffer;
    ((const struct graphs *)s->suite)->get(bytes);
    return true;
}

static int run_kernel(struct graphs *d, struct bench *b, const struct graph_kernel *k)
{
    static const struct bench_runner runners[RUNNERS] = {
        [OURS] = {"vyre", ours_prepare, bench_host_run, NULL, NULL, bench_host_end, false},
        [OTHER] = {"other", ours_prepare, bench_host_run, NULL, NULL, NULL, false},
        [GAPBS] = {"gapbs", gapbs_prepare, bench_host_peer_run, gapbs_put, gapbs_get, NULL, false},
    };
    struct bench_kernel row;
    char path[4096], other[64];
    struct bench_stage *s = must_alloc(sizeof *s);
    snprintf(other, sizeof other, "%s_other.vy", k->name);
    snprintf(b->names[b->name_count], sizeof *b->names, "%s %s", k->name, d->graph.name);
    *s = (struct bench_stage){
        .suite = d,
        .hosts = &d->hosts,
        .bench = b,
        .runners = runners,
        .runner_count = RUNNERS,
        .absent = {[OTHER] = !bench_wanted(b->peers, "other") ? "not asked for"
                             : bench_file(path, sizeof path, "bench/graph", other)
                                 ? NULL
                                 : "there is no other form",
                   [GAPBS] = d->absent},
        .rounds = ROUNDS,
        .warm = 1,
        .batches = true,
        .normalise = normalise,
        .work = {.name = b->names[b->name_count++],
                 .runners = RUNNERS,
                 .number = {[THREADS] = d->hosts.threads}}};
    k->make(&s->work, &d->graph);
    int code = bench_stage_run(s, &row);
    if (!code)
        bench_kernel(b, row);
    free(s);
    return code;
}

// ---- the suite ----
/// Whether a list names it; a list that names none of its kind means all of them.
static bool chosen(const char *only, const char *name, bool graph)
{
    bool any = false;
    for (size_t i = 0; only && i < (graph ? bench_graph_count : KERNELS); i++)
        any = any || bench_wanted(only, graph ? bench_graph_names[i] : kernels[i].name);
    return !any || bench_wanted(only, name);
}

static int run_graphs(struct graphs *d, struct bench *b)
{
    int code = EXIT_DONE;
    for (size_t i = 0; !code && i < bench_graph_count; i++) {
        if (!chosen(b->only, bench_graph_names[i], true))
            continue;
        bench_progress("making the graph", i + 1, bench_graph_count);
        bench_graph_make(bench_graph_names[i], b->size ? b->size : USUAL, &d->graph);
        for (size_t k = 0; !code && k < KERNELS; k++)
            if (chosen(b->only, kernels[k].name, false))
                code = run_kernel(d, b, &kernels[k]);
        bench_graph_free(&d->graph);
    }
    return code;
}

int bench_graph(struct bench *b)
{
    struct graphs *d = must_alloc(sizeof *d);
    int code = EXIT_SYSTEM;
    *d = (struct graphs){.absent = !b->gapbs ? "--gapbs FOLDER names its sources"
                                   : bench_wanted(b->peers, "gapbs") ? NULL
                                                                     : "not asked for"};
    if (bench_hosts_begin(&d->hosts, "graph", b->device ? b->device : "cpu") &&
        bench_room(d->folder)) {
        code = run_graphs(d, b);
        bench_remove(d->folder);
    }
    text_printf(
        &b->notes,
        "size: bytes of the graph and of the result. Wall time, medians of %d runs that "
        "alternate, %u\nthreads each; ratio = time of the other / ours. Depths, components, "
        "distances and counts are equal;\nranks change by less than 1e-4 in one more pass.\n",
        ROUNDS, d->hosts.threads);
    bench_hosts_end(&d->hosts);
    free(d); // OpenMP's threads live in the libraries, so these stay open
    return code;
}
