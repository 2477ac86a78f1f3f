// Lanes that had left a loop still wrote in its condition.
// Again: vyre test tests/corpus/condition-after-leaving.vy --device cpu
//! --expect x=0,2,4,6,8,10,12,0,2,4,6,8,10,12,0,2,4,6,8,10,12,0,2,4,6,8,10,12,0,2,4,6,8,10,12,0,2,4,6,8,10,12,0,2,4,6,8,10,12,0,2,4,6,8,10,12,0,2,4,6,8,10,12,0 --expect a=1,2,3,4,5,6,7,1,2,3,4,5,6,7,1,2,3,4,5,6,7,1,2,3,4,5,6,7,1,2,3,4,5,6,7,1,2,3,4,5,6,7,1,2,3,4,5,6,7,1,2,3,4,5,6,7,1,2,3,4,5,6,7,1
program p
out x: u32[64]
out a: atomic u32[64]
workgroup 32
grid 64

var n = 0
while atomic_add(a[gid.x], 1) < gid.x % 7 {
    n = n + 2
}
x[gid.x] = n
