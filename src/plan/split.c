// Cuts a program in normal form into segments and the tree that orders them.
//
// The naive split cuts at barriers between statements of the body alone and recurses for ever, or
// gives up, on a barrier inside a loop. Here a construct that holds a barrier becomes a node of the
// tree, and its condition a word in the control buffer, stored by the launch before it. Whoever
// walks the tree clears the word before that launch: where nobody lives any more nobody stores it,
// and the construct ends.
#include "plan/split.h"

static const vyi_ref none = {0};

/// The region that a statement stands in, or is.
static const char *region_at(const struct split *t, vyi_ref r)
{
    const char *region = t->region;
    const struct vyi_node *n = vyi_at(t->w, r);
    while (n->op == VYI_OP_REGION) {
        region = t->w->strings.at[n->x].text;
        const struct vyi_node *body = vyi_at(t->w, n->kid[0]);
        n = vyi_at(t->w, body->x ? t->w->extra.at[body->list] : none);
    }
    return region;
}

static void add(struct split *t, vyi_ref r)
{
    if (!t->now.count)
        t->region_of_now = region_at(t, r);
    if (!vyi_vec_push(t->w->context, &t->now, r))
        t->w->failed = true;
}

static uint32_t step(struct split *t, struct vyi_step value)
{
    if (!vyi_vec_push(t->w->context, &t->s->steps, value)) {
        t->w->failed = true;
        return 0;
    }
    return t->s->steps.count - 1;
}

/// Appends a step to the sequence being made.
static void append(struct split *t, uint32_t index)
{
    if (!index)
        return;
    if (t->last)
        t->s->steps.at[t->last].next = index;
    else
        t->first = index;
    t->last = index;
}

// ---- segments ----
static uint8_t may_have_returned(const struct split *t)
{
    uint8_t returned = t->returned;
    for (uint32_t i = 0; i < t->now.count; i++)
        returned |= vyi_plan_returns(t->w, t->now.at[i]);
    return returned;
}

/// Ends the segment: what was added since the last cut is a launch of its own.
static void cut(struct split *t, bool everybody, uint32_t pos)
{
    vy_context *c = t->w->context;
    struct piece piece = {.statements = t->now,
                          .region = t->now.count ? t->region_of_now : t->region,
                          .everybody = everybody,
                          .after_return = t->returned,
                          .in_loop = t->loops > 0,
                          .word = t->first_word,
                          .words = t->s->control_words - t->first_word,
                          .pos = pos};
    t->returned = may_have_returned(t);
    t->now = (refs){0};
    t->region_of_now = NULL;
    t->first_word = t->s->control_words;
    if (!vyi_vec_push(c, &t->pieces, piece)) {
        vyi_vec_free(c, &piece.statements);
        t->w->failed = true;
        return;
    }
    append(t, step(t, (struct vyi_step){
                          .kind = VYI_STEP_LAUNCH, .segment = t->pieces.count - 1, .pos = pos}));
}

/// A control word for a value (bool or u32) of the launch being made.
static uint32_t control(struct split *t, vyi_ref value, uint32_t pos)
{
    uint32_t word = t->s->control_words++;
    value = vyi_plan_cast(t->w, VY_TYPE_U32, value, pos);
    add(t, vyi_plan_atomic_store(t->w, t->s->control, vyi_plan_u32(t->w, word, pos), value, pos));
    return word;
}

// ---- grid collectives ----
/// The number of this workgroup, x fastest.
static vyi_ref group_number(vy_program *w, uint32_t pos)
{
    vyi_ref r = vyi_plan_id(w, VYI_ID_WID, 2, pos);
    for (uint32_t axis = 2; axis-- > 0;) {
        r = vyi_plan_op(w, VYI_OP_MUL, r, vyi_plan_id(w, VYI_ID_WORKGROUPS, axis, pos), pos);
        r = vyi_plan_op(w, VYI_OP_ADD, r, vyi_plan_id(w, VYI_ID_WID, axis, pos), pos);
    }
    return r;
}

