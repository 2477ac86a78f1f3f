// Devices that compile: code is made once for each program and each segment, handed to the runs it
// belongs to, and given back once. And devices whose memory is the host's: the caller's memory is
// used where it lies. The device is the oracle with these two on top.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "run/run.h"
#include "support/stage.h"

#include <unistd.h>

/// What prepare() makes of a program.
struct code {
    const vy_program *program;
    bool released;
};

/// What the fake device saw; one test at a time.
static struct {
    atomic_int prepared, released, wrong, runs;
    atomic_bool no_memory;      ///< for any run
    atomic_int fail_at;         ///< the prepare() that fails; 0: none
    atomic_int slow_ms;         ///< how long each takes
    uint64_t until_ns;          ///< none ends before
    _Atomic(void *) memory[8];  ///< of the last run
    atomic_bool entered, go_on; ///< prepare() waits
} seen;

static vy_status prepare(vy_device *device, const vy_program *program, bool part,
                         const struct vyi_job *job, void **code)
{
    (void)part;
    int number = atomic_fetch_add(&seen.prepared, 1) + 1;
    if (seen.slow_ms)
        usleep((useconds_t)seen.slow_ms * 1000);
    while (vyi_now_ns() < seen.until_ns)
        usleep(100);
    if (number == seen.fail_at) {
        atomic_fetch_sub(&seen.prepared, 1);
        vyi_report(job->report, 0, 0, VYI_DIAG(DEVICE_MISSING), "fake", "it was told to fail",
                   "none");
        return VY_ERROR_DEVICE;
    }
    struct code *c = vyi_calloc(device->context, 1, sizeof *c);
    if (!c) {
        atomic_fetch_sub(&seen.prepared, 1);
        return VY_ERROR_MEMORY;
    }
    c->program = program;
    *code = c;
    device->compiled++;
    return VY_OK;
}

static void release(vy_device *device, void *code)
{
    struct code *c = code;
    seen.wrong += c->released;
    c->released = true;
    seen.released++;
    vyi_free(device->context, c, sizeof *c);
}

static vy_status launch(vy_device *device, const struct vyi_job *job,
                        const struct vyi_kernel *kernel, const struct vyi_clears *clears,
                        struct vyi_job_result *result)
{
    const struct code *c = kernel->code;
    seen.runs++;
    seen.wrong += !c || c->released || c->program != kernel->program;
    for (uint32_t i = 0; i < 8 && i < kernel->program->buffers.count; i++)
        seen.memory[i] = kernel->memory[i];
    if (seen.no_memory)
        return VY_ERROR_MEMORY;
    return vyi_dev_oracle.launch(device, job, kernel, clears, result);
}

static struct vyi_device_fns fake;

static int setup(void **state)
{
    memset(&seen, 0, sizeof seen);
    fake = vyi_dev_oracle;
    fake.prepare = prepare;
    fake.release = release;
    fake.launch = launch;
    fake.host_memory = true;
    if (stage_open(state))
        return 1;
    ((struct stage *)*state)->device->fns = &fake;
    return 0;
}

/// Everything that was made was given back.
static int teardown(void **state)
{
    return stage_close(state) || seen.prepared != seen.released || seen.wrong;
}

static const char flat[] = "program flat\n"
                           "in x : u32[]\n"
                           "out y : u32[len(x)]\n"
                           "each i in 0..len(x) { y[i] = x[i] + 1 }\n";
static const char steps[] = "program steps\n"
                            "in x : u32[]\n"
                            "out y : u32[len(x)]\n"
                            "scratch t : u32[len(x)]\n"
                            "workgroup 4 grid len(x)\n"
                            "let i = gid.x\n"
                            "t[i] = x[i]\n"
                            "barrier grid\n"
                            "t[i] += t[len(x) - 1 - i]\n"
                            "barrier grid\n"
                            "y[i] = t[0] + x[i]\n";

static vy_status go(vy_pipeline *p, vy_route route, uint32_t deadline_ms)
{
    const uint32_t x[4] = {1, 2, 3, 4};
    uint32_t y[4];
    return vy_dispatch(p,
                       vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                          vy_arg_out("y", y, sizeof y)),
                                          .route = route, .deadline_ms = deadline_ms),
                       NULL);
}

