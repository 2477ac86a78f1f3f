// What compiled kernels and the cpu device share: the block of a launch, what a thread hands in,
// and what it can call. Kernels reach every field by its offset, so the order here is part of
// VYI_LLVM_ABI.
//
// A kernel is one function, `vyre_kernel`. Every thread that joined a launch calls it once. The
// kernel walks the program's grid-level control flow; between two grid barriers it takes workgroups
// until there are none left, then synchronises with the other threads. A thread may join when the
// others have passed barriers: then it takes no workgroups before it has passed them too. So the
// control flow must depend on nothing but params, memory that no kernel writes, and what
// synchronise(), combine() and remember() return.
#pragma once

#include "gen/slots.h"

struct vyi_cpu_thread;

enum { VYI_CPU_FUEL = 4096 }; ///< iterations of loops between two calls of poll()

/// What a grid barrier returns to all threads.
enum {
    VYI_CPU_STOP = 1,  ///< cancelled, past the deadline, a failed assert: return from the kernel
    VYI_CPU_AGAIN = 2, ///< somebody said `again` to the fixpoint asked about
    VYI_CPU_ALIVE = 4  ///< some invocation lives (only where the program has `return` or `assert`)
};

#define VYI_CPU_REGROUP UINT32_MAX

/// How threads combine what workgroups gave (grid collectives).
enum vyi_cpu_combine {
    VYI_CPU_REDUCE, ///< one result: the fold of all parts; float sums by the xor tree over parts,
                    ///< padded with the identity to a power of two
    VYI_CPU_SCAN    ///< each part becomes the fold of those before it
};

/// Called by kernels.
struct vyi_cpu_fns {
    /// The next workgroups of this segment, [*first, *end) in increasing order; 0: none left, or
    /// time to stop.
    uint32_t (*take)(struct vyi_cpu_thread *t, uint32_t *first, uint32_t *end);
    /// From loops, about every 4,096 iterations: nonzero means return from the kernel at once.
    uint32_t (*poll)(struct vyi_cpu_thread *t);
    /// The grid barrier: waits until all joined threads are here. `fixpoint`: number + 1 of the one
    /// whose pass ends, 0: none, VYI_CPU_REGROUP: no barrier of the program's, so that a failed
    /// assert does not end the launch here. Gives VYI_CPU_* flags, the same to all. After it,
    /// take() deals all workgroups again.
    uint32_t (*synchronise)(struct vyi_cpu_thread *t, uint32_t fixpoint);
    /// All threads call it after every workgroup has put its part into block->parts (64-bit slots
    /// by workgroup). Synchronises, combines with the op on `type`, synchronises again. The result
    /// of a reduction, else 0; what synchronise() would have returned is in t->flags.
    uint64_t (*combine)(struct vyi_cpu_thread *t, uint32_t how, uint32_t op, uint32_t type);
    /// What all threads loaded between the last barrier and the next, at most once there; a thread
    /// that joins later gets the same.
    uint64_t (*remember)(struct vyi_cpu_thread *t, uint64_t bits);
    /// One fixpoint was left; only the first thread's word counts.
    void (*fixpoint)(struct vyi_cpu_thread *t, uint32_t number, uint32_t passes, uint32_t again);
    /// An assert (site: its node) failed in an invocation. Arguments in bit form.
    void (*fail)(struct vyi_cpu_thread *t, uint32_t site, uint64_t invocation,
                 const uint64_t *args);
    void (*print)(struct vyi_cpu_thread *t, uint32_t site, const uint64_t *args);
    uint64_t (*clock)(struct vyi_cpu_thread *t); ///< nanoseconds
};

/// One launch; read-only while it runs but for the words it points to.
struct vyi_cpu_block {
    uint32_t groups[3];
    uint32_t group_count;
    struct vyi_cpu_fns fns;
    uint32_t *again;   ///< by fixpoint: set to 1 by whoever says it
    uint32_t *alive;   ///< set to 1 by a workgroup in which somebody lives
    uint8_t *spill;    ///< group_count x info.spill_bytes, zeroed: what lives across grid barriers
    uint64_t *parts;   ///< group_count slots, where info.parts
    const void *zeros; ///< 64 zero bytes to read from where an index is out of bounds
    uint64_t slot[];   ///< see slots.h
};

struct vyi_cpu_thread {
    struct vyi_cpu_block *block;
    uint8_t *scratch; ///< info.scratch_bytes, 64-byte aligned: what lives within a workgroup
    uint32_t flags;   ///< set by combine()
    uint32_t number;  ///< 0: the first that joined
};

typedef void (*vyi_cpu_kernel)(struct vyi_cpu_thread *t);

/// The symbol `vyre_info` in the object.
struct vyi_cpu_info {
    uint32_t abi; ///< VYI_LLVM_ABI
    uint32_t lanes;
    uint64_t scratch_bytes; ///< a thread
    uint64_t spill_bytes;   ///< a workgroup
    uint32_t fixpoints;
    uint32_t parts;        ///< whether block->parts is wanted
    uint32_t synchronises; ///< whether the kernel calls synchronise()
    uint32_t narrow;       ///< must not run where a buffer has 2^31 elements or more
};
