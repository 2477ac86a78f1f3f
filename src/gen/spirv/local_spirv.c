// Locals, local arrays and constant tables.
#include "gen/spirv/serial.h"

// ---- locals ----
/// Whether phases other than the one that gives it its value read a local.
static bool crosses(const struct emit *e, uint32_t local)
{
    return !e->in_phase || (e->phases && e->phases->lives[local].crosses_phases);
}

/// Where a local is kept. What crosses phases begins as zero: an invocation that has returned gives
/// it no value, and control flow of the workgroup reads it all the same.
static uint32_t variable(struct emit *e, uint32_t local)
{
    struct place *p = &e->own->places[local];
    uint32_t type = vyi_spirv_type(e, e->p->locals.at[local].type);
    if (!p->variable) {
        p->variable = vyi_spirv_variable(e, type, crosses(e, local) ? vyi_spv_null(e->m, type) : 0);
        if (e->p->locals.at[local].name)
            vyi_spv_name(e->m, p->variable, "%s", e->p->locals.at[local].name);
    }
    return p->variable;
}

/// Of a slot in device memory.
static uint32_t load_slot(struct emit *e, uint8_t type, uint32_t at)
{
    uint32_t v =
        INS(e, Load, vyi_spirv_memory(e, type), at, SPV_MemoryAccess_Aligned, vyi_type_bytes(type));
    return vyi_spirv_from_memory(e, type, v);
}

static void store_slot(struct emit *e, uint8_t type, uint32_t at, uint32_t v)
{
    INS(e, Store, at, vyi_spirv_to_memory(e, type, v), SPV_MemoryAccess_Aligned,
        vyi_type_bytes(type));
}

void vyi_spirv_hold(struct emit *e, uint32_t local)
{
    // What the phase defines too: in a branch that this invocation may not take.
    vyi_spirv_set(e, variable(e, local),
                  load_slot(e, e->p->locals.at[local].type, vyi_serial_slot(e, local)));
}

void vyi_spirv_put_back(struct emit *e, uint32_t local)
{
    uint8_t type = e->p->locals.at[local].type;
    if (e->serial->held[local] & HELD_SET)
        store_slot(e, type, vyi_serial_slot(e, local),
                   vyi_spirv_get(e, vyi_spirv_type(e, type), variable(e, local)));
    e->serial->held[local] = 0;
}

uint32_t vyi_spirv_local(struct emit *e, uint32_t local)
{
    if (e->own->places[local].id)
        return e->own->places[local].id;
    if (e->phases && e->phases->lives[local].rematerialised)
        return vyi_spirv_expr(e, e->phases->lives[local].value);
    if (vyi_serial_keeps(e, local))
        return load_slot(e, e->p->locals.at[local].type, vyi_serial_slot(e, local));
    return vyi_spirv_get(e, vyi_spirv_type(e, e->p->locals.at[local].type), variable(e, local));
}

void vyi_spirv_assign(struct emit *e, uint32_t local, uint32_t v)
{
    if (vyi_serial_keeps(e, local))
        store_slot(e, e->p->locals.at[local].type, vyi_serial_slot(e, local), v);
    else
        vyi_spirv_set(e, variable(e, local), v);
}

void vyi_spirv_bind(struct emit *e, uint32_t local, uint32_t v)
{
    if (e->p->locals.at[local].kind == VYI_LOCAL_VAR) {
        vyi_spirv_assign(e, local, v);
        return;
    }
    if (!vyi_vec_push(e->m->context, &e->bound, local))
        vyi_spirv_fail(e, VY_ERROR_MEMORY);
    if (crosses(e, local))
        vyi_spirv_assign(e, local, v);
    e->own->places[local].id = v;
}

void vyi_spirv_forget(struct emit *e)
{
    for (uint32_t i = 0; i < e->bound.count; i++)
        e->own->places[e->bound.at[i]].id = 0;
    e->bound.count = 0;
}

// ---- arrays ----
enum { MOST_STORED = 64 }; ///< elements of an array that one store clears

static uint32_t array_variable(struct emit *e, uint32_t local)
{
    const struct vyi_local *l = &e->p->locals.at[local];
    struct place *p = &e->own->places[local];
    uint32_t type = vyi_spv_array(e->m, vyi_spirv_type(e, l->type), l->count, 0);
    if (!p->variable)
        p->variable = vyi_spirv_variable(e, type, 0);
    return p->variable;
}

static uint32_t array_element(struct emit *e, uint32_t local, uint32_t at)
{
    uint8_t elem = e->p->locals.at[local].type;
    if (vyi_serial_keeps(e, local))
        return INS(e, AccessChain,
                   vyi_spv_pointer(e->m, SPV_StorageClass_PhysicalStorageBuffer,
                                   vyi_spirv_memory(e, elem)),
                   vyi_serial_slot(e, local), at);
    return INS(e, AccessChain,
               vyi_spv_pointer(e->m, SPV_StorageClass_Function, vyi_spirv_type(e, elem)),
               array_variable(e, local), at);
}

static uint32_t get_element(struct emit *e, uint32_t local, uint32_t at)
{
    uint8_t elem = e->p->locals.at[local].type;
    uint32_t pointer = array_element(e, local, at);
    return vyi_serial_keeps(e, local) ? load_slot(e, elem, pointer)
                                      : INS(e, Load, vyi_spirv_type(e, elem), pointer);
}

