// Buffers: loads that give 0 and stores that do nothing where an index is out of bounds.
//
// One lane, or an index that all lanes share: a scalar access. An index that goes up by one from
// lane to lane: a vector access, masked where not all lanes are in bounds. Any other: gather and
// scatter. In code of more than one lane no buffer has 2^31 elements or more (vyi_cpu_info.narrow):
// so 32-bit arithmetic is enough, and what wraps is out of bounds.
//
// Every load from memory that another thread may write is frozen: a racing program may see two
// values where it loads once, and LLVM must not conclude anything from that.
#include "gen/llvm/kernel.h"

// ---- memory that is indexed ----
/// A scope for each buffer: writable bindings overlap nothing.
static bool make_scopes(struct gen *m)
{
    struct shape *s = m->shape;
    uint32_t count = m->p->buffers.count;
    if (s->scopes)
        return true;
    s->scopes = vyi_gen_alloc(m, count, sizeof *s->scopes);
    if (!s->scopes)
        return false;
    LLVMMetadataRef name = vyi_gen_word(m, "vyre");
    LLVMMetadataRef domain = LLVMMDNodeInContext2(m->context, &name, 1);
    for (uint32_t i = 0; i < count; i++) {
        LLVMMetadataRef parts[2] = {vyi_gen_word(m, m->p->buffers.at[i].name), domain};
        s->scopes[i] = LLVMMDNodeInContext2(m->context, parts, 2);
    }
    return true;
}

static void weigh(struct gen *m, LLVMValueRef branch, uint64_t first, uint64_t second)
{
    LLVMMetadataRef weights[3] = {vyi_gen_word(m, "branch_weights"), vyi_gen_number(m, 32, first),
                                  vyi_gen_number(m, 32, second)};
    if (branch)
        vyi_gen_note(m, branch, "prof", weights, 3);
}

void vyi_gen_likely(struct gen *m, LLVMValueRef branch)
{
    weigh(m, branch, 4000, 1);
}

void vyi_gen_unlikely(struct gen *m, LLVMValueRef branch)
{
    weigh(m, branch, 1, 4000);
}

/// Tells LLVM which other accesses this one cannot alias.
static LLVMValueRef noted(struct gen *m, const struct span *span, LLVMValueRef access)
{
    LLVMMetadataRef others[64];
    uint32_t count = m->p->buffers.count, used = 0;
    if (!span->buffer || !span->base || count > 64 || m->request->sanitize != VYI_LLVM_PLAIN ||
        !make_scopes(m))
        return access;
    vyi_gen_note(m, access, "alias.scope", &m->shape->scopes[span->buffer - 1], 1);
    for (uint32_t i = 0; i < count; i++)
        if (i != span->buffer - 1)
            others[used++] = m->shape->scopes[i];
    if (used)
        vyi_gen_note(m, access, "noalias", others, used);
    return access;
}

struct span vyi_gen_span(struct gen *m, uint32_t buffer)
{
    const struct vyi_buffer *b = &m->p->buffers.at[buffer];
    bool writable = vyi_role_info(b->role)->writable;
    bool own = !m->target->thread_per_item && b->role == VY_ROLE_SHARED; // one thread: nobody races
    return (struct span){b->window ? NULL : vyi_gen_buffer(m, buffer),
                         vyi_gen_memory(m, b->elem),
                         vyi_type_bytes(b->elem),
                         buffer + 1,
                         writable && !own,
                         !writable,
                         b->cache == VYI_CACHE_STREAMING};
}

// ---- indices ----
LLVMValueRef vyi_gen_wide_index(struct gen *m, struct val v)
{
    return v.type == VY_TYPE_I32 ? sext(m, v.v, type_i64(m)) : to_i64(m, v.v);
}

LLVMValueRef vyi_gen_below(struct gen *m, struct val v, LLVMValueRef size)
{
    if (v.spread == SAME)
        return ult(m, vyi_gen_wide_index(m, v), size);
    LLVMValueRef index = vyi_gen_spread(m, v);
    if (vyi_type_bytes(v.type) == 4)
        size = to_i32(m, size); // below 2^31, so negative is above
    return ult(m, index, vyi_gen_splat(m, size));
}

