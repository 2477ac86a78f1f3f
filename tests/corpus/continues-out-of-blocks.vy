/// A `continue` out of a block ends one pass of the loop around it: the next passes run whole, also
/// where the loop is begun again.
program continues
out y : u32[64]
out z : u32[64]
workgroup 64
grid 64

var s = 0
for k in 0..6 {
    block part {
        if (gid.x + k) % 3 == 1 { continue }
        if k == 4 { leave part }
        s += 1
    }
    s += 10
}
y[gid.x] = s
var t = 0
for j in 0..3 {
    var k = 0
    while k < 5 {
        k += 1
        block outer {
            block inner {
                if k == gid.x % 7 { continue }
                if (k ^ j) % 4 == 3 { leave inner }
                t += 1
            }
            if k == 2 { leave outer }
            t += 10
        }
        t += 100
    }
    t += 1000
}
z[gid.x] = t

//! --expect y[0..3]=44,43,43
