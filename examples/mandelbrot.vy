/// The Mandelbrot set as text: `vyre run mandelbrot.vy --out picture=-`.
program mandelbrot
param width   : u32 = 78
param height  : u32 = 32
param limit   : u32 = 200           /// iterations at most
out   picture : u8[height, width + 1]

const SHADES = 10
const SHADE : u8[SHADES] = [' ', '.', ':', '-', '=', '+', '*', '%', '#', '@']

/// Iterations until the point is known to escape, at most `limit`.
fn escape(cx: f32, cy: f32) -> u32 {
    var x = 0.0
    var y = 0.0
    for k in 0..limit {
        let xx = x * x
        let yy = y * y
        if xx + yy > 4.0 { return k }
        y = 2.0 * x * y + cy
        x = xx - yy + cx
    }
    return limit
}

each row in 0..height, column in 0..width + 1 {
    if column == width {
        picture[row, column] = '\n'
        continue
    }
    let x = f32(column) * (3.0 / f32(width)) - 2.25
    let y = f32(row) * (2.5 / f32(height)) - 1.25
    let k = escape(x, y)
    picture[row, column] = SHADE[k == limit ? SHADES - 1 : min(31 - clz(k + 1), SHADES - 2)]
}

//! --set width=3 --set height=1 --expect picture=46,46,58,10
