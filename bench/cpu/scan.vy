/// Exclusive prefix sum. Each subgroup has a stretch of its own: it is summed first, and scanned
/// once the sums before it are known.
program scan
in    x : u32[]
out   y : u32[len(x)] @cache(streaming)
const W      = 256
const ROUNDS = 64
workgroup W
grid ceil_div(len(x), ROUNDS)

let first = (wid.x * (W / 32) + subgroup) * (32 * ROUNDS) + lane
var mine = 0
for r in 0..ROUNDS { mine += x[first + r * 32] }
var carry = subgroup_broadcast(grid_scan_add(mine), 0)
for r in 0..ROUNDS {
    let v = x[first + r * 32]
    y[first + r * 32] = carry + subgroup_scan_add(v)
    carry += subgroup_add(v)
}

//! --in x=values:3,1,4,1,5 --expect y=0,3,4,8,9
