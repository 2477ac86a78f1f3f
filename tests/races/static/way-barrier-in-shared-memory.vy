program p
in     x    : u32[]
shared tile : u32[4]
out    y    : u32[len(x)]
workgroup 4
grid len(x)
tile[lid.x] = x[gid.x]
barrier workgroup
if gid.x < len(x) { y[gid.x] = tile[3 - lid.x] }

//! --in x=values:1,2,3,4,5,6,7,8 --expect y=4,3,2,1,8,7,6,5
