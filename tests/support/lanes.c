// Declarations and statements of programs whose lanes part.
#include "support/lanes.h"

#include "support/lanes_gen.h"

#include <stdlib.h>

#define P(...) fprintf(g->out, __VA_ARGS__)

static void block(struct lanes *g, unsigned most);

static struct lanes_local *local(struct lanes *g, vy_type type, bool var, bool same, char stem)
{
    // past the limit the last one is forgotten
    uint32_t at = g->local_count < LANES_LOCALS ? g->local_count++ : LANES_LOCALS - 1;
    struct lanes_local *l = &g->locals[at];
    *l = (struct lanes_local){.type = type, .var = var, .same = same};
    snprintf(l->name, sizeof l->name, "%c%u", stem, g->names++);
    return l;
}

// ---- values ----
static void define(struct lanes *g)
{
    vy_type type = lanes_type(g);
    bool var = !lanes_one_in(g, 3), same = lanes_one_in(g, 4);
    if (lanes_one_in(g, 5)) {
        uint32_t length = 1 + lanes_pick(g, 6);
        struct lanes_local *l = local(g, type, true, false, 'a');
        P("var %s: %s[%u]\n", l->name, vy_type_name(type), length);
        l->length = length;
        return;
    }
    P("%s v%u = ", var ? "var" : "let", g->names);
    lanes_expr(g, type, same, 3);
    P("\n");
    local(g, type, var, same && !var, 'v');
}

static void update(struct lanes *g, vy_type type)
{
    static const char *const ints[] = {
        "=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%="};
    uint32_t k = lanes_pick(g, type == VY_TYPE_BOOL ? 2 : lanes_is_float(type) ? 5 : 12);
    P(" %s ", ints[k]);
    lanes_expr(g, type, lanes_one_in(g, 4), 3);
    P("\n");
}

static void assign(struct lanes *g)
{
    uint32_t from = lanes_pick(g, g->local_count ? g->local_count : 1);
    for (uint32_t i = 0; i < g->local_count; i++) {
        uint32_t k = (from + i) % g->local_count;
        const struct lanes_local *l = &g->locals[k];
        if (!l->var)
            continue;
        P("%s", l->name);
        if (l->length) {
            P("[");
            lanes_expr(g, lanes_int_type(g), lanes_one_in(g, 3), 1);
            P(" %% %u]", l->length + lanes_one_in(g, 6));
        }
        update(g, l->type);
        return;
    }
}

static void store(struct lanes *g)
{
    for (unsigned tries = 0; tries < 8; tries++) {
        uint32_t t = VY_TYPE_BOOL + lanes_pick(g, 11);
        if (!(g->writable >> t & 1))
            continue;
        P("o_%s[me * %u + ", vy_type_name((vy_type)t), LANES_OWN);
        lanes_expr(g, VY_TYPE_U32, lanes_one_in(g, 2), 1);
        P(" %% %u]", LANES_OWN);
        update(g, lanes_value_type((vy_type)t));
        return;
    }
}

/// Into counters that all share, by one operation each.
static void count(struct lanes *g)
{
    static const struct {
        const char *name, *sign;
        vy_type type;
    } all[] = {{"c_add", "+=", VY_TYPE_U32},  {"c_add", "-=", VY_TYPE_U32},
               {"c_or", "|=", VY_TYPE_U64},   {"c_xor", "^=", VY_TYPE_I32},
               {"c_min", "min", VY_TYPE_I64}, {"c_max", "max", VY_TYPE_U32}};
    uint32_t k = lanes_pick(g, 6);
    P(k < 4 ? "%s[" : "atomic_%s(%s[", k < 4 ? all[k].name : all[k].sign, all[k].name);
    if (lanes_one_in(g, 3))
        P("%s %% %u", lanes_one_in(g, 2) ? "me" : "gid.x", 4 + lanes_pick(g, 20));
    else
        lanes_expr(g, VY_TYPE_U32, lanes_one_in(g, 2), 1), P(" %% 9");
    P(k < 4 ? "] %s " : "], ", all[k].sign);
    lanes_expr(g, all[k].type, lanes_one_in(g, 3), 2);
    P(k < 4 ? "\n" : ")\n");
    if (lanes_one_in(g, 3)) { // an own one, with nobody looking
        P("atomic_%s(own_u[me], ", lanes_one_in(g, 2) ? "add" : "exchange");
        lanes_expr(g, VY_TYPE_U32, false, 1);
        P(")\n");
    }
}

