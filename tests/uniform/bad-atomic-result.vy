// What an atomic gives differs.
program bad_atomic_result
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if atomic_add(a[0], 1) == 0 {
    barrier workgroup // expect V100
}
