// Never uniform, whatever the index.
program bad_load_from_writable
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if s[0] == 1 {
    barrier grid // expect V100
}
