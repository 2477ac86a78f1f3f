// The condition becomes divergent by what the body assigns.
program bad_while_carried
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var i = 0
while i < 10 {
    barrier workgroup // expect V100
    i += 1 + lid.x % 2
}
