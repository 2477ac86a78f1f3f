// Buffers, local arrays and constant tables: loads that give 0 and stores that do nothing where an
// index is out of bounds.
//
// One lane, or an index that all lanes share: a scalar access. An index that goes up by one from
// lane to lane: a vector access, masked where not all lanes are in bounds. Any other: gather and
// scatter. In code of more than one lane no buffer has 2^31 elements or more (vyi_cpu_info.narrow):
// so 32-bit arithmetic is enough, and what wraps is out of bounds.
//
// Every load from memory that another thread may write is frozen: a racing program may see two
// values where it loads once, and LLVM must not conclude anything from that.
#include "gen/llvm/gpu.h"

static LLVMTypeRef type_i32(const struct gen *m)
{
    return LLVMInt32TypeInContext(m->context);
}
static LLVMTypeRef type_i64(const struct gen *m)
{
    return LLVMInt64TypeInContext(m->context);
}

// ---- memory that is indexed ----
/// A row of elements: where it begins, of what, and what LLVM may know about it.
struct span {
    LLVMValueRef base;
    LLVMTypeRef type; ///< of an element in memory
    uint32_t bytes;
    uint32_t buffer; ///< + 1; 0: something of the invocation's own
    bool frozen, constant, streaming;
};

static LLVMMetadataRef node_of(struct gen *m, LLVMMetadataRef *parts, unsigned count)
{
    return LLVMMDNodeInContext2(m->context, parts, count);
}

/// A scope for each buffer: writable bindings overlap nothing.
static bool make_scopes(struct gen *m)
{
    struct shape *s = m->shape;
    uint32_t count = m->p->buffers.count;
    if (s->scopes)
        return true;
    s->scopes = vyi_calloc(m->p->context, count + 1, sizeof *s->scopes);
    if (!s->scopes) {
        vyi_gen_fail(m, VY_ERROR_MEMORY);
        return false;
    }
    LLVMMetadataRef name = LLVMMDStringInContext2(m->context, "vyre", 4);
    s->domain = node_of(m, &name, 1);
    for (uint32_t i = 0; i < count; i++) {
        const char *text = m->p->buffers.at[i].name;
        LLVMMetadataRef parts[2] = {LLVMMDStringInContext2(m->context, text, strlen(text)),
                                    s->domain};
        s->scopes[i] = node_of(m, parts, 2);
    }
    return true;
}

static void set_metadata(struct gen *m, LLVMValueRef access, const char *kind, LLVMMetadataRef node)
{
    LLVMSetMetadata(access, LLVMGetMDKindIDInContext(m->context, kind, (unsigned)strlen(kind)),
                    LLVMMetadataAsValue(m->context, node));
}

/// Programs mostly stay in bounds: that way gets the straight code.
static void likely(struct gen *m, LLVMValueRef branch)
{
    LLVMMetadataRef weights[3] = {
        LLVMMDStringInContext2(m->context, "branch_weights", 14),
        LLVMValueAsMetadata(vyi_gen_int(m, 32, 4000)),
        LLVMValueAsMetadata(vyi_gen_int(m, 32, 1)),
    };
    set_metadata(m, branch, "prof", node_of(m, weights, 3));
}

/// Tells LLVM which other accesses this one cannot meet.
static LLVMValueRef noted(struct gen *m, const struct span *span, LLVMValueRef access)
{
    LLVMMetadataRef others[64];
    uint32_t count = m->p->buffers.count, used = 0;
    if (!span->buffer || count > 64 || m->request->sanitize != VYI_LLVM_PLAIN || !make_scopes(m))
        return access;
    set_metadata(m, access, "alias.scope", node_of(m, &m->shape->scopes[span->buffer - 1], 1));
    for (uint32_t i = 0; i < count; i++)
        if (i != span->buffer - 1)
            others[used++] = m->shape->scopes[i];
    if (used)
        set_metadata(m, access, "noalias", node_of(m, others, used));
    return access;
}

static struct span span_of(struct gen *m, uint32_t buffer)
{
    const struct vyi_buffer *b = &m->p->buffers.at[buffer];
    bool writable = vyi_role_info(b->role)->writable;
    bool own = m->target->alone && b->role == VY_ROLE_SHARED; // one thread: nobody races
    return (struct span){m->target->buffer(m, buffer),
                         vyi_gen_memory(m, b->elem),
                         vyi_type_bytes(b->elem),
                         buffer + 1,
                         writable && !own,
                         !writable,
                         b->cache == VYI_CACHE_STREAMING};
}

