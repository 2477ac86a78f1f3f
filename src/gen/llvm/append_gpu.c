// One atomic access for all threads of a warp that update the same word.
//
// The threads that run together (activemask) count themselves. The first of them does the update
// for all, and the others get its result by a shuffle among them: what a thread would have found is
// that result and what the threads before it have added. The flow may be divergent: whoever runs
// along takes part, and no thread waits for one that is elsewhere.
//
// The naive version takes every place that is subgroup-uniform by the language for the same word.
// `c[k]` in a loop over k is uniform, but the threads that run together there may be in different
// rounds of the loop. So a place or an amount counts as the same only if it is made of what never
// changes during the launch: literals, params, constants, lengths.
//
// Appends of several passes go further (append.h): a thread asks for PASSES indices first, the warp
// counts them all, one thread adds the sum, and then all of them store. Rows lie in the order of
// the passes, and within one in the order of the threads, so that neighbours store to neighbours.
#include "gen/llvm/append.h"
#include "gen/llvm/gpu.h"

enum together vyi_gpu_together(const struct gen *m, const struct vyi_node *n, const vyi_ref *kids,
                               uint32_t rank, uint32_t rmw, bool used)
{
    const struct vyi_buffer *b = &m->p->buffers.at[n->x];
    bool shared = b->role == VY_ROLE_SHARED, atomic = n->op == VYI_OP_ATOMIC_RMW;
    bool sums = rmw == VYI_RMW_ADD || rmw == VYI_RMW_SUB;
    if (m->p->separate_atomics || m->p->service || shared || m->lanes > 1 ||
        rmw == VYI_RMW_EXCHANGE || (atomic && (n->aux & 3) != VYI_ORDER_RELAXED))
        return SEPARATE;
    if (!vyi_gen_is_steady(m, kids, rank))
        return SEPARATE;
    if (sums && vyi_gen_is_steady(m, kids, rank + 1))
        return COUNTED;
    bool word = vyi_type_bytes(b->elem) == 4 && m->shape->gpu->capability >= 80;
    return !used && word ? FOLDED : SEPARATE;
}

static LLVMValueRef set_bits(struct gen *m, LLVMValueRef threads)
{
    return vyi_gen_intrinsic(m, "llvm.ctpop", type_i32(m), ARGS(threads));
}

/// What so many threads add together.
static LLVMValueRef times(struct gen *m, LLVMValueRef v, LLVMValueRef threads)
{
    return imul(m, v, zext(m, set_bits(m, threads), LLVMTypeOf(v)));
}

/// Threads of a warp that run together, as bits: all of them, and those before this one.
struct warp {
    LLVMValueRef active, below;
};

static struct warp warp_now(struct gen *m)
{
    LLVMValueRef active =
        vyi_gpu_asm(m, ASM_TOGETHER, "activemask.b32 $0;", "=r", type_i32(m), NO_ARGS);
    LLVMValueRef one = i32(m, 1), bit = ishl(m, one, vyi_gpu_special(m, "laneid"));
    return (struct warp){active, iand(m, active, isub(m, bit, one))};
}

/// One update by the first of them; all get the old value where it is `used`.
static LLVMValueRef update_by_first(struct gen *m, const struct warp *w, uint32_t rmw, uint8_t type,
                                    LLVMValueRef address, LLVMValueRef v, bool used)
{
    struct fork f = if_begin(m, is_zero(m, w->below), "first");
    LLVMValueRef old = vyi_gpu_update(m, rmw, type, address, v, RELAXED);
    old = if_value(m, &f, old, zero_of(v));
    if (!used)
        return old;
    LLVMValueRef leader =
        vyi_gen_intrinsic(m, "llvm.cttz", type_i32(m), ARGS(w->active, i1(m, true)));
    return vyi_gpu_shuffle(m, w->active, BY_INDEX, type, old, leader);
}

LLVMValueRef vyi_gpu_update_together(struct gen *m, enum together how, uint32_t rmw, uint8_t type,
                                     LLVMValueRef address, LLVMValueRef v, bool used)
{
    struct warp w = warp_now(m);
    uint8_t op = rmw == VYI_RMW_SUB ? VYI_OP_ADD : vyi_rmw_op(rmw);
    LLVMValueRef all =
        how == FOLDED ? vyi_gpu_redux(m, w.active, op, type, v) : times(m, v, w.active);
    LLVMValueRef old = update_by_first(m, &w, rmw, type, address, all, used);
    if (!used)
        return old;
    LLVMValueRef before = times(m, v, w.below);
    return rmw == VYI_RMW_SUB ? isub(m, old, before) : iadd(m, old, before);
}

// ---- appends ----
enum { PASSES = 8 };

/// The end of a loop over the passes of a batch.
static void passes_end(struct gen *m, const struct loop *l, const char *hint)
{
    vyi_gen_loop_hint(m, do_end(m, l, i32(m, 1), i32(m, PASSES)), hint, 0);
}

