// What an invocation knows about itself. Everything is computed once, in the function's first
// block, from Vulkan's numbers of workgroup and invocation.
#include "gen/spirv/emit.h"

/// A variable of Vulkan's, loaded.
static uint32_t built_in(struct emit *e, uint32_t which, uint32_t type)
{
    uint32_t variable = vyi_spv_global(e->m, SPV_StorageClass_Input, type, false);
    spv_decorate(e->m, variable, SPV_Decoration_BuiltIn, which);
    return INS(e, Load, type, variable);
}

uint32_t vyi_spirv_local_index(struct emit *e)
{
    if (e->local_index)
        return e->local_index;
    uint32_t before = vyi_spirv_first_begin(e);
    // Workgroups have one axis. Lavapipe computes LocalInvocationIndex three times as slowly.
    uint32_t all = built_in(e, SPV_BuiltIn_LocalInvocationId, vyi_spv_vector(e->m, u32_type(e), 3));
    e->local_index = INS(e, CompositeExtract, u32_type(e), all, 0);
    vyi_spirv_first_end(e, before);
    return e->local_index;
}

/// x + y * VYI_VULKAN_ROW.
static uint32_t vulkan_group(struct emit *e)
{
    uint32_t t = u32_type(e);
    uint32_t all = built_in(e, SPV_BuiltIn_WorkgroupId, vyi_spv_vector(e->m, t, 3));
    uint32_t x = INS(e, CompositeExtract, t, all, 0), y = INS(e, CompositeExtract, t, all, 1);
    return INS(e, IAdd, t, x, INS(e, IMul, t, y, u32(e, VYI_VULKAN_ROW)));
}

/// Of the grid. There are less than 2^32.
uint32_t vyi_spirv_invocations(struct emit *e)
{
    if (e->invocations)
        return e->invocations;
    uint32_t count = vyi_spirv_group_count(e), before = vyi_spirv_first_begin(e);
    e->invocations = INS(e, IMul, u32_type(e), count, u32(e, e->info.volume));
    vyi_spirv_first_end(e, before);
    return e->invocations;
}

/// An invocation past the end is one of the last workgroup of Vulkan, or of a workgroup that fills
/// up a row. The number of such a one may wrap, so it is not compared.
static uint32_t is_one(struct emit *e, uint32_t group, uint32_t first)
{
    uint32_t t = u32_type(e), b = bool_type(e), all = vyi_spirv_invocations(e);
    uint32_t before = vyi_spirv_first_begin(e);
    uint32_t last = INS(e, ISub, t, all, u32(e, 1));
    last = INS(e, UDiv, t, last, u32(e, e->info.local_size));
    uint32_t some = INS(e, ULessThanEqual, b, group, last);
    uint32_t left = INS(e, ISub, t, all, first);
    uint32_t one = INS(e, ULessThan, b, vyi_spirv_local_index(e), left);
    one = INS(e, LogicalAnd, b, some, one);
    vyi_spirv_first_end(e, before);
    return one;
}

/// The number of a workgroup whose invocations may wait for workgroups with smaller numbers: in the
/// order in which workgroups begin. The first invocation takes it; all walk along without a branch,
/// since the function's first block has none.
static uint32_t take_ticket(struct emit *e, uint32_t own)
{
    uint32_t t = u32_type(e), zero = u32(e, 0), first = INS(e, IEqual, bool_type(e), own, zero);
    uint32_t at = vyi_spirv_word_at(e, vyi_spirv_ticket(e), zero);
    uint32_t pointer = vyi_spv_pointer(e->m, SPV_StorageClass_Workgroup, t);
    uint32_t array = vyi_spv_array(e->m, t, e->info.local_size, 0);
    uint32_t given = vyi_spv_global(e->m, SPV_StorageClass_Workgroup, array, false);
    uint32_t old = INS(e, AtomicIAdd, t, at, u32(e, SPV_Scope_Device), zero,
                       INS(e, Select, t, first, u32(e, 1), zero));
    INS(e, Store, INS(e, AccessChain, pointer, given, own), old,
        SPV_MemoryAccess_NonPrivatePointer);
    vyi_spirv_barrier(e);
    return INS(e, Load, t, INS(e, AccessChain, pointer, given, zero),
               SPV_MemoryAccess_NonPrivatePointer);
}

