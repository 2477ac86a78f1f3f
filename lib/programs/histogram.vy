/// How often each byte occurs.
program histogram
use "../count.vy"
in  data : u8[]         /// the bytes
out bins : u32[256]     /// for each value how often it occurs
workgroup 256
grid min(max(len(data), 1), 65536)

count_bytes(data, bins)

//! --in data=text:banana --expect bins[97..99]=3,1
//! --in data=zeros:3000 --expect bins[0..2]=3000,0
