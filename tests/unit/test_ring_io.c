// Requests for bytes of the live ring: LOAD_MISS from the task to its bytes, slots that wait
// outside of all queues, and what becomes of them. Pipes stand for slow files: a read of one ends
// when the test writes to it. $VYRE_RING_DEVICE, or the argument `ptx`: on another device.
#include "mega/io.h"
#include "mega/ring.h"
#include "support/patience.h"
#include "support/ring.h"
#include "support/ring_late.h"
#include "support/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ARENA = 1 << 16, BYTES = 200000, ROWS = 64, ROW = ARENA / ROWS };

enum { CHAIN = 0x40, COPIES, NARROW, ROUGH };
enum { WELL, FAILS, STAYS }; ///< what ROUGH does after it has filled its request

static const char texts[] =
    "use \"mega.vy\"\n"
    // Follows a chain through a file: the word at its offset is the offset of the next one. The
    // bytes of each miss are used by the run that comes after it.
    "fn chain(args: in atomic u32[], obs: inout atomic u32[], io: inout u32[],\n"
    "    arena: inout atomic u32[]) -> u32, u32 {\n"
    "    let status = io[MEGA_IO_STATUS]\n"
    "    if status == MEGA_IO_ERROR { return MEGA_FAULT, 300 }\n"
    "    let at = args[2] / 4\n"
    "    if status == MEGA_IO_OK { io[7] = arena[at] }\n"
    "    if status == MEGA_IO_OK && arena[at + 1] == 0 { return MEGA_DONE, io[7] }\n"
    "    io[MEGA_IO_OP] = MEGA_IO_READ_FIXED\n"
    "    io[MEGA_IO_SOURCE] = args[0]\n"
    "    io[MEGA_IO_DESTINATION] = args[1]\n"
    "    io[MEGA_IO_OFFSET_LOW] = io[7]\n"
    "    io[MEGA_IO_BYTES] = 8\n"
    "    return MEGA_WAIT_IO, 0\n"
    "}\n"
    // Writes a part of the arena to a file, then a fence, then it yields once, and ends.
    "fn copies(args: in atomic u32[], obs: inout atomic u32[], io: inout u32[]) -> u32, u32 {\n"
    "    if io[MEGA_IO_STATUS] == MEGA_IO_ERROR { return MEGA_FAULT, 301 }\n"
    "    io[7] += 1\n"
    "    if io[7] == 1 {\n"
    "        io[MEGA_IO_OP] = MEGA_IO_WRITE\n"
    "        io[MEGA_IO_SOURCE] = args[0]\n"
    "        io[MEGA_IO_DESTINATION] = args[1]\n"
    "        io[MEGA_IO_BYTES] = args[2]\n"
    "    } else if io[7] == 2 {\n"
    "        io[MEGA_IO_OP] = MEGA_IO_FENCE\n"
    "    }\n"
    "    return io[7] < 4 ? MEGA_WAIT_IO : MEGA_DONE, io[7]\n"
    "}\n"
    // Fills its request and waits, fails or never ends. Its slot has nothing of another one's.
    "fn rough(args: in atomic u32[], obs: inout atomic u32[], io: inout u32[],\n"
    "    arena: inout atomic u32[], scale: u32) -> u32, u32 {\n"
    "    if io[MEGA_IO_STATUS] == MEGA_IO_OK { return MEGA_DONE, arena[args[2] / 4] * scale }\n"
    "    for w in 0..8 {\n"
    "        if io[w] != 0 { return MEGA_FAULT, 302 }\n"
    "        io[w] = 9\n"
    "    }\n"
    "    io[MEGA_IO_OP] = MEGA_IO_READ\n"
    "    io[MEGA_IO_SOURCE] = args[0]\n"
    "    io[MEGA_IO_DESTINATION] = args[1]\n"
    "    io[MEGA_IO_OFFSET_LOW] = 0\n"
    "    io[MEGA_IO_OFFSET_HIGH] = 0\n"
    "    io[MEGA_IO_BYTES] = 4\n"
    "    assert args[3] != 1\n"
    "    while args[3] == 2 { }\n"
    "    return MEGA_WAIT_IO, 0\n"
    "}\n"
    // The arena as bytes.
    "fn narrow(args: in atomic u32[], obs: inout atomic u32[], arena: in u8[]) -> u32, u32 {\n"
    "    return MEGA_DONE, u32(arena[args[0]]) | len(arena) << 8\n"
    "}\n";
