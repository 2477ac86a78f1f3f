// Program 19291 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 19291
program conform_19291
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 20
param p_i32: i32 = 17
param p_u64: u64 = 22
param p_i64: i64 = -12
param p_f32: f32 = 6.25
param p_f64: f64 = -6.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1] @axis(0)
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[9]
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[9] @align(64) @axis(0)
in fixed_i64: i64[7]
uniform fixed_f32: f32[9]
in fixed_f64: f64[9]
uniform b10: u8[6, 1]
out b11: f64[1]
scratch b12: i64[3] @cache(random)
out b13: atomic i64[1]
inout b14: atomic i64[1]
shared b15: u32[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[4] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (fixed_bool[p_u32 % 7] ^ fixed_bool[p_i32 % 7])
v2 = (i32(fixed_f64[x0 % 10]) <= y1)
v2 = (x0 % 5 != 2)
if me < 3 { b11[me] = (v2 ? fixed_f64[p_u32 % 10] : (fixed_bool[b10[me + 2, 0] % 7] ? fixed_f64[b10[me + 1, 0] % 10] : b11[me])) }
var a3: f32[5]
a3[p_u32 % 5] = (fixed_bool[me + 1] ? f32(fixed_f64[(v2 ? wid.x : x0) % 10]) : (a3[len(b1) % 6] - a3[u32(3.0f64) % 6]))
let v4 = a3[x0 % 5]
v2 = ((!fixed_bool[63u64 % 7]) & (!fixed_bool[p_u32 % 7]))
return b10[me + 1, x0 % 1]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_load(fixed_f64[1414258334u32 % 10])
var v6 = (-(-fixed_f32[b0[0] % 10]))
v6 = ceil(f32(p_f32))
var v7 = rotr(b12[me], (fixed_i32[2u32 % 4] % fixed_i32[me + 1]))
v7 = (-clz(i64(true)))
let v8 = subgroup_iscan_xor(p_bool)
let v9 = p_i64
v7 += v7
var v10 = sqrt((fixed_f64[(b10[p_u32 % 7, 0] % u32_at(bytes, p_u32 % 41)) % 10] + fixed_f64[clz(127u32) % 10]))
v10 = ((fixed_bool[542359841u32 % 7] | fixed_bool[fixed_u32[8] % 7]) ? workgroup_max(fixed_f64[(true ? 4294967295u32 : 1015942342u32) % 10]) : workgroup_min((fixed_f64[me + 1] - v10)))
atomic_store(b14[me], ((v9 >> fixed_i32[4294967294u32 % 4]) + rotr(atomic_sub(b14[me], 1421408506i64), 255u32)))
for k11 in (2147483647u32 * b0[p_u32 % 2]) % 2..1 + (bits(16777217.0f32)) % 30 {
for k12 in 9223372036854775807i64 - i64((p_u32 / k11) % 6)..9223372036854775807i64 {
v7 += mulhi(min(k12, k12), (k12 << k12))
var v13 = v10
v13 += sqrt(f64(fixed_i32[u32_at(bytes, 7) % 4]))
if (bits(v6) % 2 >= 2) { break }
v7 = abs((v7 >> v7))
}
if subgroup_scan_xor(v8) {
hits[atomic_add(found[0], 1)] = u32(ceil(v6))
}
hits[atomic_add(found[0], 1)] = k11
let v14 = sqrt(3.0f64)
for k15 in (fixed_bool[p_u32 % 7] ? k11 : k11) % 2..1 + subgroup_max(k11) % 3 {
var w16 = 0
while w16 < 5 && v8 {
w16 += 1
block l17 {
if ((b15[here] * k15) % 2 == 2) { leave l17 }
v7 = ((v8 && v8) ? min(atomic_compare_exchange(b14[me], v7, v7, acquire, system), v7) : i64(fixed_f32[b10[me + 2, 0] % 10]))
b15[here] = gid.y
if ((b1[me] / k11) % 3 < 2) { break }
}
}
let v18 = (v6 + subgroup_load(fixed_f32[k11 % 10]) * subgroup_broadcast(fixed_f32[b15[here] % 10], k15 % 33))
v7 = (~fixed_i64[abs(k11) % 8])
let v19 = subgroup_or(fixed_bool[(k15 | 4294967294u32) % 7])
if (bool(b0[ctz(TABLE[p_u32 % 10]) % 2]) && (v19 && fixed_bool[b10[0, 0] % 7])) {
var w20 = 2
while w20 > 0 {
w20 -= 1
var w21 = 0
loop {
w21 += 1
if w21 > 4 { break }
b15[here] >>= i64(round(1.0f64))
}
}
}
}
v6 += f32((k11 / b0[k11 % 2]))
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b15, 0, 0)
wait()
let v22 = workgroup_broadcast((v8 ? k11 : b15[here]), u32(64u64) % 2)
if false {
continue
}
}
each i in 0..1, j in 0..1 {
b11[i * 1 + j] = unbits(0x7ff0000000000000u64)
}
for k25 in 2147483647i32 - i32(31u32 % 6)..2147483647i32 step (fixed_bool[31u32 % 7] ? 2079074939i32 : fixed_i32[64u32 % 4]) % 2 {
var w26 = 0
while w26 < 2 && bool(fixed_u32[2087781464u32 % 10]) {
w26 += 1
b11[me] -= fixed_f64[i32(v8) % 10]
if bool(k25) { continue }
let v27 = f0(u32((v8 ? p_u64 : 1u64)), ((v8 ? fixed_i32[clz(fixed_u64[p_u32 % 10]) % 4] : 2147483647i32) ^ i32(-3.0f64)))
var w28 = 0
loop {
w28 += 1
if w28 > 4 { break }
var w29 = 0
while w29 < 3 && bool((fixed_f32[1242834947u32 % 10] <= 0.0f32)) {
w29 += 1
if me <= 1 { b11[me] = ((fixed_bool[v27 % 7] ? bool(v8) : bool(3u64)) ? v10 : max((fixed_f64[v7 % 10] - -2.5f64), (p_f64 / fixed_f64[(fixed_u64[p_u32 % 10] << fixed_u64[me + 2]) % 10]))) }
if (bool(k25) | (fixed_bool[me + 2] != v8)) { break }
}
b15[here] += u32((v10 / v10))
if ((v8 ? u32_at(bytes, v9 % 41) : v27) % 2 >= 2) { continue }
atomic_sub(b13[(v27 & b15[here]) % 2], v9, release)
block l30 {
var w31 = 0
while w31 < 4 && v8 {
w31 += 1
if me < len(b1) { b11[me] += round((v5 + v5)) }
if false { break }
}
if (ceil_div(b0[256u32 % 2], v27) % 2 == 1) { break }
b15[here] += (-v27)
if bool((v10 * b11[me])) { leave l30 }
}
}
if v8 { break }
}
if ((true ? true : false) ? bool(v5) : (v8 && v8)) { continue }
}
each i in 0u64..1 {
hits[atomic_add(found[0], 1)] = popcount(b10[u32_at(bytes, 29) % 7, 0])
let v33 = (~rotr(fixed_u64[b0[p_u32 % 2] % 10], (fixed_u64[TABLE[6] % 10] + i)))
if (i64(b10[gid.y % 7, 0]) != 7i64) { continue }
for k34 in i64(v6) % 3..v9 % 6 {
b11[i] = b11[i]
b1[i] |= (b0[31u32 % 2] * min(2147483648u32, p_u32))
if bool(bits(v6)) { break }
if ((b1[i] != 1794358523u32) || v8) { break }
}
}
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
