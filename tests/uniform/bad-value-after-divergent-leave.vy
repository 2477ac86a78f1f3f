// An assignment that some skipped.
program bad_value_after_divergent_leave
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var v = 0
block done {
    if lid.x == 0 { leave done }
    v = 1
}
if v == 1 {
    barrier workgroup // expect V100
}
