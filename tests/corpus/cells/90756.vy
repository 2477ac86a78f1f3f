// Program 90756 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 90756
program conform_90756
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = -9
param p_u64: u64 = 14
param p_i64: i64 = -15
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[3]
in fixed_i32: i32[6]
in fixed_u64: u64[6]
uniform fixed_i64: i64[11]
in fixed_f32: f32[9]
in fixed_f64: f64[5]
in b10: u16[1, 2]
scratch b11: f64[1] @live
inout o12_1: f32[]
persistent b13: f32[1, 1]
out b14: u64[3, 3] @align(8)
scratch b15: atomic i64[1] @live
persistent b16: atomic i64[1]
shared b17: u32[1]
shared b18: f64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_min(fixed_u64[me & 7])
let v1 = grid_scan_min(b16[me])
let v2 = grid_scan_max((b10[me & 7, b10[me & 3, 1] % 2] | b17[here]))
let v3 = atomic_max(b16[me], v1, acq_rel, workgroup)
barrier workgroup
async_copy(b18, 2, fixed_f64, 3u32 % 6, 1)
barrier grid
wait()
atomic_store(b16[me], i64(p_f32), relaxed, workgroup)
let v4 = (fixed_bool[u32(fixed_bool[8]) % 10] ? grid_scan_min(ceil_div((b0[me & 7] % b10[me & 7, 1]), v2)) : grid_iscan_min(u32_at(bytes, i32(subgroup) % 41)))
var a5: f64[4]
a5[bytes[me + 2] % 4] += abs((abs(fixed_f64[me & 7]) / fixed_f64[me & 1]))
let v6 = a5[b10[me & 3, 1] % 4]
fixpoint k8 in 2..3 {
print "{} {}", (~v1), abs(p_f32)
if k8 < 3 && (bool(fixed_bool[me & 7]) || fixed_bool[me & 1]) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4) + u32(bits(a5[2])) + u32(bits(v6))
