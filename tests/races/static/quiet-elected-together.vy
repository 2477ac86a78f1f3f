// data --in x=values:4,9,2,7
program p
in  x : u32[]
out y : u32[2]
workgroup 32
grid len(x)
let v = gid.x < len(x) ? x[gid.x] : 0
let most = grid_max(v)
let place = grid_min(v == most ? gid.x : 0xFFFF_FFFF)
if gid.x == place { y[0] = gid.x }
if gid.x == x[0] { y[1] = 1 }
let before = grid_scan_add(1)
if before == 0 { y[0] = y[0] + 1 }
