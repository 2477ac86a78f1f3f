// Appends of a vector's lanes, up to PASSES vectors at once: so many that the access to the
// counter, which waits until all stores before it are in the cache, is rare, and few enough that
// what is read again is in a cache. See append.h.
//
// Rows lie in the order of the passes, and within one in the order of the lanes. Where the machine
// can move the lanes that append to the front of a vector, they are stored as one; such a store may
// be as wide as the vector as far as what follows is of the same batch, whose later passes store
// there. The naive version stores whole vectors everywhere, over rows of another thread.
#include "gen/llvm/append.h"

enum { PASSES = 512 };

static LLVMValueRef count_bits(struct gen *m, LLVMValueRef bits, LLVMTypeRef type)
{
    LLVMValueRef count = vyi_gen_intrinsic(m, "llvm.ctpop", LLVMTypeOf(bits), ARGS(bits));
    return LLVMBuildIntCast2(m->b, count, type, false, "");
}

static void bind_index(struct gen *m, const struct counted *k, LLVMValueRef base, LLVMValueRef pass)
{
    LLVMTypeRef type = LLVMTypeOf(base);
    LLVMValueRef by =
        imul(m, trunc_to(m, k->step, type), LLVMBuildIntCast2(m->b, pass, type, false, ""));
    uint8_t index = m->p->locals.at[k->local].type;
    vyi_gen_bind(m, k->local, (struct val){iadd(m, base, by), index, LINEAR, true, false});
}

/// Which lanes append, by pass; gives how many in all.
static LLVMValueRef ask(struct gen *m, const struct append *a, const struct counted *k,
                        LLVMValueRef base, LLVMValueRef passes)
{
    LLVMTypeRef bits = type_int(m, m->lanes);
    LLVMValueRef before = m->mask, total = variable(m, i32(m, 0), "total");
    struct loop l = do_begin(m, i32(m, 0), "ask");
    bind_index(m, k, base, l.now);
    for (uint32_t i = 0; i < a->levels; i++) {
        vyi_gen_append_lets(m, &a->level[i]);
        if (a->level[i].condition.i)
            m->mask = both(m, m->mask, vyi_gen_spread(m, vyi_gen_expr(m, a->level[i].condition)));
    }
    LLVMValueRef wanted = vyi_gen_bits(m, vyi_gen_mask_now(m));
    store(m, wanted, gep(m, bits, a->masks, l.now));
    add_to(m, total, count_bits(m, wanted, type_i32(m)));
    m->mask = before;
    do_end(m, &l, i32(m, 1), passes);
    return get(m, total);
}

/// How many lanes before each one are set.
static LLVMValueRef ranks(struct gen *m, LLVMValueRef mask, LLVMTypeRef type)
{
    LLVMValueRef own = zext(m, mask, vyi_gen_wide(m, type));
    return isub(m, vyi_gen_running_sum(m, own), own);
}

/// Stores what was asked for. `old`: the counter before, `end`: after.
static void answer(struct gen *m, const struct append *a, const struct counted *k,
                   LLVMValueRef base, LLVMValueRef passes, LLVMValueRef old, LLVMValueRef end,
                   LLVMValueRef amount)
{
    LLVMTypeRef bits = type_int(m, m->lanes), type = LLVMTypeOf(old);
    LLVMValueRef before = m->mask, place = variable(m, old, "place");
    bool down = a->add->aux2 == VYI_RMW_SUB;
    bool ones = LLVMIsAConstantInt(amount) && LLVMConstIntGetZExtValue(amount) == 1;
    struct packed packed = {.add = a->add, .outer = m->flow->packed};
    struct loop l = do_begin(m, i32(m, 0), "answer");
    LLVMValueRef wanted = load(m, bits, gep(m, bits, a->masks, l.now)), first = get(m, place);
    struct fork f = if_begin(m, is_set(m, wanted), "append");
    m->mask = LLVMBuildBitCast(m->b, wanted, vyi_gen_mask_type(m), "");
    LLVMValueRef count = count_bits(m, wanted, type), all = imul(m, count, amount);
    LLVMValueRef mine = imul(m, ranks(m, m->mask, type), vyi_gen_splat(m, amount));
    LLVMValueRef from = vyi_gen_splat(m, first);
    struct val value =
        vyi_gen_each(m, a->add->type, down ? isub(m, from, mine) : iadd(m, from, mine));
    store(m, down ? isub(m, first, all) : iadd(m, first, all), place);
    bind_index(m, k, base, l.now);
    if (ones && !down && m->compresses) {
        packed.mask = m->mask;
        packed.first = first, packed.count = count, packed.end = end;
        m->flow->packed = &packed;
    }
    for (uint32_t i = 0; i < a->levels; i++)
        vyi_gen_append_lets(m, &a->level[i]);
    vyi_gen_append_rest(m, a, value);
    m->flow->packed = packed.outer;
    m->mask = before;
    if_end(m, &f);
    do_end(m, &l, i32(m, 1), passes);
}

static void batch(struct gen *m, const struct append *a, const struct counted *k, LLVMValueRef base,
                  LLVMValueRef passes)
{
    struct val index[VYI_MAX_RANK];
    LLVMValueRef total = ask(m, a, k, base, passes);
    struct fork f = if_begin(m, is_set(m, total), "some");
    vyi_gen_exprs(m, a->kids, a->rank, index);
    LLVMValueRef amount = vyi_gen_expr(m, a->kids[a->rank]).v;
    struct where_in at = vyi_gen_locate(m, a->add->x, a->kids, index, a->rank);
    LLVMValueRef all = imul(m, amount, zext(m, total, LLVMTypeOf(amount)));
    LLVMValueRef old = m->target->update(m, a->add->aux2, a->add->type,
                                         vyi_gen_address(m, a->add->x, at), all, VYI_GEN_RELAXED);
    answer(m, a, k, base, passes, old, iadd(m, old, all), amount);
    if_end(m, &f);
}

void vyi_cpu_append_batches(struct gen *m, struct counted *k)
{
    struct append a = {0};
    if (m->lanes > 1 && k->linear && vyi_gen_find_append(m, k->body, &a)) {
        a.masks = vyi_gen_alloca(m, LLVMArrayType(type_int(m, m->lanes), PASSES), "wanted");
        vyi_gen_append_batches(m, &a, k, PASSES, batch);
    }
}
