/// Breadth-first levels from node 0; each pass expands only the frontier. What an invocation finds
/// it adds to the next frontier at once: shared memory that is alive across the passes would be
/// copied to the device's memory and back.
program bfs
in      row    : u32[]              /// CSR offsets, nodes + 1
in      col    : u32[]              /// edge targets
const   n      = len(row) - 1
const   NONE   = 0xFFFF_FFFF
out     level  : atomic u32[n]      /// hops from node 0, 0xFFFFFFFF where there is no path
scratch queue  : u32[2, n]          // this frontier and the next, in turn
scratch count  : atomic u32[3]      // one is read, one filled, one cleared
workgroup 64
grid min(n, 4096)

each v in 0..n { level[v] = v == 0 ? 0 : NONE }
if gid.x == 0 { count[0] = 1 }      // the queue holds node 0 already

fixpoint pass in 0..n {
    let here = pass % 2
    let next = (pass + 1) % 3
    let length = grid_load(count[pass % 3])
    if gid.x == 0 { count[(pass + 2) % 3] = 0 }
    each k in 0..length {
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

//! --in row=values:0,2,3,4,4 --in col=values:1,2,2,0 --expect level=0,1,1,4294967295
