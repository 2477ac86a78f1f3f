// Statements that hold others, with uniform control flow.
#include "gen.h"

#include <string.h>

static void plain_cover(struct gen *g, enum conform_row row)
{
    cover(g, row, VY_TYPE_NONE);
}

// ---- modes ----
static bool grid_modes_differ(const struct gen *g, const uint8_t *modes)
{
    for (uint32_t i = 0; i < g->buffer_count; i++)
        if (g->buffers[i].role != VY_ROLE_SHARED && g->modes[i] != modes[i])
            return true;
    return false;
}

void gen_barrier(struct gen *g, bool grid)
{
    if (g->hostile && one_in(g, 2))
        return;
    g->collectives++;
    plain_cover(g, grid ? CONFORM_BARRIER_GRID : CONFORM_BARRIER_WORKGROUP);
    P("barrier %s\n", grid ? "grid" : "workgroup");
}

/// Back to the modes that were there before, so that another way to the same place is right too.
void gen_restore_modes(struct gen *g, const uint8_t *modes)
{
    if (!memcmp(g->modes, modes, sizeof g->modes) || g->flow > LEVEL_GROUP)
        return; // no barrier, no change
    gen_barrier(g, g->flow == LEVEL_GRID &&
                       (g->gridless || grid_modes_differ(g, modes) || one_in(g, 2)));
    memcpy(g->modes, modes, sizeof g->modes);
}

/// Or what holds on both ways:
void gen_join_modes(struct gen *g, const uint8_t *modes)
{
    for (uint32_t i = 0; i < g->buffer_count; i++)
        if (g->modes[i] != modes[i])
            g->modes[i] = MODE_NONE;
}

// ---- together ----
void gen_branch(struct gen *g)
{
    uint8_t before[GEN_BUFFERS], then[GEN_BUFFERS];
    enum level flow = g->flow;
    enum level taken = (enum level)(flow + pick(g, (uint32_t)(LEVELS - flow))), rest[GEN_LABELS];
    if (g->gridless && !g->in_each)
        taken = LEVEL_GRID;
    gen_arms_begin(g, rest);
    memcpy(before, g->modes, sizeof before);
    plain_cover(g, CONFORM_IF);
    P("if ");
    one_in(g, 4) ? gen_collective_expr(g, VY_TYPE_BOOL, taken)
                 : gen_expr(g, VY_TYPE_BOOL, taken, 2);
    g->flow = taken;
    P(" {\n");
    gen_block(g, 4);
    if (one_in(g, 2))
        gen_restore_modes(g, before);
    memcpy(then, g->modes, sizeof then);
    memcpy(g->modes, before, sizeof before);
    if (taken == LEVEL_LANE && one_in(g, 4)) {
        plain_cover(g, CONFORM_ELSE_IF);
        P("} else if ");
        gen_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
        P(" {\n");
        gen_block(g, 2);
    }
    gen_arms_next(g, rest);
    g->flow = taken;
    if (one_in(g, 2)) {
        plain_cover(g, CONFORM_ELSE);
        P("} else {\n");
        gen_block(g, 3);
        if (one_in(g, 2))
            gen_restore_modes(g, before);
    }
    P("}\n");
    gen_arms_end(g, rest);
    g->flow = flow;
    gen_join_modes(g, then);
}

/// The scope in which a loop is uniform and may synchronise.
static enum level loop_level(struct gen *g)
{
    enum level last = g->subgroups ? LEVEL_SUBGROUP : LEVEL_GROUP;
    uint32_t often = g->focus == CONFORM_TEAMS ? 1 : g->focus ? 2 : 3;
    if (g->gridless || g->flow > last || !one_in(g, often))
        return g->flow;
    return (enum level)(g->flow + pick(g, (uint32_t)(last - g->flow + 1)));
}

/// Where a loop ends, which is another place for each of `level` now and then.
static void bounds_together(struct gen *g, enum level level)
{
    gen_small(g, 2, level);
    P("..%u + ", 1 + pick(g, 2));
    bool longer = g->focus && g->depth < (g->focus == CONFORM_TEAMS ? 2 : 1) && one_in(g, 2);
    P(longer ? "(" : "");
    if (level == LEVEL_GROUP && one_in(g, 2))
        P("wid.x * %u + ", 1 + pick(g, 5));
    else if (level == LEVEL_SUBGROUP && one_in(g, 2))
        P("subgroup * %u + wid.x + ", 1 + pick(g, 9));
    one_in(g, 3) ? gen_collective_expr(g, VY_TYPE_U32, level) : gen_expr(g, VY_TYPE_U32, level, 1);
    // Some are longer than what a device runs before it asks whether to stop.
    P(longer ? ") %% 30" : " %% 3");
    if (one_in(g, 3))
        P(" step %u", pick(g, 3));
}

