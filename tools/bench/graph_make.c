#include "graph.h"

#include <math.h>
#include <stdlib.h>

const char *const bench_graph_names[] = {"kron", "uniform", "road"};
const size_t bench_graph_count = sizeof bench_graph_names / sizeof *bench_graph_names;

struct pair {
    uint32_t u, v;
};

/// The recursive matrix of Graph500 (0.57, 0.19, 0.19, 0.05); nodes are renumbered by a bijection,
/// so that a number says nothing about a degree.
static struct pair kron_pair(uint64_t *seed, uint32_t bits)
{
    struct pair p = {0, 0};
    for (uint32_t b = 0; b < bits; b++) {
        uint32_t r = bench_random_below(seed, 100);
        p.u = p.u << 1 | (r >= 76);
        p.v = p.v << 1 | (r >= 57 && (r < 76 || r >= 95));
    }
    const uint32_t mask = (1u << bits) - 1;
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t *x = k ? &p.v : &p.u;
        *x = *x * 0x9E3779B1u & mask;
        *x ^= *x >> (bits / 2 + 1);
        *x = *x * 0x85EBCA6Bu & mask;
    }
    return p;
}

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/// Rows in order, without loops and doubles.
static void clean_rows(struct bench_graph *g)
{
    uint32_t kept = 0, from = 0;
    for (uint32_t v = 0; v < g->nodes; v++) {
        uint32_t to = g->row[v + 1], begin = kept;
        qsort(g->col + from, to - from, sizeof *g->col, compare_words);
        for (uint32_t e = from; e < to; e++)
            if (g->col[e] != v && (kept == begin || g->col[kept - 1] != g->col[e]))
                g->col[kept++] = g->col[e];
        from = to;
        g->row[v + 1] = kept;
    }
    g->edges = kept;
}

static void from_pairs(struct bench_graph *g, const struct pair *pairs, uint64_t count)
{
    g->row = bench_memory(((uint64_t)g->nodes + 1) * 4);
    g->col = bench_memory(2 * count * 4 + 4);
    uint32_t *end = must_alloc(((uint64_t)g->nodes + 1) * 4);
    for (uint64_t i = 0; i < count; i++)
        g->row[pairs[i].u + 1]++, g->row[pairs[i].v + 1]++;
    for (uint32_t v = 0; v < g->nodes; v++)
        end[v] = g->row[v], g->row[v + 1] += g->row[v];
    for (uint64_t i = 0; i < count; i++) {
        g->col[end[pairs[i].u]++] = pairs[i].v;
        g->col[end[pairs[i].v]++] = pairs[i].u;
    }
    free(end);
    clean_rows(g);
}

void bench_graph_make(const char *name, uint64_t nodes, struct bench_graph *g)
{
    enum { DEGREE = 16 };
    uint64_t seed = 11, count = 0;
    uint32_t bits = 2, side = 2;
    const bool road = *name == 'r', kron = *name == 'k';
    while (bits < 26 && 2ull << bits <= nodes)
        bits++;
    side = (uint32_t)sqrt((double)nodes);
    side = side < 2 ? 2 : side;
    *g = (struct bench_graph){.name = name, .delta = road ? 256 : 16};
    g->nodes = road ? side * side : 1u << bits;
    struct pair *pairs = must_alloc((uint64_t)g->nodes * DEGREE * sizeof *pairs);
    if (road) { // nine edges in ten
        for (uint32_t v = 0; v < g->nodes; v++) {
            if (v % side + 1 < side && bench_random_below(&seed, 10))
                pairs[count++] = (struct pair){v, v + 1};
            if (v / side + 1 < side && bench_random_below(&seed, 10))
                pairs[count++] = (struct pair){v, v + side};
        }
    } else {
        for (; count < (uint64_t)g->nodes * DEGREE; count++) {
            struct pair p = {bench_random_below(&seed, g->nodes),
                             bench_random_below(&seed, g->nodes)};
            pairs[count] = kron ? kron_pair(&seed, bits) : p;
        }
    }
    from_pairs(g, pairs, count);
    free(pairs);
    while (g->row[g->source] == g->row[g->source + 1] && g->source + 1 < g->nodes)
        g->source++;
}

void bench_graph_free(struct bench_graph *g)
{
    free(g->row);
    free(g->col);
    *g = (struct bench_graph){0};
}

uint32_t bench_graph_weight(uint32_t u, uint32_t v)
{
    uint64_t state = u < v ? (uint64_t)u << 32 | v : (uint64_t)v << 32 | u;
    return 1 + bench_random_below(&state, 255);
}
