// What is the same for a kernel and a graph of them: the block that kernels read, what they find
// cleared, and waiting for their end with an eye on the clock.
#include "dev/cuda/cuda_launch.h"

#include <stdio.h>
#include <time.h>

// ---- kernels that ignore a stop request ----
// Generated code polls the stop word in every loop, so a kernel that goes on is the fault of a
// compiler or of the GPU. Only the end of the process ends it: destroying its context waits for it.
// So its caller waits for some time, and then every device of this process is lost, as they share
// the context: waiting calls fail, nothing that a kernel may still use is freed, and there is no
// recovery until the kernel has ended, if it ever does.
//
// The time is long, since a device that is lost for nothing costs more than a wait: a grid of 2^31
// workgroups takes an H200 0.6 s to stop, and a small GPU that others share some 20 times as long.
// It does not count while a launch goes on that began before and that has no stop request: the
// kernel may not have begun, where that has all the room. Nor does it while this process is halted,
// for instance by a debugger. The option stop_ms sets it; 0 is without end.
static const uint64_t usual_ns = (uint64_t)30 * 1000000000;
/// For launches beside a stuck one: how long their own kernels have to stop, so that they do not
/// write where the host reads results.
static const uint64_t brief_ns = 200000000;
/// One poll counts for so much at most.
static const uint64_t look_ns = 10000000;

uint64_t vyi_cuda_patience_asked(int64_t stop_ms)
{
    uint64_t ms = stop_ms >= 0 ? (uint64_t)stop_ms : usual_ns / 1000000;
    return ms ? ms * 1000000 : UINT64_MAX;
}

/// Of who has told a launch to stop.
struct patience {
    struct vyi_cuda_state *s;
    const struct vyi_cuda_turn *turn;
    uint64_t left, last; ///< nanoseconds; of vyi_now_ns()
};

static struct patience patience_begin(struct vyi_cuda_state *s, struct vyi_cuda_turn *turn)
{
    pthread_mutex_lock(&s->arbiter->lock);
    turn->stop_requested = true;
    pthread_mutex_unlock(&s->arbiter->lock);
    return (struct patience){s, turn, s->options.patience_ns, vyi_now_ns()};
}

/// Whether something may have kept it from beginning.
static bool held_up(const struct patience *p)
{
    bool found = false;
    pthread_mutex_lock(&p->s->arbiter->lock);
    for (const struct vyi_cuda_turn *t = p->turn->next; t && !found; t = t->next)
        found = !t->stop_requested && !t->job->persistent;
    pthread_mutex_unlock(&p->s->arbiter->lock);
    return found;
}

/// To be asked again and again.
static bool patience_ends(struct patience *p)
{
    uint64_t now = vyi_now_ns(), passed = now - p->last;
    passed = passed < look_ns ? passed : look_ns;
    p->last = now;
    if (!atomic_load(&p->s->lost) && held_up(p))
        p->left = p->s->options.patience_ns;
    else if (atomic_load(&p->s->lost) && p->left > brief_ns)
        p->left = brief_ns;
    p->left -= passed < p->left ? passed : p->left;
    return !p->left;
}

static void describe(const struct vyi_cuda_state *s, const struct vyi_cuda_watch *w, char *text,
                     size_t size)
{
    const char *why = w->why == VYI_STOP_CANCELLED  ? "it was cancelled"
                      : w->why == VYI_STOP_DEADLINE ? "its deadline had passed"
                                                    : "the device was lost";
    snprintf(text, size, "program '%.64s'%s was told to stop, as %s, and still runs %g s later",
             w->name ? w->name : "?", w->graph ? " or another one of its graph" : "", why,
             (double)s->options.patience_ns / 1e9);
}

/// It runs on: nothing that it has is used again, and all devices of the process are lost.
static void give_up(struct vyi_cuda_state *s, const struct vyi_cuda_watch *w)
{
    struct vyi_cuda_arbiter *q = s->arbiter;
    struct vyi_cuda_stuck *k = &q->stuck;
    pthread_mutex_lock(&q->lock);
    if (!w->turn->stuck && !k->count)
        describe(s, w, k->first, sizeof k->first);
    if (!w->turn->stuck && k->count < VYI_CUDA_STUCK) {
        k->at[k->count].context = s->context;
        k->at[k->count].stream = w->stream;
    }
    if (q->alone) { // which is this one, and has not been counted so far
        q->alone = q->taken = false;
        q->running++;
    }
    k->count += !w->turn->stuck;
    w->turn->stuck = true;
    for (const struct vyi_cuda_state *d = q->devices; d; d = d->beside)
        vyi_cuda_lose(d->device, CU_STUCK, "stopping a kernel");
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->lock);
}

