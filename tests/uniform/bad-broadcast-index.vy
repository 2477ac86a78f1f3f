// All must name the same invocation.
program bad_broadcast_index
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

y[gid.x] = subgroup_broadcast(x[gid.x], lane) // expect V102
