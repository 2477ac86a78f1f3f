// Barriers and collectives of the grid, as all targets have them.
//
// A loop that holds barriers ends when no invocation in its scope lives. Of a workgroup its target
// knows; of the grid, workgroups report it before each barrier.
//
// Of a collective each workgroup has a part, the threads synchronise, the target combines the
// parts, and all synchronise again.
#include "gen/llvm/kernel.h"

// ---- barriers ----
void vyi_gen_synchronised(struct gen *m, LLVMValueRef flags)
{
    struct shape *s = m->shape;
    leave_if(m, is_set(m, iand(m, flags, i32(m, VYI_CPU_STOP))), s->out, "on");
    if (m->phases->returns) {
        LLVMValueRef alive = is_set(m, iand(m, flags, i32(m, VYI_CPU_ALIVE)));
        LLVMValueRef ran = get(m, s->ran), old = get(m, s->alive);
        store(m, sel(m, ran, alive, old), s->alive);
    }
    store(m, i1(m, false), s->ran);
}

LLVMValueRef vyi_gen_synchronise(struct gen *m, uint32_t fixpoint)
{
    LLVMValueRef flags = m->target->synchronise(m, fixpoint);
    vyi_gen_synchronised(m, flags);
    return flags;
}

void vyi_gen_regroup(struct gen *m)
{
    struct fork f = if_begin(m, get(m, m->shape->ran), "regroup");
    vyi_gen_synchronise(m, VYI_CPU_REGROUP);
    if_end(m, &f);
}

LLVMValueRef vyi_gen_grid_lives(struct gen *m)
{
    return get(m, m->shape->alive);
}

// ---- workgroups ----
void vyi_gen_find_group(struct gen *m, LLVMValueRef group, LLVMValueRef wid[3])
{
    wid[0] = group, wid[1] = wid[2] = i32(m, 0);
    if (m->p->grid_rank < 2)
        return;
    LLVMValueRef x = vyi_gen_groups_along(m, 0), rest = udiv(m, group, x);
    wid[0] = urem(m, group, x);
    wid[1] = rest;
    if (m->p->grid_rank < 3)
        return;
    LLVMValueRef y = vyi_gen_groups_along(m, 1);
    wid[1] = urem(m, rest, y);
    wid[2] = udiv(m, rest, y);
}

void vyi_gen_find_spill(struct gen *m)
{
    LLVMValueRef all = vyi_gen_block_pointer(m, m->target->spill);
    LLVMValueRef at = imul(m, to_i64(m, m->shape->group), i64(m, m->phases->spill_bytes));
    m->shape->spill = gep(m, type_i8(m), all, at);
}

// ---- copies by a workgroup ----
/// Which elements of a copy, [*first, *end), lie inside the target.
static void clip(struct gen *m, struct val to, struct val count, LLVMValueRef size,
                 LLVMValueRef *first, LLVMValueRef *end)
{
    LLVMValueRef zero = i64(m, 0), d = vyi_gen_wide_index(m, to), n = vyi_gen_wide_index(m, count);
    bool is_signed = vyi_type_class(to.type) == VYI_CLASS_SINT;
    if (vyi_type_class(count.type) == VYI_CLASS_SINT)
        n = sel(m, slt(m, n, zero), zero, n);
    LLVMValueRef fits = umin(m, n, isub(m, size, d));
    LLVMValueRef past = LLVMBuildICmp(m->b, is_signed ? LLVMIntSGE : LLVMIntUGE, d, size, "");
    *end = sel(m, past, zero, fits);
    *first = is_signed ? sel(m, slt(m, d, zero), LLVMBuildNeg(m->b, d, ""), zero) : zero;
}

