// Layers of waves whose edges all lead from a smaller number to a larger one, as they do where
// waves are listed in an order in which they can run.
//
// Then one pass over the waves in their order is enough: when a wave's turn comes, all that lead to
// it have their layers, and its own is one more than the latest of them. Edges are dealt to buckets
// of neighbouring second waves, and each bucket is sorted by them, in a cache. What is left to be
// fetched from anywhere is one number an edge, and it is known long before which.
//
// How many edges a bucket has is not known before all were looked at, and they are looked at once:
// a bucket is a list of blocks. Blocks are several pages where edges are many, because finding
// where a page is takes longer the further it is from the one before. They are asked for in pieces,
// because a processor reads a line of memory before it writes to it, and would wait for that.
#include "plan/wave.h"

#define ALWAYS static inline __attribute__((always_inline)) // made anew for each size of a record

enum {
    LINE = 64,        // bytes
    PIECE = 512,      // bytes of a block that are asked for before they are written
    BLOCK = 1 << 15,  // bytes at most
    BLOCKS_EACH = 4,  // a bucket has at least, where all are alike
    BLOCKS_AHEAD = 4, // the first piece of a block, before it is taken
    AHEAD = 64,       // edges at most: what is asked for now is there by then
    LEAST_PART = 12,  // 4,096 waves a bucket, which with their edges fit a cache
    MOST_PARTS = 4096,
};

/// Edges in their buckets: the place of the second wave in its bucket, and below it, in so many
/// bits, the first wave.
struct records {
    void *at;
    uint32_t bits, bytes;
};

ALWAYS struct records records_of(const struct vyi_edges *e, bool wide)
{
    return (struct records){e->records, wide ? 32 : 32 - LEAST_PART, wide ? 8 : 4};
}

ALWAYS uint64_t get(struct records r, uint32_t at)
{
    return r.bytes == 8 ? ((const uint64_t *)r.at)[at] : ((const uint32_t *)r.at)[at];
}

ALWAYS void set(struct records r, uint32_t at, uint64_t record)
{
    if (r.bytes == 8)
        ((uint64_t *)r.at)[at] = record;
    else
        ((uint32_t *)r.at)[at] = (uint32_t)record;
}

// ---- room ----
/// The records of a block, a power of two: its exponent.
static uint32_t block_size(size_t parts, size_t edges, bool wide)
{
    const uint32_t bytes = wide ? 8 : 4;
    uint32_t block = 0;
    while (bytes << block < PIECE ||
           (bytes << block < BLOCK && ((size_t)2 << block) * BLOCKS_EACH <= edges / parts))
        block++;
    return block;
}

/// Blocks that a plan needs at most: the first and the last one of a bucket need not be full.
static size_t block_count(const struct vyi_edges *e)
{
    return (e->count >> e->block) + 2 * (size_t)e->parts;
}

// Both sizes grow with waves and edges, so that a room that does for a plan does for smaller ones.
size_t vyi_plan_forward_size(struct vyi_edges *e, size_t *bytes)
{
    e->part = LEAST_PART;
    while (e->waves >> e->part >= MOST_PARTS && e->part < e->shift)
        e->part++;
    e->parts = (uint32_t)(((uint64_t)e->waves + ((uint64_t)1 << e->part) - 1) >> e->part);
    e->wide = e->waves > (uint64_t)1 << (32 - LEAST_PART);
    e->block = block_size(e->parts, e->count, e->wide);
    // Larger parts are fewer.
    size_t parts = e->part > LEAST_PART && e->parts < MOST_PARTS ? MOST_PARTS : e->parts;
    // A block is a piece, or at most so much of what an average bucket has.
    size_t records =
               e->count + 2 * (e->count / BLOCKS_EACH) + 2 * parts * PIECE / (e->wide ? 8 : 4),
           blocks = e->count / (BLOCK / (e->wide ? 8 : 4)) + 2 * (BLOCKS_EACH + 1) * parts;
    *bytes = e->waves * sizeof *e->from + VYI_PAGE + records * (e->wide ? 8 : 4);
    return AHEAD + 2 * parts + 1 + 2 * blocks;
}

void vyi_plan_forward_room(struct vyi_edges *e, uint32_t *words)
{
    e->from = e->ends;
    char *behind = (char *)(e->from + e->waves);
    e->records = behind + (VYI_PAGE - (uintptr_t)behind % VYI_PAGE) % VYI_PAGE;
    e->goes = words + AHEAD; // the copy is read beyond its end
    e->begins = e->goes + e->parts;
    e->owner = e->begins + e->parts + 1;
    e->list = e->owner + block_count(e);
}

