// A loop that nobody was in any more did not end.
// Again: vyre test tests/corpus/loop-that-nobody-is-in.vy --device cpu
//! --expect x=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1
program p
param n: u32 = 0
out x: u32[64]
workgroup 32
grid 64

x[gid.x] = 1
if x[gid.x] + lid.x > 0 {
    return
}
var i = n
while i % 2 == 0 {
    i = i / 2
}
for k in 0..n + 4294967295 {
    i = i + k
}
x[gid.x] = i
