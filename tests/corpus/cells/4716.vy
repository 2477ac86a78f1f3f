// Program 4716 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 4716
program conform_4716
workgroup 64, 1, 1
grid 241, 1, 1
param p_bool: bool = true
param p_u32: u32 = 19
param p_i32: i32 = 3
param p_u64: u64 = 9
param p_i64: i64 = -6
param p_f32: f32 = 4.25
param p_f64: f64 = -7.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[6]
uniform fixed_i32: i32[9]
in fixed_u64: u64[5]
in fixed_i64: i64[5]
in fixed_f32: f32[9]
in fixed_f64: f64[7]
in o10_5: i8[]
inout b11: bf16[len(b0), 3]
persistent b12: u16[257, 3]
out b13: f64[257, 3]
persistent b14: f64[258, 1] @cache(streaming)
persistent b15: atomic i64[3]
inout b16: atomic i64[len(b0)]
shared b17: u32[64]
shared b18: u8[64]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[16384] @count(found)
out t_n: atomic u32[256]
out t_y: u32[256]
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_max(x0)
var v3 = grid_scan_and((true ? fixed_bool[me & 7] : fixed_bool[o10_5[me & 3] % 5]))
v3 = ((b0[2147483647u32 % 257] == b0[5u32 % 257]) && grid_load(fixed_bool[127u32 % 5]))
b13[me, mulhi(127u32, v2) % 3] += clamp(unbits(2u64), f64(p_f32), fixed_f64[me & 3])
if me <= len(b1) { b13[me, x0 % 3] = (((b13[me, v2 % 4] <= fixed_f64[me & 7]) ? (!v3) : true) ? sqrt(f64(0i32)) : fixed_f64[x0 % 8]) }
return ((fixed_u64[1u32 % 6] != p_u64) ? min(u32_at(bytes, (33u64 & fixed_u64[me & 3]) % 41), x0) : clz(x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_or(t_n[me], 1 << t_y[me]) >> 7 == 0 { t_y[me] += 1 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 16 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v4 = grid_scan_min(b18[here])
let v5 = grid_scan_min(((~fixed_i32[me & 7]) / mulhi(o10_5[me & 3], i32(grid_size.z))))
let v6 = grid_scan_min(bits(b13[me, 1]))
let v7 = atomic_compare_exchange(b16[me], 31i64, 33i64)
hits[atomic_add(found[0], 1)] = v4
{
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7)
