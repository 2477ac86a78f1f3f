// Streams on the cuda device, over a driver without a GPU: the memory that reads land in is what
// the device copies from, once and while chunks before run, and outputs come back the same way.
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "dev/cuda/driver.h"
#include "run/run.h"
#include "support/fakestage.h"
#include "vyre/stream.h"

enum {
    CHUNK = 2 << 20,
    CHUNKS = 6,
    REST = 12345,
    BYTES = CHUNK * (CHUNKS - 1) + REST,
    OVERLAP = 5
};

static struct fake_cuda *fake;
static vy_context *oracle;
static char path[64];

static uint8_t byte_at(uint64_t i)
{
    return (uint8_t)(i * 31 + (i >> 11));
}

static int setup(void **state)
{
    snprintf(path, sizeof path, "%s/cuda-stream-XXXXXX", P_tmpdir);
    int file = mkstemp(path);
    FILE *f = file < 0 ? NULL : fdopen(file, "wb");
    for (uint64_t i = 0; f && i < BYTES; i++)
        putc(byte_at(i), f);
    if (!f || fclose(f) || fake_stage_open(state, &fake) || vy_context_create(NULL, &oracle))
        return 1;
    fake_cuda_oracle(fake, oracle);
    return 0;
}

static int teardown(void **state)
{
    unlink(path);
    int code = fake_stage_close(state, fake);
    vy_context_destroy(&oracle);
    return code;
}

/// A few elements of each chunk: the oracle runs it.
static const char few[] = "program few\n"
                          "in    x    : u8[]\n"
                          "param base : u64\n"
                          "out   y    : u64[4]\n"
                          "each i in 0..1 {\n"
                          "    y[0] = base\n"
                          "    y[1] = u64(x[0])\n"
                          "    y[2] = u64(x[len(x) / 2])\n"
                          "    y[3] = u64(x[len(x) - 1])\n"
                          "}\n";

struct seen {
    uint32_t chunks;
};

static bool check_few(void *user, uint64_t base, const void *memory, uint64_t bytes)
{
    struct seen *seen = user;
    uint64_t y[4], from = (uint64_t)seen->chunks * CHUNK, to = from + CHUNK;
    from = seen->chunks++ ? from - OVERLAP : 0, to = to < BYTES ? to : BYTES;
    assert_int_equal(bytes, sizeof y);
    memcpy(y, memory, sizeof y);
    assert_int_equal(base, from);
    assert_int_equal(y[0], from);
    assert_int_equal(y[1], byte_at(from));
    assert_int_equal(y[2], byte_at(from + (to - from) / 2));
    assert_int_equal(y[3], byte_at(to - 1));
    return true;
}

static vy_status run_few(vy_pipeline *p, vy_stream_source source, struct seen *seen,
                         vy_stream_stats *stats)
{
    *seen = (struct seen){0};
    return vy_stream_run(
        p,
        vy_stream_params(.sources = vy_stream_sources(source),
                         .sinks = vy_stream_sinks(vy_stream_to_callback("y", check_few, seen)),
                         .chunk_bytes = CHUNK, .slots = 3, .overlap = OVERLAP, .base = "base"),
        stats);
}

static int count_copies(size_t bytes, const char *way)
{
    char word[64];
    snprintf(word, sizeof word, "%s %zu;", way, bytes);
    return fake_order_count(fake, word);
}

static void a_chunk_is_one_copy(void **state)
{
    struct stage *s = *state;
    struct seen seen;
    vy_pipeline *p = stage_pipeline(s, few);
    fake_order_forget(fake);
    assert_int_equal(run_few(p, vy_stream_file("x", path), &seen, NULL), VY_OK);
    assert_int_equal(seen.chunks, CHUNKS);
    assert_int_equal(count_copies(CHUNK, "copy_up"), 1);
    assert_int_equal(count_copies(CHUNK + OVERLAP, "copy_up"), CHUNKS - 2);
    assert_int_equal(count_copies(1 << 20, "copy_up"), 0); // what passes through other memory
    vy_pipeline_destroy(&p);
}

static atomic_bool begun;

/// A kernel goes on until the next chunk was sent: who sent it behind the kernel waits for ever.
static bool runs_on(void *user, void *stream)
{
    (void)user, (void)stream;
    int sent = count_copies(CHUNK, "copy_up") + count_copies(CHUNK + OVERLAP, "copy_up");
    atomic_store(&begun, true);
    return sent < 2;
}

