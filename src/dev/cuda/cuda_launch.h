// What launches and graphs share.
#pragma once

#include "dev/cuda/cuda_state.h"

/// Bytes of a slot's block, and where things are in its words.
struct vyi_cuda_layout {
    uint64_t block;
    uint64_t stop, fixpoints, log, head; ///< offsets; the gate is at 0, the lines at `head`
    uint64_t lines;                      ///< words of them
};
void vyi_cuda_layout(const vy_program *p, const struct vyi_cuda_kernel *k,
                     struct vyi_cuda_layout *at);

static inline uint64_t vyi_cuda_padded(uint64_t bytes)
{
    return (bytes + 63) & ~(uint64_t)63;
}

// ---- graph_nodes.c: nodes of graphs ----
typedef VYI_VEC(cu_node) vyi_cuda_nodes;
/// A graph, or the body of a node, while nodes are added to it.
struct vyi_cuda_line {
    struct vyi_cuda_state *s;
    const struct vyi_job *job;
    struct vyi_cuda_graph *g;
    bool dry; ///< orders are counted, and nothing is made
    cu_graph into;
    vyi_cuda_nodes after; ///< what the next nodes come after
    vyi_cuda_nodes fresh; ///< nodes that nothing comes after yet
    bool beside;          ///< nodes go to `fresh`; else the next one comes after each
    uint32_t pending;     ///< first sketch that no step has carried out
    uint32_t loop;        ///< the loop whose passes stand one after the other; 0: none
    cu_node kernel;       ///< the last node, where it is a kernel that others can be early for
    bool early;           ///< kernels may be started early
    bool used_early;      ///< some are
    cu_result result;     ///< of the first call that failed
};
enum vyi_cuda_start { VYI_CUDA_START_LATE, VYI_CUDA_START_EARLY, VYI_CUDA_START_TOGETHER };
static inline struct cu_kernel_node
vyi_cuda_kernel_node(cu_function function, const struct vyi_cuda_grid *grid, void **params)
{
    return (struct cu_kernel_node){.function = function,
                                   .grid = {grid->blocks, 1, 1},
                                   .block = {grid->threads, 1, 1},
                                   .shared = grid->shared,
                                   .params = params};
}
/// A node was added: the next ones come after it, or are beside it.
void vyi_cuda_added(struct vyi_cuda_line *l, cu_node node);
void vyi_cuda_add_kernel(struct vyi_cuda_line *l, const struct cu_kernel_node *params,
                         enum vyi_cuda_start start);
void vyi_cuda_add_zeros(struct vyi_cuda_line *l, cu_memory to, uint64_t bytes);

// ---- wait.c ----
/// Clearing memory before a launch. A fill of the driver's cannot be stopped, so that much is
/// cleared piece by piece where the job may have to stop, each waited for before the next but one.
struct vyi_cuda_clearing {
    struct vyi_cuda_state *s;
    const struct vyi_job *job;
    cu_stream stream;
    uint64_t ahead;     ///< bytes since the last wait
    enum vyi_stop stop; ///< why it ended too early: the launch is not to begin
};
cu_result vyi_cuda_clear(struct vyi_cuda_clearing *c, cu_memory at, uint64_t bytes);
/// Late clears of the job.
cu_result vyi_cuda_clear_late(struct vyi_cuda_clearing *c, const struct vyi_clears *clears);
/// Bytes of a piece for the job.
uint64_t vyi_cuda_cleared_at_once(const struct vyi_cuda_state *s, const struct vyi_job *job);
/// Whether late clears with so many bytes beside them are more than that.
bool vyi_cuda_clears_more(const struct vyi_job *job, const struct vyi_clears *clears,
                          uint64_t bytes, uint64_t than);
/// Groups, params, constants and buffers; the addresses of everything else are left 0.
void vyi_cuda_block_fill(const struct vyi_kernel *kernel, struct vyi_cuda_block *block);

struct vyi_cuda_watch {
    cu_stream stream;
    cu_memory stop;      ///< the words that make what runs there leave
    uint32_t more_words; ///< behind the first one
    void *pinned;        ///< as many to write them from
    struct vyi_cuda_turn *turn;
    const char *name; ///< of its program; NULL: it has none
    bool graph;       ///< several kernels, between which others may get in
    enum vyi_stop why;
    bool some; ///< some of its workgroups were stopped
};
/// Waits for the stream; when the time has come, it was cancelled or the device was lost, tells
/// what runs there to stop and waits on. CU_STUCK: it did not, and may use all that it had for
/// ever.
cu_result vyi_cuda_wait(struct vyi_cuda_state *s, const struct vyi_job *job,
                        struct vyi_cuda_watch *w);
