/// Appends to bags of rows, which the cpu makes for many vectors of an `each` at once: columns of
/// one counter, a branch after the append that fewer lanes take, floats of which some are no numbers.
program appends
param n       : u32
in    x       : u32[n]
out   found   : atomic u32[1]
out   row     : u32[n] @count(found)
out   twice   : f32[n] @count(found)
out   wide    : u64[n] @count(found)
out   some    : atomic u32[1]
out   half    : u32[n] @count(some)
out   between : u32[1]
workgroup 32
grid 32

each i in 0..n {
    let v = x[i] * 3
    if v % 2 == 0 {
        let w = v + i
        if w % 5 != 0 {
            let k = atomic_add(found[0], 1)
            row[k] = w ^ v
            twice[k] = unbits(x[i] << 9 | 0x7f800000)
            wide[k] = u64(v) << 32 | u64(i)
        }
    }
}
if gid.x == 0 { between[0] = 1 } // or the two would become one
each i in 0..n {
    let k = atomic_add(some[0], 1)
    if x[i] % 3 == 0 { half[k] = i }
    if x[i] % 3 == 1 { half[k] = x[i] } else { if x[i] % 3 == 2 { half[k] = 5 } }
}

//! --set n=9000 --in x=random:9000:1
//! --set n=4096 --in x=iota:4096
//! --set n=4095 --in x=zeros:4095
//! --set n=2081 --in x=iota:2081
//! --set n=3 --in x=iota:3
