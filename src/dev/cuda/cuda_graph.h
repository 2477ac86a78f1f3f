// A list of commands as a graph of the driver's, which runs it as a whole and is kept for the next
// list of the same layout.
//
// There are two kinds. A schedule has branches and loops, and its memory moves from run to run:
// kernels and steps read addresses from memory that each run brings up to date. A graph of
// dispatches has groups of kernels side by side in memory that never moves, so that nothing but
// words that kernels write is brought. cuda_submit.c decides what runs as a graph, cuda_graph.c has
// its memory and its runs, graph_nodes.c its nodes.
#pragma once

#include "dev/cuda/cuda_launch.h"
#include "dev/cuda/step_ptx.h"
#include "dev/execute.h"

/// Where something is that moves from run to run: in a buffer of the job, in the words, in the
/// blocks, or in what is kept across grid barriers.
#define VYI_CUDA_IN_BLOCKS UINT32_MAX
#define VYI_CUDA_IN_KEEP (UINT32_MAX - 1)
struct vyi_cuda_spot {
    uint32_t buffer; ///< + 1; 0: the words; VYI_CUDA_IN_BLOCKS; VYI_CUDA_IN_KEEP
    uint64_t offset;
};
/// An order to the step kernel as it is before addresses are known.
struct vyi_cuda_sketch {
    uint32_t order, count;
    struct vyi_cuda_spot a, b;
    uint64_t handle, inverted; ///< TEST: in place of b
};

/// One kernel of the job in a graph.
struct vyi_cuda_part {
    struct vyi_cuda_kernel *kernel; ///< NULL: it is not launched, or has no invocations
    struct vyi_cuda_grid grid;
    struct vyi_cuda_layout at;
    uint64_t groups;
    uint64_t block; ///< offset of its block
    uint64_t words; ///< offset of its own words; 0: it needs none
    uint64_t log;   ///< offset of its log in the words; 0: it has none
    uint64_t keep;  ///< bytes kept across grid barriers
};

/// A graph for lists of one layout, with the memory of one run.
struct vyi_cuda_graph {
    struct vyi_recorded base;
    uint32_t generation; ///< of the context that it is in
    uint32_t workgroup[3], groups[3];
    bool grouped;   ///< groups of kernels, in memory that never moves
    bool has_words; ///< words change from run to run
    bool there;     ///< blocks and steps are on the device as the pinned memory has them
    struct vyi_cuda_lane lane;
    cu_graph graph;
    cu_exec exec;
    struct vyi_dev_piece blocks, words, steps, keep;
    uint64_t block_bytes, word_bytes, step_bytes, keep_bytes;
    uint64_t loops;              ///< offset in the words; the tree is at 0
    struct vyi_cuda_part *parts; ///< by kernel
    uint32_t part_count, loop_count;
    VYI_VEC(struct vyi_cuda_sketch) sketches;
    uint8_t *pinned; ///< blocks, steps, words, words as they came back, the word that stops
    size_t pinned_bytes;
    uint64_t launches; ///< outside of all loops and branches
};

enum { VYI_CUDA_CLEARED_INSIDE = 1 << 20 }; ///< bytes that a schedule's graph clears itself

// ---- cuda_graph.c ----
/// Runs the list as a graph.
vy_status vyi_cuda_graph_run(vy_device *device, const struct vyi_job *job, bool grouped,
                             struct vyi_job_result *result);
void vyi_cuda_graph_destroy(struct vyi_cuda_state *s, struct vyi_cuda_graph *g, bool inside);

// ---- graph_nodes.c ----
/// The place of a loop or fixpoint among the structs vyi_cuda_loop.
uint32_t vyi_cuda_loop_number(const struct vyi_job *job, uint32_t index);
/// Whether a command clears before the graph is launched, not in it.
bool vyi_cuda_cleared_before(const struct vyi_job *job, const struct vyi_command *c);
/// How many orders the graph has; before it is made, since they need memory.
cu_result vyi_cuda_nodes_count(struct vyi_cuda_state *s, const struct vyi_job *job,
                               struct vyi_cuda_graph *g, uint64_t *count);
/// Makes the nodes of a graph; memory and handles are there already.
cu_result vyi_cuda_nodes_build(struct vyi_cuda_state *s, const struct vyi_job *job,
                               struct vyi_cuda_graph *g);
