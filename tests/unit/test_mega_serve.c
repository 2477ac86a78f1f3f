// The host's side of requests, many at a time: through io_uring and by threads. Pipes stand for
// slow files: a read of one ends when the test writes to it.
#include "base/sync.h"
#include "mega/io.h"
#include "support/files.h"
#include "support/log.h"
#include "support/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { ARENA = 1 << 16, BYTES = 100000, PIPES = 16 };

/// In place of the C library's: threads read pipes, too.
ssize_t pread(int fd, void *to, size_t bytes, off_t at)
{
    ssize_t n = syscall(SYS_pread64, fd, to, bytes, at);
    return n < 0 && errno == ESPIPE ? read(fd, to, bytes) : n;
}

struct fixture {
    struct test_log log;
    vy_context *context;
    char folder[512], source[600], target[600];
    uint8_t bytes[BYTES];
    uint32_t queue[VY_MEGA_IO_WORDS];
    uint8_t arena[ARENA];
    vy_mega_io *io;
    bool threads;
    int pipes[PIPES]; ///< to write to
};

static int setup_with(void **state, bool threads)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct rng rng = rng_make(9, 9);
    *state = f;
    f->threads = threads;
    for (size_t i = 0; i < sizeof f->bytes; i++)
        f->bytes[i] = (uint8_t)rng_below(&rng, 256);
    const char *base = getenv("TMPDIR");
    snprintf(f->folder, sizeof f->folder, "%s/vyre-serve-XXXXXX", base && *base ? base : P_tmpdir);
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->source, sizeof f->source, "%s/source", f->folder);
    snprintf(f->target, sizeof f->target, "%s/target", f->folder);
    FILE *out = fopen(f->source, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(f->bytes, 1, BYTES, out), BYTES);
    assert_int_equal(fclose(out), 0);
    for (int i = 0; i < PIPES; i++)
        f->pipes[i] = -1;
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

