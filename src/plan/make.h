// Makes nodes in a program. All nodes made have one position, and a statement is appended to the
// innermost open block. When memory runs out, the program's `failed` is set and nothing else
// happens.
#pragma once

#include "plan/work.h"

struct make {
    vy_program *p;
    uint32_t pos;
    refs list; ///< statements of all open blocks, those of the innermost last
};

static const vyi_ref none = {0};

// ---- expressions ----
static inline vyi_ref node(struct make *m, uint8_t op, uint8_t type, uint32_t x, vyi_ref a,
                           vyi_ref b)
{
    return vyi_node_fixed(m->p, op, type, x, a, b, none, m->pos);
}

static inline vyi_ref literal(struct make *m, uint8_t type, uint64_t bits)
{
    return vyi_node_literal(m->p, type, bits, m->pos);
}

static inline vyi_ref u32(struct make *m, uint32_t value)
{
    return literal(m, VY_TYPE_U32, value);
}

static inline vyi_ref use(struct make *m, uint32_t local)
{
    uint8_t type = local < m->p->locals.count ? m->p->locals.at[local].type : 0;
    return node(m, VYI_OP_LOCAL, type, local, none, none);
}

/// An operator with one operand (b is none) or two.
static inline vyi_ref op(struct make *m, uint8_t number, vyi_ref a, vyi_ref b)
{
    uint8_t types[3] = {vyi_at(m->p, a)->type, vyi_at(m->p, b)->type, 0};
    unsigned wrong;
    bool lazy = vyi_op_info(number)->kind != VYI_KIND_OP; // && and ||
    return node(m, number, lazy ? VY_TYPE_BOOL : vyi_op_type(number, types, &wrong), 0, a, b);
}

static inline vyi_ref cast(struct make *m, uint8_t type, vyi_ref a)
{
    return vyi_at(m->p, a)->type == type ? a : node(m, VYI_OP_CAST, type, 0, a, none);
}

static inline vyi_ref id(struct make *m, uint32_t which, uint32_t axis)
{
    return node(m, VYI_OP_ID, VY_TYPE_U32, which * 4 + axis, none, none);
}

/// The product of an id's three components.
static inline vyi_ref volume(struct make *m, uint32_t which)
{
    vyi_ref xy = op(m, VYI_OP_MUL, id(m, which, 0), id(m, which, 1));
    return op(m, VYI_OP_MUL, xy, id(m, which, 2));
}

/// The linear number of a place, x fastest, in a space of a size; both are ids.
static inline vyi_ref linear(struct make *m, uint32_t place, uint32_t size)
{
    vyi_ref r = id(m, place, 2);
    for (uint32_t axis = 2; axis-- > 0;)
        r = op(m, VYI_OP_ADD, op(m, VYI_OP_MUL, r, id(m, size, axis)), id(m, place, axis));
    return r;
}

static inline vyi_ref group_number(struct make *m)
{
    return linear(m, VYI_ID_WID, VYI_ID_WORKGROUPS);
}

/// The number of this invocation within its workgroup.
static inline vyi_ref place_number(struct make *m)
{
    return linear(m, VYI_ID_LID, VYI_ID_WORKGROUP_SIZE);
}

/// The number of this invocation within the grid.
static inline vyi_ref own_number(struct make *m)
{
    vyi_ref before = op(m, VYI_OP_MUL, group_number(m), volume(m, VYI_ID_WORKGROUP_SIZE));
    return op(m, VYI_OP_ADD, before, place_number(m));
}

static inline vyi_ref load_at(struct make *m, uint32_t buffer, const vyi_ref *at, uint32_t rank)
{
    uint8_t type = buffer < m->p->buffers.count ? vyi_type_value(m->p->buffers.at[buffer].elem) : 0;
    return vyi_node_list(m->p, VYI_OP_LOAD, type, buffer, at, rank, 0, 0, m->pos);
}

static inline vyi_ref load(struct make *m, uint32_t buffer, vyi_ref at)
{
    return load_at(m, buffer, &at, 1);
}

/// A collective or barrier of a scope.
static inline vyi_ref scoped(struct make *m, enum vyi_scope scope, vyi_ref r)
{
    if (r.i)
        vyi_at(m->p, r)->n = (uint16_t)scope;
    return r;
}

