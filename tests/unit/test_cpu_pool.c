// Launches on the cpu device's threads, with kernels written in C: workgroups are dealt once and
// upwards, the grid barrier holds whoever joined, and a launch can always be stopped.
#include "dev/cpu/cpu_launch.h"
#include "dev/pool.h"
#include "support/log.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_GROUPS = 5000, VOLUME = 8 };

static const char text[] = "program t\n"
                           "out y: u32[4]\n"
                           "workgroup 8\n"
                           "grid 8\n"
                           "print \"hello {} {}\", gid.x, 1.5\n"
                           "assert gid.x < 3, \"{} of {}\", gid.x, len(y)\n"
                           "fixpoint i in 0..4 { if gid.x == i { again } }\n"
                           "fixpoint j in 0..4 { y[0] = 1 }\n";

/// What kernels work on.
static struct bench {
    vy_context *context;
    struct test_log log;
    vy_program *program;
    uint32_t print_site, assert_site, fixpoints[2];
    struct vyi_pool *pool;
    struct vyi_cpu_work work;
    struct vyi_job_result result;
    atomic_bool cancel;
    uint64_t deadline_ns;
    uint32_t groups;
    uint32_t lines;
    char line[64];
    // by kernels
    atomic_uint counts[MOST_GROUPS];
    uint32_t cells[MOST_GROUPS]; ///< plain: a sanitizer sees where the barrier does not order
    atomic_uint wrong, joined, numbers, left, late;
    uint32_t rounds, expected, early;
    cpu_set_t processors;
    pthread_t caller;
} b;

static void on_print(void *user, const char *line)
{
    (void)user;
    b.lines++;
    snprintf(b.line, sizeof b.line, "%s", line);
}

static int setup(void **state)
{
    (void)state;
    memset(&b, 0, sizeof b);
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &b.log), &b.context) ||
        vy_program_parse(b.context, vy_parse_params(.text = text, .name = "t.vy"), &b.program) ||
        vy_program_verify(b.program))
        return -1;
    for (uint32_t i = 0; i < b.program->nodes.count; i++) {
        if (b.program->nodes.at[i].op == VYI_OP_PRINT)
            b.print_site = i;
        if (b.program->nodes.at[i].op == VYI_OP_ASSERT)
            b.assert_site = i;
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    vyi_vec_free(b.context, &b.result.fixpoints);
    vy_program_destroy(&b.program);
    vy_context_destroy(&b.context);
    return 0;
}

static void open_pool(uint32_t threads)
{
    assert_int_equal(vyi_pool_create(b.context, threads, &b.pool), VY_OK);
}

static void close_pool(void)
{
    vyi_cpu_launches_free(b.pool);
    vyi_pool_destroy(&b.pool);
}

static vy_status launch(vyi_cpu_kernel kernel, uint32_t groups)
{
    uint32_t y[4] = {0};
    void *memory[1] = {y};
    struct vyi_extent extent = {.size = {4}, .count = 4, .bytes = 16};
    struct vyi_launch l = {.extents = &extent,
                           .workgroup = {VOLUME, 1, 1},
                           .groups = {groups, 1, 1},
                           .invocations = (uint64_t)groups * VOLUME};
    vy_dispatch_params params = {.size = sizeof(vy_dispatch_params), .print = on_print};
    struct vyi_report report = {.context = b.context, .sources = &b.program->sources};
    struct vyi_kernel what = {
        .program = b.program, .launch = &l, .memory = memory, .report = &report};
    struct vyi_job job = {
        .params = &params, .cancel = &b.cancel, .deadline_ns = b.deadline_ns, .report = &report};
    const struct vyi_cpu_call call = {.job = &job, .kernel = &what};
    struct vyi_job_result result = {0};
    b.work.kernel = kernel;
    b.work.info.abi = 1;
    b.work.fixpoints = b.fixpoints;
    b.work.fixpoint_count = 2;
    b.work.info.fixpoints = 2;
    vy_status status = vyi_cpu_run(b.pool, &b.work, &call, &result);
    vyi_report_end(&report, VY_OK);
    vyi_vec_free(b.context, &b.result.fixpoints);
    b.result = result;
    return status;
}

