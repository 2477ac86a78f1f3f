// vy_stream_run(): the thread of the call takes chunks as they are read, sends and begins each, and
// writes the outputs of the one before while it runs.
#include "stream/stream.h"

#include <errno.h>
#include <time.h>

enum { TICK_MS = 100 };

// ---- going on ----
/// Also what went wrong with a map.
static struct vyi_fault count_stats(struct vyi_stream *s)
{
    vy_stream_stats *t = &s->stats;
    const struct {
        double ms;
        const char *what;
    } stages[] = {{t->read_ms, "reading"},
                  {t->upload_ms, "uploading"},
                  {t->run_ms, "running"},
                  {t->write_ms, "writing"}};
    double most = 0;
    t->limit = "starting";
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i].ms > most)
            most = stages[i].ms, t->limit = stages[i].what;
    t->wall_ms = vyi_ms_since(s->start_ns);
    if (!s->reading.begun)
        return (struct vyi_fault){0};
    pthread_mutex_lock(&s->reading.lock);
    struct vyi_fault fault = s->reading.fault;
    t->bytes_read = s->reading.bytes, t->bytes_direct = s->reading.bytes_direct;
    pthread_mutex_unlock(&s->reading.lock);
    return fault;
}

vy_status vyi_stream_tick(struct vyi_stream *s)
{
    const char *why = NULL;
    vy_status status = VY_OK;
    const struct vyi_fault fault = count_stats(s);
    if (fault.kind)
        return vyi_stream_report(s, &fault);
    if (s->params.progress && !s->params.progress(s->params.progress_user, &s->stats))
        status = VY_ERROR_CANCELLED, why = "cancelled";
    else if (s->deadline_ns && vyi_now_ns() >= s->deadline_ns)
        status = VY_ERROR_DEADLINE, why = "stopped by its deadline";
    if (why)
        vyi_complain(s->context, VYI_DIAG(STREAM_STOPPED), why, ULL(s->stats.elements));
    return status;
}

static void trace(struct vyi_stream *s, const char *what, uint64_t from, uint64_t to,
                  uint64_t bytes)
{
    if (s->params.trace)
        s->params.trace(s->params.trace_user, &(vy_trace_event){.what = what,
                                                                .bytes = bytes,
                                                                .start_ms = (double)from / 1e6,
                                                                .ms = (double)(to - from) / 1e6});
}

static void release(struct vyi_stream *s, struct vyi_stream_slot *slot)
{
    pthread_mutex_lock(&s->reading.lock);
    slot->state = VYI_SLOT_FREE;
    pthread_cond_broadcast(&s->reading.changed);
    pthread_mutex_unlock(&s->reading.lock);
}

// ---- a chunk ----
/// The last elements of the chunk before come again before those of this one. After resuming there
/// is no chunk before: they are read again.
static vy_status put_overlap(struct vyi_stream *s, struct vyi_stream_slot *slot,
                             const struct vyi_stream_slot *before)
{
    uint64_t from = slot->chunk * s->chunk, all = s->params.overlap;
    slot->before = from < all ? from : all;
    for (uint32_t i = 0; i < s->inputs.count && slot->before && !slot->mapped; i++) {
        struct vyi_input *in = &s->inputs.at[i];
        uint64_t bytes = slot->before * in->row, at = from * in->row - bytes;
        char *to = slot->lanes[i].fresh - bytes;
        if (before) {
            memcpy(to, before->lanes[i].fresh + before->lanes[i].bytes - bytes, bytes);
            continue;
        }
        for (uint32_t k = 0; k < in->parts.count && bytes; k++) {
            const struct vyi_part *from_part = &in->parts.at[k];
            // One of its own: threads open and close theirs.
            struct vyi_part part = {.name = from_part->name,
                                    .given = from_part->given,
                                    .file = from_part->given ? from_part->file : -1,
                                    .direct = -1,
                                    .offset = from_part->offset,
                                    .bytes = from_part->bytes,
                                    .start = from_part->start};
            struct vyi_fault fault;
            uint64_t skip = at - part.start, left = part.bytes - skip;
            if (at < part.start || at >= part.start + part.bytes)
                continue;
            left = left < bytes ? left : bytes;
            bool good = vyi_stream_open(s, &part, &fault);
            if (good && !vyi_file_move(part.file, to, left, (int64_t)(part.offset + skip), false))
                fault.kind = VYI_FAULT_READ, fault.error = errno ? errno : EIO,
                fault.offset = part.offset + skip, good = false;
            vyi_stream_close_part(&part);
            if (!good)
                return vyi_stream_report(s, &fault);
            to += left, at += left, bytes -= left;
        }
    }
    return VY_OK;
}

