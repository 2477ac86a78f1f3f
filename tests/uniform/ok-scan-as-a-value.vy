// Its value differs, which harms nothing.
program ok_scan_as_a_value
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let before = workgroup_scan_add(x[gid.x])
barrier workgroup
y[before % 64] = 1