/// The number of this invocation within its workgroup.
static vyi_ref place_number(vy_program *w, uint32_t pos)
{
    vyi_ref r = vyi_plan_id(w, VYI_ID_LID, 2, pos);
    for (uint32_t axis = 2; axis-- > 0;) {
        r = vyi_plan_op(w, VYI_OP_MUL, r, vyi_plan_id(w, VYI_ID_WORKGROUP_SIZE, axis, pos), pos);
        r = vyi_plan_op(w, VYI_OP_ADD, r, vyi_plan_id(w, VYI_ID_LID, axis, pos), pos);
    }
    return r;
}

vyi_ref vyi_plan_group(vy_program *w, uint32_t pos)
{
    return group_number(w, pos);
}

vyi_ref vyi_plan_me(vy_program *w, uint32_t pos)
{
    vyi_ref volume = vyi_plan_id(w, VYI_ID_WORKGROUP_SIZE, 0, pos);
    for (uint32_t axis = 1; axis < 3; axis++)
        volume = vyi_plan_op(w, VYI_OP_MUL, volume,
                             vyi_plan_id(w, VYI_ID_WORKGROUP_SIZE, axis, pos), pos);
    vyi_ref before = vyi_plan_op(w, VYI_OP_MUL, group_number(w, pos), volume, pos);
    return vyi_plan_op(w, VYI_OP_ADD, before, place_number(w, pos), pos);
}

static uint32_t let(struct split *t, vyi_ref value, uint32_t pos)
{
    uint32_t local = vyi_plan_local(t->w, VYI_LOCAL_LET, vyi_at(t->w, value)->type, NULL, pos);
    add(t, vyi_plan_define(t->w, local, value, pos));
    return local;
}

static vyi_ref hidden_size(struct split *t, enum vyi_hidden_param which)
{
    return vyi_node_fixed(t->w, VYI_OP_PARAM, VY_TYPE_U64, t->s->source_params + which, none, none,
                          none, 0);
}

static uint32_t hide(struct split *t, enum vyi_hidden_kind kind, uint8_t role, uint8_t elem,
                     const char *stem, vyi_ref rows, uint32_t pos)
{
    struct vyi_hidden h = {.kind = (uint8_t)kind, .pos = pos};
    return vyi_plan_hide(t->s, t->w, h, role, false, elem, stem, rows, 0);
}

struct combine {
    uint32_t part, given, result; ///< buffers
    uint8_t op, type;
    uint32_t pos;
};

static vyi_ref workgroup(struct split *t, uint8_t kind, uint8_t op, uint8_t type, vyi_ref value,
                         uint32_t pos)
{
    vyi_ref r = vyi_node_fixed(t->w, kind, type, op, value, none, none, pos);
    if (r.i)
        vyi_at(t->w, r)->n = VYI_SCOPE_WORKGROUP;
    return r;
}

/// One living invocation of each workgroup stores the workgroup's value. Not simply the first one:
/// it may have returned.
static void publish(struct split *t, const struct combine *c, vyi_ref total)
{
    vy_program *w = t->w;
    uint32_t value = let(t, total, c->pos), place = let(t, place_number(w, c->pos), c->pos);
    uint32_t least = let(t,
                         workgroup(t, VYI_OP_REDUCE, VYI_OP_MIN, VY_TYPE_U32,
                                   vyi_plan_use(w, place, c->pos), c->pos),
                         c->pos);
    refs then = {0};
    vyi_ref at = group_number(w, c->pos);
    w->failed |=
        !vyi_vec_push(w->context, &then,
                      vyi_plan_store(w, c->part, &at, 1, vyi_plan_use(w, value, c->pos), c->pos));
    at = group_number(w, c->pos);
    w->failed |= !vyi_vec_push(
        w->context, &then, vyi_plan_store(w, c->given, &at, 1, vyi_plan_u32(w, 1, c->pos), c->pos));
    vyi_ref mine = vyi_plan_op(w, VYI_OP_EQ, vyi_plan_use(w, least, c->pos),
                               vyi_plan_use(w, place, c->pos), c->pos);
    add(t, vyi_plan_if(w, mine, &then, c->pos));
    vyi_vec_free(w->context, &then);
}