// ---- dealing ----
static void count_groups(struct vyi_cpu_thread *t)
{
    uint32_t first, end, last = 0;
    while (t->block->fns.take(t, &first, &end)) {
        bool back = last && first < last && !t->number; // only the caller goes upwards alone
        if (first >= end || back || end > t->block->group_count)
            atomic_fetch_add(&b.wrong, 1);
        for (uint32_t g = first; g < end && g < MOST_GROUPS; g++)
            atomic_fetch_add(&b.counts[g], 1);
        last = end;
    }
}

static void every_workgroup_is_dealt_once(void **state)
{
    static const uint32_t threads[] = {1, 2, 8}, sizes[] = {1, 2, 7, 64, 1000, MOST_GROUPS};
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        open_pool(threads[k]);
        for (size_t s = 0; s < 6; s++)
            for (int round = 0; round < 20; round++) {
                memset(b.counts, 0, sizeof b.counts);
                assert_int_equal(launch(count_groups, sizes[s]), VY_OK);
                for (uint32_t g = 0; g < MOST_GROUPS; g++)
                    assert_int_equal(b.counts[g], g < sizes[s]);
            }
        close_pool();
    }
    assert_int_equal(b.wrong, 0);
}

/// Nobody joins: the caller has every workgroup, in order.
static void alone(struct vyi_cpu_thread *t)
{
    uint32_t first, end, last = 0;
    for (; t->block->fns.take(t, &first, &end); last = end)
        if (first != last)
            atomic_fetch_add(&b.wrong, 1);
    if (last != t->block->group_count)
        atomic_fetch_add(&b.wrong, 1);
}

static void the_caller_goes_upwards(void **state)
{
    static const uint32_t threads[] = {1, 2, 3, 8, 100};
    (void)state;
    for (size_t k = 0; k < 5; k++) {
        open_pool(threads[k]);
        b.pool->most = 0;
        assert_int_equal(launch(alone, 1), VY_OK);
        assert_int_equal(launch(alone, 5), VY_OK);
        assert_int_equal(launch(alone, 1000), VY_OK);
        close_pool();
    }
    assert_int_equal(b.wrong, 0);
}

/// Each waits for the one before it, whoever has that.
static void wait_for_smaller(struct vyi_cpu_thread *t)
{
    uint32_t first, end;
    while (t->block->fns.take(t, &first, &end))
        for (uint32_t g = first; g < end; g++) {
            while (g && !atomic_load(&b.counts[g - 1]))
                sched_yield();
            atomic_store(&b.counts[g], 1);
        }
}

static void workgroups_wait_for_smaller_ones(void **state)
{
    static const uint32_t threads[] = {1, 2, 3, 8};
    (void)state;
    for (size_t k = 0; k < 4; k++) {
        open_pool(threads[k]);
        for (uint32_t groups = 1; groups < 100; groups += 7) {
            memset(b.counts, 0, sizeof b.counts);
            assert_int_equal(launch(wait_for_smaller, groups), VY_OK);
            assert_int_equal(b.counts[groups - 1], 1);
        }
        close_pool();
    }
}

static void nothing_runs_nothing(void **state)
{
    (void)state;
    open_pool(2);
    assert_int_equal(launch(count_groups, 0), VY_OK);
    assert_int_equal(b.result.fixpoints.count, 2);
    assert_true(b.result.fixpoints.at[0].converged);
    assert_int_equal(b.counts[0], 0);
    close_pool();
}

/// Waits until as many have come as the pool has threads: they all do, sooner or later.
static void wait_for_all(struct vyi_cpu_thread *t)
{
    atomic_fetch_or(&b.numbers, 1u << t->number);
    atomic_fetch_add(&b.joined, 1);
    while (atomic_load(&b.joined) < b.pool->threads)
        sched_yield();
    count_groups(t);
}

