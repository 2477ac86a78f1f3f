// The body in a form that can be cut at barriers, of the grid only or of workgroups too.
//
// - A collective of such a scope is a statement of its own: `let t = grid_add(x)`. What was
//   evaluated before it in the same expression is bound before it, so that nothing is evaluated
//   again after the barrier.
// - A loop that holds a barrier is `while`, its index a variable.
// - An exit (break, continue, leave) out of a construct that holds a barrier sets a flag, and what
//   it would have skipped is guarded by the flag. The naive version jumps: but the rest may be in
//   another launch by then. A block has a flag for each level of control flow that it is left from:
//   where all of the grid leave or none, and some further on, the guard must be the same for all.
// Statements without a barrier below them are copied as they are.
#include "ir/print.h"
#include "ir/uniform.h"
#include "ir/visit.h"
#include "plan/make.h"

enum { LEVELS = VYI_UNIFORM_VARYING + 1 };

/// A loop or block that is being copied. One that holds a barrier has flags.
struct construct {
    struct construct *outer;
    bool loop, sync;
    uint32_t exit[LEVELS]; ///< by level: the number of the last exit to it
    uint32_t label;        ///< block: its number in the source
    uint32_t copy;         ///< plain block: its number in the copy
    uint32_t stop, skip;   ///< sync loop: locals; stop: no further pass; skip: not the rest of this
    uint32_t left[LEVELS]; ///< sync block: locals, by level of the exits
};

struct normal {
    const vy_program *p;
    struct make to; ///< the copy
    enum vyi_scope scope;
    const uint8_t *sync, *loops;
    struct construct *inner;
    struct vyi_levels levels; ///< of the source; not yet known: `node` is NULL
    uint32_t wrapper; ///< label + 1 of the block around the statement being copied, 0: none yet
    bool too_many;    ///< exits
    uint32_t guards;  ///< exits before this place that are guarded against, one in the other
    uint32_t exits;   ///< so far
};

static vyi_ref copy_expr(struct normal *m, vyi_ref r);
static vyi_ref copy_stmt(struct normal *m, vyi_ref r);
static void copy_list(struct normal *m, const vyi_ref *list, uint32_t count);

static void copy_block(struct normal *m, vyi_ref seq)
{
    const struct vyi_node *n = vyi_at(m->p, seq);
    copy_list(m, vyi_kid_list(m->p, n), vyi_kid_count(n));
}

/// Puts a statement, or the statements of a SEQ.
static void put_all(struct normal *m, vyi_ref r)
{
    const struct vyi_node n = *vyi_at(m->to.p, r);
    if (n.op != VYI_OP_SEQ)
        put(&m->to, r);
    for (uint32_t k = 0; n.op == VYI_OP_SEQ && k < n.x; k++)
        put(&m->to, m->to.p->extra.at[n.list + k]);
}

static vyi_ref literal_bool(struct normal *m, bool value)
{
    return literal(&m->to, VY_TYPE_BOOL, value);
}

static bool is_stmt(const vy_program *p, vyi_ref r)
{
    return vyi_op_info(vyi_at(p, r)->op)->kind == VYI_KIND_STMT;
}

// ---- expressions ----
/// The value as something that may be evaluated again: a name for it, where it is not one already.
static vyi_ref bind(struct normal *m, vyi_ref value)
{
    uint8_t op = vyi_at(m->to.p, value)->op;
    return vyi_plan_is_leaf(op) || op == VYI_OP_LOCAL ? value : use(&m->to, let(&m->to, value));
}

/// The later side of && || ?: holds a barrier: an if with a variable.
static vyi_ref copy_lazy(struct normal *m, const struct vyi_node *n)
{
    struct make *to = &m->to;
    vyi_ref condition = bind(m, copy_expr(m, n->kid[0])), other = none;
    uint32_t result = var(to, NULL,
                          n->op == VYI_OP_SELECT ? literal(to, n->type, 0)
                                                 : vyi_plan_copy(to->p, to->p, condition, NULL));
    uint32_t block = begin(to);
    set(to, result, copy_expr(m, n->kid[1]));
    vyi_ref then = end(to, block);
    if (n->op == VYI_OP_SELECT) {
        set(to, result, copy_expr(m, n->kid[2]));
        other = end(to, block);
    }
    if (n->op == VYI_OP_LOR)
        condition = op(to, VYI_OP_LNOT, condition, none);
    put(to, vyi_node_fixed(to->p, VYI_OP_IF, 0, 0, condition, then, other, to->pos));
    return use(to, result);
}

