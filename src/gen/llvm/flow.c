// Statements of an item stretch.
//
// Where all lanes of a vector agree, control flow is branches. Where they do not, both sides run
// with a mask, and a lane that leaves early (break, continue, leave, return, a failed assert) goes
// into `gone` until the place it left for is reached: after every statement that may hold such an
// exit, the mask is what it was before less `gone`. The naive version keeps the mask of the
// enclosing statement and revives lanes that have left it.
#include "gen/llvm/kernel.h"

/// A loop or block around the statement being emitted.
struct construct {
    struct construct *outer;
    bool loop, each;
    uint32_t label;
    LLVMBasicBlockRef leave, next; ///< where branches for break (or leave) and continue go
    LLVMValueRef left, skipped;    ///< allocas: lanes that are past it, lanes that skip the rest
};

struct flow {
    struct construct *inner;
    LLVMValueRef gone, dead; ///< allocas, masks; NULL: nobody leaves
    LLVMBasicBlockRef end;
    unsigned copies; ///< bodies being emitted a second time around this one
    bool slice;      ///< only what gives values to locals that threads keep
};

/// How a statement ends: control goes on; it goes on, but no lane is left; or the block has ended.
enum ends { ON, EMPTY, ENDED };

static enum ends statement(struct gen *m, vyi_ref r);

static LLVMTypeRef type_i32(const struct gen *m)
{
    return LLVMInt32TypeInContext(m->context);
}
static LLVMTypeRef type_i64(const struct gen *m)
{
    return LLVMInt64TypeInContext(m->context);
}
static LLVMTypeRef mask_type(const struct gen *m)
{
    return vyi_gen_wide(m, LLVMInt1TypeInContext(m->context));
}

// ---- masks ----
static LLVMValueRef ones(struct gen *m)
{
    return LLVMConstAllOnes(mask_type(m));
}

static LLVMValueRef mask_now(struct gen *m)
{
    return m->mask ? m->mask : ones(m);
}

static LLVMValueRef new_mask(struct gen *m, const char *name)
{
    LLVMValueRef at = vyi_gen_alloca(m, mask_type(m), name);
    LLVMBuildStore(m->b, LLVMConstNull(mask_type(m)), at);
    return at;
}

static LLVMValueRef get_mask(struct gen *m, LLVMValueRef at)
{
    return LLVMBuildLoad2(m->b, mask_type(m), at, "");
}

static void add_lanes(struct gen *m, LLVMValueRef to, LLVMValueRef lanes)
{
    LLVMBuildStore(m->b, LLVMBuildOr(m->b, get_mask(m, to), lanes, ""), to);
}

static void remove_lanes(struct gen *m, LLVMValueRef from, LLVMValueRef lanes)
{
    LLVMValueRef keep = LLVMBuildNot(m->b, lanes, "");
    LLVMBuildStore(m->b, LLVMBuildAnd(m->b, get_mask(m, from), keep, ""), from);
}

/// The mask from before a statement, less those who left in it.
static LLVMValueRef remaining(struct gen *m, LLVMValueRef before)
{
    LLVMValueRef here = LLVMBuildNot(m->b, get_mask(m, m->flow->gone), "");
    return before ? LLVMBuildAnd(m->b, before, here, "") : here;
}

static LLVMValueRef both(struct gen *m, LLVMValueRef mask, LLVMValueRef by)
{
    return mask ? LLVMBuildAnd(m->b, mask, by, "") : by;
}

/// Whether lanes may leave separately anywhere in a tree.
static bool separates(const struct gen *m, vyi_ref r)
{
    while (r.i && m->lanes > 1) {
        const struct vyi_node *n = vyi_at(m->p, r);
        const struct vyi_op_info *info = vyi_op_info(n->op);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(m->p, n, &kids);
        if (info->kind != VYI_KIND_STMT)
            return false;
        if (n->op == VYI_OP_ASSERT ||
            ((info->flags & VYI_FLAG_EXIT) && m->levels.node[r.i] > VYI_UNIFORM_WORKGROUP))
            return true;
        if (!count)
            return false;
        for (uint32_t k = 0; k + 1 < count; k++)
            if (separates(m, kids[k]))
                return true;
        r = kids[count - 1];
    }
    return false;
}

static uint32_t nodes_below(const struct gen *m, vyi_ref r, uint32_t most)
{
    const vyi_ref *kids;
    if (!r.i)
        return 0;
    uint32_t count = vyi_kids(m->p, vyi_at(m->p, r), &kids), sum = 1;
    for (uint32_t k = 0; k < count && sum < most; k++)
        sum += nodes_below(m, kids[k], most - sum);
    return sum;
}

/// Whether skipping it where no lane runs could matter at all.
static bool worth_a_branch(const struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    const vyi_ref *kids;
    if (!r.i)
        return false;
    if (info->kind == VYI_KIND_OP || n->op == VYI_OP_SEQ || n->op == VYI_OP_SET ||
        n->op == VYI_OP_DEFINE || info->form == VYI_FORM_LEAF || n->op == VYI_OP_CAST ||
        n->op == VYI_OP_SELECT || (info->flags & VYI_FLAG_EXIT)) {
        uint32_t count = vyi_kids(m->p, n, &kids);
        for (uint32_t k = 0; k < count; k++)
            if (kids[k].i && worth_a_branch(m, kids[k]))
                return true;
        return n->op == VYI_OP_AGAIN;
    }
    return true;
}

