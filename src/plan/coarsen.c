// How many neighbouring invocations a GPU's thread runs at once. A program that streams through
// memory is as fast as its accesses are wide: 4 bytes a thread reach two thirds of what 16 reach.
// So a thread takes 16 bytes' worth of neighbours, as vectors.
//
// Only where lanes stay together: no loop but `each`, no access but to neighbours or to one place
// for all, no branch but a guard of the range. What breaks the naive version, which counts widths
// alone, is a gather or a divergent branch: lanes of a thread go one after the other there, where
// threads would go at once.
#include "facts/facts.h"
#include "plan/phases.h"
#include "plan/work.h"

enum { MOST_COARSE = 16 };

/// What is known of a program so far.
struct streams {
    const struct vyi_phases *f;
    struct vyi_facts *facts;
    uint32_t widest; ///< bytes of an element
    bool any, only;  ///< streams through memory; does nothing else
};

static bool is_uniform(const struct streams *s, vyi_ref r)
{
    return s->f->levels->node[r.i] <= VYI_UNIFORM_WORKGROUP;
}

static void access(struct streams *s, const struct vyi_node *n, const vyi_ref *kids)
{
    const struct vyi_buffer *b = &s->f->p->buffers.at[n->x];
    enum vyi_relation relation = vyi_relation_of_element(s->facts, kids, b->rank);
    bool consecutive = relation == VYI_RELATION_CONSECUTIVE;
    uint32_t bytes = vyi_type_bytes(b->elem);
    if (b->atomic || relation > VYI_RELATION_CONSECUTIVE || (n->op == VYI_OP_STORE && !consecutive))
        s->only = false;
    if (consecutive) {
        s->any = true;
        s->widest = s->widest > bytes ? s->widest : bytes;
    }
}

/// `i < n`, a run of neighbours below one bound: whole vectors but for the last one.
static bool is_guard(const struct streams *s, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(s->f->p, r);
    if (is_uniform(s, r))
        return true;
    return n->op == VYI_OP_LT && vyi_relation(s->facts, n->kid[0]) == VYI_RELATION_CONSECUTIVE &&
           vyi_relation(s->facts, n->kid[1]) == VYI_RELATION_SAME;
}

static bool is_known(uint8_t op)
{
    static const uint8_t known[] = {VYI_OP_LOCAL,  VYI_OP_CAST,  VYI_OP_LOAD,  VYI_OP_SEQ,
                                    VYI_OP_DEFINE, VYI_OP_SET,   VYI_OP_STORE, VYI_OP_IF,
                                    VYI_OP_EACH,   VYI_OP_AGAIN, VYI_OP_REGION};
    return memchr(known, op, sizeof known) || vyi_plan_is_leaf(op) ||
           vyi_op_info(op)->kind == VYI_KIND_OP;
}

static void note(struct streams *s, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(s->f->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(s->f->p, n, &kids);
    bool sync = s->f->grid_sync[r.i]; // the grid's own control flow, of no lane
    bool lazy = vyi_op_info(n->op)->flags & VYI_FLAG_LAZY;
    s->only = is_known(n->op) || (lazy && is_uniform(s, r)) || (sync && n->op != VYI_OP_SCOPE_LOAD);
    if (n->op == VYI_OP_LOAD || n->op == VYI_OP_STORE)
        access(s, n, kids);
    else if (n->op == VYI_OP_IF && !sync)
        s->only = !n->kid[2].i && is_guard(s, n->kid[0]);
    else if (n->op == VYI_OP_EACH)
        s->only = count == 3 && is_uniform(s, kids[0]) && is_uniform(s, kids[1]);
}

/// Whether a thread has to remember anything of an invocation from one phase to the next.
static bool remembers(const struct vyi_phases *f)
{
    for (uint32_t i = 0; i < f->local_count; i++) {
        uint8_t place = f->lives[i].place;
        if (place != VYI_PLACE_NONE && place != VYI_PLACE_PHASE && place != VYI_PLACE_GRID)
            return true;
    }
    return false;
}

uint32_t vyi_plan_coarsen(const struct vyi_phases *f, const struct vyi_teams *teams,
                          struct vyi_facts *facts)
{
    struct streams s = {.f = f, .facts = facts, .only = true};
    if (!teams->flat || f->returns || f->p->grid_rank > 1 || remembers(f))
        return 1;
    for (VYI_VISIT(v, f->p, f->p->body))
        if (s.only)
            note(&s, v->ref);
    uint32_t each = s.any && s.only ? VYI_STREAM_BYTES / s.widest : 1;
    return each <= MOST_COARSE && f->policy.volume % each == 0 ? each : 1;
}
