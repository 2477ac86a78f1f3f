// Statements that hold no others, and functions.
#include "gen.h"

#include <string.h>

struct gen_local *gen_local(struct gen *g, vy_type type, enum level level, bool var, char stem)
{
    // past the limit it is never used
    struct gen_local *l = g->local_count < GEN_LOCALS ? &g->locals[g->local_count++] : &g->spare;
    *l = (struct gen_local){.type = type, .level = level, .var = var};
    snprintf(l->name, sizeof l->name, "%c%u", stem, g->names++);
    return l;
}

void gen_new_modes(struct gen *g, bool grid)
{
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        const struct gen_buffer *b = &g->buffers[i];
        if (is_readonly(b) || b->steady || (!grid && b->role != VY_ROLE_SHARED) || one_in(g, 3))
            continue;
        if (b->atomic && !b->own)
            g->modes[i] = (uint8_t)(one_in(g, 2) ? MODE_STABLE : MODE_ADD + pick(g, 6));
        else
            g->modes[i] = one_in(g, 2) ? MODE_STABLE : MODE_PRIVATE;
    }
}

// ---- values ----
static unsigned gen_depth(struct gen *g)
{
    return one_in(g, 4) ? 3 : 2;
}

static const struct gen_local *target(struct gen *g)
{
    // What was declared last comes first, or arrays and types that are rare would seldom be set.
    if (g->local_count && one_in(g, 2)) {
        const struct gen_local *l = &g->locals[g->local_count - 1];
        if (l->var && l->level >= g->flow && (!g->in_each || g->local_count > g->outer))
            return l;
    }
    uint32_t from = pick(g, g->local_count);
    for (uint32_t i = 0; i < g->local_count; i++) {
        uint32_t k = (from + i) % g->local_count;
        const struct gen_local *l = &g->locals[k];
        if (l->var && l->level >= g->flow && (!g->in_each || k >= g->outer))
            return l;
    }
    return NULL;
}

/// The sign of an op= that a type has, "=" now and then; whether it shifts.
static bool assign_op(struct gen *g, vy_type type, bool *plain)
{
    uint32_t from = pick(g, CONFORM_PURE), tries = one_in(g, 2) ? CONFORM_PURE : 0;
    for (uint32_t i = 0; i < tries; i++) {
        const struct gen_op *op = conform_op((from + i) % CONFORM_PURE);
        if (!(op->flags & OP_ASSIGN) || !(op->types >> type & 1) || type == VY_TYPE_BOOL)
            continue;
        P(" %s= ", op->spelling);
        *plain = false;
        return op->rule == RULE_SHIFT;
    }
    P(" = ");
    *plain = true;
    return false;
}

static void assign_to(struct gen *g, const struct gen_local *l)
{
    bool plain;
    vy_type type = l->type;
    P("%s", l->name);
    if (l->length) {
        P("[");
        gen_small(g, l->length + one_in(g, 8), LEVEL_LANE);
        P("]");
    }
    if (assign_op(g, type, &plain))
        type = (vy_type)(VY_TYPE_U32 + pick(g, 4));
    cover(g, l->length ? CONFORM_SET_ARRAY : plain ? CONFORM_SET : CONFORM_SET_OP, l->type);
    one_in(g, 5) ? gen_collective_expr(g, type, l->level)
                 : gen_expr(g, type, l->level, gen_depth(g));
    P("\n");
}

static void assign(struct gen *g)
{
    const struct gen_local *l = target(g);
    if (l)
        assign_to(g, l);
}

void gen_define(struct gen *g)
{
    vy_type type = gen_type(g);
    bool var = one_in(g, 2);
    enum level level = (enum level)(g->flow + pick(g, (uint32_t)(LEVELS - g->flow)));
    if (g->gridless && !g->in_each && level != LEVEL_GRID)
        level = LEVEL_GRID; // it has no ids and no memory to differ by
    if (!g->in_each && !g->gridless && one_in(g, 8)) {
        struct gen_local *l = gen_local(g, type, LEVEL_LANE, true, 'a');
        l->length = 1 + pick(g, 5);
        cover(g, CONFORM_ARRAY, type);
        P("var %s: %s[%u]\n", l->name, vy_type_name(type), l->length);
        assign_to(g, l);
        cover(g, CONFORM_LOAD_ARRAY, type);
        P("let v%u = %s[", g->names, l->name);
        gen_small(g, l->length, LEVEL_LANE);
        P("]\n");
        (void)gen_local(g, type, LEVEL_LANE, false, 'v');
        return;
    }
    cover(g, var ? CONFORM_VAR : CONFORM_LET, type);
    P("%s v%u = ", var ? "var" : "let", g->names);
    one_in(g, 3) ? gen_collective_expr(g, type, level) : gen_expr(g, type, level, gen_depth(g));
    P("\n");
    const struct gen_local *l = gen_local(g, type, level, var, 'v');
    if (var && one_in(g, 2))
        assign_to(g, l);
}

