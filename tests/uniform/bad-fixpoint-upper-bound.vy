// Bounds are grid-uniform.
program bad_fixpoint_upper_bound
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

fixpoint pass in 0..x[gid.x] { again } // expect V104
