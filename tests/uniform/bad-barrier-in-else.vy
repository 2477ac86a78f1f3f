// The other branch is no better.
program bad_barrier_in_else
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if lid.x == 0 { t[0] = 1 } else {
    barrier workgroup // expect V100
}
