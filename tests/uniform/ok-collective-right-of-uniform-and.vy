// The left side is the same for the workgroup.
program ok_collective_right_of_uniform_and
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if wid.x == 0 && workgroup_any(x[gid.x] == 1) { barrier workgroup }
