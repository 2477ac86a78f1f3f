// Program 85443 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 85443
program conform_85443 service
workgroup 33, 1, 1
grid 132, 1, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = 12
param p_u64: u64 = 16
param p_i64: i64 = -40
param p_f32: f32 = 5.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[9] @align(128)
uniform fixed_u32: u32[8]
in fixed_i32: i32[4]
in fixed_u64: u64[6]
in fixed_i64: i64[3]
in fixed_f32: f32[4]
in fixed_f64: f64[10]
in b10: i16[8]
persistent b11: f64[132]
out b12: u8[132, 2]
out b13: bool[131, 2]
out b14: bool[132]
inout o15_132: u32[]
inout b16: atomic i32[1]
persistent b17: atomic i64[132]
mapped b18: i32[131]
mapped b19: u16[132]
mapped b20: atomic i64[132]
shared b21: u32[33]
shared b22: f64[33]
shared b23: atomic i64[33]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = fixed_f32[x0 % 5]
return min(bits(v2), u32(u64(clock() <= clock())))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_iscan_min(i32(workgroup_size.y))
let v4 = workgroup_iscan_min(rotr(fixed_u64[me & 3], fixed_u64[me & 3]))
let v5 = workgroup_iscan_min(fixed_i64[me & 3])
let v6 = atomic_max(b17[me], v5)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b22, 0, 1327810918u32 % 34)
barrier grid
wait()
atomic_store(b17[me], ((fixed_bool[me & 1] ? v5 : i64(lid.z)) << (b18[me] * v3)))
b11[me] += abs(clamp(b22[here], unbits(0x955d40fd9cba667u64), p_f64))
let v7 = f0((o15_132[me] - (fixed_bool[me & 7] ? fixed_u32[me & 1] : b1[me])), (~b18[me]))
for k8 in popcount(b0[p_u32 % 133]) % 2..1 + wid.x * 3 + ((fixed_f64[abs(1u32) % 11] > fixed_f64[566708530u32 % 11]) ? workgroup_xor(v7) : workgroup_or(u32(i64(wid.x)))) % 3 {
if ((fixed_f64[127u32 % 11] < fixed_f64[k8 % 11]) && fixed_bool[u32(p_f32) % 10]) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4 >> 32) + u32(v5) + u32(v6 >> 32) + u32(v7)
