// Loops of a phase: while, loop, and loops that count.
//
// Where all lanes share the bounds, a loop is a branch, and the index a scalar or one that goes up
// by one from lane to lane. Where they do not, each lane counts for itself, and a lane that is done
// waits until the last one is.
#include "facts/effects.h"
#include "gen/llvm/gpu.h"
#include "plan/work.h"

static void remove_lanes(struct gen *m, LLVMValueRef from, LLVMValueRef lanes)
{
    store(m, iand(m, get(m, from), inot(m, lanes)), from);
}

// ---- every loop ----
void vyi_gen_enter_loop(struct gen *m, struct construct *c, bool parts, const char *name)
{
    const struct construct *outer = vyi_gen_inner_loop(m);
    *c = (struct construct){.outer = m->flow->inner,
                            .loop = true,
                            .number = ++m->flow->loops,
                            .home = outer ? outer->number : 0};
    c->leave = new_block(m, name);
    c->next = new_block(m, "next");
    if (parts) {
        c->left = vyi_gen_new_mask(m, "left");
        c->skipped = vyi_gen_new_mask(m, "skipped");
    }
    m->flow->inner = c;
    // Where all have left before it, a loop that no lane is in might never end.
    if (m->flow->gone && m->mask && m->lanes > 1)
        leave_unless(m, vyi_gen_any(m, m->mask), c->leave, "some");
}

void vyi_gen_come_back(struct gen *m, struct construct *c, bool parts)
{
    if (!parts)
        return;
    remove_lanes(m, m->flow->gone, get(m, c->skipped));
    store(m, LLVMConstNull(vyi_gen_mask_type(m)), c->skipped);
}

void vyi_gen_leave_loop(struct gen *m, struct construct *c, LLVMValueRef before, bool parts)
{
    enter(m, c->leave);
    m->flow->inner = c->outer;
    m->mask = before;
    if (parts) {
        remove_lanes(m, m->flow->gone, get(m, c->left));
        m->mask = vyi_gen_remaining(m, before);
    }
}

// ---- while, loop ----
/// `while` and `loop`: lanes whose condition fails wait until the last one is done.
enum ends vyi_gen_while(struct gen *m, vyi_ref condition, vyi_ref body)
{
    if (m->target->thread_per_item && m->lanes == 1)
        return vyi_gen_plain_while(m, condition, body);
    struct construct c;
    LLVMValueRef before = m->mask, active = NULL;
    bool parts = vyi_gen_separates(m, body), varies = parts;
    LLVMBasicBlockRef head = new_block(m, "while");
    vyi_gen_enter_loop(m, &c, parts, "while.done");
    if (m->lanes > 1)
        active = variable(m, vyi_gen_mask_now(m), "active");
    vyi_gen_converge_begin(m, &c, condition, body);
    br_enter(m, head);
    m->target->poll(m, i32(m, 1));
    if (parts) {
        m->mask = get(m, active);
        leave_unless(m, vyi_gen_any(m, m->mask), c.leave, "some");
    } else if (active && condition.i && vyi_gen_flags(m, condition) & VYI_FLAG_WRITES) {
        m->mask = get(m, active); // lanes that are done do not write again
    }
    // What all lanes in the loop share ends it for all, and the others do not wait for that.
    while (condition.i && vyi_at(m->p, condition)->op == VYI_OP_LAND &&
           vyi_gen_shared(m, vyi_at(m->p, condition)->kid[0], 0)) {
        const struct vyi_node *n = vyi_at(m->p, condition);
        enter_unless(m, vyi_gen_expr(m, n->kid[0]).v, c.leave, "do");
        condition = n->kid[1];
    }
    struct val go =
        condition.i ? vyi_gen_expr(m, condition) : vyi_gen_same(VY_TYPE_BOOL, i1(m, true));
    if (go.spread != SAME) { // also where lanes leave by the condition only
        varies = true;
        m->mask = iand(m, get(m, active), go.v);
    }
    enter_unless(m, go.spread == SAME ? go.v : vyi_gen_any(m, m->mask), c.leave, "do");
    LLVMValueRef pass = m->mask;
    if (c.to)
        c.all = pass;
    vyi_gen_body(m, body, c.next);
    vyi_gen_come_back(m, &c, parts);
    m->mask = pass;
    if (varies && active)
        store(m, parts ? vyi_gen_remaining(m, pass) : vyi_gen_mask_now(m), active);
    br(m, head);
    vyi_gen_converge_end(m, &c, body);
    vyi_gen_leave_loop(m, &c, before, parts);
    return ON;
}

