// Scans and reductions with functions that round: both kinds of device combine in the same groups.
// Again: vyre test tests/corpus/sums-in-one-grouping.vy --device cpu
//! --set n=0 --set key_length=1 --expect alone=0,0
//! --set n=5 --set key_length=3 --expect alone=1195713580,1195713580 --expect check=1368135553,2093796557,879571874,597425029,1368135553,0,537594688,1195726199
//! --set n=777 --set key_length=30 --expect alone=1267162860,1267162860 --expect check=4180292642,201465700,1921233670,2122075415,3116520515,3292948085,4167687341,1267171549
//! --set n=9000 --set key_length=700 --expect alone=1295570268,1295570268 --expect check=222667861,524941272,2032169775,1164256100,3179538977,2591782912,298972622,1295582111
program sums_in_one_grouping
use "hash.vy"
use "scan.vy"
param n          : u32
param key_length : u32
const W = 40
scratch x      : f32[n]
scratch wide   : f64[n]
scratch key    : u32[n]
scratch first  : u32[n / 50 + 1]
out before     : f32[n]
out through    : f64[n]
out in_run     : f32[n]
out run        : u32[n]
out run_sum    : f32[n]
out in_segment : f32[n]
out segment    : f64[n / 50]
out mine       : f32[3, 4 * W]
out alone      : u32[2]
out check      : atomic u32[8]     // all bits of what the others hold, added up
workgroup W
grid 4 * W
fn blend(a: f32, b: f32) -> f32 { return a + b * 1.0009765625f32 }

each i in 0..n {
    x[i] = f32(mix32(i)) * 0.00001f32
    wide[i] = f64(x[i]) * 0.1
    key[i] = mix32(i / key_length)
}
each s in 0..len(first) { first[s] = s * 50 }
barrier grid
let sum = reduce(x, 0.0f32, (+))
let all = scan(x, before, 0.0f32, (+))
let product = scan_through(wide, through, 0.0, (+))
scan_by_key(key, x, in_run, 0.0f32, (+))
let runs = reduce_by_key(key, x, run, run_sum, 0.0f32, (+))
scan_segments(first, x, in_segment, 0.0f32, (+))
reduce_segments(first, wide, segment, 0.0, (+))
let from, end = scan_part(n)
var own = 0.0f32
for i in from..end { own = blend(own, x[i]) }
let groups, total = grid_before(own, 0.0f32, (+))
let neighbours = workgroup_before(own, 0.0f32, (+))
let behind = run_before(own, gid.x % 7 == 0, 0.0f32, (+))
mine[0, gid.x] = groups
mine[1, gid.x] = neighbours
mine[2, gid.x] = behind
barrier grid
each i in 0..n {
    check[0] += bits(before[i]) * (i + 1)
    check[1] += u32(bits(through[i])) * (i + 1)
    check[2] += bits(in_run[i]) * (i + 1)
    check[3] += run[i] ^ bits(run_sum[i]) * (i + 1)
    check[4] += bits(in_segment[i]) * (i + 1)
}
each s in 0..n / 50 { check[5] += u32(bits(segment[s])) * (s + 1) }
each r in 0..3, g in 0..4 * W { check[6] += bits(mine[r, g]) * (r + 3 * g + 1) }
each i in 0..1 { check[7] = runs + bits(total) }
if gid.x == 0 {
    alone[0] = bits(sum)
    alone[1] = bits(all)
}
