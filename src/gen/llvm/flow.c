// Statements of a phase.
//
// Where all lanes of a vector agree, control flow is branches. Where they do not, both sides run
// with a mask, and a lane that leaves early (break, continue, leave, return, a failed assert) goes
// into `gone` until the place it left for is reached: after every statement that may hold such an
// exit, the mask is what it was before less `gone`. The naive version keeps the mask of the
// enclosing statement and revives lanes that have left it.
#include "gen/llvm/kernel.h"
#include "plan/work.h"

static enum ends statement(struct gen *m, vyi_ref r);

// ---- masks ----
LLVMValueRef vyi_gen_new_mask(struct gen *m, const char *name)
{
    return variable(m, LLVMConstNull(vyi_gen_mask_type(m)), name);
}

static void add_lanes(struct gen *m, LLVMValueRef to, LLVMValueRef lanes)
{
    store(m, ior(m, get(m, to), lanes), to);
}

LLVMValueRef vyi_gen_remaining(struct gen *m, LLVMValueRef before)
{
    return both(m, before, inot(m, get(m, m->flow->gone)));
}

bool vyi_gen_separates(const struct gen *m, vyi_ref root)
{
    if (m->lanes == 1)
        return false;
    for (VYI_VISIT_STMTS(v, m->p, root)) {
        uint8_t op = v->n->op;
        if (op == VYI_OP_ASSERT || (vyi_op_info(op)->flags & VYI_FLAG_EXIT &&
                                    m->facts.levels.node[v->ref.i] > VYI_UNIFORM_WORKGROUP))
            return true;
    }
    return false;
}

bool vyi_gen_worth_copying(const struct gen *m, vyi_ref root)
{
    uint32_t nodes = 0;
    if (m->p->nodes.count >= COPY_PROGRAM)
        return false;
    for (VYI_VISIT(v, m->p, root))
        if (++nodes == COPY_NODES)
            return false;
    return true;
}

/// Whether skipping it where no lane runs could matter at all.
static bool worth_a_branch(const struct gen *m, vyi_ref root)
{
    for (VYI_VISIT(v, m->p, root)) {
        uint8_t op = v->n->op;
        const struct vyi_op_info *info = vyi_op_info(op);
        bool cheap = info->kind == VYI_KIND_OP || info->form == VYI_FORM_LEAF ||
                     (info->flags & VYI_FLAG_EXIT) || op == VYI_OP_SEQ || op == VYI_OP_SET ||
                     op == VYI_OP_DEFINE || op == VYI_OP_CAST || op == VYI_OP_SELECT;
        if (!cheap || op == VYI_OP_AGAIN)
            return true;
    }
    return false;
}

// ---- lists ----
static enum ends list(struct gen *m, const vyi_ref *at, uint32_t count)
{
    enum ends ends = ON;
    for (uint32_t i = 0; i < count && ends == ON && !m->status; i++)
        ends = statement(m, at[i]);
    return ends;
}

enum ends vyi_gen_sequence(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    if (!r.i)
        return ON;
    return n->op == VYI_OP_SEQ ? list(m, m->p->extra.at + n->list, n->x) : statement(m, r);
}

void vyi_gen_body(struct gen *m, vyi_ref r, LLVMBasicBlockRef next)
{
    if (vyi_gen_sequence(m, r) != ENDED)
        br(m, next);
    enter(m, next);
}

// ---- exits ----
static enum ends leave_lanes(struct gen *m, LLVMValueRef to)
{
    LLVMValueRef lanes = vyi_gen_mask_now(m);
    add_lanes(m, to, lanes);
    add_lanes(m, m->flow->gone, lanes);
    return EMPTY;
}

static enum ends leave_all(struct gen *m, LLVMBasicBlockRef to)
{
    br(m, to);
    return ENDED;
}

static enum ends exit_to(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    struct construct *c = m->flow->inner;
    bool together = m->lanes == 1 || m->facts.levels.node[r.i] <= VYI_UNIFORM_WORKGROUP;
    if (n->op == VYI_OP_RETURN) {
        if (!together)
            return leave_lanes(m, m->flow->dead);
        if (m->flow->dead)
            add_lanes(m, m->flow->dead, vyi_gen_mask_now(m));
        return leave_all(m, m->flow->end);
    }
    while (c && (n->op == VYI_OP_LEAVE ? c->loop || c->label != n->x : !c->loop))
        c = c->outer;
    bool skips = n->op == VYI_OP_CONTINUE;
    if (together)
        return leave_all(m, skips ? c->next : c->leave);
    return leave_lanes(m, skips ? c->skipped : c->left);
}