/// Copies operands left to right; those before one that synchronises are bound first.
static void copy_operands(struct normal *m, const vyi_ref *kids, uint32_t count, vyi_ref *copies)
{
    uint32_t last = 0, outer = m->to.pos;
    for (uint32_t i = 0; i < count; i++)
        if (m->sync[kids[i].i])
            last = i;
    for (uint32_t i = 0; i < count; i++) {
        copies[i] = copy_expr(m, kids[i]);
        m->to.pos = m->p->pos.at[kids[i].i];
        if (i < last && copies[i].i)
            copies[i] = bind(m, copies[i]);
    }
    m->to.pos = outer;
}

/// Copies an expression; collectives in it become statements before it.
static vyi_ref copy_expr(struct normal *m, vyi_ref r)
{
    if (!r.i || m->to.p->failed)
        return none;
    if (!m->sync[r.i])
        return vyi_plan_copy(m->to.p, m->p, r, NULL);
    const struct vyi_node *n = vyi_at(m->p, r);
    vyi_ref copies[VYI_MAX_ARGS + VYI_MAX_RANK], copy;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids), outer = m->to.pos;
    bool later = false, syncs = vyi_plan_is_sync(n, m->scope);
    for (uint32_t i = 1; i < count; i++)
        later |= m->sync[kids[i].i];
    m->to.pos = m->p->pos.at[r.i];
    if (later && vyi_op_info(n->op)->flags & VYI_FLAG_LAZY) {
        copy = copy_lazy(m, n);
    } else {
        copy_operands(m, kids, count, copies);
        for (uint32_t i = 0; syncs && i < count; i++)
            copies[i] = bind(m, copies[i]); // used in two launches
        copy = vyi_plan_node(m->to.p, n, copies, m->to.pos);
        copy = syncs ? bind(m, copy) : copy;
    }
    m->to.pos = outer;
    return copy;
}

// ---- exits ----
/// The loop, or the block of a label, that an exit goes to.
static struct construct *target_of(struct normal *m, const struct vyi_node *n)
{
    struct construct *c = m->inner;
    while (c && (n->op == VYI_OP_LEAVE ? c->loop || c->label != n->x : !c->loop))
        c = c->outer;
    return c;
}

/// An exit to a construct with a barrier: flags, then out of the wrapper. Exits to loops count as
/// taken by all of the grid, exits to blocks by the level of their control flow.
static vyi_ref flag_exit(struct normal *m, struct construct *to, vyi_ref r)
{
    bool stop = vyi_at(m->p, r)->op == VYI_OP_BREAK;
    uint8_t level = to->loop || !m->levels.node ? 0 : m->levels.node[r.i];
    uint32_t block = begin(&m->to);
    to->exit[level] = ++m->exits;
    if (!m->wrapper)
        m->wrapper = ++m->to.p->labels;
    for (struct construct *c = m->inner; c; c = c == to ? NULL : c->outer)
        if (c->sync && c->loop && (c != to || stop)) // loops on the way end too
            set(&m->to, c->stop, literal_bool(m, true));
    set(&m->to, to->loop ? to->skip : to->left[level], literal_bool(m, true));
    put(&m->to, node(&m->to, VYI_OP_LEAVE, 0, m->wrapper - 1, none, none));
    return end(&m->to, block);
}

// ---- statements without a barrier below ----
static vyi_ref copy_plain_seq(struct normal *m, vyi_ref r)
{
    uint32_t block = begin(&m->to);
    for (VYI_KIDS(kid, m->p, vyi_at(m->p, r)))
        put_all(m, copy_stmt(m, *kid)); // an exit may become several statements
    return end(&m->to, block);
}

