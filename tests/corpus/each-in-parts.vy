// Which invocation takes which index cannot be seen, and there is no equal part for each of them.
// Again: vyre test tests/corpus/each-in-parts.vy --device vulkan:serial=1
//! --in data=iota:198 --set to=188 --expect bins=12,12,12,13,12,12,12,12,12,12,12,12,12,12,12,12 --expect far=12,12,12,12,12,12,12,12,12,12,12,12,13,12,12,12
program each_in_parts
in     data : u8[]
param  to   : i64
out    bins : atomic u32[16]
out    far  : atomic u32[16]
shared mine : atomic u32[16]
shared more : atomic u32[16]
workgroup 16
grid 64

each i in 3..len(data) - 2 { mine[data[i] % 16] += 1 }
barrier workgroup
bins[lid.x] += mine[lid.x]
barrier grid
each k in -5..to { more[(data[k + 5] + bins[0]) % 16] += 1 }
barrier workgroup
far[lid.x] += more[lid.x]
