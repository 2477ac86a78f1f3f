program a
out c : atomic i64[4]
scratch q : atomic u32[4] @align(16)
workgroup 8
grid 8
c[0] += 1i64
let o = atomic_compare_exchange(q[lane], 0, 1, acq_rel, device)
atomic_store(q[1], o, release, workgroup)
let v = atomic_load(q[1], acquire)
c[1] |= i64(atomic_exchange(q[v], 7)) - i64(atomic_max(q[2], 3, relaxed, system))