static void all_threads_join(void **state)
{
    static const uint32_t threads[] = {1, 2, 8};
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        open_pool(threads[k]);
        for (int round = 0; round < 20; round++) {
            b.joined = b.numbers = 0;
            assert_int_equal(launch(wait_for_all, 100), VY_OK);
            assert_int_equal(b.numbers, (1u << threads[k]) - 1);
        }
        close_pool();
    }
}

/// Threads have parts of their own, so that data stay in the caches of a processor.
static void begin_with_own(struct vyi_cpu_thread *t)
{
    uint32_t first, end, groups = t->block->group_count, threads = b.pool->threads;
    atomic_fetch_add(&b.joined, 1);
    while (atomic_load(&b.joined) < threads)
        sched_yield();
    if (t->block->fns.take(t, &first, &end) && first % (groups / threads) == 0 &&
        (t->number || !first))
        atomic_fetch_or(&b.numbers, 1u << first / (groups / threads));
    atomic_fetch_add(&b.left, 1);
    while (atomic_load(&b.left) < threads)
        sched_yield();
}

static void threads_begin_with_their_own(void **state)
{
    static const uint32_t threads[] = {1, 2, 8};
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        open_pool(threads[k]);
        for (int round = 0; round < 20; round++) {
            b.joined = b.numbers = b.left = 0;
            assert_int_equal(launch(begin_with_own, 80), VY_OK);
            assert_int_equal(b.numbers, (1u << threads[k]) - 1);
        }
        close_pool();
    }
}

/// A worker that is called chooses among its processors again.
static void compare_processors(struct vyi_cpu_thread *t)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) || !CPU_EQUAL(&set, &b.processors))
        atomic_fetch_add(&b.wrong, 1);
    wait_for_all(t);
}

static void workers_keep_their_processors(void **state)
{
    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof b.processors, &b.processors), 0);
    open_pool(3);
    b.pool->poll_ns = 0;
    for (int round = 0; round < 200; round++) {
        b.joined = b.numbers = 0;
        assert_int_equal(launch(compare_processors, 100), VY_OK);
        for (bool asleep = false; !asleep; sched_yield()) {
            pthread_mutex_lock(&b.pool->lock);
            asleep = b.pool->asleep && b.pool->asleep->below;
            pthread_mutex_unlock(&b.pool->lock);
        }
    }
    close_pool();
    assert_int_equal(b.wrong, 0);
}

/// Every thread is on its own: a thread that is not the caller would be a wake-up too many.
static void one_workgroup_wakes_nobody(void **state)
{
    (void)state;
    open_pool(8);
    assert_int_equal(launch(count_groups, 1), VY_OK);
    assert_int_equal(b.pool->started, 0);
    assert_int_equal(launch(count_groups, 2), VY_OK);
    assert_in_range(b.pool->started, 1, 7);
    close_pool();
}

// ---- the barrier ----
/// In each round every workgroup writes its cell, and after the barrier everybody who is dealt
/// anything reads all.
static void rounds(struct vyi_cpu_thread *t)
{
    uint32_t first, end, groups = t->block->group_count;
    for (uint32_t round = 1; round <= b.rounds; round++) {
        while (t->block->fns.take(t, &first, &end))
            for (uint32_t g = first; g < end; g++) {
                if (b.cells[g] != round - 1)
                    atomic_fetch_add(&b.wrong, 1);
                b.cells[g] = round;
            }
        if (t->block->fns.synchronise(t, 0) & VYI_CPU_STOP)
            return;
        while (t->block->fns.take(t, &first, &end))
            for (uint32_t g = 0; g < groups; g++)
                if (b.cells[g] != round)
                    atomic_fetch_add(&b.wrong, 1);
        if (t->block->fns.synchronise(t, 0) & VYI_CPU_STOP)
            return;
    }
    atomic_fetch_add(&b.left, 1);
}

