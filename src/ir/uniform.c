// Uniformity: which values and which control flow are the same across grid, workgroup, subgroup.
//
// One walk over the body makes a graph. Its nodes are the locals and the control flows; an edge
// means "at least as varying as": from the locals in an expression to the local it is assigned to,
// from the flow of an assignment to the local, from a condition to the flow of its branches, from a
// flow to those inside it. Levels only rise, so spreading the highest level first, breadth-first,
// visits every node and edge once, whatever the loops: time is linear, and each node remembers the
// edge that raised it, which is the shortest explanation.
//
// What the naive version gets wrong: a variable assigned under a divergent branch is divergent
// after it although both right sides are uniform (hence the edge from the flow); a value carried
// round a loop (hence a graph and not one pass); a divergent break, which makes all iterations
// divergent, also the statements before it (hence an edge to the loop's flow), while a divergent
// leave of a block only spoils what follows it (hence a new flow after it, and the same as a break
// for loops it jumps out of).
#include "ir/uniform.h"
#include "ir/visit.h"

#define NO_SINK UINT32_MAX // the value goes nowhere
#define NOT_YET UINT32_MAX // a flow that has no node so far

/// An open loop or block, for exits.
struct frame {
    uint8_t op;
    uint32_t flow; ///< of the loop
    uint32_t label, left, stamp;
};

struct walk {
    struct vyi_graph *g;
    const vy_program *p;
    uint32_t flow; ///< where the walk stands
    uint32_t gone; ///< the invocations that returned before
    uint32_t stamp;
    vyi_ref stmt;
    bool in_each;
    struct frame frames[VYI_MAX_NESTING + 2];
    uint32_t frame_count;
};

/// The flow of an expression. Right sides of && || ?: have one of their own, which becomes a node
/// only if a collective stands there.
struct here {
    struct here *outer;
    uint32_t flow;
    vyi_ref lazy;
};

// ---- making the graph ----
static void depend(struct walk *w, uint32_t to, uint32_t from)
{
    struct vyi_graph *g = w->g;
    if (to == NO_SINK || from == 0 || from == to)
        return;
    struct vyi_dep_edge edge = {from, to, g->nodes.at[from].first, w->stmt.i};
    if (!vyi_vec_push(w->p->context, &g->edges, edge)) {
        g->failed = true;
        return;
    }
    g->nodes.at[from].first = g->edges.count;
}

/// A flow or state inside another; outer 0: of its own.
static uint32_t new_dep(struct walk *w, uint8_t kind, vyi_ref ref, uint32_t outer)
{
    struct vyi_graph *g = w->g;
    uint32_t node = g->nodes.count;
    if (!vyi_vec_push(w->p->context, &g->nodes, ((struct vyi_dep){.ref = ref.i, .kind = kind}))) {
        g->failed = true;
        return 0;
    }
    depend(w, node, outer);
    return node;
}

static void varies(struct walk *w, uint32_t sink, uint8_t level, vyi_ref source)
{
    if (sink == NO_SINK)
        return;
    struct vyi_dep *node = &w->g->nodes.at[sink];
    if (level <= node->base)
        return;
    node->base = level;
    node->source = source.i;
}

static void need(struct walk *w, uint8_t kind, uint32_t node, vyi_ref ref, uint8_t limit,
                 uint8_t which)
{
    struct vyi_need one = {node, ref.i, kind, limit, which};
    if (w->in_each) // that it stands there at all has been reported
        return;
    if (node && !vyi_vec_push(w->p->context, &w->g->needs, one))
        w->g->failed = true;
}

static uint32_t local_dep(uint32_t local)
{
    return local + 1;
}

bool vyi_constant_buffer(const vy_program *p, uint32_t buffer)
{
    const struct vyi_role_info *role = vyi_role_info(p->buffers.at[buffer].role);
    return role && !role->writable;
}

