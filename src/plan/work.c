// Copies of programs, what synchronises in them, and hidden buffers.
#include "plan/work.h"

#include "ir/visit.h"

#include <stdio.h>

// ---- copies ----
vyi_ref vyi_plan_node(vy_program *to, const struct vyi_node *n, const vyi_ref *kids, uint32_t pos)
{
    return vyi_node_like(to, n, kids, vyi_kid_count(n), pos);
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
        for (uint32_t k = 0; k < VYI_MAX_RANK; k++)
            b->size[k] = vyi_plan_copy(to, from, b->size[k], NULL);
        for (uint32_t k = 0; k < 2; k++)
            b->range[k] = vyi_plan_copy(to, from, b->range[k], NULL);
    }
    return !to->failed;
}

uint8_t vyi_plan_bits_type(uint8_t type)
{
    return vyi_type_bytes(type) == 8 ? VY_TYPE_U64 : VY_TYPE_U32;
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

uint8_t *vyi_plan_sync(const vy_program *p, struct vyi_arena *arena, enum vyi_scope scope,
                       const uint8_t *also)
{
    uint8_t *sync = vyi_arena_alloc(p->context, arena, p->nodes.count);
    for (uint32_t i = 1; sync && i < p->nodes.count; i++) { // kids stand before their parents
        sync[i] = vyi_plan_is_sync(&p->nodes.at[i], scope) || (also && also[i]);
        for (VYI_KIDS(kid, p, &p->nodes.at[i]))
            sync[i] |= sync[kid->i];
    }
    return sync;
}

uint8_t vyi_plan_returns(const vy_program *w, vyi_ref root)
{
    uint8_t found = 0;
    for (VYI_VISIT_STMTS(v, w, root))
        if (v->n->op == VYI_OP_RETURN)
            found |= v->n->x ? VYI_RETURNS_ALL : VYI_RETURNS_SOME;
    return found;
}
