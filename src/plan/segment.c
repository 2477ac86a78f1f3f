// Makes a program of each segment: what is alive across a cut is restored before and saved after.
#include "facts/effects.h"
#include "plan/split.h"

enum how { HOW_INSIDE, HOW_AGAIN, HOW_UNIFORM, HOW_SPILL };

/// What is known of a local of the working program.
struct about {
    uint32_t segment; ///< first segment that mentions it + 1
    uint32_t last;    ///< last segment in which it may be alive
    bool crosses;
    uint8_t how, level; ///< enum how (crosses: not INSIDE), enum vyi_uniform
    vyi_ref value;      ///< let: its definition
    uint32_t now, next; ///< HOW_UNIFORM: buffers; HOW_SPILL: `now` is the spill
    uint32_t seen;      ///< last segment that listed it + 1
    bool assigned;      ///< in the segment listed last
    bool defined_first; ///< HOW_AGAIN: the segment holds the definition
    uint32_t here;      ///< its number in the segment at hand + 1; 0: not there
};

/// What is known of a shared buffer.
struct about_shared {
    uint32_t segment; ///< first segment that mentions it + 1
    uint32_t kept;    ///< hidden buffer that keeps it + 1; 0: does not cross
    bool stale;       ///< some segment reads what was there before
    uint8_t touched;  ///< by the segment listed last: 1 mentioned, 3 written
};

struct maker {
    struct split *t;
    struct vy_schedule *s;
    vy_program *w;
    struct about *about;
    uint32_t about_count;
    struct about_shared *shared; ///< by buffer
    bool decided;                ///< which of them are kept
    uint32_t dead;               ///< buffer, UINT32_MAX: not needed
    uint32_t gone, going;        ///< the same for all invocations at once, as read and as written
    VYI_VEC(uint32_t) listed;    ///< locals of the segment at hand
    VYI_VEC(uint32_t) order;     ///< all locals, by the segment that mentions them first
    VYI_VEC(uint32_t) kept;      ///< locals with hidden buffers that may serve others later
    struct make to;              ///< the segment at hand
    VYI_VEC(uint32_t) placed;    ///< locals that it has
    uint32_t me;                 ///< its local, UINT32_MAX: not needed
    bool copies; ///< the segment begins async copies, which end with the launch at the latest
};

// ---- what is alive across a cut, and how it gets there ----
// A local that stands in two segments crosses the cut between them. It is evaluated again where
// that is provably the same value: from literals, params, consts, lengths, ids, read-only memory
// and such locals. The naive split also repeats loads and atomics, after others have written. All
// else is kept in hidden buffers: a varying value one an invocation; a uniform one in a pair, which
// the launch reads and writes, copied after it, so that the next launch still sees it as uniform.

/// A local is alive to the end of this segment and of each loop that it was declared in front of.
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
    for (VYI_KIDS(k, m->w, n))
        note(m, *k, segment);
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
    for (VYI_KIDS(kid, m->w, n))
        if (!same_again(m, *kid, left))
            return false;
    return true;
}

/// Reuses the hidden buffers of a dead local of the same kind. Tries few: planning stays linear.
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

/// Lists the locals and shared buffers of a segment.
static void list_locals(struct maker *m, uint32_t index)
{
    const struct raw_segment *raw = &m->t->raw.at[index];
    m->listed.count = 0;
    m->copies = false;
    for (uint32_t i = 0; i < m->s->source_buffers; i++)
        m->shared[i].touched = 0;
    for (uint32_t i = 0; i < raw->statements.count; i++)
        note(m, raw->statements.at[i], index);
}

