/// Numbers in ascending order.
program sort_words
use "sort.vy"
in  x : u32[]
out y : u32[len(x)]
workgroup 256
grid min(max(len(x), 1), 65536)

each i in 0..len(x) { y[i] = x[i] }
barrier grid
sort(y)

//! --in x=values:3,1,2 --expect y=1,2,3
