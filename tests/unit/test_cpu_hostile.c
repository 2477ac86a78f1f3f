// Programs that mean harm, on the cpu device: they crash nothing, touch nothing but their buffers,
// are stopped in time, and the next dispatch is right. Every buffer lies between pages that cannot
// be touched, at their upper or their lower edge.
#include "dev/llvm.h"
#include "support/hostile.h"
#include "support/log.h"
#include "support/patience.h"
#include "support/rng.h"
#include "vyre/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

enum { DEVICES = 3, BUFFERS = HOSTILE_BUFFERS, SOON_MS = 60, PATTERN = 0xa5 };

static vy_context *context;
static struct test_log log_;
static vy_device *devices[DEVICES];
static vy_pipeline *sane[DEVICES];

// ---- buffers with guards ----
struct guarded {
    uint8_t *map, *at;
    size_t mapped, page, bytes;
};

static void guard(struct guarded *g, size_t bytes, bool low)
{
    g->page = (size_t)sysconf(_SC_PAGESIZE);
    size_t inside = (bytes + g->page - 1) / g->page * g->page;
    g->bytes = bytes;
    g->mapped = inside + 2 * g->page;
    g->map = mmap(NULL, g->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(g->map != MAP_FAILED);
    memset(g->map, PATTERN, g->mapped);
    g->at = g->map + g->page + (low ? 0 : inside - bytes);
    assert_int_equal(mprotect(g->map, g->page, PROT_NONE), 0);
    assert_int_equal(mprotect(g->map + g->page + inside, g->page, PROT_NONE), 0);
}

/// Nothing beside the buffer was written.
static void check_guard(const struct guarded *g)
{
    for (const uint8_t *p = g->map + g->page; p < g->map + g->mapped - g->page; p++)
        if ((p < g->at || p >= g->at + g->bytes) && *p != PATTERN)
            fail_msg("a byte %td bytes from the buffer was written", p - g->at);
}

// ---- running ----
static vy_program *parse(const char *text)
{
    vy_program *p = NULL;
    if (vy_program_parse(context, vy_parse_params(.text = text), &p) || vy_program_verify(p))
        fail_msg("%s\n%s", log_.text, text);
    return p;
}

static void next_dispatch_is_right(uint32_t which)
{
    uint32_t x[100], y[100];
    for (uint32_t i = 0; i < 100; i++)
        x[i] = i * i, y[i] = 0;
    vy_status status =
        vy_dispatch(sane[which],
                    vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                       vy_arg_out("y", y, sizeof y))),
                    NULL);
    assert_int_equal(status, VY_OK);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(y[i], i * i + x[99 - i]);
}

static void run(void *user, uint32_t number, const char *text, enum hostile_end end)
{
    bool endless = end >= HOSTILE_ENDLESS;
    struct guarded guards[BUFFERS];
    vy_arg args[BUFFERS + 1];
    uint32_t which = number % DEVICES;
    struct rng random = rng_make(number, 1);
    vy_pipeline *pipeline = NULL;
    (void)user;
    for (int i = 0; i < BUFFERS; i++) {
        const struct hostile_buffer *b = &hostile_buffers[i];
        guard(&guards[i], (size_t)b->elem * b->count, rng_one_in(&random, 2));
        for (size_t k = 0; k < guards[i].bytes; k++)
            guards[i].at[k] = (uint8_t)rng_next(&random);
        args[i] = i == 0             ? vy_arg_in(b->name, guards[i].at, guards[i].bytes)
                  : i == BUFFERS - 1 ? vy_arg_out(b->name, guards[i].at, guards[i].bytes)
                                     : vy_arg_inout(b->name, guards[i].at, guards[i].bytes);
    }
    args[BUFFERS] = vy_arg_end();
    vy_program *p = parse(text);
    test_log_clear(&log_);
    if (vy_pipeline_create(devices[which], p, NULL, &pipeline))
        fail_msg("%s\n%s", log_.text, text);
    vy_status wanted = endless ? VY_ERROR_DEADLINE : VY_OK;
    vy_status status = vy_dispatch(
        pipeline, vy_dispatch_params(.args = args, .deadline_ms = endless ? SOON_MS : PATIENT_MS),
        NULL);
    if (status != wanted)
        fail_msg("%s instead of %s, %s\n%s", vy_status_text(status), vy_status_text(wanted),
                 log_.text, text);
    for (int i = 0; i < BUFFERS; i++) {
        check_guard(&guards[i]);
        munmap(guards[i].map, guards[i].mapped);
    }
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&p);
    test_log_clear(&log_);
    next_dispatch_is_right(which);
}

static void all_of_them(void **state)
{
    (void)state;
    assert_true(hostile_each(run, NULL) >= 100);
}

// ---- all of it ----
static int setup(void **state)
{
    static const uint32_t threads[DEVICES] = {1, 2, 8};
    (void)state;
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log_), &context))
        return -1;
    vy_program *p = parse("program sane\nin x: u32[]\nout y: u32[len(x)]\n"
                          "scratch t: u32[len(x)]\nworkgroup 32\ngrid len(x)\n"
                          "t[gid.x] = x[gid.x] barrier grid\n"
                          "if gid.x < 100 { y[gid.x] = x[gid.x] + t[99 - gid.x] }\n");
    for (int i = 0; i < DEVICES; i++)
        if (vy_device_open(context,
                           vy_device_params(.name = "cpu", .threads = threads[i],
                                            .level = VY_LEVEL_NONE + i % 2),
                           &devices[i]) ||
            vy_pipeline_create(devices[i], p, NULL, &sane[i])) {
            print_message("%s", log_.text);
            return -1;
        }
    vy_program_destroy(&p);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (int i = 0; i < DEVICES; i++) {
        vy_pipeline_destroy(&sane[i]);
        vy_device_close(&devices[i]);
    }
    vy_context_destroy(&context);
    return 0;
}

int main(void)
{
    const char *absent;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_them),
    };
    if (!vyi_dev_llvm_present(&absent)) {
        print_message("skipped: the cpu device %s\n", absent);
        return getenv("VYRE_LLVM_BUILT") ? 1 : 0;
    }
#if VYI_SANITIZED == 2
    print_message("skipped: these programs race, and code under ThreadSanitizer says so\n");
    return 0;
#else
    return cmocka_run_group_tests(tests, setup, teardown);
#endif
}
