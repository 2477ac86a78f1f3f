// Whether a program is faster one invocation at a time. Vectors win wherever lanes compute or touch
// neighbours. They lose where lanes go their own ways through memory: a gather costs what its
// accesses cost one by one and more, atomics go from lane to lane, and a loop runs for all lanes
// until the last has done. So a sparse matrix product or an automaton is scalar code, a divergent
// loop of arithmetic is not.
//
// Costs are about those of processors with 16 lanes: cycles of a vector, and of as many invocations
// one after the other. What breaks counting accesses alone is a tile that is read across, once: its
// gather is expensive, but everything around it would be more so.
#include "facts/effects.h"
#include "facts/facts.h"

enum {
    PURE = 1,
    PURE_SCALAR = 6,
    ACCESS = 2,
    ACCESS_SCALAR = 16,
    GATHER = 26,
    GATHER_NARROW = 48, ///< of 8 or 16 bits: no instruction has them
    SCATTER = 32,
    ATOMIC = 64,
    ATOMIC_SCALAR = 32,
    ATOMIC_SAME = 10, ///< lanes add to one word: one access for all (pass `aggregate`)
    LANES = 16,       ///< that a vector has
    PASS_SCALAR = 12, ///< of a loop
    LOOPED = 8,       ///< how often a loop runs, as far as one can tell
    MOST_WEIGHT = LOOPED * LOOPED * LOOPED,
    SINGLY = 48,      ///< to go from lane to lane
    SINGLY_READ = 24, ///< to hand a local to them
    SINGLY_SET = 24,  ///< to take it back
    SINGLY_NODES = 400
};
/// How much longer a vector takes where some lanes have nothing to do: under a condition, and in a
/// loop that they leave one by one.
static const double divergent = 1.4, leaving = 2;

struct costs {
    const struct vyi_facts *f;
    struct vyi_lane_costs sum;
};

static void add(struct costs *c, double weight, double idle, unsigned vector, unsigned scalar)
{
    c->sum.vector += weight * vector * idle;
    c->sum.scalar += weight * scalar;
}

static void access(struct costs *c, const struct vyi_node *n, double weight, double idle)
{
    const struct vyi_buffer *b = &c->f->p->buffers.at[n->x];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(c->f->p, n, &kids);
    enum vyi_relation relation =
        vyi_relation_of_element(c->f, kids, count < b->rank ? count : b->rank);
    bool narrow = vyi_type_bytes(b->elem) < 4, writes = n->op == VYI_OP_STORE;
    bool sums = writes ? n->aux2 != 0 : n->op == VYI_OP_ATOMIC_RMW && n->aux2 <= VYI_RMW_SUB;
    if (b->atomic && sums && relation == VYI_RELATION_SAME && !c->f->p->separate_atomics)
        add(c, weight, idle, ATOMIC_SAME, ATOMIC_SCALAR);
    else if (b->atomic && (writes || n->op != VYI_OP_LOAD))
        add(c, weight, idle, ATOMIC, ATOMIC_SCALAR);
    else if (relation <= VYI_RELATION_CONSECUTIVE)
        add(c, weight, idle, ACCESS, ACCESS_SCALAR);
    else
        add(c, weight, idle, writes ? SCATTER : narrow ? GATHER_NARROW : GATHER, ACCESS_SCALAR);
}

// ---- parts that a vector runs one invocation after the other ----
// A loop, or a block under a divergent condition, that is cheaper so does not make the code around
// it scalar. What breaks the naive version: exits that lead out of the part, what lanes do
// together, and loops that follow a chain of loads, of which scalar code runs several at once
// (chains.c).

/// Whether a value is made of a local, be it by way of lets.
static bool depends(const struct vyi_facts *f, vyi_ref root, uint32_t local, uint32_t depth)
{
    for (VYI_VISIT(v, f->p, root)) {
        vyi_ref let = v->n->op == VYI_OP_LOCAL ? f->lets[v->n->x] : (vyi_ref){0};
        if (v->n->op == VYI_OP_LOCAL && v->n->x == local)
            return true;
        if (let.i && depth && depends(f, let, local, depth - 1))
            return true;
    }
    return false;
}

bool vyi_follows(const struct vyi_facts *f, vyi_ref loop)
{
    for (VYI_VISIT_STMTS(s, f->p, loop)) {
        if (s->n->op != VYI_OP_SET)
            continue;
        for (VYI_VISIT(v, f->p, s->n->kid[0]))
            if (v->n->op == VYI_OP_LOAD && depends(f, v->ref, s->n->x, 4))
                return true;
    }
    return false;
}

static bool is_loop(const struct vyi_node *n)
{
    return n->op == VYI_OP_FOR || n->op == VYI_OP_WHILE || n->op == VYI_OP_LOOP;
}

