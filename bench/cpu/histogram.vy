/// How often each byte occurs. Every workgroup counts into a table of its own first.
program histogram
in     data : u8[]
out    bins : atomic u32[256]
shared mine : atomic u32[256]
workgroup 256
grid min(len(data), 16384)

each i in 0..len(data) { mine[data[i]] += 1 }
barrier workgroup
bins[lid.x] += mine[lid.x]

