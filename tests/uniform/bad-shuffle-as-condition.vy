// So does a shuffle.
program bad_shuffle_as_condition
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if subgroup_shuffle(x[gid.x], lane ^ 1) == 0 {
    y[gid.x] = subgroup_ballot(true) // expect V101
}
