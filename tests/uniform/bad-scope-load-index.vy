// All of the workgroup read one place.
program bad_scope_load_index
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

y[gid.x] = workgroup_load(t[lid.x]) // expect V102
