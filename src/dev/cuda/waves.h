// A graph of dispatches as a graph of the driver's: kernels of a group side by side, all of a group
// before any of the next, launched as a whole and kept for the next run. waves.c has its memory and
// its runs, waves_graph.c its nodes.
#ifndef VYI_DEV_CUDA_WAVES_H
#define VYI_DEV_CUDA_WAVES_H

#include "dev/cuda/launch.h"
#include "dev/cuda/step_ptx.h"

/// One kernel.
struct vyi_cuda_wave {
    struct vyi_cuda_kernel *kernel; ///< NULL: it has no invocations
    struct vyi_cuda_grid grid;
    struct vyi_cuda_layout at;
    uint64_t block; ///< offset of its block
    uint64_t words; ///< offset of its words; 0: it needs none
    uint64_t keep;  ///< bytes
    uint64_t groups;
};

/// All of it, with the memory of one run at a time.
struct vyi_cuda_waves {
    uint32_t generation;
    cu_stream stream;
    cu_event begin, end;
    cu_graph graph;
    cu_exec exec;
    struct vyi_cuda_piece blocks, words, steps, keep;
    uint64_t block_bytes, word_bytes, keep_bytes; ///< keep: the most of any, parts behind it
    struct vyi_cuda_wave *waves;                  ///< in order
    uint32_t count;
    VYI_VEC(struct vyi_cuda_step) orders;
    uint8_t *pinned; ///< blocks, orders, words, words as they came back, the word that stops
    size_t pinned_bytes, order_room;
    bool there;     ///< blocks and orders are on the device
    bool has_words; ///< words change from run to run
};

/// Makes the nodes; memory and handles are there already.
cu_result vyi_cuda_waves_build(struct vyi_cuda_state *s, const struct vyi_waves_job *job,
                               struct vyi_cuda_waves *w);
/// More orders than there can be.
uint64_t vyi_cuda_waves_most(const struct vyi_waves_job *job);

#endif