// ---- code ----
static void equal_programs_share_their_code(void **state)
{
    struct stage *s = *state;
    vy_cache_stats stats;
    vy_pipeline *a = stage_pipeline(s, flat), *b = stage_pipeline(s, flat);
    assert_int_equal(seen.prepared, 1);
    assert_int_equal(go(a, VY_ROUTE_AUTO, 0), VY_OK);
    assert_int_equal(go(b, VY_ROUTE_AUTO, 0), VY_OK);
    vy_pipeline_destroy(&a);
    vy_pipeline_destroy(&b);
    assert_int_equal(seen.released, 0); // kept for the next one
    a = stage_pipeline(s, flat);
    assert_int_equal(seen.prepared, 1);
    assert_int_equal(vy_device_cache_stats(s->device, &stats), VY_OK);
    assert_int_equal(stats.compiled, 1);
    assert_int_equal(stats.loaded, 0);
    vy_pipeline_destroy(&a);
}

static void a_fresh_pipeline_has_its_own(void **state)
{
    struct stage *s = *state;
    vy_program *program = stage_parse(s, flat);
    for (int i = 1; i < 4; i++) {
        vy_pipeline *p = NULL;
        assert_int_equal(
            vy_pipeline_create(s->device, program, vy_pipeline_params(.fresh = true), &p), VY_OK);
        assert_int_equal(go(p, VY_ROUTE_AUTO, 0), VY_OK);
        vy_pipeline_destroy(&p);
        assert_int_equal(seen.prepared, i);
        assert_int_equal(seen.released, i);
    }
    vy_program_destroy(&program);
}

static void those_that_make_room_give_it_back(void **state)
{
    struct stage *s = *state;
    char text[300];
    for (int i = 0; i < VYI_HUB_COMPILED + 10; i++) {
        snprintf(text, sizeof text,
                 "program p%d\nout y : u32[1]\neach i in 0..len(y) { y[i] = %d }\n", i, i);
        vy_pipeline *p = stage_pipeline(s, text);
        vy_pipeline_destroy(&p);
    }
    assert_int_equal(seen.prepared, VYI_HUB_COMPILED + 10);
    assert_int_equal(seen.released, 10);
}

/// Three segments beside the whole program; each route makes only what it needs.
static void segments_have_code_of_their_own(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, steps);
    assert_int_equal(seen.prepared, 1);
    assert_int_equal(go(p, VY_ROUTE_NATIVE, 0), VY_OK);
    assert_int_equal(seen.runs, 1);
    assert_int_equal(go(p, VY_ROUTE_RESIDENT, 0), VY_OK);
    assert_int_equal(seen.runs, 4);
    assert_int_equal(seen.prepared, 4);
    assert_int_equal(go(p, VY_ROUTE_HOST, 0), VY_OK); // the same segments
    assert_int_equal(seen.prepared, 4);
    vy_pipeline_destroy(&p);
}

static vy_pipeline *for_route(struct stage *s, const char *text, vy_route route)
{
    vy_program *program = stage_parse(s, text);
    vy_pipeline *p = NULL;
    assert_int_equal(vy_pipeline_create(s->device, program, vy_pipeline_params(.route = route), &p),
                     VY_OK);
    vy_program_destroy(&program);
    return p;
}

static void a_pipeline_for_another_route_has_no_native_code(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = for_route(s, steps, VY_ROUTE_HOST);
    assert_int_equal(seen.prepared, 0);
    assert_int_equal(go(p, VY_ROUTE_RESIDENT, 0), VY_OK);
    assert_int_equal(seen.prepared, 3);
    seen.slow_ms = 30; // taken all the same: made then, and in time
    assert_int_equal(go(p, VY_ROUTE_NATIVE, 20), VY_ERROR_DEADLINE);
    SAID(s, "V282", "while code was made");
    assert_int_equal(seen.runs, 3);
    assert_int_equal(go(p, VY_ROUTE_NATIVE, 0), VY_OK);
    assert_int_equal(seen.prepared, 4);
    assert_int_equal(seen.runs, 4);
    vy_pipeline_destroy(&p);
    seen.slow_ms = 0;
    p = for_route(s, flat, VY_ROUTE_RESIDENT); // has one launch on every route
    assert_int_equal(seen.prepared, 5);
    vy_pipeline_destroy(&p);
    vy_program *program = stage_parse(s, flat);
    assert_int_equal(
        vy_pipeline_create(s->device, program, vy_pipeline_params(.route = (vy_route)4), &p),
        VY_ERROR_ARGUMENT);
    SAID(s, "4");
    vy_program_destroy(&program);
}

