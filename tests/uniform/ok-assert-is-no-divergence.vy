// A failing assert ends the invocation like a return.
program ok_assert_is_no_divergence
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

assert x[gid.x] < 10, "{} is too large", x[gid.x]
barrier grid
each i in 0..len(x) { y[i] = i }
