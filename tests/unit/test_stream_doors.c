// What a stream takes and refuses before it reads, and what it refuses to resume: files that are
// read and written at once, files without a size, devices as sinks, outputs in the memory limit,
// other arguments than those of the run that stopped.
#include <fcntl.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/stage.h"
#include "vyre/stream.h"

/// Where a byte lies.
static const char find[] = "program find\n"
                           "in    text  : u8[]\n"
                           "in    what  : u8[1]\n"
                           "param base  : u64\n"
                           "out   found : atomic u32[1]\n"
                           "out   at    : u64[len(text)] @count(found)\n"
                           "each i in 0..len(text) {\n"
                           "    if text[i] == what[0] {\n"
                           "        at[atomic_add(found[0], 1)] = base + u64(i)\n"
                           "    }\n"
                           "}\n";

enum { BYTES = 100000, CHUNK = 1000 };
static char folder[90], from[128], to[128], journal[128];

static void put_file(const char *path, size_t bytes)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    for (size_t i = 0; i < bytes; i++)
        fputc("abc"[i % 3], f);
    assert_int_equal(fclose(f), 0);
}

static uint64_t size_of(const char *path)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return (uint64_t)st.st_size;
}

static int setup(void **state)
{
    const char *above = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/doors-XXXXXX", above ? above : P_tmpdir);
    if (!mkdtemp(folder) || stage_open(state))
        return 1;
    snprintf(from, sizeof from, "%s/from", folder);
    snprintf(to, sizeof to, "%s/to", folder);
    snprintf(journal, sizeof journal, "%s/to.journal", folder);
    put_file(from, BYTES);
    if (stage_has("cpu"))
        stage_use(*state, "cpu");
    return 0;
}

static int teardown(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) || stage_close(state);
}

struct run {
    vy_pipeline *pipeline;
    vy_stream_source source;
    vy_stream_sink sink;
    const char *what;
    vy_stream_params params;
    vy_stream_stats stats;
};

static struct run make(struct stage *s)
{
    struct run r = {.pipeline = stage_pipeline(s, find),
                    .source = vy_stream_file("text", from),
                    .sink = vy_stream_to_file("at", to),
                    .what = "a",
                    .params = vy_stream_defaults()};
    r.params.base = "base", r.params.chunk_bytes = CHUNK;
    return r;
}

static vy_status run(struct run *r)
{
    r->params.sources = vy_stream_sources(r->source);
    r->params.sinks = vy_stream_sinks(r->sink);
    r->params.args = vy_args(vy_arg_in("what", r->what, 1));
    return vy_stream_run(r->pipeline, &r->params, &r->stats);
}

static bool after_ten(void *user, const vy_stream_stats *stats)
{
    (void)user;
    return stats->chunks < 10;
}

/// Stops after some chunks, with a journal.
static void stop(struct stage *s, struct run *r)
{
    r->params.progress = after_ten;
    assert_int_equal(run(r), VY_ERROR_CANCELLED);
    SAID(s, "V512");
    assert_int_equal(access(journal, F_OK), 0);
    r->params.progress = NULL;
    r->params.resume = true;
}

// ---- files ----
static void sources_are_not_overwritten(void **state)
{
    struct stage *s = *state;
    struct run r = make(s);
    char other[128];
    snprintf(other, sizeof other, "%s/link", folder);
    assert_int_equal(link(from, other), 0);
    r.sink = vy_stream_to_file("at", other);
    assert_int_equal(run(&r), VY_ERROR_ARGUMENT);
    SAID(s, "V501", "'at'", "a source of the stream");
    r.source = vy_stream_folder("text", folder);
    assert_int_equal(run(&r), VY_ERROR_ARGUMENT);
    SAID(s, "V501", "a source of the stream");
    assert_int_equal(size_of(from), BYTES);
    vy_pipeline_destroy(&r.pipeline);
}

