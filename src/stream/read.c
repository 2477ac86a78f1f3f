// Fills slots with chunks, in order, by threads: several that call pread() for blocks of plain
// files, one that does the same through io_uring, or one that reads what has no known size.
#include "dev/pool.h"
#include "stream/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

// ---- blocks of plain files, with the lock held ----
static void slot_done(struct vyi_stream *s, struct vyi_stream_slot *slot)
{
    if (slot->submitted && !slot->pending) {
        slot->end_ns = vyi_now_ns();
        slot->state = VYI_SLOT_READY;
        pthread_cond_broadcast(&s->reading.changed);
    }
}

static void slot_begin(struct vyi_stream *s, struct vyi_stream_slot *slot)
{
    uint64_t from = s->reading.chunk * s->chunk;
    slot->state = VYI_SLOT_READING;
    slot->chunk = s->reading.chunk;
    slot->elements = s->total - from < s->chunk ? s->total - from : s->chunk;
    slot->pending = 0;
    slot->submitted = false;
    slot->end = from + slot->elements == s->total;
    slot->fault = (struct vyi_fault){0};
    slot->begin_ns = vyi_now_ns();
    slot->mapped = s->reading.mapped;
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        struct vyi_lane *lane = &slot->lanes[i];
        const struct vyi_input *in = &s->inputs.at[i];
        lane->bytes = slot->elements * in->row;
        lane->fresh = slot->mapped ? in->map.at + from * in->row : lane->own;
    }
}

/// The part that has a byte of an input; parts are passed in order, and closed behind it.
static struct vyi_part *part_at(struct vyi_input *in, uint64_t byte)
{
    while (byte >= in->parts.at[in->at].start + in->parts.at[in->at].bytes) {
        struct vyi_part *passed = &in->parts.at[in->at++];
        if (!passed->pending)
            vyi_stream_close_part(passed);
    }
    return &in->parts.at[in->at];
}

/// Past the page cache: offset and memory are aligned, and so is the length, or nothing follows in
/// the same memory, whose last page may be overwritten then.
static bool is_direct(const struct vyi_stream *s, const struct vyi_read *b,
                      const struct vyi_part *part)
{
    uint64_t mask = VYI_STREAM_PAGE - 1;
    bool last = s->reading.byte + b->bytes == b->slot->lanes[b->lane].bytes;
    return part->direct >= 0 && !(b->offset & mask) && !((uintptr_t)b->memory & mask) &&
           (!(b->bytes & mask) || last);
}

enum vyi_block_next vyi_stream_next_block(struct vyi_stream *s, struct vyi_read *b)
{
    for (;;) {
        struct vyi_stream_slot *slot = &s->slots[s->reading.chunk % s->slot_count];
        if (s->reading.stop || s->reading.ended || s->reading.chunk * s->chunk >= s->total)
            return VYI_BLOCK_END;
        if (!s->reading.input && !s->reading.byte) {
            if (slot->state != VYI_SLOT_FREE)
                return VYI_BLOCK_WAIT;
            slot_begin(s, slot);
        }
        struct vyi_input *in = &s->inputs.at[s->reading.input];
        struct vyi_lane *lane = &slot->lanes[s->reading.input];
        if (s->reading.byte == lane->bytes) {
            s->reading.byte = 0;
            if (++s->reading.input == s->inputs.count) {
                s->reading.input = 0, s->reading.chunk++;
                slot->submitted = true;
                slot_done(s, slot);
            }
            continue;
        }
        uint64_t at = slot->chunk * s->chunk * in->row + s->reading.byte;
        struct vyi_part *part = part_at(in, at);
        if (part->file < 0 && !vyi_stream_open(s, part, &slot->fault)) {
            s->reading.ended = slot->submitted = true;
            slot_done(s, slot);
            return VYI_BLOCK_END;
        }
        uint64_t left = part->start + part->bytes - at, block = lane->bytes - s->reading.byte;
        block = left < block ? left : block;
        block = slot->mapped || block < VYI_STREAM_BLOCK ? block : VYI_STREAM_BLOCK;
        *b = (struct vyi_read){.slot = slot,
                               .input = in,
                               .part = in->at,
                               .lane = s->reading.input,
                               .offset = part->offset + (at - part->start),
                               .memory = lane->fresh + s->reading.byte,
                               .bytes = block};
        b->direct = is_direct(s, b, part);
        s->reading.byte += block;
        slot->pending++, part->pending++;
        return VYI_BLOCK_TAKEN;
    }
}

