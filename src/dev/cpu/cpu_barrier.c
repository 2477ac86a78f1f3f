// Dealing out workgroups, and the grid barrier.
//
// The gate is one word: how many threads have joined, how many of them have arrived, and whether it
// is closed. A barrier waits for the threads that have joined, not for a thread that the system has
// not woken yet, and one thread alone can run any grid. A thread joins at any time but while the
// last one to arrive prepares the next segment. Since the grid's control flow depends only on what
// barriers returned, a thread that joins late runs the kernel from its beginning: it is dealt
// nothing and passes the barriers that are over, with what they returned, until it has caught up.
// After PAST_MOST barriers nobody joins any more.
//
// A stop is final: a thread that sees it leaves, and no thread waits for another any more.
#include "dev/cpu/cpu_launch.h"

#include "ir/sem.h"

#include <sched.h>

#define ARRIVED ((uint64_t)1 << 16)
#define CLOSED ((uint64_t)1 << 32) // nobody joins now
#define COUNT(gate, unit) ((uint32_t)((gate) / (unit)&0xffff))

enum {
    SPINS = 2000,         ///< before sleeping, where every thread has a core of its own
    SPINS_CROWDED = 20,   ///< where not
    NAP_NS = 10 * 1000000 ///< how long a waiting thread does not look for a cancel
};

// ---- stopping ----
void vyi_cpu_stop(struct vyi_cpu_launch *l, enum vyi_stop why)
{
    unsigned not_yet = VYI_STOP_NOT;
    if (!atomic_compare_exchange_strong(&l->stop, &not_yet, why))
        return;
    // Whoever read the word before now finds it changed and does not sleep.
    atomic_fetch_add(&l->phase, 1);
    vyi_futex_wake(&l->phase);
}

static bool stopped(struct vyi_cpu_launch *l)
{
    return atomic_load_explicit(&l->stop, memory_order_acquire) != VYI_STOP_NOT;
}

/// The same after a look at what the host asks for.
static bool should_stop(struct vyi_cpu_launch *l)
{
    if (stopped(l) || !l->watched)
        return stopped(l);
    enum vyi_stop why = vyi_dev_must_stop(l->job);
    if (why)
        vyi_cpu_stop(l, why);
    return why;
}

uint32_t vyi_cpu_poll(struct vyi_cpu_thread *t)
{
    return should_stop(vyi_cpu_launch_of(t));
}

// ---- late threads ----
/// Whether this thread has not caught up with the others.
static bool is_late(const struct member *m)
{
    return m->passed < m->missed;
}

/// The barrier that this thread comes to next.
static struct vyi_cpu_passed *next_passed(struct member *m)
{
    return m->passed < VYI_CPU_PAST_MOST ? &m->launch->past[m->passed] : NULL;
}

uint64_t vyi_cpu_remember(struct vyi_cpu_thread *t, uint64_t bits)
{
    struct vyi_cpu_passed *p = next_passed((struct member *)t);
    if (is_late((struct member *)t))
        return atomic_load_explicit(&p->value, memory_order_relaxed);
    if (p)
        atomic_store_explicit(&p->value, bits, memory_order_relaxed);
    return bits;
}

// ---- workgroups ----
/// Where a share begins, and the one before it ends.
static uint64_t share_begin(const struct vyi_cpu_launch *l, uint32_t share)
{
    return (uint64_t)l->block->group_count * share / l->shares;
}

static void deal_anew(struct vyi_cpu_launch *l)
{
    for (uint32_t i = 0; i < l->shares; i++)
        atomic_store_explicit(&l->share[i].next, share_begin(l, i), memory_order_relaxed);
}

static bool is_dealt(const struct vyi_cpu_launch *l)
{
    uint32_t i = 0;
    while (i < l->shares &&
           atomic_load_explicit(&l->share[i].next, memory_order_relaxed) >= share_begin(l, i + 1))
        i++;
    return i == l->shares;
}

