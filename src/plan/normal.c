// The body in a form that can be cut at barriers, of the grid only or of workgroups too.
//
// - A collective of such a scope is a statement of its own: `let t = grid_add(x)`. What was
// evaluated before it
//   in the same expression is bound before it, so that nothing is evaluated again after the barrier
//   (normal_expr.c).
// - A loop that holds a barrier is `while`, its index a variable.
// - An exit (break, continue, leave) out of a construct that holds a barrier sets a flag, and what
//   it would have skipped is guarded by the flag. The naive version jumps: but the rest may be in
//   another launch by then. A block has a flag for each level of control flow that it is left from:
//   where all of the grid leave or nobody, and some further on, what all ask must be the same for
//   all.
// Statements without a barrier below them are copied as they are.
#include "plan/normal.h"

static const vyi_ref none = {0};
static vyi_ref copy_stmt(struct normal *m, vyi_ref r);
static void copy_list(struct normal *m, const vyi_ref *list, uint32_t count);

static bool exhausted(const struct normal *m)
{
    return m->w->failed;
}

// ---- exits ----
static struct construct *loop_around(struct normal *m)
{
    struct construct *c = m->inner;
    while (c && !c->loop)
        c = c->outer;
    return c;
}

static struct construct *block_around(struct normal *m, uint32_t label)
{
    struct construct *c = m->inner;
    while (c && (c->loop || c->label != label))
        c = c->outer;
    return c;
}

static vyi_ref literal_true(struct normal *m, uint32_t pos)
{
    return vyi_node_literal(m->w, VY_TYPE_BOOL, 1, pos);
}

/// How far the control flow is the same in which a statement of the source stands. Exits to loops
/// with barriers are those of all.
static uint8_t level_of(const struct normal *m, const struct construct *to, vyi_ref r)
{
    return to->loop || !m->levels.node ? 0 : m->levels.node[r.i];
}

/// An exit to a construct with a barrier: flags, then out of the wrapper.
static vyi_ref flag_exit(struct normal *m, struct construct *to, bool stop, vyi_ref r)
{
    uint32_t pos = m->p->pos.at[r.i];
    uint8_t level = level_of(m, to, r);
    refs list = {0}, *out = m->out;
    m->out = &list;
    to->touched |= (uint8_t)(1u << level);
    if (!m->wrapper)
        m->wrapper = ++m->w->labels;
    for (struct construct *c = m->inner; c; c = c == to ? NULL : c->outer)
        if (c->sync && c->loop && (c != to || stop)) // loops on the way end too
            emit(m, vyi_plan_set(m->w, c->stop, literal_true(m, pos), pos));
    uint32_t skips = to->loop ? to->skip : to->left[level];
    emit(m, vyi_plan_set(m->w, skips, literal_true(m, pos), pos));
    emit(m, vyi_node_fixed(m->w, VYI_OP_LEAVE, 0, m->wrapper - 1, none, none, none, pos));
    vyi_ref seq = vyi_plan_seq(m->w, &list, pos);
    m->out = out;
    vyi_vec_free(m->w->context, &list);
    return seq;
}

// ---- statements without a barrier below ----
static vyi_ref copy_plain_seq(struct normal *m, vyi_ref r)
{
    refs list = {0};
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, vyi_at(m->p, r), &kids);
    for (uint32_t i = 0; i < count && !exhausted(m); i++) {
        vyi_ref copy = copy_stmt(m, kids[i]);
        const struct vyi_node *n = vyi_at(m->w, copy);
        if (n->op != VYI_OP_SEQ) {
            m->w->failed |= !vyi_vec_push(m->w->context, &list, copy);
            continue;
        }
        for (uint32_t k = 0; k < n->x; k++) // an exit became several statements
            m->w->failed |= !vyi_vec_push(m->w->context, &list, m->w->extra.at[n->list + k]);
    }
    vyi_ref seq = vyi_plan_seq(m->w, &list, m->p->pos.at[r.i]);
    vyi_vec_free(m->w->context, &list);
    return seq;
}

