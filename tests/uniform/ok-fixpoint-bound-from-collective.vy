// A grid collective makes a bound of varying values.
program ok_fixpoint_bound_from_collective
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let most = grid_max(x[gid.x])
fixpoint pass in 0..most {
    if pass % 2 == 0 { barrier grid }
    again
}