/// A reduction or scan over the workgroup.
static inline vyi_ref over_group(struct make *m, uint8_t kind, uint8_t by, uint8_t type,
                                 vyi_ref value)
{
    return scoped(m, VYI_SCOPE_WORKGROUP, node(m, kind, type, by, value, none));
}

// ---- statements ----
static inline void put(struct make *m, vyi_ref r)
{
    if (!vyi_vec_push(m->p->context, &m->list, r))
        m->p->failed = true;
}

static inline uint32_t new_local(struct make *m, uint8_t kind, uint8_t type, const char *name)
{
    struct vyi_local l = {kind, type, 0, name, m->pos};
    m->p->failed |= !vyi_vec_push(m->p->context, &m->p->locals, l);
    return m->p->locals.count - 1;
}

static inline uint32_t loop_index(struct make *m)
{
    return new_local(m, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL);
}

static inline void define(struct make *m, uint32_t l, vyi_ref value)
{
    put(m, node(m, VYI_OP_DEFINE, 0, l, value, none));
}

static inline uint32_t let(struct make *m, vyi_ref value)
{
    uint32_t l = new_local(m, VYI_LOCAL_LET, vyi_at(m->p, value)->type, NULL);
    define(m, l, value);
    return l;
}

static inline uint32_t var(struct make *m, const char *name, vyi_ref value)
{
    uint32_t l = new_local(m, VYI_LOCAL_VAR, vyi_at(m->p, value)->type, name);
    define(m, l, value);
    return l;
}

static inline void set(struct make *m, uint32_t l, vyi_ref value)
{
    put(m, node(m, VYI_OP_SET, 0, l, value, none));
}

static inline void store_at(struct make *m, uint32_t buffer, const vyi_ref *at, uint32_t rank,
                            vyi_ref value)
{
    vyi_ref kids[VYI_MAX_RANK + 1];
    memcpy(kids, at, rank * sizeof *kids);
    kids[rank] = value;
    put(m, vyi_node_list(m->p, VYI_OP_STORE, 0, buffer, kids, rank + 1, 0, 0, m->pos));
}

static inline void store(struct make *m, uint32_t buffer, vyi_ref at, vyi_ref value)
{
    store_at(m, buffer, &at, 1, value);
}

static inline vyi_ref atomic_store(struct make *m, uint32_t buffer, vyi_ref at, vyi_ref value)
{
    vyi_ref kids[2] = {at, value};
    uint32_t how = VYI_ORDER_RELAXED | VYI_REACH_DEVICE << 8;
    return vyi_node_list(m->p, VYI_OP_ATOMIC_STORE, 0, buffer, kids, 2, how, 0, m->pos);
}

static inline void barrier(struct make *m)
{
    put(m, scoped(m, VYI_SCOPE_WORKGROUP, node(m, VYI_OP_BARRIER, 0, 0, none, none)));
}

// ---- blocks ----
/// Opens a block; what it returns closes it.
static inline uint32_t begin(const struct make *m)
{
    return m->list.count;
}

/// Closes the innermost block.
static inline vyi_ref end(struct make *m, uint32_t block)
{
    uint32_t count = m->list.count - block;
    const vyi_ref *first = count ? m->list.at + block : NULL;
    m->list.count = block;
    return vyi_node_list(m->p, VYI_OP_SEQ, 0, 0, first, count, 0, 0, m->pos);
}

static inline void end_if(struct make *m, uint32_t block, vyi_ref condition)
{
    put(m, node(m, VYI_OP_IF, 0, 0, condition, end(m, block)));
}

static inline void end_while(struct make *m, uint32_t block, vyi_ref condition)
{
    put(m, node(m, VYI_OP_WHILE, 0, 0, condition, end(m, block)));
}

static inline void end_for(struct make *m, uint32_t block, uint32_t index, vyi_ref from, vyi_ref to,
                           vyi_ref step)
{
    vyi_ref kids[4] = {from, to, step, end(m, block)};
    put(m, vyi_node_list(m->p, VYI_OP_FOR, 0, index, kids, 4, 0, 0, m->pos));
}
