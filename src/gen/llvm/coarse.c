// How many neighbouring invocations a GPU's thread runs at once. A program that streams through
// memory is as fast as its accesses are wide: 4 bytes a thread reach two thirds of what 16 reach.
// So a thread takes 16 bytes' worth of neighbours, as vectors of the lowering (emit.h).
//
// Only where lanes stay together: no loop but `each`, no access but to neighbours or to one place
// for all, no branch but a guard of the range. What breaks the naive version, which counts widths
// alone, is a gather or a divergent branch: lanes of a thread go one after the other there, where
// threads would go at once.
#include "gen/llvm/flow.h"
#include "gen/llvm/gpu.h"

enum { STREAM_BYTES = 16, MOST_COARSE = 16 };

struct look {
    struct gen *m;
    uint32_t widest;
    bool streams, plain;
};

static void access(struct look *l, const struct vyi_node *n, const vyi_ref *kids)
{
    const struct vyi_buffer *b = &l->m->p->buffers.at[n->x];
    enum vyi_relation relation = vyi_relation_of_element(l->m->facts, kids, b->rank);
    bool consecutive = relation == VYI_RELATION_CONSECUTIVE;
    uint32_t bytes = vyi_type_bytes(b->elem);
    if (b->atomic || relation > VYI_RELATION_CONSECUTIVE || (n->op == VYI_OP_STORE && !consecutive))
        l->plain = false;
    if (consecutive) {
        l->streams = true;
        l->widest = l->widest > bytes ? l->widest : bytes;
    }
}

/// `i < n`, a run of neighbours below one bound: whole vectors but for the last one.
static bool is_guard(const struct look *l, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(l->m->p, r);
    if (l->m->levels.node[r.i] <= VYI_UNIFORM_WORKGROUP)
        return true;
    return n->op == VYI_OP_LT && vyi_relation(l->m->facts, n->kid[0]) == VYI_RELATION_CONSECUTIVE &&
           vyi_relation(l->m->facts, n->kid[1]) == VYI_RELATION_SAME;
}

static bool is_known(uint8_t op)
{
    switch (op) {
    case VYI_OP_LITERAL:
    case VYI_OP_LOCAL:
    case VYI_OP_PARAM:
    case VYI_OP_CONST:
    case VYI_OP_ID:
    case VYI_OP_LEN:
    case VYI_OP_CAST:
    case VYI_OP_LOAD:
    case VYI_OP_SEQ:
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_STORE:
    case VYI_OP_IF:
    case VYI_OP_EACH:
    case VYI_OP_AGAIN:
    case VYI_OP_REGION: return true;
    default: return vyi_op_info(op)->kind == VYI_KIND_OP;
    }
}

static void walk(struct look *l, vyi_ref r)
{
    const vy_program *p = l->m->p;
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    if (!r.i || !l->plain)
        return;
    bool meets = l->m->phases->grid_sync[r.i]; // the grid's own control flow, of no lane
    bool lazy = vyi_op_info(n->op)->flags & VYI_FLAG_LAZY;
    bool alike = l->m->levels.node[r.i] <= VYI_UNIFORM_WORKGROUP;
    l->plain = is_known(n->op) || (lazy && alike) || (meets && n->op != VYI_OP_SCOPE_LOAD);
    if (n->op == VYI_OP_LOAD || n->op == VYI_OP_STORE)
        access(l, n, kids);
    else if (n->op == VYI_OP_IF && !meets)
        l->plain = !n->kid[2].i && is_guard(l, n->kid[0]);
    else if (n->op == VYI_OP_EACH)
        l->plain = count == 3 && l->m->levels.node[kids[0].i] <= VYI_UNIFORM_WORKGROUP &&
                   l->m->levels.node[kids[1].i] <= VYI_UNIFORM_WORKGROUP;
    for (uint32_t i = 0; i < count; i++)
        walk(l, kids[i]);
}

/// Whether a thread has to remember anything of an invocation from one phase to the next.
static bool remembers(const struct gen *m)
{
    for (uint32_t i = 0; i < m->p->locals.count; i++) {
        uint8_t where = m->shape->places[i].life->place;
        if (where != VYI_PLACE_NONE && where != VYI_PLACE_PHASE && where != VYI_PLACE_GRID)
            return true;
    }
    return false;
}

