// The builder's expressions: literals, ids, operators, loads, atomics, collectives.
#include "ir/build.h"

#include <stdio.h>

static const vy_value nothing = {0};

static vy_value literal(vy_builder *b, const char *call, uint8_t type, uint64_t bits)
{
    if (!vyi_build_call(b, call, NULL))
        return nothing;
    struct vyi_node n = {.op = VYI_OP_LITERAL, .type = type, .x = (uint32_t)bits};
    n.aux = (uint32_t)(bits >> 32);
    return vyi_build_leaf(b, &n, (struct vyi_built_scope){0});
}

vy_value vy_build_bool(vy_builder *b, bool v)
{
    return literal(b, "vy_build_bool", VY_TYPE_BOOL, v);
}
vy_value vy_build_u32(vy_builder *b, uint32_t v)
{
    return literal(b, "vy_build_u32", VY_TYPE_U32, v);
}
vy_value vy_build_i32(vy_builder *b, int32_t v)
{
    return literal(b, "vy_build_i32", VY_TYPE_I32, (uint32_t)v);
}
vy_value vy_build_u64(vy_builder *b, uint64_t v)
{
    return literal(b, "vy_build_u64", VY_TYPE_U64, v);
}
vy_value vy_build_i64(vy_builder *b, int64_t v)
{
    return literal(b, "vy_build_i64", VY_TYPE_I64, (uint64_t)v);
}
vy_value vy_build_f32(vy_builder *b, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return literal(b, "vy_build_f32", VY_TYPE_F32, v != v ? 0x7fc00000 : bits);
}
vy_value vy_build_f64(vy_builder *b, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return literal(b, "vy_build_f64", VY_TYPE_F64, v != v ? 0x7ff8000000000000 : bits);
}

vy_value vy_build_id(vy_builder *b, const char *spelling)
{
    if (!vyi_build_call(b, "vy_build_id", spelling))
        return nothing;
    const char *dot = spelling ? strchr(spelling, '.') : NULL;
    size_t length = dot ? (size_t)(dot - spelling) : spelling ? strlen(spelling) : 0;
    uint32_t id = spelling ? vyi_id_find(spelling, length) : 0, component = 0;
    bool good = id != 0;
    if (good && vyi_id_info(id)->components > 1) {
        good = dot && dot[1] >= 'x' && dot[1] <= 'z' && !dot[2];
        component = good ? (uint32_t)(dot[1] - 'x') : 0;
    } else if (dot) {
        good = false;
    }
    if (!good) {
        vyi_build_no_word(b, "id", spelling, NULL, 0,
                          "gid.x lid.x wid.x grid_size.x workgroup_size.x workgroups.x (and .y .z) "
                          "lane subgroup");
        return nothing;
    }
    struct vyi_node n = {.op = VYI_OP_ID, .x = id * 4 + component};
    return vyi_build_leaf(b, &n, (struct vyi_built_scope){0});
}

static vy_value length_of(vy_builder *b, vy_decl buffer, uint32_t axis)
{
    const struct vyi_built_decl *d = vyi_build_decl(b, buffer, "the buffer");
    if (!d)
        return nothing;
    uint32_t rank = d->kind == VYI_DECL_BUFFER ? b->p->buffers.at[d->index].rank : 1;
    if (axis > rank) {
        char text[80];
        snprintf(text, sizeof text, "axis %u is past its %u %s", axis - 1, rank,
                 rank == 1 ? "size" : "sizes");
        return vyi_build_refuse(b, nothing, BUILD_ARGUMENT, text, "axes count from 0");
    }
    struct vyi_node n = {.op = VYI_OP_LEN, .n = (uint16_t)axis, .x = d->index};
    if (d->kind != VYI_DECL_BUFFER) {
        n = (struct vyi_node){.op = VYI_OP_LITERAL, .type = VY_TYPE_U32};
        n.x = d->kind == VYI_DECL_TABLE ? b->p->tables.at[d->index].count
                                        : b->p->locals.at[d->index].count;
    }
    return vyi_build_leaf(b, &n, (struct vyi_built_scope){0});
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
    vyi_ref kid = vyi_build_take(b, v, "the value", 0);
    if (!kid.i)
        return nothing;
    if (type < VY_TYPE_BOOL || type > VY_TYPE_F64)
        return vyi_build_refuse(b, nothing, BUILD_ARGUMENT, "values are not of this type",
                                "cast to bool, u32, i32, u64, i64, f32 or f64");
    struct vyi_node n = {.op = VYI_OP_CAST, .type = (uint8_t)type};
    return vyi_build_value(b, &n, &kid, 1);
}