// ---- indices ----
/// An index as a 64-bit scalar that is huge where it is negative.
static LLVMValueRef wide_index(struct gen *m, struct val v)
{
    if (vyi_type_bytes(v.type) == 8)
        return v.v;
    return v.type == VY_TYPE_I32 ? LLVMBuildSExt(m->b, v.v, type_i64(m), "")
                                 : LLVMBuildZExt(m->b, v.v, type_i64(m), "");
}

static LLVMValueRef both(struct gen *m, LLVMValueRef a, LLVMValueRef b)
{
    return !a ? b : !b ? a : LLVMBuildAnd(m->b, a, b, "");
}

/// Whether an index is below a size, for each lane.
static LLVMValueRef below(struct gen *m, struct val v, LLVMValueRef size)
{
    if (v.spread == SAME)
        return LLVMBuildICmp(m->b, LLVMIntULT, wide_index(m, v), size, "");
    LLVMValueRef index = vyi_gen_spread(m, v);
    if (vyi_type_bytes(v.type) == 4)
        size = LLVMBuildTrunc(m->b, size, type_i32(m), ""); // below 2^31, so negative is above
    return LLVMBuildICmp(m->b, LLVMIntULT, index, vyi_gen_splat(m, size), "");
}

static LLVMValueRef lanes_of(struct gen *m, LLVMValueRef ok, uint8_t spread)
{
    return ok && spread == SAME ? vyi_gen_splat(m, ok) : ok;
}

/// The position of a lane's index, without a check: a scalar for SAME and LINEAR, else 32 bits
/// wide.
static struct where_in position(struct gen *m, struct val v)
{
    struct where_in w = {.spread = v.spread, .even = v.spread == LINEAR && v.even};
    if (v.spread == SAME)
        w.at = wide_index(m, v);
    else if (v.spread == LINEAR) // see the head: what wraps is out of bounds, so signed is right
        w.at = vyi_type_bytes(v.type) == 8 ? v.v : LLVMBuildSExt(m->b, v.v, type_i64(m), "");
    else
        w.at = vyi_type_bytes(v.type) == 8
                   ? LLVMBuildTrunc(m->b, v.v, vyi_gen_wide(m, type_i32(m)), "")
                   : v.v;
    return w;
}

static LLVMValueRef each_position(struct gen *m, struct where_in w)
{
    if (w.spread == EACH)
        return w.at;
    LLVMValueRef first = LLVMBuildTrunc(m->b, w.at, type_i32(m), "");
    struct val v = {first, VY_TYPE_U32, w.spread, false, false};
    return vyi_gen_spread(m, v);
}

/// Row-major: position * size + index, the check of both.
static struct where_in step(struct gen *m, struct where_in w, LLVMValueRef size, struct val v)
{
    struct where_in i = position(m, v), r = {0};
    if (m->target->apart && w.spread == SAME && i.spread == SAME) {
        // No buffer has 2^32 elements: what is in bounds fits, and that is one instruction.
        LLVMValueRef row = LLVMBuildTrunc(m->b, w.at, type_i32(m), "");
        LLVMValueRef at = LLVMBuildTrunc(m->b, i.at, type_i32(m), "");
        row = LLVMBuildMul(m->b, row, LLVMBuildTrunc(m->b, size, type_i32(m), ""), "");
        r.at = LLVMBuildZExt(m->b, LLVMBuildAdd(m->b, row, at, ""), type_i64(m), "");
        return r;
    }
    if (w.spread == SAME && i.spread != EACH) {
        r.spread = i.spread;
        r.at = LLVMBuildAdd(m->b, LLVMBuildMul(m->b, w.at, size, ""), i.at, "");
        return r;
    }
    r.spread = EACH;
    LLVMValueRef rows = vyi_gen_splat(m, LLVMBuildTrunc(m->b, size, type_i32(m), ""));
    LLVMValueRef at = LLVMBuildMul(m->b, each_position(m, w), rows, "");
    r.at = LLVMBuildAdd(m->b, at, each_position(m, i), "");
    return r;
}

struct where_in vyi_gen_locate(struct gen *m, uint32_t buffer, const vyi_ref *refs,
                               const struct val *index, uint32_t rank)
{
    struct where_in w = position(m, index[0]);
    LLVMValueRef same = NULL, lanes = NULL;
    for (uint32_t axis = 0; axis < rank; axis++) {
        LLVMValueRef size =
            rank == 1 ? m->target->count(m, buffer) : m->target->size(m, buffer, axis);
        if (axis)
            w = step(m, w, size, index[axis]);
        if (m->request->unchecked || (refs && vyi_gen_proven(m, buffer, axis, refs[axis])))
            continue;
        LLVMValueRef ok = below(m, index[axis], size);
        if (index[axis].spread == SAME)
            same = both(m, same, ok);
        else
            lanes = both(m, lanes, ok);
    }
    if (w.spread == SAME)
        w.ok = same;
    else
        w.ok = both(m, lanes, lanes_of(m, same, SAME));
    return w;
}

