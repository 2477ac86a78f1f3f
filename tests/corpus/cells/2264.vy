// Program 2264 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2264
program conform_2264
workgroup 1, 1, 1
grid 32, 1, 1
param p_bool: bool = true
param p_u32: u32 = 0
param p_i32: i32 = 11
param p_u64: u64 = 10
param p_i64: i64 = -17
param p_f32: f32 = 4.25
param p_f64: f64 = -0.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32] @binding(7)
out b1: u32[32] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[5] @binding(28)
in fixed_u32: u32[8] @binding(35)
uniform fixed_i32: i32[11] @binding(5)
in fixed_u64: u64[11] @binding(12)
in fixed_i64: i64[3] @binding(19)
uniform fixed_f32: f32[9] @binding(26)
in fixed_f64: f64[10] @binding(33)
uniform b10: u16[8, 1] @binding(3)
persistent o11_32: f32[] @binding(10)
persistent o12_288: i8[, 3, 3] @binding(17)
inout b13: f32[33] @binding(24) @cache(random)
persistent b14: u32[34, 3] @binding(31)
out b15: atomic u32[2] @binding(1)
out b16: atomic i64[32] @binding(8)
shared b17: u32[1] @binding(15)
shared b18: i32[1] @binding(22)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = trunc((true ? fixed_f64[me + 0] : fixed_f64[x0 % 11]))
v2 = (unbits(fixed_u64[x0 % 12]) * unbits(fixed_u64[me + 1]))
if me < len(o12_288) { o12_288[me, 1, 0] += (fixed_bool[me + 2] ? abs(i32(fixed_bool[u64(1514623531u64) % 6])) : rotl((i32(-2147483648) - y1), (fixed_i64[me + 2] ^ fixed_i64[9223372036854775807i64 % 4]))) }
var a3: i32[5]
a3[p_u32 % 6] += ((a3[(~x0) % 6] | o12_288[me, 1, 1]) | (false ? o12_288[me, 1, 0] : p_i32))
let v4 = a3[abs(x0) % 5]
return bits(f32(y1))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_add(p_f64)
let v6 = subgroup_min(u32(fixed_u64[p_u32 % 12]))
let v7 = subgroup_min(o12_288[me, 1, 1])
let v8 = subgroup_min(u64(p_u64))
let v9 = subgroup_min(b16[me])
let v10 = subgroup_min(fixed_f32[clz(v9) % 10])
let v11 = subgroup_min((v5 * v5))
let v12 = subgroup_max(v6)
let v13 = subgroup_max((true ? v7 : v7))
let v14 = subgroup_max(v8)
let v15 = subgroup_max(((atomic_exchange(b16[me], v9, acquire, workgroup) * fixed_i64[u32(b14[me, 1]) % 4]) << u32(v5)))
let v16 = atomic_load(b16[me])
if (fixed_bool[max(599302487u32, TABLE[3]) % 6] && (fixed_bool[2u32 % 6] | fixed_bool[(true ? 1190134021u32 : 858371158u32) % 6])) { return }
o11_32[me] += (f32(v15) + workgroup_broadcast(p_f32, 33u32 % 2))
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
