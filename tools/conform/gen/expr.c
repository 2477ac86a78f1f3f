// Expressions.
#include "gen.h"

vy_type gen_type(struct gen *g)
{
    return (vy_type)(VY_TYPE_BOOL + pick(g, 7));
}

// ---- leaves ----
static void float_literal(struct gen *g, vy_type type)
{
    static const char *const plain[] = {"0.0", "1.0", "1.5", "2.5", "3.0", "16777217.0", "0.1"};
    static const uint32_t narrow[] = {0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x1,
                                      0x807fffff, 0x800000,   0x7f7fffff, 0x4f000000, 0xcf000000,
                                      0x5f000000, 0x4f800000, 0x3f7fffff, 0x3effffff};
    static const uint64_t wide[] = {0x8000000000000000,
                                    0x7ff0000000000000,
                                    0xfff0000000000000,
                                    0x7ff8000000000000,
                                    0x1,
                                    0x800fffffffffffff,
                                    0x10000000000000,
                                    0x7fefffffffffffff,
                                    0x41dfffffffc00000,
                                    0xc1e0000000000000,
                                    0x43e0000000000000,
                                    0x36a0000000000000};
    uint32_t kind = pick(g, 4);
    if (kind < 2) {
        const char *sign = one_in(g, 4) ? "-" : "";
        P("%s%s%s", sign, plain[pick(g, 7)], vy_type_name(type));
    } else if (type == VY_TYPE_F32)
        P("unbits(0x%xu32)", kind == 2 ? narrow[pick(g, 14)] : (uint32_t)conform_next(&g->r));
    else
        P("unbits(0x%llxu64)",
          (unsigned long long)(kind == 2 ? wide[pick(g, 12)] : conform_next(&g->r)));
}

static void literal(struct gen *g, vy_type type)
{
    static const char *const ends[4][4] = {
        {"4294967295u32", "2147483648u32", "2147483647u32", "4294967294u32"},
        {"2147483647i32", "i32(-2147483648)", "(-1i32)", "i32(-2147483647)"},
        {"18446744073709551615u64", "9223372036854775808u64", "4294967296u64", "4294967295u64"},
        {"9223372036854775807i64", "i64(-9223372036854775808)", "(-1i64)", "4294967296i64"}};
    static const uint32_t words[] = {0, 1, 2, 3, 5, 7, 31, 32, 33, 63, 64, 127, 128, 255, 256};
    cover(g, CONFORM_LITERAL, type);
    if (type == VY_TYPE_BOOL)
        P("%s", pick(g, 2) ? "true" : "false");
    else if (is_float(type))
        float_literal(g, type);
    else if (one_in(g, 4))
        P("%s", ends[type - VY_TYPE_U32][pick(g, 4)]);
    else if (one_in(g, 5))
        P("%u%s", (uint32_t)conform_next(&g->r) >> 1, vy_type_name(type));
    else
        P("%u%s", words[pick(g, 15)], vy_type_name(type));
}

/// A local of a type that is uniform enough; NULL: none.
static const struct gen_local *find_local(struct gen *g, vy_type type, enum level level, bool array)
{
    uint32_t from = pick(g, g->local_count);
    for (uint32_t i = 0; i < g->local_count; i++) {
        const struct gen_local *l = &g->locals[(from + i) % g->local_count];
        if (l->type == type && l->level <= level && !l->length == !array)
            return l;
    }
    return NULL;
}

void gen_small(struct gen *g, uint32_t limit, enum level level)
{
    g->indices++;
    gen_expr(g, VY_TYPE_U32, level, one_in(g, 2));
    g->indices--;
    P(" %% %u", limit);
}

/// An index of any integer type; signed ones are negative now and then.
static void gen_index(struct gen *g, uint32_t limit, enum level level)
{
    vy_type type = one_in(g, 4) ? (vy_type)(VY_TYPE_U32 + pick(g, 4)) : VY_TYPE_U32;
    if (g->indices) { // or there would be no end
        one_in(g, 2) ? P("p_u32 %% %u", limit + 1) : P("%u", pick(g, limit));
        return;
    }
    g->indices++;
    gen_expr(g, type, level, one_in(g, 3));
    g->indices--;
    if (!g->hostile || one_in(g, 2))
        P(" %% %u", limit + 1);
}

/// Any index, also far outside, below zero, wider than 32 bits.
static void wild(struct gen *g, uint32_t limit)
{
    static const char *const far[] = {
        "4294967295u32", "2147483648u32",           "i32(-2147483648)",      "(-1i64)",
        "4294967296u64", "18446744073709551615u64", "9223372036854775807i64"};
    bool lone = !g->in_each && !g->in_function && !g->gridless;
    g->indices++;
    switch (pick(g, 6)) {
    case 0: P("%s", far[pick(g, 7)]); break;
    case 1: P(lone ? "me * 2654435761" : "p_u32"); break;
    case 2: P(lone ? "(i64(me) - 9) * 4294967297" : "p_i64"); break;
    case 3: gen_expr(g, (vy_type)(VY_TYPE_U32 + pick(g, 4)), LEVEL_LANE, 1); break;
    default: gen_small(g, limit, LEVEL_LANE);
    }
    g->indices--;
}

