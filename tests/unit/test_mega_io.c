// The io queue: requests between files and an arena through tables of capabilities, LOAD_MISS from
// the task to its bytes on every device, and the kernel as the one who serves.
#include "support/files.h"
#include "support/gpu.h"
#include "support/mega.h"
#include "support/patience.h"
#include "support/rng.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { FILE_BYTES = 100000, ARENA = 65536 };

struct fixture {
    struct test_log log;
    vy_context *context;
    char folder[512], source[600], target[600];
    uint8_t bytes[FILE_BYTES]; ///< of the source
    uint32_t queue[VY_MEGA_IO_WORDS];
    uint8_t arena[ARENA];
    vy_mega_io *io;
};

static void write_source(struct fixture *f, size_t bytes)
{
    FILE *out = fopen(f->source, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(f->bytes, 1, bytes, out), bytes);
    assert_int_equal(fclose(out), 0);
}

static int setup_with(void **state, bool threads)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct rng rng = rng_make(5, 5);
    *state = f;
    for (size_t i = 0; i < sizeof f->bytes; i++)
        f->bytes[i] = (uint8_t)rng_below(&rng, 256);
    const char *base = getenv("TMPDIR");
    snprintf(f->folder, sizeof f->folder, "%s/vyre-mega-XXXXXX", base && *base ? base : P_tmpdir);
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->source, sizeof f->source, "%s/source", f->folder);
    snprintf(f->target, sizeof f->target, "%s/target", f->folder);
    write_source(f, sizeof f->bytes);
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f->log), &f->context),
        VY_OK);
    assert_int_equal(vy_mega_io_create(f->context,
                                       vy_mega_io_params(.queue = f->queue, .arena = f->arena,
                                                         .arena_bytes = ARENA, .threads = threads),
                                       &f->io),
                     VY_OK);
    return 0;
}

static int setup(void **state)
{
    return setup_with(state, false);
}

/// Without io_uring: fdatasync() is this file's then.
static int setup_threads(void **state)
{
    return setup_with(state, true);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    vy_mega_io_destroy(&f->io);
    vy_context_destroy(&f->context);
    unlink(f->source);
    unlink(f->target);
    rmdir(f->folder);
    free(f);
    return 0;
}

static uint32_t file_row(struct fixture *f, vy_mega_io_table table, uint64_t base, uint64_t bytes)
{
    uint32_t handle = 99;
    const char *path = table == VY_MEGA_SOURCES ? f->source : f->target;
    assert_int_equal(vy_mega_io_file(f->io, table, path, base, bytes, &handle), VY_OK);
    return handle;
}

static uint32_t arena_row(struct fixture *f, vy_mega_io_table table, uint64_t base, uint64_t bytes)
{
    uint32_t handle = 99;
    assert_int_equal(vy_mega_io_arena(f->io, table, base, bytes, &handle), VY_OK);
    return handle;
}

static void ask(uint32_t *queue, uint32_t slot, uint32_t op, uint32_t from, uint32_t to,
                uint64_t offset, uint32_t bytes)
{
    uint32_t *at = queue + slot * VY_MEGA_IO_SLOT_WORDS;
    const uint32_t words[] = {op,    from, to, (uint32_t)offset, (uint32_t)(offset >> 32),
                              bytes, 0,    7};
    memcpy(at, words, sizeof words);
    __atomic_store_n(&at[VY_MEGA_IO_STATUS], VY_MEGA_PUBLISHED, __ATOMIC_RELEASE);
}

static uint32_t answer_of(const uint32_t *queue, uint32_t slot)
{
    return __atomic_load_n(&queue[slot * VY_MEGA_IO_SLOT_WORDS + VY_MEGA_IO_STATUS],
                           __ATOMIC_ACQUIRE);
}

static uint32_t serve(struct fixture *f)
{
    uint32_t served = 99;
    assert_int_equal(vy_mega_io_serve(f->io, &served), VY_OK);
    return served;
}

/// In place of the C library's: files that cannot be saved, and how long they are by then.
static struct {
    int calls, result;
    off_t bytes;
} saving;

