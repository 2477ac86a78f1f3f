/// c = a * b. A workgroup has 128 x 128 elements of c, an invocation 8 x 8 of them in two halves.
/// Tiles of a (turned round) and b alternate between two places in shared memory, the next ones on
/// their way in registers meanwhile: first those of a, then those of b. The products of an element
/// are added in order.
program matmul
param  n : u32
in     a : f32[n, n]
in     b : f32[n, n]
out    c : f32[n, n]
const  SIDE  = 128
const  DEPTH = 16
const  LOADS = SIDE * DEPTH / 256
const  tiles = ceil_div(n, SIDE)
shared ta : f32[2 * DEPTH, SIDE + 4]
shared tb : f32[2 * DEPTH, SIDE]
workgroup 256
grid tiles * 256, tiles

let y = wid.y * SIDE
let x = wid.x * SIDE
let ty = lid.x / 64 * 32 + lane / 8 * 8
let tx = lid.x / 32 % 2 * 64 + lane % 8 * 4
var sum : f32[64]
var p : f32[8]
var q : f32[8]
var near : f32[LOADS]
for i in 0..LOADS {
    ta[lid.x % DEPTH, lid.x / DEPTH + i * (256 / DEPTH)] = a[y + lid.x / DEPTH + i * (256 / DEPTH), lid.x % DEPTH]
    tb[lid.x / SIDE + i * 2, lid.x % SIDE] = b[lid.x / SIDE + i * 2, x + lid.x % SIDE]
}
barrier workgroup
for first in 0..n step DEPTH {
    let here = first / DEPTH % 2 * DEPTH
    let next = (first / DEPTH + 1) % 2 * DEPTH
    for half in 0..2 {
        if half == 0 {
            for i in 0..LOADS { near[i] = a[y + lid.x / DEPTH + i * (256 / DEPTH), first + DEPTH + lid.x % DEPTH] }
        } else {
            for i in 0..LOADS { near[i] = b[first + DEPTH + lid.x / SIDE + i * 2, x + lid.x % SIDE] }
        }
        for k in 0..8 {
            for i in 0..8 {
                p[i] = ta[here + half * 8 + k, ty + i]
                q[i] = tb[here + half * 8 + k, tx + i / 4 * 32 + i % 4]
            }
            for i in 0..8 {
                for j in 0..8 { sum[i * 8 + j] = fma(p[i], q[j], sum[i * 8 + j]) }
            }
        }
        for i in 0..LOADS {
            if half == 0 {
                ta[next + lid.x % DEPTH, lid.x / DEPTH + i * (256 / DEPTH)] = near[i]
            } else {
                tb[next + lid.x / SIDE + i * 2, lid.x % SIDE] = near[i]
            }
        }
    }
    barrier workgroup
}
for i in 0..8 {
    for j in 0..8 { c[y + ty + i, x + tx + j / 4 * 32 + j % 4] = sum[i * 8 + j] }
}

//! --set n=2 --in a=values:1,2,3,4 --in b=values:5,6,7,8 --expect c=19,22,43,50
