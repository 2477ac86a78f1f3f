// The same for passes.
program bad_each_after_return_in_fixpoint
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

fixpoint pass in 0..9 {
    each e in 0..len(x) { y[e] = pass } // expect V106
    if s[gid.x] == pass { return }
    again
}