/// Copies a statement that holds no barrier; exits to constructs that do become flags. The result
/// is a SEQ where it is several statements.
static vyi_ref copy_stmt(struct normal *m, vyi_ref r)
{
    if (!r.i || exhausted(m))
        return none;
    const struct vyi_node *n = vyi_at(m->p, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    uint32_t pos = m->p->pos.at[r.i];
    struct construct here = {.outer = m->inner, .loop = true}, *to;
    switch (n->op) {
    case VYI_OP_SEQ: return copy_plain_seq(m, r);
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
        if ((to = loop_around(m)) && to->sync)
            return flag_exit(m, to, n->op == VYI_OP_BREAK, r);
        return vyi_plan_node(m->w, n, NULL, pos);
    case VYI_OP_LEAVE:
        to = block_around(m, n->x);
        if (to && to->sync)
            return flag_exit(m, to, false, r);
        return vyi_node_fixed(m->w, VYI_OP_LEAVE, 0, to ? to->copy : 0, none, none, none, pos);
    default: break;
    }
    if (info->kind != VYI_KIND_STMT)
        return vyi_plan_copy(m->w, m->p, r, NULL);
    vyi_ref copies[2 * VYI_MAX_RANK + VYI_MAX_ARGS + 2];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    here.loop = n->op != VYI_OP_BLOCK;
    here.label = n->x;
    if (n->op == VYI_OP_BLOCK)
        here.copy = m->w->labels++;
    bool enters = (info->flags & VYI_FLAG_LOOP) || n->op == VYI_OP_EACH || n->op == VYI_OP_BLOCK;
    if (enters)
        m->inner = &here;
    for (uint32_t i = 0; i < count; i++)
        copies[i] = copy_stmt(m, kids[i]);
    if (enters)
        m->inner = here.outer;
    vyi_ref copy = vyi_plan_node(m->w, vyi_at(m->p, r), copies, pos);
    if (n->op == VYI_OP_BLOCK && copy.i)
        vyi_at(m->w, copy)->x = here.copy;
    if ((n->op == VYI_OP_ASSERT || n->op == VYI_OP_PRINT) && copy.i)
        vyi_at(m->w, copy)->aux2 = r.i;
    return copy;
}

/// Emits a copy; where it leaves for a construct with a barrier, in the block that it leaves.
static void wrap(struct normal *m, vyi_ref copy, uint32_t pos)
{
    if (!m->wrapper) {
        emit(m, copy);
        return;
    }
    refs list = {0};
    const struct vyi_node *n = vyi_at(m->w, copy);
    if (n->op == VYI_OP_SEQ)
        for (uint32_t k = 0; k < n->x; k++)
            m->w->failed |= !vyi_vec_push(m->w->context, &list, m->w->extra.at[n->list + k]);
    else
        m->w->failed |= !vyi_vec_push(m->w->context, &list, copy);
    vyi_ref seq = vyi_plan_seq(m->w, &list, pos);
    emit(m, vyi_node_fixed(m->w, VYI_OP_BLOCK, 0, m->wrapper - 1, seq, none, none, pos));
    vyi_vec_free(m->w->context, &list);
    m->wrapper = 0;
}

/// One statement without a barrier, at a place between barriers.
static void plain(struct normal *m, vyi_ref r)
{
    m->wrapper = 0;
    wrap(m, copy_stmt(m, r), m->p->pos.at[r.i]);
}

// ---- statements with a barrier below ----
static vyi_ref copy_block(struct normal *m, vyi_ref r)
{
    refs list = {0}, *out = m->out;
    const vyi_ref *kids;
    if (!r.i)
        return none;
    m->out = &list;
    uint32_t count = vyi_kids(m->p, vyi_at(m->p, r), &kids);
    copy_list(m, kids, count);
    m->out = out;
    vyi_ref seq = vyi_plan_seq(m->w, &list, m->p->pos.at[r.i]);
    vyi_vec_free(m->w->context, &list);
    return seq;
}

static uint32_t flag(struct normal *m, const char *name, uint32_t pos)
{
    uint32_t local = vyi_plan_local(m->w, VYI_LOCAL_VAR, VY_TYPE_BOOL, name, pos);
    emit(m, vyi_plan_define(m->w, local, vyi_node_literal(m->w, VY_TYPE_BOOL, 0, pos), pos));
    return local;
}

/// not flag, or condition and not flag.
static vyi_ref unless(struct normal *m, uint32_t local, vyi_ref condition, uint32_t pos)
{
    vyi_ref clear = vyi_plan_op(m->w, VYI_OP_LNOT, vyi_plan_use(m->w, local, pos), none, pos);
    return condition.i ? vyi_plan_op(m->w, VYI_OP_LAND, clear, condition, pos) : clear;
}

struct counted {
    uint32_t index, more, to, step; ///< locals; step UINT32_MAX: 1
};

/// The end of a pass of `for`: goes on only where index + step stays below the end, so that the
/// index never wraps; a step that is not positive ends it.
static void advance(struct normal *m, const struct counted *f, uint32_t pos)
{
    vy_program *w = m->w;
    uint8_t type = w->locals.at[f->index].type, bits = vyi_plan_bits_type(type);
    vyi_ref room = vyi_plan_op(w, VYI_OP_SUB, vyi_plan_use(w, f->to, pos),
                               vyi_plan_use(w, f->index, pos), pos);
    vyi_ref step =
        f->step == UINT32_MAX ? vyi_node_literal(w, type, 1, pos) : vyi_plan_use(w, f->step, pos);
    vyi_ref goes = vyi_plan_op(w, VYI_OP_GT, vyi_plan_cast(w, bits, room, pos),
                               vyi_plan_cast(w, bits, step, pos), pos);
    if (f->step != UINT32_MAX) {
        vyi_ref positive = vyi_plan_op(w, VYI_OP_GT, vyi_plan_use(w, f->step, pos),
                                       vyi_node_literal(w, type, 0, pos), pos);
        goes = vyi_plan_op(w, VYI_OP_LAND, positive, goes, pos);
    }
    emit(m, vyi_plan_set(w, f->more, goes, pos));
    step =
        f->step == UINT32_MAX ? vyi_node_literal(w, type, 1, pos) : vyi_plan_use(w, f->step, pos);
    refs then = {0};
    vyi_ref sum = vyi_plan_op(w, VYI_OP_ADD, vyi_plan_use(w, f->index, pos), step, pos);
    w->failed |= !vyi_vec_push(w->context, &then, vyi_plan_set(w, f->index, sum, pos));
    emit(m, vyi_plan_if(w, vyi_plan_use(w, f->more, pos), &then, pos));
    vyi_vec_free(w->context, &then);
}

static uint32_t let(struct normal *m, vyi_ref value, uint32_t pos)
{
    uint32_t local = vyi_plan_local(m->w, VYI_LOCAL_LET, vyi_at(m->w, value)->type, NULL, pos);
    emit(m, vyi_plan_define(m->w, local, value, pos));
    return local;
}

/// Evaluates the bounds of a `for` and makes its index a variable; gives the condition.
static vyi_ref begin_for(struct normal *m, const struct vyi_node *n, struct counted *f,
                         uint32_t pos)
{
    vy_program *w = m->w;
    const vyi_ref *kids = m->p->extra.at + n->list;
    vyi_ref copies[3];
    vyi_plan_copy_operands(m, kids, kids[2].i ? 3 : 2, copies);
    f->index = n->x;
    w->locals.at[f->index].kind = VYI_LOCAL_VAR;
    emit(m, vyi_plan_define(w, f->index, copies[0], pos));
    f->to = let(m, copies[1], pos);
    f->step = kids[2].i ? let(m, copies[2], pos) : UINT32_MAX;
    f->more = vyi_plan_local(w, VYI_LOCAL_VAR, VY_TYPE_BOOL, "more", pos);
    emit(m, vyi_plan_define(w, f->more,
                            vyi_plan_op(w, VYI_OP_LT, vyi_plan_use(w, f->index, pos),
                                        vyi_plan_use(w, f->to, pos), pos),
                            pos));
    return vyi_plan_use(w, f->more, pos);
}

/// The passes of a small loop, one after the other. Its index is a variable all the same: what is
/// known of a let inside must hold in every pass.
static void unroll(struct normal *m, vyi_ref r)
{
    const struct vyi_node n = *vyi_at(m->p, r);
    uint32_t pos = m->p->pos.at[r.i], passes = vyi_plan_passes(m->p, &n);
    const vyi_ref *bounds = m->p->extra.at + n.list, *kids;
    uint64_t at = vyi_literal_bits(vyi_at(m->p, bounds[0])),
             step = bounds[2].i ? vyi_literal_bits(vyi_at(m->p, bounds[2])) : 1;
    vyi_ref body = bounds[3];
    uint8_t type = m->w->locals.at[n.x].type;
    m->w->locals.at[n.x].kind = VYI_LOCAL_VAR;
    for (uint32_t i = 0; i < passes && !exhausted(m); i++, at += step) {
        vyi_ref index = vyi_node_literal(m->w, type, at, pos);
        emit(m, i ? vyi_plan_set(m->w, n.x, index, pos) : vyi_plan_define(m->w, n.x, index, pos));
        uint32_t count = vyi_kids(m->p, vyi_at(m->p, body), &kids);
        copy_list(m, kids, count);
    }
}

static void loop(struct normal *m, vyi_ref r)
{
    const struct vyi_node n = *vyi_at(m->p, r);
    uint32_t pos = m->p->pos.at[r.i];
    struct construct here = {.outer = m->inner, .loop = true, .sync = true};
    struct counted f = {0};
    vyi_ref condition = none, body, late = none;
    here.stop = flag(m, "stop", pos);
    if (n.op == VYI_OP_FOR) {
        condition = begin_for(m, &n, &f, pos);
        body = m->p->extra.at[n.list + 3];
    } else {
        body = n.kid[n.op == VYI_OP_WHILE];
        if (n.op == VYI_OP_WHILE && m->sync[n.kid[0].i])
            late = n.kid[0]; // synchronises in each pass
        else if (n.op == VYI_OP_WHILE)
            condition = vyi_plan_copy_expr(m, n.kid[0]);
    }
    refs list = {0}, *out = m->out;
    m->inner = &here;
    m->out = &list;
    here.skip = flag(m, "skip", pos);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, vyi_at(m->p, body), &kids);
    if (late.i) {
        vyi_ref goes = vyi_plan_bind(m, vyi_plan_copy_expr(m, late), pos);
        refs inner = {0};
        m->out = &inner;
        copy_list(m, kids, count);
        refs end = {0};
        m->w->failed |= !vyi_vec_push(m->w->context, &end,
                                      vyi_plan_set(m->w, here.stop, literal_true(m, pos), pos));
        m->out = &list;
        emit(m, vyi_node_fixed(m->w, VYI_OP_IF, 0, 0, goes, vyi_plan_seq(m->w, &inner, pos),
                               vyi_plan_seq(m->w, &end, pos), pos));
        vyi_vec_free(m->w->context, &inner);
        vyi_vec_free(m->w->context, &end);
    } else {
        copy_list(m, kids, count);
    }
    if (n.op == VYI_OP_FOR)
        advance(m, &f, pos);
    if (m->loops && m->loops[body.i]) {
        vyi_ref barrier = vyi_node_fixed(m->w, VYI_OP_BARRIER, 0, 1, none, none, none, pos);
        if (barrier.i)
            vyi_at(m->w, barrier)->n = VYI_SCOPE_GRID;
        emit(m, barrier);
    }
    m->out = out;
    m->inner = here.outer;
    vyi_ref seq = vyi_plan_seq(m->w, &list, pos);
    vyi_vec_free(m->w->context, &list);
    emit(m, vyi_node_fixed(m->w, VYI_OP_WHILE, 0, r.i, unless(m, here.stop, condition, pos), seq,
                           none, pos)); // x: the loop in the source
}