// ---- memory ----
/// A guard around the own element that proves its index, or nearly: of another length, one too far.
static bool guard(struct gen *g, const struct gen_buffer *b)
{
    if (g->in_each || g->gridless || b->role == VY_ROLE_SHARED || !one_in(g, 5))
        return false;
    cover(g, CONFORM_IF, VY_TYPE_NONE);
    P("if me %s ", one_in(g, 3) ? "<=" : "<");
    if (one_in(g, 2))
        P("len(%s) { ", g->buffers[pick(g, 2) ? (uint32_t)(b - g->buffers) : pick(g, 2)].name);
    else
        P("%u { ", b->count + pick(g, 3) - (b->count > 1));
    return true;
}

static bool store(struct gen *g)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        vy_type type = value_type(b->elem);
        bool plain;
        if (b->atomic || g->modes[k] != MODE_PRIVATE || !is_here(g, b) ||
            (g->in_each && b->role == VY_ROLE_SHARED))
            continue;
        bool guarded = guard(g, b);
        gen_own(g, b);
        if (assign_op(g, type, &plain))
            type = (vy_type)(VY_TYPE_U32 + pick(g, 4));
        cover(g, plain ? CONFORM_STORE : CONFORM_STORE_OP, b->elem);
        one_in(g, 6) && !guarded ? gen_collective_expr(g, type, LEVEL_LANE)
                                 : gen_expr(g, type, LEVEL_LANE, gen_depth(g));
        P(guarded ? " }\n" : "\n");
        return true;
    }
    return false;
}

/// A row more, in a place that depends on who comes first.
static void append(struct gen *g)
{
    cover(g, CONFORM_COUNT, VY_TYPE_NONE);
    P("hits[atomic_add(found[0], 1)] = ");
    gen_expr(g, VY_TYPE_U32, LEVEL_LANE, 2);
    P("\n");
}

static void print_error(struct gen *g)
{
    bool print = one_in(g, 3);
    cover(g, print ? CONFORM_PRINT : CONFORM_ASSERT, VY_TYPE_NONE);
    if (print) {
        P("print \"{} {}\", ");
        gen_expr(g, gen_type(g), LEVEL_LANE, 1);
        P(", ");
    } else { // an assert that fails leaves nothing to compare but what it says
        P(one_in(g, 3) ? "assert me %% 7 != 3 && " : "assert me < 9 || ");
        gen_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
        P(", \"{}\", ");
    }
    gen_expr(g, gen_type(g), LEVEL_LANE, 1);
    P("\n");
}

// ---- copies ----
/// What a shared buffer can be copied to or from here; NULL: nothing.
static const struct gen_buffer *other_side(struct gen *g, const struct gen_buffer *shared, bool out)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        bool fits = out ? g->modes[k] == MODE_PRIVATE && !b->columns : g->modes[k] == MODE_STABLE;
        if (fits && b->elem == shared->elem && !b->atomic && b->role != VY_ROLE_SHARED &&
            b->role != VY_ROLE_MAPPED)
            return b;
    }
    return NULL;
}

bool gen_copy_of(struct gen *g, const struct gen_buffer *shared, bool out)
{
    const struct gen_buffer *other = other_side(g, shared, out);
    if (!other)
        return false;
    P("barrier workgroup\n");
    if (out) {
        P("async_copy(%s, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, %s, 0, ",
          other->name, shared->name);
    } else {
        P("async_copy(%s, %u, %s, ", shared->name, pick(g, 3), other->name);
        gen_small(g, other->count + 1, LEVEL_GROUP);
        P(", ");
    }
    if (one_in(g, 2))
        P("%u", pick(g, g->volume + 1));
    else
        gen_small(g, g->volume + 1, LEVEL_GROUP);
    P(")\n");
    cover(g, out ? CONFORM_COPY_OUT : CONFORM_COPY_IN, shared->elem);
    if (g->flow == LEVEL_GRID && one_in(g, 3))
        P("barrier grid\n");
    P("wait()\n");
    gen_new_modes(g, false);
    return true;
}

/// Between shared memory and a buffer, for the whole workgroup.
void gen_copy(struct gen *g)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        const struct gen_buffer *shared = &g->buffers[(from + i) % g->buffer_count];
        if (shared->role != VY_ROLE_SHARED || shared->atomic)
            continue;
        if (gen_copy_of(g, shared, one_in(g, 2)))
            return;
    }
}

