// What planning of waves shares: the scratch memory and what is known of the layers.
#ifndef VYI_PLAN_WAVE_H
#define VYI_PLAN_WAVE_H

#include "base/base.h"
#include "vyre/plan.h"

/// What is read through is asked for so many bytes ahead: processors see by themselves that it is,
/// but not across the end of a page.
enum { VYI_PAGE = 4096 };

/// Pieces of a scratch, each grown on its own. Contents are lost when one grows.
enum vyi_plan_room {
    VYI_ROOM_ORDER,   ///< u32 a wave and a layer: order and chain, or a cycle
    VYI_ROOM_OFFSETS, ///< u32 a group: result
    VYI_ROOM_LAYERS,  ///< u32 a layer: where it begins in the order
    VYI_ROOM_DEGREE,  ///< u32 a wave: edges not yet satisfied, then its layer, in 8, 16 or 32 bits
    VYI_ROOM_WORK,    ///< edges by their first wave; once the layers are known, the group records
    VYI_ROOM_BUCKETS, ///< u32 a bucket of waves
    VYI_ROOM_NOTES,   ///< struct vyi_cut_note a group, where a cut cannot be told from the groups
    VYI_ROOM_PACK,    ///< one layer that is being packed
    VYI_ROOM_USES,    ///< buffers by wave
    VYI_ROOM_COUNT
};

struct vy_plan_scratch {
    vy_context *context;
    struct {
        void *at;
        size_t bytes;
    } rooms[VYI_ROOM_COUNT];
    vy_plan_fault fault;
};

/// Room for `count` things of `bytes`, not cleared; NULL after noting that there is no memory.
void *vyi_plan_room(vy_plan_scratch *s, enum vyi_plan_room room, size_t count, size_t bytes);
/// Notes and reports a failure; the status that belongs to it.
vy_status vyi_plan_fail(vy_plan_scratch *s, vy_plan_fault fault);
/// Holds a count against what 32-bit numbers take.
vy_status vyi_plan_count(vy_plan_scratch *s, size_t count, const char *what);

/// Edges by their first wave. Where they are sorted, those of wave w lead to targets[ends[w - 1] …
/// ends[w]).
struct vyi_edges {
    uint32_t waves, shift, buckets; ///< waves w with equal w >> shift are in one bucket
    size_t count;
    uint32_t *ends, *targets;
    uint32_t *degree; ///< edges that a wave still waits for; in the end its layer
    uint32_t *queue;  ///< waves that wait for none, layer after layer
    // Where each bucket goes on, and the rest of the waves' numbers beside it.
    uint32_t *heads, *fill, *cursor, *copy;
    uint16_t *low;
    uint32_t copied; ///< there are two copies of so many edges

    bool forward; ///< every edge leads to a larger number
    // Of forward.c.
    uint32_t part, parts; ///< waves w with equal w >> part are in one part
    bool wide;            ///< too many waves for records of 4 bytes
    uint32_t width;       ///< bytes of a layer, where `degree` is
    uint32_t last;        ///< the smallest wave of the last layer
    uint32_t *from; ///< the smallest wave of the layer before that leads to each, where `ends` is
    void *records;  ///< in blocks
    uint32_t block; ///< records r with equal r >> block are in one
    uint32_t blocks;
    uint32_t *goes;   ///< where the records of each part go on
    uint32_t *owner;  ///< the part of each block
    uint32_t *list;   ///< the blocks by parts
    uint32_t *begins; ///< where those of each part begin in the list, and the end
};
vy_status vyi_plan_edges_room(vy_plan_scratch *s, size_t waves, size_t count, struct vyi_edges *e);
/// The first edge that is out of range or leads from a wave to itself; `count` where all are good.
size_t vyi_plan_edges_check(struct vyi_edges *e, const vy_wave_edge *edges);
/// Deals edges that were checked to the buckets of their first waves; each head is then the end.
void vyi_plan_edges_deal(const struct vyi_edges *e, const vy_wave_edge *edges);
/// Sorts the edges from … to, all of one bucket, by their first wave; `ends` is that of the
/// bucket's first wave.
void vyi_plan_edges_sort(const struct vyi_edges *e, uint32_t bucket, uint32_t from, uint32_t to,
                         uint32_t *ends);

/// The layers of waves, in `degree`, and where each begins, in `layers`: for any edges. How many
/// waves are in one; those in a circle, and behind it, are not.
uint32_t vyi_plan_walk(const struct vyi_edges *e, const vy_wave_edge *edges, uint32_t *layers,
                       uint32_t *layer_count);
