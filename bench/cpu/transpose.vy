/// The transpose of a matrix, by squares. A vector of invocations reads parts of rows and stores
/// parts of columns, which are rows of the result: the square is turned in registers.
program transpose
param width : u32
in    a     : f32[, width]
const rows  = len(a, 0)
out   b     : f32[width, rows] @cache(streaming)
const W     = 16
workgroup W
grid ceil_div(width, W) * W, ceil_div(rows, W)

let c = gid.x
let r = wid.y * W
for y in 0..W { b[c, r + y] = a[r + y, c] }

//! --set width=3 --in a=values:1,2,3,4,5,6 --expect b=1,4,2,5,3,6