static void without_a_grid_barrier_the_whole_has_none(void **state)
{
    struct stage *s = *state;
    s->device->info.grid_barrier = false;
    vy_pipeline *p = stage_pipeline(s, steps);
    assert_int_equal(seen.prepared, 0);
    assert_int_equal(go(p, VY_ROUTE_AUTO, 0), VY_OK);
    assert_int_equal(seen.prepared, 3);
    vy_pipeline_destroy(&p);
    p = stage_pipeline(s, flat); // has no barrier to miss
    assert_int_equal(seen.prepared, 4);
    vy_pipeline_destroy(&p);
}

static void a_failure_is_told_and_tried_again(void **state)
{
    struct stage *s = *state;
    vy_program *program = stage_parse(s, steps);
    vy_pipeline *p = NULL;
    seen.fail_at = 1;
    assert_int_equal(vy_pipeline_create(s->device, program, NULL, &p), VY_ERROR_DEVICE);
    assert_null(p);
    SAID(s, "told to fail");
    seen.fail_at = 0;
    assert_int_equal(vy_pipeline_create(s->device, program, NULL, &p), VY_OK);
    seen.fail_at = 3; // the second segment
    assert_int_equal(go(p, VY_ROUTE_RESIDENT, 0), VY_ERROR_DEVICE);
    SAID(s, "told to fail");
    assert_int_equal(seen.runs, 0);
    seen.fail_at = 0;
    assert_int_equal(go(p, VY_ROUTE_RESIDENT, 0), VY_OK);
    assert_int_equal(seen.prepared, 4); // the first segment's was kept
    vy_pipeline_destroy(&p);
    vy_program_destroy(&program);
}

// ---- several threads ----
enum { THREADS = 8 };
struct crowd {
    struct stage *stage;
    pthread_barrier_t start;
    atomic_int failures;
};

static void *come_at_once(void *data)
{
    struct crowd *c = data;
    static const vy_route routes[] = {VY_ROUTE_NATIVE, VY_ROUTE_RESIDENT, VY_ROUTE_HOST};
    vy_program *program = NULL;
    vy_pipeline *p = NULL;
    vy_status status = vy_program_parse(c->stage->context,
                                        vy_parse_params(.text = steps, .name = "p.vy"), &program);
    pthread_barrier_wait(&c->start);
    if (!status)
        status = vy_pipeline_create(c->stage->device, program, NULL, &p);
    for (int i = 0; !status && i < 6; i++)
        status = go(p, routes[i % 3], 0);
    c->failures += status != VY_OK;
    vy_pipeline_destroy(&p);
    vy_program_destroy(&program);
    return NULL;
}

static void who_comes_first_makes_it_for_all(void **state)
{
    struct crowd c = {.stage = *state};
    pthread_t threads[THREADS];
    seen.slow_ms = 5; // so that they meet
    pthread_barrier_init(&c.start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, come_at_once, &c), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&c.start);
    assert_int_equal(c.failures, 0);
    assert_int_equal(seen.prepared, 4);
    assert_int_equal(seen.runs, THREADS * 2 * (1 + 3 + 3));
}

// ---- time ----
static void making_code_counts_for_the_deadline(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, steps);
    // Where the deadline passes before any code is made, it is tried again with a longer one.
    const int before = seen.prepared;
    for (uint32_t ms = 20; seen.prepared == before; ms *= 2) {
        test_log_clear(&s->log);
        seen.until_ns = vyi_now_ns() + (ms + 10) * UINT64_C(1000000);
        assert_int_equal(go(p, VY_ROUTE_RESIDENT, ms), VY_ERROR_DEADLINE);
    }
    SAID(s, "V282", "while code was made");
    assert_int_equal(seen.runs, 0);
    assert_int_equal(seen.prepared, 2); // the rest was not begun
    assert_int_equal(go(p, VY_ROUTE_RESIDENT, 0), VY_OK);
    assert_int_equal(seen.prepared, 4);
    vy_pipeline_destroy(&p);
}

static vy_status prepare_and_wait(vy_device *device, const vy_program *program, bool part,
                                  const struct vyi_job *job, void **code)
{
    seen.entered = true;
    while (!seen.go_on)
        usleep(100);
    return prepare(device, program, part, job, code);
}

