// Program 57156 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 57156
program conform_57156
workgroup 8, 4, 1
grid 16, 8, 1
param p_bool: bool = true
param p_u32: u32 = 32
param p_i32: i32 = 2
param p_u64: u64 = 27
param p_i64: i64 = -7
param p_f32: f32 = 4.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[9]
in fixed_i32: i32[11]
in fixed_u64: u64[10]
in fixed_i64: i64[7]
in fixed_f32: f32[9]
in fixed_f64: f64[3]
uniform b10: i16[9]
out b11: i8[130, 1]
out b12: f32[129, 2]
inout b13: i64[128, 1]
scratch b14: i8[129]
persistent b15: atomic i64[3]
persistent b16: atomic u64[128]
shared b17: u32[32]
shared b18: atomic u32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: i64[3]
a2[(p_u32 % x0) % 3] = reverse(fixed_i64[len(b0) % 8])
let v3 = a2[x0 % 3]
a2[0u32 % 3] += a2[x0 % 4]
a2[(x0 + b0[100]) % 3] = mulhi(p_i64, i64(v3))
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_iscan_and(i64(ctz(fixed_i32[bytes[p_u32 % 41] % 12])))
let v5 = workgroup_iscan_or(((v4 < v4) ? (true && fixed_bool[1800187778u32 % 12]) : (fixed_bool[31u32 % 12] ? p_bool : fixed_bool[me + 0])))
let v6 = workgroup_iscan_or(min(u32_at(bytes, 0i32 % 41), u32(fixed_f64[me + 1])))
let v7 = atomic_add(b16[me], 32u64)
for k8 in u32_at(bytes, 8) % 2..2 + (b0[612023894u32 % 129] << 32u64) % 3 {
b11[me, 0] += (abs((fixed_bool[me + 0] ? b11[me, 0] : 127i32)) + (fixed_i32[me + 0] | i32(fixed_f64[b17[here] % 4])))
atomic_add(b15[abs(p_u32) % 4], 1885077793i64, relaxed, system)
if (bits(fixed_f64[rotr(k8, k8) % 4]) >= (31u64 >> fixed_u64[b0[123] % 11])) {
continue
}
barrier grid
b14[me] = workgroup_iscan_min(i32(v6))
if bool(f64(u64_at(bytes, k8 % 41))) {
barrier grid
break
}
b14[me] += ((v5 ? fixed_i32[fixed_i32[me + 2] % 12] : b14[me]) * reverse(b10[me + 0]))
let v9 = f0(mulhi(k8, (2u32 + b17[here])), ((true ? v5 : v5) ? fixed_i32[me + 0] : (~fixed_i32[u32(v7) % 12])))
var v10 = fixed_i64[v7 % 8]
if ((fixed_bool[b0[p_u32 % 129] % 12] ^ fixed_bool[u32(1246987378i64) % 12]) ? bool(0.0f32) : (workgroup_size.x % 3 >= 2)) {
let v11 = (true ? grid_scan_min(v7) : u64_at(bytes, (4294967296u64 >> fixed_i64[me + 0]) % 41))
barrier grid
break
}
barrier grid
}
for k12 in -2..2 {
if workgroup_any(bool((k12 << u64_at(bytes, u64(v6) % 41)))) {
let v13 = ((fixed_u64[(-2147483648u32) % 11] + fixed_u64[k12 % 11]) + workgroup_xor((u64_at(bytes, b17[here] % 41) % p_u64)))
region "r14" {
if workgroup_xor(v5) {
}
}
} else {
}
if bool(fixed_f32[2147483647u32 % 10]) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7)
