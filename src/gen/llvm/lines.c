// Lines: a loop of a few passes that does nothing but store neighbours. What the passes store is
// kept beside it. In scalar code whole lines of the cache then go past the caches with one store
// each, where the buffer is a streaming one. In vectors each lane has a row of its own: the kept
// vectors are transposed in registers, and each row is stored with one or a few instructions where
// a scatter would store element by element.
//
// What breaks the naive version: the first line of a row of elements mostly begins amid one, and
// memory that is soon read again must not leave the cache. So the ordinary loop stands beside it,
// and lines go past the caches where the address is even and the buffer large. Rows of some lanes
// may be outside, or their lanes may not run: then the ordinary loop does it all.
#include "gen/llvm/kernel.h"

#include <string.h>

enum { LINE = 64, MOST_LINE_BYTES = 256 }; ///< of one loop; its passes are unrolled

/// The store that a body consists of, but for lets, to another buffer than it reads.
static const struct vyi_node *only_store(const struct gen *m, vyi_ref body)
{
    const vyi_ref *kids;
    const struct vyi_node *n = vyi_at(m->p, body), *store = n;
    if (n->op == VYI_OP_SEQ)
        for (uint32_t i = 0, count = vyi_kids(m->p, n, &kids); i < count; i++) {
            store = vyi_at(m->p, kids[i]);
            bool let =
                store->op == VYI_OP_DEFINE && m->p->locals.at[store->x].kind == VYI_LOCAL_LET;
            if (!let && i + 1 < count)
                return NULL;
        }
    if (store->op != VYI_OP_STORE || store->aux2)
        return NULL;
    const struct vyi_buffer *b = &m->p->buffers.at[store->x];
    if (b->atomic || b->window || (m->lanes == 1 && b->cache != VYI_CACHE_STREAMING))
        return NULL;
    for (VYI_VISIT(v, m->p, body)) {
        const struct vyi_op_info *info = vyi_op_info(v->n->op);
        bool reads = info->imm == VYI_IMM_BUFFER && info->flags & VYI_FLAG_READS;
        bool atomic = reads && m->p->buffers.at[v->n->x].atomic;
        bool own = reads && v->n->x == store->x;
        bool more = info->flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE);
        if (v->n != store && (more || atomic || own))
            return NULL;
    }
    return store;
}

/// Whether the loop's index is added to the last index of the store, and no other one changes. They
/// are computed in front of the loop, where its lets are not known.
static bool is_row(const struct gen *m, vyi_ref loop, vyi_ref body, const struct vyi_node *store)
{
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(m->p, store, &kids) - 1;
    struct vyi_affine a;
    for (uint32_t axis = 0; axis < rank; axis++) {
        if (!vyi_bounds_affine(&m->facts, loop, kids[axis], &a) || a.scale != (axis + 1 == rank))
            return false;
        for (VYI_VISIT(v, m->p, kids[axis]))
            if (v->n->op == VYI_OP_LOCAL && vyi_defines_local(m->p, body, v->n->x))
                return false;
    }
    return rank;
}

/// What the loop is like, apart from its body.
static bool is_short(const struct gen *m, const struct lines *l, const struct counted *k)
{
    if (!LLVMIsAConstantInt(k->left) || !LLVMIsAConstantInt(k->step) || k->linear ||
        LLVMConstIntGetZExtValue(k->step) != 1)
        return false;
    uint64_t passes = LLVMConstIntGetZExtValue(k->left);
    if (passes > MOST_LINE_BYTES / l->span.bytes)
        return false;
    return m->lanes == 1 ? passes * l->span.bytes % LINE == 0
                         : passes > 1 && !(passes & (passes - 1));
}

