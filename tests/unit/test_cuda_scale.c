// The cuda device where there is much of something: rounds of grid barriers, bytes of a buffer,
// threads with every route. Without a GPU its code is interpreted, in small numbers.
//   test_cuda_scale [PART [BARRIERS [STREAMS [GROUPS]]]]
// PART is a test below, or all; the numbers are those of `rounds`, which runs that many barriers of
// grids of so many workgroups, several grids at once.
#include "support/gpu.h"
#include "support/named.h"
#include "support/patience.h"
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_STREAMS = 32, GROUP = 64, AT_ONCE = 1000000 };

static struct {
    bool real;
    uint64_t barriers;
    uint32_t streams, groups;
} all;

static vy_buffer *make(struct stage *s, uint64_t bytes)
{
    vy_buffer *b = NULL;
    if (vy_buffer_create(s->device, vy_buffer_params(.bytes = bytes), &b))
        fail_msg("%s", s->log.text);
    return b;
}

// ---- grid barriers ----
/// In round k every invocation writes, all meet, and each reads what another workgroup has
/// written. Two rows in turn: who writes to one has met everybody since they read it.
static const char rounds_text[] = "program rounds\n"
                                  "param groups : u32\n"
                                  "param first : u32\n"
                                  "param times : u32\n"
                                  "const n = groups * 64\n"
                                  "inout x : u32[2, n]\n"
                                  "inout bad : u32[n]\n"
                                  "workgroup 64 grid n\n"
                                  "let me = gid.x\n"
                                  "var wrong = 0\n"
                                  "for r in 0..times {\n"
                                  "    let k = first + r\n"
                                  "    x[k % 2, me] = k * 3 + me\n"
                                  "    barrier grid\n"
                                  "    let other = (me + (1 + k % (groups - 1)) * 64) % n\n"
                                  "    if x[k % 2, other] != k * 3 + other { wrong += 1 }\n"
                                  "}\n"
                                  "bad[me] += wrong\n";

struct runner {
    struct stage *stage;
    vy_pipeline *pipeline;
    uint64_t barriers;
    uint32_t groups;
    vy_status status;
    uint64_t done, wrong;
    double device_ms;
};

static vy_status run_rounds(struct runner *r, vy_buffer *x, vy_buffer *bad)
{
    vy_status status = VY_OK;
    while (!status && r->done < r->barriers) {
        uint64_t left = r->barriers - r->done;
        uint32_t times = (uint32_t)(left < AT_ONCE ? left : AT_ONCE);
        vy_stats stats;
        status = vy_dispatch(
            r->pipeline,
            vy_dispatch_params(.route = VY_ROUTE_NATIVE, .deadline_ms = PATIENT_MS,
                               .args = vy_args(vy_arg_buffer("x", x), vy_arg_buffer("bad", bad),
                                               vy_arg_u32("groups", r->groups),
                                               vy_arg_u32("first", (uint32_t)r->done),
                                               vy_arg_u32("times", times))),
            &stats);
        r->done += times;
        r->device_ms += stats.device_ms;
    }
    return status;
}

/// What is left must be of the last round: the rounds did happen.
static void check_rounds(struct runner *r, vy_buffer *x, vy_buffer *bad)
{
    uint32_t n = r->groups * GROUP, last = (uint32_t)(r->done - 1);
    uint32_t *words = calloc(n, sizeof *words);
    r->status = vy_buffer_download(bad, 0, words, n * 4ull);
    for (uint32_t i = 0; i < n; i++)
        r->wrong += words[i];
    if (!r->status)
        r->status = vy_buffer_download(x, last % 2 * n * 4ull, words, n * 4ull);
    for (uint32_t i = 0; i < n; i++)
        r->wrong += words[i] != last * 3 + i;
    free(words);
}

static void *rounds_of_one(void *data)
{
    struct runner *r = data;
    uint64_t bytes = r->groups * GROUP * 4ull;
    vy_buffer *x = NULL, *bad = NULL;
    r->status = vy_buffer_create(r->stage->device, vy_buffer_params(.bytes = 2 * bytes), &x);
    if (!r->status)
        r->status = vy_buffer_create(r->stage->device, vy_buffer_params(.bytes = bytes), &bad);
    if (!r->status)
        r->status = run_rounds(r, x, bad);
    if (!r->status)
        check_rounds(r, x, bad);
    vy_buffer_destroy(&x);
    vy_buffer_destroy(&bad);
    return NULL;
}