static const vy_mega_handler askers[] = {{CHAIN, VY_MEGA_LANE, "chain", texts},
                                         {COPIES, VY_MEGA_LANE, "copies", texts},
                                         {TWICE, VY_MEGA_LANE, "twice", handlers_text},
                                         {ROUGH, VY_MEGA_LANE, "rough", texts},
                                         {ENDLESS, VY_MEGA_LANE, "rough", texts}};
enum { ASKERS = sizeof askers / sizeof *askers };

struct stand {
    struct fixture *f;
    vy_mega *m;
    vy_mega_io *io;
    uint8_t *arena;
    uint8_t bytes[BYTES];
    uint32_t file, rows[ROWS]; ///< a source, and destinations of ROW bytes each
};

/// In place of the C library's: where io_uring is refused, threads read pipes, too.
ssize_t pread(int fd, void *to, size_t bytes, off_t at)
{
    ssize_t n = syscall(SYS_pread64, fd, to, bytes, at);
    return n < 0 && errno == ESPIPE ? read(fd, to, bytes) : n;
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

static int make_file(char path[512])
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, 512, "%s/vyre-ring-XXXXXX", folder && *folder ? folder : P_tmpdir);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    return fd;
}

static struct stand *make_stand(void **state, vy_mega_live_params p)
{
    struct stand *s = calloc(1, sizeof *s);
    struct rng rng = rng_make(4, 4);
    char path[512];
    void *arena;
    uint64_t bytes;
    s->f = *state;
    p.arena_bytes = ARENA;
    s->m = make(s->f, p);
    s->io = vy_mega_io_of(s->m, &arena, &bytes);
    s->arena = arena;
    assert_non_null(s->io);
    assert_int_equal(bytes, ARENA);
    for (size_t i = 0; i < BYTES; i++)
        s->bytes[i] = (uint8_t)rng_below(&rng, 256);
    int fd = make_file(path);
    assert_int_equal(write(fd, s->bytes, BYTES), BYTES);
    assert_int_equal(close(fd), 0);
    assert_int_equal(vy_mega_io_file(s->io, VY_MEGA_SOURCES, path, 0, 0, &s->file), VY_OK);
    unlink(path);
    for (uint32_t i = 0; i < ROWS; i++)
        assert_int_equal(
            vy_mega_io_arena(s->io, VY_MEGA_DESTINATIONS, (uint64_t)i * ROW, ROW, &s->rows[i]),
            VY_OK);
    return s;
}

static void free_stand(struct stand **s)
{
    vy_mega_destroy(&(*s)->m);
    free(*s);
    *s = NULL;
}

/// A source that has bytes once the test writes them to *to.
static uint32_t pipe_row(struct stand *s, int *to)
{
    int ends[2];
    uint32_t handle = 99;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    *to = ends[1];
    assert_int_equal(vyi_io_add_file(s->io, VY_MEGA_SOURCES, ends[0], 0, ROW, ROW, &handle), VY_OK);
    return handle;
}

static vy_mega_item miss(uint32_t source, uint32_t row, uint32_t offset, uint32_t bytes)
{
    return (vy_mega_item){VY_MEGA_OP_LOAD_MISS, 0, VY_MEGA_NORMAL, {source, row, offset, 0, bytes}};
}

static void publish_all(struct stand *s, const vy_mega_item *items, uint32_t count,
                        vy_ticket *tickets)
{
    assert_int_equal(vy_mega_publish_batch(s->m,
                                           vy_mega_publish_params(.items = items, .count = count,
                                                                  .timeout_ms = VY_FOREVER,
                                                                  .keep = true, .tickets = tickets),
                                           NULL),
                     VY_OK);
}

static vy_mega_result end_of(struct stand *s, vy_ticket ticket)
{
    vy_mega_result r = {0};
    assert_int_equal(
        vy_mega_wait(s->m, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER), &r),
        VY_OK);
    return r;
}

static bool has_ended(struct stand *s, vy_ticket ticket)
{
    return vy_mega_poll(s->m, ticket, NULL) != VY_ERROR_BUSY;
}

