// Atomic accesses.
#include "gen/spirv/emit.h"

enum { RELAXED = VYI_ORDER_RELAXED | VYI_REACH_DEVICE << 8 };

/// Of an access of a buffer that `aux` of the node describes. What is in device memory is atomic
/// for the whole device, whatever the reach of its ordering.
struct atomic {
    uint32_t pointer, scope, order;
};

/// Where the probe found that the driver hands nothing over, an order is worth nothing, and
/// emitting one does harm: lavapipe 22 makes it an execution barrier, which divergent lanes do not
/// survive.
static uint32_t order_of(struct emit *e, uint32_t aux)
{
    return u32(e, e->machine->hand_offs ? vyi_spirv_semantics(aux) : (uint32_t)SPV_Semantics_None);
}

/// Of a load: Mesa takes the value of an earlier one where nothing stores in between, also in a
/// loop that waits for another value.
static uint32_t load_order(struct emit *e, uint32_t aux)
{
    uint32_t order = e->machine->hand_offs ? vyi_spirv_semantics(aux) : 0;
    return u32(e, order | SPV_Semantics_Volatile);
}

static struct atomic atomic_at(struct emit *e, uint32_t buffer, uint32_t at, uint32_t aux)
{
    const struct vyi_buffer *b = &e->p->buffers.at[buffer];
    bool shared = b->role == VY_ROLE_SHARED;
    if (vyi_type_bytes(b->elem) == 8)
        vyi_spv_capability(e->m, SPV_Capability_Int64Atomics);
    return (struct atomic){vyi_spirv_element(e, buffer, at),
                           u32(e, shared ? SPV_Scope_Workgroup : SPV_Scope_Device),
                           order_of(e, aux)};
}

// ---- operations ----
static enum spv_opcode rmw_opcode(uint32_t rmw, uint8_t type)
{
    static const enum spv_opcode by_rmw[VYI_RMW_COUNT] = {
        [VYI_RMW_ADD] = SPV_AtomicIAdd, [VYI_RMW_SUB] = SPV_AtomicISub,
        [VYI_RMW_AND] = SPV_AtomicAnd,  [VYI_RMW_OR] = SPV_AtomicOr,
        [VYI_RMW_XOR] = SPV_AtomicXor,  [VYI_RMW_MIN] = SPV_AtomicUMin,
        [VYI_RMW_MAX] = SPV_AtomicUMax, [VYI_RMW_EXCHANGE] = SPV_AtomicExchange,
    };
    bool sign = vyi_type_class(type) == VYI_CLASS_SINT;
    if (sign && rmw == VYI_RMW_MIN)
        return SPV_AtomicSMin;
    return sign && rmw == VYI_RMW_MAX ? SPV_AtomicSMax : by_rmw[rmw];
}

/// The atomic assignment `op=` as a read-modify-write.
static uint32_t rmw_of(uint8_t op)
{
    for (uint32_t rmw = 0; rmw < VYI_RMW_COUNT; rmw++)
        if (vyi_rmw_op(rmw) == op)
            return rmw;
    return VYI_RMW_EXCHANGE;
}

/// An access of a shared buffer where one invocation of Vulkan runs the workgroup: no other one
/// sees its memory.
static uint32_t access_alone(struct emit *e, const struct vyi_node *n, uint32_t at,
                             const uint32_t *values)
{
    uint8_t elem = e->p->buffers.at[n->x].elem, types[2] = {elem, elem}, op = (uint8_t)n->aux2;
    uint32_t type = vyi_spirv_type(e, elem), v = values[0], bytes = vyi_type_bytes(elem);
    uint32_t pointer = vyi_spirv_element(e, n->x, at);
    bool stores = n->op == VYI_OP_ATOMIC_STORE || (n->op == VYI_OP_STORE && !op);
    uint32_t old = stores ? 0 : INS(e, Load, type, pointer, SPV_MemoryAccess_Aligned, bytes);
    if (n->op == VYI_OP_ATOMIC_RMW)
        op = op == VYI_RMW_EXCHANGE ? 0 : vyi_rmw_op(op);
    if (n->op == VYI_OP_LOAD || n->op == VYI_OP_ATOMIC_LOAD)
        return old;
    if (n->op == VYI_OP_ATOMIC_CAS)
        v = INS(e, Select, type, INS(e, IEqual, bool_type(e), old, values[0]), values[1], old);
    else if (old && op)
        v = vyi_spirv_op(e, op, types, (const uint32_t[]){old, v});
    INS(e, Store, pointer, v, SPV_MemoryAccess_Aligned, bytes);
    return old;
}

