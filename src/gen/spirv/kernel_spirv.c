// The kernel: the function `main`, which follows the tree of phases.
#include "gen/spirv/serial.h"
#include "plan/work.h"

static void sequence(struct emit *e, uint32_t first);

// ---- control flow of the workgroup ----
uint32_t vyi_spirv_lives(struct emit *e)
{
    uint32_t b = bool_type(e);
    return e->own->dead ? INS(e, LogicalNot, b, vyi_spirv_get(e, b, e->own->dead)) : 0;
}

/// A condition as all see it who walk to the phase together: the one that those have who live. An
/// invocation that has returned evaluates it too, and no check is left out because it has not.
static uint32_t condition(struct emit *e, const struct vyi_phase *phase)
{
    uint32_t c = 0;
    for (uint32_t i = 0; i < (e->own->dead ? e->side_count : 1); i++) {
        e->own = &e->sides[i];
        e->eager++;
        uint32_t own = vyi_spirv_expr(e, vyi_at(e->p, phase->node)->kid[0]);
        e->eager--;
        vyi_spirv_forget(e);
        own = vyi_spirv_both(e, vyi_spirv_lives(e), own);
        c = c ? INS(e, LogicalOr, bool_type(e), c, own) : own;
    }
    e->own = e->sides;
    if (!e->own->dead)
        return c;
    bool lanes = e->info.subgroup_size && (!phase->whole_group || vyi_spirv_is_subgroup(e));
    return lanes ? vyi_spirv_subgroup_any(e, c) : vyi_spirv_any(e, c);
}

static void either(struct emit *e, const struct vyi_phase *phase)
{
    struct fork f = vyi_spirv_if_else(e, condition(e, phase));
    sequence(e, phase->first);
    vyi_spirv_else(e, &f);
    sequence(e, phase->second);
    vyi_spirv_end(e, &f);
}

static void loop(struct emit *e, const struct vyi_phase *phase)
{
    struct construct c = {.loop = true};
    uint32_t head = spv_id(e->m), body = spv_id(e->m), before = vyi_spirv_limit_begin(e);
    uint32_t outer = vyi_spirv_limit_site(e, phase->node);
    vyi_spirv_construct_begin(e, &c);
    vyi_spirv_enter(e, head);
    INS(e, LoopMerge, c.merge, c.next, vyi_spirv_loop_control(e));
    vyi_spirv_enter(e, 0);
    vyi_spirv_poll(e, c.merge);
    INS(e, BranchConditional, condition(e, phase), body, c.merge);
    vyi_spirv_enter(e, body);
    sequence(e, phase->first);
    vyi_spirv_construct_next(e, &c);
    vyi_spirv_limit_next(e, before);
    INS(e, Branch, head);
    vyi_spirv_construct_end(e, &c);
    e->limit.site = outer;
}

// ---- phases ----
static void items(struct emit *e, const struct vyi_phase *phase)
{
    for (uint32_t i = 0; i < e->side_count; i++) {
        e->own = &e->sides[i];
        struct fork f = vyi_spirv_if(e, vyi_spirv_lives(e));
        vyi_spirv_phase(e, vyi_phase_list(e->phases, phase), phase->count);
        vyi_spirv_end(e, &f);
    }
    e->own = e->sides;
}

static void sequence(struct emit *e, uint32_t first)
{
    for (uint32_t i = first; i && !e->status; i = e->phases->nodes.at[i].next) {
        const struct vyi_phase *phase = &e->phases->nodes.at[i];
        const struct vyi_node *n = vyi_at(e->p, phase->node);
        switch ((enum vyi_phase_kind)phase->kind) {
        case VYI_PHASE_SEGMENT: sequence(e, phase->first); break;
        case VYI_PHASE_PASSES:
        case VYI_PHASE_ITEMS: items(e, phase); break;
        case VYI_PHASE_BRANCH: either(e, phase); break;
        case VYI_PHASE_LOOP: loop(e, phase); break;
        case VYI_PHASE_REGION: sequence(e, phase->first); break;
        case VYI_PHASE_COLLECTIVE: vyi_spirv_collective(e, n->x, vyi_at(e->p, n->kid[0])); break;
        case VYI_PHASE_COPY: vyi_spirv_copy(e, n); break;
        case VYI_PHASE_BARRIER: vyi_spirv_barrier(e); break;
        case VYI_PHASE_FIXPOINT: vyi_spirv_fail(e, VY_ERROR_PROGRAM); break;
        }
    }
}

// ---- shared memory ----
bool vyi_spirv_needs_zeros(const struct emit *e, uint32_t b)
{
    const vyi_ref *list;
    uint32_t count = vyi_kids(e->p, vyi_at(e->p, e->p->body), &list);
    return e->p->buffers.at[b].role == VY_ROLE_SHARED && vyi_mentions(e->p, e->p->body, b) &&
           (e->phases->returns || !vyi_plan_fresh(e->p, list, count, b));
}

