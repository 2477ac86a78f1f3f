// The load is as varying as its index.
program bad_in_load_at_varying_index
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if x[gid.x] == 1 {
    barrier workgroup // expect V100
}
