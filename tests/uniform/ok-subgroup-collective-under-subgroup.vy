// A whole subgroup takes the same branch.
program ok_subgroup_collective_under_subgroup
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if subgroup == 0 {
    let m = subgroup_max(x[gid.x])
    y[gid.x] = m
}
