/// The numbers below 2^31, in their order.
program select_words
use "select.vy"
in  x     : u32[]
out found : u32[1]
out y     : u32[len(x)] @count(found)
workgroup 256
grid min(max(len(x), 1), 65536)
fn is_small(v: u32) -> bool { return v < 1 << 31 }

let count = select(x, y, is_small)
if gid.x == 0 { found[0] = count }

//! --in x=values:5,4294967295,2 --expect found=2 --expect y=5,2
