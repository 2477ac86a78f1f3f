// A value from before a loop is read at the start of each pass, and one of the pass has to be kept
// across a barrier after that: they cannot lie in one place. A bug planted on purpose.
// Again: vyre test tests/corpus/values-alive-around-a-loop.vy --device cpu --route resident
//! --in z=values:3,1,4,1,5,9,2,6 --expect y=9,3,12,3,15,27,6,18 --expect z=6,6,6,6,6,6,6,6
program p
inout z: u32[8]
out y: u32[8]
workgroup 4
grid 8
let before = z[gid.x]
z[gid.x] = 0
barrier grid
for k in 0..3 {
    y[gid.x] += before
    barrier grid
    let inside = z[(gid.x + 1) % 8] + k
    barrier grid
    z[gid.x] = inside + 1
    barrier grid
}
