/// Triangles. Where some nodes have far longer lists than others, each edge leads to the node of the
/// larger degree, so that no list is long, and the lists that a node's neighbours have are looked up
/// in its own, as bits. Elsewhere, for each edge (u, v) the lists of both are merged up to v.
program triangles
in      row     : u32[]             /// CSR offsets, nodes + 1
in      col     : u32[]             /// neighbours in order; each edge stands in both directions
param   threads : u32               /// how many invocations share the work
const   n       = len(row) - 1
const   words   = ceil_div(n, 32)
const   STEP    = 64                // nodes taken at once
const   SKEWED  = 16                // times the mean degree
inout   up      : u32[len(col)]     /// room for neighbours of larger degree, those of u from row[u] on
inout   end     : u32[n]            /// room for where they end
inout   mark    : u32[threads, words] /// zeros, and zeros again afterwards
out     total   : atomic u64[1]
scratch taken   : atomic u32[2]
workgroup 1
grid threads

let me = gid.x
let part = ceil_div(n, threads)
var most = 0                        // degree, of every eighth node
for v in me * part..min(n, me * part + part) step 8 { most = max(most, row[v + 1] - row[v]) }
var sum = 0u64
if grid_max(most) / SKEWED > len(col) / n {
    loop {
        let first = atomic_add(taken[0], STEP)
        if first >= n { break }
        for u in first..min(first + STEP, n) {
            let degree = row[u + 1] - row[u]
            var to = row[u]
            for e in row[u]..row[u + 1] {
                let v = col[e]
                let other = row[v + 1] - row[v]
                up[to] = v
                to += u32(other > degree || other == degree && v > u)
            }
            end[u] = to
        }
    }
    barrier grid
    loop {
        let first = atomic_add(taken[1], STEP)
        if first >= n { break }
        for u in first..min(first + STEP, n) {
            for e in row[u]..end[u] {
                let v = up[e]
                mark[me, v / 32] |= 1 << (v & 31)
            }
            var found = 0
            for e in row[u]..end[u] {
                let v = up[e]
                for f in row[v]..end[v] {
                    let w = up[f]
                    found += mark[me, w / 32] >> (w & 31) & 1
                }
            }
            for e in row[u]..end[u] { mark[me, up[e] / 32] = 0 }
            sum += u64(found)
        }
    }
} else {
    loop {
        let first = atomic_add(taken[0], STEP)
        if first >= n { break }
        for u in first..min(first + STEP, n) {
            for e in row[u]..min(row[u + 1], len(col)) {
                let v = col[e]
                if v > u { break }
                let last = min(row[v + 1], len(col))
                var f = row[u]
                var g = row[v]
                var found = 0
                while f < e && g < last {
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
}
total[0] += sum

//! --in row=values:0,2,4,6 --in col=values:1,2,0,2,0,1 --set threads=2 --in up=zeros:6 --in end=zeros:3 --in mark=zeros:2 --expect total=1
