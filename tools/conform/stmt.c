// Statements that hold no others, functions, and statements for the cells of a seed.
#include "gen.h"

struct gen_local *gen_local(struct gen *g, vy_type type, enum level level, bool var, char stem)
{
    // past the limit nobody will look for it
    struct gen_local *l = g->local_count < GEN_LOCALS ? &g->locals[g->local_count++] : &g->spare;
    *l = (struct gen_local){.type = type, .level = level, .var = var};
    snprintf(l->name, sizeof l->name, "%c%u", stem, g->names++);
    return l;
}

void gen_new_modes(struct gen *g, bool grid)
{
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        const struct gen_buffer *b = &g->buffers[i];
        if (is_readonly(b) || (!grid && b->role != VY_ROLE_SHARED) || one_in(g, 3))
            continue;
        if (b->atomic && !b->own)
            g->modes[i] = (uint8_t)(one_in(g, 2) ? MODE_STABLE : MODE_ADD + pick(g, 6));
        else
            g->modes[i] = one_in(g, 2) ? MODE_STABLE : MODE_PRIVATE;
    }
}

// ---- values ----
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
        return;
    }
    cover(g, var ? CONFORM_VAR : CONFORM_LET, type);
    P("%s v%u = ", var ? "var" : "let", g->names);
    one_in(g, 3) ? gen_meeting(g, type, level) : gen_expr(g, type, level, 3);
    P("\n");
    (void)gen_local(g, type, level, var, 'v');
}