void vyi_stream_block_done(struct vyi_stream *s, const struct vyi_read *b,
                           const struct vyi_fault *fault)
{
    pthread_mutex_lock(&s->reading.lock);
    struct vyi_part *part = &b->input->parts.at[b->part];
    if (fault->kind && !b->slot->fault.kind)
        b->slot->fault = *fault;
    if (!--part->pending && b->part < b->input->at)
        vyi_stream_close_part(part);
    b->slot->pending--;
    slot_done(s, b->slot);
    pthread_mutex_unlock(&s->reading.lock);
}

/// Of a map a block is the whole chunk, and its slot had an earlier one. The tables of small pages
/// take long to clear, which holds up nobody here.
static ssize_t fetch_block(struct vyi_stream *s, const struct vyi_read *b)
{
    if (b->slot->chunk >= s->first + s->slot_count)
        vyi_map_drop(s, b->input, b->slot->chunk - s->slot_count);
    return vyi_map_fetch(&b->input->map, b->memory, b->bytes) ? (ssize_t)b->bytes : -1;
}

/// Reads a block by pread(); direct reads that the file system refuses go through the page cache.
static struct vyi_fault read_block(struct vyi_stream *s, const struct vyi_read *b)
{
    const struct vyi_part *part = &b->input->parts.at[b->part];
    struct vyi_fault fault = {.name = part->name, .had = part->offset + part->bytes};
    bool direct = b->direct, mapped = b->slot->mapped;
    uint64_t done = 0, by_direct = 0, mask = VYI_STREAM_PAGE - 1;
    while (done < b->bytes) {
        uint64_t bytes = b->bytes - done;
        direct = direct && !(done & mask);
        ssize_t got =
            mapped ? fetch_block(s, b)
                   : pread(direct ? part->direct : part->file, b->memory + done,
                           direct ? (bytes + mask) & ~mask : bytes, (off_t)(b->offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EINVAL && direct) {
            direct = false;
            continue;
        }
        if (got <= 0) {
            fault.kind = got ? VYI_FAULT_READ : VYI_FAULT_SHRUNK;
            fault.error = errno, fault.offset = b->offset + done;
            break;
        }
        got = (uint64_t)got > bytes ? (ssize_t)bytes : got;
        done += (uint64_t)got, by_direct += direct ? (uint64_t)got : 0;
    }
    pthread_mutex_lock(&s->reading.lock);
    s->reading.bytes += done, s->reading.bytes_direct += by_direct;
    pthread_mutex_unlock(&s->reading.lock);
    return fault;
}

static void *read_blocks(void *stream)
{
    struct vyi_stream *s = stream;
    struct vyi_read b;
    pthread_mutex_lock(&s->reading.lock);
    for (enum vyi_block_next next; (next = vyi_stream_next_block(s, &b)) != VYI_BLOCK_END;) {
        if (next == VYI_BLOCK_WAIT) {
            pthread_cond_wait(&s->reading.changed, &s->reading.lock);
            continue;
        }
        pthread_mutex_unlock(&s->reading.lock);
        struct vyi_fault fault = read_block(s, &b);
        vyi_stream_block_done(s, &b, &fault);
        pthread_mutex_lock(&s->reading.lock);
    }
    pthread_mutex_unlock(&s->reading.lock);
    return NULL;
}

// ---- what is read to its end ----
/// Reads from a pipe, a callback or a plain file; 0: the end of this part, or the stream stops.
static int64_t read_some(struct vyi_stream *s, const struct vyi_part *part, char *to,
                         uint64_t bytes, struct vyi_fault *fault)
{
    struct pollfd wait[2] = {{part->file, POLLIN, 0}, {s->reading.wake[0], POLLIN, 0}};
    ssize_t got;
    uint64_t at = part->offset + part->done, left = part->bytes - part->done;
    *fault = (struct vyi_fault){.name = part->name, .offset = at, .had = part->bytes};
    if (part->kind == VYI_PART_CALLBACK) {
        got = (ssize_t)part->read(part->user, to, bytes);
        fault->kind = got < 0 || (uint64_t)got > bytes ? VYI_FAULT_CALLBACK : VYI_FAULT_NONE;
        return got;
    }
    if (part->kind == VYI_PART_FILE) {
        if (!left)
            return 0;
        do
            got = pread(part->file, to, left < bytes ? left : bytes, (off_t)at);
        while (got < 0 && errno == EINTR);
        fault->error = errno;
        fault->kind = got < 0 ? VYI_FAULT_READ : got ? VYI_FAULT_NONE : VYI_FAULT_SHRUNK;
        return got;
    }
    do {
        while (poll(wait, 2, -1) < 0 && errno == EINTR)
            ;
        if (wait[1].revents)
            return 0;
        got = read(part->file, to, bytes < VYI_STREAM_BLOCK ? bytes : VYI_STREAM_BLOCK);
    } while (got < 0 && (errno == EINTR || errno == EAGAIN));
    fault->error = errno, fault->kind = got < 0 ? VYI_FAULT_READ : VYI_FAULT_NONE;
    return got;
}

/// Fills `bytes` from the parts of an input, fewer at its end.
static uint64_t fill_lane(struct vyi_stream *s, struct vyi_input *in, char *to, uint64_t bytes,
                          struct vyi_fault *fault)
{
    uint64_t done = 0;
    while (done < bytes && in->at < in->parts.count && !s->reading.stop) {
        struct vyi_part *part = &in->parts.at[in->at];
        if (part->kind != VYI_PART_CALLBACK && !part->opened && !vyi_stream_open(s, part, fault))
            return done;
        part->opened = true;
        int64_t got = read_some(s, part, to + done, bytes - done, fault);
        if (fault->kind)
            return done;
        if (!got) {
            vyi_stream_close_part(part);
            in->at++;
            continue;
        }
        part->done += (uint64_t)got, done += (uint64_t)got;
        pthread_mutex_lock(&s->reading.lock);
        s->reading.bytes += (uint64_t)got;
        pthread_mutex_unlock(&s->reading.lock);
    }
    return done;
}

/// Fills a slot; false: nothing comes behind it.
static bool fill_slot(struct vyi_stream *s, struct vyi_stream_slot *slot)
{
    slot->fault = (struct vyi_fault){0};
    slot->begin_ns = vyi_now_ns();
    slot->elements = 0;
    for (uint32_t i = 0; i < s->inputs.count && !slot->fault.kind; i++) {
        struct vyi_input *in = &s->inputs.at[i];
        struct vyi_lane *lane = &slot->lanes[i];
        lane->bytes = fill_lane(s, in, lane->fresh, s->chunk * in->row, &slot->fault);
        uint64_t rows = lane->bytes / in->row, before = slot->chunk * s->chunk;
        if (!slot->fault.kind && lane->bytes % in->row && !s->reading.stop)
            slot->fault = (struct vyi_fault){VYI_FAULT_WHOLE, 0, in->name,
                                             before * in->row + lane->bytes, in->row};
        else if (!slot->fault.kind && i && rows != slot->elements)
            slot->fault = (struct vyi_fault){VYI_FAULT_STEP, 0, in->name, before + rows,
                                             before + slot->elements};
        slot->elements = i ? slot->elements : rows;
    }
    slot->end = slot->fault.kind || slot->elements < s->chunk;
    slot->end_ns = vyi_now_ns();
    return !slot->end;
}

static void *read_in_order(void *stream)
{
    struct vyi_stream *s = stream;
    for (bool more = true; more; s->reading.chunk++) {
        struct vyi_stream_slot *slot = &s->slots[s->reading.chunk % s->slot_count];
        pthread_mutex_lock(&s->reading.lock);
        while (slot->state != VYI_SLOT_FREE && !s->reading.stop)
            pthread_cond_wait(&s->reading.changed, &s->reading.lock);
        more = !s->reading.stop;
        slot->state = more ? VYI_SLOT_READING : slot->state;
        slot->chunk = more ? s->reading.chunk : slot->chunk;
        pthread_mutex_unlock(&s->reading.lock);
        if (!more)
            break;
        more = fill_slot(s, slot);
        pthread_mutex_lock(&s->reading.lock);
        slot->state = VYI_SLOT_READY;
        pthread_cond_broadcast(&s->reading.changed);
        pthread_mutex_unlock(&s->reading.lock);
    }
    return NULL;
}

// ---- threads ----
static uint32_t thread_count(const struct vyi_stream *s)
{
    // Beside a GPU two threads more are busy, which send chunks and run them.
    uint32_t cores = vyi_dev_cores(), beside = cores > 4 ? cores - 2 : cores;
    uint32_t wanted = !s->cached ? 4 : s->in_place ? cores / 2 : beside;
    uint32_t most = sizeof s->reading.threads / sizeof *s->reading.threads;
    return wanted < 1 ? 1 : wanted < most ? wanted : most;
}

/// Chooses how to read and says why.
static void *(*choose_reader(struct vyi_stream *s, uint32_t *count))(void *)
{
    vy_stream_stats *t = &s->stats;
    *count = 1;
    if (!s->positioned) {
        t->reader = "one thread";
        t->reader_reason = "a source has no known size";
        return read_in_order;
    }
    t->reader_reason = s->cached ? "the files are in the page cache" : "threads were asked for";
    if (s->params.reader == VY_STREAM_READER_AUTO && s->in_place && s->all_cached &&
        vyi_map_begin(s, &t->reader_reason)) {
        t->reader = "mapped";
        *count = 1 + vyi_dev_cores() / 8;
        return read_blocks;
    }
    if (s->params.reader == VY_STREAM_READER_URING ||
        (s->params.reader == VY_STREAM_READER_AUTO && !s->cached))
        s->reading.uring = vyi_uring_open(s, &t->reader_reason);
    if (s->reading.uring) {
        t->reader = "io_uring";
        return vyi_uring_run;
    }
    t->reader = "threads";
    *count = thread_count(s);
    return read_blocks;
}

vy_status vyi_stream_read_begin(struct vyi_stream *s)
{
    uint32_t count;
    pthread_condattr_t clock;
    if (pipe2(s->reading.wake, O_CLOEXEC)) {
        s->reading.wake[0] = s->reading.wake[1] = -1;
        return vyi_refuse(s->context, VY_ERROR_IO, VYI_DIAG(STREAM_THREAD), strerror(errno));
    }
    pthread_mutex_init(&s->reading.lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&s->reading.changed, &clock);
    pthread_condattr_destroy(&clock);
    s->reading.begun = true;
    void *(*run)(void *) = choose_reader(s, &count);
    s->reading.chunk = s->positioned ? s->first : 0;
    int error = 0;
    while (!error && s->reading.thread_count < count) {
        error = vyi_thread_create(&s->reading.threads[s->reading.thread_count], run, s);
        s->reading.thread_count += !error;
    }
    if (!s->reading.thread_count)
        return vyi_refuse(s->context, VY_ERROR_IO, VYI_DIAG(STREAM_THREAD), strerror(error));
    return VY_OK; // one thread is enough
}

void vyi_stream_read_end(struct vyi_stream *s)
{
    if (!s->reading.begun)
        return;
    pthread_mutex_lock(&s->reading.lock);
    s->reading.stop = true;
    pthread_cond_broadcast(&s->reading.changed);
    pthread_mutex_unlock(&s->reading.lock);
    while (write(s->reading.wake[1], "", 1) < 0 && errno == EINTR)
        ;
    for (uint32_t i = 0; i < s->reading.thread_count; i++)
        pthread_join(s->reading.threads[i], NULL);
    vyi_uring_close(s, s->reading.uring);
    vyi_map_end(s);
    close(s->reading.wake[0]);
    close(s->reading.wake[1]);
    pthread_cond_destroy(&s->reading.changed);
    pthread_mutex_destroy(&s->reading.lock);
}
