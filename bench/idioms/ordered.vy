/// The elements below a limit, in their order: a workgroup counts the elements of its 16,384, one
/// scan over the grid places all workgroups, and a ballot gives each element its place.
program ordered
in    x     : u32[]
param below : u32
inout y     : u32[len(x)]
out   found : u32[1]
const W      = 256
const ROUNDS = 64
workgroup W
grid ceil_div(len(x), ROUNDS)

// A subgroup has 32 * ROUNDS neighbouring elements and reads 32 at a time.
let first = (wid.x * (W / 32) + subgroup) * (32 * ROUNDS) + lane
var mine = 0
for r in 0..ROUNDS {
    let i = first + r * 32
    mine += u32(i < len(x) && x[i] < below)
}
let before = grid_scan_add(mine)
if gid.x == grid_size.x - 1 { found[0] = before + mine }
var place = subgroup_broadcast(before, 0)
for r in 0..ROUNDS {
    let i = first + r * 32
    let keep = i < len(x) && x[i] < below
    let kept = subgroup_ballot(keep)
    if keep { y[place + popcount(kept & ((1 << lane) - 1))] = x[i] }
    place += popcount(kept)
}

//! --in x=values:5,1,9,2 --in y=zeros:4 --set below=5 --expect found=2 --expect y=1,2,0,0
