// Declarations and statements of settled programs.
#include "support/settled.h"

#include "support/settled_gen.h"

#include <stdlib.h>
#include <string.h>

#define P(...) fprintf(g->out, __VA_ARGS__)

static void block(struct gen *g, unsigned most);

// ---- declarations ----
static struct gen_buffer *buffer(struct gen *g, vy_role role, vy_type elem, bool atomic,
                                 uint32_t count)
{
    struct gen_buffer *b = &g->buffers[g->buffer_count];
    *b = (struct gen_buffer){
        .role = role, .elem = elem, .atomic = atomic, .count = count, .columns = 0};
    snprintf(b->name, sizeof b->name, "b%u", g->buffer_count);
    bool readonly = role == VY_ROLE_IN || role == VY_ROLE_UNIFORM;
    g->modes[g->buffer_count++] = readonly ? MODE_STABLE : atomic ? MODE_ADD : MODE_PRIVATE;
    return b;
}

static void declare(struct gen *g, struct gen_buffer *b)
{
    P("%s %s: %s%s[%u", vy_role_name(b->role), b->name, b->atomic ? "atomic " : "",
      vy_type_name(b->elem), b->count);
    if (b->columns)
        P(", %u", b->columns);
    P("]");
    if (b->role == VY_ROLE_OUT && one_in(g, 5)) {
        uint32_t bytes = b->count * (uint32_t)vy_type_bytes(b->elem), from = pick(g, bytes);
        P(" @range(%u, %u)", from, pick(g, bytes - from + 1));
    }
    if (b->role == VY_ROLE_SCRATCH && one_in(g, 2))
        P(" @live");
    P("\n");
}

static void declare_all(struct gen *g)
{
    static const vy_role roles[] = {VY_ROLE_OUT, VY_ROLE_INOUT, VY_ROLE_SCRATCH,
                                    VY_ROLE_PERSISTENT};
    buffer(g, VY_ROLE_IN, VY_TYPE_U32, false, g->total);
    buffer(g, one_in(g, 3) ? VY_ROLE_UNIFORM : VY_ROLE_IN, (vy_type)(VY_TYPE_BOOL + pick(g, 11)),
           false, 1 + pick(g, 9));
    buffer(g, VY_ROLE_OUT, VY_TYPE_U32, false, g->total);
    uint32_t more = 1 + pick(g, 4);
    for (uint32_t i = 0; i < more; i++) {
        struct gen_buffer *b =
            buffer(g, roles[pick(g, 4)], (vy_type)(VY_TYPE_BOOL + pick(g, 11)), false,
                   g->total + pick(g, 3) - (g->total > 2 && one_in(g, 4)));
        if (one_in(g, 4))
            b->columns = 1 + pick(g, 3);
    }
    buffer(g, roles[pick(g, 4)], (vy_type)(VY_TYPE_U32 + pick(g, 4)), true, 1 + pick(g, 4));
    if (one_in(g, 2)) {
        struct gen_buffer *b = buffer(g, roles[pick(g, 4)], VY_TYPE_U32, true, g->total);
        b->own = true;
        g->modes[g->buffer_count - 1] = MODE_PRIVATE;
    }
    buffer(g, VY_ROLE_SHARED, VY_TYPE_U32, false, g->volume);
    if (one_in(g, 2))
        buffer(g, VY_ROLE_SHARED, (vy_type)(VY_TYPE_BOOL + pick(g, 11)), false, g->volume);
    if (one_in(g, 3))
        buffer(g, VY_ROLE_SHARED, VY_TYPE_U32, true, 1 + pick(g, 3));
    for (uint32_t i = 0; i < g->buffer_count; i++)
        declare(g, &g->buffers[i]);
}

static struct gen_local *local(struct gen *g, vy_type type, enum level level, bool var,
                               const char *stem)
{
    // past the limit nobody will look for it
    struct gen_local *l = g->local_count < GEN_LOCALS ? &g->locals[g->local_count++] : &g->spare;
    *l = (struct gen_local){.type = type, .level = level, .var = var};
    snprintf(l->name, sizeof l->name, "%s%u", stem, g->names++);
    return l;
}

/// Its name was chosen before.
static void named(struct gen_local *l, char stem, uint32_t number)
{
    snprintf(l->name, sizeof l->name, "%c%u", stem, number);
}

