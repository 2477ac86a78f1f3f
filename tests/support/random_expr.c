// Expressions of random programs.
#include "support/random_gen.h"

#include <math.h>

// ---- leaves ----
vy_value random_small(struct gen *g, uint8_t type, uint32_t value)
{
    switch (type) {
    case VY_TYPE_BOOL: return vy_build_bool(g->b, value & 1);
    case VY_TYPE_U32: return vy_build_u32(g->b, value);
    case VY_TYPE_I32: return vy_build_i32(g->b, (int32_t)value);
    case VY_TYPE_U64: return vy_build_u64(g->b, value);
    case VY_TYPE_I64: return vy_build_i64(g->b, value);
    case VY_TYPE_F32: return vy_build_f32(g->b, (float)value);
    default: return vy_build_f64(g->b, value);
    }
}

static vy_value float_literal(struct gen *g, uint8_t type)
{
    static const double edges[] = {
        0.0,  -0.0,    1.0,     -1.0,   0.1,      1e-6, 0.5,
        16.0, 1e10,    1e-38,   1e-45,  3.4e38,   NAN,  INFINITY,
        -2.5, -1e-310, 1.7e308, 5e-324, 123456.7, 1e22, 9007199254740993.0};
    double v = edges[random_below(g, sizeof edges / sizeof *edges)];
    union {
        uint64_t u;
        double d;
    } bits = {rng_next(&g->rng)};
    union {
        uint32_t u;
        float f;
    } narrow = {(uint32_t)bits.u};
    if (type == VY_TYPE_F64)
        return vy_build_f64(g->b, random_one_in(g, 3)   ? bits.d
                                  : random_one_in(g, 8) ? -INFINITY
                                                        : v);
    // Past the range of a float a conversion is undefined in C.
    float f = v > 3.4e38 && v < INFINITY ? 3.4028235e38f : (float)v;
    return vy_build_f32(g->b, random_one_in(g, 3) ? narrow.f : random_one_in(g, 8) ? -INFINITY : f);
}

vy_value random_literal(struct gen *g, uint8_t type)
{
    uint64_t bits = rng_next(&g->rng);
    switch (random_below(g, 5)) {
    case 0: bits = 0; break;
    case 1: bits = (uint64_t)0 - 1 - random_below(g, 2); break;
    case 2: bits = (uint64_t)1 << random_below(g, 64); break;
    case 3: bits &= 0xff; break;
    default: break;
    }
    switch (type) {
    case VY_TYPE_BOOL: return vy_build_bool(g->b, bits & 1);
    case VY_TYPE_U32: return vy_build_u32(g->b, (uint32_t)bits);
    case VY_TYPE_I32:
        return vy_build_i32(g->b, random_one_in(g, 8) ? INT32_MIN : (int32_t)(uint32_t)bits);
    case VY_TYPE_U64: return vy_build_u64(g->b, bits);
    case VY_TYPE_I64: return vy_build_i64(g->b, random_one_in(g, 8) ? INT64_MIN : (int64_t)bits);
    default: return float_literal(g, type);
    }
}

static vy_value id_leaf(struct gen *g, uint8_t level)
{
    uint32_t id = 1 + random_below(g, 8);
    const struct vyi_id_info *info = vyi_id_info(id);
    if (g->gridless || !info || info->uniform > level)
        return (vy_value){0};
    char text[32];
    size_t n = strlen(info->spelling);
    memcpy(text, info->spelling, n + 1);
    if (info->components > 1) {
        text[n] = '.';
        text[n + 1] = "xyz"[random_below(g, 3)];
        text[n + 2] = 0;
    }
    return vy_build_id(g->b, text);
}

static bool is_buffer(const struct random_decl *d, const void *wanted)
{
    (void)wanted;
    return d->role != 0;
}

static vy_value leaf(struct gen *g, uint8_t type, uint8_t level)
{
    vy_value v = {0};
    if (type == VY_TYPE_U32 && random_one_in(g, 4))
        v = id_leaf(g, level);
    const struct random_decl *d = random_pick(g, is_buffer, NULL);
    if (!v.ref && type == VY_TYPE_U32 && d && random_one_in(g, 8))
        v = random_one_in(g, 2) ? vy_build_len(g->b, d->decl)
                                : vy_build_len_axis(g->b, d->decl, random_below(g, d->rank));
    if (!v.ref && type == VY_TYPE_U64 && g->service && level == VYI_UNIFORM_VARYING &&
        random_one_in(g, 6))
        v = vy_build_op(g->b, "clock", 0, NULL);
    // Later values first, so that a chain of lets is used and not only declared.
    for (uint32_t tries = 12; !v.ref && tries && g->value_count; tries--) {
        uint32_t back = random_below(g, random_one_in(g, 2) ? 8 : g->value_count);
        const struct random_value *at =
            &g->values[g->value_count - 1 - (back < g->value_count ? back : 0)];
        if (at->type == type && at->level <= level)
            v = at->value;
    }
    return v.ref ? v : random_literal(g, type);
}