static uint8_t find_op(const char *spelling, size_t count)
{
    static const uint8_t others[] = {VYI_OP_LAND, VYI_OP_LOR, VYI_OP_SELECT, VYI_OP_CLOCK};
    size_t length = strlen(spelling);
    uint8_t op = count <= 3 ? vyi_op_find(spelling, length, (unsigned)count) : 0;
    for (size_t i = 0; !op && i < sizeof others; i++)
        if (!strcmp(vyi_op_info(others[i])->spelling, spelling) &&
            vyi_op_info(others[i])->arity == count)
            op = others[i];
    return op;
}

/// Unknown, or known with another number of operands.
static void no_op(vy_builder *b, const char *spelling, size_t count)
{
    const char *words[VYI_OP_LIMIT] = {0};
    char text[96];
    for (size_t other = 0; spelling && other <= 3; other++)
        if (find_op(spelling, other)) {
            snprintf(text, sizeof text, "it takes %zu %s, %zu %s given", other,
                     other == 1 ? "operand" : "operands", count, count == 1 ? "is" : "are");
            vyi_build_fail(b, BUILD_ARGUMENT, text, "pass as many as it takes");
            return;
        }
    for (unsigned op = 1; op < VYI_OP_LIMIT; op++)
        if (vyi_op_info((uint8_t)op)->kind == VYI_KIND_OP)
            words[op] = vyi_op_info((uint8_t)op)->spelling;
    vyi_build_no_word(b, "operator", spelling, words, VYI_OP_LIMIT, "docs/ops.md lists them");
}

vy_value vy_build_op(vy_builder *b, const char *spelling, size_t count, const vy_value *operands)
{
    vyi_ref kids[3];
    if (!vyi_build_call(b, "vy_build_op", spelling))
        return nothing;
    uint8_t op = spelling ? find_op(spelling, count) : 0;
    if (!op) {
        no_op(b, spelling, count);
        return nothing;
    }
    if (!vyi_build_take_all(b, count, operands, "operand", kids))
        return nothing;
    struct vyi_node n = {.op = op};
    return vyi_build_value(b, &n, kids, (uint32_t)count);
}

// ---- loads ----
static bool take_indices(vy_builder *b, size_t rank, const vy_value *indices, vyi_ref *kids)
{
    if (rank <= VYI_MAX_RANK)
        return vyi_build_take_all(b, rank, indices, "index", kids);
    return vyi_build_refuse(b, false, BUILD_ARGUMENT, "there are more than 8 indices",
                            "a buffer has up to 8 sizes");
}

/// The buffer behind a handle; arrays and tables are refused.
static const struct vyi_built_decl *buffer_of(vy_builder *b, vy_decl d)
{
    const struct vyi_built_decl *decl = vyi_build_decl(b, d, "the buffer");
    if (decl && decl->kind != VYI_DECL_BUFFER)
        return vyi_build_refuse(b, NULL, BUILD_ARGUMENT, "a table or a local array is no buffer",
                                "pass what vy_build_buffer() gave");
    return decl;
}

vy_value vy_build_load(vy_builder *b, vy_decl from, size_t rank, const vy_value *indices)
{
    static const uint8_t ops[] = {[VYI_DECL_BUFFER] = VYI_OP_LOAD,
                                  [VYI_DECL_TABLE] = VYI_OP_LOAD_TABLE,
                                  [VYI_DECL_ARRAY] = VYI_OP_LOAD_ARRAY};
    vyi_ref kids[VYI_MAX_RANK];
    if (!vyi_build_call(b, "vy_build_load", NULL))
        return nothing;
    const struct vyi_built_decl *d = vyi_build_decl(b, from, "what to load from");
    if (!d || !take_indices(b, rank, indices, kids))
        return nothing;
    if (d->kind != VYI_DECL_BUFFER && rank != 1)
        return vyi_build_refuse(b, nothing, BUILD_ARGUMENT,
                                "a table or a local array takes one index", "pass one index");
    struct vyi_node n = {.op = ops[d->kind], .x = d->index};
    return vyi_build_value(b, &n, kids, (uint32_t)rank);
}