// ---- modes ----
/// After a barrier of a scope that everybody passes.
static void new_modes(struct gen *g, bool grid)
{
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        const struct gen_buffer *b = &g->buffers[i];
        if (b->role == VY_ROLE_IN || b->role == VY_ROLE_UNIFORM ||
            (!grid && b->role != VY_ROLE_SHARED) || one_in(g, 3))
            continue;
        if (b->atomic && !b->own)
            g->modes[i] = (uint8_t)(one_in(g, 2) ? MODE_STABLE : MODE_ADD + pick(g, 6));
        else
            g->modes[i] = one_in(g, 2) ? MODE_STABLE : MODE_PRIVATE;
    }
}

static void barrier(struct gen *g)
{
    P("barrier grid\n");
    new_modes(g, true);
}

static bool grid_modes_differ(const struct gen *g, const uint8_t *modes)
{
    for (uint32_t i = 0; i < g->buffer_count; i++)
        if (g->buffers[i].role != VY_ROLE_SHARED && g->modes[i] != modes[i])
            return true;
    return false;
}

/// Back to the modes that were there before, so that another way to the same place is right too.
static void bring_back(struct gen *g, const uint8_t *modes)
{
    if (!memcmp(g->modes, modes, sizeof g->modes) || g->flow == LEVEL_LANE)
        return; // no barrier, no change
    P("barrier %s\n", g->flow == LEVEL_GRID && (grid_modes_differ(g, modes) || one_in(g, 2))
                          ? "grid"
                          : "workgroup");
    memcpy(g->modes, modes, sizeof g->modes);
}

/// Or what holds on both ways.
static void meet_modes(struct gen *g, const uint8_t *modes)
{
    for (uint32_t i = 0; i < g->buffer_count; i++)
        if (g->modes[i] != modes[i])
            g->modes[i] = MODE_NONE;
}

// ---- statements ----
static void store(struct gen *g)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        vy_type type = settled_value_type(b->elem);
        static const char *const updates[] = {"=", "=", "+=", "-=", "*="};
        if (b->atomic || g->modes[k] != MODE_PRIVATE || (g->in_each && b->role == VY_ROLE_SHARED))
            continue;
        settled_own(g, b);
        P(" %s ", type == VY_TYPE_BOOL ? "=" : updates[pick(g, 5)]);
        if (one_in(g, 6))
            settled_meeting(g, type, LEVEL_LANE);
        else
            settled_expr(g, type, LEVEL_LANE, 3);
        P("\n");
        return;
    }
}

static void atomic(struct gen *g)
{
    static const char *const signs[] = {"+=", "&=", "|=", "^="};
    for (uint32_t k = 0; k < g->buffer_count; k++) {
        const struct gen_buffer *b = &g->buffers[k];
        uint8_t mode = g->modes[k];
        if (!b->atomic || mode < MODE_ADD || one_in(g, 3))
            continue;
        if (mode < MODE_MIN) {
            P("%s[", b->name);
            settled_expr(g, VY_TYPE_U32, LEVEL_LANE, 1);
            P(" %% %u] %s ", b->count + 1,
              mode == MODE_ADD && one_in(g, 3) ? "-=" : signs[mode - MODE_ADD]);
            settled_expr(g, b->elem, LEVEL_LANE, 2);
            P("\n");
        } else {
            P("atomic_%s(%s[", mode == MODE_MIN ? "min" : "max", b->name);
            settled_expr(g, VY_TYPE_U32, LEVEL_LANE, 1);
            P(" %% %u], ", b->count + 1);
            settled_expr(g, b->elem, LEVEL_LANE, 2);
            P(")\n");
        }
    }
}

static void define(struct gen *g)
{
    vy_type type = settled_type(g);
    bool var = one_in(g, 2);
    enum level level = (enum level)(g->flow + pick(g, 3 - g->flow));
    if (!g->in_each && one_in(g, 6)) {
        uint32_t length = 1 + pick(g, 5);
        struct gen_local *l = local(g, type, LEVEL_LANE, true, "a");
        P("var %s: %s[%u]\n", l->name, vy_type_name(type), length);
        l->length = length;
        return;
    }
    P("%s v%u = ", var ? "var" : "let", g->names);
    if (one_in(g, 3))
        settled_meeting(g, type, level);
    else
        settled_expr(g, type, level, 3);
    P("\n");
    local(g, type, level, var, "v");
}

