// Atomics and collectives.
#include "gen.h"

// ---- atomics ----
/// ", acquire, workgroup)" and the like. `orders`: bits of those that may stand here.
static void order(struct gen *g, vy_type type, unsigned orders)
{
    static const char *const names[] = {"relaxed", "acquire", "release", "acq_rel"};
    static const char *const scopes[] = {"workgroup", "device", "system"};
    uint32_t o = pick(g, 4), s = pick(g, 3);
    if (orders >> o & 1 && !one_in(g, 3)) {
        P(", %s", names[o]);
        cover(g, (enum conform_row)(CONFORM_O_RELAXED + o), type);
        if (!one_in(g, 3)) {
            P(", %s", scopes[s]);
            cover(g, (enum conform_row)(CONFORM_O_WORKGROUP + s), type);
        }
    }
    P(")");
}

static const struct gen_buffer *own_buffer(const struct gen *g, vy_type type)
{
    for (uint32_t k = 0; k < g->buffer_count; k++) {
        const struct gen_buffer *b = &g->buffers[k];
        if (b->own && b->elem == type && g->modes[k] == MODE_PRIVATE && is_here(g, b))
            return b;
    }
    return NULL;
}

void gen_own_atomic_of(struct gen *g, const struct gen_buffer *b, enum conform_row row)
{
    if (b->role == VY_ROLE_MAPPED) // which the host may write at the same time
        row = CONFORM_A_LOAD;
    g->indices++;
    cover(g, row, b->elem);
    P("%s(", conform_row_name(row));
    gen_own(g, b);
    if (row == CONFORM_A_CAS) {
        P(", ");
        gen_expr(g, b->elem, LEVEL_LANE, 0);
    }
    if (row != CONFORM_A_LOAD) {
        P(", ");
        gen_expr(g, b->elem, LEVEL_LANE, 0);
    }
    order(g, b->elem, row == CONFORM_A_LOAD ? 3 : 15);
    g->indices--;
}

bool gen_own_atomic(struct gen *g, vy_type type, enum level level)
{
    const struct gen_buffer *b = own_buffer(g, type);
    if (!b || g->indices || level != LEVEL_LANE || (g->gridless && !g->in_each))
        return false;
    if (one_in(g, 4)) {
        cover(g, CONFORM_A_PLAIN_LOAD, type);
        g->indices++;
        gen_own(g, b);
        g->indices--;
        return true;
    }
    gen_own_atomic_of(g, b, (enum conform_row)(CONFORM_A_ADD + pick(g, 10)));
    return true;
}

void gen_own_store(struct gen *g, const struct gen_buffer *b)
{
    if (one_in(g, 3)) {
        cover(g, CONFORM_A_PLAIN_STORE, b->elem);
        gen_own(g, b);
        P(" = ");
        gen_expr(g, b->elem, LEVEL_LANE, 2);
        P("\n");
        return;
    }
    cover(g, CONFORM_A_STORE, b->elem);
    P("atomic_store(");
    gen_own(g, b);
    P(", ");
    gen_expr(g, b->elem, LEVEL_LANE, 2);
    order(g, b->elem, 5);
    P("\n");
}

/// An atomic update of any element, by the one operation that the mode allows.
static void commute(struct gen *g, const struct gen_buffer *b, enum mode mode)
{
    static const enum conform_row rows[] = {CONFORM_A_ADD, CONFORM_A_AND, CONFORM_A_OR,
                                            CONFORM_A_XOR, CONFORM_A_MIN, CONFORM_A_MAX};
    static const char *const signs[] = {"+=", "&=", "|=", "^="};
    enum conform_row row = rows[mode - MODE_ADD];
    bool minus = mode == MODE_ADD && one_in(g, 3);
    if (mode < MODE_MIN && one_in(g, 3)) {
        cover(g, CONFORM_A_ASSIGN, b->elem);
        P("%s[", b->name);
        gen_small(g, b->count + 1, LEVEL_LANE);
        P("] %s ", minus ? "-=" : signs[mode - MODE_ADD]);
        gen_expr(g, b->elem, LEVEL_LANE, 2);
        P("\n");
        return;
    }
    row = minus ? CONFORM_A_SUB : row;
    cover(g, row, b->elem);
    P("%s(%s[", conform_row_name(row), b->name);
    gen_small(g, b->count + 1, LEVEL_LANE);
    P("], ");
    gen_expr(g, b->elem, LEVEL_LANE, 2);
    order(g, b->elem, 15);
    P("\n");
}

