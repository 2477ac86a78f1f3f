// Both sides of ?: are branches.
program bad_collective_in_select
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let v = gid.x < len(x) ? workgroup_add(x[gid.x]) : 0 // expect V101
y[gid.x] = v