/// Bits 1 << level of where a block is left from.
static unsigned leaves_of(const struct normal *m, vyi_ref r, uint32_t label)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    unsigned levels = n->op == VYI_OP_LEAVE && n->x == label ? 1u << m->levels.node[r.i] : 0;
    uint32_t count = vyi_kids(m->p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (vyi_op_info(vyi_at(m->p, kids[i])->op)->kind == VYI_KIND_STMT)
            levels |= leaves_of(m, kids[i], label);
    return levels;
}

static void block(struct normal *m, vyi_ref r)
{
    const struct vyi_node n = *vyi_at(m->p, r);
    struct construct here = {.outer = m->inner, .sync = true, .label = n.x};
    if (!m->levels.node && vyi_levels_compute(m->p, &m->levels)) {
        m->w->failed = true;
        return;
    }
    unsigned levels = leaves_of(m, n.kid[0], n.x);
    for (uint32_t level = 0; level < LEVELS; level++)
        if (levels >> level & 1)
            here.left[level] = flag(m, "left", m->p->pos.at[r.i]);
    m->inner = &here;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, vyi_at(m->p, n.kid[0]), &kids);
    copy_list(m, kids, count);
    m->inner = here.outer;
}

/// `b[i] op= v` where v synchronises: the old value is read before.
static vyi_ref split_update(struct normal *m, vyi_ref r)
{
    const struct vyi_node n = *vyi_at(m->p, r);
    uint32_t pos = m->p->pos.at[r.i];
    bool array = n.op == VYI_OP_SET_ARRAY;
    vyi_ref copies[VYI_MAX_RANK + 1];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, vyi_at(m->p, r), &kids) - 1;
    for (uint32_t i = 0; i < count; i++)
        copies[i] = vyi_plan_bind(m, vyi_plan_copy_expr(m, kids[i]), pos);
    vyi_ref at[VYI_MAX_RANK];
    for (uint32_t i = 0; i < count; i++)
        at[i] = vyi_plan_copy(m->w, m->w, copies[i], NULL);
    vyi_ref old = array ? vyi_node_fixed(m->w, VYI_OP_LOAD_ARRAY, m->w->locals.at[n.x].type, n.x,
                                         at[0], none, none, pos)
                        : vyi_plan_load(m->w, n.x, at, count, pos);
    old = vyi_plan_bind(m, old, pos);
    kids = array ? vyi_at(m->p, r)->kid : m->p->extra.at + n.list;
    vyi_ref value = vyi_plan_copy_expr(m, kids[count]);
    copies[count] = vyi_plan_op(m->w, (uint8_t)(array ? n.n : n.aux2), old, value, pos);
    struct vyi_node plain_store = n;
    if (array)
        plain_store.n = 0;
    else
        plain_store.aux2 = 0;
    return vyi_plan_node(m->w, &plain_store, copies, pos);
}

