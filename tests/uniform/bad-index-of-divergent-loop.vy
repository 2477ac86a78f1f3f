// The index left the loop at different values.
program bad_index_of_divergent_loop
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var last = 0
for i in 0..lid.x { last = i }
if last == 3 {
    barrier workgroup // expect V100
}
