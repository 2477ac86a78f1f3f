// Scalar code of an `each` whose invocations follow a chain of loads each: a step waits for the one
// before it, so several invocations are run at once, a step of each in turn. One that has done
// takes the next index while the others go on.
//
// What breaks the naive version: all begin together and wait for the longest, so that most steps of
// lines of very different lengths are of one chain alone. And a chain that has no index left must
// not be mistaken for one that has not begun.
#include "gen/llvm/kernel.h"

enum { CHAINS = 4, MOST_LOCALS = 24, MOST_NODES = 80 };

struct chain {
    LLVMBasicBlockRef test, done;
    LLVMValueRef runs, end; ///< allocas: it has an index; where its loop ends
    LLVMValueRef slot[MOST_LOCALS];
};

struct chains {
    const struct counted *each;
    const vyi_ref *list; ///< the statements of the body
    uint32_t count, at;  ///< which of them is the loop
    vyi_ref loop;
    uint32_t local[MOST_LOCALS], locals; ///< that the body gives values
    struct chain chain[CHAINS];
    LLVMValueRef next, running; ///< allocas: the number of the next index, chains that have one
    LLVMBasicBlockRef leave;
};

// ---- what is a chain ----
static bool is_plain(const struct gen *m, const struct vyi_node *n)
{
    switch (n->op) {
    case VYI_OP_SEQ:
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_IF:
    case VYI_OP_LOCAL:
    case VYI_OP_LITERAL:
    case VYI_OP_PARAM:
    case VYI_OP_CONST:
    case VYI_OP_LEN:
    case VYI_OP_CAST:
    case VYI_OP_SELECT:
    case VYI_OP_LAND:
    case VYI_OP_LOR: return true;
    case VYI_OP_LOAD:
    case VYI_OP_STORE: return !m->p->buffers.at[n->x].atomic;
    default: return vyi_op_info(n->op)->kind == VYI_KIND_OP;
    }
}

static bool add_local(struct chains *s, uint32_t local)
{
    if (s->locals == MOST_LOCALS)
        return false;
    s->local[s->locals++] = local;
    return true;
}

/// Plain statements around one loop that counts by one, to an end of each invocation's own.
static bool find(const struct gen *m, struct chains *s, vyi_ref body)
{
    const struct vyi_node *n = vyi_at(m->p, body);
    uint32_t loops = 0, nodes = 0;
    if (n->op != VYI_OP_SEQ || !add_local(s, s->each->local))
        return false;
    s->list = m->p->extra.at + n->list;
    s->count = n->x;
    for (uint32_t i = 0; i < s->count; i++)
        if (vyi_at(m->p, s->list[i])->op == VYI_OP_FOR) {
            s->loop = s->list[s->at = i];
            loops++;
        }
    for (VYI_VISIT(v, m->p, body)) {
        bool is_loop = v->n->op == VYI_OP_FOR && v->ref.i == s->loop.i;
        if (++nodes > MOST_NODES || !(is_loop || is_plain(m, v->n)))
            return false;
        if ((is_loop || v->n->op == VYI_OP_DEFINE) && !add_local(s, v->n->x))
            return false;
    }
    if (loops != 1)
        return false;
    const struct vyi_node *loop = vyi_at(m->p, s->loop);
    const vyi_ref *kids = m->p->extra.at + loop->list;
    return !kids[2].i && m->facts.levels.node[kids[1].i] > VYI_UNIFORM_WORKGROUP &&
           vyi_follows(&m->facts, kids[3]);
}

// ---- one chain ----
static void switch_to(struct gen *m, const struct chains *s, const struct chain *c)
{
    for (uint32_t i = 0; i < s->locals; i++) {
        struct place *p = &m->shape->places[s->local[i]];
        p->slot = c->slot[i];
        p->bound.v = NULL;
    }
}

static void keep_slots(const struct gen *m, const struct chains *s, struct chain *c)
{
    for (uint32_t i = 0; i < s->locals; i++)
        c->slot[i] = m->shape->places[s->local[i]].slot;
}

static void statements(struct gen *m, const struct chains *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to && !m->status; i++)
        vyi_gen_sequence(m, s->list[i]);
}

static void set_number(struct gen *m, uint32_t local, LLVMValueRef v)
{
    vyi_gen_set(m, local, vyi_gen_same(m->p->locals.at[local].type, v), true);
}

