// Statements of random programs.
//
// Loops are bounded so that programs can be run: `for` and `each` by small ranges, `while` and
// `loop` by a counter of their own. Now and then a `loop` is left unbounded, and the program says
// so.
#include "support/random_gen.h"

enum { MAX_NESTING = 40 };

static void block(struct gen *g, uint32_t most);

// ---- going in and out ----
struct mark {
    struct random_place place;
    uint32_t values, decls, labels;
};

static struct mark enter(struct gen *g, uint8_t flow)
{
    struct mark m = {g->place, g->value_count, g->decl_count, g->label_count};
    g->place.flow = random_max(g->place.flow, flow);
    g->place.depth++;
    return m;
}

static void leave(struct gen *g, struct mark m)
{
    g->place = m.place;
    g->value_count = m.values;
    g->decl_count = m.decls;
    g->label_count = m.labels;
}

/// How far the flow of a nested construct may vary: at least as far as it does here.
static uint8_t pick_level(struct gen *g)
{
    uint8_t level = random_one_in(g, 3) ? g->place.flow : (uint8_t)random_below(g, 4);
    return random_max(level, g->place.flow);
}

static uint32_t depth_of(struct gen *g)
{
    return random_one_in(g, 3) ? g->max_depth : 1 + random_below(g, 3);
}

/// A number below `limit`, of a type, no more varying than `level`.
static vy_value small_expr(struct gen *g, uint8_t type, uint8_t level, uint32_t limit)
{
    if (random_one_in(g, 2))
        return random_small(g, type, random_below(g, limit));
    return vy_op(g->b, "%", random_expr(g, type, level, 2), random_small(g, type, limit));
}

static void begin_loop(struct gen *g)
{
    if (!g->place.in_loop)
        g->each_in_loop = 0;
    g->place.in_loop = true;
    g->place.loop_level = g->place.flow;
    g->place.can_break = g->place.can_continue = true;
}

// ---- simple statements ----
static void define(struct gen *g)
{
    uint8_t type = random_scalar(g), level = pick_level(g);
    bool var = random_one_in(g, 3);
    vy_value v = random_expr(g, type, level, depth_of(g));
    v = var ? vy_build_var(g->b, v) : vy_build_let(g->b, v);
    random_remember(g, v, type, level, var);
}

static void define_array(struct gen *g)
{
    uint32_t count = 1 + random_below(g, 16);
    uint8_t type = random_scalar(g);
    g->array_bytes += count * vyi_type_bytes(type) + 8;
    if (g->array_bytes > VYI_MAX_ARRAYS || g->decl_count == GEN_MAX_DECLS)
        return;
    struct random_decl d = {
        .elem = type, .rank = 1, .array = true, .size = {count}, .count = count};
    d.decl = vy_build_array(g->b, (vy_type)type, count);
    g->decls[g->decl_count++] = d;
}

static bool assign(struct gen *g)
{
    uint32_t start = random_below(g, g->value_count);
    for (uint32_t i = 0; i < g->value_count; i++) {
        uint32_t at = (start + i) % g->value_count;
        struct random_value v = g->values[at];
        if (!v.assignable || g->place.flow > v.level ||
            (g->gridless && g->place.in_each && at < g->place.outer_values))
            continue;
        vy_build_set(g->b, v.value, random_expr(g, v.type, v.level, depth_of(g)));
        return true;
    }
    return false;
}

static bool evaluate(struct gen *g)
{
    vy_value v = random_one_in(g, 2) && random_can_affect(g)
                     ? random_atomic(g, random_int(g), 2)
                     : random_collective(g, random_scalar(g), VYI_UNIFORM_VARYING, 2);
    if (!v.ref)
        return false;
    vy_build_eval(g->b, v);
    return true;
}

static bool say(struct gen *g)
{
    static const char *const texts[] = {"",
                                        "plain",
                                        "{}",
                                        "{} and {}",
                                        "\"quoted\" {}",
                                        "back\\slash {} {}",
                                        "line\nend {}",
                                        "tab\t{}",
                                        "caf\xc3\xa9 {} {} {}",
                                        "// no comment {}"};
    const char *text = texts[random_below(g, sizeof texts / sizeof *texts)];
    if (!random_can_affect(g))
        return false;
    bool print = random_one_in(g, 2);
    vy_value condition = {0}, values[VYI_MAX_ARGS];
    if (!print)
        condition = random_expr(g, VY_TYPE_BOOL, VYI_UNIFORM_VARYING, depth_of(g));
    // A failing assert ends the run, so most of them hold.
    if (!print && !random_one_in(g, 6))
        condition = vy_op(g->b, "||", condition, vy_build_bool(g->b, true));
    // What an assert says is evaluated only where it fails: a branch on its condition.
    size_t count = 0;
    uint8_t flow = g->place.flow;
    if (!print)
        g->place.flow = VYI_UNIFORM_VARYING;
    for (const char *s = text; *s; s++)
        if (s[0] == '{' && s[1] == '}')
            values[count++] = random_expr(g, random_scalar(g), VYI_UNIFORM_VARYING, 2);
    g->place.flow = flow;
    if (print)
        vy_build_print(g->b, text, count, values);
    else
        vy_build_assert(g->b, condition, text, count, values);
    return true;
}