static bool updates(const struct normal *m, const struct vyi_node *n)
{
    if (n->op == VYI_OP_SET_ARRAY)
        return n->n;
    return n->op == VYI_OP_STORE && n->aux2 && !m->p->buffers.at[n->x].atomic;
}

/// A statement with a barrier or a collective of the scope in its expressions or blocks.
static void synchronising(struct normal *m, vyi_ref r)
{
    const struct vyi_node n = *vyi_at(m->p, r);
    uint32_t pos = m->p->pos.at[r.i];
    vyi_ref copies[2 * VYI_MAX_RANK + VYI_MAX_ARGS + 2];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, vyi_at(m->p, r), &kids);
    if ((vyi_op_info(n.op)->flags & VYI_FLAG_LOOP) &&
        m->sync[(n.op == VYI_OP_FOR ? kids[3] : kids[count - 1]).i]) {
        bool grid = m->loops && n.op == VYI_OP_FOR && m->loops[kids[3].i];
        if (m->scope == VYI_SCOPE_SUBGROUP && !grid && vyi_plan_unrolls(m->p, r))
            unroll(m, r);
        else
            loop(m, r);
        return;
    }
    if (n.op == VYI_OP_WHILE) { // only the condition synchronises
        loop(m, r);
        return;
    }
    if (n.op == VYI_OP_BLOCK) {
        block(m, r);
        return;
    }
    if (updates(m, &n)) {
        emit(m, split_update(m, r));
        return;
    }
    uint32_t values = 0; // expressions come first, blocks last
    while (values < count && vyi_op_info(vyi_at(m->p, kids[values])->op)->kind != VYI_KIND_STMT)
        values++;
    vyi_plan_copy_operands(m, kids, values, copies);
    struct construct here = {.outer = m->inner, .loop = true};
    bool enters = (vyi_op_info(n.op)->flags & VYI_FLAG_LOOP) || n.op == VYI_OP_EACH;
    if (enters)
        m->inner = &here; // only its bounds synchronised
    for (uint32_t i = values; i < count; i++) {
        kids = NULL;
        vyi_kids(m->p, vyi_at(m->p, r), &kids);
        copies[i] = enters ? copy_plain_seq(m, kids[i]) : copy_block(m, kids[i]);
    }
    vyi_ref copy = vyi_plan_node(m->w, vyi_at(m->p, r), copies, pos);
    m->inner = enters ? here.outer : m->inner;
    if ((n.op == VYI_OP_FIXPOINT || n.op == VYI_OP_ASSERT || n.op == VYI_OP_PRINT) && copy.i)
        vyi_at(m->w, copy)->aux2 = r.i; // where it stands in the source
    if (n.op == VYI_OP_IF && copy.i && (m->sync[n.kid[1].i] || m->sync[n.kid[2].i]))
        vyi_at(m->w, copy)->x = r.i;
    wrap(m, copy, pos);
}