/// Finds what crosses cuts and makes the hidden buffers. False when memory ran out.
static bool find_lives(struct maker *m)
{
    uint8_t returns = 0;
    for (uint32_t i = 0; i < m->t->raw.count; i++) {
        const refs *list = &m->t->raw.at[i].statements;
        list_locals(m, i);
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

/// What stands in the segments of a program without a workgroup; a device may run another.
static const uint32_t chosen_workgroup = 256;

/// The number of a local in the segment: a segment declares only the locals that it uses, or
/// memory would grow with the square of the number of segments.
static uint32_t place(struct maker *m, uint32_t local)
{
    vy_program *p = m->to.p;
    struct about *a = &m->about[local];
    if (a->here)
        return a->here - 1;
    if (!vyi_vec_push(p->context, &m->placed, local) ||
        !vyi_vec_push(p->context, &p->locals, m->w->locals.at[local])) {
        p->failed = true;
        return 0;
    }
    a->here = p->locals.count;
    return p->locals.count - 1;
}

// ---- restoring and saving ----
static vyi_ref index_of(struct make *to, uint8_t level)
{
    if (level == VYI_UNIFORM_GRID)
        return u32(to, 0);
    if (level == VYI_UNIFORM_WORKGROUP)
        return group_number(to);
    vyi_ref each =
        op(to, VYI_OP_CEIL_DIV, volume(to, VYI_ID_WORKGROUP_SIZE), u32(to, VYI_SUBGROUP));
    vyi_ref before = op(to, VYI_OP_MUL, group_number(to), each);
    return op(to, VYI_OP_ADD, before, id(to, VYI_ID_SUBGROUP, 0));
}

static vyi_ref array_set(struct make *to, uint32_t array, uint32_t j, vyi_ref value)
{
    return node(to, VYI_OP_SET_ARRAY, 0, array, use(to, j), value);
}

static void move_array(struct maker *m, uint32_t local, bool save)
{
    struct make *to = &m->to;
    const struct vyi_local *l = &m->w->locals.at[local];
    uint32_t j = loop_index(to), array = place(m, local), body = begin(to);
    vyi_ref at[2] = {use(&m->to, m->me), use(to, j)};
    if (save)
        store_at(to, m->about[local].now, at, 2,
                 node(to, VYI_OP_LOAD_ARRAY, l->type, array, use(to, j), none));
    else
        put(to, array_set(to, array, j, load_at(to, m->about[local].now, at, 2)));
    end_for(to, body, j, u32(to, 0), u32(to, l->count), none);
}

/// Let under a let: the inner one is written out in full.
static vyi_ref copy_again(void *user, const struct vyi_node *n, uint32_t pos)
{
    struct maker *m = user;
    (void)pos;
    if (n->op != VYI_OP_LOCAL)
        return none;
    struct vyi_plan_swap swap = {copy_again, m};
    return vyi_plan_copy(m->to.p, m->w, m->about[n->x].value, &swap);
}

/// A value as the bits of a u32 or u64, or back from them to a type.
static vyi_ref bits_to(struct make *to, uint8_t type, vyi_ref value)
{
    uint8_t from = vyi_at(to->p, value)->type;
    if (vyi_type_class(from) == VYI_CLASS_FLOAT)
        return op(to, VYI_OP_BITS, value, none);
    return vyi_type_class(type) == VYI_CLASS_FLOAT ? op(to, VYI_OP_UNBITS, value, none)
                                                   : cast(to, type, value);
}

/// `fresh`: no launch before this one can have saved anything.
static void restore(struct maker *m, uint32_t local, bool with_dead, bool fresh)
{
    struct about *a = &m->about[local];
    struct make *to = &m->to;
    const struct vyi_local *l = &m->w->locals.at[local];
    if (!a->crosses || (a->how == HOW_AGAIN && a->defined_first))
        return;
    uint32_t here = place(m, local);
    if (a->how == HOW_AGAIN) {
        struct vyi_plan_swap swap = {copy_again, m};
        define(to, here, vyi_plan_copy(to->p, m->w, a->value, &swap));
        return;
    }
    if (l->kind == VYI_LOCAL_ARRAY) {
        put(to, node(to, VYI_OP_ARRAY, 0, here, none, none));
        if (!with_dead && !fresh)
            move_array(m, local, false);
        return;
    }
    if (!to->p->failed)
        to->p->locals.at[here].kind = VYI_LOCAL_VAR;
    vyi_ref value;
    if (!fresh && a->how == HOW_UNIFORM)
        value = bits_to(to, l->type, load(to, a->now, index_of(to, a->level)));
    else if (!fresh && !with_dead)
        value = load(to, a->now, use(&m->to, m->me));
    else
        value = literal(to, l->type, 0); // until its definition sets it
    define(to, here, value);
}

static void save(struct maker *m, uint32_t local)
{
    struct about *a = &m->about[local];
    struct make *to = &m->to;
    if (!a->crosses || !a->assigned || a->how == HOW_AGAIN)
        return;
    if (m->w->locals.at[local].kind == VYI_LOCAL_ARRAY) {
        move_array(m, local, true);
        return;
    }
    vyi_ref value = use(to, place(m, local));
    if (a->how == HOW_UNIFORM)
        put(to, atomic_store(to, a->next, index_of(to, a->level),
                             bits_to(to, vyi_plan_bits_type(vyi_at(to->p, value)->type), value)));
    else
        store(to, a->now, use(&m->to, m->me), value);
}

/// The living invocations of a workgroup copy a shared buffer, each a share of it.
static void move_shared(struct maker *m, uint32_t buffer, bool saving)
{
    struct make *to = &m->to;
    const struct vyi_buffer b = to->p->buffers.at[buffer];
    uint32_t count = (uint32_t)vyi_plan_elements(to->p, &b), hidden = m->shared[buffer].kept - 1;
    uint32_t rank = new_local(to, VYI_LOCAL_LET, VY_TYPE_U32, NULL),
             all = new_local(to, VYI_LOCAL_LET, VY_TYPE_U32, NULL), j = loop_index(to);
    bool some = m->dead != UINT32_MAX; // the others have returned
    define(to, rank,
           some ? over_group(to, VYI_OP_SCAN, VYI_OP_ADD, VY_TYPE_U32, u32(to, 1))
                : place_number(to));
    define(to, all,
           some ? over_group(to, VYI_OP_REDUCE, VYI_OP_ADD, VY_TYPE_U32, u32(to, 1))
                : volume(to, VYI_ID_WORKGROUP_SIZE));
    vyi_ref at[VYI_MAX_RANK], kept[2] = {group_number(to), use(to, j)};
    uint64_t below = 1;
    for (uint32_t axis = b.rank; axis-- > 0;) {
        uint64_t size = vyi_literal_bits(vyi_at(to->p, b.size[axis]));
        at[axis] = use(to, j);
        if (below > 1)
            at[axis] = op(to, VYI_OP_DIV, at[axis], u32(to, (uint32_t)below));
        if (axis)
            at[axis] = op(to, VYI_OP_REM, at[axis], u32(to, (uint32_t)size));
        below *= size;
    }
    uint32_t body = begin(to);
    if (saving)
        store_at(to, hidden, kept, 2, load_at(to, buffer, at, b.rank));
    else
        store_at(to, buffer, at, b.rank, load_at(to, hidden, kept, 2));
    end_for(to, body, j, use(to, rank), u32(to, count), use(to, all));
}

/// Saves the shared buffers that are kept after the segment, or restores them before it.
static void move_all_shared(struct maker *m, uint32_t index, bool saving)
{
    struct make *to = &m->to;
    uint32_t list = begin(to);
    if (saving && m->copies)
        put(to, node(to, VYI_OP_WAIT, 0, 0, none, none));
    for (uint32_t i = 0; i < m->s->source_buffers; i++) {
        const struct about_shared *a = &m->shared[i];
        bool fresh = !m->t->raw.at[index].loop && a->segment == index + 1;
        if (!a->kept || (saving ? a->touched != 3 : !a->touched || fresh))
            continue;
        if (saving && begin(to) == list)
            barrier(to);
        move_shared(m, i, saving);
    }
    if (!saving && begin(to) != list)
        barrier(to);
}

// ---- one segment ----
static vyi_ref rewrite_return(struct maker *m, const struct vyi_node *n, uint32_t pos)
{
    struct make *to = &m->to;
    uint32_t list = begin(to);
    to->pos = pos;
    vyi_ref leave = node(to, VYI_OP_RETURN, 0, 0, none, none);
    if (m->dead != UINT32_MAX || m->gone != UINT32_MAX) { // something comes after
        if (n->x)
            put(to, atomic_store(to, m->going, u32(to, 0), u32(to, 1)));
        else
            store(to, m->dead, use(&m->to, m->me), u32(to, 1));
        put(to, leave);
        leave = node(to, VYI_OP_IF, 0, 0, literal(to, VY_TYPE_BOOL, 1), end(to, list));
    }
    to->pos = 0;
    return leave;
}

/// The declaration of an array that the segment declares at its beginning: it is zeroed here.
static vyi_ref zero_array(struct maker *m, uint32_t local, uint32_t pos)
{
    struct make *to = &m->to;
    const struct vyi_local *l = &m->w->locals.at[local];
    to->pos = pos;
    uint32_t j = loop_index(to), body = begin(to);
    put(to, array_set(to, place(m, local), j, literal(to, l->type, 0)));
    end_for(to, body, j, u32(to, 0), u32(to, l->count), none);
    to->pos = 0;
    return to->list.count ? to->list.at[--to->list.count] : none;
}

/// The statements as they stand in the segment.
static vyi_ref rewrite(void *user, const struct vyi_node *n, uint32_t pos)
{
    struct maker *m = user;
    struct vyi_plan_swap swap = {rewrite, m};
    if (n->op == VYI_OP_RETURN)
        return rewrite_return(m, n, pos);
    if (n->x >= m->about_count || vyi_op_info(n->op)->imm != VYI_IMM_LOCAL)
        return none;
    const struct about *a = &m->about[n->x];
    bool kept = a->crosses && a->how != HOW_AGAIN;
    if (n->op == VYI_OP_ARRAY && kept)
        return zero_array(m, n->x, pos);
    struct vyi_node copy = *n;
    vyi_ref copies[2 * VYI_MAX_RANK + 1];
    const vyi_ref *kids;
    if (n->op == VYI_OP_DEFINE && kept)
        copy.op = VYI_OP_SET;
    copy.x = place(m, n->x);
    for (uint32_t i = 1; n->op == VYI_OP_EACH && i < n->n / 2u; i++)
        (void)place(m, n->x + i); // in a row, like there
    uint32_t count = vyi_kids(m->w, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        copies[i] = vyi_plan_copy(m->to.p, m->w, kids[i], &swap);
    return vyi_plan_node(m->to.p, &copy, copies, pos);
}

static void leave_if(struct make *to, uint32_t buffer, vyi_ref at)
{
    uint32_t then = begin(to);
    put(to, node(to, VYI_OP_RETURN, 0, 0, none, none));
    end_if(to, then, op(to, VYI_OP_NE, load(to, buffer, at), u32(to, 0)));
}

/// Which buffers the segment reads and writes, and whether it does anything at all. A loop that may
/// go on for ever is something: it lasts until the deadline, on every route.
static bool note_access(const vy_program *p, uint8_t *access)
{
    bool effect = false;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        struct vyi_access at[2];
        effect |= n->op == VYI_OP_ASSERT || n->op == VYI_OP_PRINT || n->op == VYI_OP_WHILE ||
                  n->op == VYI_OP_LOOP;
        for (uint32_t k = vyi_accesses(p, n, at); k-- > 0;) {
            access[at[k].buffer] |= at[k].how & (VYI_READS | VYI_WRITES);
            effect |= at[k].how & VYI_WRITES && p->buffers.at[at[k].buffer].role != VY_ROLE_SHARED;
        }
    }
    return effect;
}

static void fill(struct maker *m, uint32_t index)
{
    const struct raw_segment *raw = &m->t->raw.at[index];
    struct make *to = &m->to;
    struct vyi_plan_swap swap = {rewrite, m};
    to->list.count = 0;
    m->me = UINT32_MAX;
    bool needs_me = m->dead != UINT32_MAX;
    for (uint32_t i = 0; i < m->listed.count; i++)
        needs_me |= m->about[m->listed.at[i]].how == HOW_SPILL;
    if (needs_me) {
        m->me = new_local(to, VYI_LOCAL_LET, VY_TYPE_U32, "me");
        define(to, m->me, own_number(to));
    }
    uint8_t before = raw->with_dead ? 0 : raw->after_return;
    if (m->gone != UINT32_MAX && before & VYI_RETURNS_ALL)
        leave_if(to, m->gone, u32(to, 0));
    if (m->dead != UINT32_MAX && before & VYI_RETURNS_SOME)
        leave_if(to, m->dead, use(&m->to, m->me));
    for (uint32_t i = 0; i < m->listed.count; i++)
        restore(m, m->listed.at[i], raw->with_dead,
                !raw->loop && m->about[m->listed.at[i]].segment == index + 1);
    if (!raw->with_dead)
        move_all_shared(m, index, false);
    for (uint32_t i = 0; i < raw->statements.count; i++)
        put(to, vyi_plan_copy(to->p, m->w, raw->statements.at[i], &swap));
    if (!raw->with_dead)
        move_all_shared(m, index, true);
    for (uint32_t i = 0; i < m->listed.count; i++)
        save(m, m->listed.at[i]);
    to->p->body =
        vyi_node_list(to->p, VYI_OP_SEQ, 0, 0, to->list.at, to->list.count, 0, 0, raw->as.pos);
}

static bool make(struct maker *m, uint32_t index)
{
    vy_context *c = m->w->context;
    struct vyi_segment segment = m->t->raw.at[index].as;
    segment.program = vyi_program_new(c);
    segment.access = vyi_calloc(c, m->w->buffers.count, 1);
    for (uint32_t i = 0; i < m->placed.count; i++)
        m->about[m->placed.at[i]].here = 0;
    m->placed.count = 0;
    m->to.p = segment.program;
    bool ok = segment.program && segment.access && vyi_plan_declare(m->to.p, m->w, false);
    // Where the device chooses the grid it has chosen by now: segments store more than a program
    // that leaves the choice open may, and all of them have the grid that was chosen.
    if (ok && !m->to.p->workgroup_rank && m->t->raw.count > 1) {
        m->to.p->workgroup_rank = m->to.p->grid_rank = 1;
        m->to.p->workgroup[0] = chosen_workgroup;
        m->to.p->grid[0] = node(&m->to, VYI_OP_PARAM, VY_TYPE_U64,
                                m->s->source_params + VYI_PARAM_INVOCATIONS, none, none);
    }
    if (ok) {
        list_locals(m, index);
        fill(m, index);
        segment.skipped = !note_access(m->to.p, segment.access);
    }
    if (!ok || m->to.p->failed || m->w->failed || !vyi_vec_push(c, &m->s->segments, segment)) {
        vyi_free(c, segment.access, m->w->buffers.count);
        vy_program_destroy(&segment.program);
        return false;
    }
    return true;
}

vy_status vyi_plan_segments(struct split *t)
{
    vy_context *c = t->to.p->context;
    struct maker m = {.t = t,
                      .s = t->s,
                      .w = t->to.p,
                      .about_count = t->to.p->locals.count,
                      .dead = UINT32_MAX,
                      .gone = UINT32_MAX};
    uint32_t buffers = t->s->source_buffers + 1;
    m.about = vyi_calloc(c, m.about_count + 1, sizeof *m.about);
    m.shared = vyi_calloc(c, buffers, sizeof *m.shared);
    bool ok = m.about && m.shared;
    for (uint32_t i = 0; ok && i < m.about_count; i++)
        m.about[i].level = i < t->levels->local_count ? t->levels->local[i] : VYI_UNIFORM_VARYING;
    ok = ok && find_lives(&m);
    for (uint32_t i = 0; ok && i < m.about_count; i++)
        m.about[i].seen = 0;
    for (uint32_t i = 0; ok && i < t->raw.count; i++)
        ok = make(&m, i);
    vyi_vec_free(c, &m.listed);
    vyi_vec_free(c, &m.order);
    vyi_vec_free(c, &m.placed);
    vyi_vec_free(c, &m.kept);
    vyi_vec_free(c, &m.to.list);
    vyi_free(c, m.about, (m.about_count + 1) * sizeof *m.about);
    vyi_free(c, m.shared, buffers * sizeof *m.shared);
    return ok ? VY_OK : VY_ERROR_MEMORY;
}
