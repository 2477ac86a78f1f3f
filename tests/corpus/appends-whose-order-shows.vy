/// Rows whose order somebody sees: a row holds its own number, or is read again, or the counter is.
/// An invocation appends its indices in their order, whoever runs it.
program ordered
param   n     : u32
in      x     : u32[n]
out     found : atomic u32[1]
out     row   : u32[n] @count(found)
out     own   : u32[n] @count(found)
scratch kept  : u32[n]
out     seen  : atomic u32[1]
out     falls : atomic u32[1]
workgroup 32
grid 32

each i in 0..n {
    if x[i] % 2 == 0 {
        let k = atomic_add(found[0], 1)
        row[k] = 1
        kept[k] = i
    }
}
each i in 0..n {
    if x[i] % 2 == 1 { own[atomic_add(seen[0], 1)] = 2 }
}
barrier grid
// Of one invocation's indices, which differ by the invocations there are, the later has the later row.
each k in 0..n {
    for j in k + 1..min(k + 200, n) {
        if kept[j] < kept[k] && kept[j] % grid_size.x == kept[k] % grid_size.x && kept[j] > 0 {
            falls[0] += 1
        }
    }
}

//! --set n=4000 --in x=zeros:4000 --expect falls=0
//! --set n=3000 --in x=iota:3000 --expect falls=0
