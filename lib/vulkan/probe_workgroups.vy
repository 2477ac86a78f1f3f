// Whether shared memory and barriers work: in seven rounds each invocation adds up the values of all,
// and counts of atomics in shared memory are compared with loops.
program probe_workgroups
in     x      : u32[1024]
out    right  : u32[1024]
shared row    : u32[128]
shared counts : atomic u32[4]
workgroup 128
grid 1024

let v = x[gid.x]
var sum = v
for k in 0..7 {
    row[lid.x] = sum
    barrier workgroup
    sum += row[(lid.x + (1 << k)) % 128]
    barrier workgroup
}
counts[0] += v
counts[1] ^= v
counts[2] |= v & 0xf0f0f0f0
atomic_max(counts[3], v)
barrier workgroup
var s = 0
var p = 0
var o = 0
var m = 0
for i in wid.x * 128..wid.x * 128 + 128 {
    s += x[i]
    p ^= x[i]
    o |= x[i] & 0xf0f0f0f0
    m = max(m, x[i])
}
right[gid.x] = u32(sum == s)
    | u32(counts[0] == s && counts[1] == p && counts[2] == o && counts[3] == m) << 1