LLVMValueRef vyi_gen_check(struct gen *m, vyi_ref ref, struct val v, LLVMValueRef size)
{
    const struct vyi_bound *b = vyi_bound_of(&m->facts.bounds, ref);
    bool proven = b && b->proof;
    for (uint32_t i = 0; m->hoist && i < m->hoist->count; i++)
        if (m->hoist->index[i].i == ref.i)
            return NULL;
    if (proven && b->lanes_only) // it says nothing where code runs for no invocation at all
        proven = m->flow && !m->flow->slice;
    if (!proven)
        return vyi_gen_below(m, v, size);
    return b->lanes_only && v.spread == SAME && m->mask ? vyi_gen_any(m, m->mask) : NULL;
}

struct where_in vyi_gen_position(struct gen *m, struct val v)
{
    struct where_in w = {.at = v.v, .spread = v.spread, .even = v.spread == LINEAR && v.even};
    if (v.spread == SAME)
        w.at = vyi_gen_wide_index(m, v);
    else if (v.spread == EACH)
        w.at = trunc_to(m, v.v, vyi_gen_wide(m, type_i32(m)));
    else if (vyi_type_bytes(v.type) == 4) // see the head: what wraps is out of bounds
        w.at = sext(m, v.v, type_i64(m));
    return w;
}

static LLVMValueRef each_position(struct gen *m, struct where_in w)
{
    if (w.spread == EACH)
        return w.at;
    LLVMValueRef first = to_i32(m, w.at);
    struct val v = {first, VY_TYPE_U32, w.spread, false, false};
    return vyi_gen_spread(m, v);
}

/// Row-major: position * size + index, the check of both.
static struct where_in step(struct gen *m, struct where_in w, LLVMValueRef size, struct val v)
{
    struct where_in i = vyi_gen_position(m, v), r = {.spread = EACH};
    if (w.spread == SAME && i.spread != EACH) {
        r.spread = i.spread;
        if (!m->target->counts_in_32_bits || i.spread != SAME) {
            r.at = iadd(m, imul(m, w.at, size), i.at);
            return r;
        }
        // No buffer has 2^32 elements: what is in bounds fits, and that is one instruction.
        LLVMValueRef row = to_i32(m, w.at), at = to_i32(m, i.at);
        row = nuw_mul(m, row, to_i32(m, size));
        r.at = to_i64(m, nuw_add(m, row, at));
        return r;
    }
    LLVMValueRef rows = vyi_gen_splat(m, to_i32(m, size));
    LLVMValueRef at = imul(m, each_position(m, w), rows);
    r.at = iadd(m, at, each_position(m, i));
    return r;
}

/// The first (0) or second (1) operand of a sum that cannot wrap; none: it is something else.
static vyi_ref summand(struct gen *m, vyi_ref r, uint32_t which)
{
    const vyi_ref *let = m->facts.lets;
    const struct vyi_node *n = vyi_at(m->p, r);
    while (n->op == VYI_OP_LOCAL && let[n->x].i)
        n = vyi_at(m->p, r = let[n->x]);
    return n->op == VYI_OP_ADD && vyi_is_exact(&m->facts.bounds, r) ? n->kid[which] : (vyi_ref){0};
}

/// Takes the constants off an index of a GPU's thread: the elements of an unrolled loop are
/// neighbours for LLVM where the addresses differ by numbers, and one access then.
static uint64_t take_constants(struct gen *m, vyi_ref ref, struct val *v)
{
    uint64_t sum = 0;
    while (LLVMIsABinaryOperator(v->v) && LLVMGetInstructionOpcode(v->v) == LLVMAdd) {
        LLVMValueRef a = LLVMGetOperand(v->v, 0), b = LLVMGetOperand(v->v, 1);
        bool second = LLVMIsAConstantInt(b);
        ref = summand(m, ref, second ? 0 : 1);
        if (!ref.i || !LLVMIsAConstantInt(second ? b : a))
            break;
        sum += LLVMConstIntGetZExtValue(second ? b : a);
        v->v = second ? a : b;
    }
    return sum;
}