int fdatasync(int fd)
{
    struct stat about = {0};
    saving.bytes = fstat(fd, &about) ? -1 : about.st_size;
    saving.calls++;
    return saving.result;
}

// ---- requests ----
static void files_and_arena(void **state)
{
    struct fixture *f = *state;
    uint32_t whole = file_row(f, VY_MEGA_SOURCES, 0, 0);
    uint32_t part = file_row(f, VY_MEGA_SOURCES, 1000, 50);
    uint32_t left = arena_row(f, VY_MEGA_DESTINATIONS, 0, 4096);
    uint32_t right = arena_row(f, VY_MEGA_DESTINATIONS, 8192, 100);
    uint32_t read_left = arena_row(f, VY_MEGA_SOURCES, 0, 4096);
    uint32_t out = file_row(f, VY_MEGA_DESTINATIONS, 16, 0);
    assert_int_equal(serve(f), 0);
    ask(f->queue, 0, VY_MEGA_IO_READ, whole, left, 99000, 1000);
    ask(f->queue, 63, VY_MEGA_IO_READ, part, right, 10, 40);
    assert_int_equal(serve(f), 2);
    assert_int_equal(answer_of(f->queue, 0), VY_MEGA_IO_OK);
    assert_int_equal(answer_of(f->queue, 63), VY_MEGA_IO_OK);
    assert_memory_equal(f->arena, f->bytes + 99000, 1000);
    assert_memory_equal(f->arena + 8192, f->bytes + 1010, 40);
    assert_int_equal(f->arena[8192 + 40], 0);
    ask(f->queue, 5, VY_MEGA_IO_WRITE, read_left, out, 4, 1000);
    ask(f->queue, 2, VY_MEGA_IO_FENCE, 0, 0, 0, 0);
    ask(f->queue, 6, VY_MEGA_IO_WRITE, read_left, right, 0, 100); // within the arena
    assert_int_equal(serve(f), 3);
    assert_int_equal(answer_of(f->queue, 2), VY_MEGA_IO_OK);
    assert_int_equal(answer_of(f->queue, 5), VY_MEGA_IO_OK);
    assert_memory_equal(f->arena + 8192, f->bytes + 99000, 100);
    uint8_t back[2048];
    FILE *in = fopen(f->target, "rb");
    assert_non_null(in);
    assert_int_equal(fread(back, 1, sizeof back, in), 16 + 4 + 1000);
    fclose(in);
    assert_memory_equal(back + 20, f->bytes + 99000, 1000);
    vy_mega_io_stats stats;
    assert_int_equal(vy_mega_io_count(f->io, &stats), VY_OK);
    assert_int_equal(stats.reads, 2);
    assert_int_equal(stats.writes, 2);
    assert_int_equal(stats.fences, 1);
    assert_int_equal(stats.errors, 0);
    assert_int_equal(stats.bytes_read, 1040);
    assert_int_equal(stats.bytes_written, 1100);
}