/// Copies a statement and what is below it.
static vyi_ref copy_plain(struct normal *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    struct construct here = {.outer = m->inner, .loop = n->op != VYI_OP_BLOCK, .label = n->x}, *to;
    vyi_ref copies[2 * VYI_MAX_RANK + VYI_MAX_ARGS + 2];
    const vyi_ref *kids;
    if (n->op == VYI_OP_SEQ)
        return copy_plain_seq(m, r);
    if (n->op == VYI_OP_BREAK || n->op == VYI_OP_CONTINUE || n->op == VYI_OP_LEAVE) {
        to = target_of(m, n);
        if (to && to->sync)
            return flag_exit(m, to, r);
        return node(&m->to, n->op, 0, n->op == VYI_OP_LEAVE && to ? to->copy : 0, none, none);
    }
    if (n->op == VYI_OP_BLOCK)
        here.copy = m->to.p->labels++;
    bool enters = (vyi_op_info(n->op)->flags & VYI_FLAG_LOOP) || n->op == VYI_OP_EACH ||
                  n->op == VYI_OP_BLOCK;
    if (enters)
        m->inner = &here;
    uint32_t count = vyi_kids(m->p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        copies[i] = copy_stmt(m, kids[i]);
    m->inner = here.outer;
    vyi_ref copy = vyi_plan_node(m->to.p, n, copies, m->to.pos);
    if (n->op == VYI_OP_BLOCK && copy.i)
        vyi_at(m->to.p, copy)->x = here.copy;
    if ((n->op == VYI_OP_ASSERT || n->op == VYI_OP_PRINT || n->op == VYI_OP_FOR ||
         n->op == VYI_OP_EACH) &&
        copy.i)
        vyi_at(m->to.p, copy)->aux2 = r.i;
    if ((n->op == VYI_OP_WHILE || n->op == VYI_OP_LOOP) && copy.i)
        vyi_at(m->to.p, copy)->x = r.i;
    return copy;
}

/// Copies a statement that holds no barrier, or an expression; exits to constructs that do hold one
/// become flags. The result is a SEQ where it is several statements.
static vyi_ref copy_stmt(struct normal *m, vyi_ref r)
{
    if (!r.i || m->to.p->failed)
        return none;
    if (!is_stmt(m->p, r))
        return vyi_plan_copy(m->to.p, m->p, r, NULL);
    uint32_t outer = m->to.pos;
    m->to.pos = m->p->pos.at[r.i];
    vyi_ref copy = copy_plain(m, r);
    m->to.pos = outer;
    return copy;
}

/// Puts a copy; where it leaves for a construct with a barrier, in the block that it leaves.
static void wrap(struct normal *m, vyi_ref copy)
{
    if (!m->wrapper) {
        put(&m->to, copy);
        return;
    }
    uint32_t block = begin(&m->to);
    put_all(m, copy);
    put(&m->to, node(&m->to, VYI_OP_BLOCK, 0, m->wrapper - 1, end(&m->to, block), none));
    m->wrapper = 0;
}

// ---- statements with a barrier below ----
static uint32_t flag(struct normal *m, const char *name)
{
    return var(&m->to, name, literal_bool(m, false));
}

/// not flag, or condition and not flag.
static vyi_ref unless(struct normal *m, uint32_t local, vyi_ref condition)
{
    vyi_ref clear = op(&m->to, VYI_OP_LNOT, use(&m->to, local), none);
    return condition.i ? op(&m->to, VYI_OP_LAND, clear, condition) : clear;
}

struct counted {
    uint32_t index, more, to, step; ///< locals; step UINT32_MAX: 1
};

static vyi_ref step_of(struct make *to, const struct counted *f)
{
    return f->step == UINT32_MAX ? literal(to, to->p->locals.at[f->index].type, 1)
                                 : use(to, f->step);
}

/// The end of a pass of `for`: goes on only where index + step stays below the end, so that the
/// index never wraps; a step that is not positive ends it.
static void advance(struct make *to, const struct counted *f)
{
    uint8_t type = to->p->locals.at[f->index].type, bits = vyi_plan_bits_type(type);
    vyi_ref room = op(to, VYI_OP_SUB, use(to, f->to), use(to, f->index));
    vyi_ref goes = op(to, VYI_OP_GT, cast(to, bits, room), cast(to, bits, step_of(to, f)));
    if (f->step != UINT32_MAX) {
        vyi_ref positive = op(to, VYI_OP_GT, use(to, f->step), literal(to, type, 0));
        goes = op(to, VYI_OP_LAND, positive, goes);
    }
    set(to, f->more, goes);
    uint32_t then = begin(to);
    set(to, f->index, op(to, VYI_OP_ADD, use(to, f->index), step_of(to, f)));
    end_if(to, then, use(to, f->more));
}

/// Evaluates the bounds of a `for` and makes its index a variable; gives the condition.
static vyi_ref begin_for(struct normal *m, const struct vyi_node *n, struct counted *f)
{
    struct make *to = &m->to;
    const vyi_ref *kids = m->p->extra.at + n->list;
    vyi_ref copies[3];
    copy_operands(m, kids, kids[2].i ? 3 : 2, copies);
    f->index = n->x;
    to->p->locals.at[f->index].kind = VYI_LOCAL_VAR;
    define(to, f->index, copies[0]);
    f->to = let(to, copies[1]);
    f->step = kids[2].i ? let(to, copies[2]) : UINT32_MAX;
    f->more = var(to, "more", op(to, VYI_OP_LT, use(to, f->index), use(to, f->to)));
    return use(to, f->more);
}

/// The passes of a small loop, one after the other. Its index is a variable all the same: what is
/// known of a let inside must hold in every pass.
static void unroll(struct normal *m, const struct vyi_node *n)
{
    struct make *to = &m->to;
    const vyi_ref *kids = m->p->extra.at + n->list;
    uint64_t at = vyi_literal_bits(vyi_at(m->p, kids[0])),
             step = kids[2].i ? vyi_literal_bits(vyi_at(m->p, kids[2])) : 1;
    uint8_t type = to->p->locals.at[n->x].type;
    to->p->locals.at[n->x].kind = VYI_LOCAL_VAR;
    for (uint32_t i = vyi_plan_passes(m->p, n), first = 1; i-- > 0; at += step, first = 0) {
        uint8_t how = first ? VYI_OP_DEFINE : VYI_OP_SET;
        put(to, node(to, how, 0, n->x, literal(to, type, at), none));
        copy_block(m, kids[3]);
    }
}

static void loop(struct normal *m, vyi_ref r)
{
    struct make *to = &m->to;
    const struct vyi_node *n = vyi_at(m->p, r);
    struct construct here = {.outer = m->inner, .loop = true, .sync = true};
    struct counted f = {0};
    vyi_ref condition = none;
    const vyi_ref body = vyi_body_of(m->p, n), head = n->kid[0]; // of `while`: its condition
    bool late = n->op == VYI_OP_WHILE && m->sync[head.i];        // synchronises in each pass
    here.stop = flag(m, "stop");
    if (n->op == VYI_OP_FOR)
        condition = begin_for(m, n, &f);
    else if (n->op == VYI_OP_WHILE && !late)
        condition = copy_expr(m, head);
    uint32_t pass = begin(to);
    m->inner = &here;
    here.skip = flag(m, "skip");
    if (late) {
        vyi_ref goes = bind(m, copy_expr(m, head));
        uint32_t block = begin(to);
        copy_block(m, body);
        vyi_ref then = end(to, block);
        set(to, here.stop, literal_bool(m, true));
        vyi_ref other = end(to, block);
        put(to, vyi_node_fixed(to->p, VYI_OP_IF, 0, 0, goes, then, other, to->pos));
    } else {
        copy_block(m, body);
    }
    if (n->op == VYI_OP_FOR)
        advance(to, &f);
    if (m->loops && m->loops[body.i])
        put(to, scoped(to, VYI_SCOPE_GRID, node(to, VYI_OP_BARRIER, 0, 1, none, none)));
    m->inner = here.outer;
    vyi_ref seq = end(to, pass);
    condition = unless(m, here.stop, condition);
    put(to, node(to, VYI_OP_WHILE, 0, r.i, condition, seq)); // x: the loop in the source
}

static void block(struct normal *m, const struct vyi_node *n)
{
    struct construct here = {.outer = m->inner, .sync = true, .label = n->x};
    if (!m->levels.node && vyi_levels_compute(m->p, &m->levels)) {
        m->to.p->failed = true;
        return;
    }
    unsigned levels = 0; // bits 1 << level of where the block is left from
    for (VYI_VISIT_STMTS(v, m->p, n->kid[0]))
        if (v->n->op == VYI_OP_LEAVE && v->n->x == n->x)
            levels |= 1u << m->levels.node[v->ref.i];
    for (uint32_t level = 0; level < LEVELS; level++)
        if (levels >> level & 1)
            here.left[level] = flag(m, "left");
    m->inner = &here;
    copy_block(m, n->kid[0]);
    m->inner = here.outer;
}

/// `b[i] op= v` where v synchronises: the old value is read before.
static void split_update(struct normal *m, const struct vyi_node *n)
{
    struct make *to = &m->to;
    bool array = n->op == VYI_OP_SET_ARRAY;
    vyi_ref copies[VYI_MAX_RANK + 1], at[VYI_MAX_RANK];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids) - 1;
    for (uint32_t i = 0; i < count; i++)
        copies[i] = bind(m, copy_expr(m, kids[i]));
    for (uint32_t i = 0; i < count; i++)
        at[i] = vyi_plan_copy(to->p, to->p, copies[i], NULL);
    vyi_ref old = array
                      ? node(to, VYI_OP_LOAD_ARRAY, to->p->locals.at[n->x].type, n->x, at[0], none)
                      : load_at(to, n->x, at, count);
    old = bind(m, old);
    vyi_ref value = copy_expr(m, kids[count]);
    copies[count] = op(to, (uint8_t)(array ? n->n : n->aux2), old, value);
    struct vyi_node plain = *n;
    if (array)
        plain.n = 0;
    else
        plain.aux2 = 0;
    put(to, vyi_plan_node(to->p, &plain, copies, to->pos));
}