/// Where the lanes' rows begin: the first one, and how much further each next one is, or positions
/// that differ in other ways.
static void find_rows(struct gen *m, struct lines *l, const struct val *index, uint32_t rank,
                      struct where_in w)
{
    struct val first[VYI_MAX_RANK];
    uint32_t linear = 0;
    l->positions = w.at;
    for (uint32_t axis = 0; axis < rank; axis++) {
        first[axis] = index[axis];
        first[axis].spread = SAME;
        linear += index[axis].spread == LINEAR ? 1 : index[axis].spread == EACH ? 2 : 0;
    }
    if (linear != 1)
        return;
    l->at = vyi_gen_address(m, l->store->x, vyi_gen_locate(m, l->store->x, NULL, first, rank));
    l->apart = i64(m, 1);
    for (uint32_t axis = rank; axis-- && index[axis].spread != LINEAR;)
        l->apart = imul(m, l->apart, vyi_gen_size(m, l->store->x, axis));
}

bool vyi_gen_lines_begin(struct gen *m, struct lines *l, vyi_ref loop, const struct counted *k)
{
    const vyi_ref *kids;
    bool fits = !m->target->thread_per_item && (m->lanes > 1 || !m->mask) && !m->flow->slice &&
                !m->flow->lines && m->p->locals.at[k->local].type == VY_TYPE_U32;
    const struct vyi_node *store = fits ? only_store(m, k->body) : NULL;
    if (!store || !is_row(m, loop, k->body, store))
        return false;
    *l = (struct lines){.store = store,
                        .span = vyi_gen_span(m, store->x),
                        .from = k->base,
                        .mask = m->mask,
                        .local = k->local};
    if (!is_short(m, l, k))
        return false;
    l->count = (uint32_t)LLVMConstIntGetZExtValue(k->left);

    // Indices of the first element; the last one is so much more, if that does not wrap.
    struct val index[VYI_MAX_RANK], last;
    uint32_t rank = vyi_kids(m->p, store, &kids) - 1;
    vyi_gen_bind(m, k->local, vyi_gen_same(VY_TYPE_U32, k->base));
    vyi_gen_exprs(m, kids, rank, index);
    struct where_in first = vyi_gen_locate(m, store->x, NULL, index, rank);
    if (m->lanes > 1 && first.spread != EACH)
        return false;
    LLVMValueRef size =
        rank == 1 ? vyi_gen_count(m, store->x) : vyi_gen_size(m, store->x, rank - 1);
    last = index[rank - 1];
    LLVMValueRef ends;
    if (last.spread == SAME) {
        ends = ult(m, iadd(m, vyi_gen_wide_index(m, last), i64(m, l->count - 1)), size);
        ends = m->lanes == 1 ? ends : vyi_gen_splat(m, ends);
    } else { // of less than 2^31 elements, and the first one is inside: this does not wrap
        LLVMValueRef to = vyi_gen_spread(m, last);
        ends = ult(m, iadd(m, to, repeated(to, i32(m, l->count - 1))),
                   vyi_gen_splat(m, to_i32(m, size)));
    }
    LLVMValueRef ok = both(m, first.ok, ends);
    l->type = vyi_gen_wide(m, l->span.type);
    l->kept = aligned(vyi_gen_alloca(m, LLVMArrayType(l->type, l->count), "kept"), LINE);
    if (m->lanes == 1) {
        l->at = vyi_gen_address(m, store->x, first);
        LLVMValueRef address = ptrtoint(m, l->at, type_i64(m));
        ok = both(m, ok, vyi_gen_streams_to(m, &l->span, address, LINE));
    } else {
        find_rows(m, l, index, rank, first);
        ok = vyi_gen_all(m, both(m, ok, m->mask));
        m->mask = NULL;
    }
    l->fork = if_begin(m, ok, "lines");
    m->flow->lines = l;
    return true;
}

void vyi_gen_lines_keep(struct gen *m, LLVMValueRef v)
{
    const struct lines *l = m->flow->lines;
    LLVMValueRef pass = isub(m, vyi_gen_get(m, l->local).v, l->from);
    aligned(store(m, v, gep(m, l->type, l->kept, to_i64(m, pass))), l->span.bytes);
}

