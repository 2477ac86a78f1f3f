// Layers of waves whose edges all lead from a smaller number to a larger one, as they do where
// waves are listed in an order in which they can run.
//
// Then one pass over the waves in their order is enough: when a wave's turn comes, all that lead to
// it have had theirs. The time is that of going through memory from one end to the other, however
// much there is of it: edges are dealt to buckets of neighbours, see edges.c. Those inside a bucket
// are followed there, in a cache. For the others a letter with the level of its sender is put in
// the box of a larger set of waves, and handed out when the box is full or a wave of the set comes
// next; so what is known of a set is fetched for thousands of letters at once.
//
// What is known of a wave is its key: the layer so far, and below it the wave that it has it from,
// subtracted from the largest number, so that the largest key is the latest layer and the smallest
// wave before. It does not depend on the order of the edges.
#include "plan/wave.h"

/// The key that a wave gives to those after it.
static inline uint64_t key_from(uint64_t layer, uint32_t wave, uint32_t bits)
{
    return (layer + 1) << bits | ((((uint64_t)1 << bits) - 1) - wave);
}

static inline void raise(uint64_t *key, uint64_t to)
{
    *key = *key < to ? to : *key;
}

static void hand_out(const struct vyi_edges *e, uint32_t set)
{
    enum { MANY = 4096, LINE = 8 };
    const uint64_t *letters = e->letters + (size_t)set * e->room;
    const uint64_t mask = ((uint64_t)1 << e->reach) - 1;
    uint64_t *keys = e->keys + ((size_t)set << e->reach);
    uint32_t count = e->fill[set], reach = e->reach;
    // All of the set at once and in order, which is faster by far than letter by letter.
    if (count > MANY) {
        size_t waves = e->waves - ((size_t)set << reach);
        for (size_t w = 0; w < waves && w <= mask; w += LINE)
            __builtin_prefetch(&keys[w], 1, 2);
    }
    for (uint32_t i = 0; i < count; i++)
        raise(&keys[letters[i] & mask], letters[i] >> reach);
    e->fill[set] = 0;
}

static inline void send(const struct vyi_edges *e, uint32_t to, uint64_t key)
{
    uint32_t set = to >> e->reach, at = e->fill[set]++;
    uint64_t place = to & (((uint64_t)1 << e->reach) - 1);
    e->letters[(size_t)set * e->room + at] = key << e->reach | place;
    if (at + 1 == e->room)
        hand_out(e, set);
}

/// The waves of a bucket, and its edges from … to.
struct bucket {
    uint32_t first, waves, from, to;
};

static uint32_t count_inside(const struct vyi_edges *e, const struct bucket *b)
{
    uint32_t count = 0;
    for (uint32_t i = b->from; i < b->to; i++)
        count += e->targets[i] - b->first < b->waves;
    return count;
}

/// Edges that stay in the bucket go to the copy, both ends in one number; the others close ranks.
/// How many there are of the former; `to` moves to the end of the latter.
static uint32_t part_edges(const struct vyi_edges *e, struct bucket *b)
{
    uint32_t inside = 0, outside = b->from, *copy = e->copy, *targets = e->targets;
    uint16_t *low = e->low;
    for (uint32_t i = b->from; i < b->to; i++) {
        uint32_t target = targets[i] - b->first;
        uint16_t source = low[i];
        bool stays = target < b->waves;
        copy[inside] = (uint32_t)source << 16 | (target & 0xffff);
        inside += stays;
        targets[outside] = target + b->first;
        low[outside] = source;
        outside += !stays;
    }
    b->to = outside;
    return inside;
}

