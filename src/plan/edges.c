// Edges by their first wave, sorted so that memory is walked and not jumped about in.
//
// A counting sort over the waves themselves would touch a random place for every edge: with ten
// times the waves that is thirty times the time, because caches stop helping. So waves are taken in
// buckets of neighbours. Edges are first dealt to buckets, which writes to a few hundred places in
// turn, as many as a cache has lines for, then sorted inside each.
#include "plan/wave.h"

enum {
    LEAST_SHIFT = 12, // 4,096 waves a bucket
    MOST_SHIFT = 16,  // what is left of a wave's number must fit 16 bits
    MOST_BUCKETS = 320,
    COPIED = 1 << 16, // edges of 4,096 waves that are copied
};

vy_status vyi_plan_edges_room(vy_plan_scratch *s, size_t waves, size_t count, struct vyi_edges *e)
{
    *e = (struct vyi_edges){
        .waves = (uint32_t)waves, .count = count, .shift = LEAST_SHIFT, .width = 4};
    while (waves >> e->shift >= MOST_BUCKETS && e->shift < MOST_SHIFT)
        e->shift++;
    e->buckets = (uint32_t)((waves + ((size_t)1 << e->shift) - 1) >> e->shift);
    e->copied = COPIED << (e->shift - LEAST_SHIFT);
    if (count < e->copied)
        e->copied = (uint32_t)count;
    // Larger buckets are fewer; the room must still do for a wave less, and smaller ones.
    bool fewer = e->shift > LEAST_SHIFT && e->buckets < MOST_BUCKETS;
    size_t buckets = fewer ? MOST_BUCKETS : e->buckets, lows = vyi_plan_walk_lows(buckets);
    lows = count > lows ? count : lows;
    size_t work = waves * (sizeof *e->ends + sizeof *e->queue) + count * sizeof *e->targets +
                  lows * sizeof *e->low,
           cursors = (size_t)2 << e->shift, forward,
           words =
               2 * buckets + cursors + 2 * (size_t)e->copied + vyi_plan_forward_size(e, &forward);
    e->degree = vyi_plan_room(s, VYI_ROOM_DEGREE, waves, sizeof *e->degree);
    if (e->degree)
        e->ends = vyi_plan_room(s, VYI_ROOM_WORK, work > forward ? work : forward, 1);
    if (e->ends)
        e->heads = vyi_plan_room(s, VYI_ROOM_BUCKETS, words, sizeof *e->heads);
    if (!e->heads)
        return VY_ERROR_MEMORY;
    e->queue = e->ends + waves;
    e->targets = e->queue + waves;
    e->low = (uint16_t *)(e->targets + count);
    e->fill = e->heads + e->buckets;
    e->cursor = e->fill + e->buckets;
    e->copy = e->cursor + cursors;
    vyi_plan_forward_room(e, e->copy + 2 * (size_t)e->copied);
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

size_t vyi_plan_edges_check(struct vyi_edges *e, const vy_wave_edge *edges)
{
    e->forward = vyi_plan_forward_deal(e, edges);
    if (e->forward)
        return e->count;
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

void vyi_plan_edges_deal(const struct vyi_edges *e, const vy_wave_edge *edges)
{
    const uint32_t shift = e->shift, mask = ((uint32_t)1 << shift) - 1;
    uint32_t *heads = e->heads, *targets = e->targets;
    uint16_t *low = e->low;
    for (size_t i = 0; i < e->count; i++) {
        uint32_t before = edges[i].before, at = heads[before >> shift]++;
        targets[at] = edges[i].after;
        low[at] = (uint16_t)(before & mask);
        // A line is read before it is written to: the next one of this bucket, while others are.
        __builtin_prefetch(&targets[at + 16], 1);
        __builtin_prefetch(&low[at + 32], 1);
    }
}

// By way of a copy, which is fast, or in place where a copy would be large because most edges of
// the graph begin in a few waves.
void vyi_plan_edges_sort(const struct vyi_edges *e, uint32_t bucket, uint32_t from, uint32_t to,
                         uint32_t *ends)
{
    uint32_t waves = e->waves - (bucket << e->shift), sum = from, *cursor = e->cursor;
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
    if (to - from > 2 * e->copied) {
        swap_edges(e, ends, waves);
        return;
    }
    memcpy(e->copy, e->targets + from, (to - from) * sizeof *e->copy);
    for (uint32_t i = from; i < to; i++)
        e->targets[cursor[e->low[i]]++] = e->copy[i - from];
}
