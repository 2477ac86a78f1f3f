// What is alive across a cut, and how it gets there.
//
// A local that stands in two segments crosses the cut between them. Its definition is evaluated
// again where that is provably the same value: nothing below it but literals, params, consts,
// lengths, ids, read-only memory and such locals. The naive split evaluates loads and atomics
// again, after others have written. Everything else is kept in hidden buffers: a value that varies
// one an invocation; a uniform one in a pair of buffers, one that the launch reads and one that it
// writes, copied after the launch, so that in the next launch it is still seen to be uniform.
#include "plan/segment.h"

static const vyi_ref none = {0};

/// A local is alive in this segment, and to the end of every loop around it that it was declared
/// before.
static void live_until(const struct maker *m, struct about *a, uint32_t segment)
{
    uint32_t last = segment;
    for (uint32_t i = m->t->raw.at[segment].loop; i; i = m->t->ranges.at[i - 1].outer) {
        const struct loop_range *range = &m->t->ranges.at[i - 1];
        if (a->segment - 1 < range->first && range->last > last)
            last = range->last;
    }
    a->last = last > a->last ? last : a->last;
}

static void mention(struct maker *m, uint32_t local, uint32_t segment, bool assigns)
{
    if (local >= m->about_count)
        return;
    struct about *a = &m->about[local];
    if (!a->segment) {
        a->segment = segment + 1;
        m->w->failed |= !vyi_vec_push(m->w->context, &m->order, local);
    } else if (a->segment != segment + 1) {
        a->crosses = true;
    }
    live_until(m, a, segment);
    if (a->seen != segment + 1) {
        a->seen = segment + 1;
        a->used = a->assigned = a->defined_first = false;
        m->w->failed |= !vyi_vec_push(m->w->context, &m->listed, local);
    }
    a->used |= !assigns;
    a->assigned |= assigns;
}

static void note(struct maker *m, vyi_ref r, uint32_t segment)
{
    if (!r.i)
        return;
    const struct vyi_node *n = vyi_at(m->w, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->w, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        note(m, kids[i], segment);
    if (info->imm == VYI_IMM_LOCAL && n->op != VYI_OP_FOR && n->op != VYI_OP_EACH) {
        bool assigns = n->op == VYI_OP_DEFINE || n->op == VYI_OP_SET || n->op == VYI_OP_ARRAY ||
                       n->op == VYI_OP_SET_ARRAY;
        mention(m, n->x, segment, assigns);
        if (n->op == VYI_OP_DEFINE && n->x < m->about_count) {
            m->about[n->x].defined_first = true;
            m->about[n->x].value = n->kid[0];
        }
    }
    m->copies |= n->op == VYI_OP_ASYNC_COPY;
    if (info->imm == VYI_IMM_BUFFER) {
        uint32_t buffers[2] = {n->x, n->op == VYI_OP_ASYNC_COPY ? n->aux : n->x};
        for (unsigned i = 0; i < 2; i++) {
            if (m->w->buffers.at[buffers[i]].role != VY_ROLE_SHARED)
                continue;
            uint32_t *first = &m->shared_segment[buffers[i]];
            m->touched[buffers[i]] |= info->flags & VYI_FLAG_WRITES ? 3 : 1;
            if (!*first)
                *first = segment + 1;
            bool twice = *first != segment + 1 || m->t->raw.at[segment].in_loop;
            if (twice && !m->decided && !m->shared[buffers[i]])
                m->shared[buffers[i]] = 1;
        }
    }
}

/// Whether evaluating it again gives the same value; `left` bounds how much is evaluated.
static bool same_again(const struct maker *m, vyi_ref r, unsigned *left)
{
    const struct vyi_node *n = vyi_at(m->w, r);
    if (!*left)
        return false;
    --*left;
    if (n->op == VYI_OP_LOCAL) {
        const struct about *a = &m->about[n->x];
        return m->w->locals.at[n->x].kind == VYI_LOCAL_LET && a->value.i &&
               same_again(m, a->value, left);
    }
    if (n->op == VYI_OP_LOAD || n->op == VYI_OP_U32_AT || n->op == VYI_OP_U64_AT) {
        if (vyi_role_info(m->w->buffers.at[n->x].role)->writable)
            return false;
    } else if (n->op == VYI_OP_LOAD_ARRAY ||
               (vyi_op_info(n->op)->flags &
                (VYI_FLAG_READS | VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE))) {
        return false;
    }
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->w, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (!same_again(m, kids[i], left))
            return false;
    return true;
}

static vyi_ref rows_of(struct maker *m, uint8_t level)
{
    static const uint8_t which[] = {[VYI_UNIFORM_WORKGROUP] = VYI_PARAM_GROUPS,
                                    [VYI_UNIFORM_SUBGROUP] = VYI_PARAM_SUBGROUPS,
                                    [VYI_UNIFORM_VARYING] = VYI_PARAM_INVOCATIONS};
    if (level == VYI_UNIFORM_GRID)
        return vyi_node_literal(m->w, VY_TYPE_U64, 1, 0);
    return vyi_node_fixed(m->w, VYI_OP_PARAM, VY_TYPE_U64, m->s->source_params + which[level], none,
                          none, none, 0);
}

/// Reuses the hidden buffers of a local of the same kind that is not alive any more. Tries a few of
/// them, so that planning stays linear.
static bool take_over(struct maker *m, uint32_t local)
{
    struct about *a = &m->about[local];
    const struct vyi_local *l = &m->w->locals.at[local];
    for (uint32_t i = m->kept.count, tries = 64; i-- > 0 && tries-- > 0;) {
        const struct about *b = &m->about[m->kept.at[i]];
        const struct vyi_local *k = &m->w->locals.at[m->kept.at[i]];
        bool alike = a->how == b->how && a->level == b->level && l->type == k->type &&
                     (l->kind == VYI_LOCAL_ARRAY) == (k->kind == VYI_LOCAL_ARRAY) &&
                     (l->kind != VYI_LOCAL_ARRAY || l->count == k->count);
        if (!alike || b->last >= a->segment - 1)
            continue;
        a->now = b->now;
        a->next = b->next;
        m->kept.at[i] = local;
        return true;
    }
    return false;
}

static void keep(struct maker *m, uint32_t local)
{
    struct about *a = &m->about[local];
    const struct vyi_local *l = &m->w->locals.at[local];
    const char *stem = l->name ? l->name : "value";
    struct vyi_hidden h = {.level = a->level, .other = local, .pos = l->pos};
    if (take_over(m, local))
        return;
    m->w->failed |= !vyi_vec_push(m->w->context, &m->kept, local);
    if (a->how == HOW_SPILL) {
        h.kind = VYI_HIDDEN_SPILL;
        a->now = vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, false, l->type, stem,
                               rows_of(m, VYI_UNIFORM_VARYING),
                               l->kind == VYI_LOCAL_ARRAY ? l->count : 0);
        return;
    }
    uint8_t bits = vyi_plan_bits_type(l->type);
    h.kind = VYI_HIDDEN_NOW;
    a->now = vyi_plan_hide(m->s, m->w, h, VY_ROLE_IN, false, bits, stem, rows_of(m, a->level), 0);
    h.kind = VYI_HIDDEN_NEXT;
    h.other = m->s->hidden.count - 1;
    a->next =
        vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, true, bits, stem, rows_of(m, a->level), 0);
}

