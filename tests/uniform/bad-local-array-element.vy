// Assigned at an index that differs.
program bad_local_array_element
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var b : u32[4]
b[lid.x % 4] = 1
if b[0] == 1 {
    barrier workgroup // expect V100
}
