// Atomic accesses, and lanes one after the other.
//
// With one lane each is LLVM's own atomic instruction. With more, relaxed loads and stores are
// ordinary vector accesses (each element of a naturally aligned vector access is one access of the
// machine) that LLVM may not move or merge; read-modify-writes go lane by lane. The shared memory
// of a workgroup that runs on one thread needs no atomic instructions at all. Where lanes add to
// one place there is one access for all of them (pass `aggregate`; aggregate_gpu.c for threads of a
// GPU).
#include "gen/llvm/gpu.h"

void vyi_gen_clobber(struct gen *m)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), NULL, 0, false);
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
        return LLVMBuildExtractElement(m->b, v.v, lane, "");
    if (v.spread == LAID_OUT) {
        LLVMTypeRef t = vyi_gen_slot(m, v.type);
        LLVMValueRef at = LLVMBuildGEP2(m->b, t, v.v, &lane, 1, "");
        LLVMValueRef e = LLVMBuildLoad2(m->b, t, at, "");
        // Else LLVM picks the lanes from the register after all. On Zen, `vpextrd $1, %xmm0, %eax;
        // incl (%r15,%rax,4)` after another incl through %rax takes twenty times as long: it seems
        // to forward from the last store through the same registers.
        LLVMSetVolatile(e, true);
        return v.type == VY_TYPE_BOOL
                   ? LLVMBuildTrunc(m->b, e, LLVMInt1TypeInContext(m->context), "")
                   : e;
    }
    LLVMValueRef l = LLVMBuildZExtOrBitCast(m->b, lane, LLVMTypeOf(v.v), "");
    return LLVMBuildAdd(m->b, v.v, l, "");
}

struct val vyi_gen_lay_out(struct gen *m, struct val v)
{
    if (v.spread != EACH)
        return v;
    LLVMTypeRef wide = vyi_gen_wide(m, vyi_gen_slot(m, v.type));
    LLVMValueRef memory = vyi_gen_alloca(m, wide, "lanes");
    bool is_bool = v.type == VY_TYPE_BOOL;
    LLVMValueRef all = is_bool ? LLVMBuildZExt(m->b, v.v, wide, "") : v.v;
    LLVMSetVolatile(LLVMBuildStore(m->b, all, memory), true);
    return (struct val){memory, v.type, LAID_OUT, false, false};
}

/// A loop that LLVM can unroll.
static void all_lanes(struct gen *m, void (*body)(struct gen *m, LLVMValueRef lane, void *user),
                      void *user)
{
    LLVMBasicBlockRef head = vyi_gen_block(m, "lanes"), done = vyi_gen_block(m, "lanes.done");
    LLVMValueRef at = vyi_gen_alloca(m, type_i32(m), "lane");
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, 0), at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef lane = LLVMBuildLoad2(m->b, type_i32(m), at, "");
    body(m, lane, user);
    lane = LLVMBuildNUWAdd(m->b, lane, vyi_gen_int(m, 32, 1), "");
    LLVMBuildStore(m->b, lane, at);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, lane, vyi_gen_int(m, 32, m->lanes), ""),
                    head, done);
    vyi_gen_enter(m, done);
}

void vyi_gen_lanes(struct gen *m, LLVMValueRef mask,
                   void (*body)(struct gen *m, LLVMValueRef lane, void *user), void *user)
{
    if (m->lanes == 1) {
        body(m, vyi_gen_int(m, 32, 0), user);
        return;
    }
    if (!mask) {
        all_lanes(m, body, user);
        return;
    }
    LLVMTypeRef bits_type = LLVMIntTypeInContext(m->context, m->lanes);
    LLVMValueRef bits = vyi_gen_bits(m, mask);
    LLVMValueRef left = vyi_gen_alloca(m, bits_type, "left"), none = LLVMConstNull(bits_type);
    LLVMBasicBlockRef head = vyi_gen_block(m, "lanes"), done = vyi_gen_block(m, "lanes.done");
    LLVMBuildStore(m->b, bits, left);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, bits, none, ""), head, done);
    vyi_gen_enter(m, head);
    LLVMValueRef now = LLVMBuildLoad2(m->b, bits_type, left, "");
    LLVMValueRef args[] = {now, vyi_gen_int(m, 1, 1)};
    LLVMValueRef lane = vyi_gen_intrinsic(m, "llvm.cttz", bits_type, args, 2, NULL, 0);
    lane = LLVMBuildZExtOrBitCast(m->b, lane, type_i32(m), "lane");
    body(m, lane, user);
    now = LLVMBuildLoad2(m->b, bits_type, left, "");
    LLVMValueRef less = LLVMBuildSub(m->b, now, LLVMConstInt(bits_type, 1, false), "");
    now = LLVMBuildAnd(m->b, now, less, "");
    LLVMBuildStore(m->b, now, left);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, now, none, ""), head, done);
    vyi_gen_enter(m, done);
}

