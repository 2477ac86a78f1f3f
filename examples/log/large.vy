/// 1 where a value is above the limit.
program large
in    value : u32[]
param limit : u32 = 1000
out   hit   : u32[len(value)]

each i in 0..len(value) { hit[i] = u32(value[i] > limit) }
