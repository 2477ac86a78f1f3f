// Asserts before and after the end of a pass are in one interval.
// Again: vyre test tests/corpus/asserts-in-one-interval.vy --device cpu
//! --expect-error V170
program p
out x: u32[40]
workgroup 5
grid 40

for k in 0..2 {
    if k == 1 {
        assert gid.x != 2, "early {}", k
    }
    barrier grid
    if k == 0 {
        assert gid.x != 35, "late {}", k
    }
}
x[gid.x] = 1
