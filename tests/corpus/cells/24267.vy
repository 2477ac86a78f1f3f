// Program 24267 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 24267
program conform_24267
workgroup 7, 1, 1
grid 200, 1, 1
param p_bool: bool = true
param p_u32: u32 = 28
param p_i32: i32 = 19
param p_u64: u64 = 18
param p_i64: i64 = -36
param p_f32: f32 = 5.25
param p_f64: f64 = -6.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[203]
out b1: u32[203] @range(327, 480)
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[4]
in fixed_i32: i32[8]
in fixed_u64: u64[9]
in fixed_i64: i64[4]
in fixed_f32: f32[5]
uniform fixed_f64: f64[11]
in b10: i8[5, 2]
out b11: u64[203] @align(256)
inout b12: i8[204, 1]
scratch b13: f64[len(b0), 3] @live
scratch b14: u16[203] @live
scratch b15: atomic u64[1] @live
inout b16: atomic i64[203]
shared b17: u32[7]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (x0 > u32(fixed_bool[me & 3]))
var v3 = i32(1955440759i64)
let v4 = f32(f32(fixed_i64[x0 % 5]))
v3 = (i32(p_i32) & v3)
return x0
}
fn f1(x5: u32, y6: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = grid_iscan_add(x5)
let v8 = workgroup_add((fixed_bool[me & 7] ? fixed_f32[me & 1] : p_f32))
var v9 = ((p_u32 != fixed_u32[2i64 % 5]) ? workgroup_scan_min(0u64) : workgroup_scan_and(fixed_u64[me & 7]))
v9 = clz(v9)
if me < len(b14) { b14[me] = fixed_u32[me & 1] }
let v10 = ((-fixed_f64[b0[17] % 12]) + grid_min(fixed_f64[me & 1]))
return u32((fixed_bool[me & 1] ? fixed_f64[me & 1] : v10))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v11 = (fixed_bool[workgroup_size.z % 6] ? grid_or(u32((~atomic_exchange(b16[me], fixed_i64[p_u32 % 5], relaxed, device)))) : (fixed_bool[32u32 % 6] ? b0[33u32 % 204] : bytes[b0[p_u32 % 204] % 41]))
var v12 = ceil(f32(v11))
var v13 = (u32(fixed_i64[b0[p_u32 % 204] % 5]) + grid_and((2147483648u32 - 256u32)) * grid_broadcast(bits(f32(fixed_i64[rotl(fixed_i64[1], 3i32) % 5])), u32(p_u64) % 204))
v13 += u32(p_f32)
var a14: bool[2]
a14[b14[me] % 2] = bool(min(clamp(fixed_i64[u32_at(bytes, 17) % 5], p_i64, atomic_add(b16[me], 64i64, relaxed, system)), i64(p_bool)))
let v15 = a14[v13 % 2]
var a16: f64[5]
a16[64u32 % 5] = f64((v15 ? fixed_bool[me & 1] : true))
let v17 = a16[mulhi(u32_at(bytes, p_u32 % 41), SUM) % 5]
var a18: u64[3]
a18[63u32 % 3] <<= clamp((bool(b14[me]) ? (fixed_u64[me & 7] | p_u64) : (-fixed_u64[me & 7])), bits((v17 - v17)), fixed_u64[me & 3])
let v19 = a18[v11 % 3]
barrier grid
b1[me] = b1[(me * 5 + 2) % 203] + grid_max(fixed_u32[me & 7])
v12 = ((fixed_bool[grid_size.z % 6] || fixed_bool[clz(b0[168]) % 6]) ? grid_min(-0.0f32) : (fixed_bool[me & 3] ? fixed_f32[me & 7] : v12))
if bool(fixed_i32[fixed_u64[p_u32 % 10] % 9]) {
b13[me, v11 % 3] = b13[(me * 5 + 6) % 203, 1] + grid_max(v17)
barrier workgroup
async_copy(b17, 1, b0, v13 % 204, 3)
wait()
b1[me] = (b14[me] << ((v12 < fixed_f32[me & 1]) ? popcount(2147483647i32) : (127i32 + b12[me, 0])))
let v20 = grid_load(fixed_f32[v13 % 6])
}
block l21 {
b14[me] += (~popcount(b14[me]))
if bool((fixed_i32[me & 3] & fixed_i32[me & 7])) {  }
print "{} {}", u64(fixed_f64[me & 1]), fixed_bool[me & 7]
b14[me] >>= (i64(rotl(fixed_i64[fixed_u32[me & 7] % 5], b10[me & 3, 1])) * i64(b13[me, 1]))
if (clz(3i32) >= (fixed_i32[me & 7] >> wid.y)) {  }
}
var w22 = 2
while w22 > 0 && (w22 % 3 == 2 || grid_load(fixed_bool[TABLE[p_u32 % 10] % 6])) {
w22 -= 1
let v23 = workgroup_max(v12)
}
if me <= len(b14) { b14[me] = b14[me] }
v12 += (fixed_bool[v11 % 6] ? f32(false) : (a14[(-fixed_u32[1]) % 3] ? fixed_f32[me & 7] : fixed_f32[me & 3]))
v12 += (fixed_f32[(v15 ? b12[me, 0] : 64i32) % 6] + floor(v12))
let n24 = fixpoint k25 in 2..5 {
if (bool(fixed_f32[63i64 % 6]) && (fixed_bool[fixed_i64[p_u32 % 5] % 6] | p_bool)) {
block l26 {
var v27 = bits(unbits(p_u32))
v27 ^= ceil_div((5u32 & k25), (p_u32 ^ p_u32))
if bool((33u64 % p_u64)) {  }
if ((k25 + gid.z) % 4 < 1) {  }
}
} else {
}
if k25 < 3 && fixed_bool[(k25 % k25) % 6] { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v11) + u32(bits(v12)) + u32(v13) + u32(a14[1]) + u32(v15) + u32(bits(a16[2])) + u32(bits(v17)) + u32(a18[1] >> 32) + u32(v19) + u32(n24)
