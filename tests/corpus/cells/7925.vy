// Program 7925 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7925
program conform_7925
workgroup 16, 3, 1
grid 17, 3, 1
param p_bool: bool = true
param p_u32: u32 = 2
param p_i32: i32 = 18
param p_u64: u64 = 6
param p_i64: i64 = -30
param p_f32: f32 = 2.25
param p_f64: f64 = -7.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[6]
in fixed_i32: i32[10]
in fixed_u64: u64[10]
uniform fixed_i64: i64[4]
in fixed_f32: f32[8]
in fixed_f64: f64[11]
uniform b10: i8[3, 3]
inout b11: f64[len(b0)]
persistent o12_192: bool[, 2]
persistent o13_196: u32[, 2]
scratch b14: atomic u32[4] @live
persistent b15: atomic u32[len(b0)]
shared b16: u32[48]
shared b17: f64[48]
shared b18: atomic i64[48]
const SUM = len(b0) * 3 + len(bytes)
out t_n: atomic i32[96]
out t_y: u32[96]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_add(t_n[me], 1) < 17 { t_y[me] += 3 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 15 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v0 = workgroup_iscan_xor((-clz(fixed_u64[me & 7])))
let v1 = workgroup_iscan_xor(min(atomic_xor(b18[here], i64(workgroups.z), acq_rel, workgroup), fixed_i64[me & 7]))
let v2 = workgroup_any(((v1 == v1) && (TABLE[(~wid.x) % 10] % 4 == 1)))
let v3 = atomic_min(b15[me], 256u32, relaxed)
barrier workgroup
async_copy(b17, 1, fixed_f64, u32(2u64) % 12, 32)
wait()
var v4 = ((3.0f64 >= fixed_f64[b0[p_u32 % 97] % 12]) ? grid_iscan_and(b18[me + 2]) : grid_scan_add(v1))
v4 += min(((v2 ? p_i64 : v1) >> rotr(v4, p_u32)), v1)
let v5 = grid_or(bool(v0))
var a6: u64[3]
a6[abs(v3) % 3] = grid_scan_and(u64(fixed_i32[me & 7]))
let v7 = a6[workgroup_size.x % 3]
var w8 = 4
while w8 > 0 {
w8 -= 1
if (abs(fixed_u32[4294967295u32 % 7]) > (workgroup_size.z & b0[grid_size.y % 97])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4 >> 32) + u32(v5) + u32(a6[1]) + u32(v7 >> 32)