static void the_barrier_holds(void **state)
{
    static const uint32_t threads[] = {1, 2, 8}, sizes[] = {1, 2, 3, 40, 700};
    (void)state;
    b.work.info.synchronises = 1;
    b.rounds = 30;
    for (size_t k = 0; k < 3; k++) {
        open_pool(threads[k]);
        for (size_t s = 0; s < 5; s++)
            for (int repeat = 0; repeat < 5; repeat++) {
                memset(b.cells, 0, sizeof b.cells);
                b.left = 0;
                assert_int_equal(launch(rounds, sizes[s]), VY_OK);
                assert_int_equal(b.wrong, 0);
                assert_in_range(b.left, 1, threads[k]);
                assert_int_equal(b.cells[0], b.rounds);
            }
        close_pool();
    }
}

/// Whether each worker has joined or found that it cannot.
static bool all_have_tried(void)
{
    struct vyi_pool *p = b.pool;
    pthread_mutex_lock(&p->lock);
    uint32_t joined = atomic_load(&b.joined) - 1; // but for the caller
    uint32_t idle = p->awake;
    for (struct vyi_worker *w = p->asleep; w; w = w->below)
        idle++;
    bool tried = !p->wanted && idle + joined >= p->started;
    pthread_mutex_unlock(&p->lock);
    return tried;
}

/// Of the rounds the first are the caller's alone, as far as no worker is quicker than its lock.
/// Whoever joins then sees what the others saw, and is dealt nothing that they have done.
static void late_threads(struct vyi_cpu_thread *t)
{
    const struct vyi_cpu_fns *fns = &t->block->fns;
    bool caller = pthread_equal(pthread_self(), b.caller), dealt = false;
    uint32_t first, end, groups = t->block->group_count;
    if (caller)
        pthread_mutex_lock(&b.pool->lock);
    atomic_fetch_add(&b.joined, 1);
    for (uint32_t round = 0; round < b.rounds + 20; round++) {
        if (caller && round == b.rounds) {
            b.early = atomic_load(&b.joined);
            pthread_mutex_unlock(&b.pool->lock);
        }
        while (caller && round == b.rounds &&
               (b.expected ? atomic_load(&b.joined) < b.expected : !all_have_tried()))
            sched_yield();
        for (; fns->take(t, &first, &end); dealt = true) {
            if (!dealt && round >= b.rounds)
                atomic_fetch_add(&b.late, 1);
            for (uint32_t g = first; g < end; g++) {
                if (b.cells[g]++ != round)
                    atomic_fetch_add(&b.wrong, 1);
                t->block->parts[g] = round;
                if (g)
                    continue;
                t->block->again[1] |= round % 6 == 0;
                atomic_store(&b.counts[0], round);
            }
        }
        if (round % 2) {
            uint64_t sum = fns->combine(t, VYI_CPU_REDUCE, VYI_OP_ADD, VY_TYPE_U64);
            if (sum != (uint64_t)groups * round || t->flags & VYI_CPU_STOP)
                atomic_fetch_add(&b.wrong, 1);
        } else if (((fns->synchronise(t, 2) & VYI_CPU_AGAIN) != 0) != (round % 6 == 0)) {
            atomic_fetch_add(&b.wrong, 1);
        }
        if (fns->remember(t, atomic_load(&b.counts[0])) != round)
            atomic_fetch_add(&b.wrong, 1);
        fns->synchronise(t, 0);
    }
    atomic_fetch_add(&b.left, 1);
}

static void whoever_joins_late_sees_the_same(void **state)
{
    (void)state;
    b.work.info.synchronises = b.work.info.parts = 1;
    b.caller = pthread_self();
    open_pool(8);
    for (int repeat = 0; repeat < 50; repeat++) {
        b.rounds = 1 + (uint32_t)repeat;
        b.expected = 8;
        b.joined = b.left = 0;
        memset(b.cells, 0, sizeof b.cells);
        assert_int_equal(launch(late_threads, 1000), VY_OK);
        assert_int_equal(b.left, 8);
        assert_int_equal(b.wrong, 0);
    }
    assert_true(b.late > 0);
    b.rounds = VYI_CPU_PAST_MOST; // two barriers each
    b.expected = 0;
    b.joined = b.left = 0;
    memset(b.cells, 0, sizeof b.cells);
    assert_int_equal(launch(late_threads, 8), VY_OK);
    assert_int_equal(b.joined, b.early);
    assert_int_equal(b.left, b.joined);
    assert_int_equal(b.wrong, 0);
    close_pool();
}

