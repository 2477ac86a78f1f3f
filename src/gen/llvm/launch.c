// Ids of invocations, addresses and sizes of buffers: what a launch gives its kernel.
#include "gen/llvm/gpu.h"
#include "plan/work.h"

// ---- ids ----
/// A number that goes up by one from lane to lane. On a GPU that of the first lane is a multiple of
/// the lanes.
static struct val run_from(const struct gen *m, uint8_t type, LLVMValueRef v)
{
    bool run = m->lanes > 1;
    return (struct val){v, type, run ? LINEAR : SAME, true, run && m->target->thread_per_item};
}

/// The vector's first invocation is item; x is linear where rows are whole vectors.
static struct val local_id(struct gen *m, uint32_t axis)
{
    const struct shape *s = m->shape;
    const uint32_t *w = s->workgroup;
    struct val r = run_from(m, VY_TYPE_U32, s->item);
    bool rows = w[0] % m->lanes == 0;
    if (axis == 0 && w[1] * w[2] == 1)
        return r;
    if (axis && w[axis] == 1)
        return vyi_gen_same(VY_TYPE_U32, i32(m, 0));
    LLVMValueRef v = rows ? r.v : vyi_gen_spread(m, r);
    LLVMValueRef wx = number_like(v, w[0]), wxy = number_like(v, w[0] * w[1]);
    v = axis == 0   ? urem(m, v, wx)
        : axis == 1 ? udiv(m, w[2] == 1 && m->lanes == 1 ? v : urem(m, v, wxy), wx)
                    : udiv(m, v, wxy);
    if (!rows)
        return vyi_gen_each(m, VY_TYPE_U32, v);
    return axis ? vyi_gen_same(VY_TYPE_U32, v) : run_from(m, VY_TYPE_U32, v);
}

static struct val global_id(struct gen *m, uint32_t axis)
{
    const struct shape *s = m->shape;
    // Flat, with one axis: the id is the invocation's number, whatever the workgroup.
    if (s->gpu->teams.flat && axis == 0 && m->p->grid_rank <= 1 &&
        s->workgroup[1] * s->workgroup[2] == 1)
        return run_from(m, VY_TYPE_U32, s->gpu->number);
    LLVMValueRef first = imul(m, s->wid[axis], i32(m, s->workgroup[axis]));
    struct val r = local_id(m, axis);
    r.v = iadd(m, r.spread == EACH ? vyi_gen_splat(m, first) : first, r.v);
    return r;
}

struct val vyi_gen_id(struct gen *m, uint32_t id, uint32_t axis)
{
    const struct shape *s = m->shape;
    LLVMValueRef size = i32(m, s->workgroup[axis]), v;
    switch (id) {
    case VYI_ID_LID: return local_id(m, axis);
    case VYI_ID_GID: return global_id(m, axis);
    case VYI_ID_LANE: // a vector never reaches into a second subgroup
        return run_from(m, VY_TYPE_U32, iand(m, s->item, i32(m, VYI_SUBGROUP - 1)));
    case VYI_ID_WID: v = s->wid[axis]; break;
    case VYI_ID_WORKGROUP_SIZE: v = size; break;
    case VYI_ID_WORKGROUPS: v = vyi_gen_groups_along(m, axis); break;
    case VYI_ID_GRID_SIZE: v = imul(m, vyi_gen_groups_along(m, axis), size); break;
    case VYI_ID_CONCURRENT: v = i32(m, m->request->target == VYI_LLVM_CUDA); break;
    default: v = ushr(m, s->item, i32(m, 5)); break; // subgroup
    }
    return vyi_gen_same(VY_TYPE_U32, v);
}

struct val vyi_gen_invocation(struct gen *m)
{
    const struct shape *s = m->shape;
    if (s->gpu->teams.flat)
        return run_from(m, VY_TYPE_U64, to_i64(m, s->gpu->number));
    LLVMValueRef first = imul(m, to_i64(m, s->group), i64(m, m->phases->policy.volume));
    return run_from(m, VY_TYPE_U64, iadd(m, first, to_i64(m, s->item)));
}

