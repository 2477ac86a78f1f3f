// Program 140 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 140
program conform_140
workgroup 8, 4, 1
grid 15, 8, 1
param p_bool: bool = false
param p_u32: u32 = 9
param p_i32: i32 = 1
param p_u64: u64 = 5
param p_i64: i64 = -9
param p_f32: f32 = 8.25
param p_f64: f64 = -8.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
uniform fixed_bool: bool[4]
uniform fixed_u32: u32[5] @cache(streaming)
in fixed_i32: i32[10]
in fixed_u64: u64[4]
in fixed_i64: i64[3]
in fixed_f32: f32[10]
in fixed_f64: f64[10] @cache(streaming)
in b10: u8[6, 3]
out b11: u64[129]
scratch b12: f32[130, 1]
persistent b13: f32[129, 3]
scratch b14: u32[129] @axis(0)
out b15: atomic i32[3]
out b16: atomic u32[128]
shared b17: u32[32]
shared b18: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = (reverse(y1) - (1i32 - 127i32))
return (-u32(fixed_bool[u32(31i64) % 5]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_min(min(u64_at(bytes, 31u32 % 41), fixed_u64[128u32 % 5]))
let v4 = workgroup_min(fixed_i64[fixed_u32[p_u32 % 6] % 4])
let v5 = workgroup_min(b12[me, 0])
let v6 = atomic_compare_exchange(b16[me], TABLE[p_u32 % 10], 4294967295u32)
b17[here] = ((fixed_bool[u32(v5) % 5] ? fixed_u32[(fixed_bool[p_u32 % 5] ? v6 : b10[p_u32 % 7, 1]) % 6] : 33u32) + workgroup_scan_and(clz(v6)))
if (fixed_bool[p_u64 % 5] || p_bool) { return }
let v7 = ((fixed_bool[p_u32 % 5] ^ fixed_bool[abs(256u32) % 5]) ? grid_min(32i64) : mulhi(fixed_i64[2u32 % 4], p_i64))
b17[here] = v6
fixpoint k9 in 0..4 {
for k10 in 18446744073709551615u64 - u64((TABLE[4] | v6) % 6)..18446744073709551615u64 {
b17[here] /= min(u32_at(bytes, subgroup % 41), u32(k10))
b11[me] += popcount(128u64)
if (bool(fixed_u64[me + 0]) || fixed_bool[TABLE[p_u32 % 10] % 5]) { continue }
}
barrier workgroup
if me < len(b0) { b11[me] += bits(unbits(0x8c55fa04f839ef1fu64)) }
if k9 < 3 && ((fixed_bool[v6 % 5] ? v3 : v3) >= rotl(p_u64, p_i64)) { again }
}
b11[me] %= u64(clamp(p_f64, fixed_f64[v6 % 11], 2.5f64))
b11[me] += grid_and((v3 % fixed_u64[me + 2]))
let v11 = grid_min(fixed_f64[TABLE[p_u32 % 10] % 11])
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v11)
