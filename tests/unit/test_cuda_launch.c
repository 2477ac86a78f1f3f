// Launches of the cuda device over a driver without a GPU: what kernels are given, in which order
// the driver is asked, how large launches are, and what comes of what kernels write. A kernel is a
// function of the test here.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/cuda_state.h"
#include "run/run.h"
#include "support/fakestage.h"
#include "support/named.h"
#include "support/versus.h"

#include <unistd.h>

static struct fake_cuda *fake;

/// What the kernels of this file saw and do.
static struct {
    int runs;
    struct fake_launch launch;
    const vy_program *program;
    uint64_t fail_key;
    uint32_t fail_site, print_site;
    bool dirty; ///< something was not as it must be before a launch
} seen;
static pthread_mutex_t seen_lock = PTHREAD_MUTEX_INITIALIZER;

static int setup(void **state)
{
    memset(&seen, 0, sizeof seen);
    return fake_stage_open(state, &fake);
}

static int teardown(void **state)
{
    return fake_stage_close(state, fake) || seen.dirty;
}

// ---- a program and its kernel ----
static const char add_text[] = "program add\n"
                               "param k : u32\n"
                               "in x : u32[]\n"
                               "out y : u32[len(x)]\n"
                               "workgroup 64 grid len(x)\n"
                               "y[gid.x] = x[gid.x] + k\n";

static void add_kernel(void *user, const struct fake_launch *l)
{
    const struct vyi_cuda_block *b = fake_block(l);
    const uint64_t *x = b->slot + 1, *y = x + VYI_BUFFER_SLOTS;
    (void)user;
    pthread_mutex_lock(&seen_lock);
    seen.runs++;
    seen.launch = *l;
    seen.dirty |= *(uint32_t *)fake_pointer(b->stop) != 0;
    pthread_mutex_unlock(&seen_lock);
    for (uint64_t i = 0; i < x[1]; i++)
        ((uint32_t *)fake_pointer(y[0]))[i] =
            ((uint32_t *)fake_pointer(x[0]))[i] + (uint32_t)b->slot[0];
}

static vy_status add(vy_pipeline *p, uint32_t n, uint32_t k, vy_stats *stats)
{
    uint32_t *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);
    for (uint32_t i = 0; i < n; i++)
        x[i] = i * 3;
    vy_status status = vy_dispatch(
        p,
        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, n * 4ull),
                                           vy_arg_out("y", y, n * 4ull), vy_arg_u32("k", k))),
        stats);
    for (uint32_t i = 0; !status && i < n; i++)
        assert_int_equal(y[i], i * 3 + k);
    free(x);
    free(y);
    return status;
}

static vy_pipeline *add_pipeline(struct stage *s)
{
    fake->info.volume = 64;
    fake->info.polls = 1;
    fake->kernel = add_kernel;
    return stage_pipeline(s, add_text);
}

/// A grid that is left to the device: a thread for each element written, or all that are resident.
static void own_grids_suit_the_kernel(void **state)
{
    struct stage *s = *state;
    static const char text[] = "program add\n"
                               "param k : u32\n"
                               "in x : u32[]\n"
                               "out y : u32[len(x)]\n"
                               "each i in 0..len(x) { y[i] = x[i] + k }\n";
    enum { MANY = 3000000 };
    for (uint32_t shots = 0; shots < 2; shots++) {
        fake->info.volume = fake->info.most_threads = 256;
        fake->info.flat = fake->info.polls = 1;
        fake->info.shots = shots;
        fake->kernel = add_kernel;
        vy_pipeline *p = stage_pipeline(s, text);
        assert_int_equal(add(p, MANY, 5, NULL), VY_OK);
        assert_int_equal(seen.launch.threads, 256);
        assert_int_equal(seen.launch.blocks,
                         shots ? (MANY + 255) / 256 : fake->processors * fake->occupancy * 4);
        assert_int_equal(add(p, 10, 6, NULL), VY_OK);
        assert_true(seen.launch.blocks < MANY / 256);
        vy_pipeline_destroy(&p);
        fake_stage_renew(s);
    }
}

static void a_dispatch_runs(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = add_pipeline(s);
    vy_stats stats;
    assert_int_equal(add(p, 1000, 5, &stats), VY_OK);
    assert_int_equal(seen.runs, 1);
    assert_false(seen.launch.together);
    assert_true((uint64_t)seen.launch.blocks * seen.launch.threads >= 1000);
    assert_true(stats.device_ms > 0.2 && stats.device_ms < 0.3); // by events
    assert_int_equal(add(p, 100000, 6, &stats), VY_OK);
    assert_int_equal(add(p, 1, 7, &stats), VY_OK);
    vy_pipeline_destroy(&p);
}

