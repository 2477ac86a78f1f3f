// It ends the loop for some, so later rounds are divergent.
program bad_leave_out_of_a_loop
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
    loop {
        barrier workgroup // expect V100
        if lid.x == 3 { leave done }
    }
}
