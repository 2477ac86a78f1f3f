/// Shortest paths by delta stepping: nodes wait in bins by their distance / delta, and the least bin is
/// taken next. Each invocation has bins of its own, as chains of blocks; before the grid agrees on the
/// next bin, an invocation empties its own part of this one again as long as that is small.
program sssp
in      row     : u32[]                 /// CSR offsets, nodes + 1
in      edge    : u64[]                 /// neighbour, its weight (below 512 * delta) in the upper half
param   source  : u32
param   delta   : u32
param   threads : u32                   /// how many invocations share the work
const   n       = len(row) - 1
const   INF     = 0x3FFF_FFFF
const   B       = 64                    // nodes in a block
const   BINS    = 512                   // in a circle: no edge leads further than 255 / delta + 1
const   FUSE    = 1000
const   blocks  = (len(edge) / B + BINS + 64) * 2
out     dist    : atomic u32[n]
inout   pool    : u32[threads * blocks, B]
inout   link    : u32[threads * blocks] // the next block of a chain, + 1
inout   work    : u32[2, threads * blocks, 2] // full blocks of the bin that is taken next: block, nodes
scratch head    : u32[threads, BINS]    // a chain's first block, + 1
scratch fill    : u32[threads, BINS]    // nodes in the whole bin
scratch count   : atomic u32[4]
scratch take    : atomic u32[4]
workgroup 1
grid threads

var spare = 0                           // free blocks, a chain
var fresh = 0                           // blocks never used
let me = gid.x

let mine = ceil_div(n, threads)
for v in me * mine..min(n, me * mine + mine) { dist[v] = v == source ? 0 : INF }
if me == 0 {
    pool[0, 0] = source
    work[0, 0, 0] = 0
    work[0, 0, 1] = 1
}
fresh = me * blocks + 1
var length = 1
var bin = 0                             // absolute
var pass = 0
barrier grid
loop {
    let here = pass % 2
    let slot = pass % 3
    let next = (pass + 1) % 3
    if me == 0 {
        count[(pass + 2) % 3] = 0
        take[(pass + 2) % 3] = 0
    }
    let low = bin * delta
    // blocks that all share, then the own ones of this bin as long as they are few
    var local = 0                       // blocks of the own bin + 1, to be taken
    var left = 0                        // nodes in it
    loop {
        var piece = 0
        var size = 0
        if local == 0 {
            let k = atomic_add(take[slot], 1)
            if k < length {
                piece = work[here, k, 0]
                size = work[here, k, 1]
            } else {
                let c = bin % BINS
                left = fill[me, c]
                if left == 0 || left >= FUSE { break }
                local = head[me, c]
                head[me, c] = 0
                fill[me, c] = 0
            }
        }
        if local != 0 {
            piece = local - 1
            size = left % B == 0 ? B : left % B
            left -= size
            local = link[piece]
        }
        for i in 0..size {
            let u = pool[piece, i]
            let du = dist[u]
            if du >= low {
                for e in row[u]..row[u + 1] {
                    let both = edge[e]
                    let v = u32(both)
                    let nd = du + u32(both >> 32)
                    var old = dist[v]
                    while nd < old {
                        let was = atomic_compare_exchange(dist[v], old, nd)
                        if was == old {
                            let c = nd / delta % BINS
                            let have = fill[me, c]
                            if have % B == 0 {
                                var b = fresh
                                if spare != 0 {
                                    b = spare - 1
                                    spare = link[b]
                                } else {
                                    fresh += 1
                                }
                                link[b] = head[me, c]
                                head[me, c] = b + 1
                            }
                            pool[head[me, c] - 1, have % B] = v
                            fill[me, c] = have + 1
                            break
                        }
                        old = was
                    }
                }
            }
        }
        link[piece] = spare
        spare = piece + 1
    }
    // the least bin that anybody has
    var least = 0xFFFF_FFFF
    for k in 0..BINS {
        if fill[me, (bin + k) % BINS] != 0 {
            least = bin + k
            break
        }
    }
    bin = grid_min(least)
    if bin == 0xFFFF_FFFF { break }
    let c = bin % BINS
    var b = head[me, c]
    var have = fill[me, c]
    if b != 0 {
        var at = atomic_add(count[next], ceil_div(have, B))
        while b != 0 {
            let size = have % B == 0 ? B : have % B
            work[1 - here, at, 0] = b - 1
            work[1 - here, at, 1] = size
            have -= size
            at += 1
            b = link[b - 1]
        }
        head[me, c] = 0
        fill[me, c] = 0
    }
    length = grid_load(count[next])
    pass += 1
}
