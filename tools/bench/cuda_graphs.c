// Graphs for breadth-first search, made by all processors but the same on every machine, and the
// levels of their nodes, found in the plainest way.
#include "cuda_special.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 16 };

// ---- levels ----
static void find_levels(struct special_graph *g)
{
    uint32_t *queue = must_alloc(g->nodes * sizeof *queue), head = 0, tail = 0;
    g->level = must_alloc(g->nodes * sizeof *g->level);
    memset(g->level, 0xFF, g->nodes * sizeof *g->level);
    g->level[g->source] = 0;
    queue[tail++] = g->source;
    while (head < tail) {
        uint32_t v = queue[head++], depth = g->level[v] + 1;
        g->levels = depth;
        for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++)
            if (g->level[g->col[e]] == UINT32_MAX) {
                g->level[g->col[e]] = depth;
                queue[tail++] = g->col[e];
            }
    }
    free(queue);
}

void special_graph_free(struct special_graph *g)
{
    free(g->row);
    free(g->col);
    free(g->level);
    *g = (struct special_graph){0};
}

// ---- a lattice ----
void special_graph_lattice(struct special_graph *g, uint32_t side)
{
    *g = (struct special_graph){
        .name = "lattice", .nodes = side * side, .edges = 4ull * side * (side - 1)};
    g->row = must_alloc((g->nodes + 1ull) * sizeof *g->row);
    g->col = must_alloc(g->edges * sizeof *g->col);
    uint32_t at = 0;
    for (uint32_t v = 0; v < g->nodes; v++) {
        uint32_t x = v % side, y = v / side;
        g->row[v] = at;
        if (y)
            g->col[at++] = v - side;
        if (x)
            g->col[at++] = v - 1;
        if (x + 1 < side)
            g->col[at++] = v + 1;
        if (y + 1 < side)
            g->col[at++] = v + side;
    }
    g->row[g->nodes] = at;
    find_levels(g);
}

// ---- a Kronecker graph ----
struct edge {
    uint32_t from, to;
};

/// What each thread does: makes a share of the edges, then finds those of a share of the nodes.
struct kronecker {
    struct special_graph *g;
    uint32_t scale;
    uint64_t count; ///< edges, one way
    struct edge *edges;
    unsigned thread, threads;
};

static uint64_t mixed(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/// A node's number among 2^scale, so that low numbers are not the busy ones.
static uint32_t scattered(uint32_t v, uint32_t scale)
{
    uint32_t mask = (1u << scale) - 1;
    v = v * 0x9E3779B1u & mask;
    v ^= v >> (scale / 2);
    v = v * 0x85EBCA77u & mask;
    return v ^ v >> (scale / 2);
}

/// Each bit of both ends falls into one of four quarters with 57, 19, 19 and 5 of a hundred.
static struct edge make_edge(uint64_t number, uint32_t scale)
{
    struct edge e = {0, 0};
    uint64_t bits = 0;
    for (uint32_t i = 0; i < scale; i++) {
        if (i % 4 == 0)
            bits = mixed(number * 8 + i / 4);
        uint32_t dice = (uint32_t)(bits >> i % 4 * 16 & 0xFFFF);
        uint32_t from = dice >= 49807, to = from ? dice >= 62259 : dice >= 37356;
        e.from = e.from << 1 | from;
        e.to = e.to << 1 | to;
    }
    return (struct edge){scattered(e.from, scale), scattered(e.to, scale)};
}

static void *make_edges(void *user)
{
    struct kronecker *k = user;
    uint64_t from = k->count * k->thread / k->threads, to = k->count * (k->thread + 1) / k->threads;
    for (uint64_t i = from; i < to; i++)
        k->edges[i] = make_edge(i, k->scale);
    return NULL;
}

/// Counts of the edges of its nodes, at row[v + 1].
static void *count_edges(void *user)
{
    struct kronecker *k = user;
    uint32_t *count = k->g->row + 1, nodes = k->g->nodes;
    uint32_t from = (uint32_t)((uint64_t)nodes * k->thread / k->threads),
             many = (uint32_t)((uint64_t)nodes * (k->thread + 1) / k->threads) - from;
    for (uint64_t i = 0; i < k->count; i++) {
        struct edge e = k->edges[i];
        if (e.from - from < many)
            count[e.from]++;
        if (e.to - from < many)
            count[e.to]++;
    }
    return NULL;
}

/// Puts the edges of its nodes in place; row[v] moves to the end of them, which is row[v + 1].
static void *place_edges(void *user)
{
    struct kronecker *k = user;
    uint32_t *row = k->g->row, *col = k->g->col, nodes = k->g->nodes;
    uint32_t from = (uint32_t)((uint64_t)nodes * k->thread / k->threads),
             many = (uint32_t)((uint64_t)nodes * (k->thread + 1) / k->threads) - from;
    for (uint64_t i = 0; i < k->count; i++) {
        struct edge e = k->edges[i];
        if (e.from - from < many)
            col[row[e.from]++] = e.to;
        if (e.to - from < many)
            col[row[e.to]++] = e.from;
    }
    return NULL;
}

static void by_all(struct kronecker *k, void *(*work)(void *))
{
    struct kronecker each[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    bool begun[MOST_THREADS];
    for (unsigned i = 0; i < k->threads; i++) {
        each[i] = *k;
        each[i].thread = i;
        begun[i] = !pthread_create(&threads[i], NULL, work, &each[i]);
        if (!begun[i])
            work(&each[i]);
    }
    for (unsigned i = 0; i < k->threads; i++)
        if (begun[i])
            pthread_join(threads[i], NULL);
}

void special_graph_kronecker(struct special_graph *g, uint32_t scale, uint32_t factor)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    *g = (struct special_graph){.name = "kronecker", .nodes = 1u << scale};
    struct kronecker k = {.g = g, .scale = scale, .count = (uint64_t)factor << scale};
    k.threads = processors < 1              ? 1
                : processors > MOST_THREADS ? MOST_THREADS
                                            : (unsigned)processors;
    g->edges = 2 * k.count;
    k.edges = must_alloc(k.count * sizeof *k.edges);
    g->row = must_alloc((g->nodes + 1ull) * sizeof *g->row);
    g->col = must_alloc(g->edges * sizeof *g->col);
    by_all(&k, make_edges);
    by_all(&k, count_edges);
    for (uint32_t v = 0; v < g->nodes; v++)
        g->row[v + 1] += g->row[v];
    by_all(&k, place_edges);
    memmove(g->row + 1, g->row, g->nodes * sizeof *g->row);
    g->row[0] = 0;
    free(k.edges);
    g->source = scattered(0, scale); // the busiest one
    find_levels(g);
}
