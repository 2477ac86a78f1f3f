// Collectives whose operand is the same in all participants are that operand: any, all, min, max,
// and, or. A sum of a workgroup or subgroup is the operand times the number of participants, where
// that is known. A collective load of memory that is never written is a plain load.
//
// The naive version forgets that a collective of the workgroup or the grid is a barrier too. A
// barrier takes its place, which `elide` removes if it orders nothing; that needs a statement, so
// such a collective is folded only where it is all of a statement's value. It also forgets that
// invocations may have returned: these add nothing, and a broadcast from one gives 0.
#include "opt/opt.h"

#include "ir/uniform.h"

struct folding {
    vy_program *p;
    struct vyi_levels levels;
    uint32_t nodes;   ///< that `levels` knows
    bool all_present; ///< no invocation returns early
    uint32_t volume;  ///< of a workgroup; 0: not stated
    uint32_t folded;
};

/// How many take part in a sum; 0: it depends.
static uint32_t participants(const struct folding *f, uint32_t scope)
{
    if (!f->all_present || !f->volume || scope == VYI_SCOPE_GRID)
        return 0;
    if (scope == VYI_SCOPE_WORKGROUP)
        return f->volume;
    return f->volume % VYI_SUBGROUP ? 0 : VYI_SUBGROUP;
}

enum kind { KEEP, OPERAND, PRODUCT, LOAD };

static enum kind kind_of(const struct folding *f, const struct vyi_node *n)
{
    const vy_program *p = f->p;
    if (n->op == VYI_OP_SCOPE_LOAD)
        return vyi_constant_buffer(p, n->x) ? LOAD : KEEP;
    if (n->op != VYI_OP_ANY && n->op != VYI_OP_ALL && n->op != VYI_OP_REDUCE &&
        n->op != VYI_OP_BROADCAST)
        return KEEP;
    if (n->kid[0].i >= f->nodes || f->levels.node[n->kid[0].i] > vyi_scope_level(n->n))
        return KEEP;
    const struct vyi_node *from = vyi_at(p, n->kid[1]);
    if (n->op == VYI_OP_BROADCAST)
        return f->all_present && from->op == VYI_OP_LITERAL && !vyi_literal_bits(from) ? OPERAND
                                                                                       : KEEP;
    if (n->op != VYI_OP_REDUCE)
        return OPERAND;
    bool integer = vyi_type_class(n->type) & VYI_CLASS_INT;
    switch (n->x) {
    case VYI_OP_MIN:
    case VYI_OP_MAX:
    case VYI_OP_AND:
    case VYI_OP_OR: return OPERAND;
    case VYI_OP_ADD: return integer && participants(f, n->n) ? PRODUCT : KEEP;
    default: return KEEP;
    }
}

/// Puts what a collective comes to in its place.
static void fold_node(struct folding *f, vyi_ref r, enum kind kind)
{
    vy_program *p = f->p;
    const struct vyi_node n = *vyi_at(p, r);
    if (kind == OPERAND) {
        *vyi_at(p, r) = *vyi_at(p, n.kid[0]);
        p->pos.at[r.i] = p->pos.at[n.kid[0].i];
    } else if (kind == PRODUCT) {
        vyi_ref times = vyi_node_literal(p, n.type, participants(f, n.n), p->pos.at[r.i]);
        uint8_t op = vyi_op_find("*", 1, 2);
        if (times.i)
            *vyi_at(p, r) =
                (struct vyi_node){.op = op, .type = n.type, .kid = {n.kid[0], times, {0}}};
    } else {
        vyi_at(p, r)->op = VYI_OP_LOAD;
        vyi_at(p, r)->aux = 0;
    }
    f->folded++;
}

/// Those of subgroups, wherever they stand.
static void fold_subgroups(struct folding *f)
{
    vy_program *p = f->p;
    for (uint32_t i = 1; i < f->nodes && !p->failed; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if (!(vyi_op_info(n->op)->flags & VYI_FLAG_COLLECTIVE) ||
            vyi_op_info(n->op)->kind != VYI_KIND_EXPR || vyi_scope_of(n) != VYI_SCOPE_SUBGROUP)
            continue;
        enum kind kind = kind_of(f, n);
        if (kind != KEEP)
            fold_node(f, (vyi_ref){i}, kind);
    }
}

/// The others, where they are all of a statement's value; a barrier comes before.
static void fold_statements(struct folding *f, vyi_ref seq)
{
    vy_program *p = f->p;
    for (uint32_t i = 0; i < vyi_at(p, seq)->x && !p->failed; i++) {
        vyi_ref r = p->extra.at[vyi_at(p, seq)->list + i];
        const struct vyi_node *s = vyi_at(p, r);
        if (s->op != VYI_OP_DEFINE && s->op != VYI_OP_SET)
            continue;
        vyi_ref value = s->kid[0];
        const struct vyi_node *n = vyi_at(p, value);
        if (!(vyi_op_info(n->op)->flags & VYI_FLAG_COLLECTIVE))
            continue;
        uint32_t scope = vyi_scope_of(n), pos = p->pos.at[value.i];
        enum kind kind = kind_of(f, n);
        if (kind == KEEP)
            continue;
        fold_node(f, value, kind);
        const struct vyi_node barrier = {.op = VYI_OP_BARRIER, .n = (uint16_t)scope};
        if (vyi_opt_insert(p, seq, i, vyi_node_like(p, &barrier, NULL, 0, pos)))
            i++;
    }
}

vy_status vyi_opt_fold(vy_program *p, uint32_t *changes)
{
    struct folding f = {.p = p, .nodes = p->nodes.count};
    vy_status status = vyi_levels_compute(p, &f.levels);
    f.all_present =
        !vyi_contains(p, p->body, VYI_OP_RETURN) && !vyi_contains(p, p->body, VYI_OP_ASSERT);
    f.volume = p->workgroup_rank ? 1 : 0;
    for (uint32_t i = 0; i < p->workgroup_rank; i++)
        f.volume *= p->workgroup[i];
    if (!status)
        fold_subgroups(&f);
    for (uint32_t i = 1; !status && i < f.nodes; i++)
        if (p->nodes.at[i].op == VYI_OP_SEQ)
            fold_statements(&f, (vyi_ref){i});
    vyi_levels_free(p->context, &f.levels);
    *changes = f.folded;
    return status;
}