/// Begins to send the elements of an input, from the memory that they were read into where the
/// device can do that. `data` NULL: waits until all are there.
static vy_status send_lane(struct vyi_stream *s, const struct vyi_lane *lane, const char *data,
                           uint64_t bytes)
{
    vy_device *device = s->pipeline->device;
    vy_status status = VY_OK;
    vyi_hub_enter(device);
    bool direct = device->fns->send && lane->mapped && !vyi_buffer_stale(lane->mapped) &&
                  !vyi_buffer_stale(lane->resident);
    if (direct)
        status = device->fns->send(device, lane->resident->memory, data, bytes);
    vyi_hub_leave(device);
    return direct || !data ? status : vy_buffer_upload(lane->resident, 0, data, bytes);
}

/// Begins to send a chunk to a device with memory of its own, or waits until it is there.
static vy_status send_chunk(struct vyi_stream *s, struct vyi_stream_slot *slot, bool wait)
{
    uint64_t start = vyi_now_ns();
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < s->inputs.count && !s->in_place && !status; i++) {
        const struct vyi_lane *lane = &slot->lanes[i];
        uint64_t row = s->inputs.at[i].row, before = slot->before * row;
        status = wait ? send_lane(s, lane, NULL, 0)
                      : send_lane(s, lane, lane->fresh - before, before + slot->elements * row);
    }
    s->stats.upload_ms += vyi_ms_since(start);
    return status;
}

static vy_status check_base(struct vyi_stream *s, uint64_t elements)
{
    if (s->base_type != VY_TYPE_U32 || elements <= (uint64_t)UINT32_MAX + 1)
        return VY_OK;
    return vyi_refuse(s->context, VY_ERROR_LIMIT, VYI_DIAG(STREAM_BASE), s->params.base,
                      ULL(elements));
}

static vy_status begin_chunk(struct vyi_stream *s, struct vyi_stream_slot *slot)
{
    vy_status status = check_base(s, slot->chunk * s->chunk + slot->elements);
    if (!status)
        status = vyi_stream_slot_args(s, slot);
    if (!status)
        status = send_chunk(s, slot, true);
    if (status)
        return status;
    return vy_dispatch_begin(s->pipeline,
                             vy_dispatch_params(.args = slot->args, .route = s->params.route,
                                                .sorted = !s->params.any_order,
                                                .counts = slot->counts,
                                                .count_capacity = s->count_count),
                             &slot->running);
}

static uint64_t rows_kept(const struct vyi_stream *s, const struct vyi_stream_slot *slot,
                          const char *name)
{
    for (size_t i = 0; i < s->count_count; i++)
        if (slot->counts[i].buffer && !strcmp(slot->counts[i].buffer, name))
            return slot->counts[i].kept;
    return 0;
}

static vy_status write_chunk(struct vyi_stream *s, struct vyi_stream_slot *slot)
{
    uint64_t start = vyi_now_ns(), written = s->stats.bytes_written;
    uint64_t base = slot->chunk * s->chunk - slot->before;
    vy_buffer_info info;
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < s->sinks.count && !status; i++) {
        struct vyi_sink *k = &s->sinks.at[i];
        const struct vyi_slot_out *out = &slot->outs[k->buffer];
        if (k->at_end || (status = vy_program_buffer(s->program, k->buffer, &info)))
            continue;
        uint64_t bytes =
            info.count_buffer < 0 ? out->bytes : out->row * rows_kept(s, slot, info.name);
        status = vyi_stream_write(s, k, base, out->memory, bytes);
    }
    s->stats.write_ms += vyi_ms_since(start);
    trace(s, "write", start, vyi_now_ns(), s->stats.bytes_written - written);
    if (status)
        return status;
    s->stats.chunks = slot->chunk + 1;
    s->stats.elements = slot->chunk * s->chunk + slot->elements;
    vyi_stream_sinks_whole(s);
    return VY_OK;
}

