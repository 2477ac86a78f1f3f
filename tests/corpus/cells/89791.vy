// Program 89791 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 89791
program conform_89791
workgroup 100, 1, 1
grid 330, 1, 1
param p_bool: bool = true
param p_u32: u32 = 25
param p_i32: i32 = -12
param p_u64: u64 = 23
param p_i64: i64 = -3
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 100
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[400]
out b1: u32[400]
in bytes: u8[40]
in fixed_bool: bool[8]
uniform fixed_u32: u32[8]
in fixed_i32: i32[3]
uniform fixed_u64: u64[3]
in fixed_i64: i64[6]
uniform fixed_f32: f32[11] @cache(random)
in fixed_f64: f64[8]
in b10: u16[3, 3]
inout b11: u8[399]
scratch b12: i8[400]
scratch b13: atomic i64[1]
scratch b14: atomic u64[len(b0)]
shared b15: u32[100]
shared b16: i16[100] @align(64)
shared b17: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = fixed_i32[me + 0]
if ((fixed_bool[me + 0] ? bytes[x0 % 41] : b10[x0 % 4, p_u32 % 3]) % 5 == 2) {
} else if bool((fixed_i64[p_u32 % 7] ^ fixed_i64[(false ? x0 : p_u32) % 7])) {
for k3 in u64(fixed_f64[me + 2]) % 3..bits(fixed_f64[me + 0]) % 6 {
block l4 {
if (trunc(fixed_f32[me + 2]) <= min(fixed_f32[me + 2], fixed_f32[2147483648u32 % 12])) { break }
if (p_u32 % 4 == 1) { break }
}
if bool(fixed_f64[b10[p_u32 % 4, 1] % 9]) { continue }
}
} else {
}
return ((x0 % b10[me + 2, 1]) % (fixed_bool[32u32 % 9] ? 255u32 : 4294967294u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v5 = workgroup_min(fixed_f64[me + 0])
var v6 = (p_i32 / fixed_i32[bytes[p_u32 % 41] % 4])
var v7 = b11[me]
v7 -= ((fixed_bool[me + 1] ? p_u32 : workgroup_size.y) / u32(fixed_f32[me + 0]))
var v8 = v6
v8 += b16[here]
let v9 = (bool(fixed_f32[i64(-9223372036854775808) % 12]) ? subgroup_load(fixed_f32[u32(i64(-9223372036854775808)) % 12]) : subgroup_max(abs(fixed_f32[v7 % 12])))
var v10 = ((~b10[ctz(429899218i32) % 4, 1]) >= bytes[fixed_u32[0] % 41])
let v11 = ((~fixed_i64[2147483647u32 % 7]) + (v10 ? fixed_i64[128i32 % 7] : fixed_i64[255u32 % 7]))
var w12 = 0
while w12 < 3 && fixed_bool[2147483647u32 % 9] {
w12 += 1
b12[me] += reverse(i32(v9))
b1[me] = b11[me]
if p_bool { break }
}
var w13 = 0
while w13 < 4 && (!(b10[grid_size.y % 4, mulhi(fixed_u32[6], p_u32) % 3] % 2 < 1)) {
w13 += 1
if me < 401 { b12[me] = i32(u32(v7)) }
let v14 = fixed_bool[v7 % 9]
b15[here] += u32(ctz(b0[v7 % 401]))
var v15 = clamp(abs(p_i32), i32(ctz(32u64)), i32(f32(fixed_f64[32i32 % 9])))
if (!v10) { break }
}
v7 += subgroup_min(v7)
barrier workgroup
b11[me] &= (max(v7, b10[u32_at(bytes, p_u32 % 41) % 4, 1]) + workgroup_max(v7))
v8 += (((fixed_bool[me + 0] | v10) ? i32(v9) : fixed_i32[b12[me] % 4]) << i64(f32(v11)))
if me <= len(b1) { b1[me] <<= rotr(u32(round(fixed_f64[me + 1])), abs(33i64)) }
var w16 = 0
while w16 < 3 && bool((true ? fixed_u64[b0[p_u32 % 401] % 4] : fixed_u64[0u32 % 4])) {
w16 += 1
v7 *= 64u32
if ((fixed_u64[me + 2] | atomic_sub(b14[me], 764255898u64, acq_rel, device)) >= b17[(v10 ? v7 : v7) % 3]) { continue }
var v17 = ((b1[me] % 2 == 2) || v10)
}
v10 = ((v10 || false) ? v10 : (fixed_u32[rotr(32u32, 255u64) % 9] % 5 < 2))
v10 = ((p_u32 % 4 < 2) && bool(fixed_f32[u64_at(bytes, 38) % 12]))
if (p_bool & bool(p_f64)) && wid.x % 1 == 1 { return }
var w18 = 4
while w18 > 0 && (w18 % 3 == 2 || ((!false) || (fixed_bool[4294967295u32 % 9] && false))) {
w18 -= 1
v8 += ((255i32 & 33i32) + subgroup_max(i32(v7)))
if bool(2.5f32) {
continue
}
}
if bool(min(32u32, v7)) {
v7 = reverse((~v7))
}
for k19 in u32(fixed_i32[3u64 % 4]) % 3..(-b10[2u32 % 4, 1]) % 6 step u32(v11) % 2 {
var v20 = v11
v20 += mulhi(i64(v10), v11)
v20 += max(((fixed_i64[p_u32 % 7] % v20) | v11), rotl((p_i64 >> v7), (v6 - fixed_i32[me + 1])))
}
b15[here] = abs(u32(v11))
if me < len(b1) { b1[me] = ((32u32 * v7) << u64_at(bytes, b10[p_u32 % 4, 1] % 41)) }
v10 = v10
let v21 = (u64(v9) + workgroup_scan_max(atomic_and(b14[me], fixed_u64[1])) * workgroup_scan_and(fixed_u64[v7 % 4]))
b1[me] = subgroup_iscan_xor(ctz(bytes[me + 0]))
var w22 = 0
loop {
w22 += 1
if w22 > 4 { break }
if (false ? (v9 != fixed_f32[v7 % 12]) : (5u32 % 3 < 2)) {
v7 += u32((v5 * v5))
b16[here] += ((i32(v9) & reverse(b12[me])) * reverse((-b12[me])))
} else if bool(f64(v10)) {
v8 = i32(v9)
v7 += SUM
}
b1[me] += u32(v10)
if false { continue }
b11[me] += reverse(u32(fixed_i64[me + 1]))
b11[me] = u32((true ? atomic_xor(b14[me], v21) : v21))
if v10 { break }
}
b15[here] += clz(v7)
let v23 = ((v7 / 4294967294u32) + workgroup_iscan_xor(((v10 ? p_u32 : p_u32) & (v10 ? v7 : b0[v21 % 401]))))
var v24 = (i32(p_u32) + subgroup_broadcast(v6, bits(v9) % 33))
print "{} {}", abs(fixed_i32[reverse(v7) % 4]), v21
atomic_add(b13[(b15[here] - 4294967295u32) % 2], i64((p_u32 % 2 == 2)))
let v25 = workgroup_broadcast((v10 ^ v10), abs(p_u32) % 101)
b15[here] = ((v10 ? v10 : fixed_bool[me + 0]) ? u32(p_f32) : (p_bool ? b15[here] : v7))
let v26 = ctz(clz(fixed_u64[127u32 % 4]))
b11[me] += (max(4294967295u32, b15[here]) + workgroup_scan_and(u32(fixed_bool[me + 2])))
v10 = v10
var w27 = 0
loop {
w27 += 1
if w27 > 4 { break }
block l28 {
block l29 {
for k30 in 4294967294u32 % 3..(v23 / v7) % 6 {
if bool(abs(v5)) { leave l29 }
}
if ((v7 % 2 == 1) & (v5 < v5)) { continue }
if bool((~v23)) { break }
}
if (ctz(128u32) % 5 == 2) { continue }
}
if (clz(p_u32) <= (v25 ? v7 : TABLE[v23 % 10])) { continue }
}
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v21) + u32(v23) + u32(v24) + u32(v25) + u32(v26)
