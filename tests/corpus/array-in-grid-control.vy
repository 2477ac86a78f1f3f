// The grid's control flow read a local array.
// Again: vyre test tests/corpus/array-in-grid-control.vy --device cpu
//! --expect x=50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50,50
program p
out x: u32[40]
workgroup 5
grid 40

let me = gid.x
var a: u32[3]
a[1] = len(x)
a[2] += a[1] % 7
if a[2] == 5 {
    barrier grid
    x[me] = a[1]
}
for k in 0..a[2] {
    a[0] += k
    barrier grid
}
x[me] += a[0]
