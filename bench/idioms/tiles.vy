/// c = a * b, four rows at a time of a column; a workgroup shares a part of b.
program tiles
param  n    : u32
in     a    : f32[n, n]
in     b    : f32[n, n]
out    c    : f32[n, n]
const  R    = 4                 // rows at a time
const  K    = 96
shared part : f32[K, 64]
workgroup 64
grid ceil_div(n, 64) * 64, ceil_div(n, 192)

let x = gid.x
for first in 0..n step K {
    let depth = min(K, n - first)
    for k in 0..depth { part[k, lid.x] = b[first + k, x] }
    barrier workgroup
    for y in wid.y * 192..min(n, wid.y * 192 + 192) step R {
        var s0 = c[y, x]
        var s1 = c[y + 1, x]
        var s2 = c[y + 2, x]
        var s3 = c[y + 3, x]
        for k in 0..depth {
            let v = part[k, lid.x]
            s0 = fma(a[y, first + k], v, s0)
            s1 = fma(a[y + 1, first + k], v, s1)
            s2 = fma(a[y + 2, first + k], v, s2)
            s3 = fma(a[y + 3, first + k], v, s3)
        }
        c[y, x] = s0
        c[y + 1, x] = s1
        c[y + 2, x] = s2
        c[y + 3, x] = s3
    }
    barrier workgroup
}

//! --set n=2 --in a=values:1,2,3,4 --in b=values:5,6,7,8 --expect c=19,22,43,50
