/// Breadth-first levels of a graph with wide frontiers and very uneven nodes. A frontier is a list
/// of pieces, each up to P edges of one node, so that no node keeps others waiting. A workgroup
/// takes pieces, its invocations take their edges one by one, whomever they belong to, and what
/// they find goes to the next frontier at once.
program bfs_wide
in      row    : u32[]              /// CSR offsets, nodes + 1
in      col    : u32[]              /// edge targets
param   source : u32 = 0            /// where to start
param   groups : u32 = 264          /// workgroups
const   n      = len(row) - 1
const   NONE   = 0xFFFF_FFFF
const   W      = 256
const   P      = 256
const   CAP    = 2048
const   pieces = n + len(col) / P
out     level  : atomic u32[n]      /// hops from the source, 0xFFFFFFFF where there is no path
scratch queue  : u32[2, pieces, 2]  // this frontier and the next, in turn: edges from, to
scratch count  : atomic u32[3]      // one is read, one filled, one cleared
shared  ends   : u32[W]             // where the edges of a piece end among those of the workgroup
shared  base   : u32[W]             // what leads from such a number to one of col
shared  found  : atomic u32[1]
shared  place  : u32[1]
shared  kept   : u32[CAP]
workgroup W
grid groups * W

/// The piece that edge e of the workgroup belongs to.
fn owner(e: u32) -> u32 {
    var i = 0
    for s in 0..8 {
        let half = 128 >> s
        if ends[i + half - 1] <= e { i += half }
    }
    return i
}

/// Puts the edges of a node into the queue, as pieces from `at` on.
fn put(which: u32, at: u32, from: u32, to: u32) {
    for j in 0..ceil_div(to - from, P) {
        queue[which, at + j, 0] = from + j * P
        queue[which, at + j, 1] = min(to, from + (j + 1) * P)
    }
}

each v in 0..n { level[v] = v == source ? 0 : NONE }
let first_piece = row[source]
let first_end = row[source + 1]
each j in 0..ceil_div(first_end - first_piece, P) {
    queue[0, j, 0] = first_piece + j * P
    queue[0, j, 1] = min(first_end, first_piece + (j + 1) * P)
}
if gid.x == 0 { count[0] = ceil_div(first_end - first_piece, P) }
barrier grid

fixpoint pass in 0..n {
    let here = pass % 2
    let next = (pass + 1) % 3
    let length = workgroup_load(count[pass % 3])
    let take = min(W, ceil_div(length, workgroups.x))
    if gid.x == 0 { count[(pass + 2) % 3] = 0 }
    for first in wid.x * take..length step workgroups.x * take {
        let k = first + lid.x
        var from = 0
        var degree = 0
        if lid.x < take && k < length {
            from = queue[here, k, 0]
            degree = queue[here, k, 1] - from
        }
        let at = workgroup_scan_add(degree)
        ends[lid.x] = at + degree
        base[lid.x] = from - at
        let edges = workgroup_load(ends[W - 1])
        for e in lid.x..edges step W {
            let t = col[base[owner(e)] + e]
            if level[t] == NONE && atomic_compare_exchange(level[t], NONE, pass + 1) == NONE {
                let p = atomic_add(found[0], 1)
                if p < CAP {
                    kept[p] = t
                } else {
                    put(1 - here, atomic_add(count[next], ceil_div(row[t + 1] - row[t], P)), row[t], row[t + 1])
                }
                again
            }
        }
        let all = min(workgroup_load(found[0]), CAP)
        if lid.x == 0 { found[0] = 0 }
        for some in 0..all step W {
            var begin = 0
            var end = 0
            if some + lid.x < all {
                begin = row[kept[some + lid.x]]
                end = row[kept[some + lid.x] + 1]
            }
            let many = ceil_div(end - begin, P)
            let to = workgroup_scan_add(many)
            if lid.x == W - 1 { place[0] = atomic_add(count[next], to + many) }
            put(1 - here, workgroup_load(place[0]) + to, begin, end)
        }
    }
}

//! --in row=values:0,2,3,4,4 --in col=values:1,2,2,0 --set groups=2 --expect level=0,1,1,4294967295
