// Launch expressions and buffer declarations as the short text that messages and `info` show.
#include "ir/launch.h"

static void leaf_text(const vy_program *p, const struct vyi_node *n, struct vyi_text *t)
{
    switch (n->op) {
    case VYI_OP_LITERAL: vyi_text_printf(t, "%llu", (unsigned long long)vyi_literal_bits(n)); break;
    case VYI_OP_PARAM: vyi_text_printf(t, "%s", p->params.at[n->x].name); break;
    case VYI_OP_CONST:
        if (p->consts.at[n->x].name)
            vyi_text_printf(t, "%s", p->consts.at[n->x].name);
        else
            vyi_text_printf(t, "c%u", n->x);
        break;
    case VYI_OP_LEN:
        vyi_text_printf(t, "len(%s", p->buffers.at[n->x].name);
        if (n->n)
            vyi_text_printf(t, ", %u", n->n - 1u);
        vyi_text_append(t, ")", 1);
        break;
    default: vyi_text_append(t, "?", 1);
    }
}

static void expr_text(const vy_program *p, vyi_ref r, int around, unsigned depth,
                      struct vyi_text *t)
{
    const struct vyi_node *n = vyi_at(p, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    int own = info->binds;
    if (info->kind != VYI_KIND_OP || info->arity != 2 || depth > VYI_MAX_EXPR_DEPTH) {
        leaf_text(p, n, t);
    } else if (info->flags & VYI_FLAG_INFIX) {
        if (own < around)
            vyi_text_append(t, "(", 1);
        expr_text(p, n->kid[0], own, depth + 1, t);
        vyi_text_printf(t, " %s ", info->spelling);
        expr_text(p, n->kid[1], own + 1, depth + 1, t);
        if (own < around)
            vyi_text_append(t, ")", 1);
    } else {
        vyi_text_printf(t, "%s(", info->spelling);
        expr_text(p, n->kid[0], 0, depth + 1, t);
        vyi_text_append(t, ", ", 2);
        expr_text(p, n->kid[1], 0, depth + 1, t);
        vyi_text_append(t, ")", 1);
    }
}

void vyi_launch_text(const vy_program *p, vyi_ref r, struct vyi_text *t)
{
    expr_text(p, r, 0, 0, t);
}

void vyi_launch_sizes_text(const vy_program *p, uint32_t buffer, struct vyi_text *t)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    vyi_text_append(t, "[", 1);
    for (uint32_t axis = 0; axis < b->rank; axis++) {
        if (axis)
            vyi_text_append(t, ", ", 2);
        if (b->size[axis].i)
            vyi_launch_text(p, b->size[axis], t);
    }
    vyi_text_append(t, "]", 1);
}

void vyi_launch_buffer_text(const vy_program *p, uint32_t buffer, struct vyi_text *t)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    vyi_text_printf(t, "'%s' (%s %s%s", b->name, vyi_role_info(b->role)->spelling,
                    b->atomic ? "atomic " : "", vyi_type_name(b->elem));
    vyi_launch_sizes_text(p, buffer, t);
    if (b->doc && *b->doc)
        vyi_text_printf(t, "; %s", b->doc);
    vyi_text_append(t, ")", 1);
}
