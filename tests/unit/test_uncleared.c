// Dispatches leave what the program overwrites as it is, on every route and in every kind of
// memory, and nobody can tell.
#include "support/conforming.h"
#include "support/overwrites.h"
#include "support/routes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_STEPS = 1500000, COUNT = 6000 }; // more than what the cpu clears without looking

/// What is allocated holds anything but zeros: the host route keeps buffers in such memory.
static void *dirty_alloc(void *user, void *old, size_t old_bytes, size_t bytes)
{
    (void)user;
    if (!bytes) {
        free(old);
        return NULL;
    }
    char *memory = realloc(old, bytes);
    if (memory && bytes > old_bytes)
        memset(memory + old_bytes, 0xc3, bytes - old_bytes);
    return memory;
}

// ---- random programs on memory that is full of other bytes ----
struct totals {
    uint64_t run, uncleared;
};

/// The oracle, which always clears, beside one that does not.
static void compare(const char *text, uint64_t seed, bool check, struct totals *t)
{
    struct routes clean = {.text = text,
                           .seed = seed,
                           .conforms = !check,
                           .max_steps = MOST_STEPS,
                           .bind = {{"x", NULL, 2400}}};
    struct routes dirty = clean;
    dirty.on.name = "oracle-dirty";
    dirty.alloc = dirty_alloc;
    if (!routes_open(&clean) && !(check && routes_check_race(&clean, 4)) &&
        routes_run_one(&clean, VY_ROUTE_NATIVE) != VY_ERROR_LIMIT && !routes_open(&dirty)) {
        t->run++;
        for (int route = VY_ROUTE_RESIDENT;
             clean.at[VY_ROUTE_NATIVE].status && route <= VY_ROUTE_HOST; route++)
            (void)routes_run_one(&clean, (vy_route)route); // routes may report different asserts
        assert_int_equal(clean.at[VY_ROUTE_NATIVE].stats.uncleared_bytes, 0);
        for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++) {
            (void)routes_run_one(&dirty, (vy_route)route);
            const char *problem = routes_same(&dirty, &clean, (vy_route)route);
            if (problem)
                fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, problem, text);
        }
        t->uncleared += dirty.at[VY_ROUTE_RESIDENT].stats.uncleared_bytes != 0;
    }
    routes_free(&clean);
    routes_free(&dirty);
}

static void settled_programs(void **state)
{
    struct totals t = {0}, own = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        char *text = conforming_barriers(seed);
        assert_non_null(text);
        compare(text, seed, false, &t);
        free(text);
    }
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        char *text = overwrites_make(seed);
        assert_non_null(text);
        compare(text, seed, true, &own);
        free(text);
    }
    print_message("%llu programs, %llu with buffers left uncleared; %llu, %llu\n",
                  (unsigned long long)t.run, (unsigned long long)t.uncleared,
                  (unsigned long long)own.run, (unsigned long long)own.uncleared);
    assert_true(own.uncleared * 20 > own.run);
}

// ---- one program, every kind of memory ----
static const char text[] = "program t\n"
                           "param n: u32\n"
                           "in x: u32[]\n"
                           "out y: u32[len(x)]\n"
                           "out part: u32[len(x)]\n"
                           "scratch s: u32[len(x)]\n"
                           "workgroup 8\n"
                           "grid n\n"
                           "each i in 0..len(x) { s[i] = x[i] + 1 }\n"
                           "barrier grid\n"
                           "each i in 0..len(x) { y[i] = s[len(x) - 1 - i] }\n"
                           "each i in 0..len(x) - 1 { part[i] = 7 }\n";

struct world {
    vy_context *context;
    vy_device *device;
    vy_program *program;
    vy_pipeline *pipeline;
    uint32_t x[COUNT], y[COUNT + 1], part[COUNT];
};

static bool open_world(struct world *w, const char *device, const char *source)
{
    *w = (struct world){0};
    assert_int_equal(vy_context_create(vy_context_params(.alloc = dirty_alloc), &w->context),
                     VY_OK);
    assert_int_equal(vy_program_parse(w->context, vy_parse_params(.text = source), &w->program),
                     VY_OK);
    if (vy_device_open(w->context, vy_device_params(.name = device, .threads = 2), &w->device) ||
        vy_pipeline_create(w->device, w->program, NULL, &w->pipeline))
        return false;
    for (uint32_t i = 0; i < COUNT; i++)
        w->x[i] = i * 3;
    return true;
}

static void close_world(struct world *w)
{
    vy_pipeline_destroy(&w->pipeline);
    vy_device_close(&w->device);
    vy_program_destroy(&w->program);
    vy_context_destroy(&w->context);
}

static void is_right(const struct world *w)
{
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(w->y[i], (COUNT - 1 - i) * 3 + 1);
        assert_int_equal(w->part[i], i + 1 < COUNT ? 7 : 0);
    }
}