static bool synchronise(struct gen *g)
{
    if (g->service && random_can_affect(g) && random_one_in(g, 3)) {
        random_one_in(g, 2) ? vy_build_fence(g->b) : vy_build_pause(g->b);
        return true;
    }
    if (random_one_in(g, 3) && random_async_copy(g))
        return true;
    bool whole = g->place.flow == VYI_UNIFORM_GRID && !g->place.in_each;
    if (whole && random_one_in(g, 2)) {
        vy_build_barrier(g->b, "grid");
        return true;
    }
    if (!random_can_collect(g, VYI_SCOPE_WORKGROUP))
        return false;
    random_one_in(g, 4) ? vy_build_wait(g->b) : vy_build_barrier(g->b, "workgroup");
    return true;
}

static bool jump(struct gen *g)
{
    bool uniform = g->place.flow <= g->place.loop_level;
    switch (random_below(g, 5)) {
    case 0:
        if (!g->place.can_break || !uniform)
            return false;
        vy_build_break(g->b);
        return true;
    case 1:
        if (!g->place.can_continue || !uniform)
            return false;
        vy_build_continue(g->b);
        return true;
    case 2:
        if (!g->place.can_again)
            return false;
        vy_build_again(g->b);
        return true;
    case 3:
        // An `each` never stands after a divergent return; in a loop "after" is everywhere.
        if (g->gridless || g->place.in_each || (g->place.in_loop && g->each_in_loop) ||
            !random_one_in(g, 4))
            return false;
        vy_build_return(g->b);
        g->returned = true;
        return true;
    default:
        for (uint32_t i = g->label_count; i > g->place.label_base; i--)
            if (g->place.flow <= g->labels[i - 1].level && random_one_in(g, 2)) {
                vy_build_leave(g->b, g->labels[i - 1].label);
                return true;
            }
        return false;
    }
}

// ---- statements with blocks ----
static void branch(struct gen *g)
{
    uint8_t level = pick_level(g);
    vy_build_if_begin(g->b, random_expr(g, VY_TYPE_BOOL, level, depth_of(g)));
    struct mark m = enter(g, level);
    if (random_one_in(g, 3))
        jump(g);
    else if (!random_one_in(g, 12))
        block(g, 6);
    leave(g, m);
    if (random_one_in(g, 2)) {
        vy_build_else(g->b);
        m = enter(g, level);
        // A lone `if` inside an else is an else-if chain.
        if (random_one_in(g, 3) && g->place.depth < MAX_NESTING)
            branch(g);
        else if (!random_one_in(g, 8))
            block(g, 4);
        leave(g, m);
    }
    vy_build_end(g->b);
}

static void for_loop(struct gen *g)
{
    uint8_t type = random_int(g), level = pick_level(g);
    vy_value from = small_expr(g, type, level, 4), to = small_expr(g, type, level, 8), step = {0};
    if (random_one_in(g, 3))
        step = small_expr(g, type, level, 5);
    vy_value i = vy_build_for_begin(g->b, from, to, step);
    struct mark m = enter(g, level);
    begin_loop(g);
    random_remember(g, i, type, g->place.flow, false);
    block(g, 8);
    leave(g, m);
    vy_build_end(g->b);
}

static void while_loop(struct gen *g)
{
    uint8_t level = pick_level(g);
    vy_value n = vy_build_var(g->b, vy_build_u32(g->b, 0));
    struct mark m = enter(g, level);
    begin_loop(g);
    vy_value less = vy_op(g->b, "<", n, vy_build_u32(g->b, 1 + random_below(g, 5)));
    if (random_one_in(g, 2))
        less = vy_op(g->b, "&&", less, random_expr(g, VY_TYPE_BOOL, level, 2));
    vy_build_while_begin(g->b, less);
    vy_build_set(g->b, n, vy_op(g->b, "+", n, vy_build_u32(g->b, 1)));
    random_remember(g, n, VY_TYPE_U32, level, false);
    block(g, 8);
    leave(g, m);
    vy_build_end(g->b);
}

static void bare_loop(struct gen *g)
{
    uint8_t level = pick_level(g);
    vy_value n = vy_build_var(g->b, vy_build_u32(g->b, 0));
    struct mark m = enter(g, level);
    begin_loop(g);
    vy_build_loop_begin(g->b);
    if (random_one_in(g, 20)) {
        g->out->endless = true;
    } else {
        vy_build_if_begin(g->b, vy_op(g->b, ">=", n, vy_build_u32(g->b, random_below(g, 4))));
        vy_build_break(g->b);
        vy_build_end(g->b);
    }
    vy_build_set(g->b, n, vy_op(g->b, "+", n, vy_build_u32(g->b, 1)));
    random_remember(g, n, VY_TYPE_U32, level, false);
    block(g, 8);
    leave(g, m);
    vy_build_end(g->b);
}