/// How far the value of a node is the same by what the node itself does. *through: its operands
/// count too.
static uint8_t own_level(const vy_program *p, const struct vyi_node *n, bool *through)
{
    uint16_t flags = vyi_op_info(n->op)->flags;
    *through = !(flags & VYI_FLAG_COLLECTIVE);
    bool each_its_own = n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN || n->op == VYI_OP_SHUFFLE;
    if (flags & VYI_FLAG_COLLECTIVE && !each_its_own)
        return vyi_scope_level(vyi_scope_of(n));
    if (each_its_own)
        return VYI_UNIFORM_VARYING;
    if (n->op == VYI_OP_ID)
        return vyi_id_info(n->x / 4)->uniform;
    *through = !(flags & VYI_FLAG_READS) || (n->op != VYI_OP_CLOCK && vyi_constant_buffer(p, n->x));
    return *through ? VYI_UNIFORM_GRID : VYI_UNIFORM_VARYING;
}

// ---- expressions ----
static void value(struct walk *w, vyi_ref r, uint32_t sink, struct here *here);

static uint32_t flow_of(struct walk *w, struct here *here)
{
    if (here->flow != NOT_YET)
        return here->flow;
    uint32_t outer = flow_of(w, here->outer);
    const vyi_ref *kids = vyi_kid_list(w->p, vyi_at(w->p, here->lazy));
    here->flow = new_dep(w, VYI_DEP_LAZY, here->lazy, outer);
    value(w, kids[0], here->flow, NULL);
    return here->flow;
}

static void values(struct walk *w, const vyi_ref *kids, uint32_t count, uint32_t sink,
                   struct here *here)
{
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i) // an absent step
            value(w, kids[i], sink, here);
}

/// Operands that must be as uniform as the scope.
static void uniform_operands(struct walk *w, vyi_ref r, const vyi_ref *kids, uint32_t count,
                             uint8_t limit, struct here *here)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = new_dep(w, VYI_DEP_VALUE, r, 0);
        value(w, kids[i], node, here);
        need(w, VYI_NEED_OPERAND, node, r, limit, (uint8_t)i);
    }
}

static void collective(struct walk *w, vyi_ref r, struct here *here)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(w->p, n, &kids);
    uint8_t level = vyi_scope_level(vyi_scope_of(n));
    need(w, VYI_NEED_COLLECTIVE, flow_of(w, here), r, level, 0);
    uint32_t plain = n->op == VYI_OP_SCOPE_LOAD ? 0 : n->op == VYI_OP_BROADCAST ? 1 : count;
    values(w, kids, plain, NO_SINK, here);
    uniform_operands(w, r, kids + plain, count - plain, level, here);
}

/// `here` is NULL on a second visit, which only finds what the value depends on.
static void value(struct walk *w, vyi_ref r, uint32_t sink, struct here *here)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint16_t flags = vyi_op_info(n->op)->flags;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(w->p, n, &kids);
    struct here right = {here, NOT_YET, r};
    bool through;
    if (n->op == VYI_OP_LITERAL)
        return;
    varies(w, sink, own_level(w->p, n, &through), r);
    if (n->op == VYI_OP_LOCAL || n->op == VYI_OP_LOAD_ARRAY)
        depend(w, sink, local_dep(n->x));
    if (flags & VYI_FLAG_LAZY) {
        value(w, kids[0], sink, here);
        values(w, kids + 1, count - 1, sink, here ? &right : NULL);
    } else if (flags & VYI_FLAG_COLLECTIVE) {
        if (here)
            collective(w, r, here);
    } else if (through || here) {
        values(w, kids, count, through ? sink : NO_SINK, here);
    }
}

/// Evaluates operands of the running statement in its flow.
static void take(struct walk *w, const vyi_ref *kids, uint32_t count, uint32_t sink)
{
    struct here here = {NULL, w->flow, {0}};
    values(w, kids, count, sink, &here);
}

