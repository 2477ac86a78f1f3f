// The threads that run the kernel, and how they sleep and are woken.
//
// To park, a worker stores that it has parked and ends its launch; its thread fences, polls the
// tails again and sleeps. A publisher stores the tail, fences, and reads whether a worker has
// parked: one of the two sees the other. If membarrier() works, the worker's thread calls it, and
// publishers, which are far more frequent, need no fence. `waking` is cleared before the kernel is
// launched: a publisher that still saw the worker parked costs one launch too many.
#include "mega/ring.h"

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    SHOW_NS = 100 * 1000000, ///< between two snapshots for others
    MOST_NAP_NS = 200000,
    /// Instead of a membarrier() that a sandbox forbids since: within that time each processor that
    /// runs a thread is interrupted, which orders its memory too.
    FORBIDDEN_NS = 20 * 1000000
};
/// A worker that has not stopped by then never will. Only time in which the watcher runs counts, so
/// that a process that was suspended loses nothing.
static const uint64_t deaf_ns = (uint64_t)30 * 1000000000;

// ---- a worker ----
static bool parked(const struct vy_mega *m, uint32_t worker)
{
    return atomic_load_explicit(&m->shared.parks[worker * 16], memory_order_relaxed);
}

static _Atomic uint64_t *mirror_of(const struct vyi_ring_worker *w)
{
    return w->mega->shared.mirror + (size_t)(w - w->mega->workers) * RING_MIRROR_WORDS;
}

/// After a launch that was stopped: the next one ends the slot that was in its handler.
static void blame(struct vyi_ring_worker *w, vy_status status)
{
    const uint32_t *stamp = w->mega->buffers.device[RING_STAMP];
    uint64_t running = atomic_load(&mirror_of(w)[MIRROR_RUNNING]);
    if (status == VY_ERROR_CANCELLED && !atomic_load(&w->cancel))
        running = 0; // not stopped by the watcher: no fault of this slot
    w->params[PARAM_TARGET] = running;
    w->params[PARAM_STAMP] = running ? stamp[running - 1] : 0;
    w->params[PARAM_CODE] =
        status == VY_ERROR_CANCELLED ? VY_MEGA_FAULT_DEADLINE : VY_MEGA_FAULT_HANDLER;
    if (running)
        atomic_fetch_add(&w->stopped, 1);
}

/// The device needs the GPU for itself, or no longer does.
static void yield_gpu(void *user, bool wanted)
{
    struct vy_mega *m = user;
    if (wanted)
        atomic_fetch_or(&m->shared.tails[RING_COMMAND], RING_YIELD);
    else
        atomic_fetch_and(&m->shared.tails[RING_COMMAND], ~(uint64_t)RING_YIELD);
}

/// A publisher ends the nap if the kernel has parked. A publisher may have left `waking` set when
/// the kernel polled once more: that is kept for the next time, and must not keep this thread
/// awake, since it would delay all other threads in the driver.
static void nap(void *user, uint64_t ns)
{
    struct vy_mega *m = user;
    const struct timespec t = {0, (long)(ns < MOST_NAP_NS ? ns : MOST_NAP_NS)};
    if (ns && !atomic_load(&m->workers[0].waking))
        vyi_futex_sleep(&m->workers[0].waking, 0, ns);
    else if (ns && !parked(m, 0))
        nanosleep(&t, NULL);
}

/// The kernel of workers, or the one for wide slots.
static vy_status launch(struct vyi_ring_worker *w, bool wide)
{
    struct vy_mega *m = w->mega;
    const vy_dispatch_params none = vy_dispatch_defaults();
    struct vyi_report report = {.context = &m->quiet};
    struct vyi_job_result result = {0};
    if (atomic_load(&m->lost))
        return VY_ERROR_DEVICE;
    pthread_rwlock_rdlock(&m->loaded);
    const struct vyi_ring_code *code = wide ? &m->kernel.wide : &m->kernel.ring;
    w->launch = code->launch;
    w->launch.params = w->params;
    const struct vyi_kernel kernel = {.program = code->program,
                                      .code = code->code,
                                      .launch = &w->launch,
                                      .memory = m->buffers.device,
                                      .report = &report};
    const struct vyi_job job = {.kernels = &kernel,
                                .params = &none,
                                .cancel = &w->cancel,
                                .report = &report,
                                .untimed = true,
                                .persistent = m->gpu ? &m->service : NULL};
    uint32_t number = (uint32_t)atomic_fetch_add(&w->launches, 1) + 1;
    if (m->gpu) {
        w->params[0] = number;
        atomic_store(&m->stops, 0); // stop requests for the last launch are obsolete
    }
    bool narrow = m->gpu == RING_NARROW; // none of its workers knows when all have parked
    if (narrow)
        atomic_store(&m->shared.parks[0], 0);
    vy_status status = vyi_dev_submit_one(m->device, &job, &result);
    if (narrow)
        atomic_store(&m->shared.parks[0], 1);
    pthread_rwlock_unlock(&m->loaded);
    vyi_report_end(&report, status);
    vyi_vec_free(m->context, &result.fixpoints);
    return status;
}

