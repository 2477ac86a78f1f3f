// Loops of a phase: while, loop, and loops that count.
//
// Where all lanes share the bounds, a loop is a branch, and the index a scalar or one that goes up
// by one from lane to lane. Where they do not, each lane counts for itself, and a lane that is done
// waits until the last one is.
#include "gen/llvm/flow.h"
#include "gen/llvm/gpu.h"
#include "plan/work.h"

static void remove_lanes(struct gen *m, LLVMValueRef from, LLVMValueRef lanes)
{
    LLVMValueRef keep = LLVMBuildNot(m->b, lanes, "");
    LLVMBuildStore(m->b, LLVMBuildAnd(m->b, vyi_gen_get_mask(m, from), keep, ""), from);
}

// ---- every loop ----
/// What every loop has: places to go, and masks where lanes may leave separately.
void vyi_gen_enter_loop(struct gen *m, struct construct *c, bool parts, const char *name)
{
    *c = (struct construct){.outer = m->flow->inner, .loop = true};
    c->leave = vyi_gen_block(m, name);
    c->next = vyi_gen_block(m, "next");
    if (parts) {
        c->left = vyi_gen_new_mask(m, "left");
        c->skipped = vyi_gen_new_mask(m, "skipped");
    }
    m->flow->inner = c;
    if (!m->flow->gone || !m->mask || m->lanes == 1)
        return;
    // Where all have left before it, a loop that nobody is in might never end.
    LLVMBasicBlockRef some = vyi_gen_block(m, "some");
    LLVMBuildCondBr(m->b, vyi_gen_any(m, m->mask), some, c->leave);
    vyi_gen_enter(m, some);
}

/// At the end of a pass those who skipped the rest of it come back.
void vyi_gen_come_back(struct gen *m, struct construct *c, bool parts)
{
    if (!parts)
        return;
    remove_lanes(m, m->flow->gone, vyi_gen_get_mask(m, c->skipped));
    LLVMBuildStore(m->b, LLVMConstNull(vyi_gen_mask_type(m)), c->skipped);
}

/// After the loop, those who left it come back.
void vyi_gen_leave_loop(struct gen *m, struct construct *c, LLVMValueRef before, bool parts)
{
    vyi_gen_enter(m, c->leave);
    m->flow->inner = c->outer;
    m->mask = before;
    if (parts) {
        remove_lanes(m, m->flow->gone, vyi_gen_get_mask(m, c->left));
        m->mask = vyi_gen_remaining(m, before);
    }
}

// ---- several passes at once ----
static bool holds_loop(const struct gen *m, vyi_ref r)
{
    const vyi_ref *kids;
    const struct vyi_node *n = vyi_at(m->p, r);
    if (!r.i || vyi_op_info(n->op)->kind != VYI_KIND_STMT)
        return false;
    if ((vyi_op_info(n->op)->flags & VYI_FLAG_LOOP) && !vyi_gen_unrolls(m, r))
        return true;
    uint32_t count = vyi_kids(m->p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (holds_loop(m, kids[i]))
            return true;
    return false;
}

enum { AT_ONCE = 4, SMALL_BODY = 40, MORE_AT_ONCE = 8, TINY_BODY = 32, MOST_AT_ONCE = 16 };

/// Nodes of a tree, loops that become straight code by their passes; as far as the limit.
static uint32_t count_nodes(const struct gen *m, vyi_ref r, uint32_t limit)
{
    const vyi_ref *kids;
    const struct vyi_node *n = vyi_at(m->p, r);
    uint32_t count = vyi_kids(m->p, n, &kids), sum = 1;
    for (uint32_t i = 0; i < count && sum < limit; i++)
        sum += kids[i].i ? count_nodes(m, kids[i], limit - sum) : 0;
    return vyi_gen_unrolls(m, r) ? sum * vyi_plan_passes(m->p, n) : sum;
}

static bool holds_access(const struct gen *m, vyi_ref r)
{
    const vyi_ref *kids;
    const struct vyi_node *n = vyi_at(m->p, r);
    uint32_t count = vyi_kids(m->p, n, &kids);
    if (vyi_op_info(n->op)->imm == VYI_IMM_BUFFER)
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && holds_access(m, kids[i]))
            return true;
    return false;
}

