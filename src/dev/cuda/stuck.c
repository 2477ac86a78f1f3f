// Kernels that ignore a stop request. Generated code polls the stop word in every loop, so a kernel
// that goes on is the fault of a compiler or of the GPU. Only the end of the process ends it:
// destroying its context waits for it. So its caller waits for some time, and then every device of
// this process is lost, as they share the context: waiting calls fail, nothing that a kernel may
// still use is freed, and there is no recovery until the kernel has ended, if it ever does.
//
// The time is long, since a device that is lost for nothing costs more than a wait: a grid of 2^31
// workgroups takes an H200 0.6 s to stop, and a small GPU that others share some 20 times as long.
// It does not count while a launch goes on that began before and that has no stop request: the
// kernel may not have begun, where that has all the room. Nor does it while this process is halted,
// for instance by a debugger. The option stop_ms sets it; 0 is without end.
#include "dev/cuda/cuda_launch.h"

#include <stdio.h>

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

// ---- waiting for one ----
struct vyi_cuda_patience vyi_cuda_patience_begin(struct vyi_cuda_state *s,
                                                 struct vyi_cuda_turn *turn)
{
    pthread_mutex_lock(&s->arbiter->lock);
    turn->stop_requested = true;
    pthread_mutex_unlock(&s->arbiter->lock);
    return (struct vyi_cuda_patience){s, turn, s->options.patience_ns, vyi_now_ns()};
}

/// Whether something may have kept it from beginning.
static bool held_up(const struct vyi_cuda_patience *p)
{
    bool found = false;
    pthread_mutex_lock(&p->s->arbiter->lock);
    for (const struct vyi_cuda_turn *t = p->turn->next; t && !found; t = t->next)
        found = !t->stop_requested && !t->job->persistent;
    pthread_mutex_unlock(&p->s->arbiter->lock);
    return found;
}

bool vyi_cuda_patience_ends(struct vyi_cuda_patience *p)
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

// ---- losing everything ----
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

void vyi_cuda_give_up(struct vyi_cuda_state *s, const struct vyi_cuda_watch *w)
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

// ---- afterwards ----
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

bool vyi_cuda_has_company(struct vyi_cuda_state *s)
{
    pthread_mutex_lock(&s->arbiter->lock);
    bool others = s->arbiter->running > 1;
    pthread_mutex_unlock(&s->arbiter->lock);
    return others;
}
