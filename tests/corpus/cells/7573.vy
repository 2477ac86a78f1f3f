// Program 7573 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7573
program conform_7573
workgroup 32, 1, 1
grid 114, 1, 1
param p_bool: bool = true
param p_u32: u32 = 15
param p_i32: i32 = 19
param p_u64: u64 = 18
param p_i64: i64 = -26
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[3]
uniform fixed_i32: i32[11] @align(2)
uniform fixed_u64: u64[8]
in fixed_i64: i64[5]
in fixed_f32: f32[4] @axis(0)
in fixed_f64: f64[10]
in b10: u16[3]
scratch b11: i16[130, 3] @live
scratch b12: i16[130] @cache(random)
persistent b13: f64[130]
out b14: atomic u32[1]
scratch b15: atomic u32[128]
shared b16: u32[32]
shared b17: i64[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_xor(b17[here])
let v1 = workgroup_iscan_add(5u32)
let v2 = workgroup_iscan_add(fixed_i32[(256i32 | fixed_i32[4]) % 12])
let v3 = atomic_min(b15[me], fixed_u32[p_u32 % 4], acquire)
atomic_add(b14[v1 % 2], ((false ? atomic_xor(b15[me], v3, acq_rel, system) : v1) << rotr(v2, (-1i64))), release, workgroup)
let v4 = (fixed_bool[ceil_div(1753909748u32, 127u32) % 8] ? grid_or(b12[me]) : 32i32)
if bool(f64(p_i32)) && wid.x % 3 == 0 { return }
atomic_add(b14[v3 % 2], u32(clamp(2.5f64, fixed_f64[7u64 % 11], fixed_f64[b10[p_u32 % 4] % 11])), release, workgroup)
atomic_sub(b14[u32(fixed_i32[p_u32 % 12]) % 2], (v1 + (TABLE[min(v1, v3) % 10] ^ u32_at(bytes, p_u32 % 41))), acquire, workgroup)
var v5 = (bool(b0[5i32 % 129]) ? workgroup_max(v0) : v0)
v5 += ((fixed_bool[u32_at(bytes, 9) % 8] != fixed_bool[2147483648u32 % 8]) ? grid_iscan_max((-1i64)) : v5)
for k6 in u32(-0.0f32) % 2..1 + grid_broadcast(((fixed_u64[p_u64 % 9] != fixed_u64[v1 % 9]) ? 3u32 : rotl(v3, fixed_u64[bytes[p_u32 % 41] % 9])), 4294967294u32 % 129) % 3 {
v5 += ((k6 % 4 != 1) ? v5 : (b17[here] + v5))
barrier grid
if fixed_bool[k6 % 8] {
if (fixed_bool[k6 % 8] ^ true) && me % 2 == 0 { return }
barrier grid
break
}
var w7 = 4
while w7 > 0 && (w7 % 3 == 2 || grid_any(bool(u32(fixed_bool[4294967295u64 % 8])))) {
w7 -= 1
var v8 = ((3i32 < fixed_i32[k6 % 12]) ? (fixed_f64[u32(p_f64) % 11] * fixed_f64[p_i64 % 11]) : fixed_f64[k6 % 11])
v8 = f64(fixed_bool[64u32 % 8])
}
if bool(fixed_i64[(false ? p_i32 : fixed_i32[p_u32 % 12]) % 6]) {
barrier grid
continue
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
