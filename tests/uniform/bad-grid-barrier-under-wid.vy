// Uniform in a workgroup is not enough for the grid.
program bad_grid_barrier_under_wid
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if wid.x == 0 {
    barrier workgroup
    barrier grid // expect V100
}
