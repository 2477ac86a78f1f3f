program p
in  x : f32[]
out s : f32[1]
workgroup 256
grid len(x)
var mine = 0.0
each i in 0..len(x) { mine += x[i] }
let all = grid_add(mine)
if gid.x == 0 { s[0] = all }

//! --in x=iota:1000 --expect s=499500