/// How many of `low` that takes at least.
size_t vyi_plan_walk_lows(size_t buckets);
/// The same for edges that all lead to a larger number, and `from` of all waves that are not in the
/// first layer. They were dealt to their parts before, which fails where one does not.
void vyi_plan_forward(struct vyi_edges *e, uint32_t *layers, uint32_t *layer_count);
bool vyi_plan_forward_deal(struct vyi_edges *e, const vy_wave_edge *edges);
/// Chooses its parts; the bytes that it takes in the place of `ends` and what follows, and the
/// 32-bit words behind the copy. Then where it puts what.
size_t vyi_plan_forward_size(struct vyi_edges *e, size_t *bytes);
void vyi_plan_forward_room(struct vyi_edges *e, uint32_t *words);

/// Waves by layers: order, layers and chain in their rooms.
struct vyi_layers {
    const uint32_t *order; ///< ascending in each layer; whoever asks for no order makes it
    uint32_t *offsets;     ///< count + 1 of them
    const uint32_t *chain; ///< one wave of each layer
    const void *of;        ///< the layer of each wave
    uint32_t width;        ///< in so many bytes
    uint32_t count;
};
/// The layer of a wave. 8 bits as long as that does, then 16, then 32: where layers are few, waves
/// of one are far apart, and it is then that layers are fetched from anywhere.
static inline uint32_t vyi_plan_layer(const void *of, uint32_t width, size_t wave)
{
    return width == 1   ? ((const uint8_t *)of)[wave]
           : width == 2 ? ((const uint16_t *)of)[wave]
                        : ((const uint32_t *)of)[wave];
}
vy_status vyi_plan_layers(vy_plan_scratch *s, size_t waves, const vy_wave_edge *edges, size_t count,
                          bool order, struct vyi_layers *layers);
/// Where each layer begins again, after each has moved on to its end, which is where the next one
/// begins.
void vyi_plan_layers_begin(const struct vyi_layers *layers);

/// Why a group begins, where that has to be remembered.
struct vyi_cut_note {
    uint64_t required, live;
    uint32_t wave;
};

/// A frontier plan while its layers are split.
struct vyi_split {
    vy_plan_scratch *scratch;
    const vy_frontier_params *params;
    vy_wave_cost cost;
    uint64_t available;
    uint32_t *order;
    uint32_t *offsets; ///< groups + 1 of them are set
    uint32_t groups;
    struct vyi_cut_note *notes; ///< one a group, or NULL
    bool fitted;                ///< the records of the groups have their sums, and what cut them
};
/// What a wave costs; false where that overflows.
static inline bool vyi_plan_cost_fits(const vy_wave_cost *by, const vy_wave *wave, uint64_t *cost)
{
    uint64_t frontier, scratch, output;
    bool fits = vyi_mul(wave->scratch, by->scratch, &scratch);
    fits &= vyi_mul(wave->frontier, by->frontier, &frontier);
    fits &= vyi_mul(wave->output, by->output, &output);
    fits &= vyi_add(frontier, scratch, cost);
    return fits & vyi_add(*cost, output, cost);
}
/// What a wave costs, known not to overflow.
uint64_t vyi_plan_cost(const struct vyi_split *s, uint32_t wave);
/// Reports that a wave alone is over the budget.
vy_status vyi_plan_over(struct vyi_split *s, uint32_t wave, uint64_t required);
/// Room to pack the widest layer that there can be, whether this plan packs one or not: the next
/// one may. False where there is no memory.
bool vyi_plan_pack_room(struct vyi_split *s);
/// Packs the waves order[first … end) anew where that takes fewer groups than the `s->groups -
/// before` that they are in now.
void vyi_plan_pack(struct vyi_split *s, uint32_t before, uint32_t first, uint32_t end);
/// Next-fit over all layers at once, with the order, and the offsets and sums of the groups; `open`
/// has room for a number a layer, `detail` for a record a wave. False where a wave alone is over
/// the budget, the first of them in `over`; or where a sum overflows, with `over` the number of
/// waves: then there is the order and nothing else.
bool vyi_plan_fit(struct vyi_split *s, const struct vyi_layers *layers, uint32_t *open,
                  vy_frontier_group *detail, uint32_t *over);
/// Splits all layers with regard to what is alive across groups.
vy_status vyi_plan_live(struct vyi_split *s, const struct vyi_layers *layers);

#endif