bool gen_atomic(struct gen *g)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        if (!b->atomic || (g->in_each && b->role == VY_ROLE_SHARED) || !is_here(g, b))
            continue;
        if (b->own && g->modes[k] == MODE_PRIVATE) {
            gen_own_store(g, b);
            return true;
        }
        if (g->modes[k] >= MODE_ADD) {
            commute(g, b, (enum mode)g->modes[k]);
            return true;
        }
    }
    return false;
}

// ---- collectives ----
bool gen_may_synchronise(const struct gen *g, uint32_t scope)
{
    static const enum level most[] = {LEVEL_SUBGROUP, LEVEL_GROUP, LEVEL_GRID};
    return (scope || g->subgroups) && !g->in_each && !g->gridless &&
           (!g->in_function || g->synchronises) && (scope != 2 || g->focus != CONFORM_LANES) &&
           g->flow <= most[scope];
}

/// A load that all of a scope make together; false where no buffer fits.
static bool load_together(struct gen *g, vy_type type, uint32_t scope)
{
    static const enum level levels[] = {LEVEL_SUBGROUP, LEVEL_GROUP, LEVEL_GRID};
    uint32_t from = pick(g, g->buffer_count);
    if (scope == 2 && one_in(g, 2)) // shared ones are the last
        from = g->buffer_count - 1;
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        // Those of workgroup and grid stand between two barriers, so that any mode is fine.
        bool shared = b->role == VY_ROLE_SHARED;
        bool stable = g->modes[k] == MODE_STABLE && is_here(g, b);
        bool fits = stable || (scope == 1 && shared) || scope == 2;
        if (value_type(b->elem) != type || !fits)
            continue;
        if (scope == 2 && shared)
            cover(g, CONFORM_GRID_LOAD_SHARED, VY_TYPE_NONE);
        gen_any_element(g, b, levels[scope]);
        return true;
    }
    return false;
}

enum level gen_collective(struct gen *g, enum conform_row row, vy_type type)
{
    static const enum level levels[] = {LEVEL_SUBGROUP, LEVEL_GROUP, LEVEL_GRID};
    const uint32_t each = CONFORM_WORKGROUP_ADD - CONFORM_SUBGROUP_ADD;
    uint32_t scope = row >= CONFORM_BALLOT ? 0 : (row - CONFORM_SUBGROUP_ADD) / each;
    uint32_t kind = row >= CONFORM_BALLOT ? UINT32_MAX : (row - CONFORM_SUBGROUP_ADD) % each;
    g->collectives++;
    cover(g, row, type);
    P("%s(", conform_row_name(row));
    if (kind == CONFORM_SUBGROUP_LOAD - CONFORM_SUBGROUP_ADD) {
        if (!load_together(g, type, scope)) // `fixed` has one of each type
            P("fixed_%s[0]", vy_type_name(type));
        P(")");
        return levels[scope];
    }
    gen_expr(g, row == CONFORM_BALLOT ? VY_TYPE_BOOL : type, LEVEL_LANE,
             one_in(g, 4) ? 2 : pick(g, 2));
    if (row == CONFORM_SHUFFLE) {
        P(", ");
        gen_small(g, 40, LEVEL_LANE);
    } else if (kind == CONFORM_SUBGROUP_BROADCAST - CONFORM_SUBGROUP_ADD) {
        P(", ");
        gen_small(g, scope == 2 ? g->total + 1 : scope ? g->volume + 1 : 33, levels[scope]);
    }
    P(")");
    bool scans = kind >= CONFORM_SUBGROUP_SCAN_ADD - CONFORM_SUBGROUP_ADD &&
                 kind < CONFORM_SUBGROUP_ANY - CONFORM_SUBGROUP_ADD;
    return scans || row == CONFORM_SHUFFLE ? LEVEL_LANE : levels[scope];
}