// ---- scalar accesses ----
LLVMValueRef vyi_gen_address(struct gen *m, uint32_t buffer, LLVMValueRef at)
{
    LLVMTypeRef type = vyi_gen_memory(m, m->p->buffers.at[buffer].elem);
    return LLVMBuildGEP2(m->b, type, m->target->buffer(m, buffer), &at, 1, "");
}

static LLVMValueRef element_at(struct gen *m, const struct span *span, LLVMValueRef at)
{
    return LLVMBuildGEP2(m->b, span->type, span->base, &at, 1, "");
}

static LLVMValueRef finish_load(struct gen *m, const struct span *span, LLVMValueRef load)
{
    noted(m, span, load);
    if (span->constant && span->buffer)
        set_metadata(m, load, "invariant.load", node_of(m, NULL, 0));
    return span->frozen ? LLVMBuildFreeze(m->b, load, "") : load;
}

static LLVMValueRef load_scalar(struct gen *m, const struct span *span, LLVMValueRef at)
{
    LLVMValueRef load = LLVMBuildLoad2(m->b, span->type, element_at(m, span, at), "");
    LLVMSetAlignment(load, span->bytes);
    return finish_load(m, span, load);
}

static LLVMValueRef load_same(struct gen *m, const struct span *span, struct where_in w)
{
    if (!w.ok)
        return load_scalar(m, span, w.at);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(m->b), in = vyi_gen_block(m, "in"),
                      on = vyi_gen_block(m, "on");
    likely(m, LLVMBuildCondBr(m->b, w.ok, in, on));
    vyi_gen_enter(m, in);
    LLVMValueRef v = load_scalar(m, span, w.at);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, span->type, "");
    LLVMValueRef values[2] = {v, LLVMConstNull(span->type)};
    LLVMAddIncoming(phi, values, (LLVMBasicBlockRef[]){in, from}, 2);
    return phi;
}

// ---- vector accesses ----
static LLVMValueRef mask_of(struct gen *m, LLVMValueRef ok)
{
    return both(m, m->mask, ok);
}

static LLVMValueRef all_lanes(struct gen *m)
{
    LLVMValueRef ones[MOST_LANES];
    for (uint32_t i = 0; i < m->lanes; i++)
        ones[i] = vyi_gen_int(m, 1, 1);
    return LLVMConstVector(ones, m->lanes);
}

static LLVMValueRef load_whole(struct gen *m, const struct span *span, struct where_in w,
                               LLVMTypeRef type)
{
    LLVMValueRef v = LLVMBuildLoad2(m->b, type, element_at(m, span, w.at), "");
    LLVMSetAlignment(v, span->bytes * (w.even ? m->lanes : 1));
    return v;
}

static LLVMValueRef load_masked(struct gen *m, const struct span *span, struct where_in w,
                                LLVMTypeRef type, LLVMValueRef mask)
{
    LLVMValueRef address = element_at(m, span, w.at);
    LLVMValueRef args[] = {address, vyi_gen_int(m, 32, span->bytes), mask, LLVMConstNull(type)};
    LLVMTypeRef types[] = {type, LLVMTypeOf(address)};
    return vyi_gen_intrinsic(m, "llvm.masked.load", type, args, 4, types, 2);
}

/// A GPU goes from lane to lane where there is a mask: only where it has to.
static LLVMValueRef load_either(struct gen *m, const struct span *span, struct where_in w,
                                LLVMTypeRef type, LLVMValueRef mask)
{
    LLVMBasicBlockRef whole = vyi_gen_block(m, "whole"), part = vyi_gen_block(m, "part"),
                      on = vyi_gen_block(m, "on");
    likely(m, LLVMBuildCondBr(m->b, vyi_gen_all(m, mask), whole, part));
    vyi_gen_enter(m, whole);
    LLVMValueRef all = finish_load(m, span, load_whole(m, span, w, type));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, part);
    LLVMValueRef some = finish_load(m, span, load_masked(m, span, w, type, mask));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, type, "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){all, some}, (LLVMBasicBlockRef[]){whole, part}, 2);
    return phi;
}

