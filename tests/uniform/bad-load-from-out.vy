// An output may have been written meanwhile.
program bad_load_from_out
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if y[k] == 1 {
    barrier workgroup // expect V100
}
