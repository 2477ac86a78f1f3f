// Program 30227 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 30227
program conform_30227
workgroup 5, 1, 1
grid 255, 1, 1
param p_bool: bool = true
param p_u32: u32 = 5
param p_i32: i32 = 9
param p_u64: u64 = 16
param p_i64: i64 = -17
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[255]
out b1: u32[255] @range(521, 7) @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[4]
uniform fixed_i32: i32[11]
in fixed_u64: u64[4]
in fixed_i64: i64[9]
in fixed_f32: f32[11]
uniform fixed_f64: f64[11]
uniform b10: bf16[6, 1]
persistent b11: i64[len(b0)]
scratch b12: bool[257] @live
inout b13: u16[255, 2] @cache(streaming)
scratch b14: bf16[257, 2]
persistent b15: i32[254]
persistent b16: atomic i64[2]
persistent b17: atomic i32[255]
shared b18: u32[5]
shared b19: i64[5]
shared b20: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_max(mulhi(b13[me, grid_size.y % 2], b13[me, (~b13[me, 1]) % 2]))
let v1 = workgroup_scan_max(atomic_add(b17[me], 398978181i32, acq_rel))
let v2 = workgroup_scan_max(ctz(fixed_u64[me & 3]))
b17[me] = (abs(v1) + v1)
barrier workgroup
async_copy(b19, 1, fixed_i64, 2147483647u32 % 10, (p_u32 / u32_at(bytes, 18)) % 6)
wait()
let v3 = (bool(b0[127u32 % 256]) ? workgroup_scan_max(u64(unbits(v2))) : workgroup_iscan_or(v2))
for k4 in u32(unbits(0xb8aa0d092810e826u64)) % 2..1 + fixed_u32[1728530687u32 % 5] % 3 step 1 {
if workgroup_iscan_and((!fixed_bool[(~4294967295u32) % 6])) {
if me < 255 { b11[me] += clamp(i64(4294967295u64), b11[me], i64(grid_size.z)) }
b13[me, b1[me] % 2] += u32((-(fixed_f64[max(k4, k4) % 12] - p_f64)))
b19[here] /= (((i32(lid.x) + v1) > rotl(v1, fixed_u64[me & 7])) ? b19[here] : (-i64(v2)))
}
if (fixed_bool[b0[p_u32 % 256] % 6] && (true | fixed_bool[p_i32 % 6])) {
break
}
if fixed_bool[k4 % 6] {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
