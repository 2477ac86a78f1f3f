// In the next round the return has happened.
program bad_each_before_return_in_a_loop
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

for i in 0..k {
    each e in 0..len(x) { y[e] = i } // expect V106
    if lid.x == i { return }
}
