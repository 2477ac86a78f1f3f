/// For each number the sum of those before it.
program scan
use "../scan.vy"
in  x      : u32[]          /// the numbers
out before : u32[len(x)]    /// for each the sum of those before it
out all    : u32[1]         /// the sum of all
workgroup 256
grid min(max(len(x), 1), 65536)

let sum = scan(x, before, 0, (+))
if gid.x == 0 { all[0] = sum }

//! --in x=values:3,1,4,1,5 --expect before=0,3,4,8,9 --expect all=14
//! --in x=zeros:0 --expect all=0