// ---- dealing ----
/// Where the first record of a part is in its first block. Parts fill up at the same pace, and were
/// they all at the same place of a block, they would all want the same few lines of a cache.
ALWAYS uint32_t first_place(const struct vyi_edges *e, uint32_t part, struct records r)
{
    return part * (PIECE / r.bytes) & (((uint32_t)1 << e->block) - 1);
}

ALWAYS void ask_for_piece(const char *at)
{
    for (uint32_t l = 0; l < PIECE; l += LINE)
        __builtin_prefetch(at + l, 1, 2);
}

/// Deals the edges to the buckets of their second waves; false where one leads to no larger number.
ALWAYS bool deal(struct vyi_edges *e, const vy_wave_edge *edges, struct records r)
{
    const uint32_t shift = r.bytes == 8 ? e->part : LEAST_PART, waves = e->waves,
                   mask = ((uint32_t)1 << shift) - 1;
    const uint32_t block = (uint32_t)1 << e->block, piece = PIECE / r.bytes;
    const size_t count = e->count;
    uint32_t *goes = e->goes, *owner = e->owner, next = 0;
    memset(goes, 0, e->parts * sizeof *goes);
    for (size_t i = 0; i < count; i++) {
        __builtin_prefetch(&edges[i + VYI_PAGE / sizeof *edges]);
        uint32_t before = edges[i].before, after = edges[i].after;
        if (before >= after || after >= waves)
            return false;
        uint32_t part = after >> shift, at = goes[part];
        if (at % piece == 0) {
            if (!(at & (block - 1))) { // it is full, or there is none
                ask_for_piece((const char *)r.at + (size_t)(next + BLOCKS_AHEAD) * block * r.bytes);
                owner[next] = part;
                at = next++ * block + (at ? 0 : first_place(e, part, r));
            }
            ask_for_piece((const char *)r.at + (size_t)at * r.bytes + PIECE);
        }
        set(r, at, (uint64_t)(after & mask) << r.bits | before);
        goes[part] = at + 1;
    }
    e->blocks = next;
    return true;
}

/// Lists the blocks by their parts.
static void list_blocks(const struct vyi_edges *e)
{
    uint32_t *begins = e->begins, sum = 0;
    memset(begins, 0, e->parts * sizeof *begins);
    for (uint32_t i = 0; i < e->blocks; i++)
        begins[e->owner[i]]++;
    for (uint32_t p = 0; p < e->parts; p++) {
        uint32_t own = begins[p];
        begins[p] = sum;
        sum += own;
    }
    for (uint32_t i = 0; i < e->blocks; i++)
        e->list[begins[e->owner[i]]++] = i;
    // Each has moved on to its end, which is where the next one begins.
    memmove(begins + 1, begins, e->parts * sizeof *begins);
    begins[0] = 0;
}

bool vyi_plan_forward_deal(struct vyi_edges *e, const vy_wave_edge *edges)
{
    if (block_count(e) > UINT32_MAX >> e->block)
        return false;
    bool good =
        e->wide ? deal(e, edges, records_of(e, true)) : deal(e, edges, records_of(e, false));
    if (good)
        list_blocks(e);
    return good;
}

// ---- a bucket ----
/// The waves of a bucket, and its records, counted from the beginning of its first block.
struct bucket {
    uint32_t first, waves, begin, end;
    const uint32_t *blocks;
    uint32_t block, mask; ///< that of a record, and its place in it
};

ALWAYS struct bucket bucket_of(const struct vyi_edges *e, uint32_t part, struct records r)
{
    struct bucket b = {.first = part << e->part,
                       .waves = (uint32_t)1 << e->part,
                       .blocks = e->list + e->begins[part],
                       .block = e->block,
                       .mask = ((uint32_t)1 << e->block) - 1};
    if (b.waves > e->waves - b.first)
        b.waves = e->waves - b.first;
    // Of its last block it has those before the place where it would go on.
    uint32_t blocks = e->begins[part + 1] - e->begins[part], rest = e->goes[part] & b.mask;
    b.end = (blocks << b.block) - (rest ? b.mask + 1 - rest : 0);
    b.begin = blocks ? first_place(e, part, r) : 0;
    return b;
}

