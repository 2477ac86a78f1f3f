// What the interpreter of a live ring and its submissions are made of.
#ifndef VYI_MEGA_RING_INTERPRET_H
#define VYI_MEGA_RING_INTERPRET_H

#include "bytecode/bytecode.h"
#include "mega/ring.h"

/// A worker has so many words of registers; some are for words that lie outside: interpreter.vy.
enum { VYI_REGISTER_WORDS = 1 << 19, VYI_REGISTERS_KEPT = 3072 };
/// On a GPU: of a worker's room, where a packet lies while its program runs.
enum { VYI_ROOM_BYTES = 1 << 20 };
/// Buffers of the interpreter, and windows.
enum { VYI_INTERPRETER_REGISTERS, VYI_INTERPRETER_RESULTS, VYI_INTERPRETER_BUFFERS };
enum { VYI_INTERPRETER_MOST = VYI_INTERPRETER_BUFFERS + 16 };

/// Packets have at most as many bytes as a room: sizes are powers of two.
enum { VYI_PACKET_SIZES = 21 };
struct vyi_packet;
struct vyi_slab {
    void *device, *host;
    uint64_t used;
};

/// A program that was submitted, until its ticket has ended.
struct vyi_submission {
    struct vyi_submission *next;
    vy_ticket ticket; ///< 0: not published
    struct vyi_bytecode code;
    uint32_t args[VY_MEGA_ARGS]; ///< of its slot
    char *memory;                ///< cpu: of buffers that do not lie in the caller's
    struct vyi_packet *packet;   ///< GPU
    size_t bytes, size;
    uint32_t count;
    struct vyi_submitted {
        vy_buffer *used; ///< held; NULL: none
        uint64_t at;     ///< GPU: where in the packet
        void *to;        ///< memory of the host that gets bytes when it has ended; NULL: none
        const void *from;
        uint64_t bytes, row_bytes;
        const uint32_t *counter; ///< of a @count output, whose rows in use are the bytes
    } given[];                   ///< by buffer of the program
};

struct vyi_interpreter {
    pthread_mutex_t lock; ///< of the list, and of packets
    struct vyi_submission *first;
    // cpu: the interpreter beside the kernel
    struct vyi_ring_code kernel;
    void *memory[VYI_INTERPRETER_MOST];
    // GPU: it is part of the kernel
    uint32_t registers; ///< the buffer that has them
    uint64_t register_bytes;
    void *rooms;
    VYI_VEC(struct vyi_slab) slabs;
    struct vyi_packet *free[VYI_PACKET_SIZES];
    bool lost; ///< packets are gone
};

/// Notes that the host gets what it is to see of a buffer, which lies at `from`.
void vyi_ring_leave(const vy_program *p, const struct vyi_call *call, uint32_t buffer,
                    const void *from, const uint32_t *counter, struct vyi_submission *s);
/// Writes an address and a count of bytes for each resident buffer that starts as zeros, and
/// returns their number; `to` may be NULL. They are cleared when the program begins, not when it is
/// submitted: slots before it may still use them.
uint32_t vyi_ring_clears(const vy_program *p, const struct vyi_call *call, uint64_t *to);
/// Frees the submissions that have ended, or all; with the lock.
void vyi_ring_reap(struct vy_mega *m, bool all);
void vyi_ring_drop(struct vy_mega *m, struct vyi_submission *s);

// ---- ring_packet.c ----
vy_status vyi_ring_packets_begin(struct vy_mega *m);
void vyi_ring_packets_end(struct vy_mega *m);
/// Makes the packet of a program that was encoded. VY_ERROR_LIMIT: it does not fit; reported.
vy_status vyi_ring_packet_make(struct vy_mega *m, const vy_program *p, const struct vyi_call *call,
                               struct vyi_report *report, struct vyi_submission *s);
/// With the lock; NULL: nothing.
void vyi_ring_packet_give(struct vy_mega *m, struct vyi_packet *packet);

#endif
