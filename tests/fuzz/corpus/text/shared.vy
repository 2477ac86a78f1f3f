program t
in a : f32[, 32]
out o : f32[32, 32]
shared tile : f32[32, 33]
workgroup 32, 8
grid 32, 32
for r in 0..4 { tile[lid.y + r * 8, lid.x] = a[lid.y + r * 8, lid.x] }
barrier workgroup
for r in 0..4 step 2 { o[lid.y, lid.x] = tile[lid.x, lid.y] }