/// Whether a GPU's thread runs several passes of a loop between two polls.
static bool is_small(const struct gen *m, vyi_ref body)
{
    return m->target->thread_per_item && !holds_loop(m, body) &&
           count_nodes(m, body, SMALL_BODY) < SMALL_BODY;
}

// ---- while, loop ----
/// Scalar code: a condition decides for one invocation. Asks for several passes at once, since
/// that costs as much as a short pass does.
static enum ends plain_while(struct gen *m, vyi_ref condition, vyi_ref body)
{
    struct construct c;
    bool small = is_small(m, body), tiny = small && count_nodes(m, body, TINY_BODY) < TINY_BODY;
    bool bare = tiny && !holds_access(m, body); // nothing but arithmetic, to which asking adds
    uint32_t passes = bare ? MOST_AT_ONCE : tiny ? MORE_AT_ONCE : small ? AT_ONCE : 1;
    LLVMBasicBlockRef head = vyi_gen_block(m, "while");
    vyi_gen_enter_loop(m, &c, false, "while.done");
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    m->target->poll(m, vyi_gen_int(m, 32, passes));
    for (uint32_t i = 0; i < passes; i++) {
        if (i)
            c.next = vyi_gen_block(m, "next");
        if (condition.i) {
            LLVMBasicBlockRef in = vyi_gen_block(m, "do");
            LLVMBuildCondBr(m->b, vyi_gen_expr(m, condition).v, in, c.leave);
            vyi_gen_enter(m, in);
        }
        if (vyi_gen_sequence(m, body) != ENDED)
            LLVMBuildBr(m->b, c.next);
        vyi_gen_enter(m, c.next);
    }
    LLVMValueRef latch = LLVMBuildBr(m->b, head);
    if (small) // enough of it
        vyi_gen_loop_hint(m, latch, "llvm.loop.unroll.disable", 0);
    vyi_gen_leave_loop(m, &c, m->mask, false);
    return ON;
}

/// `while` and `loop`: lanes whose condition fails wait until the last one is done.
enum ends vyi_gen_while(struct gen *m, vyi_ref condition, vyi_ref body)
{
    if (m->target->thread_per_item && m->lanes == 1)
        return plain_while(m, condition, body);
    struct construct c;
    LLVMValueRef before = m->mask, active = NULL;
    bool parts = vyi_gen_separates(m, body);
    LLVMBasicBlockRef head = vyi_gen_block(m, "while"), in = vyi_gen_block(m, "do");
    vyi_gen_enter_loop(m, &c, parts, "while.done");
    if (m->lanes > 1) {
        active = vyi_gen_alloca(m, vyi_gen_mask_type(m), "active");
        LLVMBuildStore(m->b, vyi_gen_mask_now(m), active);
    }
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    m->target->poll(m, vyi_gen_int(m, 32, 1));
    bool varies = parts;
    if (parts) {
        LLVMBasicBlockRef some = vyi_gen_block(m, "some");
        m->mask = vyi_gen_get_mask(m, active);
        LLVMBuildCondBr(m->b, vyi_gen_any(m, m->mask), some, c.leave);
        vyi_gen_enter(m, some);
    } else if (active && condition.i && vyi_gen_writes(m, condition)) {
        m->mask = vyi_gen_get_mask(m, active); // lanes that are done do not write again
    }
    struct val go =
        condition.i ? vyi_gen_expr(m, condition) : vyi_gen_same(VY_TYPE_BOOL, vyi_gen_int(m, 1, 1));
    if (go.spread == SAME) {
        LLVMBuildCondBr(m->b, go.v, in, c.leave);
    } else { // also where lanes leave by the condition only
        varies = true;
        LLVMValueRef now = LLVMBuildAnd(m->b, vyi_gen_get_mask(m, active), go.v, "");
        m->mask = now;
        LLVMBuildCondBr(m->b, vyi_gen_any(m, now), in, c.leave);
    }
    vyi_gen_enter(m, in);
    LLVMValueRef pass = m->mask;
    if (vyi_gen_sequence(m, body) != ENDED)
        LLVMBuildBr(m->b, c.next);
    vyi_gen_enter(m, c.next);
    vyi_gen_come_back(m, &c, parts);
    if (varies && active)
        LLVMBuildStore(m->b,
                       parts  ? vyi_gen_remaining(m, pass)
                       : pass ? pass
                              : LLVMConstAllOnes(vyi_gen_mask_type(m)),
                       active);
    LLVMBuildBr(m->b, head);
    vyi_gen_leave_loop(m, &c, before, parts);
    return ON;
}

