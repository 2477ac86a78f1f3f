// Mapped buffers: host and program talk through them while the program runs, on every device.
//   test_mapped [DEVICE…]
#include "support/files.h"
#include "support/gpu.h"
#include "support/log.h"
#include "support/named.h"
#include "support/patience.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { SLOTS = 4, REQUESTS = 60, EMPTY = 0, REQUEST = 1, DONE = 2, STOP = 3 };

struct fixture {
    struct test_log log;
    vy_context *context;
    vy_device *device;
};
static const char *device_name;

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    return !f ||
           vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f->log),
                             &f->context) ||
           vy_device_open(f->context, vy_device_params(.name = test_device(device_name)),
                          &f->device);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    vy_device_close(&f->device);
    vy_context_destroy(&f->context);
    free(f);
    return 0;
}

static uint32_t *map(vy_buffer *b)
{
    void *memory = NULL;
    assert_int_equal(vy_buffer_map(b, &memory), VY_OK);
    return memory;
}

static vy_buffer *make(struct fixture *f, uint64_t bytes, const void *data, bool mapped)
{
    vy_buffer *b = NULL;
    assert_int_equal(
        vy_buffer_create(f->device,
                         vy_buffer_params(.bytes = bytes, .data = data, .mapped = mapped), &b),
        VY_OK);
    return b;
}