/// Follows the edges in the copy, wave by wave.
static void follow_inside(const struct vyi_edges *e, const struct bucket *b, uint32_t count)
{
    uint32_t *cursor = e->cursor, *copy = e->copy, *sorted = copy + e->copied, sum = 0;
    uint64_t *keys = e->keys + b->first;
    memset(cursor, 0, b->waves * sizeof *cursor);
    for (uint32_t i = 0; i < count; i++)
        cursor[copy[i] >> 16]++;
    for (uint32_t w = 0; w < b->waves; w++) {
        uint32_t own = cursor[w];
        cursor[w] = sum;
        sum += own;
    }
    for (uint32_t i = 0; i < count; i++)
        sorted[cursor[copy[i] >> 16]++] = copy[i];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t source = sorted[i] >> 16;
        raise(&keys[sorted[i] & 0xffff],
              key_from(keys[source] >> e->bits, b->first + source, e->bits));
    }
}

static void follow_outside(const struct vyi_edges *e, const struct bucket *b)
{
    const struct vyi_edges own = *e; // not in memory that a letter may be written to
    const uint32_t *layer = own.degree + b->first;
    for (uint32_t i = b->from; i < b->to; i++) {
        uint32_t source = own.low[i];
        send(&own, own.targets[i], key_from(layer[source], b->first + source, own.bits));
    }
}

/// A bucket with more edges inside than are copied: all are sorted in place.
static void follow_crowd(const struct vyi_edges *e, uint32_t bucket, const struct bucket *b)
{
    uint32_t *ends = e->cursor + ((size_t)1 << e->shift);
    vyi_plan_edges_sort(e, bucket, b->from, b->to, ends);
    for (uint32_t w = 0, i = b->from; w < b->waves; w++) {
        uint64_t key = key_from(e->keys[b->first + w] >> e->bits, b->first + w, e->bits);
        for (; i < ends[w]; i++) {
            if (e->targets[i] - b->first < b->waves)
                raise(&e->keys[e->targets[i]], key);
            else
                send(e, e->targets[i], key);
        }
    }
}

/// Writes the layers of a bucket's waves, which are final, and counts them; how many layers there
/// are by now.
static uint32_t count_layers(const struct vyi_edges *e, const struct bucket *b, uint32_t *layers,
                             uint32_t count)
{
    for (uint32_t w = b->first; w < b->first + b->waves; w++) {
        uint32_t layer = (uint32_t)(e->keys[w] >> e->bits);
        while (layer >= count)
            layers[count++] = 0;
        e->degree[w] = layer;
        layers[layer]++;
    }
    return count;
}

void vyi_plan_forward(const struct vyi_edges *e, const vy_wave_edge *edges, uint32_t *layers,
                      uint32_t *layer_count)
{
    uint32_t count = 0, from = 0, sum = 0;
    vyi_plan_edges_deal(e, edges);
    memset(e->keys, 0, e->waves * sizeof *e->keys);
    memset(e->fill, 0, e->sets * sizeof *e->fill);
    for (uint32_t i = 0; i < e->buckets; i++) {
        struct bucket b = {.first = i << e->shift, .from = from, .to = e->heads[i]};
        b.waves = e->waves - b.first;
        if (b.waves > (uint32_t)1 << e->shift)
            b.waves = (uint32_t)1 << e->shift;
        from = b.to;
        for (uint32_t set = b.first >> e->reach; set <= (b.first + b.waves - 1) >> e->reach; set++)
            hand_out(e, set);
        if (b.to - b.from > e->copied && count_inside(e, &b) > e->copied) {
            follow_crowd(e, i, &b);
            count = count_layers(e, &b, layers, count);
        } else {
            follow_inside(e, &b, part_edges(e, &b));
            count = count_layers(e, &b, layers, count);
            follow_outside(e, &b);
        }
    }
    for (uint32_t l = 0; l < count; l++) {
        uint32_t own = layers[l];
        layers[l] = sum;
        sum += own;
    }
    layers[count] = sum;
    *layer_count = count;
}

uint32_t vyi_plan_forward_from(const struct vyi_edges *e, uint32_t wave)
{
    uint64_t most = ((uint64_t)1 << e->bits) - 1;
    return (uint32_t)(most - (e->keys[wave] & most));
}
