// Expressions of settled programs.
#include "support/settled_gen.h"

#define P(...) fprintf(g->out, __VA_ARGS__)

vy_type settled_value_type(vy_type elem)
{
    switch (elem) {
    case VY_TYPE_U8:
    case VY_TYPE_U16: return VY_TYPE_U32;
    case VY_TYPE_I8:
    case VY_TYPE_I16: return VY_TYPE_I32;
    default: return elem;
    }
}

vy_type settled_type(struct gen *g)
{
    return one_in(g, 2) ? VY_TYPE_U32 : (vy_type)(VY_TYPE_BOOL + pick(g, 7));
}

static bool is_float(vy_type t)
{
    return t == VY_TYPE_F32 || t == VY_TYPE_F64;
}

static void literal(struct gen *g, vy_type type)
{
    uint32_t v = one_in(g, 6) ? (uint32_t)rng_next(&g->r) >> 1 : pick(g, 20);
    if (type == VY_TYPE_BOOL)
        P("%s", pick(g, 2) ? "true" : "false");
    else if (is_float(type))
        P("%u.%u%s", v % 100, pick(g, 10), vy_type_name(type));
    else
        P("%u%s", v, vy_type_name(type));
}

/// A local of a type that is uniform enough; UINT32_MAX: none.
static uint32_t find_local(struct gen *g, vy_type type, enum level level, bool array)
{
    uint32_t from = pick(g, g->local_count ? g->local_count : 1);
    for (uint32_t i = 0; i < g->local_count; i++) {
        uint32_t k = (from + i) % g->local_count;
        const struct gen_local *l = &g->locals[k];
        if (l->type == type && l->level <= level && !l->length == !array)
            return k;
    }
    return UINT32_MAX;
}

void settled_own(struct gen *g, const struct gen_buffer *b)
{
    const char *index = b->role == VY_ROLE_SHARED ? "here" : g->in_each ? "i" : "me";
    if (b->columns)
        P("%s[%s, %u]", b->name, index, b->columns / 2);
    else
        P("%s[%s]", b->name, index);
}

static void anybodys(struct gen *g, const struct gen_buffer *b, enum level level)
{
    P("%s[", b->name);
    settled_expr(g, VY_TYPE_U32, level, 1);
    P(" %% %u", b->count + 1); // now and then past the end
    P(b->columns ? ", %u]" : "]", b->columns / 2);
}

/// A load; false where no buffer fits.
static bool load(struct gen *g, vy_type type, enum level level)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        bool readonly = b->role == VY_ROLE_IN || b->role == VY_ROLE_UNIFORM;
        if (settled_value_type(b->elem) != type || (level != LEVEL_LANE && !readonly))
            continue;
        if (g->modes[k] == MODE_STABLE) {
            anybodys(g, b, level);
            return true;
        }
        if (b->own && g->modes[k] == MODE_PRIVATE) {
            static const char *const ops[] = {"add", "xor", "max", "exchange"};
            P("atomic_%s(", ops[pick(g, 4)]);
            settled_own(g, b);
            P(", ");
            settled_expr(g, type, level, 0);
            P(")");
            return true;
        }
        if (!b->atomic && g->modes[k] <= MODE_PRIVATE &&
            !(g->in_each && b->role == VY_ROLE_SHARED)) {
            settled_own(g, b);
            return true;
        }
    }
    return false;
}

static void leaf(struct gen *g, vy_type type, enum level level)
{
    uint32_t k = find_local(g, type, level, false);
    switch (pick(g, 8)) {
    case 0:
    case 1:
        if (load(g, type, level))
            return;
        break;
    case 2:
        if (level == LEVEL_LANE && (k = find_local(g, type, level, true)) != UINT32_MAX) {
            P("%s[", g->locals[k].name);
            settled_expr(g, VY_TYPE_U32, level, 0);
            P(" %% %u]", g->locals[k].length);
            return;
        }
        k = find_local(g, type, level, false);
        break;
    case 3:
        if (type == VY_TYPE_U32 && !g->in_each) {
            static const char *const ids[] = {"grid_size.x", "workgroups.y", "wid.x", "wid.y",
                                              "gid.x",       "lid.x",        "lane",  "me"};
            P("%s", ids[pick(g, level == LEVEL_GRID ? 2 : level == LEVEL_GROUP ? 4 : 8)]);
            return;
        }
        break;
    case 4: literal(g, type); return;
    default: break;
    }
    if (k != UINT32_MAX) {
        P("%s", g->locals[k].name);
    } else if (type == VY_TYPE_BOOL && !one_in(g, 4)) {
        P("(");
        leaf(g, VY_TYPE_U32, level);
        P(" %% %u %s %u)", 2 + pick(g, 3), one_in(g, 2) ? "==" : "!=", pick(g, 2));
    } else {
        literal(g, type);
    }
}

