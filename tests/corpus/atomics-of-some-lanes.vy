// Atomics by some of the lanes at one place, and exchanges that find something else.
// Again: vyre test tests/corpus/atomics-of-some-lanes.vy --device cpu
//! --expect a=1227133513,4294967295,3067833782 --expect b=-189,180388626432 --expect y=99984,4294952281,4294953282,99987,4294955284,4294956285,99990,4294958287,4294959288,99993,4294961290,4294962291,99996,4294964293,4294965294,99999,0,1001,100002,3003,4004,100005,6006,7007,100008,9009,10010,100011,12012,13013,100014,15015,99984,4294952281,4294953282,99987,4294955284,4294956285,99990,4294958287,4294959288,99993,4294961290,4294962291,99996,4294964293,4294965294,99999,0,1001,100002,3003,4004,100005,6006,7007,100008,9009,10010,100011,12012,13013,100014,15015
program p
out    a : atomic u32[3]
out    b : atomic i64[2]
out    y : u32[64]
shared s : atomic u32[3]
shared t : atomic i32[32]
workgroup 32
grid 64

let i = gid.x
if i == 0 {
    a[0] = 0xffffffff
    a[1] = 0xffffffff
}
barrier grid
if i % 3 == 1 {
    atomic_and(a[0], ~(1 << i % 32))
    atomic_or(a[2], 1 << i % 32)
    atomic_add(b[0], i64(i) - 40)
    atomic_xor(b[1], i64(i) << 33)
}
if i > 70 {
    atomic_and(a[1], 0)
}
if lid.x == 0 {
    s[0] = 0xffffffff
    s[1] = 0xffffffff
}
t[lid.x] = i32(lid.x) - 16
barrier workgroup
if i % 5 == 2 {
    atomic_and(s[0], ~(1 << lid.x))
    atomic_or(s[2], 1 << lid.x)
}
y[i] = u32(atomic_compare_exchange(t[lid.x], i32(lid.x / 3 * 3) - 16, 100))
barrier workgroup
y[i] += u32(t[lid.x]) * 1000 + (s[0] ^ s[1] ^ s[2]) * 7
