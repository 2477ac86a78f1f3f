// A workgroup's control flow read a local array.
// Again: vyre test tests/corpus/array-in-workgroup-control.vy --device cpu
//! --expect x=0,30,29,28,27,26,25,24,23,22,21,20,19,18,17,0,0,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0,0,91,88,85,82,79,76,73,70,67,64,61,58,55,52,0,0,43,40,37,34,31,28,25,22,19,16,13,10,7,4,0
program p
out x: u32[64]
shared s: u32[32]
workgroup 32
grid 64

var a: u32[3]
a[1] = wid.x
if lid.x % 16 == 0 {
    return
}
a[1] += 1
for k in 0..a[1] {
    s[lid.x] += lid.x + k
    barrier workgroup
    x[gid.x] += s[31 - lid.x]
    barrier workgroup
}
