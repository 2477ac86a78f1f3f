// Of several invocations that fail the one with the least number is reported.
// Again: vyre test tests/corpus/least-of-the-failed.vy --device vulkan
//! --expect-error V170
program p
out x : u32[256]
workgroup 64
grid 256

assert gid.x % 16 != 7, "{}", gid.x
x[gid.x] = 1
