/// PageRank with one array of scores: every edge divides by the degree of its neighbour.
program pagerank
in      row     : u32[]             /// CSR offsets, nodes + 1
in      col     : u32[]             /// neighbours; each edge stands in both directions
param   passes  : u32
param   threads : u32               // not used: the device chooses
const   n       = len(row) - 1
out     score   : f32[n]
scratch old     : f32[n]

each v in 0..n { score[v] = 1.0 / f32(n) }
barrier grid
for pass in 0..passes {
    each v in 0..n { old[v] = score[v] }
    barrier grid
    each v in 0..n {
        var sum = 0.0f32
        for e in row[v]..row[v + 1] {
            let u = col[e]
            sum += old[u] / f32(row[u + 1] - row[u])
        }
        score[v] = (1.0f32 - 0.85) / f32(n) + 0.85 * sum
    }
    barrier grid
}

//! --in row=values:0,1,2 --in col=values:1,0 --set passes=3 --set threads=2 --expect score=0.5,0.5
