// Lines: a loop of a few passes that does nothing but store neighbours into a streaming buffer, in
// scalar code. What the passes store is kept beside it, and whole lines of the cache then go past
// the caches with one store each.
//
// What breaks the naive version: the first line of a row of elements mostly begins amid one, and
// memory that is soon read again must not leave the cache. So the ordinary loop stands beside it,
// and lines are stored where the address is even, the buffer large, and all elements are inside.
#include "gen/llvm/kernel.h"

enum { LINE = 64, MOST_LINE_BYTES = 256 }; ///< of one loop; its passes are unrolled

/// The store that a body consists of, to another buffer than it reads.
static const struct vyi_node *only_store(const struct gen *m, vyi_ref body)
{
    const vyi_ref *kids;
    const struct vyi_node *n = vyi_at(m->p, body);
    uint32_t count = vyi_kids(m->p, n, &kids);
    const struct vyi_node *store = n->op == VYI_OP_SEQ && count == 1 ? vyi_at(m->p, kids[0]) : n;
    if (store->op != VYI_OP_STORE || store->aux2)
        return NULL;
    const struct vyi_buffer *b = &m->p->buffers.at[store->x];
    if (b->atomic || b->window || b->cache != VYI_CACHE_STREAMING)
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

/// Whether the loop's index is added to the last index of the store, and no other one changes.
static bool is_row(const struct gen *m, vyi_ref loop, const struct vyi_node *store)
{
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(m->p, store, &kids) - 1;
    struct vyi_affine a;
    for (uint32_t axis = 0; axis < rank; axis++)
        if (!vyi_bounds_affine(&m->facts, loop, kids[axis], &a) || a.scale != (axis + 1 == rank))
            return false;
    return rank;
}

bool vyi_gen_lines_begin(struct gen *m, struct lines *l, vyi_ref loop, const struct counted *k)
{
    const vyi_ref *kids;
    bool fits = m->lanes == 1 && !m->target->thread_per_item && !m->mask && !m->flow->slice &&
                !m->flow->lines && m->p->locals.at[k->local].type == VY_TYPE_U32 &&
                LLVMIsAConstantInt(k->left) && LLVMIsAConstantInt(k->step) &&
                LLVMConstIntGetZExtValue(k->step) == 1;
    const struct vyi_node *store = fits ? only_store(m, k->body) : NULL;
    if (!store || !is_row(m, loop, store))
        return false;
    *l = (struct lines){
        .store = store, .span = vyi_gen_span(m, store->x), .from = k->base, .local = k->local};
    uint64_t passes = LLVMConstIntGetZExtValue(k->left);
    if (passes > MOST_LINE_BYTES / l->span.bytes || passes * l->span.bytes % LINE)
        return false;
    l->count = (uint32_t)passes;
    l->kept = aligned(vyi_gen_alloca(m, LLVMArrayType(l->span.type, l->count), "kept"), LINE);

    // Indices of the first element; the last one is so much more, if that does not wrap.
    struct val index[VYI_MAX_RANK];
    uint32_t rank = vyi_kids(m->p, store, &kids) - 1;
    vyi_gen_bind(m, k->local, vyi_gen_same(VY_TYPE_U32, k->base));
    vyi_gen_exprs(m, kids, rank, index);
    struct where_in first = vyi_gen_locate(m, store->x, NULL, index, rank);
    LLVMValueRef size =
        rank == 1 ? vyi_gen_count(m, store->x) : vyi_gen_size(m, store->x, rank - 1);
    LLVMValueRef last = iadd(m, vyi_gen_wide_index(m, index[rank - 1]), i64(m, passes - 1));
    l->at = vyi_gen_address(m, store->x, first);
    LLVMValueRef streams = vyi_gen_streams_to(m, &l->span, l->at, LINE);
    LLVMValueRef inside = both(m, first.ok, ult(m, last, size));
    l->fork = if_begin(m, both(m, inside, streams), "lines");
    m->flow->lines = l;
    return true;
}

void vyi_gen_lines_keep(struct gen *m, LLVMValueRef v)
{
    const struct lines *l = m->flow->lines;
    LLVMValueRef pass = isub(m, vyi_gen_get(m, l->local).v, l->from);
    aligned(store(m, v, gep(m, l->span.type, l->kept, to_i64(m, pass))), l->span.bytes);
}

void vyi_gen_lines_else(struct gen *m, struct lines *l)
{
    uint32_t per_line = LINE / l->span.bytes;
    LLVMTypeRef line = LLVMVectorType(l->span.type, per_line);
    for (uint32_t i = 0; i < l->count; i += per_line) {
        LLVMValueRef v = aligned(load(m, line, gep(m, l->span.type, l->kept, i64(m, i))), LINE);
        vyi_gen_store_past(m, &l->span, v, gep(m, l->span.type, l->at, i64(m, i)), LINE);
    }
    m->flow->lines = NULL;
    if_else(m, &l->fork, "singly");
}
