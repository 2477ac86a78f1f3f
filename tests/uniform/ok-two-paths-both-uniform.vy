// The barrier stands on either side of a uniform condition.
program ok_two_paths_both_uniform
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var n = 0
if k == 1 { n = 1 } else { n = 2 }
if n == 1 { barrier grid } else if n == 2 { barrier grid } else { barrier workgroup }