// ---- counted loops ----
/// How many of the lanes run: a count that may be more than there are.
static LLVMValueRef in_type(struct gen *m, LLVMValueRef v, LLVMTypeRef type);
static LLVMValueRef first_lanes(struct gen *m, LLVMValueRef count)
{
    LLVMValueRef all = LLVMConstInt(LLVMTypeOf(count), m->lanes, false);
    LLVMValueRef few = LLVMBuildICmp(m->b, LLVMIntULT, count, all, "");
    count = LLVMBuildSelect(m->b, few, count, all, "");
    count = in_type(m, count, type_i32(m));
    return LLVMBuildICmp(m->b, LLVMIntULT, vyi_gen_lane_numbers(m, 32), vyi_gen_splat(m, count),
                         "there");
}

LLVMValueRef vyi_gen_in_64(struct gen *m, LLVMValueRef v)
{
    return LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 64 ? v : LLVMBuildZExt(m->b, v, type_i64(m), "");
}

static void counted_body(struct gen *m, struct counted *k, struct construct *c, LLVMValueRef base,
                         LLVMValueRef mask)
{
    uint8_t type = m->p->locals.at[k->local].type;
    bool run = k->linear && m->lanes > 1;
    struct val index = {base, type, run ? LINEAR : SAME, true, run && k->even};
    m->mask = mask;
    if (k->name)
        k->name(m, k->user);
    else
        vyi_gen_bind(m, k->local, index);
    if (vyi_gen_sequence(m, k->body) != ENDED)
        LLVMBuildBr(m->b, c->next);
}

static LLVMValueRef in_type(struct gen *m, LLVMValueRef v, LLVMTypeRef type)
{
    return LLVMTypeOf(v) == type ? v : LLVMBuildTrunc(m->b, v, type, "");
}

/// How many passes at least `lanes` lanes take part in.
static LLVMValueRef passes_of(struct gen *m, const struct counted *k, uint32_t lanes)
{
    LLVMTypeRef t = LLVMTypeOf(k->left);
    LLVMValueRef zero = LLVMConstNull(t), one = LLVMConstInt(t, 1, false);
    LLVMValueRef need = LLVMConstInt(t, lanes, false);
    LLVMValueRef few = LLVMBuildICmp(m->b, LLVMIntULT, k->left, need, "");
    LLVMValueRef passes = LLVMBuildUDiv(m->b, LLVMBuildSub(m->b, k->left, need, ""), k->step, "");
    return LLVMBuildSelect(m->b, few, zero, LLVMBuildAdd(m->b, passes, one, ""), "passes");
}

enum { FEW_PASSES = 64, MOST_UNROLLED = 32 };

static bool holds_array(const struct gen *m, vyi_ref r)
{
    const vyi_ref *kids;
    const struct vyi_node *n = vyi_at(m->p, r);
    if (n->op == VYI_OP_LOAD_ARRAY || n->op == VYI_OP_SET_ARRAY)
        return m->p->locals.at[n->x].count <= MOST_UNROLLED;
    uint32_t count = vyi_kids(m->p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && holds_array(m, kids[i]))
            return true;
    return false;
}

/// Passes in strips: the kernel polls between two strips, so that the passes themselves need not.
/// Counted before a strip, so that a loop that is left early many times has polled too.
struct strips {
    LLVMBasicBlockRef strip, head;
    LLVMValueRef base_at, left_at, strip_at, passes;
    bool polls, rolled;
};