void gen_call(struct gen *g)
{
    bool synchronises =
        g->grid_function && gen_may_synchronise(g, 2) && !(g->function && one_in(g, 2));
    if (!synchronises && !g->function)
        return;
    cover(g, synchronises ? CONFORM_CALL_SYNCHRONISES : CONFORM_CALL, VY_TYPE_U32);
    P("let v%u = f%u(", g->names, synchronises);
    gen_expr(g, VY_TYPE_U32, LEVEL_LANE, 2);
    P(", ");
    gen_expr(g, VY_TYPE_I32, synchronises ? LEVEL_GRID : LEVEL_LANE, 2);
    P(")\n");
    (void)gen_local(g, VY_TYPE_U32, LEVEL_LANE, false, 'v');
    if (synchronises) // it begins with a barrier
        gen_new_modes(g, true);
}

/// What service programs alone have; no host takes part here.
void gen_serve(struct gen *g)
{
    bool fence = one_in(g, 2);
    cover(g, fence ? CONFORM_FENCE : CONFORM_PAUSE, VY_TYPE_NONE);
    P(fence ? "fence()\n" : "pause()\n");
}

static void again(struct gen *g)
{
    cover(g, CONFORM_AGAIN, VY_TYPE_NONE);
    P("if ");
    gen_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
    P(" { again }\n");
}

void gen_statement(struct gen *g)
{
    if (!g->budget)
        return;
    g->budget--;
    bool memory = !g->gridless || g->in_each;
    enum level widest = g->subgroups ? LEVEL_SUBGROUP : LEVEL_GROUP;
    if (g->flow <= widest && !g->in_each && (!g->in_function || g->synchronises) &&
        one_in(g, g->focus == CONFORM_LANES ? 4 : 2) && gen_grid_flow(g))
        return;
    switch (pick(g, 13)) {
    case 0:
    case 1: gen_define(g); return;
    case 2:
    case 3: assign(g); return;
    case 4:
        if (memory && gen_atomic(g))
            return;
        break;
    case 5:
    case 6:
    case 7:
        if (g->depth < 5 && gen_lane_flow(g))
            return;
        break;
    case 8:
        if (g->in_fixpoint && !one_in(g, 4))
            again(g);
        else if (!g->in_function && !g->in_each && !g->gridless && one_in(g, 2))
            g->flow <= LEVEL_GROUP && !((g->function || g->grid_function) && one_in(g, 2))
                ? gen_copy(g)
                : gen_call(g);
        return;
    case 9:
        if (!g->in_each && !g->gridless && one_in(g, g->focus ? 12 : 3)) {
            print_error(g);
            return;
        }
        break;
    case 10:
        if (memory && g->counts) {
            append(g);
            return;
        }
        break;
    case 11:
        if (memory && g->service) {
            gen_serve(g);
            return;
        }
        break;
    default: break;
    }
    if (!memory || !store(g))
        assign(g);
}

void gen_block(struct gen *g, unsigned most)
{
    uint32_t scope = g->local_count;
    g->depth++;
    for (unsigned i = 1 + pick(g, most); i > 0; i--) {
        gen_statement(g);
        gen_after_leaves(g);
    }
    g->depth--;
    g->local_count = scope;
}

/// It sees its arguments, params, buffers that are never written and what is always written the
/// same way. Some leave from inside of loops; others hold grid barriers, and all leave them
/// together.
void gen_function(struct gen *g, uint32_t number, bool synchronises)
{
    uint8_t modes[GEN_BUFFERS];
    uint32_t scope = g->local_count;
    enum level flow = g->flow;
    memcpy(modes, g->modes, sizeof modes);
    P("fn f%u(", number);
    P("x%u: u32, ", g->names);
    (void)gen_local(g, VY_TYPE_U32, LEVEL_LANE, false, 'x');
    P("y%u: i32) -> u32 {\n", g->names);
    (void)gen_local(g, VY_TYPE_I32, synchronises ? LEVEL_GRID : LEVEL_LANE, false, 'y');
    gen_me(g);
    g->in_function = true;
    g->synchronises = synchronises;
    g->result = VY_TYPE_U32;
    g->flow = synchronises ? LEVEL_GRID : LEVEL_LANE;
    g->budget = 2;
    if (synchronises) {
        P("let v%u = ", g->names);
        gen_grid_collective(g, VY_TYPE_U32, false);
        P("\n");
        (void)gen_local(g, VY_TYPE_U32, LEVEL_LANE, false, 'v');
    }
    g->budget += g->focus ? pick(g, 6) : 0;
    gen_define(g);
    while (g->budget)
        gen_statement(g);
    P("return ");
    gen_expr(g, VY_TYPE_U32, LEVEL_LANE, 2);
    P("\n}\n");
    g->in_function = g->synchronises = false;
    g->flow = flow;
    g->local_count = scope;
    memcpy(g->modes, modes, sizeof modes);
}
