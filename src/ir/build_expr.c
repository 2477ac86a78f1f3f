// The builder's expressions: literals, ids, operators, loads, atomics, collectives.
#include "ir/build.h"
#include "ir/sem.h"

#include <stdio.h>

static const vy_value nothing = {0};

static vy_value literal(vy_builder *b, const char *call, uint8_t type, const void *value)
{
    if (!vyi_build_call(b, call, NULL))
        return nothing;
    return vyi_build_leaf(b, vyi_literal(type, vyi_sem_load(type, value)));
}

vy_value vy_build_bool(vy_builder *b, bool v)
{
    return literal(b, "vy_build_bool", VY_TYPE_BOOL, &(uint32_t){v});
}
#define LITERAL(name, c_type, type)                     \
    vy_value vy_build_##name(vy_builder *b, c_type v)   \
    {                                                   \
        return literal(b, "vy_build_" #name, type, &v); \
    }
LITERAL(u32, uint32_t, VY_TYPE_U32)
LITERAL(i32, int32_t, VY_TYPE_I32)
LITERAL(u64, uint64_t, VY_TYPE_U64)
LITERAL(i64, int64_t, VY_TYPE_I64)
LITERAL(f32, float, VY_TYPE_F32)
LITERAL(f64, double, VY_TYPE_F64)

vy_value vy_build_id(vy_builder *b, const char *spelling)
{
    if (!vyi_build_call(b, "vy_build_id", spelling))
        return nothing;
    const char *text = spelling ? spelling : "", *dot = text + strcspn(text, ".");
    const struct vyi_id_info *id = vyi_id_info(vyi_id_find(text, (size_t)(dot - text)));
    bool axis = dot[0] && dot[1] >= 'x' && dot[1] <= 'z' && !dot[2];
    if (!id || (id->components > 1 ? !axis : *dot))
        vyi_build_no_word(b, "id", spelling, NULL, 0,
                          "gid.x lid.x wid.x grid_size.x workgroup_size.x workgroups.x (and .y .z) "
                          "lane subgroup");
    uint32_t number = vyi_id_find(text, (size_t)(dot - text)) * 4;
    if (axis)
        number += (uint32_t)(dot[1] - 'x');
    return vyi_build_leaf(b, (struct vyi_node){.op = VYI_OP_ID, .x = number});
}

/// The length of an axis, counted from 1; 0: of all.
static vy_value length_of(vy_builder *b, vy_decl of, uint32_t axis)
{
    struct vyi_built_decl d = vyi_build_decl(b, of, "the buffer");
    const vy_program *p = b->p;
    if (b->bad)
        return nothing;
    uint32_t rank = d.kind == VYI_DECL_BUFFER ? p->buffers.at[d.index].rank : 1;
    char text[80];
    snprintf(text, sizeof text, "axis %u is past its %u %s", axis - 1, rank,
             rank == 1 ? "size" : "sizes");
    if (axis > rank)
        vyi_build_fail(b, BUILD_ARGUMENT, text, "axes count from 0");
    if (d.kind == VYI_DECL_TABLE)
        return vyi_build_leaf(b, vyi_literal(VY_TYPE_U32, p->tables.at[d.index].count));
    if (d.kind == VYI_DECL_ARRAY)
        return vyi_build_leaf(b, vyi_literal(VY_TYPE_U32, p->locals.at[d.index].count));
    return vyi_build_leaf(b,
                          (struct vyi_node){.op = VYI_OP_LEN, .n = (uint16_t)axis, .x = d.index});
}

vy_value vy_build_len(vy_builder *b, vy_decl buffer)
{
    return vyi_build_call(b, "vy_build_len", NULL) ? length_of(b, buffer, 0) : nothing;
}

vy_value vy_build_len_axis(vy_builder *b, vy_decl buffer, uint32_t axis)
{
    if (!vyi_build_call(b, "vy_build_len_axis", NULL))
        return nothing;
    return length_of(b, buffer, axis < UINT32_MAX ? axis + 1 : axis);
}

// ---- operators ----
vy_value vy_build_cast(vy_builder *b, vy_type type, vy_value v)
{
    if (!vyi_build_call(b, "vy_build_cast", vy_type_name(type)))
        return nothing;
    vyi_build_take(b, v, "the value");
    if (type < VY_TYPE_BOOL || type > VY_TYPE_F64)
        vyi_build_fail(b, BUILD_ARGUMENT, "values are not of this type",
                       "cast to bool, u32, i32, u64, i64, f32 or f64");
    return vyi_build_value(b, (struct vyi_node){.op = VYI_OP_CAST, .type = (uint8_t)type});
}

/// Unknown, or known with another number of operands.
static void no_op(vy_builder *b, const char *spelling, size_t count)
{
    const char *words[VYI_OP_LIMIT] = {0};
    char text[96];
    for (unsigned other = 0; spelling && other <= 3; other++)
        if (vyi_op_find(spelling, strlen(spelling), other)) {
            snprintf(text, sizeof text, "it takes %u %s, %zu %s given", other,
                     other == 1 ? "operand" : "operands", count, count == 1 ? "is" : "are");
            vyi_build_fail(b, BUILD_ARGUMENT, text, "pass as many as it takes");
        }
    for (unsigned op = 1; op < VYI_OP_LIMIT; op++)
        if (vyi_op_info((uint8_t)op)->kind == VYI_KIND_OP)
            words[op] = vyi_op_info((uint8_t)op)->spelling;
    vyi_build_no_word(b, "operator", spelling, words, VYI_OP_LIMIT, "docs/ops.md lists them");
}

vy_value vy_build_op(vy_builder *b, const char *spelling, size_t count, const vy_value *operands)
{
    if (!vyi_build_call(b, "vy_build_op", spelling))
        return nothing;
    struct vyi_node n = {.op = spelling ? vyi_op_find(spelling, strlen(spelling), count) : 0};
    if (!n.op)
        no_op(b, spelling, count);
    vyi_build_take_all(b, count, operands, "operand");
    return vyi_build_value(b, n);
}

// ---- loads ----
static void take_indices(vy_builder *b, size_t rank, const vy_value *indices)
{
    if (rank > VYI_MAX_RANK)
        vyi_build_fail(b, BUILD_ARGUMENT, "there are more than 8 indices",
                       "a buffer has up to 8 sizes");
    vyi_build_take_all(b, rank, indices, "index");
}

vy_value vy_build_load(vy_builder *b, vy_decl from, size_t rank, const vy_value *indices)
{
    static const uint8_t ops[] = {[VYI_DECL_BUFFER] = VYI_OP_LOAD,
                                  [VYI_DECL_TABLE] = VYI_OP_LOAD_TABLE,
                                  [VYI_DECL_ARRAY] = VYI_OP_LOAD_ARRAY};
    if (!vyi_build_call(b, "vy_build_load", NULL))
        return nothing;
    struct vyi_built_decl d = vyi_build_decl(b, from, "what to load from");
    take_indices(b, rank, indices);
    if (d.kind != VYI_DECL_BUFFER && rank != 1)
        vyi_build_fail(b, BUILD_ARGUMENT, "a table or a local array takes one index",
                       "pass one index");
    return vyi_build_value(b, (struct vyi_node){.op = ops[d.kind], .x = d.index});
}

vy_value vy_build_load_bytes(vy_builder *b, const char *name, vy_decl buffer, vy_value index)
{
    const char *const names[] = {vyi_op_info(VYI_OP_U32_AT)->spelling,
                                 vyi_op_info(VYI_OP_U64_AT)->spelling};
    if (!vyi_build_call(b, "vy_build_load_bytes", name))
        return nothing;
    bool wide = vyi_build_word(b, "byte load", name, names, 2, "use \"u32_at\" or \"u64_at\"");
    uint32_t number = vyi_build_buffer_of(b, buffer, "the buffer");
    vyi_build_take(b, index, "the index");
    return vyi_build_value(
        b, (struct vyi_node){.op = wide ? VYI_OP_U64_AT : VYI_OP_U32_AT, .x = number});
}

// ---- collectives and atomics ----
vy_value vy_build_collective(vy_builder *b, const char *name, size_t count,
                             const vy_value *operands)
{
    if (!vyi_build_call(b, "vy_build_collective", name))
        return nothing;
    struct vyi_node n = vyi_node_named(name);
    const struct vyi_op_info *info = vyi_op_info(n.op);
    if (!(info->flags & VYI_FLAG_COLLECTIVE) || n.op == VYI_OP_SCOPE_LOAD ||
        vyi_node_flaw(b->p, &n))
        vyi_build_no_word(b, "collective", name, NULL, 0,
                          "subgroup_, workgroup_ or grid_ before add min max and or xor, scan_add, "
                          "iscan_add, any, all, broadcast; subgroup_ballot, subgroup_shuffle");
    if (count != info->arity)
        vyi_build_fail(b, BUILD_ARGUMENT, "it has another number of operands",
                       info->arity == 2 ? "pass the value and the index" : "pass one value");
    vyi_build_take_all(b, count, operands, "operand");
    return vyi_build_value(b, n);
}

vy_value vy_build_collective_load(vy_builder *b, const char *name, vy_decl buffer, size_t rank,
                                  const vy_value *indices)
{
    if (!vyi_build_call(b, "vy_build_collective_load", name))
        return nothing;
    struct vyi_node n = vyi_node_named(name);
    if (n.op != VYI_OP_SCOPE_LOAD)
        vyi_build_no_word(b, "collective load", name, NULL, 0,
                          "use \"subgroup_load\", \"workgroup_load\" or \"grid_load\"");
    n.x = vyi_build_buffer_of(b, buffer, "the buffer");
    take_indices(b, rank, indices);
    return vyi_build_value(b, n);
}

vy_value vy_build_atomic(vy_builder *b, const char *name, vy_decl buffer, size_t rank,
                         const vy_value *indices, size_t count, const vy_value *values,
                         const char *order, const char *scope)
{
    if (!vyi_build_call(b, "vy_build_atomic", name))
        return nothing;
    struct vyi_node n = vyi_node_named(name);
    uint32_t wanted = vyi_atomic_values(n.op);
    bool value = n.op >= VYI_OP_ATOMIC_LOAD && n.op <= VYI_OP_ATOMIC_CAS;
    if (!value && n.op != VYI_OP_ATOMIC_STORE)
        vyi_build_no_word(
            b, "atomic operation", name, NULL, 0,
            "atomic_ before add sub and or xor min max exchange compare_exchange load "
            "store");
    if (count != wanted)
        vyi_build_fail(b, BUILD_ARGUMENT, "it has another number of values",
                       wanted == 0   ? "pass none"
                       : wanted == 1 ? "pass the value"
                                     : "pass what is expected and the value");
    n.aux = order ? vyi_build_word(b, "ordering", order, vyi_order_names, 4,
                                   "relaxed, acquire, release or acq_rel")
                  : VYI_ORDER_RELAXED;
    n.aux |= (scope ? vyi_build_word(b, "scope", scope, vyi_reach_names, 3,
                                     "workgroup, device or system")
                    : VYI_REACH_DEVICE)
             << 8;
    n.x = vyi_build_buffer_of(b, buffer, "the buffer");
    take_indices(b, rank, indices);
    vyi_build_take_all(b, count, values, "value");
    if (value)
        return vyi_build_value(b, n);
    vyi_build_stmt(b, n);
    return nothing;
}
