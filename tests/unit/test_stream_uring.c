// Streams through a ring that this test stands for: reads come back in any order, short, to be
// tried again, or as errors, and the ring as a whole fails.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/rng.h"
#include "support/stage.h"
#include "vyre/stream.h"

#if __has_include(<liburing.h>)
#include <liburing.h>

enum { DEPTH = 32, FILES = 64, BYTES = 3000017, CHUNK = 300000, OVERLAP = 2 };

// ---- the ring ----
static struct {
    struct rng rng;
    struct io_uring_sqe sqes[2 * DEPTH]; ///< asked for
    struct {
        uint64_t data;
        int res;
    } ends[2 * DEPTH]; ///< ended
    uint32_t asked, ended, reads, most;
    int files[FILES];
    uint64_t bad; ///< the read that has this byte fails
    int error;    ///< so; 0: none does
    int ring;     ///< submitting fails from the third time on; 0: never
    int refusal;  ///< of the ring as it is made; 0: none
    uint32_t submits;
} fake;

static int fake_init(unsigned entries, struct io_uring *ring, unsigned flags)
{
    (void)ring, (void)flags;
    assert_int_equal(entries, DEPTH);
    fake.asked = fake.ended = fake.submits = 0;
    return -fake.refusal;
}

static int fake_register_buffers(struct io_uring *ring, const struct iovec *all, unsigned count)
{
    (void)ring, (void)all, (void)count;
    return 0;
}

static int fake_register_files(struct io_uring *ring, unsigned count)
{
    (void)ring;
    return count == FILES ? 0 : -1;
}

static int fake_update_files(struct io_uring *ring, unsigned at, const int *files, unsigned count)
{
    (void)ring;
    fake.files[at] = *files;
    return (int)count;
}

static void fake_exit(struct io_uring *ring)
{
    (void)ring;
}

static struct io_uring_sqe *fake_sqe(struct io_uring *ring)
{
    (void)ring;
    assert_true(fake.asked < 2 * DEPTH);
    memset(&fake.sqes[fake.asked], 0, sizeof *fake.sqes);
    return &fake.sqes[fake.asked++];
}

/// What a read gives; whole blocks rarely.
static int fake_read(const struct io_uring_sqe *q)
{
    uint32_t chance = rng_below(&fake.rng, 8);
    assert_int_equal(q->opcode, IORING_OP_READ_FIXED); // files and memory are registered
    assert_true(q->flags & IOSQE_FIXED_FILE);
    int file = q->flags & IOSQE_FIXED_FILE ? fake.files[q->fd] : q->fd;
    if (fake.error && q->off <= fake.bad && fake.bad < q->off + q->len)
        return -fake.error;
    if (chance == 0)
        return rng_one_in(&fake.rng, 2) ? -EINTR : -EAGAIN;
    ssize_t got = pread(file, (void *)(uintptr_t)q->addr, q->len, (off_t)q->off);
    if (chance < 4 && got > 1) // of what was read, less is said to be there
        got = 1 + rng_below(&fake.rng, (uint32_t)got);
    if (chance == 4 && got > 8192)
        got = got / 2 / 4096 * 4096;
    return got < 0 ? -errno : (int)got;
}

/// Ends some of what was asked for, any of it.
static int fake_submit(struct io_uring *ring, unsigned least)
{
    (void)ring, (void)least;
    if (fake.ring && ++fake.submits > 2)
        return -fake.ring;
    fake.most = fake.asked > fake.most ? fake.asked : fake.most;
    uint32_t some = 1 + rng_below(&fake.rng, fake.asked);
    for (; some; some--) {
        uint32_t at = rng_below(&fake.rng, fake.asked);
        fake.ends[fake.ended].data = fake.sqes[at].user_data;
        fake.ends[fake.ended++].res = fake_read(&fake.sqes[at]);
        fake.sqes[at] = fake.sqes[--fake.asked];
        fake.reads++;
    }
    return 1;
}

static int fake_peek(struct io_uring *ring, struct io_uring_cqe **cqe)
{
    static struct io_uring_cqe first;
    (void)ring;
    if (!fake.ended)
        return -EAGAIN;
    first.user_data = fake.ends[fake.ended - 1].data;
    first.res = fake.ends[fake.ended - 1].res;
    *cqe = &first;
    return 0;
}

static void fake_seen(struct io_uring *ring, const struct io_uring_cqe *cqe)
{
    (void)ring, (void)cqe;
    fake.ended--;
}

#define VYI_URING 1
#define io_uring_queue_init fake_init
#define io_uring_queue_exit fake_exit
#define io_uring_register_buffers fake_register_buffers
#define io_uring_register_files_sparse fake_register_files
#define io_uring_register_files_update fake_update_files
#define io_uring_get_sqe fake_sqe
#define io_uring_submit_and_wait fake_submit
#define io_uring_peek_cqe fake_peek
#define io_uring_cqe_seen fake_seen
#include "../../src/stream/uring.c"

// ---- streams ----
static const char windows[] = "program windows\n"
                              "in    text  : u8[]\n"
                              "param base  : u64\n"
                              "out   found : atomic u32[1]\n"
                              "out   at    : u64[len(text)] @count(found)\n"
                              "each i in 2..len(text) {\n"
                              "    if text[i] == 97 && text[i - 1] == 98 && text[i - 2] == 97 {\n"
                              "        at[atomic_add(found[0], 1)] = base + u64(i)\n"
                              "    }\n"
                              "}\n";