/// for j in place..end step workgroup volume { body }
static vyi_ref strided(struct split *t, uint32_t place, vyi_ref end, uint32_t index,
                       const refs *body, uint32_t pos)
{
    vy_program *w = t->w;
    uint32_t volume = w->workgroup[0] * w->workgroup[1] * w->workgroup[2];
    vyi_ref kids[4] = {vyi_plan_use(w, place, pos), end, none, vyi_plan_seq(w, body, pos)};
    vyi_ref step_by = vyi_plan_id(w, VYI_ID_WORKGROUP_SIZE, 0, pos);
    for (uint32_t axis = 1; axis < 3; axis++)
        step_by = vyi_plan_op(w, VYI_OP_MUL, step_by,
                              vyi_plan_id(w, VYI_ID_WORKGROUP_SIZE, axis, pos), pos);
    kids[2] = w->workgroup_rank ? vyi_plan_u32(w, volume, pos) : step_by;
    return vyi_node_list(w, VYI_OP_FOR, 0, index, kids, 4, 0, 0, pos);
}

static vyi_ref barrier(vy_program *w, uint32_t pos)
{
    vyi_ref r = vyi_node_fixed(w, VYI_OP_BARRIER, 0, 0, none, none, none, pos);
    if (r.i)
        vyi_at(w, r)->n = VYI_SCOPE_WORKGROUP;
    return r;
}

static vyi_ref at_index(vy_program *w, uint32_t buffer, uint32_t index, uint32_t pos)
{
    vyi_ref i = vyi_plan_use(w, index, pos);
    return vyi_plan_load(w, buffer, &i, 1, pos);
}

static vyi_ref put_index(vy_program *w, uint32_t buffer, uint32_t index, vyi_ref value,
                         uint32_t pos)
{
    vyi_ref i = vyi_plan_use(w, index, pos);
    return vyi_plan_store(w, buffer, &i, 1, value, pos);
}

static vyi_ref groups_in_all(vy_program *w, uint32_t pos)
{
    vyi_ref r = vyi_plan_id(w, VYI_ID_WORKGROUPS, 0, pos);
    for (uint32_t axis = 1; axis < 3; axis++)
        r = vyi_plan_op(w, VYI_OP_MUL, r, vyi_plan_id(w, VYI_ID_WORKGROUPS, axis, pos), pos);
    return r;
}

/// Workgroups without a living member count as the identity; the marks are cleared for next time.
static void fill_absent(struct split *t, const struct combine *c, uint32_t place, refs *out)
{
    vy_program *w = t->w;
    uint32_t j = vyi_plan_local(w, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL, c->pos);
    refs body = {0}, then = {0};
    vyi_ref identity = vyi_node_literal(w, c->type, vyi_sem_identity(c->op, c->type), c->pos);
    w->failed |= !vyi_vec_push(w->context, &then, put_index(w, c->part, j, identity, c->pos));
    vyi_ref absent = vyi_plan_op(w, VYI_OP_EQ, at_index(w, c->given, j, c->pos),
                                 vyi_plan_u32(w, 0, c->pos), c->pos);
    w->failed |= !vyi_vec_push(w->context, &body, vyi_plan_if(w, absent, &then, c->pos));
    w->failed |= !vyi_vec_push(w->context, &body,
                               put_index(w, c->given, j, vyi_plan_u32(w, 0, c->pos), c->pos));
    w->failed |= !vyi_vec_push(w->context, out,
                               strided(t, place, groups_in_all(w, c->pos), j, &body, c->pos));
    w->failed |= !vyi_vec_push(w->context, out, barrier(w, c->pos));
    vyi_vec_free(w->context, &body);
    vyi_vec_free(w->context, &then);
}

#define PUSH(list, r) (w->failed |= !vyi_vec_push(w->context, (list), (r)))

