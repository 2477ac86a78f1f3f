program p
out done : u32[1]
workgroup 32
grid 64
if gid.x == 0 { done[0] = 1 }

//! --expect done=1
