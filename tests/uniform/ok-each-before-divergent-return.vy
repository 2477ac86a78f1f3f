// The return comes later.
program ok_each_before_divergent_return
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

each e in 0..len(x) { y[e] = 1 }
if lid.x == 0 { return }
barrier grid
