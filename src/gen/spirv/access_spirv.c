// Buffers: loads that give 0 and stores that do nothing where an index is out of bounds.
//
// Indices are 32 bits wide: no buffer has 2^31 elements, or the request is `wide`, and then the
// element's number is made 64 bits at the end, since OpAccessChain takes an index as signed.
#include "gen/spirv/emit.h"

static bool is_shared(const struct emit *e, uint32_t buffer)
{
    return e->p->buffers.at[buffer].role == VY_ROLE_SHARED;
}

// ---- indices ----
/// An index in 64 bits.
static uint32_t widen(struct emit *e, uint32_t v, uint8_t type)
{
    return vyi_spirv_cast(e, type, VY_TYPE_U64, v);
}

/// Negative indices are large unsigned ones.
static uint32_t below(struct emit *e, uint32_t v, uint8_t type, uint32_t size)
{
    bool short_index = vyi_type_bytes(type) == 4 && (type != VY_TYPE_I32 || !e->request->wide);
    if (short_index)
        return INS(e, ULessThan, bool_type(e), v, size);
    return vyi_spirv_op2(e, VYI_OP_LT, VY_TYPE_U64, widen(e, v, type),
                         vyi_spirv_resize(e, size, 32, 64));
}

/// A proof that a condition before the index gives holds where that condition was tested.
static bool is_proven(const struct emit *e, vyi_ref ref)
{
    const struct vyi_bound *b = vyi_bound_of(&e->facts.bounds, ref);
    return b && b->proof && !(e->eager && (b->lanes_only || b->proof == VYI_PROVEN_GUARD));
}

uint32_t vyi_spirv_check(struct emit *e, vyi_ref ref, uint32_t v, uint8_t type, uint32_t size)
{
    return ref.i && is_proven(e, ref) ? 0 : below(e, v, type, size);
}

uint32_t vyi_spirv_position(struct emit *e, uint32_t v, uint8_t type)
{
    return vyi_spirv_resize(e, v, 8 * vyi_type_bytes(type), 32);
}

struct where vyi_spirv_locate(struct emit *e, uint32_t buffer, const vyi_ref *refs,
                              const uint32_t *index, const uint8_t *types, uint32_t rank)
{
    struct where w = {0};
    uint32_t t = u32_type(e);
    for (uint32_t axis = 0; axis < rank; axis++) {
        uint32_t at = vyi_spirv_position(e, index[axis], types[axis]);
        uint32_t size = rank == 1 ? vyi_spirv_count(e, buffer) : vyi_spirv_size(e, buffer, axis);
        vyi_ref ref = refs ? refs[axis] : (vyi_ref){0};
        uint32_t ok = vyi_spirv_check(e, ref, index[axis], types[axis], size);
        w.ok = vyi_spirv_both(e, w.ok, ok);
        w.at = axis ? INS(e, IAdd, t, INS(e, IMul, t, w.at, size), at) : at;
    }
    return w;
}

// ---- elements ----
uint32_t vyi_spirv_element(struct emit *e, uint32_t buffer, uint32_t at)
{
    uint32_t type = vyi_spirv_memory(e, e->p->buffers.at[buffer].elem);
    uint32_t memory = vyi_spirv_memory_of(e, buffer);
    if (is_shared(e, buffer))
        return INS(e, AccessChain,
                   vyi_spv_pointer(e->m,
                                   e->serial ? SPV_StorageClass_PhysicalStorageBuffer
                                             : SPV_StorageClass_Workgroup,
                                   type),
                   memory, at);
    if (e->request->wide)
        at = vyi_spirv_resize(e, at, 32, 64);
    return INS(e, AccessChain, vyi_spv_pointer(e->m, SPV_StorageClass_PhysicalStorageBuffer, type),
               memory, u32(e, 0), at);
}

/// Whether others may read what this invocation wrote, or write what it reads, while the kernel
/// runs: barriers and orderings then count for the access.
static uint32_t privacy(const struct emit *e, uint32_t buffer)
{
    bool writable = vyi_role_info(e->p->buffers.at[buffer].role)->writable;
    return writable && e->hands_over ? SPV_MemoryAccess_NonPrivatePointer : 0;
}

static uint32_t load_here(struct emit *e, uint32_t buffer, uint32_t at)
{
    uint8_t elem = e->p->buffers.at[buffer].elem;
    if (vyi_spirv_narrow(e, elem))
        return vyi_spirv_narrow_load(e, buffer, at);
    uint32_t type = vyi_spirv_memory(e, elem), pointer = vyi_spirv_element(e, buffer, at);
    if (is_shared(e, buffer) && !e->serial)
        return INS(e, Load, type, pointer, SPV_MemoryAccess_NonPrivatePointer);
    return INS(e, Load, type, pointer, SPV_MemoryAccess_Aligned | privacy(e, buffer),
               vyi_type_bytes(elem));
}

