// Program 26366 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 26366
program conform_26366
workgroup 8, 4, 1
grid 24, 12, 1
param p_bool: bool = false
param p_u32: u32 = 24
param p_i32: i32 = 6
param p_u64: u64 = 2
param p_i64: i64 = -21
param p_f32: f32 = 7.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288] @cache(streaming)
out b1: u32[288] @range(962, 126)
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[8]
in fixed_i32: i32[8]
uniform fixed_u64: u64[11]
in fixed_i64: i64[8]
in fixed_f32: f32[10] @align(16)
in fixed_f64: f64[11]
in b10: i8[6, 1]
inout b11: f64[287]
persistent b12: i64[287, 3]
persistent b13: f64[288, 2]
scratch b14: atomic u64[1] @live
inout b15: atomic u32[288]
shared b16: u32[32]
shared b17: bool[32]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: i64[4]
a2[x0 % 4] += i64(((fixed_i32[p_u32 % 9] + y1) / i32(fixed_i64[(TABLE[8] | p_u32) % 9])))
let v3 = a2[abs(x0) % 4]
var a4: u32[5]
a4[a4[p_u32 % 6] % 5] ^= bits((-(fixed_f32[u32(1u64) % 11] * fixed_f32[a4[0] % 11])))
let v5 = a4[x0 % 5]
a2[p_u32 % 4] = clz((a2[4294967295u64 % 5] % a2[v5 % 5]))
return ((bytes[v5 % 41] % 3 < 1) ? clz(bytes[v5 % 41]) : ctz(fixed_u32[rotl(b0[55], fixed_u32[1]) % 9]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_load(b15[ceil_div(u32_at(bytes, 29), 64u32) % 289])
let v7 = grid_load(fixed_i32[(p_u32 % p_u32) % 9])
let v8 = grid_load(fixed_u64[v6 % 12])
atomic_store(b15[me], u32(mulhi(v6, p_u32)))
atomic_sub(b14[4294967295u32 % 2], ((false ? b17[here] : b17[here]) ? v8 : min(fixed_u64[me + 1], fixed_u64[TABLE[p_u32 % 10] % 12])), acquire, device)
b16[here] += rotr((TABLE[31u32 % 10] ^ v6), u64(fixed_i32[i32(i32(-2147483647)) % 9]))
var w9 = 0
while w9 < 5 && (fixed_f64[(p_bool ? v6 : v6) % 12] >= f64(fixed_f32[256i64 % 11])) {
w9 += 1
if (fixed_f64[v6 % 12] != abs(fixed_f64[v6 % 12])) {
b11[me] = f64(sqrt((true ? p_f64 : b13[me, 1])))
b16[here] = u32(fixed_i64[me + 2])
atomic_add(b14[clamp(p_u32, v6, lid.y) % 2], rotl((v8 | fixed_u64[9223372036854775807i64 % 12]), i64(p_f64)), relaxed, system)
}
atomic_add(b14[v6 % 2], (u64(v6) << v7), acquire, workgroup)
var v10 = u32((trunc(3.0f32) * (fixed_f32[v6 % 11] * fixed_f32[me + 2])))
v10 = (v6 | u32((v10 % 5 < 1)))
if bool((workgroups.x << v6)) { continue }
}
b11[me] = trunc(f64(u32(v8)))
atomic_add(b14[u32(16777217.0f32) % 2], u64(mulhi(b10[b1[me] % 7, 0], v7)), release)
if ((p_f32 < fixed_f32[p_u32 % 11]) ? grid_all(fixed_bool[me + 1]) : (true ? fixed_bool[reverse(v6) % 10] : fixed_bool[(true ? v6 : v6) % 10])) {
var v11 = ((b17[here] ? fixed_bool[b0[202] % 10] : b17[here]) ? v7 : p_i32)
b11[me] += fma(ceil(fixed_f64[(b17[here] ? v6 : v6) % 12]), unbits(fixed_u64[v6 % 12]), f64(b10[wid.y % 7, 0]))
b11[me] += floor(fixed_f64[v6 % 12])
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8)