// ---- lists ----
static enum ends list(struct gen *m, const vyi_ref *at, uint32_t count)
{
    enum ends ends = ON;
    for (uint32_t i = 0; i < count && ends == ON && !m->status; i++)
        ends = statement(m, at[i]);
    return ends;
}

static enum ends sequence(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    if (!r.i)
        return ON;
    return n->op == VYI_OP_SEQ ? list(m, m->p->extra.at + n->list, n->x) : statement(m, r);
}

// ---- exits ----
static enum ends leave_lanes(struct gen *m, LLVMValueRef to)
{
    LLVMValueRef lanes = mask_now(m);
    add_lanes(m, to, lanes);
    add_lanes(m, m->flow->gone, lanes);
    return EMPTY;
}

static enum ends leave_all(struct gen *m, LLVMBasicBlockRef to)
{
    LLVMBuildBr(m->b, to);
    return ENDED;
}

static enum ends exit_to(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    struct construct *c = m->flow->inner;
    bool together = m->lanes == 1 || m->levels.node[r.i] <= VYI_UNIFORM_WORKGROUP;
    if (n->op == VYI_OP_RETURN) {
        if (!together)
            return leave_lanes(m, m->flow->dead);
        if (m->flow->dead)
            add_lanes(m, m->flow->dead, mask_now(m));
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
    LLVMBasicBlockRef in = NULL, on = vyi_gen_block(m, "on");
    if (worth_a_branch(m, side)) {
        in = vyi_gen_block(m, "some");
        LLVMBuildCondBr(m->b, vyi_gen_any(m, mask), in, on);
        vyi_gen_enter(m, in);
    }
    m->mask = mask;
    if (sequence(m, side) != ENDED)
        LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

/// Where it often holds for all lanes, and the body is small: a copy without a mask for that.
static void whole_or_masked(struct gen *m, vyi_ref side, LLVMValueRef mask)
{
    LLVMBasicBlockRef whole = vyi_gen_block(m, "whole"), part = vyi_gen_block(m, "part"),
                      done = vyi_gen_block(m, "done");
    LLVMValueRef bits = vyi_gen_bits(m, mask);
    LLVMValueRef full =
        LLVMBuildICmp(m->b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "whole");
    LLVMBuildCondBr(m->b, full, whole, part);
    m->flow->copies++;
    vyi_gen_enter(m, whole);
    m->mask = NULL;
    if (sequence(m, side) != ENDED)
        LLVMBuildBr(m->b, done);
    vyi_gen_enter(m, part);
    masked_side(m, side, mask);
    LLVMBuildBr(m->b, done);
    m->flow->copies--;
    vyi_gen_enter(m, done);
}

enum { COPY_NODES = 300 };

/// An if whose condition all lanes share; ends in the block of the other side.
static enum ends shared_side(struct gen *m, const struct vyi_node *n, LLVMValueRef condition,
                             LLVMBasicBlockRef done)
{
    LLVMBasicBlockRef then = vyi_gen_block(m, "then"), other = vyi_gen_block(m, "else");
    LLVMValueRef before = m->mask;
    LLVMBuildCondBr(m->b, condition, then, other);
    vyi_gen_enter(m, then);
    size_t known = vyi_gen_assume(m, n->kid[0]);
    enum ends ends = sequence(m, n->kid[1]);
    vyi_gen_forget(m, known);
    if (ends != ENDED)
        LLVMBuildBr(m->b, done);
    m->mask = before;
    vyi_gen_enter(m, other);
    return ends;
}

static void lanes_side(struct gen *m, const struct vyi_node *n, LLVMValueRef condition)
{
    LLVMValueRef before = m->mask, yes = both(m, before, condition);
    size_t known = vyi_gen_assume(m, n->kid[0]);
    if (!before && !n->kid[2].i && !m->flow->copies && worth_a_branch(m, n->kid[1]) &&
        nodes_below(m, n->kid[1], COPY_NODES) < COPY_NODES)
        whole_or_masked(m, n->kid[1], yes);
    else
        masked_side(m, n->kid[1], yes);
    vyi_gen_forget(m, known);
    m->mask = n->kid[2].i ? both(m, before, LLVMBuildNot(m->b, condition, "")) : before;
}

/// The if that an else consists of alone, NULL: it is something else.
static const struct vyi_node *else_if(const struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    if (r.i && n->op == VYI_OP_SEQ && n->x == 1)
        n = vyi_at(m->p, m->p->extra.at[n->list]);
    return r.i && n->op == VYI_OP_IF ? n : NULL;
}

/// An if, and the chain of else-ifs that hangs on it: that may be longer than any stack.
static enum ends either(struct gen *m, vyi_ref r)
{
    LLVMBasicBlockRef done = vyi_gen_block(m, "done");
    LLVMValueRef before = m->mask;
    bool parts = separates(m, r), goes_on = false, ends_all = true;
    const struct vyi_node *n = vyi_at(m->p, r);
    for (;;) {
        struct val c = vyi_gen_expr(m, n->kid[0]);
        if (c.spread == SAME) {
            enum ends ends = shared_side(m, n, c.v, done);
            goes_on |= ends == ON;
            ends_all &= ends == ENDED;
        } else {
            lanes_side(m, n, c.v);
            goes_on = true;
            ends_all = false;
        }
        const struct vyi_node *next = else_if(m, n->kid[2]);
        if (!next)
            break;
        n = next;
    }
    enum ends last = n->kid[2].i ? sequence(m, n->kid[2]) : ON;
    if (last != ENDED)
        LLVMBuildBr(m->b, done);
    vyi_gen_enter(m, done);
    m->mask = before;
    if (ends_all && last == ENDED) {
        LLVMBuildUnreachable(m->b);
        return ENDED;
    }
    if (parts)
        m->mask = remaining(m, before);
    return goes_on || last == ON ? ON : EMPTY;
}

// ---- loops ----
/// What every loop has: places to go, and masks where lanes may leave separately.
static void enter_loop(struct gen *m, struct construct *c, bool parts, const char *name)
{
    *c = (struct construct){.outer = m->flow->inner, .loop = true};
    c->leave = vyi_gen_block(m, name);
    c->next = vyi_gen_block(m, "next");
    if (parts) {
        c->left = new_mask(m, "left");
        c->skipped = new_mask(m, "skipped");
    }
    m->flow->inner = c;
}

/// At the end of a pass those who skipped the rest of it come back.
static void come_back(struct gen *m, struct construct *c, bool parts)
{
    if (!parts)
        return;
    remove_lanes(m, m->flow->gone, get_mask(m, c->skipped));
    LLVMBuildStore(m->b, LLVMConstNull(mask_type(m)), c->skipped);
}

/// After the loop, those who left it come back.
static void leave_loop(struct gen *m, struct construct *c, LLVMValueRef before, bool parts)
{
    vyi_gen_enter(m, c->leave);
    m->flow->inner = c->outer;
    m->mask = before;
    if (parts) {
        remove_lanes(m, m->flow->gone, get_mask(m, c->left));
        m->mask = remaining(m, before);
    }
}

/// `while` and `loop`: lanes whose condition fails wait until the last one is done.
static enum ends while_loop(struct gen *m, vyi_ref condition, vyi_ref body)
{
    struct construct c;
    LLVMValueRef before = m->mask, active = NULL;
    bool parts = separates(m, body);
    LLVMBasicBlockRef head = vyi_gen_block(m, "while"), in = vyi_gen_block(m, "do");
    enter_loop(m, &c, parts, "while.done");
    if (m->lanes > 1) {
        active = vyi_gen_alloca(m, mask_type(m), "active");
        LLVMBuildStore(m->b, mask_now(m), active);
    }
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    m->target->poll(m, vyi_gen_int(m, 32, 1));
    bool varies = parts;
    if (parts) {
        LLVMBasicBlockRef some = vyi_gen_block(m, "some");
        m->mask = get_mask(m, active);
        LLVMBuildCondBr(m->b, vyi_gen_any(m, m->mask), some, c.leave);
        vyi_gen_enter(m, some);
    }
    struct val go =
        condition.i ? vyi_gen_expr(m, condition) : vyi_gen_same(VY_TYPE_BOOL, vyi_gen_int(m, 1, 1));
    if (go.spread == SAME) {
        LLVMBuildCondBr(m->b, go.v, in, c.leave);
    } else { // also where lanes leave by the condition alone
        varies = true;
        LLVMValueRef now = LLVMBuildAnd(m->b, get_mask(m, active), go.v, "");
        m->mask = now;
        LLVMBuildCondBr(m->b, vyi_gen_any(m, now), in, c.leave);
    }
    vyi_gen_enter(m, in);
    LLVMValueRef pass = m->mask;
    if (sequence(m, body) != ENDED)
        LLVMBuildBr(m->b, c.next);
    vyi_gen_enter(m, c.next);
    come_back(m, &c, parts);
    if (varies && active)
        LLVMBuildStore(m->b, parts ? remaining(m, pass) : pass ? pass : ones(m), active);
    LLVMBuildBr(m->b, head);
    leave_loop(m, &c, before, parts);
    return ON;
}

// ---- counted loops ----
/// How many of the lanes run: a count that may be more than there are.
static LLVMValueRef first_lanes(struct gen *m, LLVMValueRef count)
{
    LLVMValueRef all = vyi_gen_int(m, 64, m->lanes);
    LLVMValueRef few = LLVMBuildICmp(m->b, LLVMIntULT, count, all, "");
    count = LLVMBuildSelect(m->b, few, count, all, "");
    count = LLVMBuildTrunc(m->b, count, type_i32(m), "");
    return LLVMBuildICmp(m->b, LLVMIntULT, vyi_gen_lane_numbers(m, 32), vyi_gen_splat(m, count),
                         "there");
}

/// Indices base, base + 1, … for the lanes, `left` of them; then base + step. `base` is of the
/// index's type, the others are i64; a step of 0 ends it.
struct counted {
    uint32_t local;
    vyi_ref from, to, body;
    LLVMValueRef base, left, step;
    bool linear; ///< lane l has base + l, else all lanes have base
};

static LLVMValueRef in_64(struct gen *m, LLVMValueRef v)
{
    return LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 64 ? v : LLVMBuildZExt(m->b, v, type_i64(m), "");
}

static void counted_body(struct gen *m, struct counted *k, struct construct *c, LLVMValueRef base,
                         LLVMValueRef mask)
{
    uint8_t type = m->p->locals.at[k->local].type;
    struct val index = {base, type, k->linear && m->lanes > 1 ? LINEAR : SAME, true};
    size_t known = vyi_gen_assume_below(m, k->local, k->from, k->to);
    m->mask = mask;
    vyi_gen_bind(m, k->local, index);
    if (sequence(m, k->body) != ENDED)
        LLVMBuildBr(m->b, c->next);
    vyi_gen_forget(m, known);
}

static enum ends counted_loop(struct gen *m, struct counted *k)
{
    struct construct c;
    LLVMValueRef before = m->mask;
    bool parts = separates(m, k->body), lanes = k->linear && m->lanes > 1;
    LLVMTypeRef type = LLVMTypeOf(k->base);
    LLVMBasicBlockRef head = vyi_gen_block(m, "for");
    enter_loop(m, &c, parts, "for.done");
    LLVMValueRef base_at = vyi_gen_alloca(m, type, "base"),
                 left_at = vyi_gen_alloca(m, type_i64(m), "left"), zero = vyi_gen_int(m, 64, 0);
    LLVMBuildStore(m->b, k->base, base_at);
    LLVMBuildStore(m->b, k->left, left_at);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, k->left, zero, ""), head, c.leave);
    vyi_gen_enter(m, head);
    LLVMValueRef base = LLVMBuildLoad2(m->b, type, base_at, ""),
                 left = LLVMBuildLoad2(m->b, type_i64(m), left_at, "");
    LLVMValueRef here = parts ? remaining(m, before) : before;
    if (parts) { // those who broke out stay out
        LLVMBasicBlockRef some = vyi_gen_block(m, "some");
        LLVMBuildCondBr(m->b, vyi_gen_any(m, here), some, c.leave);
        vyi_gen_enter(m, some);
    }
    if (lanes && !here && !m->flow->copies && nodes_below(m, k->body, COPY_NODES) < COPY_NODES) {
        LLVMBasicBlockRef whole = vyi_gen_block(m, "whole"), part = vyi_gen_block(m, "part");
        LLVMValueRef full = LLVMBuildICmp(m->b, LLVMIntUGE, left, vyi_gen_int(m, 64, m->lanes), "");
        LLVMBuildCondBr(m->b, full, whole, part);
        m->flow->copies++;
        vyi_gen_enter(m, part);
        counted_body(m, k, &c, base, first_lanes(m, left));
        vyi_gen_enter(m, whole);
        counted_body(m, k, &c, base, NULL);
        m->flow->copies--;
    } else {
        counted_body(m, k, &c, base, lanes ? both(m, here, first_lanes(m, left)) : here);
    }
    vyi_gen_enter(m, c.next);
    come_back(m, &c, parts);
    m->target->poll(m, vyi_gen_int(m, 32, 1));
    base = LLVMBuildLoad2(m->b, type, base_at, "");
    left = LLVMBuildLoad2(m->b, type_i64(m), left_at, "");
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntUGT, left, k->step, "");
    LLVMValueRef step =
        LLVMGetIntTypeWidth(type) == 64 ? k->step : LLVMBuildTrunc(m->b, k->step, type, "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, base, step, ""), base_at);
    LLVMBuildStore(m->b, LLVMBuildSub(m->b, left, k->step, ""), left_at);
    LLVMBuildCondBr(m->b, more, head, c.leave);
    leave_loop(m, &c, before, parts);
    return ON;
}