/// One access that is in bounds; gives the old value, or 0 of a store.
static uint32_t access_here(struct emit *e, const struct vyi_node *n, uint32_t at,
                            const uint32_t *values)
{
    uint8_t elem = e->p->buffers.at[n->x].elem;
    uint32_t type = vyi_spirv_type(e, elem);
    bool plain = n->op == VYI_OP_LOAD || n->op == VYI_OP_STORE;
    uint32_t aux = plain ? RELAXED : n->aux;
    struct atomic a = atomic_at(e, n->x, at, aux);
    switch (n->op) {
    case VYI_OP_LOAD:
    case VYI_OP_ATOMIC_LOAD:
        return INS(e, AtomicLoad, type, a.pointer, a.scope, load_order(e, aux));
    case VYI_OP_ATOMIC_CAS: {
        // A failed one stores nothing, so that it releases nothing.
        bool takes = (aux & 0xff) == VYI_ORDER_ACQUIRE || (aux & 0xff) == VYI_ORDER_ACQ_REL;
        uint32_t failed = order_of(e, takes ? VYI_ORDER_ACQUIRE : VYI_ORDER_RELAXED);
        return INS(e, AtomicCompareExchange, type, a.pointer, a.scope, a.order, failed, values[1],
                   values[0]);
    }
    case VYI_OP_ATOMIC_RMW:
        return spv(e->m, rmw_opcode(n->aux2, elem), type, a.pointer, a.scope, a.order, values[0]);
    default:
        if (n->op == VYI_OP_STORE && n->aux2)
            return spv(e->m, rmw_opcode(rmw_of((uint8_t)n->aux2), elem), type, a.pointer, a.scope,
                       a.order, values[0]);
        INS(e, AtomicStore, a.pointer, a.scope, a.order, values[0]);
        return 0;
    }
}

/// Mesa 22, which has the limit of passes, takes the bits of a float for a float, and its compiler
/// ends the process over an atomic of such: operands are made integers.
static void make_integers(struct emit *e, const uint8_t *types, uint32_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count && e->machine->loop_limit; i++)
        if (!vyi_spirv_is_pair(e, types[i]))
            values[i] = vyi_spirv_hidden_integer(e, 8 * vyi_type_bytes(types[i]), values[i]);
}

uint32_t vyi_spirv_atomic(struct emit *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, n, &kids), index[VYI_MAX_RANK + 2];
    uint32_t rank = count - (n->op == VYI_OP_LOAD ? 0 : vyi_atomic_values(n->op));
    uint32_t type = vyi_spirv_type(e, e->p->buffers.at[n->x].elem);
    uint8_t types[VYI_MAX_RANK + 2];
    vyi_spirv_operands(e, kids, count, index, types);
    make_integers(e, types + rank, index + rank, count - rank);
    struct where w = vyi_spirv_locate(e, n->x, kids, index, types, rank);
    vyi_spirv_memory_of(e, n->x);
    struct fork f = vyi_spirv_if(e, w.ok);
    bool alone = e->serial && e->p->buffers.at[n->x].role == VY_ROLE_SHARED;
    uint32_t v = (alone ? access_alone : access_here)(e, n, w.at, index + rank);
    if (v)
        return vyi_spirv_join(e, &f, type, v, vyi_spv_null(e->m, type));
    vyi_spirv_end(e, &f);
    return 0;
}
