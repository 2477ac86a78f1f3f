// The builder's declarations: buffers, params, consts, tables, workgroup and grid.
//
// A launch expression is built from the same calls as any other, so that len(x) - 1 can size a
// buffer and index one. When a declaration takes it, its nodes become u64: literals, lengths,
// consts and unsigned params widen, and a cast to u64 in between is no longer needed.
#include "ir/build.h"

#include <stdio.h>

// ---- launch expressions ----
/// Retypes an expression and returns it without its casts to u64; the builder bounds its depth.
static vyi_ref widen(vy_program *p, vyi_ref r)
{
    struct vyi_node *n = vyi_at(p, r);
    while (n->op == VYI_OP_CAST && n->type == VY_TYPE_U64) {
        r = n->kid[0];
        n = vyi_at(p, r);
    }
    const struct vyi_op_info *info = vyi_op_info(n->op);
    bool wide = n->type == VY_TYPE_U32 || n->type == VY_TYPE_U64;
    if (n->op == VYI_OP_CONST || (wide && (info->kind == VYI_KIND_OP || n->op == VYI_OP_LITERAL ||
                                           n->op == VYI_OP_PARAM || n->op == VYI_OP_LEN)))
        n->type = VY_TYPE_U64;
    if (info->kind == VYI_KIND_OP)
        for (unsigned i = 0; i < info->arity; i++)
            n->kid[i] = widen(p, n->kid[i]);
    return r;
}

/// Takes a value as a launch expression; 0 when it is none.
static vyi_ref take_launch(vy_builder *b, vy_value v, const char *what)
{
    b->count = 0;
    vyi_build_take(b, v, what);
    if (b->bad)
        return (vyi_ref){0};
    vyi_ref r = widen(b->p, b->kids[0]);
    if (!vyi_check_launch(&b->check, r, what))
        vyi_build_bad(b);
    return r;
}

/// Copies a new name into the program; an error where it is no name or is taken.
static const char *take_name(vy_builder *b, const char *kind, const char *name)
{
    vy_program *p = b->p;
    if (!vyi_name_valid(name)) {
        vyi_build_fail(b, NAME_INVALID, kind, name ? name : "");
        return NULL;
    }
    uint32_t before = b->names.list.count ? b->names.list.count : 1;
    uint32_t number = vyi_name_intern(p->context, &p->arena, &b->names, name, strlen(name));
    if (!number)
        vyi_build_no_memory(b);
    else if (number < before)
        vyi_build_fail(b, NAME_TWICE, name);
    return number ? b->names.list.at[number].text : NULL;
}

// ---- buffers ----
static void take_sizes(vy_builder *b, const vy_build_buffer_params *params,
                       struct vyi_buffer *buffer)
{
    char what[40];
    for (uint32_t i = 0; i < buffer->rank; i++) {
        if (!params->sizes[i].ref && i == 0 && !b->failed)
            continue; // open, if the role may be
        snprintf(what, sizeof what, "size %u", i + 1);
        buffer->size[i] = take_launch(b, params->sizes[i], what);
    }
    buffer->has_range = params->range_from.ref || params->range_bytes.ref;
    if (!buffer->has_range)
        return;
    buffer->range[0] = take_launch(b, params->range_from, "range_from");
    buffer->range[1] = take_launch(b, params->range_bytes, "range_bytes");
}

static void take_attributes(vy_builder *b, const vy_build_buffer_params *params,
                            struct vyi_buffer *buffer)
{
    static const char *const caches[] = {"", "streaming"};
    if (params->cache)
        buffer->cache =
            (uint8_t)vyi_build_word(b, "cache hint", params->cache, caches, 2, "streaming");
    if (params->count.ref) {
        struct vyi_built_decl d = vyi_build_decl(b, params->count, "count");
        if (d.kind != VYI_DECL_BUFFER)
            vyi_build_fail(b, COUNT_BUFFER, params->name, "the counter is no buffer",
                           "declare the counter above it, an atomic u32 buffer of one element");
        buffer->count = d.index + 1;
    }
    buffer->has_binding = params->has_binding;
    buffer->binding = params->has_binding ? params->binding : b->p->buffers.count;
    buffer->align = params->align;
    buffer->live = params->live;
    if (params->doc) {
        buffer->doc = vyi_arena_copy(b->p->context, &b->p->arena, params->doc, strlen(params->doc));
        if (!buffer->doc)
            vyi_build_no_memory(b);
    }
}