/// Whatever a request says, only its rows are reached; nothing outside of them changes.
static void rows_are_all_it_reaches(void **state)
{
    struct fixture *f = *state;
    uint32_t file = file_row(f, VY_MEGA_SOURCES, 500, 100);
    uint32_t to = arena_row(f, VY_MEGA_DESTINATIONS, 256, 64);
    uint32_t from = arena_row(f, VY_MEGA_SOURCES, 256, 64);
    uint32_t out = file_row(f, VY_MEGA_DESTINATIONS, 0, 32);
    const struct {
        uint32_t op, from, to;
        uint64_t offset;
        uint32_t bytes;
    } bad[] = {
        {VY_MEGA_IO_READ, file, to, 0, 65},
        {VY_MEGA_IO_READ, file, to, 37, 64},
        {VY_MEGA_IO_READ, file, to, 101, 0},
        {VY_MEGA_IO_READ, file, to, UINT64_MAX, 1},
        {VY_MEGA_IO_READ, file, to, 1ull << 32, 1},
        {VY_MEGA_IO_READ, file, to, 0, UINT32_MAX},
        {VY_MEGA_IO_READ, 2, to, 0, 1},
        {VY_MEGA_IO_READ, file, 2, 0, 1},
        {VY_MEGA_IO_READ, UINT32_MAX, UINT32_MAX, 0, 1},
        {VY_MEGA_IO_READ, file, out, 0, 1}, // from file to file
        {VY_MEGA_IO_WRITE, from, out, 0, 33},
        {VY_MEGA_IO_WRITE, from, out, 30, 3},
        {VY_MEGA_IO_WRITE, from, out, UINT64_MAX - 1, 3},
        {VY_MEGA_IO_WRITE, from, to, 1, 64},
        {0, file, to, 0, 1},
        {VY_MEGA_IO_READ_FIXED, from, to, 0, 1}, // not from a file
        {5, file, to, 0, 1},
        {UINT32_MAX, file, to, 0, 1},
    };
    uint32_t count = sizeof bad / sizeof *bad;
    memset(f->arena, 0x5a, ARENA);
    for (uint32_t i = 0; i < count; i++)
        ask(f->queue, i, bad[i].op, bad[i].from, bad[i].to, bad[i].offset, bad[i].bytes);
    assert_int_equal(serve(f), count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(answer_of(f->queue, i), VY_MEGA_IO_ERROR);
    for (uint32_t i = 0; i < ARENA; i++)
        assert_int_equal(f->arena[i], 0x5a);
    struct stat about;
    assert_int_equal(stat(f->target, &about), 0);
    assert_int_equal(about.st_size, 0);
    // A file that has become shorter: an error, not fewer bytes.
    write_source(f, 520);
    ask(f->queue, 0, VY_MEGA_IO_READ, file, to, 0, 64);
    ask(f->queue, 1, VY_MEGA_IO_READ, file, to, 0, 20);
    serve(f);
    assert_int_equal(answer_of(f->queue, 0), VY_MEGA_IO_ERROR);
    assert_int_equal(answer_of(f->queue, 1), VY_MEGA_IO_OK);
    // A row that was taken away.
    assert_int_equal(vy_mega_io_revoke(f->io, VY_MEGA_SOURCES, file), VY_OK);
    assert_int_equal(vy_mega_io_revoke(f->io, VY_MEGA_SOURCES, file), VY_ERROR_ARGUMENT);
    ask(f->queue, 1, VY_MEGA_IO_READ, file, to, 0, 20);
    serve(f);
    assert_int_equal(answer_of(f->queue, 1), VY_MEGA_IO_ERROR);
    assert_int_equal(vy_mega_io_revoke(f->io, VY_MEGA_DESTINATIONS, to), VY_OK);
    memset(f->arena, 0x5a, ARENA);
    uint32_t whole = file_row(f, VY_MEGA_SOURCES, 0, 0);
    ask(f->queue, 1, VY_MEGA_IO_READ, whole, to, 0, 20);
    serve(f);
    assert_int_equal(answer_of(f->queue, 1), VY_MEGA_IO_ERROR);
    assert_int_equal(f->arena[256], 0x5a);
}

/// Whichever slots they stand in: what was written before a fence is in the file when that is
/// saved, and a file is saved once.
static void a_fence_saves_what_came_before(void **state)
{
    struct fixture *f = *state;
    uint32_t from = arena_row(f, VY_MEGA_SOURCES, 0, 64);
    uint32_t out = file_row(f, VY_MEGA_DESTINATIONS, 0, 0);
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t fence = i % 2 ? 0 : 63, write = 30 + i;
        saving.calls = 0;
        ask(f->queue, fence, VY_MEGA_IO_FENCE, 0, 0, 0, 0);
        ask(f->queue, write, VY_MEGA_IO_WRITE, from, out, i * 64, 64);
        assert_int_equal(serve(f), 2);
        assert_int_equal(saving.calls, 1);
        assert_int_equal(saving.bytes, (i + 1) * 64);
        ask(f->queue, fence, VY_MEGA_IO_FENCE, 0, 0, 0, 0); // nothing was written since
        assert_int_equal(serve(f), 1);
        assert_int_equal(answer_of(f->queue, fence), VY_MEGA_IO_OK);
        assert_int_equal(saving.calls, 1);
    }
}

