// expect V144 7
// data 
program p
out y : u32[8]
workgroup 4, 4
grid 8, 8
y[gid.x] = gid.y
