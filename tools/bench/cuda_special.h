// What the figures of the cuda suite share that are no kernels: several that do the same work, run
// in turn.
#ifndef VYRE_TOOL_BENCH_CUDA_SPECIAL_H
#define VYRE_TOOL_BENCH_CUDA_SPECIAL_H

#include "cuda.h"

enum { SPECIAL_RUNS = 9, SPECIAL_ARGS = 6, SPECIAL_BUFFERS = 6, SPECIAL_NUMBERS = 4 };

/// One of those who do the same work: a pipeline of ours, or a peer where `pipeline` is NULL.
struct special_runner {
    const char *peer; ///< the name behind `vyre_cuda_peer_`
    vy_pipeline *pipeline;
    vy_route route;
    bool wall; ///< time on the host's clock; else between two events on the device
    vy_arg args[SPECIAL_ARGS + 1];
    void *buffers[SPECIAL_BUFFERS]; ///< the peer's
    uint64_t numbers[SPECIAL_NUMBERS];
    cuda_peer_fn fn;          ///< found by the first run; NULL where the peers are absent
    double ms[SPECIAL_RUNS];  ///< of each run
    double median;            ///< 0: it was not run
    vy_route taken;           ///< ours
    const char *route_reason; ///< ours: lives as long as the pipeline
};

/// How often each is run: a few times where sizes are small, which is for tests.
static inline size_t special_runs(const struct bench_cuda *b)
{
    return b->bench->size ? 2 : SPECIAL_RUNS;
}
/// Runs each once unmeasured, then all of them in turn, again and again. Peers that are not here
/// are left out. False after reporting.
bool special_alternate(struct bench_cuda *b, const char *what, struct special_runner *runners,
                       size_t count);
/// Milliseconds of a thing of which runner `from` does `few` and runner `to` does `many`.
double special_slope(const struct special_runner *few, uint64_t few_times,
                     const struct special_runner *many, uint64_t many_times);
/// A figure whose name is put together.
void special_figure(struct bench_cuda *b, const char *unit, double value, double at_most,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/// Device memory of the peers, zeroed; NULL where there are none, or after reporting.
void *special_memory(struct bench_cuda *b, uint64_t bytes);

// ---- the parts ----
int special_copy(struct bench_cuda *b);
int special_launch(struct bench_cuda *b);
int special_barrier(struct bench_cuda *b);
int special_rounds(struct bench_cuda *b);
int special_fixpoint(struct bench_cuda *b);
int special_lattice(struct bench_cuda *b);
int special_kronecker(struct bench_cuda *b);
int special_waves(struct bench_cuda *b);
int special_start(struct bench_cuda *b);

// ---- graphs ----
/// Neighbours of all nodes, one after the other.
struct special_graph {
    const char *name;
    uint32_t nodes, source;
    uint64_t edges;          ///< each way counts
    uint32_t *row, *col;     ///< nodes + 1, edges
    uint32_t *level, levels; ///< by breadth-first search on the host; levels: how many there are
};
/// Neighbours above, below, left and right.
void special_graph_lattice(struct special_graph *g, uint32_t side);
/// The graph of the Graph500 benchmark: 2^scale nodes, `factor` edges for each, both ways; the same
/// on every machine.
void special_graph_kronecker(struct special_graph *g, uint32_t scale, uint32_t factor);
void special_graph_free(struct special_graph *g);

#endif
