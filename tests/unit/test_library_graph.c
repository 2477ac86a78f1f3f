// lib/graph.vy beside plain C, on random graphs: directed ones with loops and double edges, and
// undirected ones.
#include "support/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PASSES = 3 };
static const uint32_t nowhere = UINT32_MAX;

struct graph {
    uint32_t nodes, edges, *row, *col;
};

static void *room(uint64_t count, size_t size)
{
    void *p = calloc(count + 1, size);
    assert_non_null(p);
    return p;
}

static int compare_edges(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/// Sorts edges, `from` in the upper half, and makes the rows.
static void make_csr(struct graph *g, uint64_t *edge)
{
    qsort(edge, g->edges, sizeof *edge, compare_edges);
    for (uint32_t e = 0; e < g->edges; e++) {
        g->row[(edge[e] >> 32) + 1]++;
        g->col[e] = (uint32_t)edge[e];
    }
    for (uint32_t v = 0; v < g->nodes; v++)
        g->row[v + 1] += g->row[v];
}

static void give_edges(struct library_run *run, const uint64_t *edge, uint32_t edges)
{
    uint32_t *from = library_in(run, "from", edges, 4), *to = library_in(run, "to", edges, 4);
    for (uint32_t e = 0; e < edges; e++) {
        from[e] = (uint32_t)(edge[e] >> 32);
        to[e] = (uint32_t)edge[e];
    }
}

/// Levels from node 0; room for nodes, to be freed.
static uint32_t *levels(const struct graph *g, uint32_t *level)
{
    uint32_t *queue = room(g->nodes, 4), last = 0;
    memset(level, 0xff, 4 * (uint64_t)g->nodes);
    level[0] = 0;
    queue[last++] = 0;
    for (uint32_t k = 0; k < last; k++)
        for (uint32_t e = g->row[queue[k]]; e < g->row[queue[k] + 1]; e++)
            if (level[g->col[e]] == nowhere) {
                level[g->col[e]] = level[queue[k]] + 1;
                queue[last++] = g->col[e];
            }
    return queue;
}

// ---- directed ----
static const char directed_text[] =
    "program directed\nuse \"graph.vy\"\n"
    "in from : u32[]\nin to : u32[len(from)]\nin weight : u32[len(from)]\nparam nodes : u32\n"
    "out row : u32[nodes + 1]\nout col : u32[len(from)]\n"
    "out back : u32[nodes + 1]\nout back_col : u32[len(from)]\nout degree : u32[nodes]\n"
    "out level : atomic u32[nodes]\nout parent : atomic u32[nodes]\nout dist : atomic u32[nodes]\n"
    "out strong : u32[nodes]\nworkgroup 16\ngrid 64\n"
    "graph_csr(from, to, row, col)\ngraph_transpose(row, col, back, back_col)\n"
    "graph_degrees(row, degree)\nbfs(row, col, false, 0, level)\n"
    "bfs_parents(row, col, level, parent)\nsssp(row, col, weight, 0, 20, dist)\n"
    "strong_components(row, col, back, back_col, strong)\n";

/// Shortest ways, an edge at a time until nothing changes.
static void distances(const struct graph *g, const uint32_t *weight, uint32_t *dist)
{
    bool changed = true;
    memset(dist, 0xff, 4 * (uint64_t)g->nodes);
    dist[0] = 0;
    while (changed) {
        changed = false;
        for (uint32_t v = 0; v < g->nodes; v++)
            for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++)
                if (dist[v] != nowhere && dist[v] + weight[e] < dist[g->col[e]]) {
                    dist[g->col[e]] = dist[v] + weight[e];
                    changed = true;
                }
    }
}

/// Tarjan's algorithm without recursion.
static void strong(const struct graph *g, uint32_t *label)
{
    uint32_t *order = room(g->nodes, 4), *low = room(g->nodes, 4), *next = room(g->nodes, 4);
    uint32_t *way = room(g->nodes, 4), *open = room(g->nodes, 4), ways, opened = 0, time = 0;
    memset(label, 0xff, 4 * (uint64_t)g->nodes);
    for (uint32_t start = 0; start < g->nodes; start++) {
        ways = 0;
        if (!order[start])
            way[ways++] = start;
        while (ways) {
            const uint32_t v = way[ways - 1];
            if (!order[v]) {
                order[v] = low[v] = ++time;
                next[v] = g->row[v];
                open[opened++] = v;
            }
            if (next[v] < g->row[v + 1]) {
                const uint32_t t = g->col[next[v]];
                if (!order[t]) {
                    way[ways++] = t;
                    continue;
                }
                if (label[t] == nowhere && low[t] < low[v])
                    low[v] = low[t];
                next[v]++;
                continue;
            }
            ways--;
            if (low[v] != order[v])
                continue;
            uint32_t first = opened, least = v;
            do
                least = open[--first] < least ? open[first] : least;
            while (open[first] != v);
            while (opened > first)
                label[open[--opened]] = least;
        }
    }
    free(order), free(low), free(next), free(way), free(open);
}

