/// Exclusive prefix sum in one pass over memory. A workgroup sums its tile, says so, and asks the
/// tiles before it, nearest first, until one knows everything up to its end.
program scan
in      x : u32[] @align(16)
const   n = len(x)
out     y : u32[n] @align(16)
const   W     = 256
const   ROWS  = 6                 // of a subgroup; four elements to a lane
const   TILE  = W * ROWS * 4
const   tiles = ceil_div(n, TILE)
scratch state : atomic u64[tiles]   // above the sum: 1, it is the tile's own; 2, of all up to its end
shared  sums  : u32[W / 32]
shared  base  : u32[1]
workgroup W
grid tiles * W

// A tile that is whole is loaded and stored 16 bytes at a time.
let full = n >= TILE && wid.x * TILE <= n - TILE
let first = wid.x * TILE + subgroup * (128 * ROWS) + lane * 4
var v : u32[4 * ROWS]
if full {
    for r in 0..ROWS {
        for j in 0..4 { v[r * 4 + j] = x[first + r * 128 + j] }
    }
} else {
    for r in 0..ROWS {
        for j in 0..4 { v[r * 4 + j] = x[first + r * 128 + j] }
    }
}
var mine = 0
for r in 0..ROWS * 4 { mine += v[r] }
let own = subgroup_add(mine)
if lane == 0 { sums[subgroup] = own }
barrier workgroup

if subgroup == 0 {
    let all = subgroup_add(lane < W / 32 ? sums[lane] : 0)
    if lane == 0 { atomic_store(state[wid.x], (wid.x == 0 ? 2u64 : 1u64) << 32 | u64(all)) }
    var before = 0
    var end = wid.x                 // tiles before this one are still to be asked
    while end > 0 {
        var word = 2u64 << 32
        if lane < end {
            word = 0u64
            while word >> 32 == 0 { word = atomic_load(state[end - 1 - lane]) }
        }
        let known = subgroup_ballot(word >> 32 == 2)
        before += subgroup_add(known == 0 || lane <= ctz(known) ? u32(word) : 0)
        end = known == 0 ? end - 32 : 0
    }
    if lane == 0 {
        if wid.x > 0 { atomic_store(state[wid.x], 2u64 << 32 | u64(before + all)) }
        base[0] = before
    }
}
barrier workgroup

var carry = base[0]
for s in 0..W / 32 { carry += s < subgroup ? sums[s] : 0 }
for r in 0..ROWS {
    let row = v[r * 4] + v[r * 4 + 1] + v[r * 4 + 2] + v[r * 4 + 3]
    let up = subgroup_iscan_add(row)
    var at = carry + up - row
    for j in 0..4 {
        let old = v[r * 4 + j]
        v[r * 4 + j] = at
        at += old
    }
    carry += subgroup_broadcast(up, 31)
}
if full {
    for r in 0..ROWS {
        for j in 0..4 { y[first + r * 128 + j] = v[r * 4 + j] }
    }
} else {
    for r in 0..ROWS {
        for j in 0..4 { y[first + r * 128 + j] = v[r * 4 + j] }
    }
}

//! --in x=values:3,1,4,1,5 --expect y=0,3,4,8,9