// ---- flow ----
static void branch(struct lanes *g)
{
    bool parted = g->parted, same = lanes_one_in(g, 3);
    P("if ");
    lanes_expr(g, VY_TYPE_BOOL, same, 2);
    g->parted = parted || !same;
    P(" {\n");
    block(g, 4);
    while (lanes_one_in(g, 4)) {
        P("} else if ");
        same = lanes_one_in(g, 3);
        g->parted |= !same;
        lanes_expr(g, VY_TYPE_BOOL, same, 1);
        P(" {\n");
        block(g, 2);
    }
    if (lanes_one_in(g, 2)) {
        P("} else {\n");
        block(g, 3);
    }
    P("}\n");
    g->parted = parted;
}

/// Bounds near the ends of the type, where a naive loop wraps, and small ones.
static void bounds(struct lanes *g, vy_type type, bool same)
{
    const char *name = vy_type_name(type);
    static const char *const high[] = {"0xffff_ffffu32", "2147483647i32",
                                       "0xffff_ffff_ffff_ffffu64", "9223372036854775807i64"};
    bool top = lanes_one_in(g, 4);
    if (top) {
        P("%s - ", high[type - VY_TYPE_U32]);
        P("%s(", name);
        lanes_expr(g, VY_TYPE_U32, same, 1);
        P(" %% 9)..%s", high[type - VY_TYPE_U32]);
        if (lanes_one_in(g, 2)) {
            P(" - %s(", name);
            lanes_expr(g, VY_TYPE_U32, same, 1);
            P(" %% 5)");
        }
    } else {
        lanes_expr(g, type, same || lanes_one_in(g, 2), 1);
        P(" %% 4..");
        if (lanes_one_in(g, 2))
            lanes_literal(g, type);
        else
            lanes_expr(g, type, same || lanes_one_in(g, 4), 1);
        P(" %% 7");
    }
    if (lanes_one_in(g, 3)) {
        P(" step ");
        lanes_expr(g, type, same || lanes_one_in(g, 2), 1);
        P(" %% %u", 2 + lanes_pick(g, 3));
    }
}

static void exits(struct lanes *g)
{
    P("if ");
    lanes_expr(g, VY_TYPE_BOOL, lanes_one_in(g, 5), 2);
    P(" { ");
    if (lanes_one_in(g, 3) && g->depth < 6)
        assign(g);
    uint32_t kind = lanes_pick(g, 6);
    if (kind == 0 && g->label_count)
        P("leave l%u", g->labels[lanes_pick(g, g->label_count)]);
    else if (kind == 1 && g->in_function) {
        P("return ");
        lanes_expr(g, g->result, false, 1);
    } else if (kind == 1 && g->may_return && !g->in_each) {
        P("return");
        g->returned = true;
    } else if (g->loops)
        P(lanes_one_in(g, 2) && !(g->in_each && g->loops == 1) ? "break" : "continue");
    else
        assign(g);
    P(" }\n");
}

static void loop(struct lanes *g)
{
    uint32_t name = g->names++, scope = g->local_count;
    bool parted = g->parted, same = lanes_one_in(g, 3);
    switch (lanes_pick(g, 4)) {
    case 0:
        P("var w%u = 0\nwhile w%u < %u", name, name, 2 + lanes_pick(g, 5));
        if (lanes_one_in(g, 2)) {
            P(" && ");
            lanes_expr(g, VY_TYPE_BOOL, same, 2);
        }
        P(" {\nw%u += 1\n", name);
        break;
    case 1: P("var w%u = 0\nloop {\nw%u += 1\nif w%u > 6 { break }\n", name, name, name); break;
    default: {
        vy_type type = lanes_int_type(g);
        P("for k%u in ", name);
        bounds(g, type, same);
        P(" {\n");
        snprintf(local(g, type, false, false, 'k')->name, sizeof g->locals->name, "k%u", name);
        break;
    }
    }
    g->parted = true;
    g->loops++;
    for (unsigned parts = 1 + lanes_pick(g, 2); parts; parts--) {
        uint32_t inner = g->local_count;
        block(g, 3);
        g->local_count = inner;
        if (!lanes_one_in(g, 3))
            exits(g);
    }
    g->loops--;
    g->parted = parted;
    P("}\n");
    g->local_count = scope;
}

