// The live megakernel from its making to its end, with its buffers.
#include "mega/ring.h"
#include "dev/pool.h"
#include "mega/replay.h"

#include <stdlib.h>
#include <sys/mman.h>

// ---- buffers ----
/// The buffers that host and kernel share come first; the others are in the memory of a GPU.
static vy_status take_buffer(struct vy_mega *m, uint32_t i, struct vyi_report *report)
{
    m->buffers.bytes[i] = m->kernel.ring.launch.extents[i].bytes;
    if (m->gpu && i < RING_LOCK)
        return m->device->fns->mapped_create(m->device, m->buffers.bytes[i], &m->buffers.device[i],
                                             &m->buffers.host[i]);
    vy_status status =
        vyi_device_take(m->device, m->buffers.bytes[i], true, report, &m->buffers.device[i]);
    m->buffers.host[i] = m->gpu ? NULL : m->buffers.device[i];
    return status;
}

static void free_buffer(struct vy_mega *m, uint32_t i)
{
    if (!m->gpu || i >= RING_LOCK)
        vyi_device_give(m->device, m->buffers.device[i], m->buffers.bytes[i]);
    else if (m->buffers.host[i])
        m->device->fns->mapped_destroy(m->device, m->buffers.host[i]);
}

/// The host's pointers to what it shares with the kernel.
static void point(struct vy_mega *m, void *const *at)
{
    m->shared.sub = at[RING_SUB];
    m->shared.tails = at[RING_TAILS];
    m->shared.rows = at[RING_ROWS];
    m->shared.targets = at[RING_TARGETS];
    m->shared.comp = at[RING_COMP];
    m->shared.ends = at[RING_ENDS];
    m->shared.heads = at[RING_HEADS];
    m->shared.mirror = at[RING_MIRROR];
    m->shared.parks = at[RING_PARKS];
    m->shared.log = at[RING_LOG];
    m->shared.binds = at[RING_BINDS];
    m->shared.asks = at[RING_ASKS];
    m->shared.answers = at[RING_ANSWERS];
    m->shared.obs = at[RING_OBS];
}

/// Before a lost GPU's memory is gone: keeps what its kernel has stored for the host.
static void copy_memory(struct vy_mega *m)
{
    bool all = true;
    for (uint32_t i = 0; i < RING_LOCK; i++) {
        m->buffers.copies[i] = vyi_calloc(m->context, 1, (size_t)m->buffers.bytes[i]);
        if (m->buffers.copies[i])
            memcpy(m->buffers.copies[i], m->buffers.host[i], (size_t)m->buffers.bytes[i]);
        all &= m->buffers.copies[i] != NULL;
    }
    if (all)
        point(m, m->buffers.copies);
}

static vy_status take_memory(struct vy_mega *m)
{
    struct vyi_report report = {.context = m->context};
    vy_status status = VY_OK;
    for (uint32_t i = 0; !status && i < RING_BUFFERS; i++)
        status = take_buffer(m, i, &report);
    vyi_report_end(&report, status);
    if (status)
        return status;
    point(m, m->buffers.host);
    atomic_store(&m->shared.binds[0], 2); // the first set
    if (m->params.arena_bytes)
        vyi_ring_set_own(m);
    uint64_t bytes = m->params.workspace_words * sizeof(uint32_t);
    return bytes ? vyi_device_upload(m->device, m->buffers.device[RING_WORK], 0,
                                     m->params.workspace, bytes)
                 : VY_OK;
}

/// Memory of a lost device is gone already.
static void free_memory(struct vy_mega *m)
{
    bool gone = m->generation != atomic_load(&m->device->generation);
    for (uint32_t i = 0; i < RING_BUFFERS; i++)
        if (!gone)
            free_buffer(m, i);
        else if (m->buffers.device[i] && (!m->gpu || i >= RING_LOCK))
            atomic_fetch_sub(&m->device->used, m->buffers.bytes[i]);
    for (uint32_t i = 0; i < RING_LOCK; i++)
        vyi_free(m->context, m->buffers.copies[i], (size_t)m->buffers.bytes[i]);
}

