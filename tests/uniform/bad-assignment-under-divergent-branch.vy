// Both values are uniform, which one was assigned is not.
program bad_assignment_under_divergent_branch
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
if lid.x == 0 { flag = 1 }
if flag == 1 {
    barrier workgroup // expect V100
}