/// A fence is for what was written before it, whatever became of the rows.
static void fences_count_for_files_that_were_taken_away(void **state)
{
    struct fixture *f = *state;
    uint32_t from = arena_row(f, VY_MEGA_SOURCES, 0, 64);
    for (int fails = 0; fails < 2; fails++) {
        uint32_t out = file_row(f, VY_MEGA_DESTINATIONS, 0, 0);
        saving.calls = 0;
        saving.result = -fails;
        ask(f->queue, 0, VY_MEGA_IO_WRITE, from, out, 0, 64);
        assert_int_equal(serve(f), 1);
        assert_int_equal(vy_mega_io_revoke(f->io, VY_MEGA_DESTINATIONS, out), VY_OK);
        for (uint32_t fence = 0; fence < 2; fence++) { // it is said once
            ask(f->queue, 1 + fence, VY_MEGA_IO_FENCE, 0, 0, 0, 0);
            assert_int_equal(serve(f), 1);
            assert_int_equal(answer_of(f->queue, 1 + fence),
                             fails && !fence ? VY_MEGA_IO_ERROR : VY_MEGA_IO_OK);
        }
        assert_int_equal(saving.calls, 1);
        saving.result = 0;
    }
}

static void wrong_rows_are_refused(void **state)
{
    struct fixture *f = *state;
    uint32_t handle = 42;
    const vy_mega_io_table no_table = (vy_mega_io_table)2;
    assert_int_equal(vy_mega_io_arena(f->io, VY_MEGA_SOURCES, 1, ARENA, &handle), VY_ERROR_LIMIT);
    assert_int_equal(vy_mega_io_arena(f->io, VY_MEGA_SOURCES, UINT64_MAX, 2, &handle),
                     VY_ERROR_LIMIT);
    assert_int_equal(vy_mega_io_arena(f->io, no_table, 0, 1, &handle), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_io_file(f->io, VY_MEGA_SOURCES, f->source, FILE_BYTES, 1, &handle),
                     VY_ERROR_LIMIT);
    assert_int_equal(vy_mega_io_file(f->io, VY_MEGA_SOURCES, f->target, 0, 0, &handle),
                     VY_ERROR_IO);
    assert_int_equal(vy_mega_io_file(f->io, VY_MEGA_SOURCES, f->folder, 0, 0, &handle),
                     VY_ERROR_IO);
    assert_int_equal(mkfifo(f->target, 0600), 0); // nobody is at its other end
    for (int table = 0; table < 2; table++)
        assert_int_equal(vy_mega_io_file(f->io, (vy_mega_io_table)table, f->target, 0, 0, &handle),
                         VY_ERROR_IO);
    unlink(f->target);
    assert_int_equal(vy_mega_io_revoke(f->io, VY_MEGA_DESTINATIONS, 0), VY_ERROR_ARGUMENT);
    assert_int_equal(handle, 42);
    assert_int_equal(f->log.errors, 9);
}

static void a_thread_serves(void **state)
{
    struct fixture *f = *state;
    uint32_t file = file_row(f, VY_MEGA_SOURCES, 0, 0);
    uint32_t to[16];
    for (uint32_t i = 0; i < 16; i++)
        to[i] = arena_row(f, VY_MEGA_DESTINATIONS, i * 512, 512);
    assert_int_equal(vy_mega_io_start(f->io), VY_OK);
    assert_int_equal(vy_mega_io_start(f->io), VY_OK);
    for (uint32_t round = 0; round < 50; round++) {
        for (uint32_t i = 0; i < 16; i++)
            ask(f->queue, (i * 7 + round) % 64, VY_MEGA_IO_READ, file, to[i], round * 600 + i, 512);
        for (uint32_t i = 0; i < 16; i++)
            while (answer_of(f->queue, (i * 7 + round) % 64) == VY_MEGA_PUBLISHED)
                nanosleep(&(struct timespec){.tv_nsec = 10000}, NULL);
        for (uint32_t i = 0; i < 16; i++)
            assert_memory_equal(f->arena + i * 512, f->bytes + round * 600 + i, 512);
        if (round == 25) { // it can be stopped and started again
            assert_int_equal(vy_mega_io_stop(f->io), VY_OK);
            assert_int_equal(vy_mega_io_stop(f->io), VY_OK);
            assert_int_equal(vy_mega_io_start(f->io), VY_OK);
        }
    }
}

