// Grids met beside an assert that nobody reaches, and looked where it would have been told.
// Again: vyre test tests/corpus/assert-that-nobody-reaches.vy --device cpu
//! --expect x=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4
program p
out x: u32[40]
workgroup 5
grid 40

x[gid.x] = 1
barrier grid
loop {
    x[gid.x] += 1
    break
    assert x[0] == 7, "{}", gid.x
}
barrier grid
x[gid.x] += x[gid.x]