/// By the subgroup's number and the place in it: Vulkan does not promise that the invocations of a
/// subgroup are neighbours. Those that one invocation of Vulkan runs are a subgroup of Vulkan
/// apart.
static void subgroup_items(struct emit *e)
{
    uint32_t t = u32_type(e);
    vyi_spv_capability(e->m, SPV_Capability_GroupNonUniform);
    uint32_t first = INS(e, IMul, t, built_in(e, SPV_BuiltIn_SubgroupId, t), u32(e, VYI_SUBGROUP));
    first = INS(e, IAdd, t, first, built_in(e, SPV_BuiltIn_SubgroupLocalInvocationId, t));
    for (uint32_t i = 0; i < e->side_count; i++)
        e->sides[i].item = i ? INS(e, IAdd, t, first, u32(e, i * e->info.subgroup_size)) : first;
}

struct fork vyi_spirv_numbered(struct emit *e)
{
    uint32_t t = u32_type(e), count = vyi_spirv_group_count(e), own = vyi_spirv_local_index(e);
    uint32_t before = vyi_spirv_first_begin(e), group = vulkan_group(e), here;
    if (e->info.shape == VYI_SPIRV_FLAT) {
        uint32_t first = INS(e, IMul, t, group, u32(e, e->info.local_size));
        e->number = INS(e, IAdd, t, first, own);
        here = is_one(e, group, first);
    } else {
        e->group = e->info.ticket ? take_ticket(e, own) : group;
        e->own->item = own;
        if (e->info.subgroup_size)
            subgroup_items(e);
        here = INS(e, ULessThan, bool_type(e), e->group, count);
    }
    vyi_spirv_first_end(e, before);
    return vyi_spirv_if(e, here);
}

/// Of all invocations of Vulkan, in the serial shape.
uint32_t vyi_spirv_serial_number(struct emit *e)
{
    uint32_t t = u32_type(e), own = vyi_spirv_local_index(e), before = vyi_spirv_first_begin(e);
    uint32_t first = INS(e, IMul, t, vulkan_group(e), u32(e, e->info.local_size));
    uint32_t number = INS(e, IAdd, t, first, own);
    vyi_spirv_first_end(e, before);
    return number;
}

/// Around what depends on the invocation: in the serial shape that is another one every time.
static uint32_t own_begin(struct emit *e)
{
    return e->serial ? e->m->to : vyi_spirv_first_begin(e);
}

// ---- numbers of workgroup and invocation ----
uint32_t vyi_spirv_group(struct emit *e)
{
    if (e->group)
        return e->group;
    uint32_t before = vyi_spirv_first_begin(e);
    e->group = INS(e, UDiv, u32_type(e), e->number, u32(e, e->info.volume));
    vyi_spirv_first_end(e, before);
    return e->group;
}

uint32_t vyi_spirv_item(struct emit *e)
{
    if (e->own->item)
        return e->own->item;
    uint32_t before = vyi_spirv_first_begin(e);
    e->own->item = INS(e, UMod, u32_type(e), e->number, u32(e, e->info.volume));
    vyi_spirv_first_end(e, before);
    return e->own->item;
}

uint32_t vyi_spirv_invocation(struct emit *e)
{
    if (e->number)
        return e->number;
    uint32_t t = u32_type(e), group = vyi_spirv_group(e), item = vyi_spirv_item(e);
    return INS(e, IAdd, t, INS(e, IMul, t, group, u32(e, e->info.volume)), item);
}

// ---- along axes ----
/// A number taken apart: the digit of an axis where axes have these sizes (constants or not).
static uint32_t digit(struct emit *e, uint32_t number, uint32_t axis, uint32_t rank,
                      const uint32_t size[3])
{
    uint32_t t = u32_type(e);
    for (uint32_t i = 0; i < axis; i++)
        number = INS(e, UDiv, t, number, size[i]);
    return axis + 1 < rank ? INS(e, UMod, t, number, size[axis]) : number;
}

