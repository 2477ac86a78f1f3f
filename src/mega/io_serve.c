// Requests under way. A request for a file waits in the list of its file until there is room: one
// file has at most half of what the others leave of what may be in flight, so that slow ones delay
// no other. Requests end in any order, and each is answered when it ends.
//
// A fence ends when all requests published before it have ended and the files that these wrote are
// saved. Fences are served one after the other.
#include "mega/io.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

// ---- the end of a request ----
static void count(vy_mega_io *io, const struct vyi_io_request *r, bool ok)
{
    bool writes = r->op == VY_MEGA_IO_WRITE;
    if (!ok) {
        io->stats.errors++;
    } else if (r->op == VY_MEGA_IO_FENCE) {
        io->stats.fences++;
    } else {
        *(writes ? &io->stats.writes : &io->stats.reads) += 1;
        *(writes ? &io->stats.bytes_written : &io->stats.bytes_read) += r->move.bytes;
    }
}

/// The request is the port's again.
static void answer(vy_mega_io *io, struct vyi_io_request *r, bool ok)
{
    bool answered = r->answered;
    count(io, r, ok);
    r->answered = true;
    r->used = false;
    if (!answered)
        io->port.answer(io, r, ok);
}

void vyi_io_answer_early(vy_mega_io *io, struct vyi_io_request *r)
{
    if (!r->answered)
        io->port.answer(io, r, false);
    r->answered = true;
}

/// One that was under way.
static void end_move(vy_mega_io *io, struct vyi_io_request *r, bool ok)
{
    *(r->before ? &r->before->after : &io->oldest) = r->after;
    *(r->after ? &r->after->before : &io->newest) = r->before;
    answer(io, r, ok);
}

// ---- rows ----
/// How many requests of a row may be in flight. One with none goes on when others have ended.
static uint32_t share(const vy_mega_io *io, const struct vyi_io_row *row)
{
    uint32_t left = vyi_mover_depth(io->mover) - (io->in_flight - row->in_flight);
    return row->in_flight ? (left + 1) / 2 : 1;
}

static void make_ready(vy_mega_io *io, struct vyi_io_row *row)
{
    if (row->ready || !row->first || row->in_flight >= share(io, row))
        return;
    row->ready = true;
    row->next = NULL;
    *io->last_ready = row;
    io->last_ready = &row->next;
}

static struct vyi_io_request *first_of(struct vyi_io_row *row)
{
    struct vyi_io_request *r = row->first;
    row->first = r->next;
    if (!row->first)
        row->last = &row->first;
    return r;
}

static void begin(vy_mega_io *io, struct vyi_io_row *row, struct vyi_transfer *t)
{
    t->file = row->fd;
    t->place = row->place;
    row->in_flight++;
    io->in_flight++;
    vyi_mover_begin(io->mover, t);
}

/// Rows take turns.
static void begin_all(vy_mega_io *io)
{
    while (io->ready && io->in_flight < vyi_mover_depth(io->mover)) {
        struct vyi_io_row *row = io->ready;
        io->ready = row->next;
        if (!io->ready)
            io->last_ready = &io->ready;
        row->ready = false;
        while (row->first && row->first->answered)
            end_move(io, first_of(row), false);
        if (row->first)
            begin(io, row, &first_of(row)->move);
        make_ready(io, row);
    }
}

static void end_transfer(vy_mega_io *io, struct vyi_transfer *t)
{
    struct vyi_io_row *row;
    io->in_flight--;
    if (t->kind == VYI_TRANSFER_SAVE) {
        row = (struct vyi_io_row *)((char *)t - offsetof(struct vyi_io_row, save));
        io->saves--;
        io->saved &= t->ok;
    } else {
        struct vyi_io_request *r =
            (struct vyi_io_request *)((char *)t - offsetof(struct vyi_io_request, move));
        row = r->row;
        row->written |= t->kind == VYI_TRANSFER_WRITE;
        end_move(io, r, t->ok);
    }
    row->in_flight--;
    make_ready(io, row);
    if (!row->live && !row->in_flight)
        pthread_cond_broadcast(&io->idle);
}

