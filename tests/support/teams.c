#include "support/teams.h"

#include "support/rng.h"

#include <stdio.h>
#include <stdlib.h>

#define P(...) fprintf(g->out, __VA_ARGS__)

/// How many run a statement together, and for how many a value is the same.
enum level { GRID, GROUP, WARP, LANE };
enum { LOCALS = 60, DEEPEST = 5 };

struct gen {
    FILE *out;
    struct rng r;
    uint32_t volume, total; ///< invocations of a workgroup, of the grid
    struct {
        uint32_t name;
        enum level level;
        bool var;
    } locals[LOCALS];
    uint32_t local_count, names;
    enum level flow;
    unsigned depth, budget;
    bool returns, in_fixpoint;
    bool together; ///< somebody meets in every loop: then several workgroups share a block of a GPU
};

static const char *const scopes[] = {"grid", "workgroup", "subgroup"};

static void block(struct gen *g, unsigned most);

static uint32_t pick(struct gen *g, uint32_t limit)
{
    return rng_below(&g->r, limit);
}

static bool one_in(struct gen *g, uint32_t n)
{
    return rng_one_in(&g->r, n);
}

/// At least as far apart as the flow is.
static enum level some_level(struct gen *g)
{
    return (enum level)(g->flow + pick(g, LANE - g->flow + 1));
}

static void remember(struct gen *g, uint32_t name, enum level level, bool var)
{
    if (g->local_count == LOCALS)
        return; // nobody will look for it
    g->locals[g->local_count].name = name;
    g->locals[g->local_count].level = level;
    g->locals[g->local_count++].var = var;
}

// ---- values ----
static void leaf(struct gen *g, enum level level)
{
    static const char *const ids[] = {
        "pa",   "workgroups.x", "wid.x",      "wid.x * 5", "subgroup", "subgroup ^ wid.x",
        "lane", "me",           "x[me % 50]", "y[me]"};
    static const uint32_t known[] = {2, 4, 6, 10};
    uint32_t from = pick(g, g->local_count ? g->local_count : 1);
    for (uint32_t i = 0; i < g->local_count && !one_in(g, 4); i++) {
        uint32_t k = (from + i) % g->local_count;
        if (g->locals[k].level <= level) {
            P("v%u", g->locals[k].name);
            return;
        }
    }
    if (one_in(g, 3))
        P("%uu32", pick(g, 30));
    else
        P("%s", ids[pick(g, known[level])]);
}

static void value(struct gen *g, enum level level, unsigned depth)
{
    static const char *const ops[] = {"+", "-", "*", "^", "|", "&", "/", "%"};
    if (!depth || one_in(g, 4)) {
        leaf(g, level);
        return;
    }
    P("(");
    value(g, level, depth - 1);
    P(" %s ", ops[pick(g, 8)]);
    value(g, level, depth - 1);
    P(")");
}

static void condition(struct gen *g, enum level level)
{
    value(g, level, 2);
    P(" %% %u ", 2 + pick(g, 4));
    P("%s ", one_in(g, 2) ? "==" : "!=");
    P("%u", pick(g, 2));
}

/// What all of a scope make together; it is `level` that asks.
static void collective(struct gen *g, enum level scope, enum level level)
{
    static const char *const ops[] = {"add", "min", "max", "and", "or", "xor"};
    const uint32_t count = scope == GRID ? g->total : scope == GROUP ? g->volume : 32;
    const char *name = scopes[scope];
    switch (pick(g, 8)) {
    case 0:
        P("u32(%s_%s(", name, one_in(g, 2) ? "any" : "all");
        condition(g, LANE);
        P("))");
        return;
    case 1:
        P("%s_broadcast(", name);
        value(g, LANE, 2);
        P(", ");
        value(g, scope, 1);
        P(" %% %u)", count + 2);
        return;
    case 2:
        P("%s_load(share[", name);
        value(g, scope, 1);
        P(" %% %u])", g->volume + 1);
        return;
    case 3:
        if (scope == WARP) {
            P("subgroup_ballot(");
            condition(g, LANE);
            P(")");
            return;
        }
        break;
    default: break;
    }
    const char *scan = level != LANE || one_in(g, 2) ? "" : one_in(g, 2) ? "scan_" : "iscan_";
    P("%s_%s%s(", name, scan, ops[pick(g, 6)]);
    value(g, LANE, 2);
    P(")");
}