// ---- a megakernel without its kernel: the device is lost, or the process was forked ----
// Completions that were stored before a device was lost stand. Slots that no worker had claimed
// were not executed: heads are stored before a slot begins. The fate of the others is unknown.
//
// A child process has no workers. It finds a zeroed page where its parent has a word.
/// Counts the tickets that did not end. With the publishers' lock, and without any launch.
static void count_lost(struct vy_mega *m)
{
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++) {
        uint64_t next = atomic_load(&m->next[level]), slots = m->params.slots;
        for (uint64_t at = next > slots ? next - slots : 0; at < next; at++) {
            uint32_t slot = vyi_ring_slot(m, level, at);
            if (atomic_load(&m->shared.comp[slot * 4 + COMP_STAMP]) == (uint32_t)at + 1)
                continue;
            bool claimed = vyi_ring_claimed(m, level, at);
            m->lost_slots.unknown += claimed;
            m->lost_slots.unbegun += !claimed;
        }
    }
}

bool vyi_ring_claimed(const struct vy_mega *m, uint32_t level, uint64_t sequence)
{
    return sequence < atomic_load(&m->shared.heads[level]);
}

void vyi_ring_lose(struct vy_mega *m)
{
    unsigned well = RING_WELL;
    if (!atomic_compare_exchange_strong(&m->lost, &well, RING_LOSING))
        return;
    for (uint32_t i = 0; i < m->threads; i++)
        atomic_store(&m->workers[i].cancel, true);
    pthread_rwlock_wrlock(&m->loaded); // no launch runs, and none will begin
    vyi_ring_io_lose(m);
    vyi_ring_collect(m, true);
    vyi_ring_lock(m);
    atomic_store(&m->closed, true);
    count_lost(m);
    if (m->gpu)
        copy_memory(m);
    atomic_store(&m->lost, RING_LOST);
    vyi_ring_unlock(m);
    pthread_rwlock_unlock(&m->loaded);
}

vy_status vyi_ring_refuse_lost(struct vy_mega *m)
{
    return vyi_refuse(m->context, VY_ERROR_DEVICE, VYI_DIAG(MEGA_LOST), m->device->params.name,
                      ULL(m->lost_slots.unbegun), ULL(m->lost_slots.unknown));
}

