// Each condition stands under those before it.
program bad_barrier_in_else_if
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if lid.x == 0 { t[0] = 1 } else if k == 1 {
    barrier workgroup // expect V100
}