/// A local that a statement here may assign; NULL: none.
static struct gen_local *target(struct gen *g)
{
    uint32_t from = pick(g, g->local_count ? g->local_count : 1);
    for (uint32_t i = 0; i < g->local_count; i++) {
        uint32_t k = (from + i) % g->local_count;
        struct gen_local *l = &g->locals[k];
        if (l->var && l->level >= g->flow && (!g->in_each || k >= g->outer))
            return l;
    }
    return NULL;
}

static void assign(struct gen *g)
{
    struct gen_local *l = target(g);
    if (!l)
        return;
    P("%s", l->name);
    if (l->length) {
        P("[");
        settled_expr(g, VY_TYPE_U32, LEVEL_LANE, 1);
        P(" %% %u]", l->length);
    }
    P(" %s ", l->type == VY_TYPE_BOOL || one_in(g, 2) ? "=" : one_in(g, 2) ? "+=" : "-=");
    if (one_in(g, 4))
        settled_meeting(g, l->type, l->level);
    else
        settled_expr(g, l->type, l->level, 3);
    P("\n");
}

/// let t = grid_add(x) alone: a barrier, so that modes may change.
static void collect(struct gen *g)
{
    vy_type type = (vy_type)(VY_TYPE_BOOL + pick(g, 7));
    bool uniform = one_in(g, 3);
    P("let v%u = ", g->names);
    settled_collective(g, type, "grid", uniform);
    P("\n");
    local(g, type, uniform ? LEVEL_GRID : LEVEL_LANE, false, "v");
    new_modes(g, true);
}

/// What others have is read before the collective, and written over after it.
static void exchange(struct gen *g)
{
    uint32_t from = pick(g, g->buffer_count);
    for (uint32_t i = 0; i < g->buffer_count; i++) {
        uint32_t k = (from + i) % g->buffer_count;
        const struct gen_buffer *b = &g->buffers[k];
        vy_type type = settled_value_type(b->elem);
        if (b->atomic || g->modes[k] != MODE_STABLE || type == VY_TYPE_BOOL ||
            b->role == VY_ROLE_IN || b->role == VY_ROLE_UNIFORM || b->role == VY_ROLE_SHARED)
            continue;
        settled_own(g, b);
        P(" %s ", one_in(g, 2) ? "=" : "+=");
        P("%s[(me * 5 + %u) %% %u", b->name, pick(g, 9), b->count);
        P(b->columns ? ", %u] + " : "] + ", b->columns / 2);
        settled_collective(g, type, "grid", false);
        P("\n");
        g->modes[k] = MODE_PRIVATE;
        return;
    }
}

static void branch(struct gen *g)
{
    uint8_t before[GEN_BUFFERS], then[GEN_BUFFERS];
    enum level flow = g->flow;
    memcpy(before, g->modes, sizeof before);
    enum level taken = (enum level)(flow + pick(g, 3 - flow));
    P("if ");
    if (one_in(g, 4) && taken == LEVEL_GRID)
        settled_meeting(g, VY_TYPE_BOOL, LEVEL_GRID);
    else
        settled_expr(g, VY_TYPE_BOOL, taken, 2);
    g->flow = taken;
    P(" {\n");
    block(g, 4);
    if (one_in(g, 2))
        bring_back(g, before);
    memcpy(then, g->modes, sizeof then);
    memcpy(g->modes, before, sizeof before);
    if (one_in(g, 2)) {
        P("} else {\n");
        block(g, 3);
        if (one_in(g, 2))
            bring_back(g, before);
    }
    P("}\n");
    g->flow = flow;
    meet_modes(g, then);
}

/// An exit that everybody takes, from a loop or block that holds barriers.
static void uniform_exit(struct gen *g, const uint8_t *modes, const char *word)
{
    uint8_t here[GEN_BUFFERS];
    memcpy(here, g->modes, sizeof here);
    P("if ");
    settled_expr(g, VY_TYPE_BOOL, LEVEL_GRID, 2);
    P(" {\n");
    if (one_in(g, 2) && g->flow == LEVEL_GRID)
        block(g, 1);
    bring_back(g, modes);
    P("%s\n}\n", word);
    memcpy(g->modes, here, sizeof here);
}

