// Steps that are not positive run a loop once; tables lie one behind the other.
// Again: vyre test tests/corpus/steps-and-tables.vy --device vulkan
//! --set s=-2 --expect x=10,10,17,3,10,11,18,4,10,12,19,5,10,13,20,6
//! --set s=3 --expect x=40,10,17,3,40,11,18,4,40,12,19,5,40,13,20,6
program p
const A : u32[4] = [10, 11, 12, 13]
const B : u64[4] = [17, 18, 19, 20]
const C : u32[4] = [3, 4, 5, 6]
param s : i32
out   x : u32[4, 4]
workgroup 4
grid 4

var n = 0
for i in 0i32..11 step s {
    n += 10
}
x[gid.x, 0] = n
x[gid.x, 1] = A[lid.x]
x[gid.x, 2] = u32(B[lid.x])
x[gid.x, 3] = C[lid.x]