/// 0: as it should be.
static int call_in_child(struct fixture *f)
{
    uint32_t n = 0;
    vy_mega_io_stats stats;
    const vy_status got[] = {vy_mega_io_serve(f->io, &n),
                             vy_mega_io_count(f->io, &stats),
                             vy_mega_io_arena(f->io, VY_MEGA_SOURCES, 0, 4, &n),
                             vy_mega_io_revoke(f->io, VY_MEGA_SOURCES, 0),
                             vy_mega_io_start(f->io),
                             vy_mega_io_stop(f->io)};
    for (int i = 0; i < (int)(sizeof got / sizeof *got); i++)
        if (got[i] != VY_ERROR_DEVICE)
            return i + 1;
    vy_mega_io_destroy(&f->io);
    return f->io ? 99 : 0;
}

/// The thread is the parent's, and may have the lock.
static void a_child_is_refused(void **state)
{
    struct fixture *f = *state;
    int status = -1;
    arena_row(f, VY_MEGA_SOURCES, 0, 512);
    assert_int_equal(vy_mega_io_start(f->io), VY_OK);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        _exit(call_in_child(f));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(vy_mega_io_stop(f->io), VY_OK);
}

/// Reads a file, and is to be cancelled wherever that can happen.
static void *serve_once(void *user)
{
    struct fixture *f = user;
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    pthread_cancel(pthread_self());
    pthread_setcancelstate(before, NULL);
    uint32_t row = 0;
    bool ok = !vy_mega_io_serve(f->io, NULL) && !vy_mega_io_start(f->io) &&
              !vy_mega_io_stop(f->io) &&
              !vy_mega_io_file(f->io, VY_MEGA_DESTINATIONS, f->target, 0, 0, &row) &&
              !vy_mega_io_revoke(f->io, VY_MEGA_DESTINATIONS, row);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return ok ? f : NULL;
}

static void no_call_is_where_a_thread_ends(void **state)
{
    struct fixture *f = *state;
    pthread_t thread;
    void *end = NULL;
    vy_mega_io_stats stats;
    uint32_t file = file_row(f, VY_MEGA_SOURCES, 0, 0);
    uint32_t to = arena_row(f, VY_MEGA_DESTINATIONS, 0, 512);
    ask(f->queue, 0, VY_MEGA_IO_READ, file, to, 0, 512);
    assert_int_equal(pthread_create(&thread, NULL, serve_once, f), 0);
    assert_int_equal(pthread_join(thread, &end), 0);
    assert_ptr_equal(end, f);
    assert_int_equal(vy_mega_io_count(f->io, &stats), VY_OK);
    assert_int_equal(stats.reads, 1);
}

// ---- LOAD_MISS ----
/// For the queue of a megakernel, with the source as its file and an arena of zeros.
static vy_mega_io *open_io(struct fixture *f, struct mega *m, uint32_t *file)
{
    vy_mega_io *io = NULL;
    const vy_mega_io_params params = {
        .size = sizeof(vy_mega_io_params), .queue = m->io, .arena = f->arena, .arena_bytes = ARENA};
    assert_int_equal(vy_mega_io_create(m->context, &params, &io), VY_OK);
    assert_int_equal(vy_mega_io_file(io, VY_MEGA_SOURCES, f->source, 0, 0, file), VY_OK);
    memset(f->arena, 0, ARENA);
    return io;
}

