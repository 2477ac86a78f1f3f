// Program 99505 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 99505
program conform_99505
workgroup 64, 1, 1
grid 255, 1, 1
param p_bool: bool = false
param p_u32: u32 = 37
param p_i32: i32 = -13
param p_u64: u64 = 28
param p_i64: i64 = -16
param p_f32: f32 = 8.25
param p_f64: f64 = -8.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[10]
uniform fixed_u32: u32[10]
in fixed_i32: i32[9]
in fixed_u64: u64[8]
uniform fixed_i64: i64[3]
uniform fixed_f32: f32[7]
in fixed_f64: f64[10]
uniform b10: u16[7, 3]
inout b11: i32[257]
inout b12: u64[258, 3]
scratch b13: atomic i32[3] @live
out b14: atomic i32[256]
shared b15: u32[64]
shared b16: bool[64]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = (bool(fixed_f32[popcount(bytes[37]) % 8]) ? (fixed_i64[x0 % 4] >> fixed_u64[2147483648u32 % 9]) : ctz(fixed_i64[p_u32 % 4]))
block l3 {
var v4 = rotr(fixed_i64[(false ? x0 : len(b1)) % 4], rotl(TABLE[clz(818706711u32) % 10], y1))
v4 = (-(~clamp(fixed_i64[b0[p_u32 % 257] % 4], v2, v4)))
if ((!fixed_bool[u32_at(bytes, 22) % 11]) || bool(256i64)) {  }
}
return 2147483647u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_and(u64(p_bool))
let v6 = workgroup_and(fixed_i64[b10[me + 1, 1] % 4])
let v7 = workgroup_or((v6 >= v6))
atomic_store(b14[me], (~b11[me]), relaxed, system)
atomic_add(b13[(-1011775766u32) % 4], fixed_i32[2i64 % 10], acquire, device)
if me < 257 { b11[me] = (i32((fixed_i32[b11[me] % 10] / b11[me])) / i32(abs(fixed_f32[(b10[6, 1] * b15[here]) % 8]))) }
if me < 256 { b11[me] += max(i32(fixed_f64[(1u32 | p_u32) % 11]), atomic_compare_exchange(b14[me], 128i32, 256i32)) }
for k8 in (fixed_bool[2117185987i32 % 11] ? fixed_i32[me + 1] : p_i32) % 3..atomic_load(b14[me]) % 6 {
if b16[here] {
b16[here] = bool(i32(fixed_f32[128u32 % 8]))
} else {
print "{} {}", round(p_f32), bool(v6)
}
if b16[here] { break }
}
var w9 = 0
while w9 < 4 && ((v7 ? p_bool : v7) ? (255u64 <= u64_at(bytes, b10[me + 2, 1] % 41)) : (!v7)) {
w9 += 1
if (fixed_f32[1872249692u32 % 8] > fixed_f32[max(b15[here], workgroup_size.x) % 8]) { break }
}
let v10 = f0((reverse(b15[here]) + u32(b11[me])), (bool(bytes[u32(unbits(0x4631e1edu32)) % 41]) ? i32(v6) : fixed_i32[u32(b16[here]) % 10]))
if ((v7 ? v5 : fixed_u64[me + 0]) > bits(fixed_f64[(-1i32) % 11])) && me % 6 == 0 { return }
b11[me] += (fixed_bool[u32(2147483647i32) % 11] ? grid_iscan_max(clz(max(p_i32, fixed_i32[me + 2]))) : (b11[me] + b11[me]))
b11[me] += rotl((fixed_i32[fixed_u64[me + 1] % 10] % clamp(fixed_i32[(v7 ? i32(-2147483648) : fixed_i32[8]) % 10], fixed_i32[v10 % 10], b11[me])), grid_size.y)
var v11 = (clamp(fixed_f32[256u32 % 8], fixed_f32[7u32 % 8], fixed_f32[(p_u32 >> fixed_i32[p_u32 % 10]) % 8]) + workgroup_load(fixed_f32[63u32 % 8]))
v11 = sqrt(fixed_f32[b0[208] % 8])
if ((fixed_f64[p_u64 % 11] - p_f64) < fixed_f64[u32(1.0f32) % 11]) && wid.x % 2 == 1 { return }
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v10) + u32(v11)
