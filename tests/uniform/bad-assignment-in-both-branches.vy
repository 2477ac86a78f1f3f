// The same with two assignments.
program bad_assignment_in_both_branches
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var flag = 0
if x[gid.x] > 3 { flag = 1 } else { flag = 2 }
if flag == 1 {
    barrier grid // expect V100
}
