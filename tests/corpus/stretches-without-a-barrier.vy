// A workgroup goes on in another thread past a barrier that nobody comes to.
// Again: vyre test tests/corpus/stretches-without-a-barrier.vy --device cpu
//! --expect x=2391520780,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64 --expect y=2391520781,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65
program p
param meet : bool = false
out   x    : u32[64]
out   y    : u32[64]
workgroup 4
grid 64

var s = gid.x + 1
if gid.x == 0 {
    for k in 0..100000 {
        s = s * 3 ^ s >> 5
    }
}
x[gid.x] = s
if meet {
    barrier grid
}
y[gid.x] = x[gid.x] + 1
