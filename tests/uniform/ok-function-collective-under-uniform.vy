// Called under a condition that is the same for the workgroup.
program ok_function_collective_under_uniform
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

fn total(v: u32) -> u32 { return workgroup_add(v) }

if wid.x % 2 == 0 { y[gid.x] = total(x[gid.x]) }
