// Program 33314 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33314
program conform_33314
workgroup 33, 1, 1
grid 112, 1, 1
param p_bool: bool = false
param p_u32: u32 = 30
param p_i32: i32 = -16
param p_u64: u64 = 27
param p_i64: i64 = -14
param p_f32: f32 = 0.25
param p_f64: f64 = -7.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132]
out b1: u32[132] @range(165, 24)
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[11]
uniform fixed_i32: i32[10]
uniform fixed_u64: u64[8]
uniform fixed_i64: i64[3]
uniform fixed_f32: f32[8]
uniform fixed_f64: f64[7]
in b10: i16[6]
inout b11: f32[134]
scratch b12: i16[134] @live
out b13: i64[132, 2]
scratch b14: bool[134, 2] @axis(0)
out b15: atomic i64[2]
inout b16: atomic i32[132]
shared b17: u32[33]
shared b18: f64[33]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: i64[1]
a2[TABLE[p_u32 % 10] % 1] %= ctz((max(fixed_i64[p_u32 % 4], p_i64) & (fixed_bool[bits(p_f32) % 9] ? fixed_i64[x0 % 4] : p_i64)))
let v3 = a2[rotl(b0[p_u32 % 133], b0[114]) % 1]
a2[(x0 << 2147483647u32) % 1] += (-p_i64)
a2[u32(y1) % 1] += (abs(255i64) / i64(v3))
return abs(ceil_div(x0, x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_xor(fixed_i64[min(1854122745u32, 7u32) % 4])
let v5 = workgroup_scan_add(((256u32 * 4294967295u32) & mulhi(b17[here], b17[here])))
let v6 = workgroup_scan_add(min(rotr(fixed_i32[v5 % 11], fixed_u64[p_u32 % 9]), i32(atomic_xor(b16[me], 64i32))))
let v7 = atomic_max(b16[me], b10[me + 2], acq_rel, device)
atomic_add(b15[(~p_u32) % 3], v4)
atomic_add(b15[v5 % 3], v4, acquire, system)
if ((fixed_f64[p_i64 % 8] / fixed_f64[clz(1020423664u32) % 8]) == (-fixed_f64[wid.z % 8])) && wid.x % 1 == 1 { return }
var v8 = (reverse(fixed_u64[bits(unbits(0x7fefffffffffffffu64)) % 9]) + grid_add((fixed_bool[1286371557u32 % 9] ? fixed_u64[v5 % 9] : p_u64)))
block l9 {
block l10 {
b11[me] += max(unbits(0x811db4feu32), ((fixed_f32[workgroup_size.y % 9] - 1.5f32) * f32(v6)))
var v11 = f64(fixed_f32[b17[here] % 9])
if ((fixed_u32[reverse(v5) % 12] ^ u32_at(bytes, u32(b14[me, 1]) % 41)) == (1u32 << v4)) {  }
}
if bool(rotr(v6, v8)) { return }
}
let v12 = ((fixed_i64[2u32 % 4] == fixed_i64[b0[p_u32 % 133] % 4]) ? grid_max(fixed_i64[p_i32 % 4]) : (p_i64 << p_u32))
let v13 = grid_min(fixed_f32[clamp(p_u32, u32_at(bytes, p_u32 % 41), len(b0)) % 9])
b11[me] += fma((v13 / v13), (b11[me] * fixed_f32[me + 0]), 1.0f32)
region "r14" {
for k15 in (~b0[p_u32 % 133]) % 2..1 + (fixed_bool[2147483648u32 % 9] ? b0[p_u32 % 133] : u32_at(bytes, b0[50] % 41)) % 3 {
if me < len(b11) { b11[me] += trunc(v13) }
b11[me] += ((16777217.0f32 * v13) * min(v13, v13))
var v16 = grid_and((bool(b14[me, 1]) || bool(k15)))
if ((fixed_bool[18446744073709551615u64 % 9] | fixed_bool[(p_u32 % b0[106]) % 9]) ? fixed_bool[i32(3i64) % 9] : bool(p_f64)) {
break
}
if (bool(u64_at(bytes, k15 % 41)) | (fixed_i32[k15 % 11] > p_i32)) {
continue
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v12) + u32(v13)