static bool each(struct gen *g)
{
    if (g->place.in_each || g->place.flow != VYI_UNIFORM_GRID || g->returned)
        return false;
    uint32_t count = random_one_in(g, 3) ? 1 + random_below(g, random_one_in(g, 4) ? 8 : 3) : 1;
    uint8_t types[8];
    vy_value bounds[16], indices[8];
    for (uint32_t i = 0; i < count; i++) {
        types[i] = random_one_in(g, 2) ? VY_TYPE_U32 : random_int(g);
        bounds[2 * i] = small_expr(g, types[i], VYI_UNIFORM_VARYING, 3);
        bounds[2 * i + 1] = small_expr(g, types[i], VYI_UNIFORM_VARYING, count > 2 ? 4 : 40);
    }
    if (count == 1 && random_one_in(g, 2))
        indices[0] = vy_build_each_begin(g->b, bounds[0], bounds[1]);
    else
        vy_build_each_product_begin(g->b, count, bounds, indices);
    g->each_in_loop++;
    struct mark m = enter(g, VYI_UNIFORM_VARYING);
    g->place.in_each = true;
    g->place.can_break = false;
    g->place.can_continue = true;
    g->place.loop_level = VYI_UNIFORM_VARYING;
    g->place.label_base = g->label_count;
    g->place.outer_values = g->value_count;
    g->place.outer_decls = g->decl_count;
    for (uint32_t i = 0; i < count; i++)
        random_remember(g, indices[i], types[i], VYI_UNIFORM_VARYING, false);
    block(g, 8);
    leave(g, m);
    vy_build_end(g->b);
    return true;
}

static bool fixpoint(struct gen *g)
{
    if (g->place.in_each || g->place.flow != VYI_UNIFORM_GRID)
        return false;
    vy_value k = vy_build_fixpoint_begin(g->b, small_expr(g, VY_TYPE_U32, VYI_UNIFORM_GRID, 2),
                                         small_expr(g, VY_TYPE_U32, VYI_UNIFORM_GRID, 6));
    struct mark m = enter(g, VYI_UNIFORM_GRID);
    begin_loop(g);
    g->place.can_break = g->place.can_continue = false;
    g->place.can_again = true;
    g->place.label_base = g->label_count;
    random_remember(g, k, VY_TYPE_U32, VYI_UNIFORM_GRID, false);
    block(g, 8);
    leave(g, m);
    vy_value passes = vy_build_end(g->b);
    if (random_one_in(g, 2))
        random_remember(g, passes, VY_TYPE_U32, VYI_UNIFORM_GRID, false);
    return true;
}

static void region(struct gen *g)
{
    static const char *const names[] = {"outer", "", "a b", "\"q\"", "r\\n"};
    vy_build_region_begin(g->b, names[random_below(g, 5)]);
    struct mark m = enter(g, g->place.flow);
    block(g, 6);
    leave(g, m);
    vy_build_end(g->b);
}

static void labelled(struct gen *g)
{
    uint8_t level = pick_level(g);
    vy_label label = vy_build_block_begin(g->b);
    struct mark m = enter(g, level);
    if (g->label_count < GEN_MAX_LABELS) {
        g->labels[g->label_count].label = label;
        g->labels[g->label_count++].level = g->place.flow;
    }
    block(g, 6);
    leave(g, m);
    vy_build_end(g->b);
}

static bool nested(struct gen *g)
{
    if (g->place.depth >= MAX_NESTING)
        return false;
    switch (random_below(g, 12)) {
    case 0:
    case 1:
    case 2: branch(g); return true;
    case 3:
    case 4: for_loop(g); return true;
    case 5: while_loop(g); return true;
    case 6: bare_loop(g); return true;
    case 7:
    case 8: return each(g);
    case 9: return fixpoint(g);
    case 10: region(g); return true;
    default: labelled(g); return true;
    }
}

static bool statement(struct gen *g)
{
    g->left--;
    switch (random_below(g, 16)) {
    case 0:
    case 1:
    case 2: define(g); return true;
    case 3: define_array(g); return true;
    case 4:
    case 5: return assign(g);
    case 6:
    case 7:
    case 8: return random_store(g);
    case 9: return evaluate(g);
    case 10: return say(g);
    case 11: return synchronise(g);
    case 12: return jump(g) && random_one_in(g, 4);
    default: return nested(g);
    }
}

/// Statements of one block, at most about `most`; a jump usually is its last.
static void block(struct gen *g, uint32_t most)
{
    for (uint32_t i = 1 + random_below(g, most); i && g->left > 0; i--)
        statement(g);
}

void random_body(struct gen *g)
{
    while (g->left > 0)
        block(g, 20);
}