// ---- buffers ----
LLVMValueRef vyi_gen_buffer(struct gen *m, uint32_t buffer)
{
    enum { MOST_ALIGNED = 16 }; // bytes: a GPU has no accesses that want more
    const struct shape *s = m->shape;
    uint32_t align = m->p->buffers.at[buffer].align;
    if (m->p->buffers.at[buffer].role == VY_ROLE_SHARED)
        return vyi_gen_field(m, m->phases->spills_shared ? s->spill : s->scratch,
                             m->phases->shared[buffer]);
    LLVMValueRef at =
        vyi_gen_block_pointer(m, m->target->slots + 8 * vyi_slot_buffer(m->p, buffer));
    LLVMMetadataRef bytes = vyi_gen_number(m, 64, align < MOST_ALIGNED ? align : MOST_ALIGNED);
    if (align > 1 && m->target->aligned_loads)
        vyi_gen_note(m, at, "align", &bytes, 1);
    return at;
}

/// A number of elements. On a GPU below 2^32, so that products of it are cheap: a size beyond that
/// is one of a buffer with no elements at all, where every index is out of bounds along another
/// axis.
static LLVMValueRef elements(struct gen *m, uint32_t slot)
{
    bool small = m->target->counts_in_32_bits;
    return to_i64(m, vyi_gen_slot_at(m, slot, small ? type_i32(m) : type_i64(m)));
}

static uint32_t slot_of_size(const vy_program *p, uint32_t b, uint32_t axis);

/// Where the value of a size's expression is found, if not in the buffer's own slots: 0.
static uint32_t slot_of_value(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op == VYI_OP_PARAM && p->params.at[n->x].type == VY_TYPE_U32)
        return vyi_slot_param(n->x) + 1;
    if (n->op == VYI_OP_LEN && !n->n && p->buffers.at[n->x].rank != 1)
        return vyi_slot_buffer(p, n->x) + 2;
    if (n->op == VYI_OP_LEN)
        return slot_of_size(p, n->x, n->n ? n->n - 1 : 0) + 1;
    if (n->op != VYI_OP_CONST)
        return 0;
    uint32_t at = slot_of_value(p, p->consts.at[n->x].value);
    bool small = p->consts.at[n->x].type == VY_TYPE_U32;
    return at || !small ? at : vyi_slot_const(p, n->x) + 1;
}

/// Sizes that are the same expression are one value, so that a check holds for all of them.
static uint32_t slot_of_size(const vy_program *p, uint32_t b, uint32_t axis)
{
    const struct vyi_buffer *buffer = &p->buffers.at[b];
    uint32_t own = vyi_slot_buffer(p, b) + (buffer->rank == 1 ? 1 : 2 + axis);
    uint32_t at = buffer->size[axis].i ? slot_of_value(p, buffer->size[axis]) : 0;
    return at ? at - 1 : own;
}

LLVMValueRef vyi_gen_size(struct gen *m, uint32_t b, uint32_t axis)
{
    const struct vyi_buffer *buffer = &m->p->buffers.at[b];
    const struct vyi_node *n = vyi_at(m->p, buffer->size[axis]);
    if (buffer->window)
        return i64(m, UINT64_MAX); // an index that is out of bounds is this number
    if (buffer->role == VY_ROLE_SHARED || (buffer->size[axis].i && n->op == VYI_OP_LITERAL))
        return i64(m, vyi_literal_bits(n));
    return elements(m, slot_of_size(m->p, b, axis));
}

LLVMValueRef vyi_gen_count(struct gen *m, uint32_t b)
{
    const struct vyi_buffer *buffer = &m->p->buffers.at[b];
    if (buffer->role == VY_ROLE_SHARED)
        return i64(m, vyi_plan_elements(m->p, buffer));
    return buffer->rank == 1 ? vyi_gen_size(m, b, 0) : elements(m, vyi_slot_buffer(m->p, b) + 1);
}