// ---- if ----
/// One side of a divergent if, with its mask; branched around where no lane takes it.
static void masked_side(struct gen *m, vyi_ref side, LLVMValueRef mask)
{
    LLVMBasicBlockRef on = new_block(m, "on");
    if (worth_a_branch(m, side))
        leave_unless(m, vyi_gen_any(m, mask), on, "some");
    m->mask = mask;
    vyi_gen_body(m, side, on);
}

/// Where it often holds for all lanes, and the body is small: a copy without a mask for that.
static void whole_or_masked(struct gen *m, vyi_ref side, LLVMValueRef mask)
{
    LLVMBasicBlockRef part = new_block(m, "part"), done = new_block(m, "done");
    enter_unless(m, vyi_gen_all(m, mask), part, "whole");
    m->flow->copies++;
    m->mask = NULL;
    vyi_gen_body(m, side, done);
    enter(m, part);
    masked_side(m, side, mask);
    m->flow->copies--;
    br_enter(m, done);
}

/// An if whose condition all lanes share; ends in the block of the other side.
static enum ends shared_side(struct gen *m, const struct vyi_node *n, LLVMValueRef condition,
                             LLVMBasicBlockRef done)
{
    LLVMBasicBlockRef other = new_block(m, "else");
    LLVMValueRef before = m->mask;
    enter_unless(m, condition, other, "then");
    enum ends ends = vyi_gen_sequence(m, n->kid[1]);
    if (ends != ENDED)
        br(m, done);
    m->mask = before;
    enter(m, other);
    return ends;
}

static void lanes_side(struct gen *m, const struct vyi_node *n, LLVMValueRef condition)
{
    LLVMValueRef before = m->mask, yes = both(m, before, condition);
    if (vyi_gen_singly(m, n->kid[1], n->kid[0], yes))
        ;
    else if (!before && !n->kid[2].i && !m->flow->copies && worth_a_branch(m, n->kid[1]) &&
             vyi_gen_worth_copying(m, n->kid[1]))
        whole_or_masked(m, n->kid[1], yes);
    else
        masked_side(m, n->kid[1], yes);
    m->mask = n->kid[2].i ? both(m, before, inot(m, condition)) : before;
}

/// An if, and the chain of else-ifs that hangs on it: that may be longer than any stack.
static enum ends either(struct gen *m, vyi_ref r)
{
    LLVMBasicBlockRef done = new_block(m, "done");
    LLVMValueRef before = m->mask;
    bool parts = vyi_gen_separates(m, r), goes_on = false, ends_all = true, differs = false;
    const struct vyi_node *n = vyi_at(m->p, r);
    for (;;) {
        struct val c = vyi_gen_expr(m, n->kid[0]);
        differs = c.spread != SAME;
        if (!differs) {
            enum ends ends = shared_side(m, n, c.v, done);
            goes_on |= ends == ON;
            ends_all &= ends == ENDED;
        } else {
            lanes_side(m, n, c.v);
            goes_on = true;
            ends_all = false;
        }
        vyi_ref next = vyi_else_if(m->p, n->kid[2]);
        if (!next.i || (m->flow->slice &&
                        m->facts.levels.node[vyi_at(m->p, next)->kid[0].i] != VYI_UNIFORM_GRID))
            break;
        n = vyi_at(m->p, next);
    }
    enum ends last = ON;
    if (n->kid[2].i && !(differs && vyi_gen_singly(m, n->kid[2], (vyi_ref){0}, m->mask)))
        last = vyi_gen_sequence(m, n->kid[2]);
    if (last != ENDED)
        br(m, done);
    enter(m, done);
    m->mask = before;
    if (ends_all && last == ENDED) {
        LLVMBuildUnreachable(m->b);
        return ENDED;
    }
    if (parts)
        m->mask = vyi_gen_remaining(m, before);
    return goes_on || last == ON ? ON : EMPTY;
}