static void labelled(struct lanes *g)
{
    uint32_t scope = g->local_count;
    if (g->label_count == 8)
        return;
    g->labels[g->label_count++] = g->names;
    P("block l%u {\n", g->names++);
    bool parted = g->parted;
    g->parted = true;
    for (unsigned parts = 1 + lanes_pick(g, 2); parts; parts--) {
        block(g, 3);
        exits(g);
    }
    g->parted = parted;
    g->label_count--;
    P("}\n");
    g->local_count = scope;
}

static void each(struct lanes *g)
{
    uint32_t scope = g->local_count, ranges = 1 + lanes_pick(g, 3), loops = g->loops;
    uint32_t outer = g->outer;
    bool vars[LANES_LOCALS];
    bool assigns = lanes_one_in(g, 2);
    vy_type types[3];
    uint32_t names[3];
    P("each ");
    for (uint32_t i = 0; i < ranges; i++) {
        types[i] = lanes_int_type(g);
        names[i] = g->names++;
        P("%sk%u in ", i ? ", " : "", names[i]);
        lanes_expr(g, types[i], !lanes_one_in(g, 3), 0);
        P(" %% 3..");
        if (i + 1 == ranges && lanes_one_in(g, 2)) {
            P("%u", lanes_pick(g, 2 * g->total / ranges + 3));
        } else {
            lanes_expr(g, types[i], !lanes_one_in(g, 3), 1);
            P(" %% %u", 3 + lanes_pick(g, 6));
        }
    }
    for (uint32_t i = 0; i < ranges; i++)
        snprintf(local(g, types[i], false, false, 'k')->name, sizeof g->locals->name, "k%u",
                 names[i]);
    P(" {\n");
    for (uint32_t i = 0; i < scope; i++) { // an own variable may go on, or not
        vars[i] = g->locals[i].var;
        g->locals[i].var &= assigns;
    }
    g->in_each = true;
    g->parted = true;
    g->loops = 1;
    block(g, 3);
    if (lanes_one_in(g, 2)) {
        exits(g);
        block(g, 2);
    }
    g->loops = loops;
    g->parted = g->in_each = false;
    g->outer = outer;
    for (uint32_t i = 0; i < scope; i++)
        g->locals[i].var = vars[i];
    P("}\n");
    g->local_count = scope;
}

/// What the invocations of a subgroup or workgroup make together; those who returned are missing.
static void together(struct lanes *g)
{
    static const char *const ops[] = {"add", "min", "max", "and", "or", "xor"};
    const char *scope = lanes_one_in(g, 3) ? "workgroup" : "subgroup";
    vy_type type = lanes_type(g);
    bool real = lanes_is_float(type), logic = type == VY_TYPE_BOOL;
    uint32_t kind = lanes_pick(g, 8);
    P("let v%u = ", g->names);
    if (kind == 0 && scope[0] == 's') {
        P("subgroup_ballot(");
        lanes_expr(g, VY_TYPE_BOOL, false, 2);
        P(")\n");
        local(g, VY_TYPE_U32, false, false, 'v');
        return;
    }
    if (kind == 1 && scope[0] == 's') {
        P("subgroup_shuffle(");
        lanes_expr(g, type, false, 2);
        P(", ");
        lanes_expr(g, VY_TYPE_U32, false, 1);
        P(" %% 40)\n");
    } else if (kind == 2) {
        P("%s_broadcast(", scope);
        lanes_expr(g, type, false, 2);
        P(", %u)\n", lanes_pick(g, scope[0] == 's' ? 32 : g->volume));
    } else if (logic && kind < 5) {
        P("%s_%s(", scope, lanes_one_in(g, 2) ? "any" : "all");
        lanes_expr(g, type, false, 2);
        P(")\n");
    } else {
        const char *scan = real || lanes_one_in(g, 2) ? ""
                           : lanes_one_in(g, 2)       ? "scan_"
                                                      : "iscan_";
        P("%s_%s%s(", scope, scan,
          ops[real    ? lanes_pick(g, 3)
              : logic ? 3 + lanes_pick(g, 3)
                      : lanes_pick(g, 6)]);
        lanes_expr(g, type, false, 2);
        P(")\n");
    }
    local(g, type, false, false, 'v');
}

