// A failed assert ends the dispatch at the next barrier, not at the one after it.
// Again: vyre test tests/corpus/assert-before-an-endless-loop.vy --device cuda
//! --expect-error V170
program p
out y : u32[64]
workgroup 16
grid 64

barrier grid
assert gid.x != 50, "{}", gid.x
barrier grid
loop {
    y[gid.x] += 1
}