static void equal_launches_upload_nothing(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = add_pipeline(s);
    vy_buffer *x = NULL, *y = NULL;
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 4000), &x), VY_OK);
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 4000), &y), VY_OK);
    for (int i = 0; i < 5; i++) {
        uint32_t k = i < 4 ? 9 : 10, last = 0;
        fake_order_forget(fake);
        assert_int_equal(vy_dispatch(p,
                                     vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", x),
                                                                        vy_arg_buffer("y", y),
                                                                        vy_arg_u32("k", k))),
                                     NULL),
                         VY_OK);
        assert_int_equal(fake_order_count(fake, "copy_up"), i == 0 ? 2 : i == 4 ? 1 : 0);
        assert_int_equal(fake_order_count(fake, "launch"), i < 3); // from then on it is a graph
        assert_int_equal(fake_order_count(fake, "graph;"), i >= 3);
        assert_int_equal(fake_order_count(fake, "copy_down"), 0);
        assert_int_equal(vy_buffer_download(y, 3996, &last, 4), VY_OK);
        assert_int_equal(last, k);
    }
    vy_buffer_destroy(&x);
    vy_buffer_destroy(&y);
    vy_pipeline_destroy(&p);
}

static void launches_come_after_uploads(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = add_pipeline(s);
    assert_int_equal(add(p, 100, 1, NULL), VY_OK);
    fake_order_forget(fake);
    assert_int_equal(add(p, 100, 1, NULL), VY_OK);
    const char *up = strstr(fake->order, "copy_up 400;"), *follow = strstr(fake->order, "follow;");
    const char *launch = strstr(fake->order, "launch"), *wait = strstr(fake->order, "wait;");
    const char *down = strstr(fake->order, "copy_down 400;");
    assert_true(up && up < follow && follow < launch && launch < wait && wait < down);
    vy_pipeline_destroy(&p);
}

// ---- zeros ----
static const char tally_text[] = "program tally\n"
                                 "in x : u32[]\n"
                                 "out y : atomic u32[8]\n"
                                 "scratch used : atomic u32[1000]\n"
                                 "workgroup 64 grid len(x)\n"
                                 "let k = atomic_add(used[x[gid.x] % 1000], 1)\n"
                                 "if k == 0 { atomic_add(y[0], 1) }\n";

/// Finds zeros and leaves something else.
static void tally_kernel(void *user, const struct fake_launch *l)
{
    const struct vyi_cuda_block *b = fake_block(l);
    const uint64_t *y = b->slot + VYI_BUFFER_SLOTS, *used = y + VYI_BUFFER_SLOTS;
    (void)user;
    seen.runs++;
    for (uint64_t i = 0; i < 1000; i++)
        seen.dirty |= ((uint32_t *)fake_pointer(used[0]))[i] != 0;
    for (uint64_t i = 0; i < 8; i++)
        seen.dirty |= ((uint32_t *)fake_pointer(y[0]))[i] != 0;
    memset(fake_pointer(used[0]), 1, 4000);
    memset(fake_pointer(y[0]), 2, 32);
}

/// What is cleared for a launch is cleared in its time, on its stream; from the fourth one on by
/// its graph.
static void clearing_counts(void **state)
{
    struct stage *s = *state;
    uint32_t x[4] = {0}, y[8];
    fake->info.volume = 64;
    fake->kernel = tally_kernel;
    vy_pipeline *p = stage_pipeline(s, tally_text);
    for (int i = 0; i < 6; i++) {
        vy_stats stats;
        fake_order_forget(fake);
        assert_int_equal(
            vy_dispatch(p,
                        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                           vy_arg_out("y", y, sizeof y))),
                        &stats),
            VY_OK);
        const char *follow = strstr(fake->order, "follow;"), *mark = strstr(follow, "mark;");
        const char *first = strstr(fake->order, "set "),
                   *second = first ? strstr(first + 1, "set ") : first;
        const char *launch = strstr(fake->order, i < 3 ? "launch" : "graph;");
        assert_true(follow && mark && launch && mark < launch);
        assert_true(i > 3 ? !first : first && second && second < launch);
        assert_true(i >= 3 || mark < first);
        assert_int_equal(y[7], 0x02020202);
    }
    assert_int_equal(seen.runs, 6);
    // Where nothing is launched, outputs are zeros all the same.
    assert_int_equal(vy_dispatch(p,
                                 vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 0),
                                                                    vy_arg_out("y", y, sizeof y))),
                                 NULL),
                     VY_OK);
    assert_int_equal(seen.runs, 6);
    assert_int_equal(y[0] | y[7], 0);
    vy_pipeline_destroy(&p);
}