static uint32_t workgroup_id(struct emit *e, uint32_t axis)
{
    uint32_t size[3] = {0}, rank = e->p->grid_rank ? e->p->grid_rank : 1;
    if (axis >= rank)
        return u32(e, 0);
    for (uint32_t i = 0; i < axis || (i == axis && axis + 1 < rank); i++)
        size[i] = vyi_spirv_groups_along(e, i);
    uint32_t group = vyi_spirv_group(e), before = own_begin(e);
    uint32_t id = digit(e, group, axis, rank, size);
    vyi_spirv_first_end(e, before);
    return id;
}

static uint32_t local_id(struct emit *e, uint32_t axis)
{
    uint32_t size[3], rank = 3;
    while (rank > 1 && e->workgroup[rank - 1] == 1)
        rank--;
    if (axis >= rank || e->workgroup[axis] == 1)
        return u32(e, 0);
    for (uint32_t i = 0; i < 3; i++)
        size[i] = u32(e, e->workgroup[i]);
    uint32_t item = vyi_spirv_item(e), before = own_begin(e);
    uint32_t id = digit(e, item, axis, rank, size);
    vyi_spirv_first_end(e, before);
    return id;
}

/// Flat, with one axis: the id is the invocation's number, whatever the workgroup.
static bool is_number(const struct emit *e)
{
    return e->info.shape == VYI_SPIRV_FLAT && e->p->grid_rank <= 1 &&
           e->workgroup[1] * e->workgroup[2] == 1;
}

static uint32_t global_id(struct emit *e, uint32_t axis)
{
    if (axis == 0 && is_number(e))
        return e->number;
    uint32_t t = u32_type(e), group = vyi_spirv_id(e, VYI_ID_WID, axis);
    uint32_t own = vyi_spirv_id(e, VYI_ID_LID, axis), before = own_begin(e);
    uint32_t id = INS(e, IAdd, t, INS(e, IMul, t, group, u32(e, e->workgroup[axis])), own);
    vyi_spirv_first_end(e, before);
    return id;
}

static uint32_t grid_size(struct emit *e, uint32_t axis)
{
    uint32_t groups = vyi_spirv_groups_along(e, axis), before = vyi_spirv_first_begin(e);
    uint32_t size = INS(e, IMul, u32_type(e), groups, u32(e, e->workgroup[axis]));
    vyi_spirv_first_end(e, before);
    return size;
}

/// Of the subgroup (`shift` of its size), or the place in it.
static uint32_t subgroup_id(struct emit *e, uint32_t which)
{
    uint32_t item = vyi_spirv_item(e), before = own_begin(e);
    uint32_t id = which == VYI_ID_LANE
                      ? INS(e, BitwiseAnd, u32_type(e), item, u32(e, VYI_SUBGROUP - 1))
                      : INS(e, ShiftRightLogical, u32_type(e), item, u32(e, 5));
    vyi_spirv_first_end(e, before);
    return id;
}

uint32_t vyi_spirv_id(struct emit *e, uint32_t id, uint32_t axis)
{
    uint32_t other, *known = e->serial ? &other : &e->own->ids[id][axis];
    other = 0;
    if (*known)
        return *known;
    switch (id) {
    case VYI_ID_LID: return *known = local_id(e, axis);
    case VYI_ID_WID: return *known = workgroup_id(e, axis);
    case VYI_ID_GID: return *known = global_id(e, axis);
    case VYI_ID_WORKGROUP_SIZE: return *known = u32(e, e->workgroup[axis]);
    case VYI_ID_WORKGROUPS: return *known = vyi_spirv_groups_along(e, axis);
    case VYI_ID_GRID_SIZE: return *known = grid_size(e, axis);
    case VYI_ID_CONCURRENT: return *known = u32(e, 1);
    default: return *known = subgroup_id(e, id);
    }
}