/// Serves requests in place of the kernel, which has parked; publishers need not wake the thread
/// meanwhile. True: the kernel has something to do.
static bool serve_requests(struct vyi_ring_worker *w)
{
    struct vy_mega *m = w->mega;
    _Atomic uint32_t *park = &m->shared.parks[(w - m->workers) * 16];
    atomic_store(park, 0);
    bool more = vyi_ring_io_serve(m, &w->alone);
    atomic_store(park, 1);
    return more;
}

/// Whether a kernel that parked is to run again: it yielded, or the tails show work.
static bool goes_on(struct vyi_ring_worker *w)
{
    struct vy_mega *m = w->mega;
    atomic_uint never = 0;
    uint64_t command = atomic_load(&m->shared.tails[RING_COMMAND]);
    if (command & RING_YIELD)
        return true;
    if (m->io && !m->gpu && !(command & RING_PARK) && serve_requests(w))
        return true;
    if (!m->barrier)
        atomic_thread_fence(memory_order_seq_cst); // Vulkan has no such fence
    else if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) < 0)
        vyi_futex_sleep(&never, 0, FORBIDDEN_NS);
    if (atomic_load(&m->shared.tails[RING_COMMAND]) & RING_PARK)
        return false; // the thread that clears the command wakes all workers
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        if (atomic_load(&m->shared.tails[level]) != atomic_load(&m->shared.heads[level]))
            return true;
    return m->io && vyi_ring_answered(m);
}

/// Where a worker of the cpu says that it has ended its launch at a slot as wide as a workgroup.
static uint32_t *wide_of(const struct vyi_ring_worker *w)
{
    uint32_t *own = w->mega->buffers.device[RING_OWN];
    return &own[w->params[PARAM_WORKER] * OWN_WORDS + OWN_WIDE];
}

/// A wide slot: by the interpreter where it is a program as data. The worker's kernel finds in
/// `own` how it ended.
static vy_status run_wide(struct vyi_ring_worker *w)
{
    struct vy_mega *m = w->mega;
    uint32_t *wide = wide_of(w), code = 0;
    uint32_t slot = (uint32_t)atomic_load(&mirror_of(w)[MIRROR_RUNNING]) - 1;
    if (m->shared.sub[(size_t)slot * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_OPCODE] != RING_PROGRAM)
        return launch(w, true);
    pthread_rwlock_rdlock(&m->loaded);
    vy_status status = vyi_ring_interpret(w, slot, &code);
    pthread_rwlock_unlock(&m->loaded);
    if (!status) {
        wide[WIDE_STATUS] = code ? VY_MEGA_FAULT : VY_MEGA_DONE;
        wide[WIDE_RESULT] = code;
        wide[0] = WIDE_RAN;
    }
    return status;
}