vy_value vy_build_load_bytes(vy_builder *b, const char *name, vy_decl buffer, vy_value index)
{
    if (!vyi_build_call(b, "vy_build_load_bytes", name))
        return nothing;
    bool wide = name && !strcmp(name, vyi_op_info(VYI_OP_U64_AT)->spelling);
    if (!wide && (!name || strcmp(name, vyi_op_info(VYI_OP_U32_AT)->spelling))) {
        vyi_build_no_word(b, "byte load", name, NULL, 0, "use \"u32_at\" or \"u64_at\"");
        return nothing;
    }
    const struct vyi_built_decl *d = buffer_of(b, buffer);
    vyi_ref kid = vyi_build_take(b, index, "the index", 0);
    if (!d || !kid.i)
        return nothing;
    struct vyi_node n = {.op = wide ? VYI_OP_U64_AT : VYI_OP_U32_AT, .x = d->index};
    return vyi_build_value(b, &n, &kid, 1);
}

// ---- collectives ----
/// Splits "workgroup_scan_add" into its scope and the rest; 3 when it has no scope.
static uint32_t split_scope(const char *name, const char **rest)
{
    for (uint32_t scope = 0; name && scope < 3; scope++) {
        size_t length = strlen(vyi_scope_names[scope]);
        if (!strncmp(name, vyi_scope_names[scope], length) && name[length] == '_') {
            *rest = name + length + 1;
            return scope;
        }
    }
    return 3;
}

/// The collective's op by what follows its scope; REDUCE, SCAN and ISCAN also have one in *of.
static uint8_t find_collective(const char *rest, uint32_t *of)
{
    static const uint8_t plain[] = {VYI_OP_ANY, VYI_OP_ALL, VYI_OP_BROADCAST, VYI_OP_BALLOT,
                                    VYI_OP_SHUFFLE};
    static const uint8_t prefixed[] = {VYI_OP_SCAN, VYI_OP_ISCAN, VYI_OP_REDUCE};
    *of = 0;
    for (size_t i = 0; i < sizeof plain; i++)
        if (!strcmp(rest, vyi_op_info(plain[i])->spelling))
            return plain[i];
    for (size_t i = 0; i < sizeof prefixed; i++) {
        size_t length = strlen(vyi_op_info(prefixed[i])->spelling);
        if (strncmp(rest, vyi_op_info(prefixed[i])->spelling, length))
            continue;
        for (uint8_t op = 1; op < VYI_OP_LITERAL; op++)
            if (vyi_collective_word(op) && !strcmp(vyi_collective_word(op), rest + length)) {
                *of = op;
                return prefixed[i];
            }
    }
    return 0;
}

vy_value vy_build_collective(vy_builder *b, const char *name, size_t count,
                             const vy_value *operands)
{
    const char *rest = NULL;
    vyi_ref kids[2];
    if (!vyi_build_call(b, "vy_build_collective", name))
        return nothing;
    struct vyi_node n = {.n = (uint16_t)split_scope(name, &rest)};
    if (rest)
        n.op = find_collective(rest, &n.x);
    bool subgroup_only = n.op == VYI_OP_BALLOT || n.op == VYI_OP_SHUFFLE;
    if (!n.op || (subgroup_only && n.n != VYI_SCOPE_SUBGROUP)) {
        vyi_build_no_word(b, "collective", name, NULL, 0,
                          "subgroup_, workgroup_ or grid_ before add min max and or xor, scan_add, "
                          "iscan_add, any, all, broadcast; subgroup_ballot, subgroup_shuffle");
        return nothing;
    }
    if (count != vyi_op_info(n.op)->arity)
        return vyi_build_refuse(b, nothing, BUILD_ARGUMENT, "it has another number of operands",
                                n.op == VYI_OP_BROADCAST || n.op == VYI_OP_SHUFFLE
                                    ? "pass the value and the index"
                                    : "pass one value");
    if (!vyi_build_take_all(b, count, operands, "operand", kids))
        return nothing;
    return vyi_build_value(b, &n, kids, (uint32_t)count);
}

