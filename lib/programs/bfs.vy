/// How many edges each node is away from a source.
program bfs
use "../graph.vy"
in      from   : u32[]              /// edges lead from these nodes
in      to     : u32[len(from)]     /// to these
param   nodes  : u32                /// how many nodes there are
param   source : u32 = 0
out     level  : atomic u32[nodes]  /// edges on the shortest path, 4294967295 where there is none
scratch row    : u32[nodes + 1]
scratch col    : u32[len(from)]
workgroup 64
grid min(max(nodes, 1), 65536)

graph_csr(from, to, row, col)
bfs(row, col, false, source, level)

//! --set nodes=5 --in from=values:0,1,0,3 --in to=values:1,2,2,4 --expect level=0,1,1,4294967295,4294967295
//! --set nodes=2 --set source=1 --in from=zeros:0 --in to=zeros:0 --expect level=4294967295,0
