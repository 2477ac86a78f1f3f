// Exits from loops and blocks that hold barriers: uniform ones and divergent ones.
#include "gen.h"

#include <string.h>

// ---- which invocations remain ----
void gen_arms_begin(const struct gen *g, enum level *rest)
{
    for (unsigned i = 0; i < g->label_count; i++)
        rest[i] = g->labels[i].rest;
}

void gen_arms_next(struct gen *g, enum level *rest)
{
    for (unsigned i = 0; i < g->label_count; i++) {
        enum level then = g->labels[i].rest;
        g->labels[i].rest = rest[i];
        rest[i] = then;
    }
}

void gen_arms_end(struct gen *g, const enum level *rest)
{
    for (unsigned i = 0; i < g->label_count; i++)
        if (g->labels[i].rest < rest[i])
            g->labels[i].rest = rest[i];
}

void gen_after_leaves(struct gen *g)
{
    // Leaving an outer block leaves the blocks inside it too, so the innermost decides.
    if (g->label_count > g->label_base && g->labels[g->label_count - 1].rest > g->flow)
        g->flow = g->labels[g->label_count - 1].rest;
}

// ---- leaving ----
/// Those whose modes here are not `modes`.
static uint32_t changed(const struct gen *g, const uint8_t *modes)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < g->buffer_count; i++)
        bits |= (uint32_t)(g->modes[i] != modes[i]) << i;
    return bits;
}

/// A condition that is neither always true nor never, mostly.
static void who(struct gen *g, enum level level)
{
    static const char *const ids[LEVELS] = {"p_u32", "wid.x", "subgroup", "me"};
    uint32_t kind = pick(g, 4);
    if (kind < 2) {
        P("%s %% %u", ids[level], 2 + pick(g, 3));
        P(pick(g, 2) ? " == " : " != ");
        P("%u", pick(g, 2));
    } else if (kind == 2) {
        gen_collective_expr(g, VY_TYPE_BOOL, level);
    } else {
        gen_expr(g, VY_TYPE_BOOL, level, 2);
    }
}

/// The `leave` itself, uniform in `level`.
static void leave(struct gen *g, uint32_t which, enum level level)
{
    struct gen_label *to = &g->labels[which];
    to->lost |= changed(g, to->modes);
    if (to->left < level)
        to->left = level;
    for (uint32_t i = which; i < g->label_count; i++)
        if (g->labels[i].rest < to->left)
            g->labels[i].rest = to->left;
    cover(g, CONFORM_LEAVE, VY_TYPE_NONE);
    P("leave l%u", to->name);
}

/// A block around here that some may leave; GEN_LABELS: none. A loop in between that all go round
/// together would no longer be such a one.
static uint32_t block_to_leave(struct gen *g, enum level level)
{
    uint32_t count = g->label_count - g->label_base, from = pick(g, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t which = g->label_base + (from + i) % count;
        if (level <= g->labels[which].most)
            return which;
    }
    return GEN_LABELS;
}

bool gen_lane_leave(struct gen *g)
{
    uint32_t which = block_to_leave(g, LEVEL_LANE);
    if (which == GEN_LABELS)
        return false;
    leave(g, which, LEVEL_LANE);
    return true;
}

static void leave_if(struct gen *g, uint32_t which, enum level level)
{
    uint8_t here[GEN_BUFFERS];
    enum level flow = g->flow;
    memcpy(here, g->modes, sizeof here);
    P("if ");
    who(g, level);
    g->flow = level > flow ? level : flow;
    P(" {\n");
    if (one_in(g, 3))
        gen_block(g, 1);
    leave(g, which, g->flow);
    P("\n}\n");
    memcpy(g->modes, here, sizeof here); // of the invocations that stay
    g->flow = flow;
    gen_after_leaves(g);
}

bool gen_leave(struct gen *g)
{
    enum level level = (enum level)(g->flow + pick(g, (uint32_t)(LEVELS - g->flow)));
    uint32_t which = g->gridless ? GEN_LABELS : block_to_leave(g, level);
    if (which == GEN_LABELS)
        return false;
    leave_if(g, which, level);
    return true;
}

/// A uniform exit from a loop or block that holds barriers; `which`: the block's
/// label, GEN_LABELS for a loop.
static void exit_together(struct gen *g, const uint8_t *modes, const char *word, uint32_t which)
{
    uint8_t here[GEN_BUFFERS];
    enum level flow = g->flow;
    memcpy(here, g->modes, sizeof here);
    P("if ");
    gen_expr(g, VY_TYPE_BOOL, flow, 2);
    P(" {\n");
    if (one_in(g, 2))
        gen_block(g, 1);
    if (g->flow == flow) // no invocation has left in between
        gen_restore_modes(g, modes);
    if (which < GEN_LABELS) {
        leave(g, which, g->flow);
    } else {
        cover(g, *word == 'b' ? CONFORM_BREAK : CONFORM_CONTINUE, VY_TYPE_NONE);
        P("%s", word);
    }
    P("\n}\n");
    g->flow = flow;
    gen_after_leaves(g);
    memcpy(g->modes, here, sizeof here);
}