/// After its loop, then up to the loop of the next index. Goes to the test of the same chain, or
/// where there is no index left, of the next one.
static void refill(struct gen *m, struct chains *s, struct chain *c, struct hoist *h,
                   LLVMBasicBlockRef next)
{
    const struct vyi_node *n = vyi_at(m->p, s->loop);
    const vyi_ref *kids = m->p->extra.at + n->list;
    uint8_t type = m->p->locals.at[n->x].type;
    LLVMBasicBlockRef none = new_block(m, "none");
    enter(m, c->done);
    struct fork f = if_begin(m, get(m, c->runs), "after");
    statements(m, s, s->at + 1, s->count);
    store(m, i1(m, false), c->runs);
    add_to(m, s->running, i32(m, UINT32_MAX));
    if_end(m, &f);
    m->target->poll(m, i32(m, 1));
    LLVMValueRef number = get(m, s->next), base = s->each->base;
    leave_unless(m, ult(m, number, s->each->left), none, "take");
    store(m, iadd(m, number, i64(m, 1)), s->next);
    set_number(m, s->each->local, iadd(m, base, trunc_to(m, number, LLVMTypeOf(base))));
    statements(m, s, 0, s->at);
    LLVMValueRef from = vyi_gen_expr(m, kids[0]).v, to = vyi_gen_expr(m, kids[1]).v;
    LLVMValueRef end = iadd(m, from, vyi_gen_distance(m, type, from, to));
    store(m, end, c->end);
    *h = (struct hoist){.outer = m->hoist};
    if (vyi_gen_hoist(m, h, s->loop, kids[3], n->x, to)) {
        f = if_begin(m, inot(m, h->ok), "checked");
        vyi_gen_unlikely(m, f.branch);
        struct counted k = {.local = n->x,
                            .body = kids[3],
                            .base = from,
                            .left = to_i64(m, isub(m, end, from)),
                            .step = i64(m, 1)};
        vyi_gen_counted(m, &k);
        statements(m, s, s->at + 1, s->count);
        br(m, c->done);
        enter(m, f.on);
    }
    set_number(m, n->x, from);
    store(m, i1(m, true), c->runs);
    add_to(m, s->running, i32(m, 1));
    br(m, c->test);
    enter(m, none);
    set_number(m, n->x, get(m, c->end));
    br_if(m, is_set(m, get(m, s->running)), next, s->leave);
}

/// One pass of the loop, then on to the next chain.
static void pass(struct gen *m, struct chains *s, struct chain *c, const struct hoist *h,
                 LLVMBasicBlockRef next)
{
    const struct vyi_node *n = vyi_at(m->p, s->loop);
    const struct hoist *outer = m->hoist;
    enter(m, c->test);
    if (c == s->chain)
        m->target->poll(m, i32(m, CHAINS));
    LLVMBasicBlockRef on = new_block(m, "step");
    LLVMValueRef index = vyi_gen_get(m, n->x).v;
    vyi_gen_unlikely(m, br_if(m, ieq(m, index, get(m, c->end)), c->done, on));
    enter(m, on);
    m->hoist = h;
    vyi_gen_sequence(m, (m->p->extra.at + n->list)[3]);
    m->hoist = outer;
    set_number(m, n->x, iadd(m, vyi_gen_get(m, n->x).v, number_like(index, 1)));
    br(m, next);
}

// ---- all of them ----
bool vyi_cpu_chains(struct gen *m, const struct counted *each)
{
    struct chains s = {.each = each};
    struct hoist h;
    if (m->lanes > 1 || m->flow->copies || m->flow->slice || !m->request->level ||
        m->phases->returns || !find(m, &s, each->body))
        return false;
    const struct vyi_node *loop = vyi_at(m->p, s.loop);
    for (uint32_t i = 0; i < s.locals; i++)
        m->shape->places[s.local[i]].unbound = true;
    s.next = variable(m, i64(m, 0), "next");
    s.running = variable(m, i32(m, 0), "running");
    s.leave = new_block(m, "chains.done");
    for (uint32_t i = 0; i < CHAINS; i++) {
        struct chain *c = &s.chain[i];
        c->runs = variable(m, i1(m, false), "runs");
        c->test = new_block(m, "test");
        c->done = new_block(m, "chain.done");
        switch_to(m, &s, c);
        LLVMValueRef zero = LLVMConstNull(vyi_gen_type(m, m->p->locals.at[loop->x].type));
        c->end = variable(m, zero, "end");
        set_number(m, loop->x, zero);
        keep_slots(m, &s, c);
    }
    br(m, s.chain[0].test);
    m->flow->copies++;
    for (uint32_t i = 0; i < CHAINS; i++) {
        struct chain *c = &s.chain[i];
        LLVMBasicBlockRef next = s.chain[(i + 1) % CHAINS].test;
        switch_to(m, &s, c);
        refill(m, &s, c, &h, next);
        keep_slots(m, &s, c);
        switch_to(m, &s, c);
        pass(m, &s, c, &h, next);
    }
    m->flow->copies--;
    for (uint32_t i = 0; i < s.locals; i++) {
        m->shape->places[s.local[i]].unbound = false;
        m->shape->places[s.local[i]].bound.v = NULL;
    }
    enter(m, s.leave);
    return true;
}
