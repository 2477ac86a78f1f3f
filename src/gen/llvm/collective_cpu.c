// Collectives of a workgroup and of the grid on the cpu.
//
// A workgroup's collective is three steps: the invocations put their operands into the scratch, one
// loop goes over them (subgroup.c), and the result is a scalar, or goes back to them. Of
// the grid, each workgroup's fold is a part, and the threads combine the parts (cpu_abi.h).
#include "gen/llvm/cpu.h"
#include "ir/sem.h"

#include <stddef.h>

static LLVMValueRef scratch_at(struct gen *m, uint64_t offset)
{
    return vyi_gen_field(m, m->shape->scratch, offset);
}

// ---- operands and results of the invocations ----
static LLVMValueRef item_slot(struct gen *m, LLVMTypeRef slot, LLVMValueRef base)
{
    LLVMValueRef at = LLVMBuildZExt(m->b, m->shape->item, type_i64(m), "");
    return LLVMBuildGEP2(m->b, slot, base, &at, 1, "");
}

/// The operand of every living invocation, in the scratch, and who lives.
static struct items gather(struct gen *m, vyi_ref operand)
{
    uint8_t type = vyi_at(m->p, operand)->type;
    LLVMTypeRef slot = vyi_gen_slot(m, type);
    struct items items = {scratch_at(m, m->phases->operands), NULL, m->phases->policy.volume, type};
    struct items_loop l = vyi_cpu_items_begin(m);
    LLVMValueRef v = vyi_gen_spread(m, vyi_gen_expr(m, operand));
    if (type == VY_TYPE_BOOL)
        v = LLVMBuildZExt(m->b, v, vyi_gen_wide(m, slot), "");
    LLVMSetAlignment(LLVMBuildStore(m->b, v, item_slot(m, slot, items.values)),
                     type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(type));
    vyi_cpu_items_end(m, l);
    if (!m->phases->returns)
        return items;
    items.alive = scratch_at(m, m->phases->results); // the dead turned round
    uint32_t lanes = m->lanes, width = VYI_SUBGROUP;
    LLVMTypeRef bytes = LLVMVectorType(type_i8(m), width);
    for (uint32_t i = 0; i < vyi_phase_padded(&m->phases->policy); i += width) {
        LLVMValueRef dead =
            LLVMBuildLoad2(m->b, bytes, vyi_gen_field(m, vyi_cpu_dead_bytes(m), i), "");
        LLVMSetAlignment(dead, 1);
        LLVMValueRef lives = LLVMBuildICmp(m->b, LLVMIntEQ, dead, LLVMConstNull(bytes), "");
        lives = LLVMBuildZExt(m->b, lives, bytes, "");
        LLVMSetAlignment(LLVMBuildStore(m->b, lives, vyi_gen_field(m, items.alive, i)), 1);
    }
    m->lanes = lanes;
    return items;
}

/// Gives every invocation its result of a scan.
static void hand_out(struct gen *m, uint32_t local, LLVMValueRef results)
{
    uint8_t type = m->p->locals.at[local].type;
    LLVMTypeRef slot = vyi_gen_slot(m, type);
    struct items_loop l = vyi_cpu_items_begin(m);
    LLVMValueRef v = LLVMBuildLoad2(m->b, vyi_gen_wide(m, slot), item_slot(m, slot, results), "");
    LLVMSetAlignment(v, type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(type));
    if (type == VY_TYPE_BOOL)
        v = LLVMBuildICmp(m->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
    vyi_gen_set(m, local, vyi_gen_each(m, type, v), true);
    vyi_cpu_items_end(m, l);
}

// ---- one value ----
static uint8_t fold_op(const struct vyi_node *n)
{
    return n->op == VYI_OP_ANY ? VYI_OP_OR : n->op == VYI_OP_ALL ? VYI_OP_AND : (uint8_t)n->x;
}

/// The operand of one invocation, 0 from a dead or absent one. `index` is i64.
static LLVMValueRef pick(struct gen *m, const struct items *items, LLVMValueRef index)
{
    LLVMTypeRef slot = vyi_gen_slot(m, items->type);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(m->b), in = vyi_gen_block(m, "pick"),
                      on = vyi_gen_block(m, "on");
    LLVMValueRef there =
        LLVMBuildICmp(m->b, LLVMIntULT, index, vyi_gen_int(m, 64, items->volume), "");
    LLVMBuildCondBr(m->b, there, in, on);
    vyi_gen_enter(m, in);
    LLVMValueRef v =
        LLVMBuildLoad2(m->b, slot, LLVMBuildGEP2(m->b, slot, items->values, &index, 1, ""), "");
    if (items->alive) {
        LLVMValueRef at = LLVMBuildGEP2(m->b, type_i8(m), items->alive, &index, 1, "");
        LLVMValueRef lives = LLVMBuildICmp(
            m->b, LLVMIntNE, LLVMBuildLoad2(m->b, type_i8(m), at, ""), vyi_gen_int(m, 8, 0), "");
        v = LLVMBuildSelect(m->b, lives, v, LLVMConstNull(slot), "");
    }
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, slot, "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){v, LLVMConstNull(slot)}, (LLVMBasicBlockRef[]){in, from},
                    2);
    if (items->type == VY_TYPE_BOOL)
        return LLVMBuildICmp(m->b, LLVMIntNE, phi, LLVMConstNull(slot), "");
    return phi;
}

