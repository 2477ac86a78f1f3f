/// Connected components: labels of neighbours spread until nothing changes.
program components
in    row     : u32[]               /// CSR offsets, nodes + 1
in    col     : u32[]               /// neighbours; each edge stands in both directions
param threads : u32                 // not used: the device chooses
const n       = len(row) - 1
out   label   : atomic u32[n]       /// the least node of the component
workgroup 256
grid min(n, 65536)

each v in 0..n { label[v] = v }
barrier grid

fixpoint pass in 0..n {
    each v in 0..n {
        var least = label[v]
        for e in row[v]..row[v + 1] { least = min(least, label[col[e]]) }
        if atomic_min(label[v], least) > least { again }
    }
}

//! --in row=values:0,1,3,4,5,6,6 --in col=values:1,0,2,1,4,3 --set threads=2 --expect label=0,0,0,3,3,5
