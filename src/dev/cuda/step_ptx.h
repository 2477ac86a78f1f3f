// What stands between the kernels of a graph: clears words, copies uniform values, looks after
// failed asserts and decides whether loops go on. A list of small orders, carried out by one small
// hand-written kernel (lib/cuda/step.ptx), since nothing else in this library can set the condition
// of a graph's node.
//
// Several passes of a loop can stand one after the other: kernels of those past the end find that
// their grid has no workgroups (GATE), and steps that they have nothing to do (ONLY).
#pragma once

#include "base/base.h"

enum vyi_cuda_order {
    VYI_CUDA_CLEAR, ///< `count` 32-bit words at `a` become 0
    VYI_CUDA_COPY,  ///< `count` 32-bit words from `b` to `a`
    VYI_CUDA_WATCH, ///< a log at `a`, of segment `count` - 1: if something failed, stop
    VYI_CUDA_TEST,  ///< the condition is whether the word at `a` is nonzero, other than `b` says
    VYI_CUDA_ENTER, ///< a fixpoint (struct vyi_cuda_loop at `a`) begins, if there is a pass to run
    VYI_CUDA_AGAIN, ///< a pass ends: is there another one
    VYI_CUDA_LIVE,  ///< the same for a loop at `b` that runs while the word at `a` is nonzero
    VYI_CUDA_GATE,  ///< the word at `a` becomes `count` while the loop at `b` goes on, else 0
    VYI_CUDA_ONLY,  ///< while the loop at `a` goes on; else the rest of the step is left out
    VYI_CUDA_JOIN   ///< what comes after it waits for what came before it, in one block of threads
};
/// One order. TEST, ENTER, AGAIN and LIVE set the condition `handle` (0: none); where it holds,
/// `count` launches are counted. What comes after ONLY in a step is for one block of threads, where
/// it changes whether the loop goes on.
struct vyi_cuda_step {
    uint32_t order, count;
    uint64_t a, b, handle;
};

/// What the steps of a graph share; zero before a run.
struct vyi_cuda_tree {
    uint32_t stop;   ///< nonzero: no condition holds any more
    uint32_t failed; ///< the first segment with a failed assert + 1; 0: none
    uint64_t launches;
};
/// A fixpoint. The addresses are the host's doing, the rest is zero before a run.
struct vyi_cuda_loop {
    uint64_t bounds;  ///< control words: from, to, again
    uint64_t pass;    ///< words: k, and how many passes it took
    uint64_t entered; ///< word that is 0 where no invocation enters; 0: none
    uint64_t left;    ///< word that is 0 where none is left after a pass; 0: none
    uint32_t k, to, passes;
    uint32_t live; ///< it goes on; of a loop that is no fixpoint, this alone
    uint64_t entries, all_passes, cut, empty;
};