/// Any of a row, which belongs to one invocation or to all of them.
static void column(struct gen *g, const struct gen_buffer *b, enum level level)
{
    if (!b->columns)
        return;
    P(", ");
    if (g->indices || one_in(g, 2))
        P("%u", b->columns / 2);
    else
        gen_small(g, b->columns + one_in(g, 8), level);
    if (b->planes)
        P(", %u", pick(g, b->planes + one_in(g, 8)));
}

void gen_own(struct gen *g, const struct gen_buffer *b)
{
    char me[24] = "me";
    bool index = g->in_each && !g->other_range;
    if (index && g->product)
        snprintf(me, sizeof me, "i * %u + j", g->product);
    else if (index)
        snprintf(me, sizeof me, "i");
    if (g->hostile && one_in(g, 2)) {
        P("%s[", b->name);
        wild(g, b->count);
        P(b->columns ? ", " : "]");
        if (b->columns) {
            wild(g, b->columns);
            P(b->planes ? ", 0]" : "]");
        }
        return;
    }
    P("%s[%s", b->name, b->role == VY_ROLE_SHARED ? "here" : me);
    column(g, b, LEVEL_LANE);
    P("]");
}

void gen_any_element(struct gen *g, const struct gen_buffer *b, enum level level)
{
    P("%s[", b->name);
    if (level == LEVEL_LANE && !g->in_each && !g->gridless && !one_in(g, 3)) {
        if (b->count < 12 || one_in(g, 4)) // or few would find anything in a small one
            P("me & %u", (1u << (1 + pick(g, 3))) - 1);
        else
            P("me + %u", pick(g, 3)); // neighbours
    } else {
        gen_index(g, b->count, level);
    }
    column(g, b, level);
    P("]");
}

/// A load; false where no buffer fits.
static bool load(struct gen *g, vy_type type, enum level level)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        bool elsewhere = !is_here(g, b) || (g->in_each && b->role == VY_ROLE_SHARED) ||
                         (g->gridless && !g->in_each);
        if (value_type(b->elem) != type || (!is_readonly(b) && (level != LEVEL_LANE || elsewhere)))
            continue;
        if (b->own && g->modes[k] == MODE_PRIVATE)
            return gen_own_atomic(g, type, level);
        if (g->modes[k] != MODE_STABLE && (b->atomic || g->modes[k] > MODE_PRIVATE))
            continue;
        cover(g, b->columns ? CONFORM_LOAD_ROWS : CONFORM_LOAD, b->elem);
        if (g->modes[k] == MODE_STABLE)
            gen_any_element(g, b, level);
        else
            gen_own(g, b);
        return true;
    }
    return false;
}

/// The clock's value is not predictable: only properties that always hold are used.
static void clock_now(struct gen *g)
{
    static const char *const known[] = {"(clock() & 0)", "(clock() * 0)", "u64(clock() <= clock())",
                                        "(clock() % 1)"};
    bool here = !g->gridless || g->in_each; // else it would be an effect outside of an each
    cover(g, here ? CONFORM_CLOCK : CONFORM_LITERAL, VY_TYPE_U64);
    P("%s", here ? known[pick(g, 4)] : "7u64");
}

/// Of a buffer that has several; false: there is none.
static bool length_of_axis(struct gen *g)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        const struct gen_buffer *b = &g->buffers[(from + i) % g->buffer_count];
        if (!b->columns)
            continue;
        cover(g, CONFORM_LEN_AXIS, VY_TYPE_U32);
        P("len(%s, %u)", b->name, pick(g, b->planes ? 3 : 2));
        return true;
    }
    return false;
}

/// Ids, lengths, the table and unaligned bytes; false: not of this type, or not here.
static bool special(struct gen *g, vy_type type, enum level level)
{
    static const char *const ids[] = {"grid_size.x",
                                      "grid_size.y",
                                      "grid_size.z",
                                      "workgroups.x",
                                      "workgroups.y",
                                      "workgroups.z",
                                      "workgroup_size.x",
                                      "workgroup_size.y",
                                      "workgroup_size.z",
                                      "wid.x",
                                      "wid.y",
                                      "wid.z",
                                      "subgroup",
                                      "gid.x",
                                      "gid.y",
                                      "gid.z",
                                      "lid.x",
                                      "lid.y",
                                      "lid.z",
                                      "lane"};
    static const uint32_t most[LEVELS] = {9, 12, 13, 20};
    if (!is_int(type))
        return false;
    if (type != VY_TYPE_U32 && !g->gridless && (type != VY_TYPE_U64 || one_in(g, 3))) {
        // Lanes of one vector then: numbers that compilers know.
        cover(g, CONFORM_CAST_U32, type);
        P("%s(%s)", vy_type_name(type), ids[pick(g, most[level])]);
        return true;
    }
    if (type != VY_TYPE_U32 && type != VY_TYPE_U64)
        return false;
    if (type == VY_TYPE_U64 && level == LEVEL_LANE && g->service && !one_in(g, 3)) {
        clock_now(g);
    } else if (type == VY_TYPE_U64 || one_in(g, 3)) {
        cover(g, CONFORM_AT, type);
        P("%s_at(bytes, ", vy_type_name(type));
        gen_index(g, 40, level);
        P(")");
    } else if (one_in(g, 3)) {
        cover(g, CONFORM_LOAD_TABLE, type);
        P("TABLE[");
        gen_index(g, 9, level);
        P("]");
    } else if (g->gridless || one_in(g, 3)) {
        bool sum = one_in(g, 3);
        if (!sum && one_in(g, 3) && length_of_axis(g))
            return true;
        cover(g, sum ? CONFORM_CONST : CONFORM_LEN, type);
        sum ? P("SUM") : P("len(%s)", g->buffers[pick(g, 3)].name);
    } else {
        cover(g, CONFORM_ID, type);
        P("%s", ids[pick(g, most[level])]);
    }
    return true;
}