static void store_lines(struct gen *m, const struct lines *l)
{
    uint32_t per_line = LINE / l->span.bytes;
    LLVMTypeRef line = LLVMVectorType(l->span.type, per_line);
    for (uint32_t i = 0; i < l->count; i += per_line) {
        LLVMValueRef v = aligned(load(m, line, gep(m, l->span.type, l->kept, i64(m, i))), LINE);
        vyi_gen_store_past(m, &l->span, v, gep(m, l->span.type, l->at, i64(m, i)), LINE);
    }
}

// ---- rows of lanes ----
/// `count` of the elements of one or two vectors: those at from, from + 1, … or, two at a time, one
/// of each vector.
static LLVMValueRef pick(struct gen *m, LLVMValueRef a, LLVMValueRef b, uint32_t from,
                         uint32_t count)
{
    LLVMValueRef lanes[MOST_LANES];
    for (uint32_t i = 0; i < count; i++)
        lanes[i] = i32(m, b ? from + i / 2 + i % 2 * m->lanes : from + i);
    b = b ? b : LLVMGetPoison(LLVMTypeOf(a));
    return LLVMBuildShuffleVector(m->b, a, b, LLVMConstVector(lanes, count), "");
}

/// `count` vectors become rows of so many elements, one of each lane: merging the first half with
/// the second, element by element, moves the uppermost bit of an element's place to its end, and
/// this is done for each bit of the vector's number.
static void transpose(struct gen *m, LLVMValueRef *v, uint32_t count)
{
    LLVMValueRef to[MOST_LANES];
    for (uint32_t done = 1; done < count; done *= 2) {
        for (uint32_t i = 0; i < count; i++)
            to[i] = pick(m, v[i / 2], v[i / 2 + count / 2], i % 2 * m->lanes / 2, m->lanes);
        memcpy(v, to, count * sizeof *v);
    }
}

static LLVMValueRef row_of(struct gen *m, const struct lines *l, uint32_t lane)
{
    if (l->apart)
        return gep(m, l->span.type, l->at, imul(m, l->apart, i64(m, lane)));
    LLVMValueRef at = sext(m, extract(m, l->positions, i32(m, lane)), type_i64(m));
    return gep(m, l->span.type, l->span.base, at);
}

static void store_rows(struct gen *m, const struct lines *l)
{
    LLVMValueRef v[MOST_LANES], any = NULL;
    uint32_t count = l->count < m->lanes ? l->count : m->lanes, bytes = count * l->span.bytes;
    struct fork f = {0};
    bool streams = l->span.streaming && bytes == LINE;
    for (uint32_t lane = 0; streams && lane < m->lanes; lane++) {
        LLVMValueRef bits = ptrtoint(m, row_of(m, l, lane), type_i64(m));
        any = any ? ior(m, any, bits) : bits;
    }
    if (streams)
        f = if_begin(m, vyi_gen_streams_to(m, &l->span, any, LINE), "stream");
    for (uint32_t way = 0; way <= streams; way++) {
        for (uint32_t first = 0; first < l->count; first += count) {
            for (uint32_t i = 0; i < count; i++)
                v[i] = aligned(load(m, l->type, gep(m, l->type, l->kept, i64(m, first + i))),
                               l->span.bytes);
            transpose(m, v, count);
            for (uint32_t lane = 0; lane < m->lanes; lane++) {
                uint32_t place = lane * count;
                LLVMValueRef at = gep(m, l->span.type, row_of(m, l, lane), i64(m, first));
                LLVMValueRef row = pick(m, v[place / m->lanes], NULL, place % m->lanes, count);
                if (streams && !way)
                    vyi_gen_store_past(m, &l->span, row, at, LINE);
                else
                    vyi_gen_store_beside(m, &l->span, row, at);
            }
        }
        if (streams && !way)
            if_else(m, &f, "store");
    }
    if (streams)
        if_end(m, &f);
}

void vyi_gen_lines_else(struct gen *m, struct lines *l)
{
    m->mask = NULL;
    if (m->lanes == 1)
        store_lines(m, l);
    else
        store_rows(m, l);
    m->flow->lines = NULL;
    m->mask = l->mask;
    if_else(m, &l->fork, "singly");
}
