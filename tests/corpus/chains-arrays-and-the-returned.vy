// A long chain of else-ifs, array elements outside of the array, and a value that only invocations
// which have returned still have.
// Again: vyre test tests/corpus/chains-arrays-and-the-returned.vy --device vulkan
//! --expect x=1,2,2,4,4,8,8,16,16,32,32,64,64,64,64,64 --expect y=8,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 --expect z=0,1,1,1,1,1,1,1,0,1,1,1,1,1,1,1
program chains
out x : u32[16]
out y : u32[16]
out z : u32[16]
workgroup 8
grid 16
var a : u32[4]
a[0] = 7
y[gid.x] = a[gid.x] + 1
if gid.x == 0 {
    x[0] += 1
} else if gid.x < 3 {
    x[gid.x] += 2
} else if gid.x < 5 {
    x[gid.x] += 4
} else if gid.x < 7 {
    x[gid.x] += 8
} else if gid.x < 9 {
    x[gid.x] += 16
} else if gid.x < 11 {
    x[gid.x] += 32
} else {
    x[gid.x] += 64
}
var left = 1
if lid.x == 0 { return }
left = 0
barrier workgroup
if left == 1 {
    z[gid.x] = 5
    barrier workgroup
}
z[gid.x] += 1
