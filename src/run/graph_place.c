// Places in one block of memory for things that are there for a while each.
//
// The largest first, each at the lowest place where it meets nothing that is there at the same
// time. Two that never meet share bytes; that is the whole point. The bytes of all may be more than
// the most that is alive at once, since a hole may be too small for what comes: the planner looks
// at the sum and cuts finer if it is too much.
#include "run/graph.h"

#include <stdlib.h>

static int by_bytes(const void *a, const void *b)
{
    const struct vyi_piece *x = *(struct vyi_piece *const *)a, *y = *(struct vyi_piece *const *)b;
    int order = VYI_COMPARE(y->bytes, x->bytes);
    return order ? order : VYI_COMPARE(x, y);
}

static int by_offset(const void *a, const void *b)
{
    const struct vyi_piece *x = *(const struct vyi_piece *const *)a,
                           *y = *(const struct vyi_piece *const *)b;
    return VYI_COMPARE(x->offset, y->offset);
}

/// The lowest place from `at` on, by those from `i` on of the `count` that have one, by offset
/// upwards, so that one walk finds the lowest hole.
static void place(const struct vyi_piece **placed, uint32_t count, uint32_t i, uint64_t at,
                  struct vyi_piece *piece)
{
    for (; i < count; i++) {
        const struct vyi_piece *other = placed[i];
        if (piece->first > other->last || other->first > piece->last || // never there together
            other->offset + other->bytes <= at)
            continue;
        if (other->offset >= at && other->offset - at >= piece->bytes)
            break;
        at = other->offset + other->bytes;
    }
    piece->offset = at;
}

/// Where everything is there at once, all are compared; but one that is there as long as the one
/// before, and as large, goes on where that has found its place: below it nothing has changed.
static void place_among_many(struct vyi_piece *const *order, uint32_t count,
                             const struct vyi_piece **room)
{
    for (uint32_t i = 0, k = 0; i < count; i++) { // k: the place of the one before
        struct vyi_piece *piece = order[i];
        const struct vyi_piece *before = i ? order[i - 1] : NULL;
        bool same = before && before->first == piece->first && before->last == piece->last &&
                    before->bytes == piece->bytes;
        place(room, i, same ? k + 1 : 0, same ? before->offset + before->bytes : 0, piece);
        for (k = i; k && room[k - 1]->offset > piece->offset; k--)
            room[k] = room[k - 1];
        room[k] = piece;
    }
}

/// Where few are there at once, those are found by when they are there.
static bool place_among_few(vy_context *c, struct vyi_piece *const *order, uint32_t count,
                            const struct vyi_piece **room)
{
    struct vyi_ranges times = {0};
    struct vyi_ranges_found met = {0};
    bool enough = vyi_ranges_reserve(c, &times, count);
    for (uint32_t i = 0; enough && i < count; i++) {
        struct vyi_range when = {
            .from = order[i]->first, .to = (uint64_t)order[i]->last + 1, .item = i};
        met.list.count = 0;
        if (when.from < when.to)
            enough = vyi_ranges_overlap(c, &times, 0, when.from, when.to, &met);
        for (uint32_t k = 0; enough && k < met.list.count; k++)
            room[k] = order[met.list.at[k].item];
        if (met.list.count > 1)
            qsort(room, met.list.count, sizeof *room, by_offset);
        place(room, met.list.count, 0, 0, order[i]);
        if (enough && when.from < when.to)
            vyi_ranges_add(&times, when);
    }
    vyi_vec_free(c, &met.list);
    vyi_ranges_free(c, &times);
    return enough;
}

bool vyi_graph_place(vy_context *c, struct vyi_piece *pieces, uint32_t count, uint64_t *bytes)
{
    enum { FEW = 16 };
    struct vyi_piece **order = vyi_calloc(c, count + 1, sizeof *order);
    const struct vyi_piece **room = vyi_calloc(c, count + 1, sizeof *room);
    bool enough = order && room;
    uint64_t lives = 0, end = 1;
    *bytes = 0;
    for (uint32_t i = 0; enough && i < count; i++) {
        order[i] = &pieces[i];
        lives += pieces[i].first <= pieces[i].last ? pieces[i].last - pieces[i].first + 1 : 0;
        end = pieces[i].last >= end ? pieces[i].last + 1 : end;
    }
    if (enough)
        qsort(order, count, sizeof *order, by_bytes);
    if (enough && lives <= FEW * end)
        enough = place_among_few(c, order, count, room);
    else if (enough)
        place_among_many(order, count, room);
    for (uint32_t i = 0; enough && i < count; i++)
        if (pieces[i].offset + pieces[i].bytes > *bytes)
            *bytes = pieces[i].offset + pieces[i].bytes;
    vyi_free(c, order, (count + 1) * sizeof *order);
    vyi_free(c, room, (count + 1) * sizeof *room);
    return enough;
}
