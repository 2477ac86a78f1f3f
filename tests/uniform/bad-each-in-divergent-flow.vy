// Parts of the range would be left out.
program bad_each_in_divergent_flow
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if wid.x == 0 {
    each e in 0..len(x) { y[e] = 1 } // expect V105
}
