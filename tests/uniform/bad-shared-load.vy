// Shared memory can be written too.
program bad_shared_load
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if t[0] == 1 {
    barrier workgroup // expect V100
}