void vyi_io_end_row(vy_mega_io *io, struct vyi_io_row *row)
{
    row->live = false;
    while (row->first)
        end_move(io, first_of(row), false);
    while (row->in_flight)
        pthread_cond_wait(&io->idle, &io->lock);
    if (!row->file)
        return;
    if (row->place >= 0)
        vyi_mover_register(io->mover, (uint32_t)row->place, -1);
    io->unsaved |= row->written && fdatasync(row->fd) != 0;
    row->written = false;
    close(row->fd);
}

// ---- the beginning of a request ----
/// The row of a handle, if so many bytes from `offset` on lie in it.
static struct vyi_io_row *row_of(const vy_mega_io *io, vy_mega_io_table table, uint32_t handle,
                                 uint64_t offset, uint64_t bytes)
{
    struct vyi_io_row *row = handle < io->rows[table].count ? io->rows[table].at[handle] : NULL;
    return row && row->live && offset <= row->bytes && bytes <= row->bytes - offset ? row : NULL;
}

static void queue_move(vy_mega_io *io, struct vyi_io_request *r, struct vyi_io_row *row)
{
    r->row = row;
    r->next = NULL;
    r->after = NULL;
    r->before = io->newest;
    *(r->before ? &r->before->after : &io->oldest) = r;
    io->newest = r;
    *row->last = r;
    row->last = &r->next;
    make_ready(io, row);
}

/// All bytes or nothing counts: a file that has become shorter is an error. The offset goes along
/// the source of a READ and along the destination of a WRITE; the other side begins at its base.
/// One of the two is the arena.
static void accept_move(vy_mega_io *io, struct vyi_io_request *r, const uint32_t *words)
{
    uint32_t op = r->op;
    bool writes = op == VY_MEGA_IO_WRITE;
    uint64_t bytes = words[VY_MEGA_IO_BYTES];
    uint64_t offset = (uint64_t)words[VY_MEGA_IO_OFFSET_HIGH] << 32 | words[VY_MEGA_IO_OFFSET_LOW];
    uint64_t skip = writes ? 0 : offset, seek = writes ? offset : 0;
    struct vyi_io_row *from = row_of(io, VY_MEGA_SOURCES, words[VY_MEGA_IO_SOURCE], skip, bytes);
    struct vyi_io_row *to =
        row_of(io, VY_MEGA_DESTINATIONS, words[VY_MEGA_IO_DESTINATION], seek, bytes);
    char *arena = io->params.arena;
    bool known = op == VY_MEGA_IO_READ || op == VY_MEGA_IO_READ_FIXED || writes;
    r->move.bytes = bytes;
    if (!known || !from || !to || (from->file && to->file) ||
        (op == VY_MEGA_IO_READ_FIXED && !from->file)) {
        answer(io, r, false);
    } else if (!from->file && !to->file) {
        if (bytes)
            memmove(arena + to->base + seek, arena + from->base + skip, bytes);
        answer(io, r, true);
    } else { // the arena's side, then the file's; a file may be read by a WRITE, too
        bool reads = from->file;
        r->move.kind = reads ? VYI_TRANSFER_READ : VYI_TRANSFER_WRITE;
        r->move.memory = arena + (reads ? to->base + seek : from->base + skip);
        r->move.offset = reads ? from->base + skip : to->base + seek;
        queue_move(io, r, reads ? from : to);
    }
}

void vyi_io_accept(vy_mega_io *io, struct vyi_io_request *r, const uint32_t words[6])
{
    r->used = true;
    r->answered = false;
    r->number = ++io->number;
    r->op = words[VY_MEGA_IO_OP];
    if (r->op != VY_MEGA_IO_FENCE) {
        accept_move(io, r, words);
        return;
    }
    r->next = NULL;
    *io->last_fence = r;
    io->last_fence = &r->next;
}

// ---- fences ----
static void begin_saves(vy_mega_io *io)
{
    for (; io->save_at < io->rows[VY_MEGA_DESTINATIONS].count; io->save_at++) {
        struct vyi_io_row *row = io->rows[VY_MEGA_DESTINATIONS].at[io->save_at];
        if (!row->live || !row->file || !row->written)
            continue;
        if (io->in_flight >= vyi_mover_depth(io->mover))
            return;
        row->written = false;
        row->save.kind = VYI_TRANSFER_SAVE;
        io->saves++;
        begin(io, row, &row->save);
    }
}

