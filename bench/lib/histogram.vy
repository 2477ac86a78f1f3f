/// How often each byte occurs.
program histogram
use "count.vy"
in  x    : u8[]
out bins : u32[256]
workgroup 256
grid min(max(len(x), 1), 65536)

count_bytes(x, bins)

//! --in x=text:banana --expect bins[97..99]=3,1