static void set_element(struct emit *e, uint32_t local, uint32_t at, uint32_t v)
{
    uint32_t pointer = array_element(e, local, at);
    if (vyi_serial_keeps(e, local))
        store_slot(e, e->p->locals.at[local].type, pointer, v);
    else
        INS(e, Store, pointer, v);
}

/// Its memory is there whatever the index: an element is loaded and dropped where it is outside.
static uint32_t load_or_zero(struct emit *e, uint32_t local, uint32_t at, uint32_t ok)
{
    uint8_t of = e->p->locals.at[local].type;
    if (ok)
        at = INS(e, Select, u32_type(e), ok, at, u32(e, 0));
    uint32_t v = get_element(e, local, at);
    return ok ? INS(e, Select, vyi_spirv_type(e, of), ok, v, vyi_spirv_constant(e, of, 0)) : v;
}

uint32_t vyi_spirv_array_load(struct emit *e, const struct vyi_node *n)
{
    const struct vyi_local *l = &e->p->locals.at[n->x];
    uint8_t type = vyi_at(e->p, n->kid[0])->type;
    uint32_t index = vyi_spirv_expr(e, n->kid[0]);
    uint32_t ok = vyi_spirv_check(e, n->kid[0], index, type, u32(e, l->count));
    return load_or_zero(e, n->x, vyi_spirv_position(e, index, type), ok);
}

void vyi_spirv_array_store(struct emit *e, const struct vyi_node *n)
{
    const struct vyi_local *l = &e->p->locals.at[n->x];
    uint8_t type = vyi_at(e->p, n->kid[0])->type,
            types[2] = {l->type, vyi_at(e->p, n->kid[1])->type};
    uint32_t index = vyi_spirv_expr(e, n->kid[0]);
    uint32_t ok = vyi_spirv_check(e, n->kid[0], index, type, u32(e, l->count));
    uint32_t at = vyi_spirv_position(e, index, type), v[2] = {0};
    if (n->n)
        v[0] = load_or_zero(e, n->x, at, ok);
    v[1] = vyi_spirv_expr(e, n->kid[1]);
    if (n->n)
        v[1] = vyi_spirv_op(e, (uint8_t)n->n, types, v);
    struct fork f = vyi_spirv_if(e, ok);
    set_element(e, n->x, at, v[1]);
    vyi_spirv_end(e, &f);
}

void vyi_spirv_array_clear(struct emit *e, uint32_t local)
{
    const struct vyi_local *l = &e->p->locals.at[local];
    uint32_t t = u32_type(e), type = vyi_spirv_type(e, l->type), head = spv_id(e->m);
    uint32_t merge = spv_id(e->m), next = spv_id(e->m), i = spv_id(e->m), more = spv_id(e->m);
    uint32_t zero = vyi_spirv_constant(e, l->type, 0);
    if (l->count <= MOST_STORED && !vyi_serial_keeps(e, local)) {
        uint32_t all = vyi_spv_array(e->m, type, l->count, 0), zeros[MOST_STORED];
        for (uint32_t k = 0; k < l->count; k++)
            zeros[k] = zero;
        zero = vyi_spv_list(e->m, SPV_CompositeConstruct, all, zero, zeros, l->count - 1);
        INS(e, Store, array_variable(e, local), zero);
        return;
    }
    uint32_t from = e->block;
    vyi_spirv_limit_fixed(e, l->count);
    vyi_spirv_enter(e, head);
    spv_set(e->m, i, SPV_Phi, t, u32(e, 0), from, more, next);
    INS(e, LoopMerge, merge, next, vyi_spirv_loop_control(e));
    vyi_spirv_enter(e, 0);
    set_element(e, local, i, zero);
    vyi_spirv_enter(e, next);
    spv_set(e->m, more, SPV_IAdd, t, i, u32(e, 1));
    uint32_t again = INS(e, ULessThan, bool_type(e), more, u32(e, l->count));
    INS(e, BranchConditional, again, head, merge);
    vyi_spirv_enter(e, merge);
}

// ---- tables ----
/// Where a table begins, in elements of its value type.
static uint32_t table_offset(const struct emit *e, uint32_t table)
{
    return e->table_offsets[table] / vyi_type_bytes(vyi_type_value(e->p->tables.at[table].elem));
}

uint32_t vyi_spirv_table_load(struct emit *e, const struct vyi_node *n)
{
    const struct vyi_table *table = &e->p->tables.at[n->x];
    uint8_t type = vyi_type_value(table->elem), index_type = vyi_at(e->p, n->kid[0])->type;
    uint32_t index = vyi_spirv_expr(e, n->kid[0]);
    uint32_t ok = vyi_spirv_check(e, n->kid[0], index, index_type, u32(e, table->count));
    uint32_t at = vyi_spirv_position(e, index, index_type);
    if (ok)
        at = INS(e, Select, u32_type(e), ok, at, u32(e, 0));
    at = INS(e, IAdd, u32_type(e), at, u32(e, table_offset(e, n->x)));
    uint32_t memory = vyi_spirv_memory(e, type), pointer = vyi_spirv_table_element(e, type, at);
    uint32_t v = INS(e, Load, memory, pointer, SPV_MemoryAccess_Aligned, vyi_type_bytes(type));
    if (ok)
        v = INS(e, Select, memory, ok, v, vyi_spv_null(e->m, memory));
    return vyi_spirv_from_memory(e, type, v);
}