static int setup_threads(void **state)
{
    return setup_with(state, true);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    vy_mega_io_destroy(&f->io);
    assert_null(f->io);
    vy_context_destroy(&f->context);
    for (int i = 0; i < PIPES; i++)
        if (f->pipes[i] >= 0)
            close(f->pipes[i]);
    unlink(f->source);
    unlink(f->target);
    rmdir(f->folder);
    free(f);
    return 0;
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

/// A source that has bytes once the test writes them.
static uint32_t pipe_row(struct fixture *f, int number)
{
    int ends[2];
    uint32_t handle = 99;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    f->pipes[number] = ends[1];
    assert_int_equal(vyi_io_add_file(f->io, VY_MEGA_SOURCES, ends[0], 0, 4096, 4096, &handle),
                     VY_OK);
    return handle;
}

static void feed(struct fixture *f, int number, const void *bytes, size_t count)
{
    assert_int_equal(write(f->pipes[number], bytes, count), count);
}

static uint32_t to_row(struct fixture *f, uint64_t base, uint64_t bytes)
{
    uint32_t handle = 99;
    assert_int_equal(vy_mega_io_arena(f->io, VY_MEGA_DESTINATIONS, base, bytes, &handle), VY_OK);
    return handle;
}

static uint32_t file_row(struct fixture *f, vy_mega_io_table table)
{
    uint32_t handle = 99;
    const char *path = table == VY_MEGA_SOURCES ? f->source : f->target;
    assert_int_equal(vy_mega_io_file(f->io, table, path, 0, 0, &handle), VY_OK);
    return handle;
}

static void ask(struct fixture *f, uint32_t slot, uint32_t op, uint32_t from, uint32_t to,
                uint32_t offset, uint32_t bytes)
{
    uint32_t *at = f->queue + slot * VY_MEGA_IO_SLOT_WORDS;
    const uint32_t words[] = {op, from, to, offset, 0, bytes};
    memcpy(at, words, sizeof words);
    __atomic_store_n(&at[VY_MEGA_IO_STATUS], VY_MEGA_PUBLISHED, __ATOMIC_RELEASE);
}

static uint32_t answer_of(const struct fixture *f, uint32_t slot)
{
    return __atomic_load_n(&f->queue[slot * VY_MEGA_IO_SLOT_WORDS + VY_MEGA_IO_STATUS],
                           __ATOMIC_ACQUIRE);
}

static uint32_t wait_for(const struct fixture *f, uint32_t slot)
{
    while (answer_of(f, slot) == VY_MEGA_PUBLISHED)
        nap();
    return answer_of(f, slot);
}

static void start(struct fixture *f)
{
    vy_mega_io_stats stats;
    assert_int_equal(vy_mega_io_start(f->io), VY_OK);
    assert_int_equal(vy_mega_io_count(f->io, &stats), VY_OK);
    assert_non_null(stats.server_reason);
    if (f->threads)
        assert_string_equal(stats.server, "threads");
}

/// How many of the requests have been taken by the thread.
static uint32_t taken(struct fixture *f)
{
    uint32_t count = 0;
    int before = vyi_mutex_hold(&f->io->lock);
    for (uint32_t i = 0; i < f->io->request_count; i++)
        count += f->io->requests[i].used;
    vyi_mutex_release(&f->io->lock, before);
    return count;
}

/// More requests for each of two files than threads there are; the others' bytes come all the same.
static void slow_files_delay_nobody(void **state)
{
    enum { SLOW = 40, FILES = 2 };
    struct fixture *f = *state;
    uint32_t slow[FILES] = {pipe_row(f, 0), pipe_row(f, 1)};
    uint32_t file = file_row(f, VY_MEGA_SOURCES), to[64];
    uint8_t sent[SLOW * 8];
    uint64_t sum = 0, got = 0;
    for (uint32_t i = 0; i < 64; i++)
        to[i] = to_row(f, i * 512, 512);
    start(f);
    for (uint32_t i = 0; i < SLOW; i++)
        ask(f, i, VY_MEGA_IO_READ, slow[i % FILES], to[i], 0, 8);
    for (uint32_t round = 0; round < 20; round++) {
        for (uint32_t i = SLOW; i < 64; i++)
            ask(f, i, i % 2 ? VY_MEGA_IO_READ_FIXED : VY_MEGA_IO_READ, file, to[i],
                round * 1000 + i, 512);
        for (uint32_t i = SLOW; i < 64; i++) {
            assert_int_equal(wait_for(f, i), VY_MEGA_IO_OK);
            assert_memory_equal(f->arena + i * 512, f->bytes + round * 1000 + i, 512);
        }
    }
    for (uint32_t i = 0; i < SLOW; i++)
        assert_int_equal(answer_of(f, i), VY_MEGA_PUBLISHED);
    for (uint32_t i = 0; i < SLOW * 8; i++)
        sum += sent[i] = (uint8_t)(i / 8 + 1);
    for (int k = 0; k < FILES; k++)
        feed(f, k, sent + k * SLOW / FILES * 8, sizeof sent / FILES);
    for (uint32_t i = 0; i < SLOW; i++) {
        assert_int_equal(wait_for(f, i), VY_MEGA_IO_OK);
        for (uint32_t k = 0; k < 8; k++)
            got += f->arena[i * 512 + k];
    }
    assert_int_equal(got, sum);
}

/// Requests of many files end in an order of the files' own: each answer belongs to its request.
static void answers_come_in_any_order(void **state)
{
    struct fixture *f = *state;
    struct rng rng = rng_make(3, f->threads);
    // A file has a thread or two at most: fewer pipes than threads, or none of them would come.
    uint32_t count = f->threads ? 7 : PIPES, slots[PIPES], rows[PIPES], to[PIPES];
    for (uint32_t i = 0; i < count; i++) {
        rows[i] = pipe_row(f, (int)i);
        to[i] = to_row(f, i * 64, 64);
    }
    start(f);
    for (uint32_t round = 0; round < 10; round++) {
        uint32_t left[PIPES];
        for (uint32_t i = 0; i < count; i++) {
            left[i] = i;
            slots[i] = (i * 4 + round) % 64;
            ask(f, slots[i], VY_MEGA_IO_READ, rows[i], to[i], 0, 64);
        }
        for (uint32_t n = count; n; n--) {
            uint32_t at = rng_below(&rng, n), i = left[at];
            feed(f, (int)i, f->bytes + round * 1000 + i, 64);
            assert_int_equal(wait_for(f, slots[i]), VY_MEGA_IO_OK);
            assert_memory_equal(f->arena + i * 64, f->bytes + round * 1000 + i, 64);
            left[at] = left[n - 1];
            for (uint32_t k = 0; k + 1 < n; k++)
                assert_int_equal(answer_of(f, slots[left[k]]), VY_MEGA_PUBLISHED);
        }
    }
}

static void short_reads_go_on(void **state)
{
    struct fixture *f = *state;
    uint32_t slow = pipe_row(f, 0), to = to_row(f, 64, 64);
    int left = 1;
    start(f);
    ask(f, 5, VY_MEGA_IO_READ, slow, to, 0, 64);
    feed(f, 0, f->bytes, 10);
    do {
        assert_int_equal(ioctl(f->pipes[0], FIONREAD, &left), 0);
        nap();
    } while (left);
    assert_int_equal(answer_of(f, 5), VY_MEGA_PUBLISHED);
    feed(f, 0, f->bytes + 10, 54);
    assert_int_equal(wait_for(f, 5), VY_MEGA_IO_OK);
    assert_memory_equal(f->arena + 64, f->bytes, 64);
    // The file ends within the request.
    ask(f, 5, VY_MEGA_IO_READ, slow, to, 0, 64);
    feed(f, 0, f->bytes, 10);
    close(f->pipes[0]);
    f->pipes[0] = -1;
    assert_int_equal(wait_for(f, 5), VY_MEGA_IO_ERROR);
}

static void a_fence_waits_for_those_before_it_alone(void **state)
{
    struct fixture *f = *state;
    uint32_t first = pipe_row(f, 0), second = pipe_row(f, 1), to = to_row(f, 0, 64);
    uint32_t out = file_row(f, VY_MEGA_DESTINATIONS), from = 99;
    assert_int_equal(vy_mega_io_arena(f->io, VY_MEGA_SOURCES, 0, 64, &from), VY_OK);
    start(f);
    ask(f, 9, VY_MEGA_IO_READ, first, to, 0, 8);
    ask(f, 8, VY_MEGA_IO_WRITE, from, out, 0, 64);
    assert_int_equal(wait_for(f, 8), VY_MEGA_IO_OK);
    ask(f, 3, VY_MEGA_IO_FENCE, 0, 0, 0, 0);
    while (taken(f) < 2)
        nap();
    ask(f, 4, VY_MEGA_IO_READ, second, to, 0, 8);
    while (taken(f) < 3)
        nap();
    ask(f, 60, VY_MEGA_IO_FENCE, 0, 0, 0, 0);
    while (taken(f) < 4)
        nap();
    assert_int_equal(answer_of(f, 3), VY_MEGA_PUBLISHED);
    feed(f, 0, f->bytes, 8);
    assert_int_equal(wait_for(f, 3), VY_MEGA_IO_OK);
    assert_int_equal(answer_of(f, 4), VY_MEGA_PUBLISHED);
    assert_int_equal(answer_of(f, 60), VY_MEGA_PUBLISHED);
    feed(f, 1, f->bytes, 8);
    assert_int_equal(wait_for(f, 60), VY_MEGA_IO_OK);
    vy_mega_io_stats stats;
    assert_int_equal(vy_mega_io_count(f->io, &stats), VY_OK);
    assert_int_equal(stats.fences, 2);
}

/// A descriptor that cannot be read, one that cannot be saved, a full device.
static void errors_are_answers(void **state)
{
    struct fixture *f = *state;
    uint32_t to = to_row(f, 0, 64), from, unread, full, file = file_row(f, VY_MEGA_SOURCES);
    assert_int_equal(vy_mega_io_arena(f->io, VY_MEGA_SOURCES, 0, 64, &from), VY_OK);
    int fd = open(f->target, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_int_equal(vyi_io_add_file(f->io, VY_MEGA_SOURCES, fd, 0, 64, 64, &unread), VY_OK);
    fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(vyi_io_add_file(f->io, VY_MEGA_DESTINATIONS, fd, 0, 64, 64, &full), VY_OK);
    for (int rounds = 0; rounds < 2; rounds++) {
        uint32_t served = 0;
        ask(f, 0, VY_MEGA_IO_READ, unread, to, 0, 64);
        ask(f, 1, VY_MEGA_IO_WRITE, from, full, 0, 64);
        ask(f, 2, VY_MEGA_IO_READ, file, to, 7, 64);
        ask(f, 3, VY_MEGA_IO_FENCE, 0, 0, 0, 0); // /dev/full cannot be saved
        assert_int_equal(vy_mega_io_serve(f->io, &served), VY_OK);
        assert_int_equal(served, 4);
        assert_int_equal(answer_of(f, 0), VY_MEGA_IO_ERROR);
        assert_int_equal(answer_of(f, 1), VY_MEGA_IO_ERROR);
        assert_int_equal(answer_of(f, 2), VY_MEGA_IO_OK);
        assert_int_equal(answer_of(f, 3), VY_MEGA_IO_ERROR);
        ask(f, 3, VY_MEGA_IO_FENCE, 0, 0, 0, 0); // said once
        assert_int_equal(vy_mega_io_serve(f->io, &served), VY_OK);
        assert_int_equal(answer_of(f, 3), VY_MEGA_IO_OK);
    }
}

static void *revoke_first(void *user)
{
    struct fixture *f = user;
    return vy_mega_io_revoke(f->io, VY_MEGA_SOURCES, 0) ? NULL : f;
}

static void *stop(void *user)
{
    struct fixture *f = user;
    return vy_mega_io_stop(f->io) ? NULL : f;
}

/// What is in flight ends by itself; what had not begun ends in ERROR. Then the file is closed.
static void a_row_is_gone_once_nothing_uses_it(void **state)
{
    struct fixture *f = *state;
    uint32_t slow = pipe_row(f, 0), to = to_row(f, 0, 64), in_flight = f->threads ? 4 : 64;
    int fd = f->io->rows[VY_MEGA_SOURCES].at[slow]->fd;
    pthread_t thread;
    void *end = NULL;
    start(f);
    for (uint32_t i = 0; i < 64; i++)
        ask(f, i, VY_MEGA_IO_READ, slow, to, 0, 1);
    while (taken(f) < 64)
        nap();
    assert_int_equal(pthread_create(&thread, NULL, revoke_first, f), 0);
    while (taken(f) > in_flight)
        nap();
    assert_int_not_equal(fcntl(fd, F_GETFD), -1);
    for (uint32_t i = 0; i < in_flight; i++) {
        uint32_t errors = 0, left = 0;
        for (uint32_t k = 0; k < 64; k++) {
            errors += answer_of(f, k) == VY_MEGA_IO_ERROR;
            left += answer_of(f, k) == VY_MEGA_PUBLISHED;
        }
        assert_int_equal(errors, 64 - in_flight);
        assert_int_equal(left, in_flight - i);
        feed(f, 0, "x", 1);
        while (taken(f) > in_flight - i - 1)
            nap();
    }
    assert_int_equal(pthread_join(thread, &end), 0);
    assert_ptr_equal(end, f);
    assert_int_equal(write(f->pipes[0], "x", 1), -1); // nobody reads it
    assert_int_equal(errno, EPIPE);
}

static void stopping_waits_for_what_was_taken(void **state)
{
    struct fixture *f = *state;
    uint32_t slow = pipe_row(f, 0), to = to_row(f, 0, 64);
    pthread_t thread;
    void *end = NULL;
    start(f);
    for (uint32_t i = 0; i < 20; i++)
        ask(f, i, VY_MEGA_IO_READ, slow, to, 0, 1);
    while (taken(f) < 20)
        nap();
    assert_int_equal(pthread_create(&thread, NULL, stop, f), 0);
    while (!atomic_load(&f->io->stop))
        nap();
    feed(f, 0, f->bytes, 20);
    assert_int_equal(pthread_join(thread, &end), 0);
    assert_ptr_equal(end, f);
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(answer_of(f, i), VY_MEGA_IO_OK);
    ask(f, 0, VY_MEGA_IO_READ, slow, to, 0, 1); // nobody takes it
    assert_int_equal(answer_of(f, 0), VY_MEGA_PUBLISHED);
}

#define BOTH(test)                                          \
    cmocka_unit_test_setup_teardown(test, setup, teardown), \
        cmocka_unit_test_setup_teardown(test, setup_threads, teardown)

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        BOTH(slow_files_delay_nobody),
        BOTH(answers_come_in_any_order),
        BOTH(short_reads_go_on),
        BOTH(a_fence_waits_for_those_before_it_alone),
        BOTH(errors_are_answers),
        BOTH(a_row_is_gone_once_nothing_uses_it),
        BOTH(stopping_waits_for_what_was_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
