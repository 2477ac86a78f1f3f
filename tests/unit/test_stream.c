// Streams: chunks give what one undivided run gives, from every kind of source to every kind of
// sink, in bounded memory; faults leave whole rows, and resuming ends with the same bytes.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/rng.h"
#include "support/stage.h"
#include "vyre/stream.h"

/// Where "ab" and "abba" end: matches of different lengths, each once by way of `seen`.
static const char ends[] = "program ends\n"
                           "in    text  : u8[]\n"
                           "param base  : u64\n"
                           "param seen  : u32\n"
                           "out   found : atomic u32[1]\n"
                           "out   at    : u64[2 * len(text)] @count(found)\n"
                           "each i in seen..len(text) {\n"
                           "    if i >= 1 && text[i] == 98 && text[i - 1] == 97 {\n"
                           "        at[atomic_add(found[0], 1)] = base + u64(i)\n"
                           "    }\n"
                           "    if i >= 3 && text[i] == 97 && text[i - 1] == 98 &&\n"
                           "        text[i - 2] == 98 && text[i - 3] == 97 {\n"
                           "        at[atomic_add(found[0], 1)] = base + u64(i)\n"
                           "    }\n"
                           "}\n";
/// The same without `seen`, for windows of one length.
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

struct data {
    uint8_t *bytes;
    size_t count;
};

static struct data make_text(struct rng *r, size_t count)
{
    struct data d = {malloc(count + 1), count};
    assert_non_null(d.bytes);
    for (size_t i = 0; i < count; i++)
        d.bytes[i] = (uint8_t)('a' + rng_below(r, 2));
    return d;
}

static size_t expect_ends(const struct data *d, uint64_t *at)
{
    const uint8_t *t = d->bytes;
    size_t n = 0;
    for (size_t i = 0; i < d->count; i++) {
        if (i >= 1 && t[i] == 'b' && t[i - 1] == 'a')
            at[n++] = i;
        if (i >= 3 && t[i] == 'a' && t[i - 1] == 'b' && t[i - 2] == 'b' && t[i - 3] == 'a')
            at[n++] = i;
    }
    return n;
}

static size_t expect_windows(const struct data *d, uint64_t *at)
{
    size_t n = 0;
    for (size_t i = 2; i < d->count; i++)
        if (d->bytes[i] == 'a' && d->bytes[i - 1] == 'b' && d->bytes[i - 2] == 'a')
            at[n++] = i;
    return n;
}

// ---- files ----
static char folder[90];

static const char *in_folder(const char *name, char path[128])
{
    snprintf(path, 128, "%s/%s", folder, name);
    return path;
}

static void put_file(const char *path, const void *bytes, size_t count)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, count, f), count);
    assert_int_equal(fclose(f), 0);
}

static struct data get_file(const char *path)
{
    struct stat st;
    struct data d = {0};
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fstat(fileno(f), &st), 0);
    d.count = (size_t)st.st_size;
    d.bytes = malloc(d.count + 1);
    assert_non_null(d.bytes);
    assert_int_equal(fread(d.bytes, 1, d.count, f), d.count);
    fclose(f);
    return d;
}

static int make_folder(void **state)
{
    const char *above = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/stream-XXXXXX", above ? above : P_tmpdir);
    return mkdtemp(folder) ? stage_open(state) : -1;
}

static int remove_folder(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    int gone = system(command);
    return stage_close(state) || gone;
}

// ---- faults: pread() of this program's own ----
static struct {
    uint64_t at; ///< reads of this offset fail
    int error;   ///< 0: none; else so
    bool brief;  ///< reads give few bytes at a time
} fault;

ssize_t pread(int file, void *memory, size_t bytes, off_t offset)
{
    if (fault.error && (uint64_t)offset <= fault.at && fault.at < (uint64_t)offset + bytes) {
        errno = fault.error;
        return -1;
    }
    if (fault.brief && bytes > 1000)
        bytes = 1000;
    return syscall(SYS_pread64, file, memory, bytes, offset);
}

// ---- every source and every sink ----
struct from_memory {
    const struct data *data;
    size_t done;
    struct rng rng;
};

