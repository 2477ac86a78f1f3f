/// The different numbers, and how often each occurs.
program count
use "../count.vy"
in  x        : f64[]                        /// the numbers
out found    : u32[1]                       /// how many different ones there are
out distinct : f64[len(x)] @count(found)    /// each of them once
out times    : u32[len(x)] @count(found)    /// how often it occurs
workgroup 256
grid min(max(len(x), 1), 65536)

let all = count_by_key(x, distinct, times)
if gid.x == 0 { found[0] = all }

//! --in x=values:3,1,3,3,1,2 --expect found=3 --expect distinct=1,2,3 --expect times=2,1,3
//! --in x=zeros:0 --expect found=0
