// The builder's declarations: buffers, params, consts, tables, workgroup and grid.
//
// A launch expression is built from the same calls as any other, so that len(x) - 1 can size a
// buffer and index one. When a declaration takes it, its nodes become u64: literals, lengths,
// consts and unsigned params widen, and a cast to u64 in between is no longer needed.
#include "ir/build.h"

#include <stdio.h>

// ---- launch expressions ----
/// Retypes an expression and gives it without its casts to u64; its depth is bounded by the
/// builder.
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

/// Takes a value as a launch expression; 0 when it is none (reported).
static vyi_ref take_launch(vy_builder *b, vy_value v, const char *what, struct vyi_uses *uses)
{
    vyi_ref r = vyi_build_take(b, v, what, 0);
    if (!r.i)
        return r;
    r = widen(b->p, r);
    if (vyi_check_launch(&b->check, r, what, uses))
        return r;
    b->failed = true;
    return (vyi_ref){0};
}

/// Copies a new name into the program; NULL when it is no name or is taken (reported).
static const char *take_name(vy_builder *b, const char *kind, const char *name)
{
    vy_program *p = b->p;
    if (!vyi_name_valid(name))
        return vyi_build_refuse(b, NULL, NAME_INVALID, kind, name ? name : "");
    uint32_t before = b->names.list.count ? b->names.list.count : 1;
    uint32_t number = vyi_name_intern(p->context, &p->arena, &b->names, name, strlen(name));
    if (!number) {
        vyi_build_no_memory(b);
        return NULL;
    }
    if (number < before)
        return vyi_build_refuse(b, NULL, NAME_TWICE, name);
    return b->names.list.at[number].text;
}

static const char *take_doc(vy_builder *b, const char *doc)
{
    if (!doc)
        return NULL;
    const char *copy = vyi_arena_copy(b->p->context, &b->p->arena, doc, strlen(doc));
    if (!copy)
        vyi_build_no_memory(b);
    return copy;
}

// ---- buffers ----
static bool take_sizes(vy_builder *b, const vy_build_buffer_params *params,
                       struct vyi_buffer *buffer)
{
    struct vyi_uses uses = {0};
    char what[40];
    for (uint32_t i = 0; i < buffer->rank; i++) {
        if (!params->sizes[i].ref && i == 0 && !b->failed)
            continue; // open, if the role may be
        snprintf(what, sizeof what, "size %u", i + 1);
        buffer->size[i] = take_launch(b, params->sizes[i], what, &uses);
        if (!buffer->size[i].i)
            return false;
    }
    buffer->has_range = params->range_from.ref || params->range_bytes.ref;
    if (!buffer->has_range)
        return true;
    buffer->range[0] = take_launch(b, params->range_from, "range_from", &uses);
    buffer->range[1] = take_launch(b, params->range_bytes, "range_bytes", &uses);
    return buffer->range[0].i && buffer->range[1].i;
}

static bool take_attributes(vy_builder *b, const vy_build_buffer_params *params,
                            struct vyi_buffer *buffer)
{
    static const char *const caches[] = {"", "streaming"};
    size_t cache =
        params->cache ? vyi_build_word(params->cache, strlen(params->cache), caches, 2) : 0;
    if (cache == 2) {
        vyi_build_no_word(b, "cache hint", params->cache, caches, 2, "streaming");
        return false;
    }
    buffer->cache = (uint8_t)cache;
    if (params->count.ref) {
        const struct vyi_built_decl *d = vyi_build_decl(b, params->count, "count");
        if (!d || d->kind != VYI_DECL_BUFFER) {
            if (d)
                vyi_build_fail(b, COUNT_BUFFER, params->name, "the counter is no buffer",
                               "declare the counter above it, an atomic u32 buffer of one element");
            return false;
        }
        buffer->count = d->index + 1;
    }
    buffer->has_binding = params->has_binding;
    buffer->binding = params->has_binding ? params->binding : b->p->buffers.count;
    buffer->align = params->align;
    buffer->live = params->live;
    return true;
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
        (unsigned)params->elem > UINT8_MAX)
        return vyi_build_refuse(b, nothing, BUFFER_ELEMENT, params->name ? params->name : "");
    struct vyi_buffer buffer = {.role = (uint8_t)params->role,
                                .elem = (uint8_t)params->elem,
                                .rank = (uint8_t)(params->rank ? params->rank : 1),
                                .atomic = params->atomic};
    struct vyi_uses uses = {0};
    buffer.name = take_name(b, "buffer", params->name);
    buffer.doc = take_doc(b, params->doc);
    if (!buffer.name || !take_sizes(b, params, &buffer) || !take_attributes(b, params, &buffer))
        return nothing;
    if (!vyi_vec_push(p->context, &p->buffers, buffer)) {
        vyi_build_no_memory(b);
        return nothing;
    }
    if (!vyi_check_buffer(&b->check, p->buffers.count - 1, &uses)) {
        b->failed = true;
        return nothing;
    }
    return vyi_build_new_decl(b, VYI_DECL_BUFFER, p->buffers.count - 1);
}

