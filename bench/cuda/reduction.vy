/// The sum of all elements, modulo 2^32.
program reduction
in    x   : u32[]
out   sum : atomic u32[1]
const W     = 512
const ITEMS = 16
const TILE  = W * ITEMS
const tiles = len(x) / TILE
workgroup W
grid min(len(x), 528 * W)

var mine = 0
for t in wid.x..tiles step workgroups.x {
    for k in 0..ITEMS { mine += x[t * TILE + k * W + lid.x] }
}
for i in tiles * TILE + gid.x..len(x) step grid_size.x { mine += x[i] }
let all = workgroup_add(mine)
if lid.x == 0 { sum[0] += all }

//! --in x=values:1,2,3,4294967295 --expect sum=5
//! --in x=iota:100000 --expect sum=704982704
