// Best-fit decreasing over one layer: the largest wave first, each into the group where it leaves
// the least room.
//
// Groups are kept in a treap by the room they have left, so a layer of n waves takes n log n steps.
// Its priorities are a hash of the group's number: the shape, and with it the time, is the same on
// every run, and the packing does not depend on it at all. Best-fit decreasing can be worse than
// next-fit where the waves happen to come in a perfect order; then the layer stays as it is.
#include "plan/wave.h"

#include <stdlib.h>

#define NONE UINT32_MAX

struct item {
    uint64_t cost;
    uint32_t at;  ///< place in the layer
    uint32_t bin; ///< that it was put into
};
struct bin {
    uint64_t room; ///< bytes left
    uint64_t
        required; ///< that the roomiest bin before would have needed for the wave that opened it
    uint32_t less, more; ///< subtrees
    uint32_t opener;     ///< place in the layer
    uint32_t count;      ///< of its waves, then where the next one goes
};
struct packing {
    struct item *items;
    struct bin *bins;
    uint32_t *waves; ///< the layer as it was
    uint32_t bin_count, root;
};

/// The largest first. No two items are equal.
static int by_cost(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    bool first = a->cost != b->cost ? a->cost > b->cost : a->at < b->at;
    return first ? -1 : 1;
}

// ---- the bins by their room ----
static uint32_t priority(uint32_t bin)
{
    uint32_t h = (bin + 1) * 0x9e3779b1u;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    return h ^ h >> 13;
}

static bool less(const struct bin *bins, uint32_t a, uint32_t b)
{
    return bins[a].room != bins[b].room ? bins[a].room < bins[b].room : a < b;
}

static void insert(struct packing *p, uint32_t bin)
{
    struct bin *bins = p->bins;
    uint32_t *link = &p->root, at, *left = &bins[bin].less, *right = &bins[bin].more;
    while (*link != NONE && priority(*link) >= priority(bin))
        link = less(bins, bin, *link) ? &bins[*link].less : &bins[*link].more;
    // What hangs here is parted into what is less and what is more.
    at = *link;
    *link = bin;
    while (at != NONE) {
        if (less(bins, at, bin)) {
            *left = at;
            left = &bins[at].more;
            at = *left;
        } else {
            *right = at;
            right = &bins[at].less;
            at = *right;
        }
    }
    *left = *right = NONE;
}

static void take_out(struct packing *p, uint32_t bin)
{
    struct bin *bins = p->bins;
    uint32_t *link = &p->root, a = bins[bin].less, b = bins[bin].more;
    while (*link != bin)
        link = less(bins, bin, *link) ? &bins[*link].less : &bins[*link].more;
    while (a != NONE && b != NONE) {
        if (priority(a) >= priority(b)) {
            *link = a;
            link = &bins[a].more;
            a = *link;
        } else {
            *link = b;
            link = &bins[b].less;
            b = *link;
        }
    }
    *link = a != NONE ? a : b;
}

/// The bin with the least room that takes `cost`, the first of several; NONE where there is none.
static uint32_t tightest(const struct packing *p, uint64_t cost)
{
    uint32_t found = NONE;
    for (uint32_t at = p->root; at != NONE;) {
        bool fits = p->bins[at].room >= cost;
        if (fits)
            found = at;
        at = fits ? p->bins[at].less : p->bins[at].more;
    }
    return found;
}

static uint64_t most_room(const struct packing *p)
{
    uint32_t at = p->root;
    while (p->bins[at].more != NONE)
        at = p->bins[at].more;
    return p->bins[at].room;
}

// ---- packing ----
/// Fills the bins; false where they come to be as many as `most`.
static bool fill(struct packing *p, uint32_t count, uint64_t available, uint32_t most)
{
    for (uint32_t i = 0; i < count; i++) {
        struct item *item = &p->items[i];
        uint32_t bin = tightest(p, item->cost);
        if (bin != NONE) {
            take_out(p, bin);
        } else {
            uint64_t required = 0;
            if (p->bin_count && !vyi_add(available - most_room(p), item->cost, &required))
                required = UINT64_MAX;
            bin = p->bin_count++;
            if (p->bin_count >= most)
                return false;
            p->bins[bin] =
                (struct bin){.room = available, .required = required, .opener = item->at};
        }
        item->bin = bin;
        p->bins[bin].room -= item->cost;
        p->bins[bin].count++;
        insert(p, bin);
    }
    return true;
}

/// Writes the groups: bins in the order they were opened, waves ascending in each.
static void write(struct vyi_split *s, struct packing *p, uint32_t before, uint32_t first,
                  uint32_t count)
{
    uint32_t end = first;
    for (uint32_t i = 0; i < count; i++)
        p->waves[i] = s->order[first + i];
    s->groups = before;
    for (uint32_t b = 0; b < p->bin_count; b++) {
        uint32_t size = p->bins[b].count;
        vyi_plan_open_group(s, end, p->waves[p->bins[b].opener], p->bins[b].required);
        p->bins[b].count = end;
        end += size;
    }
    s->offsets[s->groups] = end;
    // Items back in the order of the waves: each knows its place, and costs are not needed now.
    for (uint32_t i = 0; i < count; i++)
        p->bins[p->items[i].at].less = p->items[i].bin;
    for (uint32_t i = 0; i < count; i++)
        s->order[p->bins[p->bins[i].less].count++] = p->waves[i];
}

bool vyi_plan_pack_room(struct vyi_split *s)
{
    size_t bytes = sizeof(struct item) + sizeof(struct bin) + sizeof(uint32_t);
    return vyi_plan_room(s->scratch, VYI_ROOM_PACK, s->params->wave_count, bytes);
}

void vyi_plan_pack(struct vyi_split *s, uint32_t before, uint32_t first, uint32_t end)
{
    uint32_t count = end - first, groups = s->groups - before;
    struct packing p = {.items = s->scratch->rooms[VYI_ROOM_PACK].at, .root = NONE};
    p.bins = (struct bin *)(void *)(p.items + count);
    p.waves = (uint32_t *)(p.bins + count);
    for (uint32_t i = 0; i < count; i++)
        p.items[i] = (struct item){.cost = vyi_plan_cost(s, s->order[first + i]), .at = i};
    qsort(p.items, count, sizeof *p.items, by_cost);
    if (fill(&p, count, s->available, groups))
        write(s, &p, before, first, count);
}