static struct strips strips_begin(struct gen *m, const struct counted *k, LLVMValueRef passes,
                                  LLVMBasicBlockRef none)
{
    LLVMTypeRef t = LLVMTypeOf(passes), short_ = m->target->counts_in_32_bits ? type_i32(m) : t;
    LLVMValueRef zero = LLVMConstNull(t), most = LLVMConstInt(t, VYI_CPU_FUEL, false);
    struct strips s = {.strip = vyi_gen_block(m, "strip"),
                       .head = vyi_gen_block(m, "for"),
                       .base_at = vyi_gen_alloca(m, LLVMTypeOf(k->base), "base"),
                       .left_at = vyi_gen_alloca(m, t, "passes"),
                       .strip_at = vyi_gen_alloca(m, short_, "strip"),
                       .passes = passes};
    bool few =
        k->once || (LLVMIsAConstantInt(passes) && LLVMConstIntGetZExtValue(passes) <= FEW_PASSES);
    s.polls = !few || holds_loop(m, k->body);
    LLVMBuildStore(m->b, k->base, s.base_at);
    LLVMBuildStore(m->b, passes, s.left_at);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, passes, zero, ""), s.strip, none);
    vyi_gen_enter(m, s.strip);
    LLVMValueRef left = LLVMBuildLoad2(m->b, t, s.left_at, ""), strip = left;
    if (s.polls) {
        LLVMValueRef less = LLVMBuildICmp(m->b, LLVMIntULT, left, most, "");
        strip = LLVMBuildSelect(m->b, less, left, most, "");
        LLVMBuildStore(m->b, LLVMBuildSub(m->b, left, strip, ""), s.left_at);
        m->target->poll(m, in_type(m, strip, type_i32(m)));
    }
    LLVMBuildStore(m->b, in_type(m, strip, short_), s.strip_at);
    LLVMBuildBr(m->b, s.head);
    vyi_gen_enter(m, s.head);
    return s;
}

/// Scalar code of invocations that part has loops over few elements each: unrolled, they would
/// spend their passes in what is left over.
static const char keep_rolled[] = "llvm.loop.unroll.runtime.disable";
/// A few passes over an array of the invocation's own: unrolled, its elements are registers.
static const char unroll[] = "llvm.loop.unroll.full";

/// So many passes at once, so that a thread has several loads on their way.
static const char unroll_some[] = "llvm.loop.unroll.count";
static void strips_end(struct gen *m, const struct counted *k, struct strips *s,
                       LLVMBasicBlockRef done)
{
    LLVMTypeRef type = LLVMTypeOf(k->base), t = LLVMTypeOf(s->passes);
    LLVMTypeRef short_ = m->target->counts_in_32_bits ? type_i32(m) : t;
    LLVMValueRef base = LLVMBuildLoad2(m->b, type, s->base_at, "");
    base = LLVMBuildAdd(m->b, base, in_type(m, k->step, type), "");
    LLVMBuildStore(m->b, base, s->base_at);
    LLVMValueRef strip = LLVMBuildLoad2(m->b, short_, s->strip_at, "");
    strip = LLVMBuildNUWSub(m->b, strip, LLVMConstInt(short_, 1, false), "");
    LLVMBuildStore(m->b, strip, s->strip_at);
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntNE, strip, LLVMConstNull(short_), "");
    if (!s->polls) {
        LLVMValueRef last = LLVMBuildCondBr(m->b, more, s->head, done);
        uint64_t passes =
            LLVMIsAConstantInt(s->passes) ? LLVMConstIntGetZExtValue(s->passes) : UINT64_MAX;
        if (passes <= MOST_UNROLLED && holds_array(m, k->body))
            vyi_gen_loop_hint(m, last, unroll, 0);
        else if (m->target->thread_per_item && passes % AT_ONCE == 0)
            vyi_gen_loop_hint(m, last, unroll_some, AT_ONCE);
        return;
    }
    LLVMBasicBlockRef next = vyi_gen_block(m, "strip.next");
    LLVMValueRef latch = LLVMBuildCondBr(m->b, more, s->head, next);
    if (s->rolled)
        vyi_gen_loop_hint(m, latch, keep_rolled, 0);
    else if (is_small(m, k->body))
        vyi_gen_loop_hint(m, latch, unroll_some, AT_ONCE);
    vyi_gen_enter(m, next);
    LLVMValueRef left = LLVMBuildLoad2(m->b, t, s->left_at, "");
    LLVMValueRef rest = LLVMBuildICmp(m->b, LLVMIntNE, left, LLVMConstNull(t), "");
    LLVMBuildCondBr(m->b, rest, s->strip, done);
}

