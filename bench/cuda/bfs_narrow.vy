/// Breadth-first levels of a graph with narrow frontiers and few edges a node: four invocations
/// take the edges of a vertex, so that a pass is one chain of loads, and a barrier.
program bfs_narrow
in      row    : u32[]              /// CSR offsets, nodes + 1
in      col    : u32[]              /// edge targets
param   source : u32 = 0            /// where to start
param   groups : u32 = 132          /// workgroups: one for each multiprocessor
const   n      = len(row) - 1
const   NONE   = 0xFFFF_FFFF
const   EACH   = 4                  // invocations a vertex
out     level  : atomic u32[n]      /// hops from the source, 0xFFFFFFFF where there is no path
scratch queue  : u32[2, n]          // this frontier and the next, in turn
scratch count  : atomic u32[3]      // one is read, one filled, one cleared
workgroup 256
grid groups * 256

each v in 0..n { level[v] = v == source ? 0 : NONE }
if gid.x == 0 {
    queue[0, 0] = source
    count[0] = 1
}
barrier grid

fixpoint pass in 0..n {
    let here = pass % 2
    let next = (pass + 1) % 3
    if gid.x == 0 { count[(pass + 2) % 3] = 0 }
    let ahead = queue[here, gid.x / EACH]       // while the count is on its way
    for k in gid.x..EACH * count[pass % 3] step grid_size.x {
        let v = k == gid.x ? ahead : queue[here, k / EACH]
        for e in row[v] + k % EACH..row[v + 1] step EACH {
            let t = col[e]
            if atomic_compare_exchange(level[t], NONE, pass + 1) == NONE {
                queue[1 - here, atomic_add(count[next], 1)] = t
                again
            }
        }
    }
}

//! --in row=values:0,2,3,4,4 --in col=values:1,2,2,0 --set groups=2 --expect level=0,1,1,4294967295
