// The trip count is the same in each workgroup.
program ok_for_over_workgroup_bounds
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

for i in 0..wid.x {
    barrier workgroup
    t[lid.x] += i
}
