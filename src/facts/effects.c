#include "facts/effects.h"

// ---- one node ----
static bool is_atomic_op(uint8_t op)
{
    return op == VYI_OP_ATOMIC_LOAD || op == VYI_OP_ATOMIC_RMW || op == VYI_OP_ATOMIC_CAS ||
           op == VYI_OP_ATOMIC_STORE;
}

uint32_t vyi_accesses(const vy_program *p, const struct vyi_node *n, struct vyi_access at[2])
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    if (info->imm != VYI_IMM_BUFFER || !(info->flags & (VYI_FLAG_READS | VYI_FLAG_WRITES)))
        return 0;
    if (n->op == VYI_OP_ASYNC_COPY) {
        at[0] = (struct vyi_access){.buffer = n->x, .how = VYI_WRITES | VYI_PLAIN | VYI_PARTS};
        at[1] = (struct vyi_access){.buffer = n->aux, .how = VYI_READS | VYI_PLAIN | VYI_PARTS};
        return 2;
    }
    bool atomic = is_atomic_op(n->op) || p->buffers.at[n->x].atomic;
    bool reads = info->flags & VYI_FLAG_READS && (n->op != VYI_OP_STORE || n->aux2);
    at[0] = (struct vyi_access){.buffer = n->x, .how = atomic ? VYI_ATOMIC : VYI_PLAIN};
    at[0].how |= reads ? VYI_READS : 0;
    at[0].how |= info->flags & VYI_FLAG_WRITES ? VYI_WRITES : 0;
    if (is_atomic_op(n->op))
        at[0].order = n->aux & 0xff;
    if (n->op == VYI_OP_U32_AT || n->op == VYI_OP_U64_AT) {
        at[0].how |= VYI_PARTS;
    } else {
        vyi_kids(p, n, &at[0].index);
        at[0].rank = p->buffers.at[n->x].rank;
    }
    return 1;
}

// ---- statements ----
vy_status vyi_effects_init(const vy_program *p, struct vyi_effects *e)
{
    *e = (struct vyi_effects){.count = p->buffers.count};
    e->of = vyi_calloc(p->context, (size_t)e->count + 1, 1);
    e->touched = vyi_calloc(p->context, (size_t)e->count + 1, sizeof *e->touched);
    return e->of && e->touched ? VY_OK : VY_ERROR_MEMORY;
}

void vyi_effects_free(const vy_program *p, struct vyi_effects *e)
{
    vyi_free(p->context, e->of, (size_t)e->count + 1);
    vyi_free(p->context, e->touched, ((size_t)e->count + 1) * sizeof *e->touched);
    *e = (struct vyi_effects){0};
}

void vyi_effects_clear(struct vyi_effects *e)
{
    while (e->touched_count)
        e->of[e->touched[--e->touched_count]] = 0;
    e->orders = e->exits = false;
    e->syncs = 0;
}

static void touch(struct vyi_effects *e, uint32_t buffer, uint8_t how)
{
    if (!e->of[buffer])
        e->touched[e->touched_count++] = buffer;
    e->of[buffer] |= how;
}

static void add_node(const vy_program *p, struct vyi_effects *e, const struct vyi_node *n)
{
    struct vyi_access at[2];
    uint16_t flags = vyi_op_info(n->op)->flags;
    switch (n->op) {
    case VYI_OP_FIXPOINT:
        e->syncs = VYI_SCOPE_GRID + 1; // and orders, as the following do
    // fallthrough
    case VYI_OP_ASYNC_COPY:
    case VYI_OP_WAIT:
    case VYI_OP_FENCE:
    case VYI_OP_AGAIN: e->orders = true; break;
    case VYI_OP_ASSERT:
    case VYI_OP_CLOCK:
    case VYI_OP_PRINT: touch(e, e->count, VYI_WRITES); break;
    default: break;
    }
    e->exits |= flags & VYI_FLAG_EXIT || n->op == VYI_OP_ASSERT;
    bool copies = n->op == VYI_OP_ASYNC_COPY || n->op == VYI_OP_WAIT;
    uint32_t scope = copies ? VYI_SCOPE_WORKGROUP : vyi_scope_of(n);
    if (flags & VYI_FLAG_COLLECTIVE && scope + 1 > e->syncs)
        e->syncs = (uint8_t)(scope + 1);
    for (uint32_t i = vyi_accesses(p, n, at); i-- > 0;) {
        touch(e, at[i].buffer, at[i].how);
        e->orders |= at[i].order != VYI_ORDER_RELAXED;
    }
}

uint32_t vyi_effects_add(const vy_program *p, struct vyi_effects *e, vyi_ref root)
{
    uint32_t nodes = 0;
    for (VYI_VISIT(v, p, root), nodes++)
        add_node(p, e, v->n);
    return nodes;
}

bool vyi_effects_any(const vy_program *p, const struct vyi_effects *e)
{
    bool found = e->orders;
    for (uint32_t i = 0; !found && i < e->touched_count; i++)
        found = e->touched[i] == e->count || !vyi_constant_buffer(p, e->touched[i]);
    return found;
}

bool vyi_effects_conflict(const vy_program *p, const struct vyi_effects *a,
                          const struct vyi_effects *b)
{
    if ((a->orders && vyi_effects_any(p, b)) || (b->orders && vyi_effects_any(p, a)))
        return true;
    for (uint32_t i = 0; i < a->touched_count; i++) {
        uint8_t one = a->of[a->touched[i]], other = b->of[a->touched[i]];
        if (other && (one | other) & VYI_WRITES)
            return true;
    }
    return false;
}
