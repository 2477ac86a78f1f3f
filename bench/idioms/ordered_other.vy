/// The elements below a limit, in their order, an element an invocation.
program ordered
in    x     : u32[]
param below : u32
inout y     : u32[len(x)]
out   found : u32[1]
workgroup 256
grid len(x)

let keep = gid.x < len(x) && x[gid.x] < below
let place = grid_scan_add(u32(keep))
if keep { y[place] = x[gid.x] }
if gid.x == grid_size.x - 1 { found[0] = place + u32(keep) }

//! --in x=values:5,1,9,2 --in y=zeros:4 --set below=5 --expect found=2 --expect y=1,2,0,0
