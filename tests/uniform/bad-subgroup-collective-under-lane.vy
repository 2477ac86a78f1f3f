// Only some lanes come by.
program bad_subgroup_collective_under_lane
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if lane < 7 {
    y[gid.x] = subgroup_add(1) // expect V101
}