/// Lanes that broke out of the loop stay out; a loop that all have left is left.
static LLVMValueRef those_here(struct gen *m, struct construct *c, LLVMValueRef before, bool parts)
{
    if (!parts)
        return before;
    LLVMValueRef here = vyi_gen_remaining(m, before);
    LLVMBasicBlockRef some = vyi_gen_block(m, "some");
    LLVMBuildCondBr(m->b, vyi_gen_any(m, here), some, c->leave);
    vyi_gen_enter(m, some);
    return here;
}

/// What is left after the passes that all lanes took part in: one pass with a mask, or several
/// where a step is less than a vector. `done`: steps of one until there.
static void counted_tail(struct gen *m, struct counted *k, struct construct *c, LLVMValueRef before,
                         LLVMValueRef done)
{
    LLVMTypeRef type = LLVMTypeOf(k->base), t = LLVMTypeOf(k->left);
    LLVMBasicBlockRef head = vyi_gen_block(m, "parts"), part = vyi_gen_block(m, "part"),
                      after = vyi_gen_block(m, "part.done");
    LLVMValueRef base_at = vyi_gen_alloca(m, type, "base"), left_at = vyi_gen_alloca(m, t, "left"),
                 zero = LLVMConstNull(t);
    bool parts = c->left;
    LLVMValueRef some = LLVMBuildICmp(m->b, LLVMIntUGT, k->left, done, "");
    LLVMValueRef left = LLVMBuildSub(m->b, k->left, done, "");
    LLVMBuildStore(m->b, LLVMBuildSelect(m->b, some, left, zero, ""), left_at);
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, k->base, in_type(m, done, type), ""), base_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    left = LLVMBuildLoad2(m->b, t, left_at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, left, zero, ""), part, c->leave);
    vyi_gen_enter(m, part);
    LLVMValueRef here = those_here(m, c, before, parts);
    LLVMValueRef base = LLVMBuildLoad2(m->b, type, base_at, "");
    c->next = after;
    counted_body(m, k, c, base, both(m, here, first_lanes(m, left)));
    vyi_gen_enter(m, after);
    vyi_gen_come_back(m, c, parts);
    if (LLVMIsAConstantInt(k->step) && LLVMConstIntGetZExtValue(k->step) >= m->lanes) {
        LLVMBuildBr(m->b, c->leave);
        return;
    }
    left = LLVMBuildLoad2(m->b, t, left_at, "");
    some = LLVMBuildICmp(m->b, LLVMIntUGT, left, k->step, "");
    left = LLVMBuildSub(m->b, left, k->step, "");
    LLVMBuildStore(m->b, LLVMBuildSelect(m->b, some, left, zero, ""), left_at);
    base =
        LLVMBuildAdd(m->b, LLVMBuildLoad2(m->b, type, base_at, ""), in_type(m, k->step, type), "");
    LLVMBuildStore(m->b, base, base_at);
    LLVMBuildBr(m->b, head);
}

/// Steps of one that so many passes are; all ones where that is more than can be counted.
static LLVMValueRef steps_of(struct gen *m, const struct counted *k, LLVMValueRef passes)
{
    LLVMTypeRef t = LLVMTypeOf(passes);
    if (LLVMGetIntTypeWidth(t) == 64)
        return LLVMBuildMul(m->b, passes, k->step, "");
    LLVMValueRef one = LLVMConstInt(t, 1, false), zero = LLVMConstNull(t);
    LLVMValueRef none = LLVMBuildICmp(m->b, LLVMIntEQ, passes, zero, "");
    LLVMValueRef before = LLVMBuildMul(m->b, LLVMBuildSub(m->b, passes, one, ""), k->step, "");
    LLVMValueRef args[] = {before, k->step};
    LLVMValueRef all = vyi_gen_intrinsic(m, "llvm.uadd.sat", t, args, 2, NULL, 0);
    return LLVMBuildSelect(m->b, none, zero, all, "");
}