/// The tree over workgroup totals: strides P/2 … 1 for the power of two P that holds them all. The
/// padding is the identity, which adding leaves out.
static void tree(struct split *t, const struct combine *c, uint32_t place, refs *out)
{
    vy_program *w = t->w;
    uint32_t pos = c->pos, s = vyi_plan_local(w, VYI_LOCAL_VAR, VY_TYPE_U32, NULL, pos);
    uint32_t j = vyi_plan_local(w, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL, pos);
    refs grow = {0}, body = {0}, then = {0}, pass = {0};
    PUSH(out, vyi_plan_define(w, s, vyi_plan_u32(w, 1, pos), pos));
    PUSH(&grow, vyi_plan_set(w, s,
                             vyi_plan_op(w, VYI_OP_SHL, vyi_plan_use(w, s, pos),
                                         vyi_plan_u32(w, 1, pos), pos),
                             pos));
    // s < groups - s would overflow no earlier than 2^31 groups, past every grid.
    vyi_ref small = vyi_plan_op(w, VYI_OP_LT, vyi_plan_use(w, s, pos), groups_in_all(w, pos), pos);
    PUSH(out, vyi_node_fixed(w, VYI_OP_WHILE, 0, 0, small, vyi_plan_seq(w, &grow, pos), none, pos));
    vyi_ref other =
        vyi_plan_op(w, VYI_OP_ADD, vyi_plan_use(w, j, pos), vyi_plan_use(w, s, pos), pos);
    vyi_ref high = vyi_plan_load(w, c->part, &other, 1, pos);
    PUSH(&then, put_index(w, c->part, j,
                          vyi_plan_op(w, c->op, at_index(w, c->part, j, pos), high, pos), pos));
    other = vyi_plan_op(w, VYI_OP_ADD, vyi_plan_use(w, j, pos), vyi_plan_use(w, s, pos), pos);
    PUSH(&body,
         vyi_plan_if(w, vyi_plan_op(w, VYI_OP_LT, other, groups_in_all(w, pos), pos), &then, pos));
    PUSH(&pass, vyi_plan_set(w, s,
                             vyi_plan_op(w, VYI_OP_SHR, vyi_plan_use(w, s, pos),
                                         vyi_plan_u32(w, 1, pos), pos),
                             pos));
    PUSH(&pass, strided(t, place, vyi_plan_use(w, s, pos), j, &body, pos));
    PUSH(&pass, barrier(w, pos));
    vyi_ref more = vyi_plan_op(w, VYI_OP_GT, vyi_plan_use(w, s, pos), vyi_plan_u32(w, 1, pos), pos);
    PUSH(out, vyi_node_fixed(w, VYI_OP_WHILE, 0, 0, more, vyi_plan_seq(w, &pass, pos), none, pos));
    vyi_vec_free(w->context, &grow);
    vyi_vec_free(w->context, &body);
    vyi_vec_free(w->context, &then);
    vyi_vec_free(w->context, &pass);
}

/// Exclusive scan of the workgroup totals, in place: one invocation after the other, since the
/// order of integers does not matter and there are few workgroups beside the work they did.
static void serial_scan(struct split *t, const struct combine *c, refs *out)
{
    vy_program *w = t->w;
    uint32_t pos = c->pos, sum = vyi_plan_local(w, VYI_LOCAL_VAR, c->type, NULL, pos);
    uint32_t j = vyi_plan_local(w, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL, pos);
    uint32_t old = vyi_plan_local(w, VYI_LOCAL_LET, c->type, NULL, pos);
    refs body = {0};
    PUSH(out,
         vyi_plan_define(w, sum,
                         vyi_node_literal(w, c->type, vyi_sem_identity(c->op, c->type), pos), pos));
    PUSH(&body, vyi_plan_define(w, old, at_index(w, c->part, j, pos), pos));
    PUSH(&body, put_index(w, c->part, j, vyi_plan_use(w, sum, pos), pos));
    PUSH(&body, vyi_plan_set(w, sum,
                             vyi_plan_op(w, c->op, vyi_plan_use(w, sum, pos),
                                         vyi_plan_use(w, old, pos), pos),
                             pos));
    vyi_ref kids[4] = {vyi_plan_u32(w, 0, pos), groups_in_all(w, pos), none,
                       vyi_plan_seq(w, &body, pos)};
    PUSH(out, vyi_node_list(w, VYI_OP_FOR, 0, j, kids, 4, 0, 0, pos));
    vyi_vec_free(w->context, &body);
}

