// The graphs of `vyre bench graph`: undirected, without loops and double edges, neighbours in
// order.
#ifndef VYRE_TOOL_BENCH_GRAPH_H
#define VYRE_TOOL_BENCH_GRAPH_H

#include "work.h"

struct bench_graph {
    const char *name;
    uint32_t nodes, edges; ///< edges: entries of col, two for each edge
    uint32_t *row, *col;
    uint32_t source; ///< where searches start: it has a neighbour
    uint32_t delta;  ///< width of a bucket of shortest paths
};

/// "kron": Kronecker, 32 edges a node, some nodes with thousands. "uniform": as many, between any
/// two nodes. "road": a lattice, some of whose edges are missing. Of about so many nodes.
extern const char *const bench_graph_names[];
extern const size_t bench_graph_count;
void bench_graph_make(const char *name, uint64_t nodes, struct bench_graph *g);
void bench_graph_free(struct bench_graph *g);
/// 1 to 255, the same in both directions.
uint32_t bench_graph_weight(uint32_t u, uint32_t v);

#endif
