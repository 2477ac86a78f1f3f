// What bounds a run of the oracle: deadlines, budgets, waits that cannot end, large grids, starved
// allocators, and the scripted host of service programs.
#include "support/alloc.h"
#include "support/patience.h"
#include "support/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include <cmocka.h>

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// ---- budgets ----
static const char endless[] = "program t\nout y: u32[64]\nworkgroup 8\ngrid 64\nvar k = 0\n"
                              "loop { k += 1\n y[gid.x] = k }\n";

static void a_deadline_ends_an_endless_loop(void **state)
{
    struct trial t = {.text = endless};
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        t.deadline_ns = now_ns() + 20 * 1000 * 1000;
        assert_int_equal(trial_run(&t), VY_ERROR_DEADLINE);
        assert_true(trial_said(&t, "the deadline passed"));
        trial_free(&t);
    }
}

static void cancelling_ends_it_too(void **state)
{
    atomic_bool cancel = true;
    struct trial t = {.text = endless, .cancel = &cancel};
    (void)state;
    assert_int_equal(trial_run(&t), VY_ERROR_CANCELLED);
    assert_true(trial_said(&t, "cancelled"));
    trial_free(&t);
}

static void steps_are_limited(void **state)
{
    struct trial t = {.text = endless, .max_steps = 1000000};
    (void)state;
    assert_int_equal(trial_run(&t), VY_ERROR_LIMIT);
    assert_true(trial_said(&t, "more than 1000000 statements"));
    assert_in_range(t.result.statements, 1000000, 2000000);
    trial_free(&t);
}

static uint64_t last_progress, progress_calls;
static void on_progress(void *user, uint64_t statements)
{
    (void)user;
    assert_true(statements >= last_progress);
    last_progress = statements;
    progress_calls++;
}

static void progress_is_told(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[8]\nworkgroup 8\ngrid 8\n"
                              "for k in 0..100000 { y[gid.x] += k }\n",
                      .progress = on_progress};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_in_range(t.result.statements, 1600000, 1700000);
    assert_in_range(progress_calls, 8, 30);
    trial_free(&t);
}

static void memory_is_limited_and_the_error_has_numbers(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[1]\nworkgroup 256\ngrid 1_000_000\n"
                              "var a: u32[1024]\na[gid.x % 1024] = 1\nbarrier grid\n"
                              "if gid.x == 0 { y[0] = a[0] }\n",
                      .max_memory = 64 << 20};
    (void)state;
    assert_int_equal(trial_run(&t), VY_ERROR_LIMIT);
    assert_true(trial_said(&t, "more than 64 MiB"));
    assert_true(trial_said(&t, "1000192 invocations"));
    trial_free(&t);
}

static void a_grid_without_barriers_needs_little_memory(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[1 << 17]\nshared s: u32[256]\nworkgroup 256\n"
                              "grid 1 << 17\nvar a: u32[512]\na[gid.x % 512] = gid.x\n"
                              "s[lid.x] = a[gid.x % 512]\nbarrier workgroup\n"
                              "y[gid.x] = s[255 - lid.x]\n",
                      .max_memory = 48 << 20};
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) { // frames of all would take 256 MiB
        t.schedule = s;
        assert_int_equal(trial_run(&t), VY_OK);
        const uint32_t *y = trial_buffer(&t, "y");
        for (uint32_t i = 0; i < 1 << 17; i += 99)
            assert_int_equal(y[i], i / 256 * 256 + 255 - i % 256);
        trial_free(&t);
    }
}

static void a_million_invocations_meet(void **state)
{
    struct trial t = {.text = "program t\nscratch s: u32[1 << 20]\nout y: u32[1]\nworkgroup 256\n"
                              "grid 1 << 20\ns[gid.x] = gid.x & 7\nbarrier grid\n"
                              "let sum = grid_add(s[(1 << 20) - 1 - gid.x])\n"
                              "if gid.x == 0 { y[0] = sum }\n",
                      .detect = true};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(*(uint32_t *)trial_buffer(&t, "y"), 7 << 19);
    assert_int_equal(t.result.races, 0);
    trial_free(&t);
}

