// Breadth-first search on large graphs, from the call to the levels on the device, beside CUDA
// written by hand: a kernel a level, and one cooperative kernel. All levels are compared with those
// of a search on the host.
#include "cuda_special.h"

#include <stdlib.h>
#include <string.h>

enum { OURS, COOPERATIVE, LEVELS, OTHER, OTHER_LEVELS, RUNNERS };

struct search {
    struct special_graph *graph;
    const char *program;
    const char *ways[2]; ///< of the peers; NULL: there is no second one
    uint32_t groups;     ///< workgroups of 256
    uint32_t blocks;     ///< of the cooperative peer; 0: as many as are resident
    uint64_t entries;    ///< of a frontier
    vy_buffer *row, *col, *level;
    void *peer[5];           ///< row, col, level, two queues, counts
    char peers[RUNNERS][32]; ///< their names
    struct special_runner runners[RUNNERS];
    size_t count; ///< of them
};

/// The faster one of the ways of a peer.
static double best(const struct search *s, size_t one, size_t other)
{
    double a = s->runners[one].median, b = s->runners[other].median;
    return s->ways[1] && b < a ? b : a;
}

static uint64_t row_bytes(const struct special_graph *g)
{
    return (g->nodes + 1ull) * sizeof(uint32_t);
}

static bool same_levels(const struct special_graph *g, const uint32_t *level, const char *who)
{
    for (uint32_t v = 0; v < g->nodes; v++)
        if (level[v] != g->level[v]) {
            print_error("%s: %s: node %u is at level %u, and at %u by a search on the host",
                        g->name, who, v, level[v], g->level[v]);
            return false;
        }
    return true;
}

static bool prepare_ours(struct bench_cuda *b, struct search *s)
{
    const struct special_graph *g = s->graph;
    s->runners[OURS] =
        (struct special_runner){.pipeline = cuda_pipeline(b, b->device, s->program), .wall = true};
    if (!s->runners[OURS].pipeline ||
        vy_buffer_create(b->device, vy_buffer_params(.bytes = row_bytes(g), .data = g->row),
                         &s->row) ||
        vy_buffer_create(b->device, vy_buffer_params(.bytes = g->edges * 4, .data = g->col),
                         &s->col) ||
        vy_buffer_create(b->device, vy_buffer_params(.bytes = g->nodes * 4ull), &s->level))
        return false;
    vy_arg *args = s->runners[OURS].args;
    args[0] = vy_arg_buffer("row", s->row);
    args[1] = vy_arg_buffer("col", s->col);
    args[2] = vy_arg_buffer("level", s->level);
    args[3] = vy_arg_u32("source", g->source);
    args[4] = vy_arg_u32("groups", s->groups);
    args[5] = vy_arg_end();
    return true;
}

static bool prepare_peers(struct bench_cuda *b, struct search *s)
{
    const struct special_graph *g = s->graph;
    const uint64_t bytes[5] = {row_bytes(g), g->edges * 4, g->nodes * 4ull, s->entries * 16, 64};
    s->count = s->ways[1] ? RUNNERS : OTHER;
    for (size_t i = OURS + 1; i < s->count; i++) {
        snprintf(s->peers[i], sizeof s->peers[i], "bfs_%s_%s", s->ways[i >= OTHER],
                 i == LEVELS || i == OTHER_LEVELS ? "levels" : "cooperative");
        s->runners[i] =
            (struct special_runner){.peer = s->peers[i],
                                    .wall = true,
                                    .numbers = {g->nodes, g->source, s->blocks, s->entries}};
    }
    if (b->absent)
        return true;
    for (size_t i = 0; i < 5; i++)
        if (!(s->peer[i] = special_memory(b, bytes[i])))
            return false;
    for (size_t i = OURS + 1; i < s->count; i++)
        memcpy(s->runners[i].buffers, s->peer, sizeof s->peer);
    return !b->base.upload(s->peer[0], g->row, bytes[0]) &&
           !b->base.upload(s->peer[1], g->col, bytes[1]);
}

