// The share of those that returned would be left out.
program bad_each_after_divergent_return
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
each e in 0..len(x) { y[e] = 1 } // expect V106
