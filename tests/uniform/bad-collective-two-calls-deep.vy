// Through two functions.
program bad_collective_two_calls_deep
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
    return grid_add(v)
}
fn outer(v: u32) -> u32 { return total(v + 1) }

for i in 0..lid.x { y[gid.x] = outer(i) } // expect V101
