// Graphs of many waves: what depends on what is found by buffer and by bytes, and it is the same
// that looking at all of it one by one finds.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "run/graph.h"
#include "support/stage.h"

static const char add_text[] = "program add\n"
                               "in  x : u32[]\n"
                               "out y : u32[len(x)]\n"
                               "each i in 0..len(x) { y[i] = x[i] + 1 }\n";
static const char more_text[] = "program more\n"
                                "inout x : u32[]\n"
                                "each i in 0..len(x) { x[i] += 1 }\n";

static uint32_t random_below(uint64_t *seed, uint32_t most)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % most;
}

// ---- ranges and indices by themselves ----
enum { PLACES = 300, STEPS = 20000 };

static void ranges_are_found(void **state)
{
    vy_context *c = ((struct stage *)*state)->context;
    struct vyi_ranges r = {0};
    struct vyi_ranges_found met = {0};
    struct {
        uint64_t from, to;
        uint32_t number, set;
    } plain[PLACES] = {0};
    uint64_t seed = 1;
    for (uint32_t step = 0; step < STEPS; step++) {
        uint32_t i = random_below(&seed, PLACES), set = random_below(&seed, 2);
        uint64_t from = random_below(&seed, 1000), to = from + 1 + random_below(&seed, 60);
        if (plain[i].number) {
            vyi_ranges_remove(&r, plain[i].number);
            plain[i].number = 0;
        } else {
            assert_true(vyi_ranges_reserve(c, &r, 1));
            plain[i].from = from;
            plain[i].to = to;
            plain[i].set = set;
            plain[i].number = vyi_ranges_add(
                &r, (struct vyi_range){.space = set, .from = from, .to = to, .item = i});
        }
        from = random_below(&seed, 1000);
        to = from + 1 + random_below(&seed, 60);
        met.list.count = 0;
        assert_true(vyi_ranges_overlap(c, &r, set, from, to, &met));
        uint32_t found = 0;
        for (uint32_t k = 0; k < PLACES; k++) {
            if (!plain[k].number || plain[k].set != set || plain[k].from >= to ||
                plain[k].to <= from)
                continue;
            assert_true(found < met.list.count);
            assert_int_equal(met.list.at[found].item, k);
            assert_int_equal(met.list.at[found++].number, plain[k].number);
        }
        assert_int_equal(found, met.list.count);
    }
    assert_true(r.at.count <= PLACES + 1); // what was taken out is used again
    vyi_vec_free(c, &met.list);
    vyi_ranges_free(c, &r);
}

/// Also where many have the same hash.
static void an_index_finds_all(void **state)
{
    vy_context *c = ((struct stage *)*state)->context;
    struct vyi_index x = {0};
    uint32_t at = 0, number;
    enum { COUNT = 2000, HASHES = 700 };
    assert_false(vyi_index_next(&x, 5, &at, &number));
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_true(vyi_index_reserve(c, &x, 1));
        vyi_index_add(&x, i % HASHES * 0x100000001u, i);
    }
    for (uint32_t h = 0; h < HASHES + 10; h++) {
        uint32_t found = 0;
        for (at = 0; vyi_index_next(&x, h * 0x100000001u, &at, &number); found++)
            assert_int_equal(number % HASHES, h);
        assert_int_equal(found, h >= HASHES ? 0 : (COUNT - h + HASHES - 1) / HASHES);
    }
    vyi_index_free(c, &x);
}

// ---- the same edges as one by one ----
enum { BUFFERS = 4, UNITS = 24, UNIT = 16, WAVES = 60 };

struct use {
    uint32_t buffer, from, to, wave;
    bool read, write;
};
struct edge {
    uint32_t before, after, why;
};
struct model {
    struct use open[2 * WAVES];
    struct edge edges[WAVES * WAVES];
    uint32_t open_count, edge_count;
};

/// As vy_graph_wave() says it: whoever was added before and shares bytes, one of them writing, less
/// what somebody has overwritten since.
static void model_use(struct model *m, struct use use, bool explicit_only)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->open_count; i++) {
        struct use o = m->open[i];
        bool meets = o.buffer == use.buffer && o.from < use.to && use.from < o.to;
        uint32_t why = (o.write && use.read ? VY_EDGE_RAW : 0) |
                       (o.read && use.write ? VY_EDGE_WAR : 0) |
                       (o.write && use.write ? VY_EDGE_WAW : 0);
        if (meets && why && o.wave != use.wave) {
            uint32_t k = 0;
            while (k < m->edge_count &&
                   (m->edges[k].before != o.wave || m->edges[k].after != use.wave))
                k++;
            if (k == m->edge_count)
                m->edges[m->edge_count++] = (struct edge){o.wave, use.wave, 0};
            m->edges[k].why |= why;
        }
        bool covered = meets && use.write && use.from <= o.from && o.to <= use.to;
        if (!covered || explicit_only)
            m->open[kept++] = o;
    }
    m->open[kept++] = use;
    m->open_count = kept;
}