static bool may_go_singly(const struct vyi_facts *f, vyi_ref root)
{
    const vy_program *p = f->p;
    uint32_t nodes = 0, loop_ends = 0; // of an outermost loop
    for (VYI_VISIT(v, p, root)) {
        const struct vyi_op_info *info = vyi_op_info(v->n->op);
        const bool jump = v->n->op == VYI_OP_BREAK || v->n->op == VYI_OP_CONTINUE;
        if (++nodes > SINGLY_NODES || info->flags & VYI_FLAG_COLLECTIVE ||
            v->n->op == VYI_OP_EACH || v->n->op == VYI_OP_ASSERT ||
            (info->flags & VYI_FLAG_EXIT && !(jump && nodes <= loop_ends)) ||
            (info->imm == VYI_IMM_LOCAL && p->locals.at[v->n->x].kind == VYI_LOCAL_ARRAY))
            return false;
        if (!is_loop(v->n) || nodes <= loop_ends)
            continue;
        loop_ends = nodes - 1;
        for (VYI_VISIT(w, p, v->ref))
            if (++loop_ends > SINGLY_NODES)
                return false;
        if (vyi_follows(f, v->ref))
            return false;
    }
    return true;
}

/// What it costs to go from lane to lane, and to hand locals to them and back.
static double crossing(const struct vyi_facts *f, vyi_ref root)
{
    enum { MOST = 32 };
    uint32_t seen[MOST], count = 0, i;
    double sum = SINGLY;
    for (VYI_VISIT(v, f->p, root)) {
        const uint32_t local = v->n->x;
        if (vyi_op_info(v->n->op)->imm != VYI_IMM_LOCAL ||
            f->levels.local[local] <= VYI_UNIFORM_WORKGROUP ||
            f->relations[local] == VYI_RELATION_CONSECUTIVE)
            continue;
        for (i = 0; i < count && seen[i] != local; i++)
            ;
        if (i < count || vyi_defines_local(f->p, root, local))
            continue;
        if (count == MOST)
            return MOST_WEIGHT * SINGLY;
        seen[count++] = local;
        sum += vyi_assigns_local(f->p, root, local) ? SINGLY_READ + SINGLY_SET : SINGLY_READ;
    }
    return sum;
}

static void walk(struct costs *c, vyi_ref r, double weight, double idle);

/// Whether one value is the same for all lanes and the other differs from lane to lane.
static bool is_one_lane(const struct vyi_facts *f, const struct vyi_node *n)
{
    return n->op == VYI_OP_EQ &&
           vyi_relation(f, n->kid[0]) + vyi_relation(f, n->kid[1]) == VYI_RELATION_CONSECUTIVE;
}

/// Whether a condition holds for one lane of a vector at most, as lid.x == 0 does.
static bool holds_once(const struct vyi_facts *f, vyi_ref condition)
{
    const struct vyi_node *n = vyi_at(f->p, condition);
    for (; n->op == VYI_OP_LAND; n = vyi_at(f->p, n->kid[0]))
        if (is_one_lane(f, vyi_at(f->p, n->kid[1])))
            return true;
    return is_one_lane(f, n);
}

/// `holds`: see vyi_goes_singly().
static bool goes_singly(const struct vyi_facts *f, vyi_ref r, vyi_ref holds,
                        struct vyi_lane_costs *sum)
{
    struct costs c = {f, {0, 0}};
    walk(&c, r, 1, 1);
    if (holds.i && holds_once(f, holds))
        c.sum.scalar /= LANES;
    *sum = c.sum;
    if (c.sum.scalar >= c.sum.vector || !may_go_singly(f, r))
        return false;
    double singly = c.sum.scalar + crossing(f, r);
    if (singly >= c.sum.vector)
        return false;
    sum->vector = singly;
    return true;
}

bool vyi_goes_singly(const struct vyi_facts *f, vyi_ref r, vyi_ref holds)
{
    struct vyi_lane_costs sum;
    return goes_singly(f, r, holds, &sum);
}

// ---- the sums ----
/// Whether lanes leave a loop one by one, as far as its head says.
static bool leaves_singly(const struct vyi_facts *f, const struct vyi_node *n)
{
    const vyi_ref *kids = vyi_kid_list(f->p, n);
    if (n->op == VYI_OP_FOR)
        return vyi_relation(f, kids[0]) > VYI_RELATION_CONSECUTIVE ||
               vyi_relation(f, kids[1]) != VYI_RELATION_SAME;
    return f->levels.node[kids[0].i] > VYI_UNIFORM_WORKGROUP;
}

static void kid(struct costs *c, vyi_ref parent, uint32_t which, double weight, double idle)
{
    const struct vyi_node *n = vyi_at(c->f->p, parent);
    const vyi_ref *kids;
    vyi_kids(c->f->p, n, &kids);
    if (!kids[which].i)
        return;
    bool side = n->op == VYI_OP_IF && which && c->f->levels.node[kids[0].i] > VYI_UNIFORM_WORKGROUP;
    if (!side && !is_loop(vyi_at(c->f->p, kids[which]))) {
        walk(c, kids[which], weight, idle);
        return;
    }
    struct vyi_lane_costs sum;
    goes_singly(c->f, kids[which], side && which == 1 ? kids[0] : (vyi_ref){0}, &sum);
    c->sum.vector += weight * sum.vector;
    c->sum.scalar += weight * sum.scalar;
}

