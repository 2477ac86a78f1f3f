// Grid collectives, cut: each workgroup gives its part by a workgroup collective, a launch of its
// own combines the parts, and the launches after it read the result.
//
// Somebody may have returned: the part is stored by a living member of the workgroup, workgroups
// without one count as the identity, and the launch in between is run by everybody.
#include "plan/split.h"

static const vyi_ref none = {0};

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
    vyi_plan_add(t, vyi_plan_define(t->w, local, value, pos));
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
    uint32_t part, given; ///< buffers
    uint32_t place;       ///< of the result
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
    vyi_plan_add(t, vyi_plan_if(w, mine, &then, c->pos));
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

/// What the launches after it read: a result that a launch writes is read through a buffer that
/// launches only read, so that it counts as uniform. Gives the place in both.
static uint32_t result_pair(struct split *t, uint8_t type, uint32_t pos)
{
    struct pool *pool = &t->pools[type];
    struct vyi_hidden h = {
        .kind = VYI_HIDDEN_NOW, .level = VYI_UNIFORM_GRID, .result = true, .pos = pos};
    if (!pool->read) {
        pool->read = 1 + vyi_plan_hide(t->s, t->w, h, VY_ROLE_IN, false, type, "result",
                                       vyi_node_literal(t->w, VY_TYPE_U64, 0, 0), 0);
        h.kind = VYI_HIDDEN_RESULT;
        h.other = t->s->hidden.count - 1;
        pool->written = vyi_plan_hide(t->s, t->w, h, VY_ROLE_SCRATCH, false, type, "outcome",
                                      vyi_node_literal(t->w, VY_TYPE_U64, 0, 0), 0);
    }
    return pool->results++;
}

void vyi_plan_size_results(struct split *t)
{
    for (uint32_t i = 0; i < VYI_TYPE_COUNT; i++) {
        const struct pool *pool = &t->pools[i];
        if (!pool->read)
            continue;
        vyi_at(t->w, t->w->buffers.at[pool->read - 1].size[0])->x = pool->results;
        vyi_at(t->w, t->w->buffers.at[pool->written].size[0])->x = pool->results;
    }
}

/// Where the workgroups put what they give.
static void give_into(struct split *t, struct combine *c)
{
    struct pool *pool = &t->pools[c->type];
    if (!pool->part)
        pool->part = 1 + hide(t, VYI_HIDDEN_PART, VY_ROLE_SCRATCH, c->type, "part",
                              hidden_size(t, VYI_PARAM_GROUPS), c->pos);
    if (!t->given)
        t->given = 1 + hide(t, VYI_HIDDEN_GIVEN, VY_ROLE_SCRATCH, VY_TYPE_U32, "given",
                            hidden_size(t, VYI_PARAM_GROUPS), c->pos);
    c->part = pool->part - 1;
    c->given = t->given - 1;
}

static vyi_ref put_result(struct split *t, const struct combine *c, vyi_ref value)
{
    vyi_ref at = vyi_plan_u32(t->w, c->place, c->pos);
    return vyi_plan_store(t->w, t->pools[c->type].written, &at, 1, value, c->pos);
}

static void take_result(struct split *t, const struct combine *c, uint32_t local)
{
    vyi_ref at = vyi_plan_u32(t->w, c->place, c->pos);
    vyi_ref value = vyi_plan_load(t->w, t->pools[c->type].read - 1, &at, 1, c->pos);
    vyi_plan_add(t, vyi_plan_define(t->w, local, value, c->pos));
}

/// Ends a launch in which the first workgroup does the work, and its first invocation the rest.
static void end_in_one(struct split *t, uint32_t place, refs *work, refs *single, uint32_t pos)
{
    vy_program *w = t->w;
    vyi_ref first =
        vyi_plan_op(w, VYI_OP_EQ, vyi_plan_use(w, place, pos), vyi_plan_u32(w, 0, pos), pos);
    PUSH(work, vyi_plan_if(w, first, single, pos));
    vyi_ref here = vyi_plan_op(w, VYI_OP_EQ, group_number(w, pos), vyi_plan_u32(w, 0, pos), pos);
    vyi_plan_add(t, vyi_plan_if(w, here, work, pos));
    vyi_vec_free(w->context, work);
    vyi_vec_free(w->context, single);
    vyi_plan_end(t, true, pos);
}

