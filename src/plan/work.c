// Making nodes in the working copy of a program.
#include "plan/work.h"

#include <stdio.h>

// ---- copies ----
vyi_ref vyi_plan_node(vy_program *to, const struct vyi_node *n, const vyi_ref *kids, uint32_t pos)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    if (info->form == VYI_FORM_LIST)
        return vyi_node_list(to, n->op, n->type, n->x, kids, n->op == VYI_OP_SEQ ? n->x : n->n,
                             n->aux, n->aux2, pos);
    vyi_ref none = {0};
    vyi_ref r = n->op == VYI_OP_LITERAL
                    ? vyi_node_literal(to, n->type, vyi_literal_bits(n), pos)
                    : vyi_node_fixed(to, n->op, n->type, n->x, info->arity > 0 ? kids[0] : none,
                                     info->arity > 1 ? kids[1] : none,
                                     info->arity > 2 ? kids[2] : none, pos);
    if (r.i)
        vyi_at(to, r)->n = n->n;
    return r;
}

vyi_ref vyi_plan_copy(vy_program *to, const vy_program *from, vyi_ref r,
                      const struct vyi_plan_swap *swap)
{
    vyi_ref few[8], *copies = few;
    if (!r.i || to->failed)
        return (vyi_ref){0};
    const struct vyi_node n = *vyi_at(from, r); // by value: `to` may be `from`
    uint32_t pos = from->pos.at[r.i];
    if (swap) {
        vyi_ref other = swap->fn(swap->user, &n, pos);
        if (other.i)
            return other;
    }
    const vyi_ref *kids;
    uint32_t count = vyi_kids(from, &n, &kids);
    size_t bytes = (size_t)count * sizeof *copies;
    if (count > 8 && !(copies = vyi_realloc(to->context, NULL, 0, bytes))) {
        to->failed = true;
        return (vyi_ref){0};
    }
    for (uint32_t i = 0; i < count; i++) {
        vyi_kids(from, &n, &kids); // the list may have moved
        copies[i] = vyi_plan_copy(to, from, kids[i], swap);
    }
    vyi_ref copy = vyi_plan_node(to, &n, copies, pos);
    if (copies != few)
        vyi_free(to->context, copies, bytes);
    return copy;
}

#define COPY_TABLE(field)                                                                 \
    (!from->field.count ||                                                                \
     (vyi_vec_reserve(to->context, &to->field, from->field.count) &&                      \
      memcpy(to->field.at, from->field.at, from->field.count * sizeof *from->field.at) && \
      (to->field.count = from->field.count)))

bool vyi_plan_declare(vy_program *to, const vy_program *from, bool locals)
{
    if ((locals && !COPY_TABLE(locals)) || !COPY_TABLE(buffers) || !COPY_TABLE(params) ||
        !COPY_TABLE(consts) || !COPY_TABLE(tables) || !COPY_TABLE(strings))
        return false;
    to->name = from->name;
    to->service = from->service;
    to->separate_atomics = from->separate_atomics;
    to->labels = from->labels;
    to->workgroup_rank = from->workgroup_rank;
    to->grid_rank = from->grid_rank;
    memcpy(to->workgroup, from->workgroup, sizeof to->workgroup);
    for (uint32_t i = 0; i < 3; i++)
        to->grid[i] = vyi_plan_copy(to, from, from->grid[i], NULL);
    for (uint32_t i = 0; i < to->consts.count; i++)
        to->consts.at[i].value = vyi_plan_copy(to, from, from->consts.at[i].value, NULL);
    for (uint32_t i = 0; i < to->buffers.count; i++) {
        struct vyi_buffer *b = &to->buffers.at[i];
        b->size_text = b->range_text = NULL;
        for (uint32_t k = 0; k < VYI_MAX_RANK; k++)
            b->size[k] = vyi_plan_copy(to, from, b->size[k], NULL);
        for (uint32_t k = 0; k < 2; k++)
            b->range[k] = vyi_plan_copy(to, from, b->range[k], NULL);
    }
    return !to->failed;
}

// ---- new nodes ----
static const vyi_ref none = {0};

uint32_t vyi_plan_local(vy_program *w, uint8_t kind, uint8_t type, const char *name, uint32_t pos)
{
    struct vyi_local local = {kind, type, 0, name, pos};
    if (!vyi_vec_push(w->context, &w->locals, local)) {
        w->failed = true;
        return UINT32_MAX;
    }
    return w->locals.count - 1;
}

vyi_ref vyi_plan_u32(vy_program *w, uint32_t v, uint32_t pos)
{
    return vyi_node_literal(w, VY_TYPE_U32, v, pos);
}