static void flags(struct vyi_cpu_thread *t)
{
    uint32_t first, end, passes = 0, flags, again;
    do {
        while (t->block->fns.take(t, &first, &end))
            for (uint32_t g = first; g < end; g++) {
                if (g == passes && passes < 3)
                    t->block->again[1] = 1;
                if (g == 0 && passes < 2)
                    *t->block->alive = 1;
            }
        flags = t->block->fns.synchronise(t, 2);
        again = flags & VYI_CPU_AGAIN;
        if (((flags & VYI_CPU_AGAIN) != 0) != (passes < 3) ||
            ((flags & VYI_CPU_ALIVE) != 0) != (passes < 2))
            atomic_fetch_add(&b.wrong, 1);
        passes++;
    } while (again);
    t->block->fns.fixpoint(t, 1, passes, again);
    t->block->fns.fixpoint(t, 0, 0, 0);
    t->block->fns.fixpoint(t, 1, 7, 1);
}

static void fixpoints_are_counted(void **state)
{
    (void)state;
    b.work.info.synchronises = 1;
    open_pool(4);
    for (int repeat = 0; repeat < 20; repeat++) {
        assert_int_equal(launch(flags, 10), VY_OK);
        assert_int_equal(b.wrong, 0);
        const struct vyi_job_fixpoint *f = b.result.fixpoints.at;
        assert_int_equal(f[0].entries, 1);
        assert_int_equal(f[0].empty, 1);
        assert_false(f[0].converged);
        assert_int_equal(f[1].entries, 2);
        assert_int_equal(f[1].passes, 4 + 7);
        assert_int_equal(f[1].cut, 1);
        assert_false(f[1].converged);
    }
    close_pool();
}

// ---- collectives of the grid ----
static uint64_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static void collectives(struct vyi_cpu_thread *t)
{
    struct vyi_cpu_block *block = t->block;
    uint64_t n = block->group_count;
    uint32_t first, end;
    while (block->fns.take(t, &first, &end))
        for (uint32_t g = first; g < end; g++)
            block->parts[g] = g + 1;
    if (block->fns.combine(t, VYI_CPU_REDUCE, VYI_OP_ADD, VY_TYPE_U32) != n * (n + 1) / 2)
        atomic_fetch_add(&b.wrong, 1);
    while (block->fns.take(t, &first, &end))
        for (uint32_t g = first; g < end; g++)
            block->parts[g] = g + 1;
    block->fns.combine(t, VYI_CPU_SCAN, VYI_OP_ADD, VY_TYPE_U64);
    while (block->fns.take(t, &first, &end))
        for (uint32_t g = first; g < end; g++) {
            if (block->parts[g] != (uint64_t)g * (g + 1) / 2)
                atomic_fetch_add(&b.wrong, 1);
            // In order, ones would vanish one by one beside 2^24; the tree adds ones to ones.
            block->parts[g] = bits_of(g ? 1.0f : 16777216.0f);
        }
    uint64_t sum = block->fns.combine(t, VYI_CPU_REDUCE, VYI_OP_ADD, VY_TYPE_F32);
    if (n == 7 && sum != bits_of(16777220.0f))
        atomic_fetch_add(&b.wrong, 1);
    while (block->fns.take(t, &first, &end))
        for (uint32_t g = first; g < end; g++)
            block->parts[g] = bits_of(-0.0f);
    if (block->fns.combine(t, VYI_CPU_REDUCE, VYI_OP_ADD, VY_TYPE_F32) != bits_of(-0.0f))
        atomic_fetch_add(&b.wrong, 1);
    if (t->flags & VYI_CPU_STOP)
        atomic_fetch_add(&b.wrong, 1);
}

