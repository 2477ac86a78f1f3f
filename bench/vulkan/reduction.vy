/// The sum of all elements, modulo 2^32: an atomic addition for each of a few thousand invocations,
/// which costs less here than `grid_add`, whose last workgroup adds up what the others left in memory.
program reduction
in  x   : u32[]
out sum : atomic u32[1]
workgroup 64
grid min(len(x), 4096)

var mine = 0
each i in 0..len(x) { mine += x[i] }
sum[0] += mine

//! --in x=values:1,2,3,4294967295 --expect sum=5
//! --in x=iota:100000 --expect sum=704982704
