// See sites.h.
#include "dev/sites.h"

vy_status vyi_dev_list_fixpoints(vy_context *c, const vy_program *p, uint32_t **positions,
                                 uint32_t *count)
{
    VYI_VEC(vyi_ref) stack = {0};
    VYI_VEC(uint32_t) list = {0};
    bool fits = vyi_vec_push(c, &stack, p->body);
    *positions = NULL;
    *count = 0;
    while (fits && stack.count) {
        vyi_ref r = stack.at[--stack.count];
        const struct vyi_node *n = vyi_at(p, r);
        const vyi_ref *kids;
        uint32_t kid_count = vyi_kids(p, n, &kids);
        if (vyi_op_info(n->op)->kind != VYI_KIND_STMT)
            continue;
        if (n->op == VYI_OP_FIXPOINT)
            fits = vyi_vec_push(c, &list, r.i < p->pos.count ? p->pos.at[r.i] : 0);
        for (uint32_t i = kid_count; fits && i-- > 0;)
            if (kids[i].i)
                fits = vyi_vec_push(c, &stack, kids[i]);
    }
    vyi_vec_free(c, &stack);
    if (fits && list.count) {
        *positions = vyi_calloc(c, list.count, sizeof **positions);
        fits = *positions;
        *count = fits ? list.count : 0;
        if (fits)
            memcpy(*positions, list.at, list.count * sizeof *list.at);
    }
    vyi_vec_free(c, &list);
    return fits ? VY_OK : VY_ERROR_MEMORY;
}

void vyi_dev_add_sites(struct vyi_text *t, const vy_program *p)
{
    if (p->separate_atomics)
        vyi_text_printf(t, " separate");
    for (uint32_t i = 0; i < p->nodes.count; i++)
        if (p->nodes.at[i].op == VYI_OP_ASSERT || p->nodes.at[i].op == VYI_OP_PRINT)
            vyi_text_printf(t, " %u", i);
}
