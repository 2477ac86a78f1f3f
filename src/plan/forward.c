// Layers of waves whose edges all lead from a smaller number to a larger one, as they do where
// waves are listed in an order in which they can run.
//
// Then one pass over the waves in their order is enough: when a wave's turn comes, all that lead to
// it have their layers, and its own is one more than the latest of them. Edges are dealt to buckets
// of neighbouring second waves, and each bucket is sorted by them, in a cache. What is left to be
// fetched from anywhere is one number an edge, and it is known long before which.
//
// Dealing writes to hundreds of places in turn. A processor reads a line of memory before it writes
// to it, and where no cache holds the lines, waiting for that was up to half the time of a plan. So
// there a line is filled in a pile of its own, and written past the caches once it is full.
#include "plan/wave.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define ALWAYS static inline __attribute__((always_inline)) // made anew for each size of a record

enum {
    LINE = 64,        // bytes
    WORDS = LINE / 4, // of a line
    AHEAD = 64,       // edges at most: what is asked for now is there by then
    CACHED = 1 << 21, // bytes of records that a cache of one's own holds
    LEAST_PART = 12,  // 4,096 waves a bucket, which with their edges fit a cache
    MOST_PARTS = 4096,
};

/// Edges in their buckets: the place of the second wave in its bucket, and below it, in so many
/// bits, the first wave.
struct records {
    void *at;
    uint32_t bits;
    bool wide; ///< 8 bytes, else 4
};

ALWAYS uint64_t get(struct records r, uint32_t at)
{
    return r.wide ? ((const uint64_t *)r.at)[at] : ((const uint32_t *)r.at)[at];
}

ALWAYS void set(struct records r, uint32_t at, uint64_t record)
{
    if (r.wide)
        ((uint64_t *)r.at)[at] = record;
    else
        ((uint32_t *)r.at)[at] = (uint32_t)record;
}

/// Records of a line.
ALWAYS uint32_t line_of(struct records r)
{
    return r.wide ? LINE / 8 : LINE / 4;
}

// ---- room ----
/// Records that a plan needs at most: each part begins with a line.
static size_t record_count(size_t parts, size_t edges)
{
    return edges + parts * WORDS + AHEAD;
}

size_t vyi_plan_forward_size(struct vyi_edges *e, size_t *bytes)
{
    e->part = LEAST_PART;
    while (e->waves >> e->part >= MOST_PARTS && e->part < e->shift)
        e->part++;
    e->parts = (uint32_t)(((uint64_t)e->waves + ((uint64_t)1 << e->part) - 1) >> e->part);
    e->wide = e->waves > (uint64_t)1 << (32 - e->part);
    // Larger parts are fewer; the room must still do for a wave less, and smaller ones.
    size_t parts = e->part > LEAST_PART && e->parts < MOST_PARTS ? MOST_PARTS : e->parts;
    *bytes = e->waves * (sizeof *e->from + sizeof *e->brief) + LINE +
             record_count(parts, e->count) * (e->wide ? 8 : 4);
    return AHEAD + (parts + 1) * WORDS + 2 * parts;
}

static void *at_line(void *at)
{
    return (char *)at + (LINE - (uintptr_t)at % LINE) % LINE;
}

void vyi_plan_forward_room(struct vyi_edges *e, uint32_t *words)
{
    e->from = e->ends;
    e->brief = (uint16_t *)(e->from + e->waves);
    e->records = at_line(e->brief + e->waves);
    e->begins = words + AHEAD; // the copy is read beyond its end
    e->goes = e->begins + e->parts;
    e->piles = at_line(e->goes + e->parts);
}