static LLVMValueRef load_linear(struct gen *m, const struct span *span, struct where_in w)
{
    LLVMTypeRef type = LLVMVectorType(span->type, m->lanes);
    LLVMValueRef mask = mask_of(m, w.ok);
    if (mask && m->target->apart)
        return load_either(m, span, w, type, mask);
    return finish_load(m, span,
                       mask ? load_masked(m, span, w, type, mask) : load_whole(m, span, w, type));
}

static LLVMValueRef load_each(struct gen *m, const struct span *span, struct where_in w)
{
    LLVMTypeRef type = LLVMVectorType(span->type, m->lanes);
    LLVMValueRef address = element_at(m, span, w.at), mask = mask_of(m, w.ok);
    LLVMValueRef args[] = {address, vyi_gen_int(m, 32, span->bytes), mask ? mask : all_lanes(m),
                           LLVMConstNull(type)};
    LLVMTypeRef types[] = {type, LLVMTypeOf(address)};
    return finish_load(m, span,
                       vyi_gen_intrinsic(m, "llvm.masked.gather", type, args, 4, types, 2));
}

static LLVMValueRef load_span(struct gen *m, const struct span *span, struct where_in w)
{
    return w.spread == SAME     ? load_same(m, span, w)
           : w.spread == LINEAR ? load_linear(m, span, w)
                                : load_each(m, span, w);
}

/// A smaller buffer is likely read again from a cache, and past the caches it would be slower.
enum { STREAM_BYTES = 16 << 20 };

/// Streams go past the caches where the address allows it, and where they are large.
static void store_vector(struct gen *m, const struct span *span, LLVMValueRef v, LLVMValueRef at,
                         bool even)
{
    LLVMValueRef store;
    uint64_t size = (uint64_t)span->bytes * m->lanes;
    if (!span->streaming || size < 16 || m->target->apart) {
        store = noted(m, span, LLVMBuildStore(m->b, v, at));
        LLVMSetAlignment(store, even ? (unsigned)size : span->bytes);
        return;
    }
    LLVMBasicBlockRef fast = vyi_gen_block(m, "stream"), slow = vyi_gen_block(m, "store"),
                      on = vyi_gen_block(m, "on");
    LLVMValueRef bits = LLVMBuildPtrToInt(m->b, at, type_i64(m), "");
    bits = LLVMBuildAnd(m->b, bits, vyi_gen_int(m, 64, size - 1), "");
    LLVMValueRef large = LLVMBuildICmp(m->b, LLVMIntUGE, m->target->count(m, span->buffer - 1),
                                       vyi_gen_int(m, 64, STREAM_BYTES / span->bytes), "");
    LLVMValueRef whole = LLVMBuildICmp(m->b, LLVMIntEQ, bits, vyi_gen_int(m, 64, 0), "");
    LLVMBuildCondBr(m->b, both(m, large, whole), fast, slow);
    vyi_gen_enter(m, fast);
    store = noted(m, span, LLVMBuildStore(m->b, v, at));
    LLVMSetAlignment(store, (unsigned)size);
    LLVMMetadataRef one = LLVMValueAsMetadata(vyi_gen_int(m, 32, 1));
    set_metadata(m, store, "nontemporal", node_of(m, &one, 1));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, slow);
    store = noted(m, span, LLVMBuildStore(m->b, v, at));
    LLVMSetAlignment(store, span->bytes);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

static void store_masked(struct gen *m, const struct span *span, struct where_in w, LLVMValueRef v,
                         LLVMValueRef mask)
{
    LLVMValueRef address = element_at(m, span, w.at);
    LLVMTypeRef none = LLVMVoidTypeInContext(m->context);
    LLVMTypeRef types[] = {LLVMTypeOf(v), LLVMTypeOf(address)};
    LLVMValueRef args[] = {v, address, vyi_gen_int(m, 32, span->bytes), mask};
    const char *name = w.spread == EACH ? "llvm.masked.scatter" : "llvm.masked.store";
    noted(m, span, vyi_gen_intrinsic(m, name, none, args, 4, types, 2));
}

static void store_either(struct gen *m, const struct span *span, struct where_in w, LLVMValueRef v,
                         LLVMValueRef mask)
{
    LLVMBasicBlockRef whole = vyi_gen_block(m, "whole"), part = vyi_gen_block(m, "part"),
                      on = vyi_gen_block(m, "on");
    likely(m, LLVMBuildCondBr(m->b, vyi_gen_all(m, mask), whole, part));
    vyi_gen_enter(m, whole);
    store_vector(m, span, v, element_at(m, span, w.at), w.even);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, part);
    store_masked(m, span, w, v, mask);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