static vyi_ref guard_of(struct normal *m, uint32_t pos)
{
    vyi_ref guard = none;
    for (struct construct *c = m->inner; c; c = c->outer)
        for (uint32_t level = 0; c->sync && level < LEVELS; level++)
            if (c->touched >> level & 1)
                guard = unless(m, c->loop ? c->skip : c->left[level], guard, pos);
    return guard;
}

static void copy_list(struct normal *m, const vyi_ref *list, uint32_t count)
{
    uint32_t start = (uint32_t)(list - m->p->extra.at);
    for (uint32_t i = 0; i < count && !exhausted(m); i++) {
        vyi_ref r = m->p->extra.at[start + i];
        uint8_t before[VYI_MAX_NESTING + 1], depth = 0;
        for (struct construct *c = m->inner; c && depth <= VYI_MAX_NESTING; c = c->outer, depth++) {
            before[depth] = c->touched;
            c->touched = 0;
        }
        if (m->sync[r.i])
            synchronising(m, r);
        else
            plain(m, r);
        vyi_ref guard = i + 1 < count ? guard_of(m, m->p->pos.at[r.i]) : none;
        if (guard.i && m->guards >= VYI_SPLIT_EXITS)
            m->w->failed = m->too_many = true;
        depth = 0;
        for (struct construct *c = m->inner; c && depth <= VYI_MAX_NESTING; c = c->outer, depth++)
            c->touched |= before[depth];
        if (!guard.i)
            continue;
        refs rest = {0}, *out = m->out;
        m->out = &rest;
        m->guards++;
        copy_list(m, m->p->extra.at + start + i + 1, count - i - 1);
        m->guards--;
        m->out = out;
        emit(m, vyi_plan_if(m->w, guard, &rest, m->p->pos.at[r.i]));
        vyi_vec_free(m->w->context, &rest);
        return;
    }
}

