program p
out y : u32[8, 8]
workgroup 4, 4
grid 8, 8
y[gid.y, gid.x] = gid.y

//! --expect y[6..10]=0,0,1,1
