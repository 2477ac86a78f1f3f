/// Breadth-first levels from one node, the program of the cold starts.
program bfs
in      row    : u32[]              /// CSR offsets, nodes + 1
in      col    : u32[]              /// edge targets
param   source : u32 = 0            /// where to start
const   n      = len(row) - 1
const   NONE   = 0xFFFF_FFFF
out     level  : atomic u32[n]      /// hops from the source, 0xFFFFFFFF where there is no path
scratch queue  : u32[2, n]          // this frontier and the next, in turn
scratch count  : atomic u32[3]      // one is read, one filled, one cleared
workgroup 256
grid min(n, 65536)

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
    each k in 0..count[pass % 3] {
        let v = queue[here, k]
        for e in row[v]..row[v + 1] {
            let t = col[e]
            if level[t] == NONE && atomic_compare_exchange(level[t], NONE, pass + 1) == NONE {
                queue[1 - here, atomic_add(count[next], 1)] = t
                again
            }
        }
    }
}

//! --in row=values:0,2,3,4,4,5 --in col=values:1,2,3,3,0 --expect level=0,1,1,2,4294967295