/// Large pieces first, small ones when few are left, so that threads end together.
static bool take_of(struct vyi_cpu_launch *l, uint32_t share, uint32_t *first, uint32_t *end)
{
    atomic_ullong *next = &l->share[share].next;
    uint64_t last = share_begin(l, share + 1), part = l->threads > 1 ? 2 : 1, chunk;
    unsigned long long at = atomic_load_explicit(next, memory_order_relaxed);
    do {
        if (at >= last)
            return false;
        chunk = (last - at) / part;
        chunk = chunk < 1 ? 1 : chunk < l->most_chunk ? chunk : l->most_chunk;
    } while (!atomic_compare_exchange_weak_explicit(next, &at, at + chunk, memory_order_relaxed,
                                                    memory_order_relaxed));
    *first = (uint32_t)at;
    *end = (uint32_t)(at + chunk);
    return true;
}

/// From a thread's own share, then from those after it. A workgroup may wait for a smaller one: the
/// first thread, which is always there, takes the smallest workgroup that nobody has, so that all
/// smaller than its own have been dealt to threads that run them.
uint32_t vyi_cpu_take(struct vyi_cpu_thread *t, uint32_t *first, uint32_t *end)
{
    struct member *m = (struct member *)t;
    struct vyi_cpu_launch *l = m->launch;
    if (is_late(m) || should_stop(l))
        return 0;
    for (uint32_t i = 0; i < l->shares; i++)
        if (take_of(l, (m->home + i) % l->shares, first, end))
            return 1;
    return 0;
}

// ---- the gate ----
void vyi_cpu_gate_open(struct vyi_cpu_launch *l)
{
    atomic_store(&l->gate, 0);
    l->passed = 0;
    atomic_store(&l->stop, VYI_STOP_NOT);
    deal_anew(l);
}

bool vyi_cpu_gate_join(struct vyi_cpu_launch *l, struct member *m)
{
    unsigned long long gate = atomic_load_explicit(&l->gate, memory_order_relaxed);
    do {
        while (gate & CLOSED && atomic_load(&l->passed) < VYI_CPU_PAST_MOST && !stopped(l)) {
            sched_yield();
            gate = atomic_load_explicit(&l->gate, memory_order_relaxed);
        }
        m->thread.number = COUNT(gate, 1);
        if (gate & CLOSED || m->thread.number >= l->threads)
            return false;
        // Nothing left to do, now or later: a thread that joins now only makes others wait.
        if (!l->work->info.synchronises && is_dealt(l))
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&l->gate, &gate, gate + 1, memory_order_acq_rel,
                                                    memory_order_relaxed));
    // The others wait for this thread at their next barrier, so none is passed meanwhile.
    m->missed = atomic_load_explicit(&l->passed, memory_order_relaxed);
    return true;
}

/// Whether this thread is the last; then no other runs, and none joins, until it lets them go.
static bool arrive(struct vyi_cpu_launch *l)
{
    unsigned long long gate = atomic_load_explicit(&l->gate, memory_order_relaxed), then;
    bool last;
    do {
        last = COUNT(gate, ARRIVED) + 1 >= COUNT(gate, 1);
        then = last ? COUNT(gate, 1) | CLOSED : gate + ARRIVED;
    } while (!atomic_compare_exchange_weak_explicit(&l->gate, &gate, then, memory_order_acq_rel,
                                                    memory_order_relaxed));
    return last;
}

/// Notes what the barrier returned for threads that join later, and opens the gate to them last:
/// such a thread must not take this barrier for the one that it comes to.
static void let_go(struct vyi_cpu_launch *l, struct vyi_cpu_passed *passed)
{
    if (passed) {
        passed->flags = l->flags;
        atomic_store(&l->passed, (uint32_t)(passed - l->past) + 1);
    }
    atomic_fetch_add(&l->phase, 1);
    if (atomic_load(&l->sleepers))
        vyi_futex_wake(&l->phase);
    if (passed)
        atomic_fetch_and_explicit(&l->gate, ~CLOSED, memory_order_release);
}

/// Waits until the phase is no longer `seen`, or the launch is to stop.
static void wait_for(struct vyi_cpu_launch *l, unsigned seen)
{
    int spins = l->threads <= l->pool->cores ? SPINS : SPINS_CROWDED;
    for (int i = 0; i < spins; i++) {
        if (atomic_load_explicit(&l->phase, memory_order_acquire) != seen)
            return;
        vyi_cpu_pause();
    }
    while (atomic_load_explicit(&l->phase, memory_order_acquire) == seen && !should_stop(l)) {
        atomic_fetch_add(&l->sleepers, 1);
        vyi_futex_sleep(&l->phase, seen, l->watched ? NAP_NS : 0);
        atomic_fetch_sub(&l->sleepers, 1);
    }
}

