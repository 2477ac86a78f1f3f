// Files in the page cache are used where they lie: somebody who changes or cuts such a file neither
// ends the process nor changes what chunks in use hold.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/rng.h"
#include "support/stage.h"
#include "vyre/stream.h"

enum { BYTES = 1000003, CHUNK = 20000, OVERLAP = 5000 };

/// Each 'a' that has another one OVERLAP elements before it.
static const char pairs[] = "program pairs\n"
                            "in    text  : u8[]\n"
                            "param base  : u64\n"
                            "param seen  : u32\n"
                            "out   found : atomic u32[1]\n"
                            "out   at    : u64[len(text)] @count(found)\n"
                            "each i in max(seen, 5000)..len(text) {\n"
                            "    if text[i] == 97 && text[i - 5000] == 97 {\n"
                            "        at[atomic_add(found[0], 1)] = base + u64(i)\n"
                            "    }\n"
                            "}\n";

static char path[64];
static uint8_t text[BYTES];
static uint64_t expected[BYTES];
static size_t expected_count;

/// pread() of this program's own: fails where it is asked to.
static atomic_bool no_reads;
static atomic_int refused;
ssize_t pread(int file, void *memory, size_t bytes, off_t offset)
{
    if (no_reads) {
        refused++;
        errno = EIO;
        return -1;
    }
    return syscall(SYS_pread64, file, memory, bytes, offset);
}

static void put_file(void)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, BYTES, f), BYTES);
    assert_int_equal(fclose(f), 0);
}

/// Leases need a file system that has them: the folder of the build has one.
static int setup(void **state)
{
    struct rng r = rng_make(3, 4);
    const char *folder = getenv("VYRE_BUILD");
    snprintf(path, sizeof path, "%.40s/mapped-XXXXXX", folder ? folder : ".");
    int file = mkstemp(path);
    for (size_t i = 0; i < BYTES; i++)
        text[i] = (uint8_t)('a' + rng_below(&r, 3));
    expected_count = 0;
    for (size_t i = OVERLAP; i < BYTES; i++)
        if (text[i] == 'a' && text[i - OVERLAP] == 'a')
            expected[expected_count++] = i;
    if (file < 0 || close(file) || stage_open(state))
        return 1;
    put_file();
    if (stage_has("cpu"))
        stage_use(*state, "cpu");
    return 0;
}

static int teardown(void **state)
{
    unlink(path);
    return stage_close(state);
}

struct rows {
    uint64_t count;
    bool wrong;
};

static bool check(void *user, uint64_t base, const void *memory, uint64_t bytes)
{
    struct rows *r = user;
    (void)base;
    r->wrong = r->wrong || r->count + bytes / 8 > expected_count ||
               memcmp(memory, expected + r->count, bytes) != 0;
    r->count += bytes / 8;
    return true;
}

static vy_status run(vy_pipeline *p, vy_stream_params params, struct rows *rows,
                     vy_stream_stats *stats)
{
    *rows = (struct rows){0};
    params.sources = vy_stream_sources(vy_stream_file("text", path));
    params.sinks = vy_stream_sinks(vy_stream_to_callback("at", check, rows));
    params.base = "base", params.seen = "seen", params.overlap = OVERLAP;
    params.chunk_bytes = params.chunk_bytes ? params.chunk_bytes : CHUNK;
    return vy_stream_run(p, &params, stats);
}

/// Whether this system maps files at all; the reason says why not.
static bool maps(vy_pipeline *p)
{
    struct rows rows;
    vy_stream_stats stats;
    assert_int_equal(run(p, vy_stream_defaults(), &rows, &stats), VY_OK);
    assert_int_equal(rows.count, expected_count);
    assert_false(rows.wrong);
    if (!strcmp(stats.reader, "mapped"))
        return true;
    print_message("skipped: %s\n", stats.reader_reason);
    return false;
}