/// Until the host has so many requests under way.
static void wait_for_requests(struct stand *s, uint32_t count)
{
    for (uint32_t found = count + 1; found != count;) {
        nap();
        found = 0;
        pthread_mutex_lock(&s->io->lock);
        for (uint32_t i = 0; i < s->io->request_count; i++)
            found += s->io->requests[i].used && !s->io->requests[i].answered;
        pthread_mutex_unlock(&s->io->lock);
    }
}

// ---- tests ----
static void misses_bring_their_bytes(void **state)
{
    struct stand *s = make_stand(state, (vy_mega_live_params){.size = sizeof s->m->params});
    uint32_t rounds = ring_is_slow() ? 2 : 50;
    struct rng rng = rng_make(6, 6);
    for (uint32_t round = 0; round < rounds; round++) {
        vy_mega_item items[ROWS];
        vy_ticket tickets[ROWS];
        vy_mega_record record;
        uint32_t logged = 0;
        // How many records were taken stands in the word of the answers' tail.
        expect(s->m, (vy_mega_item){VY_MEGA_OP_PRINTF, 0, 0, {round}}, VY_MEGA_DONE, 0, 0);
        assert_int_equal(vy_mega_log(s->m, &record, 1, &logged), VY_OK);
        assert_int_equal(logged, 1);
        assert_int_equal(record.format, round);
        for (uint32_t i = 0; i < ROWS; i++) {
            uint32_t bytes = rng_below(&rng, ROW + 1);
            items[i] = miss(s->file, s->rows[i], rng_below(&rng, BYTES - bytes), bytes);
            items[i].priority = rng_below(&rng, VY_MEGA_PRIORITIES);
        }
        publish_all(s, items, ROWS, tickets);
        for (uint32_t i = 0; i < ROWS; i++) {
            vy_mega_result r = end_of(s, tickets[i]);
            assert_int_equal(r.status, VY_MEGA_DONE);
            assert_int_equal(r.result, items[i].args[4]);
            assert_memory_equal(s->arena + i * ROW, s->bytes + items[i].args[2], items[i].args[4]);
        }
    }
    vy_mega_io_stats stats;
    assert_int_equal(vy_mega_io_count(s->io, &stats), VY_OK);
    assert_int_equal(stats.reads, rounds * ROWS);
    assert_int_equal(stats.errors, 0);
    free_stand(&s);
}

/// Slots that wait occupy no worker, and the kernel parks beside them: an answer wakes it.
static void who_waits_delays_nobody(void **state)
{
    enum { WAITING = 48 };
    struct stand *s = make_stand(state, (vy_mega_live_params){.size = sizeof s->m->params});
    vy_mega_item items[WAITING];
    vy_ticket tickets[WAITING];
    vy_mega_account account;
    int to;
    uint32_t slow = pipe_row(s, &to);
    for (uint32_t i = 0; i < WAITING; i++)
        items[i] = miss(slow, s->rows[i], 0, 4);
    publish_all(s, items, WAITING, tickets);
    wait_for_requests(s, WAITING);
    for (uint32_t i = 0; i < 20; i++) {
        vy_ticket other;
        const vy_mega_item item = i % 2 ? miss(s->file, s->rows[60], i, 100)
                                        : (vy_mega_item){TWICE, 0, VY_MEGA_IDLE, {i}};
        publish_all(s, &item, 1, &other);
        assert_int_equal(end_of(s, other).result, i % 2 ? 100 : 2 * i);
    }
    do { // all workers sleep
        nap();
        assert_int_equal(vy_mega_report(s->m, &account), VY_OK);
    } while (account.parked < account.workers || account.in_flight > WAITING);
    assert_int_equal(account.running, 0);
    for (uint32_t i = 0; i < WAITING; i++)
        assert_false(has_ended(s, tickets[i]));
    for (uint32_t i = 0; i < WAITING; i++)
        assert_int_equal(write(to, "abcd", 4), 4);
    for (uint32_t i = 0; i < WAITING; i++) {
        assert_int_equal(end_of(s, tickets[i]).status, VY_MEGA_DONE);
        assert_memory_equal(s->arena + i * ROW, "abcd", 4);
    }
    assert_int_equal(vy_mega_report(s->m, &account), VY_OK);
    assert_int_equal(account.again, 0); // nobody asked in turns whether bytes are there
    close(to);
    free_stand(&s);
}

