// Program 57967 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 57967
program conform_57967
workgroup 256, 1, 1
grid 256, 1, 1
param p_bool: bool = true
param p_u32: u32 = 18
param p_i32: i32 = 7
param p_u64: u64 = 19
param p_i64: i64 = -31
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @align(32)
out b1: u32[256] @range(252, 450)
in bytes: u8[40]
uniform fixed_bool: bool[4]
uniform fixed_u32: u32[4]
in fixed_i32: i32[10]
in fixed_u64: u64[9]
in fixed_i64: i64[5]
uniform fixed_f32: f32[3] @align(16)
uniform fixed_f64: f64[6] @axis(0)
uniform b10: u8[3, 3]
persistent b11: f64[256, 1] @align(64) @cache(temporal)
out b12: i32[256, 2]
persistent b13: i8[257, 3]
inout b14: atomic i32[2]
scratch b15: atomic u64[256]
shared b16: u32[256]
shared b17: i8[256]
shared b18: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = u32(f64(x0))
var v3 = ((y1 << v2) >> (fixed_i32[i32(true) % 11] % y1))
v3 += y1
v3 += (p_i32 / clamp(v3, v3, y1))
return 33u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_min((b10[fixed_u32[p_u32 % 5] % 4, 1] * b16[here]))
let v5 = workgroup_scan_min(ctz(p_i32))
let v6 = workgroup_scan_min(atomic_sub(b15[me], 1074142178u64))
let v7 = atomic_compare_exchange(b15[me], v6, v6, acq_rel, device)
atomic_add(b14[u32(v4) % 3], (i32(fixed_f64[b10[2, 1] % 7]) % (b13[me, 1] >> TABLE[b16[here] % 10])), release)
var w8 = 0
loop {
w8 += 1
if w8 > 3 { break }
let v9 = workgroup_broadcast(sqrt(p_f64), max(b10[1, 1], 4294967295u32) % 257)
let v10 = grid_broadcast(rotr((-fixed_i64[me + 1]), u32_at(bytes, b1[me] % 41)), (388435254u32 - 4294967294u32) % 257)
if (f32(b0[rotr(63u32, grid_size.y) % 257]) == (fixed_bool[b10[0, 1] % 5] ? unbits(0x4f800000u32) : fixed_f32[b10[2, 1] % 4])) {
break
}
}
for k11 in p_u32 % 2..1 + grid_max((u32(v6) ^ fixed_u32[v4 % 5])) % 3 {
let v12 = f0(u32(fixed_i64[v5 % 6]), ((fixed_bool[me + 0] && fixed_bool[me + 2]) ? i32(v5) : (~b12[me, 1])))
if fixed_bool[k11 % 5] {
continue
}
let n13 = fixpoint k14 in 2..4 {
let v15 = (p_bool || grid_broadcast(bool(f32(fixed_i64[rotr(b0[p_u32 % 257], fixed_i64[3]) % 6])), reverse(k11) % 257))
if grid_iscan_and(v15) {
block l16 {
let v17 = clamp(sqrt(p_f32), (fixed_f32[me + 2] - p_f32), fixed_f32[64i64 % 4])
print "{} {}", (v15 ? atomic_and(b15[me], p_u64) : u64_at(bytes, 63i64 % 41)), (v15 ? v4 : b16[here])
if ((fixed_i32[b10[p_u32 % 4, 1] % 11] <= 255i32) ^ fixed_bool[k11 % 5]) {  }
}
} else {
}
if k14 < 3 && (mulhi(u64_at(bytes, 33u32 % 41), 1u64) > (u64_at(bytes, p_u32 % 41) | v7)) { again }
}
if ((-fixed_i32[(true ? p_u32 : k11) % 11]) == (fixed_bool[fixed_i32[7] % 5] ? 1003925683i32 : fixed_i32[u32(127i32) % 11])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7)
