// Examples over arrays and graphs against plain C, on the oracle, over sizes on both sides of
// workgroup borders. The answers here are written the obvious way, one element after the other.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/example.h"

// ---- arrays ----
static void saxpy(void **state)
{
    vy_pipeline *p = example_load(*state, "saxpy");
    struct rng r = rng_make(1, 0);
    FOR_SIZES(n)
    {
        float *x = example_floats(&r, n), *y = example_floats(&r, n), *want = example_room(n, 4);
        for (uint32_t i = 0; i < n; i++)
            want[i] = fmaf(0.3f, x[i], y[i]);
        example_run(p, vy_args(vy_arg_f32("a", 0.3f), vy_arg_in("x", x, n * 4),
                               vy_arg_inout("y", y, n * 4)));
        assert_memory_equal(y, want, n * 4);
        free(x), free(y), free(want);
    }
    vy_pipeline_destroy(&p);
}

// The order the manual promises: each invocation its own elements, then trees of halving distance.
static float tree_sum(float *v, uint32_t n)
{
    uint32_t padded = 1;
    while (padded < n)
        padded *= 2;
    for (uint32_t i = n; i < padded; i++)
        v[i] = -0.0f;
    for (uint32_t d = padded / 2; d; d /= 2) {
        for (uint32_t i = 0; i < d; i++)
            v[i] += v[i + d];
    }
    return v[0];
}

static float grid_sum(const float *x, uint32_t n)
{
    const uint32_t threads = (n + 255) / 256 * 256;
    float *own = example_room(threads, 4), *totals = example_room(2 * (threads / 256), 4);
    for (uint32_t i = 0; i < n; i++)
        own[i % threads] += x[i];
    for (uint32_t g = 0; g < threads / 256; g++) {
        float subgroup[8];
        for (uint32_t s = 0; s < 8; s++)
            subgroup[s] = tree_sum(own + g * 256 + s * 32, 32);
        totals[g] = tree_sum(subgroup, 8);
    }
    const float sum = tree_sum(totals, threads / 256);
    free(own), free(totals);
    return sum;
}

static void reduction(void **state)
{
    vy_pipeline *p = example_load(*state, "reduction");
    struct rng r = rng_make(2, 0);
    FOR_SIZES(n)
    {
        float *x = example_floats(&r, n), sum, least, greatest, low = x[0], high = x[0];
        uint32_t place, at = 0;
        for (uint32_t i = 0; i < n; i++) {
            x[i] *= 0.1f; // so that the order of the sum shows
            low = i == 0 || x[i] < low ? x[i] : low;
            if (i == 0 || x[i] > high)
                high = x[i], at = i;
        }
        example_run(p, vy_args(vy_arg_in("x", x, n * 4), vy_arg_out("sum", &sum, 4),
                               vy_arg_out("least", &least, 4), vy_arg_out("greatest", &greatest, 4),
                               vy_arg_out("place", &place, 4)));
        const float want = grid_sum(x, n);
        assert_memory_equal(&sum, &want, 4);
        assert_memory_equal(&least, &low, 4);
        assert_memory_equal(&greatest, &high, 4);
        assert_int_equal(place, at);
        free(x);
    }
    vy_pipeline_destroy(&p);
}

static void prefix_sums(void **state)
{
    static const char *const names[] = {"scan", "chain"};
    for (int which = 0; which < 2; which++) {
        vy_pipeline *p = example_load(*state, names[which]);
        struct rng r = rng_make(3, 0);
        FOR_SIZES(n)
        {
            uint32_t *x = example_words(&r, n, 0), *y = example_room(n, 4), sum = 0;
            example_run(p, vy_args(vy_arg_in("x", x, n * 4), vy_arg_out("y", y, n * 4)));
            for (uint32_t i = 0; i < n; i++) {
                assert_int_equal(y[i], sum);
                sum += x[i];
            }
            free(x), free(y);
        }
        vy_pipeline_destroy(&p);
    }
}

static void histogram(void **state)
{
    vy_pipeline *p = example_load(*state, "histogram");
    struct rng r = rng_make(4, 0);
    FOR_SIZES(n)
    {
        uint8_t *data = example_room(n, 1);
        uint32_t bins[256], want[256] = {0};
        for (uint32_t i = 0; i < n; i++)
            want[data[i] = (uint8_t)(rng_next(&r) >> 40)]++;
        example_run(p, vy_args(vy_arg_in("data", data, n), vy_arg_out("bins", bins, sizeof bins)));
        assert_memory_equal(bins, want, sizeof bins);
        free(data);
    }
    vy_pipeline_destroy(&p);
}

