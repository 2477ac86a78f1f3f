// The right side runs for some only.
program bad_collective_right_of_and
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if x[gid.x] == 1 && workgroup_any(true) { // expect V101
    y[gid.x] = 1
}