/// More tasks than io slots, answered in any order, some in error: each gets its own bytes, and one
/// that failed is a FAULT. Requests are served between two dispatches.
static void load_miss_on(struct fixture *f, const char *device)
{
    enum { TASKS = 150, PIECE = 64 };
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.rounds = 1, .workgroup = 32, .slots = TASKS, .self_loading = true));
    uint32_t file = 0, to[TASKS];
    vy_mega_io *io = open_io(f, &m, &file);
    for (uint32_t i = 0; i < TASKS; i++) {
        assert_int_equal(vy_mega_io_arena(io, VY_MEGA_DESTINATIONS, i * PIECE, PIECE, &to[i]),
                         VY_OK);
        vy_mega_item item = {.opcode = VY_MEGA_OP_LOAD_MISS,
                             .args = {file, to[i], i * 300, 0, i % 10 == 9 ? PIECE + 1 : PIECE}};
        item.args[11] = UINT32_MAX; // the kernel's own word: not the publisher's to set
        mega_put_item(&m, i, item);
    }
    uint32_t counts[8], runs = 0, most = 0;
    while (mega_metrics(&m).done < TASKS) {
        mega_run(&m);
        vy_mega_ring_count(m.ring, TASKS, counts);
        most = counts[VY_MEGA_WAIT_IO] > most ? counts[VY_MEGA_WAIT_IO] : most;
        assert_true(counts[VY_MEGA_WAIT_IO] <= VY_MEGA_IO_SLOTS);
        assert_int_equal(vy_mega_io_serve(io, NULL), VY_OK);
        assert_true(++runs < 40);
    }
    assert_int_equal(most, VY_MEGA_IO_SLOTS);
    for (uint32_t i = 0; i < TASKS; i++) {
        bool bad = i % 10 == 9;
        mega_expect(&m, i, bad ? VY_MEGA_FAULT : VY_MEGA_DONE, bad ? VY_MEGA_FAULT_IO : PIECE);
        if (!bad)
            assert_memory_equal(f->arena + i * PIECE, f->bytes + i * 300, PIECE);
    }
    assert_int_equal(m.control[VY_MEGA_CONTROL_IO_USED], 0); // every io slot was given back
    assert_int_equal(m.control[VY_MEGA_CONTROL_IO_USED + 1], 0);
    assert_int_equal(mega_metrics(&m).tenants[0].in_flight, 0);
    assert_int_equal(mega_metrics(&m).faults, TASKS / 10);
    vy_mega_io_destroy(&io);
    mega_close(&m);
}

static bool device_here(const char *device)
{
    int code = 0;
    bool real = false;
    if (!strcmp(device, "cuda"))
        return gpu_or_interpreter(&code, &real);
    return strcmp(device, "cpu") != 0 || getenv("VYRE_LLVM_BUILT");
}

static void load_miss_loads(void **state)
{
    const char *const devices[] = {"oracle", "cpu", "cuda"};
    for (int i = 0; i < 3; i++)
        if (device_here(devices[i]))
            load_miss_on(*state, devices[i]);
}

/// A request says all that its task did, and whose it is.
static void requests_say_what_was_asked(void **state)
{
    (void)state;
    const char *const devices[] = {"oracle", "cpu", "cuda"};
    for (int i = 0; i < 3; i++) {
        struct mega m;
        if (!device_here(devices[i]))
            continue;
        mega_open(&m, devices[i],
                  vy_mega_params(.rounds = 1, .workgroup = 8, .slots = 8, .self_loading = true));
        mega_put_item(&m, 5,
                      (vy_mega_item){.opcode = VY_MEGA_OP_LOAD_MISS, .args = {11, 12, 13, 14, 15}});
        mega_run(&m);
        assert_int_equal(mega_slot(&m, 5).status, VY_MEGA_WAIT_IO);
        const uint32_t words[] = {VY_MEGA_IO_READ, 11, 12, 13, 14, 15, VY_MEGA_PUBLISHED, 5};
        assert_memory_equal(m.io, words, sizeof words);
        assert_int_equal(m.control[VY_MEGA_CONTROL_IO_USED], 1);
        mega_close(&m);
    }
}