/// Launches until the kernel parks. Anything else that ends a launch is the fault of a handler, or
/// the device is lost.
static void serve(struct vyi_ring_worker *w)
{
    vy_status status;
    bool wide = false, was_wide; // after a wide slot the worker's kernel ends the slot
    do {
        atomic_store(&w->waking, 0);
        status = wide ? run_wide(w) : launch(w, false);
        was_wide = wide;
        wide = !wide && !status && !w->mega->gpu && *wide_of(w) == WIDE_WANTED;
        if (was_wide && status == VY_ERROR_ASSERT) // of one invocation, while others went on
            *wide_of(w) = WIDE_WANTED;
        if (w->mega->gpu && status == VY_ERROR_ASSERT)
            atomic_fetch_add(&w->stopped, 1); // the kernel knows which slot faults
        else if (!w->mega->gpu && (status == VY_ERROR_CANCELLED || status == VY_ERROR_ASSERT))
            blame(w, status);
        else if (status == VY_ERROR_MEMORY) // for a launch: there may be some later
            vyi_futex_sleep(&w->waking, 0, 1000000);
        else if (status)
            vyi_ring_lose(w->mega);
        atomic_store(&w->cancel, false);
    } while (status || wide || was_wide ? !atomic_load(&w->mega->lost) : goes_on(w));
    atomic_fetch_add(&w->mega->event, 1);
    if (atomic_load(&w->mega->sleepers))
        vyi_futex_wake(&w->mega->event);
}

static void *work(void *user)
{
    struct vyi_ring_worker *w = user;
    for (;;) {
        while (!atomic_load(&w->waking)) {
            if (atomic_load(&w->mega->closing))
                return NULL;
            vyi_futex_sleep(&w->waking, 0, 0);
        }
        atomic_store(&w->waking, 0);
        // On the publisher's processor a worker that spins would keep the publisher from running.
        w->alone = sched_getcpu() != atomic_load(&w->waker);
        w->params[PARAM_IDLE] = w->alone && !w->mega->io ? w->mega->params.idle_us * 1000u : 0;
        if (w->mega->io && !w->mega->gpu)
            vyi_ring_io_attend(w->mega, true);
        serve(w);
        if (w->mega->io && !w->mega->gpu)
            vyi_ring_io_attend(w->mega, false);
    }
}

// ---- waking ----
/// One of several threads is elected to do it.
static void wake(struct vyi_ring_worker *w)
{
    unsigned asleep = 0;
    atomic_store(&w->waker, sched_getcpu());
    if (atomic_compare_exchange_strong(&w->waking, &asleep, 1))
        vyi_futex_wake(&w->waking);
}

/// Parked workers are looked for after the tail is visible: workers that park order that for
/// publishers, or a fence here does.
void vyi_ring_wake(struct vy_mega *m, bool all)
{
    uint32_t count = m->threads, asleep = 0;
    if (all || !m->barrier)
        atomic_thread_fence(memory_order_seq_cst);
    else
        atomic_signal_fence(memory_order_seq_cst);
    for (uint32_t i = 0; i < count; i++)
        asleep += parked(m, i);
    if (!asleep)
        return;
    uint64_t flight = vyi_ring_published(m) - vyi_ring_ended(m), awake = count - asleep;
    uint64_t wanted = all || flight > count ? count : flight;
    for (uint32_t i = 0; i < count && (all || awake < wanted); i++)
        if (parked(m, i)) {
            wake(&m->workers[i]);
            awake++;
        }
}

void vyi_ring_command(struct vy_mega *m, uint64_t set, uint64_t clear)
{
    _Atomic uint64_t *word = &m->shared.tails[RING_COMMAND];
    atomic_fetch_and(word, ~clear);
    atomic_fetch_or(word, set);
    vyi_ring_wake(m, true);
}

// ---- handlers that do not end ----
/// Rises with whatever a worker does.
static uint64_t worker_ends(const _Atomic uint64_t *mirror)
{
    uint64_t sum = atomic_load(&mirror[MIRROR_AGAIN]);
    for (uint32_t tenant = 0; tenant < 32; tenant++)
        sum += atomic_load(&mirror[MIRROR_TENANTS + tenant]);
    return sum;
}

/// GPU: stops this workgroup alone; the others park, and the next launch ends the slot. The stop
/// request takes a while to arrive, and must not hit the worker in its next slot. So the slot is
/// blamed, and MIRROR_RUNNING read again; a worker that has finished a long slot clears
/// MIRROR_RUNNING, and then reads whether it was blamed: one of the two sees the other, and either
/// no worker is stopped or this one ends by itself. If it does not end for long, the whole launch
/// is stopped and the megakernel is lost.
static void stop_one(struct vy_mega *m, uint32_t i, uint64_t grace_ns)
{
    struct vyi_ring_worker *w = &m->workers[i];
    yield_gpu(m, true); // first: a worker that ends is launched again
    atomic_store(&m->shared.tails[RING_BLAME + i],
                 w->seen_running >> 32 << 32 | VY_MEGA_FAULT_DEADLINE);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load(&mirror_of(w)[MIRROR_RUNNING]) == w->seen_running) {
        bool again = w->stop_sent == w->seen_running; // it is slow to stop
        atomic_fetch_add(&w->stopped, !again);
        w->stop_sent = w->seen_running;
        w->stop_sent_ns = again ? w->stop_sent_ns + grace_ns : 0;
        if (w->stop_sent_ns >= m->deaf_ns)
            atomic_store(&m->workers[0].cancel, true);
        atomic_fetch_or(&m->stops, 1u << i);
    }
    yield_gpu(m, true); // a launch that began meanwhile has cleared it
    vyi_futex_wake(&m->workers[0].waking);
}