static void answers_come_in_any_order(void **state)
{
    enum { PIPES = 7 }; // fewer than threads, where these serve
    struct stand *s = make_stand(state, (vy_mega_live_params){.size = sizeof s->m->params});
    struct rng rng = rng_make(7, 7);
    int to[PIPES];
    uint32_t sources[PIPES];
    for (uint32_t i = 0; i < PIPES; i++)
        sources[i] = pipe_row(s, &to[i]);
    for (uint32_t round = 0; round < (ring_is_slow() ? 1 : 8); round++) {
        vy_mega_item items[PIPES];
        vy_ticket tickets[PIPES];
        uint32_t left[PIPES];
        for (uint32_t i = 0; i < PIPES; i++) {
            left[i] = i;
            items[i] = miss(sources[i], s->rows[i], 0, 16);
            items[i].priority = rng_below(&rng, VY_MEGA_PRIORITIES);
        }
        publish_all(s, items, PIPES, tickets);
        for (uint32_t n = PIPES; n; n--) {
            uint32_t at = rng_below(&rng, n), i = left[at];
            assert_int_equal(write(to[i], s->bytes + 100 * round + i, 16), 16);
            assert_int_equal(end_of(s, tickets[i]).status, VY_MEGA_DONE);
            assert_memory_equal(s->arena + i * ROW, s->bytes + 100 * round + i, 16);
            left[at] = left[n - 1];
            for (uint32_t k = 0; k + 1 < n; k++)
                assert_false(has_ended(s, tickets[left[k]]));
        }
    }
    for (uint32_t i = 0; i < PIPES; i++)
        close(to[i]);
    free_stand(&s);
}

static void errors_are_faults(void **state)
{
    struct stand *s = make_stand(state, (vy_mega_live_params){.size = sizeof s->m->params});
    uint32_t gone, unread;
    int fd = open("/dev/null", O_WRONLY | O_CLOEXEC), to;
    assert_int_equal(vyi_io_add_file(s->io, VY_MEGA_SOURCES, fd, 0, 64, 64, &unread), VY_OK);
    gone = pipe_row(s, &to);
    assert_int_equal(vy_mega_io_revoke(s->io, VY_MEGA_SOURCES, gone), VY_OK);
    close(to);
    const vy_mega_item items[] = {
        miss(unread, s->rows[0], 0, 8),
        miss(gone, s->rows[0], 0, 8),
        miss(99, s->rows[0], 0, 8),
        miss(s->file, 99, 0, 8),
        miss(s->file, s->rows[0], BYTES - 4, 8),
        miss(s->file, s->rows[0], 0, ROW + 1),
        miss(s->file, s->rows[0], UINT32_MAX, 8),
        {VY_MEGA_OP_LOAD_MISS, 0, VY_MEGA_LOW, {s->file, s->rows[0], 0, 1, 8}},
    };
    enum { COUNT = sizeof items / sizeof *items };
    vy_ticket tickets[COUNT + 1];
    publish_all(s, items, COUNT, tickets);
    for (uint32_t i = 0; i < COUNT; i++) {
        vy_mega_result r = end_of(s, tickets[i]);
        assert_int_equal(r.status, VY_MEGA_FAULT);
        assert_int_equal(r.code, VY_MEGA_FAULT_IO);
    }
    // The slots that faulted have nothing left of their requests.
    const vy_mega_item good = miss(s->file, s->rows[1], 5, 8);
    publish_all(s, &good, 1, tickets);
    assert_int_equal(end_of(s, tickets[0]).result, 8);
    assert_memory_equal(s->arena + ROW, s->bytes + 5, 8);
    free_stand(&s);
}

