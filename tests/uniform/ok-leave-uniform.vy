// All leave the block together.
program ok_leave_uniform
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

block done {
    if k == 1 { leave done }
    barrier grid
}
barrier grid