/// Whether a fence was answered: the next one may be due.
static bool step_fence(vy_mega_io *io)
{
    struct vyi_io_request *r = io->fences;
    if (!r || (io->oldest && io->oldest->number < r->number))
        return false;
    if (!io->saving) {
        io->saving = io->saved = true;
        io->save_at = 0;
    }
    begin_saves(io);
    if (io->saves || io->save_at < io->rows[VY_MEGA_DESTINATIONS].count)
        return false;
    io->saving = false;
    io->fences = r->next;
    if (!io->fences)
        io->last_fence = &io->fences;
    bool ok = io->saved && !io->unsaved;
    io->unsaved = false;
    answer(io, r, ok);
    return true;
}

uint32_t vyi_io_pass(vy_mega_io *io, bool take)
{
    uint64_t before = io->stats.errors + io->stats.reads + io->stats.writes + io->stats.fences;
    struct vyi_transfer *ended, *next;
    if (take)
        io->port.take(io);
    do {
        begin_all(io);
        ended = io->in_flight ? vyi_mover_ended(io->mover) : NULL;
        for (struct vyi_transfer *t = ended; t; t = next) {
            next = t->next;
            end_transfer(io, t);
        }
        while (step_fence(io))
            ;
    } while (ended);
    io->port.show(io);
    return (uint32_t)(io->stats.errors + io->stats.reads + io->stats.writes + io->stats.fences -
                      before);
}

// ---- the io queue of a classic kernel ----
static uint32_t *word(const vy_mega_io *io, uint32_t slot, uint32_t i)
{
    return &io->params.queue[slot * VY_MEGA_IO_SLOT_WORDS + i];
}

static bool is_published(const vy_mega_io *io, uint32_t slot)
{
    return !io->requests[slot].used && __atomic_load_n(word(io, slot, VY_MEGA_IO_STATUS),
                                                       __ATOMIC_ACQUIRE) == VY_MEGA_PUBLISHED;
}

static bool is_fence(const vy_mega_io *io, uint32_t slot)
{
    return __atomic_load_n(word(io, slot, VY_MEGA_IO_OP), __ATOMIC_RELAXED) == VY_MEGA_IO_FENCE;
}

static void take_slot(vy_mega_io *io, uint32_t slot)
{
    uint32_t words[6];
    for (uint32_t i = 0; i < 6; i++)
        words[i] = __atomic_load_n(word(io, slot, i), __ATOMIC_RELAXED);
    io->requests[slot].slot = slot;
    vyi_io_accept(io, &io->requests[slot], words);
}

/// Fences are read before other requests: everything published before a fence is then seen too.
static void take_queue(vy_mega_io *io)
{
    uint64_t fences = 0;
    for (uint32_t i = 0; i < VY_MEGA_IO_SLOTS; i++)
        if (is_published(io, i) && is_fence(io, i))
            fences |= 1ull << i;
    for (uint32_t i = 0; i < VY_MEGA_IO_SLOTS; i++)
        if (is_published(io, i) && !is_fence(io, i))
            take_slot(io, i);
    for (uint32_t i = 0; i < VY_MEGA_IO_SLOTS; i++)
        if (fences >> i & 1)
            take_slot(io, i);
}

static void answer_queue(vy_mega_io *io, struct vyi_io_request *r, bool ok)
{
    __atomic_store_n(word(io, r->slot, VY_MEGA_IO_STATUS), ok ? VY_MEGA_IO_OK : VY_MEGA_IO_ERROR,
                     __ATOMIC_RELEASE);
}

static void show_queue(vy_mega_io *io)
{
    (void)io; // each answer is stored where it is looked for
}

static bool is_quiet(vy_mega_io *io)
{
    (void)io;
    return false;
}

const struct vyi_io_port vyi_io_queue = {take_queue, answer_queue, show_queue,
                                         is_quiet,   NULL,         20000};
