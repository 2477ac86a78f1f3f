/// Sum, least, greatest, and the first place where the greatest stands.
program reduction
in  x        : f32[]
out sum      : f32[1]       /// in one fixed order, so the same bits on every device
out least    : f32[1]
out greatest : f32[1]
out place    : u32[1]       /// the first index of the greatest
workgroup 256
grid min(len(x), 65536)

var total = 0.0
var low = inf
var high = -inf
each i in 0..len(x) {
    total += x[i]
    low = min(low, x[i])
    high = max(high, x[i])
}
let top = grid_max(high)
var at = 0xFFFF_FFFF
each i in 0..len(x) {
    if x[i] == top { at = min(at, i) }
}

let all = grid_add(total)
let bottom = grid_min(low)
let first = grid_min(at)
if gid.x == 0 {
    sum[0] = all
    least[0] = bottom
    greatest[0] = top
    place[0] = first
}

//! --in x=values:3,1,4,1,5,9,2,6 --expect sum=31 --expect least=1 --expect greatest=9 --expect place=5
//! --in x=values:-7.5 --expect sum=-7.5 --expect least=-7.5 --expect greatest=-7.5 --expect place=0
//! --in x=iota:1000 --expect sum=499500 --expect least=0 --expect greatest=999 --expect place=999