static void bind_index(struct gen *m, const struct counted *k, LLVMValueRef base, LLVMValueRef pass)
{
    LLVMTypeRef type = LLVMTypeOf(base);
    LLVMValueRef by = trunc_to(m, k->step, type);
    by = imul(m, by, LLVMBuildIntCast2(m->b, pass, type, false, ""));
    vyi_gen_bind(m, k->local, vyi_gen_same(m->p->locals.at[k->local].type, iadd(m, base, by)));
}

/// Which passes of this thread append, as bits; *total: of all threads.
static LLVMValueRef ask(struct gen *m, const struct append *a, const struct counted *k,
                        LLVMValueRef base, LLVMValueRef active, LLVMValueRef *total)
{
    LLVMValueRef bits = variable(m, i32(m, 0), "wanted"), sum = variable(m, i32(m, 0), "total");
    struct loop l = do_begin(m, i32(m, 0), "ask");
    LLVMBasicBlockRef on = new_block(m, "asked");
    LLVMValueRef one = variable(m, i1(m, false), "wants");
    bind_index(m, k, base, l.now);
    for (uint32_t i = 0; i < a->levels; i++) {
        vyi_gen_append_lets(m, &a->level[i]);
        if (a->level[i].condition.i)
            leave_unless(m, vyi_gen_expr(m, a->level[i].condition).v, on, "inside");
    }
    store(m, i1(m, true), one);
    br_enter(m, on);
    LLVMValueRef wants = get(m, one), bit = ishl(m, zext(m, wants, type_i32(m)), l.now);
    store(m, ior(m, get(m, bits), bit), bits);
    add_to(m, sum, set_bits(m, vyi_gpu_ballot(m, active, wants)));
    passes_end(m, &l, "llvm.loop.unroll.full");
    *total = get(m, sum);
    return get(m, bits);
}

/// Stores what was asked for. `old`: the counter before.
static void answer(struct gen *m, const struct append *a, const struct counted *k,
                   LLVMValueRef base, LLVMValueRef wanted, const struct warp *w, LLVMValueRef old,
                   LLVMValueRef amount)
{
    LLVMValueRef before = variable(m, i32(m, 0), "before");
    struct loop l = do_begin(m, i32(m, 0), "answer");
    LLVMValueRef bit = trunc_to(m, ushr(m, wanted, l.now), type_i1(m));
    LLVMValueRef all = vyi_gpu_ballot(m, w->active, bit), so_far = get(m, before);
    LLVMValueRef mine = iadd(m, so_far, set_bits(m, iand(m, all, w->below)));
    store(m, iadd(m, so_far, set_bits(m, all)), before);
    struct fork f = if_begin(m, bit, "append");
    mine = imul(m, zext(m, mine, LLVMTypeOf(old)), amount);
    LLVMValueRef place = a->add->aux2 == VYI_RMW_SUB ? isub(m, old, mine) : iadd(m, old, mine);
    bind_index(m, k, base, l.now);
    for (uint32_t i = 0; i < a->levels; i++)
        vyi_gen_append_lets(m, &a->level[i]);
    vyi_gen_append_rest(m, a, vyi_gen_same(a->add->type, place));
    if_end(m, &f);
    passes_end(m, &l, "llvm.loop.unroll.disable");
}

/// One batch: all passes of it have an index.
static void batch(struct gen *m, const struct append *a, const struct counted *k, LLVMValueRef base,
                  LLVMValueRef passes)
{
    struct val index[VYI_MAX_RANK];
    struct warp w = warp_now(m);
    (void)passes; // PASSES
    LLVMValueRef total, wanted = ask(m, a, k, base, w.active, &total);
    struct fork f = if_begin(m, is_set(m, total), "some");
    vyi_gen_exprs(m, a->kids, a->rank, index);
    LLVMValueRef amount = vyi_gen_expr(m, a->kids[a->rank]).v;
    struct where_in at = vyi_gen_locate(m, a->add->x, a->kids, index, a->rank);
    LLVMValueRef all = imul(m, amount, zext(m, total, LLVMTypeOf(amount)));
    LLVMValueRef old = update_by_first(m, &w, a->add->aux2, a->add->type,
                                       vyi_gen_address(m, a->add->x, at), all, true);
    answer(m, a, k, base, wanted, &w, old, amount);
    if_end(m, &f);
}

void vyi_gpu_append_batches(struct gen *m, struct counted *k)
{
    struct append a = {0};
    if (m->lanes == 1 && vyi_gen_find_append(m, k->body, &a) &&
        vyi_gpu_together(m, a.add, a.kids, a.rank, a.add->aux2, true) == COUNTED)
        vyi_gen_append_batches(m, &a, k, PASSES, batch);
}
