/// Iterations until each point of a picture is known to escape. A subgroup has a patch of 8 x 4
/// points, whose counts differ less than those along a row.
program mandelbrot
param width  : u32
param height : u32
param limit  : u32
out   count  : u32[height, width]
workgroup 8, 16
grid width, height

let cx = f32(gid.x) * (3.0 / f32(width)) - 2.25
let cy = f32(gid.y) * (2.5 / f32(height)) - 1.25
var x = 0.0
var y = 0.0
var xx = 0.0
var yy = 0.0
var k = 0
while k < limit && xx + yy <= 4.0 {
    y = 2.0 * x * y + cy
    x = xx - yy + cx
    xx = x * x
    yy = y * y
    k += 1
}
count[gid.y, gid.x] = k

//! --set width=3 --set height=1 --set limit=50 --expect count=1,2,3