/// Whether the size of an axis is known now.
static bool is_literal(struct gen *m, uint32_t buffer, uint32_t axis, uint64_t *size)
{
    vyi_ref r = m->p->buffers.at[buffer].size[axis];
    const struct vyi_node *n = vyi_at(m->p, r);
    *size = r.i && n->op == VYI_OP_LITERAL ? vyi_literal_bits(n) : 0;
    return *size;
}

struct where_in vyi_gen_locate(struct gen *m, uint32_t buffer, const vyi_ref *refs,
                               const struct val *index, uint32_t rank)
{
    // In shared memory of a GPU sizes are literals, and threads have one invocation each.
    const struct vyi_buffer *b = &m->p->buffers.at[buffer];
    bool split = refs && b->role == VY_ROLE_SHARED && !b->atomic && m->target->thread_per_item &&
                 m->lanes == 1;
    struct where_in w = {0};
    LLVMValueRef same = NULL, lanes = NULL;
    uint64_t more = 0, literal = 0;
    for (uint32_t axis = 0; axis < rank; axis++) {
        LLVMValueRef size = rank == 1 ? vyi_gen_count(m, buffer) : vyi_gen_size(m, buffer, axis);
        struct val v = index[axis];
        if (split && v.spread == SAME && is_literal(m, buffer, axis, &literal))
            more = more * literal + take_constants(m, refs[axis], &v);
        w = axis ? step(m, w, size, v) : vyi_gen_position(m, v);
        if (b->window && w.spread == EACH)
            w.at = v.v; // 64 bits
        LLVMValueRef ok = m->request->unchecked ? NULL
                          : refs                ? vyi_gen_check(m, refs[axis], index[axis], size)
                                                : vyi_gen_below(m, index[axis], size);
        if (index[axis].spread == SAME)
            same = both(m, same, ok);
        else
            lanes = both(m, lanes, ok);
    }
    w.ok = w.spread == SAME ? same : both(m, lanes, lanes_of(m, same, SAME));
    w.more = more;
    return w;
}

// ---- scalar accesses ----
static LLVMValueRef element_at(struct gen *m, const struct span *span, struct where_in w)
{
    if (!span->base) { // a window; from a null pointer LLVM would conclude that it overlaps nothing
        LLVMTypeRef type = LLVMPointerTypeInContext(m->context, m->target->space);
        LLVMValueRef bytes = imul(m, w.at, repeated(w.at, i64(m, span->bytes)));
        return LLVMBuildIntToPtr(m->b, bytes, shaped(w.at, type), "");
    }
    LLVMValueRef at = gep(m, span->type, span->base, w.at);
    return w.more ? gep(m, span->type, at, i64(m, w.more)) : at;
}

LLVMValueRef vyi_gen_address(struct gen *m, uint32_t buffer, struct where_in w)
{
    struct span span = vyi_gen_span(m, buffer);
    return element_at(m, &span, w);
}

LLVMValueRef vyi_gen_finish_load(struct gen *m, const struct span *span, LLVMValueRef v)
{
    noted(m, span, v);
    if (span->constant && span->buffer)
        vyi_gen_note(m, v, "invariant.load", NULL, 0);
    return span->frozen ? LLVMBuildFreeze(m->b, v, "") : v;
}

static LLVMValueRef load_same(struct gen *m, const struct span *span, struct where_in w)
{
    if (w.ok && m->target->load_if && span->buffer)
        return m->target->load_if(m, span->type, element_at(m, span, w), w.ok, span->constant);
    struct fork f = if_begin(m, w.ok, "in");
    vyi_gen_likely(m, f.branch);
    LLVMValueRef v = aligned(load(m, span->type, element_at(m, span, w)), span->bytes);
    return if_value(m, &f, vyi_gen_finish_load(m, span, v), LLVMConstNull(span->type));
}

// ---- vector accesses ----
/// Those of some lanes, from neighbours or from anywhere.
static LLVMValueRef load_masked(struct gen *m, const struct span *span, struct where_in w,
                                LLVMValueRef mask)
{
    LLVMTypeRef type = LLVMVectorType(span->type, m->lanes);
    LLVMValueRef address = element_at(m, span, w);
    LLVMTypeRef types[] = {type, LLVMTypeOf(address)};
    const char *name = w.spread == EACH ? "llvm.masked.gather" : "llvm.masked.load";
    LLVMValueRef v = vyi_gen_overloaded(
        m, name, type, types, 2, ARGS(address, i32(m, span->bytes), mask, LLVMConstNull(type)));
    return vyi_gen_finish_load(m, span, v);
}