static void transpose(void **state)
{
    static const uint32_t shapes[][2] = {{1, 1}, {1, 40}, {40, 1}, {15, 16}, {16, 17}, {33, 50}};
    vy_pipeline *p = example_load(*state, "transpose");
    struct rng r = rng_make(5, 0);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const uint32_t rows = shapes[k][0], width = shapes[k][1], n = rows * width;
        float *a = example_floats(&r, n), *b = example_room(n, 4);
        example_run(p, vy_args(vy_arg_u32("width", width), vy_arg_in("a", a, n * 4),
                               vy_arg_out("b", b, n * 4)));
        for (uint32_t i = 0; i < n; i++)
            assert_true(b[i % width * rows + i / width] == a[i]);
        free(a), free(b);
    }
    vy_pipeline_destroy(&p);
}

static int by_value(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void radix(void **state)
{
    vy_pipeline *p = example_load(*state, "radix");
    struct rng r = rng_make(6, 0);
    FOR_SIZES(n)
    {
        uint32_t *src = example_words(&r, n, n % 2 ? 0 : 10), *dst = example_room(n, 4);
        example_run(p, vy_args(vy_arg_in("src", src, n * 4), vy_arg_out("dst", dst, n * 4)));
        qsort(src, n, 4, by_value);
        assert_memory_equal(dst, src, n * 4);
        free(src), free(dst);
    }
    vy_pipeline_destroy(&p);
}

// ---- graphs ----
struct graph {
    uint32_t n, edges, *row, *col;
};

// About `mean` neighbours a node; with `both`, each edge stands in both directions.
static struct graph random_graph(struct rng *r, uint32_t n, double mean, bool both)
{
    const uint32_t pairs = (uint32_t)(n * mean / (both ? 2 : 1));
    struct graph g = {n, both ? 2 * pairs : pairs, example_room(n + 2, 4), NULL};
    uint32_t *from = example_words(r, g.edges, n), *to = example_words(r, g.edges, n);
    g.col = example_room(g.edges, 4);
    for (uint32_t e = pairs; e < g.edges; e++)
        from[e] = to[e - pairs], to[e] = from[e - pairs];
    for (uint32_t e = 0; e < g.edges; e++)
        g.row[from[e] + 2]++;
    for (uint32_t v = 0; v < n; v++)
        g.row[v + 2] += g.row[v + 1];
    for (uint32_t e = 0; e < g.edges; e++)
        g.col[g.row[from[e] + 1]++] = to[e];
    free(from), free(to);
    return g;
}

static void drop_graph(struct graph *g)
{
    free(g->row), free(g->col);
}

#define GRAPH_ARGS(g) \
    vy_arg_in("row", (g).row, ((g).n + 1) * 4), vy_arg_in("col", (g).col, (g).edges * 4)

static void plain_levels(const struct graph *g, uint32_t source, uint32_t *level)
{
    uint32_t *queue = example_room(g->n, 4), head = 0, tail = 1;
    memset(level, 0xff, g->n * 4);
    level[source] = 0;
    queue[0] = source;
    while (head < tail) {
        const uint32_t v = queue[head++];
        for (uint32_t e = g->row[v]; e < g->row[v + 1]; e++) {
            if (level[g->col[e]] == UINT32_MAX) {
                level[g->col[e]] = level[v] + 1;
                queue[tail++] = g->col[e];
            }
        }
    }
    free(queue);
}

static void bfs(void **state)
{
    vy_pipeline *p = example_load(*state, "bfs");
    struct rng r = rng_make(7, 0);
    FOR_SIZES(n)
    {
        struct graph g = random_graph(&r, n, 2.5, false);
        uint32_t *level = example_room(n, 4), *want = example_room(n, 4), source = rng_below(&r, n),
                 deepest = 0;
        const vy_stats stats = example_run(p, vy_args(GRAPH_ARGS(g), vy_arg_u32("source", source),
                                                      vy_arg_out("level", level, n * 4)));
        plain_levels(&g, source, want);
        assert_memory_equal(level, want, n * 4);
        for (uint32_t v = 0; v < n; v++)
            deepest = want[v] != UINT32_MAX && want[v] > deepest ? want[v] : deepest;
        assert_int_equal(stats.passes, deepest + 1);
        drop_graph(&g), free(level), free(want);
    }
    vy_pipeline_destroy(&p);
}

static uint32_t root(uint32_t *up, uint32_t v)
{
    while (up[v] != v)
        v = up[v] = up[up[v]];
    return v;
}

static void components(void **state)
{
    vy_pipeline *p = example_load(*state, "components");
    struct rng r = rng_make(8, 0);
    FOR_SIZES(n)
    {
        struct graph g = random_graph(&r, n, 1.6, true);
        uint32_t *label = example_room(n, 4), *up = example_room(n, 4);
        const vy_stats stats =
            example_run(p, vy_args(GRAPH_ARGS(g), vy_arg_out("label", label, n * 4)));
        assert_true(stats.converged);
        for (uint32_t v = 0; v < n; v++)
            up[v] = v;
        for (uint32_t v = 0; v < n; v++) {
            for (uint32_t e = g.row[v]; e < g.row[v + 1]; e++) {
                const uint32_t a = root(up, v), b = root(up, g.col[e]);
                up[a > b ? a : b] = a > b ? b : a; // the root stays the least
            }
        }
        for (uint32_t v = 0; v < n; v++)
            assert_int_equal(label[v], root(up, v));
        drop_graph(&g), free(label), free(up);
    }
    vy_pipeline_destroy(&p);
}

static void kcore(void **state)
{
    vy_pipeline *p = example_load(*state, "kcore");
    struct rng r = rng_make(9, 0);
    FOR_SIZES(n)
    {
        struct graph g = random_graph(&r, n, 5, true);
        uint32_t *core = example_room(n, 4), *want = example_room(n, 4),
                 *degree = example_room(n, 4), k = 0, left = n;
        example_run(p, vy_args(GRAPH_ARGS(g), vy_arg_out("core", core, n * 4)));
        for (uint32_t v = 0; v < n; v++)
            degree[v] = g.row[v + 1] - g.row[v], want[v] = UINT32_MAX;
        while (left) { // peels one node at a time
            uint32_t v = 0;
            while (v < n && (want[v] != UINT32_MAX || degree[v] > k))
                v++;
            if (v == n) {
                k++;
                continue;
            }
            want[v] = k, left--;
            for (uint32_t e = g.row[v]; e < g.row[v + 1]; e++)
                degree[g.col[e]]--;
        }
        assert_memory_equal(core, want, n * 4);
        drop_graph(&g), free(core), free(want), free(degree);
    }
    vy_pipeline_destroy(&p);
}

static void dataflow(void **state)
{
    vy_pipeline *p = example_load(*state, "dataflow");
    struct rng r = rng_make(10, 0);
    for (uint32_t words = 1; words <= 3; words++) {
        const uint32_t n = 70 * words, bytes = n * words * 4;
        struct graph g = random_graph(&r, n, 1.5, false);
        uint32_t *gen = example_words(&r, n * words, 8), *kill = example_words(&r, n * words, 0);
        uint32_t *at_start = example_room(n * words, 4), *at_end = example_room(n * words, 4);
        uint32_t *want = example_room(n * words, 4), *reach = example_room(n * words, 4);
        example_run(p,
                    vy_args(vy_arg_u32("words", words), vy_arg_in("first", g.row, (n + 1) * 4),
                            vy_arg_in("pred", g.col, g.edges * 4), vy_arg_in("gen", gen, bytes),
                            vy_arg_in("kill", kill, bytes), vy_arg_out("at_start", at_start, bytes),
                            vy_arg_out("at_end", at_end, bytes)));
        for (bool more = true; more;) {
            more = false;
            for (uint32_t i = 0; i < n * words; i++) {
                const uint32_t old = want[i];
                reach[i] = 0;
                for (uint32_t e = g.row[i / words]; e < g.row[i / words + 1]; e++)
                    reach[i] |= want[g.col[e] * words + i % words];
                want[i] = gen[i] | (reach[i] & ~kill[i]);
                more |= want[i] != old;
            }
        }
        assert_memory_equal(at_end, want, bytes);
        assert_memory_equal(at_start, reach, bytes);
        drop_graph(&g), free(gen), free(kill), free(at_start), free(at_end), free(want),
            free(reach);
    }
    vy_pipeline_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saxpy),     cmocka_unit_test(reduction),  cmocka_unit_test(prefix_sums),
        cmocka_unit_test(histogram), cmocka_unit_test(transpose),  cmocka_unit_test(radix),
        cmocka_unit_test(bfs),       cmocka_unit_test(components), cmocka_unit_test(kcore),
        cmocka_unit_test(dataflow),
    };
    return cmocka_run_group_tests(tests, example_open, example_close);
}
