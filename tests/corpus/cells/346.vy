// Program 346 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 346
program conform_346
workgroup 257, 1, 1
param p_grid: u32 = 513
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 22
param p_i32: i32 = 5
param p_u64: u64 = 31
param p_i64: i64 = -1
param p_f32: f32 = 7.25
param p_f64: f64 = -4.125
const WIDTH = 257
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[514]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[9]
uniform fixed_u32: u32[3]
in fixed_i32: i32[11] @axis(0)
in fixed_u64: u64[6]
in fixed_i64: i64[3] @axis(0)
uniform fixed_f32: f32[7]
in fixed_f64: f64[9]
in b10: i8[3, 1] @cache(random)
inout b11: u64[516, 2]
scratch b12: i64[515, 1]
out b13: u32[516]
scratch b14: u16[515]
inout b15: atomic i64[4]
scratch b16: atomic u64[514]
shared b17: u32[257]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_min(rotr(fixed_u64[me + 2], (fixed_bool[7u32 % 10] ? fixed_i64[1587821366i64 % 4] : fixed_i64[clz(0u64) % 4])))
let v1 = workgroup_min(fixed_i64[2147483647u32 % 4])
let v2 = workgroup_min(fixed_f32[(b10[p_u32 % 4, 0] << v1) % 8])
let v3 = atomic_min(b16[me], p_u64, acq_rel)
barrier grid
b17[here] += (bits(fixed_f32[me + 0]) + workgroup_scan_add(rotr(b13[me], (b12[me, (~workgroup_size.y) % 1] | 7i64))))
let v4 = (p_bool ? grid_min(p_i32) : grid_add(2147483647i32))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
