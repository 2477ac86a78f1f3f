// The condition differs from round to round, not between invocations.
program ok_uniform_condition_that_changes
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var d = 1
while d < 64 {
    barrier workgroup
    t[lid.x] += d
    d *= 2
}
barrier grid
