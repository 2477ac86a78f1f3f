// Program 44692 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 44692
program conform_44692
workgroup 1, 1, 1
param p_grid: u32 = 0
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 20
param p_i32: i32 = -4
param p_u64: u64 = 26
param p_i64: i64 = -30
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1] @binding(7)
out b1: u32[1] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[3] @binding(28)
uniform fixed_u32: u32[8] @binding(35)
in fixed_i32: i32[6] @binding(5)
uniform fixed_u64: u64[7] @binding(12)
in fixed_i64: i64[9] @binding(19)
in fixed_f32: f32[6] @binding(26)
in fixed_f64: f64[5] @binding(33)
uniform b10: i16[4, 2] @binding(3)
out b11: i16[1] @binding(10)
out b12: u8[3, 2] @range(0, 3) @binding(17)
scratch b13: i8[3, 2] @live @binding(24)
persistent b14: atomic i32[4] @binding(31)
persistent b15: atomic i32[1] @binding(1)
shared b16: u32[1] @binding(8)
shared b17: i16[1] @binding(15)
shared b18: atomic i64[1] @binding(22)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = f32(reverse(y1))
v2 += ((fixed_bool[wid.x % 4] ^ fixed_bool[x0 % 4]) ? (fixed_bool[me & 1] ? -0.0f32 : v2) : ceil(v2))
b12[me, (~x0) % 2] = (max(b0[me & 3], x0) ^ (~x0))
let v3 = (u32(0i32) % (x0 * x0))
return u32(floor(v2))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_iscan_and(703013165u32)
let v5 = grid_iscan_and(((-fixed_i32[me & 1]) / i32(fixed_bool[me & 1])))
let v6 = grid_iscan_and(fixed_u64[v4 % 8])
b15[me] = v5
barrier workgroup
async_copy(b17, 0, b10, p_u32 % 5, 32u32 % 2)
wait()
let v7 = ((fixed_bool[(p_bool ? v4 : v4) % 4] ? fixed_i64[7u32 % 10] : atomic_max(b18[here], 1577575924i64, release, system)) + workgroup_min(atomic_exchange(b18[here], i64(-9223372036854775808), relaxed, system)) * workgroup_add(i64(workgroups.z)))
b14[v4 % 5] += ((b17[fixed_u32[me & 7] % 2] != v5) ? (atomic_min(b15[me], v5) % v5) : v5)
b11[me] += ((v6 == p_u64) ? max(v5, 3i32) : i32(v7))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7 >> 32)