/// How many steps of one there are from a to b: 0 where b <= a.
static LLVMValueRef distance(struct gen *m, uint8_t type, LLVMValueRef a, LLVMValueRef b)
{
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    LLVMValueRef more = LLVMBuildICmp(m->b, is_signed ? LLVMIntSLT : LLVMIntULT, a, b, "");
    LLVMValueRef count = LLVMBuildSub(m->b, b, a, "");
    return LLVMBuildSelect(m->b, more, count, LLVMConstNull(LLVMTypeOf(count)), "");
}

/// A step as i64, all ones where it is not positive: then the loop runs once.
static LLVMValueRef step_of(struct gen *m, uint8_t type, LLVMValueRef v)
{
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(v));
    LLVMValueRef good = LLVMBuildICmp(m->b, is_signed ? LLVMIntSGT : LLVMIntUGT, v, zero, "");
    return LLVMBuildSelect(m->b, good, in_64(m, v), vyi_gen_int(m, 64, UINT64_MAX), "");
}

/// Bounds that differ between lanes: each lane counts for itself.
static enum ends lanes_loop(struct gen *m, uint32_t local, vyi_ref body, struct val from,
                            LLVMValueRef left, LLVMValueRef step)
{
    struct construct c;
    uint8_t type = m->p->locals.at[local].type;
    LLVMTypeRef wide = LLVMTypeOf(left), index_type = vyi_gen_wide(m, vyi_gen_type(m, type));
    LLVMValueRef before = m->mask;
    bool parts = separates(m, body);
    LLVMBasicBlockRef head = vyi_gen_block(m, "for"), in = vyi_gen_block(m, "do");
    enter_loop(m, &c, parts, "for.done");
    LLVMValueRef index_at = vyi_gen_alloca(m, index_type, "index"),
                 left_at = vyi_gen_alloca(m, wide, "left"),
                 active = vyi_gen_alloca(m, mask_type(m), "active");
    LLVMBuildStore(m->b, vyi_gen_spread(m, from), index_at);
    LLVMBuildStore(m->b, left, left_at);
    LLVMValueRef some = LLVMBuildICmp(m->b, LLVMIntNE, left, LLVMConstNull(wide), "");
    LLVMBuildStore(m->b, both(m, before, some), active);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef now = get_mask(m, active);
    LLVMBuildCondBr(m->b, vyi_gen_any(m, now), in, c.leave);
    vyi_gen_enter(m, in);
    m->mask = now;
    m->target->poll(m, vyi_gen_int(m, 32, 1));
    vyi_gen_bind(m, local, vyi_gen_each(m, type, LLVMBuildLoad2(m->b, index_type, index_at, "")));
    if (sequence(m, body) != ENDED)
        LLVMBuildBr(m->b, c.next);
    vyi_gen_enter(m, c.next);
    come_back(m, &c, parts);
    LLVMValueRef rest = LLVMBuildLoad2(m->b, wide, left_at, "");
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntUGT, rest, step, "");
    LLVMValueRef index = LLVMBuildLoad2(m->b, index_type, index_at, "");
    LLVMValueRef by = LLVMGetIntTypeWidth(LLVMGetElementType(wide)) ==
                              LLVMGetIntTypeWidth(LLVMGetElementType(index_type))
                          ? step
                          : LLVMBuildTrunc(m->b, step, index_type, "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, index, by, ""), index_at);
    LLVMBuildStore(m->b, LLVMBuildSub(m->b, rest, step, ""), left_at);
    more = LLVMBuildAnd(m->b, parts ? remaining(m, now) : now, more, "");
    LLVMBuildStore(m->b, more, active);
    LLVMBuildBr(m->b, head);
    leave_loop(m, &c, before, parts);
    return ON;
}

