// Program 71634 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 71634
program conform_71634 service
workgroup 4, 4, 3
grid 13, 16, 6
param p_bool: bool = true
param p_u32: u32 = 31
param p_i32: i32 = 1
param p_u64: u64 = 39
param p_i64: i64 = -8
param p_f32: f32 = 4.25
param p_f64: f64 = -7.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1536]
out b1: u32[1536]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[11]
in fixed_i32: i32[3]
uniform fixed_u64: u64[9] @axis(0)
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[8]
in fixed_f64: f64[9]
in b10: i16[5, 2] @cache(streaming)
persistent b11: i32[1536]
inout o12_1536: u16[]
scratch b13: u64[len(b0)] @live @align(64)
persistent b14: u32[1535, 2] @axis(0)
inout b15: atomic i32[3]
scratch b16: atomic u64[1536]
mapped b17: bool[1536]
mapped b18: u8[1536]
mapped b19: atomic u32[1536]
shared b20: u32[48]
shared b21: i32[48]
shared b22: atomic i64[48]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_max((max(b22[here], b22[here]) - (atomic_or(b22[here], 31i64, relaxed) + fixed_i64[2147483648u32 % 5])))
let v1 = workgroup_scan_and(fixed_bool[me + 0])
let v2 = workgroup_scan_and(ctz(4294967294u32))
let v3 = atomic_and(b16[me], p_u64)
barrier workgroup
async_copy(b21, 2, fixed_i32, u32(unbits(0x3f7fffffu32)) % 4, 30)
wait()
atomic_store(b19[me], o12_1536[me], relaxed, system)
let v4 = ((fixed_bool[(p_bool ? 128u32 : 4294967294u32) % 5] ? fixed_bool[2u32 % 5] : fixed_bool[2080743695u32 % 5]) ? grid_scan_or(p_u64) : grid_scan_xor((-fixed_u64[v2 % 10])))
if (fixed_bool[127u32 % 5] || (fixed_bool[grid_size.y % 5] || fixed_bool[(2147483647u32 << 31i32) % 5])) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
