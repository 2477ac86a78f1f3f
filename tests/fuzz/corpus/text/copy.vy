program r
in a : u32[256]
out o : u32[256] @range(0, 64)
shared t : u32[64]
workgroup 64
grid 256
async_copy(t, 0, a, wid.x * 64, 64)
wait()
o[gid.x] = t[63 - lid.x]