static char path[64];
static uint8_t text[BYTES];
static uint64_t expected[BYTES];
static size_t expected_count;

static int setup(void **state)
{
    struct rng r = rng_make(5, 6);
    snprintf(path, sizeof path, "%s/uring-XXXXXX", P_tmpdir);
    int file = mkstemp(path);
    memset(&fake, 0, sizeof fake);
    fake.rng = rng_make(7, 8);
    expected_count = 0;
    for (size_t i = 0; i < BYTES; i++) {
        text[i] = (uint8_t)('a' + rng_below(&r, 2));
        if (i > 1 && text[i] == 'a' && text[i - 1] == 'b' && text[i - 2] == 'a')
            expected[expected_count++] = i;
    }
    if (file < 0 || write(file, text, BYTES) != BYTES || close(file) || stage_open(state))
        return 1;
    if (stage_has("cpu"))
        stage_use(*state, "cpu");
    return 0;
}

static int teardown(void **state)
{
    unlink(path);
    return stage_close(state);
}

static uint64_t rows;
static bool check(void *user, uint64_t base, const void *memory, uint64_t bytes)
{
    (void)user, (void)base;
    assert_true(rows + bytes / 8 <= expected_count);
    assert_memory_equal(memory, expected + rows, bytes);
    rows += bytes / 8;
    return true;
}

static vy_status run(vy_pipeline *p, uint64_t chunk, uint32_t slots, vy_stream_stats *stats)
{
    rows = 0;
    return vy_stream_run(
        p,
        vy_stream_params(.sources = vy_stream_sources(vy_stream_file("text", path)),
                         .sinks = vy_stream_sinks(vy_stream_to_callback("at", check, NULL)),
                         .chunk_bytes = chunk, .slots = slots, .overlap = OVERLAP, .base = "base",
                         .reader = VY_STREAM_READER_URING),
        stats);
}

static void reads_come_short_and_in_any_order(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, windows);
    for (uint32_t i = 0; i < 12; i++) {
        vy_stream_stats stats;
        assert_int_equal(run(p, 20000 << i % 7, 2 + i % 5, &stats), VY_OK);
        assert_string_equal(stats.reader, "io_uring");
        assert_int_equal(stats.bytes_read, BYTES);
        assert_int_equal(rows, expected_count);
    }
    assert_true(fake.most > 2);
    vy_pipeline_destroy(&p);
}

static void failed_reads_leave_whole_chunks(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, windows);
    for (uint32_t k = 0; k < 10; k++) {
        vy_stream_stats stats;
        fake.bad = k * CHUNK + 1234, fake.error = EIO;
        assert_int_equal(run(p, CHUNK, 4, &stats), VY_ERROR_IO);
        stage_said(*state, (const char *const[]){"V503", path, "at offset", strerror(EIO), NULL});
        assert_true(stats.elements <= fake.bad && stats.elements + stats.chunk_elements > fake.bad);
        uint64_t whole = 0;
        while (expected[whole] < stats.elements)
            whole++;
        assert_int_equal(rows, whole);
    }
    fake.error = 0;
    vy_pipeline_destroy(&p);
}

static bool shrink(void *user, const vy_stream_stats *stats)
{
    (void)user;
    return stats->chunks != 1 || !truncate(path, 1000000);
}

static void shorter_files_are_named(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, windows);
    vy_stream_stats stats;
    assert_int_equal(
        vy_stream_run(p,
                      vy_stream_params(.sources = vy_stream_sources(vy_stream_file("text", path)),
                                       .chunk_bytes = 100000, .slots = 2, .overlap = OVERLAP,
                                       .base = "base", .reader = VY_STREAM_READER_URING,
                                       .progress = shrink),
                      &stats),
        VY_ERROR_IO);
    stage_said(*state, (const char *const[]){"V505", path, NULL});
    assert_true(stats.elements <= 1000000);
    vy_pipeline_destroy(&p);
}

static void a_ring_fails_as_a_whole(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, windows);
    fake.ring = EBADF;
    assert_int_equal(run(p, CHUNK, 4, NULL), VY_ERROR_IO);
    stage_said(*state, (const char *const[]){"V503", path, strerror(EBADF), NULL});
    fake.ring = 0;
    assert_int_equal(run(p, CHUNK, 4, NULL), VY_OK);
    assert_int_equal(rows, expected_count);
    vy_pipeline_destroy(&p);
}

static void a_refused_ring_is_named(void **state)
{
    static const struct {
        int error;
        const char *words;
    } cases[] = {{EPERM, "seccomp"}, {ENOSYS, "no io_uring"}, {ENOMEM, "ulimit -l"}};
    vy_pipeline *p = stage_pipeline(*state, windows);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vy_stream_stats stats;
        fake.refusal = cases[i].error;
        assert_int_equal(run(p, CHUNK, 4, &stats), VY_OK);
        assert_string_equal(stats.reader, "threads");
        assert_non_null(strstr(stats.reader_reason, cases[i].words));
        assert_int_equal(rows, expected_count);
    }
    vy_pipeline_destroy(&p);
}

#define TEST(name)                         \
    {                                      \
#name, name, setup, teardown, NULL \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(reads_come_short_and_in_any_order), TEST(failed_reads_leave_whole_chunks),
        TEST(shorter_files_are_named),           TEST(a_ring_fails_as_a_whole),
        TEST(a_refused_ring_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    puts("skipped: liburing.h is absent");
    return 77;
}
#endif