// ---- a fork ----
static vy_status settle_home(struct vy_mega *m)
{
    void *page =
        mmap(NULL, sizeof *m->home, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return VY_ERROR_MEMORY;
    madvise(page, sizeof *m->home, MADV_WIPEONFORK);
    m->home = page;
    atomic_store(m->home, 1);
    return VY_OK;
}

vy_status vyi_ring_refuse_fork(struct vy_mega *m)
{
    return vyi_refuse(m->context, VY_ERROR_DEVICE, VYI_DIAG(DEVICE_FORKED), m->device->params.name);
}

enum {
    SLOTS = 1024,
    OBSERVABLES = 4096,
    MOST_WORDS = 1 << 28,
    MOST_ARENA = 1 << 30,
    ATTEMPTS = 1000000,
    IDLE_US = 50,
    IDLE_US_GPU = 2000, ///< a launch costs more there, and polling is free
    WORKERS_GPU = 15,
    MOST_WORKERS_GPU = 31, ///< a lane of the poller for each
    MOST_IDLE_US = 10000,
    LOG_RECORDS = 64,
    MOST_LOG_RECORDS = 1 << 20,
    GRACE_NS = 100 * 1000000 ///< for a handler that runs when all is aborted
};

// ---- parameters ----
static uint32_t power_of_two(uint32_t n)
{
    return n < 2 ? 1 : 1u << (32 - __builtin_clz(n - 1));
}

static bool at_most(struct vy_mega *m, const char *what, uint64_t value, uint64_t most)
{
    if (value > most)
        vyi_complain(m->context, VYI_DIAG(MEGA_LIVE_PARAM), what, ULL(value), ULL(most));
    return value <= most;
}

static uint32_t most_workers(const struct vy_mega *m)
{
    const char *lacks;
    uint32_t room = m->device->fns->room ? m->device->fns->room(m->device, &lacks) : UINT32_MAX;
    uint32_t most = m->gpu ? MOST_WORKERS_GPU : VY_MEGA_MAX_WORKERS;
    if (m->gpu == RING_WIDE)
        room = room > 2 ? room - 1 : 1; // the poller takes its part too
    return most < room ? most : room;
}

static vy_status fill_params(struct vy_mega *m, const vy_mega_live_params *given)
{
    vy_mega_live_params *p = &m->params;
    *p = vy_mega_live_defaults();
    vy_status status = vyi_params_read(m->context, vy_mega_live_params, given, p);
    if (status)
        return status;
    if (!at_most(m, "slots", p->slots, VY_MEGA_MAX_SLOTS) ||
        !at_most(m, "workers", p->workers, VY_MEGA_MAX_WORKERS) ||
        !at_most(m, "observables", p->observables, MOST_WORDS) ||
        !at_most(m, "workspace_words", p->workspace_words, MOST_WORDS) ||
        !at_most(m, "idle_us", p->idle_us, MOST_IDLE_US) ||
        !at_most(m, "log_records", p->log_records, MOST_LOG_RECORDS) ||
        !at_most(m, "arena_bytes", p->arena_bytes, p->replay ? 0 : MOST_ARENA))
        return VY_ERROR_ARGUMENT;
    if (p->workspace_words && !p->workspace)
        return vyi_refuse_null_of(m->context, "vy_mega_create", "workspace",
                                  "pass its words, or 0 workspace_words");
    if (p->handler_count && !p->handlers)
        return vyi_refuse_null_of(m->context, "vy_mega_create", "handlers",
                                  "pass them, or 0 as handler_count");
    uint32_t cores = vyi_dev_cores(), most = most_workers(m);
    bool on_cores = !strcmp(m->device->info.kind, "cpu"); // where publishers need one too
    p->slots = power_of_two(p->slots ? p->slots : SLOTS);
    if (!p->workers)
        p->workers = m->gpu && !on_cores ? WORKERS_GPU : cores > 1 ? cores - 1 : 1;
    p->workers = p->workers < most ? p->workers : most;
    m->crew = p->workers + (m->gpu == RING_WIDE);
    m->threads = m->gpu ? 1 : p->workers;
    p->observables = p->observables ? p->observables : OBSERVABLES;
    p->attempts = p->attempts ? p->attempts : ATTEMPTS;
    p->idle_us = p->idle_us ? p->idle_us : m->gpu ? IDLE_US_GPU : IDLE_US;
    p->log_records = power_of_two(p->log_records ? p->log_records : LOG_RECORDS);
    return VY_OK;
}

// ---- opcodes ----
static void free_lists(vy_context *c, struct vyi_ring_opcodes *list)
{
    for (struct vyi_ring_opcodes *before; list; list = before) {
        before = list->before;
        vyi_arena_free(c, &list->arena);
        vyi_free(c, list, sizeof *list);
    }
}

/// The handlers of another list (NULL: none) and copies of `count` more; NULL without memory. Free
/// it without the other one: set `before` to NULL first.
static struct vyi_ring_opcodes *list_more(vy_context *c, struct vyi_ring_opcodes *before,
                                          const vy_mega_handler *handlers, size_t count)
{
    struct vyi_ring_opcodes *list = vyi_calloc(c, 1, sizeof *list);
    size_t known = before ? before->count : 0;
    if (!list)
        return NULL;
    list->at = vyi_arena_alloc(c, &list->arena, (known + count + 1) * sizeof *list->at);
    bool ok = list->at;
    if (ok && known)
        memcpy(list->at, before->at, known * sizeof *list->at);
    for (size_t i = 0; ok && i < count; i++) {
        const vy_mega_handler *h = &handlers[i];
        char *name = vyi_arena_copy(c, &list->arena, h->name, strlen(h->name));
        char *text = vyi_arena_copy(c, &list->arena, h->text, strlen(h->text));
        list->at[known + i] = (vy_mega_handler){h->opcode, h->width, name, text};
        ok = name && text;
    }
    list->count = (uint32_t)(known + count);
    if (ok)
        list->before = before;
    else
        free_lists(c, list);
    return ok ? list : NULL;
}

// ---- the kernel ----
static void unload_one(struct vy_mega *m, struct vyi_ring_code *k)
{
    if (k->code)
        m->device->fns->release(m->device, k->code);
    if (k->program)
        vyi_launch_free(m->context, &k->launch);
    vy_program_destroy(&k->program);
    *k = (struct vyi_ring_code){0};
}

static void unload(struct vy_mega *m, struct vyi_ring_kernel *k)
{
    unload_one(m, &k->ring);
    unload_one(m, &k->wide);
}

/// `names` gets those of the handlers too.
static vy_status load_one(struct vy_mega *m, const struct vyi_ring_opcodes *opcodes, bool wide,
                          struct vyi_mega_names *names, struct vyi_ring_code *k)
{
    const uint64_t params[PARAMS] = {0};
    uint64_t bound[RING_MOST];
    vy_device *device = m->device;
    for (uint32_t i = 0; i < RING_MOST; i++)
        bound[i] = UINT64_MAX;
    vy_status status = vyi_ring_program(m, opcodes, wide, names, &k->program);
    if (status)
        return status;
    struct vyi_report report = {.context = m->context, .sources = &k->program->sources};
    if (k->program->buffers.count > RING_MOST)
        status = vyi_refuse(m->context, VY_ERROR_LIMIT, VYI_DIAG(MEGA_LIVE_PARAM),
                            "the number of shared and bound buffers",
                            ULL(k->program->buffers.count) - RING_BUFFERS,
                            ULL(RING_MOST) - RING_BUFFERS);
    if (!status)
        status = vyi_launch_eval(k->program, params, bound, device->fns->choice(device), &report,
                                 &k->launch);
    const struct vyi_job job = {.report = &report};
    if (!status)
        status = device->fns->prepare(device, k->program, false, &job, &k->code);
    vyi_report_end(&report, status);
    return status;
}

static vy_status load(struct vy_mega *m, const struct vyi_ring_opcodes *opcodes,
                      struct vyi_mega_names *names, struct vyi_ring_kernel *k)
{
    *k = (struct vyi_ring_kernel){0};
    vy_status status = load_one(m, opcodes, false, names, &k->ring);
    if (!status && m->gpu == RING_CPU && vyi_ring_has_wide(opcodes))
        status = load_one(m, opcodes, true, names, &k->wide);
    if (status)
        unload(m, k);
    return status;
}

static uint64_t slot_count(const struct vy_mega *m)
{
    return (uint64_t)VY_MEGA_PRIORITIES * m->params.slots;
}

// ---- making it ----
/// What no other thread and no device has a part in; all that a forked child may free.
static void free_own(struct vy_mega *m)
{
    vy_device *device = m->device;
    atomic_fetch_sub(&device->hub->persistent, 1);
    vyi_ring_io_close(m);
    if (m->home)
        munmap((void *)m->home, sizeof *m->home);
    vyi_free(m->context, m->kept, slot_count(m) * sizeof *m->kept);
    vyi_free(m->context, m->runs, slot_count(m) * sizeof *m->runs);
    vyi_free(m->context, m->workers, m->crew * sizeof *m->workers);
    free_lists(m->context, atomic_load(&m->opcodes));
    vyi_free(m->context, m, sizeof *m);
    vyi_hub_drop(device);
}

static void release(struct vy_mega *m)
{
    vyi_ring_join(m);
    vyi_ring_io_close(m);
    vyi_replay_close(m->context, &m->replay);
    vyi_mirror_close(m->context, &m->watcher.mirror);
    vyi_ring_interpreter_end(m);
    unload(m, &m->kernel);
    vyi_ring_release_bound(m);
    free_memory(m);
    pthread_rwlock_destroy(&m->loaded);
    pthread_mutex_destroy(&m->adding);
    pthread_mutex_destroy(&m->binding.lock);
    pthread_mutex_destroy(&m->tenancy.lock);
    pthread_mutex_destroy(&m->watcher.lock);
    free_own(m);
}

static vy_status make(struct vy_mega *m, const vy_mega_live_params *params)
{
    vy_status status = settle_home(m);
    if (!status)
        status = fill_params(m, params);
    if (!status)
        status = vyi_ring_check_handlers(m, m->params.handlers, m->params.handler_count);
    if (status)
        return status;
    struct vyi_ring_opcodes *list =
        list_more(m->context, NULL, m->params.handlers, m->params.handler_count);
    atomic_store(&m->opcodes, list);
    if (m->params.arena_bytes)
        vyi_ring_bind_own(m);
    status = list ? load(m, list, &m->binding.names, &m->kernel) : VY_ERROR_MEMORY;
    if (status)
        return status;
    status = take_memory(m);
    m->kept = vyi_calloc(m->context, slot_count(m), sizeof *m->kept);
    m->runs = vyi_calloc(m->context, slot_count(m), sizeof *m->runs);
    m->workers = vyi_calloc(m->context, m->crew, sizeof *m->workers);
    if (!status && (!m->kept || !m->runs || !m->workers))
        status = VY_ERROR_MEMORY;
    if (!status && m->params.programs)
        status = vyi_ring_interpreter_begin(m);
    if (!status && m->params.replay)
        status = vyi_replay_open(m, m->params.replay, &m->replay);
    if (!status && m->params.arena_bytes)
        status = vyi_ring_io_open(m, vyi_ring_wake, vyi_ring_ended);
    if (!status && m->params.mirror)
        status = vyi_mirror_open(m, m->params.mirror, &m->watcher.mirror);
    if (!status)
        status = vy_mega_tenant_register(m, vy_mega_tenant_params(.count = m->params.observables));
    return status ? status : vyi_ring_start(m);
}

static vy_status create(vy_device *device, const vy_mega_live_params *params, vy_mega **mega)
{
    vy_status status = vyi_hub_check(device);
    if (status)
        return status;
    if (!device->fns->persistent)
        return vyi_refuse(device->context, VY_ERROR_REFUSED, VYI_DIAG(MEGA_DEVICE),
                          device->params.name);
    struct vyi_report report = {.context = device->context};
    if (device->fns->room && !device->fns->room(device, &report.reason))
        return vyi_report_as(&report, VY_ERROR_REFUSED, VYI_DIAG(MEGA_ROOM), report.reason,
                             device->params.name, device->info.model);
    vy_mega *m = vyi_calloc(device->context, 1, sizeof *m);
    if (!m)
        return VY_ERROR_MEMORY;
    m->device = device;
    m->context = device->context;
    m->generation = atomic_load(&device->generation);
    m->quiet = *device->context;
    m->quiet.params.diag = NULL;
    m->gpu = device->fns->host_memory ? RING_CPU : device->fns->narrow ? RING_NARROW : RING_WIDE;
    pthread_mutex_init(&m->adding, NULL);
    pthread_mutex_init(&m->binding.lock, NULL);
    pthread_mutex_init(&m->tenancy.lock, NULL);
    pthread_mutex_init(&m->watcher.lock, NULL);
    pthread_rwlock_init(&m->loaded, NULL);
    vyi_hub_hold(device);
    atomic_fetch_add(&device->hub->persistent, 1);
    status = make(m, params);
    if (status)
        release(m);
    else
        *mega = m;
    return status;
}

vy_status vy_mega_create(vy_device *device, const vy_mega_live_params *params, vy_mega **mega)
{
    if (mega)
        *mega = NULL;
    if (!device)
        return VY_ERROR_ARGUMENT;
    if (!mega)
        return vyi_refuse_null(device->context, "mega", "pass the address of a vy_mega pointer");
    int before = vyi_cancel_disable(); // files are opened, code is read
    vy_status status = create(device, params, mega);
    vyi_cancel_restore(before);
    return status;
}

// ---- more opcodes ----
/// The command to park is cleared while no kernel runs: a kernel that had just begun and read it
/// would sleep with claimed slots, and this thread would have seen it awake.
void vyi_ring_change(struct vy_mega *m, const struct vyi_ring_kernel *k)
{
    vyi_ring_command(m, RING_PARK, 0);
    pthread_rwlock_wrlock(&m->loaded);
    m->kernel.ring = k->ring;
    m->kernel.wide = k->wide;
    atomic_fetch_and(&m->shared.tails[RING_COMMAND], ~(uint64_t)RING_PARK);
    pthread_rwlock_unlock(&m->loaded);
    vyi_ring_wake(m, true);
}

static vy_status log_handlers(struct vy_mega *m, const vy_mega_handler *handlers, size_t count)
{
    if (!m->replay)
        return VY_OK;
    vyi_ring_lock(m);
    vy_status status = vyi_replay_handlers(m->replay, handlers, count);
    vyi_ring_unlock(m);
    return vyi_replay_refuse(m->replay, status);
}

/// The kernel with those behind the first `known` is made beside the one that runs, which then
/// parks for a moment. The log has what could be made alone. Publishers learn of the opcodes after
/// the kernel has.
static vy_status add(struct vy_mega *m, struct vyi_ring_opcodes *all, uint32_t known)
{
    struct vyi_ring_kernel now, before = m->kernel;
    struct vyi_mega_names names = m->binding.names;
    vy_status status = load(m, all, &names, &now);
    if (status)
        return status;
    status = vyi_ring_fits(m, &names);
    if (!status)
        status = log_handlers(m, all->at + known, all->count - known);
    if (status) {
        unload(m, &now);
        return status;
    }
    m->binding.names = names;
    vyi_ring_change(m, &now);
    unload(m, &before);
    atomic_store(&m->opcodes, all);
    return VY_OK;
}

vy_status vy_mega_add(vy_mega *mega, const vy_mega_handler *handlers, size_t count)
{
    vy_status status = vyi_ring_enter(mega);
    if (!status && !handlers)
        status = vyi_refuse_null(mega->context, "handlers", "pass the handlers to add");
    if (!status && vyi_ring_is_lost(mega))
        status = vyi_ring_refuse_lost(mega);
    if (status)
        return status;
    int before = vyi_mutex_hold(&mega->adding);
    struct vyi_ring_opcodes *known = atomic_load(&mega->opcodes), *all = NULL;
    status = vyi_ring_check_handlers(mega, handlers, count);
    if (!status && !(all = list_more(mega->context, known, handlers, count)))
        status = VY_ERROR_MEMORY;
    if (!status) {
        pthread_mutex_lock(&mega->binding.lock);
        status = add(mega, all, known->count);
        pthread_mutex_unlock(&mega->binding.lock);
    }
    if (status && all) {
        all->before = NULL;
        free_lists(mega->context, all);
    }
    vyi_mutex_release(&mega->adding, before);
    return status;
}

// ---- the end ----
/// VY_ERROR_BUSY: not yet, or never, as the device is lost.
static vy_status end(struct vy_mega *m, bool abort, uint32_t timeout_ms)
{
    vyi_ring_lock(m);
    atomic_store(&m->closed, true);
    vyi_ring_unlock(m);
    if (abort) {
        vyi_ring_command(m, RING_ABORT, 0);
        vyi_ring_io_cancel(m);
    }
    struct vyi_wait w = vyi_wait_begin(timeout_ms);
    while (vyi_ring_ended(m) < vyi_ring_published(m)) {
        if (abort) { // also for a host that asks again and again without waiting
            pthread_mutex_lock(&m->watcher.lock);
            vyi_ring_watch(m, GRACE_NS);
            pthread_mutex_unlock(&m->watcher.lock);
        }
        if (!vyi_wait_more(m, &w))
            return VY_ERROR_BUSY;
    }
    vyi_ring_collect(m, false);
    return VY_OK;
}

vy_status vy_mega_shutdown(vy_mega *mega, bool abort, uint32_t timeout_ms)
{
    vy_status status = vyi_ring_enter(mega);
    return status ? status : end(mega, abort, timeout_ms) ? vyi_wait_over(mega) : VY_OK;
}

void vy_mega_destroy(vy_mega **mega)
{
    if (!mega || !*mega)
        return;
    vy_mega *m = *mega;
    *mega = NULL;
    if (vyi_ring_forked(m)) {
        free_own(m);
        return;
    }
    int before = vyi_cancel_disable(); // threads are waited for
    end(m, true, VY_FOREVER);
    vyi_ring_command(m, RING_STOP, 0);
    release(m);
    vyi_cancel_restore(before);
}
