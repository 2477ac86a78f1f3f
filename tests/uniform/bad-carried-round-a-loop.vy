// n is uniform in the first round only.
program bad_carried_round_a_loop
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var n = 0
var m = 0
for i in 0..k {
    if n == 1 {
        barrier workgroup // expect V100
    }
    n = m
    m = lid.x
}
