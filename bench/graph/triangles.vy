/// Triangles u > v > w: for each edge (u, v) the lists of both are merged up to v. Nodes are taken a few
/// at a time, since some have far longer lists than others.
program triangles
in      row     : u32[]             /// CSR offsets, nodes + 1
in      col     : u32[]             /// neighbours in order; each edge stands in both directions
param   threads : u32
const   n       = len(row) - 1
const   STEP    = 64
out     total   : atomic u64[1]
scratch taken   : atomic u32[1]
workgroup 1
grid threads

var sum = 0u64
loop {
    let first = atomic_add(taken[0], STEP)
    if first >= n { break }
    for u in first..min(first + STEP, n) {
        for e in row[u]..row[u + 1] {
            let v = col[e]
            if v > u { break }
            let end = row[v + 1]
            var f = row[u]
            var g = row[v]
            var found = 0
            while f < e && g < end {
                let a = col[f]
                let b = col[g]
                found += u32(a == b)
                f += u32(a <= b)
                g += u32(b <= a)
            }
            sum += u64(found)
        }
    }
}
total[0] += sum

//! --in row=values:0,2,4,6 --in col=values:1,2,0,2,0,1 --set threads=2 --expect total=1
