// One value for each subgroup.
program ok_subgroup_reduction_for_subgroup
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let m = subgroup_min(x[gid.x])
if m == 0 { y[gid.x] = subgroup_add(1) }