static void parts_are_combined_in_one_order(void **state)
{
    static const uint32_t sizes[] = {1, 2, 7, 100, 1000};
    (void)state;
    b.work.info.synchronises = b.work.info.parts = 1;
    open_pool(4);
    for (size_t s = 0; s < 5; s++)
        for (int repeat = 0; repeat < 10; repeat++)
            assert_int_equal(launch(collectives, sizes[s]), VY_OK);
    close_pool();
    assert_int_equal(b.wrong, 0);
}

// ---- memory ----
static void memory_is_there(struct vyi_cpu_thread *t)
{
    uint32_t first, end;
    if (!t->scratch || (uintptr_t)t->scratch % 64)
        atomic_fetch_add(&b.wrong, 1);
    memset(t->scratch, 0x5a, 1000);
    while (t->block->fns.take(t, &first, &end))
        for (uint32_t g = first; g < end; g++)
            for (uint32_t k = 0; k < 24; k++) {
                if (t->block->spill[g * 24 + k])
                    atomic_fetch_add(&b.wrong, 1);
                t->block->spill[g * 24 + k] = 0xff;
            }
    if (t->block->slot[1] != 4 || t->block->slot[2] != 4 || t->block->slot[3] != 1)
        atomic_fetch_add(&b.wrong, 1);
    for (uint32_t k = 0; k < 64; k++)
        if (((const uint8_t *)t->block->zeros)[k])
            atomic_fetch_add(&b.wrong, 1);
}

static void what_is_kept_starts_as_zeros(void **state)
{
    (void)state;
    b.work.info.scratch_bytes = 1000;
    b.work.info.spill_bytes = 24;
    open_pool(4);
    for (uint32_t groups = 1; groups < 4000; groups = groups * 3 + 1)
        assert_int_equal(launch(memory_is_there, groups), VY_OK);
    assert_int_equal(launch(memory_is_there, 5), VY_OK);
    close_pool();
    assert_int_equal(b.wrong, 0);
}

static void what_is_kept_has_a_limit(void **state)
{
    (void)state;
    open_pool(2);
    b.work.info.spill_bytes = (uint64_t)1 << 62;
    assert_int_equal(launch(count_groups, 64), VY_ERROR_LIMIT);
    b.work.info.spill_bytes = 1024;
    b.work.most_bytes = 1 << 20;
    assert_int_equal(launch(count_groups, 1024), VY_OK);
    assert_int_equal(launch(count_groups, 1025), VY_ERROR_LIMIT);
    assert_non_null(strstr(b.log.text, "1025 workgroups that keep 1024 bytes"));
    close_pool();
}

// ---- stopping ----
static void endless(struct vyi_cpu_thread *t)
{
    uint32_t first, end;
    while (t->block->fns.take(t, &first, &end))
        while (!t->block->fns.poll(t))
            ;
    if (t->block->fns.synchronise(t, 0) != VYI_CPU_STOP)
        atomic_fetch_add(&b.wrong, 1);
}

static void *cancel_soon(void *user)
{
    (void)user;
    usleep(20000);
    atomic_store(&b.cancel, true);
    return NULL;
}

static void an_endless_loop_is_stopped(void **state)
{
    static const uint32_t threads[] = {1, 2, 8};
    pthread_t other;
    (void)state;
    b.work.info.synchronises = 1;
    for (size_t k = 0; k < 3; k++) {
        open_pool(threads[k]);
        b.deadline_ns = vyi_now_ns() + 20 * 1000000;
        assert_int_equal(launch(endless, 3), VY_ERROR_DEADLINE);
        assert_non_null(strstr(b.log.text, "the deadline passed"));
        b.deadline_ns = 0;
        assert_int_equal(pthread_create(&other, NULL, cancel_soon, NULL), 0);
        assert_int_equal(launch(endless, 3), VY_ERROR_CANCELLED);
        assert_non_null(strstr(b.log.text, "cancelled"));
        pthread_join(other, NULL);
        b.cancel = false;
        // The next one is as if nothing had been.
        memset(b.cells, 0, sizeof b.cells);
        b.rounds = 3;
        assert_int_equal(launch(rounds, 100), VY_OK);
        close_pool();
        test_log_clear(&b.log);
    }
    assert_int_equal(b.wrong, 0);
}

