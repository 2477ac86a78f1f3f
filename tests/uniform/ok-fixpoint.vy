// Bounds from a length; again may stand in divergent flow.
program ok_fixpoint
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let n = fixpoint pass in 0..len(x) {
    if pass < x[gid.x] { again }
    barrier grid
}
if n > 2 { barrier grid }