static void decide(struct maker *m, uint32_t local)
{
    struct about *a = &m->about[local];
    const struct vyi_local *l = &m->w->locals.at[local];
    unsigned left = 24;
    if (!a->crosses)
        return;
    if (l->kind == VYI_LOCAL_LET && a->value.i && same_again(m, a->value, &left)) {
        a->how = HOW_AGAIN;
        return;
    }
    bool spill = l->kind == VYI_LOCAL_ARRAY || a->level == VYI_UNIFORM_VARYING;
    a->how = spill ? HOW_SPILL : HOW_UNIFORM;
    keep(m, local);
}

uint64_t vyi_plan_elements(const vy_program *w, const struct vyi_buffer *b)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < b->rank; i++)
        count *= vyi_literal_bits(vyi_at(w, b->size[i])); // shared sizes are literals
    return count;
}

static void decide_shared(struct maker *m)
{
    uint32_t count = m->s->source_buffers;
    for (uint32_t i = 0; i < count; i++) {
        if (!m->stale[i])
            m->shared[i] = 0;
        if (!m->shared[i])
            continue;
        const struct vyi_buffer b = m->w->buffers.at[i];
        struct vyi_hidden h = {.kind = VYI_HIDDEN_SHARED, .other = i, .pos = b.pos};
        m->shared[i] = 1 + vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, false, b.elem, b.name,
                                         rows_of(m, VYI_UNIFORM_WORKGROUP),
                                         (uint32_t)vyi_plan_elements(m->w, &b));
    }
}

void vyi_plan_list(struct maker *m, uint32_t index)
{
    const struct raw_segment *raw = &m->t->raw.at[index];
    m->listed.count = 0;
    m->copies = false;
    memset(m->touched, 0, m->s->source_buffers);
    for (uint32_t i = 0; i < raw->statements.count; i++)
        note(m, raw->statements.at[i], index);
}

static void hide_returns(struct maker *m, uint8_t returns)
{
    struct vyi_hidden h = {.kind = VYI_HIDDEN_DEAD};
    if (returns & VYI_RETURNS_SOME)
        m->dead = vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, false, VY_TYPE_U32, "dead",
                                rows_of(m, VYI_UNIFORM_VARYING), 0);
    if (!(returns & VYI_RETURNS_ALL))
        return;
    h.level = VYI_UNIFORM_GRID;
    m->gone = vyi_plan_hide(m->s, m->w, h, VY_ROLE_IN, false, VY_TYPE_U32, "gone",
                            rows_of(m, VYI_UNIFORM_GRID), 0);
    h.kind = VYI_HIDDEN_NEXT;
    h.other = m->s->hidden.count - 1;
    m->going = vyi_plan_hide(m->s, m->w, h, VY_ROLE_SCRATCH, true, VY_TYPE_U32, "going",
                             rows_of(m, VYI_UNIFORM_GRID), 0);
}

static void find_stale(struct maker *m, const struct raw_segment *raw)
{
    for (uint32_t i = 0; i < m->s->source_buffers; i++)
        if (m->touched[i] && !m->stale[i])
            m->stale[i] = !vyi_plan_fresh(m->w, raw->statements.at, raw->statements.count, i);
}

bool vyi_plan_lives(struct maker *m)
{
    uint8_t returns = 0;
    for (uint32_t i = 0; i < m->t->raw.count; i++) {
        struct raw_segment *raw = &m->t->raw.at[i];
        vyi_plan_list(m, i);
        find_stale(m, raw);
        for (uint32_t k = 0; k < raw->statements.count; k++)
            returns |= vyi_plan_returns(m->w, raw->statements.at[k]);
    }
    if (m->t->raw.count > 1)
        hide_returns(m, returns);
    if (returns)
        memset(m->stale, 1, m->s->source_buffers);
    for (uint32_t i = 0; i < m->order.count; i++)
        decide(m, m->order.at[i]);
    decide_shared(m);
    m->decided = true;
    return !m->w->failed;
}
