// Atomic operations of 32 bits, all on the same elements. The host knows what comes of them.
program probe_atomics32
inout a   : atomic u32[9]
inout b   : atomic i32[2]
out   got : u32[2, 4096]
workgroup 64
grid 4096

let v = u32(gid.x) * 2654435761
a[0] += v
a[1] -= v
a[2] &= v | 7
a[3] |= v & 0x30c0f00f
a[4] ^= v
atomic_min(a[5], v)
atomic_max(a[6], v)
atomic_min(b[0], i32(v))
atomic_max(b[1], i32(v))
got[0, gid.x] = atomic_exchange(a[7], u32(gid.x) + 1)
got[1, gid.x] = atomic_compare_exchange(a[8], 0, u32(gid.x) + 1)