/// What is less than a vector, or would not be aligned, one after the other: the same in fewer
/// instructions than a vector with a mask, which several threads of a grid need once.
static void stream_singly(struct gen *m, struct counted *k, struct construct *c, LLVMValueRef base,
                          LLVMValueRef left)
{
    LLVMTypeRef type = LLVMTypeOf(base), t = LLVMTypeOf(left);
    LLVMValueRef one = LLVMConstInt(t, 1, false), lanes = LLVMConstInt(t, m->lanes, false);
    LLVMValueRef few = LLVMBuildICmp(m->b, LLVMIntULT, left, lanes, "");
    LLVMValueRef at = vyi_gen_alloca(m, t, "single"), on = NULL;
    LLVMValueRef end = LLVMBuildSelect(m->b, few, left, lanes, "");
    LLVMBasicBlockRef head = vyi_gen_block(m, "singly"), after = c->next;
    uint32_t before = m->lanes;
    LLVMBuildStore(m->b, LLVMConstNull(t), at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    vyi_gpu_forget_places(m);
    m->lanes = 1;
    c->next = vyi_gen_block(m, "next");
    LLVMValueRef now = in_type(m, LLVMBuildLoad2(m->b, t, at, ""), type);
    counted_body(m, k, c, LLVMBuildAdd(m->b, base, now, ""), NULL);
    vyi_gen_enter(m, c->next);
    on = LLVMBuildAdd(m->b, LLVMBuildLoad2(m->b, t, at, ""), one, "");
    LLVMBuildStore(m->b, on, at);
    LLVMValueRef latch =
        LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, on, end, ""), head, after);
    vyi_gen_loop_hint(m, latch, "llvm.loop.unroll.disable", 0);
    c->next = after;
    m->lanes = before;
}

bool vyi_gen_streams(const struct gen *m, vyi_ref body)
{
    return m->target->thread_per_item && vyi_gen_worth_copying(m, body) &&
           !vyi_gen_separates(m, body);
}

/// Vectors of a GPU's thread. Mostly it has one, so it does not count its passes beforehand: to
/// divide takes longer than to wait for the first load.
static enum ends streamed(struct gen *m, struct counted *k)
{
    struct construct c;
    LLVMTypeRef type = LLVMTypeOf(k->base), t = LLVMTypeOf(k->left);
    LLVMValueRef before = m->mask, zero = LLVMConstNull(t), even = m->shape->gpu->even;
    LLVMValueRef base_at = vyi_gen_alloca(m, type, "base"), left_at = vyi_gen_alloca(m, t, "left");
    LLVMBasicBlockRef head = vyi_gen_block(m, "stream"), whole = vyi_gen_block(m, "whole"),
                      rest = vyi_gen_block(m, "rest"), part = vyi_gen_block(m, "part");
    vyi_gen_enter_loop(m, &c, false, "for.done");
    LLVMBuildStore(m->b, k->base, base_at);
    LLVMBuildStore(m->b, k->left, left_at);
    // Nothing is more than the limit where vectors would not be aligned: a condition of its own
    // LLVM would take out of the loop, and make two of it.
    LLVMValueRef limit = LLVMConstInt(t, m->lanes - 1, false);
    if (even)
        limit = LLVMBuildSelect(m->b, even, limit, LLVMConstAllOnes(t), "");
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef left = LLVMBuildLoad2(m->b, t, left_at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntUGT, left, limit, ""), whole, rest);
    vyi_gen_enter(m, whole);
    m->flow->copies++;
    counted_body(m, k, &c, LLVMBuildLoad2(m->b, type, base_at, ""), before);
    vyi_gen_enter(m, c.next);
    m->target->poll(m, vyi_gen_int(m, 32, 1));
    left = LLVMBuildLoad2(m->b, t, left_at, "");
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntUGT, left, k->step, "");
    left = LLVMBuildSelect(m->b, more, LLVMBuildSub(m->b, left, k->step, ""), zero, "");
    LLVMBuildStore(m->b, left, left_at);
    LLVMValueRef base = LLVMBuildLoad2(m->b, type, base_at, "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, base, in_type(m, k->step, type), ""), base_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, rest);
    LLVMBuildCondBr(m->b,
                    LLVMBuildICmp(m->b, LLVMIntNE, LLVMBuildLoad2(m->b, t, left_at, ""), zero, ""),
                    part, c.leave);
    vyi_gen_enter(m, part);
    base = LLVMBuildLoad2(m->b, type, base_at, "");
    left = LLVMBuildLoad2(m->b, t, left_at, "");
    if (even) {
        stream_singly(m, k, &c, base, left);
    } else {
        c.next = c.leave;
        counted_body(m, k, &c, base, both(m, before, first_lanes(m, left)));
    }
    m->flow->copies--;
    vyi_gen_leave_loop(m, &c, before, false);
    return ON;
}

