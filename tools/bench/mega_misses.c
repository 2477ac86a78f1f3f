// Reads of 4 KiB at random places of a file through LOAD_MISS, beside a plain loop over io_uring
// with as many in flight: from the disk, and from the page cache.
#include "mega.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef VYI_URING
#include <liburing.h>
#endif

enum { DEPTH = 64, PAGE = 4096, FILE_BYTES = 256 << 20 };

struct misses {
    struct mega_bench *m;
    char path[256];
    int file;
    uint32_t reads; ///< of a run
    uint32_t state; ///< of the random places
};

static uint32_t any_page(struct misses *s)
{
    s->state = s->state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)s->state * (FILE_BYTES / PAGE) >> 32);
}

static bool make_file(struct misses *s)
{
    const char *folder = getenv("TMPDIR");
    char *block = must_alloc(1 << 20);
    snprintf(s->path, sizeof s->path, "%s/vyre-misses-XXXXXX",
             folder && *folder ? folder : P_tmpdir);
    s->file = mkstemp(s->path);
    bool good = s->file >= 0;
    for (uint32_t i = 0; good && i < FILE_BYTES >> 20; i++) {
        memset(block, (int)i, 1 << 20);
        good = write(s->file, block, 1 << 20) == 1 << 20;
    }
    good = good && !fsync(s->file);
    free(block);
    if (!good)
        fprintf(stderr, "%s: %s cannot be written\n", "bench", s->path);
    return good;
}

/// `cold`: not from the page cache.
static void prepare(struct misses *s, bool cold)
{
    char *block = must_alloc(1 << 20);
    if (cold)
        posix_fadvise(s->file, 0, 0, POSIX_FADV_DONTNEED);
    for (uint32_t i = 0; !cold && i < FILE_BYTES >> 20; i++)
        if (pread(s->file, block, 1 << 20, (off_t)i << 20) < 0)
            break;
    if (cold)
        posix_fadvise(s->file, 0, 0, POSIX_FADV_RANDOM);
    free(block);
}

// ---- the ring ----
struct flight {
    vy_mega *ring;
    uint32_t source, rows[DEPTH]; ///< a row of the arena for each read in flight
    vy_ticket tickets[DEPTH];     ///< 0: none
    uint32_t begun, ended;
};

/// Begins a read in the place of each that has ended, all of them as one batch.
static bool turn(struct misses *s, struct flight *f)
{
    vy_mega_item items[DEPTH];
    vy_ticket tickets[DEPTH];
    uint32_t places[DEPTH], count = 0;
    vy_mega_result end;
    for (uint32_t i = 0; i < DEPTH; i++) {
        vy_status status = f->tickets[i] ? vy_mega_poll(f->ring, f->tickets[i], &end) : VY_OK;
        if (status == VY_ERROR_BUSY)
            continue;
        if (status)
            return false;
        f->ended += f->tickets[i] != 0;
        f->tickets[i] = 0;
        if (f->begun == s->reads)
            continue;
        uint64_t at = (uint64_t)any_page(s) * PAGE;
        places[count] = i;
        items[count++] =
            (vy_mega_item){VY_MEGA_OP_LOAD_MISS,
                           0,
                           VY_MEGA_NORMAL,
                           {f->source, f->rows[i], (uint32_t)at, (uint32_t)(at >> 32), PAGE}};
        f->begun++;
    }
    if (!count)
        return f->ended == s->reads ||
               !vy_mega_wait(f->ring,
                             vy_mega_wait_params(.count = f->ended + 1, .timeout_ms = VY_FOREVER),
                             NULL);
    vy_status status =
        vy_mega_publish_batch(f->ring,
                              vy_mega_publish_params(.items = items, .count = count,
                                                     .timeout_ms = VY_FOREVER, .tickets = tickets),
                              NULL);
    for (uint32_t i = 0; i < count; i++)
        f->tickets[places[i]] = tickets[i];
    return !status;
}

