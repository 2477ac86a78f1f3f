// Program 97 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 97
program conform_97
use "scan.vy"
use "select.vy"
use "sort.vy"
use "search.vy"
use "count.vy"
in x: f32[1]
in r: u32[1]
scratch key: u32[1]
scratch first: u32[2]
scratch low: u32[0]
scratch high: u32[1]
out lengths: u32[1]
out found: atomic u32[1]
out hits: u32[] @count(found)
out wide: u64[, 64] @count(found)
out y0: f32[1]
out z0: u32[1]
out v0: f32[1]
out few0: u32[1]
out y1: f32[1]
out z1: u32[1]
out v1: f32[1]
out few1: u32[1]
workgroup 31
grid 124
fn keep(a: f32) -> bool { return a > 21 }
fn less(a: u32, b: u32) -> bool { return a / 4 < b / 4 }
fn blend(a: f32, b: f32) -> f32 { return a * 3 + b }
each i in 0..1 { key[i] = i / 11 % 7 + u32(r[i] % 9 == 0) }
each i in 0..2 { first[i] = i * 9 }
each i in 0..0 { low[i] = i * 40 / 7 }
each i in 0..1 { high[i] = i * 40 / 9 }
barrier grid
each i in 0..3 {
    if r[i % 1] % 3 != 0 {
        let at = atomic_add(found[0], 1)
        hits[at] = i
        wide[at, i % 64] = u64(i) * 3
    }
}
let got0 = set_intersection(low, high, z0)
if gid.x == 0 { few0[0] = got0 }
each i in 0..1 { z1[i] = r[i] }
barrier grid
sort_segments(z1, first)
