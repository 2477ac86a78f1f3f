// Here too.
program bad_collective_right_of_or
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let v = gid.x > 3 || grid_all(true) // expect V101
y[gid.x] = u32(v)
