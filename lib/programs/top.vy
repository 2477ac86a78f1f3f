/// The greatest numbers, the greatest first.
program top
use "../select.vy"
in    x        : f64[]      /// the numbers
param k        : u32 = 10   /// how many to find
out   greatest : f64[min(k, len(x))] /// the greatest of them, descending
workgroup 256
grid min(max(len(x), 1), 65536)

let found = top(x, greatest)

//! --in x=values:3,1,9,-2,9 --set k=3 --expect greatest=9,9,3
//! --in x=values:3,1 --expect greatest=3,1
