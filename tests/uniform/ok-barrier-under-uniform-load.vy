// So is a uniform buffer, also through another load.
program ok_barrier_under_uniform_load
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if u[u[0] + x[1]] > 2 { barrier grid }
