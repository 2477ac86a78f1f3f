// Signed bytes and words, steps that do not end at a range's end, rows whose sizes are computed for
// the launch, and a grid of three axes.
// Again: vyre test tests/corpus/narrow-numbers-sizes-and-layers.vy --device vulkan
//! --in a=values:-1,2,-3,4 --in b=values:-300,5,-7,8 --expect x=2699,3007,2990,3012 --expect w=0,1,2,3,4,10,11,12,13,14,20,21,22,23,24 --expect z=1,2,3,4,5,6,7,8
program narrow
param n : u32 = 2
in a : i8[4]
in b : i16[4]
out x : i32[4]
out w : u32[n + 1, n + 3]
out z : u32[2, 2, 2]
workgroup 1
grid 2, 2, 2
let i = gid.x + 2 * gid.y
if gid.z == 0 {
    x[i] = a[i] + b[i]
    for k in 0..7 + n step 4 { x[i] += 1000 }
    for r in 0..5 { w[i, r] = 10 * i + r }
}
z[gid.z, gid.y, gid.x] = 1 + gid.x + 2 * gid.y + 4 * gid.z