/// Waits for a chunk and writes its outputs.
static vy_status finish_chunk(struct vyi_stream *s, struct vyi_stream_slot *slot)
{
    uint64_t start = vyi_now_ns();
    vy_status stopped = VY_OK, status;
    while ((status = vy_dispatch_wait(&slot->running, stopped ? VY_FOREVER : TICK_MS, NULL)) ==
           VY_ERROR_BUSY)
        if (!stopped && (stopped = vyi_stream_tick(s)))
            vyi_pending_drop(slot->running);
    s->stats.run_ms += vyi_ms_since(start);
    return stopped ? stopped : status ? status : write_chunk(s, slot);
}

// ---- all of them ----
static struct vyi_stream_slot *slot_of(const struct vyi_stream *s, uint64_t chunk)
{
    return &s->slots[chunk % s->slot_count];
}

static bool journal_due(const struct vyi_stream *s)
{
    uint64_t every = s->params.journal_ms ? s->params.journal_ms : 500;
    return s->journal && vyi_now_ns() - s->journal_ns >= every * 1000000u;
}

/// Whether a chunk has been read, after at most `ms` of waiting.
static bool is_read(struct vyi_stream *s, const struct vyi_stream_slot *slot, uint64_t chunk,
                    uint32_t ms)
{
    uint64_t until = vyi_now_ns() + ms * 1000000ull;
    struct timespec t = {(time_t)(until / 1000000000u), (long)(until % 1000000000u)};
    bool ready, late = !ms;
    pthread_mutex_lock(&s->reading.lock);
    while (!(ready = slot->state == VYI_SLOT_READY && slot->chunk == chunk) && !late)
        late = pthread_cond_timedwait(&s->reading.changed, &s->reading.lock, &t);
    pthread_mutex_unlock(&s->reading.lock);
    return ready;
}

/// Waits until a chunk has been read; those before it, from `oldest` on, are finished as they end,
/// so that a slow source does not hold back what is done.
static vy_status wait_read(struct vyi_stream *s, uint64_t oldest, uint64_t chunk)
{
    uint64_t start = vyi_now_ns(), ticked = start;
    vy_status status = vyi_stream_tick(s);
    while (!status) {
        while (oldest < chunk && !slot_of(s, oldest)->running)
            oldest++;
        if (is_read(s, slot_of(s, chunk), chunk, oldest < chunk ? 1 : TICK_MS))
            break;
        if (vyi_now_ns() - ticked >= TICK_MS * 1000000ull)
            status = vyi_stream_tick(s), ticked = vyi_now_ns();
        vy_pending **run = status || oldest == chunk ? NULL : &slot_of(s, oldest)->running;
        vy_status ended = run ? vy_dispatch_wait(run, 0, NULL) : VY_ERROR_BUSY;
        if (ended != VY_ERROR_BUSY)
            status = ended ? ended : write_chunk(s, slot_of(s, oldest));
    }
    s->stats.read_ms += vyi_ms_since(start);
    return status;
}

/// Makes a chunk that was read ready: its fault is reported, the overlap comes before it, and it is
/// on its way to the device.
static vy_status take_chunk(struct vyi_stream *s, struct vyi_stream_slot *slot,
                            const struct vyi_stream_slot *before)
{
    trace(s, "read", slot->begin_ns, slot->end_ns, slot->lanes[0].bytes);
    if (slot->fault.kind)
        return vyi_stream_report(s, &slot->fault);
    vy_status status = slot->elements ? put_overlap(s, slot, before) : VY_OK;
    if (!status && slot->elements && slot->chunk >= s->first)
        status = send_chunk(s, slot, false);
    return status;
}

