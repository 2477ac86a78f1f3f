// The barrier stands on both sides of a divergent condition.
program bad_two_paths
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if lid.x < 32 {
    t[lid.x] = 1
    barrier workgroup // expect V100
} else {
    barrier workgroup // expect V100
}
