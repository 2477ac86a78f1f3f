// The branches have met again.
program ok_barrier_after_divergent_if
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
if lid.x < 32 { v = x[gid.x] } else { v = 1 }
barrier workgroup
y[gid.x] = v
barrier grid
