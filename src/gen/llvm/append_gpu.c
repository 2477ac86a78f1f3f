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
// Appends of several passes of an `each` go further:
//
//     each i in 0..n {
//         if wanted(x[i]) {
//             let k = atomic_add(found[0], 1)
//             row[k] = i
//         }
//     }
//
// One atomic access for a warp is still one for 32 indices, and a GPU does about
// one access to one word a clock. So a thread asks for PASSES indices first, the warp counts them
// all, one thread adds the sum, and then all of them store: one access for 32 * PASSES indices.
// Rows lie in the order of the passes, and within one in the order of the threads, so that
// neighbours store to neighbours.
//
// What is asked for is computed again when it is stored. The naive version does that with any
// program, and breaks one whose stores change what a later pass reads: so what is computed twice
// reads only memory that nothing writes, and what is stored is not read here at all.
#include "facts/effects.h"
#include "facts/overwrite.h"
#include "gen/llvm/gpu.h"

enum { MOST_VISITED = 64 };

static bool is_steady(const struct gen *m, vyi_ref r, uint32_t *budget)
{
    return vyi_is_regular(m->p, m->facts.lets, r, budget, NULL);
}

enum together vyi_gpu_together(const struct gen *m, const struct vyi_node *n, const vyi_ref *kids,
                               uint32_t rank, uint32_t rmw, bool used)
{
    const struct vyi_buffer *b = &m->p->buffers.at[n->x];
    uint32_t budget = MOST_VISITED;
    bool shared = b->role == VY_ROLE_SHARED, atomic = n->op == VYI_OP_ATOMIC_RMW;
    bool sums = rmw == VYI_RMW_ADD || rmw == VYI_RMW_SUB;
    if (m->p->separate_atomics || m->p->service || shared || m->lanes > 1 ||
        rmw == VYI_RMW_EXCHANGE || (atomic && (n->aux & 3) != VYI_ORDER_RELAXED))
        return SEPARATE;
    for (uint32_t i = 0; i < rank; i++)
        if (!is_steady(m, kids[i], &budget))
            return SEPARATE;
    if (sums && is_steady(m, kids[rank], &budget))
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
enum { PASSES = 8, MOST_LEVELS = 4 };

/// A body of such a form: lets and an `if` without an else, in it the same, and so on; in the
/// innermost block lets, the append, and statements that use it. The append is a let, or an index
/// of a store.
struct append {
    struct level {
        vyi_ref seq, condition; ///< condition: of the block inside of it; none in the innermost
        uint32_t lets;          ///< statements before the `if` or the append
    } level[MOST_LEVELS];
    uint32_t levels;
    const struct vyi_node *statement, *add;
};

/// Whether an expression has the same value whenever it is computed in a launch, for one index.
static bool is_repeatable(const vy_program *p, vyi_ref root)
{
    struct vyi_access a[2];
    for (VYI_VISIT(v, p, root)) {
        const struct vyi_op_info *info = vyi_op_info(v->n->op);
        if (info->flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE) || v->n->op == VYI_OP_CLOCK ||
            v->n->op == VYI_OP_LOAD_ARRAY || v->n->op == VYI_OP_SCOPE_LOAD)
            return false;
        if (v->n->op == VYI_OP_LOCAL && !vyi_local_fixed(p, v->n->x))
            return false;
        if (vyi_accesses(p, v->n, a) && !vyi_constant_buffer(p, a[0].buffer))
            return false;
    }
    return true;
}

static bool is_repeatable_let(const vy_program *p, const struct vyi_node *n)
{
    return n->op == VYI_OP_DEFINE && p->locals.at[n->x].kind == VYI_LOCAL_LET &&
           is_repeatable(p, n->kid[0]);
}

static bool is_plain_store(const vy_program *p, const struct vyi_node *n)
{
    return n->op == VYI_OP_STORE && !n->aux2 && !p->buffers.at[n->x].atomic &&
           p->buffers.at[n->x].role != VY_ROLE_SHARED;
}

/// Statements behind the append: lets, plain stores and branches.
static bool only_stores(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    if (!r.i)
        return true;
    uint32_t count = vyi_kids(p, n, &kids);
    switch (n->op) {
    case VYI_OP_DEFINE: return is_repeatable_let(p, n);
    case VYI_OP_STORE:
        for (uint32_t i = 0; i < count; i++)
            if (!is_repeatable(p, kids[i]))
                return false;
        return is_plain_store(p, n);
    case VYI_OP_IF:
        return is_repeatable(p, n->kid[0]) && only_stores(p, n->kid[1]) &&
               only_stores(p, n->kid[2]);
    case VYI_OP_SEQ:
        for (uint32_t i = 0; i < count; i++)
            if (!only_stores(p, kids[i]))
                return false;
        return true;
    default: return false;
    }
}

/// The add of a let or of a store that is nothing else but one; NULL: it is something else.
static const struct vyi_node *add_of(const vy_program *p, const struct vyi_node *n)
{
    const struct vyi_node *add = NULL;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    bool let = n->op == VYI_OP_DEFINE && p->locals.at[n->x].kind == VYI_LOCAL_LET;
    if (!let && !is_plain_store(p, n))
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct vyi_node *kid = vyi_at(p, kids[i]);
        bool adds = kid->op == VYI_OP_ATOMIC_RMW && (let || i + 1 < count);
        if (!adds && !is_repeatable(p, kids[i]))
            return NULL;
        if (adds && add)
            return NULL;
        add = adds ? kid : add;
    }
    return add;
}