uint32_t vyi_spirv_from_memory(struct emit *e, uint8_t elem, uint32_t v)
{
    if (vyi_spirv_narrow(e, elem))
        return vyi_spirv_narrow_value(e, elem, v);
    switch (elem) {
    case VY_TYPE_U8:
    case VY_TYPE_U16: return INS(e, UConvert, u32_type(e), v);
    case VY_TYPE_F16:
    case VY_TYPE_BF16: return vyi_spirv_from_half(e, elem, INS(e, UConvert, u32_type(e), v));
    case VY_TYPE_I8:
    case VY_TYPE_I16: return INS(e, SConvert, u32_type(e), v);
    case VY_TYPE_BOOL: return INS(e, INotEqual, bool_type(e), v, u32(e, 0));
    default: return v;
    }
}

uint32_t vyi_spirv_to_memory(struct emit *e, uint8_t elem, uint32_t v)
{
    bool half = elem == VY_TYPE_F16 || elem == VY_TYPE_BF16;
    v = half ? vyi_spirv_to_half(e, elem, v) : v;
    switch (elem) {
    case VY_TYPE_U8:
    case VY_TYPE_I8:
    case VY_TYPE_U16:
    case VY_TYPE_I16:
    case VY_TYPE_F16:
    case VY_TYPE_BF16:
        return vyi_spirv_narrow(e, elem) ? INS(e, BitwiseAnd, u32_type(e), v,
                                               u32(e, vyi_type_bytes(elem) == 1 ? 0xff : 0xffff))
                                         : INS(e, UConvert, vyi_spirv_memory(e, elem), v);
    case VY_TYPE_BOOL: return INS(e, Select, u32_type(e), v, u32(e, 1), u32(e, 0));
    default: return vyi_spirv_canonical(e, elem, v);
    }
}

uint32_t vyi_spirv_load_element(struct emit *e, uint32_t buffer, struct where w)
{
    uint8_t elem = e->p->buffers.at[buffer].elem;
    uint32_t type = vyi_spirv_memory(e, elem), v;
    uint32_t zero = vyi_type_class(elem) == VYI_CLASS_FLOAT ? vyi_spirv_constant(e, elem, 0)
                                                            : vyi_spv_null(e->m, type);
    bool shared = is_shared(e, buffer);
    if (!shared)
        vyi_spirv_memory_of(e, buffer);
    // Element 0 is there whatever the index: empty buffers have memory too. Without a branch on
    // processors, since vectors of lavapipe blend at the end of every branch.
    if (w.ok && (shared || (e->machine->cpu && !e->request->wide))) {
        w.at = INS(e, Select, u32_type(e), w.ok, w.at, u32(e, 0));
        v = INS(e, Select, type, w.ok, load_here(e, buffer, w.at), zero);
        return vyi_spirv_from_memory(e, elem, v);
    }
    struct fork f = vyi_spirv_if(e, w.ok);
    v = load_here(e, buffer, w.at);
    v = vyi_spirv_join(e, &f, type, v, zero);
    return vyi_spirv_from_memory(e, elem, v);
}

void vyi_spirv_store_element(struct emit *e, uint32_t buffer, struct where w, uint32_t v)
{
    uint8_t elem = e->p->buffers.at[buffer].elem;
    v = vyi_spirv_to_memory(e, elem, v);
    vyi_spirv_memory_of(e, buffer);
    struct fork f = vyi_spirv_if(e, w.ok);
    if (vyi_spirv_narrow(e, elem))
        vyi_spirv_narrow_store(e, buffer, w.at, v);
    else if (is_shared(e, buffer) && !e->serial)
        INS(e, Store, vyi_spirv_element(e, buffer, w.at), v, SPV_MemoryAccess_NonPrivatePointer);
    else
        INS(e, Store, vyi_spirv_element(e, buffer, w.at), v,
            SPV_MemoryAccess_Aligned | privacy(e, buffer), vyi_type_bytes(elem));
    vyi_spirv_end(e, &f);
}

// ---- nodes ----
void vyi_spirv_operands(struct emit *e, const vyi_ref *kids, uint32_t count, uint32_t *values,
                        uint8_t *types)
{
    for (uint32_t i = 0; i < count; i++) {
        values[i] = vyi_spirv_expr(e, kids[i]);
        types[i] = vyi_at(e->p, kids[i])->type;
    }
}

uint32_t vyi_spirv_load(struct emit *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(e->p, n, &kids), index[VYI_MAX_RANK];
    uint8_t types[VYI_MAX_RANK];
    vyi_spirv_operands(e, kids, rank, index, types);
    return vyi_spirv_load_element(e, n->x, vyi_spirv_locate(e, n->x, kids, index, types, rank));
}

uint32_t vyi_spirv_load_here(struct emit *e, const struct vyi_node *n)
{
    struct vyi_node load = *n;
    load.op = VYI_OP_LOAD;
    e->eager++;
    uint32_t v =
        e->p->buffers.at[n->x].atomic ? vyi_spirv_atomic(e, &load) : vyi_spirv_load(e, &load);
    e->eager--;
    return v;
}