static int64_t read_memory(void *user, void *memory, uint64_t bytes)
{
    struct from_memory *m = user;
    size_t left = m->data->count - m->done, some = 1 + rng_below(&m->rng, 9000);
    some = some < left ? some : left;
    some = some < bytes ? some : (size_t)bytes;
    memcpy(memory, m->data->bytes + m->done, some);
    m->done += some;
    return (int64_t)some;
}

struct taken {
    uint8_t *bytes;
    size_t count;
    uint64_t last;
};

static bool take(void *user, uint64_t base, const void *memory, uint64_t bytes)
{
    struct taken *t = user;
    assert_true(base >= t->last);
    t->last = base;
    t->bytes = realloc(t->bytes, t->count + bytes + 1);
    assert_non_null(t->bytes);
    memcpy(t->bytes + t->count, memory, bytes);
    t->count += bytes;
    return true;
}

struct feed {
    int to;
    const struct data *data;
};

static void *feed(void *user)
{
    struct feed *f = user;
    for (size_t done = 0; done < f->data->count;) {
        ssize_t n = write(f->to, f->data->bytes + done, f->data->count - done);
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    close(f->to);
    return NULL;
}

enum way { WAY_FILE, WAY_FILES, WAY_FOLDER, WAY_PIPE, WAY_CALLBACK, WAY_DESCRIPTOR, WAYS };

/// Streams `d` to a program whose rows go to a callback; the rows.
static struct taken run_way(struct stage *s, vy_pipeline *p, const struct data *d, enum way way,
                            vy_stream_params params, vy_stream_stats *stats)
{
    struct taken out = {0};
    struct from_memory memory = {d, 0, rng_make(d->count, 3)};
    char one[128], two[128], three[128], sub[128];
    vy_stream_source sources[4];
    size_t cut = d->count / 3;
    int pipes[2] = {-1, -1}, file = -1;
    pthread_t thread;
    struct feed f = {.data = d};
    for (int i = 0; i < 4; i++)
        sources[i] = vy_stream_source_end();
    in_folder("one", one), in_folder("sub", sub), in_folder("sub/b", two),
        in_folder("sub/a", three);
    put_file(one, d->bytes, d->count);
    mkdir(sub, 0777);
    put_file(three, d->bytes, cut);
    put_file(two, d->bytes + cut, d->count - cut);
    switch (way) {
    case WAY_FILE: sources[0] = vy_stream_file("text", one); break;
    case WAY_FILES:
        sources[0] = vy_stream_file("text", three);
        sources[1] = vy_stream_file("text", two);
        break;
    case WAY_FOLDER: sources[0] = vy_stream_folder("text", sub); break;
    case WAY_PIPE:
        assert_int_equal(pipe(pipes), 0);
        f.to = pipes[1];
        assert_int_equal(pthread_create(&thread, NULL, feed, &f), 0);
        sources[0] = vy_stream_descriptor("text", pipes[0]);
        break;
    case WAY_CALLBACK: sources[0] = vy_stream_callback("text", read_memory, &memory); break;
    default: file = open(one, O_RDONLY); sources[0] = vy_stream_descriptor("text", file);
    }
    params.sources = sources;
    params.sinks = vy_stream_sinks(vy_stream_to_callback("at", take, &out));
    vy_status status = vy_stream_run(p, &params, stats);
    if (status)
        print_error("%s\n", s->log.text);
    assert_int_equal(status, VY_OK);
    assert_int_equal(stats->elements, d->count);
    assert_int_equal(stats->bytes_read, d->count);
    if (way == WAY_PIPE) {
        pthread_join(thread, NULL);
        close(pipes[0]);
    }
    if (file >= 0)
        close(file);
    return out;
}

static const char *const devices[] = {"oracle", "oracle-dirty", "oracle-host",
                                      "cpu",    "vulkan",       "cuda"};
enum { DEVICES = sizeof devices / sizeof *devices };

static void chunks_give_what_one_run_gives(void **state)
{
    struct stage *s = *state;
    struct rng r = rng_make(1, 1);
    for (int d = 0; d < DEVICES; d++) {
        bool slow = strncmp(devices[d], "cpu", 3) != 0;
        if (!stage_has(devices[d]))
            continue;
        stage_use(s, devices[d]);
        vy_pipeline *p = stage_pipeline(s, ends), *w = stage_pipeline(s, windows);
        for (int i = 0; i < (slow ? 12 : 60); i++) {
            struct data text = make_text(&r, i == 7 ? 0 : 1 + rng_below(&r, slow ? 4000 : 200000));
            uint64_t *expected = malloc((2 * text.count + 1) * sizeof *expected);
            vy_stream_params params = vy_stream_defaults();
            vy_stream_stats stats;
            bool fixed = i % 3 == 2;
            params.chunk_bytes = 1 + rng_below(&r, i % 2 ? 100 : 60000);
            params.chunk_bytes = slow || params.chunk_bytes > 40 ? params.chunk_bytes : 400;
            params.overlap = fixed ? 2 : 3 + rng_below(&r, 300);
            params.base = "base", params.seen = fixed ? NULL : "seen";
            params.reader = (vy_stream_reader)rng_below(&r, 3);
            params.slots = 2 + rng_below(&r, 4);
            fault.brief = rng_one_in(&r, 3);
            size_t n = fixed ? expect_windows(&text, expected) : expect_ends(&text, expected);
            struct taken out =
                run_way(s, fixed ? w : p, &text, (enum way)(i % WAYS), params, &stats);
            assert_int_equal(out.count, n * sizeof *expected);
            assert_memory_equal(out.bytes ? out.bytes : (void *)"", expected, out.count);
            free(out.bytes);
            free(expected);
            free(text.bytes);
        }
        fault.brief = false;
        vy_pipeline_destroy(&w);
        vy_pipeline_destroy(&p);
    }
}

// ---- sinks ----
static const char several[] = "program several\n"
                              "in    a     : f32[]\n"
                              "in    b     : u32[, 2]\n"
                              "in    add   : u32[1]\n"
                              "out   sum   : f32[len(a)]\n"
                              "inout hist  : atomic u32[4]\n"
                              "persistent total : atomic u32[1]\n"
                              "each i in 0..len(a) {\n"
                              "    sum[i] = a[i] + f32(b[i, 1]) + f32(add[0])\n"
                              "    let old = atomic_add(hist[b[i, 0] & 3], 1)\n"
                              "    let before = atomic_add(total[0], b[i, 1])\n"
                              "}\n";

static void streams_go_in_step_and_states_stay(void **state)
{
    enum { N = 30011 };
    struct stage *s = *state;
    struct rng r = rng_make(2, 1);
    static float a[N], sum[N];
    static uint32_t b[2 * N];
    uint32_t hist[4] = {1, 2, 3, 4}, total = 0, add = 5;
    char fa[128], fb[128], fs[128], ft[128];
    for (int i = 0; i < N; i++) {
        a[i] = (float)rng_below(&r, 100), b[2 * i] = rng_below(&r, 9),
        b[2 * i + 1] = rng_below(&r, 50);
        sum[i] = a[i] + (float)b[2 * i + 1] + 5;
        hist[b[2 * i] & 3]++, total += b[2 * i + 1];
    }
    put_file(in_folder("a", fa), a, sizeof a);
    put_file(in_folder("b", fb), b, sizeof b);
    in_folder("sum", fs), in_folder("total", ft);
    for (int d = 0; d < DEVICES; d++) {
        if (!stage_has(devices[d]))
            continue;
        stage_use(s, devices[d]);
        vy_pipeline *p = stage_pipeline(s, several);
        uint32_t counted[4] = {1, 2, 3, 4};
        vy_stream_stats stats;
        vy_status status = vy_stream_run(
            p,
            vy_stream_params(.sources = vy_stream_sources(vy_stream_file("a", fa),
                                                          vy_stream_file("b", fb)),
                             .sinks = vy_stream_sinks(vy_stream_to_file("sum", fs),
                                                      vy_stream_to_file("total", ft)),
                             .args = vy_args(vy_arg_in("add", &add, 4),
                                             vy_arg_inout("hist", counted, sizeof counted)),
                             .chunk_bytes = 4000, .journal_ms = 1),
            &stats);
        if (status)
            print_error("%s\n", s->log.text);
        assert_int_equal(status, VY_OK);
        assert_memory_equal(counted, hist, sizeof hist);
        struct data out = get_file(fs), end = get_file(ft);
        assert_int_equal(out.count, sizeof sum);
        assert_memory_equal(out.bytes, sum, sizeof sum);
        assert_int_equal(end.count, 4);
        assert_memory_equal(end.bytes, &total, 4);
        assert_int_equal(stats.elements, N);
        assert_int_equal(stats.chunk_elements, 1000);
        free(out.bytes), free(end.bytes);
        vy_pipeline_destroy(&p);
    }
}

// ---- memory ----
static int64_t read_endless(void *user, void *memory, uint64_t bytes)
{
    uint64_t *left = user, some = bytes < *left ? bytes : *left;
    memset(memory, 'a', some);
    *left -= some;
    return (int64_t)some;
}

static void memory_is_bounded(void **state)
{
    struct stage *s = *state;
    if (stage_has("cpu"))
        stage_use(s, "cpu");
    vy_pipeline *p = stage_pipeline(s, windows);
    uint64_t limit = 3 << 20, left = 50 * limit, base = s->alloc.live_bytes;
    vy_stream_stats stats;
    s->alloc.peak_bytes = base;
    assert_int_equal(vy_stream_run(p,
                                   vy_stream_params(.sources = vy_stream_sources(vy_stream_callback(
                                                        "text", read_endless, &left)),
                                                    .base = "base", .overlap = 2,
                                                    .chunk_bytes = 64 << 10, .slots = 4),
                                   &stats),
                     VY_OK);
    assert_int_equal(stats.elements, 50 * limit);
    assert_true(stats.memory_bytes <= limit);
    assert_true(s->alloc.peak_bytes - base <= limit + (1 << 20));
    left = 100;
    assert_int_equal(vy_stream_run(p,
                                   vy_stream_params(.sources = vy_stream_sources(vy_stream_callback(
                                                        "text", read_endless, &left)),
                                                    .base = "base", .max_memory = 1000),
                                   NULL),
                     VY_ERROR_LIMIT);
    stage_said(s, (const char *const[]){"V513", NULL});
    vy_pipeline_destroy(&p);
}

// ---- faults ----
struct ends_run {
    struct stage *stage;
    vy_pipeline *pipeline;
    struct data text;
    uint64_t *expected;
    size_t rows;
    char from[128], to[128], journal[128];
    vy_stream_stats stats;
};

static void ends_open(struct ends_run *e, struct stage *s, size_t count)
{
    struct rng r = rng_make(count, 5);
    *e = (struct ends_run){.stage = s};
    if (stage_has("cpu"))
        stage_use(s, "cpu");
    e->pipeline = stage_pipeline(s, ends);
    e->text = make_text(&r, count);
    e->expected = malloc((2 * count + 1) * sizeof *e->expected);
    e->rows = expect_ends(&e->text, e->expected);
    put_file(in_folder("text", e->from), e->text.bytes, count);
    in_folder("rows", e->to), in_folder("rows.journal", e->journal);
}

static void ends_close(struct ends_run *e)
{
    vy_pipeline_destroy(&e->pipeline);
    free(e->text.bytes);
    free(e->expected);
}

static vy_status ends_run(struct ends_run *e, vy_stream_params params)
{
    params.sources = vy_stream_sources(vy_stream_file("text", e->from));
    params.sinks = vy_stream_sinks(vy_stream_to_file("at", e->to));
    params.base = "base", params.seen = "seen", params.overlap = 3;
    params.chunk_bytes = params.chunk_bytes ? params.chunk_bytes : 10000;
    return vy_stream_run(e->pipeline, &params, &e->stats);
}

/// The output holds the rows of whole chunks, and nothing else.
static void ends_whole(struct ends_run *e)
{
    struct data out = get_file(e->to);
    size_t rows = 0;
    while (rows < e->rows && e->expected[rows] < e->stats.elements)
        rows++;
    assert_int_equal(out.count, rows * sizeof *e->expected);
    assert_memory_equal(out.bytes, e->expected, out.count);
    free(out.bytes);
}

/// Resuming ends with the bytes of a run without a fault.
static void ends_resume(struct ends_run *e)
{
    vy_stream_params params = vy_stream_defaults();
    params.resume = true;
    uint64_t done = e->stats.elements;
    ends_whole(e);
    assert_int_equal(access(e->journal, F_OK), 0);
    assert_int_equal(ends_run(e, params), VY_OK);
    assert_int_equal(e->stats.resumed, done);
    assert_int_equal(e->stats.elements, e->text.count);
    ends_whole(e);
    assert_int_not_equal(access(e->journal, F_OK), 0);
}

static void failed_reads_leave_whole_rows(void **state)
{
    struct ends_run e;
    vy_stream_params params = vy_stream_defaults();
    ends_open(&e, *state, 300000);
    params.reader = VY_STREAM_READER_THREADS;
    fault.at = 123456, fault.error = EIO;
    assert_int_equal(ends_run(&e, params), VY_ERROR_IO);
    fault.error = 0;
    stage_said(*state, (const char *const[]){"V503", e.from, "at offset 12", NULL});
    assert_int_equal(e.stats.elements, 120000);
    ends_resume(&e);
    ends_close(&e);
}

static bool shrink(void *user, const vy_stream_stats *stats)
{
    return !stats->chunks || !truncate(user, 200000);
}

static bool vanish(void *user, const vy_stream_stats *stats)
{
    if (stats->chunks)
        unlink(user);
    return true;
}

static bool grow(void *user, const vy_stream_stats *stats)
{
    FILE *f = stats->chunks == 1 ? fopen(user, "ab") : NULL;
    if (f)
        fputs("more", f), fclose(f);
    return true;
}

static void files_change_meanwhile(void **state)
{
    for (int k = 0; k < 2; k++) {
        struct ends_run e;
        vy_stream_params params = vy_stream_defaults();
        ends_open(&e, *state, 4000000);
        params.reader = k ? VY_STREAM_READER_URING : VY_STREAM_READER_THREADS;
        params.progress = shrink, params.progress_user = e.from;
        assert_int_equal(ends_run(&e, params), VY_ERROR_IO);
        stage_said(*state, (const char *const[]){"V505", e.from, "4000000", "200000", NULL});
        assert_true(e.stats.elements <= 200000);
        ends_whole(&e);
        // The source has changed: resuming is refused.
        params.progress = NULL, params.resume = true;
        assert_int_equal(ends_run(&e, params), VY_ERROR_IO);
        stage_said(*state, (const char *const[]){"V511", "changed", NULL});
        put_file(e.from, e.text.bytes, e.text.count);
        params.resume = false, params.progress = grow, params.progress_user = e.from;
        assert_int_equal(ends_run(&e, params), VY_OK);
        assert_int_equal(e.stage->log.warnings, 1); // V504
        test_log_clear(&e.stage->log);
        ends_whole(&e);
        ends_close(&e);
    }
}

static void vanished_files_are_named(void **state)
{
    struct stage *s = *state;
    struct ends_run e;
    char second[128];
    ends_open(&e, s, 400000);
    put_file(in_folder("second", second), e.text.bytes, 1000);
    assert_int_equal(
        vy_stream_run(e.pipeline,
                      vy_stream_params(.sources = vy_stream_sources(vy_stream_file("text", e.from),
                                                                    vy_stream_file("text", second)),
                                       .sinks = vy_stream_sinks(vy_stream_to_file("at", e.to)),
                                       .base = "base", .seen = "seen", .overlap = 3,
                                       .chunk_bytes = 10000, .progress = vanish,
                                       .progress_user = second),
                      &e.stats),
        VY_ERROR_IO);
    stage_said(s, (const char *const[]){"V506", second, NULL});
    assert_int_equal(e.stats.elements, 400000);
    ends_whole(&e);
    ends_close(&e);
}

static void full_disks_leave_whole_rows(void **state)
{
    struct ends_run e;
    struct rlimit old, small;
    ends_open(&e, *state, 300000);
    getrlimit(RLIMIT_FSIZE, &old);
    small = (struct rlimit){300001, old.rlim_max};
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    assert_int_equal(ends_run(&e, vy_stream_defaults()), VY_ERROR_IO);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, before);
    stage_said(*state, (const char *const[]){"V510", e.to, "at offset 3", NULL});
    ends_resume(&e);
    ends_close(&e);
}

