// Program 84924 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 84924
program conform_84924
workgroup 1, 1, 9
grid 1, 1, 9
param p_bool: bool = false
param p_u32: u32 = 34
param p_i32: i32 = -4
param p_u64: u64 = 26
param p_i64: i64 = -27
param p_f32: f32 = 5.25
param p_f64: f64 = -1.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[9]
out b1: u32[9] @range(16, 3)
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[8]
in fixed_i32: i32[9] @axis(0)
in fixed_u64: u64[4]
uniform fixed_i64: i64[8]
in fixed_f32: f32[6]
uniform fixed_f64: f64[9]
uniform b10: u8[6, 1]
scratch b11: bool[8, 1]
scratch b12: u64[10]
scratch b13: u64[8, 3] @live
inout b14: i16[9]
persistent b15: atomic i64[2]
persistent b16: atomic i32[9]
shared b17: u32[9]
shared b18: u64[9]
shared b19: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[36] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_or(ctz(clamp(b18[here], fixed_u64[b17[here] % 5], b18[here])))
let v1 = grid_scan_or(i64(b11[me, 0]))
let v2 = grid_scan_xor(fixed_bool[v0 % 8])
let v3 = atomic_xor(b16[me], 100182500i32, release)
var v4 = workgroup_and(v1)
if ((fixed_bool[p_i32 % 8] || fixed_bool[(~p_i32) % 8]) || fixed_bool[u32(1u32) % 8]) {
let v5 = grid_scan_max(i32(i32(1.0f32)))
b1[me] = p_u32
}
var w6 = 0
loop {
w6 += 1
if w6 > 1 { break }
region "r7" {
block l8 {
var w9 = 0
while w9 < 2 && ((b10[me + 1, 0] != fixed_u32[b10[4, 0] % 9]) && v2) {
w9 += 1
atomic_add(b15[abs(4294967294u32) % 3], ((v2 ? b11[me, 0] : false) ? 5i64 : i64(fixed_f64[4294967294u32 % 10])))
if me <= len(b14) { b14[me] = i32(popcount(b18[here])) }
if ((b10[b17[here] % 7, 0] >> v0) == ceil_div(u32_at(bytes, 256u32 % 41), b10[2147483648u32 % 7, 0])) { continue }
atomic_add(b15[2147483647u32 % 3], ((v1 >> b14[me]) + (~fixed_i64[me + 2])))
}
let v10 = ((v3 << b12[me]) + workgroup_scan_min(clz(fixed_i32[i32(v1) % 10])))
v4 += (ctz(v4) & (v4 << fixed_u64[(false ? b0[8] : 127u32) % 5]))
let v11 = ((fixed_bool[abs(fixed_u32[4]) % 8] ? p_f64 : fixed_f64[clz(i64(-9223372036854775808)) % 10]) + grid_add(f64(v1)))
if (unbits(0x4f619554502977f0u64) < f64(fixed_f32[4294967295u64 % 7])) {
leave l8
}
}
}
if fixed_bool[workgroups.x % 8] {
break
}
if (!bool(fixed_i32[32u32 % 10])) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
