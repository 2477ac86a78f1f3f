// Which fix a race gets: one that verifies and is right for every grid that the program can have.
//
// The naive version proposes a barrier as wide as the race that was seen. With one workgroup that
// is a workgroup barrier, and the program is wrong for every larger input; and in an `each`, in a
// divergent `if` or between the load and the store of one statement no barrier can stand. So the
// two accesses are looked up in the program: what they have in common decides where a barrier can
// stand, and whether one helps at all. An update that many make to one element (s[0] += x[i]) stays
// wrong with any barrier.
#include "ir/uniform.h"
#include "ir/visit.h"
#include "oracle/race.h"

#include <stdio.h>

enum remedy {
#define REMEDY(NAME, text) NAME,
#include "oracle/remedies.def"
};
static const char *const texts[] = {
#define REMEDY(NAME, text) text,
#include "oracle/remedies.def"
};

// ---- the program's tree ----
/// The program's tree, from the leaves up.
struct tree {
    struct run *run;
    struct vyi_arena arena;
    uint32_t *parent;   ///< by node; 0: the body, or not part of it
    uint32_t *assigned; ///< by local: the last statement that assigns it
    uint32_t *next;     ///< by such a statement: the one before
    uint32_t *stack;    ///< room for a walk
    uint8_t *seen;      ///< by node, for a walk
    struct vyi_levels levels;
};

/// False without memory, which stops the run.
static bool create(struct run *r, struct tree *t)
{
    const vy_program *p = r->p;
    const size_t nodes = p->nodes.count;
    t->run = r;
    t->parent = vyi_arena_alloc(r->context, &t->arena, nodes * sizeof *t->parent);
    t->stack = vyi_arena_alloc(r->context, &t->arena, nodes * sizeof *t->stack);
    t->next = vyi_arena_alloc(r->context, &t->arena, nodes * sizeof *t->next);
    t->assigned = vyi_arena_alloc(r->context, &t->arena, (p->locals.count + 1ul) * sizeof *t->next);
    t->seen = vyi_arena_alloc(r->context, &t->arena, nodes);
    if (!t->parent || !t->stack || !t->next || !t->assigned || !t->seen ||
        vyi_levels_compute(p, &t->levels)) {
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
        return false;
    }
    for (VYI_VISIT(v, p, p->body)) {
        if (v->n->op == VYI_OP_DEFINE || v->n->op == VYI_OP_SET) {
            t->next[v->ref.i] = t->assigned[v->n->x];
            t->assigned[v->n->x] = v->ref.i;
        }
        for (VYI_KIDS(kid, p, v->n))
            t->parent[kid->i] = v->ref.i;
    }
    t->parent[0] = 0;
    return true;
}

static const struct vyi_node *node_at(const struct tree *t, uint32_t at)
{
    return &t->run->p->nodes.at[at];
}

static uint8_t op_at(const struct tree *t, uint32_t at)
{
    return node_at(t, at)->op;
}

static uint32_t kid(const struct tree *t, uint32_t at, uint32_t k)
{
    const struct vyi_node *n = node_at(t, at);
    return k < vyi_kid_count(n) ? vyi_kid_list(t->run->p, n)[k].i : 0;
}

static uint32_t kid_count(const struct tree *t, uint32_t at)
{
    return vyi_kid_count(node_at(t, at));
}

static bool is_loop(const struct tree *t, uint32_t at)
{
    return vyi_op_info(op_at(t, at))->flags & VYI_FLAG_LOOP;
}

/// The nearest one around a node, itself included, with this op; 0: none.
static uint32_t around(const struct tree *t, uint32_t at, uint8_t op)
{
    while (at && op_at(t, at) != op)
        at = t->parent[at];
    return at;
}

/// The statement of a block that holds a node.
static uint32_t statement(const struct tree *t, uint32_t at)
{
    while (t->parent[at] && op_at(t, t->parent[at]) != VYI_OP_SEQ)
        at = t->parent[at];
    return at;
}