/// Finishes the chunks before `end` that run.
static vy_status finish_chunks(struct vyi_stream *s, uint64_t from, uint64_t end)
{
    vy_status status = VY_OK;
    for (; from < end && !status; from++)
        status = slot_of(s, from)->running ? finish_chunk(s, slot_of(s, from)) : VY_OK;
    return status;
}

/// After a failure; whether any chunk was running.
static bool drop_chunks(struct vyi_stream *s)
{
    bool any = false;
    for (uint32_t i = 0; i < s->slot_count; i++) {
        struct vyi_stream_slot *slot = &s->slots[i];
        if (slot->running) {
            any = true;
            vyi_pending_drop(slot->running);
            vy_dispatch_wait(&slot->running, VY_FOREVER, NULL);
        }
        send_chunk(s, slot, true); // or memory would be freed too early
    }
    return any;
}

/// Runs all chunks: while some run and earlier ones are written, the next one is sent. *clean: the
/// states are those of the chunks that were written.
static vy_status run_chunks(struct vyi_stream *s, bool *clean)
{
    const uint64_t first = s->positioned ? s->first : 0, behind = s->slot_count > 3 ? 2 : 1;
    uint64_t oldest = first, k = first; // chunks from `oldest` on have their slots
    struct vyi_stream_slot *ahead = NULL;
    vy_status status = VY_OK, last = VY_OK, taken = VY_OK; // taken: of `ahead`
    bool end = s->positioned && s->first * s->chunk >= s->total;
    for (; !end && !status && !last; k++) {
        struct vyi_stream_slot *slot = slot_of(s, k), *next = slot_of(s, k + 1);
        last = slot == ahead ? vyi_stream_tick(s) : wait_read(s, oldest, k);
        if (last)
            break;
        end = slot->end;
        status = slot == ahead ? taken : take_chunk(s, slot, k > first ? slot_of(s, k - 1) : NULL);
        ahead = NULL;
        if (!status && !end && is_read(s, next, k + 1, 0))
            ahead = next, taken = take_chunk(s, next, slot);
        bool due = !status && journal_due(s);
        if (due && s->states.count) // then they are those of whole chunks
            last = finish_chunks(s, oldest, k);
        if (due && !last)
            last = vyi_journal_save(s, s->stats.chunks);
        if (!status && !last && slot->elements && k >= s->first) // else an earlier run has done it
            status = begin_chunk(s, slot);
        else if (!status && end && k + 1 < s->first)
            status = vyi_journal_is_ahead(s);
        uint64_t done = status ? k : k + 1 > oldest + behind ? k + 1 - behind : oldest;
        if (!last)
            last = finish_chunks(s, oldest, done);
        for (; oldest < done && !last; oldest++)
            release(s, slot_of(s, oldest));
    }
    if (!status && !last)
        last = finish_chunks(s, oldest, k);
    status = last ? last : status;
    *clean = !(status && drop_chunks(s)) && !last;
    return status;
}

/// After a failure: files end with whole chunks, and the journal says which.
static void keep_whole(struct vyi_stream *s, bool clean)
{
    vyi_stream_sinks_cut(s);
    if (s->journal && (clean || !s->states.count))
        vyi_journal_save(s, s->stats.chunks);
}

static vy_status run_all(struct vyi_stream *s)
{
    bool clean = true;
    vy_status status = vyi_stream_read_begin(s);
    if (!status)
        status = run_chunks(s, &clean);
    if (!status) {
        status = vyi_stream_states_end(s);
        clean = true;
    }
    if (!status)
        vyi_stream_check_grown(s);
    else
        keep_whole(s, clean);
    return status;
}

// ---- before anything is read ----
/// Where all sizes are known, so are the elements, and everything about them is checked now.
static vy_status check_lengths(struct vyi_stream *s)
{
    if (!s->positioned)
        return VY_OK;
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        const struct vyi_input *in = &s->inputs.at[i];
        uint64_t elements = in->bytes / in->row;
        if (in->bytes % in->row)
            return vyi_stream_report(
                s, &(struct vyi_fault){VYI_FAULT_WHOLE, 0, in->name, in->bytes, in->row});
        if (i && elements != s->total)
            return vyi_stream_report(
                s, &(struct vyi_fault){VYI_FAULT_STEP, 0, in->name, elements, s->total});
        s->total = elements;
        s->stats.bytes_total += in->bytes;
    }
    return check_base(s, s->total);
}

