// Program 57096 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 57096
program conform_57096 service
workgroup 257, 1, 1
grid 257, 1, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = -7
param p_u64: u64 = 20
param p_i64: i64 = -6
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 257
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[257] @cache(random)
out b1: u32[257]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[5] @align(4)
uniform fixed_i32: i32[9]
uniform fixed_u64: u64[4]
uniform fixed_i64: i64[4]
in fixed_f32: f32[6]
in fixed_f64: f64[5]
uniform b10: u8[3]
persistent b11: f64[len(b0)]
inout b12: i8[258]
out b13: f64[258, 2]
persistent b14: atomic u64[1]
persistent b15: atomic i32[257]
mapped b16: f32[257] @align(4)
mapped b17: i32[257]
mapped b18: atomic i32[257]
shared b19: u32[257]
shared b20: f64[257]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = clamp(trunc((fixed_f64[me & 3] + b13[me, 1])), ((fixed_bool[0i32 % 5] ? fixed_f64[u32(unbits(0x4400e01888199e63u64)) % 6] : fixed_f64[me & 1]) / (fixed_bool[me & 3] ? unbits(0x19c44a03b7f025fbu64) : fixed_f64[me & 7])), abs(sqrt(b13[me, ctz(x0) % 2])))
atomic_store(b15[me], atomic_sub(b15[me], y1, acq_rel))
var v3 = round((true ? v2 : v2))
return mulhi(b0[me & 1], u32(fixed_bool[me & 3]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_xor(((fixed_i32[me & 7] << fixed_i64[me & 1]) - fixed_i32[me & 3]))
let v5 = subgroup_xor(fixed_u64[7u32 % 5])
let v6 = subgroup_xor(fixed_i64[b19[here] % 5])
let v7 = subgroup_scan_add(b10[me & 7])
let v8 = subgroup_scan_add((bool(unbits(0x10000000000000u64)) ? (v4 / v4) : v4))
let v9 = subgroup_scan_add(reverse(v5))
let v10 = subgroup_scan_add(i64((b0[me + 0] <= v7)))
let v11 = subgroup_scan_min(b19[here])
let v12 = subgroup_scan_min(v4)
let v13 = subgroup_scan_min(((fixed_bool[me & 7] ? fixed_bool[u32(64u32) % 5] : false) ? ctz(p_u64) : v5))
let v14 = subgroup_scan_min(fixed_i64[255i64 % 5])
let v15 = atomic_max(b15[me], b12[me])
var a16: i64[5]
a16[2] = (fixed_bool[4294967295u32 % 5] ? a16[fixed_u32[me & 3] % 6] : 0i64)
let v17, v18 = f2(a16, reverse(p_u32) % 14)
f3(b1[me..me + 1], bits((b16[me] / unbits(0x7fc00000u32))))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, 253)
wait()
fence()
for k19 in 128u32 % 2..2 + popcount(fixed_u32[127u32 % 6]) % 3 step 1 {
block l20 {
pause()
if (ceil_div(fixed_u64[me & 3], fixed_u64[me & 1]) >= (fixed_u64[me & 1] ^ v5)) {  }
}
if (rotl(p_i32, k19) > clamp(p_i32, v4, v4)) {
break
}
}
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14 >> 32) + u32(v15) + u32(a16[2] >> 32) + u32(v17 >> 32) + u32(v18)