/// The first thread neither polls nor meets until the second has left the barrier, which it can
/// only do by looking for a cancel while it waits.
static void held_up(struct vyi_cpu_thread *t)
{
    atomic_fetch_add(&b.joined, 1);
    while (atomic_load(&b.joined) < 2)
        sched_yield();
    if (t->number == 0) {
        while (!atomic_load(&b.left))
            sched_yield();
        return;
    }
    if (t->block->fns.synchronise(t, 0) != VYI_CPU_STOP)
        atomic_fetch_add(&b.wrong, 1);
    atomic_fetch_add(&b.left, 1);
}

static void waiting_at_a_barrier_is_stopped(void **state)
{
    pthread_t other;
    (void)state;
    b.work.info.synchronises = 1;
    open_pool(2);
    assert_int_equal(pthread_create(&other, NULL, cancel_soon, NULL), 0);
    assert_int_equal(launch(held_up, 2), VY_ERROR_CANCELLED);
    pthread_join(other, NULL);
    b.cancel = false;
    b.joined = b.left = 0;
    b.deadline_ns = vyi_now_ns() + 20 * 1000000;
    assert_int_equal(launch(held_up, 2), VY_ERROR_DEADLINE);
    close_pool();
    assert_int_equal(b.wrong, 0);
}

// ---- what programs say ----
static void failing(struct vyi_cpu_thread *t)
{
    uint32_t first, end;
    while (t->block->fns.take(t, &first, &end))
        for (uint32_t g = first; g < end; g++)
            if (g >= 11)
                (t->block->fns.fail)(t, b.assert_site, (uint64_t)g * VOLUME + 3,
                                     (const uint64_t[]){g, 77});
    if (b.work.info.synchronises && t->block->fns.synchronise(t, 0) != VYI_CPU_STOP)
        atomic_fetch_add(&b.wrong, 1);
}

static void the_least_failure_is_told(void **state)
{
    (void)state;
    open_pool(4);
    for (int repeat = 0; repeat < 20; repeat++) {
        b.work.info.synchronises = repeat & 1;
        assert_int_equal(launch(failing, 200), VY_ERROR_ASSERT);
        assert_non_null(strstr(b.log.text, "assert failed in invocation 91: 11 of 77"));
        assert_non_null(strstr(b.log.text, "t.vy:6"));
        assert_int_equal(b.log.errors, 1);
        test_log_clear(&b.log);
        assert_int_equal(launch(failing, 11), VY_OK);
        b.wrong = 0; // without a failure it goes on
    }
    b.work.info.synchronises = 1;
    assert_int_equal(launch(failing, 200), VY_ERROR_ASSERT);
    assert_int_equal(b.wrong, 0);
    close_pool();
}

static void talking(struct vyi_cpu_thread *t)
{
    uint32_t first, end;
    const uint64_t args[2] = {5, bits_of(1.5f)};
    while (t->block->fns.take(t, &first, &end))
        for (uint32_t g = first; g < end; g++)
            for (int k = 0; k < 20; k++)
                t->block->fns.print(t, b.print_site, args);
}

static void lines_are_delivered_up_to_a_bound(void **state)
{
    (void)state;
    open_pool(4);
    assert_int_equal(launch(talking, 100), VY_OK);
    assert_int_equal(b.lines, 2000);
    assert_int_equal(b.result.printed, 2000);
    assert_string_equal(b.line, "hello 5 1.5");
    b.lines = 0;
    assert_int_equal(launch(talking, 4000), VY_OK);
    assert_int_equal(b.lines, 65536);
    assert_int_equal(b.result.dropped, 80000 - 65536);
    close_pool();
}

