// Some calls of the driver wait until nothing runs on the GPU: loading and unloading code, freeing
// pinned memory or memory that is of no pool, destroying a graph with conditions, and the first
// launch of a kernel that needs more local memory than any before. While such a call waits, a stop
// request for a running kernel waits behind it in the driver; beside a kernel that never ends, it
// waits for ever. So these calls wait here instead, where deadlines still hold. Frees are deferred
// until nothing runs. Loading waits for exclusive use of the GPU. A persistent kernel is asked to
// yield the GPU, and is launched again afterwards. It also yields to cooperative launches that need
// its room (each of its blocks is assumed to occupy one multiprocessor), and to calls that make a
// stream or a graph: from some number of streams on, the driver waits for all running kernels.
//
// A launch that cannot begin waits in line. Later ones overtake it where they can, until it has
// waited for long: otherwise short launches would starve a thread that loads code, and one graph
// after the other would starve a persistent kernel. Then it is urgent and the others wait, but only
// for a time that doubles: what runs now may never end, and all would wait for nothing.
//
// All devices of a GPU in a process share its primary context, and with it the driver's lock, also
// those of contexts that know nothing of each other. No handle of the driver's or of a caller's is
// common to them, so there is one gate a GPU for the whole process: the only variable of the
// library that is not constant.
// A process that was forked from one with a device never gets here: the driver refuses it.
#include "dev/cuda/cuda_state.h"

#include <time.h>

enum { LOOK_NS = 1000000 };
/// How long others overtake before a launch is urgent: at first, and at most.
static const uint64_t patience_ns = 20000000, most_patience_ns = (uint64_t)20000000 << 8;
/// For a persistent kernel to yield, where that may turn out not to be needed.
static const uint64_t yield_ns = 100000000;

/// By CUDA's number of the GPU. The lock is for `devices` of all gates, and taken before theirs. A
/// gate's lock and condition are there while it has devices; what else it holds outlives them.
static struct {
    pthread_mutex_t lock;
    struct vyi_cuda_arbiter gates[VYI_CUDA_GPUS];
} the_gpus = {.lock = PTHREAD_MUTEX_INITIALIZER};

void vyi_cuda_arbiter_open(struct vyi_cuda_state *s, uint32_t index)
{
    struct vyi_cuda_arbiter *q = s->arbiter = &the_gpus.gates[index];
    pthread_condattr_t clock;
    pthread_mutex_lock(&the_gpus.lock);
    if (!q->devices) {
        pthread_mutex_init(&q->lock, NULL);
        pthread_condattr_init(&clock);
        pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
        pthread_cond_init(&q->change, &clock);
        pthread_condattr_destroy(&clock);
    }
    pthread_mutex_lock(&q->lock);
    s->beside = q->devices;
    q->devices = s;
    pthread_mutex_unlock(&q->lock);
    pthread_mutex_unlock(&the_gpus.lock);
}

void vyi_cuda_arbiter_close(struct vyi_cuda_state *s)
{
    struct vyi_cuda_arbiter *q = s->arbiter;
    struct vyi_cuda_state **at = &q->devices;
    pthread_mutex_lock(&the_gpus.lock);
    pthread_mutex_lock(&q->lock);
    while (*at != s)
        at = &(*at)->beside;
    *at = s->beside;
    pthread_mutex_unlock(&q->lock);
    if (!q->devices) {
        pthread_cond_destroy(&q->change);
        pthread_mutex_destroy(&q->lock);
    }
    pthread_mutex_unlock(&the_gpus.lock);
}

void vyi_cuda_arbiter_forget(struct vyi_cuda_state *s)
{
    pthread_mutex_lock(&s->arbiter->lock);
    s->arbiter->local_bytes = 0; // too little, where others still have the context: that is safe
    s->deferred.count = 0;
    for (uint32_t i = 0; i < s->pages.count; i++)
        s->pages.at[i].pinned = false;
    pthread_mutex_unlock(&s->arbiter->lock);
}

/// Until something changes, or a millisecond has passed.
static void wait_a_little(struct vyi_cuda_arbiter *q)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += LOOK_NS;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&q->change, &q->lock, &t);
}

// ---- what is put off ----
static void discard(struct vyi_cuda_state *s, const struct vyi_cuda_deferred *w)
{
    switch (w->kind) {
    case VYI_CUDA_DEFERRED_MODULE: s->cu.module_unload(w->what); break;
    case VYI_CUDA_DEFERRED_GRAPH: s->cu.graph_forget(w->what); break;
    case VYI_CUDA_DEFERRED_MEMORY: s->cu.memory_free(vyi_cuda_address(w->what)); break;
    default: vyi_cuda_pinned_free(s, w->what); break;
    }
}

/// With the lock held, and nothing running: what any device has left.
static void sweep(struct vyi_cuda_arbiter *q)
{
    for (struct vyi_cuda_state *s = q->devices; s; s = s->beside) {
        for (uint32_t i = 0; i < s->deferred.count; i++)
            discard(s, &s->deferred.at[i]);
        s->deferred.count = 0;
    }
}

