// Types, constants and structured control flow of the emitter.
#include "gen/spirv/emit.h"

// ---- types and constants ----
uint32_t vyi_spirv_type(struct emit *e, uint8_t type)
{
    uint32_t bits = 8 * vyi_type_bytes(type);
    if (type == VY_TYPE_BOOL)
        return bool_type(e);
    return vyi_type_class(type) == VYI_CLASS_FLOAT ? vyi_spv_float(e->m, bits)
                                                   : vyi_spv_int(e->m, bits);
}

uint32_t vyi_spirv_memory(struct emit *e, uint8_t elem)
{
    return elem == VY_TYPE_BOOL ? u32_type(e) : vyi_spirv_type(e, elem);
}

uint32_t vyi_spirv_constant(struct emit *e, uint8_t type, uint64_t bits)
{
    if (type == VY_TYPE_BOOL)
        return vyi_spv_truth(e->m, bits != 0);
    uint32_t id = vyi_spv_constant(e->m, vyi_spirv_type(e, type), 8 * vyi_type_bytes(type), bits);
    return vyi_type_class(type) == VYI_CLASS_FLOAT ? vyi_spirv_hidden_float(e, type, id) : id;
}

uint32_t vyi_spirv_number(struct emit *e, uint8_t type, uint64_t value)
{
    uint32_t bits = 8 * vyi_type_bytes(type);
    return vyi_spv_constant(e->m, vyi_spv_int(e->m, bits), bits, value);
}

uint32_t vyi_spirv_resize(struct emit *e, uint32_t v, uint32_t from, uint32_t to)
{
    return from == to ? v : INS(e, UConvert, vyi_spv_int(e->m, to), v);
}

// ---- blocks ----
void vyi_spirv_enter(struct emit *e, uint32_t label)
{
    e->block = vyi_spv_block(e->m, label);
}

uint32_t vyi_spirv_first_begin(struct emit *e)
{
    uint32_t before = e->m->to;
    e->m->to = SPV_ENTRY;
    return before;
}

void vyi_spirv_first_end(struct emit *e, uint32_t before)
{
    e->m->to = before;
}

// ---- selections ----
static struct fork begin(struct emit *e, uint32_t cond, bool with_else)
{
    struct fork f = {.cond = cond, .from = e->block};
    if (!cond)
        return f;
    uint32_t then = spv_id(e->m);
    f.merge = spv_id(e->m);
    f.other = with_else ? spv_id(e->m) : f.merge;
    INS(e, SelectionMerge, f.merge, 0);
    INS(e, BranchConditional, cond, then, f.other);
    e->depth++;
    vyi_spirv_enter(e, then);
    return f;
}

struct fork vyi_spirv_if(struct emit *e, uint32_t cond)
{
    return begin(e, cond, false);
}

struct fork vyi_spirv_if_else(struct emit *e, uint32_t cond)
{
    return begin(e, cond, true);
}

void vyi_spirv_else(struct emit *e, struct fork *f)
{
    f->then_end = e->block;
    vyi_spv_branch(e->m, f->merge);
    vyi_spirv_enter(e, f->other);
}

void vyi_spirv_end(struct emit *e, struct fork *f)
{
    if (!f->cond)
        return;
    e->depth--;
    vyi_spirv_enter(e, f->merge);
}

uint32_t vyi_spirv_join(struct emit *e, struct fork *f, uint32_t type, uint32_t v, uint32_t other)
{
    bool two = f->other != f->merge;
    uint32_t last = e->block;
    if (!f->cond)
        return v;
    vyi_spirv_end(e, f);
    return INS(e, Phi, type, v, two ? f->then_end : last, other, two ? last : f->from);
}

uint32_t vyi_spirv_both(struct emit *e, uint32_t a, uint32_t b)
{
    return !a ? b : !b ? a : INS(e, LogicalAnd, bool_type(e), a, b);
}

// ---- variables ----
uint32_t vyi_spirv_variable(struct emit *e, uint32_t type, uint32_t initialiser)
{
    return vyi_spv_local(e->m, type, initialiser);
}

uint32_t vyi_spirv_get(struct emit *e, uint32_t type, uint32_t variable)
{
    return INS(e, Load, type, variable);
}

void vyi_spirv_set(struct emit *e, uint32_t variable, uint32_t v)
{
    INS(e, Store, variable, v);
}