// ---- what programs say ----
static const char say_text[] = "program say\n"
                               "in x : u32[]\n"
                               "workgroup 64 grid len(x)\n"
                               "assert x[gid.x] < 10, \"{} is too large\", x[gid.x]\n"
                               "print \"{} and {}\", x[0], gid.x\n";

static uint32_t node_of(const vy_program *p, uint8_t op)
{
    uint32_t i = 1;
    while (i < p->nodes.count && p->nodes.at[i].op != op)
        i++;
    return i;
}

static void say_kernel(void *user, const struct fake_launch *l)
{
    struct vyi_cuda_log *log = fake_pointer(fake_block(l)->log);
    (void)user;
    seen.runs++;
    seen.dirty |= log->key != UINT64_MAX || log->told || log->used || log->dropped || log->lock;
    for (uint64_t i = 0; i < log->capacity; i++)
        seen.dirty |= log->lines[i] != 0;
    if (seen.fail_site) {
        log->key = seen.fail_key;
        log->told = log->key + 1;
        log->site = seen.fail_site;
        log->args[0] = 77;
    }
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t *line = log->lines + log->used;
        line[0] = seen.print_site | (uint64_t)2 << 32;
        line[1] = 5;
        line[2] = i;
        log->used += 3;
    }
    log->dropped = 4;
}

static void keep_line(void *user, const char *line)
{
    strcat(user, line);
    strcat(user, "|");
}

static vy_pipeline *say_pipeline(struct stage *s)
{
    fake->info.volume = 64;
    fake->info.reports = 1;
    fake->kernel = say_kernel;
    vy_pipeline *p = stage_pipeline(s, say_text);
    seen.print_site = node_of(p->program, VYI_OP_PRINT);
    return p;
}

static void lines_are_printed(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = say_pipeline(s);
    uint32_t x[3] = {5, 6, 7};
    for (int i = 0; i < 3; i++) {
        char lines[200] = "";
        vy_stats stats;
        assert_int_equal(vy_dispatch(p,
                                     vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 12)),
                                                        .print = keep_line, .print_user = lines),
                                     &stats),
                         VY_OK);
        assert_string_equal(lines, "5 and 0|5 and 1|5 and 2|");
        assert_int_equal(stats.printed, 3);
        assert_int_equal(stats.dropped, 4);
    }
    vy_stats stats;
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 12))), &stats), VY_OK);
    assert_int_equal(stats.dropped, 7); // nobody listens
    vy_pipeline_destroy(&p);
}

static void failed_asserts_are_told(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = say_pipeline(s);
    uint32_t x[3] = {5, 6, 77};
    seen.fail_key = (uint64_t)3 << 32 | 2;
    seen.fail_site = node_of(p->program, VYI_OP_ASSERT);
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 12))), NULL),
        VY_ERROR_ASSERT);
    stage_said(s, (const char *[]){"77 is too large", "invocation 2", "p.vy:4", NULL});
    seen.fail_site = 0;
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 12))), NULL), VY_OK);
    vy_pipeline_destroy(&p);
}

// ---- code ----
static void code_is_kept_on_disk(void **state)
{
    struct stage *s = *state;
    struct versus v;
    vy_cache_stats stats;
    vy_cache_info info;
    assert_true(versus_open(&v));
    for (int i = 0; i < 4; i++) {
        fake->driver = i < 3 ? 13000 : 13010; // another driver compiles anew
        fake_stage_cached(s, v.cache);
        vy_pipeline *p = add_pipeline(s);
        assert_int_equal(add(p, 100, 5, NULL), VY_OK);
        vy_pipeline_destroy(&p);
        assert_int_equal(vy_device_cache_stats(s->device, &stats), VY_OK);
        assert_int_equal(stats.compiled, i == 0 || i == 3);
        assert_int_equal(stats.loaded, i == 1 || i == 2);
    }
    assert_int_equal(vy_cache_clear(s->context, vy_cache_params(.folder = v.cache), &info), VY_OK);
    assert_int_equal(info.removed, 2);
    versus_close(&v);
}

