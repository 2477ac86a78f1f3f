// expect V145 11
// data --in x=iota:64
program p
in     x    : u32[]
shared tile : u32[32]
out    y    : u32[len(x)]
workgroup 32
grid len(x)
tile[lid.x] = x[gid.x]
if gid.x < len(x) {
    y[gid.x] = tile[31 - lid.x]
}
