/// Numbers in ascending order.
program sort
use "../sort.vy"
in  keys   : f64[]              /// the numbers; NaN comes last
out sorted : f64[len(keys)] @cache(streaming) /// the same, ascending
workgroup 256
grid min(max(len(keys), 1), 65536)

each i in 0..len(keys) { sorted[i] = keys[i] }
sort(sorted)

//! --in keys=values:3,-1,nan,0,-0,2.5 --expect sorted=-1,-0,0,2.5,3,nan
//! --in keys=zeros:0