/// All slots of a priority wait: no other fits there, and the others' go on.
static void a_full_ring_of_waiting_slots(void **state)
{
    enum { SLOTS = 64 };
    struct stand *s = make_stand(
        state, (vy_mega_live_params){.size = sizeof s->m->params, .slots = SLOTS, .workers = 2});
    vy_mega_item items[SLOTS];
    vy_ticket tickets[SLOTS], ticket;
    int to;
    uint32_t slow = pipe_row(s, &to);
    for (uint32_t i = 0; i < SLOTS; i++)
        items[i] = miss(slow, s->rows[i], 0, 1);
    for (uint32_t round = 0; round < 3; round++) {
        publish_all(s, items, SLOTS, tickets);
        wait_for_requests(s, SLOTS);
        assert_int_equal(
            vy_mega_publish_batch(
                s->m, vy_mega_publish_params(.items = items, .count = 1, .tickets = &ticket), NULL),
            VY_ERROR_BUSY);
        vy_mega_item other = miss(s->file, s->rows[0], 0, 8);
        other.priority = VY_MEGA_HIGH;
        publish_all(s, &other, 1, &ticket);
        assert_int_equal(end_of(s, ticket).result, 8);
        for (uint32_t i = 0; i < SLOTS; i++)
            assert_int_equal(write(to, "x", 1), 1);
        for (uint32_t i = 0; i < SLOTS; i++)
            assert_int_equal(end_of(s, tickets[i]).status, VY_MEGA_DONE);
    }
    close(to);
    free_stand(&s);
}

/// A tenant that is unregistered, and an abort, end the slots that wait. The bytes that come later
/// end nothing, whatever is in the slot by then.
static void late_answers_end_nothing(void **state)
{
    enum { SLOTS = 64, HALF = SLOTS / 2 };
    struct stand *s = make_stand(
        state, (vy_mega_live_params){.size = sizeof s->m->params, .slots = SLOTS, .workers = 2});
    vy_mega_item items[SLOTS];
    vy_ticket tickets[SLOTS], again[SLOTS];
    int to[2];
    uint32_t slow[2] = {pipe_row(s, &to[0]), pipe_row(s, &to[1])};
    assert_int_equal(vy_mega_tenant_register(s->m, vy_mega_tenant_params(.tenant = 3, .count = 1)),
                     VY_OK);
    for (uint32_t i = 0; i < SLOTS; i++) {
        items[i] = miss(slow[0], s->rows[i % 8], 0, 1);
        items[i].tenant = 3 * (i % 2);
    }
    publish_all(s, items, SLOTS, tickets);
    wait_for_requests(s, SLOTS);
    assert_int_equal(vy_mega_tenant_unregister(s->m, 3, PATIENT_MS), VY_OK);
    for (uint32_t i = 1; i < SLOTS; i += 2)
        assert_int_equal(end_of(s, tickets[i]).status, VY_MEGA_CANCELLED);
    for (uint32_t i = 0; i < SLOTS; i += 2)
        assert_false(has_ended(s, tickets[i]));
    assert_int_equal(write(to[0], s->bytes, HALF), HALF); // of whom, is the system's choice
    for (uint32_t i = 0; i < HALF; i++)
        assert_int_equal(write(to[0], s->bytes, 1), 1);
    for (uint32_t i = 0; i < SLOTS; i += 2)
        assert_int_equal(end_of(s, tickets[i]).status, VY_MEGA_DONE);
    // The same slots wait again when an abort comes, and the bytes of half of them.
    for (uint32_t i = 0; i < SLOTS; i++)
        items[i] = miss(slow[1], s->rows[i % 8], 0, 1);
    publish_all(s, items, SLOTS, again);
    wait_for_requests(s, SLOTS);
    assert_int_equal(vy_mega_shutdown(s->m, true, PATIENT_MS), VY_OK);
    for (uint32_t i = 0; i < SLOTS; i++)
        assert_int_equal(end_of(s, again[i]).status, VY_MEGA_CANCELLED);
    vy_mega_account account;
    assert_int_equal(vy_mega_report(s->m, &account), VY_OK);
    assert_int_equal(account.cancelled, SLOTS + HALF);
    assert_int_equal(account.done, HALF);
    close(to[0]), close(to[1]);
    free_stand(&s);
}

