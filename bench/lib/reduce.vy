/// The sum of all numbers, as it wraps in 32 bits.
program reduce
use "scan.vy"
in  x   : u32[]
out all : u32[1]
workgroup 256
grid min(max(len(x), 1), 65536)

let sum = reduce(x, 0, (+))
if gid.x == 0 { all[0] = sum }

//! --in x=values:1,2,3,4 --expect all=10