static void make_directed(struct library_run *run, uint32_t n)
{
    struct graph g = {.nodes = n / 3 + 1, .edges = n};
    uint64_t *edge = room(n, 8);
    uint32_t *weight = library_in(run, "weight", n, 4);
    for (uint32_t e = 0; e < n; e++) {
        edge[e] = (uint64_t)rng_below(&run->rng, g.nodes) << 32 | rng_below(&run->rng, g.nodes);
        weight[e] = rng_below(&run->rng, 100);
    }
    give_edges(run, edge, n);
    library_param(run, "nodes", g.nodes);
    g.row = library_out(run, "row", g.nodes + 1, 4);
    g.col = library_out(run, "col", n, 4);
    make_csr(&g, edge);
    struct graph back = {g.nodes, n, library_out(run, "back", g.nodes + 1, 4),
                         library_out(run, "back_col", n, 4)};
    for (uint32_t e = 0; e < n; e++)
        edge[e] = edge[e] << 32 | edge[e] >> 32;
    make_csr(&back, edge);
    uint32_t *degree = library_out(run, "degree", g.nodes, 4);
    uint32_t *level = library_out(run, "level", g.nodes, 4);
    uint32_t *parent = library_out(run, "parent", g.nodes, 4);
    free(levels(&g, level));
    for (uint32_t v = 0; v < g.nodes; v++) {
        degree[v] = g.row[v + 1] - g.row[v];
        parent[v] = level[v] ? nowhere : v;
        for (uint32_t e = back.row[v + 1]; level[v] && level[v] != nowhere && e-- > back.row[v];)
            if (level[back.col[e]] == level[v] - 1)
                parent[v] = back.col[e];
    }
    distances(&g, weight, library_out(run, "dist", g.nodes, 4));
    strong(&g, library_out(run, "strong", g.nodes, 4));
    free(edge);
}

// ---- undirected ----
static const char undirected_text[] =
    "program undirected\nuse \"graph.vy\"\n"
    "in from : u32[]\nin to : u32[len(from)]\nparam nodes : u32\n"
    "scratch row : u32[nodes + 1]\nscratch col : u32[len(from)]\nscratch degree : u32[nodes]\n"
    "out level : atomic u32[nodes]\nout label : atomic u32[nodes]\nout core : u32[nodes]\n"
    "out colour : atomic u32[nodes]\nout mate : u32[nodes]\nout score : f32[nodes]\n"
    "out found : u64[1]\nworkgroup 16\ngrid 64\n"
    "graph_csr(from, to, row, col)\ngraph_degrees(row, degree)\nbfs(row, col, true, 0, level)\n"
    "components(row, col, label)\ncore_numbers(row, col, core)\ncolouring(row, col, colour)\n"
    "matching(row, col, mate)\npagerank(row, col, degree, 3, 0.85, score)\n"
    "let t = triangles(row, col)\nif gid.x == 0 { found[0] = t }\n";

static uint32_t mix32(uint32_t h)
{
    h = (h ^ h >> 16) * 0x85EBCA6B;
    h = (h ^ h >> 13) * 0xC2B2AE35;
    return h ^ h >> 16;
}

static uint64_t mix64(uint64_t h)
{
    h = (h ^ h >> 33) * 0xFF51AFD7ED558CCD;
    h = (h ^ h >> 33) * 0xC4CEB9FE1A85EC53;
    return h ^ h >> 33;
}

/// In the order of mix32, each node the least colour that none of its coloured neighbours has.
static void colours(const struct graph *g, uint32_t *colour)
{
    uint64_t *turn = room(g->nodes, 8);
    for (uint32_t v = 0; v < g->nodes; v++)
        turn[v] = (uint64_t)mix32(v) << 32 | v;
    qsort(turn, g->nodes, sizeof *turn, compare_edges);
    memset(colour, 0xff, 4 * (uint64_t)g->nodes);
    for (uint32_t k = 0; k < g->nodes; k++) {
        const uint32_t v = (uint32_t)turn[k];
        uint32_t c = 0, e = g->row[v];
        for (; e < g->row[v + 1]; e++)
            if (colour[g->col[e]] == c)
                c++, e = g->row[v] - 1;
        colour[v] = c;
    }
    free(turn);
}

struct turn {
    uint64_t at;
    uint32_t u, v;
};

/// Edges in the order of mix64, each whose nodes have no mate.
static void mates(const struct graph *g, uint32_t *mate)
{
    struct turn *turn = room(g->edges, sizeof *turn);
    uint32_t turns = 0;
    for (uint32_t u = 0; u < g->nodes; u++)
        for (uint32_t e = g->row[u]; e < g->row[u + 1]; e++)
            if (u < g->col[e])
                turn[turns++] = (struct turn){mix64((uint64_t)u << 32 | g->col[e]), u, g->col[e]};
    qsort(turn, turns, sizeof *turn, compare_edges);
    memset(mate, 0xff, 4 * (uint64_t)g->nodes);
    for (uint32_t k = 0; k < turns; k++)
        if (mate[turn[k].u] == nowhere && mate[turn[k].v] == nowhere) {
            mate[turn[k].u] = turn[k].v;
            mate[turn[k].v] = turn[k].u;
        }
    free(turn);
}

