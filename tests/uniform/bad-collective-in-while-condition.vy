// The condition is asked again by those still in the loop.
program bad_collective_in_while_condition
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var n = lid.x
while n > 0 && workgroup_any(n > 1) { // expect V101
    n -= 1
}
