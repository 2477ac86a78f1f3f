// Divergent loops are fine by themselves.
program ok_for_with_divergent_bounds_without_barrier
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var sum = 0
for i in 0..lid.x { sum += x[i] }
barrier grid
y[gid.x] = sum
