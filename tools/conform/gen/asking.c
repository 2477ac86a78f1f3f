// Loops that go on while an atomic says so, and loops behind them. Where a driver runs lanes beside
// a workgroup that have no invocation, no atomic ever ends such a loop for those. Half of the
// programs with workgroups of one invocation begin with some, of the others one in twenty. They
// have buffers and a stream of chance of their own, so that the other programs stay as they are.
#include "gen.h"

static bool wanted(const struct gen *g)
{
    struct rng r = conform_rng(g->seed, 33);
    uint32_t one = g->volume == 1 ? 2 : 20;
    return !g->focus && !g->hostile && !g->bindings && !g->gridless && !conform_below(&r, one);
}

static vy_type type_of(const struct gen *g)
{
    return (vy_type)(VY_TYPE_U32 + g->seed % 4);
}

void gen_asking_buffers(struct gen *g)
{
    if (wanted(g))
        P("out t_n: atomic %s[%u]\nout t_y: u32[%u]\n", vy_type_name(type_of(g)), g->total,
          g->total);
}

void gen_asking_body(struct gen *g)
{
    static const struct {
        const char *text;
        enum conform_row row;
    } loops[] = {
        {"while atomic_add(t_n[me], 1) < %u { t_y[me] += 3 }\n", CONFORM_A_ADD},
        {"while atomic_or(t_n[me], 1 << t_y[me]) >> %u == 0 { t_y[me] += 1 }\n", CONFORM_A_OR},
        {"while atomic_max(t_n[me], 2) != 2 || t_y[me] < %u { t_y[me] += 1 }\n", CONFORM_A_MAX},
        {"loop {\nif atomic_add(t_n[me], 2) > %u { break }\nt_y[me] += 5\n}\n", CONFORM_A_ADD}};
    struct rng r = conform_rng(g->seed, 34);
    uint32_t which = conform_below(&r, 4);
    if (!wanted(g))
        return;
    cover(g, CONFORM_WHILE_ATOMIC, type_of(g));
    cover(g, loops[which].row, type_of(g));
    P(loops[which].text, 2 + conform_below(&r, 20));
    P("for t_k in 0..b0[me] %% 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }\n");
    P("var t_w = b0[me] %% 7\nwhile t_w < %u {\nt_y[me] = t_y[me] * 5 + t_w\nt_w += 1\n}\n",
      8 + conform_below(&r, 9));
}