// ---- waits that cannot end ----
static void expect_endless(const char *text, const char *says)
{
    struct trial t = {.text = text};
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        t.deadline_ns = now_ns() + (uint64_t)PATIENT_MS * 1000000;
        assert_int_equal(trial_run(&t), VY_ERROR_DEADLINE);
        assert_true(trial_said(&t, says));
        assert_true(trial_said(&t, "for ever"));
        trial_free(&t);
    }
}

static void waits_that_cannot_end_are_reported_at_once(void **state)
{
    (void)state;
    expect_endless("program t\nout f: atomic u32[2]\nworkgroup 4\ngrid 64\n"
                   "if gid.x == 0 { while atomic_load(f[1]) == 0 { } }\n",
                   "'f[1]'");
    expect_endless("program t\nout f: atomic u32[2]\nworkgroup 1\ngrid 2\n" // each for the other
                   "while atomic_load(f[1 - gid.x]) == 0 { }\natomic_store(f[gid.x], 1)\n",
                   "'f[1]'");
    expect_endless("program t\nout f: atomic u32[1]\nworkgroup 8\ngrid 16\n" // for one at a barrier
                   "if gid.x == 15 { while atomic_load(f[0], acquire) == 0 { } }\n"
                   "barrier grid\nif gid.x == 0 { f[0] = 1 }\n",
                   "waits at a barrier");
    expect_endless("program t\nout f: atomic u32[1]\nworkgroup 8\ngrid 16\n" // a lock never freed
                   "if gid.x > 0 { while atomic_exchange(f[0], 1) == 1 { } }\n",
                   "'f[0]'");
    expect_endless("program t\nout f: u32[1]\nworkgroup 1\ngrid 1\nf[0] = 1\nloop { }\n",
                   "invocation 0");
    expect_endless("program t\nout f: atomic u32[1]\nworkgroup 8\ngrid 16\n" // as a workgroup
                   "while !workgroup_any(f[0] == 1) { }\n",
                   "'f[0]'");
}

static void a_chain_of_waiting_workgroups_ends(void **state)
{
    // Every workgroup waits for the one before it: in reverse order all wait at first.
    struct trial t = {.text = "program t\nscratch sum: u32[601]\nscratch ready: atomic u32[601]\n"
                              "out y: u32[1]\nshared s: u32[1]\nworkgroup 4\ngrid 4 * 600\n"
                              "let g = wid.x\nif lid.x == 0 {\n"
                              " while g > 0 && atomic_load(ready[g], acquire) == 0 { }\n"
                              " sum[g + 1] = sum[g] + g\n"
                              " atomic_store(ready[g + 1], 1, release)\n}\n"
                              "if g == 599 && lid.x == 0 { y[0] = sum[600] }\n"};
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        t.detect = s != VYI_SCHEDULE_RANDOM;
        assert_int_equal(trial_run(&t), VY_OK);
        assert_int_equal(*(uint32_t *)trial_buffer(&t, "y"), 599 * 300);
        assert_int_equal(t.result.races + t.result.waits, 0);
        trial_free(&t);
    }
}

static void a_failed_assert_explains_a_wait_that_cannot_end(void **state)
{
    struct trial t = {.text =
                          "program t\nout f: atomic u32[1]\nworkgroup 4\ngrid 8\n"
                          "if gid.x == 0 { assert false, \"no value\"\n atomic_store(f[0], 1) }\n"
                          "if gid.x == 4 { while atomic_load(f[0]) == 0 { } }\n"};
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        assert_int_equal(trial_run(&t), VY_ERROR_ASSERT);
        assert_true(trial_said(&t, "no value"));
        assert_int_equal(t.errors, 1);
        trial_free(&t);
    }
}