// ---- messages ----
struct message {
    uint32_t site, count;
    bool fails;
    struct val args[VYI_MAX_ARGS];
    LLVMValueRef memory;
};

static void say(struct gen *m, LLVMValueRef lane, void *user)
{
    struct message *s = user;
    for (uint32_t i = 0; i < s->count; i++) {
        uint8_t type = s->args[i].type;
        LLVMValueRef v = vyi_gen_canonical(m, type, vyi_gen_lane(m, s->args[i], lane));
        store(m, to_bits(m, type, v), vyi_gen_field(m, s->memory, 8 * (uint64_t)i));
    }
    if (s->fails)
        m->target->fail(m, s->site, vyi_gen_lane(m, vyi_gen_invocation(m), lane), s->memory);
    else
        m->target->print(m, s->site, s->memory);
}

static void message(struct gen *m, vyi_ref r, bool fails)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    // In the normal form, where the statement stands in the program; a segment was cut out of such
    // a form and is a program itself.
    uint32_t site = m->p == m->request->program ? r.i : n->aux2;
    struct message s = {.site = site, .count = count - fails, .fails = fails};
    vyi_gen_exprs(m, kids + fails, s.count, s.args);
    s.memory = vyi_gen_alloca(m, LLVMArrayType(type_i64(m), VYI_MAX_ARGS), "args");
    vyi_gen_lanes(m, m->mask, say, &s);
}

static enum ends check(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    struct val good = vyi_gen_expr(m, m->p->extra.at[n->list]);
    LLVMValueRef before = m->mask, failed = both(m, before, inot(m, vyi_gen_spread(m, good)));
    struct fork f = if_begin(m, vyi_gen_any(m, failed), "failed");
    m->mask = m->lanes > 1 ? failed : before;
    message(m, r, true);
    if (m->lanes == 1) {
        add_lanes(m, m->flow->dead, vyi_gen_mask_now(m));
        br(m, m->flow->end);
        enter(m, f.on);
        return ON;
    }
    leave_lanes(m, m->flow->dead);
    if_end(m, &f);
    m->mask = vyi_gen_remaining(m, before);
    return ON;
}

// ---- statements ----
static void again(struct gen *m)
{
    struct fork f = if_begin(m, m->mask ? vyi_gen_any(m, m->mask) : NULL, "some");
    m->target->again(m, m->shape->fixpoint - 1);
    if_end(m, &f);
}

static enum ends block(struct gen *m, const struct vyi_node *n)
{
    struct construct c = {.outer = m->flow->inner, .label = n->x};
    LLVMValueRef before = m->mask;
    bool parts = vyi_gen_separates(m, n->kid[0]);
    c.leave = new_block(m, "block.done");
    if (parts)
        c.left = vyi_gen_new_mask(m, "left");
    m->flow->inner = &c;
    vyi_gen_body(m, n->kid[0], c.leave);
    vyi_gen_leave_loop(m, &c, before, parts);
    return ON;
}

static void define(struct gen *m, const struct vyi_node *n)
{
    struct val v = vyi_gen_expr(m, n->kid[0]);
    struct place *p = &m->shape->places[n->x];
    const struct construct *c = vyi_gen_inner_loop(m);
    if (m->p->locals.at[n->x].kind == VYI_LOCAL_LET) {
        vyi_gen_bind(m, n->x, v);
        return;
    }
    vyi_gen_set(m, n->x, v, true);
    p->home = c ? c->number : 0;
    p->start = v.spread == SAME && p->life->level > VYI_UNIFORM_WORKGROUP ? v.v : NULL;
}

static void set(struct gen *m, const struct vyi_node *n)
{
    struct place *p = &m->shape->places[n->x];
    struct val v = vyi_gen_expr(m, n->kid[0]);
    vyi_gen_set(m, n->x, v, false);
    if (p->counter)
        store(m, v.v, p->counter);
}

static void evaluate(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    if (n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS)
        vyi_gen_atomic(m, n, false);
    else
        vyi_gen_expr(m, r);
}

bool vyi_gen_unrolls(const struct gen *m, vyi_ref r)
{
    return m->target->thread_per_item && m->lanes == 1 && vyi_plan_unrolls(m->p, r);
}