/// The program that will run first is compiled by a thread of its own, and once.
static void code_is_made_while_the_device_opens(void **state)
{
    struct stage *s = *state;
    vy_cache_stats stats;
    vy_program *program = stage_parse(s, add_text);
    assert_int_equal(vy_program_verify(program), VY_OK);
    fake->info.volume = 64;
    fake->info.polls = 1;
    for (int taken = 0; taken < 2; taken++) {
        vy_device_close(&s->device);
        assert_int_equal(
            vy_device_open(s->context,
                           vy_device_params(.name = cuda_name(), .cache = "", .first = program),
                           &s->device),
            VY_OK);
        struct vyi_cuda_state *own = vyi_cuda_state(s->device);
        assert_int_equal(own->ahead.ptx != NULL, own->workers->cores > 1);
        if (!taken)
            continue;
        vy_program_destroy(&program);
        vy_pipeline *p = add_pipeline(s);
        assert_null(own->ahead.ptx);
        assert_int_equal(add(p, 100, 5, NULL), VY_OK);
        vy_pipeline_destroy(&p);
        assert_int_equal(vy_device_cache_stats(s->device, &stats), VY_OK);
        assert_int_equal(stats.compiled, 1);
    }
}

static void refused_code_is_told(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {
        "cuLinkCreate_v2",     "cuLinkAddData_v2", "cuLinkComplete",    "cuModuleLoadDataEx",
        "cuModuleGetFunction", "cuFuncLoad",       "cuFuncSetAttribute"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        vy_program *program = stage_parse(s, add_text);
        vy_pipeline *p = NULL;
        fake->info.block_bytes = 100000;
        fake->fail_call = calls[i];
        fake->fail_after = 0;
        fake->fail_result = CU_INVALID_PTX;
        assert_int_equal(vy_pipeline_create(s->device, program, NULL, &p), VY_ERROR_DEVICE);
        stage_said(s, (const char *[]){"refuses the code made for program 'add'", NULL});
        fake->fail_call = NULL;
        p = add_pipeline(s);
        assert_int_equal(add(p, 100, 5, NULL), VY_OK);
        vy_pipeline_destroy(&p);
        vy_program_destroy(&program);
        fake_stage_renew(s);
    }
}

/// Not the code is to blame where there is no room for it, or no context.
static void code_that_finds_no_room_is_told(void **state)
{
    struct stage *s = *state;
    vy_buffer *kept = NULL;
    vy_pipeline *p = NULL;
    vy_program *program = stage_parse(s, add_text);
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 1 << 20), &kept), VY_OK);
    vy_buffer_destroy(&kept); // it stays with the device
    int pieces = fake->live_pieces;
    fake->fail_call = "cuModuleLoadDataEx";
    fake->fail_after = 0;
    fake->fail_result = CU_NO_MEMORY;
    assert_int_equal(vy_pipeline_create(s->device, program, NULL, &p), VY_ERROR_MEMORY);
    assert_int_equal(fake->live_pieces, pieces - 1);
    fake->fail_after = 0;
    fake->fail_once = true; // there is room once that is gone
    p = add_pipeline(s);
    assert_null(fake->fail_call);
    assert_int_equal(add(p, 100, 5, NULL), VY_OK);
    vy_pipeline_destroy(&p);
    fake_stage_renew(s);
    fake->fail_call = "cuModuleLoadDataEx";
    fake->fail_after = 0;
    fake->fail_result = CU_ILLEGAL_ADDRESS;
    assert_int_equal(vy_pipeline_create(s->device, program, NULL, &p), VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"lost", "loading code", NULL});
    vy_program_destroy(&program);
}

