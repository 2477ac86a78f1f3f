// The serial shape: one invocation of Vulkan runs all invocations of a workgroup, phase by phase.
//
// What the invocations of a workgroup share, and what lives across phases, lies in a slice of the
// scratch memory: a struct with an array for the shared buffers, one with a slot an invocation for
// each local that crosses phases, the row of collectives, and who has returned.
#ifndef VYI_GEN_SPIRV_SERIAL_H
#define VYI_GEN_SPIRV_SERIAL_H

#include "gen/spirv/emit.h"

struct serial {
    uint32_t slice;             ///< pointer to it
    uint32_t first, end;        ///< invocations that run now: of the workgroup, or of one subgroup
    bool whole;                 ///< of the workgroup
    bool deals;                 ///< in this segment indices of `each` may go to any invocation
    uint32_t *locals, *buffers; ///< members of the slice + 1; 0: none
    uint8_t *held;              ///< by local: enum held, in the phase being written
    uint32_t dead, row;
};

/// How a phase uses a local that lies in the slice. While it runs, the local is in a variable.
enum held { HELD_READ = 1, HELD_SET = 2 };

/// Whether a program runs in this shape, and why. by_instructions: otherwise collectives would go
/// through the machine's subgroups, and not through memory, where all of a workgroup synchronise.
bool vyi_serial_reason(const struct emit *e, bool by_instructions, char *text, size_t size);
/// The body of the kernel's function.
void vyi_serial_body(struct emit *e);

// ---- the slice ----
static inline uint32_t vyi_serial_pointer(struct emit *e, uint32_t type)
{
    return vyi_spv_pointer(e->m, SPV_StorageClass_PhysicalStorageBuffer, type);
}
/// Pointer to an element of a member.
static inline uint32_t vyi_serial_element(struct emit *e, uint32_t member, uint32_t type,
                                          uint32_t index)
{
    return INS(e, AccessChain, vyi_serial_pointer(e, type), e->serial->slice, u32(e, member - 1),
               index);
}
/// Whether a local is accessed in the slice.
static inline bool vyi_serial_keeps(const struct emit *e, uint32_t local)
{
    return e->serial && e->serial->locals[local] && !e->serial->held[local];
}
/// Pointer to the slot of a local, of the invocation at hand.
static inline uint32_t vyi_serial_slot(struct emit *e, uint32_t local)
{
    const struct vyi_local *l = &e->p->locals.at[local];
    uint32_t type = vyi_spirv_memory(e, l->type);
    if (l->kind == VYI_LOCAL_ARRAY)
        type = vyi_spv_array(e->m, type, l->count, vyi_type_bytes(l->type));
    return vyi_serial_element(e, e->serial->locals[local], type, e->own->item);
}

#endif