// ---- one element ----
/// A read-modify-write or compare-exchange of a node.
struct update {
    const struct vyi_node *n;
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
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned bytes = vyi_type_bytes(u->value.type);
    if (u->plain) {
        LLVMValueRef old = LLVMBuildLoad2(m->b, t, address, "");
        LLVMSetAlignment(old, bytes);
        LLVMValueRef now = v;
        if (u->exchange_if)
            now = LLVMBuildSelect(m->b, LLVMBuildICmp(m->b, LLVMIntEQ, old, expected, ""), v, old,
                                  "");
        else
            now = scalar_op(m, u, old, v);
        LLVMSetAlignment(LLVMBuildStore(m->b, now, address), bytes);
        return old;
    }
    if (u->together)
        return m->target->update_together(m, u->together, u->rmw, u->value.type, address, v,
                                          u->used);
    return u->exchange_if ? m->target->exchange_if(m, u->value.type, address, expected, v, u->aux)
                          : m->target->update(m, u->rmw, u->value.type, address, v, u->aux);
}

static LLVMValueRef lane_position(struct gen *m, const struct where_in *w, LLVMValueRef lane)
{
    LLVMTypeRef wide = LLVMInt64TypeInContext(m->context);
    if (w->spread == SAME)
        return w->at;
    if (w->spread == LINEAR)
        return LLVMBuildAdd(m->b, w->at, LLVMBuildZExt(m->b, lane, wide, ""), "");
    struct val at = {w->at, VY_TYPE_I32, LAID_OUT, false, false};
    return LLVMBuildSExt(m->b, vyi_gen_lane(m, at, lane), wide, "");
}

static void update_lane(struct gen *m, LLVMValueRef lane, void *user)
{
    struct update *u = user;
    LLVMValueRef address = vyi_gen_address(m, u->buffer, lane_position(m, &u->w, lane));
    LLVMValueRef expected = u->exchange_if ? vyi_gen_lane(m, u->expected, lane) : NULL;
    LLVMValueRef old = update_one(m, u, address, expected, vyi_gen_lane(m, u->value, lane));
    if (!u->used)
        return;
    LLVMValueRef at = LLVMBuildGEP2(m->b, LLVMTypeOf(old), u->results, &lane, 1, "");
    LLVMBuildStore(m->b, old, at);
}

/// With one lane, or one place and one value: a branch around it where it may be out of bounds.
static struct val update_scalar(struct gen *m, struct update *u, LLVMValueRef go)
{
    uint8_t type = u->value.type;
    LLVMValueRef zero = LLVMConstNull(vyi_gen_type(m, type));
    LLVMBasicBlockRef from = LLVMGetInsertBlock(m->b), in = NULL, on = NULL;
    if (go) {
        in = vyi_gen_block(m, "in"), on = vyi_gen_block(m, "on");
        LLVMBuildCondBr(m->b, go, in, on);
        vyi_gen_enter(m, in);
    }
    LLVMValueRef old =
        update_one(m, u, vyi_gen_address(m, u->buffer, u->w.at), u->expected.v, u->value.v);
    if (!go)
        return vyi_gen_same(type, old);
    in = LLVMGetInsertBlock(m->b);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, LLVMTypeOf(zero), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){old, zero}, (LLVMBasicBlockRef[]){in, from}, 2);
    return vyi_gen_same(type, phi);
}

/// Many lanes, one place, and nobody asks for the old value: the lanes' values together.
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
    if (m->mask) {
        LLVMValueRef none = u->rmw == VYI_RMW_AND ? LLVMConstAllOnes(t) : LLVMConstNull(t);
        v = LLVMBuildSelect(m->b, m->mask, v, vyi_gen_splat(m, none), "");
    }
    LLVMTypeRef wide = LLVMTypeOf(v);
    u->value = vyi_gen_same(type, vyi_gen_intrinsic(m, reduce[u->rmw], t, &v, 1, &wide, 1));
    LLVMValueRef go = u->w.ok;
    if (m->mask) {
        LLVMValueRef any = vyi_gen_any(m, m->mask);
        go = go ? LLVMBuildAnd(m->b, go, any, "") : any;
    }
    update_scalar(m, u, go);
    return true;
}

