// A broadcast gives its whole scope one value.
program ok_broadcast_is_uniform
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let first = workgroup_broadcast(x[gid.x], 0)
if first == 1 { barrier workgroup }
let far = grid_broadcast(x[gid.x], k)
if far == 1 { barrier grid }