/// A collective of a scope that comes by together and is not narrower than the level, or none.
static void meeting(struct gen *g, enum level level)
{
    enum level last = level < WARP ? level : WARP;
    if (g->flow > last) {
        value(g, level, 2);
        return;
    }
    enum level scope = (enum level)(g->flow + pick(g, last - g->flow + 1));
    if (one_in(g, 3)) {
        P("(");
        condition(g, scope);
        P(" ? ");
        collective(g, scope, level);
        P(" : ");
        if (one_in(g, 2))
            collective(g, scope, level);
        else
            value(g, level, 1);
        P(")");
    } else {
        collective(g, scope, level);
    }
}

static void any_value(struct gen *g, enum level level)
{
    if (one_in(g, 2))
        meeting(g, level);
    else
        value(g, level, 2);
}

// ---- statements ----
static void define(struct gen *g)
{
    enum level level = some_level(g);
    bool var = !one_in(g, 3);
    uint32_t name = g->names++;
    P("%s v%u = ", var ? "var" : "let", name);
    any_value(g, level);
    P("\n");
    remember(g, name, level, var);
}

static void assign(struct gen *g)
{
    uint32_t from = pick(g, g->local_count ? g->local_count : 1);
    for (uint32_t i = 0; i < g->local_count; i++) {
        uint32_t k = (from + i) % g->local_count;
        if (!g->locals[k].var || g->locals[k].level < g->flow)
            continue;
        P("v%u %s ", g->locals[k].name, one_in(g, 2) ? "=" : "+=");
        any_value(g, g->locals[k].level);
        P("\n");
        return;
    }
}

static void branch(struct gen *g)
{
    enum level flow = g->flow, taken = some_level(g);
    P("if ");
    condition(g, taken);
    P(" {\n");
    g->flow = taken;
    block(g, 4);
    if (one_in(g, 2)) {
        P("} else {\n");
        block(g, 3);
    }
    P("}\n");
    g->flow = flow;
}

/// Out of the loop around, by all who are in it together.
static void leave(struct gen *g)
{
    P("if ");
    condition(g, g->flow);
    P(" {\n");
    if (one_in(g, 3))
        block(g, 2);
    P("%s\n}\n", one_in(g, 2) ? "break" : "continue");
}

static void meet(struct gen *g)
{
    uint32_t name = g->names++;
    P("let v%u = ", name);
    collective(g, (enum level)(g->flow + pick(g, WARP - g->flow + 1)), LANE);
    P("\n");
    remember(g, name, LANE, false);
}

static void loop(struct gen *g)
{
    enum level flow = g->flow, bound = some_level(g);
    uint32_t name = g->names++, scope = g->local_count, most = g->depth < 2 ? 24 : 4;
    if (g->together && bound == LANE) {
        if (flow == LANE)
            return;
        bound = WARP;
    }
    bool counts = !one_in(g, 3);
    if (counts) {
        P("for v%u in 0..", name);
        any_value(g, bound);
        P(" %% %u {\n", 2 + pick(g, most));
        remember(g, name, bound, false);
    } else {
        P("var v%u = ", name);
        value(g, bound, 1);
        P(" %% %u\nloop {\nif v%u == 0 { break }\nv%u -= 1\n", 2 + pick(g, most), name, name);
        remember(g, name, bound, false);
    }
    g->flow = bound;
    if (g->together)
        meet(g);
    for (unsigned i = 1 + pick(g, 2); i > 0; i--) {
        block(g, 3);
        if (one_in(g, 2))
            leave(g);
    }
    P("}\n");
    g->flow = flow;
    g->local_count = scope;
}

