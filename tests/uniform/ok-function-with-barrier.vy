// Inlined where everybody comes by.
program ok_function_with_barrier
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

fn turn(v: u32) -> u32 {
    t[lid.x] = v
    barrier workgroup
    return t[63 - lid.x]
}

y[gid.x] = turn(x[gid.x])