// ---- dealing ----
bool vyi_plan_forward_check(const struct vyi_edges *e, const vy_wave_edge *edges)
{
    const uint32_t waves = e->waves, part = e->part, each = e->wide ? LINE / 8 : LINE / 4;
    uint32_t *goes = e->goes, sum = 0;
    if (record_count(e->parts, e->count) > UINT32_MAX)
        return false;
    memset(goes, 0, e->parts * sizeof *goes);
    for (size_t i = 0; i < e->count; i++) {
        __builtin_prefetch(&edges[i + VYI_PAGE / sizeof *edges]);
        uint32_t before = edges[i].before, after = edges[i].after;
        if (before >= after || after >= waves)
            return false;
        goes[after >> part]++;
    }
    for (uint32_t p = 0; p < e->parts; p++) {
        uint32_t own = goes[p];
        e->begins[p] = goes[p] = sum;
        sum += (own + each - 1) / each * each;
    }
    return true;
}

/// Writes a line, past the caches where that can be said.
static inline void put_line(void *to, const void *pile)
{
#ifdef __SSE2__
    for (size_t i = 0; i < LINE / sizeof(__m128i); i++)
        _mm_stream_si128((__m128i *)to + i, _mm_load_si128((const __m128i *)pile + i));
#else
    memcpy(to, pile, LINE);
#endif
}

/// Deals the edges to the buckets of their second waves; each head is then the end of its bucket. A
/// pile is written when the next line begins: were it as soon as it is full, the processor would
/// have to wait for its last word.
ALWAYS void deal(const struct vyi_edges *e, const vy_wave_edge *edges, struct records r, bool piles)
{
    const uint32_t shift = e->part, mask = ((uint32_t)1 << shift) - 1, each = line_of(r);
    const uint32_t *begins = e->begins, buckets = e->parts;
    const size_t count = e->count;
    struct records pile = {.at = e->piles, .bits = r.bits, .wide = r.wide};
    uint32_t *heads = e->goes;
    for (size_t i = 0; i < count; i++) {
        uint32_t after = edges[i].after, b = after >> shift, at = heads[b]++;
        uint64_t record = (uint64_t)(after & mask) << r.bits | edges[i].before;
        if (!piles) {
            set(r, at, record);
            continue;
        }
        if (at % each == 0 && at > begins[b])
            put_line((char *)r.at + (size_t)(at / each - 1) * LINE, e->piles + (size_t)b * LINE);
        set(pile, b * each + at % each, record);
    }
    for (uint32_t b = 0; piles && b < buckets; b++)
        if (heads[b] > begins[b])
            put_line((char *)r.at + (size_t)((heads[b] - 1) / each) * LINE,
                     e->piles + (size_t)b * LINE);
#ifdef __SSE2__
    _mm_sfence();
#endif
}

// ---- a bucket ----
/// The waves of a bucket, and its edges from … to.
struct bucket {
    uint32_t first, waves, from, to;
};

/// In place: a record at the wrong place changes places with the one where it belongs, until the
/// right one comes. `cursor` has where each wave begins, and ends at where it ends.
ALWAYS void swap_records(struct records r, uint32_t *cursor, const uint32_t *ends, uint32_t waves)
{
    for (uint32_t w = 0; w < waves; w++)
        for (uint32_t i; (i = cursor[w]) < ends[w];) {
            uint64_t record = get(r, i);
            uint32_t j = cursor[record >> r.bits]++;
            set(r, i, get(r, j));
            set(r, j, record);
        }
}

/// Puts the first waves where the cursor says, four at a time: some processors do not read a place
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

/// The first waves of a bucket's edges, sorted by the second, and in the cursor where those of each
/// end. By way of a copy, or in place where most edges of the graph lead to a few waves.
ALWAYS const uint32_t *sort_bucket(const struct vyi_edges *e, const struct bucket *b,
                                   struct records r)
{
    const uint32_t mask = (uint32_t)(((uint64_t)1 << r.bits) - 1), from = b->from, to = b->to;
    const bool copies = to - from <= 2 * e->copied;
    uint32_t *cursor = e->cursor, *ends = cursor + b->waves, sum = copies ? 0 : from;
    memset(cursor, 0, b->waves * sizeof *cursor);
    for (uint32_t i = from; i < to; i++)
        cursor[get(r, i) >> r.bits]++;
    for (uint32_t w = 0; w < b->waves; w++) {
        uint32_t own = cursor[w];
        cursor[w] = sum;
        sum += own;
        ends[w] = sum;
    }
    uint32_t *sorted = e->copy;
    if (copies) {
        scatter(r, from, to, cursor, sorted);
        return sorted;
    }
    swap_records(r, cursor, ends, b->waves);
    sorted = (uint32_t *)r.at + (size_t)from * (r.wide ? 2 : 1);
    for (uint32_t i = from; i < to; i++)
        sorted[i - from] = (uint32_t)get(r, i) & mask;
    for (uint32_t w = 0; w < b->waves; w++)
        cursor[w] -= from;
    return sorted;
}

