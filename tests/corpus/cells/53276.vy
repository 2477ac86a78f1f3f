// Program 53276 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 53276
program conform_53276 service
workgroup 5, 1, 1
grid 9, 1, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 15
param p_u64: u64 = 20
param p_i64: i64 = -14
param p_f32: f32 = 2.25
param p_f64: f64 = -1.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[10]
out b1: u32[10]
in bytes: u8[40]
uniform fixed_bool: bool[9] @cache(streaming)
in fixed_u32: u32[4]
in fixed_i32: i32[5]
in fixed_u64: u64[6]
in fixed_i64: i64[9] @cache(temporal)
in fixed_f32: f32[9]
in fixed_f64: f64[5]
in o10_6: i16[, 1]
persistent b11: u64[len(b0)] @axis(0)
scratch b12: i32[11, 2]
persistent o13_22: u32[, 2]
inout b14: u8[11]
scratch b15: i16[9] @live
persistent b16: atomic i64[1]
inout b17: atomic i64[10]
mapped b18: i32[len(b0)]
mapped b19: u16[len(b0)] @cache(temporal)
mapped b20: atomic u64[10]
shared b21: u32[5]
shared b22: u64[5]
shared b23: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_or((-b0[0u64 % 11]))
let v3 = (round(p_f32) + grid_add(fixed_f32[7u32 % 10]) * grid_max(ceil(fixed_f32[me & 3])))
b14[me] = v2
b14[me] = u32(fixed_f64[me & 7])
return (-max(v2, x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = f1(u32((128i32 / b15[me])), o10_6[i64(-9223372036854775808) % 7, 0])
let v5 = grid_iscan_and(atomic_load(b20[me], relaxed))
let v6 = grid_iscan_and(fixed_i64[me & 7])
let v7 = grid_iscan_or(bool(fixed_f32[me & 3]))
let v8 = atomic_or(b17[me], p_i64)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b22, 0, clz(0u32) % 6)
barrier grid
wait()
let v9 = ((!fixed_bool[u32_at(bytes, p_u32 % 41) % 10]) ? grid_iscan_max(0i64) : grid_iscan_or(v8))
let v10 = grid_xor(b22[here])
let v11 = ((p_bool & true) ? grid_add(f64(fixed_bool[me & 3])) : grid_max(fixed_f64[me & 7]))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(v10 >> 32) + u32(bits(v11))
