/// The same with ordinary additions.
program sum_other
in  x : f32[]
out y : f32[1]
workgroup 256
grid 16384
var mine: f32 = 0
each i in 0..len(x) { mine += x[i] }
let all = grid_add(mine)
if gid.x == 0 { y[0] = all }

//! --in x=values:1,2,3 --expect y=6
