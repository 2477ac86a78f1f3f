// Best-fit decreasing over one layer: the largest wave first, each into the group where it leaves
// the least room.
//
// Groups are kept by the room they have left (ranges.h), so a layer of n waves takes n log n steps.
// Best-fit decreasing can be worse than next-fit where the waves happen to come in a perfect order;
// then the layer stays as it is.
#include "plan/ranges.h"
#include "plan/wave.h"

#include <stdlib.h>

struct item {
    uint64_t cost;
    uint32_t at;  ///< place in the layer
    uint32_t bin; ///< that it was put into
};
struct bin {
    uint64_t
        required;    ///< that the roomiest bin before would have needed for the wave that opened it
    uint32_t opener; ///< place in the layer
    uint32_t count;  ///< of its waves, then where the next one goes
    uint32_t of;     ///< the bin of the wave at this place of the layer
};
struct packing {
    struct vyi_ranges rooms; ///< bytes left in each bin, which is its number here - 1
    struct item *items;
    struct bin *bins;
    uint32_t *waves; ///< the layer as it was
    uint32_t bin_count;
};

/// The largest first. No two items are equal.
static int by_cost(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    bool first = a->cost != b->cost ? a->cost > b->cost : a->at < b->at;
    return first ? -1 : 1;
}

/// Fills the bins; false where they come to be as many as `most`.
static bool fill(struct packing *p, uint32_t count, uint64_t available, uint32_t most)
{
    for (uint32_t i = 0; i < count; i++) {
        struct item *item = &p->items[i];
        uint32_t found = vyi_ranges_first(&p->rooms, item->cost);
        uint64_t room = available, required = 0;
        if (found) {
            room = p->rooms.at.at[found].from;
            item->bin = found - 1;
            vyi_ranges_remove(&p->rooms, found); // its number is the next one to be given
        } else {
            uint64_t most_room = p->bin_count ? p->rooms.at.at[p->rooms.root].most : available;
            if (p->bin_count && !vyi_add(available - most_room, item->cost, &required))
                required = UINT64_MAX;
            item->bin = p->bin_count++;
            if (p->bin_count >= most)
                return false;
            p->bins[item->bin] = (struct bin){.required = required, .opener = item->at};
        }
        room -= item->cost;
        vyi_ranges_add(&p->rooms, (struct vyi_range){.from = room, .to = room});
        p->bins[item->bin].count++;
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
        p->bins[p->items[i].at].of = p->items[i].bin;
    for (uint32_t i = 0; i < count; i++)
        s->order[p->bins[p->bins[i].of].count++] = p->waves[i];
}

bool vyi_plan_pack_room(struct vyi_split *s)
{
    size_t bytes =
        sizeof(struct vyi_range) + sizeof(struct item) + sizeof(struct bin) + sizeof(uint32_t);
    return vyi_plan_room(s->scratch, VYI_ROOM_PACK, s->params->wave_count + 1, bytes);
}

void vyi_plan_pack(struct vyi_split *s, uint32_t before, uint32_t first, uint32_t end)
{
    uint32_t count = end - first, groups = s->groups - before;
    struct packing p = {.rooms.at.at = s->scratch->rooms[VYI_ROOM_PACK].at};
    p.items = (void *)(p.rooms.at.at + count + 1);
    p.bins = (void *)(p.items + count);
    p.waves = (void *)(p.bins + count);
    for (uint32_t i = 0; i < count; i++)
        p.items[i] = (struct item){.cost = vyi_plan_cost(s, s->order[first + i]), .at = i};
    qsort(p.items, count, sizeof *p.items, by_cost);
    if (fill(&p, count, s->available, groups))
        write(s, &p, before, first, count);
}