static void cores(const struct graph *g, uint32_t *core)
{
    uint32_t *degree = room(g->nodes, 4);
    bool left = true;
    memset(core, 0xff, 4 * (uint64_t)g->nodes);
    for (uint32_t v = 0; v < g->nodes; v++)
        degree[v] = g->row[v + 1] - g->row[v];
    for (uint32_t k = 0; left; k++)
        for (bool again = true; again;) {
            left = again = false;
            for (uint32_t v = 0; v < g->nodes; v++) {
                left |= core[v] == nowhere;
                if (core[v] != nowhere || (int32_t)degree[v] > (int32_t)k)
                    continue;
                core[v] = k;
                for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++)
                    degree[g->col[e]]--;
                again = true;
            }
        }
    free(degree);
}

static void ranks(const struct graph *g, float *score)
{
    const float n = (float)g->nodes;
    float *old = room(g->nodes, 4);
    for (uint32_t v = 0; v < g->nodes; v++)
        score[v] = 1.0f / n;
    for (int pass = 0; pass < PASSES; pass++) {
        memcpy(old, score, 4 * (uint64_t)g->nodes);
        for (uint32_t v = 0; v < g->nodes; v++) {
            float sum = 0;
            for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++) {
                const uint32_t u = g->col[e];
                sum += old[u] / (float)(g->row[u + 1] - g->row[u]);
            }
            const float part = 0.85f * sum;
            score[v] = (1.0f - 0.85f) / n + part;
        }
    }
    free(old);
}

static bool has_edge(const struct graph *g, uint32_t u, uint32_t v)
{
    for (uint32_t e = g->row[u]; e < g->row[u + 1]; e++)
        if (g->col[e] == v)
            return true;
    return false;
}

static void make_undirected(struct library_run *run, uint32_t n)
{
    struct graph g = {.nodes = n / 4 + 1};
    uint64_t *edge = room(n, 8);
    for (uint32_t e = 0; e + 1 < n; e += 2) { // a third of them near each other, for triangles
        uint32_t u = rng_below(&run->rng, g.nodes);
        uint32_t v = e % 3 ? rng_below(&run->rng, g.nodes) : (u + 1 + e % 2) % g.nodes;
        if (u == v)
            continue;
        edge[g.edges++] = (uint64_t)u << 32 | v;
        edge[g.edges++] = (uint64_t)v << 32 | u;
    }
    qsort(edge, g.edges, sizeof *edge, compare_edges);
    uint32_t kept = 0;
    for (uint32_t e = 0; e < g.edges; e++)
        if (!e || edge[e] != edge[e - 1])
            edge[kept++] = edge[e];
    g.edges = kept;
    give_edges(run, edge, g.edges);
    library_param(run, "nodes", g.nodes);
    g.row = room(g.nodes + 1, 4);
    g.col = room(g.edges, 4);
    make_csr(&g, edge);
    uint32_t *level = library_out(run, "level", g.nodes, 4);
    uint32_t *label = library_out(run, "label", g.nodes, 4);
    uint64_t *found = library_out(run, "found", 1, 8);
    uint32_t *queue = levels(&g, level);
    memset(label, 0xff, 4 * (uint64_t)g.nodes);
    for (uint32_t v = 0; v < g.nodes; v++) {
        uint32_t last = 0;
        if (label[v] == nowhere)
            label[queue[last++] = v] = v;
        for (uint32_t k = 0; k < last; k++)
            for (uint32_t e = g.row[queue[k]]; e < g.row[queue[k] + 1]; e++)
                if (label[g.col[e]] == nowhere)
                    label[queue[last++] = g.col[e]] = v;
        for (uint32_t e = g.row[v]; e < g.row[v + 1] && g.col[e] < v; e++)
            for (uint32_t f = g.row[v]; f < e; f++)
                *found += has_edge(&g, g.col[e], g.col[f]);
    }
    cores(&g, library_out(run, "core", g.nodes, 4));
    colours(&g, library_out(run, "colour", g.nodes, 4));
    mates(&g, library_out(run, "mate", g.nodes, 4));
    ranks(&g, library_out(run, "score", g.nodes, 4));
    free(queue), free(edge), free(g.row), free(g.col);
}

int main(void)
{
    static const struct library_case directed = {"directed graphs", directed_text, make_directed},
                                     undirected = {"undirected graphs", undirected_text,
                                                   make_undirected};
    const struct CMUnitTest tests[] = {LIBRARY_CASE(directed), LIBRARY_CASE(undirected)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