static vy_status prepare(struct vyi_stream *s)
{
    vy_program_info info;
    vy_buffer_info buffer;
    vy_status status = vy_program_describe(s->program, &info);
    s->buffer_count = status ? 0 : info.buffer_count;
    for (size_t i = 0; i < s->buffer_count; i++)
        if (!vy_program_buffer(s->program, i, &buffer) && buffer.count_buffer >= 0)
            s->count_count++;
    if (!status)
        status = vyi_stream_sources(s);
    if (!status)
        status = vyi_stream_sinks(s);
    if (!status)
        status = vyi_stream_bind(s);
    if (!status)
        status = vyi_stream_rows(s);
    if (!status)
        status = check_lengths(s);
    uint32_t cached = !status && s->positioned ? vyi_stream_cached(s) : 0;
    s->cached = cached >= 75, s->all_cached = cached == 100;
    if (!status)
        status = vyi_stream_slots_create(s);
    if (!status)
        status = vyi_stream_check_outputs(s);
    if (!status)
        status = vyi_journal_begin(s);
    if (!status)
        status = vyi_journal_load(s);
    s->stats.chunks = s->first;
    s->stats.resumed = s->stats.elements =
        s->positioned && s->first * s->chunk > s->total ? s->total : s->first * s->chunk;
    for (uint32_t i = 0; i < s->inputs.count && s->positioned; i++)
        s->stats.bytes_total -= s->stats.resumed * s->inputs.at[i].row;
    return status ? status : vyi_stream_sinks_open(s);
}

static vy_status check_params(vy_pipeline *pipeline, const vy_stream_params *p)
{
    vy_context *c = pipeline->device->context;
    if (!p->sources || !p->sources[0].kind)
        return vyi_refuse_null_of(c, "vy_stream_run", "sources", "vy_stream_sources(…)");
    if (p->slots == 1 || p->slots > 64)
        return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(STREAM_ARG), "slots",
                          "is not between 2 and 64", "leave it 0");
    return VY_OK;
}

vy_status vy_stream_run(vy_pipeline *pipeline, const vy_stream_params *params,
                        vy_stream_stats *stats)
{
    struct vyi_stream s = {.pipeline = pipeline, .start_ns = vyi_now_ns()};
    if (stats)
        *stats = (vy_stream_stats){.limit = "", .reader = "", .reader_reason = ""};
    if (!pipeline)
        return VY_ERROR_ARGUMENT;
    s.context = pipeline->device->context;
    s.program = pipeline->program;
    s.in_place = pipeline->device->fns->host_memory || !pipeline->device->info.resident;
    s.stats = (vy_stream_stats){.limit = "", .reader = "", .reader_reason = ""};
    s.reading.wake[0] = s.reading.wake[1] = -1;
    vy_status status = vyi_params_read(s.context, vy_stream_params, params, &s.params);
    if (!status)
        status = check_params(pipeline, &s.params);
    if (s.params.deadline_ms)
        s.deadline_ns = s.start_ns + s.params.deadline_ms * 1000000ull;
    if (!status)
        status = prepare(&s);
    if (!status) {
        s.journal_ns = vyi_now_ns();
        status = run_all(&s);
    }
    count_stats(&s);
    vyi_stream_read_end(&s);
    vy_status closed = vyi_stream_sinks_close(&s);
    status = status ? status : closed;
    if (!status)
        vyi_journal_remove(&s);
    if (stats)
        *stats = s.stats;
    vyi_stream_slots_free(&s);
    vyi_stream_bind_free(&s);
    vyi_stream_sources_free(&s);
    vyi_vec_free(s.context, &s.sinks);
    vy_memory_free(s.context, s.journal);
    return status;
}