/// A GPU goes from lane to lane where there is a mask: only where it has to.
static LLVMValueRef load_linear(struct gen *m, const struct span *span, struct where_in w)
{
    LLVMTypeRef type = LLVMVectorType(span->type, m->lanes);
    LLVMValueRef mask = both(m, m->mask, w.ok);
    if (mask && m->target->vector_masks)
        return load_masked(m, span, w, mask);
    struct fork f = if_begin(m, mask ? vyi_gen_all(m, mask) : NULL, "whole");
    vyi_gen_likely(m, f.branch);
    LLVMValueRef v = load(m, type, element_at(m, span, w));
    v = vyi_gen_finish_load(m, span, aligned(v, span->bytes * (w.even ? m->lanes : 1)));
    if (!mask)
        return v;
    if_else(m, &f, "part");
    return if_value(m, &f, load_masked(m, span, w, mask), v);
}

LLVMValueRef vyi_gen_load_span(struct gen *m, const struct span *span, struct where_in w)
{
    if (w.spread != EACH)
        return w.spread == SAME ? load_same(m, span, w) : load_linear(m, span, w);
    LLVMValueRef mask = both(m, m->mask, w.ok);
    return load_masked(m, span, w, mask ? mask : vyi_gen_mask_now(m));
}

/// A smaller buffer is likely read again from a cache, and past the caches it would be slower.
enum { STREAM_BYTES = 16 << 20 };

LLVMValueRef vyi_gen_streams_to(struct gen *m, const struct span *span, LLVMValueRef address,
                                unsigned size)
{
    LLVMValueRef bits = iand(m, address, i64(m, size - 1));
    uint64_t least = m->request->level ? STREAM_BYTES / span->bytes : 0; // 0: tests reach this
    LLVMValueRef large = uge(m, vyi_gen_count(m, span->buffer - 1), i64(m, least));
    return both(m, large, is_zero(m, bits));
}

void vyi_gen_store_past(struct gen *m, const struct span *span, LLVMValueRef v, LLVMValueRef at,
                        unsigned size)
{
    LLVMMetadataRef one = vyi_gen_number(m, 32, 1);
    vyi_gen_note(m, aligned(noted(m, span, store(m, v, at)), size), "nontemporal", &one, 1);
}

void vyi_gen_store_beside(struct gen *m, const struct span *span, LLVMValueRef v, LLVMValueRef at)
{
    aligned(noted(m, span, store(m, v, at)), span->bytes);
}

/// Streams go past the caches where the address allows it, and where they are large.
static void store_vector(struct gen *m, const struct span *span, LLVMValueRef v, LLVMValueRef at,
                         bool even)
{
    unsigned size = span->bytes * m->lanes;
    if (span->streaming && even && m->target->stream_store) {
        noted(m, span, m->target->stream_store(m, v, at));
        return;
    }
    if (!span->streaming || size < 16 || m->target->stream_store) {
        aligned(noted(m, span, store(m, v, at)), even ? size : span->bytes);
        return;
    }
    LLVMValueRef address = ptrtoint(m, at, type_i64(m));
    struct fork f = if_begin(m, vyi_gen_streams_to(m, span, address, size), "stream");
    vyi_gen_store_past(m, span, v, at, size);
    if_else(m, &f, "store");
    aligned(noted(m, span, store(m, v, at)), span->bytes);
    if_end(m, &f);
}

static void store_masked(struct gen *m, const struct span *span, struct where_in w, LLVMValueRef v,
                         LLVMValueRef mask)
{
    LLVMValueRef address = element_at(m, span, w);
    LLVMTypeRef types[] = {LLVMTypeOf(v), LLVMTypeOf(address)};
    const char *name = w.spread == EACH ? "llvm.masked.scatter" : "llvm.masked.store";
    noted(m, span,
          vyi_gen_overloaded(m, name, type_void(m), types, 2,
                             ARGS(v, address, i32(m, span->bytes), mask)));
}

