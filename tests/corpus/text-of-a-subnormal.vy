// The text of a subnormal in a host that flushes them.
// Again: vyre test tests/corpus/text-of-a-subnormal.vy --device cpu
//! --expect-error V170
program p
param a: f32 = 1.432633e-38
param b: f64 = 6.99999999999998e-310
out x: u32[40]
workgroup 5
grid 40

x[gid.x] = 1
assert gid.x != 7, "{} {}", a / 4.0, b