static void a_divergent_barrier_is_reported_not_waited_for(void **state)
{
    static const char *const texts[] = {
        "program t\nout y: u32[16]\nworkgroup 8\ngrid 16\n"
        "if gid.x % 2 == 0 { barrier workgroup\n y[gid.x] = 1 } else { barrier workgroup }\n",
        "program t\nout y: u32[16]\nworkgroup 8\ngrid 16\n"
        "if wid.x == 0 { barrier grid\n y[gid.x] = 1 } else { y[gid.x] = 2\n barrier grid }\n",
        "program t\nout y: u32[16]\nworkgroup 8\ngrid 16\n"
        "if lid.x < 3 { y[gid.x] = subgroup_add(1) } else { barrier workgroup }\n",
        "program t\nout y: u32[16]\nworkgroup 8\ngrid 16\n"
        "for k in 0..lid.x { barrier workgroup }\ny[gid.x] = 1\nbarrier grid\n"};
    (void)state;
    for (unsigned k = 0; k < 4; k++)
        for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
            struct trial t = {.text = texts[k], .unverified = true, .schedule = s};
            assert_int_equal(trial_run(&t), VY_ERROR_PROGRAM);
            assert_true(trial_said(&t, "neither can go on"));
            trial_free(&t);
        }
}

// ---- the same seed, the same result ----
static void the_same_seed_gives_the_same_result(void **state)
{
    struct trial t = {.text = "program t service\nscratch n: atomic u32[1]\nout y: u32[256]\n"
                              "workgroup 8\ngrid 256\nlet k = atomic_add(n[0], 1)\n"
                              "y[gid.x] = k * 1000 + u32(clock() % 1000)\n",
                      .schedule = VYI_SCHEDULE_RANDOM};
    uint32_t first[256];
    bool other = false;
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++)
        for (unsigned again = 0; again < 2; again++) {
            t.seed = seed;
            assert_int_equal(trial_run(&t), VY_OK);
            const uint32_t *y = trial_buffer(&t, "y");
            if (again)
                assert_memory_equal(y, first, sizeof first);
            other |= seed && !again && memcmp(y, first, sizeof first) != 0;
            memcpy(first, y, sizeof first);
            trial_free(&t);
        }
    assert_true(other);
}

// ---- service programs ----
struct script {
    uint32_t sent, answers[4];
    bool stop;
};

/// Sends numbers one by one, each after the answer to the one before; then says stop.
static bool host(void *user, void *const *memory)
{
    struct script *s = user;
    volatile uint32_t *in = memory[0], *out = memory[1];
    if (s->sent && out[1] == s->sent)
        s->answers[s->sent - 1] = out[0];
    if (s->sent == 4 && out[1] == 4) {
        in[2] = 1;
        return false;
    }
    if (out[1] == s->sent) {
        in[0] = s->sent * 10 + 1;
        in[1] = ++s->sent;
    }
    return true;
}

static void a_service_program_answers_a_scripted_host(void **state)
{
    static const char text[] =
        "program t service\nmapped inbox: atomic u32[3]\nmapped outbox: atomic u32[2]\n"
        "workgroup 1\ngrid 1\nvar seen = 0\n"
        "loop {\n if atomic_load(inbox[2], acquire, system) == 1 { break }\n"
        " let n = atomic_load(inbox[1], acquire, system)\n"
        " if n == seen { pause()\n continue }\n"
        " seen = n\n atomic_store(outbox[0], atomic_load(inbox[0]) * 2)\n"
        " atomic_store(outbox[1], n, release, system)\n}\n";
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        struct script script = {0};
        struct trial t = {.text = text, .schedule = s, .host = host, .host_user = &script};
        assert_int_equal(trial_run(&t), VY_OK);
        for (uint32_t k = 0; k < 4; k++)
            assert_int_equal(script.answers[k], 2 * (k * 10 + 1));
        trial_free(&t);
    }
}

static bool silent_host(void *user, void *const *memory)
{
    (void)user, (void)memory;
    return false;
}