/// A launch in which the first workgroup combines what the workgroups gave. Everybody takes part,
/// also those who have returned.
static void combine(struct split *t, const struct combine *c, bool scan)
{
    vy_program *w = t->w;
    refs work = {0}, alone = {0};
    uint32_t pos = c->pos, place = let(t, place_number(w, pos), pos);
    fill_absent(t, c, place, &work);
    if (scan)
        serial_scan(t, c, &alone);
    else
        tree(t, c, place, &work);
    vyi_ref zero = vyi_plan_u32(w, 0, pos);
    vyi_ref total = vyi_plan_load(w, c->part, &zero, 1, pos);
    zero = vyi_plan_u32(w, 0, pos);
    if (!scan)
        PUSH(&alone, vyi_plan_store(w, c->result, &zero, 1, total, pos));
    vyi_ref first =
        vyi_plan_op(w, VYI_OP_EQ, vyi_plan_use(w, place, pos), vyi_plan_u32(w, 0, pos), pos);
    PUSH(&work, vyi_plan_if(w, first, &alone, pos));
    vyi_ref here = vyi_plan_op(w, VYI_OP_EQ, group_number(w, pos), vyi_plan_u32(w, 0, pos), pos);
    add(t, vyi_plan_if(w, here, &work, pos));
    vyi_vec_free(w->context, &work);
    vyi_vec_free(w->context, &alone);
    cut(t, true, pos);
}

/// What the launches after it read: a result that a launch writes is read through a buffer that
/// launches only read, so that it counts as uniform.
static uint32_t result_pair(struct split *t, uint8_t type, uint32_t *written, uint32_t pos)
{
    struct vyi_hidden h = {
        .kind = VYI_HIDDEN_NOW, .level = VYI_UNIFORM_GRID, .result = true, .pos = pos};
    uint32_t read = vyi_plan_hide(t->s, t->w, h, VY_ROLE_IN, false, type, "result",
                                  vyi_node_literal(t->w, VY_TYPE_U64, 1, 0), 0);
    h.kind = VYI_HIDDEN_RESULT;
    h.other = t->s->hidden.count - 1;
    *written = vyi_plan_hide(t->s, t->w, h, VY_ROLE_SCRATCH, false, type, "outcome",
                             vyi_node_literal(t->w, VY_TYPE_U64, 1, 0), 0);
    return read;
}