static void store_lanes(struct gen *m, const struct span *span, struct where_in w, LLVMValueRef v)
{
    LLVMValueRef mask = mask_of(m, w.ok);
    if (w.spread == EACH)
        store_masked(m, span, w, v, mask ? mask : all_lanes(m));
    else if (mask && m->target->apart)
        store_either(m, span, w, v, mask);
    else if (mask)
        store_masked(m, span, w, v, mask);
    else
        store_vector(m, span, v, element_at(m, span, w.at), w.even);
}

/// The last lane of a mask: of several that store to one place, any may win.
static LLVMValueRef last_lane(struct gen *m, LLVMValueRef mask)
{
    if (!mask)
        return vyi_gen_int(m, 32, m->lanes - 1);
    LLVMValueRef bits = vyi_gen_bits(m, mask);
    LLVMValueRef args[] = {bits, vyi_gen_int(m, 1, 0)};
    LLVMValueRef lead = vyi_gen_intrinsic(m, "llvm.ctlz", LLVMTypeOf(bits), args, 2, NULL, 0);
    lead = LLVMBuildZExtOrBitCast(m->b, lead, type_i32(m), "");
    LLVMValueRef last = LLVMBuildSub(m->b, vyi_gen_int(m, 32, m->lanes - 1), lead, "");
    return LLVMBuildAnd(m->b, last, vyi_gen_int(m, 32, m->lanes - 1), "");
}

static void store_same(struct gen *m, const struct span *span, struct where_in w, struct val value)
{
    LLVMValueRef go = m->mask ? vyi_gen_any(m, m->mask) : NULL;
    LLVMBasicBlockRef in = NULL, on = NULL;
    go = both(m, go, w.ok);
    if (go) {
        in = vyi_gen_block(m, "in"), on = vyi_gen_block(m, "on");
        LLVMValueRef br = LLVMBuildCondBr(m->b, go, in, on);
        if (!m->mask)
            likely(m, br);
        vyi_gen_enter(m, in);
    }
    LLVMValueRef v = value.v;
    if (value.spread != SAME)
        v = vyi_gen_lane(m, value, last_lane(m, m->mask));
    LLVMValueRef store = noted(m, span, LLVMBuildStore(m->b, v, element_at(m, span, w.at)));
    LLVMSetAlignment(store, span->bytes);
    if (go) {
        LLVMBuildBr(m->b, on);
        vyi_gen_enter(m, on);
    }
}

static void store_span(struct gen *m, const struct span *span, struct where_in w, struct val value)
{
    if (w.spread == SAME)
        store_same(m, span, w, value);
    else
        store_lanes(m, span, w, vyi_gen_spread(m, value));
}

// ---- elements to values ----
/// The shape of `like` with another element type.
static LLVMTypeRef shaped(LLVMValueRef like, LLVMTypeRef t)
{
    LLVMTypeRef type = LLVMTypeOf(like);
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMVectorType(t, LLVMGetVectorSize(type))
                                                       : t;
}