static void outputs_have_files_of_their_own(void **state)
{
    struct stage *s = *state;
    struct run r = make(s);
    r.params.sources = vy_stream_sources(r.source);
    r.params.args = vy_args(vy_arg_in("what", r.what, 1));
    r.params.sinks = vy_stream_sinks(vy_stream_to_file("at", to), vy_stream_to_file("found", to));
    put_file(to, 77);
    assert_int_equal(vy_stream_run(r.pipeline, &r.params, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V501", "'found'", "another output");
    assert_int_equal(size_of(to), 77);
    vy_pipeline_destroy(&r.pipeline);
}

static void files_without_a_size_are_read(void **state)
{
    struct run r = make(*state);
    FILE *f = fopen("/proc/version", "rb");
    uint64_t bytes = 0;
    while (f && fgetc(f) != EOF)
        bytes++;
    if (f)
        fclose(f);
    r.source = vy_stream_file("text", "/proc/version");
    assert_true(bytes > 0);
    assert_int_equal(run(&r), VY_OK);
    assert_int_equal(r.stats.elements, bytes);
    put_file(from, 0);
    r.source = vy_stream_file("text", from);
    assert_int_equal(run(&r), VY_OK);
    assert_int_equal(r.stats.elements, 0);
    vy_pipeline_destroy(&r.pipeline);
}

static bool no_journal(void *user, const vy_stream_stats *stats)
{
    (void)stats;
    return access(user, F_OK) != 0;
}

static void devices_have_no_journal(void **state)
{
    struct stage *s = *state;
    struct run r = make(s);
    char path[] = "/dev/null.journal";
    r.sink = vy_stream_to_file("at", "/dev/null");
    r.params.journal_ms = 1, r.params.progress = no_journal, r.params.progress_user = path;
    assert_int_equal(run(&r), VY_OK);
    r.params.resume = true;
    assert_int_equal(run(&r), VY_ERROR_ARGUMENT);
    SAID(s, "V511", "none to resume from");
    vy_pipeline_destroy(&r.pipeline);
}

// ---- memory ----
static void outputs_count_as_memory(void **state)
{
    struct stage *s = *state;
    struct run r = make(s);
    r.params.slots = 2, r.params.chunk_bytes = 16384;
    r.params.max_memory = 2 * (16384 + 4096) + 2 * (8 * 16384 + 4);
    put_file(to, 77);
    r.params.max_memory--;
    assert_int_equal(run(&r), VY_ERROR_LIMIT);
    SAID(s, "V513");
    assert_int_equal(size_of(to), 77);
    if (stage_has("cpu")) { // which needs no further memory for what it reads
        r.params.max_memory++;
        assert_int_equal(run(&r), VY_OK);
        assert_int_equal(r.stats.memory_bytes, r.params.max_memory);
    }
    vy_pipeline_destroy(&r.pipeline);
}

// ---- resuming ----
static void other_arguments_are_not_resumed(void **state)
{
    struct stage *s = *state;
    struct run r = make(s);
    stop(s, &r);
    r.what = "b";
    assert_int_equal(run(&r), VY_ERROR_IO);
    SAID(s, "V511", "other sources, sinks, arguments");
    r.what = "a";
    assert_int_equal(run(&r), VY_OK);
    assert_int_equal(size_of(to), 8 * ((BYTES + 2) / 3));
    vy_pipeline_destroy(&r.pipeline);
}

static void what_is_left_is_the_total(void **state)
{
    struct stage *s = *state;
    struct run r = make(s);
    assert_int_equal(run(&r), VY_OK);
    assert_int_equal(r.stats.bytes_total, BYTES);
    stop(s, &r);
    uint64_t done = r.stats.elements;
    assert_int_equal(run(&r), VY_OK);
    assert_int_equal(r.stats.bytes_total, BYTES - done);
    assert_int_equal(r.stats.bytes_read, BYTES - done);
    vy_pipeline_destroy(&r.pipeline);
}

/// Bytes for a pipe, then its end.
static int64_t some_bytes(void *user, void *memory, uint64_t bytes)
{
    uint64_t *left = user, some = bytes < *left ? bytes : *left;
    memset(memory, 'a', some);
    *left -= some;
    return (int64_t)some;
}

static void shorter_streams_are_not_resumed(void **state)
{
    struct stage *s = *state;
    struct run r = make(s);
    uint64_t left = BYTES;
    r.source = vy_stream_callback("text", some_bytes, &left);
    stop(s, &r);
    uint64_t written = size_of(to);
    left = 5 * CHUNK;
    assert_int_equal(run(&r), VY_ERROR_IO);
    SAID(s, "V511", "end before what it says was done");
    assert_int_equal(size_of(to), written);
    left = BYTES;
    assert_int_equal(run(&r), VY_OK);
    assert_int_equal(size_of(to), 8 * BYTES);
    vy_pipeline_destroy(&r.pipeline);
}

/// Whether a file system reads this file past the page cache, and the file has left it.
static bool is_cold(const char *path, size_t bytes)
{
    char byte;
    struct iovec to_byte = {&byte, 1};
    int direct = open(path, O_RDONLY | O_DIRECT), file = open(path, O_RDONLY);
    bool cold = direct >= 0 && !fsync(file) && !posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    for (size_t at = 0; cold && at < bytes; at += 65536)
        cold = preadv2(file, &to_byte, 1, (off_t)at, RWF_NOWAIT) != 1;
    close(file);
    if (direct >= 0)
        close(direct);
    return cold;
}

/// Files that are not in the page cache are read past it, the unaligned rest of a file included.
static void cold_files_are_read_directly(void **state)
{
    enum { COLD = (3 << 20) + 1001 };
    struct run r = make(*state);
    put_file(from, COLD);
    r.params.chunk_bytes = 1 << 20;
    for (int way = 0; way < 2; way++) {
        r.params.reader = way ? VY_STREAM_READER_THREADS : VY_STREAM_READER_AUTO;
        bool cold = is_cold(from, COLD);
        assert_int_equal(run(&r), VY_OK);
        assert_int_equal(size_of(to), (COLD + 2) / 3 * 8);
        assert_int_equal(r.stats.bytes_read, COLD);
        if (cold)
            assert_true(r.stats.bytes_direct >= 3 << 20);
        else
            printf("not tested: the file system reads past no page cache, or keeps the file\n");
    }
    vy_pipeline_destroy(&r.pipeline);
}

static bool while_it_runs(void *user, const vy_stream_stats *stats)
{
    (void)user;
    return stats->wall_ms < 150;
}

/// A chunk that takes long is cancelled, which is no message of its own.
static void stopped_streams_say_so_once(void **state)
{
    struct stage *s = *state;
    uint64_t endless = UINT64_MAX;
    stage_use(s, "oracle");
    vy_pipeline *p = stage_pipeline(s, "program slow\n"
                                       "in  text : u8[]\n"
                                       "out y    : u32[1]\n"
                                       "grid 1 workgroup 1\n"
                                       "var k = 0\n"
                                       "loop { k += 1  if k == 0 { break } }\n"
                                       "y[0] = k\n");
    vy_stream_params params = vy_stream_defaults();
    params.sources = vy_stream_sources(vy_stream_callback("text", some_bytes, &endless));
    params.progress = while_it_runs, params.chunk_bytes = CHUNK;
    assert_int_equal(vy_stream_run(p, &params, NULL), VY_ERROR_CANCELLED);
    assert_int_equal(s->log.errors, 1);
    SAID(s, "V512");
    vy_pipeline_destroy(&p);
}

// ---- in step ----
static void lengths_of_streamed_buffers_go_in_step(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, "program add\n"
                                       "in    a   : u8[]\n"
                                       "in    b   : u8[len(a), 2]\n"
                                       "inout sum : atomic u32[1]\n"
                                       "each i in 0..len(a) {\n"
                                       "    let old = atomic_add(sum[0], a[i] * b[i, 1])\n"
                                       "}\n");
    char second[128];
    uint32_t sum = 0, expected = 0;
    snprintf(second, sizeof second, "%s/second", folder);
    put_file(second, 2 * BYTES);
    for (uint32_t i = 0; i < BYTES; i++)
        expected += (uint32_t)("abc"[i % 3] * "abc"[(2 * i + 1) % 3]);
    vy_stream_params params = vy_stream_defaults();
    params.sources = vy_stream_sources(vy_stream_file("b", second), vy_stream_file("a", from));
    params.args = vy_args(vy_arg_inout("sum", &sum, 4));
    params.chunk_bytes = CHUNK;
    assert_int_equal(vy_stream_run(p, &params, NULL), VY_OK);
    assert_int_equal(sum, expected);
    // Without the stream that its length comes from, and of a length of another kind.
    params.sources = vy_stream_sources(vy_stream_file("b", second));
    assert_int_equal(vy_stream_run(p, &params, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V500", "'b'", "gives its first size");
    vy_pipeline_destroy(&p);
    p = stage_pipeline(s, "program twice\n"
                          "in  a : u8[]\n"
                          "in  b : u8[2 * len(a)]\n"
                          "out y : u32[1]\n"
                          "each i in 0..1 { y[0] = a[0] + b[0] }\n");
    params.sources = vy_stream_sources(vy_stream_file("a", from), vy_stream_file("b", second));
    params.args = NULL;
    assert_int_equal(vy_stream_run(p, &params, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V500", "'b'", "gives its first size");
    vy_pipeline_destroy(&p);
}

/// A source that has the next chunk only when the rows of the one before were taken.
struct talk {
    sem_t taken;
    uint32_t chunks;
};

static int64_t after_rows(void *user, void *memory, uint64_t bytes)
{
    struct talk *t = user;
    if (t->chunks == 5)
        return 0;
    if (t->chunks++)
        while (sem_wait(&t->taken)) {
        }
    assert_int_equal(bytes, CHUNK);
    memset(memory, 'a', CHUNK);
    return CHUNK;
}

static bool take_rows(void *user, uint64_t base, const void *memory, uint64_t bytes)
{
    struct talk *t = user;
    (void)base, (void)memory;
    assert_int_equal(bytes, CHUNK * sizeof(uint64_t));
    sem_post(&t->taken);
    return true;
}

static void rows_do_not_wait_for_the_next_chunk(void **state)
{
    struct talk t = {.chunks = 0};
    struct run r = make(*state);
    assert_int_equal(sem_init(&t.taken, 0, 0), 0);
    r.source = vy_stream_callback("text", after_rows, &t);
    r.sink = vy_stream_to_callback("at", take_rows, &t);
    assert_int_equal(run(&r), VY_OK);
    assert_int_equal(r.stats.chunks, 5);
    sem_destroy(&t.taken);
    vy_pipeline_destroy(&r.pipeline);
}

#define TEST(name)                         \
    {                                      \
#name, name, setup, teardown, NULL \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sources_are_not_overwritten),
        TEST(outputs_have_files_of_their_own),
        TEST(files_without_a_size_are_read),
        TEST(devices_have_no_journal),
        TEST(outputs_count_as_memory),
        TEST(other_arguments_are_not_resumed),
        TEST(what_is_left_is_the_total),
        TEST(shorter_streams_are_not_resumed),
        TEST(cold_files_are_read_directly),
        TEST(stopped_streams_say_so_once),
        TEST(lengths_of_streamed_buffers_go_in_step),
        TEST(rows_do_not_wait_for_the_next_chunk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
