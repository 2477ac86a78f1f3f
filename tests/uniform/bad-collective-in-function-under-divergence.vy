// The call stands under a divergent condition.
program bad_collective_in_function_under_divergence
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

fn total(v: u32) -> u32 {
    return workgroup_add(v)
}

if lid.x < 5 { y[gid.x] = total(x[gid.x]) } // expect V101
