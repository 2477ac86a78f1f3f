// What the interpreter of a live ring and its submissions are made of.
#ifndef VYI_MEGA_RING_INTERPRET_H
#define VYI_MEGA_RING_INTERPRET_H

#include "bytecode/bytecode.h"
#include "mega/ring.h"

/// A worker has so many words of registers; some are for words that lie outside: interpreter.vy.
enum { VYI_REGISTER_WORDS = 1 << 19, VYI_REGISTERS_KEPT = 3072 };
/// Buffers of the interpreter, and windows.
enum { VYI_INTERPRETER_REGISTERS, VYI_INTERPRETER_RESULTS, VYI_INTERPRETER_BUFFERS };
enum { VYI_INTERPRETER_MOST = VYI_INTERPRETER_BUFFERS + 16 };

/// A program that was submitted, until its ticket has ended.
struct vyi_submission {
    struct vyi_submission *next;
    vy_ticket ticket; ///< 0: not published
    struct vyi_bytecode code;
    char *memory; ///< of shared and scratch buffers
    size_t bytes, size;
    uint32_t count;
    vy_buffer *used[]; ///< held
};

struct vyi_interpreter {
    struct vyi_ring_code kernel;
    void *memory[VYI_INTERPRETER_MOST];
    pthread_mutex_t lock; ///< of the list
    struct vyi_submission *first;
};

/// Frees the submissions that have ended, or all; with the lock.
void vyi_ring_reap(struct vy_mega *m, bool all);
void vyi_ring_drop(struct vy_mega *m, struct vyi_submission *s);

#endif
