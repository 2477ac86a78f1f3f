/// Breadth-first levels from node 0; each pass expands only the frontier. A workgroup collects what
/// it finds and adds it to the next frontier at once.
program bfs
in      row    : u32[]              /// CSR offsets, nodes + 1
in      col    : u32[]              /// edge targets
const   n      = len(row) - 1
const   NONE   = 0xFFFF_FFFF
const   W      = 256
const   CAP    = 4096
out     level  : atomic u32[n]      /// hops from node 0, 0xFFFFFFFF where there is no path
scratch queue  : u32[2, n]          // this frontier and the next, in turn
scratch count  : atomic u32[3]      // one is read, one filled, one cleared
shared  found  : atomic u32[1]
shared  place  : u32[1]
shared  kept   : u32[CAP]
workgroup W
grid min(n, 1056 * W)

each v in 0..n { level[v] = v == 0 ? 0 : NONE }
if gid.x == 0 { count[0] = 1 }      // the queue holds node 0 already

fixpoint pass in 0..n {
    let here = pass % 2
    let next = (pass + 1) % 3
    let length = grid_load(count[pass % 3])
    if gid.x == 0 { count[(pass + 2) % 3] = 0 }
    for first in wid.x * W..length step grid_size.x {
        let k = first + lid.x
        if k < length {
            let v = queue[here, k]
            for e in row[v]..row[v + 1] {
                let t = col[e]
                if level[t] == NONE && atomic_compare_exchange(level[t], NONE, pass + 1) == NONE {
                    let at = atomic_add(found[0], 1)
                    if at < CAP { kept[at] = t } else { queue[1 - here, atomic_add(count[next], 1)] = t }
                    again
                }
            }
        }
        let all = min(workgroup_load(found[0]), CAP)
        if lid.x == 0 {
            place[0] = atomic_add(count[next], all)
            found[0] = 0
        }
        let to = workgroup_load(place[0])
        for i in lid.x..all step W { queue[1 - here, to + i] = kept[i] }
        barrier workgroup
    }
}

//! --in row=values:0,2,3,4,4 --in col=values:1,2,2,0 --expect level=0,1,1,4294967295