/// The body of a loop, with exits between its statements.
static void loop_body(struct gen *g, const uint8_t *modes, const char *const *exits, unsigned count)
{
    unsigned parts = 1 + pick(g, 3);
    for (unsigned i = 0; i < parts; i++) {
        uint32_t scope = g->local_count;
        block(g, 3);
        g->local_count = scope;
        if (count && one_in(g, 2))
            uniform_exit(g, modes, exits[pick(g, count)]);
        if (g->label_count > g->label_base && g->flow == LEVEL_GRID && one_in(g, 3)) {
            char word[24];
            uint32_t which = g->label_base + pick(g, g->label_count - g->label_base);
            snprintf(word, sizeof word, "leave l%u", g->labels[which].name);
            uniform_exit(g, g->labels[which].modes, word);
        }
    }
    bring_back(g, modes);
}

static void grid_loop(struct gen *g)
{
    static const char *const exits[] = {"break", "continue"};
    uint8_t before[GEN_BUFFERS];
    uint32_t name = g->names++, scope = g->local_count;
    memcpy(before, g->modes, sizeof before);
    g->loops++;
    switch (pick(g, 4)) {
    case 0:
        P("for k%u in ", name);
        settled_expr(g, VY_TYPE_U32, LEVEL_GRID, 1);
        P(" %% 2..%u + ", 1 + pick(g, 2));
        if (one_in(g, 3))
            settled_meeting(g, VY_TYPE_U32, LEVEL_GRID);
        else
            settled_expr(g, VY_TYPE_U32, LEVEL_GRID, 1);
        P(" %% 3");
        if (one_in(g, 3))
            P(" step %u", pick(g, 3));
        P(" {\n");
        named(local(g, VY_TYPE_U32, LEVEL_GRID, false, "k"), 'k', name);
        break;
    case 1:
        P("for k%u in -2..%d {\n", name, (int)pick(g, 3));
        named(local(g, VY_TYPE_I32, LEVEL_GRID, false, "k"), 'k', name);
        break;
    case 2:
        P("var w%u = %u\nwhile w%u > 0", name, 2 + pick(g, 3), name);
        if (one_in(g, 2)) {
            P(" && (w%u %% 3 == 2 || ", name);
            settled_meeting(g, VY_TYPE_BOOL, LEVEL_GRID);
            P(")");
        }
        P(" {\nw%u -= 1\n", name);
        break;
    default:
        P("var w%u = 0\nloop {\nw%u += 1\nif w%u > %u { ", name, name, name, 1 + pick(g, 3));
        P("break }\n");
        break;
    }
    loop_body(g, before, exits, 2);
    P("}\n");
    g->loops--;
    g->local_count = scope;
}

static void fixpoint(struct gen *g)
{
    uint8_t before[GEN_BUFFERS];
    uint32_t name = g->names++, from = pick(g, 3), scope = g->local_count;
    bool value = one_in(g, 2), outer = g->in_fixpoint;
    unsigned loops = g->loops, labels = g->label_base;
    memcpy(before, g->modes, sizeof before);
    g->label_base = g->label_count; // nothing leaves a fixpoint
    if (value)
        P("let n%u = ", name);
    P("fixpoint k%u in %u..%u {\n", name, from, from + pick(g, 6));
    named(local(g, VY_TYPE_U32, LEVEL_GRID, false, "k"), 'k', name);
    g->in_fixpoint = true;
    g->loops = 0;
    block(g, 4);
    P("if ");
    if (one_in(g, 2)) {
        P("k%u < %u && ", name, from + 1 + pick(g, 4));
        P(one_in(g, 2) ? "me %% 3 == 0 || " : "");
    }
    settled_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
    P(" { again }\n}\n");
    g->in_fixpoint = outer;
    g->label_base = labels;
    g->loops = loops;
    g->local_count = scope;
    memcpy(g->modes, before, sizeof before); // a barrier ends each pass
    if (value)
        named(local(g, VY_TYPE_U32, LEVEL_GRID, false, "n"), 'n', name);
}

static void labelled(struct gen *g)
{
    uint8_t before[GEN_BUFFERS];
    char word[24];
    const char *exits[] = {word};
    uint32_t name = g->names++, scope = g->local_count;
    memcpy(before, g->modes, sizeof before);
    snprintf(word, sizeof word, "leave l%u", name);
    P("block l%u {\n", name);
    g->labels[g->label_count].name = name;
    memcpy(g->labels[g->label_count++].modes, before, sizeof before);
    loop_body(g, before, exits, 1);
    g->label_count--;
    P("}\n");
    g->local_count = scope;
}