/// Invocation i of n clears elements i, i + n, and so on.
static void clear(struct emit *e, uint32_t b)
{
    uint32_t t = u32_type(e), elem = vyi_spirv_memory(e, e->p->buffers.at[b].elem);
    uint32_t head = spv_id(e->m), body = spv_id(e->m), next = spv_id(e->m), merge = spv_id(e->m);
    uint32_t now = spv_id(e->m), then = spv_id(e->m), from = e->block;
    uint32_t first = vyi_spirv_local_index(e), count = u32(e, vyi_spirv_places(e, b));
    vyi_spirv_limit_fixed(e, vyi_spirv_places(e, b) / e->info.local_size + 1);
    vyi_spirv_enter(e, head);
    spv_set(e->m, now, SPV_Phi, t, first, from, then, next);
    INS(e, LoopMerge, merge, next, vyi_spirv_loop_control(e));
    vyi_spirv_enter(e, 0);
    INS(e, BranchConditional, INS(e, ULessThan, bool_type(e), now, count), body, merge);
    vyi_spirv_enter(e, body);
    INS(e, Store, vyi_spirv_element(e, b, now), vyi_spv_null(e->m, elem),
        SPV_MemoryAccess_NonPrivatePointer);
    vyi_spirv_enter(e, next);
    spv_set(e->m, then, SPV_IAdd, t, now, u32(e, e->info.local_size));
    INS(e, Branch, head);
    vyi_spirv_enter(e, merge);
}

static void clear_shared(struct emit *e)
{
    bool some = false;
    for (uint32_t b = 0; b < e->p->buffers.count; b++)
        if (vyi_spirv_needs_zeros(e, b)) {
            clear(e, b);
            some = true;
        }
    if (some)
        vyi_spirv_barrier(e);
}

// ---- the function ----
/// What modules of Vulkan's memory model and with addresses declare.
static void declare(struct emit *e)
{
    struct spv *m = e->m;
    vyi_spv_capability(m, SPV_Capability_Shader);
    vyi_spv_capability(m, SPV_Capability_PhysicalStorageBufferAddresses);
    vyi_spv_capability(m, SPV_Capability_VulkanMemoryModel);
    vyi_spv_capability(m, SPV_Capability_VulkanMemoryModelDeviceScope);
    spv_in(m, SPV_MEMORY_MODEL, SPV_MemoryModel, SPV_AddressingModel_PhysicalStorageBuffer64,
           SPV_MemoryModel_Vulkan);
}

/// How floats are computed, of 32 (`which` 0) or 64 bits.
static void float_modes(struct emit *e, uint32_t function, uint32_t which)
{
    struct {
        bool takes;
        uint32_t capability, mode;
    } modes[] = {
        {e->machine->keeps_nan[which], SPV_Capability_SignedZeroInfNanPreserve,
         SPV_ExecutionMode_SignedZeroInfNanPreserve},
        {e->machine->rounds_even[which], SPV_Capability_RoundingModeRTE,
         SPV_ExecutionMode_RoundingModeRTE},
        {e->machine->keeps_subnormals[which], SPV_Capability_DenormPreserve,
         SPV_ExecutionMode_DenormPreserve},
    };
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (modes[i].takes) {
            vyi_spv_capability(e->m, modes[i].capability);
            spv_in(e->m, SPV_EXECUTION_MODES, SPV_ExecutionMode, function, modes[i].mode,
                   32 << which);
        }
}

void vyi_spirv_kernel(struct emit *e)
{
    const uint32_t local_size[3] = {e->info.local_size, 1, 1};
    declare(e);
    uint32_t main = vyi_spv_function(e->m, 0, vyi_spv_void(e->m), NULL, NULL, 0);
    vyi_spirv_enter(e, 0);
    vyi_spirv_launch_begin(e);
    if (!e->status) {
        vyi_spirv_hidden_begin(e);
        bool absent = e->info.shape == VYI_SPIRV_GROUPS &&
                      e->info.local_size * e->side_count > e->info.volume;
        for (uint32_t i = 0; i < e->side_count; i++)
            if (e->info.shape != VYI_SPIRV_FLAT && (e->phases->returns || absent))
                e->sides[i].dead = vyi_spirv_variable(e, bool_type(e), vyi_spv_truth(e->m, false));
        if (e->info.shape == VYI_SPIRV_SERIAL) {
            vyi_serial_body(e);
        } else {
            struct fork f = vyi_spirv_numbered(e);
            for (uint32_t i = 0; absent && i < e->side_count; i++)
                vyi_spirv_set(e, e->sides[i].dead,
                              INS(e, UGreaterThanEqual, bool_type(e), e->sides[i].item,
                                  u32(e, e->info.volume)));
            if (e->info.shape == VYI_SPIRV_GROUPS)
                clear_shared(e);
            sequence(e, e->phases->first);
            vyi_spirv_end(e, &f);
        }
    }
    vyi_spirv_limit_set(e);
    vyi_spv_function_end(e->m, false);
    vyi_spv_entry_point(e->m, main, "main", local_size);
    float_modes(e, main, 0);
    if (e->machine->float64)
        float_modes(e, main, 1);
    vyi_spirv_emulations(e);
    vyi_spirv_launch_end(e);
}