// ---- counted loops ----
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
    vyi_gen_body(m, k->body, c->next);
}

/// How many passes at least `lanes` lanes take part in.
static LLVMValueRef passes_of(struct gen *m, const struct counted *k, uint32_t lanes)
{
    LLVMValueRef need = number_like(k->left, lanes), few = ult(m, k->left, need);
    LLVMValueRef passes = udiv(m, isub(m, k->left, need), k->step);
    return sel(m, few, zero_of(passes), iadd(m, passes, number_like(passes, 1)));
}

enum { FEW_PASSES = 64, MOST_UNROLLED = 32 };

static bool holds_array(const struct gen *m, vyi_ref body)
{
    for (VYI_VISIT(v, m->p, body))
        if ((v->n->op == VYI_OP_LOAD_ARRAY || v->n->op == VYI_OP_SET_ARRAY) &&
            m->p->locals.at[v->n->x].count <= MOST_UNROLLED)
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

/// Whether the values that the index may have say that there are few passes.
static bool is_short(const struct gen *m, const struct counted *k)
{
    struct vyi_range r = m->facts.bounds.local[k->local];
    return !k->name && r.hi != VYI_UNBOUNDED && r.lo > -FEW_PASSES && r.hi - r.lo < FEW_PASSES;
}

static struct strips strips_begin(struct gen *m, const struct counted *k, LLVMValueRef passes,
                                  LLVMBasicBlockRef none)
{
    struct strips s = {.strip = new_block(m, "strip"),
                       .head = new_block(m, "for"),
                       .base_at = variable(m, k->base, "base"),
                       .left_at = variable(m, passes, "passes"),
                       .passes = passes};
    bool few = k->once || is_short(m, k) ||
               (LLVMIsAConstantInt(passes) && LLVMConstIntGetZExtValue(passes) <= FEW_PASSES);
    s.polls = !few || vyi_gen_holds_loop(m, k->body);
    br_if(m, is_set(m, passes), s.strip, none);
    enter(m, s.strip);
    LLVMValueRef left = get(m, s.left_at), strip = left;
    if (s.polls && m->target->strip) {
        strip = m->target->strip(m, s.left_at);
    } else if (s.polls) {
        strip = umin(m, left, number_like(left, VYI_CPU_FUEL));
        store(m, isub(m, left, strip), s.left_at);
        m->target->poll(m, to_i32(m, strip));
    }
    s.strip_at = variable(m, m->target->counts_in_32_bits ? to_i32(m, strip) : strip, "strip");
    br_enter(m, s.head);
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
    // The base of a pass that follows does not wrap; told so, LLVM keeps it in 64 bits. Of a GPU's
    // registers those would be two.
    LLVMValueRef base = get(m, s->base_at), step = trunc_to(m, k->step, LLVMTypeOf(base));
    bool sign = vyi_type_class(m->p->locals.at[k->local].type) == VYI_CLASS_SINT;
    base = k->name || m->target->thread_per_item ? iadd(m, base, step)
           : sign                                ? LLVMBuildNSWAdd(m->b, base, step, "")
                                                 : nuw_add(m, base, step);
    store(m, base, s->base_at);
    LLVMValueRef strip = get(m, s->strip_at);
    strip = LLVMBuildNUWSub(m->b, strip, number_like(strip, 1), "");
    store(m, strip, s->strip_at);
    LLVMBasicBlockRef next = s->polls ? new_block(m, "strip.next") : done;
    LLVMValueRef latch = br_if(m, is_set(m, strip), s->head, next);
    uint64_t passes =
        LLVMIsAConstantInt(s->passes) ? LLVMConstIntGetZExtValue(s->passes) : UINT64_MAX;
    if (!s->polls && passes <= MOST_UNROLLED && (m->flow->lines || holds_array(m, k->body)))
        vyi_gen_loop_hint(m, latch, unroll, 0);
    else if (s->polls && s->rolled)
        vyi_gen_loop_hint(m, latch, keep_rolled, 0);
    else if (s->polls ? vyi_gen_is_small(m, k->body)
                      : m->target->thread_per_item && passes % VYI_GEN_AT_ONCE == 0)
        vyi_gen_loop_hint(m, latch, unroll_some, VYI_GEN_AT_ONCE);
    if (!s->polls)
        return;
    enter(m, next);
    br_if(m, is_set(m, get(m, s->left_at)), s->strip, done);
}

/// Lanes that broke out of the loop stay out; a loop that all have left is left.
static LLVMValueRef those_here(struct gen *m, struct construct *c, LLVMValueRef before, bool parts)
{
    if (!parts)
        return before;
    LLVMValueRef here = vyi_gen_remaining(m, before);
    leave_unless(m, vyi_gen_any(m, here), c->leave, "some");
    return here;
}

/// Goes on to the next pass: `left` less by a step, the base more.
static void next_pass(struct gen *m, const struct counted *k, LLVMValueRef left, LLVMValueRef base)
{
    store(m, sub_or_zero(m, get(m, left), k->step), left);
    add_to(m, base, trunc_to(m, k->step, LLVMTypeOf(k->base)));
}

/// What is left after the passes that all lanes took part in: one pass with a mask, or several
/// where a step is less than a vector. `done`: steps of one until there.
static void counted_tail(struct gen *m, struct counted *k, struct construct *c, LLVMValueRef before,
                         LLVMValueRef done)
{
    LLVMTypeRef type = LLVMTypeOf(k->base);
    LLVMBasicBlockRef head = new_block(m, "parts");
    bool parts = c->left;
    LLVMValueRef left_at = variable(m, sub_or_zero(m, k->left, done), "left");
    LLVMValueRef base_at = variable(m, iadd(m, k->base, trunc_to(m, done, type)), "base");
    br_enter(m, head);
    LLVMValueRef left = get(m, left_at);
    leave_unless(m, is_set(m, left), c->leave, "part");
    LLVMValueRef here = those_here(m, c, before, parts), base = get(m, base_at);
    c->next = new_block(m, "part.done");
    counted_body(m, k, c, base, both(m, here, vyi_gen_first_lanes(m, left)));
    vyi_gen_come_back(m, c, parts);
    if (LLVMIsAConstantInt(k->step) && LLVMConstIntGetZExtValue(k->step) >= m->lanes) {
        br(m, c->leave);
        return;
    }
    next_pass(m, k, left_at, base_at);
    br(m, head);
}

/// What is less than a vector, or would not be aligned, one after the other: the same in fewer
/// instructions than a vector with a mask, which several threads of a grid need once.
static void stream_singly(struct gen *m, struct counted *k, struct construct *c, LLVMValueRef base,
                          LLVMValueRef left)
{
    LLVMValueRef end = umin(m, left, number_like(left, m->lanes));
    LLVMBasicBlockRef after = c->next;
    uint32_t before = m->lanes;
    struct loop l = do_begin(m, zero_of(left), "singly");
    vyi_gen_forget_places(m);
    m->lanes = 1;
    c->next = new_block(m, "next");
    counted_body(m, k, c, iadd(m, base, trunc_to(m, l.now, LLVMTypeOf(base))), NULL);
    vyi_gen_loop_hint(m, do_end(m, &l, number_like(left, 1), end), "llvm.loop.unroll.disable", 0);
    br(m, after);
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
    LLVMTypeRef t = LLVMTypeOf(k->left);
    LLVMValueRef before = m->mask, even = m->shape->gpu->even;
    LLVMBasicBlockRef head = new_block(m, "stream"), rest = new_block(m, "rest");
    vyi_gen_enter_loop(m, &c, false, "for.done");
    LLVMValueRef base_at = variable(m, k->base, "base"), left_at = variable(m, k->left, "left");
    // Nothing is more than the limit where vectors would not be aligned: a condition of its own
    // LLVM would take out of the loop, and make two of it.
    LLVMValueRef limit = LLVMConstInt(t, m->lanes - 1, false);
    if (even)
        limit = sel(m, even, limit, LLVMConstAllOnes(t));
    br_enter(m, head);
    leave_unless(m, ugt(m, get(m, left_at), limit), rest, "whole");
    m->flow->copies++;
    counted_body(m, k, &c, get(m, base_at), before);
    m->target->poll(m, i32(m, 1));
    next_pass(m, k, left_at, base_at);
    br(m, head);
    enter(m, rest);
    leave_unless(m, is_set(m, get(m, left_at)), c.leave, "part");
    LLVMValueRef base = get(m, base_at), left = get(m, left_at);
    if (even) {
        stream_singly(m, k, &c, base, left);
    } else {
        c.next = c.leave;
        counted_body(m, k, &c, base, both(m, before, vyi_gen_first_lanes(m, left)));
    }
    m->flow->copies--;
    vyi_gen_leave_loop(m, &c, before, false);
    return ON;
}

enum ends vyi_gen_counted(struct gen *m, struct counted *k)
{
    struct construct c;
    LLVMValueRef before = m->mask;
    // A GPU's thread that streams has enough on its way.
    bool rolled = m->target->thread_per_item
                      ? m->shape->gpu->each > 1
                      : !k->linear && m->lanes == 1 && m->phases->policy.volume > 1;
    k->linear = k->linear && m->lanes > 1;
    bool parts = vyi_gen_separates(m, k->body);
    bool twice = k->linear && !m->flow->copies && vyi_gen_worth_copying(m, k->body);
    if (k->linear && !m->flow->copies && vyi_gen_streams(m, k->body) && !k->name)
        return streamed(m, k);
    LLVMBasicBlockRef tail = new_block(m, "tail");
    vyi_gen_enter_loop(m, &c, parts, "for.done");
    // Linear and once: every pass with a mask, the last ones too.
    LLVMValueRef passes = passes_of(m, k, twice ? m->lanes : 1);
    struct strips s = strips_begin(m, k, passes, tail);
    s.rolled = rolled;
    LLVMValueRef here = those_here(m, &c, before, parts), base = get(m, s.base_at);
    if (k->linear && !twice) {
        LLVMValueRef gone = zext(m, isub(m, base, k->base), LLVMTypeOf(k->left));
        here = both(m, here, vyi_gen_first_lanes(m, isub(m, k->left, gone)));
    }
    m->flow->copies += twice;
    counted_body(m, k, &c, base, here);
    vyi_gen_come_back(m, &c, parts);
    if (k->next)
        k->next(m, k->user);
    strips_end(m, k, &s, tail);
    enter(m, tail);
    if (twice)
        counted_tail(m, k, &c, before, imul(m, passes, k->step));
    else
        br(m, c.leave);
    m->flow->copies -= twice;
    vyi_gen_leave_loop(m, &c, before, parts);
    return ON;
}

static LLVMValueRef less_than(struct gen *m, uint8_t type, LLVMValueRef a, LLVMValueRef b)
{
    return vyi_type_class(type) == VYI_CLASS_SINT ? slt(m, a, b) : ult(m, a, b);
}

LLVMValueRef vyi_gen_distance(struct gen *m, uint8_t type, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef more = less_than(m, type, a, b), count = isub(m, b, a);
    return sel(m, more, count, zero_of(count));
}

bool vyi_gen_counts_short(const struct gen *m, uint8_t type)
{
    return m->target->counts_in_32_bits && vyi_type_bytes(type) == 4;
}

/// A step, as wide as counts are; all ones where it is not positive: then the loop runs once.
static LLVMValueRef step_of(struct gen *m, uint8_t type, LLVMValueRef v, bool wide)
{
    LLVMValueRef good = less_than(m, type, zero_of(v), v);
    v = wide ? to_i64(m, v) : v;
    return sel(m, good, v, LLVMConstAllOnes(LLVMTypeOf(v)));
}

/// Bounds that differ between lanes: each lane counts for itself.
static enum ends lanes_loop(struct gen *m, uint32_t local, vyi_ref body, struct val from,
                            LLVMValueRef left, LLVMValueRef step)
{
    struct construct c;
    uint8_t type = m->p->locals.at[local].type;
    LLVMValueRef before = m->mask;
    bool parts = vyi_gen_separates(m, body);
    LLVMBasicBlockRef head = new_block(m, "for");
    vyi_gen_enter_loop(m, &c, parts, "for.done");
    LLVMValueRef index_at = variable(m, vyi_gen_spread(m, from), "index"),
                 left_at = variable(m, left, "left"),
                 active = variable(m, both(m, before, is_set(m, left)), "active");
    br_enter(m, head);
    LLVMValueRef now = get(m, active);
    leave_unless(m, vyi_gen_any(m, now), c.leave, "do");
    m->mask = now;
    m->target->poll(m, i32(m, 1));
    vyi_gen_bind(m, local, vyi_gen_each(m, type, get(m, index_at)));
    vyi_gen_body(m, body, c.next);
    vyi_gen_come_back(m, &c, parts);
    LLVMValueRef rest = get(m, left_at), more = ugt(m, rest, step);
    add_to(m, index_at, step);
    store(m, isub(m, rest, step), left_at);
    store(m, iand(m, parts ? vyi_gen_remaining(m, now) : now, more), active);
    br(m, head);
    vyi_gen_leave_loop(m, &c, before, parts);
    return ON;
}

// ---- bounds checks before a loop instead of in it ----
// An innermost loop, or the part of an `each`, whose indices are sums of terms that do not change
// and a multiple of its own index is emitted twice: without those checks where
// the largest value of each index is inside, and with all checks otherwise.
//
// What breaks the naive version, which computes the largest index in the index's own type: that may
// wrap. So sums are taken in 64 bits, of parts of 32 bits each. And an index whose lanes count up
// by one is largest in the last lane.

/// Of the terms; false where one differs from lane to lane other than by one.
static bool add_terms(struct gen *m, const struct vyi_affine *a, LLVMValueRef *sum)
{
    uint32_t linear = 0;
    for (uint32_t i = 0; i < a->terms; i++) {
        struct val v = vyi_gen_expr(m, a->term[i]);
        linear += v.spread == LINEAR;
        if ((v.spread != SAME && v.spread != LINEAR) || linear > 1)
            return false;
        *sum = iadd(m, *sum, to_i64(m, v.v));
    }
    uint64_t more = linear ? m->lanes - 1 : 0;
    *sum = iadd(m, *sum, i64(m, a->offset + more));
    return true;
}

/// Adds an index to those that are checked before the loop.
static void hoist_index(struct gen *m, struct hoist *h, vyi_ref loop, uint32_t buffer,
                        const vyi_ref *index, uint32_t axis)
{
    const struct vyi_bound *b = vyi_bound_of(&m->facts.bounds, index[axis]);
    struct vyi_affine a;
    uint32_t rank = m->p->buffers.at[buffer].rank;
    if (!b || b->proof || h->count == VYI_MOST_HOISTED ||
        !vyi_bounds_affine(&m->facts, loop, index[axis], &a))
        return;
    LLVMValueRef sum = imul(m, h->last, i64(m, a.scale));
    if (!add_terms(m, &a, &sum))
        return;
    LLVMValueRef size = rank == 1 ? vyi_gen_count(m, buffer) : vyi_gen_size(m, buffer, axis);
    h->ok = both(m, h->ok, ult(m, sum, size));
    h->index[h->count++] = index[axis];
}

/// Whether a loop has indices that are worth checking before it.
static bool finds_indices(struct gen *m, struct hoist *h, vyi_ref loop, vyi_ref body)
{
    struct vyi_access at[2];
    for (VYI_VISIT(v, m->p, body))
        for (uint32_t i = vyi_accesses(m->p, v->n, at); i-- > 0;)
            for (uint32_t axis = 0; axis < at[i].rank; axis++)
                hoist_index(m, h, loop, at[i].buffer, at[i].index, axis);
    return h->count;
}

bool vyi_gen_hoist(struct gen *m, struct hoist *h, vyi_ref loop, vyi_ref body, uint32_t local,
                   LLVMValueRef to)
{
    bool fits = !m->target->thread_per_item && !m->request->unchecked && m->request->level &&
                m->p->locals.at[local].type == VY_TYPE_U32 && !m->flow->slice &&
                !(vyi_gen_flags(m, body) & VYI_FLAG_LOOP) &&
                !vyi_contains(m->p, body, VYI_OP_EACH) && !vyi_gen_separates(m, body) &&
                vyi_gen_worth_copying(m, body);
    if (fits)
        h->last = isub(m, to_i64(m, to), i64(m, 1)); // of a loop that runs
    return fits && finds_indices(m, h, loop, body);
}

enum ends vyi_gen_hoisted(struct gen *m, vyi_ref loop, struct counted *k, LLVMValueRef to)
{
    struct hoist h = {.outer = m->hoist};
    if (m->flow->copies || !vyi_gen_hoist(m, &h, loop, k->body, k->local, to))
        return vyi_gen_counted(m, k);
    struct counted again = *k;
    LLVMValueRef before = m->mask;
    struct fork f = if_begin(m, h.ok, "inside");
    vyi_gen_likely(m, f.branch);
    m->hoist = &h;
    vyi_gen_counted(m, k);
    m->hoist = h.outer;
    m->mask = before;
    if_else(m, &f, "checked");
    m->flow->copies++;
    vyi_gen_counted(m, &again);
    if_end(m, &f);
    m->mask = before;
    m->flow->copies--;
    return ON;
}

enum ends vyi_gen_for(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids = m->p->extra.at + n->list;
    uint8_t type = m->p->locals.at[n->x].type;
    bool wide = !vyi_gen_counts_short(m, type);
    struct val from = vyi_gen_expr(m, kids[0]), to = vyi_gen_expr(m, kids[1]), step;
    step = kids[2].i ? vyi_gen_expr(m, kids[2]) : vyi_gen_same(type, vyi_gen_constant(m, type, 1));
    bool linear = from.spread == LINEAR;
    if ((from.spread == SAME || (linear && from.nowrap)) && to.spread == SAME &&
        step.spread == SAME) {
        // On the cpu a loop that runs has a branch of its own, where no count needs a select.
        LLVMValueRef before = m->mask;
        LLVMValueRef runs = m->target->thread_per_item ? NULL : less_than(m, type, from.v, to.v);
        struct fork f = if_begin(m, runs, "runs");
        LLVMValueRef left = runs ? isub(m, to.v, from.v) : vyi_gen_distance(m, type, from.v, to.v);
        struct counted k = {.local = n->x,
                            .body = kids[3],
                            .base = from.v,
                            .left = wide ? to_i64(m, left) : left,
                            .step = step_of(m, type, step.v, wide),
                            .linear = linear};
        struct lines lines;
        bool streams = vyi_gen_lines_begin(m, &lines, r, &k);
        if (streams) {
            struct counted once = k;
            vyi_gen_hoisted(m, r, &once, to.v);
            vyi_gen_lines_else(m, &lines);
        }
        vyi_gen_hoisted(m, r, &k, to.v);
        if (streams)
            if_end(m, &lines.fork);
        if_end(m, &f);
        if (runs) // the loop's own mask does not hold where it did not run
            m->mask = vyi_gen_separates(m, kids[3]) ? vyi_gen_remaining(m, before) : before;
        return ON;
    }
    // In the index's own width: a step that is not positive becomes all ones, which is never less
    // than what is left.
    LLVMValueRef a = vyi_gen_spread(m, from), b = vyi_gen_spread(m, to);
    LLVMValueRef s = step_of(m, type, vyi_gen_spread(m, step), false);
    return lanes_loop(m, n->x, kids[3], from, vyi_gen_distance(m, type, a, b), s);
}
