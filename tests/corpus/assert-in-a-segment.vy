// An assert in a segment was not reported.
// Again: vyre test tests/corpus/assert-in-a-segment.vy --device cpu
//! --expect-error V170
program p
out x: u32[40]
workgroup 5
grid 40

let me = gid.x
assert me != 7, "{}", me
x[me] = 1
barrier grid
x[me] += 1
