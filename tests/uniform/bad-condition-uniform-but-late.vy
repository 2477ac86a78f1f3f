// The variable is uniform where it is made, and divergent where it is asked.
program bad_condition_uniform_but_late
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var stop = false
for i in 0..k {
    if stop {
        barrier grid // expect V100
    }
    let v = grid_max(i)
    if v == wid.x { stop = true }
}
