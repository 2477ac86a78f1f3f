// Expressions of programs whose lanes part.
#include "support/lanes_gen.h"

#define P(...) fprintf(g->out, __VA_ARGS__)

vy_type lanes_value_type(vy_type elem)
{
    switch (elem) {
    case VY_TYPE_U8:
    case VY_TYPE_U16: return VY_TYPE_U32;
    case VY_TYPE_I8:
    case VY_TYPE_I16: return VY_TYPE_I32;
    default: return elem;
    }
}

vy_type lanes_type(struct lanes *g)
{
    return lanes_one_in(g, 3) ? VY_TYPE_U32 : (vy_type)(VY_TYPE_BOOL + lanes_pick(g, 7));
}

vy_type lanes_int_type(struct lanes *g)
{
    return lanes_one_in(g, 2) ? VY_TYPE_U32 : (vy_type)(VY_TYPE_U32 + lanes_pick(g, 4));
}

void lanes_literal(struct lanes *g, vy_type type)
{
    static const char *const floats[] = {"0.0", "1.5", "3.0", "1e-40", "1e30", "16777217.0", "0.1"};
    static const char *const words[] = {"0", "1", "2", "3", "5", "7", "31", "32", "33", "255"};
    static const char *const ends[] = {
        "0xffff_ffff", "0x8000_0000", "0x7fff_ffff",           "(-2147483648)",
        "2147483647",  "(-1)",        "0xffff_ffff_ffff_ffff", "(-9223372036854775808)"};
    if (type == VY_TYPE_BOOL) {
        P("%s", lanes_pick(g, 2) ? "true" : "false");
    } else if (lanes_is_float(type)) {
        if (lanes_one_in(g, 12))
            P("%s(%s)", vy_type_name(type), lanes_pick(g, 2) ? "inf" : "nan");
        else
            P("%s%s%s", lanes_one_in(g, 4) ? "-" : "",
              floats[lanes_pick(g, sizeof floats / sizeof *floats)], vy_type_name(type));
    } else if (lanes_one_in(g, 8)) {
        uint32_t from = type == VY_TYPE_U32 ? 0 : type == VY_TYPE_I32 ? 3 : 5;
        uint32_t k = type == VY_TYPE_U64 ? 6 : type == VY_TYPE_I64 ? 7 : from + lanes_pick(g, 3);
        P("%s(%s)", vy_type_name(type), ends[k]);
    } else {
        P("%s%s", words[lanes_pick(g, sizeof words / sizeof *words)], vy_type_name(type));
    }
}

/// A local of a type; UINT32_MAX: none.
static uint32_t find_local(struct lanes *g, vy_type type, bool same, bool array)
{
    uint32_t from = lanes_pick(g, g->local_count ? g->local_count : 1);
    for (uint32_t i = 0; i < g->local_count; i++) {
        uint32_t k = (from + i) % g->local_count;
        const struct lanes_local *l = &g->locals[k];
        if (l->type == type && (l->same || !same) && !l->length == !array)
            return k;
    }
    return UINT32_MAX;
}

/// An index below `count`, mostly: of any integer type, the same, linear or any.
static void index_of(struct lanes *g, uint32_t count, bool same, unsigned depth)
{
    vy_type type = lanes_int_type(g);
    if (!same && lanes_one_in(g, 3)) {
        static const char *const linear[] = {"gid.x", "lid.x", "me", "lane", "here"};
        P("%s", linear[lanes_pick(g, 5)]);
        if (lanes_one_in(g, 2))
            P(" %s %u", lanes_one_in(g, 3) ? "-" : "+", lanes_pick(g, 40));
        return;
    }
    lanes_expr(g, type, same, depth);
    if (!lanes_one_in(g, 12))
        P(" %% %u", count + lanes_pick(g, 2));
}

