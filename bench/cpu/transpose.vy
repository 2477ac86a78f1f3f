/// The transpose of a matrix, a square tile at a time.
program transpose
param  width : u32
in     a     : f32[, width]
const  rows  = len(a, 0)
out    b     : f32[width, rows] @cache(streaming)
const  T     = 16
shared tile  : f32[T, T]
workgroup T, T
grid width, rows

tile[lid.y, lid.x] = a[gid.y, gid.x]
barrier workgroup
b[wid.x * T + lid.y, wid.y * T + lid.x] = tile[lid.x, lid.y]

//! --set width=3 --in a=values:1,2,3,4,5,6 --expect b=1,4,2,5,3,6
