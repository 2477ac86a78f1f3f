// Atomic accesses, and lanes one after the other.
//
// With one lane each is LLVM's own atomic instruction. With more, relaxed loads and stores are
// ordinary vector accesses (each element of a naturally aligned vector access is one access of the
// machine) that LLVM may not move or merge; read-modify-writes go lane by lane. The shared memory
// of a workgroup that runs on one thread needs no atomic instructions at all. Where lanes add to
// one place there is one access for all of them (pass `aggregate`; append_gpu.c for threads of a
// GPU).
#include "facts/effects.h"
#include "gen/llvm/kernel.h"

void vyi_gen_clobber(struct gen *m)
{
    LLVMTypeRef type = LLVMFunctionType(type_void(m), NULL, 0, false);
    char text[] = "", memory[] = "~{memory}";
    LLVMValueRef nothing = LLVMGetInlineAsm(type, text, 0, memory, sizeof memory - 1, true, false,
                                            LLVMInlineAsmDialectATT, false);
    LLVMBuildCall2(m->b, type, nothing, NULL, 0, "");
}

// ---- lane by lane ----
LLVMValueRef vyi_gen_lane(struct gen *m, struct val v, LLVMValueRef lane)
{
    if (v.spread == SAME)
        return v.v;
    if (v.spread == EACH)
        return extract(m, v.v, lane);
    if (v.spread == LINEAR)
        return iadd(m, v.v, zext(m, lane, LLVMTypeOf(v.v)));
    LLVMTypeRef t = vyi_gen_slot(m, v.type);
    LLVMValueRef e = load(m, t, gep(m, t, v.v, lane));
    // Else LLVM picks the lanes from the register after all. On Zen, `vpextrd $1, %xmm0, %eax;
    // incl (%r15,%rax,4)` after another incl through %rax takes twenty times as long: it seems
    // to forward from the last store through the same registers.
    LLVMSetVolatile(e, true);
    return v.type == VY_TYPE_BOOL ? trunc_to(m, e, type_i1(m)) : e;
}

struct val vyi_gen_lay_out(struct gen *m, struct val v)
{
    if (v.spread != EACH)
        return v;
    LLVMTypeRef wide = vyi_gen_wide(m, vyi_gen_slot(m, v.type));
    LLVMValueRef memory = vyi_gen_alloca(m, wide, "lanes");
    LLVMValueRef all = v.type == VY_TYPE_BOOL ? zext(m, v.v, wide) : v.v;
    LLVMSetVolatile(store(m, all, memory), true);
    return (struct val){memory, v.type, LAID_OUT, false, false};
}

void vyi_gen_lanes(struct gen *m, LLVMValueRef mask,
                   void (*body)(struct gen *m, LLVMValueRef lane, void *user), void *user)
{
    if (m->lanes == 1) {
        body(m, i32(m, 0), user);
        return;
    }
    if (!mask) { // a loop that LLVM can unroll
        struct loop l = do_begin(m, i32(m, 0), "lanes");
        body(m, l.now, user);
        do_end(m, &l, i32(m, 1), i32(m, m->lanes));
        return;
    }
    LLVMTypeRef type = type_int(m, m->lanes);
    LLVMValueRef left = variable(m, vyi_gen_bits(m, mask), "left");
    struct fork f = if_begin(m, is_set(m, get(m, left)), "lanes");
    LLVMBasicBlockRef head = block_now(m);
    LLVMValueRef lane = vyi_gen_intrinsic(m, "llvm.cttz", type, ARGS(get(m, left), i1(m, true)));
    body(m, as_i32(m, lane), user);
    LLVMValueRef now = get(m, left);
    now = iand(m, now, isub(m, now, LLVMConstInt(type, 1, false)));
    store(m, now, left);
    br_if(m, is_set(m, now), head, f.on);
    enter(m, f.on);
}