static void walk(struct costs *c, vyi_ref r, double weight, double idle)
{
    while (r.i) { // an else-if in turn: chains of them are long
        const struct vyi_node *n = vyi_at(c->f->p, r);
        const struct vyi_op_info *info = vyi_op_info(n->op);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(c->f->p, n, &kids);
        if (info->kind == VYI_KIND_STMT && c->f->levels.node[r.i] <= VYI_UNIFORM_WORKGROUP)
            idle = 1;
        else if (info->kind == VYI_KIND_STMT && idle < divergent)
            idle = divergent;
        if (info->kind == VYI_KIND_OP && c->f->levels.node[r.i] > VYI_UNIFORM_WORKGROUP)
            add(c, weight, idle, PURE, PURE_SCALAR);
        else if (info->imm == VYI_IMM_BUFFER && info->flags & (VYI_FLAG_READS | VYI_FLAG_WRITES))
            access(c, n, weight, idle);
        if (info->flags & VYI_FLAG_LOOP || n->op == VYI_OP_EACH) {
            weight = weight < MOST_WEIGHT ? weight * LOOPED : weight;
            add(c, weight, idle, PURE, PASS_SCALAR);
        }
        if (is_loop(n) && leaves_singly(c->f, n))
            idle = leaving;
        vyi_ref last = n->op == VYI_OP_IF ? vyi_else_if(c->f->p, n->kid[2]) : (vyi_ref){0};
        for (uint32_t i = 0; i + (last.i != 0) < count; i++)
            kid(c, r, i, weight, idle);
        r = last;
    }
}

struct vyi_lane_costs vyi_lane_costs(const struct vyi_facts *f, vyi_ref root)
{
    struct costs c = {f, {0, 0}};
    walk(&c, root, 1, 1);
    return c.sum;
}

// ---- several vectors at once ----
// They gain where a pass waits for the results of the last one, which is so where lanes leave a
// loop one by one and it is nothing but arithmetic; and where a pass loads scalars that all lanes
// share, of which each load then serves more lanes. They lose where lanes leave a loop one by one
// that does more: more lanes wait for the last of them.
enum { SHARED_LOADS = 4 };

/// Whether a loop gains: 1, or loses: -1. An `each` is dealt to vectors as it is.
static int gains(const struct vyi_facts *f, vyi_ref loop)
{
    const uint32_t slow = VYI_FLAG_READS | VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE | VYI_FLAG_LOOP;
    bool leave = false, more = false;
    uint32_t shared = 0;
    for (VYI_VISIT(v, f->p, loop)) {
        const struct vyi_op_info *info = vyi_op_info(v->n->op);
        bool own = v->ref.i == loop.i, apart = f->levels.node[v->ref.i] > VYI_UNIFORM_WORKGROUP;
        shared += v->n->op == VYI_OP_LOAD &&
                  vyi_relation_of_element(f, vyi_kid_list(f->p, v->n),
                                          f->p->buffers.at[v->n->x].rank) == VYI_RELATION_SAME;
        more |= !own &&
                (info->flags & slow || v->n->op == VYI_OP_EACH ||
                 (info->imm == VYI_IMM_LOCAL && f->p->locals.at[v->n->x].kind == VYI_LOCAL_ARRAY));
        leave |= info->flags & VYI_FLAG_EXIT && apart;
        if (own && v->n->op == VYI_OP_FOR)
            leave |= vyi_relation(f, vyi_kid_list(f->p, v->n)[1]) != VYI_RELATION_SAME;
        if (own && v->n->op == VYI_OP_WHILE)
            leave |= f->levels.node[v->n->kid[0].i] > VYI_UNIFORM_WORKGROUP;
    }
    return leave ? (more ? -1 : 1) : shared >= SHARED_LOADS;
}

uint32_t vyi_vectors_at_once(const struct vyi_facts *f, uint32_t registers)
{
    const vy_program *p = f->p;
    uint32_t words = 0, vectors = 4;
    int found = 0;
    for (VYI_VISIT(v, p, p->body)) {
        uint32_t id = v->n->op == VYI_OP_ID ? v->n->x / 4 : 0;
        int one = vyi_op_info(v->n->op)->flags & VYI_FLAG_LOOP ? gains(f, v->ref) : 0;
        if (one < 0 || (id && (id == VYI_ID_LANE || id == VYI_ID_SUBGROUP)))
            return 1;
        found |= one;
    }
    for (uint32_t i = 0; i < p->locals.count; i++)
        if (f->reads[i].first && f->levels.local[i] > VYI_UNIFORM_WORKGROUP)
            words += (vyi_type_bytes(p->locals.at[i].type) + 3) / 4;
    while (vectors > 1 && vectors * words > registers)
        vectors /= 2;
    return found ? vectors : 1;
}
