/// Breadth-first parents, direction-optimising. A small frontier is a queue whose nodes look for
/// neighbours that have no parent; a large one is a set of bits, and the nodes without a parent look
/// for any neighbour in it, which ends a row early.
program bfs
in      row     : u32[]             /// CSR offsets, nodes + 1
in      col     : u32[]             /// neighbours; each edge stands in both directions
param   source  : u32
param   threads : u32               /// how many invocations share the work
const   n       = len(row) - 1
const   words   = ceil_div(n, 32)
const   CAP     = 4096
out     parent  : atomic i32[n]     /// below 0 where there is no path: then minus the degree, or -1
inout   queue   : u32[2, n]         /// room for two frontiers
scratch front   : atomic u32[2, words]
scratch count   : atomic u64[4]     // found nodes and, in the upper half, their degrees; by pass % 3
scratch taken   : atomic u32[4]     // work taken so far, by pass % 3
shared  kept    : u32[CAP]          // found nodes on their way to the queue
workgroup 1
grid threads

/// Counters of the next pass are zero; a pass uses those of pass % 3 and fills those of the next one.
fn clear(pass: u32) {
    if gid.x == 0 {
        count[(pass + 2) % 3] = 0
        taken[(pass + 2) % 3] = 0
    }
}

/// Moves `have` kept nodes to a queue and adds the degrees of their rows to the counter.
fn flush(side: u32, pass: u32, have: u32, degrees: u32) {
    let at = u32(atomic_add(count[(pass + 1) % 3], u64(have) | u64(degrees) << 32))
    for i in 0..have { queue[side, at + i] = kept[i] }
}

each v in 0..n {
    let degree = row[v + 1] - row[v]
    parent[v] = v == source ? i32(v) : degree == 0 ? -1 : -i32(degree)
}
if gid.x == 0 { queue[0, 0] = source }
barrier grid

var side = 0
var pass = 0
var length = 1                      // of the queue
var degrees = row[source + 1] - row[source]
var edges = len(col)                // not looked at yet
while length != 0 {
    if degrees <= edges / 15 {
        // Top-down: nodes of the queue, 64 at a time.
        edges -= degrees
        clear(pass)
        var have = 0
        var sum = 0
        loop {
            let first = atomic_add(taken[pass % 3], 64)
            if first >= length { break }
            for k in first..min(first + 64, length) {
                let u = queue[side, k]
                for e in row[u]..row[u + 1] {
                    let v = col[e]
                    let was = parent[v]
                    if was < 0 && atomic_compare_exchange(parent[v], was, i32(u)) == was {
                        if have == CAP {
                            flush(1 - side, pass, have, sum)
                            have = 0
                            sum = 0
                        }
                        kept[have] = v
                        have += 1
                        sum += u32(-was)
                    }
                }
            }
        }
        flush(1 - side, pass, have, sum)
        let both = grid_load(count[(pass + 1) % 3])
        length = u32(both)
        degrees = u32(both >> 32)
        side = 1 - side
        pass += 1
    } else {
        // The queue as bits.
        each w in 0..words { front[0, w] = 0 }
        barrier grid
        each k in 0..length {
            let v = queue[side, k]
            atomic_or(front[0, v / 32], 1 << (v & 31))
        }
        barrier grid
        // Bottom-up, 1,024 nodes at a time, until the frontier is small again.
        var here = 0
        var awake = length
        loop {
            clear(pass)
            var found = 0
            loop {
                let first = atomic_add(taken[pass % 3], 32)
                if first >= words { break }
                for w in first..min(first + 32, words) {
                    var bits = 0
                    for u in w * 32..min(w * 32 + 32, n) {
                        if parent[u] < 0 {
                            for e in row[u]..row[u + 1] {
                                let v = col[e]
                                if front[here, v / 32] >> (v & 31) & 1 != 0 {
                                    parent[u] = i32(v)
                                    bits |= 1 << (u & 31)
                                    break
                                }
                            }
                        }
                    }
                    front[1 - here, w] = bits
                    found += popcount(bits)
                }
            }
            atomic_add(count[(pass + 1) % 3], u64(found))
            let old = awake
            awake = u32(grid_load(count[(pass + 1) % 3]))
            here = 1 - here
            pass += 1
            if awake < old && awake <= n / 18 { break }
        }
        // The bits as a queue.
        clear(pass)
        var have = 0
        each w in 0..words {
            var bits = front[here, w]
            while bits != 0 {
                if have == CAP {
                    flush(side, pass, have, 0)
                    have = 0
                }
                kept[have] = w * 32 + ctz(bits)
                have += 1
                bits &= bits - 1
            }
        }
        flush(side, pass, have, 0)
        length = u32(grid_load(count[(pass + 1) % 3]))
        degrees = 1
        pass += 1
    }
}

//! --in row=values:0,2,3,4,4 --in col=values:1,2,0,0 --set source=0 --set threads=2 --in queue=zeros:8 --expect parent=0,0,0,-1
