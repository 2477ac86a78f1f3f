// The range is dealt over the grid whatever its end is.
program ok_each_bound_varies
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

each e in 0..a[0] { y[e] = e }
