// Program 27791 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 27791
program conform_27791
workgroup 5, 1, 7
grid 2, 1, 13
param p_bool: bool = false
param p_u32: u32 = 37
param p_i32: i32 = -6
param p_u64: u64 = 28
param p_i64: i64 = -20
param p_f32: f32 = 1.25
param p_f64: f64 = -6.125
const WIDTH = 35
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[70]
out b1: u32[70]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[8]
uniform fixed_u32: u32[7]
in fixed_i32: i32[9]
in fixed_u64: u64[9] @align(32) @cache(temporal)
uniform fixed_i64: i64[11]
in fixed_f32: f32[3]
in fixed_f64: f64[3] @cache(temporal)
in b10: i16[9, 3]
out b11: bool[71, 2] @cache(random)
inout b12: u64[69]
out b13: u16[71, 1]
scratch b14: atomic u64[3] @live
persistent o15_70: atomic u64[]
shared b16: u32[35]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[280] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (-clz(x0))
b11[me, u32(unbits(0x800000u32)) % 2] = bool(f64((fixed_i64[p_u32 % 12] * fixed_i64[me & 7])))
return ((x0 % 3 == 2) ? (b11[me, 1] ? b0[popcount(b0[me + 1]) % 71] : v2) : popcount(x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = (fixed_bool[2147483647u32 % 9] ? workgroup_broadcast((clamp(fixed_i32[me & 7], fixed_i32[me & 1], fixed_i32[me & 3]) >> (b16[here] / fixed_u32[me & 7])), 3u32 % 36) : workgroup_iscan_xor((false ? fixed_i32[me & 1] : fixed_i32[me & 7])))
var v4 = (max(fixed_u64[bytes[24] % 10], fixed_u64[2147483647u32 % 10]) - (fixed_u64[64i64 % 10] + u64_at(bytes, 7u32 % 41)))
v4 += workgroup_min((b11[me, grid_size.y % 3] ? u64_at(bytes, rotr(1u32, p_i64) % 41) : v4))
let v5 = p_u32
if fixed_bool[me & 7] && me % 4 == 0 { return }
let v6 = ((unbits(0x8000000000000000u64) == fixed_f64[ctz(u32_at(bytes, p_u32 % 41)) % 4]) ? subgroup_scan_min(fixed_i64[4294967296i64 % 12]) : subgroup_iscan_and(popcount(i64(fixed_f32[me & 3]))))
b16[here] += u32(i64(fixed_f32[me & 3]))
let v7 = subgroup_broadcast(u32(fixed_f64[me & 3]), 5u32 % 33)
hits[atomic_add(found[0], 1)] = u32(255u64)
for k8 in (~2147483647i32) % 3..i32(TABLE[(fixed_bool[me & 1] ? v7 : v5) % 10]) % 6 {
hits[atomic_add(found[0], 1)] = ((128u32 - v5) << mulhi(64i64, v6))
if (fma(fixed_f32[b13[me, 0] % 4], fixed_f32[me & 1], fixed_f32[me & 7]) <= floor(fixed_f32[me & 1])) { break }
atomic_add(b14[u32(k8) % 4], ((fixed_bool[33u32 % 9] | b11[me, 1]) ? (p_u64 % 2u64) : (v4 % v4)))
if (!(v5 % 2 == 1)) { continue }
}
barrier workgroup
async_copy(b16, 0, b0, b0[44] % 71, 9)
barrier grid
wait()
v4 = ctz(((v4 != v4) ? (v4 + v4) : (fixed_bool[(u64_at(bytes, p_u32 % 41) | v4) % 9] ? fixed_u64[(256i32 & p_i32) % 10] : v4)))
b16[here] = ((~popcount(v7)) - max(popcount(b16[here]), (b13[me, 2u32 % 2] ^ v5)))
if subgroup_and(fixed_bool[me & 1]) {
b16[here] += TABLE[b13[me, 0] % 10]
var w9 = 0
loop {
w9 += 1
if w9 > 3 { break }
if ((v5 % 4 >= 1) == (v7 > v7)) {
for k10 in (fixed_i32[(1u32 - b0[59]) % 10] - fixed_i32[31u32 % 10]) % 3..(p_i32 & fixed_i32[2u32 % 10]) % 6 {
block l11 {
hits[atomic_add(found[0], 1)] = (b13[me, 0] + (~v7))
if ((255u32 > 33u32) && (p_bool | b11[me, 1])) { continue }
if bool((fixed_bool[me & 7] & b11[me, u32(TABLE[6]) % 2])) { break }
}
b11[me, 1] = fixed_bool[k10 % 9]
}
block l12 {
if ((p_i32 > v3) ^ bool(63u32)) {
atomic_sub(b14[(v7 ^ 7u32) % 4], u64(u32(18446744073709551615u64)))
let v13 = (-(fixed_bool[(true ? b13[me, 0] : workgroup_size.z) % 9] ? 276328803i32 : v3))
let v14 = fixed_f64[me & 3]
hits[atomic_add(found[0], 1)] = (b13[me, 0] + clamp(SUM, p_u32, TABLE[min(v13, p_i32) % 10]))
} else if ((~v5) % 2 != 1) {
hits[atomic_add(found[0], 1)] = (fixed_bool[me & 1] ? min(u32_at(bytes, v5 % 41), v5) : u32(fixed_f32[(v7 << v4) % 4]))
b11[me, u32(v6) % 2] = (fixed_bool[me & 1] ^ bool(b13[me, 0]))
}
if (p_bool || (b11[me, min(p_u32, 33u32) % 2] || b11[me, b13[me, 0] % 2])) {  }
b11[me, 1] = bool((unbits(0x10000000000000u64) - fixed_f64[me & 1]))
if me < len(b1) { b11[me, (-b16[here]) % 2] = bool((u64(u64_at(bytes, v7 % 41)) % rotl(v4, fixed_i64[v3 % 12]))) }
if b11[me, 1] {  }
}
}
b1[me] = ((b0[me + 1] >> fixed_i32[me & 1]) & u32(v7))
if fixed_bool[v5 % 9] {
block l15 {
if fixed_bool[me & 3] { leave l15 }
var a16: i32[5]
a16[v5 % 5] = ((fixed_bool[u32_at(bytes, p_u32 % 41) % 9] ? fixed_bool[b13[me, 0] % 9] : p_bool) ? clz(b10[me & 1, 1]) : (fixed_i32[v7 % 10] & fixed_i32[me & 3]))
let v17 = a16[bytes[me + 0] % 5]
if (rotr(p_u32, b10[me & 3, b13[me, 0] % 3]) == popcount(v7)) {  }
}
continue
}
}
hits[atomic_add(found[0], 1)] = b16[here]
} else {
if me <= len(b11) { b11[me, p_u32 % 2] = b11[me, 1] }
if (bool(fixed_f32[me & 3]) | (1386240060u64 >= fixed_u64[me & 7])) {
var v18 = reverse(b16[here])
v18 += ceil_div(u32(fixed_f64[v6 % 4]), (TABLE[b16[here] % 10] << v3))
atomic_add(b14[v7 % 4], u64(f32(fixed_u64[v6 % 10])), acq_rel, workgroup)
} else {
b11[me, 1] = (fixed_f32[me & 3] <= floor(fixed_f32[me & 7]))
}
var a19: u32[1]
a19[p_u32 % 1] >>= p_u64
let v20 = a19[u32(v5) % 1]
}
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, 15)
barrier grid
wait()
atomic_sub(b14[p_u32 % 4], b12[me], relaxed)
for k21 in i64(fixed_i64[fixed_i64[2] % 12]) % 3..i64(p_i64) % 6 step fixed_i64[b0[7] % 12] % 4 {
block l22 {
atomic_sub(b14[v5 % 4], u64(b13[me, 0]))
if b11[me, wid.x % 2] { break }
if (v5 < reverse(31u32)) { return }
}
if ((v4 - v4) < rotr(fixed_u64[v6 % 10], fixed_i64[me & 7])) { break }
}
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7)
