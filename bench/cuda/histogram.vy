/// How often each byte occurs; the bytes are bound as words. A workgroup counts into 32 tables, one
/// for each lane, so that the lanes of a subgroup never share a bank of shared memory.
program histogram
in     data : u32[]
out    bins : atomic u32[256]
shared mine : atomic u32[256 * 32]
const  W     = 1024
const  ITEMS = 4
const  tiles = len(data) / (W * ITEMS)
workgroup W
grid min(len(data), 264 * W)

for t in wid.x..tiles step workgroups.x {
    for k in 0..ITEMS {
        let word = data[t * (W * ITEMS) + k * W + lid.x]
        for b in 0..4 { mine[(word >> 8 * b & 255) * 32 + lane] += 1 }
    }
}
for i in tiles * (W * ITEMS) + gid.x..len(data) step grid_size.x {
    for b in 0..4 { mine[(data[i] >> 8 * b & 255) * 32 + lane] += 1 }
}
barrier workgroup
for k in 0..8 {
    let bin = subgroup + k * 32
    let all = subgroup_add(mine[bin * 32 + lane])
    if lane == 0 { bins[bin] += all }
}

//! --in data=values:257,131327 --expect bins=4,2,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1