vy_status vyi_gpu_choose_each(struct gen *m)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    struct look l = {.m = m, .plain = true};
    g->each = 1;
    if (!g->teams.flat || m->phases->returns || remembers(m) || m->request->wide ||
        m->p->grid_rank > 1 || s->workgroup[1] * s->workgroup[2] != 1 || !m->request->level)
        return VY_OK;
    walk(&l, m->p->body);
    uint32_t each = l.streams && l.plain ? STREAM_BYTES / l.widest : 1;
    if (each > 1 && each <= MOST_COARSE && m->phases->policy.volume % each == 0)
        g->each = each;
    return VY_OK;
}

// ---- emitting them ----
void vyi_gpu_forget_places(struct gen *m)
{
    for (uint32_t i = 0; i < m->p->locals.count; i++) {
        m->shape->places[i].bound.v = NULL;
        // A vector's, then one invocation's.
        if (m->shape->gpu->each > 1 && m->shape->places[i].life->place == VYI_PLACE_PHASE)
            m->shape->places[i].slot = NULL;
    }
}

/// Whether the addresses of all buffers are those of vectors.
static LLVMValueRef all_even(struct gen *m)
{
    LLVMValueRef bits = vyi_gen_int(m, 64, 0);
    for (uint32_t i = 0; i < m->p->buffers.count; i++) {
        LLVMValueRef at = m->target->buffer(m, i);
        bits = LLVMBuildOr(m->b, bits, LLVMBuildPtrToInt(m->b, at, type_i64(m), ""), "");
    }
    bits = LLVMBuildAnd(m->b, bits, vyi_gen_int(m, 64, STREAM_BYTES - 1), "");
    return LLVMBuildICmp(m->b, LLVMIntEQ, bits, vyi_gen_int(m, 64, 0), "even");
}

/// Whether an expression or statement is the same in all lanes but for the locals that it defines.
static bool stands_alone(const struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    if (n->op == VYI_OP_ID && m->levels.node[r.i] > VYI_UNIFORM_WORKGROUP)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && !stands_alone(m, kids[i]))
            return false;
    return true;
}

/// Whether a phase is one `each` and nothing else, whose body knows nothing but the index: then
/// lanes of a vector are passes of a loop as well.
static bool only_streams(const struct gen *m, const vyi_ref *list, uint32_t count)
{
    const struct vyi_node *n = count == 1 ? vyi_at(m->p, list[0]) : NULL;
    const vyi_ref *kids;
    if (!n || n->op != VYI_OP_EACH || vyi_kids(m->p, n, &kids) != 3)
        return false;
    return vyi_gen_streams(m, kids[2]) && stands_alone(m, kids[2]);
}

/// Several invocations as vectors, or one after the other where vectors would not be aligned.
void vyi_gpu_several_items(struct gen *m, const struct vyi_phase *phase)
{
    const vyi_ref *list = vyi_phase_list(m->phases, phase);
    uint32_t count = phase->count;
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    m->lanes = g->each;
    if (only_streams(m, list, count)) { // a loop sees to both, which is less code
        g->even = all_even(m);
        vyi_gen_statements(m, list, count);
        g->even = NULL;
        m->lanes = 1;
        vyi_gpu_forget_places(m);
        return;
    }
    LLVMBasicBlockRef wide_ = vyi_gen_block(m, "vector"), one = vyi_gen_block(m, "one"),
                      head = vyi_gen_block(m, "one.by.one"), done = vyi_gen_block(m, "done");
    LLVMBuildCondBr(m->b, all_even(m), wide_, one);
    vyi_gen_enter(m, wide_);
    vyi_gen_statements(m, list, count);
    m->lanes = 1;
    LLVMBuildBr(m->b, done);
    vyi_gpu_forget_places(m);
    vyi_gen_enter(m, one);
    LLVMValueRef item = s->item, number = g->number, zero = vyi_gen_int(m, 32, 0);
    LLVMValueRef at = vyi_gen_alloca(m, type_i32(m), "one");
    LLVMBuildStore(m->b, zero, at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef k = LLVMBuildLoad2(m->b, type_i32(m), at, "");
    s->item = LLVMBuildAdd(m->b, item, k, "");
    g->number = LLVMBuildAdd(m->b, number, k, "");
    vyi_gen_statements(m, list, count);
    k = LLVMBuildAdd(m->b, LLVMBuildLoad2(m->b, type_i32(m), at, ""), vyi_gen_int(m, 32, 1), "");
    LLVMBuildStore(m->b, k, at);
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntULT, k, vyi_gen_int(m, 32, g->each), "");
    LLVMBuildCondBr(m->b, more, head, done);
    vyi_gen_enter(m, done);
    s->item = item;
    g->number = number;
    vyi_gpu_forget_places(m);
}
