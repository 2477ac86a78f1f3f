// Program 30093 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 30093
program conform_30093
workgroup 64, 1, 1
grid 128, 1, 1
param p_bool: bool = false
param p_u32: u32 = 3
param p_i32: i32 = 6
param p_u64: u64 = 20
param p_i64: i64 = -26
param p_f32: f32 = 0.25
param p_f64: f64 = -8.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128] @axis(0)
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[4]
uniform fixed_i32: i32[7]
in fixed_u64: u64[11]
in fixed_i64: i64[11] @axis(0)
uniform fixed_f32: f32[9]
in fixed_f64: f64[10]
in b10: u16[8]
out b11: i32[130]
out b12: f32[128]
inout o13_130: u8[, 1]
persistent b14: atomic u32[2]
inout o15_128: atomic i32[]
shared b16: u32[64]
shared b17: i8[64]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[512] @count(found)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_min(rotl((fixed_bool[p_u32 % 6] ? p_u32 : b0[x0 % 129]), (fixed_i64[me + 2] * fixed_i64[clamp(x0, x0, x0) % 12])))
var v3 = fixed_bool[SUM % 6]
v3 = bool((true ? fixed_u64[me + 0] : fixed_u64[bytes[p_u32 % 41] % 12]))
v3 = true
var v4 = mulhi(ctz(u64_at(bytes, u32(255i64) % 41)), fixed_u64[2147483647u32 % 12])
return v2
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_scan_or(b10[4294967295u32 % 9])
let v6 = workgroup_scan_or(atomic_and(o15_128[me], i32(-2147483648), relaxed))
let v7 = workgroup_scan_or((true ? fixed_u64[u32(fixed_i32[p_u32 % 8]) % 12] : p_u64))
let v8 = atomic_compare_exchange(o15_128[me], p_i32, v6, release, device)
let v9 = ((b10[b10[p_u32 % 9] % 9] % 5 != 1) ? grid_scan_and(fixed_i64[(b0[66] % v5) % 12]) : grid_iscan_and(fixed_i64[me + 0]))
let v10 = grid_min((fixed_i32[v7 % 8] ^ p_i32))
let v11 = ((p_u32 - 1449620640u32) + grid_scan_xor(u32(min(b12[me], b12[me]))))
b11[me] = p_i32
barrier grid
b16[here] = u32(((fixed_u64[(v11 << p_u64) % 12] >> 1i64) / ceil_div(v7, v7)))
atomic_min(b14[TABLE[8] % 3], bits(f32(3i64)), relaxed)
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
