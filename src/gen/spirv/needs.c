// What a program needs and a machine lacks. A program is refused as a whole, with the line.
#include "facts/effects.h"
#include "gen/spirv/emit.h"

static const char *lacking_access(const struct emit *e, const struct vyi_access *a)
{
    const struct vyi_buffer *b = &e->p->buffers.at[a->buffer];
    const struct vyi_spirv_machine *m = e->machine;
    bool shared = b->role == VY_ROLE_SHARED, wide = vyi_type_bytes(b->elem) == 8;
    if (a->how & VYI_ATOMIC && wide && !(shared ? m->shared_atomics64 : m->atomics64))
        return shared ? "64-bit atomics in shared memory" : "64-bit atomics";
    if (b->window)
        return "memory at addresses that a program computes";
    if (a->how & VYI_ATOMIC && m->wrong_atomics)
        return "atomics that are right";
    if (a->how & VYI_ATOMIC && a->order != VYI_ORDER_RELAXED && !shared && !m->releases)
        return "workgroups that see what others release";
    return NULL;
}

/// Whether an access waits for another workgroup: in a loop without bounds it acquires what that
/// releases.
static bool waits(const struct emit *e, const struct vyi_node *n)
{
    struct vyi_access at[2];
    if (!vyi_accesses(e->p, n, at) || !(at[0].how & VYI_ATOMIC) ||
        e->p->buffers.at[at[0].buffer].role == VY_ROLE_SHARED)
        return false;
    return at[0].order == VYI_ORDER_ACQUIRE || at[0].order == VYI_ORDER_ACQ_REL;
}

/// The first access of a loop that waits; ref 0: none does.
static vyi_ref waiting(const struct emit *e, vyi_ref loop)
{
    for (VYI_VISIT(v, e->p, loop))
        if (waits(e, v->n))
            return v->ref;
    return (vyi_ref){0};
}

static const char *lacking(const struct emit *e, const struct vyi_node *n)
{
    struct vyi_access at[2];
    const char *what = NULL;
    for (uint32_t i = vyi_accesses(e->p, n, at); i-- > 0 && !what;)
        what = lacking_access(e, &at[i]);
    return what;
}

static void refuse(const struct emit *e, uint32_t pos, const char *what)
{
    e->report->reason = what;
    vyi_report(e->report, pos, 1, VYI_DIAG(VULKAN_LACKS), e->machine->name, what);
}

/// The first statement that lies deeper than a machine can nest; ref 0: none does.
static vyi_ref too_deep(const struct emit *e, vyi_ref r, uint32_t depth)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, n, &kids);
    vyi_ref found = {0};
    depth += n->op != VYI_OP_SEQ && vyi_op_info(n->op)->flags & VYI_FLAG_BODY;
    if (depth > VYI_SPIRV_SHALLOW)
        return r;
    for (uint32_t i = 0; i < count && !found.i; i++)
        if (kids[i].i && vyi_op_info(vyi_at(e->p, kids[i])->op)->kind == VYI_KIND_STMT)
            found = too_deep(e, kids[i], depth);
    return found;
}

vy_status vyi_spirv_needs(const struct emit *e)
{
    vyi_ref deep = e->machine->shallow ? too_deep(e, e->p->body, 0) : (vyi_ref){0};
    if (deep.i) {
        refuse(e, e->p->pos.at[deep.i], "code that is right so deep inside other code");
        return VY_ERROR_REFUSED;
    }
    if (e->request->wide && !e->machine->int64) {
        refuse(e, 0, "64-bit integers, as indices of a buffer with 2^31 elements");
        return VY_ERROR_REFUSED;
    }
    for (VYI_VISIT(v, e->p, e->p->body)) {
        const char *what = lacking(e, v->n);
        bool loop = v->n->op == VYI_OP_WHILE || v->n->op == VYI_OP_LOOP;
        vyi_ref at = !what && loop && !e->machine->hand_offs ? waiting(e, v->ref) : (vyi_ref){0};
        if (at.i)
            what = "workgroups that can wait for others while they run";
        if (what) {
            refuse(e, e->p->pos.at[at.i ? at.i : v->ref.i], what);
            return VY_ERROR_REFUSED;
        }
    }
    return VY_OK;
}

void vyi_spirv_lacks(struct emit *e, const struct vyi_node *n, const char *what)
{
    if (!e->status)
        refuse(e, n ? e->p->pos.at[n - e->p->nodes.at] : 0, what);
    vyi_spirv_fail(e, VY_ERROR_REFUSED);
}
