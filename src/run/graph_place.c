// Places in one block of memory for things that are there for a while each.
//
// The largest first, each at the lowest place where it meets nothing that is there at the same
// time. Two that never meet share bytes; that is the whole point. The bytes of all may be more than
// the most that is alive at once, since a hole may be too small for what comes: whoever plans looks
// at the sum and cuts finer if it is too much.
#include "run/graph.h"

#include <stdlib.h>

struct candidate {
    const struct vyi_piece *piece;
    uint32_t index;
};

static int by_bytes(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->piece->bytes != y->piece->bytes)
        return x->piece->bytes < y->piece->bytes ? 1 : -1;
    return x->index < y->index ? -1 : 1;
}

static bool meet(const struct vyi_piece *a, const struct vyi_piece *b)
{
    return a->first <= b->last && b->first <= a->last;
}

/// Pieces that have a place, by offset, upwards, so that one walk finds the lowest hole.
struct placed {
    const struct vyi_piece **at;
    uint32_t count;
    uint32_t last; ///< where the one stands that was added last
};

static int by_offset(const void *a, const void *b)
{
    const struct vyi_piece *x = *(const struct vyi_piece *const *)a,
                           *y = *(const struct vyi_piece *const *)b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/// The lowest place from `at` on, by those from `i` on in the order.
static void place(const struct placed *p, uint32_t i, uint64_t at, struct vyi_piece *piece)
{
    for (; i < p->count; i++) {
        const struct vyi_piece *other = p->at[i];
        if (!meet(piece, other) || other->offset + other->bytes <= at)
            continue;
        if (other->offset >= at && other->offset - at >= piece->bytes)
            break;
        at = other->offset + other->bytes;
    }
    piece->offset = at;
}

static void add(struct placed *p, const struct vyi_piece *piece)
{
    uint32_t k = p->count++;
    for (; k && p->at[k - 1]->offset > piece->offset; k--)
        p->at[k] = p->at[k - 1];
    p->at[k] = piece;
    p->last = k;
}

/// Where everything is there at once, all are looked at; but one that is there as long as the one
/// before, and as large, goes on where that has found its place: below it nothing has changed.
static void place_among_many(struct vyi_piece *pieces, const struct candidate *order,
                             uint32_t count, const struct vyi_piece **room)
{
    struct placed p = {room, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        struct vyi_piece *piece = &pieces[order[i].index];
        const struct vyi_piece *before = i ? order[i - 1].piece : NULL;
        if (before && before->first == piece->first && before->last == piece->last &&
            before->bytes == piece->bytes)
            place(&p, p.last + 1, before->offset + before->bytes, piece);
        else
            place(&p, 0, 0, piece);
        add(&p, piece);
    }
}

/// Where few are there at once, those are found by when they are there.
static bool place_among_few(vy_context *c, struct vyi_piece *pieces, const struct candidate *order,
                            uint32_t count, const struct vyi_piece **room)
{
    struct vyi_ranges times = {0};
    struct vyi_ranges_found met = {0};
    uint32_t set = 0;
    bool enough = vyi_ranges_reserve(c, &times, count);
    for (uint32_t i = 0; enough && i < count; i++) {
        struct vyi_piece *piece = &pieces[order[i].index];
        struct placed p = {room, 0, 0};
        uint64_t from = piece->first, to = (uint64_t)piece->last + 1;
        met.list.count = 0;
        enough = vyi_ranges_overlap(c, &times, set, from, to, &met);
        for (uint32_t k = 0; enough && k < met.list.count; k++)
            room[p.count++] = &pieces[met.list.at[k].item];
        if (p.count > 1)
            qsort(room, p.count, sizeof *room, by_offset);
        place(&p, 0, 0, piece);
        if (enough && from < to)
            vyi_ranges_add(&times, &set,
                           (struct vyi_range){.from = from, .to = to, .item = order[i].index});
    }
    vyi_vec_free(c, &met.list);
    vyi_ranges_free(c, &times);
    return enough;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/// Whether a piece meets few others: of those that begin while it is there, and so of all pairs
/// that meet, each is counted once.
static bool few_meet(const struct vyi_piece *pieces, uint32_t count, uint32_t *firsts)
{
    enum { FEW = 16 };
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < count; i++)
        firsts[i] = pieces[i].first;
    qsort(firsts, count, sizeof *firsts, by_number);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low[2] = {0, 0};
        const uint64_t until[2] = {pieces[i].first, (uint64_t)pieces[i].last + 1};
        for (int side = 0; side < 2; side++)
            for (uint32_t high = count, middle; low[side] < high;)
                if (firsts[middle = low[side] + (high - low[side]) / 2] < until[side])
                    low[side] = middle + 1;
                else
                    high = middle;
        pairs += low[1] > low[0] ? low[1] - low[0] : 0;
    }
    return pairs <= (uint64_t)FEW * count;
}

bool vyi_graph_place(vy_context *c, struct vyi_piece *pieces, uint32_t count, uint64_t *bytes)
{
    struct candidate *order = vyi_calloc(c, count + 1, sizeof *order);
    const struct vyi_piece **room = vyi_calloc(c, count + 1, sizeof *room);
    uint32_t *firsts = vyi_calloc(c, count + 1, sizeof *firsts);
    bool enough = order && room && firsts;
    *bytes = 0;
    for (uint32_t i = 0; enough && i < count; i++)
        order[i] = (struct candidate){&pieces[i], i};
    if (enough)
        qsort(order, count, sizeof *order, by_bytes);
    if (enough && few_meet(pieces, count, firsts))
        enough = place_among_few(c, pieces, order, count, room);
    else if (enough)
        place_among_many(pieces, order, count, room);
    for (uint32_t i = 0; enough && i < count; i++)
        if (pieces[i].offset + pieces[i].bytes > *bytes)
            *bytes = pieces[i].offset + pieces[i].bytes;
    vyi_free(c, order, order ? (count + 1) * sizeof *order : 0);
    vyi_free(c, room, room ? (count + 1) * sizeof *room : 0);
    vyi_free(c, firsts, firsts ? (count + 1) * sizeof *firsts : 0);
    return enough;
}
