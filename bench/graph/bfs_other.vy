/// Breadth-first parents, top-down: each pass expands the frontier.
program bfs
in      row     : u32[]             /// CSR offsets, nodes + 1
in      col     : u32[]             /// neighbours; each edge stands in both directions
param   source  : u32
param   threads : u32               // not used: the device chooses
const   n       = len(row) - 1
out     parent  : atomic i32[n]     /// below 0 where there is no path
inout   queue   : u32[2, n]         /// room for two frontiers
scratch count   : atomic u32[3]     // one is read, one filled, one cleared
workgroup 256
grid min(n, 65536)

each v in 0..n { parent[v] = v == source ? i32(v) : -1 }
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
        let u = queue[here, k]
        for e in row[u]..row[u + 1] {
            let v = col[e]
            if parent[v] < 0 && atomic_compare_exchange(parent[v], -1, i32(u)) == -1 {
                queue[1 - here, atomic_add(count[next], 1)] = v
                again
            }
        }
    }
}

//! --in row=values:0,2,3,4,4 --in col=values:1,2,0,0 --set source=0 --set threads=2 --in queue=zeros:8 --expect parent=0,0,0,-1