// ---- exits ----
static void jump(struct walk *w, const struct vyi_node *n)
{
    if (n->op == VYI_OP_RETURN) {
        w->gone = new_dep(w, VYI_DEP_GONE, w->stmt, w->gone);
        depend(w, w->gone, w->flow);
        return;
    }
    for (uint32_t i = w->frame_count; i-- > 0;) {
        struct frame *f = &w->frames[i];
        bool loop = vyi_op_info(f->op)->flags & VYI_FLAG_LOOP;
        if (n->op == VYI_OP_LEAVE && f->op == VYI_OP_BLOCK && f->label == n->x) {
            f->left = new_dep(w, VYI_DEP_LEFT, w->stmt, f->left);
            depend(w, f->left, w->flow);
            f->stamp = ++w->stamp;
            return;
        }
        if (loop)
            depend(w, f->flow, w->flow);
        if (n->op != VYI_OP_LEAVE && (loop || f->op == VYI_OP_EACH || f->op == VYI_OP_FIXPOINT))
            return;
    }
}

/// The flow after a statement that some invocations may have left for an outer block.
static void after_leaves(struct walk *w, uint32_t stamp)
{
    w->flow = new_dep(w, VYI_DEP_REST, w->stmt, w->flow);
    for (uint32_t i = 0; i < w->frame_count; i++)
        if (w->frames[i].op == VYI_OP_BLOCK && w->frames[i].stamp > stamp)
            depend(w, w->flow, w->frames[i].left);
}

// ---- statements ----
static void stmt(struct walk *w, vyi_ref r);

static void note_flow(struct walk *w, vyi_ref r, uint32_t flow)
{
    if (w->g->flows)
        w->g->flows[r.i] = flow + 1;
}

static void seq(struct walk *w, vyi_ref r, uint32_t flow)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint32_t saved = w->flow;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(w->p, n, &kids);
    w->flow = flow;
    note_flow(w, r, flow);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t stamp = w->stamp;
        stmt(w, kids[i]);
        if (w->stamp != stamp && i + 1 < count)
            after_leaves(w, stamp);
    }
    w->flow = saved;
}

/// The body of a loop or block, with a frame for its exits.
static void framed(struct walk *w, const struct vyi_node *n, vyi_ref r, vyi_ref body, uint32_t flow)
{
    bool repeats = n->op != VYI_OP_BLOCK;
    uint32_t gone = w->gone, entry = w->gone;
    if (w->frame_count >= VYI_MAX_NESTING + 2)
        return;
    w->frames[w->frame_count++] = (struct frame){n->op, flow, n->x, 0, 0};
    if (repeats) // what returns later in the body has returned in the next round
        entry = w->gone = new_dep(w, VYI_DEP_GONE, (vyi_ref){0}, gone);
    seq(w, body, flow);
    w->frame_count--;
    w->stmt = r;
    if (repeats)
        depend(w, entry, w->gone);
}

static void each(struct walk *w, vyi_ref r, const vyi_ref *kids, uint32_t count)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    bool outer = w->in_each;
    need(w, VYI_NEED_EACH, w->flow, r, VYI_UNIFORM_GRID, 0);
    need(w, VYI_NEED_NOT_RETURNED, w->gone, r, VYI_UNIFORM_GRID, 0);
    take(w, kids, count - 1, NO_SINK);
    uint32_t flow = new_dep(w, VYI_DEP_EACH, r, 0);
    varies(w, flow, VYI_UNIFORM_VARYING, r);
    for (uint32_t i = 0; i < count / 2; i++)
        depend(w, local_dep(n->x + i), flow);
    w->in_each = true;
    framed(w, n, r, kids[count - 1], flow);
    w->in_each = outer;
}

static void fixpoint(struct walk *w, vyi_ref r, const vyi_ref *kids)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    need(w, VYI_NEED_FIXPOINT, w->flow, r, VYI_UNIFORM_GRID, 0);
    for (uint8_t i = 0; i < 2; i++) {
        uint32_t bound = new_dep(w, VYI_DEP_VALUE, r, 0);
        take(w, &kids[i], 1, bound);
        need(w, VYI_NEED_BOUND, bound, r, VYI_UNIFORM_GRID, i);
    }
    depend(w, local_dep(n->x), w->flow);
    framed(w, n, r, kids[2], w->flow);
    if (n->aux)
        depend(w, local_dep(n->aux - 1), w->flow);
}