/// So many barriers in all, by `streams` grids at once.
static void run_all(struct stage *s, uint64_t barriers, uint32_t streams, uint32_t groups)
{
    struct runner runners[MOST_STREAMS] = {{0}};
    pthread_t threads[MOST_STREAMS];
    vy_pipeline *p = stage_pipeline(s, rounds_text);
    double ms = 0;
    for (uint32_t i = 0; i < streams; i++) {
        runners[i] = (struct runner){
            .stage = s, .pipeline = p, .barriers = barriers / streams, .groups = groups};
        assert_int_equal(pthread_create(&threads[i], NULL, rounds_of_one, &runners[i]), 0);
    }
    for (uint32_t i = 0; i < streams; i++) {
        pthread_join(threads[i], NULL);
        ms = runners[i].device_ms > ms ? runners[i].device_ms : ms;
        if (runners[i].status)
            fail_msg("%s", s->log.text);
        assert_true(runners[i].wrong == 0);
    }
    print_message("%llu barriers of %u workgroups, %u grids at once: %.1f s, %.2f us each\n",
                  (unsigned long long)barriers, groups, streams, ms / 1e3,
                  ms * 1e3 * streams / (double)barriers);
    vy_pipeline_destroy(&p);
}

static void rounds(void **state)
{
    if (all.barriers) {
        run_all(*state, all.barriers, all.streams, all.groups);
        return;
    }
    // All at once, in turn, and several grids beside one another.
    static const struct {
        uint32_t streams, groups;
        int virtual_groups;
    } ways[] = {{1, 132, 0}, {1, 132, 1}, {8, 12, 0}, {1, 5000, 1}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        uint64_t barriers = all.real ? ways[i].groups > 1000 ? 20000 : 400000 : 20;
        cuda_virtual_groups(((struct stage *)*state)->device, ways[i].virtual_groups);
        run_all(*state, barriers, all.real ? ways[i].streams : 1, all.real ? ways[i].groups : 5);
    }
    cuda_virtual_groups(((struct stage *)*state)->device, -1);
}

// ---- large buffers ----
/// Writes a value of each index into a buffer of 4 billion elements and less, then reads it in
/// another order; an address that was cut to 32 bits somewhere would meet another's.
static void far_indices(struct stage *s, const char *type, const char *wide, uint32_t bytes,
                        uint32_t count)
{
    char write[500], read[700];
    snprintf(
        write, sizeof write,
        "program fill\ninout x : %s[]\neach i in 0..len(x) { x[i] = %s(i * 2654435761 >> 7) }\n",
        type, wide);
    snprintf(read, sizeof read,
             "program look\nparam threads : u32\nin x : %s[]\nout bad : atomic u32[1]\n"
             "workgroup 256 grid threads\n"
             "var n = 0\nfor k in 0..len(x) / threads + 1 {\n"
             "    let i = k * threads + gid.x\n"
             "    if i < len(x) && u32(x[i]) & 127 != (i * 2654435761 >> 7) & 127 { n += 1 }\n}\n"
             "if n > 0 { bad[0] += n }\n",
             type);
    vy_pipeline *fill = stage_pipeline(s, write), *look = stage_pipeline(s, read);
    vy_buffer *x = make(s, (uint64_t)bytes * count);
    uint32_t bad = 0;
    vy_stats stats;
    if (vy_dispatch(fill, vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", x))), &stats))
        fail_msg("%s", s->log.text);
    if (vy_dispatch(
            look,
            vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", x),
                                               vy_arg_out("bad", &bad, sizeof bad),
                                               vy_arg_u32("threads", all.real ? 1 << 20 : 512))),
            NULL))
        fail_msg("%s", s->log.text);
    print_message("%s[%u]: %.2f ms\n", type, count, stats.device_ms);
    if (bad)
        fail_msg("%s[%u]: %u elements are wrong", type, count, bad);
    vy_buffer_destroy(&x);
    vy_pipeline_destroy(&fill);
    vy_pipeline_destroy(&look);
}

