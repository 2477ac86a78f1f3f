// The index is as uniform as the scope needs.
program ok_scope_load_index_of_its_scope
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let v = workgroup_load(x[wid.x])
let w = subgroup_load(s[subgroup])
y[gid.x] = v + w