/// The place of a record of a bucket.
ALWAYS uint32_t place(const struct bucket *b, uint32_t index)
{
    return b->blocks[index >> b->block] << b->block | (index & b->mask);
}

/// Where those end that are in one block with it.
ALWAYS uint32_t block_end(const struct bucket *b, uint32_t index)
{
    uint32_t end = (index | b->mask) + 1;
    return end < b->end ? end : b->end;
}

/// In place: a record at the wrong place changes places with the one where it belongs, until the
/// right one comes. `cursor` has where each wave begins, and ends at where it ends.
ALWAYS void swap_records(const struct bucket *b, struct records r, uint32_t *cursor,
                         const uint32_t *ends)
{
    for (uint32_t w = 0; w < b->waves; w++)
        while (cursor[w] < ends[w]) {
            uint32_t here = place(b, cursor[w]);
            uint64_t record = get(r, here);
            uint32_t there = place(b, cursor[record >> r.bits]++);
            set(r, here, get(r, there));
            set(r, there, record);
        }
}

/// Counts the records of each wave, four at a time: a loop of a few instructions is slower by a
/// third where it happens to lie badly.
ALWAYS void count_records(struct records r, uint32_t from, uint32_t to, uint32_t *counts)
{
    for (; to - from >= 4; from += 4) {
        uint64_t a = get(r, from), b = get(r, from + 1), c = get(r, from + 2), d = get(r, from + 3);
        counts[a >> r.bits]++;
        counts[b >> r.bits]++;
        counts[c >> r.bits]++;
        counts[d >> r.bits]++;
    }
    for (; from < to; from++)
        counts[get(r, from) >> r.bits]++;
}

/// Puts first waves where the cursor says, four at a time: some processors do not read a place
/// before they know where what was read before it goes.
ALWAYS void scatter(struct records r, uint32_t from, uint32_t to, uint32_t *cursor,
                    uint32_t *sorted)
{
    const uint32_t mask = (uint32_t)(((uint64_t)1 << r.bits) - 1);
    for (; to - from >= 4; from += 4) {
        uint64_t a = get(r, from), b = get(r, from + 1), c = get(r, from + 2), d = get(r, from + 3);
        uint32_t at_a = cursor[a >> r.bits]++, at_b = cursor[b >> r.bits]++,
                 at_c = cursor[c >> r.bits]++, at_d = cursor[d >> r.bits]++;
        sorted[at_a] = (uint32_t)a & mask;
        sorted[at_b] = (uint32_t)b & mask;
        sorted[at_c] = (uint32_t)c & mask;
        sorted[at_d] = (uint32_t)d & mask;
    }
    for (; from < to; from++)
        sorted[cursor[get(r, from) >> r.bits]++] = (uint32_t)get(r, from) & mask;
}

/// Sorts a bucket's edges by their second waves; in the cursor is then where those of each end. The
/// first waves by way of a copy, or the records in place where most edges of the graph lead to a
/// few waves.
ALWAYS void sort_bucket(const struct vyi_edges *e, const struct bucket *b, struct records r,
                        bool copied)
{
    uint32_t *cursor = e->cursor, *ends = cursor + b->waves, sum = copied ? 0 : b->begin;
    memset(cursor, 0, b->waves * sizeof *cursor);
    for (uint32_t i = b->begin, to; i < b->end; i = to) {
        uint32_t at = place(b, i);
        to = block_end(b, i);
        count_records(r, at, at + to - i, cursor);
    }
    for (uint32_t w = 0; w < b->waves; w++) {
        uint32_t own = cursor[w];
        cursor[w] = sum;
        sum += own;
        if (!copied)
            ends[w] = sum;
    }
    if (!copied) {
        swap_records(b, r, cursor, ends);
        return;
    }
    for (uint32_t i = b->begin, to; i < b->end; i = to) {
        uint32_t at = place(b, i);
        to = block_end(b, i);
        scatter(r, at, at + to - i, cursor, e->copy);
    }
}

/// The layers so far: how many waves each has, and the first wave of the last one.
struct found {
    uint32_t *layers, count, last;
};

ALWAYS void set_layer(void *layers, uint32_t width, uint32_t wave, uint32_t layer)
{
    if (width == 1)
        ((uint8_t *)layers)[wave] = (uint8_t)layer;
    else if (width == 2)
        ((uint16_t *)layers)[wave] = (uint16_t)layer;
    else
        ((uint32_t *)layers)[wave] = layer;
}

