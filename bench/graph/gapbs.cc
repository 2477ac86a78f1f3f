// A kernel of the GAP Benchmark Suite behind the calls that `vyre bench graph` makes. The tool compiles
// this file against the sources that --gapbs names, once for each kernel, with -DGAPBS_NAME. Buffers
// `b` and numbers `n` are those of tools/bench/graph.c, in its order.
// The kernels come first: one of them switches a mode of the C++ library on.
#define main gapbs_main
#if defined(GAPBS_bfs)
#include <bfs.cc>
#elif defined(GAPBS_components)
#include <cc.cc>
#elif defined(GAPBS_pagerank)
#include <pr.cc>
#elif defined(GAPBS_sssp)
#include <sssp.cc>
#else
#include <tc.cc>
#endif
#undef main
#include <cstdint>
#include <cstring>
#include <omp.h>

#define CALL extern "C" __attribute__((visibility("default"))) void

/// What the kernels print of their times is left out.
extern "C" int printf(const char *, ...)
{
    return 0;
}

/// The suite's graph over offsets and edges of ours. It frees what it has, so it gets copies: in the
/// first run, which is not timed. Counting triangles reads one edge past the last one.
template <typename G, typename Edge>
static const G &graph_of(const void *offsets, const void *edges, uint64_t nodes)
{
    static G graph;
    if (graph.num_nodes() < 0) {
        const uint32_t *row = static_cast<const uint32_t *>(offsets);
        Edge *all = new Edge[row[nodes] + 1], **index = new Edge *[nodes + 1];
        std::memcpy(static_cast<void *>(all), edges, row[nodes] * sizeof(Edge));
        std::memset(static_cast<void *>(all + row[nodes]), 0x7f, sizeof(Edge));
        for (uint64_t v = 0; v <= nodes; v++)
            index[v] = all + row[v];
        graph = G(static_cast<int64_t>(nodes), index, all);
    }
    return graph;
}

#if defined(GAPBS_triangles)
static uint64_t result;
CALL vyre_gapbs_get(void *to)
{
    std::memcpy(to, &result, sizeof result);
}
#else
#if defined(GAPBS_pagerank)
static pvector<float> result;
#else
static pvector<int32_t> result;
#endif
CALL vyre_gapbs_get(void *to)
{
    std::memcpy(to, result.data(), result.size() * 4);
}
#endif

CALL vyre_gapbs_run(void *const *b, const uint64_t *n, int threads)
{
    omp_set_num_threads(threads);
#if defined(GAPBS_sssp)
    result = DeltaStep(graph_of<WGraph, WNode>(b[0], b[1], n[0]), static_cast<NodeID>(n[1]),
                       static_cast<WeightT>(n[2]));
#else
    const Graph &g = graph_of<Graph, NodeID>(b[0], b[1], n[0]);
#if defined(GAPBS_bfs)
    result = DOBFS(g, static_cast<NodeID>(n[1]));
#elif defined(GAPBS_components)
    result = Afforest(g);
#elif defined(GAPBS_pagerank)
    result = PageRankPullGS(g, static_cast<int>(n[1]));
#else
    result = Hybrid(g);
#endif
#endif
}