// ---- one element ----
/// A read-modify-write or compare-exchange of a node.
struct update {
    uint32_t buffer, rmw, aux;
    bool exchange_if, plain, used; ///< plain: nobody else can come in between
    enum together together;
    struct where_in w;
    struct val expected, value;
    LLVMValueRef results; ///< alloca: one a lane
};

static LLVMValueRef scalar_op(struct gen *m, const struct update *u, LLVMValueRef old,
                              LLVMValueRef v)
{
    uint8_t type = u->value.type, op = vyi_rmw_op(u->rmw);
    struct val args[2] = {vyi_gen_same(type, old), vyi_gen_same(type, v)};
    return op ? vyi_gen_op(m, op, type, args).v : v;
}

static LLVMValueRef update_one(struct gen *m, const struct update *u, LLVMValueRef address,
                               LLVMValueRef expected, LLVMValueRef v)
{
    unsigned bytes = vyi_type_bytes(u->value.type);
    if (u->plain) {
        LLVMValueRef old = aligned(load(m, LLVMTypeOf(v), address), bytes);
        LLVMValueRef now =
            u->exchange_if ? sel(m, ieq(m, old, expected), v, old) : scalar_op(m, u, old, v);
        aligned(store(m, now, address), bytes);
        return old;
    }
    if (u->together)
        return m->target->update_together(m, u->together, u->rmw, u->value.type, address, v,
                                          u->used);
    return u->exchange_if ? m->target->exchange_if(m, u->value.type, address, expected, v, u->aux)
                          : m->target->update(m, u->rmw, u->value.type, address, v, u->aux);
}

/// Of vectors of positions.
static uint8_t position_type(const struct gen *m, uint32_t buffer)
{
    return m->p->buffers.at[buffer].window ? VY_TYPE_I64 : VY_TYPE_I32;
}

static LLVMValueRef lane_position(struct gen *m, const struct update *u, LLVMValueRef lane)
{
    const struct where_in *w = &u->w;
    if (w->spread == SAME)
        return w->at;
    if (w->spread == LINEAR)
        return iadd(m, w->at, to_i64(m, lane));
    struct val at = {w->at, position_type(m, u->buffer), LAID_OUT, false, false};
    return sext(m, vyi_gen_lane(m, at, lane), type_i64(m));
}

static void update_lane(struct gen *m, LLVMValueRef lane, void *user)
{
    struct update *u = user;
    struct where_in w = {.at = lane_position(m, u, lane)};
    LLVMValueRef address = vyi_gen_address(m, u->buffer, w);
    LLVMValueRef expected = u->exchange_if ? vyi_gen_lane(m, u->expected, lane) : NULL;
    LLVMValueRef old = update_one(m, u, address, expected, vyi_gen_lane(m, u->value, lane));
    if (u->used)
        store(m, old, gep(m, LLVMTypeOf(old), u->results, lane));
}

/// With one lane, or one place and one value: a branch around it where it may be out of bounds.
static struct val update_scalar(struct gen *m, struct update *u, LLVMValueRef go)
{
    struct fork f = if_begin(m, go, "in");
    LLVMValueRef old =
        update_one(m, u, vyi_gen_address(m, u->buffer, u->w), u->expected.v, u->value.v);
    return vyi_gen_same(u->value.type, if_value(m, &f, old, zero_of(old)));
}

/// Where lanes are masked: whether some lane runs, too.
static LLVMValueRef some_lane(struct gen *m, LLVMValueRef ok)
{
    return m->mask ? both(m, ok, vyi_gen_any(m, m->mask)) : ok;
}

