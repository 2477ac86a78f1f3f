/// PageRank: each node adds up what its neighbours give. What a node gives is divided once a pass by
/// its degree, and stands in two planes, one read and one written.
program pagerank
in      row     : u32[]             /// CSR offsets, nodes + 1
in      col     : u32[]             /// neighbours; each edge stands in both directions
param   passes  : u32
param   threads : u32               // not used: the device chooses
const   n       = len(row) - 1
out     score   : f32[n]
scratch give    : f32[2, n]

each v in 0..n { give[0, v] = 1.0 / f32(n) / f32(row[v + 1] - row[v]) }
barrier grid
for pass in 0..passes {
    each v in 0..n {
        var sum = 0.0f32
        for e in row[v]..row[v + 1] { sum += give[pass % 2, col[e]] }
        let now = (1.0f32 - 0.85) / f32(n) + 0.85 * sum
        score[v] = now
        give[1 - pass % 2, v] = now / f32(row[v + 1] - row[v])
    }
    barrier grid
}

//! --in row=values:0,1,2 --in col=values:1,0 --set passes=3 --set threads=2 --expect score=0.5,0.5
