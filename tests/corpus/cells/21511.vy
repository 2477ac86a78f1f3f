// Program 21511 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 21511
program conform_21511
workgroup 32, 1, 1
param p_grid: u32 = 0
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = -9
param p_u64: u64 = 37
param p_i64: i64 = -26
param p_f32: f32 = 0.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32] @align(16)
out b1: u32[32]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[10] @cache(streaming)
in fixed_i32: i32[11]
in fixed_u64: u64[4]
in fixed_i64: i64[6]
in fixed_f32: f32[11]
in fixed_f64: f64[4]
in o10_27: u8[, 3]
persistent b11: i32[33]
scratch b12: f32[33] @live
scratch b13: atomic u64[3]
out b14: atomic u32[32]
shared b15: u32[32]
shared b16: u8[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_xor(fixed_bool[4294967296u64 % 5])
let v1 = workgroup_scan_xor(o10_27[me & 7, 1128682869u32 % 3])
let v2 = workgroup_scan_xor(reverse(fixed_i32[v1 % 12]))
let v3 = atomic_max(b14[me], v1, relaxed)
atomic_add(b13[ceil_div(4294967295u32, v3) % 4], u64(sqrt(fixed_f64[me & 7])))
if (f64(p_bool) != f64(fixed_bool[1831970662u32 % 5])) && wid.x % 3 == 0 { return }
for k4 in TABLE[p_u32 % 10] % 2..1 + bytes[reverse(4294967294u32) % 41] % 3 step 1 {
let v5 = workgroup_scan_or(v2)
b16[here] = (-(u32_at(bytes, v3 % 41) + v3))
atomic_add(b13[v3 % 4], ceil_div((true ? fixed_u64[me & 3] : fixed_u64[me & 1]), (~fixed_u64[me & 7])), acq_rel, device)
if bool((p_bool ? fixed_f32[p_u32 % 12] : -0.1f32)) {
break
}
barrier workgroup
async_copy(b15, 0, fixed_u32, (len(b1) + k4) % 11, k4 % 33)
barrier grid
wait()
if (mulhi(fixed_i32[k4 % 12], i32(workgroups.z)) == popcount(fixed_i32[k4 % 12])) {
var v6 = v2
v6 += ((v6 * p_i32) + workgroup_iscan_and(2147483647i32) * workgroup_iscan_xor(i32(grid_size.y)))
barrier workgroup
continue
}
if (!bool(p_f32)) {
b15[here] &= u32((o10_27[TABLE[1] % 10, v3 % 3] / v1))
if ((k4 % 3 >= 1) ? workgroup_or(fixed_bool[me & 7]) : workgroup_xor(bool(v0))) {
for k7 in mulhi(k4, k4) % 2..2 + (k4 / 33u32) % 3 {
var v8 = ((fixed_bool[k4 % 5] ? fixed_f64[k4 % 5] : fixed_f64[max(fixed_i64[p_u32 % 7], 5i64) % 5]) + (-fixed_f64[p_u32 % 5]))
v8 -= v8
let v9 = (fixed_bool[k4 % 5] ? workgroup_min(fixed_u64[me & 7]) : fixed_u64[p_u32 % 5])
if fixed_bool[popcount(o10_27[6, 1]) % 5] {
if v0 {
var v10 = ((k4 % 2 >= 1) ? trunc(fixed_f32[me & 1]) : fixed_f32[v3 % 12])
} else if fixed_bool[me & 1] {
} else {
}
continue
}
}
} else {
}
}
if ((fixed_bool[(p_bool ? TABLE[7] : u32_at(bytes, p_u32 % 41)) % 5] ? true : fixed_bool[clz(o10_27[p_u32 % 10, 1]) % 5]) & bool(p_u32)) {
barrier workgroup
break
}
barrier workgroup
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