/// Many lanes, one place, and the old value is not used: the lanes' values together.
static bool fold_lanes(struct gen *m, struct update *u)
{
    static const char *const reduce[] = {"llvm.vector.reduce.add", "llvm.vector.reduce.add",
                                         "llvm.vector.reduce.and", "llvm.vector.reduce.or",
                                         "llvm.vector.reduce.xor"};
    if (u->used || u->exchange_if || u->rmw > VYI_RMW_XOR || u->w.spread != SAME)
        return false;
    uint8_t type = u->value.type;
    LLVMTypeRef t = vyi_gen_type(m, type);
    LLVMValueRef v = vyi_gen_spread(m, u->value);
    LLVMTypeRef wide = LLVMTypeOf(v);
    if (m->mask)
        v = sel(m, m->mask, v,
                u->rmw == VYI_RMW_AND ? LLVMConstAllOnes(wide) : LLVMConstNull(wide));
    u->value = vyi_gen_same(type, vyi_gen_overloaded(m, reduce[u->rmw], t, &wide, 1, ARGS(v)));
    update_scalar(m, u, some_lane(m, u->w.ok));
    return true;
}

LLVMValueRef vyi_gen_running_sum(struct gen *m, LLVMValueRef v)
{
    LLVMValueRef lanes[MOST_LANES];
    for (uint32_t by = 1; by < m->lanes; by *= 2) {
        for (uint32_t i = 0; i < m->lanes; i++)
            lanes[i] = i32(m, i < by ? m->lanes + i : i - by);
        LLVMValueRef from = LLVMConstVector(lanes, m->lanes);
        v = iadd(m, v, LLVMBuildShuffleVector(m->b, v, zero_of(v), from, ""));
    }
    return v;
}

/// Many lanes add to one place and want what they found: one access adds all of it, and each lane
/// gets what that found and what the lanes before it add, as if they went one after the other.
static bool scan_lanes(struct gen *m, struct update *u, struct val *result)
{
    bool sums = u->rmw == VYI_RMW_ADD || u->rmw == VYI_RMW_SUB;
    if (!sums || u->exchange_if || u->w.spread != SAME || m->p->separate_atomics)
        return false;
    uint8_t type = u->value.type;
    LLVMValueRef own = vyi_gen_spread(m, u->value);
    if (m->mask)
        own = sel(m, m->mask, own, zero_of(own));
    LLVMValueRef go = some_lane(m, u->w.ok), all = vyi_gen_running_sum(m, own);
    u->value = vyi_gen_same(type, extract(m, all, i32(m, m->lanes - 1)));
    LLVMValueRef old = vyi_gen_splat(m, update_scalar(m, u, go).v), before = isub(m, all, own);
    old = u->rmw == VYI_RMW_SUB ? isub(m, old, before) : iadd(m, old, before);
    if (u->w.ok)
        old = sel(m, u->w.ok, old, zero_of(old));
    *result = vyi_gen_each(m, type, old);
    return true;
}

static struct val update(struct gen *m, struct update *u)
{
    uint8_t type = u->value.type;
    struct val result;
    if (m->lanes == 1)
        return update_scalar(m, u, u->w.ok);
    if (fold_lanes(m, u))
        return u->value;
    if (scan_lanes(m, u, &result))
        return result;
    LLVMValueRef mask = both(m, m->mask, lanes_of(m, u->w.ok, u->w.spread));
    if (u->used)
        u->results = variable(m, LLVMConstNull(vyi_gen_wide(m, vyi_gen_type(m, type))), "old");
    u->value = vyi_gen_lay_out(m, u->value);
    if (u->exchange_if)
        u->expected = vyi_gen_lay_out(m, u->expected);
    if (u->w.spread == EACH)
        u->w.at = vyi_gen_lay_out(m, vyi_gen_each(m, position_type(m, u->buffer), u->w.at)).v;
    vyi_gen_lanes(m, mask, update_lane, u);
    return u->used ? vyi_gen_each(m, type, get(m, u->results)) : u->value;
}

static bool is_plain(const struct gen *m, uint32_t buffer)
{
    return !m->target->thread_per_item && m->p->buffers.at[buffer].role == VY_ROLE_SHARED;
}

// ---- loads and stores ----
/// What the host sees too is always for the whole system.
static uint32_t reach(const struct gen *m, uint32_t buffer, uint32_t aux)
{
    bool mapped = m->p->buffers.at[buffer].role == VY_ROLE_MAPPED;
    return mapped ? (aux & 0xff) | VYI_REACH_SYSTEM << 8 : aux;
}