static void large_buffers(void **state)
{
    static const struct {
        const char *type, *wide;
        uint32_t bytes;
    } types[] = {{"u8", "u32", 1},  {"i8", "i32", 1},  {"u16", "u32", 2},
                 {"i16", "i32", 2}, {"u32", "u32", 4}, {"u64", "u64", 8}};
    vy_device_info info;
    struct stage *s = *state;
    assert_int_equal(vy_device_query(s->device, &info), VY_OK);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        uint32_t most = types[i].bytes == 8 ? 2200000003 : 4294967001;
        if (!all.real || info.memory < (uint64_t)most * types[i].bytes * 2)
            most = 3001; // what an interpreter can do
        far_indices(s, types[i].type, types[i].wide, types[i].bytes, most);
        if (types[i].bytes == 4)
            far_indices(s, types[i].type, types[i].wide, types[i].bytes, most / 2 + 77);
    }
}

// ---- threads ----
static const char meet_text[] = "program meet\nin x : u32[]\nout y : u32[len(x)]\n"
                                "scratch t : u32[len(x)]\nworkgroup 64 grid len(x)\n"
                                "let i = gid.x t[i] = x[i] * 3 barrier grid\n"
                                "for k in 0..3 { let v = t[(i + 64) % len(x)] & 1 barrier grid\n"
                                "t[i] += v barrier grid\n"
                                "if i < len(x) { y[i] += t[len(x) - 1 - i] } barrier grid }\n";

struct caller {
    struct stage *stage;
    vy_pipeline *pipeline;
    uint32_t number, times;
    const char *problem;
};

/// The oracle's word on it is worth more than a copy of the program in C.
static bool meet(vy_pipeline *p, vy_route route, uint32_t n, const uint32_t *x, uint32_t *y)
{
    memset(y, 0xee, n * sizeof *y);
    return !vy_dispatch(p,
                        vy_dispatch_params(.route = route, .deadline_ms = PATIENT_MS,
                                           .args = vy_args(vy_arg_in("x", x, n * 4ull),
                                                           vy_arg_out("y", y, n * 4ull))),
                        NULL);
}

static void *call(void *data)
{
    struct caller *c = data;
    vy_context *context = NULL;
    vy_device *oracle = NULL;
    vy_program *program = NULL;
    vy_pipeline *right = NULL;
    uint32_t x[640], y[640], z[640];
    if (vy_context_create(NULL, &context) ||
        vy_program_parse(context, vy_parse_params(.text = meet_text), &program) ||
        vy_device_open(context, vy_device_params(.name = "oracle"), &oracle) ||
        vy_pipeline_create(oracle, program, NULL, &right))
        c->problem = "no oracle";
    for (uint32_t i = 0; i < c->times && !c->problem; i++) {
        uint32_t n = 64 * (1 + (c->number + i) % 10);
        for (uint32_t k = 0; k < n; k++)
            x[k] = k * 7 + i + c->number * 1000;
        vy_route route = (vy_route)((c->number + i) % 4);
        if (!meet(right, VY_ROUTE_NATIVE, n, x, z))
            c->problem = "the oracle failed";
        else if (!meet(c->pipeline, route, n, x, y))
            c->problem = "a dispatch failed";
        else if (memcmp(y, z, n * sizeof *y))
            c->problem = vy_route_name(route);
    }
    vy_pipeline_destroy(&right);
    vy_device_close(&oracle);
    vy_program_destroy(&program);
    vy_context_destroy(&context);
    return NULL;
}

static void threads_on_every_route(void **state)
{
    enum { THREADS = 8 };
    struct stage *s = *state;
    struct caller callers[THREADS];
    pthread_t threads[THREADS];
    vy_pipeline *p = stage_pipeline(s, meet_text);
    for (uint32_t i = 0; i < THREADS; i++) {
        callers[i] = (struct caller){s, p, i, all.real ? 200 : 8, NULL};
        assert_int_equal(pthread_create(&threads[i], NULL, call, &callers[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (uint32_t i = 0; i < THREADS; i++)
        if (callers[i].problem)
            fail_msg("%s: %s", callers[i].problem, s->log.text);
    vy_pipeline_destroy(&p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, gpu_stage_open, stage_close)
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(rounds),
        TEST(large_buffers),
        TEST(threads_on_every_route),
    };
    int code;
    all.barriers = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    all.streams = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 1;
    all.groups = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 132;
    if (all.streams < 1 || all.streams > MOST_STREAMS || all.groups < 2) {
        puts("1 to 32 streams, 2 groups and more");
        return 2;
    }
    if (argc > 1 && strcmp(argv[1], "all"))
        cmocka_set_test_filter(argv[1]);
    if (!gpu_or_interpreter(&code, &all.real))
        return code;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
