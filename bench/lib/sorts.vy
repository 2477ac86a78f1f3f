/// Sorts parts of an array one after the other, in one kernel.
program sorts
use "sort.vy"
in    x    : u32[]
param size : u32        /// elements of a part
out   y    : u32[len(x)]
workgroup 256
grid 65536

each i in 0..len(x) { y[i] = x[i] }
barrier grid
for k in 0..len(x) / size { sort(y[k * size..k * size + size]) }

//! --in x=values:3,1,2,9,8,7 --set size=3 --expect y=1,2,3,7,8,9