/// Gives the waves of a bucket their layers, and counts them, up to the first that `width` bytes do
/// not hold; where that is. The key of an edge is its first wave's layer less, below, its number,
/// so that the largest key is the latest layer and the smallest wave in it: that does not depend on
/// the order of the edges.
ALWAYS uint32_t follow_bucket(const struct vyi_edges *e, const struct bucket *b, struct records r,
                              const struct bucket *next, struct found *found, uint32_t w,
                              bool copied, uint32_t width)
{
    const uint32_t mask = (uint32_t)(((uint64_t)1 << r.bits) - 1);
    const uint32_t ahead = r.bytes == 8 ? AHEAD : AHEAD / 2; // what many waves read is far away
    const uint32_t *ends = e->cursor, *sorted = e->copy, most = UINT32_MAX >> (32 - 8 * width);
    uint32_t *from = e->from, *layers = found->layers, count = found->count;
    uint32_t i = w ? ends[w - 1] : copied ? 0 : b->begin, soon = next->begin;
    char *layer = (char *)e->degree;
    for (; w < b->waves; w++) {
        int64_t best = -((int64_t)1 << 32);
        if (soon < next->end) // the next bucket, which is read through
            __builtin_prefetch((const char *)r.at + (size_t)place(next, soon) * r.bytes);
        soon += LINE / r.bytes;
        for (; i < ends[w]; i++) {
            uint32_t wave;
            if (copied) {
                __builtin_prefetch(layer + (size_t)sorted[i + ahead] * width); // or anything
                wave = sorted[i];
            } else {
                wave = (uint32_t)get(r, place(b, i)) & mask;
            }
            int64_t key = (int64_t)((uint64_t)vyi_plan_layer(layer, width, wave) << 32) - wave;
            best = best < key ? key : best;
        }
        uint32_t own = (uint32_t)((best + UINT32_MAX) >> 32) + 1;
        if (own >= count) { // one more than there were
            if (own > most)
                break;
            layers[count++] = 0;
            found->last = b->first + w;
        }
        layers[own]++;
        set_layer(layer, width, b->first + w, own);
        from[b->first + w] = (uint32_t)-best;
    }
    found->count = count;
    return w;
}

/// Layers of so many waves in twice the bytes, from the end, since they take the same place.
static void widen(struct vyi_edges *e, uint32_t waves)
{
    uint8_t *bytes = (uint8_t *)e->degree;
    uint16_t *brief = (uint16_t *)(void *)bytes;
    if (e->width == 1)
        for (uint32_t w = waves; w-- > 0;)
            brief[w] = bytes[w];
    else
        for (uint32_t w = waves; w-- > 0;)
            e->degree[w] = brief[w];
    e->width *= 2;
}

ALWAYS void follow_sorted(struct vyi_edges *e, const struct bucket *b, struct records r,
                          const struct bucket *next, struct found *found, bool copied)
{
    for (uint32_t w = 0;; widen(e, b->first + w)) {
        w = e->width == 1   ? follow_bucket(e, b, r, next, found, w, copied, 1)
            : e->width == 2 ? follow_bucket(e, b, r, next, found, w, copied, 2)
                            : follow_bucket(e, b, r, next, found, w, copied, 4);
        if (w == b->waves)
            return;
    }
}

ALWAYS void follow(struct vyi_edges *e, struct records r, struct found *found)
{
    struct bucket b, next = bucket_of(e, 0, r);
    e->width = 1;
    for (uint32_t part = 0; part < e->parts; part++) {
        b = next;
        next = bucket_of(e, part + 1 < e->parts ? part + 1 : part, r);
        if (b.end - b.begin <= 2 * e->copied) {
            sort_bucket(e, &b, r, true);
            follow_sorted(e, &b, r, &next, found, true);
        } else {
            sort_bucket(e, &b, r, false);
            follow_sorted(e, &b, r, &next, found, false);
        }
    }
}

void vyi_plan_forward(struct vyi_edges *e, uint32_t *layers, uint32_t *layer_count)
{
    struct found found = {.layers = layers};
    uint32_t sum = 0;
    if (e->wide)
        follow(e, records_of(e, true), &found);
    else
        follow(e, records_of(e, false), &found);
    for (uint32_t l = 0; l < found.count; l++) {
        uint32_t own = layers[l];
        layers[l] = sum;
        sum += own;
    }
    layers[found.count] = sum;
    e->last = found.last;
    *layer_count = found.count;
}
