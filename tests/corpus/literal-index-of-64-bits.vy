// An index that is a literal of 64 bits.
// Again: vyre test tests/corpus/literal-index-of-64-bits.vy --device cpu
//! --in a=values:6,14,25,32,34 --expect x=32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32
program p
in a: u32[5]
out x: u32[40]
workgroup 5
grid 40

x[gid.x] = a[18446744069414584321u64] + a[4294967297u64] + a[3u64]
x[18446744073709551615 - u64(gid.x)] = 7