static void once(struct world *w, vy_route route, uint32_t repeat, bool resident)
{
    vy_stats stats;
    vy_buffer *y = NULL;
    memset(w->y, 0xee, sizeof w->y);
    memset(w->part, 0xee, sizeof w->part);
    vy_arg args[] = {vy_arg_value("n", VY_TYPE_U32, 24), vy_arg_in("x", w->x, sizeof w->x),
                     vy_arg_out("y", w->y, sizeof w->y), // larger than needed
                     vy_arg_out("part", w->part, sizeof w->part), vy_arg_end()};
    if (resident) {
        assert_int_equal(
            vy_buffer_create(w->device, vy_buffer_params(.bytes = sizeof w->y, .data = w->y), &y),
            VY_OK);
        args[2] = vy_arg_buffer("y", y);
    }
    assert_int_equal(vy_dispatch(w->pipeline,
                                 vy_dispatch_params(.args = args, .route = route, .repeat = repeat),
                                 &stats),
                     VY_OK);
    assert_int_equal(stats.uncleared_bytes, 2 * COUNT * 4 * (repeat ? repeat : 1)); // y and s
    if (resident)
        assert_int_equal(vy_buffer_download(y, 0, w->y, sizeof w->y), VY_OK);
    vy_buffer_destroy(&y);
    is_right(w);
    assert_int_equal(w->y[COUNT], 0xeeeeeeee);
}

/// Nobody runs, so that zeros are what there is.
static void nobody(struct world *w)
{
    vy_stats stats;
    vy_arg args[] = {vy_arg_value("n", VY_TYPE_U32, 0), vy_arg_in("x", w->x, sizeof w->x),
                     vy_arg_out("y", w->y, sizeof w->y),
                     vy_arg_out("part", w->part, sizeof w->part), vy_arg_end()};
    memset(w->y, 0xee, sizeof w->y);
    memset(w->part, 0xee, sizeof w->part);
    assert_int_equal(vy_dispatch(w->pipeline, vy_dispatch_params(.args = args), &stats), VY_OK);
    assert_int_equal(stats.uncleared_bytes, 0);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(w->y[i] | w->part[i], 0);
}

static void every_kind_of_memory(void **state)
{
    static const char *const devices[] = {"oracle-dirty", "cpu"};
    (void)state;
    for (size_t k = 0; k < sizeof devices / sizeof *devices; k++) {
        struct world *w = malloc(sizeof *w);
        assert_non_null(w);
        if (!open_world(w, devices[k], text)) {
            if (!strcmp(devices[k], "cpu") && !getenv("VYRE_LLVM_BUILT"))
                print_message("not on the cpu: there is no libvyre-llvm.so\n");
            else
                fail_msg("%s", devices[k]);
        } else {
            for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++)
                for (uint32_t repeat = 0; repeat < 4; repeat += 3) {
                    once(w, (vy_route)route, repeat, false);
                    once(w, (vy_route)route, repeat, true);
                }
            nobody(w);
            once(w, VY_ROUTE_AUTO, 0, false);
        }
        close_world(w);
        free(w);
    }
}

// ---- rows that are appended ----
static const char rows_text[] = "program rows\n"
                                "in x: u32[]\n"
                                "out found: atomic u32[1]\n"
                                "out row: u32[len(x)] @count(found)\n"
                                "out twice: u32[len(x)] @count(found)\n"
                                "out apart: atomic u32[1]\n"
                                "out some: u32[len(x)] @count(apart)\n"
                                "out more: atomic u32[1]\n"
                                "out few: u32[2 * len(x)] @count(more)\n"
                                "each i in 0..len(x) {\n"
                                "    if x[i] % 2 == 0 {\n"
                                "        let k = atomic_add(found[0], 1)\n"
                                "        row[k] = x[i]\n"
                                "        twice[k] = 2 * x[i]\n"
                                "    }\n"
                                "}\n"
                                "barrier grid\n"
                                "each i in 0..len(x) {\n"
                                "    let k = atomic_add(apart[0], 1)\n"
                                "    if x[i] % 2 == 1 { continue }\n"
                                "    some[k] = 1\n"
                                "}\n"
                                "barrier grid\n"
                                "each i in 0..len(x) {\n"
                                "    if x[i] % 2 == 0 { let k = atomic_add(more[0], 1) }\n"
                                "    few[atomic_add(more[0], 1)] = 1\n"
                                "}\n";

