/// A transposed matrix: each lane stores a line of 64 bytes.
program lines
param n : u32
in    a : f32[, n]
out   b : f32[n, len(a, 0)] @cache(streaming)
workgroup 64
grid n, ceil_div(len(a, 0), 16)

for y in 0..16 { b[gid.x, wid.y * 16 + y] = a[wid.y * 16 + y, gid.x] }

//! --set n=2 --in a=values:1,2,3,4 --expect b=1,3,2,4
