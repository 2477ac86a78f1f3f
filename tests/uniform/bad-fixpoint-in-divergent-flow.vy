// The whole grid runs the passes.
program bad_fixpoint_in_divergent_flow
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
    fixpoint pass in 0..4 { again } // expect V103
}
