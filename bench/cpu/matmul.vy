/// c = a * b. An invocation has a column of c, six rows at a time; its workgroup shares a part of b
/// for 48 times as many rows. The products of an element are added in order.
program matmul
param  n    : u32
in     a    : f32[n, n]
in     b    : f32[n, n]
out    c    : f32[n, n]
const  R    = 6
const  W    = 64
const  K    = 96
const  ROWS = 48 * R
shared part : f32[K, W]
workgroup W
grid ceil_div(n, W) * W, ceil_div(n, ROWS)

let x = gid.x
for first in 0..n step K {
    let depth = min(K, n - first)
    for k in 0..depth { part[k, lid.x] = b[first + k, x] }
    barrier workgroup
    for y in wid.y * ROWS..min(n, wid.y * ROWS + ROWS) step R {
        var s0 = first == 0 ? 0.0 : c[y, x]
        var s1 = first == 0 ? 0.0 : c[y + 1, x]
        var s2 = first == 0 ? 0.0 : c[y + 2, x]
        var s3 = first == 0 ? 0.0 : c[y + 3, x]
        var s4 = first == 0 ? 0.0 : c[y + 4, x]
        var s5 = first == 0 ? 0.0 : c[y + 5, x]
        for k in 0..depth {
            let v = part[k, lid.x]
            s0 = fma(a[y, first + k], v, s0)
            s1 = fma(a[y + 1, first + k], v, s1)
            s2 = fma(a[y + 2, first + k], v, s2)
            s3 = fma(a[y + 3, first + k], v, s3)
            s4 = fma(a[y + 4, first + k], v, s4)
            s5 = fma(a[y + 5, first + k], v, s5)
        }
        c[y, x] = s0
        c[y + 1, x] = s1
        c[y + 2, x] = s2
        c[y + 3, x] = s3
        c[y + 4, x] = s4
        c[y + 5, x] = s5
    }
    barrier workgroup
}

//! --set n=2 --in a=values:1,2,3,4 --in b=values:5,6,7,8 --expect c=19,22,43,50
