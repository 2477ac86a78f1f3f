/// One step of a 5-point stencil; the rim of `b` is left alone. An invocation has a column and walks
/// down a few rows: what it reads once stays in its registers.
program stencil
param width  : u32
in    a      : f32[, width]
const height = len(a, 0)
const bottom = len(a, 0) - 1
const right  = width - 1
const W      = 256
const DOWN   = 8
inout b      : f32[height, width]
workgroup W
grid ceil_div(width, W) * W, ceil_div(height, DOWN)

let x = gid.x + 1
let y = wid.y * DOWN + 1
var v : f32[DOWN + 2]
var l : f32[DOWN]
var r : f32[DOWN]
if x < right {
    for k in 0..DOWN + 2 { v[k] = a[y + k - 1, x] }
    for k in 0..DOWN {
        l[k] = a[y + k, x - 1]
        r[k] = a[y + k, x + 1]
    }
    for k in 0..DOWN {
        if y + k < bottom { b[y + k, x] = 0.2 * (v[k + 1] + v[k] + v[k + 2] + l[k] + r[k]) }
    }
}

//! --set width=3 --in a=values:0,1,0,2,5,3,0,4,0 --in b=zeros:9 --expect b=0,0,0,0,3,0,0,0,0
