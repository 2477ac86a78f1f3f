// Program 28798 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 28798
program conform_28798 service
workgroup 8, 4, 1
grid 10, 16, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = 19
param p_u64: u64 = 21
param p_i64: i64 = -23
param p_f32: f32 = 8.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[9]
in fixed_i32: i32[11]
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[10]
in fixed_f32: f32[9]
uniform fixed_f64: f64[10]
in o10_1: i16[, 1]
scratch b11: bool[256] @live
scratch b12: u8[256] @live @axis(0)
inout o13_258: bool[]
inout b14: atomic i32[3]
out b15: atomic u32[256] @range(663, 108)
mapped b16: f64[256]
mapped b17: u16[len(b0)]
mapped b18: atomic u32[256]
shared b19: u32[32]
shared b20: bool[32]
shared b21: atomic i64[32]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[8]
out relayed: u32[8]
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_or(((fixed_u64[4294967294u32 % 4] * fixed_u64[me + 2]) % (clock() * 0)))
let v1 = workgroup_iscan_or(b21[here])
let v2 = workgroup_iscan_xor(b11[me])
let v3 = atomic_add(b15[me], 4294967295u32, acq_rel, system)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = ((v2 ? b0[v3 % 257] : b12[me]) + u32(fixed_f32[(len(b1) | v3) % 10]))
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
var a4: bool[5]
a4[2] = (fixed_f32[(v3 / b12[me]) % 10] > fixed_f32[v3 % 10])
let v5, v6 = f2(a4, v3 % 14)
f3(b1[me..me + 1], popcount(p_u32))
barrier workgroup
async_copy(b20, 1, fixed_bool, b0[39] % 9, u32_at(bytes, 17) % 33)
barrier grid
wait()
let v7 = ((fixed_bool[1i64 % 9] | true) ? grid_iscan_add(0i64) : grid_iscan_or(ctz(3i64)))
a4[v3 % 5] = ((fixed_bool[2i32 % 9] ? fixed_bool[(bytes[36] >> i32(-2147483648)) % 9] : fixed_bool[1235803631i64 % 9]) ? workgroup_scan_xor(o13_258[me]) : workgroup_iscan_or((v2 ? (fixed_u32[SUM % 10] >= v6) : (true || v5))))
var w8 = 0
while w8 < 3 && bool((fixed_i32[v1 % 12] / fixed_i32[(lid.x + b12[me]) % 12])) {
w8 += 1
let v9 = f64(f64(v7))
a4[clamp(u32_at(bytes, p_u32 % 41), v3, p_u32) % 5] = true
if bool((-v7)) { continue }
if ((256u32 & v3) % 4 == 1) { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7)