static void load(struct lanes *g, vy_type type, bool same, unsigned depth)
{
    static const struct {
        vy_type value;
        const char *name;
    } buffers[] = {{VY_TYPE_U32, "iu"}, {VY_TYPE_U32, "ib"}, {VY_TYPE_U32, "ih"},
                   {VY_TYPE_I32, "ii"}, {VY_TYPE_I32, "jb"}, {VY_TYPE_I32, "jh"},
                   {VY_TYPE_U64, "iw"}, {VY_TYPE_I64, "is"}, {VY_TYPE_F32, "it"},
                   {VY_TYPE_F64, "id"}, {VY_TYPE_BOOL, "il"}};
    uint32_t count = sizeof buffers / sizeof *buffers, from = lanes_pick(g, count);
    depth = depth ? depth - 1 : 0;
    if (type == VY_TYPE_I32 && lanes_one_in(g, 4)) {
        P("m2[");
        index_of(g, 6, same, depth);
        P(", ");
        index_of(g, 9, same, depth);
        P("]");
        return;
    }
    if ((type == VY_TYPE_U32 || type == VY_TYPE_U64) && lanes_one_in(g, 4)) {
        P("%s_at(ib, ", vy_type_name(type));
        index_of(g, 50, same, depth);
        P(")");
        return;
    }
    if (type == VY_TYPE_U32 && lanes_one_in(g, 6)) {
        P("TABLE[");
        index_of(g, 9, same, depth);
        P("]");
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = (from + i) % count;
        if (buffers[k].value != type)
            continue;
        P("%s[", buffers[k].name);
        index_of(g, 50, same, depth);
        P("]");
        return;
    }
}

/// What this invocation wrote itself, or an atomic that is its own.
static bool own(struct lanes *g, vy_type type)
{
    static const char *const ops[] = {"add", "sub", "and", "or", "xor", "min", "max", "exchange"};
    if ((type == VY_TYPE_U32 || type == VY_TYPE_I64) && lanes_one_in(g, 2)) {
        char name = type == VY_TYPE_U32 ? 'u' : 's';
        if (lanes_one_in(g, 4)) {
            P("atomic_compare_exchange(own_%c[me], ", name);
            lanes_expr(g, type, false, 0);
            P(", ");
        } else {
            P("atomic_%s(own_%c[me], ", ops[lanes_pick(g, 8)], name);
        }
        lanes_expr(g, type, false, 0);
        P(")");
        return true;
    }
    for (uint32_t t = VY_TYPE_BOOL; t <= VY_TYPE_I16; t++)
        if (g->writable >> t & 1 && lanes_value_type((vy_type)t) == type && lanes_one_in(g, 2)) {
            P("o_%s[me * %u + ", vy_type_name((vy_type)t), LANES_OWN);
            lanes_expr(g, VY_TYPE_U32, lanes_one_in(g, 2), 0);
            P(" %% %u]", LANES_OWN);
            return true;
        }
    return false;
}

static void leaf(struct lanes *g, vy_type type, bool same, unsigned depth)
{
    uint32_t k = find_local(g, type, same, false);
    switch (lanes_pick(g, 9)) {
    case 0:
    case 1: load(g, type, same, depth); return;
    case 2:
        if ((k = find_local(g, type, same, true)) != UINT32_MAX) {
            P("%s[", g->locals[k].name);
            index_of(g, g->locals[k].length, same, 0);
            P("]");
            return;
        }
        k = find_local(g, type, same, false);
        break;
    case 3:
        if (type == VY_TYPE_U32) {
            static const char *const ids[] = {"grid_size.x", "workgroups.y", "workgroup_size.z",
                                              "len(iu)",     "gid.x",        "lid.x",
                                              "lid.y",       "gid.z",        "wid.x",
                                              "lane",        "subgroup",     "me"};
            P("%s", ids[lanes_pick(g, same ? 4 : 12)]);
            return;
        }
        break;
    case 4: lanes_literal(g, type); return;
    case 5:
        if (!same && own(g, type))
            return;
        break;
    default: break;
    }
    if (k != UINT32_MAX)
        P("%s", g->locals[k].name);
    else if (same)
        P("p_%s", vy_type_name(type));
    else
        load(g, type, same, depth);
}