/// Has the bytes of the second chunk when the kernel of the first one runs.
static int64_t read_late(void *user, void *memory, uint64_t bytes)
{
    uint64_t *at = user, left = BYTES - *at, count = bytes < left ? bytes : left;
    while (*at >= CHUNK && !atomic_load(&begun))
        sched_yield();
    for (uint64_t i = 0; i < count; i++)
        ((uint8_t *)memory)[i] = byte_at(*at + i);
    *at += count;
    return (int64_t)count;
}

static void chunks_are_sent_while_others_run(void **state)
{
    struct stage *s = *state;
    struct seen seen;
    vy_pipeline *p = stage_pipeline(s, few);
    fake_order_forget(fake);
    fake->busy = runs_on;
    assert_int_equal(run_few(p, vy_stream_file("x", path), &seen, NULL), VY_OK);
    assert_int_equal(seen.chunks, CHUNKS);
    uint64_t at = 0;
    fake_order_forget(fake);
    atomic_store(&begun, false);
    assert_int_equal(run_few(p, vy_stream_callback("x", read_late, &at), &seen, NULL), VY_OK);
    fake->busy = NULL;
    assert_int_equal(seen.chunks, CHUNKS);
    vy_pipeline_destroy(&p);
}

static bool check_copy(void *user, uint64_t base, const void *memory, uint64_t bytes)
{
    const uint8_t *y = memory;
    (void)base;
    for (uint64_t i = 0; i < bytes; i += 4096 - 1)
        assert_int_equal(y[i], 0);
    *(uint64_t *)user += bytes;
    return true;
}

/// An output comes back by one copy as well, into the memory that is written.
static void an_output_is_one_copy(void **state)
{
    struct stage *s = *state;
    uint64_t all = 0;
    vy_pipeline *p = stage_pipeline(s, "program p\nin x : u8[]\nout y : u8[len(x)]\n"
                                       "each i in 0..1 { y[i] = x[i] & 0 }\n");
    fake_order_forget(fake);
    assert_int_equal(
        vy_stream_run(
            p,
            vy_stream_params(.sources = vy_stream_sources(vy_stream_file("x", path)),
                             .sinks = vy_stream_sinks(vy_stream_to_callback("y", check_copy, &all)),
                             .chunk_bytes = CHUNK),
            NULL),
        VY_OK);
    assert_int_equal(all, BYTES);
    assert_int_equal(count_copies(CHUNK, "copy_down"), CHUNKS - 1);
    assert_int_equal(count_copies(1 << 20, "copy_down"), 0);
    vy_pipeline_destroy(&p);
}

/// Where memory cannot be pinned, chunks take the longer way.
static void without_pinned_memory_it_is_the_same(void **state)
{
    struct stage *s = *state;
    struct seen seen;
    vy_pipeline *p = stage_pipeline(s, few);
    fake->fail_call = "cuMemHostRegister_v2", fake->fail_result = CU_NO_MEMORY;
    assert_int_equal(run_few(p, vy_stream_file("x", path), &seen, NULL), VY_OK);
    assert_int_equal(seen.chunks, CHUNKS);
    fake->fail_call = NULL;
    vy_pipeline_destroy(&p);
}

static void calls_that_fail_end_it(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {"cuMemcpyHtoDAsync_v2", "cuEventRecord",
                                        "cuEventSynchronize", "cuStreamCreate",
                                        "cuMemHostGetDevicePointer_v2"};
    struct seen seen;
    vy_pipeline *p = NULL;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int after = 0; after < 6; after += 2) {
            vy_pipeline_destroy(&p);
            fake_stage_renew(s);
            p = stage_pipeline(s, few);
            fake->fail_call = calls[i], fake->fail_after = after;
            fake->fail_result = CU_INVALID, fake->fail_once = true;
            vy_status status = run_few(p, vy_stream_file("x", path), &seen, NULL);
            bool failed = !fake->fail_call;
            fake->fail_call = NULL;
            assert_true(!status == (seen.chunks == CHUNKS));
            assert_true(failed || !status);
            test_log_clear(&s->log);
            assert_int_equal(run_few(p, vy_stream_file("x", path), &seen, NULL), VY_OK);
            assert_int_equal(seen.chunks, CHUNKS);
        }
    vy_pipeline_destroy(&p);
}