/// A loop without barriers, for each invocation by itself.
static void plain_loop(struct gen *g)
{
    enum level flow = g->flow;
    uint32_t name = g->names++, scope = g->local_count;
    unsigned loops = g->loops;
    P("for k%u in 0..", name);
    settled_expr(g, VY_TYPE_U32, LEVEL_LANE, 1);
    P(" %% 5 {\n");
    named(local(g, VY_TYPE_U32, LEVEL_LANE, false, "k"), 'k', name);
    g->flow = LEVEL_LANE;
    g->loops = 0;
    block(g, 3);
    if (one_in(g, 2)) {
        P("if ");
        settled_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
        P(" { %s }\n", pick(g, 2) ? "break" : "continue");
        block(g, 2);
    }
    P("}\n");
    g->flow = flow;
    g->loops = loops;
    g->local_count = scope;
}

static void each(struct gen *g)
{
    uint32_t scope = g->local_count, outer = g->outer;
    enum level flow = g->flow;
    P("each i in 0..%u {\n", g->total);
    g->outer = g->local_count;
    g->in_each = true;
    g->flow = LEVEL_LANE;
    block(g, 3);
    g->in_each = false;
    g->flow = flow;
    g->outer = outer;
    g->local_count = scope;
    P("}\n");
}

static void copy_async(struct gen *g)
{
    for (uint32_t k = 0; k < g->buffer_count; k++) {
        const struct gen_buffer *b = &g->buffers[k];
        if (b->role != VY_ROLE_SHARED || b->atomic || b->elem != VY_TYPE_U32)
            continue;
        P("barrier workgroup\nasync_copy(%s, %u, b0, ", b->name, pick(g, 3));
        settled_expr(g, VY_TYPE_U32, LEVEL_GROUP, 1);
        P(" %% %u, %u)\n", g->total + 1, pick(g, g->volume + 2));
        if (g->flow == LEVEL_GRID && one_in(g, 2))
            P("barrier grid\n");
        P("wait()\n");
        new_modes(g, false);
        return;
    }
}

static void call(struct gen *g)
{
    enum level level = one_in(g, 2) ? LEVEL_GRID : LEVEL_LANE;
    uint32_t which = pick(g, g->functions);
    P("let v%u = f%u(", g->names, which);
    settled_expr(g, VY_TYPE_U32, level, 2);
    P(", ");
    settled_expr(g, VY_TYPE_U32, LEVEL_GRID, 1);
    P(")\n");
    local(g, VY_TYPE_U32, LEVEL_LANE, false, "v");
    new_modes(g, true); // each begins with a collective
}

static void leave_for_good(struct gen *g)
{
    uint32_t kind = pick(g, 8); // now and then a workgroup, seldom everybody
    P("if ");
    settled_expr(g, VY_TYPE_BOOL, kind == 7 ? LEVEL_GRID : kind > 3 ? LEVEL_GROUP : LEVEL_LANE, 2);
    if (kind < 4)
        P(" && me %% %u == %u", 2 + pick(g, 6), pick(g, 2));
    else if (kind < 7)
        P(" && wid.x %% %u == %u", 1 + pick(g, 3), pick(g, 2));
    P(" { %sreturn }\n", g->in_fixpoint && one_in(g, 3) ? "again " : "");
}

/// Statements that meet the grid or hold blocks that do.
static bool grid_statement(struct gen *g)
{
    bool deep = g->depth < 4;
    switch (pick(g, 15)) {
    case 0:
    case 1: barrier(g); return true;
    case 12:
    case 13: exchange(g); return true;
    case 2:
    case 3: collect(g); return true;
    case 4:
    case 5:
        if (deep)
            grid_loop(g);
        return deep;
    case 6:
        if (deep)
            fixpoint(g);
        return deep;
    case 7:
        if (deep)
            labelled(g);
        return deep;
    case 8:
        P("region \"r%u\" {\n", g->names++);
        block(g, 4);
        P("}\n");
        return true;
    case 9:
        if (!g->returns)
            each(g);
        return !g->returns;
    case 10: call(g); return true;
    case 11:
        if (g->returns)
            leave_for_good(g);
        return true;
    default: copy_async(g); return true;
    }
}