/// Gives the waves of a bucket their layers, and counts them; how many layers there are by now. The
/// key of an edge is its first wave's layer and, below, its number subtracted from the largest, so
/// that the largest key is the latest layer and the smallest wave in it: that does not depend on
/// the order of the edges. Layers are fetched as 16 bits as long as they fit: half the lines.
ALWAYS uint32_t follow_bucket(const struct vyi_edges *e, const struct bucket *b,
                              const uint32_t *sorted, uint32_t *layers, uint32_t count,
                              uint32_t ahead, bool brief)
{
    const uint32_t *ends = e->cursor;
    const char *next = (const char *)e->records + (size_t)b->to * (e->wide ? 8 : 4);
    uint32_t *layer = e->degree, *from = e->from;
    uint16_t *short_layer = e->brief;
    for (uint32_t w = 0, i = 0; w < b->waves; w++) {
        uint64_t best = 0;
        __builtin_prefetch(next + (size_t)w * LINE); // of the next bucket, which is read through
        for (; i < ends[w]; i++) {
            uint32_t wave = sorted[i], later = sorted[i + ahead]; // past the end: anything
            __builtin_prefetch(brief ? (const void *)&short_layer[later] : &layer[later]);
            uint64_t one_more = (uint64_t)(brief ? short_layer[wave] : layer[wave]) + 1;
            uint64_t key = one_more << 32 | (UINT32_MAX - wave);
            best = best < key ? key : best;
        }
        uint32_t own = (uint32_t)(best >> 32);
        while (own >= count)
            layers[count++] = 0;
        layers[own]++;
        layer[b->first + w] = own;
        if (brief)
            short_layer[b->first + w] = (uint16_t)own;
        from[b->first + w] = UINT32_MAX - (uint32_t)best;
    }
    return count;
}

/// How many layers there are, and in `layers` how many waves each has.
ALWAYS uint32_t follow(const struct vyi_edges *e, const vy_wave_edge *edges, struct records r,
                       uint32_t *layers)
{
    uint32_t count = 0;
    if (e->count * (r.wide ? 8 : 4) > CACHED)
        deal(e, edges, r, true);
    else
        deal(e, edges, r, false);
    const uint32_t ahead = r.wide ? AHEAD : AHEAD / 2; // what many waves read is far away
    for (uint32_t i = 0; i < e->parts; i++) {
        struct bucket b = {.first = i << e->part, .from = e->begins[i], .to = e->goes[i]};
        b.waves = e->waves - b.first;
        if (b.waves > (uint32_t)1 << e->part)
            b.waves = (uint32_t)1 << e->part;
        const uint32_t *sorted = sort_bucket(e, &b, r);
        if (count + b.waves <= UINT16_MAX)
            count = follow_bucket(e, &b, sorted, layers, count, ahead, true);
        else
            count = follow_bucket(e, &b, sorted, layers, count, ahead, false);
    }
    return count;
}

void vyi_plan_forward(const struct vyi_edges *e, const vy_wave_edge *edges, uint32_t *layers,
                      uint32_t *layer_count)
{
    const struct records narrow = {.at = e->records, .bits = 32 - e->part},
                         wide = {.at = e->records, .bits = 32, .wide = true};
    uint32_t count = e->wide ? follow(e, edges, wide, layers) : follow(e, edges, narrow, layers),
             sum = 0;
    for (uint32_t l = 0; l < count; l++) {
        uint32_t own = layers[l];
        layers[l] = sum;
        sum += own;
    }
    layers[count] = sum;
    *layer_count = count;
}