static void closed_pipes_are_errors(void **state)
{
    struct ends_run e;
    int pipes[2];
    ends_open(&e, *state, 300000);
    assert_int_equal(pipe(pipes), 0);
    close(pipes[0]);
    assert_int_equal(
        vy_stream_run(
            e.pipeline,
            vy_stream_params(.sources = vy_stream_sources(vy_stream_file("text", e.from)),
                             .sinks = vy_stream_sinks(vy_stream_to_descriptor("at", pipes[1])),
                             .base = "base", .seen = "seen", .overlap = 3, .chunk_bytes = 10000),
            NULL),
        VY_ERROR_IO);
    stage_said(*state, (const char *const[]){"V510", "descriptor", "Broken pipe", NULL});
    close(pipes[1]);
    ends_close(&e);
}

static bool after_ten(void *user, const vy_stream_stats *stats)
{
    (void)user;
    return stats->chunks < 10;
}

static void stopped_streams_resume(void **state)
{
    struct ends_run e;
    vy_stream_params params = vy_stream_defaults();
    ends_open(&e, *state, 300000);
    params.progress = after_ten;
    assert_int_equal(ends_run(&e, params), VY_ERROR_CANCELLED);
    stage_said(*state, (const char *const[]){"V512", "cancelled", NULL});
    assert_true(e.stats.chunks >= 10 && e.stats.chunks < 30);
    ends_resume(&e);
    // A pipe that nobody writes to: the deadline ends the wait.
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(
        vy_stream_run(
            e.pipeline,
            vy_stream_params(.sources = vy_stream_sources(vy_stream_descriptor("text", pipes[0])),
                             .base = "base", .seen = "seen", .deadline_ms = 50),
            NULL),
        VY_ERROR_DEADLINE);
    stage_said(*state, (const char *const[]){"V512", "deadline", NULL});
    close(pipes[0]), close(pipes[1]);
    ends_close(&e);
}

