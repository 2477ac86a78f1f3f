// Statements that the passes of the library change: neighbouring `each` over one range, values that
// are stored and loaded again, loops that count up to a bound, scratch memory that is not read or
// not used, barriers that order nothing, rows that are appended through one counter. One program in
// four begins with some. They have buffers and a stream of chance of their own, so that the other
// programs stay as they are.
#include "gen.h"

static bool wanted(const struct gen *g)
{
    struct rng r = conform_rng(g->seed, 31);
    return !g->focus && !g->hostile && !g->bindings && g->total && !conform_below(&r, 4);
}

void gen_pass_buffers(struct gen *g)
{
    uint32_t n = g->total;
    if (!wanted(g))
        return;
    P("scratch q_t: u32[%u]\nscratch q_dead: u32[%u]\nscratch q_unused: u64[%u, 3]\n", n, n, n);
    P("out q_y: u32[%u]\nout q_z: i64[%u]\n", n, n);
    P("out q_n: atomic u32[1]\nout q_rows: u32[%u] @count(q_n)\n", n);
}

/// What the second each loads of what the first one stored, its own element or another one.
static void second(struct gen *g, struct rng *r, bool own)
{
    uint32_t n = g->total, divisor = 2 + conform_below(r, 5);
    P("each q_k in 0..%u {\n", n);
    P("q_y[q_k] = q_t[%s] + b0[q_k] * %u\n", own ? "q_k" : "q_k ^ 1", conform_below(r, 9));
    if (conform_below(r, 2))
        P("q_y[q_k] = q_y[q_k] ^ q_k\n");
    if (conform_below(r, 2))
        P("let q_unread = q_t[q_k] * 3\n");
    P("if (q_k * 2654435761 >> 13) %% %u == 1 {\n", divisor);
    P("let q_s = atomic_add(q_n[0], 1)\nq_rows[q_s] = q_k * 7 + q_y[q_k]\n}\n}\n");
}

void gen_pass_body(struct gen *g)
{
    struct rng r = conform_rng(g->seed, 32);
    uint32_t n = g->total, how = conform_below(&r, 4);
    if (!wanted(g))
        return;
    P("each q_i in 0..%u {\nq_t[q_i] = b0[q_i] * %u + q_i\n", n, 1 + conform_below(&r, 100));
    if (conform_below(&r, 2))
        P("q_dead[q_i] = q_t[q_i] - 1\n");
    P("}\n");
    for (uint32_t i = how; i > 0 && i < 3; i--)
        P("barrier grid\n");
    second(g, &r, how == 0 || how == 3);
    if (!g->gridless) {
        P("let q_most = workgroup_max(len(b0) + %u)\n", conform_below(&r, 9));
        P("let q_some = subgroup_any(wid.x < %u)\n", conform_below(&r, 3));
    }
    P("each q_l in 0..%u { q_z[q_l] = i64(q_y[q_l]) * 3%s }\n", n,
      g->gridless ? "" : " + i64(q_most) - i64(q_some)");
    P("barrier grid\n");
    P("each q_m in 0..%u {\nvar q_c = q_m %% %u\n", n, 1 + conform_below(&r, 40));
    P("while q_c < %u {\nq_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])\n", conform_below(&r, 40));
    if (conform_below(&r, 2))
        P("if b0[q_c] %% 5 == q_m %% 5 { break }\n");
    P("q_c += 1\n}\nq_z[q_m] = q_z[q_m] ^ i64(q_c)\n}\nbarrier grid\n");
}
