// Invocation 5 fails before invocation 2 does, in one vector: the one with the least number is reported.
//! --expect-error V170
program p
out x : u32[64]
workgroup 64
grid 64

for k in 0..8 {
    assert !(gid.x == 5 && k == 1), "{} in pass {}", gid.x, k
    assert !(gid.x == 2 && k == 5), "{} in pass {}", gid.x, k
    x[gid.x] += k
}