static void wrong_streams_are_refused(void **state)
{
    struct stage *s = *state;
    struct ends_run e;
    vy_stream_params params = vy_stream_defaults();
    ends_open(&e, s, 3000);
    struct {
        vy_stream_source source;
        vy_stream_sink sink;
        const char *base, *code;
        vy_status status;
    } cases[] = {
        {vy_stream_file("txt", e.from), vy_stream_sink_end(), "base", "V500", VY_ERROR_ARGUMENT},
        {vy_stream_file("at", e.from), vy_stream_sink_end(), "base", "V500", VY_ERROR_ARGUMENT},
        {vy_stream_file("text", "/nowhere"), vy_stream_sink_end(), "base", "V506", VY_ERROR_IO},
        {vy_stream_file("text", e.from), vy_stream_to_file("text", e.to), "base", "V501",
         VY_ERROR_ARGUMENT},
        {vy_stream_file("text", e.from), vy_stream_to_file("at", "/nowhere/x"), "base", "V510",
         VY_ERROR_IO},
        {vy_stream_file("text", e.from), vy_stream_sink_end(), "bas", "V502", VY_ERROR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        params.sources = vy_stream_sources(cases[i].source);
        params.sinks = vy_stream_sinks(cases[i].sink);
        params.base = cases[i].base, params.seen = "seen";
        assert_int_equal(vy_stream_run(e.pipeline, &params, NULL), cases[i].status);
        stage_said(s, (const char *const[]){cases[i].code, NULL});
    }
    assert_int_equal(vy_stream_run(e.pipeline, NULL, NULL), VY_ERROR_ARGUMENT);
    test_log_clear(&s->log);
    ends_close(&e);
}

static void u32_bases_do_not_wrap(void **state)
{
    struct stage *s = *state;
    char path[128];
    if (stage_has("cpu"))
        stage_use(s, "cpu");
    vy_pipeline *p = stage_pipeline(s, "program p\nin text : u8[]\nparam base : u32\n"
                                       "out y : u32[1]\neach i in 0..1 { y[0] = base }\n");
    put_file(in_folder("sparse", path), "", 0);
    assert_int_equal(truncate(path, (off_t)1 << 33), 0);
    vy_stream_params params = vy_stream_defaults();
    params.sources = vy_stream_sources(vy_stream_file("text", path));
    params.base = "base";
    assert_int_equal(vy_stream_run(p, &params, NULL), VY_ERROR_LIMIT);
    stage_said(s, (const char *const[]){"V509", "base", NULL});
    vy_pipeline_destroy(&p);
}

/// Rows, and a state that counts.
static const char counted[] = "program killed\n"
                              "in    text  : u8[]\n"
                              "param base  : u64\n"
                              "param seen  : u32\n"
                              "out   found : atomic u32[1]\n"
                              "out   at    : u64[len(text)] @count(found)\n"
                              "inout sum   : atomic u32[2]\n"
                              "each i in seen..len(text) {\n"
                              "    let old = atomic_add(sum[text[i] & 1], 1)\n"
                              "    if text[i] == 97 && text[i - 1] == 98 {\n"
                              "        at[atomic_add(found[0], 1)] = base + u64(i)\n"
                              "    }\n"
                              "}\n";

static void states_resume_with_their_chunks(void **state)
{
    struct stage *s = *state;
    struct ends_run e;
    char sum[128];
    uint32_t counts[2] = {0, 0};
    ends_open(&e, s, 300000);
    vy_pipeline *p = stage_pipeline(s, counted);
    for (size_t i = 0; i < e.text.count; i++)
        counts[e.text.bytes[i] & 1]++;
    in_folder("sum", sum);
    vy_stream_params params = vy_stream_defaults();
    vy_stream_sink sinks[] = {vy_stream_to_file("at", e.to), vy_stream_to_file("sum", sum),
                              vy_stream_sink_end()};
    params.sources = vy_stream_sources(vy_stream_file("text", e.from));
    params.sinks = sinks;
    params.base = "base", params.seen = "seen", params.overlap = 1, params.chunk_bytes = 10000;
    params.reader = VY_STREAM_READER_THREADS;
    for (int way = 0; way < 3; way++) { // a read fails, a write fails, the journal is written often
        struct rlimit old, small;
        getrlimit(RLIMIT_FSIZE, &old);
        small = (struct rlimit){300001, old.rlim_max};
        void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
        params.resume = false;
        params.journal_ms = way == 2 ? 1 : 1000000;
        fault.at = 150001, fault.error = way == 1 ? 0 : EIO;
        if (way == 1)
            setrlimit(RLIMIT_FSIZE, &small);
        assert_int_equal(vy_stream_run(p, &params, &e.stats), VY_ERROR_IO);
        setrlimit(RLIMIT_FSIZE, &old);
        signal(SIGXFSZ, before);
        test_log_clear(&s->log);
        fault.error = 0;
        params.resume = true;
        assert_int_equal(vy_stream_run(p, &params, &e.stats), VY_OK);
        assert_int_equal(e.stats.elements, e.text.count);
        struct data end = get_file(sum);
        assert_int_equal(end.count, sizeof counts);
        assert_memory_equal(end.bytes, counts, sizeof counts);
        free(end.bytes);
    }
    vy_pipeline_destroy(&p);
    ends_close(&e);
}

static void elements_are_whole_and_in_step(void **state)
{
    struct stage *s = *state;
    char a[128], b[128];
    uint32_t words[64] = {0}, hist[4] = {0}, add = 0;
    put_file(in_folder("a", a), words, 4 * 20);
    put_file(in_folder("b", b), words, 8 * 20);
    vy_pipeline *p = stage_pipeline(s, several);
    for (int way = 0; way < 6; way++) { // the longer one, the shorter one, a part of an element
        bool piped = way >= 3;
        int pipes[2] = {-1, -1};
        size_t bytes = way % 3 == 0 ? 8 * 21 : way % 3 == 1 ? 8 * 19 : 8 * 20 + 5;
        put_file(b, words, bytes);
        if (piped) {
            assert_int_equal(pipe(pipes), 0);
            assert_int_equal(write(pipes[1], words, bytes), bytes);
            close(pipes[1]);
        }
        assert_int_equal(
            vy_stream_run(p,
                          vy_stream_params(.sources = vy_stream_sources(
                                               vy_stream_file("a", a),
                                               piped ? vy_stream_descriptor("b", pipes[0])
                                                     : vy_stream_file("b", b)),
                                           .args = vy_args(vy_arg_in("add", &add, 4),
                                                           vy_arg_inout("hist", hist, sizeof hist)),
                                           .chunk_bytes = 28),
                          NULL),
            VY_ERROR_DATA);
        bool whole = way % 3 != 2;
        stage_said(s, (const char *const[]){whole ? "V508" : "V507", "'b'",
                                            whole ? "20" : "ends with 165 bytes", NULL});
        if (piped)
            close(pipes[0]);
    }
    vy_pipeline_destroy(&p);
}

// ---- without memory ----
static void every_allocation_may_fail(void **state)
{
    struct stage *s = *state;
    struct ends_run e;
    ends_open(&e, s, 9000);
    vy_status status = VY_ERROR_MEMORY;
    uint64_t n = 0;
    for (; status == VY_ERROR_MEMORY && n < 1000; n++) {
        vy_stream_params params = vy_stream_defaults();
        params.chunk_bytes = 4000, params.journal_ms = 1;
        s->alloc.fail_at = s->alloc.calls + n + 1;
        status = ends_run(&e, params);
        s->alloc.fail_at = 0;
    }
    assert_int_equal(status, VY_OK);
    assert_true(n > 20);
    ends_whole(&e);
    test_log_clear(&s->log);
    ends_close(&e);
}

// ---- killed at any time ----
/// In a process of its own: rows and a state, resumed where there is a journal.
static void stream_once(const char *from, const char *rows, const char *sum)
{
    vy_context *c = NULL;
    vy_device *d = NULL;
    vy_program *q = NULL;
    vy_pipeline *p = NULL;
    vy_status status = vy_context_create(vy_context_params(.diag = vy_diag_stderr), &c);
    if (!status)
        status =
            vy_device_open(c, vy_device_params(.name = stage_has("cpu") ? "cpu" : "oracle"), &d);
    if (!status)
        status = vy_program_parse(c, vy_parse_params(.text = counted), &q);
    if (!status)
        status = vy_pipeline_create(d, q, NULL, &p);
    if (!status)
        status = vy_stream_run(
            p,
            vy_stream_params(.sources = vy_stream_sources(vy_stream_file("text", from)),
                             .sinks = vy_stream_sinks(vy_stream_to_file("at", rows),
                                                      vy_stream_to_file("sum", sum)),
                             .base = "base", .seen = "seen", .overlap = 1, .chunk_bytes = 2048,
                             .resume = true, .journal_ms = 1),
            NULL);
    _exit(status ? 1 : 0);
}

static uint32_t kills = 8;

static void killed_at_any_time_it_resumes(void **state)
{
    struct stage *s = *state;
    struct ends_run e;
    struct rng r = rng_make(9, 9);
    char sum[128];
    ends_open(&e, s, 600000);
    in_folder("sum", sum);
    uint64_t *at = e.expected;
    size_t n = 0;
    uint32_t counts[2] = {0, 0};
    for (size_t i = 0; i < e.text.count; i++) {
        counts[e.text.bytes[i] & 1]++;
        if (i && e.text.bytes[i] == 'a' && e.text.bytes[i - 1] == 'b')
            at[n++] = i;
    }
    for (uint32_t killed = 0; killed < kills;) {
        for (int code = -1; code;) {
            pid_t child = fork();
            assert_true(child >= 0);
            if (!child)
                stream_once(e.from, e.to, sum);
            usleep(rng_below(&r, 120000));
            if (killed < kills)
                kill(child, SIGKILL);
            assert_int_equal(waitpid(child, &code, 0), child);
            assert_true(code == 0 || (WIFSIGNALED(code) && WTERMSIG(code) == SIGKILL));
            killed += code != 0;
        }
        struct data rows = get_file(e.to), end = get_file(sum);
        assert_int_equal(rows.count, n * sizeof *at);
        assert_memory_equal(rows.bytes, at, rows.count);
        assert_int_equal(end.count, sizeof counts);
        assert_memory_equal(end.bytes, counts, sizeof counts);
        free(rows.bytes), free(end.bytes);
        unlink(e.to), unlink(sum);
    }
    ends_close(&e);
}

#define TEST(name)                                    \
    {                                                 \
#name, name, make_folder, remove_folder, NULL \
    }

int main(int argc, char **argv)
{
    if (argc > 1)
        kills = (uint32_t)atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        TEST(chunks_give_what_one_run_gives),
        TEST(streams_go_in_step_and_states_stay),
        TEST(memory_is_bounded),
        TEST(failed_reads_leave_whole_rows),
        TEST(files_change_meanwhile),
        TEST(vanished_files_are_named),
        TEST(full_disks_leave_whole_rows),
        TEST(closed_pipes_are_errors),
        TEST(stopped_streams_resume),
        TEST(wrong_streams_are_refused),
        TEST(u32_bases_do_not_wrap),
        TEST(states_resume_with_their_chunks),
        TEST(elements_are_whole_and_in_step),
        TEST(every_allocation_may_fail),
        TEST(killed_at_any_time_it_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
