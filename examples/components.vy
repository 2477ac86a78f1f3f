/// Connected components: every node gets the least node number of its component.
///
/// Nodes hang in trees; an edge hangs the larger of two roots below the smaller one. Two edges of each
/// node are enough to bring nearly all nodes into one component, and only those outside of it look at
/// their other edges (Afforest).
program components
in      row   : u32[]               /// CSR offsets, nodes + 1
in      col   : u32[]               /// neighbours; each edge stands in both directions
const   n     = len(row) - 1
out     label : atomic u32[n]       /// the least node of the component
const   W     = 256
shared  seen  : u32[W]              // labels of some nodes
scratch most  : u32[1]              // the label that most of them have
workgroup W
grid min(n, 65536)

/// Hangs the larger of two roots below the smaller one.
fn join(u: u32, v: u32) {
    var a = label[u]
    var b = label[v]
    while a != b {
        let high = max(a, b)
        let low = min(a, b)
        let up = label[high]
        if up == low || up == high && atomic_compare_exchange(label[high], high, low) == high { break }
        a = label[label[high]]
        b = label[low]
    }
}

/// Every node points to its root.
fn flatten() {
    barrier grid
    each v in 0..n {
        loop {
            let up = label[v]
            let over = label[up]
            if up == over { break }
            atomic_store(label[v], over)
        }
    }
    barrier grid
}

each v in 0..n { label[v] = v }
barrier grid
for k in 0..2 {
    each v in 0..n {
        if row[v] + k < row[v + 1] { join(v, col[row[v] + k]) }
    }
    flatten()
}

if wid.x == 0 {
    let mine = label[mulhi(lid.x * 0x9E37_79B1, n)]
    seen[lid.x] = mine
    barrier workgroup
    var times = 0u64
    for k in 0..W { times += u64(seen[k] == mine) }
    let best = workgroup_max(times << 32 | u64(mine))
    if lid.x == 0 { most[0] = u32(best) }
}
let giant = grid_load(most[0])
each v in 0..n {
    if label[v] != giant {
        for e in row[v] + 2..row[v + 1] { join(v, col[e]) }
    }
}
flatten()

//! --in row=values:0,1,3,4,5,6,6 --in col=values:1,0,2,1,4,3 --expect label=0,0,0,3,3,5
//! --in row=values:0,0 --in col=zeros:0 --expect label=0
