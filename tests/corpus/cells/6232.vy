// Program 6232 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6232
program conform_6232
workgroup 2, 3, 1
grid 6, 3, 1
param p_bool: bool = false
param p_u32: u32 = 30
param p_i32: i32 = -4
param p_u64: u64 = 27
param p_i64: i64 = -16
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[11] @axis(0)
in fixed_i32: i32[9]
in fixed_u64: u64[9]
in fixed_i64: i64[10]
in fixed_f32: f32[8] @align(64)
in fixed_f64: f64[8]
in b10: i8[7]
out b11: bool[18]
scratch b12: u8[18]
scratch b13: i8[len(b0)]
out b14: u32[17]
inout b15: atomic i64[1] @align(32)
inout b16: atomic i64[18]
shared b17: u32[6]
shared b18: bool[6]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((fixed_i32[x0 % 10] > y1) ? sqrt(fixed_f64[32u32 % 9]) : p_f64)
atomic_store(b16[me], i64((y1 % y1)), release, system)
var w3 = 0
while w3 < 2 && bool(fma(fixed_f32[TABLE[p_u32 % 10] % 9], 2.5f32, fixed_f32[clamp(x0, 2147483647u32, TABLE[4]) % 9])) {
w3 += 1
if bool(abs(y1)) { continue }
if (p_bool ^ (y1 >= b10[abs(len(b0)) % 8])) { break }
}
return ((fixed_f32[x0 % 9] == fixed_f32[x0 % 9]) ? abs(p_u32) : bits(fixed_f32[me + 2]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_and((atomic_or(b16[me], (-1i64)) / fixed_i64[(-1i32) % 11]))
let v5 = subgroup_or(b11[me])
let v6 = subgroup_or(u32(fixed_i32[p_u32 % 10]))
let v7 = subgroup_or((fixed_i32[b12[me] % 10] ^ fixed_i32[max(4294967295u64, u64_at(bytes, p_u32 % 41)) % 10]))
let v8 = subgroup_or(u64_at(bytes, v6 % 41))
let v9 = subgroup_or(mulhi(atomic_min(b16[me], v4, release, workgroup), fixed_i64[v6 % 11]))
let v10 = subgroup_xor((!v5))
let v11 = subgroup_xor(2147483648u32)
let v12 = subgroup_xor(v7)
let v13 = subgroup_xor(u64((~i32(-2147483647))))
let v14 = subgroup_xor(p_i64)
let v15 = atomic_max(b16[me], p_i64, acq_rel, device)
b15[max(b12[me], b14[me]) % 2] += ((v5 ? p_bool : v10) ? (atomic_add(b16[me], v14, release, device) - v15) : (b18[here] ? p_i64 : v9))
b11[me] = bool(b18[here])
for k16 in -2..1 {
if bool(bool(v6)) {
} else {
}
if (fixed_bool[(fixed_bool[0] ? bytes[27] : TABLE[6]) % 8] ? (fixed_u64[u32(32i32) % 10] > u64_at(bytes, 0u32 % 41)) : p_bool) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