/// What others in the workgroup put into shared memory.
static void exchange(struct lanes *g)
{
    P("barrier workgroup\nshare[here] = ");
    lanes_expr(g, VY_TYPE_U32, false, 2);
    P("\nbarrier workgroup\nlet v%u = share[", g->names);
    lanes_expr(g, VY_TYPE_U32, false, 1);
    P(" %% %u]\n", g->volume + 1);
    local(g, VY_TYPE_U32, false, false, 'v');
}

static void apply(struct lanes *g)
{
    vy_type type = VY_TYPE_U32;
    P("let v%u = f%u(", g->names, lanes_pick(g, 2));
    lanes_expr(g, VY_TYPE_U32, false, 2);
    P(", ");
    lanes_expr(g, VY_TYPE_I32, false, 2);
    P(")\n");
    local(g, type, false, false, 'v');
}

static void statement(struct lanes *g)
{
    if (!g->budget)
        return;
    g->budget--;
    bool whole = !g->parted && !g->in_function && !g->in_each, deep = g->depth > 5;
    if (whole && lanes_one_in(g, 3)) {
        switch (lanes_pick(g, 6)) {
        case 0: exchange(g); return;
        case 1:
            if (!g->returned && !g->depth) {
                each(g);
                return;
            }
            break;
        case 2:
            if (g->may_return) {
                P("if ");
                lanes_expr(g, VY_TYPE_BOOL, false, 2);
                P(" && me %% %u == %u { return }\n", 2 + lanes_pick(g, 4), lanes_pick(g, 2));
                g->returned = true;
                return;
            }
            break;
        default: together(g); return;
        }
    }
    switch (lanes_pick(g, 14)) {
    case 0:
    case 1: define(g); return;
    case 2:
    case 3: assign(g); return;
    case 4:
    case 5: store(g); return;
    case 6: count(g); return;
    case 7:
    case 8: deep ? assign(g) : branch(g); return;
    case 9:
    case 10:
    case 11: deep ? assign(g) : loop(g); return;
    case 12: deep ? store(g) : labelled(g); return;
    default:
        if (g->in_function || lanes_one_in(g, 2)) {
            if (g->may_return && lanes_one_in(g, 6)) {
                P("assert me %% 11 != 7 || ");
                lanes_expr(g, VY_TYPE_BOOL, false, 2);
                P(", \"{} {}\", me, ");
                lanes_expr(g, lanes_type(g), false, 1);
                P("\n");
            } else {
                store(g);
            }
        } else {
            apply(g);
        }
    }
}

static void block(struct lanes *g, unsigned most)
{
    uint32_t scope = g->local_count;
    g->depth++;
    for (unsigned i = 1 + lanes_pick(g, most); i > 0; i--)
        statement(g);
    g->depth--;
    g->local_count = scope;
}

// ---- the whole ----
/// Functions leave from inside of loops.
static void function(struct lanes *g, uint32_t number)
{
    uint32_t scope = g->local_count;
    P("fn f%u(x%u: u32, y%u: i32) -> u32 {\n", number, number, number);
    P("let me = (((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * %u) + ((lid.z * "
      "workgroup_size.y + lid.y) * workgroup_size.x + lid.x)\nlet here = me %% %u\n",
      g->volume, g->volume);
    snprintf(local(g, VY_TYPE_U32, false, false, 'x')->name, sizeof g->locals->name, "x%u", number);
    snprintf(local(g, VY_TYPE_I32, false, false, 'y')->name, sizeof g->locals->name, "y%u", number);
    g->in_function = true;
    g->result = VY_TYPE_U32;
    g->budget = 5 + lanes_pick(g, 6);
    bool may_return = g->may_return;
    g->may_return = false; // after it, no each could stand
    for (unsigned i = 0; i < 4; i++)
        statement(g);
    loop(g);
    P("return ");
    lanes_expr(g, VY_TYPE_U32, false, 2);
    P("\n}\n");
    g->may_return = may_return;
    g->in_function = false;
    g->local_count = scope;
}

