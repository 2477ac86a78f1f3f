// Uniform values at uniform indices.
program ok_local_array_uniform
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var b : u32[4]
b[k % 4] = wid.x
if b[0] == 1 { barrier workgroup }
