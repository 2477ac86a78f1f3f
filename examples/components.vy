/// Connected components: every node gets the least node number of its component.
program components
in    row   : u32[]                 /// CSR offsets, nodes + 1
in    col   : u32[]                 /// neighbours; each edge stands in both directions
const n     = len(row) - 1
out   label : atomic u32[n]         /// the least node of the component
workgroup 256
grid min(n, 65536)

each v in 0..n { label[v] = v }
barrier grid

fixpoint pass in 0..n {
    each v in 0..n {
        let own = label[v]
        var least = own
        for e in row[v]..row[v + 1] { least = min(least, label[col[e]]) }
        least = min(least, label[least])            // a label may have found a better one itself
        if least < own {
            atomic_min(label[own], least)           // so the news reaches all who carry `own`
            atomic_min(label[v], least)
            again
        }
    }
}

//! --in row=values:0,1,3,4,5,6,6 --in col=values:1,0,2,1,4,3 --expect label=0,0,0,3,3,5
//! --in row=values:0,0 --in col=zeros:0 --expect label=0
