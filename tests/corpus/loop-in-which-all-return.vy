// Threads ran a loop for ever in which all returned.
// Again: vyre test tests/corpus/loop-in-which-all-return.vy --device cpu
//! --expect x=2,2,2,3,3,3,7,7,7,8,8,8,14,14,14,15,15,15,23,23,23,24,24,24,34,34,34,35,35,35,47,47,47,48,48,48,62,62,62,63
program p
out x: u32[40]
workgroup 5
grid 40

var n = 0
var a: u32[2]
barrier grid
loop {
    n = n + 1
    a[n % 2] += n
    if gid.x < n * 3 {
        x[gid.x] = n + a[1]
        return
    }
}
barrier grid
x[gid.x] = n