static void leaf(struct gen *g, vy_type type, enum level level)
{
    const struct gen_local *l;
    switch (pick(g, 9)) {
    case 0:
    case 1:
        if (load(g, type, level))
            return;
        break;
    case 2:
        if (level == LEVEL_LANE && (l = find_local(g, type, level, true))) {
            cover(g, CONFORM_LOAD_ARRAY, type);
            P("%s[", l->name);
            gen_index(g, l->length, level);
            P("]");
            return;
        }
        break;
    case 3:
        if (special(g, type, level))
            return;
        break;
    case 4: literal(g, type); return;
    case 5:
        cover(g, CONFORM_PARAM, type);
        P("p_%s", vy_type_name(type));
        return;
    default: break;
    }
    if ((l = find_local(g, type, level, false)))
        P("%s", l->name);
    else if (g->indices || !load(g, type, level))
        literal(g, type);
}

// ---- ops ----
void gen_op(struct gen *g, uint32_t number, vy_type operand, enum level level, unsigned depth)
{
    const struct gen_op *op = conform_op(number);
    vy_type second = operand;
    if (op->rule == RULE_SHIFT)
        second = (vy_type)(VY_TYPE_U32 + pick(g, 4));
    cover(g, (enum conform_row)number, operand);
    if (op->flags & OP_CALL) {
        P("%s(", op->spelling);
        for (unsigned i = 0; i < op->arity; i++) {
            P(i ? ", " : "");
            gen_expr(g, i == 1 ? second : operand, level, depth);
        }
        P(")");
    } else if (op->arity == 1) {
        P("(%s", op->spelling);
        gen_expr(g, operand, level, depth);
        P(")");
    } else {
        P("(");
        gen_expr(g, operand, level, depth);
        P(" %s ", op->spelling);
        gen_expr(g, second, level, depth);
        P(")");
    }
}

void gen_cast(struct gen *g, vy_type from, vy_type to, enum level level, unsigned depth)
{
    cover(g, (enum conform_row)(CONFORM_CAST_BOOL + (from - VY_TYPE_BOOL)), to);
    P("%s(", vy_type_name(to));
    gen_expr(g, from, level, depth);
    P(")");
}

/// A condition that is neither always true nor never, mostly.
static void even_condition(struct gen *g, enum level level, unsigned depth)
{
    static const char *const tests[] = {"==", "!=", "<", ">="};
    P("(");
    gen_expr(g, VY_TYPE_U32, level, depth);
    P(" %% %u", 2 + pick(g, 4));
    P(" %s", tests[pick(g, 4)]);
    P(" %u)", pick(g, 2) + 1);
}

static void lazy(struct gen *g, enum level level, unsigned depth)
{
    bool and = one_in(g, 2);
    cover(g, and? CONFORM_LAND : CONFORM_LOR, VY_TYPE_BOOL);
    P("(");
    gen_expr(g, VY_TYPE_BOOL, level, depth);
    P(and? " && " : " || ");
    gen_expr(g, VY_TYPE_BOOL, level, depth);
    P(")");
}

void gen_expr(struct gen *g, vy_type type, enum level level, unsigned depth)
{
    if (!depth || one_in(g, 4)) {
        leaf(g, type, level);
        return;
    }
    depth--;
    switch (pick(g, 8)) {
    case 0:
    case 1: gen_cast(g, (vy_type)(VY_TYPE_BOOL + pick(g, 7)), type, level, depth); return;
    case 2:
        cover(g, CONFORM_SELECT, type);
        P("(");
        gen_expr(g, VY_TYPE_BOOL, level, depth);
        P(" ? ");
        gen_expr(g, type, level, depth);
        P(" : ");
        gen_expr(g, type, level, depth);
        P(")");
        return;
    case 3:
    case 4:
        if (type == VY_TYPE_BOOL) {
            one_in(g, 2) ? lazy(g, level, depth) : even_condition(g, level, depth);
            return;
        }
        break;
    default: break;
    }
    for (unsigned tries = 0; tries < 12; tries++) {
        uint32_t number = pick(g, CONFORM_PURE);
        vy_type operand = conform_op_operand(g, conform_op(number), type);
        if (operand) {
            gen_op(g, number, operand, level, depth);
            return;
        }
    }
    leaf(g, type, level);
}