static uint32_t steps_of(uint64_t n)
{
    uint32_t steps = 0;
    for (; n > 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

/// Asks examples/mailbox.vy, and asks anew, until all is answered or it has ended.
static void talk(vy_pending **pending, uint32_t *state, uint32_t *number, uint32_t *answer)
{
    uint32_t asked = 0, answered = 0, waiting[SLOTS] = {0};
    while (answered < REQUESTS && vy_dispatch_wait(pending, 0, NULL) == VY_ERROR_BUSY)
        for (uint32_t s = 0; s < SLOTS; s++) {
            uint32_t now = __atomic_load_n(&state[s], __ATOMIC_ACQUIRE);
            if (now == DONE) {
                assert_int_equal(__atomic_load_n(&answer[s], __ATOMIC_RELAXED),
                                 steps_of(waiting[s]));
                answered++;
            }
            if (now == REQUEST || asked == REQUESTS) {
                if (now == DONE)
                    __atomic_store_n(&state[s], EMPTY, __ATOMIC_RELEASE);
                nanosleep(&(struct timespec){.tv_nsec = 1000}, NULL);
                continue;
            }
            waiting[s] = 1 + asked++ * 37 % 1000;
            __atomic_store_n(&number[s], waiting[s], __ATOMIC_RELAXED);
            __atomic_store_n(&state[s], REQUEST, __ATOMIC_RELEASE);
        }
    for (uint32_t s = 0; s < SLOTS; s++)
        __atomic_store_n(&state[s], STOP, __ATOMIC_RELEASE);
}

static void host_and_program_talk(void **state)
{
    struct fixture *f = *state;
    char path[4096];
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    vy_pending *pending = NULL;
    uint32_t served = 0;
    test_source_path(path, sizeof path, "examples/mailbox.vy");
    assert_int_equal(vy_program_load(f->context, path, &program), VY_OK);
    assert_int_equal(vy_pipeline_create(f->device, program, NULL, &pipeline), VY_OK);
    vy_buffer *b[3];
    for (int i = 0; i < 3; i++)
        b[i] = make(f, SLOTS * 4, NULL, true);
    const vy_arg *args = vy_args(vy_arg_buffer("state", b[0]), vy_arg_buffer("number", b[1]),
                                 vy_arg_buffer("answer", b[2]), vy_arg_out("served", &served, 4));
    assert_int_equal(vy_dispatch_begin(pipeline,
                                       vy_dispatch_params(.args = args, .deadline_ms = PATIENT_MS),
                                       &pending),
                     VY_OK);
    talk(&pending, map(b[0]), map(b[1]), map(b[2]));
    assert_non_null(pending); // it had not ended
    vy_status status = vy_dispatch_wait(&pending, VY_FOREVER, NULL);
    if (status)
        printf("%s\n", f->log.text);
    assert_int_equal(status, VY_OK);
    assert_int_equal(served, REQUESTS);
    for (int i = 0; i < 3; i++)
        vy_buffer_destroy(&b[i]);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
}

/// They are buffers like others, and what the host sees is what was moved.
static void they_are_moved_like_others(void **state)
{
    struct fixture *f = *state;
    const uint32_t some[4] = {1, 2, 3, 4}, two[2] = {8, 9};
    uint32_t back[4] = {0};
    vy_buffer *b = make(f, sizeof some, some, true), *zeros = make(f, 64, NULL, true),
              *empty = make(f, 0, NULL, true);
    assert_memory_equal(map(b), some, sizeof some);
    for (int i = 0; i < 16; i++)
        assert_int_equal(map(zeros)[i], 0);
    assert_int_equal(vy_buffer_bytes(b), sizeof some);
    assert_int_equal(vy_buffer_upload(b, 8, two, sizeof two), VY_OK);
    assert_int_equal(map(b)[2], 8);
    map(b)[0] = 77;
    assert_int_equal(vy_buffer_download(b, 0, back, sizeof back), VY_OK);
    assert_memory_equal(back, ((const uint32_t[]){77, 2, 8, 9}), sizeof back);
    assert_int_equal(vy_buffer_fill(b, vy_fill_params(.offset = 4, .bytes = 8, .pattern = "abcd",
                                                      .pattern_bytes = 4)),
                     VY_OK);
    assert_memory_equal(map(b) + 1, "abcdabcd", 8);
    assert_int_equal(map(b)[3], 9);
    assert_int_equal(vy_buffer_fill(b, NULL), VY_OK);
    assert_int_equal(map(b)[3], 0);
    vy_buffer_destroy(&b);
    vy_buffer_destroy(&zeros);
    vy_buffer_destroy(&empty);
}

static void what_is_not_mapped_is_refused(void **state)
{
    struct fixture *f = *state;
    static const char text[] = "program p service\n"
                               "mapped m : atomic u32[4]\n"
                               "workgroup 1 grid 1\n"
                               "atomic_store(m[0], 7)\n";
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    void *memory = &program;
    vy_buffer *plain = make(f, 16, NULL, false), *mapped = make(f, 16, NULL, true);
    assert_int_equal(vy_buffer_map(plain, &memory), VY_ERROR_ARGUMENT);
    assert_null(memory);
    assert_non_null(strstr(f->log.text, "V348"));
    assert_int_equal(vy_program_parse(f->context, vy_parse_params(.text = text), &program), VY_OK);
    assert_int_equal(vy_pipeline_create(f->device, program, NULL, &pipeline), VY_OK);
    test_log_clear(&f->log);
    assert_int_equal(
        vy_dispatch(pipeline, vy_dispatch_params(.args = vy_args(vy_arg_buffer("m", plain))), NULL),
        VY_ERROR_ARGUMENT);
    assert_non_null(strstr(f->log.text, "V348"));
    assert_non_null(strstr(f->log.text, "'m'"));
    assert_int_equal(vy_dispatch(pipeline,
                                 vy_dispatch_params(.args = vy_args(vy_arg_buffer("m", mapped))),
                                 NULL),
                     VY_OK);
    assert_int_equal(map(mapped)[0], 7);
    vy_buffer *gone = mapped;
    vy_buffer_destroy(&mapped);
    assert_int_equal(vy_buffer_map(gone, &memory), VY_ERROR_ARGUMENT);
    vy_buffer_destroy(&plain);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
}

int main(int argc, char **argv)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {TEST(host_and_program_talk),
                                       TEST(they_are_moved_like_others),
                                       TEST(what_is_not_mapped_is_refused)};
    const char *const usual[] = {"oracle", "cpu", "cuda"};
    int failed = 0;
    for (int i = 1; i < (argc > 1 ? argc : 4); i++) {
        device_name = argc > 1 ? argv[i] : usual[i - 1];
        int code = 0;
        bool real = false;
        if (!strcmp(device_name, "cuda") && !gpu_or_interpreter(&code, &real)) {
            failed |= code;
            continue;
        }
        if (!strcmp(device_name, "cpu") && !getenv("VYRE_LLVM_BUILT") && argc < 2) {
            printf("no cpu device: this build makes no code for it\n");
            continue;
        }
        printf("---- %s\n", device_name);
        failed |= cmocka_run_group_tests(tests, NULL, NULL);
    }
    return failed;
}
