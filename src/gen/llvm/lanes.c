// Whether a program is faster one invocation at a time. Vectors win wherever lanes compute or touch
// neighbours. They lose where lanes go their own ways through memory: a gather costs what its
// accesses cost one by one and more, atomics go from lane to lane, and a loop runs for all lanes
// until the last has done. So a sparse matrix product or an automaton is scalar code, a divergent
// loop of arithmetic is not.
//
// Costs are about those of processors with 16 lanes: cycles of a vector, and of as many invocations
// one after the other. What breaks counting accesses alone is a tile that is read across, once: its
// gather is dear, but everything around it would be dearer.
#include "gen/llvm/kernel.h"

enum spread_kind { ALIKE, ALONG, APART }; ///< in all lanes, a run of neighbours, anything
enum {
    PURE = 1,
    PURE_ALONE = 6,
    ACCESS = 2,
    ACCESS_ALONE = 16,
    GATHER = 26,
    GATHER_NARROW = 48, ///< of 8 or 16 bits: no instruction has them
    SCATTER = 32,
    ATOMIC = 64,
    ATOMIC_ALONE = 32,
    PASS_ALONE = 12, ///< of a loop
    LOOPED = 8,      ///< how often a loop runs, as far as one can tell
    MOST_WEIGHT = LOOPED * LOOPED * LOOPED
};

struct costs {
    struct gen *m;
    uint8_t *spread; ///< by local
    double together, alone;
};

/// How the lanes' values of an index relate.
static enum spread_kind spread_of(const struct costs *c, vyi_ref r)
{
    const struct gen *m = c->m;
    const struct vyi_node *n = vyi_at(m->p, r);
    if (m->levels.node[r.i] <= VYI_UNIFORM_WORKGROUP)
        return ALIKE;
    switch (n->op) {
    case VYI_OP_LOCAL: return c->spread[n->x];
    case VYI_OP_ID: return n->x % 4 ? ALIKE : ALONG; // rows are mostly whole vectors
    case VYI_OP_ADD:
    case VYI_OP_SUB: {
        enum spread_kind a = spread_of(c, n->kid[0]), b = spread_of(c, n->kid[1]);
        return a == ALIKE   ? (n->op == VYI_OP_SUB && b == ALONG ? APART : b)
               : b == ALIKE ? a
                            : APART;
    }
    default: return APART;
    }
}

static enum spread_kind spread_of_all(const struct costs *c, const vyi_ref *index, uint32_t rank)
{
    enum spread_kind last = rank ? spread_of(c, index[rank - 1]) : ALIKE;
    for (uint32_t i = 0; i + 1 < rank; i++)
        if (spread_of(c, index[i]) != ALIKE)
            return APART;
    return last;
}

static void add(struct costs *c, double weight, bool divergent, unsigned together, unsigned alone)
{
    c->together += weight * together * (divergent ? 1.4 : 1); // some lanes have nothing to do
    c->alone += weight * alone;
}

static void access(struct costs *c, const struct vyi_node *n, double weight, bool divergent)
{
    const vy_program *p = c->m->p;
    const struct vyi_buffer *b = &p->buffers.at[n->x];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    bool apart = spread_of_all(c, kids, count < b->rank ? count : b->rank) == APART;
    bool narrow = vyi_type_bytes(b->elem) < 4, writes = n->op == VYI_OP_STORE;
    if (b->atomic && (writes || n->op != VYI_OP_LOAD))
        add(c, weight, divergent, ATOMIC, ATOMIC_ALONE);
    else if (!apart)
        add(c, weight, divergent, ACCESS, ACCESS_ALONE);
    else
        add(c, weight, divergent, writes ? SCATTER : narrow ? GATHER_NARROW : GATHER, ACCESS_ALONE);
}

static void note_locals(struct costs *c, const struct vyi_node *n, const vyi_ref *kids,
                        uint32_t count)
{
    if (n->op == VYI_OP_DEFINE && c->m->p->locals.at[n->x].kind == VYI_LOCAL_LET)
        c->spread[n->x] = (uint8_t)spread_of(c, kids[0]);
    else if (n->op == VYI_OP_FOR)
        c->spread[n->x] = (uint8_t)spread_of(c, kids[0]);
    for (uint32_t i = 0; n->op == VYI_OP_EACH && i < (count - 1) / 2; i++)
        c->spread[n->x + i] = i + 1 < (count - 1) / 2 ? ALIKE : ALONG;
}

static void walk(struct costs *c, vyi_ref r, double weight, bool divergent)
{
    const vy_program *p = c->m->p;
    while (r.i) { // the last child in turn: chains of else-ifs are long
        const struct vyi_node *n = vyi_at(p, r);
        const struct vyi_op_info *info = vyi_op_info(n->op);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, n, &kids);
        if (info->kind == VYI_KIND_STMT)
            divergent = c->m->levels.node[r.i] > VYI_UNIFORM_WORKGROUP;
        note_locals(c, n, kids, count);
        if (info->kind == VYI_KIND_OP && c->m->levels.node[r.i] > VYI_UNIFORM_WORKGROUP)
            add(c, weight, divergent, PURE, PURE_ALONE);
        else if (info->imm == VYI_IMM_BUFFER && info->flags & (VYI_FLAG_READS | VYI_FLAG_WRITES))
            access(c, n, weight, divergent);
        bool loops = info->flags & VYI_FLAG_LOOP || n->op == VYI_OP_EACH;
        if (loops) {
            weight = weight < MOST_WEIGHT ? weight * LOOPED : weight;
            add(c, weight, divergent, PURE, PASS_ALONE);
        }
        for (uint32_t i = 0; i + 1 < count; i++)
            walk(c, kids[i], weight, divergent);
        r = count ? kids[count - 1] : (vyi_ref){0};
    }
}

vy_status vyi_gen_choose_lanes(struct gen *m)
{
    vy_context *context = m->p->context;
    struct costs c = {.m = m};
    if (m->request->lanes || m->lanes == 1 || m->lanes == VYI_SUBGROUP)
        return VY_OK; // asked for, or a subgroup is one vector
    c.spread = vyi_calloc(context, m->p->locals.count + 1, 1);
    if (!c.spread)
        return VY_ERROR_MEMORY;
    memset(c.spread, APART, m->p->locals.count);
    walk(&c, m->p->body, 1, false);
    if (c.alone < c.together)
        m->lanes = 1;
    vyi_free(context, c.spread, m->p->locals.count + 1);
    return VY_OK;
}