static enum ends for_loop(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids = m->p->extra.at + n->list;
    uint8_t type = m->p->locals.at[n->x].type;
    struct val from = vyi_gen_expr(m, kids[0]), to = vyi_gen_expr(m, kids[1]), step;
    step = kids[2].i ? vyi_gen_expr(m, kids[2]) : vyi_gen_same(type, vyi_gen_constant(m, type, 1));
    if (from.spread != EACH && to.spread == SAME && step.spread == SAME) {
        LLVMValueRef left = in_64(m, distance(m, type, from.v, to.v));
        struct counted k = {.local = n->x,
                            .from = kids[0],
                            .to = kids[1],
                            .body = kids[3],
                            .base = from.v,
                            .left = left,
                            .step = step_of(m, type, step.v),
                            .linear = from.spread == LINEAR};
        if (from.spread == SAME || from.nowrap)
            return counted_loop(m, &k);
    }
    // In the index's own width: a step that is not positive becomes all ones, which is never less
    // than what is left.
    LLVMValueRef a = vyi_gen_spread(m, from), b = vyi_gen_spread(m, to);
    LLVMValueRef s = vyi_gen_spread(m, step), zero = LLVMConstNull(LLVMTypeOf(s));
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    LLVMValueRef good = LLVMBuildICmp(m->b, is_signed ? LLVMIntSGT : LLVMIntUGT, s, zero, "");
    s = LLVMBuildSelect(m->b, good, s, LLVMConstAllOnes(LLVMTypeOf(s)), "");
    return lanes_loop(m, n->x, kids[3], from, distance(m, type, a, b), s);
}