static bool is_scan(const struct vyi_node *n)
{
    return n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN;
}

void vyi_cpu_group_collective(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[local].type;
    if (n->op == VYI_OP_SCOPE_LOAD) {
        vyi_gen_set(m, local, vyi_gen_load_here(m, n), true);
        return;
    }
    struct items items = gather(m, n->kid[0]);
    if (is_scan(n)) {
        uint8_t op = (uint8_t)n->x;
        LLVMValueRef start = vyi_gen_constant(m, type, vyi_sem_identity(op, type));
        vyi_gen_group_scan(m, op, n->op == VYI_OP_ISCAN, &items, start, items.values);
        hand_out(m, local, items.values);
        return;
    }
    LLVMValueRef v = n->op == VYI_OP_BROADCAST
                         ? pick(m, &items, vyi_gen_wide_operand(m, vyi_gen_expr(m, n->kid[1])))
                         : vyi_gen_group_fold(m, fold_op(n), &items);
    vyi_gen_set(m, local, vyi_gen_same(type, v), true);
}

// ---- the grid ----
static LLVMValueRef part_of(struct gen *m)
{
    struct shape *s = m->shape;
    LLVMValueRef parts =
        LLVMBuildLoad2(m->b, LLVMPointerTypeInContext(m->context, 0),
                       vyi_gen_field(m, s->block, offsetof(struct vyi_cpu_block, parts)), "");
    LLVMValueRef at = LLVMBuildZExt(m->b, s->group, type_i64(m), "");
    return LLVMBuildGEP2(m->b, type_i64(m), parts, &at, 1, "");
}

static LLVMValueRef to_bits(struct gen *m, uint8_t type, LLVMValueRef v)
{
    unsigned bits = type == VY_TYPE_BOOL ? 1 : 8 * vyi_type_bytes(type);
    v = vyi_gen_canonical(m, type, v);
    v = LLVMBuildBitCast(m->b, v, LLVMIntTypeInContext(m->context, bits), "");
    return bits == 64 ? v : LLVMBuildZExt(m->b, v, type_i64(m), "");
}

static LLVMValueRef from_bits(struct gen *m, uint8_t type, LLVMValueRef v)
{
    unsigned bits = type == VY_TYPE_BOOL ? 1 : 8 * vyi_type_bytes(type);
    if (bits != 64)
        v = LLVMBuildTrunc(m->b, v, LLVMIntTypeInContext(m->context, bits), "");
    return LLVMBuildBitCast(m->b, v, vyi_gen_type(m, type), "");
}

static LLVMValueRef combine(struct gen *m, uint32_t how, uint8_t op, uint8_t type)
{
    struct shape *s = m->shape;
    LLVMValueRef args[] = {s->thread, vyi_gen_int(m, 32, how), vyi_gen_int(m, 32, op),
                           vyi_gen_int(m, 32, type)};
    LLVMValueRef v = vyi_cpu_fn(m, offsetof(struct vyi_cpu_fns, combine), type_i64(m), args, 4);
    LLVMValueRef at = vyi_gen_field(m, s->thread, offsetof(struct vyi_cpu_thread, flags));
    vyi_gen_synchronised(m, LLVMBuildLoad2(m->b, LLVMInt32TypeInContext(m->context), at, ""));
    return v;
}