vyi_ref vyi_plan_use(vy_program *w, uint32_t local, uint32_t pos)
{
    uint8_t type = local < w->locals.count ? w->locals.at[local].type : 0;
    return vyi_node_fixed(w, VYI_OP_LOCAL, type, local, none, none, none, pos);
}

vyi_ref vyi_plan_op(vy_program *w, uint8_t op, vyi_ref a, vyi_ref b, uint32_t pos)
{
    uint8_t types[3] = {vyi_at(w, a)->type, vyi_at(w, b)->type, 0};
    unsigned wrong;
    uint8_t type = vyi_op_info(op)->kind == VYI_KIND_OP ? vyi_op_type(op, types, &wrong)
                                                        : VY_TYPE_BOOL; // && and ||
    return vyi_node_fixed(w, op, type, 0, a, b, none, pos);
}

vyi_ref vyi_plan_cast(vy_program *w, uint8_t type, vyi_ref a, uint32_t pos)
{
    if (vyi_at(w, a)->type == type)
        return a;
    return vyi_node_fixed(w, VYI_OP_CAST, type, 0, a, none, none, pos);
}

vyi_ref vyi_plan_id(vy_program *w, uint32_t id, uint32_t axis, uint32_t pos)
{
    return vyi_node_fixed(w, VYI_OP_ID, VY_TYPE_U32, id * 4 + axis, none, none, none, pos);
}

vyi_ref vyi_plan_load(vy_program *w, uint32_t buffer, const vyi_ref *indices, uint32_t count,
                      uint32_t pos)
{
    uint8_t type = buffer < w->buffers.count ? vyi_type_value(w->buffers.at[buffer].elem) : 0;
    return vyi_node_list(w, VYI_OP_LOAD, type, buffer, indices, count, 0, 0, pos);
}

vyi_ref vyi_plan_store(vy_program *w, uint32_t buffer, const vyi_ref *indices, uint32_t count,
                       vyi_ref value, uint32_t pos)
{
    vyi_ref kids[VYI_MAX_RANK + 1];
    memcpy(kids, indices, count * sizeof *kids);
    kids[count] = value;
    return vyi_node_list(w, VYI_OP_STORE, 0, buffer, kids, count + 1, 0, 0, pos);
}

vyi_ref vyi_plan_atomic_store(vy_program *w, uint32_t buffer, vyi_ref index, vyi_ref value,
                              uint32_t pos)
{
    vyi_ref kids[2] = {index, value};
    uint32_t how = VYI_ORDER_RELAXED | VYI_REACH_DEVICE << 8;
    return vyi_node_list(w, VYI_OP_ATOMIC_STORE, 0, buffer, kids, 2, how, 0, pos);
}

vyi_ref vyi_plan_define(vy_program *w, uint32_t local, vyi_ref value, uint32_t pos)
{
    return vyi_node_fixed(w, VYI_OP_DEFINE, 0, local, value, none, none, pos);
}

vyi_ref vyi_plan_set(vy_program *w, uint32_t local, vyi_ref value, uint32_t pos)
{
    return vyi_node_fixed(w, VYI_OP_SET, 0, local, value, none, none, pos);
}

vyi_ref vyi_plan_seq(vy_program *w, const refs *list, uint32_t pos)
{
    return vyi_node_list(w, VYI_OP_SEQ, 0, 0, list->at, list->count, 0, 0, pos);
}

vyi_ref vyi_plan_if(vy_program *w, vyi_ref condition, const refs *then, uint32_t pos)
{
    return vyi_node_fixed(w, VYI_OP_IF, 0, 0, condition, vyi_plan_seq(w, then, pos), none, pos);
}

// ---- bits ----
uint8_t vyi_plan_bits_type(uint8_t type)
{
    return vyi_type_bytes(type) == 8 ? VY_TYPE_U64 : VY_TYPE_U32;
}

vyi_ref vyi_plan_to_bits(vy_program *w, vyi_ref value, uint32_t pos)
{
    uint8_t type = vyi_at(w, value)->type;
    if (vyi_type_class(type) == VYI_CLASS_FLOAT)
        return vyi_plan_op(w, VYI_OP_BITS, value, none, pos);
    return vyi_plan_cast(w, vyi_plan_bits_type(type), value, pos);
}

vyi_ref vyi_plan_from_bits(vy_program *w, uint8_t type, vyi_ref bits, uint32_t pos)
{
    if (vyi_type_class(type) == VYI_CLASS_FLOAT)
        return vyi_plan_op(w, VYI_OP_UNBITS, bits, none, pos);
    return vyi_plan_cast(w, type, bits, pos);
}