/// `for`, `while` or `loop`, up to its brace, and what is left to it to end.
static void loop_head(struct gen *g, enum level level)
{
    uint32_t name = g->names;
    enum level flow = g->flow;
    switch (level > flow && one_in(g, 2) ? 0 : pick(g, 4)) {
    case 0:
        cover(g, CONFORM_FOR_UNIFORM, VY_TYPE_U32);
        P("for k%u in ", name);
        bounds_together(g, level);
        P(" {\n");
        (void)gen_local(g, VY_TYPE_U32, level, false, 'k');
        break;
    case 1:
        cover(g, CONFORM_FOR_UNIFORM, VY_TYPE_I32);
        P("for k%u in -2..%d {\n", name, (int)pick(g, 3));
        (void)gen_local(g, VY_TYPE_I32, level, false, 'k');
        break;
    case 2:
        plain_cover(g, CONFORM_WHILE);
        P("var w%u = %u\nwhile w%u > 0", name, 2 + pick(g, 3), name);
        if (one_in(g, 2)) {
            P(" && (w%u %% 3 == 2 || ", name);
            g->flow = level; // what is asked each time round
            gen_collective_expr(g, VY_TYPE_BOOL, level);
            g->flow = flow;
            P(")");
        }
        P(" {\nw%u -= 1\n", name);
        g->names++;
        break;
    default:
        plain_cover(g, CONFORM_LOOP);
        P("var w%u = 0\nloop {\nw%u += 1\n", name, name);
        if (!g->hostile || one_in(g, 2))
            P("if w%u > %u { break }\n", name, 1 + pick(g, 3));
        g->names++;
    }
}

void gen_loop_together(struct gen *g, enum level level)
{
    uint8_t before[GEN_BUFFERS];
    uint32_t scope = g->local_count;
    enum level flow = g->flow, most[GEN_LABELS];
    if (level > LEVEL_GRID)
        plain_cover(g, level == LEVEL_GROUP ? CONFORM_LOOP_GROUP : CONFORM_LOOP_SUBGROUP);
    memcpy(before, g->modes, sizeof before);
    loop_head(g, level);
    g->flow = level;
    for (unsigned i = 0; i < g->label_count; i++) { // who leaves a block from here leaves the loop
        most[i] = g->labels[i].most;
        if (most[i] > level)
            g->labels[i].most = level;
    }
    if (g->together) {
        P("let v%u = ", g->names);
        gen_collective_expr(g, VY_TYPE_U32, LEVEL_LANE);
        P("\n");
        (void)gen_local(g, VY_TYPE_U32, LEVEL_LANE, false, 'v');
    }
    gen_loop_body(g, before);
    for (unsigned i = 0; i < g->label_count; i++)
        g->labels[i].most = most[i];
    g->flow = flow;
    P("}\n");
    g->local_count = scope;
}

static void fixpoint(struct gen *g)
{
    uint8_t before[GEN_BUFFERS];
    uint32_t from = pick(g, 3), scope = g->local_count, value = g->names++;
    bool has_value = one_in(g, 2), outer = g->in_fixpoint;
    unsigned labels = g->label_base;
    memcpy(before, g->modes, sizeof before);
    g->label_base = g->label_count; // nothing leaves a fixpoint
    plain_cover(g, has_value ? CONFORM_FIXPOINT_VALUE : CONFORM_FIXPOINT);
    if (has_value)
        P("let n%u = ", value);
    P("fixpoint k%u in %u..%u {\n", g->names, from,
      g->hostile && one_in(g, 2) ? UINT32_MAX : from + pick(g, 5));
    const char *k = gen_local(g, VY_TYPE_U32, LEVEL_GRID, false, 'k')->name;
    char index[12];
    memcpy(index, k, sizeof index);
    g->in_fixpoint = true;
    gen_block(g, 4);
    P(g->gridless ? "each z%u in 0..3 {\nif " : "if ", g->names);
    g->names += g->gridless;
    P("%s < %u && ", index, from + 1 + pick(g, 4));
    gen_expr(g, VY_TYPE_BOOL, g->gridless ? LEVEL_GRID : LEVEL_LANE, 2);
    P(" { again }\n%s}\n", g->gridless ? "}\n" : "");
    g->in_fixpoint = outer;
    g->label_base = labels;
    g->local_count = scope;
    memcpy(g->modes, before, sizeof before); // a barrier ends each pass
    if (has_value)
        snprintf(gen_local(g, VY_TYPE_U32, LEVEL_GRID, false, 'n')->name, 12, "n%u", value);
}