static void store_lanes(struct gen *m, const struct span *span, struct where_in w, LLVMValueRef v)
{
    LLVMValueRef mask = both(m, m->mask, w.ok);
    bool masked = mask && m->target->vector_masks && !span->streaming; // masked ones cannot stream
    if (w.spread == EACH || masked) {
        store_masked(m, span, w, v, mask ? mask : vyi_gen_mask_now(m));
        return;
    }
    struct fork f = if_begin(m, mask ? vyi_gen_all(m, mask) : NULL, "whole");
    vyi_gen_likely(m, f.branch);
    store_vector(m, span, v, element_at(m, span, w), w.even);
    if (mask) {
        if_else(m, &f, "part");
        store_masked(m, span, w, v, mask);
    }
    if_end(m, &f);
}

/// The last lane of a mask: of several that store to one place, any may win.
static LLVMValueRef last_lane(struct gen *m, LLVMValueRef mask)
{
    LLVMValueRef last = i32(m, m->lanes - 1);
    if (!mask)
        return last;
    LLVMValueRef bits = vyi_gen_bits(m, mask);
    LLVMValueRef lead =
        vyi_gen_intrinsic(m, "llvm.ctlz", LLVMTypeOf(bits), ARGS(bits, i1(m, false)));
    return iand(m, isub(m, last, as_i32(m, lead)), last);
}

static void store_same(struct gen *m, const struct span *span, struct where_in w, struct val value)
{
    LLVMValueRef some = m->mask ? vyi_gen_any(m, m->mask) : NULL;
    struct fork f = if_begin(m, both(m, some, w.ok), "in");
    if (!m->mask)
        vyi_gen_likely(m, f.branch);
    LLVMValueRef v = value.spread == SAME ? value.v : vyi_gen_lane(m, value, last_lane(m, m->mask));
    LLVMValueRef at = element_at(m, span, w);
    noted(m, span,
          span->streaming && m->target->stream_store ? m->target->stream_store(m, v, at)
                                                     : aligned(store(m, v, at), span->bytes));
    if_end(m, &f);
}

void vyi_gen_store_span(struct gen *m, const struct span *span, struct where_in w, struct val value)
{
    if (w.spread == SAME)
        store_same(m, span, w, value);
    else
        store_lanes(m, span, w, vyi_gen_spread(m, value));
}

/// Whether an index is the row that lanes append to.
static bool is_packed(const struct gen *m, vyi_ref index)
{
    const struct vyi_node *n = vyi_at(m->p, index);
    if (n->op == VYI_OP_LOCAL && m->facts.lets[n->x].i)
        n = vyi_at(m->p, m->facts.lets[n->x]);
    return m->flow->packed && n == m->flow->packed->add && m->mask == m->flow->packed->mask;
}

/// Rows of neighbours, where all of them are inside.
static void store_packed(struct gen *m, const struct span *span, struct where_in w,
                         struct val value)
{
    const struct packed *rows = m->flow->packed;
    LLVMValueRef first = to_i64(m, rows->first), count = to_i64(m, rows->count);
    LLVMValueRef size = vyi_gen_count(m, span->buffer - 1), v = vyi_gen_spread(m, value);
    LLVMTypeRef type = LLVMTypeOf(v);
    v = vyi_gen_overloaded(m, "llvm.x86.avx512.mask.compress", type, &type, 1,
                           ARGS(v, LLVMConstNull(type), m->mask));
    struct where_in row = {.at = first, .spread = LINEAR};
    LLVMValueRef room = umin(m, to_i64(m, rows->end), size);
    LLVMValueRef whole = ule(m, iadd(m, first, i64(m, m->lanes)), room);
    struct fork f = if_begin(m, whole, "whole");
    vyi_gen_likely(m, f.branch);
    aligned(noted(m, span, store(m, v, element_at(m, span, row))), span->bytes);
    if_else(m, &f, "part");
    LLVMValueRef inside = both(m, ule(m, first, size), ule(m, count, isub(m, size, first)));
    struct fork g = if_begin(m, inside, "packed");
    store_masked(m, span, row, v, vyi_gen_first_lanes(m, count));
    if_else(m, &g, "rows");
    vyi_gen_store_span(m, span, w, value);
    if_end(m, &g);
    if_end(m, &f);
}