// ---- barriers and collectives ----
bool vyi_plan_is_sync(const struct vyi_node *n, enum vyi_scope scope)
{
    if (n->op == VYI_OP_FIXPOINT)
        return true;
    if (n->op == VYI_OP_SCOPE_LOAD)
        return n->aux >= scope;
    if (n->op == VYI_OP_WAIT || n->op == VYI_OP_ASYNC_COPY)
        return scope <= VYI_SCOPE_WORKGROUP;
    return (vyi_op_info(n->op)->flags & VYI_FLAG_COLLECTIVE) && n->n >= scope;
}

static uint8_t mark(const vy_program *p, vyi_ref r, enum vyi_scope scope, const uint8_t *also,
                    uint8_t *sync)
{
    if (!r.i)
        return 0;
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    uint8_t found = vyi_plan_is_sync(n, scope) || (also && also[r.i]);
    for (uint32_t i = 0; i < count; i++)
        found |= mark(p, kids[i], scope, also, sync);
    return sync[r.i] = found;
}

uint8_t *vyi_plan_sync(const vy_program *p, enum vyi_scope scope, const uint8_t *also)
{
    uint8_t *sync = vyi_calloc(p->context, p->nodes.count, 1);
    if (sync)
        mark(p, p->body, scope, also, sync);
    return sync;
}

uint8_t vyi_plan_returns(const vy_program *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w, r);
    const vyi_ref *kids;
    if (!r.i || vyi_op_info(n->op)->kind != VYI_KIND_STMT)
        return 0;
    uint32_t count = vyi_kids(w, n, &kids);
    uint8_t found = 0;
    if (n->op == VYI_OP_RETURN)
        found = n->x ? VYI_RETURNS_ALL : VYI_RETURNS_SOME;
    for (uint32_t i = 0; i < count; i++)
        found |= vyi_plan_returns(w, kids[i]);
    return found;
}

// ---- hidden buffers ----
static bool is_taken(const struct vy_schedule *s, const vy_program *w, const char *name)
{
    for (uint32_t i = 0; i < s->source_buffers; i++)
        if (!strcmp(w->buffers.at[i].name, name))
            return true;
    for (uint32_t i = 0; i < s->source_params; i++)
        if (!strcmp(w->params.at[i].name, name))
            return true;
    return false;
}

const char *vyi_plan_name(const struct vy_schedule *s, vy_program *w, const char *wanted)
{
    char name[VYI_MAX_NAME + 1];
    int length = snprintf(name, sizeof name, "%s", wanted);
    // Each round either finds a free name or has found one more of the program's.
    for (unsigned k = 2; is_taken(s, w, name); k++)
        length = snprintf(name, sizeof name, "%.50s_%u", wanted, k);
    return vyi_arena_copy(w->context, &w->arena, name, (size_t)length);
}

/// The next binding number that neither the program nor a hidden buffer has.
static uint32_t free_binding(const struct vy_schedule *s, const vy_program *w)
{
    uint32_t number = 0;
    if (s->hidden.count)
        number = w->buffers.at[w->buffers.count - 1].binding + 1;
    for (uint32_t i = 0; !s->hidden.count && i < s->source_buffers; i++)
        if (w->buffers.at[i].binding >= number)
            number = w->buffers.at[i].binding + 1; // past the last there is: 0 again
    for (uint32_t i = 0; i < s->source_buffers; i++)
        if (w->buffers.at[i].binding == number)
            number++, i = UINT32_MAX; // from the start
    return number;
}

uint32_t vyi_plan_hide(struct vy_schedule *s, vy_program *w, struct vyi_hidden hidden, uint8_t role,
                       bool atomic, uint8_t elem, const char *stem, vyi_ref rows, uint32_t columns)
{
    char name[VYI_MAX_NAME + 1];
    snprintf(name, sizeof name, "vy%u_%.40s", s->hidden.count, stem);
    struct vyi_buffer b = {.role = role,
                           .elem = elem,
                           .atomic = atomic,
                           .rank = columns ? 2 : 1,
                           .binding = free_binding(s, w),
                           .pos = hidden.pos};
    b.has_binding = b.binding != w->buffers.count;
    hidden.buffer = w->buffers.count;
    b.name = vyi_plan_name(s, w, name);
    b.size[0] = rows;
    if (columns)
        b.size[1] = vyi_node_literal(w, VY_TYPE_U64, columns, 0);
    if (!b.name || w->failed || !vyi_vec_push(w->context, &w->buffers, b) ||
        !vyi_vec_push(w->context, &s->hidden, hidden)) {
        w->failed = true;
        return 0;
    }
    return hidden.buffer;
}