/// Beside a kernel that goes on nothing pinned is freed: the next stream takes it again.
static struct {
    void (*usual)(void *user, const struct fake_launch *launch);
    void *_Atomic stream;
    atomic_bool ended;
} endless;

static void endless_kernel(void *user, const struct fake_launch *launch)
{
    if (!strcmp(launch->program->name, "endless"))
        endless.stream = launch->stream;
    else
        endless.usual(user, launch);
}

static bool endless_busy(void *user, void *stream)
{
    (void)user;
    return !endless.ended && endless.stream && (!stream || stream == endless.stream);
}

static void streams_beside_a_kernel_pin_once(void **state)
{
    struct stage *s = *state;
    struct seen seen;
    vy_pending *pending = NULL;
    uint32_t y = 0;
    int pinned[3];
    vy_pipeline *p = stage_pipeline(s, few);
    vy_pipeline *e =
        stage_pipeline(s, "program endless\nout y : u32[1]\neach i in 0..1 { y[i] = 1 }\n");
    endless.usual = fake->kernel, fake->kernel = endless_kernel, fake->busy = endless_busy;
    assert_int_equal(
        vy_dispatch_begin(e, vy_dispatch_params(.args = vy_args(vy_arg_out("y", &y, 4))), &pending),
        VY_OK);
    while (!endless.stream)
        usleep(1000);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(run_few(p, vy_stream_file("x", path), &seen, NULL), VY_OK);
        assert_int_equal(seen.chunks, CHUNKS);
        pinned[i] = fake->live_host;
    }
    assert_int_equal(pinned[1], pinned[0]);
    assert_int_equal(pinned[2], pinned[0]);
    endless.ended = true;
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_OK);
    vy_pipeline_destroy(&e);
    vy_pipeline_destroy(&p);
}

/// The device is lost while a stream runs: its memory stays readable until the device is closed.
static bool lose(void *user, const vy_stream_stats *stats)
{
    (void)user;
    if (stats->chunks == 2)
        fake->sticky = CU_ILLEGAL_ADDRESS;
    return true;
}

static void a_lost_device_ends_it(void **state)
{
    struct stage *s = *state;
    struct seen seen = {0};
    vy_pipeline *p = stage_pipeline(s, few);
    assert_int_equal(
        vy_stream_run(
            p,
            vy_stream_params(.sources = vy_stream_sources(vy_stream_file("x", path)),
                             .sinks = vy_stream_sinks(vy_stream_to_callback("y", check_few, &seen)),
                             .chunk_bytes = CHUNK, .overlap = OVERLAP, .base = "base",
                             .progress = lose),
            NULL),
        VY_ERROR_DEVICE);
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    test_log_clear(&s->log);
    vy_pipeline_destroy(&p);
    p = stage_pipeline(s, few);
    assert_int_equal(run_few(p, vy_stream_file("x", path), &seen, NULL), VY_OK);
    assert_int_equal(seen.chunks, CHUNKS);
    vy_pipeline_destroy(&p);
}

/// What a lost context had pinned is memory like any other afterwards.
static void memory_of_a_lost_context_is_copied(void **state)
{
    struct stage *s = *state;
    vy_buffer *mapped = NULL, *b = NULL;
    void *memory = NULL;
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = CHUNK, .mapped = true), &mapped),
        VY_OK);
    assert_int_equal(vy_buffer_map(mapped, &memory), VY_OK);
    fake->sticky = CU_ILLEGAL_ADDRESS;
    assert_int_not_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = CHUNK, .data = memory), &b), VY_OK);
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    test_log_clear(&s->log);
    fake_order_forget(fake);
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = CHUNK, .data = memory), &b), VY_OK);
    assert_int_equal(count_copies(CHUNK, "copy_up"), 0);
    vy_buffer_destroy(&b);
    vy_buffer_destroy(&mapped);
}

#define TEST(name)                         \
    {                                      \
#name, name, setup, teardown, NULL \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_chunk_is_one_copy),    TEST(chunks_are_sent_while_others_run),
        TEST(an_output_is_one_copy),  TEST(without_pinned_memory_it_is_the_same),
        TEST(calls_that_fail_end_it), TEST(streams_beside_a_kernel_pin_once),
        TEST(a_lost_device_ends_it),  TEST(memory_of_a_lost_context_is_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
