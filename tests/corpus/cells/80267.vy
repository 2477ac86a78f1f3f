// Program 80267 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 80267
program conform_80267
workgroup 32, 1, 1
grid 65, 1, 1
param p_bool: bool = true
param p_u32: u32 = 29
param p_i32: i32 = -1
param p_u64: u64 = 15
param p_i64: i64 = -14
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[3]
in fixed_i32: i32[10]
uniform fixed_u64: u64[8]
in fixed_i64: i64[3]
in fixed_f32: f32[7]
in fixed_f64: f64[7]
in b10: i16[3, 1]
out b11: u64[95]
scratch b12: bool[98, 2]
out b13: u8[97] @cache(temporal)
out b14: atomic i32[3]
inout b15: atomic i64[len(b0)]
shared b16: u32[32]
shared b17: bool[32]
shared b18: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = f64((fixed_f32[x0 % 8] - fixed_f32[31u64 % 8]))
v2 = fma(min(fixed_f64[b0[me + 2] % 8], v2), f64(fixed_f32[rotr(p_u32, 0i64) % 8]), v2)
atomic_sub(b14[ctz(x0) % 4], (clz(1i32) | i32(x0)), acquire, system)
for k3 in (p_bool ? y1 : p_i32) % 3..i32(y1) % 6 {
v2 = unbits(0x8f73671135389100u64)
for k4 in reverse(bytes[128i64 % 41]) % 3..u32(255u64) % 6 {
let v5 = (fixed_i64[me + 0] & atomic_sub(b15[me], fixed_i64[p_u32 % 4], acquire))
v2 /= f64((fixed_u64[128u32 % 9] - fixed_u64[me + 0]))
if bool(f32(x0)) { break }
if fixed_bool[reverse(k4) % 5] { break }
}
}
return ((p_bool != fixed_bool[(p_u32 << p_u64) % 5]) ? x0 : TABLE[abs(x0) % 10])
}
fn f1(x6: u32, y7: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_load(b16[p_u64 % 33])
var a9: f32[3]
a9[v8 % 4] += ((fixed_bool[me + 0] ? fixed_bool[2i32 % 5] : fixed_bool[1i64 % 5]) ? round(p_f32) : f32(x6))
let v10 = a9[b0[59] % 3]
region "r11" {
block l12 {
var w13 = 2
while w13 > 0 {
w13 -= 1
var w14 = 0
loop {
w14 += 1
if w14 > 2 { break }
region "r15" {
let v16 = (fixed_bool[bytes[35] % 5] ? workgroup_min((fixed_bool[b0[p_u32 % 97] % 5] ? fixed_f64[b0[92] % 8] : fixed_f64[rotl(x6, p_i64) % 8])) : workgroup_min(fma(fixed_f64[x6 % 8], fixed_f64[fixed_i32[4] % 8], p_f64)))
}
}
if ((bytes[1763835661i32 % 41] > b0[31i64 % 97]) || p_bool) {
continue
}
if (!(fixed_bool[127u64 % 5] & p_bool)) {
leave l12
}
}
if bool((u64_at(bytes, b0[81] % 41) * fixed_u64[(p_u32 % b0[39]) % 9])) {
leave l12
}
if fixed_bool[fixed_i32[3] % 5] {
leave l12
}
if (!p_bool) {
leave l12
}
}
}
return u32((p_bool ? y7 : y7))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a17: f64[3]
a17[255u32 % 3] += (a17[b11[me] % 4] / abs(fixed_f64[b13[me] % 8]))
let v18 = a17[2u32 % 3]
let v19 = f32(((-u64_at(bytes, b13[me] % 41)) | fixed_u64[u32(fixed_i64[p_u32 % 4]) % 9]))
var a20: u32[4]
a20[b13[me] % 5] = (fixed_u32[a20[0] % 4] + grid_scan_or(p_u32))
let v21 = a20[2147483647u32 % 4]
var v22 = b0[256i32 % 97]
for k23 in rotr(v21, fixed_i32[me + 1]) % 3..b13[me] % 6 {
let v24 = (u32((b17[here] ? fixed_i32[me + 1] : fixed_i32[me + 2])) % v21)
if (popcount(b0[me + 0]) % 3 >= 1) { break }
}
for k25 in u32(unbits(0x1u64)) % 2..2 + (max(u32_at(bytes, p_u32 % 41), p_u32) + grid_broadcast((-v21), (false ? 7u32 : b0[p_u32 % 97]) % 97) * grid_or(((a20[b13[me] % 5] % 5 != 2) ? (~b13[me]) : (p_bool ? 128u32 : wid.y)))) % 3 step 2 {
if me < 98 { b13[me] = popcount(k25) }
b16[here] = ((255u32 % TABLE[(a20[3] ^ v21) % 10]) + v21)
a17[v22 % 3] += v18
if ((k25 | p_u32) != u32(k25)) {
continue
}
block l26 {
var w27 = 0
loop {
w27 += 1
if w27 > 3 { break }
v22 = ceil_div(b0[p_u32 % 97], ((fixed_f32[TABLE[p_u32 % 10] % 8] != fixed_f32[v22 % 8]) ? v22 : ceil_div(64u32, k25)))
v22 ^= (~u32(round(fixed_f32[71252502u32 % 8])))
let v28 = ((fixed_f32[u32(p_i64) % 8] > unbits(0x7f7fffffu32)) ? grid_scan_or(ctz(1i64)) : grid_iscan_add(i64(-9223372036854775808)))
if fixed_bool[p_u32 % 5] {
for k29 in -2..2 {
b11[me] += u64((b12[me, 1] ? v18 : v18))
if fixed_bool[b0[79] % 5] {
let v30 = grid_iscan_or(clamp(fixed_u64[v22 % 9], fixed_u64[(workgroup_size.x + TABLE[1]) % 9], u64_at(bytes, k25 % 41)))
continue
}
b12[me, (v21 % a20[p_u32 % 5]) % 2] = ((atomic_exchange(b15[me], 7i64, acq_rel, system) * fixed_i64[v22 % 4]) > 64i64)
if (bool(fixed_f64[64u32 % 8]) && p_bool) {
b17[here] = (fixed_bool[me + 1] & bool(atomic_load(b15[me])))
} else {
}
if ((fixed_bool[64u32 % 5] ? true : fixed_bool[TABLE[8] % 5]) | (fixed_f64[k25 % 8] < fixed_f64[k25 % 8])) {
break
}
if ((fixed_bool[32i64 % 5] ? 2147483648u32 : b0[k25 % 97]) % 3 < 1) {
leave l26
}
}
leave l26
}
}
if ((p_u32 * TABLE[clamp(p_u32, 256u32, bytes[32]) % 10]) == (b0[k25 % 97] - k25)) {
leave l26
}
if (max(fixed_f64[1112729535u64 % 8], fixed_f64[(k25 << 0u64) % 8]) < ceil(fixed_f64[k25 % 8])) {
leave l26
}
if bool(floor(fixed_f32[(true ? b0[p_u32 % 97] : k25) % 8])) {
leave l26
}
if false {
leave l26
}
}
if (reverse(k25) % 2 < 2) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(a17[1]) + u32(v18) + u32(v19) + u32(a20[2]) + u32(v21) + u32(v22)
