/// Exclusive prefix sum. Each workgroup has a stretch of its own: it is summed first, and scanned
/// once the sums before it are known.
program scan
in    x : u32[]
const W      = 256
const ROUNDS = 64
out   y : u32[len(x)] @cache(streaming)
workgroup W
grid ceil_div(len(x), ROUNDS)

let first = wid.x * (W * ROUNDS) + lid.x
var mine = 0
for r in 0..ROUNDS { mine += x[first + r * W] }
var carry = workgroup_broadcast(grid_scan_add(mine), 0)
for r in 0..ROUNDS {
    let v = x[first + r * W]
    y[first + r * W] = carry + workgroup_scan_add(v)
    carry += workgroup_add(v)
}

//! --in x=values:3,1,4,1,5 --expect y=0,3,4,8,9
