// Elements of 8 and 16 bits on machines whose memory has 32-bit words only: parts of words.
//
// A store changes the bits of its element alone, by two atomic operations, since other invocations
// may store to the other elements of the word at the same time. So words of memory that the kernel
// writes are loaded atomically. Memory of the device begins at any byte of a word, and the words
// that hold its first and its last element are all there: allocations are larger.
#include "gen/spirv/emit.h"

/// The word of an element, and the number of its lowest bit there.
struct part {
    uint32_t pointer, shift;
};

static struct part part_of(struct emit *e, uint32_t buffer, uint32_t at)
{
    uint32_t t = u32_type(e), log = vyi_type_bytes(e->p->buffers.at[buffer].elem) == 1 ? 2 : 1;
    uint32_t mask = u32(e, (1u << log) - 1), place = INS(e, BitwiseAnd, t, at, mask);
    uint32_t word = INS(e, ShiftRightLogical, t, at, u32(e, log));
    if (e->p->buffers.at[buffer].role != VY_ROLE_SHARED) {
        uint32_t base = vyi_spirv_bytes_before(e, buffer); // in elements:
        base = INS(e, ShiftRightLogical, t, base, u32(e, 2 - log));
        place = INS(e, IAdd, t, place, base);
        word = INS(e, IAdd, t, word, INS(e, ShiftRightLogical, t, place, u32(e, log)));
        place = INS(e, BitwiseAnd, t, place, mask);
    }
    return (struct part){vyi_spirv_element(e, buffer, word),
                         INS(e, ShiftLeftLogical, t, place, u32(e, 5 - log))};
}

static uint32_t ones(const struct emit *e, uint32_t buffer)
{
    return vyi_type_bytes(e->p->buffers.at[buffer].elem) == 1 ? 0xff : 0xffff;
}

static uint32_t scope_of(struct emit *e, uint32_t buffer)
{
    bool shared = e->p->buffers.at[buffer].role == VY_ROLE_SHARED;
    return u32(e, shared && !e->serial ? SPV_Scope_Workgroup : SPV_Scope_Device);
}

uint32_t vyi_spirv_narrow_load(struct emit *e, uint32_t buffer, uint32_t at)
{
    struct part p = part_of(e, buffer, at);
    uint32_t t = u32_type(e), word;
    if (vyi_role_info(e->p->buffers.at[buffer].role)->writable)
        word = INS(e, AtomicLoad, t, p.pointer, scope_of(e, buffer), u32(e, SPV_Semantics_None));
    else
        word = INS(e, Load, t, p.pointer, SPV_MemoryAccess_Aligned, 4);
    word = INS(e, ShiftRightLogical, t, word, p.shift);
    return INS(e, BitwiseAnd, t, word, u32(e, ones(e, buffer)));
}

void vyi_spirv_narrow_store(struct emit *e, uint32_t buffer, uint32_t at, uint32_t v)
{
    struct part p = part_of(e, buffer, at);
    uint32_t t = u32_type(e), scope = scope_of(e, buffer), order = u32(e, SPV_Semantics_None);
    uint32_t own = INS(e, ShiftLeftLogical, t, u32(e, ones(e, buffer)), p.shift);
    INS(e, AtomicAnd, t, p.pointer, scope, order, INS(e, Not, t, own));
    INS(e, AtomicOr, t, p.pointer, scope, order, INS(e, ShiftLeftLogical, t, v, p.shift));
}

uint32_t vyi_spirv_narrow_value(struct emit *e, uint8_t elem, uint32_t v)
{
    uint32_t t = u32_type(e), rest = u32(e, 32 - 8 * vyi_type_bytes(elem));
    if (vyi_type_value(elem) == VY_TYPE_F32)
        return vyi_spirv_from_half(e, elem, v);
    if (vyi_type_class(vyi_type_value(elem)) != VYI_CLASS_SINT)
        return v;
    return INS(e, ShiftRightArithmetic, t, INS(e, ShiftLeftLogical, t, v, rest), rest);
}