/// The least node that holds both; *a and *b become its kids on the way to them, or itself. Kids
/// stand before their parents, so the lesser of two nodes does not hold the other.
static uint32_t common(const struct tree *t, uint32_t *a, uint32_t *b)
{
    uint32_t x = *a, y = *b;
    while (x != y && x && y)
        if (x < y)
            *a = x, x = t->parent[x];
        else
            *b = y, y = t->parent[y];
    return x;
}

// ---- values ----
/// Whether a load and a store name the same element by the same words.
static bool same_indices(const struct tree *t, uint32_t load, uint32_t store)
{
    return vyi_same_element(t->run->p, (vyi_ref){load}, (vyi_ref){store});
}

/// A load that the stored value depends on, also through variables: `which`, or one of the stored
/// element where that is 0; 0: none.
static uint32_t feeding_load(struct tree *t, uint32_t store, uint32_t which)
{
    uint32_t top = 0, found = 0;
    memset(t->seen, 0, t->run->p->nodes.count);
    t->stack[top++] = kid(t, store, kid_count(t, store) - 1);
    while (top && !found) {
        uint32_t at = t->stack[--top];
        if (which ? at == which : same_indices(t, at, store))
            found = at;
        uint32_t def = op_at(t, at) == VYI_OP_LOCAL ? t->assigned[node_at(t, at)->x] : 0;
        for (; def; def = t->next[def])
            if (!t->seen[kid(t, def, 0)]++)
                t->stack[top++] = kid(t, def, 0);
        for (uint32_t k = 0; k < kid_count(t, at); k++)
            if (kid(t, at, k) && !t->seen[kid(t, at, k)]++)
                t->stack[top++] = kid(t, at, k);
    }
    return found;
}

/// Whether a load of the same element decides if the store happens: if b[0] < v { b[0] = v }
static bool decides(const struct tree *t, uint32_t load, uint32_t store)
{
    uint32_t a = load, b = store, both = common(t, &a, &b);
    return same_indices(t, load, store) && op_at(t, both) == VYI_OP_IF && a == kid(t, both, 0);
}

static bool is_plain_store(const struct tree *t, uint32_t at)
{
    return op_at(t, at) == VYI_OP_STORE && !t->run->spaces[node_at(t, at)->x].atomic;
}

/// b[i] op= v, or b[i] = … b[i] …
static bool is_update(struct tree *t, uint32_t at)
{
    return is_plain_store(t, at) && (node_at(t, at)->aux2 || feeding_load(t, at, 0));
}

/// The expression behind a variable that is assigned once; else the expression itself.
static uint32_t meaning(const struct tree *t, uint32_t at)
{
    uint32_t def;
    while (op_at(t, at) == VYI_OP_LOCAL && (def = t->assigned[node_at(t, at)->x]) && !t->next[def])
        at = kid(t, def, 0);
    return at;
}

/// What an update applies to the element; 0: something else.
static uint8_t update_op(const struct tree *t, uint32_t store)
{
    uint32_t value = meaning(t, kid(t, store, kid_count(t, store) - 1));
    if (node_at(t, store)->aux2)
        return (uint8_t)node_at(t, store)->aux2;
    for (uint32_t k = 0; k < kid_count(t, value) && k < 2; k++)
        if (same_indices(t, meaning(t, kid(t, value, k)), store) &&
            (!k || vyi_op_info(op_at(t, value))->flags & VYI_FLAG_COMMUTES))
            return op_at(t, value);
    return 0;
}

// ---- the two accesses ----
struct choice {
    struct tree *t;
    const struct conflict *c;
    uint32_t a, b;  ///< nodes of the earlier and the later access
    bool wide;      ///< several workgroups may touch the element
    uint8_t need;   ///< how uniform the flow of a barrier has to be
    uint32_t named; ///< the statement whose line the text gives
    uint32_t store; ///< for updates
    char buffer[80], line[24], element[160], one[200];
    struct vyi_text *out;
};