// ---- each ----
struct ranges {
    const struct vyi_node *n;
    const vyi_ref *kids;
    uint32_t count;
    struct val from[VYI_MAX_RANK], to[VYI_MAX_RANK];
    LLVMValueRef length[VYI_MAX_RANK]; ///< i64, scalars
    LLVMValueRef total;
    bool same; ///< bounds that all lanes share
};

static struct ranges read_ranges(struct gen *m, const struct vyi_node *n)
{
    struct ranges r = {.n = n, .same = true};
    r.count = (vyi_kids(m->p, n, &r.kids) - 1) / 2;
    r.total = vyi_gen_int(m, 64, 1);
    for (uint32_t k = 0; k < r.count; k++) {
        r.from[k] = vyi_gen_expr(m, r.kids[2 * k]);
        r.to[k] = vyi_gen_expr(m, r.kids[2 * k + 1]);
        r.same &= r.from[k].spread == SAME && r.to[k].spread == SAME;
    }
    for (uint32_t k = 0; r.same && k < r.count; k++) {
        uint8_t type = m->p->locals.at[n->x + k].type;
        r.length[k] = in_64(m, distance(m, type, r.from[k].v, r.to[k].v));
        r.total = LLVMBuildMul(m->b, r.total, r.length[k], "");
    }
    return r;
}

static LLVMValueRef narrow_to(struct gen *m, LLVMValueRef v, uint8_t type)
{
    return vyi_type_bytes(type) == 8 ? v : LLVMBuildTrunc(m->b, v, type_i32(m), "");
}

/// What part of all indices this vector takes, where nobody can see it: one run of neighbours. The
/// runs of a workgroup's vectors lie apart, so that short ranges still go to many workgroups.
static void own_part(struct gen *m, LLVMValueRef total, LLVMValueRef *first, LLVMValueRef *count)
{
    struct shape *s = m->shape;
    uint32_t vectors = (s->volume + m->lanes - 1) / m->lanes;
    LLVMValueRef volume = vyi_gen_int(m, 64, s->volume);
    LLVMValueRef groups = LLVMBuildUDiv(m->b, m->target->invocations(m), volume, "");
    LLVMValueRef parts = LLVMBuildMul(m->b, groups, vyi_gen_int(m, 64, vectors), "");
    LLVMValueRef vector = LLVMBuildUDiv(m->b, s->item, vyi_gen_int(m, 32, m->lanes), "");
    LLVMValueRef number = LLVMBuildMul(m->b, in_64(m, vector), groups, "");
    number = LLVMBuildAdd(m->b, number, in_64(m, s->group), "");
    // A run is a whole number of cache lines where there is enough for all.
    LLVMValueRef up = LLVMBuildSub(m->b, parts, vyi_gen_int(m, 64, 1), "");
    LLVMValueRef size = LLVMBuildUDiv(m->b, LLVMBuildAdd(m->b, total, up, ""), parts, "");
    size = LLVMBuildAdd(m->b, size, vyi_gen_int(m, 64, 63), "");
    size = LLVMBuildAnd(m->b, size, vyi_gen_int(m, 64, ~(uint64_t)63), "");
    *first = LLVMBuildMul(m->b, number, size, "");
    LLVMValueRef any = LLVMBuildICmp(m->b, LLVMIntULT, *first, total, "");
    LLVMValueRef rest = LLVMBuildSub(m->b, total, *first, "");
    LLVMValueRef less = LLVMBuildICmp(m->b, LLVMIntULT, rest, size, "");
    *count = LLVMBuildSelect(m->b, any, LLVMBuildSelect(m->b, less, rest, size, ""),
                             vyi_gen_int(m, 64, 0), "");
}