static LLVMValueRef to_value(struct gen *m, uint8_t elem, LLVMValueRef v)
{
    switch (elem) {
    case VY_TYPE_U8:
    case VY_TYPE_U16: return LLVMBuildZExt(m->b, v, shaped(v, type_i32(m)), "");
    case VY_TYPE_I8:
    case VY_TYPE_I16: return LLVMBuildSExt(m->b, v, shaped(v, type_i32(m)), "");
    case VY_TYPE_BOOL: return LLVMBuildICmp(m->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
    default: return v;
    }
}

static LLVMValueRef to_memory(struct gen *m, uint8_t elem, LLVMValueRef v)
{
    LLVMTypeRef t = shaped(v, vyi_gen_memory(m, elem));
    switch (elem) {
    case VY_TYPE_U8:
    case VY_TYPE_I8:
    case VY_TYPE_U16:
    case VY_TYPE_I16: return LLVMBuildTrunc(m->b, v, t, "");
    case VY_TYPE_BOOL: return LLVMBuildZExt(m->b, v, t, "");
    default: return vyi_gen_canonical(m, elem, v);
    }
}

static struct val as_value(struct gen *m, uint8_t elem, LLVMValueRef v, uint8_t spread)
{
    uint8_t type = vyi_type_value(elem);
    v = to_value(m, elem, v);
    return spread == SAME ? vyi_gen_same(type, v) : vyi_gen_each(m, type, v);
}

// ---- buffers ----
struct val vyi_gen_load_at(struct gen *m, uint32_t buffer, const vyi_ref *refs,
                           const struct val *index, uint32_t rank)
{
    struct span span = span_of(m, buffer);
    struct where_in w = vyi_gen_locate(m, buffer, refs, index, rank);
    return as_value(m, m->p->buffers.at[buffer].elem, load_span(m, &span, w), w.spread);
}

struct val vyi_gen_load(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(m->p, n, &kids);
    struct val index[VYI_MAX_RANK];
    vyi_gen_exprs(m, kids, rank, index);
    if (m->p->buffers.at[n->x].atomic)
        return vyi_gen_atomic_load_at(m, n->x, kids, index, rank, VYI_GEN_RELAXED);
    return vyi_gen_load_at(m, n->x, kids, index, rank);
}

void vyi_gen_store_at(struct gen *m, uint32_t buffer, const vyi_ref *refs, const struct val *index,
                      uint32_t rank, struct val value)
{
    struct span span = span_of(m, buffer);
    struct where_in w = vyi_gen_locate(m, buffer, refs, index, rank);
    uint8_t elem = m->p->buffers.at[buffer].elem;
    if (value.spread == LINEAR)
        value = vyi_gen_each(m, value.type, vyi_gen_spread(m, value));
    value.v = to_memory(m, elem, value.v);
    store_span(m, &span, w, value);
}

void vyi_gen_store(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(m->p, n, &kids) - 1;
    const struct vyi_buffer *b = &m->p->buffers.at[n->x];
    struct val index[VYI_MAX_RANK], value;
    vyi_gen_exprs(m, kids, rank, index);
    if (!n->aux2) {
        value = vyi_gen_expr(m, kids[rank]);
    } else {
        struct val old = vyi_gen_load_at(m, n->x, kids, index, rank);
        struct val by = vyi_gen_expr(m, kids[rank]);
        value = vyi_gen_op(m, (uint8_t)n->aux2, vyi_type_value(b->elem), (struct val[]){old, by});
    }
    vyi_gen_store_at(m, n->x, kids, index, rank, value);
}

// ---- u32_at, u64_at ----
static struct val one_byte(struct gen *m, const struct span *span, LLVMValueRef count,
                           struct val index, uint32_t k, uint8_t type)
{
    LLVMTypeRef t = LLVMTypeOf(index.v);
    LLVMValueRef add = LLVMConstInt(
        LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t, k, false);
    struct val at =
        vyi_gen_op(m, VYI_OP_ADD, index.type, (struct val[]){index, vyi_gen_same(index.type, add)});
    // Only an index that is inside itself reads on, and i + k must not come round to the front.
    LLVMValueRef inside = below(m, index, count);
    struct val fits = vyi_gen_op(m, VYI_OP_GE, VY_TYPE_BOOL, (struct val[]){at, index});
    struct where_in w = position(m, at);
    w.ok = both(m, inside, below(m, at, count));
    if (w.spread == SAME)
        w.ok = both(m, w.ok, fits.v);
    else
        w.ok = both(m, w.ok, vyi_gen_spread(m, fits));
    struct val byte = as_value(m, VY_TYPE_U8, load_span(m, span, w), w.spread);
    byte = vyi_gen_cast(m, byte, type);
    struct val by = vyi_gen_same(type, LLVMConstInt(vyi_gen_type(m, type), 8 * k, false));
    return vyi_gen_op(m, VYI_OP_SHL, type, (struct val[]){byte, by});
}

static struct val by_bytes(struct gen *m, const struct span *span, LLVMValueRef count,
                           struct val index, uint8_t type)
{
    struct val sum = one_byte(m, span, count, index, 0, type);
    for (uint32_t k = 1; k < vyi_type_bytes(type); k++)
        sum = vyi_gen_op(m, VYI_OP_OR, type,
                         (struct val[]){sum, one_byte(m, span, count, index, k, type)});
    return sum;
}

struct val vyi_gen_bytes_at(struct gen *m, const struct vyi_node *n)
{
    struct span span = span_of(m, n->x);
    uint8_t type = n->op == VYI_OP_U32_AT ? VY_TYPE_U32 : VY_TYPE_U64;
    uint32_t bytes = vyi_type_bytes(type);
    struct val index = vyi_gen_expr(m, n->kid[0]);
    LLVMValueRef count = m->target->count(m, n->x);
    if (index.spread == LINEAR)
        index = vyi_gen_each(m, index.type, vyi_gen_spread(m, index));
    // All of it in bounds: one load that need not be aligned.
    LLVMValueRef few = LLVMBuildICmp(m->b, LLVMIntULT, count, vyi_gen_int(m, 64, bytes), "");
    LLVMValueRef last = LLVMBuildSub(m->b, count, vyi_gen_int(m, 64, bytes - 1), "");
    last = LLVMBuildSelect(m->b, few, vyi_gen_int(m, 64, 0), last, "");
    struct where_in w = position(m, index);
    w.ok = below(m, index, last);
    LLVMValueRef whole = w.ok;
    if (index.spread != SAME) {
        LLVMValueRef rest = LLVMBuildNot(m->b, whole, "");
        rest = m->mask ? LLVMBuildAnd(m->b, m->mask, rest, "") : rest;
        whole = LLVMBuildNot(m->b, vyi_gen_any(m, rest), "");
    }
    LLVMBasicBlockRef fast = vyi_gen_block(m, "whole"), slow = vyi_gen_block(m, "bytes"),
                      on = vyi_gen_block(m, "on");
    LLVMBuildCondBr(m->b, whole, fast, slow);
    vyi_gen_enter(m, fast);
    LLVMTypeRef byte = LLVMInt8TypeInContext(m->context);
    struct span words = span;
    words.type = vyi_gen_type(m, type);
    words.bytes = 1;
    LLVMValueRef address = LLVMBuildGEP2(m->b, byte, span.base, &w.at, 1, ""), got;
    if (w.spread == SAME) {
        got = LLVMBuildLoad2(m->b, words.type, address, "");
        LLVMSetAlignment(got, 1);
    } else {
        LLVMTypeRef t = LLVMVectorType(words.type, m->lanes);
        LLVMValueRef args[] = {address, vyi_gen_int(m, 32, 1), m->mask ? m->mask : all_lanes(m),
                               LLVMConstNull(t)};
        LLVMTypeRef types[] = {t, LLVMTypeOf(address)};
        got = vyi_gen_intrinsic(m, "llvm.masked.gather", t, args, 4, types, 2);
    }
    got = finish_load(m, &words, got);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, slow);
    struct val sum = by_bytes(m, &span, count, index, type);
    LLVMBasicBlockRef slow_end = LLVMGetInsertBlock(m->b);
    LLVMValueRef other = w.spread == SAME ? sum.v : vyi_gen_spread(m, sum);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, LLVMTypeOf(got), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){got, other}, (LLVMBasicBlockRef[]){fast, slow_end}, 2);
    return w.spread == SAME ? vyi_gen_same(type, phi) : vyi_gen_each(m, type, phi);
}

