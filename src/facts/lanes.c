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
    PASS_SCALAR = 12, ///< of a loop
    LOOPED = 8,       ///< how often a loop runs, as far as one can tell
    MOST_WEIGHT = LOOPED * LOOPED * LOOPED
};

struct costs {
    const struct vyi_facts *f;
    struct vyi_lane_costs sum;
};

static void add(struct costs *c, double weight, bool divergent, unsigned vector, unsigned scalar)
{
    c->sum.vector += weight * vector * (divergent ? 1.4 : 1); // some lanes have nothing to do
    c->sum.scalar += weight * scalar;
}

static void access(struct costs *c, const struct vyi_node *n, double weight, bool divergent)
{
    const struct vyi_buffer *b = &c->f->p->buffers.at[n->x];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(c->f->p, n, &kids);
    enum vyi_relation relation =
        vyi_relation_of_element(c->f, kids, count < b->rank ? count : b->rank);
    bool narrow = vyi_type_bytes(b->elem) < 4, writes = n->op == VYI_OP_STORE;
    bool sums = writes ? n->aux2 != 0 : n->op == VYI_OP_ATOMIC_RMW && n->aux2 <= VYI_RMW_SUB;
    if (b->atomic && sums && relation == VYI_RELATION_SAME && !c->f->p->separate_atomics)
        add(c, weight, divergent, ATOMIC_SAME, ATOMIC_SCALAR);
    else if (b->atomic && (writes || n->op != VYI_OP_LOAD))
        add(c, weight, divergent, ATOMIC, ATOMIC_SCALAR);
    else if (relation <= VYI_RELATION_CONSECUTIVE)
        add(c, weight, divergent, ACCESS, ACCESS_SCALAR);
    else
        add(c, weight, divergent,
            writes   ? SCATTER
            : narrow ? GATHER_NARROW
                     : GATHER,
            ACCESS_SCALAR);
}

static void walk(struct costs *c, vyi_ref r, double weight, bool divergent)
{
    while (r.i) { // the last child in turn: chains of else-ifs are long
        const struct vyi_node *n = vyi_at(c->f->p, r);
        const struct vyi_op_info *info = vyi_op_info(n->op);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(c->f->p, n, &kids);
        if (info->kind == VYI_KIND_STMT)
            divergent = c->f->levels.node[r.i] > VYI_UNIFORM_WORKGROUP;
        if (info->kind == VYI_KIND_OP && c->f->levels.node[r.i] > VYI_UNIFORM_WORKGROUP)
            add(c, weight, divergent, PURE, PURE_SCALAR);
        else if (info->imm == VYI_IMM_BUFFER && info->flags & (VYI_FLAG_READS | VYI_FLAG_WRITES))
            access(c, n, weight, divergent);
        if (info->flags & VYI_FLAG_LOOP || n->op == VYI_OP_EACH) {
            weight = weight < MOST_WEIGHT ? weight * LOOPED : weight;
            add(c, weight, divergent, PURE, PASS_SCALAR);
        }
        for (uint32_t i = 0; i + 1 < count; i++)
            walk(c, kids[i], weight, divergent);
        r = count ? kids[count - 1] : (vyi_ref){0};
    }
}

struct vyi_lane_costs vyi_lane_costs(const struct vyi_facts *f, vyi_ref root)
{
    struct costs c = {f, {0, 0}};
    walk(&c, root, 1, false);
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
