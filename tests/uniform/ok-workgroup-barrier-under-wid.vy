// A whole workgroup takes the same branch.
program ok_workgroup_barrier_under_wid
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

if wid.x == 0 {
    t[lid.x] = lid.x
    barrier workgroup
    y[lid.x] = t[63 - lid.x]
}
