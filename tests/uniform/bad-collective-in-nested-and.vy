// The condition is two operators away.
program bad_collective_in_nested_and
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let v = k == 1 && (lane == 2 && (k == 2 && subgroup_any(true))) // expect V101
y[gid.x] = u32(v)