static void declare(struct lanes *g)
{
    static const vy_type types[] = {VY_TYPE_BOOL, VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64,
                                    VY_TYPE_I64,  VY_TYPE_F32, VY_TYPE_F64};
    for (uint32_t i = 0; i < 7; i++) {
        P("param p_%s: %s = ", vy_type_name(types[i]), vy_type_name(types[i]));
        if (types[i] == VY_TYPE_BOOL)
            P("true\n");
        else
            P("%u%s\n", 1 + lanes_pick(g, 9), lanes_is_float(types[i]) ? ".25" : "");
    }
    P("in iu: u32[50]\nin ii: i32[50]\nin iw: u64[50]\nin is: i64[50]\nin it: f32[50]\n"
      "in id: f64[50]\nin ib: u8[50]\nin jb: i8[50]\nin ih: u16[50]\nin jh: i16[50]\n"
      "in il: bool[50]\nuniform m2: i32[6, 9]\n"
      "const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]\n");
    for (uint32_t t = VY_TYPE_BOOL; t <= VY_TYPE_I16; t++)
        if (lanes_one_in(g, 3) || t == VY_TYPE_U32) {
            g->writable |= (uint16_t)(1u << t);
            P("%s o_%s: %s[%u]\n", lanes_one_in(g, 3) ? "inout" : "out", vy_type_name((vy_type)t),
              vy_type_name((vy_type)t), g->total * LANES_OWN);
        }
    P("out own_u: atomic u32[%u]\ninout own_s: atomic i64[%u]\nout c_add: atomic u32[8]\n"
      "out c_or: atomic u64[8]\ninout c_xor: atomic i32[8]\ninout c_min: atomic i64[8]\n"
      "out c_max: atomic u32[8]\nshared share: u32[%u]\n",
      g->total, g->total, g->volume);
}

static void head(struct lanes *g)
{
    static const uint32_t sizes[][3] = {
        {1, 1, 1},   {3, 1, 1},  {31, 1, 1}, {32, 1, 1}, {33, 1, 1},  {48, 1, 1},   {64, 1, 1},
        {100, 1, 1}, {4, 5, 1},  {8, 8, 1},  {3, 7, 1},  {16, 3, 1},  {2, 3, 4},    {4, 4, 5},
        {1, 1, 9},   {32, 2, 1}, {1, 40, 1}, {5, 1, 7},  {256, 1, 1}, {1024, 1, 1}, {20, 10, 3}};
    const uint32_t *size = sizes[lanes_pick(g, sizeof sizes / sizeof *sizes)];
    uint32_t grid[3], rank = size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
    g->total = 1;
    for (unsigned i = 0; i < 3; i++) {
        bool large = size[0] * size[1] * size[2] > 200;
        uint32_t groups = i < rank ? 1 + lanes_pick(g, large ? 1 : i ? 2 : 4) : 1;
        grid[i] = groups * size[i] - lanes_pick(g, size[i]);
        g->total *= groups * size[i];
    }
    g->volume = size[0] * size[1] * size[2];
    P("program lanes\n");
    declare(g);
    P("workgroup %u, %u, %u\ngrid %u, %u, %u\n", size[0], size[1], size[2], grid[0], grid[1],
      grid[2]);
    function(g, 0);
    function(g, 1);
    P("let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * %u + ((lid.z * "
      "workgroup_size.y + lid.y) * workgroup_size.x + lid.x)\nlet here = me %% %u\n",
      g->volume, g->volume);
}

char *lanes_make(uint64_t seed)
{
    struct lanes lanes = {.r = rng_make(seed, 57), .depth = 0}, *g = &lanes;
    char *text = NULL;
    size_t size = 0;
    g->out = open_memstream(&text, &size);
    if (!g->out)
        return NULL;
    head(g);
    g->may_return = lanes_one_in(g, 2);
    g->budget = 1000;
    for (unsigned i = 2 + lanes_pick(g, 4); i > 0; i--)
        define(g);
    g->budget = 10 + lanes_pick(g, 30);
    while (g->budget)
        statement(g);
    for (uint32_t i = 0; i < g->local_count; i++) {
        const struct lanes_local *l = &g->locals[i];
        P(l->length ? "o_u32[me * 3] += u32(%s[%u])\n" : "o_u32[me * 3] += u32(%s)\n", l->name,
          l->length ? l->length - 1 : 0);
    }
    fclose(g->out);
    return text;
}
