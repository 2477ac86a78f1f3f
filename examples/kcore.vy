/// The core number of every node: the largest k such that the node survives when all nodes with
/// fewer than k neighbours left are taken away, again and again.
program kcore
in      row    : u32[]              /// CSR offsets, nodes + 1
in      col    : u32[]              /// neighbours; each edge stands in both directions
const   n      = len(row) - 1
const   NONE   = 0xFFFF_FFFF
out     core   : u32[n]             /// the core number
scratch degree : atomic u32[n]      // neighbours left
workgroup 256
grid min(n, 65536)

each v in 0..n {
    degree[v] = row[v + 1] - row[v]
    core[v] = NONE
}

// No barrier is needed here: with k = 0 only nodes without neighbours go, so the first pass touches
// nothing but the invocation's own nodes, and a pass ends with a barrier.
var k = 0
loop {
    fixpoint pass in 0..n + 1 {
        each v in 0..n {
            if core[v] == NONE && degree[v] <= k {
                core[v] = k
                for e in row[v]..row[v + 1] { degree[col[e]] -= 1 }
                again
            }
        }
    }
    var left = false
    each v in 0..n { left |= core[v] == NONE }
    if !grid_any(left) { break }
    k += 1
}

//! --in row=values:0,3,5,7,9,10 --in col=values:1,2,3,0,2,0,1,0,4,3 --expect core=2,2,2,1,1
//! --in row=values:0,0,0 --in col=zeros:0 --expect core=0,0