/// The xor tree over the parts. Those that would pad them to a power of two hold -0.0, which
/// changes no sum, so they are left out.
static uint64_t tree(uint64_t *parts, uint64_t count, vyi_sem_fn add)
{
    uint64_t padded = 1;
    while (padded < count)
        padded *= 2;
    for (uint64_t stride = padded / 2; stride; stride /= 2)
        for (uint64_t k = 0; k < stride && k + stride < count; k++)
            parts[k] = add(parts[k], parts[k + stride], 0);
    return parts[0];
}

/// What a grid collective does with the parts of all workgroups.
struct collective {
    uint32_t how;
    uint8_t op, type;
};

static uint64_t fold(struct vyi_cpu_block *block, uint32_t how, uint8_t op, uint8_t type)
{
    vyi_sem_fn fn = vyi_sem(op, type);
    uint64_t sum = vyi_sem_identity(op, type), *parts = block->parts, count = block->group_count;
    if (how == VYI_CPU_REDUCE && op == VYI_OP_ADD && vyi_type_class(type) == VYI_CLASS_FLOAT)
        return tree(parts, count, fn);
    if (how == VYI_CPU_REDUCE) {
        for (uint64_t k = 0; k < count; k++)
            sum = fn(sum, parts[k], 0);
        return sum;
    }
    for (uint64_t k = 0; k < count; k++) {
        uint64_t part = parts[k];
        parts[k] = sum;
        sum = fn(sum, part, 0);
    }
    return 0;
}

/// By the last thread to arrive: the result of the barrier, and everything made ready for the next
/// segment.
static void turn(struct vyi_cpu_launch *l, uint32_t fixpoint)
{
    struct vyi_cpu_block *block = l->block;
    l->flags = 0;
    if (l->has_failed && fixpoint != VYI_CPU_REGROUP)
        vyi_cpu_stop(l, VYI_STOP_ASSERT);
    if (fixpoint && fixpoint != VYI_CPU_REGROUP && block->again[fixpoint - 1]) {
        l->flags |= VYI_CPU_AGAIN;
        block->again[fixpoint - 1] = 0;
    }
    if (*block->alive) {
        l->flags |= VYI_CPU_ALIVE;
        *block->alive = 0;
    }
    deal_anew(l);
}

/// The last thread to arrive folds before it releases the others, so one barrier does for both.
static uint32_t synchronise(struct member *m, uint32_t fixpoint, const struct collective *c)
{
    struct vyi_cpu_launch *l = m->launch;
    struct vyi_cpu_passed *passed = next_passed(m);
    unsigned seen = atomic_load(&l->phase);
    bool late = is_late(m);
    m->passed += passed != NULL;
    if (should_stop(l))
        return VYI_CPU_STOP;
    if (late)
        return passed->flags;
    if (arrive(l)) {
        turn(l, fixpoint);
        if (c)
            l->combined = fold(l->block, c->how, c->op, c->type);
        if (c && passed)
            passed->value = l->combined;
        let_go(l, passed);
    } else {
        wait_for(l, seen);
    }
    return stopped(l) ? VYI_CPU_STOP : l->flags;
}

uint32_t vyi_cpu_barrier(struct vyi_cpu_thread *t, uint32_t fixpoint)
{
    return synchronise((struct member *)t, fixpoint, NULL);
}

uint64_t vyi_cpu_combine(struct vyi_cpu_thread *t, uint32_t how, uint32_t op, uint32_t type)
{
    struct member *m = (struct member *)t;
    struct vyi_cpu_passed *passed = next_passed(m);
    bool late = is_late(m);
    t->flags = synchronise(m, 0, &(struct collective){how, (uint8_t)op, (uint8_t)type});
    return t->flags & VYI_CPU_STOP ? 0 : late ? passed->value : m->launch->combined;
}
