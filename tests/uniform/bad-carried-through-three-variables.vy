// The difference takes three rounds to arrive.
program bad_carried_through_three_variables
in      x : u32[]
uniform u : u32[]
out     y : u32[len(x)]
scratch s : u32[len(x)]
scratch a : atomic u32[4]
shared  t : u32[64]
param   k : u32 = 3
workgroup 64
grid len(x)

var p = 0
var q = 0
var r = 0
loop {
    if p == 9 {
        barrier grid // expect V100
        break
    }
    p = q
    q = r
    r = gid.x
}
