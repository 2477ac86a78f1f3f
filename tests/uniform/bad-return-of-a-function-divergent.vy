// The rest of the function is divergent.
program bad_return_of_a_function_divergent
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

fn pick(v: u32) -> u32 {
    if v > 5 { return 1 }
    barrier workgroup
    return v
}

y[gid.x] = pick(x[gid.x]) // expect V100
