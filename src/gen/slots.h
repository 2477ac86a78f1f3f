// The slots at the end of a launch's block, the same on every target: params, then consts, in bit
// form; then for each buffer its address, its element count and its size along each axis
// (VYI_MAX_RANK slots, 1 past the rank). Their order is part of VYI_LLVM_ABI and VYI_SPIRV_ABI.
#pragma once

#include "ir/program.h"

enum { VYI_BUFFER_SLOTS = 2 + VYI_MAX_RANK };

static inline uint32_t vyi_slot_param(uint32_t i)
{
    return i;
}
static inline uint32_t vyi_slot_const(const vy_program *p, uint32_t i)
{
    return p->params.count + i;
}
static inline uint32_t vyi_slot_buffer(const vy_program *p, uint32_t i)
{
    return p->params.count + p->consts.count + i * VYI_BUFFER_SLOTS;
}
