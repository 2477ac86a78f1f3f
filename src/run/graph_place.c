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

/// `placed` is kept by offset, upwards, so that one walk finds the lowest hole.
static void place(struct vyi_piece *pieces, const uint32_t *placed, uint32_t count,
                  struct vyi_piece *piece)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct vyi_piece *other = &pieces[placed[i]];
        if (!meet(piece, other) || other->offset + other->bytes <= at)
            continue;
        if (other->offset >= at && other->offset - at >= piece->bytes)
            break;
        at = other->offset + other->bytes;
    }
    piece->offset = at;
}

bool vyi_graph_place(vy_context *c, struct vyi_piece *pieces, uint32_t count, uint64_t *bytes)
{
    struct candidate *order = vyi_calloc(c, count + 1, sizeof *order);
    uint32_t *placed = vyi_calloc(c, count + 1, sizeof *placed);
    bool enough = order && placed;
    *bytes = 0;
    for (uint32_t i = 0; enough && i < count; i++)
        order[i] = (struct candidate){&pieces[i], i};
    if (enough)
        qsort(order, count, sizeof *order, by_bytes);
    for (uint32_t i = 0; enough && i < count; i++) {
        struct vyi_piece *piece = &pieces[order[i].index];
        place(pieces, placed, i, piece);
        uint32_t k = i;
        for (; k && pieces[placed[k - 1]].offset > piece->offset; k--)
            placed[k] = placed[k - 1];
        placed[k] = order[i].index;
        if (piece->offset + piece->bytes > *bytes)
            *bytes = piece->offset + piece->bytes;
    }
    vyi_free(c, order, order ? (count + 1) * sizeof *order : 0);
    vyi_free(c, placed, placed ? (count + 1) * sizeof *placed : 0);
    return enough;
}
