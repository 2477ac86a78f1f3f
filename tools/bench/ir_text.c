// The programs that the ir suite measures with.
#include "bench.h"

// ---- a large program ----
static const char head[] = "/// A program as large as the limits allow, for measuring.\n"
                           "program bench\n"
                           "in      row   : u32[]           /// offsets\n"
                           "in      col   : u32[]           /// targets\n"
                           "in      value : f32[]           /// weights\n"
                           "param   limit : u32 = 100       /// what counts as near\n"
                           "const   n     = len(row) - 1\n"
                           "out     dist  : atomic u32[n]   /// least distance so far\n"
                           "out     sum   : f32[n]          /// weighted sum\n"
                           "scratch next  : u32[2, n]\n"
                           "workgroup 128\n"
                           "grid n\n"
                           "\n"
                           "fn mix(x: u32, y: u32) -> u32 {\n"
                           "    return (x ^ (y >> 3)) * 0x9e37_79b1 + rotl(x, 7)\n"
                           "}\n"
                           "\n";

/// One of the pieces that the body repeats, and its operations: operators, built-in calls, loads,
/// stores, definitions, branches and loops; names and literals are not counted. `#` is the
/// piece's number.
struct piece {
    const char *text;
    uint32_t operations, nodes;
};
static const struct piece pieces[] = {
    // let, load, +; if, &&, <, <; for, load, load, +; let, load; let, call 5 ops; if, >;
    // atomic min with eval; else: store, load, *, f32()
    {"// relax the edges of node #'s neighbourhood\n"
     "let v# = row[gid.x + #]\n"
     "if v# < limit && gid.x < n {\n"
     "    for e# in row[v#]..row[v# + 1] {\n"
     "        let t# = col[e#]\n"
     "        let m# = mix(t#, v#)\n"
     "        if m# > limit {\n"
     "            atomic_min(dist[t#], m#)\n"
     "        } else {\n"
     "            sum[gid.x] = value[e#] * f32(t#)\n"
     "        }\n"
     "    }\n"
     "}\n",
     27, 54},
    // var, load; let, %, +; while, <, &&, !=; set, +, load, %; set, ^, >>; store, popcount, -
    {"var a#: u32 = next[0, gid.x]\n"
     "let stop# = (gid.x + #) % 17\n"
     "while a# < stop# && a# != 0x# {\n"
     "    a# += col[a# % 1024]        // walk on\n"
     "    a# ^= a# >> 5\n"
     "}\n"
     "next[1, gid.x] = popcount(a#) - 1\n",
     19, 39},
    // let, load; let, fma, sqrt, abs; if, >=, ||, <; store, ?, >, load, -; barrier; region
    {"let x# = value[gid.x]\n"
     "let y# = fma(x#, 0.5, sqrt(abs(x#)))\n"
     "if y# >= 1.5e-3 || x# < -0.25 {\n"
     "    sum[gid.x] = y# > 2.0 ? sum[gid.x] - x# : clamp(y#, 0.0, 1.0)\n"
     "}\n",
     16, 35},
};
enum { PIECES = sizeof pieces / sizeof *pieces };

void bench_program_text(struct text *t, uint64_t nodes, uint64_t *operations)
{
    uint64_t made = 0;
    *operations = 0;
    text_printf(t, "%s", head);
    for (unsigned i = 0; made < nodes; i++) {
        const struct piece *p = &pieces[i % PIECES];
        bench_numbered(t, p->text, i);
        made += p->nodes;
        *operations += p->operations;
    }
}

// ---- a program to run ----
const char bench_oracle_text[] = "program bench_oracle\n"
                                 "in  a : u32[]\n"
                                 "out o : u32[len(a)]\n"
                                 "workgroup 256\n"
                                 "grid len(a)\n"
                                 "let n = len(a)\n"
                                 "var s = a[gid.x]\n"
                                 "var odd = 0\n"
                                 "for i in 0..64 {\n"
                                 "    let v = a[(s + i) % n]\n"
                                 "    if v > s {\n"
                                 "        s = s * 5 + v\n"
                                 "    } else {\n"
                                 "        s ^= v >> 3\n"
                                 "        odd += v & 1\n"
                                 "    }\n"
                                 "}\n"
                                 "o[gid.x] = s + odd\n";

const char bench_barrier_text[] = "program bench_barriers\n"
                                  "in  a : u32[]\n"
                                  "out o : u32[len(a)]\n"
                                  "shared part : u32[256]\n"
                                  "workgroup 256\n"
                                  "grid len(a)\n"
                                  "part[lid.x] = a[gid.x]\n"
                                  "for i in 0..16 {\n"
                                  "    barrier workgroup\n"
                                  "    let v = part[(lid.x + (1 << (i % 8))) % 256]\n"
                                  "    barrier workgroup\n"
                                  "    part[lid.x] += v\n"
                                  "}\n"
                                  "barrier grid\n"
                                  "o[gid.x] = part[lid.x] + subgroup_max(a[gid.x])\n";
