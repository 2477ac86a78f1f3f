// Program 4898 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 4898
program conform_4898
workgroup 31, 1, 1
grid 31, 1, 1
param p_bool: bool = false
param p_u32: u32 = 9
param p_i32: i32 = -7
param p_u64: u64 = 37
param p_i64: i64 = -11
param p_f32: f32 = 1.25
param p_f64: f64 = -2.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31]
in bytes: u8[40] @cache(random)
in fixed_bool: bool[11]
in fixed_u32: u32[4]
in fixed_i32: i32[7] @axis(0)
uniform fixed_u64: u64[8] @cache(random)
uniform fixed_i64: i64[6] @axis(0)
in fixed_f32: f32[11]
in fixed_f64: f64[8]
uniform b10: i8[2, 1]
out b11: u64[31]
persistent b12: bool[32]
persistent b13: f64[32]
persistent b14: atomic i32[3]
out b15: atomic i32[31]
shared b16: u32[31] @axis(0)
shared b17: u64[31]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[124] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_max(1u32)
let v1 = workgroup_iscan_max(b15[me])
let v2 = workgroup_iscan_max(u64(b16[here]))
let v3 = atomic_or(b15[me], b10[p_u32 % 3, 0], relaxed, workgroup)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 30)
barrier grid
wait()
for k4 in 5u32 % 2..2 + ((fixed_f64[1809528049u32 % 9] <= unbits(0xe2ec47e333763eb1u64)) ? grid_add(v0) : u32(TABLE[p_u32 % 10])) % 3 {
b11[me] = (p_bool ? u64(fixed_bool[me & 1]) : v2)
let n5 = fixpoint k6 in 2..6 {
let v7 = grid_add(i64((-1i32)))
if k6 < 5 && b12[me] { again }
}
if ((i32(workgroups.y) % fixed_i32[b0[p_u32 % 32] % 8]) <= (31i32 >> fixed_u64[k4 % 9])) {
break
}
if (fixed_bool[b0[25] % 12] == (fixed_bool[workgroups.x % 12] && fixed_bool[workgroup_size.y % 12])) {
break
}
if ((fixed_bool[k4 % 12] && fixed_bool[clz(p_u32) % 12]) | bool(fixed_f32[clamp(i32(grid_size.x), fixed_i32[3], i32(grid_size.z)) % 12])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3)