static enum ends each_in_part(struct gen *m, struct ranges *r, LLVMValueRef first,
                              LLVMValueRef count, LLVMValueRef step)
{
    uint32_t local = r->n->x;
    uint8_t type = m->p->locals.at[local].type;
    struct counted k = {.local = local,
                        .from = r->kids[0],
                        .to = r->kids[1],
                        .body = r->kids[2],
                        .base = LLVMBuildAdd(m->b, r->from[0].v, narrow_to(m, first, type), ""),
                        .left = count,
                        .step = step,
                        .linear = true};
    return counted_loop(m, &k);
}

/// Several ranges, dealt freely: rows of the last range, each a loop of its own.
static enum ends each_rows(struct gen *m, struct ranges *r, LLVMValueRef first, LLVMValueRef count)
{
    uint32_t last = r->count - 1;
    LLVMValueRef before = m->mask, zero = vyi_gen_int(m, 64, 0);
    LLVMValueRef at = vyi_gen_alloca(m, type_i64(m), "at"),
                 left_at = vyi_gen_alloca(m, type_i64(m), "rest");
    LLVMBasicBlockRef head = vyi_gen_block(m, "rows"), done = vyi_gen_block(m, "rows.done");
    LLVMBuildStore(m->b, first, at);
    LLVMBuildStore(m->b, count, left_at);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, count, zero, ""), head, done);
    vyi_gen_enter(m, head);
    LLVMValueRef now = LLVMBuildLoad2(m->b, type_i64(m), at, ""),
                 left = LLVMBuildLoad2(m->b, type_i64(m), left_at, "");
    LLVMValueRef row = LLVMBuildUDiv(m->b, now, r->length[last], "");
    LLVMValueRef column = LLVMBuildURem(m->b, now, r->length[last], "");
    for (uint32_t k = last; k-- > 0;) {
        uint32_t local = r->n->x + k;
        uint8_t type = m->p->locals.at[local].type;
        LLVMValueRef i = LLVMBuildURem(m->b, row, r->length[k], "");
        row = LLVMBuildUDiv(m->b, row, r->length[k], "");
        i = LLVMBuildAdd(m->b, r->from[k].v, narrow_to(m, i, type), "");
        vyi_gen_bind(m, local, vyi_gen_same(type, i));
    }
    LLVMValueRef room = LLVMBuildSub(m->b, r->length[last], column, "");
    LLVMValueRef less = LLVMBuildICmp(m->b, LLVMIntULT, left, room, "");
    LLVMValueRef take = LLVMBuildSelect(m->b, less, left, room, "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, now, take, ""), at);
    LLVMBuildStore(m->b, LLVMBuildSub(m->b, left, take, ""), left_at);
    uint8_t type = m->p->locals.at[r->n->x + last].type;
    size_t known = m->shape->facts.count;
    for (uint32_t k = 0; k < last; k++)
        vyi_gen_assume_below(m, r->n->x + k, r->kids[2 * k], r->kids[2 * k + 1]);
    struct counted c = {.local = r->n->x + last,
                        .from = r->kids[2 * last],
                        .to = r->kids[2 * last + 1],
                        .body = r->kids[2 * r->count],
                        .base = LLVMBuildAdd(m->b, r->from[last].v, narrow_to(m, column, type), ""),
                        .left = take,
                        .step = vyi_gen_int(m, 64, m->lanes),
                        .linear = true};
    counted_loop(m, &c);
    vyi_gen_forget(m, known);
    left = LLVMBuildLoad2(m->b, type_i64(m), left_at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, left, zero, ""), head, done);
    vyi_gen_enter(m, done);
    m->mask = before;
    return ON;
}

