// Collectives of a workgroup and of the grid on the cpu.
//
// A workgroup's collective is three steps: the invocations put their operands into the scratch, one
// loop goes over them (subgroup.c), and the result is a scalar, or goes back to them. Of
// the grid, each workgroup's fold is a part, and the threads combine the parts (cpu_abi.h).
#include "gen/llvm/access.h"
#include "gen/llvm/collective.h"
#include "gen/llvm/cpu.h"

#include <stddef.h>

static LLVMValueRef scratch_at(struct gen *m, uint64_t offset)
{
    return vyi_gen_field(m, m->shape->scratch, offset);
}

// ---- operands and results of the invocations ----
static LLVMValueRef item_slot(struct gen *m, LLVMTypeRef slot, LLVMValueRef base)
{
    return gep(m, slot, base, to_i64(m, m->shape->item));
}

/// The operand of every living invocation, in the scratch, and which of them live.
static struct items gather(struct gen *m, vyi_ref operand)
{
    uint8_t type = vyi_at(m->p, operand)->type;
    LLVMTypeRef slot = vyi_gen_slot(m, type);
    struct items items = {scratch_at(m, m->phases->operands), NULL, m->phases->policy.volume, type};
    struct items_loop l = vyi_cpu_items_begin(m);
    LLVMValueRef v = vyi_gen_spread(m, vyi_gen_expr(m, operand));
    if (type == VY_TYPE_BOOL)
        v = zext(m, v, vyi_gen_wide(m, slot));
    aligned(store(m, v, item_slot(m, slot, items.values)), vyi_gen_slot_bytes(type));
    vyi_cpu_items_end(m, l);
    if (!m->phases->returns)
        return items;
    items.alive = scratch_at(m, m->phases->results); // the dead turned round
    LLVMTypeRef bytes = LLVMVectorType(type_i8(m), VYI_SUBGROUP);
    for (uint32_t i = 0; i < vyi_phase_padded(&m->phases->policy); i += VYI_SUBGROUP) {
        LLVMValueRef dead = aligned(load(m, bytes, vyi_gen_field(m, vyi_cpu_dead_bytes(m), i)), 1);
        LLVMValueRef lives = zext(m, is_zero(m, dead), bytes);
        aligned(store(m, lives, vyi_gen_field(m, items.alive, i)), 1);
    }
    return items;
}

/// Gives every invocation its result of a scan.
static void hand_out(struct gen *m, uint32_t local, LLVMValueRef results)
{
    uint8_t type = m->p->locals.at[local].type;
    LLVMTypeRef slot = vyi_gen_slot(m, type);
    struct items_loop l = vyi_cpu_items_begin(m);
    LLVMValueRef v = load(m, vyi_gen_wide(m, slot), item_slot(m, slot, results));
    aligned(v, vyi_gen_slot_bytes(type));
    vyi_gen_set(m, local, vyi_gen_each(m, type, type == VY_TYPE_BOOL ? is_set(m, v) : v), true);
    vyi_cpu_items_end(m, l);
}

// ---- one value ----
/// The operand of one invocation, 0 from a dead or absent one. `index` is i64.
static LLVMValueRef pick(struct gen *m, const struct items *items, LLVMValueRef index)
{
    LLVMTypeRef slot = vyi_gen_slot(m, items->type);
    struct fork f = if_begin(m, ult(m, index, i64(m, items->volume)), "pick");
    LLVMValueRef v = load(m, slot, gep(m, slot, items->values, index));
    if (items->alive) {
        LLVMValueRef lives =
            is_set(m, load(m, type_i8(m), gep(m, type_i8(m), items->alive, index)));
        v = sel(m, lives, v, LLVMConstNull(slot));
    }
    v = if_value(m, &f, v, LLVMConstNull(slot));
    return items->type == VY_TYPE_BOOL ? is_set(m, v) : v;
}

void vyi_cpu_group_scan(struct gen *m, uint32_t local, const struct vyi_node *n, LLVMValueRef start)
{
    struct items items = gather(m, n->kid[0]);
    vyi_gen_group_scan(m, (uint8_t)n->x, n->op == VYI_OP_ISCAN, &items, start, items.values);
    hand_out(m, local, items.values);
}

void vyi_cpu_group_collective(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[local].type;
    if (n->op == VYI_OP_SCOPE_LOAD) {
        vyi_gen_set(m, local, vyi_gen_load_here(m, n), true);
        return;
    }
    if (is_scan(n)) {
        vyi_cpu_group_scan(m, local, n, identity(m, (uint8_t)n->x, type));
        return;
    }
    struct items items = gather(m, n->kid[0]);
    LLVMValueRef v = n->op == VYI_OP_BROADCAST
                         ? pick(m, &items, vyi_gen_wide_index(m, vyi_gen_expr(m, n->kid[1])))
                         : vyi_gen_group_fold(m, fold_op(n), &items);
    vyi_gen_set(m, local, vyi_gen_same(type, v), true);
}

// ---- the grid ----
LLVMValueRef vyi_cpu_combine_parts(struct gen *m, enum vyi_cpu_combine how, uint8_t op,
                                   uint8_t type)
{
    struct shape *s = m->shape;
    LLVMValueRef v = vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, combine), type_i64(m),
                                ARGS(s->thread, i32(m, how), i32(m, op), i32(m, type)));
    LLVMValueRef at = vyi_gen_field(m, s->thread, offsetof(struct vyi_cpu_thread, flags));
    vyi_gen_synchronised(m, load(m, type_i32(m), at));
    return v;
}

/// The value of the invocation asked for, from its own workgroup; 0 from all others.
static LLVMValueRef broadcast_part(struct gen *m, const struct vyi_node *n,
                                   const struct items *items)
{
    LLVMValueRef from = vyi_gen_wide_index(m, vyi_gen_expr(m, n->kid[1]));
    LLVMValueRef volume = i64(m, m->phases->policy.volume);
    LLVMValueRef mine = ieq(m, udiv(m, from, volume), to_i64(m, m->shape->group));
    return pick(m, items, sel(m, mine, urem(m, from, volume), i64(m, UINT64_MAX)));
}

LLVMValueRef vyi_cpu_grid_part(struct gen *m, const struct vyi_node *n)
{
    struct items items = gather(m, n->kid[0]);
    LLVMValueRef part = n->op == VYI_OP_BROADCAST ? broadcast_part(m, n, &items)
                                                  : vyi_gen_group_fold(m, fold_op(n), &items);
    return to_bits(m, items.type, vyi_gen_canonical(m, items.type, part));
}