static bool all_same(const struct val *index, uint32_t rank)
{
    while (rank && index[rank - 1].spread == SAME)
        rank--;
    return !rank;
}

struct val vyi_gen_atomic_load_at(struct gen *m, uint32_t buffer, const vyi_ref *refs,
                                  const struct val *index, uint32_t rank, uint32_t aux)
{
    if (is_plain(m, buffer))
        return vyi_gen_load_at(m, buffer, refs, index, rank);
    if (!all_same(index, rank)) {
        vyi_gen_clobber(m);
        struct val v = vyi_gen_load_at(m, buffer, refs, index, rank);
        vyi_gen_clobber(m);
        return v;
    }
    uint8_t type = vyi_type_value(m->p->buffers.at[buffer].elem);
    struct where_in w = vyi_gen_locate(m, buffer, refs, index, rank);
    struct fork f = if_begin(m, w.ok, "in");
    LLVMValueRef v = m->target->load(m, vyi_gen_type(m, type), vyi_gen_address(m, buffer, w),
                                     reach(m, buffer, aux));
    return vyi_gen_same(type, if_value(m, &f, v, zero_of(v)));
}

static void atomic_store(struct gen *m, const struct vyi_node *n, const vyi_ref *kids,
                         const struct val *index, uint32_t rank, uint32_t aux)
{
    struct val value = vyi_gen_expr(m, kids[rank]);
    if (is_plain(m, n->x)) {
        vyi_gen_store_at(m, n->x, kids, index, rank, value);
    } else if (value.spread == SAME && all_same(index, rank)) {
        struct where_in w = vyi_gen_locate(m, n->x, kids, index, rank);
        struct fork f = if_begin(m, some_lane(m, w.ok), "in");
        LLVMValueRef at = vyi_gen_address(m, n->x, w);
        m->target->store(m, value.v, at, reach(m, n->x, aux));
        if_end(m, &f);
    } else {
        vyi_gen_clobber(m);
        vyi_gen_store_at(m, n->x, kids, index, rank, value);
        vyi_gen_clobber(m);
    }
}

// ---- nodes ----
struct val vyi_gen_atomic(struct gen *m, const struct vyi_node *n, bool used)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    uint32_t values = n->op == VYI_OP_ATOMIC_LOAD ? 0 : n->op == VYI_OP_ATOMIC_CAS ? 2 : 1;
    uint32_t rank = count - values;
    struct val index[VYI_MAX_RANK], nothing = {0};
    vyi_gen_exprs(m, kids, rank, index);
    if (n->op == VYI_OP_ATOMIC_LOAD)
        return vyi_gen_atomic_load_at(m, n->x, kids, index, rank, n->aux);
    if (n->op == VYI_OP_ATOMIC_STORE || (n->op == VYI_OP_STORE && !n->aux2)) {
        atomic_store(m, n, kids, index, rank, n->op == VYI_OP_STORE ? VYI_GEN_RELAXED : n->aux);
        return nothing;
    }
    struct update u = {.buffer = n->x,
                       .rmw = n->op == VYI_OP_STORE ? vyi_rmw_of((uint8_t)n->aux2) : n->aux2,
                       .aux = n->op == VYI_OP_STORE ? VYI_GEN_RELAXED : n->aux,
                       .exchange_if = n->op == VYI_OP_ATOMIC_CAS,
                       .plain = is_plain(m, n->x),
                       .used = used};
    if (u.exchange_if)
        u.expected = vyi_gen_expr(m, kids[rank]);
    if (m->target->together && !u.exchange_if)
        u.together = m->target->together(m, n, kids, rank, u.rmw, used);
    u.value = vyi_gen_expr(m, kids[count - 1]);
    u.w = vyi_gen_locate(m, n->x, kids, index, rank);
    return update(m, &u);
}