struct scene {
    struct stage *s;
    vy_pipeline *add, *more;
    vy_graph *graph;
    uint32_t slots[BUFFERS];
    vy_buffer *lent;
};

static vy_arg part(const struct scene *c, const char *name, struct use use)
{
    uint64_t from = use.from * UNIT, bytes = (use.to - use.from) * UNIT;
    return use.buffer < BUFFERS ? vy_arg_slot_range(name, c->slots[use.buffer], from, bytes)
                                : vy_arg_buffer_range(name, c->lent, from, bytes);
}

static struct use random_use(uint64_t *seed, uint32_t wave, uint32_t units)
{
    uint32_t from = random_below(seed, UNITS - units + 1);
    return (struct use){random_below(seed, BUFFERS + 1), from, from + units, wave, true, false};
}

static void random_waves(struct scene *c, struct model *m, uint64_t seed, bool explicit_only)
{
    for (uint32_t wave = 0; wave < WAVES; wave++) {
        uint32_t units = 1 + random_below(&seed, 6);
        struct use x = random_use(&seed, wave, units), y = random_use(&seed, wave, units);
        vy_status status;
        if (random_below(&seed, 4) && (x.buffer != y.buffer || x.to <= y.from || y.to <= x.from)) {
            y.read = false;
            y.write = true;
            status = vy_graph_wave(
                c->graph, c->add,
                vy_graph_wave_params(.args = vy_args(part(c, "x", x), part(c, "y", y))), NULL);
            model_use(m, x, explicit_only);
            model_use(m, y, explicit_only);
        } else {
            x.write = true;
            status = vy_graph_wave(c->graph, c->more,
                                   vy_graph_wave_params(.args = vy_args(part(c, "x", x))), NULL);
            model_use(m, x, explicit_only);
        }
        if (status)
            fail_msg("%s", c->s->log.text);
    }
}

static void edges_are_those_of_a_plain_list(void **state)
{
    struct scene c = {.s = *state};
    struct model *m = malloc(sizeof *m);
    assert_non_null(m);
    c.add = stage_pipeline(c.s, add_text);
    c.more = stage_pipeline(c.s, more_text);
    assert_int_equal(
        vy_buffer_create(c.s->device, vy_buffer_params(.bytes = UNITS * UNIT), &c.lent), VY_OK);
    for (uint64_t seed = 0; seed < 200; seed++) {
        bool explicit_only = seed % 4 == 3;
        size_t count;
        *m = (struct model){.open_count = 0};
        assert_int_equal(
            vy_graph_create(c.s->device, vy_graph_params(.explicit_only = explicit_only), &c.graph),
            VY_OK);
        for (uint32_t i = 0; i < BUFFERS; i++)
            assert_int_equal(vy_graph_buffer(c.graph, vy_graph_buffer_params(.bytes = UNITS * UNIT),
                                             &c.slots[i]),
                             VY_OK);
        random_waves(&c, m, seed, explicit_only);
        const vy_graph_edge *edges = vy_graph_edges(c.graph, &count);
        assert_int_equal(count, m->edge_count);
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(edges[i].before, m->edges[i].before);
            assert_int_equal(edges[i].after, m->edges[i].after);
            assert_int_equal(edges[i].why, m->edges[i].why);
            assert_non_null(edges[i].buffer);
        }
        vy_graph_destroy(&c.graph);
    }
    free(m);
    vy_buffer_destroy(&c.lent);
    vy_pipeline_destroy(&c.add);
    vy_pipeline_destroy(&c.more);
}

// ---- places ----
enum { PIECES = 200 };

