program p
shared total : atomic u32[1]
out    y     : u32[2]
workgroup 8
grid 16
total[0] += lid.x
barrier workgroup
if lid.x == 0 { y[wid.x] = total[0] }

//! --expect y=28,28