/// A launch in which the first workgroup combines what the workgroups gave. Everybody takes part,
/// also those who have returned.
static void combine(struct split *t, const struct combine *c, bool scan)
{
    vy_program *w = t->w;
    refs work = {0}, single = {0};
    uint32_t pos = c->pos, place = let(t, place_number(w, pos), pos);
    fill_absent(t, c, place, &work);
    if (scan)
        serial_scan(t, c, &single);
    else
        tree(t, c, place, &work);
    vyi_ref zero = vyi_plan_u32(w, 0, pos);
    vyi_ref total = vyi_plan_load(w, c->part, &zero, 1, pos);
    if (!scan)
        PUSH(&single, put_result(t, c, total));
    end_in_one(t, place, &work, &single, pos);
}

/// let local = what the launch in between loads: a barrier before, the load, a barrier after.
static void load_memory(struct split *t, const struct combine *c, const struct vyi_node *n,
                        uint32_t local)
{
    vy_program *w = t->w;
    uint32_t pos = c->pos;
    struct vyi_node load = *n;
    vyi_ref kids[VYI_MAX_RANK];
    refs then = {0};
    vyi_plan_end(t, false, pos);
    load.op = VYI_OP_LOAD;
    load.aux = 0;
    memcpy(kids, w->extra.at + n->list, n->n * sizeof *kids);
    PUSH(&then, put_result(t, c, vyi_plan_node(w, &load, kids, pos)));
    vyi_ref me = vyi_plan_me(w, pos);
    vyi_plan_add(
        t, vyi_plan_if(w, vyi_plan_op(w, VYI_OP_EQ, me, vyi_plan_u32(w, 0, pos), pos), &then, pos));
    vyi_vec_free(w->context, &then);
    vyi_plan_end(t, true, pos);
    take_result(t, c, local);
}

/// A launch in which the first workgroup takes what the first of those that gave something gave;
/// the marks are cleared for next time.
static void choose_first(struct split *t, const struct combine *c)
{
    vy_program *w = t->w;
    uint32_t pos = c->pos, place = let(t, place_number(w, pos), pos);
    uint32_t least = vyi_plan_local(w, VYI_LOCAL_VAR, VY_TYPE_U32, NULL, pos);
    uint32_t of_all = vyi_plan_local(w, VYI_LOCAL_LET, VY_TYPE_U32, NULL, pos);
    uint32_t j = vyi_plan_local(w, VYI_LOCAL_INDEX, VY_TYPE_U32, NULL, pos);
    refs work = {0}, body = {0}, then = {0}, single = {0};
    PUSH(&work, vyi_plan_define(w, least, vyi_plan_u32(w, UINT32_MAX, pos), pos));
    vyi_ref lower =
        vyi_plan_op(w, VYI_OP_MIN, vyi_plan_use(w, least, pos), vyi_plan_use(w, j, pos), pos);
    PUSH(&then, vyi_plan_set(w, least, lower, pos));
    vyi_ref gave =
        vyi_plan_op(w, VYI_OP_GT, at_index(w, c->given, j, pos), vyi_plan_u32(w, 0, pos), pos);
    PUSH(&body, vyi_plan_if(w, gave, &then, pos));
    PUSH(&body, put_index(w, c->given, j, vyi_plan_u32(w, 0, pos), pos));
    PUSH(&work, strided(t, place, groups_in_all(w, pos), j, &body, pos));
    vyi_ref min =
        workgroup(t, VYI_OP_REDUCE, VYI_OP_MIN, VY_TYPE_U32, vyi_plan_use(w, least, pos), pos);
    PUSH(&work, vyi_plan_define(w, of_all, min, pos));
    PUSH(&single, put_result(t, c, at_index(w, c->part, of_all, pos)));
    vyi_vec_free(w->context, &body);
    vyi_vec_free(w->context, &then);
    end_in_one(t, place, &work, &single, pos);
}

