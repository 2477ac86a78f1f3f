// Loops without vectors, of an invocation or of a thread of a GPU: several passes between two
// polls, since asking for a stop costs as much as a short pass does.
//
// A condition `k < limit && …`, where a pass adds one to k at most once, need not look at k as long
// as there is room for all of these passes: their code stands there twice, without that comparison
// where there is room and with it at the end.
#include "gen/llvm/kernel.h"
#include "plan/work.h"

bool vyi_gen_holds_loop(const struct gen *m, vyi_ref body)
{
    for (VYI_VISIT_STMTS(v, m->p, body))
        if (vyi_op_info(v->n->op)->flags & VYI_FLAG_LOOP && !vyi_gen_unrolls(m, v->ref))
            return true;
    return false;
}

enum { SMALL_BODY = 40, MORE_AT_ONCE = 8, TINY_BODY = 32, MOST_AT_ONCE = 16 };

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

bool vyi_gen_is_small(const struct gen *m, vyi_ref body)
{
    return m->target->thread_per_item && !vyi_gen_holds_loop(m, body) &&
           count_nodes(m, body, SMALL_BODY) < SMALL_BODY;
}

/// How many passes stand one after the other.
static uint32_t at_once(const struct gen *m, vyi_ref body)
{
    if (!vyi_gen_is_small(m, body))
        return 1;
    if (count_nodes(m, body, TINY_BODY) >= TINY_BODY)
        return VYI_GEN_AT_ONCE;
    // To nothing but arithmetic asking adds most.
    return vyi_gen_flags(m, body) & VYI_FLAG_READS ? MORE_AT_ONCE : MOST_AT_ONCE;
}

// ---- loops that count ----
/// Whether a loop sets a variable in one place, to itself and one.
static bool counts_up(const struct gen *m, vyi_ref body, uint32_t local)
{
    const struct vyi_node *set = NULL;
    for (VYI_VISIT_STMTS(v, m->p, body))
        for (uint32_t i = vyi_assigned_count(v->n); i-- > 0;) {
            if (vyi_assigned(v->n, i) != local)
                continue;
            if (set || v->n->op != VYI_OP_SET)
                return false;
            set = v->n;
        }
    const struct vyi_node *sum = set ? vyi_at(m->p, set->kid[0]) : NULL;
    if (!sum || sum->op != VYI_OP_ADD || !vyi_is_local(m->p, sum->kid[0], local))
        return false;
    const struct vyi_node *one = vyi_at(m->p, sum->kid[1]);
    return one->op == VYI_OP_LITERAL && vyi_literal_bits(one) == 1;
}

static bool stays(const struct gen *m, vyi_ref r, vyi_ref body)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    return n->op == VYI_OP_LOCAL ? !vyi_assigns_local(m->p, body, n->x) : vyi_plan_is_leaf(n->op);
}

/// Whether a condition is `k < limit && …` as the head of this file says, of u32.
static bool is_counted(const struct gen *m, vyi_ref condition, vyi_ref body)
{
    const struct vyi_node *both = condition.i ? vyi_at(m->p, condition) : NULL;
    if (!both || both->op != VYI_OP_LAND)
        return false;
    const struct vyi_node *less = vyi_at(m->p, both->kid[0]);
    if (less->op != VYI_OP_LT)
        return false;
    const struct vyi_node *k = vyi_at(m->p, less->kid[0]);
    return k->op == VYI_OP_LOCAL && k->type == VY_TYPE_U32 && stays(m, less->kid[1], body) &&
           counts_up(m, body, k->x);
}

/// i1: `k < limit` holds before each of so many passes.
static LLVMValueRef has_room(struct gen *m, vyi_ref comparison, uint32_t passes)
{
    const struct vyi_node *less = vyi_at(m->p, comparison);
    LLVMValueRef k = vyi_gen_expr(m, less->kid[0]).v, limit = vyi_gen_expr(m, less->kid[1]).v;
    LLVMValueRef left = sub_or_zero(m, limit, k);
    return uge(m, left, i32(m, passes));
}

// ---- while, loop ----
/// `more`: a condition for each pass, or none; `room`: one for all of them, see the head.
static void run_passes(struct gen *m, struct construct *c, vyi_ref more, vyi_ref room, vyi_ref body,
                       LLVMBasicBlockRef done)
{
    uint32_t passes = at_once(m, body);
    LLVMBasicBlockRef head = new_block(m, "while");
    br_enter(m, head);
    m->target->poll(m, i32(m, passes));
    if (room.i)
        leave_unless(m, has_room(m, room, passes), done, "room");
    for (uint32_t i = 0; i < passes; i++) {
        if (!c->next)
            c->next = new_block(m, "next");
        if (more.i)
            leave_unless(m, vyi_gen_expr(m, more).v, c->leave, "do");
        vyi_gen_body(m, body, c->next);
        c->next = NULL;
    }
    LLVMValueRef latch = br(m, head);
    if (passes > 1) // enough of it
        vyi_gen_loop_hint(m, latch, "llvm.loop.unroll.disable", 0);
}

enum ends vyi_gen_plain_while(struct gen *m, vyi_ref condition, vyi_ref body)
{
    struct construct c;
    vyi_gen_enter_loop(m, &c, false, "while.done");
    if (at_once(m, body) > 1 && is_counted(m, condition, body)) {
        const struct vyi_node *both = vyi_at(m->p, condition);
        LLVMBasicBlockRef end = new_block(m, "while.end");
        run_passes(m, &c, both->kid[1], both->kid[0], body, end);
        enter(m, end);
    }
    run_passes(m, &c, condition, (vyi_ref){0}, body, NULL);
    vyi_gen_leave_loop(m, &c, m->mask, false);
    return ON;
}
