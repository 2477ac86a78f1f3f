/// Radix sort of at most 2^30 u32 keys, eight bits a pass; a pass reads and writes every key once. The
/// digits of all passes are counted first. A workgroup counts the digits of its tile, tells the tiles
/// after it, ranks its keys, learns from the tiles before it how many of each digit they hold, and
/// writes its keys in the order of their digits.
program sort
in      src   : u32[]
const   n     = len(src)
inout   dst   : u32[n]              // every element is written: there is nothing to clear
inout   key   : u32[n]              /// room for the keys between passes
const   W     = 512
const   ITEMS = 16
const   TILE  = W * ITEMS
const   S     = W / 32
const   tiles = ceil_div(n, TILE)
const   few   = min(tiles, 528)
const   OWN   = 1 << 30             // above a count: it is the tile's own
const   ALL   = 2 << 30             // of all tiles up to this one, and of smaller digits
scratch tally : atomic u32[4 * 256]
scratch state : atomic u32[4 * tiles * 256]
shared  room  : atomic u32[TILE]    // counts of each digit by subgroup, then the keys in order
shared  place : u32[W]              // what a position in the tile is in the result, less that
shared  all   : atomic u32[4 * 256] // the digits of all passes
workgroup W
grid tiles * W

fn tell(from: in u32[]) {
    if wid.x < few {
        for t in wid.x..tiles step few {
            let first = t * TILE + lid.x
            if n >= TILE && t * TILE <= n - TILE {
                var k : u32[ITEMS]
                for i in 0..ITEMS { k[i] = from[first + i * W] }
                for i in 0..ITEMS {
                    for p in 0..4 { all[p * 256 + (k[i] >> 8 * p & 255)] += 1 }
                }
            } else {
                for at in first..n step W {
                    for p in 0..4 { all[p * 256 + (from[at] >> 8 * p & 255)] += 1 }
                }
            }
        }
        barrier workgroup
        for k in lid.x..4 * 256 step W { tally[k] += all[k] }
    }
    barrier grid
}

/// The lanes that have the same digit: their bits.
fn alike(d: u32) -> u32 {
    var same = 0xFFFF_FFFF
    for bit in 0..8 {
        let clear = d & 1 << bit == 0
        let have = subgroup_ballot(clear)
        same &= clear ? have : ~have
    }
    return same
}

fn spread(from: in u32[], to: inout u32[], pass: u32) {
    let shift = 8 * pass
    let states = (pass * tiles + wid.x) * 256
    let first = wid.x * TILE + subgroup * (32 * ITEMS) + lane
    let upto = 0xFFFF_FFFF >> 31 - lane
    var k : u32[ITEMS]
    var at : u32[ITEMS]
    var own : u32[S]
    if n >= TILE && wid.x * TILE <= n - TILE {
        for i in 0..ITEMS { k[i] = from[first + i * 32] }
    } else {
        // What is past the end comes last, and its place is outside.
        for i in 0..ITEMS { k[i] = first + i * 32 < n ? from[first + i * 32] : 0xFFFF_FFFF }
    }
    for i in 0..ITEMS { room[i * W + lid.x] = 0 }
    barrier workgroup
    for i in 0..ITEMS { room[subgroup * 256 + (k[i] >> shift & 255)] += 1 }
    barrier workgroup
    var total = 0
    if lid.x < 256 {
        for s in 0..S {
            own[s] = room[s * 256 + lid.x]
            total += own[s]
        }
        if wid.x > 0 { atomic_store(state[states + lid.x], OWN | total) }
    }
    let start = workgroup_scan_add(total)
    var before = 0
    if wid.x == 0 {
        before = workgroup_scan_add(lid.x < 256 ? tally[pass * 256 + lid.x] : 0)
        if lid.x < 256 { atomic_store(state[states + lid.x], ALL | before + total) }
    }
    if lid.x < 256 {
        var next = start
        for s in 0..S {
            room[s * 256 + lid.x] = next
            next += own[s]
        }
    }
    barrier workgroup
    for i in 0..ITEMS {
        let d = k[i] >> shift & 255
        let same = alike(d)
        let leader = 31 - clz(same)
        let through = popcount(same & upto)
        var seen = 0
        if lane == leader { seen = atomic_add(room[subgroup * 256 + d], through) }
        at[i] = subgroup_shuffle(seen, leader) + through - 1
    }
    barrier workgroup
    for i in 0..ITEMS { room[at[i]] = k[i] }
    if wid.x > 0 && lid.x < 256 {
        var t = wid.x
        while t > 0 {
            let word = atomic_load(state[(pass * tiles + t - 1) * 256 + lid.x])
            if word >= OWN {
                before += word & OWN - 1
                t = word >= ALL ? 0 : t - 1
            }
        }
        atomic_store(state[states + lid.x], ALL | before + total)
    }
    place[lid.x] = before - start
    barrier workgroup
    for i in 0..ITEMS {
        let p = i * W + lid.x
        let v = room[p]
        to[place[v >> shift & 255] + p] = v
    }
    barrier grid
}

tell(src)
spread(src, key, 0)
spread(key, dst, 1)
spread(dst, key, 2)
spread(key, dst, 3)

//! --in src=values:70000,3,16777216,258,1,4294967295 --in dst=zeros:6 --in key=zeros:6 --expect dst=1,3,258,70000,16777216,4294967295