static bool statement(struct gen *g)
{
    if (!g->budget)
        return false;
    g->budget--;
    if (!g->in_each && one_in(g, 80)) {
        P("assert me %% 7 != 3 || ");
        settled_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
        P(", \"{}\", me\n");
        return true;
    }
    if (g->flow == LEVEL_GRID && one_in(g, 2))
        return grid_statement(g);
    if (g->flow == LEVEL_GROUP && one_in(g, 5)) {
        P("barrier workgroup\n");
        new_modes(g, false);
        return true;
    }
    switch (pick(g, 10)) {
    case 0:
    case 1: define(g); return true;
    case 2:
    case 3: assign(g); return true;
    case 4:
        if (!g->in_each || g->flow == LEVEL_LANE)
            atomic(g);
        return true;
    case 5:
        if (g->depth < 5)
            branch(g);
        return true;
    case 6:
        if (g->depth < 5)
            plain_loop(g);
        return true;
    case 7:
        if (g->in_fixpoint && !one_in(g, 3)) {
            P("if ");
            settled_expr(g, VY_TYPE_BOOL, LEVEL_LANE, 2);
            P(" { again }\n");
            return true;
        }
        store(g);
        return true;
    default: store(g); return true;
    }
}

static void block(struct gen *g, unsigned most)
{
    uint32_t scope = g->local_count;
    g->depth++;
    for (unsigned i = 1 + pick(g, most); i > 0; i--)
        (void)statement(g);
    g->depth--;
    g->local_count = scope;
}

// ---- the whole ----
static void functions(struct gen *g)
{
    g->functions = 3;
    P("fn f0(v: u32, n: u32) -> u32 { let s = grid_add(v) if n > 3 { return s } barrier grid "
      "return s ^ v }\n"
      "fn f1(v: u32, n: u32) -> u32 { var s = grid_scan_max(v) for j in 0..n %% 4 { if j == 2 { "
      "return s + j } barrier grid s += v } return s }\n"
      "fn f2(v: u32, n: u32) -> u32 { let s = grid_any(v > n) let p = fixpoint j in 0..n %% 4 { "
      "if v > j { again } } return s ? p : v }\n");
}

static void head(struct gen *g)
{
    static const uint32_t sizes[][2] = {{1, 1}, {7, 1}, {32, 1}, {64, 1}, {2, 3}, {5, 1}, {33, 1}};
    static const uint32_t grids[] = {1, 6, 7, 31, 32, 33, 64, 65, 100};
    const uint32_t *size = sizes[pick(g, 7)];
    uint32_t grid[2] = {grids[pick(g, 9)], 1};
    if (size[1] > 1) {
        grid[0] = 1 + pick(g, 9);
        grid[1] = 1 + pick(g, 7);
    }
    g->total = 1;
    for (unsigned i = 0; i < 2; i++) {
        g->workgroup[i] = size[i];
        g->groups[i] = (grid[i] + size[i] - 1) / size[i];
        g->total *= g->groups[i] * size[i];
    }
    g->volume = size[0] * size[1];
    P("program settled\nparam pa: u32 = %u\nparam pb: i32 = %d\nparam pc: f32 = %u.5\n", pick(g, 7),
      (int)pick(g, 9) - 4, pick(g, 5));
    declare_all(g);
    P("workgroup %u, %u\ngrid %u, %u\n", size[0], size[1], grid[0], grid[1]);
    functions(g);
    P("let here = lid.y * workgroup_size.x + lid.x\n"
      "let me = (wid.y * workgroups.x + wid.x) * %u + here\n",
      g->volume);
    const char *names[] = {"pa", "pb", "pc"};
    const vy_type types[] = {VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_F32};
    for (unsigned i = 0; i < 3; i++) {
        struct gen_local *l = local(g, types[i], LEVEL_GRID, false, "p");
        snprintf(l->name, sizeof l->name, "%s", names[i]);
    }
}

char *settled_make(uint64_t seed)
{
    struct gen gen = {.r = rng_make(seed, 31), .budget = 0}, *g = &gen;
    char *text = NULL;
    size_t size = 0;
    g->out = open_memstream(&text, &size);
    if (!g->out)
        return NULL;
    head(g);
    g->returns = one_in(g, 2);
    g->budget = 1000;
    for (unsigned i = 3 + pick(g, 5); i > 0; i--)
        define(g);
    g->budget = 6 + pick(g, 10 + (uint32_t)(seed % 50));
    for (unsigned i = 0; i < 60 && g->budget; i++)
        (void)statement(g);
    P("barrier grid\nb2[me] = b2[me] * 3");
    for (uint32_t i = 0; i < g->local_count; i++) {
        const struct gen_local *l = &g->locals[i];
        if (l->length)
            P(" + u32(%s[%u])", l->name, l->length / 2);
        else
            P(" + u32(%s)", l->name);
    }
    P("\n");
    fclose(g->out);
    return text;
}