static void chunks_of_any_size_are_right(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, pairs);
    static const uint64_t sizes[] = {3000, 4096, 5000, 20480, 65536, 70001, 2000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && maps(p); i++)
        for (uint32_t slots = 2; slots < 6; slots++) {
            struct rows rows;
            vy_stream_stats stats;
            vy_stream_params params = vy_stream_defaults();
            params.chunk_bytes = sizes[i], params.slots = slots;
            assert_int_equal(run(p, params, &rows, &stats), VY_OK);
            assert_string_equal(stats.reader, "mapped");
            assert_int_equal(stats.bytes_read, BYTES);
            assert_int_equal(rows.count, expected_count);
            assert_false(rows.wrong);
        }
    vy_pipeline_destroy(&p);
}

// ---- somebody changes the file ----
static uint64_t when;
static int opened = -1;

/// On the thread of the call: nothing may wait for it then.
static bool cut(void *user, const vy_stream_stats *stats)
{
    (void)user;
    if (stats->chunks >= when && when)
        assert_int_equal(truncate(path, 0), 0), when = 0;
    return true;
}

static void cut_files_end_the_stream(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, pairs);
    for (uint64_t k = 1; k < 40 && maps(p); k += 3) {
        struct rows rows;
        vy_stream_stats stats;
        vy_stream_params params = vy_stream_defaults();
        params.progress = cut, when = k;
        assert_int_equal(run(p, params, &rows, &stats), VY_ERROR_IO);
        stage_said(*state, (const char *const[]){"V505", path, NULL});
        assert_true(stats.chunks >= k); // those in use were whole
        assert_false(rows.wrong);
        uint64_t whole = 0;
        while (whole < expected_count && expected[whole] < stats.elements)
            whole++;
        assert_int_equal(rows.count, whole);
        put_file();
    }
    vy_pipeline_destroy(&p);
}

/// Opens the file to write, and overwrites what chunks in use hold; what comes later stays.
static bool overwrite(void *user, const vy_stream_stats *stats)
{
    (void)user;
    if (stats->chunks < when || !when)
        return true;
    opened = open(path, O_WRONLY);
    assert_true(opened >= 0);
    uint64_t from = stats->elements > OVERLAP ? stats->elements - OVERLAP : 0;
    void *same = malloc(2 * CHUNK);
    assert_non_null(same);
    memset(same, 'a', 2 * CHUNK);
    assert_int_equal(pwrite(opened, same, 2 * CHUNK, (off_t)from), 2 * CHUNK);
    assert_int_equal(pwrite(opened, text + from, 2 * CHUNK, (off_t)from), 2 * CHUNK);
    free(same);
    close(opened);
    when = 0;
    return true;
}

static void writers_do_not_wait_and_change_nothing(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, pairs);
    for (uint64_t k = 1; k < 40 && maps(p); k += 3) {
        struct rows rows;
        vy_stream_stats stats;
        vy_stream_params params = vy_stream_defaults();
        params.progress = overwrite, params.slots = 5, when = k;
        assert_int_equal(run(p, params, &rows, &stats), VY_OK);
        assert_int_equal(rows.count, expected_count);
        assert_false(rows.wrong);
    }
    vy_pipeline_destroy(&p);
}

static void files_with_a_writer_are_copied(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, pairs);
    if (maps(p)) {
        struct rows rows;
        vy_stream_stats stats;
        int writer = open(path, O_WRONLY);
        assert_true(writer >= 0);
        assert_int_equal(run(p, vy_stream_defaults(), &rows, &stats), VY_OK);
        close(writer);
        assert_string_equal(stats.reader, "threads");
        assert_non_null(strstr(stats.reader_reason, "open for writing"));
        assert_int_equal(rows.count, expected_count);
        assert_false(rows.wrong);
    }
    vy_pipeline_destroy(&p);
}

