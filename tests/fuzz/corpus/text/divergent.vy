program v
in a : u32[]
workgroup 32 grid len(a)
var s = 0
for i in 0..a[gid.x] { s += 1 if s > 3 { break } }
if s > 2 { barrier workgroup }
each k in 0..s { a[k] = 1 }