static void collective(struct split *t, uint32_t local, vyi_ref r, uint32_t pos)
{
    const struct vyi_node n = *vyi_at(t->w, r);
    vy_program *w = t->w;
    struct combine c = {.op = (uint8_t)n.x, .type = n.type, .pos = pos};
    bool scan = n.op == VYI_OP_SCAN || n.op == VYI_OP_ISCAN,
         one = n.op == VYI_OP_BROADCAST || n.op == VYI_OP_SCOPE_LOAD;
    uint32_t read = 0;
    if (n.op == VYI_OP_ANY || n.op == VYI_OP_ALL)
        c.op = n.op == VYI_OP_ANY ? VYI_OP_OR : VYI_OP_AND;
    if (!scan)
        read = result_pair(t, c.type, &c.result, pos);
    vyi_ref zero = vyi_plan_u32(w, 0, pos);
    if (n.op == VYI_OP_SCOPE_LOAD) {
        cut(t, false, pos); // a barrier before, the load, a barrier after
        struct vyi_node load = n;
        load.op = VYI_OP_LOAD;
        load.aux = 0;
        vyi_ref kids[VYI_MAX_RANK];
        memcpy(kids, w->extra.at + n.list, n.n * sizeof *kids);
        refs then = {0};
        PUSH(&then, vyi_plan_store(w, c.result, &zero, 1, vyi_plan_node(w, &load, kids, pos), pos));
        vyi_ref me = vyi_plan_me(w, pos);
        add(t, vyi_plan_if(w, vyi_plan_op(w, VYI_OP_EQ, me, vyi_plan_u32(w, 0, pos), pos), &then,
                           pos));
        vyi_vec_free(w->context, &then);
        cut(t, true, pos);
        zero = vyi_plan_u32(w, 0, pos);
        add(t, vyi_plan_define(w, local, vyi_plan_load(w, read, &zero, 1, pos), pos));
        return;
    }
    if (!one) {
        c.part = hide(t, VYI_HIDDEN_PART, VY_ROLE_SCRATCH, c.type, "part",
                      hidden_size(t, VYI_PARAM_GROUPS), pos);
        c.given = hide(t, VYI_HIDDEN_GIVEN, VY_ROLE_SCRATCH, VY_TYPE_U32, "given",
                       hidden_size(t, VYI_PARAM_GROUPS), pos);
        uint32_t mine =
            scan
                ? let(t, workgroup(t, n.op, c.op, c.type, vyi_plan_copy(w, w, n.kid[0], NULL), pos),
                      pos)
                : 0;
        publish(t, &c, workgroup(t, VYI_OP_REDUCE, c.op, c.type, n.kid[0], pos));
        cut(t, false, pos);
        combine(t, &c, scan);
        if (!scan) {
            add(t, vyi_plan_define(w, local, vyi_plan_load(w, read, &zero, 1, pos), pos));
            return;
        }
        vyi_ref at = group_number(w, pos), before = vyi_plan_load(w, c.part, &at, 1, pos);
        add(t, vyi_plan_define(w, local,
                               vyi_plan_op(w, c.op, before, vyi_plan_use(w, mine, pos), pos), pos));
        return;
    }
    // Broadcast: the one that is asked for stores it; the launch between clears it where it is
    // dead.
    refs then = {0};
    PUSH(&then, vyi_plan_store(w, c.result, &zero, 1, n.kid[0], pos));
    vyi_ref asked = vyi_plan_cast(w, VY_TYPE_U64, n.kid[1], pos);
    vyi_ref me = vyi_plan_cast(w, VY_TYPE_U64, vyi_plan_me(w, pos), pos);
    refs clear = {0};
    vyi_ref z = vyi_plan_u32(w, 0, pos),
            first = vyi_plan_op(w, VYI_OP_EQ, vyi_plan_me(w, pos), vyi_plan_u32(w, 0, pos), pos);
    cut(t, false, pos);
    PUSH(&clear, vyi_plan_store(w, c.result, &z, 1, vyi_node_literal(w, c.type, 0, pos), pos));
    add(t, vyi_plan_if(w, first, &clear, pos));
    cut(t, true, pos);
    add(t, vyi_plan_if(w, vyi_plan_op(w, VYI_OP_EQ, me, asked, pos), &then, pos));
    vyi_vec_free(w->context, &then);
    vyi_vec_free(w->context, &clear);
    cut(t, false, pos);
    zero = vyi_plan_u32(w, 0, pos);
    add(t, vyi_plan_define(w, local, vyi_plan_load(w, read, &zero, 1, pos), pos));
}
#undef PUSH

// ---- the walk ----
static uint32_t sequence(struct split *t, vyi_ref seq, vyi_ref again_if, uint32_t word, bool tail,
                         uint32_t pos);
static void statements(struct split *t, vyi_ref seq);

static bool meets(const struct split *t, vyi_ref r)
{
    return r.i < t->sync_count && t->sync[r.i];
}

static void branch(struct split *t, vyi_ref r, uint32_t pos)
{
    const struct vyi_node n = *vyi_at(t->w, r);
    struct vyi_step s = {.kind = VYI_STEP_BRANCH, .source = {n.x}, .pos = pos};
    s.word = control(t, n.kid[0], pos);
    cut(t, false, pos);
    s.first = sequence(t, n.kid[1], none, 0, false, pos);
    s.second = n.kid[2].i ? sequence(t, n.kid[2], none, 0, false, pos) : 0;
    append(t, step(t, s));
}