// ---- elements to values ----
static LLVMValueRef to_value(struct gen *m, uint8_t elem, LLVMValueRef v)
{
    switch (elem) {
    case VY_TYPE_U8:
    case VY_TYPE_U16: return zext(m, v, shaped(v, type_i32(m)));
    case VY_TYPE_I8:
    case VY_TYPE_I16: return sext(m, v, shaped(v, type_i32(m)));
    case VY_TYPE_F16:
    case VY_TYPE_BF16: return vyi_gen_from_half(m, elem, v);
    case VY_TYPE_BOOL: return is_set(m, v);
    default: return v;
    }
}

/// `own`: nobody sees the bits, since whatever is loaded is a float again.
static LLVMValueRef to_memory(struct gen *m, uint8_t elem, LLVMValueRef v, bool own)
{
    LLVMTypeRef t = shaped(v, vyi_gen_memory(m, elem));
    switch (elem) {
    case VY_TYPE_U8:
    case VY_TYPE_I8:
    case VY_TYPE_U16:
    case VY_TYPE_I16: return trunc_to(m, v, t);
    case VY_TYPE_F16:
    case VY_TYPE_BF16: return vyi_gen_to_half(m, elem, v);
    case VY_TYPE_BOOL: return zext(m, v, t);
    default: return own ? v : vyi_gen_canonical(m, elem, v);
    }
}

struct val vyi_gen_as_value(struct gen *m, uint8_t elem, LLVMValueRef v, uint8_t spread)
{
    uint8_t type = vyi_type_value(elem);
    v = to_value(m, elem, v);
    return spread == SAME ? vyi_gen_same(type, v) : vyi_gen_each(m, type, v);
}

// ---- buffers ----
struct val vyi_gen_load_at(struct gen *m, uint32_t buffer, const vyi_ref *refs,
                           const struct val *index, uint32_t rank)
{
    struct span span = vyi_gen_span(m, buffer);
    struct where_in w = vyi_gen_locate(m, buffer, refs, index, rank);
    return vyi_gen_as_value(m, m->p->buffers.at[buffer].elem, vyi_gen_load_span(m, &span, w),
                            w.spread);
}

struct val vyi_gen_load(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(m->p, n, &kids);
    struct val index[VYI_MAX_RANK];
    const vyi_ref *refs = n->op == VYI_OP_LOAD ? kids : NULL; // else it may run for no invocation
    vyi_gen_exprs(m, kids, rank, index);
    if (m->p->buffers.at[n->x].atomic)
        return vyi_gen_atomic_load_at(m, n->x, refs, index, rank, VYI_GEN_RELAXED);
    return vyi_gen_load_at(m, n->x, refs, index, rank);
}

void vyi_gen_store_at(struct gen *m, uint32_t buffer, const vyi_ref *refs, const struct val *index,
                      uint32_t rank, struct val value)
{
    struct span span = vyi_gen_span(m, buffer);
    struct where_in w = vyi_gen_locate(m, buffer, refs, index, rank);
    uint8_t elem = m->p->buffers.at[buffer].elem;
    if (value.spread == LINEAR)
        value = vyi_gen_each(m, value.type, vyi_gen_spread(m, value));
    bool own = m->target->thread_per_item && m->p->buffers.at[buffer].role == VY_ROLE_SHARED;
    value.v = to_memory(m, elem, value.v, own);
    if (rank == 1 && refs && is_packed(m, refs[0]) && span.bytes * m->lanes == 64)
        store_packed(m, &span, w, value);
    else
        vyi_gen_store_span(m, &span, w, value);
}

void vyi_gen_store(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(m->p, n, &kids) - 1;
    const struct vyi_buffer *b = &m->p->buffers.at[n->x];
    struct val index[VYI_MAX_RANK], value;
    if (m->flow && m->flow->lines && m->flow->lines->store == n) {
        LLVMValueRef v = vyi_gen_spread(m, vyi_gen_expr(m, kids[rank]));
        vyi_gen_lines_keep(m, to_memory(m, b->elem, v, false));
        return;
    }
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