vy_decl vy_build_buffer(vy_builder *b, const vy_build_buffer_params *given)
{
    const vy_decl nothing = {0};
    vy_build_buffer_params filled = vy_build_buffer_defaults(), *params = &filled;
    if (b && vyi_params_read(b->p->context, vy_build_buffer_params, given, params)) {
        b->failed = true;
        return nothing;
    }
    if (!vyi_build_call(b, "vy_build_buffer", params->name))
        return nothing;
    vy_program *p = b->p;
    if (!given || params->rank > VYI_MAX_RANK || (unsigned)params->role > UINT8_MAX ||
        (unsigned)params->elem > UINT8_MAX) {
        vyi_build_fail(b, BUFFER_ELEMENT, params->name ? params->name : "");
        return nothing;
    }
    struct vyi_buffer buffer = {.role = (uint8_t)params->role,
                                .elem = (uint8_t)params->elem,
                                .rank = (uint8_t)(params->rank ? params->rank : 1),
                                .atomic = params->atomic};
    buffer.name = take_name(b, "buffer", params->name);
    take_sizes(b, params, &buffer);
    take_attributes(b, params, &buffer);
    vyi_build_keep(b, &p->buffers, buffer);
    vyi_build_check(b, vyi_check_buffer(&b->check, p->buffers.count - 1));
    return vyi_build_new_decl(b, VYI_DECL_BUFFER, p->buffers.count - 1);
}

// ---- params, consts, tables ----
static uint8_t type_byte(vy_type type)
{
    return (uint8_t)((unsigned)type < VYI_TYPE_COUNT ? type : 0);
}

static vy_value param(vy_builder *b, const char *call, const char *name, vy_type type,
                      bool has_default, uint64_t bits)
{
    if (!vyi_build_call(b, call, name))
        return (vy_value){0};
    vy_program *p = b->p;
    struct vyi_param one = {.type = type_byte(type), .has_default = has_default, .value = bits};
    one.name = take_name(b, "param", name);
    vyi_build_check(b, vyi_check_param(&b->check, &one));
    vyi_build_keep(b, &p->params, one);
    return vyi_build_leaf(b, (struct vyi_node){.op = VYI_OP_PARAM, .x = p->params.count - 1});
}

vy_value vy_build_param(vy_builder *b, const char *name, vy_type type)
{
    return param(b, "vy_build_param", name, type, false, 0);
}

vy_value vy_build_param_default(vy_builder *b, const char *name, vy_type type, uint64_t bits)
{
    return param(b, "vy_build_param_default", name, type, true, bits);
}

vy_value vy_build_const(vy_builder *b, vy_type type, vy_value value)
{
    if (!vyi_build_call(b, "vy_build_const", NULL))
        return (vy_value){0};
    vy_program *p = b->p;
    struct vyi_const one = {.type = (uint8_t)type, .value = take_launch(b, value, "the value")};
    uint64_t number = 0;
    if (!(vyi_type_class((uint8_t)type) & VYI_CLASS_INT))
        vyi_build_fail(b, CONST_TYPE, vy_type_name(type));
    if (vyi_launch_known(p, one.value)) { // folded, as the parser does
        if (!vyi_launch_literal(p, one.value, &number) || number > vyi_type_largest(one.type))
            vyi_build_fail(b, VALUE_FORM, "the value", vy_type_name(type), "take a larger type");
        return vyi_build_leaf(b, vyi_literal(one.type, number));
    }
    vyi_build_keep(b, &p->consts, one);
    return vyi_build_leaf(b, (struct vyi_node){.op = VYI_OP_CONST, .x = p->consts.count - 1});
}

vy_decl vy_build_table(vy_builder *b, vy_type elem, const uint64_t *values, uint32_t count)
{
    if (!vyi_build_call(b, "vy_build_table", vy_type_name(elem)))
        return (vy_decl){0};
    vy_program *p = b->p;
    size_t bytes = values ? count * sizeof *values : 0;
    struct vyi_table table = {.elem = type_byte(elem), .count = values ? count : 0};
    table.values = vyi_arena_alloc(p->context, &p->arena, bytes);
    if (!table.values)
        vyi_build_no_memory(b);
    else if (bytes)
        memcpy(table.values, values, bytes);
    vyi_build_check(b, vyi_check_table(&b->check, &table));
    vyi_build_keep(b, &p->tables, table);
    return vyi_build_new_decl(b, VYI_DECL_TABLE, p->tables.count - 1);
}

// ---- workgroup and grid ----
static bool stated(vy_builder *b, uint32_t rank)
{
    if (rank)
        vyi_build_fail(b, BUILD_PLACE, "it was stated before", "state it once");
    return rank;
}

void vy_build_workgroup(vy_builder *b, uint32_t x, uint32_t y, uint32_t z)
{
    if (!vyi_build_call(b, "vy_build_workgroup", NULL) || stated(b, b->p->workgroup_rank))
        return;
    const uint32_t size[3] = {x, y, z};
    uint32_t rank = z ? 3 : y ? 2 : 1;
    for (uint32_t i = 0; i < 3; i++)
        b->p->workgroup[i] = i < rank ? size[i] : 1;
    b->p->workgroup_rank = rank;
    if (!vyi_check_workgroup(&b->check))
        vyi_build_bad(b);
}

void vy_build_grid(vy_builder *b, vy_value x, vy_value y, vy_value z)
{
    if (!vyi_build_call(b, "vy_build_grid", NULL) || stated(b, b->p->grid_rank))
        return;
    const vy_value size[3] = {x, y, z};
    uint32_t rank = z.ref ? 3 : y.ref ? 2 : 1;
    for (uint32_t i = 0; i < rank; i++)
        b->p->grid[i] = take_launch(b, size[i], "the grid");
    b->p->grid_rank = rank;
}
