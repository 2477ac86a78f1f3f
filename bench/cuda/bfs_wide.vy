/// Breadth-first levels of a graph with wide frontiers and very uneven nodes. A frontier is a list
/// of pieces, each up to P edges of one node, so that no node keeps others waiting. Eight
/// invocations take the edges of a piece, each with the loads of several edges on their way, and a
/// subgroup puts what it finds into the next frontier at once.
program bfs_wide
in      row    : u32[]              /// CSR offsets, nodes + 1
in      col    : u32[]              /// edge targets
param   source : u32 = 0            /// where to start
param   groups : u32 = 396          /// workgroups
const   n      = len(row) - 1
const   NONE   = 0xFFFF_FFFF
const   W      = 256
const   EACH   = 8                  // invocations a piece
const   P      = 64
const   AHEAD  = 8                  // edges whose loads are on their way
const   pieces = n + len(col) / P
out     level  : atomic u32[n]      /// hops from the source, 0xFFFFFFFF where there is no path
scratch queue  : u32[2, pieces, 2]  // this frontier and the next, in turn: edges from, to
scratch count  : atomic u32[3]      // one is read, one filled, one cleared
workgroup W
grid groups * W

each v in 0..n { level[v] = v == source ? 0 : NONE }
let first_edge = row[source]
let first_end = row[source + 1]
each j in 0..ceil_div(first_end - first_edge, P) {
    queue[0, j, 0] = first_edge + j * P
    queue[0, j, 1] = min(first_end, first_edge + (j + 1) * P)
}
if gid.x == 0 { count[0] = ceil_div(first_end - first_edge, P) }
barrier grid

fixpoint pass in 0..n {
    let here = pass % 2
    let next = (pass + 1) % 3
    let length = EACH * subgroup_load(count[pass % 3])
    if gid.x == 0 { count[(pass + 2) % 3] = 0 }
    for first in wid.x * W + subgroup * 32..length step grid_size.x {
        let k = first + lane
        var e = 0
        var to = 0
        if k < length {
            e = queue[here, k / EACH, 0] + k % EACH
            to = queue[here, k / EACH, 1]
        }
        for j in 0..subgroup_max(to > e ? ceil_div(to - e, EACH * AHEAD) : 0) {
            var t : u32[AHEAD]
            var was : u32[AHEAD]
            var begin : u32[AHEAD]
            var end : u32[AHEAD]
            for u in 0..AHEAD { t[u] = e + u * EACH < to ? col[e + u * EACH] : NONE }
            for u in 0..AHEAD { was[u] = level[t[u]] }
            for u in 0..AHEAD {
                if was[u] == NONE { was[u] = atomic_compare_exchange(level[t[u]], NONE, pass + 1) }
            }
            var many = 0
            for u in 0..AHEAD {
                if was[u] == NONE {
                    begin[u] = row[t[u]]
                    end[u] = row[t[u] + 1]
                    many += ceil_div(end[u] - begin[u], P)
                    again
                }
            }
            e += EACH * AHEAD
            if subgroup_any(many != 0) {
                let at = subgroup_scan_add(many)
                var place = 0
                if lane == 31 { place = atomic_add(count[next], at + many) }
                var piece = subgroup_broadcast(place, 31) + at
                for u in 0..AHEAD {
                    for from in begin[u]..end[u] step P {
                        queue[1 - here, piece, 0] = from
                        queue[1 - here, piece, 1] = min(end[u], from + P)
                        piece += 1
                    }
                }
            }
        }
    }
}

//! --in row=values:0,2,3,4,4 --in col=values:1,2,2,0 --set groups=2 --expect level=0,1,1,4294967295
