// Grid collectives, cut: each workgroup gives its part by a workgroup collective, a launch of its
// own combines the parts, and the launches after it read the result.
//
// Invocations may have returned: the part is stored by a living member of the workgroup, workgroups
// without one count as the identity, and the launch in between is run by all invocations.
#include "plan/split.h"

struct combine {
    uint32_t part, given; ///< buffers
    uint32_t place;       ///< of the result
    uint8_t op, type;
};

static vyi_ref identity(struct make *m, const struct combine *c)
{
    return literal(m, c->type, vyi_sem_identity(c->op, c->type));
}

/// One living invocation of each workgroup stores the workgroup's value. Not simply the first one:
/// it may have returned.
static void publish(struct split *t, const struct combine *c, vyi_ref total)
{
    struct make *m = &t->to;
    uint32_t value = let(m, total), place = let(m, place_number(m));
    uint32_t least = let(m, over_group(m, VYI_OP_REDUCE, VYI_OP_MIN, VY_TYPE_U32, use(m, place)));
    uint32_t then = begin(m);
    store(m, c->part, group_number(m), use(m, value));
    store(m, c->given, group_number(m), u32(m, 1));
    end_if(m, then, op(m, VYI_OP_EQ, use(m, least), use(m, place)));
}

/// Ends a block: for j in place..end step the invocations of a workgroup.
static void end_strided(struct make *m, uint32_t block, uint32_t j, uint32_t place, vyi_ref end)
{
    const uint32_t *w = m->p->workgroup;
    vyi_ref step =
        m->p->workgroup_rank ? u32(m, w[0] * w[1] * w[2]) : volume(m, VYI_ID_WORKGROUP_SIZE);
    end_for(m, block, j, use(m, place), end, step);
}

/// Workgroups without a living member count as the identity; the marks are cleared for next time.
static void fill_absent(struct make *m, const struct combine *c, uint32_t place)
{
    uint32_t j = loop_index(m), body = begin(m), then = begin(m);
    store(m, c->part, use(m, j), identity(m, c));
    end_if(m, then, op(m, VYI_OP_EQ, load(m, c->given, use(m, j)), u32(m, 0)));
    store(m, c->given, use(m, j), u32(m, 0));
    end_strided(m, body, j, place, volume(m, VYI_ID_WORKGROUPS));
    barrier(m);
}

/// The tree over workgroup totals: strides P/2 … 1 for the power of two P that holds them all. The
/// padding is the identity, which adding leaves out.
static void tree(struct make *m, const struct combine *c, uint32_t place)
{
    uint32_t s = var(m, NULL, u32(m, 1)), j = loop_index(m), grow = begin(m);
    set(m, s, op(m, VYI_OP_SHL, use(m, s), u32(m, 1)));
    // s < groups - s would overflow no earlier than 2^31 groups, past every grid.
    end_while(m, grow, op(m, VYI_OP_LT, use(m, s), volume(m, VYI_ID_WORKGROUPS)));
    uint32_t pass = begin(m);
    set(m, s, op(m, VYI_OP_SHR, use(m, s), u32(m, 1)));
    uint32_t body = begin(m), then = begin(m);
    vyi_ref high = load(m, c->part, op(m, VYI_OP_ADD, use(m, j), use(m, s)));
    store(m, c->part, use(m, j), op(m, c->op, load(m, c->part, use(m, j)), high));
    vyi_ref other = op(m, VYI_OP_ADD, use(m, j), use(m, s));
    end_if(m, then, op(m, VYI_OP_LT, other, volume(m, VYI_ID_WORKGROUPS)));
    end_strided(m, body, j, place, use(m, s));
    barrier(m);
    end_while(m, pass, op(m, VYI_OP_GT, use(m, s), u32(m, 1)));
}

/// Exclusive scan of the workgroup totals, in place: one invocation after the other, since the
/// order of integers does not matter and there are few workgroups beside the work they did.
static void serial_scan(struct make *m, const struct combine *c)
{
    uint32_t sum = var(m, NULL, identity(m, c)), j = loop_index(m), body = begin(m);
    uint32_t old = let(m, load(m, c->part, use(m, j)));
    store(m, c->part, use(m, j), use(m, sum));
    set(m, sum, op(m, c->op, use(m, sum), use(m, old)));
    end_for(m, body, j, u32(m, 0), volume(m, VYI_ID_WORKGROUPS), none);
}