/// How long the second range of an each is: a workgroup, or a few, so that there are more rows than
/// each of them is long.
static uint32_t row_length(struct gen *g)
{
    uint32_t length = 1 + pick(g, 5);
    return g->total % length || one_in(g, 2) ? g->volume : length;
}

/// What stands in an each; its indices are locals already, those below `outer` are none of its.
static void each_body(struct gen *g, uint32_t outer)
{
    enum level flow = g->flow;
    uint32_t before = g->outer;
    unsigned labels = g->label_base;
    g->label_base = g->label_count; // nothing leaves an each
    g->outer = outer;
    if (!g->gridless && outer && one_in(g, 3)) { // who takes which index is promised
        plain_cover(g, CONFORM_EACH_OUTER);
        g->outer = 0;
    }
    g->in_each = true;
    g->flow = LEVEL_LANE;
    gen_block(g, 4);
    if (one_in(g, 3)) {
        plain_cover(g, CONFORM_CONTINUE);
        P("if ");
        gen_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
        P(" { continue }\n");
        gen_block(g, 2);
    }
    g->in_each = false;
    g->label_base = labels;
    g->flow = flow;
    g->outer = before;
    P("}\n");
}

/// Over ranges of all types that differ from one invocation to the next now and then, while what is
/// touched is the invocation's own.
static void each_other(struct gen *g)
{
    uint32_t scope = g->local_count, ranges = 1 + pick(g, 3), first = g->names;
    vy_type types[3];
    P("each ");
    for (uint32_t i = 0; i < ranges; i++) {
        types[i] = (vy_type)(VY_TYPE_U32 + pick(g, 4));
        cover(g, CONFORM_EACH_OTHER, types[i]);
        P(i ? ", k%u in " : "k%u in ", first + i);
        gen_expr(g, types[i], one_in(g, 3) ? LEVEL_LANE : LEVEL_GRID, 0);
        P(" %% 3..");
        if (i + 1 == ranges && one_in(g, 2)) {
            P("%u", pick(g, 2 * g->total / ranges + 3));
        } else {
            gen_expr(g, types[i], one_in(g, 3) ? LEVEL_LANE : LEVEL_GRID, 1);
            P(" %% %u", 3 + pick(g, 6));
        }
    }
    P(" {\n");
    for (uint32_t i = 0; i < ranges; i++)
        (void)gen_local(g, types[i], LEVEL_LANE, false, 'k');
    g->other_range = true;
    each_body(g, scope);
    g->other_range = false;
    g->local_count = scope;
}

static void each(struct gen *g)
{
    uint32_t scope = g->local_count;
    uint32_t product = g->product = one_in(g, 4) ? row_length(g) : 0;
    // Those of u32 are many: the products and those of grids that the device chooses.
    uint32_t turn = product || g->gridless ? 0 : pick(g, 7);
    vy_type type = (vy_type)(VY_TYPE_U32 + (turn + 1) / 2);
    cover(g, product ? CONFORM_EACH_PRODUCT : CONFORM_EACH, type);
    if (product)
        P("each i in 0..%u, j in 0..%u {\n", g->total / product, product);
    else
        P("each i in 0%s..%u {\n", vy_type_name(type), g->total);
    snprintf(gen_local(g, type, LEVEL_LANE, false, 'i')->name, 12, "i");
    if (product)
        snprintf(gen_local(g, type, LEVEL_LANE, false, 'j')->name, 12, "j");
    each_body(g, scope);
    g->local_count = scope;
}