enum ends vyi_gen_counted(struct gen *m, struct counted *k)
{
    struct construct c;
    LLVMValueRef before = m->mask;
    LLVMTypeRef type = LLVMTypeOf(k->base);
    // A GPU's thread that streams has enough on its way.
    bool rolled = m->target->thread_per_item
                      ? m->shape->gpu->each > 1
                      : !k->linear && m->lanes == 1 && m->phases->policy.volume > 1;
    k->linear = k->linear && m->lanes > 1;
    bool parts = vyi_gen_separates(m, k->body);
    bool twice = k->linear && !m->flow->copies && vyi_gen_worth_copying(m, k->body);
    if (k->linear && !m->flow->copies && vyi_gen_streams(m, k->body) && !k->name)
        return streamed(m, k);
    LLVMBasicBlockRef tail = vyi_gen_block(m, "tail");
    vyi_gen_enter_loop(m, &c, parts, "for.done");
    // Linear and once: every pass with a mask, the last ones too.
    LLVMValueRef passes = passes_of(m, k, twice ? m->lanes : 1);
    struct strips s = strips_begin(m, k, passes, tail);
    s.rolled = rolled;
    LLVMValueRef here = those_here(m, &c, before, parts);
    LLVMValueRef base = LLVMBuildLoad2(m->b, type, s.base_at, "");
    if (k->linear && !twice) {
        LLVMValueRef gone = LLVMBuildSub(m->b, base, k->base, "");
        if (LLVMTypeOf(gone) != LLVMTypeOf(k->left))
            gone = vyi_gen_in_64(m, gone);
        LLVMValueRef left = LLVMBuildSub(m->b, k->left, gone, "");
        here = both(m, here, first_lanes(m, left));
    }
    m->flow->copies += twice;
    counted_body(m, k, &c, base, here);
    vyi_gen_enter(m, c.next);
    vyi_gen_come_back(m, &c, parts);
    if (k->next)
        k->next(m, k->user);
    strips_end(m, k, &s, tail);
    vyi_gen_enter(m, tail);
    if (twice)
        counted_tail(m, k, &c, before, steps_of(m, k, passes));
    else
        LLVMBuildBr(m->b, c.leave);
    m->flow->copies -= twice;
    vyi_gen_leave_loop(m, &c, before, parts);
    return ON;
}

/// How many steps of one there are from a to b: 0 where b <= a.
LLVMValueRef vyi_gen_distance(struct gen *m, uint8_t type, LLVMValueRef a, LLVMValueRef b)
{
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    LLVMValueRef more = LLVMBuildICmp(m->b, is_signed ? LLVMIntSLT : LLVMIntULT, a, b, "");
    LLVMValueRef count = LLVMBuildSub(m->b, b, a, "");
    return LLVMBuildSelect(m->b, more, count, LLVMConstNull(LLVMTypeOf(count)), "");
}

bool vyi_gen_counts_short(const struct gen *m, uint8_t type)
{
    return m->target->counts_in_32_bits && vyi_type_bytes(type) == 4;
}

/// A step, as wide as counts are; all ones where it is not positive: then the loop runs once.
static LLVMValueRef step_of(struct gen *m, uint8_t type, LLVMValueRef v)
{
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(v));
    LLVMValueRef good = LLVMBuildICmp(m->b, is_signed ? LLVMIntSGT : LLVMIntUGT, v, zero, "");
    LLVMValueRef wide = vyi_gen_counts_short(m, type) ? v : vyi_gen_in_64(m, v);
    return LLVMBuildSelect(m->b, good, wide, LLVMConstAllOnes(LLVMTypeOf(wide)), "");
}