/// What the launches after it read: a result that a launch writes is read through a buffer that
/// launches only read, so that it counts as uniform. Gives the place in both.
static uint32_t result_pair(struct split *t, uint8_t type)
{
    static const char *const stems[] = {"result", "outcome"};
    struct pool *pool = &t->pools[type];
    struct vyi_hidden h = {
        .kind = VYI_HIDDEN_NOW, .level = VYI_UNIFORM_GRID, .result = true, .pos = t->to.pos};
    if (!pool->results)
        vyi_plan_hide_pair(t, h, type, stems, &pool->read, &pool->written);
    return pool->results++;
}

void vyi_plan_size_results(struct split *t)
{
    for (const struct pool *p = t->pools; p < t->pools + VYI_TYPE_COUNT; p++)
        if (p->results) {
            vyi_plan_hidden_rows(t, p->read, p->results);
            vyi_plan_hidden_rows(t, p->written, p->results);
        }
}

/// Where the workgroups put what they give.
static void give_into(struct split *t, struct combine *c)
{
    struct pool *pool = &t->pools[c->type];
    struct vyi_hidden part = {.kind = VYI_HIDDEN_PART, .pos = t->to.pos},
                      given = {.kind = VYI_HIDDEN_GIVEN, .pos = t->to.pos};
    if (!pool->part)
        pool->part = 1 + vyi_plan_hide(t, part, VYI_UNIFORM_WORKGROUP, c->type, "part", 0);
    if (!t->given)
        t->given = 1 + vyi_plan_hide(t, given, VYI_UNIFORM_WORKGROUP, VY_TYPE_U32, "given", 0);
    c->part = pool->part - 1;
    c->given = t->given - 1;
}

static void put_result(struct split *t, const struct combine *c, vyi_ref value)
{
    store(&t->to, t->pools[c->type].written, u32(&t->to, c->place), value);
}

/// Ends a launch in which the first workgroup runs the block `work`, and its first invocation the
/// rest of it from `single` on.
static void end_in_one(struct split *t, uint32_t work, uint32_t single, uint32_t place)
{
    struct make *m = &t->to;
    end_if(m, single, op(m, VYI_OP_EQ, use(m, place), u32(m, 0)));
    end_if(m, work, op(m, VYI_OP_EQ, group_number(m), u32(m, 0)));
    vyi_plan_end(t, true);
}

/// A launch in which the first workgroup combines what the workgroups gave. All invocations take
/// part, also those that have returned.
static void combine(struct split *t, const struct combine *c, bool scan)
{
    struct make *m = &t->to;
    uint32_t place = let(m, place_number(m)), work = begin(m);
    fill_absent(m, c, place);
    if (!scan)
        tree(m, c, place);
    uint32_t single = begin(m);
    if (scan)
        serial_scan(m, c);
    else
        put_result(t, c, load(m, c->part, u32(m, 0)));
    end_in_one(t, work, single, place);
}

/// A launch in which the first workgroup takes what the first of those that gave something gave;
/// the marks are cleared for next time.
static void choose_first(struct split *t, const struct combine *c)
{
    struct make *m = &t->to;
    uint32_t place = let(m, place_number(m)), work = begin(m);
    uint32_t least = var(m, NULL, u32(m, UINT32_MAX));
    uint32_t of_all = new_local(m, VYI_LOCAL_LET, VY_TYPE_U32, NULL);
    uint32_t j = loop_index(m), body = begin(m), then = begin(m);
    set(m, least, op(m, VYI_OP_MIN, use(m, least), use(m, j)));
    end_if(m, then, op(m, VYI_OP_GT, load(m, c->given, use(m, j)), u32(m, 0)));
    store(m, c->given, use(m, j), u32(m, 0));
    end_strided(m, body, j, place, volume(m, VYI_ID_WORKGROUPS));
    define(m, of_all, over_group(m, VYI_OP_REDUCE, VYI_OP_MIN, VY_TYPE_U32, use(m, least)));
    uint32_t single = begin(m);
    put_result(t, c, load(m, c->part, use(m, of_all)));
    end_in_one(t, work, single, place);
}

