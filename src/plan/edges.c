// Edges by their first wave, sorted so that memory is walked and not jumped about in.
//
// A counting sort over the waves themselves, and counting down the edges that a wave waits for,
// would touch a random place for every edge: with ten times the waves that is thirty times the
// time, because caches stop helping. So waves are taken in buckets of neighbours that fit a cache.
// Edges are first dealt to buckets, which writes to a few hundred places in turn, then sorted
// inside each; and targets of a wide layer are collected by bucket before they are counted down.
#include "plan/wave.h"

enum {
    LEAST_SHIFT = 12, // 4,096 waves a bucket
    MOST_SHIFT = 16,  // what is left of a wave's number must fit 16 bits
    MOST_BUCKETS = 2048,
    COLLECTED = 2144, // targets of a bucket that are counted down at once; no power of two, or
                      // all buckets would share a few lines of the cache
    GATHERED = 4096,  // targets that are looked up at once
    COPIED = 1 << 17, // most edges of a bucket that are sorted by way of a copy
};

vy_status vyi_plan_edges_room(vy_plan_scratch *s, size_t waves, size_t count, struct vyi_edges *e)
{
    *e = (struct vyi_edges){.waves = (uint32_t)waves, .count = count, .shift = LEAST_SHIFT};
    while (waves >> e->shift >= MOST_BUCKETS && e->shift < MOST_SHIFT)
        e->shift++;
    e->buckets = (uint32_t)((waves + ((size_t)1 << e->shift) - 1) >> e->shift);
    size_t lows = (size_t)e->buckets * COLLECTED;
    lows = count > lows ? count : lows;
    size_t buckets = 2 * (size_t)e->buckets + ((size_t)1 << e->shift);
    buckets += count < COPIED ? count : COPIED;
    e->degree = vyi_plan_room(s, VYI_ROOM_DEGREE, waves, sizeof *e->degree);
    if (e->degree)
        e->ends = vyi_plan_room(s, VYI_ROOM_WORK,
                                (2 * waves + count) * sizeof *e->ends + lows * sizeof *e->low, 1);
    if (e->ends)
        e->heads = vyi_plan_room(s, VYI_ROOM_BUCKETS, buckets, sizeof *e->heads);
    if (!e->heads)
        return VY_ERROR_MEMORY;
    e->queue = e->ends + waves;
    e->targets = e->queue + waves;
    e->low = (uint16_t *)(e->targets + count);
    e->fill = e->heads + e->buckets;
    e->cursor = e->fill + e->buckets;
    e->copy = e->cursor + ((size_t)1 << e->shift);
    return VY_OK;
}

/// Turns counts into where each bucket begins.
static void begin_at(uint32_t *counts, uint32_t buckets)
{
    uint32_t sum = 0;
    for (uint32_t b = 0; b < buckets; b++) {
        uint32_t own = counts[b];
        counts[b] = sum;
        sum += own;
    }
}

size_t vyi_plan_edges_check(const struct vyi_edges *e, const vy_wave_edge *edges)
{
    uint32_t *by_before = e->heads, *by_after = e->fill, waves = e->waves;
    memset(by_before, 0, e->buckets * sizeof *by_before);
    memset(by_after, 0, e->buckets * sizeof *by_after);
    for (size_t i = 0; i < e->count; i++) {
        uint32_t before = edges[i].before, after = edges[i].after;
        if (before >= waves || after >= waves || before == after)
            return i;
        by_before[before >> e->shift]++;
        by_after[after >> e->shift]++;
    }
    begin_at(by_before, e->buckets);
    begin_at(by_after, e->buckets);
    return e->count;
}

/// How many edges lead to each wave.
static void count_degrees(const struct vyi_edges *e, const vy_wave_edge *edges)
{
    const uint32_t mask = ((uint32_t)1 << e->shift) - 1;
    uint32_t *heads = e->fill;
    for (size_t i = 0; i < e->count; i++) {
        uint32_t after = edges[i].after;
        e->low[heads[after >> e->shift]++] = (uint16_t)(after & mask);
    }
    memset(e->degree, 0, e->waves * sizeof *e->degree);
    for (uint32_t b = 0, i = 0; b < e->buckets; b++) {
        uint32_t *degree = e->degree + ((size_t)b << e->shift);
        for (; i < heads[b]; i++) // each head has moved to the end of its bucket
            degree[e->low[i]]++;
    }
}

/// In place: an edge at the wrong place changes places with the one where it belongs, until the
/// right one comes.
static void swap_edges(const struct vyi_edges *e, const uint32_t *ends, uint32_t waves)
{
    uint32_t *cursor = e->cursor;
    for (uint32_t w = 0; w < waves; w++)
        for (uint32_t i; (i = cursor[w]) < ends[w];) {
            uint16_t other = e->low[i];
            uint32_t j = cursor[other]++, target = e->targets[i];
            e->low[i] = e->low[j];
            e->low[j] = other;
            e->targets[i] = e->targets[j];
            e->targets[j] = target;
        }
}

/// Sorts the edges of one bucket: by way of a copy, which is fast, or in place where a copy would
/// be large because most edges of the graph begin in a few waves.
static void sort_bucket(const struct vyi_edges *e, uint32_t bucket, uint32_t from, uint32_t to)
{
    uint32_t first = bucket << e->shift, waves = e->waves - first, sum = from;
    uint32_t *cursor = e->cursor, *ends = e->ends + first;
    if (waves > (uint32_t)1 << e->shift)
        waves = (uint32_t)1 << e->shift;
    memset(cursor, 0, waves * sizeof *cursor);
    for (uint32_t i = from; i < to; i++)
        cursor[e->low[i]]++;
    for (uint32_t w = 0; w < waves; w++) {
        uint32_t own = cursor[w];
        cursor[w] = sum;
        sum += own;
        ends[w] = sum;
    }
    if (to - from > COPIED) {
        swap_edges(e, ends, waves);
        return;
    }
    memcpy(e->copy, e->targets + from, (to - from) * sizeof *e->copy);
    for (uint32_t i = from; i < to; i++)
        e->targets[cursor[e->low[i]]++] = e->copy[i - from];
}

void vyi_plan_edges_sort(const struct vyi_edges *e, const vy_wave_edge *edges)
{
    const uint32_t mask = ((uint32_t)1 << e->shift) - 1;
    count_degrees(e, edges);
    for (size_t i = 0; i < e->count; i++) {
        uint32_t before = edges[i].before, at = e->heads[before >> e->shift]++;
        e->targets[at] = edges[i].after;
        e->low[at] = (uint16_t)(before & mask);
    }
    for (uint32_t b = 0, from = 0; b < e->buckets; b++) {
        sort_bucket(e, b, from, e->heads[b]);
        from = e->heads[b];
    }
}

// ---- counting down ----
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

uint32_t vyi_plan_edges_walk(const struct vyi_edges *e, uint32_t *layers, uint32_t *layer_count)
{
    uint32_t queued = 0, first = 0, layer = 0;
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
    return queued;
}
