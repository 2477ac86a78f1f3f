/// One of each run of equal numbers.
program unique
use "../select.vy"
in  x     : u32[]                       /// the numbers
out found : u32[1]                      /// how many runs there are
out runs  : u32[len(x)] @count(found)   /// the number of each run, in their order
workgroup 256
grid min(max(len(x), 1), 65536)

let count = unique(x, runs)
if gid.x == 0 { found[0] = count }

//! --in x=values:3,3,1,1,1,3 --expect found=3 --expect runs=3,1,3
//! --in x=zeros:1000 --expect found=1 --expect runs=0