/// Slots that were cancelled are used again while their requests are still under way.
static void a_slot_is_not_taken_for_its_predecessor(void **state)
{
    enum { SLOTS = 64 };
    struct stand *s = make_stand(
        state, (vy_mega_live_params){.size = sizeof s->m->params, .slots = SLOTS, .workers = 2});
    vy_mega_item items[SLOTS];
    vy_ticket tickets[SLOTS];
    int to[2];
    uint32_t slow[2] = {pipe_row(s, &to[0]), pipe_row(s, &to[1])};
    assert_int_equal(vy_mega_tenant_register(s->m, vy_mega_tenant_params(.tenant = 3, .count = 1)),
                     VY_OK);
    for (uint32_t i = 0; i < SLOTS; i++) {
        items[i] = miss(slow[0], s->rows[0], 0, 1);
        items[i].tenant = 3;
    }
    publish_all(s, items, SLOTS, tickets);
    wait_for_requests(s, SLOTS);
    assert_int_equal(vy_mega_tenant_unregister(s->m, 3, PATIENT_MS), VY_OK);
    for (uint32_t i = 0; i < SLOTS; i++)
        assert_int_equal(end_of(s, tickets[i]).status, VY_MEGA_CANCELLED);
    for (uint32_t i = 0; i < SLOTS; i++)
        items[i] = miss(slow[1], s->rows[1], 0, 1);
    publish_all(s, items, SLOTS, tickets);
    wait_for_requests(s, SLOTS);
    for (uint32_t i = 0; i < SLOTS; i++) // for those that are gone
        assert_int_equal(write(to[0], "x", 1), 1);
    vy_mega_io_stats stats;
    do {
        nap();
        assert_int_equal(vy_mega_io_count(s->io, &stats), VY_OK);
    } while (stats.reads < SLOTS);
    vy_mega_item other = miss(s->file, s->rows[2], 0, 8);
    vy_ticket ticket;
    other.priority = VY_MEGA_HIGH;
    publish_all(s, &other, 1, &ticket); // what was published before it has been looked at
    assert_int_equal(end_of(s, ticket).result, 8);
    for (uint32_t i = 0; i < SLOTS; i++)
        assert_false(has_ended(s, tickets[i]));
    for (uint32_t i = 0; i < SLOTS; i++)
        assert_int_equal(write(to[1], "x", 1), 1);
    for (uint32_t i = 0; i < SLOTS; i++)
        assert_int_equal(end_of(s, tickets[i]).status, VY_MEGA_DONE);
    close(to[0]), close(to[1]);
    free_stand(&s);
}

/// Handlers that name the arena and their request.
static bool can_bind(void)
{
    bool yes = strncmp(ring_device(), "vulkan", 6) != 0;
    if (!yes)
        print_message("skipped: handlers name nothing on the vulkan device\n");
    return yes;
}

/// A handler asks again and again, and uses the bytes that its own misses have brought.
static void handlers_use_the_bytes_of_their_misses(void **state)
{
    if (!can_bind())
        return;
    enum { LINKS = 50 };
    struct stand *s = make_stand(state, (vy_mega_live_params){.size = sizeof s->m->params,
                                                              .handlers = askers,
                                                              .handler_count = ASKERS});
    uint32_t chain[2 * LINKS] = {0}, order[LINKS], links = ring_is_slow() ? 5 : LINKS, handle;
    struct rng rng = rng_make(8, 8);
    vy_mega_item items[ROWS];
    vy_ticket tickets[ROWS];
    char path[512];
    for (uint32_t i = 0; i < links; i++)
        order[i] = i;
    for (uint32_t i = links - 1; i > 1; i--) { // the first one is at 0
        uint32_t k = 1 + rng_below(&rng, i), was = order[i];
        order[i] = order[k], order[k] = was;
    }
    for (uint32_t i = 0; i + 1 < links; i++) {
        chain[2 * order[i]] = 8 * order[i + 1];
        chain[2 * order[i] + 1] = 1;
    }
    chain[2 * order[links - 1]] = 4711;
    int fd = make_file(path);
    assert_int_equal(write(fd, chain, sizeof chain), sizeof chain);
    close(fd);
    assert_int_equal(vy_mega_io_file(s->io, VY_MEGA_SOURCES, path, 0, 0, &handle), VY_OK);
    unlink(path);
    for (uint32_t i = 0; i < ROWS; i++)
        items[i] = (vy_mega_item){CHAIN, 0, i % VY_MEGA_PRIORITIES, {handle, s->rows[i], i * ROW}};
    items[5].args[0] = 99; // there is no such source
    publish_all(s, items, ROWS, tickets);
    for (uint32_t i = 0; i < ROWS; i++) {
        vy_mega_result r = end_of(s, tickets[i]);
        assert_int_equal(r.status, i == 5 ? VY_MEGA_FAULT : VY_MEGA_DONE);
        assert_int_equal(i == 5 ? r.code : r.result, i == 5 ? 300 : 4711);
    }
    vy_mega_io_stats stats;
    assert_int_equal(vy_mega_io_count(s->io, &stats), VY_OK);
    assert_int_equal(stats.reads, (ROWS - 1) * links);
    free_stand(&s);
}