vy_value vy_build_collective_load(vy_builder *b, const char *name, vy_decl buffer, size_t rank,
                                  const vy_value *indices)
{
    const char *rest = NULL;
    vyi_ref kids[VYI_MAX_RANK];
    if (!vyi_build_call(b, "vy_build_collective_load", name))
        return nothing;
    uint32_t scope = split_scope(name, &rest);
    if (!rest || strcmp(rest, vyi_op_info(VYI_OP_SCOPE_LOAD)->spelling)) {
        vyi_build_no_word(b, "collective load", name, NULL, 0,
                          "use \"subgroup_load\", \"workgroup_load\" or \"grid_load\"");
        return nothing;
    }
    const struct vyi_built_decl *d = buffer_of(b, buffer);
    if (!d || !take_indices(b, rank, indices, kids))
        return nothing;
    struct vyi_node n = {.op = VYI_OP_SCOPE_LOAD, .x = d->index};
    n.aux = scope;
    return vyi_build_value(b, &n, kids, (uint32_t)rank);
}

// ---- atomics ----
/// The op of an atomic's name and how many values it takes; 0 where there is none.
static uint8_t find_atomic(const char *name, uint32_t *rmw, size_t *values)
{
    const char *prefix = vyi_op_info(VYI_OP_ATOMIC_RMW)->spelling;
    static const struct {
        uint8_t op, values;
    } plain[] = {{VYI_OP_ATOMIC_LOAD, 0}, {VYI_OP_ATOMIC_STORE, 1}, {VYI_OP_ATOMIC_CAS, 2}};
    *rmw = 0;
    for (size_t i = 0; name && i < 3; i++)
        if (!strcmp(name, vyi_op_info(plain[i].op)->spelling)) {
            *values = plain[i].values;
            return plain[i].op;
        }
    if (!name || strncmp(name, prefix, strlen(prefix)))
        return 0;
    name += strlen(prefix);
    *values = 1;
    *rmw = (uint32_t)vyi_build_word(name, strlen(name), vyi_rmw_names, VYI_RMW_COUNT);
    return *rmw < VYI_RMW_COUNT ? VYI_OP_ATOMIC_RMW : 0;
}

/// The ordering and scope of an atomic as the record holds them; UINT32_MAX when unknown.
static uint32_t find_ordering(vy_builder *b, const char *order, const char *scope)
{
    size_t o = order ? vyi_build_word(order, strlen(order), vyi_order_names, 4) : VYI_ORDER_RELAXED;
    size_t s = scope ? vyi_build_word(scope, strlen(scope), vyi_reach_names, 3) : VYI_REACH_DEVICE;
    if (o == 4)
        vyi_build_no_word(b, "ordering", order, vyi_order_names, 4,
                          "relaxed, acquire, release or acq_rel");
    if (s == 3)
        vyi_build_no_word(b, "scope", scope, vyi_reach_names, 3, "workgroup, device or system");
    return o < 4 && s < 3 ? (uint32_t)(o | s << 8) : UINT32_MAX;
}

vy_value vy_build_atomic(vy_builder *b, const char *name, vy_decl buffer, size_t rank,
                         const vy_value *indices, size_t count, const vy_value *values,
                         const char *order, const char *scope)
{
    vyi_ref kids[VYI_MAX_RANK + 2];
    uint32_t rmw;
    size_t wanted = 0;
    if (!vyi_build_call(b, "vy_build_atomic", name))
        return nothing;
    uint8_t op = find_atomic(name, &rmw, &wanted);
    if (!op) {
        vyi_build_no_word(
            b, "atomic operation", name, NULL, 0,
            "atomic_ before add sub and or xor min max exchange compare_exchange load "
            "store");
        return nothing;
    }
    if (count != wanted)
        return vyi_build_refuse(b, nothing, BUILD_ARGUMENT, "it has another number of values",
                                wanted == 0   ? "pass none"
                                : wanted == 1 ? "pass the value"
                                              : "pass what is expected and the value");
    uint32_t ordering = find_ordering(b, order, scope);
    const struct vyi_built_decl *d = buffer_of(b, buffer);
    if (ordering == UINT32_MAX || !d || !take_indices(b, rank, indices, kids) ||
        !vyi_build_take_all(b, count, values, "value", kids + rank))
        return nothing;
    struct vyi_node n = {.op = op, .x = d->index};
    n.aux = ordering;
    n.aux2 = rmw;
    if (op != VYI_OP_ATOMIC_STORE)
        return vyi_build_value(b, &n, kids, (uint32_t)(rank + count));
    vyi_build_stmt(b, &n, kids, (uint32_t)(rank + count));
    return nothing;
}