static void a_host_that_has_gone_is_not_waited_for(void **state)
{
    struct trial t = {.text =
                          "program t service\nmapped inbox: atomic u32[1]\nworkgroup 1\ngrid 1\n"
                          "while atomic_load(inbox[0], acquire, system) == 0 { pause() }\n",
                      .host = silent_host,
                      .deadline_ns = now_ns() + (uint64_t)PATIENT_MS * 1000000};
    (void)state;
    assert_int_equal(trial_run(&t), VY_ERROR_DEADLINE);
    assert_true(trial_said(&t, "for ever"));
    trial_free(&t);
}

static void a_real_host_is_waited_for_until_the_deadline(void **state)
{
    struct trial t = {.text =
                          "program t service\nmapped inbox: atomic u32[1]\nworkgroup 1\ngrid 1\n"
                          "while atomic_load(inbox[0], acquire, system) == 0 { pause() }\n",
                      .deadline_ns = now_ns() + 20 * 1000 * 1000};
    (void)state;
    assert_int_equal(trial_run(&t), VY_ERROR_DEADLINE);
    assert_true(trial_said(&t, "the deadline passed"));
    trial_free(&t);
}

static void clock_goes_on(void **state)
{
    struct trial t = {.text = "program t service\nout y: u32[1]\nworkgroup 1\ngrid 1\n"
                              "let end = clock() + 5000\nwhile clock() < end { }\ny[0] = 1\n"};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(*(uint32_t *)trial_buffer(&t, "y"), 1);
    trial_free(&t);
}

// ---- starved ----
static void every_allocation_may_fail(void **state)
{
    static const char text[] =
        "program t\nscratch data: u32[64]\nscratch flag: atomic u32[4]\nshared s: u32[8]\n"
        "out y: u32[64]\nworkgroup 8\ngrid 32\nconst T: u32[3] = [1, 2, 3]\n"
        "if gid.x == 9 { while atomic_load(flag[0], acquire) == 0 { } }\n"
        "data[gid.x] = T[gid.x % 4]\ns[lid.x] = data[gid.x ^ 1]\n"
        "if gid.x == 1 { atomic_store(flag[0], 1, release) }\n"
        "async_copy(s, 0, data, 0, 4)\nwait()\n"
        "let sum = grid_add(1.5)\nprint \"{}\", sum\n"
        "let n = fixpoint k in 0..3 { y[gid.x] += s[lid.x] + u32(sum) }\n"
        "y[gid.x + 60] = n\nassert gid.x != 77, \"{}\", n\n";
    bool done = false;
    (void)state;
    for (uint64_t n = 1; !done; n++) {
        struct test_alloc alloc = {.fail_at = n};
        struct trial t = {.text = text,
                          .detect = true,
                          .schedule = n % VYI_SCHEDULE_COUNT,
                          .alloc = test_alloc,
                          .alloc_user = &alloc};
        trial_run(&t);
        done = !alloc.failed;
        if (done)
            assert_int_equal(t.status, VY_OK);
        trial_free(&t);
        assert_int_equal(alloc.live, 0);
        assert_int_equal(alloc.wrong_sizes, 0);
        assert_true(n < 100000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deadline_ends_an_endless_loop),
        cmocka_unit_test(cancelling_ends_it_too),
        cmocka_unit_test(steps_are_limited),
        cmocka_unit_test(progress_is_told),
        cmocka_unit_test(memory_is_limited_and_the_error_has_numbers),
        cmocka_unit_test(a_grid_without_barriers_needs_little_memory),
        cmocka_unit_test(a_million_invocations_meet),
        cmocka_unit_test(waits_that_cannot_end_are_reported_at_once),
        cmocka_unit_test(a_chain_of_waiting_workgroups_ends),
        cmocka_unit_test(a_failed_assert_explains_a_wait_that_cannot_end),
        cmocka_unit_test(a_divergent_barrier_is_reported_not_waited_for),
        cmocka_unit_test(the_same_seed_gives_the_same_result),
        cmocka_unit_test(a_service_program_answers_a_scripted_host),
        cmocka_unit_test(a_host_that_has_gone_is_not_waited_for),
        cmocka_unit_test(a_real_host_is_waited_for_until_the_deadline),
        cmocka_unit_test(clock_goes_on),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
