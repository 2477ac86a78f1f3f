// One value for each subgroup.
program bad_workgroup_barrier_under_subgroup_sum
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let m = subgroup_max(x[gid.x])
if m == 3 {
    barrier workgroup // expect V100
}