static enum ends unrolled(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids = m->p->extra.at + n->list;
    uint8_t type = m->p->locals.at[n->x].type;
    uint64_t at = vyi_literal_bits(vyi_at(m->p, kids[0])),
             step = kids[2].i ? vyi_literal_bits(vyi_at(m->p, kids[2])) : 1;
    for (uint32_t i = vyi_plan_passes(m->p, n); i-- > 0; at += step) {
        vyi_gen_bind(m, n->x, vyi_gen_same(type, vyi_gen_constant(m, type, at)));
        vyi_gen_sequence(m, kids[3]);
    }
    return ON;
}

static enum ends statement(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    if (m->flow->slice && !vyi_plan_in_slice(m->phases, r))
        return ON;
    bool loop = n->op == VYI_OP_WHILE || n->op == VYI_OP_LOOP || n->op == VYI_OP_FOR;
    if (loop && vyi_gen_singly(m, r, (vyi_ref){0}, m->mask))
        return ON;
    switch (n->op) {
    case VYI_OP_SEQ: return vyi_gen_sequence(m, r);
    case VYI_OP_REGION: return vyi_gen_sequence(m, n->kid[0]);
    case VYI_OP_DEFINE: define(m, n); return ON;
    case VYI_OP_SET: set(m, n); return ON;
    case VYI_OP_ARRAY: vyi_gen_clear_array(m, n->x); return ON;
    case VYI_OP_SET_ARRAY: vyi_gen_set_element(m, n); return ON;
    case VYI_OP_STORE:
        if (m->p->buffers.at[n->x].atomic)
            vyi_gen_atomic(m, n, false);
        else
            vyi_gen_store(m, n);
        return ON;
    case VYI_OP_ATOMIC_STORE: vyi_gen_atomic(m, n, false); return ON;
    case VYI_OP_EVAL: evaluate(m, n->kid[0]); return ON;
    case VYI_OP_IF: return either(m, r);
    case VYI_OP_WHILE: return vyi_gen_while(m, n->kid[0], n->kid[1]);
    case VYI_OP_LOOP: return vyi_gen_while(m, (vyi_ref){0}, n->kid[0]);
    case VYI_OP_FOR: return vyi_gen_unrolls(m, r) ? unrolled(m, n) : vyi_gen_for(m, r);
    case VYI_OP_EACH: return vyi_gen_each_loop(m, r);
    case VYI_OP_BLOCK: return block(m, n);
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: return exit_to(m, r);
    case VYI_OP_AGAIN: again(m); return ON;
    case VYI_OP_ASSERT: return check(m, r);
    case VYI_OP_PRINT: message(m, r, false); return ON;
    case VYI_OP_FENCE: m->target->fence(m); return ON;
    case VYI_OP_PAUSE: m->target->pause(m); return ON;
    default: vyi_gen_fail(m, VY_ERROR_PROGRAM); return ON;
    }
}

// ---- a phase ----
static void walk(struct gen *m, struct flow *flow, const vyi_ref *at, uint32_t count)
{
    m->flow = flow;
    if (list(m, at, count) != ENDED)
        br(m, flow->end);
    enter(m, flow->end);
    m->flow = NULL;
}

void vyi_gen_statements(struct gen *m, const vyi_ref *at, uint32_t count)
{
    bool parts = false, ends = false;
    for (uint32_t i = 0; i < count; i++) {
        parts |= vyi_gen_separates(m, at[i]);
        ends |=
            vyi_contains(m->p, at[i], VYI_OP_RETURN) || vyi_contains(m->p, at[i], VYI_OP_ASSERT);
    }
    struct flow flow = {.end = new_block(m, "end"),
                        .gone = parts ? vyi_gen_new_mask(m, "gone") : NULL,
                        .dead = ends ? vyi_gen_new_mask(m, "dead") : NULL};
    walk(m, &flow, at, count);
    if (ends)
        m->target->bury(m, get(m, flow.dead));
}

void vyi_gen_slice(struct gen *m, const vyi_ref *at, uint32_t count)
{
    struct flow flow = {.end = new_block(m, "slice.end"), .slice = true};
    walk(m, &flow, at, count);
}