/// What others have is read before the collective, and written over after it.
static bool exchange(struct gen *g)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        vy_type type = value_type(b->elem);
        if (b->atomic || g->modes[k] != MODE_STABLE || type == VY_TYPE_BOOL || is_readonly(b) ||
            !is_here(g, b) || b->role == VY_ROLE_SHARED)
            continue;
        gen_own(g, b);
        P(one_in(g, 2) ? " = " : " += ");
        P("%s[(me * 5 + %u) %% %u", b->name, pick(g, 9), b->count);
        if (b->columns)
            P(", %u", b->columns / 2);
        P(b->planes ? ", 0] + " : "] + ");
        (void)gen_collective(g, CONFORM_GRID_MAX, type);
        P("\n");
        g->modes[k] = MODE_PRIVATE;
        return true;
    }
    return false;
}

static void leave_for_good(struct gen *g)
{
    uint32_t kind = pick(g, 8); // now and then a workgroup, seldom the grid
    plain_cover(g, CONFORM_RETURN);
    P("if ");
    gen_expr(g, VY_TYPE_BOOL, kind == 7 ? LEVEL_GRID : kind > 3 ? LEVEL_GROUP : LEVEL_LANE, 2);
    uint32_t period = kind < 4 ? 2 + pick(g, 6) : 1 + pick(g, 3), at = pick(g, 2);
    if (kind < 7)
        P(" && %s %% %u == %u", kind < 4 ? "me" : "wid.x", period, at);
    P(" { %sreturn }\n", g->in_fixpoint && one_in(g, 3) ? "again " : "");
}

/// Out of a function that all are in, from where all are.
static void return_together(struct gen *g)
{
    P("if ");
    gen_expr(g, VY_TYPE_BOOL, LEVEL_GRID, 2);
    P(" { return ");
    gen_expr(g, g->result, LEVEL_LANE, 1);
    P(" }\n");
}

static bool collect(struct gen *g)
{
    vy_type type = (vy_type)(VY_TYPE_BOOL + pick(g, 7));
    enum level level = one_in(g, 3) ? g->flow : LEVEL_LANE;
    bool barrier_too = gen_may_synchronise(g, 2) && one_in(g, 3);
    P("let v%u = ", g->names);
    if (barrier_too)
        gen_grid_collective(g, type, level != LEVEL_LANE);
    else
        gen_collective_expr(g, type, level);
    P("\n");
    (void)gen_local(g, type, level, false, 'v');
    if (barrier_too)
        gen_new_modes(g, true);
    return true;
}

bool gen_grid_flow(struct gen *g)
{
    static const uint8_t divergent[] = {0, 2, 3, 4, 9, 10, 11, 13};
    static const uint8_t in_teams[] = {0, 2, 3, 4, 4, 5, 6, 7, 11, 13, 13, 14};
    bool deep = g->depth < 4, grid = g->flow == LEVEL_GRID, lanes = g->focus == CONFORM_LANES;
    bool teams = g->focus == CONFORM_TEAMS;
    if (g->label_count > g->label_base && one_in(g, 6) && gen_leave(g))
        return true;
    switch (lanes   ? divergent[pick(g, 8)]
            : teams ? in_teams[pick(g, 12)]
                    : pick(g, g->focus ? 15 : 14)) {
    case 0:
    case 1:
        if (g->flow > LEVEL_GROUP)
            return false;
        grid &= !lanes && (g->gridless || !one_in(g, 3));
        if (!grid && g->gridless)
            return false;
        gen_barrier(g, grid);
        gen_new_modes(g, grid);
        return true;
    case 2:
    case 3: return !g->gridless && collect(g);
    case 4:
    case 5:
        if (!deep)
            return false;
        gen_loop_together(g, loop_level(g));
        return true;
    case 6: return grid && deep && (fixpoint(g), true);
    case 7: return deep && g->label_count < GEN_LABELS && (gen_labelled(g, LEVEL_GRID), true);
    case 8:
        if (one_in(g, 3)) {
            plain_cover(g, CONFORM_SCOPE);
            P("{\n");
        } else {
            plain_cover(g, CONFORM_REGION);
            P("region \"r%u\" {\n", g->names++);
        }
        gen_block(g, 4);
        P("}\n");
        return true;
    case 9:
    case 10:
        if (!grid || g->returns)
            return false;
        g->gridless || pick(g, 7) > 1 ? each(g) : each_other(g);
        return true;
    case 11:
        if (g->in_function)
            return grid && !g->in_fixpoint && (return_together(g), true);
        return g->returns && (grid || teams) && (leave_for_good(g), true);
    case 12: return grid && !g->gridless && exchange(g);
    case 14: return g->flow <= LEVEL_GROUP && !g->in_function && (gen_copy(g), true);
    default: return deep && (gen_branch(g), true);
    }
}
