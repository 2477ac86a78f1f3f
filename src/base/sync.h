// Threads that sleep on a word, and threads that must not be cancelled.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// Sleeps while *word is `value`, at most `most_ns` (0: no limit); may return early.
void vyi_futex_sleep(atomic_uint *word, unsigned value, uint64_t most_ns);
void vyi_futex_wake(atomic_uint *word); ///< all threads that sleep on it

/// Creates a thread that no signal is delivered to: signals are for the host's own threads. 0, or
/// the number of an error.
int vyi_thread_create(pthread_t *thread, void *(*run)(void *), void *user);

/// Whether the calling thread runs on another processor than this one, to which it moves where it
/// may. A guest system takes a halted virtual processor for a busy one, wakes a thread where it was
/// called from, and moves it only milliseconds later.
bool vyi_leave_processor(int processor);

/// pthread_cancel() does not end the calling thread in between.
int vyi_cancel_disable(void);
void vyi_cancel_restore(int before);
/// A lock whose owner does I/O or reports errors, and must not be cancelled meanwhile.
int vyi_mutex_hold(pthread_mutex_t *lock);
void vyi_mutex_release(pthread_mutex_t *lock, int before);
