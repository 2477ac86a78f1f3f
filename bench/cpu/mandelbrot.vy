/// Iterations until each point of a picture is known to escape.
program mandelbrot
param width  : u32
param height : u32
param limit  : u32
out   count  : u32[height, width]

each row in 0..height, column in 0..width {
    let cx = f32(column) * (3.0 / f32(width)) - 2.25
    let cy = f32(row) * (2.5 / f32(height)) - 1.25
    var x = 0.0
    var y = 0.0
    var k = 0
    while k < limit && x * x + y * y <= 4.0 {
        let t = x * x - y * y + cx
        y = 2.0 * x * y + cy
        x = t
        k += 1
    }
    count[row, column] = k
}

//! --set width=3 --set height=1 --set limit=50 --expect count=1,2,3
