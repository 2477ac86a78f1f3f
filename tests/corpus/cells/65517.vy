// Program 65517 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 65517
program conform_65517 service
workgroup 64, 1, 1
grid 64, 1, 1
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = -15
param p_u64: u64 = 36
param p_i64: i64 = -8
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40] @cache(streaming)
in fixed_bool: bool[7]
in fixed_u32: u32[3] @align(8)
in fixed_i32: i32[5] @align(2) @cache(streaming)
in fixed_u64: u64[11]
in fixed_i64: i64[3]
in fixed_f32: f32[10]
in fixed_f64: f64[10]
in o10_8: u16[, 2]
inout b11: i8[65]
inout o12_378: u32[, 2, 3]
out b13: f64[66] @range(309, 85)
out b14: u16[65]
out b15: atomic i32[1]
out b16: atomic u64[64] @cache(streaming)
mapped b17: i16[64] @align(256)
mapped b18: f64[64]
mapped b19: atomic u32[64]
shared b20: u32[64]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((TABLE[p_u32 % 10] / u32_at(bytes, 63u32 % 41)) % 3 == 1)
b14[me] = u32(popcount(x0))
block l3 {
pause()
var w4 = 0
while w4 < 2 && ((v2 && v2) ^ (fixed_bool[me & 7] ? v2 : v2)) {
w4 += 1
if (u32(p_i32) % 4 == 2) { continue }
}
if v2 {  }
if ((o10_8[me & 7, 1] == o10_8[me & 3, grid_size.x % 2]) && (fixed_bool[me & 3] & v2)) { return x0 }
}
return ((o10_8[me & 1, 1] % 4 != 2) ? u32(i32(-2147483647)) : (v2 ? p_u32 : 2147483647u32))
}
fn f1(x5: u32, y6: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = grid_scan_add(33u32)
var v8 = fixed_f64[63u32 % 11]
v8 -= unbits(fixed_u64[mulhi(fixed_u64[3], 9223372036854775808u64) % 12])
fence()
b14[me] = x5
return u32(ceil(v8))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v9 = (fixed_i32[4294967295u32 % 6] + grid_min(fixed_i32[me & 7]))
var v10 = grid_min(fixed_f32[me & 1])
let v11 = unbits(u64(workgroup_size.z))
var v12 = subgroup_scan_min((min(255i32, v9) << ((clock() & 0) - fixed_u64[me & 7])))
let v13 = (bool(p_u64) ? grid_load(fixed_i64[2105395005u32 % 4]) : rotr(3i64, 4294967294u32))
each i in 0u64..64 {
v12 += rotl(abs(v12), (fixed_bool[v12 % 8] ? v13 : v13))
}
barrier workgroup
async_copy(b20, 1, b0, 63u32 % 65, 51)
wait()
let v15 = f64(i64(workgroup_size.z))
atomic_add(b15[u32(false) % 2], ((v9 >> v13) >> (fixed_bool[p_u32 % 8] ? fixed_u64[me & 3] : p_u64)), acquire, system)
v9 += (v9 + grid_and(p_i32) * grid_load(fixed_i32[64i32 % 6]))
var v16 = (bool(fixed_u64[2147483647u32 % 12]) ? grid_min(i64(v11)) : min(fixed_i64[255u32 % 4], (-1i64)))
v16 <<= min(ctz(fixed_i64[o10_8[3, 1] % 4]), rotl(i64(workgroup_size.y), i32(grid_size.z)))
for k17 in -2..2 {
block l18 {
let v19 = ((fixed_u64[(33u32 << 3u64) % 12] != fixed_u64[4294967295u32 % 12]) ? workgroup_load(fixed_f64[63u32 % 11]) : workgroup_load(fixed_f64[127i32 % 11]))
block l20 {
atomic_add(b15[ceil_div(p_u32, p_u32) % 2], (clz(v9) + clamp(fixed_i32[me & 3], v12, i32(-2147483647))), acquire)
if fixed_bool[me & 3] { leave l18 }
let v21 = f32(k17)
v12 += (p_i32 * 2i32)
if (atomic_load(b19[me]) % 4 == 2) {  }
}
if me % 2 != 0 {
leave l18
}
atomic_store(b19[me], clamp(ceil_div(fixed_u32[fixed_u32[me & 1] % 4], o10_8[4294967295u32 % 5, 255u32 % 2]), (p_u32 + fixed_u32[me & 3]), (o12_378[me, p_u32 % 2, 2] & p_u32)))
block l22 {
atomic_add(b15[rotl(0u32, p_i64) % 2], i32((b17[me] ^ b17[me])))
if true {  }
}
let v23 = ((fixed_u32[me & 1] / b0[me + 0]) % (u32_at(bytes, u32(4294967294u32) % 41) & bytes[TABLE[p_u32 % 10] % 41]))
if fixed_bool[594462743u32 % 8] {
var v24 = (~reverse(atomic_exchange(b16[me], fixed_u64[2], acq_rel, system)))
v24 = (bool(p_u64) ? rotl(atomic_add(b16[me], p_u64, release, system), k17) : (-4294967296u64))
leave l18
}
}
v16 &= ((p_u32 % 4 == 1) ? ctz(v16) : (fixed_i64[p_u32 % 4] ^ p_i64))
}
barrier workgroup
var a25: f64[2]
a25[0u32 % 2] += (f64(v10) - fma(fixed_f64[v16 % 11], v11, v11))
let v26 = a25[clamp(p_u32, 453000975u32, 1u32) % 2]
let v27 = grid_and((clock() % 1))
if (fixed_bool[127u32 % 8] ? bool(fixed_f32[u32_at(bytes, 15) % 11]) : fixed_bool[u64_at(bytes, p_u32 % 41) % 8]) {
let v28 = (clz(fixed_u32[me & 7]) + subgroup_and(1552414637u32))
pause()
let v29 = ((fixed_bool[4294967294u32 % 8] ? fixed_bool[255u32 % 8] : fixed_bool[(p_u32 ^ 4294967295u32) % 8]) ? workgroup_and(mulhi(b11[me + 0], p_i32)) : workgroup_max(v12))
}
block l30 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v9) + u32(bits(v10)) + u32(bits(v11) >> 32) + u32(v12) + u32(v13) + u32(bits(v15)) + u32(v16) + u32(bits(a25[1])) + u32(bits(v26)) + u32(v27 >> 32)
