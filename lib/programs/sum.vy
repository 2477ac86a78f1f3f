/// The sum of all numbers, as it wraps in 32 bits.
program sum
use "../scan.vy"
in  x   : u32[]     /// the numbers
out all : u32[1]    /// their sum
workgroup 256
grid min(max(len(x), 1), 65536)

let found = reduce(x, 0, (+))
if gid.x == 0 { all[0] = found }

//! --in x=values:1,2,3,4 --expect all=10
//! --in x=zeros:0 --expect all=0
//! --in x=iota:3000 --expect all=4498500
