// Program 9935 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9935
program conform_9935
workgroup 5, 1, 1
grid 1023, 1, 1
param p_bool: bool = false
param p_u32: u32 = 7
param p_i32: i32 = -8
param p_u64: u64 = 20
param p_i64: i64 = -23
param p_f32: f32 = 6.25
param p_f64: f64 = -0.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1025] @align(1)
out b1: u32[1025] @range(3180, 850) @align(8)
in bytes: u8[40]
in fixed_bool: bool[10]
uniform fixed_u32: u32[9]
in fixed_i32: i32[6]
uniform fixed_u64: u64[9]
in fixed_i64: i64[11]
in fixed_f32: f32[7]
in fixed_f64: f64[6]
uniform o10_14: u8[, 2]
out b11: i32[1025]
out b12: i64[1025, 3, 3]
out b13: bool[1026, 2]
scratch b14: i8[1025, 3]
out b15: i64[1027, 2] @range(6307, 592)
scratch b16: atomic i64[1] @live
inout b17: atomic i32[1025]
shared b18: u32[5]
shared b19: i32[5]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_min(p_i32)
let v1 = grid_scan_min(fixed_u64[me & 7])
let v2 = grid_scan_min(fixed_i64[len(bytes) % 12])
let v3 = atomic_and(b17[me], v0)
var a4: i32[1]
a4[0] = (b11[me] & v3)
let v5, v6 = f2(a4, 2147483647u32 % 14)
f3(b1[me..me + 2], (o10_14[me & 3, 1] / rotr(u32_at(bytes, u64_at(bytes, p_u32 % 41) % 41), u64(lid.y))))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, min(1319942828u32, 2u32) % 6)
barrier grid
wait()
let v7 = (fixed_bool[(p_u32 % 2147483648u32) % 11] ? workgroup_scan_or((bool(v5) ? clz(p_u64) : clz(fixed_u64[me & 1]))) : workgroup_load(fixed_u64[127u32 % 10]))
let v8 = fixed_f32[7u32 % 8]
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(bits(v8))
