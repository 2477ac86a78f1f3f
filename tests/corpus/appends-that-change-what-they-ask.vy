/// An append whose store decides what a later pass of the same invocation asks for: no batch.
program changing
param n : u32
inout x : u32[n]
out found : atomic u32[1]
out row   : u32[n] @count(found)
workgroup 64
grid 64

each i in 0..n {
    if x[i] % 2 == 0 {
        let k = atomic_add(found[0], 1)
        row[k] = i
        x[i + 64] = 1
    }
}

//! --set n=2000 --in x=zeros:2000 --expect found=1024
