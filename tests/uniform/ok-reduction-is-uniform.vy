// An unscanned collective gives its whole scope one value.
program ok_reduction_is_uniform
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let total = workgroup_add(x[gid.x])
if total > 100 { barrier workgroup }
let all = grid_max(x[gid.x])
if all == 7 { barrier grid }