static void boolean(struct gen *g, enum level level, unsigned depth)
{
    static const char *const tests[] = {"==", "!=", "<", "<=", ">", ">="};
    static const char *const joins[] = {"&&", "||", "&", "|", "^"};
    vy_type type = (vy_type)(VY_TYPE_U32 + pick(g, 6));
    P("(");
    if (one_in(g, 4)) {
        P("!");
        settled_expr(g, VY_TYPE_BOOL, level, depth);
    } else if (one_in(g, 3)) {
        settled_expr(g, VY_TYPE_BOOL, level, depth);
        P(" %s ", joins[pick(g, 5)]);
        settled_expr(g, VY_TYPE_BOOL, level, depth);
    } else {
        settled_expr(g, type, level, depth);
        P(" %s ", tests[pick(g, 6)]);
        settled_expr(g, type, level, depth);
    }
    P(")");
}

static void cast(struct gen *g, vy_type type, enum level level, unsigned depth)
{
    vy_type from = (vy_type)(VY_TYPE_BOOL + pick(g, 7));
    P("%s(", vy_type_name(type));
    settled_expr(g, from == type ? VY_TYPE_U32 : from, level, depth);
    P(")");
}

void settled_expr(struct gen *g, vy_type type, enum level level, unsigned depth)
{
    static const char *const ints[] = {"+", "-", "*", "&", "|", "^", "/", "%"};
    static const char *const calls[] = {"min", "max"};
    if (!depth || one_in(g, 4)) {
        leaf(g, type, level);
        return;
    }
    depth--;
    switch (pick(g, 6)) {
    case 0: cast(g, type, level, depth); return;
    case 1:
        P("(");
        settled_expr(g, VY_TYPE_BOOL, level, depth);
        P(" ? ");
        settled_expr(g, type, level, depth);
        P(" : ");
        settled_expr(g, type, level, depth);
        P(")");
        return;
    case 2:
        if (type != VY_TYPE_BOOL) {
            P("%s(", calls[pick(g, 2)]);
            settled_expr(g, type, level, depth);
            P(", ");
            settled_expr(g, type, level, depth);
            P(")");
            return;
        }
        break;
    default: break;
    }
    if (type == VY_TYPE_BOOL) {
        boolean(g, level, depth);
        return;
    }
    P("(");
    settled_expr(g, type, level, depth);
    P(" %s ", ints[pick(g, is_float(type) ? 3 : 8)]);
    settled_expr(g, type, level, depth);
    P(")");
}

// ---- collectives ----
void settled_collective(struct gen *g, vy_type type, const char *scope, bool uniform)
{
    static const char *const ops[] = {"add", "min", "max", "and", "or", "xor"};
    bool grid = scope[0] == 'g';
    if (type == VY_TYPE_BOOL && one_in(g, 2)) {
        P("%s_%s(", scope, pick(g, 2) ? "any" : "all");
        settled_expr(g, type, LEVEL_LANE, 2);
        P(")");
        return;
    }
    if (one_in(g, 7)) {
        P("%s_broadcast(", scope);
        settled_expr(g, type, LEVEL_LANE, 2);
        P(", ");
        settled_expr(g, VY_TYPE_U32, grid ? LEVEL_GRID : LEVEL_GROUP, 1);
        P(" %% %u)", grid ? g->total + 1 : g->volume);
        return;
    }
    if (grid && one_in(g, 6)) {
        const struct gen_buffer *b = &g->buffers[pick(g, g->buffer_count)];
        if (settled_value_type(b->elem) == type && b->role != VY_ROLE_SHARED) {
            P("grid_load(");
            anybodys(g, b, LEVEL_GRID);
            P(")");
            return;
        }
    }
    const char *scan = "";
    if (!uniform && !is_float(type) && one_in(g, 2))
        scan = pick(g, 2) ? "scan_" : "iscan_";
    uint32_t op = is_float(type) ? pick(g, 3) : type == VY_TYPE_BOOL ? 3 + pick(g, 3) : pick(g, 6);
    P("%s_%s%s(", scope, scan, ops[op]);
    settled_expr(g, type, LEVEL_LANE, 2);
    P(")");
}

void settled_meeting(struct gen *g, vy_type type, enum level level)
{
    bool grid = g->flow == LEVEL_GRID && (level == LEVEL_GRID || one_in(g, 2));
    if (g->flow == LEVEL_LANE || (level == LEVEL_GRID && !grid) || g->in_each) {
        settled_expr(g, type, level, 2);
        return;
    }
    const char *scope = grid ? "grid" : "workgroup";
    bool uniform = level != LEVEL_LANE;
    switch (pick(g, 4)) {
    case 0: // one after the other, with something before them
        if (type != VY_TYPE_BOOL) {
            P("(");
            settled_expr(g, type, level, 1);
            P(" + ");
            settled_collective(g, type, scope, uniform);
            P(" * ");
            settled_collective(g, type, scope, uniform);
            P(")");
            return;
        }
        P("(");
        settled_expr(g, type, grid ? LEVEL_GRID : LEVEL_GROUP, 1);
        P(" %s ", pick(g, 2) ? "&&" : "||");
        settled_collective(g, type, scope, uniform);
        P(")");
        return;
    case 1:
        P("(");
        settled_expr(g, VY_TYPE_BOOL, grid ? LEVEL_GRID : LEVEL_GROUP, 1);
        P(" ? ");
        settled_collective(g, type, scope, uniform);
        P(" : ");
        if (one_in(g, 2))
            settled_collective(g, type, scope, uniform);
        else
            settled_expr(g, type, level, 1);
        P(")");
        return;
    default: settled_collective(g, type, scope, uniform);
    }
}
