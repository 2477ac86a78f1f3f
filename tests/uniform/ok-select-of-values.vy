// Both sides are only values.
program ok_select_of_values
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let v = lid.x == 0 ? x[0] : x[1]
barrier workgroup
y[gid.x] = v + workgroup_add(lid.x > 3 ? v : 0)
