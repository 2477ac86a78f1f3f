// Values of loops that some left for good.
// Again: vyre test tests/corpus/loops-left-for-good.vy --device cpu
//! --expect x=1,57,57,57,57,57,57,1,57,57,57,57,57,57,1,57,57,57,57,57,57,1,57,57,57,57,57,57,1,57,57,57,57,57,57,1,57,57,57,57
program p
param most: u32 = 9
out x: u32[40]
workgroup 5
grid 40

var n = 0
var m = 0
x[gid.x] = 1
barrier grid
block L0 {
    for k in 0..most {
        n = n + k
        for j in 0..k {
            m = m + j
            if gid.x == 7 * j {
                return
            }
            if n > 30 {
                leave L0
            }
        }
    }
}
barrier grid
for i in 0..m % 4 {
    barrier grid
    x[gid.x] += n
}
x[gid.x] += m