static void fixpoint(struct gen *g)
{
    uint32_t name = g->names++, scope = g->local_count;
    bool outer = g->in_fixpoint;
    P("fixpoint v%u in %u..", name, pick(g, 2));
    P("%u {\n", 1 + pick(g, 6));
    remember(g, name, GRID, false);
    g->in_fixpoint = true;
    block(g, 4);
    P("if ");
    condition(g, LANE);
    P(" { again }\n}\n");
    g->in_fixpoint = outer;
    g->local_count = scope;
}

static void exchange(struct gen *g)
{
    uint32_t name = g->names++;
    P("barrier workgroup\nshare[here] = ");
    value(g, LANE, 2);
    P("\nbarrier workgroup\nlet v%u = share[", name);
    value(g, LANE, 1);
    P(" %% %u]\nbarrier workgroup\n", g->volume + 1);
    remember(g, name, LANE, false);
}

static void copy(struct gen *g)
{
    uint32_t name = g->names++;
    P("barrier workgroup\nasync_copy(share, ");
    value(g, GROUP, 0);
    P(" %% 5, x, ");
    value(g, GROUP, 1);
    P(" %% 50, ");
    value(g, GROUP, 1);
    P(" %% %u)\nwait()\nlet v%u = share[", g->volume + 3, name);
    value(g, LANE, 1);
    P(" %% %u]\nbarrier workgroup\n", g->volume + 1);
    remember(g, name, LANE, false);
}

static void leave_for_good(struct gen *g)
{
    enum level level = one_in(g, 8) ? g->flow : some_level(g);
    P("if ");
    condition(g, level);
    P(" && me %% %u != 1 { %sreturn }\n", level == LANE ? 3 : 1000,
      g->in_fixpoint && one_in(g, 3) ? "again " : "");
}

static void statement(struct gen *g)
{
    bool deep = g->depth >= DEEPEST;
    if (!g->budget)
        return;
    g->budget--;
    switch (pick(g, 16)) {
    case 0:
    case 1: define(g); return;
    case 2:
    case 3:
    case 4: assign(g); return;
    case 5:
    case 6:
    case 7: deep ? assign(g) : loop(g); return;
    case 8:
    case 9: deep ? assign(g) : branch(g); return;
    case 10:
        if (g->flow <= GROUP)
            one_in(g, 2) ? exchange(g) : copy(g);
        return;
    case 11:
        if (g->flow <= GROUP)
            P("barrier %s\n", scopes[g->flow]);
        return;
    case 12:
        if (g->flow == GRID && !deep)
            fixpoint(g);
        return;
    case 13:
        if (g->returns)
            leave_for_good(g);
        return;
    default:
        P("y[me] = y[me] * 3 + ");
        any_value(g, LANE);
        P("\n");
    }
}

static void block(struct gen *g, unsigned most)
{
    uint32_t scope = g->local_count;
    g->depth++;
    for (unsigned i = 1 + pick(g, most); i > 0; i--)
        statement(g);
    g->depth--;
    g->local_count = scope;
}

char *teams_make(uint64_t seed)
{
    static const uint32_t sizes[] = {1, 3, 7, 31, 32, 33, 40, 64, 96, 100};
    struct gen gen = {.r = rng_make(seed, 83), .budget = 0}, *g = &gen;
    char *text = NULL;
    size_t size = 0;
    g->out = open_memstream(&text, &size);
    if (!g->out)
        return NULL;
    g->volume = sizes[pick(g, sizeof sizes / sizeof *sizes)];
    uint32_t groups = 1 + pick(g, 5);
    g->total = g->volume * groups;
    P("program teams\nparam pa: u32 = %u\nin x: u32[50]\nout y: u32[%u]\nshared share: u32[%u]\n"
      "workgroup %u\ngrid %u\nlet me = gid.x\nlet here = lid.x\n",
      pick(g, 9), g->total, g->volume, g->volume, g->total);
    g->returns = one_in(g, 2);
    g->together = !one_in(g, 3);
    g->budget = 4;
    while (g->budget--)
        define(g);
    g->budget = 10 + pick(g, 20);
    while (g->budget)
        statement(g);
    P("barrier grid\ny[me] = y[me] * 3");
    for (uint32_t i = 0; i < g->local_count; i++)
        P(" + v%u", g->locals[i].name);
    P("\n");
    fclose(g->out);
    return text;
}
