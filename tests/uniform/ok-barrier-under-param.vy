// A param is the same for the whole grid.
program ok_barrier_under_param
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if k == 3 {
    barrier workgroup
    barrier grid
}