// ---- params, consts, tables ----
static vy_value param(vy_builder *b, const char *name, vy_type type, bool has_default,
                      uint64_t bits)
{
    const vy_value nothing = {0};
    vy_program *p = b->p;
    struct vyi_param one = {.type = (uint8_t)type, .has_default = has_default, .value = bits};
    one.name = take_name(b, "param", name);
    if (!one.name)
        return nothing;
    if (type < VY_TYPE_BOOL || type > VY_TYPE_F64)
        return vyi_build_refuse(b, nothing, PARAM_TYPE, name, vy_type_name(type));
    if (!vyi_value_normal(one.type, bits))
        return vyi_build_refuse(b, nothing, VALUE_FORM, "the default", vy_type_name(type),
                                "give its bits as the type has them");
    if (!vyi_vec_push(p->context, &p->params, one)) {
        vyi_build_no_memory(b);
        return nothing;
    }
    struct vyi_node n = {.op = VYI_OP_PARAM, .x = p->params.count - 1};
    return vyi_build_leaf(b, &n, (struct vyi_built_scope){0});
}

vy_value vy_build_param(vy_builder *b, const char *name, vy_type type)
{
    if (!vyi_build_call(b, "vy_build_param", name))
        return (vy_value){0};
    return param(b, name, type, false, 0);
}

vy_value vy_build_param_default(vy_builder *b, const char *name, vy_type type, uint64_t bits)
{
    if (!vyi_build_call(b, "vy_build_param_default", name))
        return (vy_value){0};
    return param(b, name, type, true, bits);
}

vy_value vy_build_const(vy_builder *b, vy_type type, vy_value value)
{
    const vy_value nothing = {0};
    if (!vyi_build_call(b, "vy_build_const", NULL))
        return nothing;
    vy_program *p = b->p;
    struct vyi_uses uses = {.literal = true};
    vyi_ref r = take_launch(b, value, "the value", &uses);
    uint64_t number;
    if (!r.i)
        return nothing;
    if (!(vyi_type_class((uint8_t)type) & VYI_CLASS_INT))
        return vyi_build_refuse(b, nothing, CONST_TYPE, vy_type_name(type));
    struct vyi_node n = {.op = VYI_OP_CONST, .x = p->consts.count};
    if (uses.literal) { // folded, as the parser does
        if (!vyi_launch_literal(p, r, &number) || !vyi_const_fits((uint8_t)type, number))
            return vyi_build_refuse(b, nothing, VALUE_FORM, "the value", vy_type_name(type),
                                    "take a larger type");
        n = (struct vyi_node){.op = VYI_OP_LITERAL, .type = (uint8_t)type, .x = (uint32_t)number};
        n.aux = (uint32_t)(number >> 32);
    } else if (!vyi_vec_push(p->context, &p->consts,
                             ((struct vyi_const){.type = (uint8_t)type, .value = r}))) {
        vyi_build_no_memory(b);
        return nothing;
    }
    return vyi_build_leaf(b, &n, (struct vyi_built_scope){0});
}

vy_decl vy_build_table(vy_builder *b, vy_type elem, const uint64_t *values, uint32_t count)
{
    const vy_decl nothing = {0};
    if (!vyi_build_call(b, "vy_build_table", vy_type_name(elem)))
        return nothing;
    vy_program *p = b->p;
    if (!count || !values || !vy_type_bytes(elem))
        return vyi_build_refuse(b, nothing, TABLE_SHAPE, count, vy_type_name(elem));
    for (uint32_t i = 0; i < count; i++)
        if (!vyi_value_fits((uint8_t)elem, values[i])) {
            char what[40];
            snprintf(what, sizeof what, "element %u", i);
            return vyi_build_refuse(b, nothing, VALUE_FORM, what, vy_type_name(elem),
                                    "use a wider element type");
        }
    struct vyi_table table = {.elem = (uint8_t)elem, .count = count};
    table.values = vyi_arena_alloc(p->context, &p->arena, (size_t)count * sizeof *values);
    if (!table.values || !vyi_vec_push(p->context, &p->tables, table)) {
        vyi_build_no_memory(b);
        return nothing;
    }
    memcpy(table.values, values, (size_t)count * sizeof *values);
    return vyi_build_new_decl(b, VYI_DECL_TABLE, p->tables.count - 1);
}

// ---- workgroup and grid ----
static bool stated(vy_builder *b, uint32_t rank)
{
    if (rank)
        vyi_build_fail(b, BUILD_PLACE, "it was stated before", "state it once");
    return rank != 0;
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
        b->failed = true;
}

void vy_build_grid(vy_builder *b, vy_value x, vy_value y, vy_value z)
{
    if (!vyi_build_call(b, "vy_build_grid", NULL) || stated(b, b->p->grid_rank))
        return;
    const vy_value size[3] = {x, y, z};
    uint32_t rank = z.ref ? 3 : y.ref ? 2 : 1;
    struct vyi_uses uses = {0};
    for (uint32_t i = 0; i < rank; i++)
        b->p->grid[i] = take_launch(b, size[i], "the grid", &uses);
    b->p->grid_rank = rank;
}