static void call(struct lanes *g, vy_type type, bool same, unsigned depth)
{
    static const char *const ints[] = {"min",   "max",      "abs",   "popcount", "clz",
                                       "ctz",   "reverse",  "mulhi", "rotl",     "rotr",
                                       "clamp", "ceil_div", "min",   "max"};
    static const uint8_t int_args[] = {2, 2, 1, 1, 1, 1, 1, 2, 2, 2, 3, 2, 2, 2};
    static const char *const floats[] = {"min",  "max",   "abs",   "sqrt", "floor",
                                         "ceil", "trunc", "round", "fma",  "clamp"};
    static const uint8_t float_args[] = {2, 2, 1, 1, 1, 1, 1, 1, 3, 3};
    bool real = lanes_is_float(type);
    uint32_t k = lanes_pick(g, real ? 10 : 14);
    if (!real && k == 11 && (type == VY_TYPE_I32 || type == VY_TYPE_I64))
        k = 0; // ceil_div is for unsigned numbers
    uint32_t count = real ? float_args[k] : int_args[k];
    P("%s(", real ? floats[k] : ints[k]);
    for (uint32_t i = 0; i < count; i++) {
        P("%s", i ? ", " : "");
        lanes_expr(g, type, same, depth);
    }
    P(")");
}

static void boolean(struct lanes *g, bool same, unsigned depth)
{
    static const char *const tests[] = {"==", "!=", "<", "<=", ">", ">="};
    static const char *const joins[] = {"&&", "||", "&", "|", "^"};
    vy_type type = (vy_type)(VY_TYPE_U32 + lanes_pick(g, 6));
    P("(");
    if (lanes_one_in(g, 6)) {
        P("!");
        lanes_expr(g, VY_TYPE_BOOL, same, depth);
    } else if (lanes_one_in(g, 3)) {
        lanes_expr(g, VY_TYPE_BOOL, same, depth);
        P(" %s ", joins[lanes_pick(g, 5)]);
        lanes_expr(g, VY_TYPE_BOOL, same, depth);
    } else if (lanes_one_in(g, 2)) { // neither always nor never
        lanes_expr(g, VY_TYPE_U32, same, depth);
        P(" %% %u %s %u", 2 + lanes_pick(g, 5), tests[lanes_pick(g, 6)], lanes_pick(g, 3));
    } else {
        lanes_expr(g, type, same, depth);
        P(" %s ", tests[lanes_pick(g, 6)]);
        lanes_expr(g, type, same, depth);
    }
    P(")");
}

void lanes_expr(struct lanes *g, vy_type type, bool same, unsigned depth)
{
    static const char *const ints[] = {"+", "-", "*", "&", "|", "^", "/", "%"};
    static const char *const reals[] = {"+", "-", "*", "/"};
    if (!depth || lanes_one_in(g, 4)) {
        leaf(g, type, same, depth);
        return;
    }
    depth--;
    same = same || lanes_one_in(g, 8);
    switch (lanes_pick(g, 7)) {
    case 0: {
        vy_type from = (vy_type)(VY_TYPE_BOOL + lanes_pick(g, 7));
        P("%s(", vy_type_name(type));
        lanes_expr(g, from, same, depth);
        P(")");
        return;
    }
    case 1:
        P("(");
        lanes_expr(g, VY_TYPE_BOOL, same, depth);
        P(" ? ");
        lanes_expr(g, type, same, depth);
        P(" : ");
        lanes_expr(g, type, same, depth);
        P(")");
        return;
    case 2:
        if (type != VY_TYPE_BOOL) {
            call(g, type, same, depth);
            return;
        }
        break;
    case 3:
        if (type != VY_TYPE_BOOL && !lanes_is_float(type)) {
            P("(");
            lanes_expr(g, type, same, depth);
            P(" %s ", lanes_one_in(g, 2) ? "<<" : ">>");
            lanes_expr(g, lanes_int_type(g), same, depth);
            P(")");
            return;
        }
        break;
    default: break;
    }
    if (type == VY_TYPE_BOOL) {
        boolean(g, same, depth);
        return;
    }
    P("(");
    lanes_expr(g, type, same, depth);
    P(" %s ", lanes_is_float(type) ? reals[lanes_pick(g, 4)] : ints[lanes_pick(g, 8)]);
    lanes_expr(g, type, same, depth);
    P(")");
}
