// What ends the process of `vyre conform` is told by the one that stays, and reduced.
#include "tools/conform/crash.h"
#include "tools/conform/failure.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
        struct stop_watch stop = {.got = 0};
        sigset_t before;
        stop_block(&stop, &before);
        int got, code = crash_guard(&w.watch, &stop, body, &w, &got);
        stop_unblock(&before);
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
    vy_device_params how = {.size = sizeof(vy_device_params), .cache = ""};
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

/// What does not fail again stays whole, and is written so that `vyre test` runs it.
static void not_again(void **state)
{
    static const char text[] = "program p\nout x: u32[5]\neach i in 0..5 { x[i] = i * 3 }\n";
    struct conform_result r = {.devices = {"oracle-split"}, .device_count = 1};
    vy_device_params how = {.size = sizeof(vy_device_params), .cache = ""};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct conform_failure f = {.seed = 7,
                                    .end = TRIAL_DIFFERS,
                                    .route = VY_ROUTE_RESIDENT,
                                    .signal = i ? SIGSEGV : 0,
                                    .text = strdup(text)};
        conform_reduce(&r, &f, &how, NULL);
        assert_false(f.reduced);
        assert_true(f.tries > 1);
        assert_non_null(f.file);
        assert_int_equal(unlink(f.file), 0);
        assert_non_null(strstr(f.text, "did not happen again"));
        assert_non_null(strstr(f.text, "// Again: vyre test conform-7"));
        assert_non_null(strstr(f.text, "\n//! --expect x=0,3,6,9,12\n"));
        free(f.text);
        free(f.file);
    }
}

/// Where a test line compares nothing of what differed, the command is not `vyre test`.
static void unseen_by_test_lines(void **state)
{
    struct conform_result r = {.devices = {"oracle-split"}, .device_count = 1};
    vy_device_params how = {.size = sizeof(vy_device_params), .cache = ""};
    struct conform_failure f = {
        .seed = 7,
        .end = TRIAL_DIFFERS,
        .route = VY_ROUTE_RESIDENT,
        .unseen = true,
        .text = strdup("program p\nout x: u32[1]\neach i in 0..1 { x[i] = 1 }\n")};
    atomic_int stop = SIGINT;
    (void)state;
    conform_reduce(&r, &f, &how, &stop);
    assert_int_equal(f.tries, 0); // it was asked to stop
    assert_non_null(
        strstr(f.text, "// Again: vyre conform --device oracle-split --route resident conform-7"));
    assert_non_null(strstr(f.text, "\n//! --expect x=1\n"));
    assert_int_equal(unlink(f.file), 0);
    free(f.text);
    free(f.file);
}

/// What asks the process that stays to stop reaches the other one, which ends as it wants to.
static int until_asked(void *user)
{
    struct stop_watch *stop = user;
    if (!stop_begin(stop) || kill(getppid(), SIGTERM))
        return 9;
    while (!stop->got)
        (void)usleep(1000);
    stop_end(stop);
    return stop->got == SIGTERM ? 7 : 8;
}

static void asked_to_stop(void **state)
{
    struct stop_watch stop = {.got = 0};
    struct crash_watch *watch = NULL;
    sigset_t before;
    int signal;
    (void)state;
    stop_block(&stop, &before);
    int code = crash_guard(&watch, &stop, until_asked, &stop, &signal);
    stop_unblock(&before);
    assert_int_equal(signal, 0);
    assert_int_equal(code, 7);
    crash_end(watch);
}

/// Says that it began, and if nobody ends it, that it was left alone.
static int says_twice(void *user)
{
    const int *to = user;
    if (write(*to, "b", 1) == 1)
        sleep(10);
    return write(*to, "l", 1) != 1;
}

/// What is killed leaves no process behind that goes on.
static void killed(void **state)
{
    int ends[2];
    char said[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t guard = fork();
    assert_true(guard >= 0);
    if (!guard) {
        struct stop_watch stop = {.got = 0};
        struct crash_watch *watch = NULL;
        int signal;
        close(ends[0]);
        _exit(crash_guard(&watch, &stop, says_twice, &ends[1], &signal));
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], said, 1), 1);
    assert_int_equal(kill(guard, SIGKILL), 0);
    assert_int_equal(waitpid(guard, NULL, 0), guard);
    assert_int_equal(read(ends[0], said, 1), 0);
    close(ends[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_process_that_stays),
        cmocka_unit_test(a_trial_of_its_own),
        cmocka_unit_test(not_again),
        cmocka_unit_test(unseen_by_test_lines),
        cmocka_unit_test(asked_to_stop),
        cmocka_unit_test(killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
