/// One of each run of equal numbers.
program unique
use "select.vy"
in  x     : u32[]
out found : u32[1]
out y     : u32[len(x)] @count(found)
workgroup 256
grid min(max(len(x), 1), 65536)

let count = unique(x, y)
if gid.x == 0 { found[0] = count }

//! --in x=values:3,3,1,3 --expect found=3 --expect y=3,1,3
