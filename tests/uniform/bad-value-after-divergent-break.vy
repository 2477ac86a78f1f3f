// An assignment that ran differently often.
program bad_value_after_divergent_break
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var rounds = 0
loop {
    if rounds >= lid.x { break }
    rounds += 1
}
if rounds == 5 {
    barrier workgroup // expect V100
}