/// With the lock held. Of those that were not noted it is never known.
static bool has_ended(const struct vyi_cuda_state *s, uint32_t i)
{
    const struct vyi_cuda_stuck *k = &s->arbiter->stuck;
    cu_context ours;
    if (i >= VYI_CUDA_STUCK || s->cu.push(k->at[i].context))
        return false;
    cu_result result = s->cu.stream_query(k->at[i].stream);
    s->cu.pop(&ours);
    return result != CU_NOT_READY;
}

bool vyi_cuda_stuck(struct vyi_cuda_state *s, char first[VYI_CUDA_MESSAGE])
{
    struct vyi_cuda_arbiter *q = s->arbiter;
    struct vyi_cuda_stuck *k = &q->stuck;
    pthread_mutex_lock(&q->lock);
    while (k->count && has_ended(s, k->count - 1)) {
        k->count--;
        q->running--;
    }
    for (; !k->count && k->holds; k->holds--)
        s->cu.primary_release(s->gpu);
    bool runs = k->count;
    if (runs && first)
        memcpy(first, k->first, VYI_CUDA_MESSAGE);
    pthread_mutex_unlock(&q->lock);
    return runs;
}

void vyi_cuda_stuck_hold(struct vyi_cuda_state *s)
{
    pthread_mutex_lock(&s->arbiter->lock);
    s->arbiter->stuck.holds += s->context != NULL;
    pthread_mutex_unlock(&s->arbiter->lock);
}

// ---- the block ----
void vyi_cuda_block_fill(const struct vyi_kernel *kernel, struct vyi_cuda_block *block)
{
    const struct vyi_launch *launch = kernel->launch;
    memset(block, 0, sizeof *block);
    memcpy(block->groups, launch->groups, sizeof block->groups);
    block->group_count = launch->groups[0] * launch->groups[1] * launch->groups[2];
    vyi_dev_fill_slots(kernel, block->slot);
}

// ---- zeros ----
/// About a millisecond on any GPU, as those with more memory are faster.
uint64_t vyi_cuda_cleared_at_once(const struct vyi_cuda_state *s, const struct vyi_job *job)
{
    uint64_t least = 1 << 20, piece = s->about.memory / 32 & ~(least - 1);
    return !job->cancel && !job->deadline_ns ? UINT64_MAX : piece < least ? least : piece;
}

static cu_result catch_up(struct vyi_cuda_clearing *c)
{
    const struct timespec little = {0, 50000};
    cu_result result = CU_OK;
    c->ahead = 0;
    while (!(c->stop = vyi_cuda_must_stop(c->s, c->job)) &&
           (result = c->s->cu.stream_query(c->stream)) == CU_NOT_READY)
        nanosleep(&little, NULL);
    return c->stop ? CU_OK : result;
}

cu_result vyi_cuda_clear(struct vyi_cuda_clearing *c, cu_memory at, uint64_t bytes)
{
    uint64_t most = vyi_cuda_cleared_at_once(c->s, c->job), n;
    cu_result result = CU_OK;
    for (; !result && !c->stop && bytes; at += n, bytes -= n) {
        n = bytes < most - c->ahead ? bytes : most - c->ahead;
        if (n)
            result = c->s->cu.set_8(at, 0, (size_t)n, c->stream);
        else
            result = catch_up(c);
        c->ahead += n;
    }
    return result;
}

cu_result vyi_cuda_clear_late(struct vyi_cuda_clearing *c, const struct vyi_clears *clears)
{
    const struct vyi_job *job = c->job;
    cu_result result = CU_OK;
    for (uint32_t i = clears->first, left = clears->count; !result && left; left--) {
        const struct vyi_command *k = &job->commands[i];
        result = vyi_cuda_clear(c, vyi_cuda_address(vyi_command_memory(job, k->a)),
                                vyi_command_bytes(job, k));
        i = k->next;
    }
    return result;
}

bool vyi_cuda_clears_more(const struct vyi_job *job, const struct vyi_clears *clears,
                          uint64_t bytes, uint64_t than)
{
    bool fits = true;
    for (uint32_t i = clears->first, left = clears->count; left && fits; left--) {
        fits = vyi_add(bytes, vyi_command_bytes(job, &job->commands[i]), &bytes);
        i = job->commands[i].next;
    }
    return !fits || bytes > than;
}

