// Changing the tree of a program, for passes.
#include "opt/opt.h"

void vyi_opt_remove(vy_program *p, vyi_ref seq, uint32_t at)
{
    struct vyi_node *n = vyi_at(p, seq);
    vyi_ref *kids = p->extra.at + n->list;
    memmove(kids + at, kids + at + 1, (n->x - at - 1) * sizeof *kids);
    n->x--;
}

bool vyi_opt_insert(vy_program *p, vyi_ref seq, uint32_t at, vyi_ref statement)
{
    uint32_t count = vyi_at(p, seq)->x, list = p->extra.count;
    if (!statement.i || !vyi_vec_reserve(p->context, &p->extra, (size_t)count + 1)) {
        p->failed = true;
        return false;
    }
    const vyi_ref *from = p->extra.at + vyi_at(p, seq)->list;
    for (uint32_t i = 0; i <= count; i++)
        p->extra.at[p->extra.count++] = i == at ? statement : from[i - (i > at)];
    vyi_at(p, seq)->list = list;
    vyi_at(p, seq)->x = count + 1;
    return true;
}

bool vyi_opt_steady(const vy_program *p, vyi_ref r)
{
    for (VYI_VISIT(v, p, r)) {
        const struct vyi_op_info *info = vyi_op_info(v->n->op);
        bool leaf = info->form == VYI_FORM_LEAF && v->n->op != VYI_OP_CLOCK;
        if (v->n->op == VYI_OP_LOCAL ? !vyi_local_fixed(p, v->n->x)
                                     : !leaf && info->kind != VYI_KIND_OP &&
                                           v->n->op != VYI_OP_CAST && v->n->op != VYI_OP_SELECT)
            return false;
    }
    return true;
}
