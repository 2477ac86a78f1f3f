/// How often each byte occurs. Every workgroup counts into a table of its own first; an invocation
/// reads four bytes at a time, since drivers of processors load words much faster than bytes.
program histogram
in     data  : u8[]
out    bins  : atomic u32[256]
shared mine  : atomic u32[256]
workgroup 256
grid min(len(data), 16384)

each i in 0..ceil_div(len(data), 4) {
    let w = u32_at(data, 4 * i)     // bytes behind the end are 0, and are not counted
    let left = len(data) - 4 * i
    mine[w & 255] += 1
    mine[w >> 8 & 255] += u32(left > 1)
    mine[w >> 16 & 255] += u32(left > 2)
    mine[w >> 24] += u32(left > 3)
}
barrier workgroup
bins[lid.x] += mine[lid.x]

//! --in data=values:3,1,3,0,3 --expect bins=1,1,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