/// The page cache would make a page of zeros for each page of a hole.
static void holes_are_not_mapped(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, pairs);
    struct rows rows;
    vy_stream_stats stats;
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(truncate(path, 20 << 20), 0);
    vy_stream_params params = vy_stream_defaults();
    params.chunk_bytes = 1 << 20;
    assert_int_equal(run(p, params, &rows, &stats), VY_OK);
    assert_string_not_equal(stats.reader, "mapped");
    assert_int_equal(rows.count, 0);
    vy_pipeline_destroy(&p);
}

/// Chunks in use cannot be given memory of their own: the stream ends, and then the file is cut.
static void *cut_thread(void *user)
{
    return truncate(path, 0) ? user : NULL;
}

static pthread_t cutter;

static bool cut_beside(void *user, const vy_stream_stats *stats)
{
    (void)user;
    if (stats->chunks < when || !when)
        return true;
    when = 0;
    refused = 0;
    no_reads = true;
    assert_int_equal(pthread_create(&cutter, NULL, cut_thread, path), 0);
    while (!refused)
        usleep(1000);
    no_reads = false; // it was refused what it needed to go on
    return true;
}

static void without_memory_of_their_own_it_ends(void **state)
{
    vy_pipeline *p = stage_pipeline(*state, pairs);
    if (maps(p)) {
        struct rows rows;
        vy_stream_stats stats;
        vy_stream_params params = vy_stream_defaults();
        void *failed;
        params.progress = cut_beside, when = 5;
        assert_int_equal(run(p, params, &rows, &stats), VY_ERROR_IO);
        stage_said(*state, (const char *const[]){"V503", path, NULL});
        assert_int_equal(pthread_join(cutter, &failed), 0);
        assert_null(failed);
        assert_false(rows.wrong);
    }
    vy_pipeline_destroy(&p);
}

/// KiB of files that this process has mapped and touched.
static uint64_t mapped_kib(void)
{
    char line[128];
    unsigned long long kib = 0;
    FILE *f = fopen("/proc/self/status", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        (void)sscanf(line, "RssFile: %llu", &kib);
    fclose(f);
    return kib;
}

static uint64_t most_kib;
static bool watch(void *user, const vy_stream_stats *stats)
{
    (void)user, (void)stats;
    uint64_t now = mapped_kib();
    most_kib = now > most_kib ? now : most_kib;
    return true;
}

static void pages_are_given_back(void **state)
{
    enum { MIB = 96 };
    vy_pipeline *p =
        stage_pipeline(*state, "program sum\n"
                               "in    x : u32[]\n"
                               "inout s : atomic u32[1]\n"
                               "each i in 0..len(x) { let o = atomic_add(s[0], x[i]) }\n");
    char *block = calloc(1, 1 << 20);
    FILE *f = fopen(path, "wb");
    assert_non_null(block);
    assert_non_null(f);
    for (int i = 0; i < MIB; i++)
        assert_int_equal(fwrite(block, 1 << 20, 1, f), 1);
    assert_int_equal(fclose(f), 0);
    free(block);
    vy_stream_stats stats;
    uint64_t before = most_kib = mapped_kib();
    assert_int_equal(
        vy_stream_run(p,
                      vy_stream_params(.sources = vy_stream_sources(vy_stream_file("x", path)),
                                       .chunk_bytes = 1 << 20, .progress = watch),
                      &stats),
        VY_OK);
    // Pages come in groups of at most 2 MiB.
    if (!strcmp(stats.reader, "mapped"))
        assert_in_range(most_kib - before, 0, MIB / 3 << 10);
    else
        print_message("skipped: %s\n", stats.reader_reason);
    vy_pipeline_destroy(&p);
}

#define TEST(name)                         \
    {                                      \
#name, name, setup, teardown, NULL \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(chunks_of_any_size_are_right),
        TEST(cut_files_end_the_stream),
        TEST(writers_do_not_wait_and_change_nothing),
        TEST(files_with_a_writer_are_copied),
        TEST(holes_are_not_mapped),
        TEST(without_memory_of_their_own_it_ends),
        TEST(pages_are_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