/// A statement whose expressions synchronise, or the blocks of an `if`, a region or a fixpoint.
static void with_operands(struct normal *m, vyi_ref r)
{
    struct make *to = &m->to;
    const struct vyi_node *n = vyi_at(m->p, r);
    vyi_ref copies[2 * VYI_MAX_RANK + VYI_MAX_ARGS + 2];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids), values = 0; // expressions come first, blocks last
    while (values < count && !is_stmt(m->p, kids[values]))
        values++;
    copy_operands(m, kids, values, copies);
    struct construct here = {.outer = m->inner, .loop = true};
    bool enters = (vyi_op_info(n->op)->flags & VYI_FLAG_LOOP) || n->op == VYI_OP_EACH;
    if (enters)
        m->inner = &here; // only its bounds synchronised
    for (uint32_t i = values; i < count; i++) {
        uint32_t list = begin(to), outer = to->pos;
        to->pos = m->p->pos.at[kids[i].i];
        if (!enters && kids[i].i)
            copy_block(m, kids[i]);
        copies[i] = enters ? copy_plain_seq(m, kids[i]) : kids[i].i ? end(to, list) : none;
        to->pos = outer;
    }
    m->inner = here.outer;
    vyi_ref copy = vyi_plan_node(to->p, n, copies, to->pos);
    if ((n->op == VYI_OP_FIXPOINT || n->op == VYI_OP_ASSERT || n->op == VYI_OP_PRINT ||
         n->op == VYI_OP_FOR || n->op == VYI_OP_EACH) &&
        copy.i)
        vyi_at(to->p, copy)->aux2 = r.i; // where it stands in the source
    if (n->op == VYI_OP_IF && copy.i && (m->sync[n->kid[1].i] || m->sync[n->kid[2].i]))
        vyi_at(to->p, copy)->x = r.i;
    wrap(m, copy);
}