/// The same access as a plain load, or as one of the workgroup.
static vyi_ref load_as(struct make *m, const struct vyi_node *n, uint8_t number, uint32_t scope)
{
    struct vyi_node copy = *n;
    vyi_ref kids[VYI_MAX_RANK];
    copy.op = number;
    copy.aux = scope;
    memcpy(kids, m->p->extra.at + n->list, n->n * sizeof *kids);
    return vyi_plan_node(m->p, &copy, kids, m->pos);
}

/// A launch in between loads it. But of a shared buffer each workgroup has its own, and the one
/// that is meant is that of the first workgroup with a living member: a launch in between has lost
/// them all, so each workgroup loads and gives its element where it still has it.
static void load_element(struct split *t, struct combine *c, const struct vyi_node *n)
{
    struct make *m = &t->to;
    if (m->p->buffers.at[n->x].role == VY_ROLE_SHARED) {
        give_into(t, c);
        publish(t, c, load_as(m, n, VYI_OP_SCOPE_LOAD, VYI_SCOPE_WORKGROUP));
        vyi_plan_end(t, false);
        choose_first(t, c);
        return;
    }
    vyi_plan_end(t, false);
    uint32_t then = begin(m);
    put_result(t, c, load_as(m, n, VYI_OP_LOAD, 0));
    end_if(m, then, op(m, VYI_OP_EQ, own_number(m), u32(m, 0)));
    vyi_plan_end(t, true);
}

/// The invocation that is asked for stores its value; the launch before clears the result, for
/// where that invocation has returned.
static void broadcast(struct split *t, const struct combine *c, const struct vyi_node *n)
{
    struct make *m = &t->to;
    vyi_plan_end(t, false);
    uint32_t then = begin(m);
    put_result(t, c, literal(m, c->type, 0));
    end_if(m, then, op(m, VYI_OP_EQ, own_number(m), u32(m, 0)));
    vyi_plan_end(t, true);
    then = begin(m);
    put_result(t, c, n->kid[0]);
    vyi_ref own = cast(m, VY_TYPE_U64, own_number(m));
    end_if(m, then, op(m, VYI_OP_EQ, own, cast(m, VY_TYPE_U64, n->kid[1])));
    vyi_plan_end(t, false);
}

void vyi_plan_collective(struct split *t, uint32_t local, vyi_ref r)
{
    struct make *m = &t->to;
    const struct vyi_node n = *vyi_at(m->p, r);
    struct combine c = {.op = (uint8_t)n.x, .type = n.type};
    if (n.op == VYI_OP_ANY || n.op == VYI_OP_ALL)
        c.op = n.op == VYI_OP_ANY ? VYI_OP_OR : VYI_OP_AND;
    if (n.op == VYI_OP_SCAN || n.op == VYI_OP_ISCAN) {
        give_into(t, &c);
        uint32_t own =
            let(m, over_group(m, n.op, c.op, c.type, vyi_plan_copy(m->p, m->p, n.kid[0], NULL)));
        publish(t, &c, over_group(m, VYI_OP_REDUCE, c.op, c.type, n.kid[0]));
        vyi_plan_end(t, false);
        combine(t, &c, true);
        define(m, local, op(m, c.op, load(m, c.part, group_number(m)), use(m, own)));
        return;
    }
    c.place = result_pair(t, c.type);
    if (n.op == VYI_OP_SCOPE_LOAD) {
        load_element(t, &c, &n);
    } else if (n.op == VYI_OP_BROADCAST) {
        broadcast(t, &c, &n);
    } else {
        give_into(t, &c);
        publish(t, &c, over_group(m, VYI_OP_REDUCE, c.op, c.type, n.kid[0]));
        vyi_plan_end(t, false);
        combine(t, &c, false);
    }
    define(m, local, load(m, t->pools[c.type].read, u32(m, c.place)));
}
