// Values that the driver does not know to be constant.
//
// llvmpipe replaces x + 0, 0 - x, x * 0, 0 / x and x / 0 by other values where it knows the 0, and
// so loses signs and NaNs (machine.folds_zeros). There every float that it could know is made of
// its bits and a word of memory that is 0: literals, what integers are converted to, and halves,
// whose bits it knows where a buffer is empty. No other operation gives a float that it knows.
// Counts of shifts are hidden likewise where it shifts wrongly by counts that it knows
// (machine.folds_shifts).
#include "gen/spirv/emit.h"

void vyi_spirv_hidden_begin(struct emit *e)
{
    if (!e->machine->folds_zeros && !e->machine->folds_shifts)
        return;
    e->zero = vyi_spv_global(e->m, SPV_StorageClass_Private, u32_type(e), false);
    uint32_t v = vyi_spirv_zero(e), before = vyi_spirv_first_begin(e);
    INS(e, Store, e->zero, v);
    vyi_spirv_first_end(e, before);
}

/// The zero, as an integer of so many bits, in the function's first block.
static uint32_t zero_of(struct emit *e, uint32_t bits)
{
    if (!e->hidden_zero)
        e->hidden_zero = INS(e, Load, u32_type(e), e->zero);
    return vyi_spirv_resize(e, e->hidden_zero, 32, bits);
}

static uint32_t integer_of(struct emit *e, uint32_t bits)
{
    return vyi_spirv_type(e, bits == 64 ? VY_TYPE_U64 : VY_TYPE_U32);
}

static uint32_t hidden(struct emit *e, uint32_t bits, uint32_t v)
{
    uint32_t before = vyi_spirv_first_begin(e), zero = zero_of(e, bits);
    vyi_spirv_first_end(e, before);
    return INS(e, BitwiseXor, integer_of(e, bits), v, zero);
}

uint32_t vyi_spirv_hidden_count(struct emit *e, uint32_t bytes, uint32_t v)
{
    return e->machine->folds_shifts & bytes ? hidden(e, 32, v) : v;
}

uint32_t vyi_spirv_hidden_integer(struct emit *e, uint32_t bits, uint32_t v)
{
    return e->machine->folds_zeros ? hidden(e, bits, v) : v;
}

uint32_t vyi_spirv_hidden_float(struct emit *e, uint8_t type, uint32_t constant)
{
    enum { MOST = sizeof e->literals / sizeof *e->literals };
    uint32_t bits = 8 * vyi_type_bytes(type), integer = integer_of(e, bits);
    if (!e->machine->folds_zeros)
        return constant;
    for (uint32_t i = 0; i < MOST && i < e->literal_count; i++)
        if (e->literals[i].constant == constant)
            return e->literals[i].id;
    uint32_t before = vyi_spirv_first_begin(e), zero = zero_of(e, bits);
    uint32_t v = INS(e, BitwiseXor, integer, INS(e, Bitcast, integer, constant), zero);
    v = INS(e, Bitcast, vyi_spirv_type(e, type), v);
    vyi_spirv_first_end(e, before);
    uint32_t at = e->literal_count++ % MOST;
    e->literals[at].constant = constant;
    e->literals[at].id = v;
    return v;
}
