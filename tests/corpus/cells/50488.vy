// Program 50488 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 50488
program conform_50488
workgroup 16, 3, 1
param p_grid: u32 = 340
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = -14
param p_u64: u64 = 18
param p_i64: i64 = -12
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1056]
out b1: u32[1056]
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[9]
uniform fixed_i32: i32[5]
in fixed_u64: u64[11] @cache(streaming)
uniform fixed_i64: i64[11] @cache(streaming)
in fixed_f32: f32[3] @align(32)
uniform fixed_f64: f64[6]
in b10: i8[9, 2]
out b11: i32[1058] @range(2308, 1306)
scratch b12: u64[1056, 2] @live
inout b13: atomic u32[3]
scratch b14: atomic u64[1056]
shared b15: u32[48]
shared b16: f32[48]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = f64(mulhi(2i32, y1))
if me < len(b12) { b12[me, u32(fixed_f32[me & 7]) % 3] = b12[me, (-4294967294u32) % 2] }
return abs(u32(x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_scan_and(b15[here])
let v4 = subgroup_scan_and(i32(wid.x))
let v5 = subgroup_scan_and(b12[me, 1])
let v6 = subgroup_scan_and(i64(-9223372036854775808))
let v7 = subgroup_scan_or(bool(fixed_i32[me & 1]))
let v8 = subgroup_scan_or(u32(fixed_f64[fixed_i64[p_u32 % 12] % 7]))
let v9 = subgroup_scan_or(i32(grid_size.x))
let v10 = subgroup_scan_or(abs(ceil_div(b12[me, v8 % 2], u64_at(bytes, b0[me & 3] % 41))))
let v11 = subgroup_scan_or((~v6))
let v12 = subgroup_scan_xor((b15[here] % 3 == 1))
let v13 = subgroup_scan_xor(b15[here])
let v14 = atomic_load(b14[me], relaxed, system)
atomic_add(b13[v8 % 4], 635871944u32, release, system)
let v15 = (bool(fixed_f32[i64(workgroup_size.z) % 4]) ? grid_max(v3) : grid_scan_or(lid.x))
let v16 = grid_iscan_add(p_i64)
let v17 = (fixed_i32[bytes[p_u32 % 41] % 6] + grid_min(v9) * grid_broadcast(v4, b0[585] % 1057))
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(v14 >> 32) + u32(v15) + u32(v16 >> 32) + u32(v17)
