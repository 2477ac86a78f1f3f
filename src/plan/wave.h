// What planning of waves shares: the scratch memory, the layers, and a plan while it is made.
#pragma once

#include "base/base.h"
#include "vyre/plan.h"

/// Blocks of a scratch, each grown on its own. Contents are lost when one grows.
enum vyi_plan_room {
    VYI_ROOM_ORDER,   ///< u32 a wave and a layer: order and chain, or a cycle
    VYI_ROOM_OFFSETS, ///< u32 a group: result
    VYI_ROOM_LAYERS,  ///< u32 a layer: where it begins in the order
    VYI_ROOM_LAYER,   ///< u32 a wave: its layer
    VYI_ROOM_WORK,    ///< the sorted edges; once the layers are known, the records of the groups
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

/// Room for `count` things of `bytes`, not cleared; NULL after reporting that there is no memory.
void *vyi_plan_room(vy_plan_scratch *s, enum vyi_plan_room room, size_t count, size_t bytes);
/// Notes a failure; the status that belongs to it.
vy_status vyi_plan_fail(vy_plan_scratch *s, vy_plan_fault fault);
/// Checks that 32-bit numbers can count so many, or reports it.
vy_status vyi_plan_count(vy_plan_scratch *s, size_t count, const char *what);

/// Waves by layers: the layer of a wave is the length of the longest chain of waves before it.
struct vyi_layers {
    uint32_t *order;         ///< layer after layer, ascending in each
    const uint32_t *offsets; ///< count + 1 of them
    const uint32_t *chain;   ///< one wave of each layer, each before the next
    uint32_t count;
};
vy_status vyi_plan_layers(vy_plan_scratch *s, size_t waves, const vy_wave_edge *edges, size_t count,
                          struct vyi_layers *layers);

/// Waves in groups as the caller gets them, from `count` groups that begin at `offsets`.
vy_wave_groups vyi_plan_groups(const struct vyi_layers *layers, const uint32_t *offsets,
                               uint32_t count);
