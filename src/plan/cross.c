// What is alive across a cut, and how it gets there.
//
// A local that stands in two segments crosses the cut between them. Its definition is evaluated
// again where that is provably the same value: nothing below it but literals, params, consts,
// lengths, ids, read-only memory and such locals. The naive split evaluates loads and atomics
// again, after others have written. Everything else is kept in hidden buffers: a value that varies
// one an invocation; a uniform one in a pair of buffers, one that the launch reads and one that it
// writes, copied after the launch, so that in the next launch it is still seen to be uniform.
#include "plan/segment.h"

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
        a->assigned = a->defined_first = false;
        m->w->failed |= !vyi_vec_push(m->w->context, &m->listed, local);
    }
    a->assigned |= assigns;
}

static void mention_buffer(struct maker *m, uint32_t buffer, uint32_t segment, bool writes)
{
    if (m->w->buffers.at[buffer].role != VY_ROLE_SHARED)
        return;
    struct about_shared *a = &m->shared[buffer];
    a->touched |= writes ? 3 : 1;
    if (!a->segment)
        a->segment = segment + 1;
    bool twice = a->segment != segment + 1 || m->t->raw.at[segment].loop;
    if (twice && !m->decided)
        a->kept = 1;
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
    if (info->imm == VYI_IMM_BUFFER)
        mention_buffer(m, n->x, segment, info->flags & VYI_FLAG_WRITES);
    if (n->op == VYI_OP_ASYNC_COPY)
        mention_buffer(m, n->aux, segment, true);
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

static void decide(struct maker *m, uint32_t local)
{
    struct about *a = &m->about[local];
    const struct vyi_local *l = &m->w->locals.at[local];
    const char *const stem = l->name ? l->name : "value", *const stems[2] = {stem, stem};
    struct vyi_hidden h = {.level = a->level, .other = local, .pos = l->pos};
    unsigned left = 24;
    if (!a->crosses)
        return;
    if (l->kind == VYI_LOCAL_LET && a->value.i && same_again(m, a->value, &left)) {
        a->how = HOW_AGAIN;
        return;
    }
    bool spill = l->kind == VYI_LOCAL_ARRAY || a->level == VYI_UNIFORM_VARYING;
    a->how = spill ? HOW_SPILL : HOW_UNIFORM;
    h.kind = spill ? VYI_HIDDEN_SPILL : VYI_HIDDEN_NOW;
    if (take_over(m, local))
        return;
    m->w->failed |= !vyi_vec_push(m->w->context, &m->kept, local);
    if (spill)
        a->now = vyi_plan_hide(m->t, h, VYI_UNIFORM_VARYING, l->type, stem,
                               l->kind == VYI_LOCAL_ARRAY ? l->count : 0);
    else
        vyi_plan_hide_pair(m->t, h, vyi_plan_bits_type(l->type), stems, &a->now, &a->next);
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
    for (uint32_t i = 0; i < m->s->source_buffers; i++) {
        struct about_shared *a = &m->shared[i];
        const struct vyi_buffer b = m->w->buffers.at[i];
        struct vyi_hidden h = {.kind = VYI_HIDDEN_SHARED, .other = i, .pos = b.pos};
        a->kept = a->kept && a->stale;
        if (a->kept)
            a->kept += vyi_plan_hide(m->t, h, VYI_UNIFORM_WORKGROUP, b.elem, b.name,
                                     (uint32_t)vyi_plan_elements(m->w, &b));
    }
}

void vyi_plan_list(struct maker *m, uint32_t index)
{
    const struct raw_segment *raw = &m->t->raw.at[index];
    m->listed.count = 0;
    m->copies = false;
    for (uint32_t i = 0; i < m->s->source_buffers; i++)
        m->shared[i].touched = 0;
    for (uint32_t i = 0; i < raw->statements.count; i++)
        note(m, raw->statements.at[i], index);
}

bool vyi_plan_lives(struct maker *m)
{
    uint8_t returns = 0;
    for (uint32_t i = 0; i < m->t->raw.count; i++) {
        const refs *list = &m->t->raw.at[i].statements;
        vyi_plan_list(m, i);
        for (uint32_t k = 0; k < m->s->source_buffers; k++)
            if (m->shared[k].touched && !m->shared[k].stale)
                m->shared[k].stale = !vyi_plan_fresh(m->w, list->at, list->count, k);
        for (uint32_t k = 0; k < list->count; k++)
            returns |= vyi_plan_returns(m->w, list->at[k]);
    }
    static const char *const all[] = {"gone", "going"};
    struct vyi_hidden dead = {.kind = VYI_HIDDEN_DEAD, .level = VYI_UNIFORM_GRID};
    if (returns & VYI_RETURNS_SOME && m->t->raw.count > 1)
        m->dead = vyi_plan_hide(m->t, dead, VYI_UNIFORM_VARYING, VY_TYPE_U32, "dead", 0);
    if (returns & VYI_RETURNS_ALL && m->t->raw.count > 1)
        vyi_plan_hide_pair(m->t, dead, VY_TYPE_U32, all, &m->gone, &m->going);
    for (uint32_t i = 0; i < m->s->source_buffers; i++)
        m->shared[i].stale |= returns != 0;
    for (uint32_t i = 0; i < m->order.count; i++)
        decide(m, m->order.at[i]);
    decide_shared(m);
    m->decided = true;
    return !m->w->failed;
}