// ---- several at once ----
static atomic_uint in_turn[8];
static void own_rounds(struct vyi_cpu_thread *t)
{
    uint32_t first, end, sum = 0;
    for (int round = 0; round < 10; round++) {
        while (t->block->fns.take(t, &first, &end))
            sum += end - first;
        if (t->block->fns.synchronise(t, 0) & VYI_CPU_STOP)
            return;
    }
    atomic_fetch_add(&in_turn[t->block->group_count % 8], sum);
}

struct caller {
    uint32_t groups;
    vy_status status;
};

static void *call_often(void *user)
{
    struct caller *c = user;
    struct vyi_extent extent = {.size = {4}, .count = 4, .bytes = 16};
    uint32_t y[4];
    void *memory[1] = {y};
    struct vyi_launch l = {.extents = &extent,
                           .workgroup = {VOLUME, 1, 1},
                           .groups = {c->groups, 1, 1},
                           .invocations = (uint64_t)c->groups * VOLUME};
    struct vyi_cpu_work work = {.kernel = own_rounds, .info = {.synchronises = 1}};
    vy_dispatch_params params = {.size = sizeof(vy_dispatch_params)};
    for (int i = 0; i < 100 && !c->status; i++) {
        struct vyi_report report = {.context = b.context};
        struct vyi_kernel kernel = {
            .program = b.program, .launch = &l, .memory = memory, .report = &report};
        struct vyi_job job = {.params = &params, .report = &report};
        const struct vyi_cpu_call call = {.job = &job, .kernel = &kernel};
        struct vyi_job_result result = {0};
        c->status = vyi_cpu_run(b.pool, &work, &call, &result);
        vyi_report_end(&report, VY_OK);
    }
    return NULL;
}

static void launches_run_at_once(void **state)
{
    pthread_t threads[8];
    struct caller callers[8];
    (void)state;
    open_pool(3);
    for (uint32_t i = 0; i < 8; i++) {
        callers[i] = (struct caller){.groups = 96 + i};
        assert_int_equal(pthread_create(&threads[i], NULL, call_often, &callers[i]), 0);
    }
    for (uint32_t i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(callers[i].status, VY_OK);
        assert_int_equal(in_turn[i], (96 + i) * 10 * 100);
    }
    close_pool();
}

static void a_child_process_is_told_apart(void **state)
{
    int how = 0;
    (void)state;
    open_pool(4);
    assert_int_equal(launch(wait_for_all, 100), VY_OK);
    assert_false(vyi_pool_forked(b.pool));
    pid_t child = fork();
    if (child == 0) {
        bool forked = vyi_pool_forked(b.pool);
        vyi_pool_destroy(&b.pool); // waits for no thread that is not here
        _exit(forked ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    close_pool();
}

static void there_are_cores(void **state)
{
    cpu_set_t all, one;
    (void)state;
    uint32_t cores = vyi_dev_cores();
    assert_in_range(cores, 1, 1 << 20);
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(vyi_dev_cores(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    assert_int_equal(vyi_dev_cores(), cores);
}

#define TEST(NAME) cmocka_unit_test_setup_teardown(NAME, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_workgroup_is_dealt_once),
        TEST(the_caller_goes_upwards),
        TEST(workgroups_wait_for_smaller_ones),
        TEST(threads_begin_with_their_own),
        TEST(workers_keep_their_processors),
        TEST(nothing_runs_nothing),
        TEST(all_threads_join),
        TEST(one_workgroup_wakes_nobody),
        TEST(the_barrier_holds),
        TEST(whoever_joins_late_sees_the_same),
        TEST(fixpoints_are_counted),
        TEST(parts_are_combined_in_one_order),
        TEST(what_is_kept_starts_as_zeros),
        TEST(what_is_kept_has_a_limit),
        TEST(an_endless_loop_is_stopped),
        TEST(waiting_at_a_barrier_is_stopped),
        TEST(the_least_failure_is_told),
        TEST(lines_are_delivered_up_to_a_bound),
        TEST(launches_run_at_once),
        TEST(a_child_process_is_told_apart),
        TEST(there_are_cores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