// ---- constant tables ----
static LLVMValueRef table(struct gen *m, uint32_t index)
{
    struct shape *s = m->shape;
    const struct vyi_table *t = &m->p->tables.at[index];
    vy_context *c = m->p->context;
    if (!s->tables)
        s->tables = vyi_calloc(c, m->p->tables.count + 1, sizeof *s->tables);
    LLVMValueRef *values = vyi_calloc(c, t->count + 1, sizeof *values);
    LLVMTypeRef type = vyi_gen_memory(m, vyi_type_value(t->elem));
    if (!s->tables || !values) {
        vyi_gen_fail(m, VY_ERROR_MEMORY);
        vyi_free(c, values, (t->count + 1) * sizeof *values);
        return LLVMConstNull(LLVMPointerTypeInContext(m->context, 0));
    }
    if (!s->tables[index]) {
        uint8_t value = vyi_type_value(t->elem);
        for (uint32_t i = 0; i < t->count; i++)
            values[i] = value == VY_TYPE_BOOL ? vyi_gen_int(m, 32, t->values[i])
                                              : vyi_gen_constant(m, value, t->values[i]);
        LLVMValueRef array = LLVMConstArray(type, values, t->count);
        LLVMValueRef global = LLVMAddGlobalInAddressSpace(m->module, LLVMTypeOf(array), "table",
                                                          m->target->apart ? SPACE_GLOBAL : 0);
        LLVMSetInitializer(global, array);
        LLVMSetGlobalConstant(global, true);
        LLVMSetLinkage(global, LLVMPrivateLinkage);
        LLVMSetAlignment(global, 64);
        s->tables[index] = global;
    }
    vyi_free(c, values, (t->count + 1) * sizeof *values);
    return s->tables[index];
}

// ---- local arrays: `lanes` slots for each element ----
struct own {
    struct span span;
    struct where_in w;
    uint8_t type;
};

/// In the workgroup's control flow: the array of an invocation that lives.
static struct where_in living(struct gen *m, struct val index, struct span *span, uint32_t local)
{
    struct shape *s = m->shape;
    LLVMValueRef first = vyi_gen_first_alive(m), lanes = vyi_gen_int(m, 32, s->lanes);
    LLVMValueRef lane = LLVMBuildURem(m->b, first, lanes, "");
    s->item = LLVMBuildSub(m->b, first, lane, "");
    span->base = vyi_gen_array(m, local);
    s->item = NULL;
    LLVMValueRef at = LLVMBuildMul(m->b, wide_index(m, index), vyi_gen_int(m, 64, s->lanes), "");
    lane = LLVMBuildZExt(m->b, lane, type_i64(m), "");
    return (struct where_in){.at = LLVMBuildAdd(m->b, at, lane, ""), .spread = SAME};
}

