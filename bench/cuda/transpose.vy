/// The transpose of a matrix. A tile goes through shared memory, which has a column more than it so
/// that no two lanes share a bank.
program transpose
param  width : u32
in     a     : f32[, width]
const  rows  = len(a, 0)
out    b     : f32[width, rows] @cache(streaming)
const  T     = 64
const  H     = 8
shared tile  : f32[T, T + 1]
workgroup T, H
grid ceil_div(width, T) * T, ceil_div(rows, T) * H

for k in 0..T / H { tile[k * H + lid.y, lid.x] = a[wid.y * T + k * H + lid.y, wid.x * T + lid.x] }
barrier workgroup
for k in 0..T / H { b[wid.x * T + k * H + lid.y, wid.y * T + lid.x] = tile[lid.x, k * H + lid.y] }

//! --set width=3 --in a=values:1,2,3,4,5,6 --expect b=1,4,2,5,3,6