/// Of a shared buffer each workgroup has its own, and the one that is meant is that of the first
/// workgroup with a living member. A launch in between has lost them all, so each workgroup loads
/// and gives its element where it still has it.
static void load_shared(struct split *t, struct combine *c, const struct vyi_node *n,
                        uint32_t local)
{
    struct vyi_node load = *n;
    vyi_ref kids[VYI_MAX_RANK];
    load.aux = VYI_SCOPE_WORKGROUP;
    memcpy(kids, t->w->extra.at + n->list, n->n * sizeof *kids);
    give_into(t, c);
    publish(t, c, vyi_plan_node(t->w, &load, kids, c->pos));
    vyi_plan_end(t, false, c->pos);
    choose_first(t, c);
    take_result(t, c, local);
}

void vyi_plan_collective(struct split *t, uint32_t local, vyi_ref r, uint32_t pos)
{
    const struct vyi_node n = *vyi_at(t->w, r);
    vy_program *w = t->w;
    struct combine c = {.op = (uint8_t)n.x, .type = n.type, .pos = pos};
    bool scan = n.op == VYI_OP_SCAN || n.op == VYI_OP_ISCAN;
    if (n.op == VYI_OP_ANY || n.op == VYI_OP_ALL)
        c.op = n.op == VYI_OP_ANY ? VYI_OP_OR : VYI_OP_AND;
    if (!scan)
        c.place = result_pair(t, c.type, pos);
    if (n.op == VYI_OP_SCOPE_LOAD) {
        if (w->buffers.at[n.x].role == VY_ROLE_SHARED)
            load_shared(t, &c, &n, local);
        else
            load_memory(t, &c, &n, local);
        return;
    }
    if (n.op != VYI_OP_BROADCAST) {
        give_into(t, &c);
        uint32_t mine =
            scan
                ? let(t, workgroup(t, n.op, c.op, c.type, vyi_plan_copy(w, w, n.kid[0], NULL), pos),
                      pos)
                : 0;
        publish(t, &c, workgroup(t, VYI_OP_REDUCE, c.op, c.type, n.kid[0], pos));
        vyi_plan_end(t, false, pos);
        combine(t, &c, scan);
        if (!scan) {
            take_result(t, &c, local);
            return;
        }
        vyi_ref at = group_number(w, pos), before = vyi_plan_load(w, c.part, &at, 1, pos);
        vyi_plan_add(
            t, vyi_plan_define(w, local,
                               vyi_plan_op(w, c.op, before, vyi_plan_use(w, mine, pos), pos), pos));
        return;
    }
    // Broadcast: the one that is asked for stores it; the launch between clears it where it is
    // dead.
    refs then = {0};
    PUSH(&then, put_result(t, &c, n.kid[0]));
    vyi_ref asked = vyi_plan_cast(w, VY_TYPE_U64, n.kid[1], pos);
    vyi_ref me = vyi_plan_cast(w, VY_TYPE_U64, vyi_plan_me(w, pos), pos);
    refs clear = {0};
    vyi_ref first = vyi_plan_op(w, VYI_OP_EQ, vyi_plan_me(w, pos), vyi_plan_u32(w, 0, pos), pos);
    vyi_plan_end(t, false, pos);
    PUSH(&clear, put_result(t, &c, vyi_node_literal(w, c.type, 0, pos)));
    vyi_plan_add(t, vyi_plan_if(w, first, &clear, pos));
    vyi_plan_end(t, true, pos);
    vyi_plan_add(t, vyi_plan_if(w, vyi_plan_op(w, VYI_OP_EQ, me, asked, pos), &then, pos));
    vyi_vec_free(w->context, &then);
    vyi_vec_free(w->context, &clear);
    vyi_plan_end(t, false, pos);
    take_result(t, &c, local);
}
#undef PUSH
