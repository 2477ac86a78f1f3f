// Calls in calls, in loops and side by side, with memory of their own that some of them share.
// Again: vyre test tests/corpus/memory-of-calls.vy --device cpu
//! --in x=values:5,1,4,2,3,9,7 --expect y=7,21,46,84,138,217,328 --expect z=7,8,9,10,6
program of_calls
in  x : u32[]
out y : u32[len(x)]
out z : u32[5]
workgroup 4
grid 8
fn turned(v: u32) -> u32 {
    shared t : u32[workgroup_size.x * 1 + 1]
    t[lid.x] = v
    barrier workgroup
    let got = t[3 - lid.x]
    barrier workgroup
    return got
}
fn inside(v: u32) -> u32 {
    shared t : u32[4]
    t[lid.x] = v
    let other = turned(v + 1) + turned(turned(v))
    let got = t[lid.x] + other
    barrier workgroup
    return got
}
fn through(b: inout u32[], v: u32) {
    scratch t : u32[len(b)]
    scratch n : atomic u32[workgroups.x]
    if gid.x == 0 {
        for w in 0..workgroups.x { n[w] = 0 }
    }
    barrier grid
    if gid.x < len(b) { t[gid.x] = b[gid.x] + v }
    n[wid.x] += 1
    barrier grid
    var sum = 0
    for i in 0..min(gid.x + 1, len(b)) { sum += t[i] + n[i / 4] - 4 }
    if gid.x < len(b) { b[gid.x] = sum }
    barrier grid
}
if gid.x < len(x) { y[gid.x] = x[gid.x] }
var last = 0
for round in 0..2 {
    last = inside(gid.x + round)
    through(y, round)
}
through(y, 1)
let more = inside(1) + turned(2)
if gid.x < 4 { z[gid.x] = last }
if gid.x == 0 { z[4] = more }