/// Bounds that differ between lanes: each lane counts for itself.
static enum ends lanes_loop(struct gen *m, uint32_t local, vyi_ref body, struct val from,
                            LLVMValueRef left, LLVMValueRef step)
{
    struct construct c;
    uint8_t type = m->p->locals.at[local].type;
    LLVMTypeRef wide = LLVMTypeOf(left), index_type = vyi_gen_wide(m, vyi_gen_type(m, type));
    LLVMValueRef before = m->mask;
    bool parts = vyi_gen_separates(m, body);
    LLVMBasicBlockRef head = vyi_gen_block(m, "for"), in = vyi_gen_block(m, "do");
    vyi_gen_enter_loop(m, &c, parts, "for.done");
    LLVMValueRef index_at = vyi_gen_alloca(m, index_type, "index"),
                 left_at = vyi_gen_alloca(m, wide, "left"),
                 active = vyi_gen_alloca(m, vyi_gen_mask_type(m), "active");
    LLVMBuildStore(m->b, vyi_gen_spread(m, from), index_at);
    LLVMBuildStore(m->b, left, left_at);
    LLVMValueRef some = LLVMBuildICmp(m->b, LLVMIntNE, left, LLVMConstNull(wide), "");
    LLVMBuildStore(m->b, both(m, before, some), active);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef now = vyi_gen_get_mask(m, active);
    LLVMBuildCondBr(m->b, vyi_gen_any(m, now), in, c.leave);
    vyi_gen_enter(m, in);
    m->mask = now;
    m->target->poll(m, vyi_gen_int(m, 32, 1));
    vyi_gen_bind(m, local, vyi_gen_each(m, type, LLVMBuildLoad2(m->b, index_type, index_at, "")));
    if (vyi_gen_sequence(m, body) != ENDED)
        LLVMBuildBr(m->b, c.next);
    vyi_gen_enter(m, c.next);
    vyi_gen_come_back(m, &c, parts);
    LLVMValueRef rest = LLVMBuildLoad2(m->b, wide, left_at, "");
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntUGT, rest, step, "");
    LLVMValueRef index = LLVMBuildLoad2(m->b, index_type, index_at, "");
    LLVMValueRef by = LLVMGetIntTypeWidth(LLVMGetElementType(wide)) ==
                              LLVMGetIntTypeWidth(LLVMGetElementType(index_type))
                          ? step
                          : LLVMBuildTrunc(m->b, step, index_type, "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, index, by, ""), index_at);
    LLVMBuildStore(m->b, LLVMBuildSub(m->b, rest, step, ""), left_at);
    more = LLVMBuildAnd(m->b, parts ? vyi_gen_remaining(m, now) : now, more, "");
    LLVMBuildStore(m->b, more, active);
    LLVMBuildBr(m->b, head);
    vyi_gen_leave_loop(m, &c, before, parts);
    return ON;
}

enum ends vyi_gen_for(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids = m->p->extra.at + n->list;
    uint8_t type = m->p->locals.at[n->x].type;
    struct val from = vyi_gen_expr(m, kids[0]), to = vyi_gen_expr(m, kids[1]), step;
    step = kids[2].i ? vyi_gen_expr(m, kids[2]) : vyi_gen_same(type, vyi_gen_constant(m, type, 1));
    if (from.spread != EACH && to.spread == SAME && step.spread == SAME) {
        LLVMValueRef left = vyi_gen_distance(m, type, from.v, to.v);
        if (!vyi_gen_counts_short(m, type))
            left = vyi_gen_in_64(m, left);
        struct counted k = {.local = n->x,
                            .body = kids[3],
                            .base = from.v,
                            .left = left,
                            .step = step_of(m, type, step.v),
                            .linear = from.spread == LINEAR};
        if (from.spread == SAME || from.nowrap)
            return vyi_gen_hoisted(m, r, &k, to.v);
    }
    // In the index's own width: a step that is not positive becomes all ones, which is never less
    // than what is left.
    LLVMValueRef a = vyi_gen_spread(m, from), b = vyi_gen_spread(m, to);
    LLVMValueRef s = vyi_gen_spread(m, step), zero = LLVMConstNull(LLVMTypeOf(s));
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    LLVMValueRef good = LLVMBuildICmp(m->b, is_signed ? LLVMIntSGT : LLVMIntUGT, s, zero, "");
    s = LLVMBuildSelect(m->b, good, s, LLVMConstAllOnes(LLVMTypeOf(s)), "");
    return lanes_loop(m, n->x, kids[3], from, vyi_gen_distance(m, type, a, b), s);
}