/// For ever beside the thread that serves: the kernel ends by itself once all tasks have.
static void beside_a_thread_on(struct fixture *f, const char *device)
{
    enum { TASKS = 200, PIECE = 128 };
    const vy_mega_workspace w = {.name = "unused",
                                 .count = 1,
                                 .guard =
                                     "if atomic_load(control[MEGA_DONE_COUNT]) == 200 { return }"};
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.workgroup = 32, .slots = TASKS, .workgroups = 1, .self_loading = true,
                             .mapped_io = true, .workspace = &w));
    vy_pending *pending = NULL;
    vy_arg args[8];
    uint32_t file = 0, to = 0;
    vy_mega_io *io = open_io(f, &m, &file);
    for (uint32_t i = 0; i < TASKS; i++) {
        assert_int_equal(vy_mega_io_arena(io, VY_MEGA_DESTINATIONS, i * PIECE, PIECE, &to), VY_OK);
        mega_put_item(
            &m, i,
            (vy_mega_item){.opcode = VY_MEGA_OP_LOAD_MISS, .args = {file, to, i * 400, 0, PIECE}});
    }
    mega_args(&m, args);
    assert_int_equal(vy_mega_io_start(io), VY_OK);
    assert_int_equal(vy_dispatch_begin(m.pipeline,
                                       vy_dispatch_params(.args = args, .deadline_ms = PATIENT_MS),
                                       &pending),
                     VY_OK);
    vy_status status = vy_dispatch_wait(&pending, VY_FOREVER, NULL);
    if (status)
        printf("%s: %s\n", device, m.log.text);
    assert_int_equal(status, VY_OK);
    for (uint32_t i = 0; i < TASKS; i++) {
        mega_expect(&m, i, VY_MEGA_DONE, PIECE);
        assert_memory_equal(f->arena + i * PIECE, f->bytes + i * 400, PIECE);
    }
    vy_mega_io_stats stats;
    assert_int_equal(vy_mega_io_count(io, &stats), VY_OK);
    assert_int_equal(stats.reads, TASKS);
    vy_mega_io_destroy(&io);
    mega_close(&m);
}

static void a_thread_serves_beside_the_kernel(void **state)
{
    const char *const devices[] = {"oracle", "cpu", "cuda"};
    for (int i = 0; i < 3; i++)
        if (device_here(devices[i]))
            beside_a_thread_on(*state, devices[i]);
}

// ---- the kernel serves ----
static void kernel_serves_on(const char *device)
{
    enum { WORDS = 256 };
    const vy_mega_workspace w = {.name = "arena", .atomic = true, .count = WORDS};
    const uint32_t rows[4][2] = {{0, 256}, {256, 256}, {2, 8}, {1000, 64}};
    const struct {
        uint32_t op, from, to, offset, high, bytes, answer;
    } asked[] = {
        {VY_MEGA_IO_READ, 0, 1, 16, 0, 64, VY_MEGA_IO_OK},
        {VY_MEGA_IO_WRITE, 0, 1, 128, 0, 32, VY_MEGA_IO_OK},
        {VY_MEGA_IO_READ, 0, 1, 200, 0, 60, VY_MEGA_IO_ERROR},
        {VY_MEGA_IO_WRITE, 0, 1, 240, 0, 32, VY_MEGA_IO_ERROR},
        {VY_MEGA_IO_READ, 0, 4, 0, 0, 4, VY_MEGA_IO_ERROR},
        {VY_MEGA_IO_READ, UINT32_MAX, 1, 0, 0, 4, VY_MEGA_IO_ERROR},
        {VY_MEGA_IO_READ, 0, 1, 0, 1, 4, VY_MEGA_IO_ERROR},
        {VY_MEGA_IO_READ, 0, 2, 0, 0, 4, VY_MEGA_IO_ERROR}, // not at a word
        {VY_MEGA_IO_READ, 0, 1, 0, 0, 3, VY_MEGA_IO_ERROR},
        {VY_MEGA_IO_READ, 3, 1, 0, 0, 64, VY_MEGA_IO_ERROR}, // a row past the arena
        {9, 0, 1, 0, 0, 4, VY_MEGA_IO_ERROR},
        {VY_MEGA_IO_FENCE, 9, 9, 0, 0, 0, VY_MEGA_IO_OK},
    };
    enum { ASKED = sizeof asked / sizeof *asked };
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.rounds = 2, .workgroup = 16, .io_polling = true, .lockstep = true,
                             .workspace = &w, .capabilities = 4));
    m.capabilities = &rows[0][0];
    uint32_t want[WORDS];
    for (uint32_t i = 0; i < WORDS; i++)
        m.work[i] = want[i] = 1000 + i;
    memcpy(want + 64, want + 4, 64);
    memcpy(want + 64 + 32, want, 32);
    for (uint32_t i = 0; i < ASKED; i++)
        ask(m.io, i * 5, asked[i].op, asked[i].from, asked[i].to,
            (uint64_t)asked[i].high << 32 | asked[i].offset, asked[i].bytes);
    mega_put(&m, 0, VY_MEGA_OP_NOP, 0, 0, 0); // the ring is served beside it
    mega_run(&m);
    mega_expect(&m, 0, VY_MEGA_DONE, 0);
    for (uint32_t i = 0; i < ASKED; i++)
        assert_int_equal(answer_of(m.io, i * 5), asked[i].answer);
    assert_memory_equal(m.work, want, sizeof want);
    mega_close(&m);
}

