program p
in    x     : u32[]
param key   : u32
out   found : u32[1]
workgroup 256
grid len(x)
var mine = 0
each i in 0..len(x) {
    if x[i] == key { mine = max(mine, i) }
}
let all = grid_max(mine)
if gid.x == 0 { found[0] = all }

//! --in x=values:1,7,7,7,2 --set key=7 --expect found=3