/// A statement with a barrier or a collective of the scope in its expressions or blocks.
static void synchronising(struct normal *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    bool in_body = vyi_op_info(n->op)->flags & VYI_FLAG_LOOP && m->sync[kids[count - 1].i];
    bool grid = in_body && m->loops && m->loops[kids[count - 1].i];
    if (in_body && m->scope == VYI_SCOPE_SUBGROUP && !grid && vyi_plan_unrolls(m->p, r))
        unroll(m, n);
    else if (in_body || n->op == VYI_OP_WHILE) // or the condition alone synchronises
        loop(m, r);
    else if (n->op == VYI_OP_BLOCK)
        block(m, n);
    else if (n->op == VYI_OP_SET_ARRAY
                 ? n->n != 0
                 : n->op == VYI_OP_STORE && n->aux2 && !m->p->buffers.at[n->x].atomic)
        split_update(m, n);
    else
        with_operands(m, r);
}

/// Guards against the exits after the first `before` ones.
static vyi_ref guard_of(struct normal *m, uint32_t before)
{
    vyi_ref guard = none;
    for (struct construct *c = m->inner; c; c = c->outer)
        for (uint32_t level = 0; c->sync && level < LEVELS; level++)
            if (c->exit[level] > before)
                guard = unless(m, c->loop ? c->skip : c->left[level], guard);
    return guard;
}

