// Threads ran a loop for ever that all had returned before.
// Again: vyre test tests/corpus/loop-after-all-returned.vy --device cpu
//! --expect x=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1
program p
out x: u32[40]
workgroup 5
grid 40

var n = 1
x[gid.x] = 1
barrier grid
if x[gid.x] == 1 {
    return
}
while n != 0 {
    n = n + 2
}
barrier grid
x[gid.x] = n