/// Of rows that are stored where they are counted those in use are written and no others, without
/// clearing them; those that are counted only are zeros.
static void rows_once(struct world *w, vy_route route, uint32_t repeat)
{
    enum { FOUND = COUNT / 2 };
    vy_stats stats;
    uint32_t found = 0, apart = 0, more = 0, stored = 0, sum = 0;
    uint32_t *some = malloc(3 * COUNT * 4), *few = some + COUNT;
    assert_non_null(some);
    memset(w->y, 0xee, sizeof w->y);
    memset(w->part, 0xee, sizeof w->part);
    memset(some, 0xee, 3 * COUNT * 4);
    const vy_arg args[] = {vy_arg_in("x", w->x, sizeof w->x),
                           vy_arg_out("found", &found, 4),
                           vy_arg_out("row", w->y, COUNT * 4),
                           vy_arg_out("twice", w->part, sizeof w->part),
                           vy_arg_out("apart", &apart, 4),
                           vy_arg_out("some", some, COUNT * 4),
                           vy_arg_out("more", &more, 4),
                           vy_arg_out("few", few, 2 * COUNT * 4),
                           vy_arg_end()};
    assert_int_equal(vy_dispatch(w->pipeline,
                                 vy_dispatch_params(.args = args, .route = route, .repeat = repeat),
                                 &stats),
                     VY_OK);
    assert_int_equal(stats.uncleared_bytes, 2 * COUNT * 4 * (repeat ? repeat : 1));
    assert_int_equal(found, FOUND);
    assert_int_equal(apart, COUNT);
    assert_int_equal(more, COUNT + FOUND);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(w->part[i], i < FOUND ? 2 * w->y[i] : 0xeeeeeeee);
        sum += i < FOUND ? w->y[i] : w->y[i] - 0xeeeeeeee;
    }
    assert_int_equal(sum, FOUND * (FOUND - 1) / 2 * 6);
    for (uint32_t i = 0; i < 2 * COUNT + FOUND; i++) {
        assert_in_range(some[i], 0, 1);
        stored += some[i];
    }
    assert_int_equal(stored, FOUND + COUNT);
    free(some);
}

static void appended_rows(void **state)
{
    static const char *const devices[] = {"oracle-dirty", "cpu"};
    (void)state;
    for (size_t k = 0; k < sizeof devices / sizeof *devices; k++) {
        struct world *w = malloc(sizeof *w);
        assert_non_null(w);
        if (open_world(w, devices[k], rows_text))
            for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++)
                for (uint32_t repeat = 0; repeat < 4; repeat += 3)
                    rows_once(w, (vy_route)route, repeat);
        else
            assert_true(k && !getenv("VYRE_LLVM_BUILT"));
        close_world(w);
        free(w);
    }
}

// ---- marks ----
enum { LARGE = 40 << 20 };

/// The last piece of memory that was made for a large buffer.
struct large {
    const unsigned char *at;
    uint32_t printed;
};

static void *watching_alloc(void *user, void *old, size_t old_bytes, size_t bytes)
{
    struct large *l = user;
    void *memory = dirty_alloc(NULL, old, old_bytes, bytes);
    if (bytes >= LARGE)
        l->at = memory;
    return memory;
}

/// In the first invocation, before anything is stored but its own.
static void look(void *user, const char *line)
{
    struct large *l = user;
    assert_string_equal(line, "here");
    assert_non_null(l->at);
    for (uint32_t i = 4096; i < LARGE; i++)
        if (l->at[i] != 0xa5)
            fail_msg("byte %u is %u", i, l->at[i]);
    l->printed++;
}

static const char large_text[] = "program large\n"
                                 "out y : u32[10485760]\n"
                                 "each i in 0..10485760 {\n"
                                 "    if i == 0 { print \"here\" }\n"
                                 "    assert i < 600, \"enough\"\n"
                                 "    y[i] = i\n"
                                 "}\n";

/// Of 40 MiB that the program overwrites every byte is marked, so that one who reads what he should
/// not have does not find zeros.
static void large_memory_is_marked(void **state)
{
    struct large l = {0};
    vy_context *c = NULL;
    vy_program *p = NULL;
    vy_device *d = NULL;
    vy_pipeline *pipeline = NULL;
    vy_stats stats;
    uint32_t *y = NULL;
    (void)state;
    assert_int_equal(
        vy_context_create(vy_context_params(.alloc = watching_alloc, .alloc_user = &l), &c), VY_OK);
    assert_int_equal(vy_program_parse(c, vy_parse_params(.text = large_text), &p), VY_OK);
    assert_int_equal(vy_device_open(c, vy_device_params(.name = "oracle-dirty"), &d), VY_OK);
    assert_int_equal(vy_pipeline_create(d, p, NULL, &pipeline), VY_OK);
    y = malloc(LARGE);
    assert_non_null(y);
    l.at = NULL;
    const vy_arg args[] = {vy_arg_out("y", y, LARGE), vy_arg_end()};
    assert_int_equal(vy_dispatch(pipeline,
                                 vy_dispatch_params(.args = args, .print = look, .print_user = &l),
                                 &stats),
                     VY_ERROR_ASSERT);
    assert_int_equal(stats.uncleared_bytes, LARGE);
    assert_int_equal(l.printed, 1);
    free(y);
    vy_pipeline_destroy(&pipeline);
    vy_device_close(&d);
    vy_program_destroy(&p);
    vy_context_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_memory_is_marked),
        cmocka_unit_test(settled_programs),
        cmocka_unit_test(every_kind_of_memory),
        cmocka_unit_test(appended_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