static void copy_list(struct normal *m, const vyi_ref *list, uint32_t count)
{
    uint32_t outer = m->to.pos;
    for (uint32_t i = 0; i < count && !m->to.p->failed; i++) {
        uint32_t before = m->exits;
        m->to.pos = m->p->pos.at[list[i].i];
        if (m->sync[list[i].i])
            synchronising(m, list[i]);
        else
            wrap(m, copy_stmt(m, list[i]));
        vyi_ref guard = i + 1 < count ? guard_of(m, before) : none;
        if (guard.i && m->guards >= VYI_SPLIT_EXITS)
            m->to.p->failed = m->too_many = true;
        if (!guard.i)
            continue;
        uint32_t rest = begin(&m->to);
        m->guards++;
        copy_list(m, list + i + 1, count - i - 1);
        m->guards--;
        end_if(&m->to, rest, guard);
        break;
    }
    m->to.pos = outer;
}

/// Levels of the body, found without recursion: kids stand before their parents.
static vy_status measure(const vy_program *p, uint32_t *levels)
{
    uint32_t *deep = vyi_calloc(p->context, p->nodes.count, sizeof *deep);
    if (!deep)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 1; i < p->nodes.count; i++)
        for (VYI_KIDS(kid, p, &p->nodes.at[i])) {
            uint32_t below = kid->i < i ? deep[kid->i] + 1 : UINT32_MAX / 2;
            deep[i] = below > deep[i] ? below : deep[i];
        }
    *levels = deep[p->body.i];
    vyi_free(p->context, deep, p->nodes.count * sizeof *deep);
    return VY_OK;
}

vy_status vyi_plan_normal(const vy_program *p, enum vyi_scope scope, const uint8_t *loops,
                          vy_program **normal)
{
    vy_context *c = p->context;
    uint32_t levels = 0;
    *normal = NULL;
    vy_status status = measure(p, &levels);
    if (status)
        return status;
    if (levels > VYI_SPLIT_LEVELS)
        return vyi_refuse(c, VY_ERROR_LIMIT, VYI_DIAG(SPLIT_DEPTH), p->name, VYI_SPLIT_LEVELS,
                          "levels of statements", "a shorter else-if chain");
    vy_program *w = vyi_program_new(c);
    struct vyi_arena arena = {0};
    uint8_t *sync = w ? vyi_plan_sync(p, &arena, scope, loops) : NULL;
    struct normal m = {.p = p, .to = {.p = w}, .scope = scope, .sync = sync, .loops = loops};
    bool ok = sync && vyi_plan_declare(w, p, true);
    if (ok) {
        w->labels = 0;
        copy_block(&m, p->body);
        w->body = end(&m.to, 0);
        ok = !w->failed;
    }
    vyi_vec_free(c, &m.to.list);
    vyi_arena_free(c, &arena);
    vyi_levels_free(c, &m.levels);
    if (m.too_many)
        vyi_complain(c, VYI_DIAG(SPLIT_DEPTH), p->name, VYI_SPLIT_EXITS,
                     "exits after each other among grid barriers", "fewer of them");
    if (!ok)
        vy_program_destroy(&w);
    *normal = w;
    return ok ? VY_OK : m.too_many ? VY_ERROR_LIMIT : VY_ERROR_MEMORY;
}