/// The value of the invocation asked for, from its own workgroup; 0 from all others.
static LLVMValueRef broadcast_part(struct gen *m, const struct vyi_node *n,
                                   const struct items *items)
{
    struct shape *s = m->shape;
    LLVMValueRef from = vyi_gen_wide_operand(m, vyi_gen_expr(m, n->kid[1]));
    LLVMValueRef volume = vyi_gen_int(m, 64, m->phases->policy.volume);
    LLVMValueRef group = LLVMBuildUDiv(m->b, from, volume, "");
    LLVMValueRef mine =
        LLVMBuildICmp(m->b, LLVMIntEQ, group, LLVMBuildZExt(m->b, s->group, type_i64(m), ""), "");
    LLVMValueRef index = LLVMBuildSelect(m->b, mine, LLVMBuildURem(m->b, from, volume, ""),
                                         vyi_gen_int(m, 64, UINT64_MAX), "");
    return pick(m, items, index);
}

void vyi_cpu_grid_operand(struct gen *m, const struct vyi_node *n)
{
    struct items items = gather(m, n->kid[0]);
    LLVMValueRef part = n->op == VYI_OP_BROADCAST ? broadcast_part(m, n, &items)
                                                  : vyi_gen_group_fold(m, fold_op(n), &items);
    LLVMValueRef bits = to_bits(m, items.type, part);
    LLVMBuildStore(m->b, bits, part_of(m));
}

/// From shared memory: that of the first workgroup in which somebody lives.
static LLVMValueRef load_first(struct gen *m, const struct vyi_node *n, uint8_t type)
{
    struct shape *s = m->shape;
    LLVMTypeRef i64 = type_i64(m);
    struct groups g = vyi_cpu_groups_begin(m);
    LLVMValueRef number = LLVMBuildZExt(m->b, s->group, i64, "");
    number =
        LLVMBuildSelect(m->b, vyi_cpu_group_lives(m), number, vyi_gen_int(m, 64, UINT64_MAX), "");
    LLVMBuildStore(m->b, number, part_of(m));
    vyi_cpu_groups_end(m, g);
    LLVMValueRef first = combine(m, VYI_CPU_REDUCE, VYI_OP_MIN, VY_TYPE_U64);
    g = vyi_cpu_groups_begin(m);
    LLVMValueRef mine =
        LLVMBuildICmp(m->b, LLVMIntEQ, first, LLVMBuildZExt(m->b, s->group, i64, ""), "");
    LLVMValueRef bits = to_bits(m, type, vyi_gen_load_here(m, n).v);
    LLVMBuildStore(m->b, LLVMBuildSelect(m->b, mine, bits, vyi_gen_int(m, 64, 0), ""), part_of(m));
    vyi_cpu_groups_end(m, g);
    return from_bits(m, type, combine(m, VYI_CPU_REDUCE, VYI_OP_OR, VY_TYPE_U64));
}

void vyi_cpu_grid_collective(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[local].type, op = fold_op(n);
    if (n->op == VYI_OP_SCOPE_LOAD && m->p->buffers.at[n->x].role == VY_ROLE_SHARED) {
        vyi_gen_set(m, local, vyi_gen_same(type, load_first(m, n, type)), true);
        return;
    }
    if (n->op == VYI_OP_SCOPE_LOAD) {
        vyi_gen_synchronise(m, 0);
        vyi_gen_set(m, local, vyi_gen_load_here(m, n), true);
        vyi_gen_synchronise(m, 0);
        return;
    }
    if (!is_scan(n)) { // of a broadcast all parts but one are 0
        bool cast = n->op == VYI_OP_BROADCAST;
        LLVMValueRef all = combine(m, VYI_CPU_REDUCE, cast ? VYI_OP_OR : op,
                                   cast ? VY_TYPE_U64 : vyi_at(m->p, n->kid[0])->type);
        vyi_gen_set(m, local, vyi_gen_same(type, from_bits(m, type, all)), true);
        return;
    }
    combine(m, VYI_CPU_SCAN, op, type);
    struct groups g = vyi_cpu_groups_begin(m);
    struct items items = gather(m, n->kid[0]);
    LLVMValueRef before = LLVMBuildLoad2(m->b, type_i64(m), part_of(m), "");
    vyi_gen_group_scan(m, op, n->op == VYI_OP_ISCAN, &items, from_bits(m, type, before),
                       items.values);
    hand_out(m, local, items.values);
    vyi_cpu_groups_end(m, g);
}