static bool has_barrier(const struct choice *c, uint32_t at)
{
    return op_at(c->t, at) == VYI_OP_BARRIER &&
           (!c->wide || node_at(c->t, at)->n == VYI_SCOPE_GRID);
}

/// "if gid.x == 0 { … }", with all axes of the grid; of the workgroup for shared memory.
static void one_of_all(struct choice *c, const char *body)
{
    const vy_program *p = c->t->run->p;
    bool shared = c->c->space->shared;
    uint32_t rank = shared ? p->workgroup_rank : p->grid_rank;
    const char *id = shared ? "lid" : "gid";
    int used = snprintf(c->one, sizeof c->one, "if %s.x == 0", id);
    for (uint32_t k = 1; k < rank; k++)
        used +=
            snprintf(c->one + used, sizeof c->one - (size_t)used, " && %s.%c == 0", id, "xyz"[k]);
    snprintf(c->one + used, sizeof c->one - (size_t)used, " { %s }", body);
}

/// One invocation goes through what the grid went through together.
static void one_in_order(struct choice *c)
{
    if (c->c->space->shared)
        one_of_all(c, "for …");
    else
        snprintf(c->one, sizeof c->one, "each one in 0..1 { for … }");
}

/// One invocation stores. In an `each`, the one that has its first element.
static void one_stores(struct choice *c)
{
    struct tree *t = c->t;
    uint32_t each = around(t, c->a, VYI_OP_EACH), ranges = each ? (kid_count(t, each) - 1) / 2 : 0;
    int used = 0;
    bool literal = each;
    for (uint32_t k = 0; k < ranges; k++)
        literal = literal && op_at(t, kid(t, each, 2 * k)) == VYI_OP_LITERAL &&
                  t->run->p->locals.at[node_at(t, each)->x + k].name;
    if (each && !literal) {
        snprintf(c->one, sizeof c->one, "each one in 0..1 { … }");
    } else if (!each) {
        one_of_all(c, "…");
    } else {
        for (uint32_t k = 0; k < ranges; k++)
            used += snprintf(c->one + used, sizeof c->one - (size_t)used, "%s%s == %llu",
                             k ? " && " : "if ", t->run->p->locals.at[node_at(t, each)->x + k].name,
                             ULL(vyi_literal_bits(node_at(t, kid(t, each, 2 * k)))));
        if ((size_t)used < sizeof c->one)
            snprintf(c->one + used, sizeof c->one - (size_t)used, " { … }");
        else
            snprintf(c->one, sizeof c->one, "each one in 0..1 { … }"); // names too long for a line
    }
}