static const struct gen_local *target(struct gen *g)
{
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
    for (unsigned tries = 0; tries < 20 && !one_in(g, 3); tries++) {
        const struct gen_op *op = conform_op(pick(g, CONFORM_PURE));
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

static void assign(struct gen *g)
{
    const struct gen_local *l = target(g);
    bool plain;
    if (!l)
        return;
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
    one_in(g, 5) ? gen_meeting(g, type, l->level) : gen_expr(g, type, l->level, 3);
    P("\n");
}

// ---- memory ----
static bool store(struct gen *g)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        vy_type type = value_type(b->elem);
        bool plain;
        if (b->atomic || g->modes[k] != MODE_PRIVATE || (g->in_each && b->role == VY_ROLE_SHARED))
            continue;
        gen_own(g, b);
        if (assign_op(g, type, &plain))
            type = (vy_type)(VY_TYPE_U32 + pick(g, 4));
        cover(g, plain ? CONFORM_STORE : CONFORM_STORE_OP, b->elem);
        one_in(g, 6) ? gen_meeting(g, type, LEVEL_LANE) : gen_expr(g, type, LEVEL_LANE, 3);
        P("\n");
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

static void say(struct gen *g)
{
    bool print = one_in(g, 3);
    cover(g, print ? CONFORM_PRINT : CONFORM_ASSERT, VY_TYPE_NONE);
    if (print) {
        P("print \"{} {}\", ");
        gen_expr(g, gen_type(g), LEVEL_LANE, 1);
        P(", ");
    } else { // most of them hold
        P(one_in(g, 6) ? "assert me %% 7 != 3 || " : "assert true || ");
        gen_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
        P(", \"{}\", ");
    }
    gen_expr(g, gen_type(g), LEVEL_LANE, 1);
    P("\n");
}

/// Between shared memory and a buffer, for the whole workgroup.
static void copy(struct gen *g)
{
    for (uint32_t s = 0; s < g->buffer_count; s++) {
        const struct gen_buffer *b = &g->buffers[s];
        if (b->role != VY_ROLE_SHARED || b->atomic || b->elem != VY_TYPE_U32)
            continue;
        bool out = g->modes[1] == MODE_PRIVATE && one_in(g, 2);
        P("barrier workgroup\n");
        if (out) {
            P("async_copy(%s, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, %s, "
              "0, "
              "%u)\n",
              g->buffers[1].name, b->name, pick(g, g->volume + 1));
        } else {
            P("async_copy(%s, %u, %s, ", b->name, pick(g, 3), g->buffers[0].name);
            gen_small(g, g->total + 1, LEVEL_GROUP);
            P(", %u)\n", pick(g, g->volume + 2));
        }
        cover(g, out ? CONFORM_COPY_OUT : CONFORM_COPY_IN, VY_TYPE_U32);
        if (g->flow == LEVEL_GRID && one_in(g, 3))
            P("barrier grid\n");
        P("wait()\n");
        gen_new_modes(g, false);
        return;
    }
}

static void call(struct gen *g)
{
    cover(g, CONFORM_CALL, VY_TYPE_U32);
    P("let v%u = f0(", g->names);
    gen_expr(g, VY_TYPE_U32, LEVEL_LANE, 2);
    P(", ");
    gen_expr(g, VY_TYPE_I32, LEVEL_LANE, 2);
    P(")\n");
    (void)gen_local(g, VY_TYPE_U32, LEVEL_LANE, false, 'v');
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
    bool memory = !g->in_function && (!g->gridless || g->in_each);
    if (g->flow <= LEVEL_GROUP && !g->in_each && !g->in_function && one_in(g, 2) &&
        gen_grid_flow(g))
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
        if (g->in_fixpoint && !g->in_function)
            again(g);
        else if (!g->in_function && !g->in_each && !g->gridless && one_in(g, 2))
            g->flow <= LEVEL_GROUP ? copy(g) : call(g);
        return;
    case 9:
        if (!g->in_function && !g->in_each && !g->gridless && one_in(g, 3)) {
            say(g);
            return;
        }
        break;
    case 10:
        if (memory && g->counts) {
            append(g);
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
    for (unsigned i = 1 + pick(g, most); i > 0; i--)
        gen_statement(g);
    g->depth--;
    g->local_count = scope;
}

/// It sees its arguments, params and what nobody writes, and leaves from inside of loops.
void gen_function(struct gen *g, uint32_t number)
{
    uint32_t scope = g->local_count;
    enum level flow = g->flow;
    P("fn f%u(", number);
    P("x%u: u32, ", g->names);
    (void)gen_local(g, VY_TYPE_U32, LEVEL_LANE, false, 'x');
    P("y%u: i32) -> u32 {\n", g->names);
    (void)gen_local(g, VY_TYPE_I32, LEVEL_LANE, false, 'y');
    g->in_function = true;
    g->result = VY_TYPE_U32;
    g->flow = LEVEL_LANE;
    g->budget = 6;
    gen_define(g);
    while (g->budget)
        gen_statement(g);
    P("return ");
    gen_expr(g, VY_TYPE_U32, LEVEL_LANE, 2);
    P("\n}\n");
    g->in_function = false;
    g->flow = flow;
    g->local_count = scope;
}

// ---- cells ----
/// A cell of the table by number, counted round; false: its row is no expression.
static bool wanted_cell(uint64_t number, enum conform_row *row, vy_type *type)
{
    uint32_t count = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t r = 0; r < CONFORM_ROWS; r++) {
            bool pure = r < CONFORM_PURE || (r >= CONFORM_CAST_BOOL && r <= CONFORM_CAST_F64);
            if (!pure && (r < CONFORM_SUBGROUP_ADD || r > CONFORM_SHUFFLE))
                continue;
            for (uint32_t t = VY_TYPE_BOOL; t <= VY_TYPE_F64; t++) {
                if (!(conform_row_types(r) >> t & 1))
                    continue;
                if (pass && !number--) {
                    *row = (enum conform_row)r;
                    *type = (vy_type)t;
                    return true;
                }
                count++;
            }
        }
        if (!pass)
            number %= count;
    }
    return false;
}

/// The type that a pure op gives over operands of a type.
static vy_type op_result(const struct gen_op *op, vy_type type)
{
    switch (op->rule) {
    case RULE_COMPARE: return VY_TYPE_BOOL;
    case RULE_TO_BITS: return type == VY_TYPE_F32 ? VY_TYPE_U32 : VY_TYPE_U64;
    case RULE_FROM_BITS: return type == VY_TYPE_U32 ? VY_TYPE_F32 : VY_TYPE_F64;
    default: return type;
    }
}

void gen_wanted(struct gen *g, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        enum conform_row row;
        vy_type type;
        enum level level = g->gridless ? LEVEL_GRID : LEVEL_LANE;
        if (!wanted_cell(g->seed * count + i, &row, &type))
            return;
        bool collects = row >= CONFORM_SUBGROUP_ADD;
        if (collects && g->gridless)
            continue;
        P("let v%u = ", g->names);
        if (collects) {
            level = gen_collective(g, row, type);
        } else if (row < CONFORM_PURE) {
            gen_op(g, row, type, level, 1);
            type = op_result(conform_op(row), type);
        } else {
            gen_cast(g, (vy_type)(VY_TYPE_BOOL + (row - CONFORM_CAST_BOOL)), type, level, 1);
        }
        P("\n");
        (void)gen_local(g, type, level, false, 'v');
    }
}
