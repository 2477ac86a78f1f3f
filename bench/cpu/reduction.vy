/// The sum of all elements, modulo 2^32.
program reduction
in  x   : u32[]
out sum : u32[1]
workgroup 64
grid min(len(x), 4096)

var mine = 0
each i in 0..len(x) { mine += x[i] }
let all = grid_add(mine)
if gid.x == 0 { sum[0] = all }

//! --in x=values:1,2,3,4294967295 --expect sum=5
//! --in x=iota:100000 --expect sum=704982704
