// Statements that hold others, with divergent control flow.
#include "gen.h"

/// Bounds near the ends of the type, where a naive loop wraps, and small ones.
static void bounds(struct gen *g, vy_type type, enum level level)
{
    static const char *const high[] = {"4294967295u32", "2147483647i32", "18446744073709551615u64",
                                       "9223372036854775807i64"};
    const char *name = vy_type_name(type);
    if (one_in(g, 5)) {
        P("%s - %s(", high[type - VY_TYPE_U32], name);
        gen_small(g, 6, level);
        P(")..%s", high[type - VY_TYPE_U32]);
    } else {
        gen_expr(g, type, level, 1);
        P(" %% 3..");
        gen_expr(g, type, level, 1);
        if (!g->hostile || one_in(g, 2))
            P(" %% 6");
    }
    if (one_in(g, 3)) {
        P(" step ");
        gen_expr(g, type, level, 1);
        P(" %% %u", 2 + pick(g, 3));
    }
}

/// Out of a loop, a block, a function or for good, for some.
static void part(struct gen *g)
{
    uint32_t kind = pick(g, 6);
    P("if ");
    gen_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
    P(" { ");
    if (kind == 2 && g->label_count > g->label_base && gen_lane_leave(g)) {
        // a block with barriers in it, before this
    } else if (kind == 0 && g->leave_count) {
        cover(g, CONFORM_LEAVE, VY_TYPE_NONE);
        P("leave l%u", g->leaves[pick(g, g->leave_count)]);
    } else if (kind == 1 && g->in_function && !g->synchronises) {
        P("return ");
        gen_expr(g, g->result, LEVEL_LANE, 1);
    } else if (kind == 1 && g->returns && !g->in_function && !g->in_each && one_in(g, 3)) {
        cover(g, CONFORM_RETURN, VY_TYPE_NONE);
        P("return");
    } else if (g->in_loop) {
        bool ends = one_in(g, 2);
        cover(g, ends ? CONFORM_BREAK : CONFORM_CONTINUE, VY_TYPE_NONE);
        P(ends ? "break" : "continue");
    }
    P(" }\n");
}

static void loop(struct gen *g)
{
    enum level flow = g->flow, level = one_in(g, 3) ? LEVEL_GRID : LEVEL_LANE;
    uint32_t name = g->names, scope = g->local_count;
    bool outer = g->in_loop;
    vy_type type = (vy_type)(VY_TYPE_U32 + pick(g, 4));
    switch (pick(g, 4)) {
    case 0:
        cover(g, CONFORM_WHILE, VY_TYPE_NONE);
        P("var w%u = 0\nwhile w%u < %u && ", name, name, 2 + pick(g, 4));
        gen_expr(g, VY_TYPE_BOOL, level, 2);
        P(" {\nw%u += 1\n", name);
        g->names++;
        break;
    case 1:
        cover(g, CONFORM_LOOP, VY_TYPE_NONE);
        P("var w%u = 0\nloop {\nw%u += 1\n", name, name);
        if (!g->hostile || one_in(g, 2))
            P("if w%u > 4 { break }\n", name);
        g->names++;
        break;
    default:
        cover(g, CONFORM_FOR, type);
        P("for k%u in ", name);
        bounds(g, type, level);
        P(" {\n");
        (void)gen_local(g, type, LEVEL_LANE, false, 'k');
    }
    g->flow = LEVEL_LANE;
    g->in_loop = true;
    for (unsigned parts = 1 + pick(g, 2); parts; parts--) {
        gen_block(g, 2);
        if (!one_in(g, 3))
            part(g);
    }
    P("}\n");
    g->in_loop = outer;
    g->flow = flow;
    g->local_count = scope;
}

static bool divergent_block(struct gen *g)
{
    enum level flow = g->flow;
    if (g->leave_count == GEN_LABELS)
        return false;
    cover(g, CONFORM_BLOCK, VY_TYPE_NONE);
    g->leaves[g->leave_count++] = g->names;
    P("block l%u {\n", g->names++);
    g->flow = LEVEL_LANE;
    for (unsigned parts = 1 + pick(g, 2); parts; parts--) {
        gen_block(g, 2);
        part(g);
        if (g->in_fixpoint && one_in(g, 2)) {
            cover(g, CONFORM_AGAIN, VY_TYPE_NONE); // of who is still there
            P("again\n");
        }
    }
    P("}\n");
    g->flow = flow;
    g->leave_count--;
    return true;
}

bool gen_lane_flow(struct gen *g)
{
    if (g->gridless && !g->in_each)
        return false;
    if (g->label_count > g->label_base && one_in(g, 5) && gen_leave(g))
        return true;
    switch (pick(g, g->together ? 3 : 5)) {
    case 0: return divergent_block(g);
    case 1:
    case 2: gen_branch(g); return true;
    default: loop(g); return true;
    }
}
