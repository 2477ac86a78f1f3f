// A schedule as a graph of the driver's, which runs it as a whole.
#ifndef VYI_DEV_CUDA_TREE_H
#define VYI_DEV_CUDA_TREE_H

#include "dev/cuda/launch.h"
#include "dev/cuda/step_ptx.h"
#include "plan/schedule.h"

/// Where something is that moves from run to run: in a buffer of the schedule, in the words, or in
/// the blocks.
enum { VYI_CUDA_IN_BLOCKS = UINT16_MAX + 1 };
struct vyi_cuda_spot {
    uint32_t buffer; ///< + 1; 0: the words; VYI_CUDA_IN_BLOCKS
    uint64_t offset;
};
/// An order as it is before addresses are known.
struct vyi_cuda_sketch {
    uint32_t order, count;
    struct vyi_cuda_spot a, b;
    uint64_t handle, inverted; ///< TEST: in place of b
};

/// Passes of a loop that stand one after the other: in a graph's loop, whose own cost they share,
/// and in a graph that is launched until the loop has ended.
enum { VYI_CUDA_PASSES = 4, VYI_CUDA_CHUNK = 16 };

/// One segment in a graph.
struct vyi_cuda_part {
    struct vyi_cuda_kernel *kernel; ///< NULL: it is skipped
    struct vyi_cuda_grid grid;
    uint64_t block; ///< offset of its block
    uint64_t log;   ///< offset of its log in the words; 0: it says nothing
};

/// A graph for launches of one size, with the memory of one run.
struct vyi_cuda_graph {
    struct vyi_cuda_graph *next;
    uint32_t workgroup[3], groups[3];
    bool wide;
    uint64_t *hidden_bytes; ///< by hidden buffer
    cu_stream stream;
    cu_event begin, end;
    uint32_t root;  ///< the step that it runs: 1, or a loop by itself
    uint32_t split; ///< where it is cut in two; 0: nowhere
    /// `second`: the second part; or passes of a loop by itself, after `graph` has entered it.
    cu_graph graph, second;
    cu_exec exec, second_exec;
    cu_event cut; ///< the end of the first part
    struct vyi_cuda_piece blocks, words, steps;
    uint64_t block_bytes, word_bytes, loops; ///< loops: offset in the words; the tree is at 0
    struct vyi_cuda_part *parts;             ///< by segment
    uint32_t part_count, hidden_count, loop_count;
    VYI_VEC(struct vyi_cuda_sketch) sketches;
    uint32_t sketch_most; ///< how many there will be
    uint8_t *pinned;      ///< blocks, steps, words, words as they came back, the word that stops
    size_t pinned_bytes;
    bool there;        ///< blocks and steps are on the device as the pinned memory has them
    uint64_t launches; ///< outside of all loops and branches
};

/// All graphs of a schedule.
struct vyi_cuda_tree_kept {
    uint32_t generation;
    struct vyi_cuda_graph *idle; ///< the one used last first
};

enum { VYI_CUDA_CLEARED_INSIDE = 1 << 20 }; ///< bytes of a hidden buffer that the graph clears

/// How many orders the graph has; before it is made, since they need memory. `root` is set.
cu_result vyi_cuda_graph_count(struct vyi_cuda_state *s, const struct vy_schedule *schedule,
                               const struct vyi_launch *launch, struct vyi_cuda_graph *g);
/// Makes the nodes of a graph; memory and handles are there already.
cu_result vyi_cuda_graph_build(struct vyi_cuda_state *s, const struct vy_schedule *schedule,
                               const struct vyi_launch *launch, struct vyi_cuda_graph *g);
/// The place of a loop or fixpoint among the structs vyi_cuda_loop.
uint32_t vyi_cuda_loop_number(const struct vy_schedule *schedule, uint32_t step);

#endif
