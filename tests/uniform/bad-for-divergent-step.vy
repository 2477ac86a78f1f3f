// Nor here.
program bad_for_divergent_step
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

for i in 0..64 step 1 + lid.x {
    barrier workgroup // expect V100
}
