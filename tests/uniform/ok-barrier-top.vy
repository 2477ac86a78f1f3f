// Nothing diverges before it.
program ok_barrier_top
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

t[lid.x] = x[gid.x]
barrier workgroup
y[gid.x] = t[63 - lid.x]
