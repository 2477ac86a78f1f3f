/// Rows that hold their own numbers: invocation 5 alone appends, so it is settled which row holds
/// what. Dealt freely, its indices would be appended in another order.
program ordered
param n     : u32
in    x     : u32[n]
out   found : atomic u32[1]
out   row   : u32[n] @count(found)
workgroup 32
grid 64

each i in 0..n {
    if i % 64 == 5 && x[i] < n {
        let k = atomic_add(found[0], 1)
        row[k] = k * 65536 + i
    }
}

//! --set n=6000 --in x=zeros:6000
//! --set n=3000 --in x=iota:3000
