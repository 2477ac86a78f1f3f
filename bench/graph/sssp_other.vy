/// Shortest paths: every pass relaxes the edges of the nodes whose distance fell.
program sssp
in      row     : u32[]             /// CSR offsets, nodes + 1
in      edge    : u64[]             /// neighbour, its weight in the upper half
param   source  : u32
param   delta   : u32               // not used
param   threads : u32               // not used: the device chooses
const   n       = len(row) - 1
const   NONE    = 0x3FFF_FFFF
out     dist    : atomic u32[n]     /// NONE where there is no path
inout   pool    : u32[]             // not used
inout   link    : u32[]             // not used
inout   work    : u32[]             // not used
scratch fell    : atomic u32[2, n]
workgroup 256
grid min(n, 65536)

each v in 0..n {
    dist[v] = v == source ? 0 : NONE
    fell[0, v] = u32(v == source)
}
barrier grid
fixpoint pass in 0..n {
    each u in 0..n {
        if atomic_exchange(fell[pass % 2, u], 0) != 0 {
            let du = dist[u]
            for e in row[u]..row[u + 1] {
                let v = u32(edge[e])
                let far = du + u32(edge[e] >> 32)
                if far < dist[v] && atomic_min(dist[v], far) > far {
                    fell[1 - pass % 2, v] = 1
                    again
                }
            }
        }
    }
}

//! --in row=values:0,2,4,6,6 --in edge=values:21474836481,4294967298,21474836480,8589934594,4294967296,8589934593 --set source=0 --set delta=2 --set threads=2 --in pool=zeros:147456 --in link=zeros:2304 --in work=zeros:9216 --expect dist=0,3,1,1073741823
