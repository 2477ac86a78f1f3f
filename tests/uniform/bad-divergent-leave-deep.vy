// The leave stands three blocks deep.
program bad_divergent_leave_deep
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
    if k == 1 {
        if wid.x == 0 {
            region "deep" {
                if lid.x == 0 { leave done }
            }
        }
        t[0] = 1
    }
    barrier workgroup // expect V100
}
