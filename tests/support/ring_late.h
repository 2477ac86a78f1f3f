// Deadlines of handlers that pass when a test says so. By the clock, a short handler would be late
// as well wherever the machine has something else to do for as long.
#ifndef TESTS_SUPPORT_RING_LATE_H
#define TESTS_SUPPORT_RING_LATE_H

#include "mega/ring.h"
#include "support/patience.h"
#include "support/ring.h"

#include <unistd.h>

/// What the watcher does to slots of ENDLESS once they have run for the deadline, PATIENT_MS, which
/// is taken to be now. Each is stop_sent once: one that is slow to stop is not stop_sent again.
static inline void ring_late(vy_mega *m)
{
    uint64_t grace_ns = (uint64_t)m->params.deadline_ms * 1000000u;
    assert_int_equal(m->params.deadline_ms, PATIENT_MS);
    pthread_mutex_lock(&m->watcher.lock);
    vyi_ring_watch(m, grace_ns); // sees what runs
    for (uint32_t i = 0; i < m->crew; i++) {
        struct vyi_ring_worker *w = &m->workers[i];
        uint32_t slot = (uint32_t)w->seen_running;
        bool endless = slot && m->shared.sub[(slot - 1) * VY_MEGA_SLOT_WORDS + 1] == ENDLESS;
        if (!m->gpu && w->stop_sent != w->seen_running)
            w->stop_sent = 0;
        if (!endless || w->stop_sent == w->seen_running)
            continue;
        w->since_ns -= grace_ns;
        if (!m->gpu)
            w->stop_sent = w->seen_running;
    }
    vyi_ring_watch(m, grace_ns);
    pthread_mutex_unlock(&m->watcher.lock);
}

/// The end of a slot, where those of ENDLESS that come before it are late.
static inline vy_mega_result ring_late_until(vy_mega *m, vy_ticket ticket)
{
    vy_mega_result r = {0};
    vy_status status;
    while ((status = vy_mega_poll(m, ticket, &r)) == VY_ERROR_BUSY) {
        ring_late(m);
        usleep(100);
    }
    assert_int_equal(status, VY_OK);
    return r;
}

#endif
