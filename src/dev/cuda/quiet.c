// Calls of the driver that wait until nothing runs on the GPU: loading code, unloading it, giving
// back pinned memory, forgetting a graph with conditions, and the first launch of a kernel that
// needs more local memory than any before. While most of them wait, whoever wants to tell a kernel
// to stop waits behind them in the driver: beside a kernel that does not end, for ever. So they
// wait here instead, where deadlines are still kept: what is to be given back is put off until
// nothing runs, and whoever loads has to find such a moment. When that takes long, new launches
// wait for it.
#include "dev/cuda/state.h"

#include <time.h>

enum { PATIENCE_MS = 20, LOOK_NS = 1000000 };

void vyi_cuda_quiet_open(struct vyi_cuda_quiet *q)
{
    pthread_condattr_t clock;
    pthread_mutex_init(&q->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&q->change, &clock);
    pthread_condattr_destroy(&clock);
}

void vyi_cuda_quiet_close(struct vyi_cuda_state *s)
{
    vyi_vec_free(s->host, &s->quiet.waste);
    pthread_cond_destroy(&s->quiet.change);
    pthread_mutex_destroy(&s->quiet.lock);
}

/// Until something changes, or a millisecond has passed.
static void wait_a_little(struct vyi_cuda_quiet *q)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += LOOK_NS;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&q->change, &q->lock, &t);
}

/// With the lock held: takes the moment when nothing runs. `job` NULL: however long it takes.
static enum vyi_cuda_stop wait_for_quiet(struct vyi_cuda_quiet *q, const struct vyi_job *job)
{
    enum vyi_cuda_stop stop = VYI_CUDA_STOP_NOT;
    uint32_t looks = 0;
    while ((q->running || q->taken) && !stop) {
        q->urgent += looks++ == PATIENCE_MS;
        wait_a_little(q);
        stop = job ? vyi_cuda_must_stop(job) : VYI_CUDA_STOP_NOT;
    }
    q->urgent -= looks > PATIENCE_MS;
    q->taken = !stop || q->taken;
    if (stop)
        pthread_cond_broadcast(&q->change);
    return stop;
}

// ---- what is put off ----
static void discard(struct vyi_cuda_state *s, const struct vyi_cuda_waste *w)
{
    switch (w->kind) {
    case VYI_CUDA_WASTE_MODULE: s->cu.module_unload(w->what); break;
    case VYI_CUDA_WASTE_GRAPH: s->cu.graph_forget(w->what); break;
    default: s->cu.host_free(w->what); break;
    }
}

/// With the lock held, and nothing running.
static void sweep(struct vyi_cuda_state *s)
{
    for (uint32_t i = 0; i < s->quiet.waste.count; i++)
        discard(s, &s->quiet.waste.at[i]);
    s->quiet.waste.count = 0;
}

void vyi_cuda_sweep(struct vyi_cuda_state *s)
{
    pthread_mutex_lock(&s->quiet.lock);
    sweep(s);
    pthread_mutex_unlock(&s->quiet.lock);
}

void vyi_cuda_put_off(struct vyi_cuda_state *s, enum vyi_cuda_waste_kind kind, void *what)
{
    struct vyi_cuda_quiet *q = &s->quiet;
    const struct vyi_cuda_waste waste = {kind, what};
    if (!what)
        return;
    pthread_mutex_lock(&q->lock);
    bool runs = q->running || q->alone, noted = runs && vyi_vec_push(s->host, &q->waste, waste);
    if (!runs)
        discard(s, &waste); // with the lock held: nothing begins meanwhile
    pthread_mutex_unlock(&q->lock);
    if (runs && !noted)
        discard(s, &waste); // there was no memory for a note
}

// ---- loading ----
enum vyi_cuda_stop vyi_cuda_quiet_begin(struct vyi_cuda_state *s, const struct vyi_job *job)
{
    pthread_mutex_lock(&s->quiet.lock);
    enum vyi_cuda_stop stop = wait_for_quiet(&s->quiet, job);
    pthread_mutex_unlock(&s->quiet.lock);
    return stop;
}

bool vyi_cuda_quiet_try(struct vyi_cuda_state *s)
{
    pthread_mutex_lock(&s->quiet.lock);
    bool free = !s->quiet.running && !s->quiet.taken;
    s->quiet.taken |= free;
    pthread_mutex_unlock(&s->quiet.lock);
    return free;
}

void vyi_cuda_quiet_end(struct vyi_cuda_state *s)
{
    pthread_mutex_lock(&s->quiet.lock);
    s->quiet.taken = false;
    sweep(s);
    pthread_cond_broadcast(&s->quiet.change);
    pthread_mutex_unlock(&s->quiet.lock);
}

// ---- running ----
enum vyi_cuda_stop vyi_cuda_run_begin(struct vyi_cuda_state *s, const struct vyi_job *job,
                                      uint32_t local_bytes)
{
    struct vyi_cuda_quiet *q = &s->quiet;
    enum vyi_cuda_stop stop = VYI_CUDA_STOP_NOT;
    pthread_mutex_lock(&q->lock);
    if (local_bytes > q->local_bytes) { // alone, this once
        stop = wait_for_quiet(q, job);
        if (!stop) {
            q->local_bytes = local_bytes;
            q->alone = true;
        }
    } else {
        while ((q->taken || q->urgent) && !stop) {
            wait_a_little(q);
            stop = vyi_cuda_must_stop(job);
        }
        q->running += !stop;
    }
    pthread_mutex_unlock(&q->lock);
    return stop;
}

void vyi_cuda_run_end(struct vyi_cuda_state *s)
{
    struct vyi_cuda_quiet *q = &s->quiet;
    pthread_mutex_lock(&q->lock);
    if (q->alone)
        q->alone = q->taken = false;
    else
        q->running--;
    if (!q->running) {
        sweep(s);
        pthread_cond_broadcast(&q->change);
    }
    pthread_mutex_unlock(&q->lock);
}