static void a_cancel_is_heard_while_code_is_made(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, steps);
    const uint32_t x[4] = {1, 2, 3, 4};
    uint32_t y[4] = {9, 9, 9, 9};
    vy_pending *pending = NULL;
    fake.prepare = prepare_and_wait;
    assert_int_equal(vy_dispatch_begin(p,
                                       vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16),
                                                                          vy_arg_out("y", y, 16)),
                                                          .route = VY_ROUTE_RESIDENT),
                                       &pending),
                     VY_OK);
    while (!seen.entered)
        usleep(100);
    vy_dispatch_cancel(pending);
    seen.go_on = true;
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    SAID(s, "V283", "while code was made");
    assert_int_equal(seen.runs, 0);
    assert_int_equal(y[0], 9);
    vy_pipeline_destroy(&p);
}

// ---- memory in place ----
static const char every[] = "program every\n"
                            "in x : u32[4]\n"
                            "inout a : u32[4]\n"
                            "out y : u32[4]\n"
                            "out part : u32[4] @range(4, 8)\n"
                            "out n : atomic u32[1]\n"
                            "out hit : u32[4] @count(n)\n"
                            "scratch t : u32[4] @live\n"
                            "workgroup 4 grid 4\n"
                            "let i = gid.x\n"
                            "y[i] += x[i]\n"
                            "a[i] += 1\n"
                            "part[i] = 7\n"
                            "t[i] += 3\n"
                            "if i < 2 { hit[atomic_add(n[0], 1)] = i }\n";
enum { X, A, Y, PART, N, HIT, T };

static void whole_buffers_are_used_where_they_lie(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, every);
    uint32_t x[4] = {1, 2, 3, 4}, a[4] = {10, 20, 30, 40}, y[5] = {9, 9, 9, 9, 9},
             part[4] = {9, 9, 9, 9}, n = 9, hit[4] = {9, 9, 9, 9}, t[4] = {9, 9, 9, 9};
    vy_stats stats;
    assert_int_equal(
        vy_dispatch(
            p,
            vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16), vy_arg_inout("a", a, 16),
                                               vy_arg_out("y", y, 20), vy_arg_out("part", part, 16),
                                               vy_arg_out("n", &n, 4), vy_arg_out("hit", hit, 16),
                                               vy_arg_out("t", t, 16)),
                               .repeat = 2),
            &stats),
        VY_OK);
    assert_ptr_equal(seen.memory[X], x);
    assert_ptr_equal(seen.memory[A], a);
    assert_ptr_equal(seen.memory[Y], y);
    assert_ptr_equal(seen.memory[N], &n);
    assert_ptr_equal(seen.memory[T], t);
    assert_ptr_not_equal(seen.memory[PART], part); // only a part of it may be written
    assert_ptr_not_equal(seen.memory[HIT], hit);
    assert_memory_equal(y, ((const uint32_t[]){1, 2, 3, 4, 9}), sizeof y);
    assert_memory_equal(a, ((const uint32_t[]){12, 22, 32, 42}), sizeof a);
    assert_memory_equal(part, ((const uint32_t[]){9, 7, 7, 9}), sizeof part);
    assert_memory_equal(t, ((const uint32_t[]){3, 3, 3, 3}), sizeof t);
    assert_int_equal(n, 2);
    assert_int_equal(hit[0] + hit[1], 1);
    assert_int_equal(hit[2], 9);
    assert_int_equal(stats.bytes_up, 0);
    assert_int_equal(stats.bytes_down, 8 + 8);
    vy_pipeline_destroy(&p);
}

static void crooked_memory_is_copied(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, flat);
    _Alignas(8) char x[20], y[20];
    const uint32_t values[4] = {1, 2, 3, 4};
    uint32_t out[4];
    for (size_t shift = 0; shift < 4; shift++) {
        memcpy(x + shift, values, 16);
        memset(y, 9, sizeof y);
        assert_int_equal(
            vy_dispatch(p,
                        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x + shift, 16),
                                                           vy_arg_out("y", y + shift, 16))),
                        NULL),
            VY_OK);
        memcpy(out, y + shift, 16);
        assert_memory_equal(out, ((const uint32_t[]){2, 3, 4, 5}), 16);
        assert_true((seen.memory[0] == x + shift) == !shift);
        assert_true((seen.memory[1] == y + shift) == !shift);
        assert_int_equal((uintptr_t)seen.memory[0] % 4, 0);
    }
    vy_pipeline_destroy(&p);
    p = stage_pipeline(s, "program wide\nin x : u32[4] @align(64)\nout y : u32[4]\n"
                          "each i in 0..4 { y[i] = x[i] }\n");
    _Alignas(64) uint32_t wide[20] = {0};
    assert_int_equal(go(p, VY_ROUTE_AUTO, 0), VY_OK);
    for (size_t shift = 0; shift < 16; shift += 4) {
        assert_int_equal(
            vy_dispatch(p,
                        vy_dispatch_params(.args = vy_args(vy_arg_in("x", wide + shift, 16),
                                                           vy_arg_out("y", out, 16))),
                        NULL),
            VY_OK);
        assert_true((seen.memory[0] == wide + shift) == !shift);
    }
    vy_pipeline_destroy(&p);
}