static void loop(struct walk *w, vyi_ref r, const vyi_ref *kids, uint32_t count)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint32_t outer = w->flow, flow = new_dep(w, VYI_DEP_LOOP, r, outer);
    if (n->op == VYI_OP_WHILE) // evaluated again in every round
        w->flow = flow;
    take(w, kids, count - 1, flow);
    w->flow = outer;
    if (n->op == VYI_OP_FOR)
        depend(w, local_dep(n->x), flow);
    framed(w, n, r, kids[count - 1], flow);
}

/// Joins the invocations that returned in a branch to `after`.
static void join_gone(struct walk *w, uint32_t before, uint32_t *after)
{
    if (w->gone == before)
        return;
    *after = new_dep(w, VYI_DEP_GONE, (vyi_ref){0}, *after);
    depend(w, *after, w->gone);
    w->gone = before;
}

/// A whole else-if chain; each condition stands under those before it.
static void branch(struct walk *w, vyi_ref r)
{
    uint32_t outer = w->flow, before = w->gone, after = before;
    while (r.i) {
        const struct vyi_node *n = vyi_at(w->p, r);
        w->stmt = r;
        note_flow(w, r, w->flow);
        uint32_t flow = new_dep(w, VYI_DEP_IF, r, w->flow);
        take(w, &n->kid[0], 1, flow);
        seq(w, n->kid[1], flow);
        join_gone(w, before, &after);
        w->flow = flow;
        r = vyi_else_if(w->p, n->kid[2]);
        if (r.i) {
            note_flow(w, n->kid[2], flow);
        } else if (n->kid[2].i) {
            seq(w, n->kid[2], flow);
            join_gone(w, before, &after);
        }
    }
    w->gone = after;
    w->flow = outer;
}

static void stmt(struct walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(w->p, n, &kids);
    struct here here = {NULL, w->flow, {0}};
    w->stmt = r;
    note_flow(w, r, w->flow);
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY:
    case VYI_OP_SET:
    case VYI_OP_SET_ARRAY:
        take(w, kids, count, local_dep(n->x));
        depend(w, local_dep(n->x), w->flow);
        break;
    case VYI_OP_IF: branch(w, r); break;
    case VYI_OP_FOR:
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: loop(w, r, kids, count); break;
    case VYI_OP_EACH: each(w, r, kids, count); break;
    case VYI_OP_FIXPOINT: fixpoint(w, r, kids); break;
    case VYI_OP_BLOCK: framed(w, n, r, kids[0], w->flow); break;
    case VYI_OP_REGION: seq(w, kids[0], w->flow); break;
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: jump(w, n); break;
    case VYI_OP_BARRIER: need(w, VYI_NEED_BARRIER, w->flow, r, vyi_scope_level(n->n), 0); break;
    case VYI_OP_WAIT: need(w, VYI_NEED_COLLECTIVE, w->flow, r, VYI_UNIFORM_WORKGROUP, 0); break;
    case VYI_OP_ASYNC_COPY:
        need(w, VYI_NEED_COLLECTIVE, w->flow, r, VYI_UNIFORM_WORKGROUP, 0);
        uniform_operands(w, r, kids, count, VYI_UNIFORM_WORKGROUP, &here);
        break;
    case VYI_OP_ASSERT: // its arguments are evaluated only where it fails
        value(w, kids[0], NO_SINK, &here);
        values(w, kids + 1, count - 1, NO_SINK, &(struct here){&here, NOT_YET, r});
        break;
    default: take(w, kids, count, NO_SINK); break;
    }
}

