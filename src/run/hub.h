// What a device's users share: whose turn it is on which bytes, the threads of begun dispatches,
// handles of destroyed buffers, prepared programs.
//
// Everything that touches resident buffers takes a turn: dispatches, uploads, downloads, fills. A
// turn names the bytes it reads and writes, and begins when no earlier turn conflicts with it.
#pragma once

#include "dev/device.h"

/// Bytes of a buffer that a turn, or a wave of a graph, uses.
struct vyi_use {
    vy_buffer *buffer;
    uint64_t from, to;
    bool write;
    bool fresh;     ///< starts as zeros, and is not read before it is written
    uint32_t index; ///< buffer of the program
};
static inline bool vyi_uses_share(const struct vyi_use *a, const struct vyi_use *b)
{
    return a->buffer == b->buffer && a->from < b->to && b->from < a->to;
}

struct vyi_turn {
    struct vyi_turn *before, *after; ///< in the order they were begun
    struct vyi_use *uses;
    uint32_t use_count;
    uint32_t blockers;          ///< earlier turns that conflict
    bool running;               ///< begun by a thread of the device's
    struct vy_pending *pending; ///< for the device's threads; NULL: the thread that joined runs it
};

enum { VYI_HUB_GONE = 4096, VYI_HUB_COMPILED = 64, VYI_HUB_THREADS = 8 };

struct vyi_hub {
    pthread_mutex_t lock;
    pthread_cond_t changed; ///< for those who wait for a turn or an end
    pthread_cond_t work;    ///< for the device's threads
    uint32_t refs;          ///< the open handle, buffers, pipelines, begun dispatches
    struct vyi_turn *first, *last;
    pthread_t threads[VYI_HUB_THREADS];
    uint32_t thread_count, idle;
    bool closing;
    uint32_t inside; ///< dispatches and transfers that use memory of the device now
    bool recovering; ///< no other may enter
    atomic_int pid;  ///< of the process that started the threads; 0: none yet
    vy_buffer *gone_first, *gone_last;
    uint32_t gone_count;
    struct vyi_compiled *compiled; ///< the cache, and all that are in use
    vy_cache_stats cache;
    atomic_uint persistent; ///< live megakernels: they use memory that a recovery frees
};

vy_status vyi_hub_create(vy_device *device);
void vyi_hub_lock(struct vyi_hub *hub);
void vyi_hub_unlock(struct vyi_hub *hub);
void vyi_hub_hold(vy_device *device);
/// Frees the device with the last one.
void vyi_hub_drop(vy_device *device);
/// Around whatever uses memory of the device for more than one call: recovery waits until all have
/// left.
void vyi_hub_enter(vy_device *device);
void vyi_hub_leave(vy_device *device);
/// Whether this process may use the device; reports if not.
vy_status vyi_hub_check(vy_device *device);

/// Queues up behind all turns that are there. Fails where a buffer is gone by now.
vy_status vyi_turn_join(vy_device *device, struct vyi_turn *turn);
/// Waits until nothing earlier conflicts. VY_ERROR_DEADLINE: the time has come before;
/// VY_ERROR_CANCELLED: `cancel` (or NULL) is true.
vy_status vyi_turn_wait(vy_device *device, struct vyi_turn *turn, uint64_t deadline_ns,
                        const atomic_bool *cancel);
/// Whether nothing earlier conflicts; else fills `busy` with bytes that both use.
bool vyi_turn_ready(vy_device *device, struct vyi_turn *turn, struct vyi_use *busy);
void vyi_turn_leave(vy_device *device, struct vyi_turn *turn);

// With the lock held:
void vyi_turn_unlink(vy_device *device, struct vyi_turn *turn);
/// Waits for the condition that something changed; false: the time has come. 0: no end.
bool vyi_hub_sleep(struct vyi_hub *hub, uint64_t until_ns);
/// Makes sure that a thread will take the begun dispatches; false: there is none at all.
bool vyi_hub_start_thread(vy_device *device);

/// Runs a begun dispatch, whose turn it is, to its end; by the device's threads.
void vyi_pending_run(struct vy_pending *pending);
/// Cancels a dispatch whose diagnostics nobody wants; it is waited for as usual.
void vyi_pending_drop(struct vy_pending *pending);
