/// The transpose of a matrix, a square tile at a time through shared memory, so that both the loads
/// and the stores of neighbouring invocations touch neighbouring elements.
program transpose
param  width : u32                  /// columns of a
in     a     : f32[, width]
const  rows  = len(a, 0)
out    b     : f32[width, rows]
const  T     = 16
shared tile  : f32[T, T + 1]        // the odd row length spreads a column over all memory banks
workgroup T, T
grid width, rows

if gid.y < rows && gid.x < width { tile[lid.y, lid.x] = a[gid.y, gid.x] }
barrier workgroup
let r = wid.x * T + lid.y           // this tile stands mirrored in b
let c = wid.y * T + lid.x
if r < width && c < rows { b[r, c] = tile[lid.x, lid.y] }

//! --set width=3 --in a=values:1,2,3,4,5,6 --expect b=1,4,2,5,3,6
//! --set width=1 --in a=values:1,2,3 --expect b=1,2,3
