// expect V145 11
// data --in x=iota:10
program p
in      x    : u32[]
scratch head : u32[1]
out     y    : u32[len(x)]
workgroup 32
grid len(x)
if gid.x == 0 { head[0] = x[0] }
if gid.x < len(x) {
    y[gid.x] = head[0] + x[gid.x]
}
