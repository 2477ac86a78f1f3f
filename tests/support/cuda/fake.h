// What the files of the driver without a GPU share.
#ifndef TESTS_SUPPORT_CUDA_FAKE_H
#define TESTS_SUPPORT_CUDA_FAKE_H

#include "dev/cuda/driver.h"
#include "dev/cuda/step_ptx.h"
#include "support/fakecuda.h"

struct fake_function {
    const char *name;
    const vy_program *program;
    uint32_t workgroup[3];
};

/// A kernel, or a graph that runs under a condition.
struct fake_node {
    struct fake_node *next;
    struct fake_launch launch; ///< kernel NULL: a condition
    uint32_t count;            ///< of a step: its orders
    uint64_t tree;
    cu_condition handle;
    bool again;              ///< as long as it holds
    struct fake_graph *body; ///< of a condition; made when the node is added
};
struct fake_graph {
    struct fake_node *first, *last;
    struct fake_graph *other;
};

void fake_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Whether memory is there, of either kind.
bool fake_valid(uint64_t at, uint64_t bytes);
struct fake_graph *fake_graph_create(void);
void fake_graph_destroy(struct fake_graph *graph);
void fake_graphs_drop(void); ///< all there are
/// Every node comes after the one before it, and after no other.
struct fake_node *fake_graph_add(struct fake_graph *graph, const void *after, size_t count,
                                 struct fake_node node);
cu_condition fake_condition_create(void);
void fake_graph_run(struct fake_cuda *fake, struct fake_graph *graph, void *stream);

#endif