void vyi_ring_watch(struct vy_mega *m, uint64_t grace_ns)
{
    uint64_t now = vyi_now_ns();
    for (uint32_t i = 0; i < m->crew; i++) {
        struct vyi_ring_worker *w = &m->workers[i];
        uint64_t running = atomic_load(&mirror_of(w)[MIRROR_RUNNING]);
        uint64_t ends = worker_ends(mirror_of(w));
        if (!running || running != w->seen_running || ends != w->seen_ends) {
            w->seen_running = running;
            w->seen_ends = ends;
            w->since_ns = now;
        } else if (grace_ns && now - w->since_ns >= grace_ns) {
            if (m->gpu)
                stop_one(m, i, grace_ns);
            else
                atomic_store(&w->cancel, true);
            w->since_ns = now;
        }
    }
}

static void *watch(void *user)
{
    struct vy_mega *m = user;
    uint64_t grace = (uint64_t)m->params.deadline_ms * 1000000u, nap = grace / 8, shown = 0;
    nap = nap < 1000000 ? 1000000 : nap;
    nap = !grace || nap > SHOW_NS ? SHOW_NS : nap;
    while (!atomic_load(&m->closing)) {
        pthread_mutex_lock(&m->watcher.lock);
        vyi_ring_watch(m, grace);
        pthread_mutex_unlock(&m->watcher.lock);
        if (m->watcher.mirror && vyi_now_ns() - shown >= SHOW_NS) {
            vyi_mirror_show(m, m->watcher.mirror);
            shown = vyi_now_ns();
        }
        vyi_futex_sleep(&m->watcher.wake, 0, nap);
    }
    return NULL;
}

// ---- all of them ----
static bool begin(struct vy_mega *m, pthread_t *thread, void *(*run)(void *), void *user)
{
    int error = vyi_thread_create(thread, run, user);
    if (error)
        vyi_complain(m->context, VYI_DIAG(MEGA_THREAD), strerror(error));
    return !error;
}

vy_status vyi_ring_start(struct vy_mega *m)
{
    m->barrier = !syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
    m->service =
        (struct vyi_persistent){.user = m, .yield = yield_gpu, .sleep = nap, .stops = &m->stops};
    m->deaf_ns = deaf_ns;
    for (uint32_t i = 0; i < m->crew; i++)
        m->workers[i].mega = m;
    for (uint32_t i = 0; i < m->threads; i++) {
        struct vyi_ring_worker *w = &m->workers[i];
        w->params[PARAM_WORKER] = i;
        atomic_store(&m->shared.parks[i * 16], 1);
        w->started = begin(m, &w->thread, work, w);
        if (!w->started)
            return VY_ERROR_LIMIT;
    }
    bool wanted = m->params.deadline_ms || m->watcher.mirror;
    m->watcher.started = wanted && begin(m, &m->watcher.thread, watch, m);
    return wanted && !m->watcher.started ? VY_ERROR_LIMIT : VY_OK;
}

void vyi_ring_join(struct vy_mega *m)
{
    atomic_store(&m->closing, true);
    for (uint32_t i = 0; m->workers && i < m->threads; i++) {
        struct vyi_ring_worker *w = &m->workers[i];
        if (!w->started)
            continue;
        atomic_store(&w->waking, 1);
        vyi_futex_wake(&w->waking);
        pthread_join(w->thread, NULL);
    }
    if (m->watcher.started) {
        atomic_store(&m->watcher.wake, 1);
        vyi_futex_wake(&m->watcher.wake);
        pthread_join(m->watcher.thread, NULL);
    }
}