/// Each runs alone once more, and what it found is compared.
static int compare(struct bench_cuda *b, struct search *s)
{
    const struct special_graph *g = s->graph;
    uint32_t *level = must_alloc(g->nodes * sizeof *level);
    int code = EXIT_SYSTEM;
    float ms;
    if (!vy_buffer_download(s->level, 0, level, g->nodes * 4ull))
        code = same_levels(g, level, "ours") ? EXIT_DONE : EXIT_DIFFERS;
    for (size_t i = OURS + 1; !code && !b->absent && i < s->count; i++) {
        struct special_runner *r = &s->runners[i];
        if (b->base.time(r->fn, r->buffers, r->numbers, &ms) ||
            b->base.download(s->peer[2], level, g->nodes * 4ull))
            code = EXIT_SYSTEM;
        else if (!same_levels(g, level, r->peer))
            code = EXIT_DIFFERS;
    }
    free(level);
    return code;
}

/// As a user without anything on the device has it: the graph goes there, the levels come back.
static bool whole(struct search *s, size_t runs, double *median)
{
    const struct special_graph *g = s->graph;
    uint32_t *level = must_alloc(g->nodes * sizeof *level);
    double ms[SPECIAL_RUNS];
    bool good = true;
    for (size_t i = 0; good && i < runs; i++) {
        const vy_arg *args =
            vy_args(vy_arg_in("row", g->row, row_bytes(g)), vy_arg_in("col", g->col, g->edges * 4),
                    vy_arg_out("level", level, g->nodes * 4ull), vy_arg_u32("source", g->source),
                    vy_arg_u32("groups", s->groups));
        double from = now_ms();
        good = !vy_dispatch(s->runners[OURS].pipeline, vy_dispatch_params(.args = args), NULL);
        ms[i] = now_ms() - from;
    }
    *median = good ? bench_median(ms, runs) : 0;
    free(level);
    return good;
}

static int search_run(struct bench_cuda *b, struct search *s)
{
    const struct special_graph *g = s->graph;
    double all = 0, most = !strcmp(g->name, "lattice") && !b->bench->size ? 5 : 0;
    if (!prepare_ours(b, s) || !prepare_peers(b, s) ||
        !special_alternate(b, g->name, s->runners, s->count))
        return EXIT_SYSTEM;
    int code = compare(b, s);
    if (code || !whole(s, special_runs(b), &all))
        return code ? code : EXIT_SYSTEM;
    double each = 1e3 / g->levels;
    special_figure(b, "us", s->runners[OURS].median * each, most, "bfs %s, a level", g->name);
    if (!b->absent) {
        special_figure(b, "us", best(s, COOPERATIVE, OTHER) * each, 0, "%s, cooperative", g->name);
        special_figure(b, "us", best(s, LEVELS, OTHER_LEVELS) * each, 0, "%s, a kernel a level",
                       g->name);
    }
    special_figure(b, "ms", s->runners[OURS].median, 0, "bfs %s, in all", g->name);
    special_figure(b, "ms", all, 0, "%s, with transfers", g->name);
    text_printf(&b->bench->notes, "%s: %u nodes, %llu edges, %u levels, %u workgroups, route %s.\n",
                g->name, g->nodes, (unsigned long long)g->edges, g->levels, s->groups,
                vy_route_name(s->runners[OURS].taken));
    return EXIT_DONE;
}

static int search_graph(struct bench_cuda *b, struct search *s)
{
    int code = search_run(b, s);
    vy_pipeline_destroy(&s->runners[OURS].pipeline);
    vy_buffer_destroy(&s->row);
    vy_buffer_destroy(&s->col);
    vy_buffer_destroy(&s->level);
    for (size_t i = 0; i < 5; i++)
        if (s->peer[i])
            b->base.free(s->peer[i]);
    special_graph_free(s->graph);
    return code;
}

int special_lattice(struct bench_cuda *b)
{
    struct special_graph g;
    bool small = b->bench->size;
    bench_progress("lattice", 0, SPECIAL_RUNS);
    special_graph_lattice(&g, small ? 12 : 4900);
    struct search s = {.graph = &g,
                       .program = "bfs_narrow",
                       .ways = {"narrow", NULL},
                       .groups = small ? 2 : 132,
                       .blocks = 132};
    s.entries = g.nodes;
    return search_graph(b, &s);
}

int special_kronecker(struct bench_cuda *b)
{
    enum { PIECE = 64 }; // edges, as in bfs_wide.vy
    struct special_graph g;
    bool small = b->bench->size;
    bench_progress("kronecker", 0, SPECIAL_RUNS);
    special_graph_kronecker(&g, small ? 7 : 22, 16);
    struct search s = {
        .graph = &g, .program = "bfs_wide", .ways = {"wide", "lanes"}, .groups = small ? 2 : 396};
    s.entries = g.nodes + g.edges / PIECE;
    return search_graph(b, &s);
}
