/// The different numbers, ascending, and how often each occurs.
program count_keys
use "count.vy"
in  x     : u32[]
out found : u32[1]
out y     : u32[len(x)] @count(found)
out times : u32[len(x)] @count(found)
workgroup 256
grid min(max(len(x), 1), 65536)

let all = count_by_key(x, y, times)
if gid.x == 0 { found[0] = all }

//! --in x=values:3,1,3 --expect found=2 --expect y=1,3 --expect times=1,2
