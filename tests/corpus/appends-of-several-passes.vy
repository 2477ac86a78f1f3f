/// Appends to one counter, which a GPU makes for several passes of an `each` at once: by all, by
/// some, by few, in blocks inside of blocks, with other amounts, downwards, of 64 bits.
program appends
param n : u32
in  x : u32[n]
out found : atomic u32[4]
out wide  : atomic u64[2]
out row   : u32[n, 2] @count(found)
out mark  : u32[n]
out third : u32[3 * n]
out back  : u32[n]
out long  : u32[n]
out pair  : u32[2, n]
workgroup 64
grid 192

each i in 0..n {
    let v = x[i] * 3
    if v % 2 == 0 {
        let w = v + i
        if w % 5 != 0 {
            let u = w ^ v
            let k = atomic_add(found[0], 1)
            row[k, 0] = u
            if k < n { row[k, 1] = w }
        }
    }
}
each i in 0..n {
    let k = atomic_add(found[1], 1)
    mark[k] = 7
}
each i in 5..n {
    if x[i] % 100 == 1 {
        let k = atomic_add(found[2], 3)
        third[k] = 1
    }
}
each i in 0..n {
    if x[i] < 40 || i % 3 == 0 {
        let k = atomic_sub(wide[0], 1)
        back[u32(0 - k)] = 2
    }
}
each i in 0..n {
    if x[i] % 7 < 5 { pair[1, atomic_add(found[3], 1)] = 4 }
}
barrier grid
each i in 0..n {
    if i > 30 {
        let k = atomic_add(wide[1], 1)
        long[u32(k)] = 1
    }
}

//! --set n=5000 --in x=random:5000:1
//! --set n=1536 --in x=iota:1536
//! --set n=1535 --in x=zeros:1535
//! --set n=1729 --in x=iota:1729
//! --set n=3 --in x=iota:3