const struct random_decl *random_pick(struct gen *g,
                                      bool (*fits)(const struct random_decl *, const void *),
                                      const void *wanted)
{
    uint32_t start = random_below(g, g->decl_count);
    for (uint32_t i = 0; i < g->decl_count; i++) {
        const struct random_decl *d = &g->decls[(start + i) % g->decl_count];
        if (fits(d, wanted))
            return d;
    }
    return NULL;
}

// ---- operators ----
/// A pure op over random operand types that gives `type`.
static vy_value pure_op(struct gen *g, uint8_t type, uint8_t level, uint32_t depth)
{
    for (uint32_t tries = 0; tries < 400; tries++) {
        uint8_t op = (uint8_t)(1 + random_below(g, 63)), first = random_scalar(g);
        const struct vyi_op_info *info = vyi_op_info(op);
        if (info->kind != VYI_KIND_OP)
            continue;
        uint8_t types[3] = {first, first, first};
        unsigned wrong;
        if (info->rule == VYI_RULE_SHIFT)
            types[1] = random_int(g);
        if (vyi_op_type(op, types, &wrong) != type)
            continue;
        vy_value operands[3] = {{0}, {0}, {0}};
        for (uint32_t i = 0; i < info->arity; i++)
            operands[i] = random_expr(g, types[i], level, depth - 1);
        return vy_build_op(g->b, info->spelling, info->arity, operands);
    }
    return leaf(g, type, level);
}

/// `&&`, `||` and `?:`: the later operands stand under a branch on the first.
static vy_value lazy_op(struct gen *g, uint8_t type, uint8_t level, uint32_t depth)
{
    uint8_t flow = g->place.flow;
    vy_value operands[3];
    operands[0] = random_expr(g, VY_TYPE_BOOL, level, depth - 1);
    g->place.flow = random_max(flow, level);
    operands[1] = random_expr(g, type, level, depth - 1);
    bool select = type != VY_TYPE_BOOL || random_one_in(g, 3);
    if (select)
        operands[2] = random_expr(g, type, level, depth - 1);
    g->place.flow = flow;
    const char *op = select ? "?" : random_one_in(g, 2) ? "&&" : "||";
    return vy_build_op(g->b, op, select ? 3 : 2, operands);
}

void random_indices(struct gen *g, const struct random_decl *d, uint8_t level, uint32_t depth,
                    vy_value *indices)
{
    for (uint32_t i = 0; i < d->rank; i++) {
        uint8_t type = random_one_in(g, 2) ? VY_TYPE_U32 : random_int(g);
        uint32_t size = d->size[i] ? (uint32_t)d->size[i] : 1;
        uint32_t how = random_below(g, 4);
        if (how == 0 || !depth) {
            indices[i] = random_small(g, type, random_below(g, size));
        } else if (how == 1) {
            indices[i] = random_expr(g, type, level, depth - 1);
        } else {
            vy_value v = random_expr(g, VY_TYPE_U32, level, depth - 1);
            indices[i] = vy_op(g->b, "%", v, vy_build_u32(g->b, size));
        }
    }
}

vy_value random_expr(struct gen *g, uint8_t type, uint8_t level, uint32_t depth)
{
    vy_value v = {0};
    g->left--;
    if (!depth || g->left <= 0 || random_one_in(g, 5))
        return leaf(g, type, level);
    // Operands of a more uniform kind now and then: they are what barriers can depend on.
    uint8_t inner = random_one_in(g, 4) ? (uint8_t)random_below(g, level + 1u) : level;
    switch (random_below(g, 14)) {
    case 0:
    case 1: v = random_load(g, type, level, depth - 1); break;
    case 2:
        if (level == VYI_UNIFORM_VARYING)
            v = random_atomic(g, type, depth - 1);
        break;
    case 3:
    case 4: v = random_collective(g, type, level, depth - 1); break;
    case 5: v = lazy_op(g, type, inner, depth); break;
    case 6:
    case 7:
        v = vy_build_cast(g->b, (vy_type)type, random_expr(g, random_scalar(g), inner, depth - 1));
        break;
    case 8: return leaf(g, type, level);
    default: break;
    }
    return v.ref ? v : pure_op(g, type, inner, depth);
}
