/// For each number the sum of those before it.
program scan_words
use "scan.vy"
in  x : u32[]
out y : u32[len(x)]
workgroup 256
grid min(max(len(x), 1), 65536)

let all = scan(x, y, 0, (+))

//! --in x=values:1,2,3,4 --expect y=0,1,3,6
