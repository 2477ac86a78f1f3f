// expect V145 13
// data --in x=iota:200
program p
in      x : u32[]
const   n = len(x)
scratch t : u32[n]
out     y : u32[n]
workgroup 64
grid n
if gid.x < n { t[gid.x] = x[gid.x] }
barrier workgroup
if gid.x < n {
    y[gid.x] = t[(gid.x + 1) % n]
}
