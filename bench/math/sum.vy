/// The sum of all elements, rounded once.
program sum
use "exact.vy"
in      x   : f32[]
scratch acc : atomic i64[EXACT_F32]
out     y   : f32[1]
workgroup 256
grid 16384
let all = exact_sum(x, acc)
if gid.x == 0 { y[0] = all }

//! --in x=values:1,2,3 --expect y=6