/// The language's own dealing with bounds of any kind: the running number as a vector.
static enum ends each_general(struct gen *m, struct ranges *r)
{
    struct construct c;
    vyi_ref body = r->kids[2 * r->count];
    LLVMTypeRef wide = vyi_gen_wide(m, type_i64(m));
    LLVMValueRef before = m->mask, length[VYI_MAX_RANK];
    bool parts = separates(m, body);
    LLVMValueRef total = LLVMConstInt(type_i64(m), 1, false);
    total = vyi_gen_splat(m, total);
    for (uint32_t k = 0; k < r->count; k++) {
        uint8_t type = m->p->locals.at[r->n->x + k].type;
        LLVMValueRef d =
            distance(m, type, vyi_gen_spread(m, r->from[k]), vyi_gen_spread(m, r->to[k]));
        length[k] = vyi_type_bytes(type) == 8 ? d : LLVMBuildZExt(m->b, d, wide, "");
        total = LLVMBuildMul(m->b, total, length[k], "");
    }
    LLVMBasicBlockRef head = vyi_gen_block(m, "each"), in = vyi_gen_block(m, "do");
    enter_loop(m, &c, parts, "each.done");
    LLVMValueRef at = vyi_gen_alloca(m, wide, "number");
    LLVMBuildStore(m->b, vyi_gen_spread(m, m->target->number(m)), at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef now = LLVMBuildLoad2(m->b, wide, at, "");
    LLVMValueRef mask = LLVMBuildICmp(m->b, LLVMIntULT, now, total, "");
    mask = both(m, parts ? remaining(m, before) : before, mask);
    LLVMBuildCondBr(m->b, vyi_gen_any(m, mask), in, c.leave);
    vyi_gen_enter(m, in);
    if (m->lanes > 1)
        m->mask = mask;
    m->target->poll(m, vyi_gen_int(m, 32, 1));
    LLVMValueRef row = now;
    for (uint32_t k = r->count; k-- > 0;) {
        uint32_t local = r->n->x + k;
        uint8_t type = m->p->locals.at[local].type;
        struct val pair[2] = {vyi_gen_each(m, VY_TYPE_U64, row),
                              vyi_gen_each(m, VY_TYPE_U64, length[k])};
        LLVMValueRef i = k ? vyi_gen_op(m, VYI_OP_REM, VY_TYPE_U64, pair).v : row;
        row = k ? vyi_gen_op(m, VYI_OP_DIV, VY_TYPE_U64, pair).v : row;
        if (vyi_type_bytes(type) != 8)
            i = LLVMBuildTrunc(m->b, i, vyi_gen_wide(m, type_i32(m)), "");
        i = LLVMBuildAdd(m->b, vyi_gen_spread(m, r->from[k]), i, "");
        vyi_gen_bind(m, local, vyi_gen_each(m, type, i));
    }
    if (sequence(m, body) != ENDED)
        LLVMBuildBr(m->b, c.next);
    vyi_gen_enter(m, c.next);
    come_back(m, &c, parts);
    LLVMValueRef step = vyi_gen_splat(m, m->target->invocations(m));
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, LLVMBuildLoad2(m->b, wide, at, ""), step, ""), at);
    LLVMBuildBr(m->b, head);
    leave_loop(m, &c, before, parts);
    return ON;
}

static enum ends each_loop(struct gen *m, const struct vyi_node *n)
{
    struct ranges r = read_ranges(m, n);
    LLVMValueRef first, count, lanes = vyi_gen_int(m, 64, m->lanes);
    if (r.same && m->shape->redeal) {
        own_part(m, r.total, &first, &count);
        // Nobody has returned in such a program, so what is masked are lanes past the end of the
        // workgroup: those may work too.
        LLVMValueRef before = m->mask;
        m->mask = NULL;
        enum ends ends = r.count == 1 ? each_in_part(m, &r, first, count, lanes)
                                      : each_rows(m, &r, first, count);
        m->mask = before;
        return ends;
    }
    if (r.same && r.count == 1) {
        LLVMValueRef number = m->target->number(m).v;
        LLVMValueRef any = LLVMBuildICmp(m->b, LLVMIntULT, number, r.total, "");
        count = LLVMBuildSelect(m->b, any, LLVMBuildSub(m->b, r.total, number, ""),
                                vyi_gen_int(m, 64, 0), "");
        return each_in_part(m, &r, number, count, m->target->invocations(m));
    }
    return each_general(m, &r);
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
    LLVMTypeRef i64 = type_i64(m);
    for (uint32_t i = 0; i < s->count; i++) {
        struct val a = s->args[i];
        LLVMValueRef v = vyi_gen_lane(m, a, lane);
        if (vyi_type_class(a.type) == VYI_CLASS_FLOAT) {
            v = vyi_gen_canonical(m, a.type, v);
            v = LLVMBuildBitCast(m->b, v,
                                 LLVMIntTypeInContext(m->context, 8 * vyi_type_bytes(a.type)), "");
        }
        if (LLVMTypeOf(v) != i64)
            v = LLVMBuildZExt(m->b, v, i64, "");
        LLVMBuildStore(m->b, v, vyi_gen_field(m, s->memory, 8 * (uint64_t)i));
    }
    if (s->fails)
        m->target->fail(m, s->site, vyi_gen_lane(m, m->target->number(m), lane), s->memory);
    else
        m->target->print(m, s->site, s->memory);
}

static void message(struct gen *m, vyi_ref r, bool fails)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    struct message s = {.site = n->aux2 ? n->aux2 : r.i, .count = count - fails, .fails = fails};
    vyi_gen_exprs(m, kids + fails, s.count, s.args);
    s.memory = vyi_gen_alloca(m, LLVMArrayType(type_i64(m), VYI_MAX_ARGS), "args");
    vyi_gen_lanes(m, m->mask, say, &s);
}

static enum ends check(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    struct val good = vyi_gen_expr(m, m->p->extra.at[n->list]);
    LLVMBasicBlockRef bad = vyi_gen_block(m, "failed"), on = vyi_gen_block(m, "on");
    LLVMValueRef before = m->mask;
    if (m->lanes == 1) {
        LLVMBuildCondBr(m->b, good.v, on, bad);
        vyi_gen_enter(m, bad);
        message(m, r, true);
        add_lanes(m, m->flow->dead, mask_now(m));
        LLVMBuildBr(m->b, m->flow->end);
        vyi_gen_enter(m, on);
        return ON;
    }
    LLVMValueRef failed = both(m, before, LLVMBuildNot(m->b, vyi_gen_spread(m, good), ""));
    LLVMBuildCondBr(m->b, vyi_gen_any(m, failed), bad, on);
    vyi_gen_enter(m, bad);
    m->mask = failed;
    message(m, r, true);
    leave_lanes(m, m->flow->dead);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    m->mask = remaining(m, before);
    return ON;
}

