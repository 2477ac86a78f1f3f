/// Breadth-first levels of large graphs. A workgroup takes vertices of the frontier, its
/// invocations take their edges one by one, whomever they belong to, and what they find goes to
/// the next frontier at once.
program bfs_graph
in      row    : u32[]              /// CSR offsets, nodes + 1
in      col    : u32[]              /// edge targets
param   source : u32 = 0            /// where to start
param   groups : u32 = 264          /// workgroups: few where frontiers are narrow
const   n      = len(row) - 1
const   NONE   = 0xFFFF_FFFF
const   W      = 256
const   CAP    = 4096
out     level  : atomic u32[n]      /// hops from the source, 0xFFFFFFFF where there is no path
scratch queue  : u32[2, n]          // this frontier and the next, in turn
scratch count  : atomic u32[3]      // one is read, one filled, one cleared
shared  ends   : u32[W]             // where the edges of each vertex end among those of the workgroup
shared  base   : u32[W]             // what leads from such a number to one of col
shared  found  : atomic u32[1]
shared  place  : u32[1]
shared  kept   : u32[CAP]
workgroup W
grid groups * W

/// The vertex that edge e of the workgroup belongs to.
fn owner(e: u32) -> u32 {
    var i = 0
    for s in 0..8 {
        let half = 128 >> s
        if ends[i + half - 1] <= e { i += half }
    }
    return i
}

each v in 0..n { level[v] = v == source ? 0 : NONE }
if gid.x == 0 {
    queue[0, 0] = source
    count[0] = 1
}
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
            let v = queue[here, k]
            from = row[v]
            degree = row[v + 1] - from
        }
        let at = workgroup_scan_add(degree)
        ends[lid.x] = at + degree
        base[lid.x] = from - at
        let edges = workgroup_load(ends[W - 1])
        for e in lid.x..edges step W {
            let t = col[base[owner(e)] + e]
            if level[t] == NONE && atomic_compare_exchange(level[t], NONE, pass + 1) == NONE {
                let p = atomic_add(found[0], 1)
                if p < CAP { kept[p] = t } else { queue[1 - here, atomic_add(count[next], 1)] = t }
                again
            }
        }
        let all = min(workgroup_load(found[0]), CAP)
        if lid.x == 0 {
            if all > 0 { place[0] = atomic_add(count[next], all) }
            found[0] = 0
        }
        let to = workgroup_load(place[0])
        for i in lid.x..all step W { queue[1 - here, to + i] = kept[i] }
        barrier workgroup
    }
}

//! --in row=values:0,2,3,4,4 --in col=values:1,2,2,0 --expect level=0,1,1,4294967295