/// Most passes of a loop of the source, where literals tell: UINT64_MAX otherwise.
static uint64_t bound_of(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op != VYI_OP_FOR)
        return UINT64_MAX;
    uint64_t v[3] = {0, 0, 1};
    for (uint32_t i = 0; i < 3; i++) {
        const struct vyi_node *kid = vyi_at(p, p->extra.at[n->list + i]);
        if (kid->op == VYI_OP_LITERAL)
            v[i] = vyi_sem_cast(kid->type, VY_TYPE_I64, vyi_literal_bits(kid));
        else if (i < 2 || kid->op)
            return UINT64_MAX;
    }
    if ((int64_t)v[0] >= (int64_t)v[1])
        return 0;
    return (int64_t)v[2] > 0 ? (v[1] - v[0] + v[2] - 1) / v[2] : 1;
}

/// The condition is stored before the loop and again at the end of each pass, in the same word.
static void loop(struct split *t, vyi_ref r, uint32_t pos)
{
    const struct vyi_node n = *vyi_at(t->w, r);
    struct vyi_step s = {.kind = VYI_STEP_LOOP, .source = {n.x}, .pos = pos};
    s.bound = bound_of(t->s->source, s.source);
    vyi_ref again = vyi_plan_copy(t->w, t->w, n.kid[0], NULL);
    s.word = control(t, n.kid[0], pos);
    cut(t, false, pos);
    t->returned |= vyi_plan_returns(t->w, n.kid[1]); // in an earlier pass
    t->loops++;
    s.first = sequence(t, n.kid[1], again, s.word, true, pos);
    t->loops--;
    append(t, step(t, s));
}

/// The walker learns from the control words what the fixpoint's own rules ask for, and from two
/// more whether anybody entered it and whether anybody is left after a pass: an `again` of somebody
/// who has returned since makes no further pass.
static void fixpoint(struct split *t, vyi_ref r, uint32_t pos)
{
    const struct vyi_node n = *vyi_at(t->w, r);
    struct vyi_step s = {.kind = VYI_STEP_FIXPOINT, .source = {n.aux2}, .pos = pos};
    uint32_t here = step(t, s); // in the order of the program
    const vyi_ref from = t->w->extra.at[n.list], to = t->w->extra.at[n.list + 1],
                  body = t->w->extra.at[n.list + 2];
    uint8_t mortal = vyi_plan_returns(t->w, body);
    if (may_have_returned(t))
        s.entered = control(t, vyi_plan_u32(t->w, 1, pos), pos) + 1;
    s.word = control(t, from, pos);
    control(t, to, pos);
    cut(t, false, pos);
    uint32_t again = t->s->control_words++, outer = t->fixpoint;
    t->first_word = t->s->control_words; // the walker clears it, once a pass
    s.pass = t->s->pass_words;
    t->s->pass_words += 2;
    t->fixpoint = again + 1;
    t->w->locals.at[n.x].kind = VYI_LOCAL_LET;
    vyi_ref at = vyi_plan_u32(t->w, s.pass, pos);
    vyi_ref k = vyi_plan_define(t->w, n.x, vyi_plan_load(t->w, t->s->pass, &at, 1, pos), pos);
    uint32_t first = t->first, last = t->last;
    t->first = t->last = 0;
    t->loops++;
    add(t, k);
    t->returned |= mortal;
    statements(t, body);
    if (t->returned)
        s.left = control(t, vyi_plan_u32(t->w, 1, pos), pos) + 1;
    cut(t, false, pos);
    s.first = step(t, (struct vyi_step){.kind = VYI_STEP_SEQUENCE, .first = t->first, .pos = pos});
    t->first = first, t->last = last;
    t->fixpoint = outer;
    t->loops--;
    if (here)
        t->s->steps.at[here] = s;
    append(t, here);
    if (n.aux) {
        at = vyi_plan_u32(t->w, s.pass + 1, pos);
        add(t, vyi_plan_define(t->w, n.aux - 1, vyi_plan_load(t->w, t->s->pass, &at, 1, pos), pos));
    }
}