/// One element after the other: what is outside the source reads as 0. Where every thread of the
/// workgroup has a share, all of them run through the same passes, so that they poll together: a
/// thread with one pass more would poll before the others, here or in any loop after.
void vyi_gen_async_copy(struct gen *m, const struct vyi_node *n, const struct val v[3],
                        uint32_t threads)
{
    LLVMValueRef first, end;
    clip(m, v[0], v[2], vyi_gen_count(m, n->x), &first, &end);
    LLVMValueRef to = vyi_gen_wide_index(m, v[0]), from = vyi_gen_wide_index(m, v[1]);
    LLVMBasicBlockRef next = new_block(m, "copy.next");
    struct fork f = if_begin(m, ult(m, first, end), "some");
    struct loop l = do_begin(m, first, "copy");
    m->target->poll(m, i32(m, 1));
    LLVMValueRef i = l.now;
    if (threads > 1) { // the element of the pass that is this thread's
        i = iadd(m, i, to_i64(m, m->shape->item));
        leave_unless(m, ult(m, i, end), next, "share");
    }
    LLVMValueRef source = iadd(m, from, i);
    if (vyi_type_class(v[1].type) != VYI_CLASS_SINT) // comes round to the front: outside
        source = sel(m, ult(m, source, from), i64(m, UINT64_MAX), source);
    struct val s = vyi_gen_same(VY_TYPE_U64, source);
    struct val d = vyi_gen_same(VY_TYPE_U64, iadd(m, to, i));
    vyi_gen_store_at(m, n->x, NULL, &d, 1, vyi_gen_load_at(m, n->aux, NULL, &s, 1));
    br_enter(m, next);
    do_end(m, &l, i64(m, threads), end);
    if_end(m, &f);
}

// ---- collectives ----
LLVMValueRef vyi_gen_part_at(struct gen *m, LLVMValueRef index)
{
    return gep(m, type_i64(m), vyi_gen_block_pointer(m, m->target->parts), to_i64(m, index));
}

/// By one thread of the workgroup.
static void put_part(struct gen *m, LLVMValueRef bits)
{
    struct shape *s = m->shape;
    struct fork f = if_begin(m, m->target->thread_per_item ? is_zero(m, s->item) : NULL, "part");
    store(m, bits, vyi_gen_part_at(m, s->group));
    if_end(m, &f);
}

void vyi_gen_grid_operand(struct gen *m, const struct vyi_node *n)
{
    put_part(m, m->kernel->grid_part(m, n));
}

/// From shared memory: that of the first workgroup in which an invocation lives.
static LLVMValueRef load_first(struct gen *m, const struct vyi_node *n, uint8_t type)
{
    struct shape *s = m->shape;
    struct groups g = m->kernel->groups_begin(m, false);
    LLVMValueRef lives = m->kernel->some_live(m);
    put_part(m, sel(m, lives, to_i64(m, s->group), i64(m, UINT64_MAX)));
    m->kernel->groups_end(m, g);
    LLVMValueRef first = m->kernel->combine_parts(m, VYI_CPU_REDUCE, VYI_OP_MIN, VY_TYPE_U64);
    g = m->kernel->groups_begin(m, false);
    LLVMValueRef mine = ieq(m, first, to_i64(m, s->group));
    LLVMValueRef bits = to_bits(m, type, vyi_gen_load(m, n).v);
    put_part(m, sel(m, mine, bits, i64(m, 0)));
    m->kernel->groups_end(m, g);
    return from_bits(m, type, m->kernel->combine_parts(m, VYI_CPU_REDUCE, VYI_OP_OR, VY_TYPE_U64));
}

void vyi_gen_grid_collective(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[local].type, op = fold_op(n);
    if (n->op == VYI_OP_SCOPE_LOAD && m->p->buffers.at[n->x].role == VY_ROLE_SHARED) {
        vyi_gen_set(m, local, vyi_gen_same(type, load_first(m, n, type)), true);
    } else if (n->op == VYI_OP_SCOPE_LOAD) {
        vyi_gen_synchronise(m, 0);
        LLVMValueRef v = vyi_gen_load(m, n).v;
        if (m->target->remember)
            v = from_bits(m, type, m->target->remember(m, to_bits(m, type, v)));
        vyi_gen_set(m, local, vyi_gen_same(type, v), true);
        vyi_gen_synchronise(m, 0);
    } else if (vyi_is_scan(n)) {
        m->kernel->combine_parts(m, VYI_CPU_SCAN, op, type);
        struct groups g = m->kernel->groups_begin(m, false);
        LLVMValueRef before = load(m, type_i64(m), vyi_gen_part_at(m, m->shape->group));
        m->kernel->group_scan(m, local, n, from_bits(m, type, before));
        m->kernel->groups_end(m, g);
    } else {
        bool cast = n->op == VYI_OP_BROADCAST; // all parts but one are 0
        LLVMValueRef all =
            m->kernel->combine_parts(m, VYI_CPU_REDUCE, cast ? VYI_OP_OR : op,
                                     cast ? VY_TYPE_U64 : vyi_at(m->p, n->kid[0])->type);
        vyi_gen_set(m, local, vyi_gen_same(type, from_bits(m, type, all)), true);
    }
}
