// What ends the process of `vyre conform` is told by the one that stays, and reduced.
#include "tools/vyre/conform_crash.h"
#include "tools/vyre/conform_reduce.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct worker {
    struct crash_watch *watch;
    int signal;
};

static int body(void *user)
{
    struct worker *w = user;
    w->watch->running[3] = 8;
    if (w->signal) {
        (void)signal(w->signal, SIG_DFL); // whatever the tests' library does with it
        (void)raise(w->signal);
    }
    w->watch->running[3] = 0;
    return 4;
}

static void the_process_that_stays(void **state)
{
    static const int signals[] = {0, SIGFPE, SIGSEGV, SIGKILL};
    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct worker w = {.signal = signals[i]};
        int got, code = crash_guard(&w.watch, body, &w, &got);
        assert_non_null(w.watch);
        assert_int_equal(got, signals[i]);
        assert_true(got || code == 4);
        assert_int_equal(w.watch->running[3], got ? 8 : 0);
        crash_end(w.watch);
    }
}

static void a_trial_of_its_own(void **state)
{
    static const char *const devices[] = {"oracle-split"};
    vy_device_params how = {.cache = ""};
    struct trial t = {.text = "program p\nout x: u32[5]\neach i in 0..5 { x[i] = i * 3 }\n",
                      .routes = 1u << VY_ROUTE_RESIDENT};
    (void)state;
    assert_int_equal(crash_trial(devices, 1, &how, &t), 0);
    assert_int_equal(t.end, TRIAL_SAME);
    assert_int_equal(t.runs, 1);
    t.text = "program p\nout x: u32[5]\neach i in 0..5 { y[i] = i * 3 }\n";
    assert_int_equal(crash_trial(devices, 1, &how, &t), 0);
    assert_int_equal(t.end, TRIAL_WRONG);
}

/// What does not fail again stays as it was found.
static void not_again(void **state)
{
    static const char text[] = "program p\nout x: u32[5]\neach i in 0..5 { x[i] = i * 3 }\n";
    struct conform_result r = {.devices = {"oracle-split"}, .device_count = 1};
    vy_device_params how = {.cache = ""};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct conform_failure f = {.seed = 7,
                                    .end = TRIAL_DIFFERS,
                                    .route = VY_ROUTE_RESIDENT,
                                    .signal = i ? SIGSEGV : 0,
                                    .text = strdup(text)};
        conform_reduce(&r, &f, &how);
        assert_false(f.reduced);
        assert_null(f.file);
        assert_string_equal(f.text, text);
        free(f.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_process_that_stays),
        cmocka_unit_test(a_trial_of_its_own),
        cmocka_unit_test(not_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
