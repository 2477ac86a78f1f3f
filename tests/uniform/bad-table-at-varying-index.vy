// The table is constant, the index is not.
program bad_table_at_varying_index
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

const T : u32[4] = [2, 3, 5, 7]

if T[lid.x % 4] == 5 {
    barrier workgroup // expect V100
}
