// The lower one too; a workgroup sum is not enough.
program bad_fixpoint_lower_bound
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

let from = workgroup_min(x[gid.x])
fixpoint pass in from..9 { again } // expect V104