/// WRITE and FENCE; a WAIT_IO without a request is a yield, and counted as one.
static void handlers_write(void **state)
{
    if (!can_bind())
        return;
    struct stand *s = make_stand(state, (vy_mega_live_params){.size = sizeof s->m->params,
                                                              .handlers = askers,
                                                              .handler_count = ASKERS});
    char path[512], back[ROW];
    uint32_t from, to;
    int fd = make_file(path);
    assert_int_equal(vy_mega_io_arena(s->io, VY_MEGA_SOURCES, 0, ROW, &from), VY_OK);
    assert_int_equal(vy_mega_io_file(s->io, VY_MEGA_DESTINATIONS, path, 0, 0, &to), VY_OK);
    memcpy(s->arena, s->bytes, ROW);
    expect(s->m, (vy_mega_item){COPIES, 0, 0, {from, to, ROW}}, VY_MEGA_DONE, 0, 4);
    assert_int_equal(read(fd, back, ROW), ROW);
    assert_memory_equal(back, s->bytes, ROW);
    vy_mega_io_stats stats;
    assert_int_equal(vy_mega_io_count(s->io, &stats), VY_OK);
    assert_int_equal(stats.writes, 1);
    assert_int_equal(stats.fences, 1);
    assert_int_equal(settled(s->m).again, 1);
    // Another slot at the same place finds nothing of it.
    expect(s->m, (vy_mega_item){COPIES, 0, 0, {99, to, ROW}}, VY_MEGA_FAULT, 301, 0);
    close(fd);
    unlink(path);
    // A handler with other types of its own names comes later.
    const vy_mega_handler late = {NARROW, VY_MEGA_LANE, "narrow", texts};
    assert_int_equal(vy_mega_add(s->m, &late, 1), VY_ERROR_PROGRAM);
    free_stand(&s);
}

/// Neighbours wait while a handler fails or is stopped after it has filled its request. A run sees
/// what was bound when it began, though the slot was published before.
static void a_handler_that_fails_asks_for_nothing(void **state)
{
    enum { SLOTS = 64, ROUNDS = 3 };
    if (!can_bind())
        return;
    struct stand *s = make_stand(state, (vy_mega_live_params){.size = sizeof s->m->params,
                                                              .slots = SLOTS,
                                                              .workers = 2,
                                                              .deadline_ms = PATIENT_MS,
                                                              .handlers = askers,
                                                              .handler_count = ASKERS});
    vy_mega_item items[SLOTS];
    vy_ticket tickets[SLOTS];
    vy_mega_io_stats stats;
    int to;
    uint32_t slow = pipe_row(s, &to), waiting = 0, failed = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t before = waiting;
        assert_int_equal(vy_mega_bind(s->m, vy_args(vy_arg_u32("scale", 1000))), VY_OK);
        for (uint32_t i = 0; i < SLOTS; i++) {
            bool fails = (i + round) % 8 == 3;
            waiting += !fails, failed += fails;
            items[i] = (vy_mega_item){
                ROUGH, 0, VY_MEGA_NORMAL, {slow, s->rows[i], i * ROW, fails ? FAILS : WELL}};
        }
        publish_all(s, items, SLOTS, tickets);
        wait_for_requests(s, waiting - before);
        vy_mega_item item = {ENDLESS, 0, VY_MEGA_LOW, {slow, s->rows[0], 0, STAYS}};
        vy_ticket stays;
        publish_all(s, &item, 1, &stays);
        vy_mega_result r = ring_late_until(s->m, stays);
        assert_int_equal(r.status, VY_MEGA_FAULT);
        assert_int_equal(r.code, VY_MEGA_FAULT_DEADLINE);
        assert_int_equal(vy_mega_bind(s->m, vy_args(vy_arg_u32("scale", round))), VY_OK);
        for (uint32_t i = before; i < waiting; i++)
            assert_int_equal(write(to, &(uint32_t){7}, 4), 4);
        for (uint32_t i = 0; i < SLOTS; i++) {
            r = end_of(s, tickets[i]);
            bool fails = items[i].args[3] == FAILS;
            assert_int_equal(r.status, fails ? VY_MEGA_FAULT : VY_MEGA_DONE);
            assert_int_equal(r.code, fails ? VY_MEGA_FAULT_HANDLER : 0);
            assert_int_equal(r.result, fails ? 0 : 7 * round);
        }
    }
    assert_int_equal(vy_mega_io_count(s->io, &stats), VY_OK);
    assert_int_equal(stats.reads, waiting);
    vy_mega_account account = settled(s->m);
    assert_int_equal(account.faulted, failed + ROUNDS);
    assert_int_equal(account.done, waiting);
    close(to);
    free_stand(&s);
}

