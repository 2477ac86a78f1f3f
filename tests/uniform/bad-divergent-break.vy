// Later rounds are run by some only, also the part before the break.
program bad_divergent_break
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

for i in 0..k {
    barrier workgroup // expect V100
    if x[gid.x] == i { break }
}