/// Levels of the body, found without recursion: kids stand before their parents.
static vy_status measure(const vy_program *p, uint32_t *levels)
{
    uint32_t *deep = vyi_calloc(p->context, p->nodes.count, sizeof *deep);
    if (!deep)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, &p->nodes.at[i], &kids);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t below = kids[k].i < i ? deep[kids[k].i] + 1 : UINT32_MAX / 2;
            deep[i] = below > deep[i] ? below : deep[i];
        }
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
    if (levels > VYI_SPLIT_LEVELS) {
        vyi_complain(c, VYI_DIAG(SPLIT_DEPTH), p->name, VYI_SPLIT_LEVELS, "levels of statements",
                     "a shorter else-if chain");
        return VY_ERROR_LIMIT;
    }
    vy_program *w = vyi_program_new(c);
    uint8_t *sync = w ? vyi_plan_sync(p, scope, loops) : NULL;
    refs body = {0};
    struct normal m = {.p = p, .w = w, .scope = scope, .sync = sync, .loops = loops, .out = &body};
    bool ok = sync && vyi_plan_declare(w, p, true);
    if (ok) {
        const vyi_ref *kids;
        w->labels = 0;
        uint32_t count = vyi_kids(p, vyi_at(p, p->body), &kids);
        copy_list(&m, kids, count);
        w->body = vyi_plan_seq(w, &body, 0);
        ok = !w->failed;
    }
    vyi_vec_free(c, &body);
    vyi_free(c, sync, p->nodes.count);
    vyi_levels_free(c, &m.levels);
    if (m.too_many)
        vyi_complain(c, VYI_DIAG(SPLIT_DEPTH), p->name, VYI_SPLIT_EXITS,
                     "exits after each other among grid barriers", "fewer of them");
    if (!ok)
        vy_program_destroy(&w);
    *normal = w;
    return ok ? VY_OK : m.too_many ? VY_ERROR_LIMIT : VY_ERROR_MEMORY;
}