/// The largest first, each at the lowest place that is free while it is there.
static void place_plainly(struct vyi_piece *pieces, uint32_t count)
{
    bool done[PIECES] = {false};
    for (uint32_t n = 0; n < count; n++) {
        uint32_t best = count;
        for (uint32_t i = 0; i < count; i++)
            if (!done[i] && (best == count || pieces[i].bytes > pieces[best].bytes))
                best = i;
        struct vyi_piece *piece = &pieces[best];
        piece->offset = 0;
        for (uint32_t i = 0; i < count; i++) {
            const struct vyi_piece *o = &pieces[i];
            if (!done[i] || o->first > piece->last || piece->first > o->last ||
                o->offset >= piece->offset + piece->bytes || piece->offset >= o->offset + o->bytes)
                continue;
            piece->offset = o->offset + o->bytes;
            i = UINT32_MAX; // from the start again
        }
        done[best] = true;
    }
}

/// Few at a time or many, of few sizes or many, some of them all the time.
static void places_are_the_lowest(void **state)
{
    vy_context *c = ((struct stage *)*state)->context;
    struct vyi_piece pieces[PIECES], plain[PIECES];
    for (uint64_t seed = 0; seed < 400; seed++) {
        uint64_t r = seed, bytes, most = 0;
        uint32_t count = 1 + random_below(&r, PIECES), life = 1 + random_below(&r, 2) * 40,
                 groups = 1 + random_below(&r, 2) * 200, sizes = 1 + random_below(&r, 2) * 30;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t first = random_below(&r, groups);
            bool always = !random_below(&r, 40);
            pieces[i] =
                (struct vyi_piece){.bytes = 256ull * (1 + random_below(&r, sizes)),
                                   .first = always ? 0 : first,
                                   .last = always ? groups : first + random_below(&r, life)};
        }
        memcpy(plain, pieces, sizeof plain);
        place_plainly(plain, count);
        assert_true(vyi_graph_place(c, pieces, count, &bytes));
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(pieces[i].offset, plain[i].offset);
            most =
                plain[i].offset + plain[i].bytes > most ? plain[i].offset + plain[i].bytes : most;
        }
        assert_int_equal(bytes, most);
    }
}

// ---- host memory by address ----
static vy_status copy(struct scene *c, const uint32_t *x, uint32_t *y, uint32_t count)
{
    return vy_graph_wave(c->graph, c->add,
                         vy_graph_wave_params(.args = vy_args(vy_arg_in("x", x, 4ull * count),
                                                              vy_arg_out("y", y, 4ull * count))),
                         NULL);
}

static void host_memory_meets(void **state)
{
    struct scene c = {.s = *state};
    uint32_t a[32] = {0}, b[80], slot;
    size_t count;
    c.add = stage_pipeline(c.s, add_text);
    assert_int_equal(vy_graph_create(c.s->device, NULL, &c.graph), VY_OK);
    // What is only read may overlap in any way.
    assert_int_equal(copy(&c, a, b, 8), VY_OK);
    assert_int_equal(copy(&c, a + 4, b + 8, 8), VY_OK);
    assert_int_equal(copy(&c, a + 2, b + 16, 2), VY_OK);
    // What is written may not, but where it is the same.
    assert_int_equal(copy(&c, a, b + 1, 8), VY_ERROR_ARGUMENT);
    SAID(c.s, "'y' of 32 bytes begins 4 bytes into the host memory of 'y', which has 32");
    assert_int_equal(copy(&c, b + 17, b + 24, 4), VY_ERROR_ARGUMENT);
    SAID(c.s, "'x' of 16 bytes begins 4 bytes into the host memory of 'y', which has 8");
    assert_int_equal(copy(&c, b + 24, a + 7, 4), VY_ERROR_ARGUMENT);
    SAID(c.s, "'y' of 16 bytes begins 28 bytes into the host memory of 'x', which has 32");
    assert_int_equal(copy(&c, b + 24, a + 10, 8), VY_ERROR_ARGUMENT);
    SAID(c.s, "'y' of 32 bytes begins 24 bytes into the host memory of 'x', which has 32");
    // A refused wave leaves nothing behind, not even what it named first.
    assert_int_equal(copy(&c, a + 20, b + 24, 4), VY_OK);
    assert_int_equal(copy(&c, b, b + 32, 8), VY_OK);
    vy_graph_edges(c.graph, &count);
    assert_int_equal(count, 1); // b, written by the first
    // Buffers of the graph count, where they are bound now.
    assert_int_equal(
        vy_graph_buffer(c.graph, vy_graph_buffer_params(.bytes = 16, .memory = b + 44), &slot),
        VY_OK);
    assert_int_equal(copy(&c, a, b + 43, 8), VY_ERROR_ARGUMENT);
    SAID(c.s, "'y' of 32 bytes begins 4 bytes before the host memory of '#");
    assert_int_equal(vy_graph_bind(c.graph, slot, NULL, b + 60), VY_OK);
    assert_int_equal(copy(&c, a, b + 43, 8), VY_OK);
    assert_int_equal(copy(&c, a, b + 63, 8), VY_ERROR_ARGUMENT);
    SAID(c.s, "'y' of 32 bytes begins 12 bytes into the host memory of '#");
    vy_graph_destroy(&c.graph);
    vy_pipeline_destroy(&c.add);
}

