// Layers of any waves: Kahn's algorithm, a whole layer at a time. An edge that stands there twice
// is counted twice on both sides and does no harm.
//
// Counting down the edges that a wave waits for would touch a random place for every edge; so the
// targets of a wide layer are collected by bucket, see edges.c, before they are counted down.
#include "plan/wave.h"

enum {
    COLLECTED = 2144, // targets of a bucket that are counted down at once; no power of two, or
                      // all buckets would share a few lines of the cache
    GATHERED = 4096,  // targets that are looked up at once
};

size_t vyi_plan_walk_lows(size_t buckets)
{
    return buckets * COLLECTED;
}

/// How many edges lead to each wave.
static void count_degrees(const struct vyi_edges *e, const vy_wave_edge *edges)
{
    const uint32_t mask = ((uint32_t)1 << e->shift) - 1;
    uint32_t *heads = e->fill;
    for (size_t i = 0; i < e->count; i++) {
        uint32_t after = edges[i].after, at = heads[after >> e->shift]++;
        e->low[at] = (uint16_t)(after & mask);
        __builtin_prefetch(&e->low[at + 32], 1); // the next line of this bucket, see edges.c
    }
    memset(e->degree, 0, e->waves * sizeof *e->degree);
    for (uint32_t b = 0, i = 0; b < e->buckets; b++) {
        uint32_t *degree = e->degree + ((size_t)b << e->shift);
        for (; i < heads[b]; i++) // each head has moved to the end of its bucket
            degree[e->low[i]]++;
    }
}

/// Counts down the collected targets of a bucket; waves that wait for nothing more join the queue.
static uint32_t count_down(const struct vyi_edges *e, uint32_t bucket, uint32_t count,
                           uint32_t queued)
{
    const uint16_t *low = e->low + (size_t)bucket * COLLECTED;
    uint32_t first = bucket << e->shift, *degree = e->degree + first, *queue = e->queue;
    for (uint32_t i = 0; i < count; i++) {
        queue[queued] = first + low[i]; // stays where it was the last
        queued += !--degree[low[i]];
    }
    return queued;
}

/// Asks for what the waves a little further on in the queue will need: the lines of their targets,
/// the first of them before all, since each list is read from its start.
static inline void look_ahead(const struct vyi_edges *e, uint32_t at, uint32_t end)
{
    enum { NEAR = 16, FAR = 40, LINE = 16, MOST_LINES = 4 };
    if (at + FAR < end)
        __builtin_prefetch(&e->ends[e->queue[at + FAR]]);
    if (at + NEAR >= end)
        return;
    uint32_t w = e->queue[at + NEAR], from = w ? e->ends[w - 1] : 0, to = e->ends[w];
    if (from == to)
        return;
    if (to - from > MOST_LINES * LINE)
        to = from + MOST_LINES * LINE; // the processor sees by itself where a long list goes
    for (; from < to; from += LINE)
        __builtin_prefetch(&e->targets[from]);
    __builtin_prefetch(&e->targets[to - 1]);
}

/// Targets of waves of the queue, side by side, until there are many. Apart from their counting
/// down, so that the processor can wait for many of them at once.
struct gathering {
    uint32_t first, end; ///< waves of the queue that are still to come
    uint32_t at, to;     ///< targets of the last one that are
};

static uint32_t gather(const struct vyi_edges *e, struct gathering *g)
{
    const uint32_t *targets = e->targets;
    uint32_t count = 0, at = g->at, to = g->to, *copy = e->copy;
    while (count < GATHERED) {
        if (at == to) {
            if (g->first == g->end)
                break;
            look_ahead(e, g->first, g->end);
            uint32_t w = e->queue[g->first++];
            at = w ? e->ends[w - 1] : 0;
            to = e->ends[w];
        }
        uint32_t end = to - at < GATHERED - count ? to : at + GATHERED - count;
        while (at < end)
            copy[count++] = targets[at++];
    }
    g->at = at;
    g->to = to;
    return count;
}

/// The layer after queue[first … end), by buckets; the new end of the queue.
static uint32_t wide_layer(const struct vyi_edges *e, uint32_t first, uint32_t end)
{
    const uint32_t shift = e->shift, mask = ((uint32_t)1 << shift) - 1, *copy = e->copy;
    struct gathering g = {.first = first, .end = end};
    uint32_t queued = end, count, *fill = e->fill;
    uint16_t *low = e->low;
    memset(fill, 0, e->buckets * sizeof *fill);
    while ((count = gather(e, &g)))
        for (uint32_t i = 0; i < count; i++) {
            uint32_t b = copy[i] >> shift, at = fill[b]++;
            low[(size_t)b * COLLECTED + at] = (uint16_t)(copy[i] & mask);
            if (at == COLLECTED - 1) {
                queued = count_down(e, b, COLLECTED, queued);
                fill[b] = 0;
            }
        }
    for (uint32_t b = 0; b < e->buckets; b++)
        queued = count_down(e, b, fill[b], queued);
    return queued;
}

static uint32_t narrow_layer(const struct vyi_edges *e, uint32_t first, uint32_t end)
{
    uint32_t queued = end;
    for (; first < end; first++) {
        uint32_t w = e->queue[first];
        look_ahead(e, first, queued); // layers may be short, and the next one is there already
        for (uint32_t i = w ? e->ends[w - 1] : 0; i < e->ends[w]; i++)
            if (!--e->degree[e->targets[i]])
                e->queue[queued++] = e->targets[i];
    }
    return queued;
}

uint32_t vyi_plan_walk(const struct vyi_edges *e, const vy_wave_edge *edges, uint32_t *layers,
                       uint32_t *layer_count)
{
    uint32_t queued = 0, first = 0, layer = 0;
    count_degrees(e, edges);
    vyi_plan_edges_deal(e, edges);
    for (uint32_t b = 0, from = 0; b < e->buckets; from = e->heads[b++])
        vyi_plan_edges_sort(e, b, from, e->heads[b], e->ends + ((size_t)b << e->shift));
    for (uint32_t w = 0; w < e->waves; w++)
        if (!e->degree[w])
            e->queue[queued++] = w;
    while (first < queued) {
        uint32_t end = queued;
        layers[layer++] = first;
        // Going through the buckets must be little beside going through the waves.
        queued = (end - first) / 4 >= e->buckets && e->buckets > 1 ? wide_layer(e, first, end)
                                                                   : narrow_layer(e, first, end);
        first = end;
    }
    layers[layer] = queued;
    *layer_count = layer;
    for (uint32_t l = 0; queued == e->waves && l < layer; l++)
        for (uint32_t i = layers[l]; i < layers[l + 1]; i++)
            e->degree[e->queue[i]] = l;
    return queued;
}