static void the_arena_has_any_type(void **state)
{
    if (!can_bind())
        return;
    const vy_mega_handler one = {
        NARROW, VY_MEGA_LANE, "narrow",
        "fn narrow(args: in atomic u32[], obs: inout atomic u32[], arena: in u8[]) -> u32, u32 {\n"
        "    return 3, u32(arena[args[0]]) | len(arena) << 8\n"
        "}\n"};
    struct stand *s = make_stand(
        state,
        (vy_mega_live_params){.size = sizeof s->m->params, .handlers = &one, .handler_count = 1});
    expect(s->m, miss(s->file, s->rows[3], 77, 5), VY_MEGA_DONE, 0, 5);
    for (uint32_t i = 0; i < 5; i++)
        expect(s->m, (vy_mega_item){NARROW, 0, 0, {3 * ROW + i}}, VY_MEGA_DONE, 0,
               s->bytes[77 + i] | ARENA << 8);
    uint32_t before = s->f->log.errors;
    assert_int_equal(vy_mega_bind(s->m, vy_args(vy_arg_u32("arena", 1))), VY_ERROR_ARGUMENT);
    assert_int_equal(s->f->log.errors, before + 1);
    const char *const wrong[] = {"io: in u32[]", "io: inout atomic u32[]", "io: inout u64[]",
                                 "io: u32", "arena: u32"};
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "fn f(args: in atomic u32[], obs: inout atomic u32[], %s) -> u32, u32 {\n"
                 "    return 3, 0\n}\n",
                 wrong[i]);
        const vy_mega_handler bad = {0x50 + i, VY_MEGA_LANE, "f", text};
        assert_int_equal(vy_mega_add(s->m, &bad, 1), VY_ERROR_PROGRAM);
    }
    free_stand(&s);
}

static void its_io_is_the_rings(void **state)
{
    struct fixture *f = *state;
    struct stand *s = make_stand(state, (vy_mega_live_params){.size = sizeof s->m->params});
    vy_mega_io *io = s->io;
    uint32_t before = f->log.errors;
    assert_int_equal(vy_mega_io_serve(io, NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_io_start(io), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_io_stop(io), VY_ERROR_ARGUMENT);
    assert_int_equal(f->log.errors, before + 3);
    vy_mega_io_destroy(&io);
    assert_ptr_equal(io, s->io);
    free_stand(&s);
    // One without an arena has none, and refuses what needs it.
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params)});
    const vy_mega_item item = miss(0, 0, 0, 0);
    assert_null(vy_mega_io_of(m, NULL, NULL));
    assert_int_equal(vy_mega_publish(m, &item, NULL), VY_ERROR_ARGUMENT);
    vy_mega_destroy(&m);
    assert_null(vy_mega_io_of(NULL, NULL, NULL));
    assert_int_equal(
        vy_mega_create(f->device, vy_mega_live_params(.arena_bytes = 64, .replay = "log"), &m),
        VY_ERROR_ARGUMENT);
}

int main(int argc, char **argv)
{
    ring_choose_ptx(argc, argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(misses_bring_their_bytes),
        TEST(who_waits_delays_nobody),
        TEST(answers_come_in_any_order),
        TEST(errors_are_faults),
        TEST(a_full_ring_of_waiting_slots),
        TEST(late_answers_end_nothing),
        TEST(a_slot_is_not_taken_for_its_predecessor),
        TEST(handlers_use_the_bytes_of_their_misses),
        TEST(handlers_write),
        TEST(a_handler_that_fails_asks_for_nothing),
        TEST(the_arena_has_any_type),
        TEST(its_io_is_the_rings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