// ---- waiting ----
/// Writes the word that kernels look at, past everything that runs. It is memory of the device:
/// each grid barrier reads it, and late blocks of large grids before they begin, which from memory
/// of the host would take longer than the barrier. A copy is a call of the driver, so nothing may
/// hold up the driver for as long as something runs: see arbiter.c.
static cu_result order_stop(struct vyi_cuda_state *s, const struct vyi_cuda_watch *w)
{
    uint32_t *words = w->pinned;
    for (uint32_t i = 0; i <= w->more_words; i++)
        words[i] = 1;
    return s->cu.copy_up(w->stop, words, (w->more_words + 1) * sizeof *words, s->side);
}

/// The same of single workgroups of a persistent kernel.
static cu_result order_some(struct vyi_cuda_state *s, const struct vyi_job *job,
                            struct vyi_cuda_watch *w)
{
    unsigned bits = job->persistent ? atomic_exchange(job->persistent->stops, 0) : 0;
    cu_result result = CU_OK;
    uint32_t *words = w->pinned;
    for (uint32_t i = 0; bits && !result && i <= w->more_words; i++) {
        if (!(bits >> i & 1))
            continue;
        words[i] = 1;
        w->some = true;
        result = s->cu.copy_up(w->stop + i * sizeof *words, &words[i], sizeof *words, s->side);
    }
    return result;
}

/// Until it has stopped: what clears the word before the launch may still be on its way behind
/// other work, and would undo an order that came too early.
static cu_result stop(struct vyi_cuda_state *s, const struct vyi_cuda_watch *w)
{
    const struct timespec little = {0, 100000};
    struct patience left = patience_begin(s, w->turn);
    cu_result ended;
    while ((ended = s->cu.stream_query(w->stream)) == CU_NOT_READY) {
        if (!order_stop(s, w))
            s->cu.stream_wait(s->side); // or it would stop the next launch
        nanosleep(&little, NULL);
        if (patience_ends(&left)) {
            give_up(s, w);
            return CU_STUCK;
        }
    }
    return !ended && w->why == VYI_STOP_LOST ? atomic_load(&s->lost) : ended;
}

static bool can_stop(const struct vyi_job *job)
{
    return job->cancel || job->deadline_ns || job->persistent;
}

/// Looks often at first, and less often the longer it takes; all the time for some milliseconds
/// where the driver would have done so.
static cu_result watch(struct vyi_cuda_state *s, const struct vyi_job *job,
                       struct vyi_cuda_watch *w)
{
    enum { EAGER = 50000, MOST_EAGER = 5000000, MOST = 200000, MOST_STAYING = 2000000 }; // ns
    uint64_t start = vyi_now_ns(), most = job->persistent ? MOST_STAYING : MOST;
    uint64_t eager = can_stop(job) ? EAGER : MOST_EAGER, part = can_stop(job) ? 8 : 64;
    cu_result result, ordered = CU_OK;
    while ((result = s->cu.stream_query(w->stream)) == CU_NOT_READY && !w->why && !ordered) {
        uint64_t passed = vyi_now_ns() - start, nap = passed / part < most ? passed / part : most;
        struct timespec t = {0, (long)nap};
        w->why = vyi_cuda_must_stop(s, job);
        ordered = order_some(s, job, w);
        if (w->why || passed <= eager)
            continue;
        if (job->persistent)
            job->persistent->sleep(job->persistent->user, nap);
        else
            nanosleep(&t, NULL);
    }
    if (result == CU_NOT_READY)
        return stop(s, w);
    return result || !w->some ? result : s->cu.stream_wait(s->side);
}

/// A call inside the driver does not learn that the device is lost. A kernel that is there before
/// all others ends all the same; one that came later may be kept from beginning.
cu_result vyi_cuda_wait(struct vyi_cuda_state *s, const struct vyi_job *job,
                        struct vyi_cuda_watch *w)
{
    pthread_mutex_lock(&s->arbiter->lock);
    bool others = s->arbiter->running > 1;
    pthread_mutex_unlock(&s->arbiter->lock);
    if (can_stop(job) || w->graph || others)
        return watch(s, job, w);
    return s->cu.stream_wait(w->stream);
}

vy_status vyi_cuda_verdict(vy_device *device, const vy_program *program, struct vyi_report *report,
                           const struct vyi_cuda_log *log, enum vyi_stop stop)
{
    if (stop == VYI_STOP_LOST) {
        vyi_cuda_report_lost(device, report);
        return VY_ERROR_DEVICE;
    }
    if (!log || log->key == UINT64_MAX)
        return vyi_dev_verdict(report, stop, NULL);
    const struct vyi_failure failed = {program, log->site, log->key & UINT32_MAX, log->args};
    return vyi_dev_verdict(report, stop, &failed);
}
