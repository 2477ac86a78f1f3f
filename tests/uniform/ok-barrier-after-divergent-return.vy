// Barriers count the living.
program ok_barrier_after_divergent_return
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if gid.x >= len(x) { return }
t[lid.x] = x[gid.x]
barrier workgroup
y[gid.x] = t[0]
barrier grid
