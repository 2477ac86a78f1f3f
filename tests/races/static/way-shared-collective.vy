program p
out y : u32[2]
workgroup 8
grid 16
let total = workgroup_add(lid.x)
if lid.x == 0 { y[wid.x] = total }

//! --expect y=28,28
