/// How often each byte occurs. Every workgroup counts into a table of its own first, so that the
/// hot counters are not shared by the whole grid.
program histogram
in     data  : u8[]
param  kinds : u32 = 256            /// only bytes below this are reported
out    bins  : atomic u32[kinds]    /// occurrences of each byte
shared local : atomic u32[256]
workgroup 256                       // one invocation for each bin when they are added up
grid min(len(data), 65536)

each i in 0..len(data) { local[data[i]] += 1 }
barrier workgroup
let mine = local[lid.x]
if lid.x < kinds && mine > 0 { bins[lid.x] += mine }

//! --set kinds=5 --in data=values:1,3,1,0,1,7 --expect bins=1,3,0,1,0
