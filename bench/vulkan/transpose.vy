/// The transpose of a matrix. A workgroup has a square tile, so that the lines it reads across stay
/// in the first cache until all of them is used.
program transpose
param width : u32
in    a     : f32[, width]
const rows  = len(a, 0)
out   b     : f32[width, rows] @cache(streaming)
const T     = 64
const W     = 16
workgroup W
grid ceil_div(rows, T) * W, ceil_div(width, T)

for y in 0..T {
    let r = wid.y * T + y
    for first in 0..T step W {
        let c = wid.x * T + first + lid.x
        b[r, c] = a[c, r]
    }
}

//! --set width=3 --in a=values:1,2,3,4,5,6 --expect b=1,4,2,5,3,6