// ---- failing ----
static void failing_calls_leave_the_device_usable(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {"cuStreamCreate",       "cuEventCreate",
                                        "cuMemHostAlloc",       "cuMemAllocFromPoolAsync",
                                        "cuMemsetD32Async",     "cuEventRecord",
                                        "cuMemcpyHtoDAsync_v2", "cuLaunchKernel",
                                        "cuMemcpyDtoHAsync_v2", "cuStreamSynchronize"};
    static const int results[] = {CU_INVALID, CU_NO_MEMORY};
    uint32_t x[3] = {5, 6, 7};
    for (size_t i = 0; i < 2 * sizeof calls / sizeof *calls; i++)
        for (int after = 0; after < 4; after++) {
            fake_stage_renew(s);
            vy_pipeline *p = say_pipeline(s);
            const vy_arg *args = vy_args(vy_arg_in("x", x, 12));
            fake->fail_call = calls[i / 2];
            fake->fail_after = after;
            fake->fail_result = results[i % 2];
            fake->fail_once = true;
            vy_status status = vy_dispatch(p, vy_dispatch_params(.args = args), NULL);
            // Memory that is kept may go before a second try succeeds.
            if (fake->fail_call || results[i % 2] == CU_INVALID)
                assert_int_equal(status, fake->fail_call ? VY_OK : VY_ERROR_DEVICE);
            fake->fail_call = NULL;
            assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args), NULL), VY_OK);
            vy_pipeline_destroy(&p);
        }
}

static void a_kernel_that_ends_the_context_is_told(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = add_pipeline(s), *q;
    fake->fail_call = "cuStreamSynchronize";
    fake->fail_after = 0;
    fake->fail_result = CU_ILLEGAL_ADDRESS;
    fake->fail_once = true;
    assert_int_equal(add(p, 100, 5, NULL), VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"lost", "ILLEGAL_ADDRESS", "running a kernel", NULL});
    assert_int_equal(add(p, 100, 5, NULL), VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"lost", NULL});
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    assert_int_equal(add(p, 100, 5, NULL), VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"the pipeline of program 'add' was made before", NULL});
    q = add_pipeline(s); // not the old one from the cache
    assert_int_equal(add(q, 100, 5, NULL), VY_OK);
    vy_pipeline_destroy(&p);
    assert_int_equal(add(q, 100, 5, NULL), VY_OK);
    vy_pipeline_destroy(&q);
}

static void every_allocation_fails_once(void **state)
{
    struct stage *s = *state;
    uint32_t x[3] = {5, 6, 7};
    char lines[200];
    vy_status status = VY_ERROR_MEMORY;
    for (uint64_t at = 1; status; at++) {
        vy_program *program = stage_parse(s, say_text);
        vy_pipeline *p = NULL;
        vy_device_close(&s->device);
        fake->info.reports = 1;
        fake->kernel = say_kernel;
        seen.print_site = node_of(program, VYI_OP_PRINT);
        s->alloc.fail_at = s->alloc.calls + at;
        lines[0] = 0;
        status = vy_device_open(s->context, vy_device_params(.name = cuda_name(), .cache = ""),
                                &s->device);
        if (!status)
            status = vy_pipeline_create(s->device, program, NULL, &p);
        if (!status)
            status = vy_dispatch(p,
                                 vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 12)),
                                                    .print = keep_line, .print_user = lines),
                                 NULL);
        s->alloc.fail_at = 0;
        vy_pipeline_destroy(&p);
        vy_program_destroy(&program);
        assert_true(status == VY_OK || status == VY_ERROR_MEMORY);
        assert_true(at < 2000);
    }
    assert_string_equal(lines, "5 and 0|5 and 1|5 and 2|");
    if (!s->device)
        fake_stage_renew(s);
}

// ---- many at once ----
static void *dispatch_often(void *data)
{
    vy_pipeline *p = data;
    for (uint32_t i = 0; i < 50; i++)
        if (add(p, 1000 + i, i, NULL))
            return p;
    return NULL;
}

static void threads_share_it(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = add_pipeline(s);
    pthread_t threads[6];
    for (int i = 0; i < 6; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, dispatch_often, p), 0);
    for (int i = 0; i < 6; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    assert_true(fake->live_streams <= 3 + 6);
    vy_pipeline_destroy(&p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(own_grids_suit_the_kernel),
        TEST(a_dispatch_runs),
        TEST(equal_launches_upload_nothing),
        TEST(launches_come_after_uploads),
        TEST(clearing_counts),
        TEST(lines_are_printed),
        TEST(failed_asserts_are_told),
        TEST(code_is_kept_on_disk),
        TEST(code_is_made_while_the_device_opens),
        TEST(refused_code_is_told),
        TEST(code_that_finds_no_room_is_told),
        TEST(failing_calls_leave_the_device_usable),
        TEST(a_kernel_that_ends_the_context_is_told),
        TEST(every_allocation_fails_once),
        TEST(threads_share_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