/// Where an element of this invocation's array lies: element x lanes + lane.
static struct own own_at(struct gen *m, uint32_t local, struct val index, vyi_ref ref)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    uint32_t bytes = l->type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(l->type);
    struct own o = {.type = l->type};
    o.span = (struct span){NULL, vyi_gen_slot(m, l->type), bytes, 0, false, false, false};
    if (m->shape->group && !m->shape->item) {
        o.w = living(m, index, &o.span, local);
        o.w.ok = below(m, index, vyi_gen_int(m, 64, l->count));
        return o;
    }
    o.span.base = vyi_gen_array(m, local);
    if (index.spread == LINEAR)
        index = vyi_gen_each(m, index.type, vyi_gen_spread(m, index));
    if (!vyi_gen_proven_below(m, ref, l->count))
        o.w.ok = below(m, index, vyi_gen_int(m, 64, l->count));
    if (index.spread == SAME) { // one row, a slot a lane
        o.w.spread = m->lanes == 1 ? SAME : LINEAR;
        o.w.at = LLVMBuildMul(m->b, wide_index(m, index), vyi_gen_int(m, 64, m->lanes), "");
        o.w.ok = lanes_of(m, o.w.ok, o.w.spread == SAME ? EACH : SAME);
        return o;
    }
    struct where_in at = position(m, index);
    LLVMValueRef lanes = vyi_gen_splat(m, vyi_gen_int(m, 32, m->lanes));
    o.w.spread = EACH;
    o.w.at =
        LLVMBuildAdd(m->b, LLVMBuildMul(m->b, at.at, lanes, ""), vyi_gen_lane_numbers(m, 32), "");
    return o;
}

static LLVMValueRef slot_value(struct gen *m, uint8_t type, LLVMValueRef v)
{
    return type == VY_TYPE_BOOL
               ? LLVMBuildICmp(m->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "")
               : v;
}

static struct val own_load(struct gen *m, const struct own *o)
{
    LLVMValueRef v = slot_value(m, o->type, load_span(m, &o->span, o->w));
    return vyi_gen_each(m, o->type, v);
}

struct val vyi_gen_element(struct gen *m, const struct vyi_node *n)
{
    struct val index = vyi_gen_expr(m, n->kid[0]);
    if (n->op == VYI_OP_LOAD_ARRAY) {
        struct own o = own_at(m, n->x, index, n->kid[0]);
        return own_load(m, &o);
    }
    const struct vyi_table *t = &m->p->tables.at[n->x];
    uint8_t type = vyi_type_value(t->elem);
    struct span span = {
        table(m, n->x), vyi_gen_memory(m, type), vyi_type_bytes(type), 0, false, true, false};
    struct where_in w = position(m, index);
    if (!vyi_gen_proven_below(m, n->kid[0], t->count))
        w.ok = below(m, index, vyi_gen_int(m, 64, t->count));
    return as_value(m, type, load_span(m, &span, w), w.spread);
}

void vyi_gen_set_element(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[n->x].type;
    struct val index = vyi_gen_expr(m, n->kid[0]), value;
    struct own o = own_at(m, n->x, index, n->kid[0]);
    if (n->n) {
        struct val old = own_load(m, &o), by = vyi_gen_expr(m, n->kid[1]);
        value = vyi_gen_op(m, (uint8_t)n->n, type, (struct val[]){old, by});
    } else {
        value = vyi_gen_expr(m, n->kid[1]);
    }
    LLVMValueRef v = vyi_gen_spread(m, value);
    if (type == VY_TYPE_BOOL)
        v = LLVMBuildZExt(m->b, v, shaped(v, o.span.type), "");
    store_span(m, &o.span, o.w, vyi_gen_each(m, type, v));
}

/// Lanes outside the mask may lose theirs too: a `var` that they are outside of is not theirs yet.
void vyi_gen_clear_array(struct gen *m, uint32_t local)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    uint64_t bytes =
        (uint64_t)l->count * m->lanes * (l->type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(l->type));
    if (m->shape->places[local].where == NOWHERE)
        return;
    LLVMBuildMemSet(m->b, vyi_gen_array(m, local), vyi_gen_int(m, 8, 0), vyi_gen_int(m, 64, bytes),
                    1);
}
