// Types, constants and structured control flow of the emitter.
#include "gen/spirv/emit.h"
#include "plan/work.h"

// ---- types and constants ----
bool vyi_spirv_is_pair(const struct emit *e, uint8_t type)
{
    return vyi_type_bytes(type) == 8 &&
           !(type == VY_TYPE_F64 ? e->machine->float64 : e->machine->int64);
}

bool vyi_spirv_narrow(const struct emit *e, uint8_t elem)
{
    uint32_t bytes = vyi_type_bytes(elem);
    return (bytes == 1 && !e->machine->storage8) || (bytes == 2 && !e->machine->storage16) ||
           (bytes < 4 && e->by_words & bytes);
}

uint8_t vyi_spirv_stored(const struct emit *e, uint8_t elem)
{
    return vyi_spirv_narrow(e, elem) ? VY_TYPE_U32 : elem;
}

uint32_t vyi_spirv_places(const struct emit *e, uint32_t buffer)
{
    const struct vyi_buffer *b = &e->p->buffers.at[buffer];
    uint64_t count = vyi_plan_elements(e->p, b);
    if (vyi_spirv_narrow(e, b->elem))
        count = (count * vyi_type_bytes(b->elem) + 3) / 4;
    return (uint32_t)count;
}

uint32_t vyi_spirv_type(struct emit *e, uint8_t type)
{
    uint32_t bits = 8 * vyi_type_bytes(type);
    if (type == VY_TYPE_BOOL)
        return bool_type(e);
    if (vyi_spirv_is_pair(e, type))
        return vyi_spv_vector(e->m, u32_type(e), 2);
    return vyi_type_class(type) == VYI_CLASS_FLOAT ? vyi_spv_float(e->m, bits)
                                                   : vyi_spv_int(e->m, bits);
}

uint32_t vyi_spirv_memory(struct emit *e, uint8_t elem)
{
    elem = vyi_spirv_stored(e, elem);
    return elem == VY_TYPE_BOOL ? u32_type(e) : vyi_spirv_type(e, elem);
}

static uint32_t pair_constant(struct emit *e, uint64_t bits)
{
    uint32_t low = u32(e, (uint32_t)bits), high = u32(e, (uint32_t)(bits >> 32));
    return spv_once(e->m, SPV_ConstantComposite, vyi_spirv_type(e, VY_TYPE_U64), low, high);
}

uint32_t vyi_spirv_constant(struct emit *e, uint8_t type, uint64_t bits)
{
    if (type == VY_TYPE_BOOL)
        return vyi_spv_truth(e->m, bits != 0);
    if (vyi_spirv_is_pair(e, type))
        return pair_constant(e, bits);
    uint32_t id = vyi_spv_constant(e->m, vyi_spirv_type(e, type), 8 * vyi_type_bytes(type), bits);
    return vyi_type_class(type) == VYI_CLASS_FLOAT ? vyi_spirv_hidden_float(e, type, id) : id;
}

uint32_t vyi_spirv_number(struct emit *e, uint8_t type, uint64_t value)
{
    return vyi_spirv_constant(e, unsigned_of(type), value);
}

uint32_t vyi_spirv_resize(struct emit *e, uint32_t v, uint32_t from, uint32_t to)
{
    if (from == to)
        return v;
    if (from == 32 && vyi_spirv_is_pair(e, VY_TYPE_U64))
        return vyi_spirv_unite(e, (struct halves){v, u32(e, 0)});
    return vyi_spirv_is_pair(e, VY_TYPE_U64) ? vyi_spirv_split(e, v).low
                                             : INS(e, UConvert, vyi_spv_int(e->m, to), v);
}

struct halves vyi_spirv_split(struct emit *e, uint32_t v)
{
    uint32_t t = u32_type(e);
    if (vyi_spirv_is_pair(e, VY_TYPE_U64))
        return (struct halves){INS(e, CompositeExtract, t, v, 0),
                               INS(e, CompositeExtract, t, v, 1)};
    uint32_t high = INS(e, ShiftRightLogical, u64_type(e), v, u32(e, 32));
    return (struct halves){vyi_spirv_resize(e, v, 64, 32), vyi_spirv_resize(e, high, 64, 32)};
}

uint32_t vyi_spirv_unite(struct emit *e, struct halves h)
{
    uint32_t t = vyi_spirv_type(e, VY_TYPE_U64);
    if (vyi_spirv_is_pair(e, VY_TYPE_U64))
        return INS(e, CompositeConstruct, t, h.low, h.high);
    uint32_t high = INS(e, ShiftLeftLogical, t, vyi_spirv_resize(e, h.high, 32, 64), u32(e, 32));
    return INS(e, BitwiseOr, t, high, vyi_spirv_resize(e, h.low, 32, 64));
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
