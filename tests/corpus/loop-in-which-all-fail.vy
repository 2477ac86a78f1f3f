// Threads ran a loop for ever in which all failed.
// Again: vyre test tests/corpus/loop-in-which-all-fail.vy --device cpu
//! --expect-error V170
program p
out x: u32[40]
workgroup 5
grid 40

var n = 0
barrier grid
for k in 0..4294967295 {
    n = n + k
    assert gid.x + k < 50, "{}", k
}
barrier grid
x[gid.x] = n
