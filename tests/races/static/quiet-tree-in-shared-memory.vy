// data --in x=iota:64
program p
in     x : u32[64]
shared t : u32[64]
out    y : u32[1]
workgroup 64
grid 64
t[lid.x] = x[lid.x]
barrier workgroup
var d = 32
while d > 0 {
    if lid.x < d { t[lid.x] += t[lid.x + d] }
    barrier workgroup
    d /= 2
}
if lid.x == 0 { y[0] = t[0] }