/// What is refused before the launch has touched nothing, in place or not.
static void an_error_before_the_launch_touches_nothing(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, steps);
    const uint32_t x[4] = {1, 2, 3, 4};
    uint32_t y[4] = {9, 9, 9, 9};
    uint64_t before = s->alloc.live;
    seen.fail_at = 2;
    for (uint64_t n = 0; n < 12; n++) {
        s->alloc.calls = s->alloc.failed = 0;
        s->alloc.fail_at = n;
        vy_status status = vy_dispatch(
            p,
            vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16), vy_arg_out("y", y, 16)),
                               .route = VY_ROUTE_RESIDENT),
            NULL);
        s->alloc.fail_at = 0;
        assert_true(status == VY_ERROR_MEMORY || status == VY_ERROR_DEVICE);
        assert_int_equal(y[0], 9);
        assert_int_equal(seen.runs, 0);
    }
    assert_true(s->alloc.live >= before); // the schedule, which is kept
    seen.fail_at = 0;
    seen.no_memory = true;
    for (vy_route route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++) {
        assert_int_equal(vy_dispatch(p,
                                     vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16),
                                                                        vy_arg_out("y", y, 16)),
                                                        .route = route),
                                     NULL),
                         VY_ERROR_MEMORY);
        assert_int_equal(y[0], 9);
    }
    vy_pipeline_destroy(&p);
}

// ---- params ----
static void params_are_copied_and_checked(void **state)
{
    struct stage *s = *state;
    vy_device *d = NULL;
    char name[] = "oracle", folder[] = "/x/y";
    assert_int_equal(vy_device_open(s->context,
                                    vy_device_params(.name = name, .cache = folder, .threads = 3,
                                                     .level = VY_LEVEL_NONE),
                                    &d),
                     VY_OK);
    memset(name, '?', sizeof name - 1);
    memset(folder, '?', sizeof folder - 1);
    assert_string_equal(d->params.name, "oracle");
    assert_string_equal(d->params.cache, "/x/y");
    assert_int_equal(d->params.threads, 3);
    assert_int_equal(d->params.level, VY_LEVEL_NONE);
    vy_device_close(&d);
    assert_int_equal(
        vy_device_open(s->context, vy_device_params(.name = "oracle", .cache = ""), &d), VY_OK);
    assert_string_equal(d->params.cache, "");
    vy_device_close(&d);
    assert_int_equal(vy_device_open(s->context, vy_device_params(.name = "oracle"), &d), VY_OK);
    assert_null(d->params.cache);
    vy_device_close(&d);
    assert_int_equal(vy_device_open(s->context, vy_device_params(.level = (vy_level)3), &d),
                     VY_ERROR_ARGUMENT);
    SAID(s, "V280", "3 is no level");
    assert_int_equal(vy_device_open(s->context, vy_device_params(.threads = UINT32_MAX), &d),
                     VY_ERROR_ARGUMENT);
    SAID(s, "V281", "4294967295 threads");
    assert_null(d);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(equal_programs_share_their_code),
        TEST(a_fresh_pipeline_has_its_own),
        TEST(those_that_make_room_give_it_back),
        TEST(segments_have_code_of_their_own),
        TEST(a_pipeline_for_another_route_has_no_native_code),
        TEST(without_a_grid_barrier_the_whole_has_none),
        TEST(a_failure_is_told_and_tried_again),
        TEST(who_comes_first_makes_it_for_all),
        TEST(making_code_counts_for_the_deadline),
        TEST(a_cancel_is_heard_while_code_is_made),
        TEST(whole_buffers_are_used_where_they_lie),
        TEST(crooked_memory_is_copied),
        TEST(an_error_before_the_launch_touches_nothing),
        TEST(params_are_copied_and_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
