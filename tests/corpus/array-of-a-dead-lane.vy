// The value of a local array in a lane that has returned.
// Again: vyre test tests/corpus/array-of-a-dead-lane.vy --device cpu
//! --expect x=0,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,0,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,0,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,0,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7
program p
out x: u32[64]
workgroup 32
grid 64

var a: u32[3]
a[1] = 1
if lid.x % 16 == 0 {
    return
}
a[1] = 5
let u = a[1]
loop {
    if u == 5 {
        break
    }
}
var n = 0
loop {
    if a[1] == 3 {
        break
    }
    a[1] -= 1
    n = n + 1
}
x[gid.x] = u + n
