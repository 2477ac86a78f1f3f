// What follows in the block is divergent.
program bad_divergent_leave
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

block done {
    if lid.x == 0 { leave done }
    barrier workgroup // expect V100
}
