// The load is as uniform as its index.
program ok_workgroup_barrier_under_in_load_at_wid
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if x[wid.x] > 5 { barrier workgroup }
