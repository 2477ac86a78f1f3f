// A workgroup load is one value for the workgroup, from any buffer.
program ok_scope_load
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

t[lid.x] = gid.x
let last = workgroup_load(t[63])
if last > 5 { barrier workgroup }
let one = grid_load(s[k])
if one == 2 { barrier grid }
