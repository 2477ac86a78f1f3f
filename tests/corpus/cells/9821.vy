// Program 9821 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9821
program conform_9821
workgroup 3, 1, 1
grid 3, 1, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = -2
param p_u64: u64 = 27
param p_i64: i64 = -29
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 3
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[3]
out b1: u32[3] @range(8, 3)
in bytes: u8[40]
uniform fixed_bool: bool[8] @align(64)
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[5] @cache(random)
in fixed_u64: u64[3]
in fixed_i64: i64[9]
in fixed_f32: f32[4]
in fixed_f64: f64[7]
in b10: u16[7]
inout o11_4: i32[]
persistent o12_9: u16[, 3]
persistent b13: u32[3]
scratch b14: u64[4, 2] @live @align(4)
inout b15: atomic u64[2]
persistent b16: atomic u32[3]
shared b17: u32[3] @align(4)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fixed_f64[me & 7]
o11_4[me] = o11_4[me]
o11_4[me] = i32(max(fixed_u32[me & 3], u32_at(bytes, 3i64 % 41)))
if ((x0 < fixed_u32[(u32_at(bytes, 33) / b10[p_u32 % 8]) % 9]) ? (fixed_bool[me & 1] || fixed_bool[b10[p_u32 % 8] % 9]) : (fixed_bool[x0 % 9] ? fixed_bool[(32i64 ^ 64i64) % 9] : fixed_bool[me & 3])) {
var v3 = ((!fixed_bool[me & 7]) ? fixed_f32[me & 1] : f32(p_u32))
} else {
}
return clamp((fixed_bool[me & 7] ? b0[x0 % 4] : 783840714u32), rotl(fixed_u32[me & 7], 1i32), (u32_at(bytes, x0 % 41) * x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = ((p_bool ? fixed_bool[p_i64 % 9] : fixed_bool[2147483648u32 % 9]) ? u32(b14[me, 128u32 % 2]) : (b0[me & 3] & fixed_u32[me & 3]))
let v5 = (clamp(33i32, fixed_i32[me & 3], fixed_i32[me & 3]) + workgroup_scan_min(o11_4[me]) * workgroup_xor(((fixed_bool[me & 1] ? p_i32 : fixed_i32[me & 1]) << (b14[me, 1] | b14[me, 1]))))
var v6 = 4294967296i64
v6 = v6
var v7 = clamp((fixed_bool[31u32 % 9] ? unbits(0x6f1e1657u32) : fixed_f32[(fixed_i64[3] / fixed_i64[p_u32 % 10]) % 5]), ceil(fixed_f32[clamp(b10[2], 4294967294u32, 7u32) % 5]), ceil(fixed_f32[p_u32 % 5]))
barrier workgroup
async_copy(b17, 0, b0, bits(unbits(0xe512c6f7u32)) % 4, 1)
barrier grid
wait()
var a8: f32[4]
a8[rotr(2033971515u32, fixed_i64[me & 1]) % 4] = ((p_bool && fixed_bool[2147483648u32 % 9]) ? workgroup_min(v7) : workgroup_min(v7))
let v9 = a8[TABLE[4] % 4]
b14[me, v4 % 2] += max(p_u64, u64(v7))
barrier grid
let v10 = subgroup_broadcast(u64(1i32), wid.y % 33)
for k11 in (4294967294u32 & 1038006742u32) % 2..2 + reverse(b10[p_u32 % 8]) % 3 step 1 {
let v12 = (true ? subgroup_scan_or(v4) : b10[(p_bool ? k11 : p_u32) % 8])
block l13 {
block l14 {
var v15 = ((fixed_bool[1418403732u32 % 9] ? fixed_f64[(b0[p_u32 % 4] >> 32i64) % 8] : fixed_f64[2147483648u32 % 8]) * round(fixed_f64[b0[2] % 8]))
v15 = round(((fixed_bool[b10[0] % 9] || fixed_bool[bytes[15] % 9]) ? f64(fixed_i64[len(bytes) % 10]) : p_f64))
barrier workgroup
atomic_add(b15[u32(fixed_f64[p_u32 % 8]) % 3], fixed_u64[u32(u64_at(bytes, p_u32 % 41)) % 4], acq_rel, system)
if ((fixed_f32[popcount(bytes[p_u32 % 41]) % 5] > fixed_f32[k11 % 5]) || grid_or(fixed_bool[me & 3])) {
leave l14
}
for k16 in -2..0 {
let v17 = (bool(TABLE[5i64 % 10]) ? subgroup_iscan_max(k11) : u32(5u32))
if fixed_bool[(k11 * k11) % 9] {
b13[me] = reverse(bits(p_f32))
var a18: bool[4]
a18[v17 % 4] = ((sqrt(v7) > max(v7, v7)) || ((p_bool | a18[33u32 % 5]) ? (fixed_bool[(false ? b17[me & 3] : b1[me]) % 9] != fixed_bool[me & 7]) : (false ^ a18[k11 % 5])))
let v19 = a18[workgroups.x % 4]
} else {
a8[b10[p_u32 % 8] % 4] = f32(min(k16, fixed_i32[7u32 % 6]))
atomic_add(b15[u32_at(bytes, 37) % 3], u64((fixed_bool[v6 % 9] ? fixed_f64[me & 1] : fixed_f64[me & 3])), release, device)
b15[bytes[me + 1] % 3] += v10
}
v6 = i64(unbits(k11))
if wid.x % 3 != 1 {
if wid.x % 4 == 0 {
leave l13
}
leave l13
}
o11_4[me] = k16
if (clz(k16) <= (k16 / k16)) {
o11_4[me] = workgroup_iscan_and(ctz(fixed_i32[u32_at(bytes, 38) % 6]))
continue
}
if me < 2 { b1[me] /= v17 }
if me < len(o12_9) { o12_9[me, k11 % 3] = k11 }
}
if ((p_f64 > fixed_f64[k11 % 8]) ? workgroup_scan_and(((1.0f32 != v7) ^ (fixed_bool[b13[me] % 9] | fixed_bool[me & 1]))) : bool(fixed_f64[u32(v5) % 8])) {
leave l14
}
v6 = v6
o12_9[me, 1] = ((~u32(fixed_bool[k11 % 9])) * p_u32)
}
if fixed_bool[me & 1] {
var a20: u32[3]
a20[2u32 % 3] = min((3u32 + u32_at(bytes, v4 % 41)), (fixed_bool[SUM % 9] ? p_u32 : a20[k11 % 4]))
let v21 = a20[(v4 * v4) % 3]
let v22 = (i32(p_f64) % (v5 + v5))
}
if ((fixed_i32[b0[1] % 6] == fixed_i32[k11 % 6]) ? workgroup_xor(fixed_bool[ceil_div(p_u32, v4) % 9]) : bool(p_f32)) {
leave l13
}
if subgroup % 2 != 0 {
leave l13
}
a8[u32(unbits(0x41dfffffffc00000u64)) % 4] += ((fixed_bool[(k11 << 31u64) % 9] || true) ? subgroup_load(fixed_f32[k11 % 5]) : subgroup_load(fixed_f32[fixed_u64[0] % 5]))
}
var w23 = 4
while w23 > 0 && (w23 % 3 == 2 || subgroup_xor(bool((fixed_bool[me & 3] ? v6 : v6)))) {
w23 -= 1
let v24 = ((fixed_bool[p_u32 % 9] && fixed_bool[5i64 % 9]) ? subgroup_min(k11) : u32(fixed_bool[me & 3]))
var w25 = 2
while w25 > 0 && (w25 % 3 == 2 || subgroup_any(fixed_bool[me & 1])) {
w25 -= 1
let v26 = subgroup_iscan_min(k11)
var w27 = 3
while w27 > 0 {
w27 -= 1
let v28 = subgroup_add(u32_at(bytes, (u32_at(bytes, p_u32 % 41) + k11) % 41))
if fixed_bool[u32_at(bytes, 7) % 9] {
continue
}
if fixed_bool[2u64 % 9] {
break
}
}
if fixed_bool[clamp(b10[p_u32 % 8], k11, 127u32) % 9] {
continue
}
}
if bool((k11 ^ grid_size.x)) {
break
}
}
barrier workgroup
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(bits(v7)) + u32(bits(a8[2])) + u32(bits(v9)) + u32(v10 >> 32)