/// Reads a second; 0 after reporting.
static double rate_of_ring(struct misses *s)
{
    struct flight f = {0};
    double rate = 0;
    if (vy_mega_create(s->m->device,
                       vy_mega_live_params(.slots = 1024, .workers = s->m->workers,
                                           .arena_bytes = DEPTH * PAGE),
                       &f.ring))
        return 0;
    vy_mega_io *io = vy_mega_io_of(f.ring, NULL, NULL);
    bool good = !vy_mega_io_file(io, VY_MEGA_SOURCES, s->path, 0, 0, &f.source);
    for (uint32_t i = 0; good && i < DEPTH; i++)
        good = !vy_mega_io_arena(io, VY_MEGA_DESTINATIONS, (uint64_t)i * PAGE, PAGE, &f.rows[i]);
    double start = mega_us();
    while (good && f.ended < s->reads)
        good = turn(s, &f);
    double us = mega_us() - start;
    vy_mega_account account;
    if (good && !vy_mega_drain(f.ring, VY_FOREVER) && !vy_mega_report(f.ring, &account) &&
        account.done == s->reads)
        rate = s->reads / us * 1e6;
    vy_mega_destroy(&f.ring);
    return rate;
}

// ---- the plain loop ----
#ifdef VYI_URING
static void begin_read(struct misses *s, struct io_uring *ring, char *memory, uint32_t i)
{
    struct io_uring_sqe *sqe = io_uring_get_sqe(ring);
    io_uring_prep_read_fixed(sqe, 0, memory + (size_t)i * PAGE, PAGE, (uint64_t)any_page(s) * PAGE,
                             0);
    sqe->flags |= IOSQE_FIXED_FILE;
    sqe->user_data = i;
}

/// Reads a second; 0: there is no io_uring here.
static double rate_of_loop(struct misses *s)
{
    struct io_uring ring;
    struct io_uring_cqe *cqe;
    char *memory = must_alloc(DEPTH * PAGE);
    struct iovec all = {memory, DEPTH * PAGE};
    double rate = 0;
    if (io_uring_queue_init(DEPTH, &ring, 0)) {
        free(memory);
        return 0;
    }
    bool good =
        !io_uring_register_buffers(&ring, &all, 1) && !io_uring_register_files(&ring, &s->file, 1);
    uint32_t begun = 0, ended = 0;
    double start = mega_us();
    for (; good && begun < DEPTH; begun++)
        begin_read(s, &ring, memory, begun);
    while (good && ended < s->reads) {
        good = io_uring_submit_and_wait(&ring, 1) >= 0;
        while (good && !io_uring_peek_cqe(&ring, &cqe)) {
            uint32_t i = (uint32_t)cqe->user_data;
            good = cqe->res == PAGE;
            io_uring_cqe_seen(&ring, cqe);
            ended++;
            if (begun++ < s->reads)
                begin_read(s, &ring, memory, i);
        }
    }
    if (good)
        rate = s->reads / (mega_us() - start) * 1e6;
    io_uring_queue_exit(&ring);
    free(memory);
    return rate;
}
#else
static double rate_of_loop(struct misses *s)
{
    (void)s;
    return 0;
}
#endif

bool mega_measure_misses(struct mega_bench *m)
{
    struct misses s = {.m = m, .reads = m->quick ? 2000 : 100000};
    bool good = make_file(&s);
    for (int cached = 0; good && cached < 2; cached++) {
        const char *from = cached ? "cached" : "from disk";
        double ours[MEGA_RUNS], plain[MEGA_RUNS], ratio[MEGA_RUNS];
        for (uint32_t i = 0; good && i < m->runs; i++) { // in turns, so that both find it alike
            bench_progress("misses", (uint64_t)cached * m->runs + i, 2 * m->runs);
            prepare(&s, !cached);
            plain[i] = rate_of_loop(&s);
            prepare(&s, !cached);
            ours[i] = rate_of_ring(&s);
            ratio[i] = plain[i] > 0 ? ours[i] / plain[i] : 0;
            good = ours[i] > 0;
        }
        if (!good)
            break;
        mega_figure(m, "1/s", mega_part(ours, m->runs, 0.5), 0, false, "4 KiB misses, %s", from);
        if (plain[0] > 0) {
            mega_figure(m, "1/s", mega_part(plain, m->runs, 0.5), 0, false,
                        "4 KiB by an io_uring loop, %s", from);
            mega_figure(m, "%", 100 * mega_part(ratio, m->runs, 0.5), 80, false,
                        "4 KiB misses of that loop, %s", from);
        }
    }
    if (s.file >= 0) {
        close(s.file);
        unlink(s.path);
    }
    return good;
}
