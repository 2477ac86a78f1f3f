// A return of a function ends with the function.
program ok_function_with_divergent_return
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
    return v
}

let v = pick(x[gid.x])
barrier grid
y[gid.x] = v