/// An add that the threads of a warp do together, to a place that needs no check.
static bool is_append(const struct gen *m, const struct vyi_node *add)
{
    const vy_program *p = m->p;
    const vyi_ref *kids;
    if (!add)
        return false;
    uint32_t rank = vyi_kids(p, add, &kids) - 1;
    for (uint32_t i = 0; i < rank; i++) {
        const struct vyi_bound *b = vyi_bound_of(&m->facts.bounds, kids[i]);
        if (!b || !b->proof || b->lanes_only)
            return false;
    }
    return vyi_gpu_together(m, add, kids, rank, add->aux2, true) == COUNTED;
}

static bool find(const struct gen *m, vyi_ref body, struct append *a)
{
    const vy_program *p = m->p;
    for (; a->levels < MOST_LEVELS; body = vyi_at(p, body)->kid[1]) {
        const struct vyi_node *seq = vyi_at(p, body);
        struct level *l = &a->level[a->levels++];
        if (seq->op != VYI_OP_SEQ)
            return false;
        const vyi_ref *list = p->extra.at + seq->list;
        l->seq = body;
        while (l->lets < seq->x && is_repeatable_let(p, vyi_at(p, list[l->lets])))
            l->lets++;
        if (l->lets == seq->x)
            return false;
        const struct vyi_node *n = vyi_at(p, list[l->lets]);
        if (is_append(m, add_of(p, n))) {
            a->statement = n;
            a->add = add_of(p, n);
            for (uint32_t i = l->lets + 1; i < seq->x; i++)
                if (!only_stores(p, list[i]))
                    return false;
            return true;
        }
        if (n->op != VYI_OP_IF || n->kid[2].i || l->lets + 1 != seq->x ||
            !is_repeatable(p, n->kid[0]))
            return false;
        l->condition = n->kid[0];
        body = list[l->lets];
    }
    return false;
}

// ---- emission ----
static void lets_of(struct gen *m, const struct level *l)
{
    const vyi_ref *list = m->p->extra.at + vyi_at(m->p, l->seq)->list;
    for (uint32_t i = 0; i < l->lets; i++)
        vyi_gen_sequence(m, list[i]);
}

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
        lets_of(m, &a->level[i]);
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

/// The statement of the append, whose add gives `place`.
static void append_one(struct gen *m, const struct append *a, LLVMValueRef place)
{
    const struct vyi_node *n = a->statement;
    struct val value = vyi_gen_same(a->add->type, place), kid[VYI_MAX_RANK + 1];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    if (n->op == VYI_OP_DEFINE) {
        vyi_gen_bind(m, n->x, value);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        kid[i] = vyi_at(m->p, kids[i]) == a->add ? value : vyi_gen_expr(m, kids[i]);
    vyi_gen_store_at(m, n->x, kids, kid, count - 1, kid[count - 1]);
}

/// Stores what was asked for. `old`: the counter before.
static void answer(struct gen *m, const struct append *a, const struct counted *k,
                   LLVMValueRef base, LLVMValueRef wanted, const struct warp *w, LLVMValueRef old,
                   LLVMValueRef amount)
{
    const struct level *inner = &a->level[a->levels - 1];
    const struct vyi_node *seq = vyi_at(m->p, inner->seq);
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
        lets_of(m, &a->level[i]);
    append_one(m, a, place);
    for (uint32_t i = inner->lets + 1; i < seq->x; i++)
        vyi_gen_sequence(m, m->p->extra.at[seq->list + i]);
    if_end(m, &f);
    passes_end(m, &l, "llvm.loop.unroll.disable");
}

/// One batch: all passes of it have an index.
static void batch(struct gen *m, const struct append *a, const struct counted *k, LLVMValueRef base)
{
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(m->p, a->add, &kids) - 1;
    struct val index[VYI_MAX_RANK];
    struct warp w = warp_now(m);
    LLVMValueRef total, wanted = ask(m, a, k, base, w.active, &total);
    struct fork f = if_begin(m, is_set(m, total), "some");
    vyi_gen_exprs(m, kids, rank, index);
    LLVMValueRef amount = vyi_gen_expr(m, kids[rank]).v;
    struct where_in at = vyi_gen_locate(m, a->add->x, kids, index, rank);
    LLVMValueRef all = imul(m, amount, zext(m, total, LLVMTypeOf(amount)));
    LLVMValueRef old = update_by_first(m, &w, a->add->aux2, a->add->type,
                                       vyi_gen_address(m, a->add->x, at), all, true);
    answer(m, a, k, base, wanted, &w, old, amount);
    if_end(m, &f);
}

void vyi_gpu_append_batches(struct gen *m, struct counted *k)
{
    struct append a = {0};
    if (m->lanes > 1 || m->flow->slice || !m->request->level ||
        !vyi_gen_worth_copying(m, k->body) || !find(m, k->body, &a))
        return;
    LLVMValueRef step = to_i64(m, k->step), last = imul(m, step, i64(m, PASSES - 1));
    LLVMValueRef whole = imul(m, step, i64(m, PASSES));
    LLVMBasicBlockRef head = new_block(m, "batches"), done = new_block(m, "batches.done");
    LLVMValueRef base_at = variable(m, k->base, "base"), left_at = variable(m, k->left, "left");
    br_enter(m, head);
    LLVMValueRef base = get(m, base_at), left = to_i64(m, get(m, left_at));
    enter_unless(m, ugt(m, left, last), done, "batch");
    m->target->poll(m, i32(m, PASSES));
    m->flow->copies++;
    batch(m, &a, k, base);
    m->flow->copies--;
    store(m, trunc_to(m, sub_or_zero(m, left, whole), LLVMTypeOf(k->left)), left_at);
    store(m, iadd(m, base, trunc_to(m, whole, LLVMTypeOf(base))), base_at);
    br(m, head);
    enter(m, done);
    k->base = get(m, base_at);
    k->left = get(m, left_at);
}