// ---- statements ----
static void again(struct gen *m)
{
    uint32_t number = m->shape->fixpoint - 1;
    if (!m->mask) {
        m->target->again(m, number);
        return;
    }
    LLVMBasicBlockRef some = vyi_gen_block(m, "some"), on = vyi_gen_block(m, "on");
    LLVMBuildCondBr(m->b, vyi_gen_any(m, m->mask), some, on);
    vyi_gen_enter(m, some);
    m->target->again(m, number);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

static enum ends block(struct gen *m, const struct vyi_node *n)
{
    struct construct c = {.outer = m->flow->inner, .label = n->x};
    LLVMValueRef before = m->mask;
    bool parts = separates(m, n->kid[0]);
    c.leave = vyi_gen_block(m, "block.done");
    if (parts)
        c.left = new_mask(m, "left");
    m->flow->inner = &c;
    if (sequence(m, n->kid[0]) != ENDED)
        LLVMBuildBr(m->b, c.leave);
    leave_loop(m, &c, before, parts);
    return ON;
}

static void define(struct gen *m, const struct vyi_node *n)
{
    struct val v = vyi_gen_expr(m, n->kid[0]);
    if (m->p->locals.at[n->x].kind == VYI_LOCAL_LET)
        vyi_gen_bind(m, n->x, v);
    else
        vyi_gen_set(m, n->x, v, true);
}

static void evaluate(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    if (n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS)
        vyi_gen_atomic(m, n, false);
    else
        vyi_gen_expr(m, r);
}

static void notice_grid(struct gen *m, uint32_t local, void *user)
{
    *(bool *)user |= m->shape->places[local].where == GRID;
}

/// Whether a slice has to do with a statement: it gives a value to a local that threads keep, or
/// leaves in control flow that all of the grid shares.
static bool in_slice(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    bool gives = false;
    vyi_gen_assigned(m, r, notice_grid, &gives);
    switch (n->op) {
    case VYI_OP_SEQ:
    case VYI_OP_REGION:
    case VYI_OP_BLOCK: return true;
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: return m->levels.node[r.i] == VYI_UNIFORM_GRID;
    case VYI_OP_IF: return m->levels.node[n->kid[0].i] == VYI_UNIFORM_GRID;
    case VYI_OP_DEFINE:
    case VYI_OP_SET:
    case VYI_OP_FOR:
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: return gives;
    default: return false;
    }
}

static enum ends statement(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    if (m->flow->slice && !in_slice(m, r))
        return ON;
    switch (n->op) {
    case VYI_OP_SEQ: return sequence(m, r);
    case VYI_OP_REGION: return sequence(m, n->kid[0]);
    case VYI_OP_DEFINE: define(m, n); return ON;
    case VYI_OP_SET: vyi_gen_set(m, n->x, vyi_gen_expr(m, n->kid[0]), false); return ON;
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
    case VYI_OP_WHILE: return while_loop(m, n->kid[0], n->kid[1]);
    case VYI_OP_LOOP: return while_loop(m, (vyi_ref){0}, n->kid[0]);
    case VYI_OP_FOR: return for_loop(m, n);
    case VYI_OP_EACH: return each_loop(m, n);
    case VYI_OP_BLOCK: return block(m, n);
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: return exit_to(m, r);
    case VYI_OP_AGAIN: again(m); return ON;
    case VYI_OP_ASSERT: return check(m, r);
    case VYI_OP_PRINT: message(m, r, false); return ON;
    case VYI_OP_FENCE:
        LLVMBuildFence(m->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
        return ON;
    case VYI_OP_PAUSE: m->target->pause(m); return ON;
    default: vyi_gen_fail(m, VY_ERROR_PROGRAM); return ON;
    }
}

// ---- the stretch ----
static bool leaves_for_good(const struct gen *m, vyi_ref r)
{
    while (r.i) {
        const struct vyi_node *n = vyi_at(m->p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(m->p, n, &kids);
        if (n->op == VYI_OP_RETURN || n->op == VYI_OP_ASSERT)
            return true;
        if (vyi_op_info(n->op)->kind != VYI_KIND_STMT || !count)
            return false;
        for (uint32_t k = 0; k + 1 < count; k++)
            if (leaves_for_good(m, kids[k]))
                return true;
        r = kids[count - 1];
    }
    return false;
}

void vyi_gen_stretch(struct gen *m, const vyi_ref *at, uint32_t count)
{
    struct flow flow = {.end = vyi_gen_block(m, "end")};
    bool parts = false, ends = false;
    for (uint32_t i = 0; i < count; i++) {
        parts |= separates(m, at[i]);
        ends |= leaves_for_good(m, at[i]);
    }
    m->flow = &flow;
    if (parts)
        flow.gone = new_mask(m, "gone");
    if (ends)
        flow.dead = new_mask(m, "dead");
    if (list(m, at, count) != ENDED)
        LLVMBuildBr(m->b, flow.end);
    vyi_gen_enter(m, flow.end);
    if (ends)
        vyi_gen_bury(m, get_mask(m, flow.dead));
    m->flow = NULL;
}

void vyi_gen_slice(struct gen *m, const vyi_ref *at, uint32_t count)
{
    struct flow flow = {.end = vyi_gen_block(m, "slice.end"), .slice = true};
    m->flow = &flow;
    if (list(m, at, count) != ENDED)
        LLVMBuildBr(m->b, flow.end);
    vyi_gen_enter(m, flow.end);
    m->flow = NULL;
}
