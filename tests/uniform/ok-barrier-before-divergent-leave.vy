// Only what follows the leave is divergent.
program ok_barrier_before_divergent_leave
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
    barrier workgroup
    if lid.x == 0 { leave done }
    y[gid.x] = 1
}
barrier workgroup