/// One worker, which comes to the fence before it comes to what was asked before it.
static void a_fence_comes_last_on(const char *device)
{
    const vy_mega_workspace w = {.name = "arena", .atomic = true, .count = 16};
    const uint32_t row[2] = {0, 64};
    struct mega m;
    mega_open(&m, device,
              vy_mega_params(.rounds = 1, .workgroup = 1, .io_polling = true, .workspace = &w,
                             .capabilities = 1));
    m.capabilities = row;
    ask(m.io, 40, VY_MEGA_IO_READ, 0, 0, 4, 4);
    ask(m.io, 3, VY_MEGA_IO_FENCE, 0, 0, 0, 0);
    mega_run(&m);
    assert_int_equal(answer_of(m.io, 40), VY_MEGA_IO_OK);
    assert_int_equal(answer_of(m.io, 3), VY_MEGA_PUBLISHED);
    mega_run(&m);
    assert_int_equal(answer_of(m.io, 3), VY_MEGA_IO_OK);
    mega_close(&m);
}

static void the_kernel_serves(void **unused)
{
    (void)unused;
    const char *const devices[] = {"oracle", "cpu", "cuda"};
    for (int i = 0; i < 3; i++)
        if (device_here(devices[i])) {
            kernel_serves_on(devices[i]);
            a_fence_comes_last_on(devices[i]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_and_arena, setup, teardown),
        cmocka_unit_test_setup_teardown(files_and_arena, setup_threads, teardown),
        cmocka_unit_test_setup_teardown(rows_are_all_it_reaches, setup, teardown),
        cmocka_unit_test_setup_teardown(rows_are_all_it_reaches, setup_threads, teardown),
        cmocka_unit_test_setup_teardown(fences_count_for_files_that_were_taken_away, setup_threads,
                                        teardown),
        cmocka_unit_test_setup_teardown(wrong_rows_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_thread_serves, setup, teardown),
        cmocka_unit_test_setup_teardown(a_thread_serves, setup_threads, teardown),
        cmocka_unit_test_setup_teardown(a_child_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_child_is_refused, setup_threads, teardown),
        cmocka_unit_test_setup_teardown(no_call_is_where_a_thread_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(a_fence_saves_what_came_before, setup_threads, teardown),
        cmocka_unit_test(requests_say_what_was_asked),
        cmocka_unit_test_setup_teardown(load_miss_loads, setup, teardown),
        cmocka_unit_test_setup_teardown(a_thread_serves_beside_the_kernel, setup, teardown),
        cmocka_unit_test(the_kernel_serves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