/// An exit from a block, uniform or divergent.
static void way_out(struct gen *g, uint32_t which)
{
    struct gen_label *l = &g->labels[which];
    if (l->flow == g->flow && (g->gridless || !one_in(g, 3))) {
        exit_together(g, l->modes, NULL, which);
        return;
    }
    enum level level = (enum level)(g->flow + pick(g, (uint32_t)(LEVELS - g->flow)));
    if (level <= l->most && !g->gridless)
        leave_if(g, which, level);
}

void gen_loop_body(struct gen *g, const uint8_t *modes)
{
    for (unsigned i = 1 + pick(g, 3); i > 0; i--) {
        gen_block(g, 3);
        if (one_in(g, 2))
            exit_together(g, modes, pick(g, 2) ? "break" : "continue", GEN_LABELS);
        if (g->label_count > g->label_base && one_in(g, 3))
            way_out(g, g->label_base + pick(g, g->label_count - g->label_base));
    }
    gen_restore_modes(g, modes);
}

// ---- blocks ----
/// A barrier or a collective; nothing where some invocations have left.
static void synchronise(struct gen *g)
{
    bool grid = one_in(g, 2) && g->flow == LEVEL_GRID;
    if (g->flow > LEVEL_GROUP)
        return;
    if (one_in(g, 2)) {
        gen_barrier(g, grid);
        gen_new_modes(g, grid);
        return;
    }
    P("let v%u = ", g->names);
    (void)gen_collective(g, grid ? CONFORM_GRID_ADD : CONFORM_WORKGROUP_SCAN_ADD, VY_TYPE_U32);
    P("\n");
    (void)gen_local(g, VY_TYPE_U32, LEVEL_LANE, false, 'v');
}

/// The last of an arm or a loop, before which there were so many locals and such a flow.
static void end_with_leave(struct gen *g, uint32_t which, enum level level, uint32_t scope,
                           enum level flow)
{
    leave_if(g, which, level);
    gen_block(g, 1);
    P("}\n");
    g->local_count = scope;
    g->flow = flow;
    gen_after_leaves(g);
}

/// From a uniform arm; all may leave it before.
static void leave_from_arm(struct gen *g, uint32_t which, enum level level)
{
    uint8_t before[GEN_BUFFERS];
    uint32_t scope = g->local_count;
    enum level flow = g->flow;
    memcpy(before, g->modes, sizeof before);
    cover(g, CONFORM_IF, VY_TYPE_NONE);
    P("if ");
    who(g, flow);
    P(" {\n");
    if (one_in(g, 2))
        leave_if(g, which, flow);
    if (one_in(g, 2))
        synchronise(g);
    end_with_leave(g, which, level, scope, flow);
    gen_join_modes(g, before);
}

/// From a loop without barriers.
static void leave_from_loop(struct gen *g, uint32_t which)
{
    uint32_t scope = g->local_count;
    enum level flow = g->flow;
    cover(g, CONFORM_FOR, VY_TYPE_U32);
    P("for k%u in 0..%u {\n", g->names, 1 + pick(g, 3));
    (void)gen_local(g, VY_TYPE_U32, LEVEL_LANE, false, 'k');
    g->flow = LEVEL_LANE;
    end_with_leave(g, which, LEVEL_LANE, scope, flow);
}

static void leave_somewhere(struct gen *g, uint32_t which, enum level level)
{
    uint32_t kind = pick(g, 4);
    if (kind == 0)
        leave_from_arm(g, which, level);
    else if (kind == 1 && level == LEVEL_LANE)
        leave_from_loop(g, which);
    else
        leave_if(g, which, level);
}

void gen_labelled(struct gen *g, enum level wanted)
{
    uint32_t name = g->names++, scope = g->local_count, collectives = g->collectives;
    uint32_t which = g->label_count++;
    enum level flow = g->flow;
    struct gen_label *l = &g->labels[which];
    *l = (struct gen_label){.name = name, .flow = flow, .rest = flow, .most = LEVEL_LANE};
    memcpy(l->modes, g->modes, sizeof l->modes);
    cover(g, CONFORM_BLOCK, VY_TYPE_NONE);
    P("block l%u {\n", name);
    if (wanted) {
        if (one_in(g, 2))
            leave_if(g, which, flow);
        synchronise(g);
        leave_somewhere(g, which, wanted);
    }
    for (unsigned i = 1 + pick(g, wanted ? 1 : 3); i > 0; i--) {
        gen_block(g, 3);
        if (one_in(g, 2))
            way_out(g, which);
        if (one_in(g, 3))
            way_out(g, g->label_base + pick(g, g->label_count - g->label_base));
    }
    if (l->rest == flow)
        gen_restore_modes(g, l->modes);
    else if (g->collectives != collectives)
        cover(g, l->rest == LEVEL_LANE ? CONFORM_LEFT_BY_SOME : CONFORM_LEFT_BY_TEAMS,
              VY_TYPE_NONE);
    l->lost |= changed(g, l->modes);
    for (uint32_t i = 0; i < g->buffer_count; i++)
        g->modes[i] = l->lost >> i & 1 ? MODE_NONE : l->modes[i];
    g->label_count--;
    g->flow = flow;
    P("}\n");
    g->local_count = scope;
}