void vyi_cuda_free_later(struct vyi_cuda_state *s, enum vyi_cuda_deferred_kind kind, void *what)
{
    struct vyi_cuda_arbiter *q = s->arbiter;
    const struct vyi_cuda_deferred deferred = {kind, what};
    if (!what)
        return;
    pthread_mutex_lock(&q->lock);
    bool runs = q->running || q->alone,
         noted = runs && vyi_vec_push(s->host, &s->deferred, deferred);
    if (!runs)
        discard(s, &deferred); // with the lock held: nothing begins meanwhile
    pthread_mutex_unlock(&q->lock);
    if (runs && !noted)
        discard(s, &deferred); // there was no memory for a note
}

// ---- room ----
static bool is_persistent(const struct vyi_cuda_turn *t)
{
    return t->job && t->job->persistent;
}

/// With the lock held: blocks of persistent kernels.
static uint64_t persistent_blocks(const struct vyi_cuda_arbiter *q)
{
    uint64_t blocks = 0;
    for (const struct vyi_cuda_turn *t = q->turns; t; t = t->next)
        blocks += is_persistent(t) ? t->blocks : 0;
    return blocks;
}

static uint64_t beside(const struct vyi_cuda_state *s, uint64_t fit, uint64_t taken)
{
    uint64_t processors = (uint64_t)s->about.processors;
    return taken < processors ? fit / processors * (processors - taken) : 0;
}

uint64_t vyi_cuda_blocks_left(struct vyi_cuda_state *s, uint64_t fit)
{
    pthread_mutex_lock(&s->arbiter->lock);
    uint64_t blocks = beside(s, fit, persistent_blocks(s->arbiter));
    pthread_mutex_unlock(&s->arbiter->lock);
    return blocks;
}

/// With the lock held: whether all launches that must be resident as a whole, and this one, leave
/// room for the persistent kernels and for so many blocks more of them.
static bool all_have_room(const struct vyi_cuda_state *s, const struct vyi_cuda_turn *turn,
                          uint64_t more)
{
    uint64_t taken = persistent_blocks(s->arbiter) + more;
    if (!taken)
        return true;
    if (turn && turn->blocks > beside(s, turn->fit, taken))
        return false;
    for (const struct vyi_cuda_turn *t = s->arbiter->turns; t; t = t->next)
        if (t->together && t->blocks > beside(s, t->fit, taken))
            return false;
    return true;
}

// ---- the line, all of it with the lock held ----
static void join(struct vyi_cuda_turn **list, struct vyi_cuda_turn *t)
{
    t->next = *list;
    *list = t;
}

static void leave(struct vyi_cuda_turn **list, const struct vyi_cuda_turn *t)
{
    while (*list != t)
        list = &(*list)->next;
    *list = t->next;
}

static void join_line(struct vyi_cuda_arbiter *q, struct vyi_cuda_turn *t)
{
    t->urgent = false;
    t->ns = patience_ns;
    t->end = vyi_now_ns() + patience_ns;
    join(&q->line, t);
}

static void leave_line(struct vyi_cuda_arbiter *q, const struct vyi_cuda_turn *t)
{
    leave(&q->line, t);
    if (q->line && (t->exclusive || t->together || t->urgent)) // else no other waited for it
        pthread_cond_broadcast(&q->change);
}

/// A persistent kernel waits for all before it that may want it to yield, or it would be back
/// before they have begun. Others wait for an urgent launch that they would keep from beginning.
static bool goes_first(const struct vyi_cuda_turn *before, const struct vyi_cuda_turn *t)
{
    if (is_persistent(t))
        return before->exclusive || before->together;
    return before->urgent &&
           (before->exclusive || (is_persistent(before) && (t->exclusive || t->together)));
}

static bool lacks_room(const struct vyi_cuda_state *s, const struct vyi_cuda_turn *t)
{
    return is_persistent(t) ? !all_have_room(s, NULL, t->blocks)
                            : t->together && !all_have_room(s, t, 0);
}

static bool must_wait(const struct vyi_cuda_state *s, const struct vyi_cuda_turn *t)
{
    const struct vyi_cuda_turn *before = t->next;
    while (before && !goes_first(before, t))
        before = before->next;
    return before || (t->exclusive && s->arbiter->running) || lacks_room(s, t);
}

/// Others wait twice as long each time, so that in the end whatever they run fits in between, and
/// go on for as long as they waited.
static void take_turns(struct vyi_cuda_arbiter *q, struct vyi_cuda_turn *t)
{
    uint64_t now = vyi_now_ns();
    if (now < t->end)
        return;
    if (!t->urgent && t->ns < most_patience_ns)
        t->ns *= 2;
    t->urgent = !t->urgent;
    t->end = now + t->ns;
    if (!t->urgent)
        pthread_cond_broadcast(&q->change);
}

