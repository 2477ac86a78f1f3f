#include "ir/visit.h"

/// Visits a node: its kids come next.
static void visit(struct vyi_visit *v, vyi_ref r)
{
    v->ref = r;
    v->n = r.i ? vyi_at(v->p, r) : NULL;
    uint32_t count = r.i ? vyi_kid_count(v->n) : 0;
    if (count && v->depth < VYI_VISIT_DEPTH) {
        v->stack[v->depth].next = vyi_kid_list(v->p, v->n);
        v->stack[v->depth].end = v->stack[v->depth].next + count;
        v->depth++;
    }
}

struct vyi_visit *vyi_visit_begin(struct vyi_visit *v, const vy_program *p, vyi_ref root,
                                  bool stmts)
{
    v->p = p;
    v->stmts = stmts;
    v->depth = 0;
    visit(v, root);
    return v;
}

void vyi_visit_next(struct vyi_visit *v)
{
    vyi_ref found = {0};
    while (v->depth && !found.i) {
        uint32_t top = v->depth - 1;
        found = *v->stack[top].next++;
        if (v->stack[top].next == v->stack[top].end)
            v->depth--;
        if (v->stmts && vyi_op_info(vyi_at(v->p, found)->op)->kind != VYI_KIND_STMT)
            found.i = 0;
    }
    visit(v, found);
}

void vyi_visit_skip(struct vyi_visit *v)
{
    const vyi_ref *kids = vyi_kid_count(v->n) ? vyi_kid_list(v->p, v->n) : NULL;
    v->depth -= v->depth && v->stack[v->depth - 1].next == kids;
}

vyi_ref *vyi_root(vy_program *p, uint32_t number)
{
    enum { OF_BUFFER = VYI_MAX_RANK + 2 };
    uint32_t buffer = number / OF_BUFFER, k = number % OF_BUFFER;
    if (buffer < p->buffers.count)
        return k < VYI_MAX_RANK ? &p->buffers.at[buffer].size[k]
                                : &p->buffers.at[buffer].range[k - VYI_MAX_RANK];
    number -= p->buffers.count * OF_BUFFER;
    if (number < p->consts.count)
        return &p->consts.at[number].value;
    number -= p->consts.count;
    return number < 3 ? &p->grid[number] : number == 3 ? &p->body : NULL;
}

vyi_ref vyi_post_begin(struct vyi_post *v, vyi_ref root)
{
    v->stack.count = 0;
    if (root.i && !vyi_vec_push(v->p->context, &v->stack, ((struct vyi_post_step){root, 0})))
        v->failed = true;
    return vyi_post_next(v);
}

vyi_ref vyi_post_next(struct vyi_post *v)
{
    while (v->stack.count && !v->failed) {
        struct vyi_post_step *top = &v->stack.at[v->stack.count - 1];
        const vyi_ref *kids;
        uint32_t count = vyi_kids(v->p, vyi_at(v->p, top->ref), &kids);
        while (top->next < count && !kids[top->next].i)
            top->next++; // an absent `else` or `step`
        if (top->next == count) {
            v->stack.count--;
            return top->ref;
        }
        struct vyi_post_step below = {kids[top->next++], 0};
        v->failed = !vyi_vec_push(v->p->context, &v->stack, below);
    }
    return (vyi_ref){0};
}

void vyi_post_end(struct vyi_post *v)
{
    vyi_vec_free(v->p->context, &v->stack);
}

uint32_t vyi_assigned_count(const struct vyi_node *n)
{
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY:
    case VYI_OP_SET:
    case VYI_OP_SET_ARRAY:
    case VYI_OP_FOR: return 1;
    case VYI_OP_FIXPOINT: return n->aux ? 2 : 1;
    case VYI_OP_EACH: return n->n / 2u;
    default: return 0;
    }
}

uint32_t vyi_assigned(const struct vyi_node *n, uint32_t which)
{
    return n->op == VYI_OP_FIXPOINT && which ? n->aux - 1 : n->x + which;
}

bool vyi_assigns_local(const vy_program *p, vyi_ref root, uint32_t local)
{
    for (VYI_VISIT_STMTS(v, p, root))
        for (uint32_t i = vyi_assigned_count(v->n); i-- > 0;)
            if (vyi_assigned(v->n, i) == local)
                return true;
    return false;
}

bool vyi_defines_local(const vy_program *p, vyi_ref root, uint32_t local)
{
    for (VYI_VISIT_STMTS(v, p, root))
        for (uint32_t i = v->n->op == VYI_OP_SET ? 0 : vyi_assigned_count(v->n); i-- > 0;)
            if (vyi_assigned(v->n, i) == local)
                return true;
    return false;
}

bool vyi_stays(const vy_program *p, vyi_ref loop, vyi_ref r)
{
    for (VYI_VISIT(v, p, r)) {
        const struct vyi_op_info *info = vyi_op_info(v->n->op);
        bool leaf = info->form == VYI_FORM_LEAF && v->n->op != VYI_OP_CLOCK;
        if ((v->n->op == VYI_OP_LOCAL && vyi_assigns_local(p, loop, v->n->x)) ||
            (!leaf && info->kind != VYI_KIND_OP && v->n->op != VYI_OP_CAST))
            return false;
    }
    return true;
}

bool vyi_contains(const vy_program *p, vyi_ref root, uint8_t op)
{
    for (VYI_VISIT(v, p, root))
        if (v->n->op == op)
            return true;
    return false;
}

bool vyi_mentions(const vy_program *p, vyi_ref root, uint32_t buffer)
{
    for (VYI_VISIT(v, p, root))
        if (vyi_op_info(v->n->op)->imm == VYI_IMM_BUFFER &&
            (v->n->x == buffer || (v->n->op == VYI_OP_ASYNC_COPY && v->n->aux == buffer)))
            return true;
    return false;
}

vyi_ref vyi_else_if(const vy_program *p, vyi_ref otherwise)
{
    const struct vyi_node *n = vyi_at(p, otherwise);
    const vyi_ref *kids;
    if (!otherwise.i || n->op != VYI_OP_SEQ || vyi_kids(p, n, &kids) != 1 ||
        vyi_at(p, kids[0])->op != VYI_OP_IF)
        return (vyi_ref){0};
    return kids[0];
}
