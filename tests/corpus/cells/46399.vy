// Program 46399 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46399
program conform_46399
workgroup 2, 3, 1
grid 2, 6, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = 0
param p_u64: u64 = 28
param p_i64: i64 = -7
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[12] @cache(temporal)
out b1: u32[12]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[3]
in fixed_i32: i32[9]
in fixed_u64: u64[7]
in fixed_i64: i64[8]
in fixed_f32: f32[11]
in fixed_f64: f64[6]
in b10: i16[7, 3]
scratch b11: u64[13, 3]
persistent b12: i32[13, 2]
scratch b13: i64[13] @live @axis(0)
persistent b14: atomic u64[1]
persistent b15: atomic u64[12]
shared b16: u32[6]
shared b17: u64[6]
shared b18: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_xor(x0)
var v3 = ((b0[b0[6] % 13] % 2 >= 1) ? grid_iscan_or(fixed_u64[(true ? v2 : v2) % 8]) : (fixed_u64[1786129390u32 % 8] % fixed_u64[me + 2]))
let n4 = fixpoint k5 in 2..3 {
var v6 = (fixed_bool[(k5 & SUM) % 9] || fixed_bool[v2 % 9])
if k5 < 5 && ((fixed_u32[b0[10] % 4] & v2) % 2 < 2) { again }
}
return (clz(bytes[v2 % 41]) - (p_u32 & x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_scan_max(i64(p_bool))
let v9 = grid_scan_and((fixed_bool[7u32 % 9] ^ fixed_bool[me + 0]))
let v10 = grid_scan_and(b16[here])
let v11 = atomic_sub(b15[me], 63u64, acquire)
atomic_store(b15[me], ((-p_u64) * max(u64_at(bytes, v10 % 41), v11)), relaxed, workgroup)
let v12 = (fixed_bool[2147483647u32 % 9] ? workgroup_iscan_or(atomic_load(b15[me], acquire, system)) : workgroup_broadcast(u64_at(bytes, bytes[0] % 41), (-TABLE[0]) % 7))
let v13 = grid_broadcast(b10[p_u32 % 8, p_u32 % 3], p_u32 % 13)
let v14 = f1(abs(v10), clz(rotl(b10[(v13 / v13) % 8, 1], 7i32)))
barrier grid
b1[me] = b1[me] * 3 + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14)