/// Adds the values of all lanes before each one; the lanes beyond the first step get 0 from `none`.
static LLVMValueRef scan(struct gen *m, LLVMValueRef v)
{
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(v)), lanes[32];
    for (uint32_t by = 1; by < m->lanes; by *= 2) {
        for (uint32_t i = 0; i < m->lanes; i++)
            lanes[i] = vyi_gen_int(m, 32, i < by ? m->lanes + i : i - by);
        LLVMValueRef from = LLVMConstVector(lanes, m->lanes);
        v = LLVMBuildAdd(m->b, v, LLVMBuildShuffleVector(m->b, v, none, from, ""), "");
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
    LLVMValueRef own = vyi_gen_spread(m, u->value), go = u->w.ok;
    if (m->mask) {
        LLVMValueRef any = vyi_gen_any(m, m->mask);
        own = LLVMBuildSelect(m->b, m->mask, own, LLVMConstNull(LLVMTypeOf(own)), "");
        go = go ? LLVMBuildAnd(m->b, go, any, "") : any;
    }
    LLVMValueRef all = scan(m, own), last = vyi_gen_int(m, 32, m->lanes - 1);
    u->value = vyi_gen_same(type, LLVMBuildExtractElement(m->b, all, last, ""));
    LLVMValueRef old = vyi_gen_splat(m, update_scalar(m, u, go).v);
    LLVMValueRef before = LLVMBuildSub(m->b, all, own, "");
    old = u->rmw == VYI_RMW_SUB ? LLVMBuildSub(m->b, old, before, "")
                                : LLVMBuildAdd(m->b, old, before, "");
    if (u->w.ok)
        old = LLVMBuildSelect(m->b, u->w.ok, old, LLVMConstNull(LLVMTypeOf(old)), "");
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
    LLVMValueRef mask = u->w.ok;
    if (mask && u->w.spread == SAME)
        mask = vyi_gen_splat(m, mask);
    mask = !mask ? m->mask : m->mask ? LLVMBuildAnd(m->b, m->mask, mask, "") : mask;
    LLVMTypeRef wide = vyi_gen_wide(m, vyi_gen_type(m, type));
    if (u->used) {
        u->results = vyi_gen_alloca(m, wide, "old");
        LLVMBuildStore(m->b, LLVMConstNull(wide), u->results);
    }
    u->value = vyi_gen_lay_out(m, u->value);
    if (u->exchange_if)
        u->expected = vyi_gen_lay_out(m, u->expected);
    if (u->w.spread == EACH)
        u->w.at = vyi_gen_lay_out(m, vyi_gen_each(m, VY_TYPE_I32, u->w.at)).v;
    vyi_gen_lanes(m, mask, update_lane, u);
    if (!u->used)
        return u->value;
    return vyi_gen_each(m, type, LLVMBuildLoad2(m->b, wide, u->results, ""));
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

struct val vyi_gen_atomic_load_at(struct gen *m, uint32_t buffer, const vyi_ref *refs,
                                  const struct val *index, uint32_t rank, uint32_t aux)
{
    if (is_plain(m, buffer))
        return vyi_gen_load_at(m, buffer, refs, index, rank);
    bool same = true;
    for (uint32_t i = 0; i < rank; i++)
        same = same && index[i].spread == SAME;
    if (!same) {
        vyi_gen_clobber(m);
        struct val v = vyi_gen_load_at(m, buffer, refs, index, rank);
        vyi_gen_clobber(m);
        return v;
    }
    uint8_t type = vyi_type_value(m->p->buffers.at[buffer].elem);
    struct where_in w = vyi_gen_locate(m, buffer, refs, index, rank);
    LLVMTypeRef t = vyi_gen_type(m, type);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(m->b), in = vyi_gen_block(m, "in"),
                      on = vyi_gen_block(m, "on");
    LLVMBuildCondBr(m->b, w.ok ? w.ok : vyi_gen_int(m, 1, 1), in, on);
    vyi_gen_enter(m, in);
    LLVMValueRef v = m->target->load(m, t, vyi_gen_address(m, buffer, w.at), reach(m, buffer, aux));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, t, "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){v, LLVMConstNull(t)}, (LLVMBasicBlockRef[]){in, from}, 2);
    return vyi_gen_same(type, phi);
}

static void store_one(struct gen *m, uint32_t buffer, struct where_in w, LLVMValueRef v,
                      uint32_t aux)
{
    LLVMValueRef go = w.ok;
    if (m->mask) {
        LLVMValueRef any = vyi_gen_any(m, m->mask);
        go = go ? LLVMBuildAnd(m->b, go, any, "") : any;
    }
    LLVMBasicBlockRef in = vyi_gen_block(m, "in"), on = vyi_gen_block(m, "on");
    LLVMBuildCondBr(m->b, go ? go : vyi_gen_int(m, 1, 1), in, on);
    vyi_gen_enter(m, in);
    LLVMValueRef at = vyi_gen_address(m, buffer, w.at);
    m->target->store(m, v, at, reach(m, buffer, aux));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

static void atomic_store(struct gen *m, const struct vyi_node *n, const vyi_ref *kids,
                         const struct val *index, uint32_t rank, uint32_t aux)
{
    struct val value = vyi_gen_expr(m, kids[rank]);
    bool same = value.spread == SAME;
    for (uint32_t i = 0; i < rank; i++)
        same = same && index[i].spread == SAME;
    if (same && !is_plain(m, n->x)) {
        struct where_in w = vyi_gen_locate(m, n->x, kids, index, rank);
        store_one(m, n->x, w, value.v, aux);
        return;
    }
    if (!is_plain(m, n->x))
        vyi_gen_clobber(m);
    vyi_gen_store_at(m, n->x, kids, index, rank, value);
    if (!is_plain(m, n->x))
        vyi_gen_clobber(m);
}

// ---- nodes ----
static uint32_t rmw_of(uint8_t op)
{
    for (uint32_t rmw = 0; rmw < VYI_RMW_COUNT; rmw++)
        if (vyi_rmw_op(rmw) == op)
            return rmw;
    return VYI_RMW_EXCHANGE;
}

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
    struct update u = {.n = n,
                       .buffer = n->x,
                       .rmw = n->op == VYI_OP_STORE ? rmw_of((uint8_t)n->aux2) : n->aux2,
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
