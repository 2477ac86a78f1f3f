// Program 27581 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 27581
program conform_27581
workgroup 31, 1, 1
grid 98, 1, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = -1
param p_u64: u64 = 38
param p_i64: i64 = -15
param p_f32: f32 = 1.25
param p_f64: f64 = -0.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[124]
out b1: u32[124]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[10]
in fixed_i32: i32[6]
uniform fixed_u64: u64[9]
uniform fixed_i64: i64[11]
in fixed_f32: f32[6]
in fixed_f64: f64[3]
uniform b10: bf16[6, 1]
persistent b11: u32[123]
inout o12_125: u16[]
persistent b13: atomic i64[2]
persistent o14_124: atomic i32[]
shared b15: u32[31]
shared b16: bool[31]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = fixed_f64[fixed_u32[me & 3] % 4]
b11[me] = u32(max(v2, v2))
return (u32(v2) | (fixed_bool[y1 % 8] ? b0[me + 2] : x0))
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_scan_xor(b0[me + 2])
let v6 = ((bytes[u32(p_f64) % 41] % 5 == 2) ? grid_and(((fixed_bool[me & 1] & false) ? i32(0.0f32) : i32(gid.y))) : grid_load(o14_124[(2u32 & 31u32) % 125]))
let v7 = (bool(b0[(63u32 % 2147483647u32) % 125]) && (fixed_bool[u32_at(bytes, 21) % 8] ? fixed_bool[p_u64 % 8] : fixed_bool[4294967295u32 % 8]))
for k8 in (fixed_i64[4294967295u32 % 12] ^ fixed_i64[u32(p_bool) % 12]) % 3..i64(fixed_f32[fixed_u32[3] % 7]) % 6 {
}
return u32(fixed_f32[me & 3])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v9 = f1(clamp(u32(workgroups.y), u32(fixed_f64[me & 3]), b11[me]), ctz(i32(unbits(0x26967886u32))))
let v10 = grid_scan_add(rotl(fixed_i32[p_u32 % 7], fixed_i32[me & 7]))
let v11 = grid_scan_add(((b16[here] ? b16[here] : false) ? rotl(fixed_u64[63u32 % 10], fixed_i64[fixed_u32[me & 7] % 12]) : clamp(fixed_u64[me & 1], fixed_u64[me & 1], 3u64)))
let v12 = grid_scan_add((32i64 | fixed_i64[me & 7]))
let v13 = atomic_xor(o14_124[me], p_i32)
b13[v9 % 3] += ((b16[here] ? fixed_i64[b0[p_u32 % 125] % 12] : fixed_i64[me & 3]) << (b16[here] ? v11 : u64_at(bytes, u32_at(bytes, 18) % 41)))
if me <= len(b11) { b11[me] %= (u32((true ? v10 : v13)) % u32(trunc(p_f32))) }
var v14 = (fixed_u64[p_u32 % 10] >> u32(31u64))
v14 += workgroup_broadcast((fixed_u64[v9 % 10] * v11), b0[92] % 32)
each i in 0i32..124 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14 >> 32)