static vyi_ref say_again(void *user, const struct vyi_node *n, uint32_t pos)
{
    struct split *t = user;
    if (n->op != VYI_OP_AGAIN || !t->fixpoint)
        return none;
    vyi_ref word = vyi_plan_u32(t->w, t->fixpoint - 1, pos);
    return vyi_plan_atomic_store(t->w, t->s->control, word, vyi_plan_u32(t->w, 1, pos), pos);
}

static void statement(struct split *t, vyi_ref r)
{
    const struct vyi_node n = *vyi_at(t->w, r);
    uint32_t pos = t->w->pos.at[r.i];
    if (!meets(t, r)) {
        struct vyi_plan_swap swap = {say_again, t};
        add(t, vyi_plan_copy(t->w, t->w, r, &swap));
        return;
    }
    switch (n.op) {
    case VYI_OP_BARRIER: cut(t, false, pos); return;
    case VYI_OP_DEFINE: collective(t, n.x, n.kid[0], pos); return;
    case VYI_OP_IF: branch(t, r, pos); return;
    case VYI_OP_WHILE: loop(t, r, pos); return;
    case VYI_OP_FIXPOINT: fixpoint(t, r, pos); return;
    case VYI_OP_REGION: {
        const char *outer = t->region;
        t->region = t->w->strings.at[n.x].text;
        statements(t, n.kid[0]);
        t->region = outer;
        return;
    }
    default: t->w->failed = true; // normal.c leaves no other form
    }
}

static void statements(struct split *t, vyi_ref seq)
{
    const struct vyi_node n = *vyi_at(t->w, seq);
    for (uint32_t i = 0; i < n.x && !t->w->failed; i++)
        statement(t, t->w->extra.at[n.list + i]);
}

/// A sequence of its own; `tail`: its last launch stores the condition in the loop's word.
static uint32_t sequence(struct split *t, vyi_ref seq, vyi_ref again_if, uint32_t word, bool tail,
                         uint32_t pos)
{
    uint32_t first = t->first, last = t->last;
    t->first = t->last = 0;
    statements(t, seq);
    if (tail) {
        vyi_ref value = vyi_plan_cast(t->w, VY_TYPE_U32, again_if, pos);
        add(t,
            vyi_plan_atomic_store(t->w, t->s->control, vyi_plan_u32(t->w, word, pos), value, pos));
    }
    cut(t, false, pos);
    if (tail && t->pieces.count) {
        struct piece *end = &t->pieces.at[t->pieces.count - 1];
        end->loop_word = word + 1;
    }
    uint32_t made =
        step(t, (struct vyi_step){.kind = VYI_STEP_SEQUENCE, .first = t->first, .pos = pos});
    t->first = first, t->last = last;
    return made;
}

bool vyi_plan_cut(struct split *t)
{
    struct vyi_hidden h = {.kind = VYI_HIDDEN_CONTROL};
    vyi_ref size = vyi_node_literal(t->w, VY_TYPE_U64, 0, 0); // set when the words are counted
    t->s->control =
        vyi_plan_hide(t->s, t->w, h, VY_ROLE_SCRATCH, true, VY_TYPE_U32, "control", size, 0);
    h.kind = VYI_HIDDEN_PASS;
    size = vyi_node_literal(t->w, VY_TYPE_U64, 0, 0);
    t->s->pass = vyi_plan_hide(t->s, t->w, h, VY_ROLE_IN, false, VY_TYPE_U32, "pass", size, 0);
    step(t, (struct vyi_step){0}); // 0 is "none"
    uint32_t root = step(t, (struct vyi_step){.kind = VYI_STEP_SEQUENCE});
    if (t->w->failed)
        return false;
    statements(t, t->w->body);
    cut(t, false, 0);
    if (t->w->failed)
        return false;
    t->s->steps.at[root].first = t->first;
    vyi_at(t->w, t->w->buffers.at[t->s->control].size[0])->x =
        t->s->control_words ? t->s->control_words : 1;
    vyi_at(t->w, t->w->buffers.at[t->s->pass].size[0])->x = t->s->pass_words ? t->s->pass_words : 1;
    return true;
}
