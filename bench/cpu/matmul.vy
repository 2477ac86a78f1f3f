/// c = a * b. An invocation has a column of sixteen elements; the products of an element are added in
/// order.
program matmul
param  n    : u32
in     a    : f32[n, n]
in     b    : f32[n, n]
out    c    : f32[n, n]
const  W    = 64            // columns of a workgroup, and elements of a row of `a` at a time
const  R    = 16            // rows
shared tile : f32[R, W]
workgroup W
grid n, ceil_div(n, R)

let row = wid.y * R
var sum : f32[R]
for first in 0..n step W {
    for r in 0..R { tile[r, lid.x] = a[row + r, first + lid.x] }
    barrier workgroup
    for k in 0..W {
        let v = b[first + k, gid.x]
        for r in 0..R { sum[r] = fma(tile[r, k], v, sum[r]) }
    }
    barrier workgroup
}
for r in 0..R { c[row + r, gid.x] = sum[r] }

//! --set n=2 --in a=values:1,2,3,4 --in b=values:5,6,7,8 --expect c=19,22,43,50
