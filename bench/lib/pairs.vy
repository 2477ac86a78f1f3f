/// Keys in ascending order, and their values with them.
program pairs
use "sort.vy"
in  x : u32[]
in  v : u32[len(x)]
out y : u32[len(x)]
out w : u32[len(x)]
workgroup 256
grid min(max(len(x), 1), 65536)

each i in 0..len(x) {
    y[i] = x[i]
    w[i] = v[i]
}
barrier grid
sort_pairs(y, w)

//! --in x=values:3,1,3 --in v=values:7,8,9 --expect y=1,3,3 --expect w=8,7,9
