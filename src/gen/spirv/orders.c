// What orders memory, in Vulkan's memory model.
#include "gen/spirv/emit.h"

enum {
    EVERYWHERE = SPV_Semantics_UniformMemory | SPV_Semantics_WorkgroupMemory,
    TAKES = SPV_Semantics_MakeVisible | EVERYWHERE,
    GIVES = SPV_Semantics_MakeAvailable | EVERYWHERE
};

uint32_t vyi_spirv_semantics(uint32_t order)
{
    static const uint32_t by_order[] = {
        [VYI_ORDER_RELAXED] = SPV_Semantics_None,
        [VYI_ORDER_ACQUIRE] = SPV_Semantics_Acquire | TAKES,
        [VYI_ORDER_RELEASE] = SPV_Semantics_Release | GIVES,
        [VYI_ORDER_ACQ_REL] = SPV_Semantics_AcquireRelease | TAKES | GIVES,
    };
    return by_order[order & 3];
}

uint32_t vyi_spirv_peek(struct emit *e, uint32_t pointer)
{
    return INS(e, AtomicLoad, u32_type(e), pointer, u32(e, SPV_Scope_Device),
               u32(e, SPV_Semantics_Volatile));
}

// ---- fences and barriers ----
void vyi_spirv_fence(struct emit *e)
{
    if (e->machine->hand_offs) // else as of atomics
        INS(e, MemoryBarrier, u32(e, SPV_Scope_Device),
            u32(e, vyi_spirv_semantics(VYI_ORDER_ACQ_REL)));
}

bool vyi_spirv_is_subgroup(const struct emit *e)
{
    return e->info.subgroup_size && e->info.local_size == e->info.subgroup_size;
}

void vyi_spirv_barrier(struct emit *e)
{
    uint32_t group = u32(e, SPV_Scope_Workgroup);
    uint32_t order = u32(e, vyi_spirv_semantics(VYI_ORDER_ACQ_REL));
    if (!vyi_spirv_is_subgroup(e))
        INS(e, ControlBarrier, group, group, order);
    else if (!e->machine->cpu)
        INS(e, ControlBarrier, u32(e, SPV_Scope_Subgroup), group, order);
    else // its lanes are those of a vector
        INS(e, MemoryBarrier, group, order);
}
