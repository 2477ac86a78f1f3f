// At grid scope the same holds for grid barriers.
program ok_grid_any_loop
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var left = x[gid.x]
while grid_any(left > 0) {
    if left > 0 { left -= 1 }
    barrier grid
}