// ---- many ----
enum { MANY = 100000 };

static void add_many(struct scene *c, vy_arg (*argument)(uint32_t wave, bool out))
{
    for (uint32_t i = 0; i < MANY; i++) {
        char name[32];
        snprintf(name, sizeof name, "wave %u", i);
        assert_int_equal(
            vy_graph_wave(c->graph, c->add,
                          vy_graph_wave_params(.name = name, .args = vy_args(argument(i, false),
                                                                             argument(i, true))),
                          NULL),
            VY_OK);
    }
}

/// Each reads what the one before it wrote.
static vy_arg in_line(uint32_t wave, bool out)
{
    return vy_arg_slot(out ? "y" : "x", wave + out);
}

/// All read the same.
static vy_arg from_one(uint32_t wave, bool out)
{
    return vy_arg_slot(out ? "y" : "x", out ? wave + 1 : 0);
}

/// Two large buffers, of which each wave has a part; the second half goes back.
static vy_arg in_parts(uint32_t wave, bool out)
{
    uint32_t half = MANY / 2, back = wave >= half;
    return vy_arg_slot_range(out ? "y" : "x", MANY + 1 + (out != back), wave % half * 16, 16);
}

static char host[MANY + 1][16];

/// As the first, by host memory.
static vy_arg by_address(uint32_t wave, bool out)
{
    return out ? vy_arg_out("y", host[wave + 1], 16) : vy_arg_in("x", host[wave], 16);
}

static void a_hundred_thousand(void **state)
{
    struct scene c = {.s = *state};
    size_t count;
    const vy_graph_edge *edges;
    struct {
        vy_arg (*argument)(uint32_t wave, bool out);
        size_t edges;
        uint32_t apart; ///< the waves of an edge
    } ways[] = {{in_line, MANY - 1, 1},
                {from_one, 0, 0},
                {in_parts, MANY / 2, MANY / 2},
                {by_address, MANY - 1, 1}};
    c.add = stage_pipeline(c.s, add_text);
    c.more = stage_pipeline(c.s, more_text);
    for (uint32_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        uint32_t slot;
        assert_int_equal(vy_graph_create(c.s->device, NULL, &c.graph), VY_OK);
        for (uint32_t i = 0; i <= MANY + 2; i++)
            assert_int_equal(
                vy_graph_buffer(c.graph, vy_graph_buffer_params(.bytes = i > MANY ? MANY * 16 : 16),
                                &slot),
                VY_OK);
        add_many(&c, ways[way].argument);
        edges = vy_graph_edges(c.graph, &count);
        assert_int_equal(count, ways[way].edges);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(edges[i].after - edges[i].before, ways[way].apart);
        // Those that are there are found, others are new; each of them once.
        for (int again = 0; again < 2; again++)
            for (uint32_t i = 1; i < MANY; i++)
                assert_int_equal(vy_graph_depend(c.graph, i - 1, i), VY_OK);
        vy_graph_edges(c.graph, &count);
        assert_int_equal(count, MANY - 1 + (ways[way].apart > 1 ? ways[way].edges : 0));
        // Who writes what all have read waits for all of them.
        if (ways[way].argument == from_one) {
            assert_int_equal(
                vy_graph_wave(c.graph, c.more,
                              vy_graph_wave_params(.args = vy_args(vy_arg_slot("x", 0))), NULL),
                VY_OK);
            edges = vy_graph_edges(c.graph, &count);
            assert_int_equal(count, 2 * MANY - 1);
            assert_int_equal(edges[count - 1].before, MANY - 1);
            assert_int_equal(edges[count - 1].why, VY_EDGE_WAR);
        }
        vy_graph_destroy(&c.graph);
    }
    vy_pipeline_destroy(&c.add);
    vy_pipeline_destroy(&c.more);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ranges_are_found, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(an_index_finds_all, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(edges_are_those_of_a_plain_list, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(places_are_the_lowest, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(host_memory_meets, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(a_hundred_thousand, stage_open, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
