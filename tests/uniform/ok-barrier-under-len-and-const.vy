// So are lengths, sizes and constants over them.
program ok_barrier_under_len_and_const
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if len(x) % 2 == 0 && grid_size.x > 64 {
    barrier grid
}
if workgroups.x == 1 || workgroup_size.x == 64 { barrier grid }
