// Each invocation ran other elements.
program bad_value_from_each
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
each e in 0..len(x) { n += 1 }
if n == 1 {
    barrier workgroup // expect V100
}
