// The rest of the round is run by some only.
program bad_divergent_continue
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
    if lid.x == i { continue }
    barrier workgroup // expect V100
}
