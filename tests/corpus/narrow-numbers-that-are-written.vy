// Signed bytes and words that the program also writes: no parts of words where those are faster.
// Again: vyre test tests/corpus/narrow-numbers-that-are-written.vy --device vulkan
//! --in a=values:-1,2,-3,4 --in b=values:-300,5,-7,8 --expect x=-301,7,-10,12 --expect a=-2,1,-4,3 --expect b=-301,4,-8,7
program written
inout a : i8[4]
inout b : i16[4]
out   x : i32[4]
workgroup 4
grid 4
x[gid.x] = a[gid.x] + b[gid.x]
a[gid.x] -= 1
b[gid.x] -= 1
