/// Appends to bags of rows, which the cpu makes for many vectors of an `each` at once: amounts that
/// are not 1, bytes, rows of two elements.
program appends
param n       : u32
in    x       : u32[n]
out   apart   : atomic u32[1]
out   third   : u32[3 * n] @count(apart)
out   many    : atomic u32[1]
out   small   : u8[n] @count(many)
out   plane   : atomic u32[1]
out   pair    : u32[n, 2] @count(plane)
out   between : u32[2]
workgroup 32
grid 32

each i in 0..n {
    if i > 4 && x[i] % 100 == 1 { third[atomic_add(apart[0], 3)] = i }
}
if gid.x == 0 { between[0] = 1 }
each i in 0..n {
    if x[i] < 40 || i % 3 == 0 { small[atomic_add(many[0], 1)] = x[i] }
}
if gid.x == 0 { between[1] = 2 } // or they would become one
each i in 0..n {
    if x[i] % 7 < 5 {
        let k = atomic_add(plane[0], 1)
        pair[k, 0] = i
        pair[k, 1] = x[i]
    }
}

//! --set n=9000 --in x=random:9000:1
//! --set n=4096 --in x=iota:4096
//! --set n=4095 --in x=zeros:4095
//! --set n=2081 --in x=iota:2081
//! --set n=3 --in x=iota:3
