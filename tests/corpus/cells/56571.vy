// Program 56571 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 56571
program conform_56571
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = true
param p_u32: u32 = 31
param p_i32: i32 = -8
param p_u64: u64 = 5
param p_i64: i64 = -18
param p_f32: f32 = 8.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96] @range(222, 14)
in bytes: u8[40]
uniform fixed_bool: bool[10]
in fixed_u32: u32[3]
in fixed_i32: i32[10]
in fixed_u64: u64[11]
in fixed_i64: i64[4]
in fixed_f32: f32[8]
in fixed_f64: f64[7]
in o10_2: i8[, 1]
inout b11: i8[97, 3]
out b12: i64[97]
persistent b13: f32[97]
scratch b14: i64[97, 1] @live
scratch b15: atomic i32[3] @live @align(1)
persistent o16_96: atomic u32[] @align(128)
shared b17: u32[32]
shared b18: u16[32]
shared b19: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: u64[3]
a2[(~x0) % 4] += rotr(rotr(rotl(fixed_u64[me & 1], u64(workgroup_size.x)), ((-1i64) / fixed_i64[me & 1])), max((fixed_u64[b0[p_u32 % 97] % 12] << fixed_u64[u32(false) % 12]), (fixed_u64[x0 % 12] * p_u64)))
let v3 = a2[x0 % 3]
a2[31u32 % 3] += max(u64(i32(gid.y)), (fixed_bool[min(p_u32, p_u32) % 11] ? u64(grid_size.y) : 0u64))
a2[x0 % 3] += u64(fixed_bool[me & 7])
if (u64(y1) != u64(x0)) {
}
return b0[me & 7]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = ((u32_at(bytes, clamp(b0[p_u32 % 97], b0[17], 4294967295u32) % 41) % 4 != 1) && grid_all((fixed_f64[me & 7] == fixed_f64[me & 3])))
let v5 = subgroup_min(abs(o10_2[4294967295u32 % 3, 1833231731u32 % 1]))
let v6 = (v4 ? workgroup_min(clamp((p_bool ? b13[me] : p_f32), (v4 ? b13[me] : fixed_f32[me & 3]), fixed_f32[me & 3])) : f32(bytes[clamp(0u32, 1005444770u32, 3u32) % 41]))
var v7 = reverse(o10_2[33u32 % 3, 7u32 % 1])
var a8: f32[2]
a8[u32(1u64) % 2] = f32(((v4 || v4) ? fixed_i64[me & 1] : (b14[me, 0] + b12[me])))
let v9 = a8[3u32 % 2]
var v10 = fixed_i32[workgroups.x % 11]
v10 += rotr(abs(128i32), i64(u32(b0[abs(b0[80]) % 97])))
block l11 {
block l12 {
b11[me, u32(v4) % 3] <<= p_u64
a8[4294967295u32 % 2] = (ceil(v6) - floor(b13[me]))
if ((i32(gid.z) != v10) ^ (atomic_add(o16_96[me], 4294967295u32, acq_rel) % 5 == 2)) {  }
if me <= len(b0) { b11[me, 1] += i32((fixed_u64[max(len(bytes), 0u32) % 12] & 4294967295u64)) }
b11[me, 249005901u32 % 3] += ((fixed_u32[256u32 % 4] % 2 != 1) ? (i32(grid_size.x) - v7) : (1075164232i32 ^ fixed_i32[(workgroup_size.z / 63u32) % 11]))
if (fixed_bool[me & 7] && false) {  }
}
b13[me] = fixed_f32[me & 7]
b11[me, 1] |= i32(((v4 ? p_bool : p_bool) ? (fixed_bool[p_u32 % 11] ? v7 : fixed_i32[b0[66] % 11]) : ctz(1822343742i32)))
if bool(-16777217.0f64) {
b1[me] = ((v4 ? v4 : v4) ? subgroup_broadcast((v4 ? atomic_compare_exchange(o16_96[me], 2094782218u32, 127u32) : p_u32), b0[p_u32 % 97] % 33) : u32(fixed_u64[me & 3]))
leave l11
}
if subgroup % 3 == 1 {
leave l11
}
b1[me] = subgroup_add(5u32)
a8[reverse(4294967294u32) % 2] += f32(u32((v4 ? v4 : v4)))
if me < 97 { b11[me, 1] += fixed_i32[p_u64 % 11] }
if (true ? subgroup_xor(v4) : subgroup_broadcast(v4, 1687341105u32 % 33)) {
leave l11
}
}
if bool(f64(v6)) {
if ((v6 == a8[920291892u32 % 3]) ? true : (v4 & fixed_bool[me & 7])) {
let v13 = clamp(clamp(i64(v4), fixed_i64[me & 7], b12[me]), rotr(((-1i64) ^ fixed_i64[u32(v6) % 5]), (64u32 + atomic_sub(o16_96[me], grid_size.z))), rotl(i64(31i64), u64(true)))
a8[0u32 % 3] += unbits(p_u32)
}
var a14: f64[3]
a14[4294967294u32 % 3] += subgroup_max(fixed_f64[me & 1])
let v15 = a14[2147483648u32 % 3]
for k16 in b0[p_u32 % 97] % 2..1 + (subgroup * 1 + wid.x + ceil_div(u32_at(bytes, 127u32 % 41), 64u32)) % 30 {
let v17 = (p_u32 + subgroup_iscan_and(u32((k16 * k16))))
b17[here] += 1250753423u32
if bool(i32(k16)) {
continue
}
b11[me, v17 % 3] += min((fixed_i32[me & 3] | v5), min(o10_2[me & 1, u32(-2.5f64) % 1], v5))
}
}
let v18 = grid_add(v9)
let v19 = ((fixed_bool[31u32 % 11] ? v4 : p_bool) ? workgroup_scan_min(fixed_i64[me & 3]) : workgroup_load(fixed_i64[ceil_div(255u32, 2147483647u32) % 5]))
barrier workgroup
async_copy(b17, 1, b0, bytes[0] % 97, 13)
wait()
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 21)
wait()
b1[me] = u32(atomic_sub(o16_96[me], 4294967295u32, relaxed, system))
let v20 = grid_max((bool(v5) ? b14[me, 0] : min(v19, 1i64)))
let v21 = (p_bool ? subgroup_min(sqrt(f64(p_i64))) : f64(16777217.0f64))
b11[me, o16_96[64] % 3] *= i32(floor(v21))
let n22 = fixpoint k23 in 2..6 {
var v24 = ((-1548242594u32) + grid_xor(k23))
atomic_max(b15[(k23 | u32_at(bytes, 16)) % 4], (-(p_i32 | v5)), acq_rel, device)
let v25 = ((k23 % 2 == 2) ? grid_or(reverse(popcount(fixed_u64[(k23 << o16_96[me + 2]) % 12]))) : grid_min((fixed_u64[v10 % 12] * fixed_u64[me & 1])))
if k23 < 3 && v4 { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(bits(v6)) + u32(v7) + u32(bits(a8[1])) + u32(bits(v9)) + u32(v10) + u32(bits(v18)) + u32(v19) + u32(v20) + u32(bits(v21) >> 32) + u32(n22)
