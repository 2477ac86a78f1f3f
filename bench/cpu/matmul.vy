/// c = a * b. An invocation has a column of c, twelve rows at a time; its workgroup shares a part of b
/// for eight times as many rows, and a tile of a. The products of an element are added in order.
program matmul
param  n    : u32
in     a    : f32[n, n]
in     b    : f32[n, n]
out    c    : f32[n, n]
const  R    = 12
const  W    = 64
const  K    = 96
const  ROWS = 8 * R
shared part : f32[K, W]
shared tile : f32[R, K]
workgroup W
grid ceil_div(n, W) * W, ceil_div(n, ROWS)

let x = gid.x
for first in 0..n step K {
    let depth = min(K, n - first)
    for k in 0..depth { part[k, lid.x] = b[first + k, x] }
    for y in wid.y * ROWS..wid.y * ROWS + ROWS step R {
        for r in 0..R { for k in 0..K step W { tile[r, k + lid.x] = a[y + r, first + k + lid.x] } }
        var s0 = first == 0 ? 0.0 : c[y, x]
        var s1 = first == 0 ? 0.0 : c[y + 1, x]
        var s2 = first == 0 ? 0.0 : c[y + 2, x]
        var s3 = first == 0 ? 0.0 : c[y + 3, x]
        var s4 = first == 0 ? 0.0 : c[y + 4, x]
        var s5 = first == 0 ? 0.0 : c[y + 5, x]
        var s6 = first == 0 ? 0.0 : c[y + 6, x]
        var s7 = first == 0 ? 0.0 : c[y + 7, x]
        var s8 = first == 0 ? 0.0 : c[y + 8, x]
        var s9 = first == 0 ? 0.0 : c[y + 9, x]
        var s10 = first == 0 ? 0.0 : c[y + 10, x]
        var s11 = first == 0 ? 0.0 : c[y + 11, x]
        barrier workgroup
        for k in 0..depth {
            let v = part[k, lid.x]
            s0 = fma(tile[0, k], v, s0)
            s1 = fma(tile[1, k], v, s1)
            s2 = fma(tile[2, k], v, s2)
            s3 = fma(tile[3, k], v, s3)
            s4 = fma(tile[4, k], v, s4)
            s5 = fma(tile[5, k], v, s5)
            s6 = fma(tile[6, k], v, s6)
            s7 = fma(tile[7, k], v, s7)
            s8 = fma(tile[8, k], v, s8)
            s9 = fma(tile[9, k], v, s9)
            s10 = fma(tile[10, k], v, s10)
            s11 = fma(tile[11, k], v, s11)
        }
        barrier workgroup
        c[y, x] = s0
        c[y + 1, x] = s1
        c[y + 2, x] = s2
        c[y + 3, x] = s3
        c[y + 4, x] = s4
        c[y + 5, x] = s5
        c[y + 6, x] = s6
        c[y + 7, x] = s7
        c[y + 8, x] = s8
        c[y + 9, x] = s9
        c[y + 10, x] = s10
        c[y + 11, x] = s11
    }
}

//! --set n=2 --in a=values:1,2,3,4 --in b=values:5,6,7,8 --expect c=19,22,43,50