/// A row of a scope that a type has; what it gives is the same all over the scope if `uniform`.
static enum conform_row some_collective(struct gen *g, vy_type type, uint32_t scope, bool uniform)
{
    const uint32_t each = CONFORM_WORKGROUP_ADD - CONFORM_SUBGROUP_ADD;
    for (;;) {
        uint32_t kind = pick(g, each);
        enum conform_row row = (enum conform_row)(CONFORM_SUBGROUP_ADD + scope * each + kind);
        bool scans = kind >= CONFORM_SUBGROUP_SCAN_ADD - CONFORM_SUBGROUP_ADD &&
                     kind < CONFORM_SUBGROUP_ANY - CONFORM_SUBGROUP_ADD;
        if (conform_row_types(row) >> type & 1 && !(scans && uniform))
            return row;
    }
}

void gen_grid_collective(struct gen *g, vy_type type, bool uniform)
{
    (void)gen_collective(g, some_collective(g, type, 2, uniform), type);
}

/// `condition ? a : b`, with a condition uniform in the scope; `both`: each arm has a collective.
static void collectives_in_arms(struct gen *g, vy_type type, uint32_t scope, enum level level,
                                bool both)
{
    static const enum level levels[] = {LEVEL_SUBGROUP, LEVEL_GROUP, LEVEL_GRID};
    bool uniform = level != LEVEL_LANE;
    P("(");
    gen_expr(g, VY_TYPE_BOOL, levels[scope], 1);
    P(" ? ");
    (void)gen_collective(g, some_collective(g, type, scope, uniform), type);
    P(" : ");
    if (both) {
        cover(g, CONFORM_COLLECTIVES_IN_ARMS, type);
        (void)gen_collective(g, some_collective(g, type, scope, uniform), type);
    } else {
        gen_expr(g, type, level, 1);
    }
    P(")");
}

void gen_collectives_in_arms(struct gen *g, vy_type type)
{
    collectives_in_arms(g, type, 1 + pick(g, 2), LEVEL_LANE, true);
}

void gen_collective_expr(struct gen *g, vy_type type, enum level level)
{
    static const enum level levels[] = {LEVEL_SUBGROUP, LEVEL_GROUP, LEVEL_GRID};
    uint32_t scope = 2;
    while (scope &&
           (!gen_may_synchronise(g, scope) || (level >= levels[scope - 1] && one_in(g, 2))))
        scope--;
    if (!gen_may_synchronise(g, scope) || levels[scope] > level) {
        gen_expr(g, type, level, 2);
        return;
    }
    bool uniform = level != LEVEL_LANE;
    switch (pick(g, 4)) {
    case 0:
        P("(");
        if (type == VY_TYPE_BOOL) { // no invocation may reach the second
            gen_expr(g, type, levels[scope], 1);
            P(pick(g, 2) ? " && " : " || ");
        } else {
            gen_expr(g, type, level, 1);
            P(" + ");
        }
        (void)gen_collective(g, some_collective(g, type, scope, uniform), type);
        if (type != VY_TYPE_BOOL && one_in(g, 3)) {
            P(" * ");
            (void)gen_collective(g, some_collective(g, type, scope, uniform), type);
        }
        P(")");
        return;
    case 1: collectives_in_arms(g, type, scope, level, one_in(g, 2)); return;
    default: (void)gen_collective(g, some_collective(g, type, scope, uniform), type);
    }
}
