program h
in a : u8[]
out o : u32[256]
workgroup 1
grid 1
var h: u32[256]
for i in 0..len(a) { h[a[i]] += 1 }
for i in 0..256 { o[i] = h[i] }