// ---- levels ----
static bool spread(struct vyi_graph *g)
{
    vy_context *c = g->p->context;
    uint32_t *queue = vyi_realloc(c, NULL, 0, (size_t)g->nodes.count * sizeof *queue);
    if (!queue)
        return false;
    for (uint8_t level = VYI_UNIFORM_VARYING; level > VYI_UNIFORM_GRID; level--) {
        uint32_t count = 0;
        for (uint32_t i = 1; i < g->nodes.count; i++)
            if (g->nodes.at[i].base == level && g->nodes.at[i].level < level) {
                g->nodes.at[i].level = level;
                queue[count++] = i;
            }
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t e = g->nodes.at[queue[i]].first; e; e = g->edges.at[e - 1].next) {
                struct vyi_dep *to = &g->nodes.at[g->edges.at[e - 1].to];
                if (to->level >= level)
                    continue;
                to->level = level;
                to->by = e;
                queue[count++] = g->edges.at[e - 1].to;
            }
    }
    vyi_free(c, queue, (size_t)g->nodes.count * sizeof *queue);
    return true;
}

bool vyi_graph_build(struct vyi_graph *g)
{
    const vy_program *p = g->p;
    struct walk w = {.g = g, .p = p};
    if (!vyi_vec_reserve(p->context, &g->nodes, p->locals.count + 1))
        return false;
    g->nodes.at[g->nodes.count++] = (struct vyi_dep){0};
    for (uint32_t i = 0; i < p->locals.count; i++)
        g->nodes.at[g->nodes.count++] = (struct vyi_dep){.kind = VYI_DEP_LOCAL, .ref = i};
    seq(&w, p->body, 0);
    return !g->failed && spread(g);
}

void vyi_graph_free(struct vyi_graph *g)
{
    vy_context *c = g->p->context;
    vyi_vec_free(c, &g->nodes);
    vyi_vec_free(c, &g->edges);
    vyi_vec_free(c, &g->needs);
}

// ---- asking ----
static uint8_t level_of(const vy_program *p, struct vyi_levels *l, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    bool through;
    uint8_t level = own_level(p, n, &through);
    if (n->op == VYI_OP_LOCAL || n->op == VYI_OP_LOAD_ARRAY)
        level = l->local[n->x];
    for (VYI_KIDS(k, p, n)) {
        uint8_t kid = level_of(p, l, *k);
        level = through && kid > level ? kid : level;
    }
    return l->node[r.i] = level;
}

static void fill(const vy_program *p, const struct vyi_graph *g, struct vyi_levels *l)
{
    for (uint32_t i = 0; i < p->locals.count; i++)
        l->local[i] = g->nodes.at[local_dep(i)].level;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        const vyi_ref *kids;
        if (!g->flows[i])
            continue;
        l->node[i] = g->nodes.at[g->flows[i] - 1].level;
        uint32_t count = n->op == VYI_OP_SEQ ? 0 : vyi_kids(p, n, &kids);
        for (uint32_t k = 0; k < count; k++)
            if (kids[k].i && vyi_op_info(vyi_at(p, kids[k])->op)->kind != VYI_KIND_STMT)
                level_of(p, l, kids[k]);
    }
}

vy_status vyi_levels_compute(const vy_program *p, struct vyi_levels *levels)
{
    struct vyi_graph g = {.p = p};
    *levels = (struct vyi_levels){.node_count = p->nodes.count, .local_count = p->locals.count};
    levels->node = vyi_calloc(p->context, (size_t)p->nodes.count + p->locals.count, 1);
    g.flows = vyi_calloc(p->context, p->nodes.count, sizeof *g.flows);
    bool good = levels->node && g.flows && vyi_graph_build(&g);
    levels->local = levels->node ? levels->node + p->nodes.count : NULL;
    if (good)
        fill(p, &g, levels);
    vyi_free(p->context, g.flows, p->nodes.count * sizeof *g.flows);
    vyi_graph_free(&g);
    return good ? VY_OK : VY_ERROR_MEMORY;
}

void vyi_levels_free(vy_context *c, struct vyi_levels *levels)
{
    vyi_free(c, levels->node, (size_t)levels->node_count + levels->local_count);
    *levels = (struct vyi_levels){0};
}