void vyi_spirv_store(struct emit *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(e->p, n, &kids) - 1, index[VYI_MAX_RANK], v[2];
    uint8_t types[VYI_MAX_RANK];
    vyi_spirv_operands(e, kids, rank, index, types);
    if (e->params) { // of an emulation: its result
        INS(e, ReturnValue, vyi_spirv_expr(e, kids[rank]));
        return;
    }
    if (n->aux2) { // index, old value, right side: in this order
        uint8_t pair[2] = {vyi_type_value(e->p->buffers.at[n->x].elem),
                           vyi_at(e->p, kids[rank])->type};
        struct where w = vyi_spirv_locate(e, n->x, kids, index, types, rank);
        v[0] = vyi_spirv_load_element(e, n->x, w);
        v[1] = vyi_spirv_expr(e, kids[rank]);
        vyi_spirv_store_element(e, n->x, w, vyi_spirv_op(e, (uint8_t)n->aux2, pair, v));
        return;
    }
    v[0] = vyi_spirv_expr(e, kids[rank]);
    vyi_spirv_store_element(e, n->x, vyi_spirv_locate(e, n->x, kids, index, types, rank), v[0]);
}

// ---- u32_at, u64_at ----
/// One byte at index + k, moved to its place; 0 where it is outside. Only an index that is inside
/// itself reads on, and index + k must not come round to the front.
static uint32_t byte_at(struct emit *e, const struct vyi_node *n, uint32_t index, uint8_t type,
                        uint32_t k)
{
    uint32_t count = vyi_spirv_count(e, n->x);
    uint32_t at =
        k ? vyi_spirv_op2(e, VYI_OP_ADD, type, index, vyi_spirv_number(e, type, k)) : index;
    struct where w = {.at = vyi_spirv_position(e, at, type), .ok = below(e, index, type, count)};
    if (k) {
        uint32_t on = vyi_spirv_op2(e, VYI_OP_GE, type, at, index);
        w.ok = vyi_spirv_both(e, w.ok, vyi_spirv_both(e, on, below(e, at, type, count)));
    }
    uint32_t v = vyi_spirv_load_element(e, n->x, w), bits = 8 * vyi_type_bytes(n->type);
    const uint8_t types[2] = {n->type, VY_TYPE_U32};
    const uint32_t args[2] = {vyi_spirv_resize(e, v, 32, bits), u32(e, 8 * k)};
    return k ? vyi_spirv_op(e, VYI_OP_SHL, types, args) : args[0];
}

static uint32_t by_bytes(struct emit *e, const struct vyi_node *n, uint32_t index, uint8_t type)
{
    uint32_t to = vyi_spirv_type(e, n->type), sum = byte_at(e, n, index, type, 0);
    for (uint32_t k = 1; k < vyi_type_bytes(n->type); k++)
        sum = INS(e, BitwiseOr, to, sum, byte_at(e, n, index, type, k));
    return sum;
}

/// Whether all bytes of the word are inside, and its address is a multiple of its size. The low
/// bits of the buffer's address are those of a 64-bit integer.
static uint32_t is_even_word(struct emit *e, const struct vyi_node *n, uint32_t index, uint8_t type)
{
    uint32_t t = u32_type(e), b = bool_type(e), rest = u32(e, vyi_type_bytes(n->type) - 1);
    uint32_t count = vyi_spirv_count(e, n->x), memory = vyi_spirv_memory_of(e, n->x);
    uint32_t before = vyi_spirv_first_begin(e);
    uint32_t base = INS(e, ConvertPtrToU, u64_type(e), memory);
    base = vyi_spirv_resize(e, base, 64, 32);
    vyi_spirv_first_end(e, before);
    uint32_t some = INS(e, UGreaterThan, b, count, rest);
    uint32_t end = INS(e, Select, t, some, INS(e, ISub, t, count, rest), u32(e, 0));
    uint32_t low = INS(e, IAdd, t, base, vyi_spirv_position(e, index, type));
    uint32_t even = INS(e, IEqual, b, INS(e, BitwiseAnd, t, low, rest), u32(e, 0));
    return vyi_spirv_both(e, below(e, index, type, end), even);
}

/// A load of a word has an address that is a multiple of its size, and most words that programs
/// read have one; others are put together from bytes.
uint32_t vyi_spirv_bytes_at(struct emit *e, const struct vyi_node *n)
{
    uint8_t type = vyi_at(e->p, n->kid[0])->type;
    uint32_t index = vyi_spirv_expr(e, n->kid[0]), to = vyi_spirv_type(e, n->type);
    if (is_shared(e, n->x) || !e->machine->int64 || vyi_spirv_narrow(e, VY_TYPE_U8))
        return by_bytes(e, n, index, type);
    uint32_t pointer = vyi_spv_pointer(e->m, SPV_StorageClass_PhysicalStorageBuffer, to);
    struct fork f = vyi_spirv_if_else(e, is_even_word(e, n, index, type));
    uint32_t at = vyi_spirv_element(e, n->x, vyi_spirv_position(e, index, type));
    uint32_t word = INS(e, Load, to, INS(e, Bitcast, pointer, at),
                        SPV_MemoryAccess_Aligned | privacy(e, n->x), vyi_type_bytes(n->type));
    vyi_spirv_else(e, &f);
    uint32_t sum = by_bytes(e, n, index, type);
    return vyi_spirv_join(e, &f, to, word, sum);
}
