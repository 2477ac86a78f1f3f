// Program 46893 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46893
program conform_46893 service
workgroup 7, 1, 1
grid 4, 1, 1
param p_bool: bool = true
param p_u32: u32 = 18
param p_i32: i32 = 14
param p_u64: u64 = 38
param p_i64: i64 = -40
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7] @binding(7)
out b1: u32[7] @binding(14) @cache(streaming)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[9] @binding(28)
uniform fixed_u32: u32[8] @binding(35)
uniform fixed_i32: i32[5] @binding(5)
in fixed_u64: u64[11] @binding(12)
in fixed_i64: i64[10] @binding(19)
in fixed_f32: f32[6] @binding(26)
uniform fixed_f64: f64[7] @binding(33)
in b10: i8[5] @binding(3)
persistent b11: bool[7] @binding(10)
scratch b12: u16[9] @binding(17)
persistent b13: u32[9, 1, 1] @binding(24)
persistent b14: atomic u64[1] @binding(31)
inout b15: atomic i32[7] @binding(1)
mapped b16: i64[7] @binding(8)
mapped b17: i32[7] @binding(15)
mapped b18: atomic u32[7] @binding(22)
shared b19: u32[7] @binding(29)
shared b20: bool[7] @binding(36)
shared b21: atomic u64[7] @binding(6)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[448] @count(found) @binding(39)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_xor(i32(b15[me]))
let v1 = grid_iscan_xor(atomic_compare_exchange(b21[here], 4294967296u64, (clock() * 0), acq_rel, workgroup))
let v2 = grid_iscan_xor(abs(i64(b21[here])))
let v3 = atomic_add(b15[me], v0, relaxed)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, 2)
barrier grid
wait()
fence()
let v4 = (bool(b0[i64(63i32) % 8]) ? grid_scan_xor((p_u32 >= 31u32)) : grid_iscan_or((b12[me] % 2 < 2)))
b16[me] += i64((false ? fixed_i32[me & 1] : 1i32))
var w5 = 0
while w5 < 5 && ((-b0[128i32 % 8]) % 4 >= 1) {
w5 += 1
let v6 = ((v4 | false) ? false : (v4 && v4))
if bool((0i32 + i32(lid.y))) { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
