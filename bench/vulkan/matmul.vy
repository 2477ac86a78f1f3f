/// c = a * b. An invocation has eight rows of a column of c; the workgroup shares a tile of a. The
/// products of an element are added in order.
program matmul
param  n : u32
in     a : f32[n, n]
in     b : f32[n, n]
out    c : f32[n, n]
const  R = 8
const  W = 64
const  bands = ceil_div(n, R)
shared tile : f32[R, W]
workgroup W
grid ceil_div(n, W) * W * bands     // the bands of a column of tiles one after the other

let x = wid.x / bands * W + lid.x
let y = wid.x % bands * R
var s0 = 0.0
var s1 = 0.0
var s2 = 0.0
var s3 = 0.0
var s4 = 0.0
var s5 = 0.0
var s6 = 0.0
var s7 = 0.0
for first in 0..n step W {
    for r in 0..R { tile[r, lid.x] = a[y + r, first + lid.x] }
    barrier workgroup
    for k in 0..W {
        let v = b[first + k, x]
        s0 = fma(tile[0, k], v, s0)
        s1 = fma(tile[1, k], v, s1)
        s2 = fma(tile[2, k], v, s2)
        s3 = fma(tile[3, k], v, s3)
        s4 = fma(tile[4, k], v, s4)
        s5 = fma(tile[5, k], v, s5)
        s6 = fma(tile[6, k], v, s6)
        s7 = fma(tile[7, k], v, s7)
    }
    barrier workgroup
}
c[y, x] = s0
c[y + 1, x] = s1
c[y + 2, x] = s2
c[y + 3, x] = s3
c[y + 4, x] = s4
c[y + 5, x] = s5
c[y + 6, x] = s6
c[y + 7, x] = s7

//! --set n=2 --in a=values:1,2,3,4 --in b=values:5,6,7,8 --expect c=19,22,43,50
