/// Connected components: for each node the least node that a path of edges, in either direction, leads to.
program components
use "../graph.vy"
in      from  : u32[]               /// edges join these nodes
in      to    : u32[len(from)]      /// and these
param   nodes : u32                 /// how many nodes there are
out     label : atomic u32[nodes]   /// the least node of the component
scratch one   : u32[2 * len(from)]
scratch other : u32[2 * len(from)]
scratch row   : u32[nodes + 1]
scratch col   : u32[2 * len(from)]
workgroup 64
grid min(max(nodes, 1), 65536)

each e in 0..len(from) {
    one[2 * e] = from[e]
    other[2 * e] = to[e]
    one[2 * e + 1] = to[e]
    other[2 * e + 1] = from[e]
}
barrier grid
graph_csr(one, other, row, col)
components(row, col, label)

//! --set nodes=8 --in from=values:0,1,4,6 --in to=values:1,2,5,4 --expect label=0,0,0,3,4,4,4,7
