// A function with a side for each kind of device; one has collectives, the other a loop of one invocation.
// Again: vyre test tests/corpus/both-kinds-of-device.vy --device cpu
//! --in x=iota:7 --expect y=1,2,3,4,5,6,7 --expect z=6
program both_kinds
in  x : u32[]
out y : u32[len(x)]
out z : u32[1]
workgroup 4
grid 8
fn next(a: in u32[], b: inout u32[]) {
    if concurrent == 0 {
        if lid.x == 0 {
            for i in gid.x..min(gid.x + 4, len(a)) { b[i] = a[i] + 1 }
        }
    } else {
        shared t : u32[4]
        t[3 - lid.x] = a[gid.x]
        barrier workgroup
        let four = subgroup_add(1)
        if gid.x < len(a) { b[gid.x] = t[3 - lid.x] + four / 4 }
    }
    barrier grid
}
next(x, y)
var k = 0
while k * concurrent < 1 && k < 5 { k += 1 }
let most = grid_max(gid.x < len(y) ? y[gid.x] : 0)
if gid.x == 0 { z[0] = most - 1 + (concurrent != 0 ? k - 1 : k - 5) }