static void wait_for_others(struct vyi_cuda_state *s, struct vyi_cuda_turn *t)
{
    bool aside = t->exclusive || (t->together && lacks_room(s, t));
    for (const struct vyi_cuda_turn *r = s->arbiter->turns; r && aside; r = r->next)
        if (is_persistent(r))
            r->job->persistent->yield(r->job->persistent->user, true);
    take_turns(s->arbiter, t);
    wait_a_little(s->arbiter);
}

/// Beside a kernel that does not stop there is no moment when nothing runs.
static enum vyi_stop wait_in_line(struct vyi_cuda_state *s, struct vyi_cuda_turn *t)
{
    struct vyi_cuda_arbiter *q = s->arbiter;
    enum vyi_stop stop = VYI_STOP_NOT;
    join_line(q, t);
    while ((q->taken || must_wait(s, t)) && !stop) {
        wait_for_others(s, t);
        stop = t->job           ? vyi_cuda_must_stop(s, t->job)
               : q->stuck.count ? VYI_STOP_LOST
                                : VYI_STOP_NOT;
    }
    leave_line(q, t);
    q->taken = q->taken || (t->exclusive && !stop);
    return stop;
}

// ---- loading ----
enum vyi_stop vyi_cuda_exclusive_begin(struct vyi_cuda_state *s, const struct vyi_job *job)
{
    struct vyi_cuda_turn turn = {.job = job, .exclusive = true};
    pthread_mutex_lock(&s->arbiter->lock);
    enum vyi_stop stop = wait_in_line(s, &turn);
    pthread_mutex_unlock(&s->arbiter->lock);
    return stop;
}

void vyi_cuda_exclusive_end(struct vyi_cuda_state *s)
{
    pthread_mutex_lock(&s->arbiter->lock);
    s->arbiter->taken = false;
    sweep(s->arbiter);
    pthread_cond_broadcast(&s->arbiter->change);
    pthread_mutex_unlock(&s->arbiter->lock);
}

// ---- making streams and graphs ----
/// As if it were a graph to be launched.
static void yield_begin(struct vyi_cuda_state *s, struct vyi_cuda_turn *turn)
{
    uint64_t end = vyi_now_ns() + yield_ns;
    *turn = vyi_cuda_graph_turn(NULL);
    pthread_mutex_lock(&s->arbiter->lock);
    join_line(s->arbiter, turn);
    while (must_wait(s, turn) && vyi_now_ns() < end)
        wait_for_others(s, turn);
    pthread_mutex_unlock(&s->arbiter->lock);
}

static void yield_end(struct vyi_cuda_state *s, const struct vyi_cuda_turn *turn)
{
    pthread_mutex_lock(&s->arbiter->lock);
    leave_line(s->arbiter, turn);
    pthread_mutex_unlock(&s->arbiter->lock);
}

cu_result vyi_cuda_stream_create(struct vyi_cuda_state *s, cu_stream *stream)
{
    struct vyi_cuda_turn turn;
    yield_begin(s, &turn);
    cu_result result = s->cu.stream_create(stream, CU_STREAM_ALONE);
    yield_end(s, &turn);
    return result;
}

cu_result vyi_cuda_graph_make(struct vyi_cuda_state *s, cu_exec *exec, cu_graph graph)
{
    struct vyi_cuda_turn turn;
    yield_begin(s, &turn);
    cu_result result = s->cu.graph_make(exec, graph, 0);
    yield_end(s, &turn);
    return result;
}

// ---- running ----
enum vyi_stop vyi_cuda_run_begin(struct vyi_cuda_state *s, struct vyi_cuda_turn *turn)
{
    struct vyi_cuda_arbiter *q = s->arbiter;
    pthread_mutex_lock(&q->lock);
    turn->exclusive = turn->local_bytes > q->local_bytes; // alone, until the driver has made room
    enum vyi_stop stop = wait_in_line(s, turn);
    if (!stop) {
        join(&q->turns, turn);
        q->alone = turn->exclusive;
        q->running += !turn->exclusive;
        q->local_bytes = turn->exclusive ? turn->local_bytes : q->local_bytes;
    }
    if (!stop && is_persistent(turn))
        turn->job->persistent->yield(turn->job->persistent->user, false);
    pthread_mutex_unlock(&q->lock);
    return stop;
}

void vyi_cuda_run_launched(struct vyi_cuda_state *s)
{
    struct vyi_cuda_arbiter *q = s->arbiter;
    pthread_mutex_lock(&q->lock);
    if (q->alone) { // which is this one: nothing runs beside it
        q->alone = q->taken = false;
        q->running++;
        pthread_cond_broadcast(&q->change);
    }
    pthread_mutex_unlock(&q->lock);
}

void vyi_cuda_run_end(struct vyi_cuda_state *s, struct vyi_cuda_turn *turn)
{
    struct vyi_cuda_arbiter *q = s->arbiter;
    pthread_mutex_lock(&q->lock);
    leave(&q->turns, turn);
    if (q->alone)
        q->alone = q->taken = false;
    else if (!turn->stuck) // else it counts for as long as the process lasts
        q->running--;
    if (!q->running)
        sweep(q);
    if (!q->running || q->line)
        pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->lock);
}