// ---- the text ----
static const char *filled(struct choice *c, const char *key, size_t length)
{
    const vy_program *p = c->t->run->p;
    uint32_t counter = p->buffers.at[c->c->space - c->t->run->spaces].count;
    uint32_t rmw = c->store ? vyi_rmw_of(update_op(c->t, c->store)) : VYI_RMW_ADD;
    const struct {
        const char *key, *text;
    } all[] = {
        {"barrier", c->wide ? "barrier grid" : "barrier workgroup"},
        {"buffer", c->buffer},
        {"element", c->element},
        {"type", vyi_type_name(c->c->space->elem)},
        {"line", c->line},
        {"flow", vyi_op_info(op_at(c->t, c->named))->spelling},
        {"scope", c->c->space->shared ? "workgroup" : "grid"},
        {"op", vyi_rmw_names[rmw]},
        {"collective", vyi_rmw_names[rmw == VYI_RMW_SUB ? VYI_RMW_ADD : rmw]},
        {"one", c->one},
        {"counter", counter ? p->buffers.at[counter - 1].name : ""},
        {"lines", p->workgroup_rank ? "" : " (it needs a 'workgroup' and a 'grid' line)"},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (strlen(all[k].key) == length && !memcmp(all[k].key, key, length))
            return all[k].text;
    return "";
}

static void add(struct choice *c, enum remedy remedy)
{
    const struct run *r = c->t->run;
    uint32_t line = vyi_sources_line(r->report->sources, r->p->pos.at[c->named]);
    c->line[0] = 0;
    if (line)
        snprintf(c->line, sizeof c->line, " of line %u", line);
    for (const char *at = texts[remedy], *open; *at;) {
        open = strchr(at, '{');
        const char *close = open ? strchr(open, '}') : NULL;
        // "{ … }" is code
        if (!close || open[1] == ' ') {
            size_t length = close ? (size_t)(close - at) + 1 : strlen(at);
            vyi_text_append(c->out, at, length);
            at += length;
            continue;
        }
        vyi_text_append(c->out, at, (size_t)(open - at));
        const char *text = filled(c, open + 1, (size_t)(close - open) - 1);
        vyi_text_append(c->out, text, strlen(text));
        at = close + 1;
    }
}

// ---- many at one element ----
static void choose_update(struct choice *c)
{
    struct tree *t = c->t;
    uint8_t elem = c->c->space->elem, op = update_op(t, c->store);
    bool is_float = vyi_type_class(vyi_type_value(elem)) == VYI_CLASS_FLOAT, uniform = true,
         literal = true;
    bool atomic = vyi_type_bytes(elem) >= 4 && vyi_type_class(elem) & VYI_CLASS_INT;
    char index[120] = "…";
    for (uint32_t k = 0; k + 1 < kid_count(t, c->store); k++) {
        uint32_t at = kid(t, c->store, k);
        uniform = uniform && t->levels.node[at] <= c->need;
        literal = literal && op_at(t, at) == VYI_OP_LITERAL;
    }
    if (literal)
        vyi_launch_index_text(c->c->space->rank, c->c->space->size, c->c->element, index,
                              sizeof index);
    snprintf(c->element, sizeof c->element, "%s[%s]", c->buffer, index);
    one_in_order(c);
    if (vyi_rmw_of(op) == VYI_RMW_EXCHANGE || (!atomic && !is_float))
        add(c, IN_ORDER);
    else if (is_float)
        add(c, uniform ? TOTAL_FLOAT : BUCKETS_FLOAT);
    else
        add(c, uniform ? TOTAL : BUCKETS);
}

/// Whether a condition or a loop whose outcome differs stands around a statement, besides `each`.
static bool guarded(const struct choice *c, uint32_t at)
{
    const struct tree *t = c->t;
    for (uint32_t in = at; (at = t->parent[at]); in = at) {
        uint32_t heads = op_at(t, at) == VYI_OP_IF || op_at(t, at) == VYI_OP_WHILE ? 1
                         : op_at(t, at) == VYI_OP_FOR                              ? 2
                                                                                   : 0;
        for (uint32_t k = 0; k < heads; k++)
            if (kid(t, at, k) != in && t->levels.node[kid(t, at, k)] > c->need)
                return true;
        if (op_at(t, at) == VYI_OP_LOOP || op_at(t, at) == VYI_OP_BLOCK)
            return true;
    }
    return false;
}

static void choose_store(struct choice *c, uint32_t store)
{
    const struct tree *t = c->t;
    uint8_t elem = c->c->space->elem;
    bool uniform = t->levels.node[kid(t, store, kid_count(t, store) - 1)] <= c->need;
    bool wide_enough = vyi_type_bytes(elem) >= 4 && vyi_type_class(elem) & VYI_CLASS_INT;
    one_stores(c);
    if (t->run->p->buffers.at[c->c->space - t->run->spaces].count) {
        add(c, PLACE);
        return;
    }
    snprintf(c->element, sizeof c->element, "%s[…]", c->buffer);
    if (c->c->space->atomic)
        add(c, STORE_ATOMIC);
    else if (uniform && !guarded(c, store))
        add(c, STORE_SAME);
    else if (uniform)
        add(c, wide_enough ? STORE_FLAG : STORE_FLAG_NARROW);
    else
        add(c, STORE_ANY);
}

// ---- barriers ----
/// Whether the load of the two feeds a store to another element of the same buffer, as in
/// y[i] = y[i - 1] + x[i]. Reading the value from before then makes another program of it. Nodes
/// are numbered in the order of the text: a store that stands before the load gets the next
/// round's.
static bool recurs(const struct choice *c)
{
    struct tree *t = c->t;
    uint32_t load = c->c->writes ? c->a : c->b, each = around(t, load, VYI_OP_EACH);
    if (op_at(t, load) != VYI_OP_LOAD || c->c->space->atomic)
        return false;
    for (uint32_t k = load + 1; k < t->run->p->nodes.count; k++)
        if (t->parent[k] && is_plain_store(t, k) && node_at(t, k)->x == node_at(t, load)->x &&
            around(t, k, VYI_OP_EACH) == each && !same_indices(t, load, k) &&
            feeding_load(t, k, load))
            return true;
    return false;
}

/// The outermost statement around `at` inside which no barrier can stand; 0: one can stand at `at`.
/// *looped: a loop stands between it and `at`, so that it cannot be cut in two.
static uint32_t obstacle(const struct choice *c, uint32_t at, bool *looped)
{
    const struct tree *t = c->t;
    uint32_t found = 0;
    bool loop = false;
    for (uint32_t in = at; (at = t->parent[at]);) {
        uint8_t op = op_at(t, at);
        if (op == VYI_OP_SEQ)
            continue;
        loop = loop || is_loop(t, at) || op == VYI_OP_BLOCK;
        if (op == VYI_OP_EACH || t->levels.node[in] > c->need)
            found = at, *looped = loop;
        in = at;
    }
    return found;
}

/// The number of the kid of a block that holds a node; UINT32_MAX: none does.
static uint32_t place_in(const struct tree *t, uint32_t seq, uint32_t at)
{
    while (at && t->parent[at] != seq)
        at = t->parent[at];
    for (uint32_t k = 0; at && k < kid_count(t, seq); k++)
        if (kid(t, seq, k) == at)
            return k;
    return UINT32_MAX;
}

/// Whether a barrier of a loop's body stands before or after both accesses.
static bool iterations_independent(const struct choice *c, uint32_t body)
{
    uint32_t a = place_in(c->t, body, c->a), b = place_in(c->t, body, c->b);
    for (uint32_t k = 0; k < kid_count(c->t, body); k++)
        if (((k < a && k < b) || (k > a && k > b)) && has_barrier(c, kid(c->t, body, k)))
            return true;
    return false;
}

/// The innermost loop around a statement whose rounds nothing separates; 0: none. A pass of a
/// fixpoint ends with a grid barrier.
static uint32_t open_loop(const struct choice *c, uint32_t at)
{
    const struct tree *t = c->t;
    for (uint32_t in = at; (at = t->parent[at]); in = at) {
        if (op_at(t, at) == VYI_OP_FIXPOINT)
            return 0;
        if (is_loop(t, at))
            return iterations_independent(c, in) ? 0 : at;
    }
    return 0;
}

static bool barrier_between(const struct choice *c, uint32_t seq, uint32_t a, uint32_t b)
{
    bool inside = false, any = false;
    for (uint32_t k = 0; k < kid_count(c->t, seq); k++) {
        uint32_t at = kid(c->t, seq, k);
        if (at == a || at == b) {
            if (inside)
                return any;
            inside = true;
        }
        any |= inside && has_barrier(c, at);
    }
    return false;
}

static bool waits_by_atomic(const struct tree *t)
{
    const vy_program *p = t->run->p;
    for (uint32_t k = 1; k < p->nodes.count; k++) {
        uint8_t op = p->nodes.at[k].op;
        if (op != VYI_OP_ATOMIC_LOAD &&
            (op != VYI_OP_LOAD || !t->run->spaces[p->nodes.at[k].x].atomic))
            continue;
        for (uint32_t at = k; t->parent[at]; at = t->parent[at])
            if (op_at(t, t->parent[at]) == VYI_OP_WHILE && kid(t, t->parent[at], 0) == at)
                return true;
    }
    return false;
}

/// Where a barrier between the two would stand.
struct gap {
    uint32_t at;   ///< the statement that holds or precedes it
    uint32_t stop; ///< inside which it cannot stand; 0: none
    uint32_t loop; ///< whose rounds race too; 0: none
    bool separate; ///< the two are in different statements
    bool whole;    ///< what holds both cannot be cut in two
    bool there;    ///< one stands there
};

static struct gap find_gap(const struct choice *c)
{
    const struct tree *t = c->t;
    uint32_t a = c->a, b = c->b, both = common(t, &a, &b);
    bool branches = op_at(t, both) == VYI_OP_IF && a != kid(t, both, 0) && b != kid(t, both, 0);
    struct gap g = {.separate = op_at(t, both) == VYI_OP_SEQ || branches};
    g.at = g.separate && !branches ? a : statement(t, both);
    g.stop = obstacle(c, g.at, &g.whole);
    if (branches && !g.stop)
        g.stop = both;
    if (g.separate && !g.stop &&
        t->levels.node[b] > c->need) // some invocations leave between the two
        g.stop = g.at, g.whole = true;
    g.loop = open_loop(c, g.stop ? g.stop : g.at);
    g.there = g.separate && !g.stop && barrier_between(c, both, a, b);
    uint8_t op = op_at(t, g.stop ? g.stop : g.at);
    if (g.stop ? op != VYI_OP_EACH && op != VYI_OP_IF
               : !g.separate && (is_loop(t, g.at) || op == VYI_OP_EACH || op == VYI_OP_FIXPOINT))
        g.whole = true; // the head of a loop holds one of them, or the loop is divergent
    return g;
}

static void choose_barrier(struct choice *c)
{
    const struct tree *t = c->t;
    struct gap g = find_gap(c);
    bool fed = recurs(c);
    if (!c->c->space->atomic && c->wide && waits_by_atomic(t))
        add(c, HAND_OVER);
    if (!g.whole && fed) {
        one_in_order(c);
        add(c, RECURRENCE);
    }
    c->named = g.stop ? g.stop : g.whole ? g.at : g.loop;
    if (g.whole)
        add(c, DIVERGENT);
    else if (g.loop && g.there)
        add(c, LOOP_END);
    else if (g.stop && op_at(t, g.stop) == VYI_OP_EACH)
        add(c, g.separate && !fed ? SPLIT_EACH : SPLIT_EACH_STORE);
    else if (g.stop)
        add(c, SPLIT_IF);
    else
        add(c, g.separate ? BARRIER : TAKE_FIRST);
    c->named = g.loop;
    if (g.loop && !g.whole && !g.there)
        add(c, AND_LOOP);
    if (c->c->space->atomic)
        add(c, OR_MEANT);
}

// ---- copies ----
static void choose_copy(struct choice *c, bool before, bool now)
{
    const struct tree *t = c->t;
    uint32_t copy = before ? c->a : c->b;
    bool in_text = (c->c->before.pc & ~COPYING) < (c->c->now.pc & ~COPYING);
    // In one workgroup the order in time is the program's; across workgroups it is chance.
    bool after = c->wide ? (before && now) || before == in_text : before;
    c->named = c->wide ? open_loop(c, copy) : 0;
    if (!after && t->levels.node[copy] > c->need) {
        c->named = t->parent[t->parent[copy]];
        add(c, DIVERGENT);
        return;
    }
    add(c, !after ? BEFORE_COPY : c->wide ? WAIT_AND_BARRIER : WAIT);
    if (c->named)
        add(c, AND_LOOP);
}

/// Appends what to do about a race.
static void choose(struct tree *t, const struct conflict *conflict, struct vyi_text *out)
{
    struct choice c = {.t = t, .c = conflict, .out = out};
    struct run *r = t->run;
    c.a = r->code.nodes.at[conflict->before.pc & ~COPYING].i;
    c.b = r->code.nodes.at[conflict->now.pc & ~COPYING].i;
    c.wide = !conflict->space->shared && !(r->group_count == 1 && vyi_launch_grid_fixed(r->p));
    c.need = c.wide ? VYI_UNIFORM_GRID : VYI_UNIFORM_WORKGROUP;
    snprintf(c.buffer, sizeof c.buffer, "%s", r->p->buffers.at[conflict->space - r->spaces].name);
    bool copy_a = op_at(t, c.a) == VYI_OP_ASYNC_COPY, copy_b = op_at(t, c.b) == VYI_OP_ASYNC_COPY;
    if (copy_a || copy_b) {
        choose_copy(&c, copy_a, copy_b);
        return;
    }
    bool update_a = is_update(t, c.a), update_b = is_update(t, c.b);
    uint32_t each = around(t, c.a, VYI_OP_EACH);
    bool together = each && each == around(t, c.b, VYI_OP_EACH);
    bool reads = !conflict->before_writes || !conflict->writes;
    if (reads && recurs(&c))
        c.store = 0;
    else if ((update_a && update_b) ||
             (update_a && reads && (together || feeding_load(t, c.a, c.b))))
        c.store = c.a;
    else if (update_b && reads && (together || feeding_load(t, c.b, c.a)))
        c.store = c.b;
    if (c.store)
        choose_update(&c);
    else if (c.a == c.b && conflict->before_writes && conflict->writes)
        choose_store(&c, c.a);
    else if (is_plain_store(t, c.a) && decides(t, c.b, c.a))
        choose_store(&c, c.a);
    else if (is_plain_store(t, c.b) && decides(t, c.a, c.b))
        choose_store(&c, c.b);
    else
        choose_barrier(&c);
}

// ---- reports ----
static const char *verb(const struct run *r, const struct record *rec, bool writes)
{
    const struct ins *i = &r->code.ins.at[rec->pc & ~COPYING];
    if (i->op == INS_SYNC && i->c == VYI_OP_ASYNC_COPY)
        return writes ? "copies to" : "copies from";
    if (writes)
        return "writes";
    return i->op == INS_RMW || i->op == INS_CAS || i->op == INS_ATOMIC_STORE ? "changes" : "reads";
}

static void report_conflict(struct run *r, struct tree *tree, const struct conflict *c)
{
    struct vyi_text fix = {.context = r->context};
    uint32_t here = c->now.pc & ~COPYING, there = c->before.pc & ~COPYING;
    unsigned long long me = c->now.actor, other = c->before.actor;
    char index[200] = "", line[LINE_TEXT];
    vyi_launch_index_text(c->space->rank, c->space->size, c->element, index, sizeof index);
    vyi_oracle_line_text(r, &r->code.ins.at[there], line);
    const char *name = r->p->buffers.at[c->space - r->spaces].name;
    const char *mine = verb(r, &c->now, c->writes), *its = verb(r, &c->before, c->before_writes);
    uint32_t pos = r->code.ins.at[here].pos;
    choose(tree, c, &fix);
    if (fix.failed) {
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
        vyi_text_free(&fix);
        return;
    }
    vyi_report_note(r->report, r->code.ins.at[there].pos, 0,
                    "invocation %llu (workgroup %u) %s it here", other, c->before.actor / r->volume,
                    its);
    if (c->space->atomic)
        vyi_report(r->report, pos, 0, VYI_DIAG(UNORDERED_STORE), name, index, me, mine, other, its,
                   line, fix.at);
    else
        vyi_report(r->report, pos, 0, VYI_DIAG(RACE), name, index, me, mine, other, its, line,
                   fix.at);
    vyi_text_free(&fix);
}

void vyi_oracle_report_races(struct run *r)
{
    struct tree tree = {.run = r};
    if (!r->race->conflicts.count)
        return;
    bool made = create(r, &tree);
    for (uint32_t k = 0; made && k < r->race->conflicts.count; k++)
        report_conflict(r, &tree, &r->race->conflicts.at[k]);
    vyi_arena_free(r->context, &tree.arena);
    vyi_levels_free(r->context, &tree.levels);
}
