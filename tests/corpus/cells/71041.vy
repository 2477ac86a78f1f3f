// Program 71041 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 71041
program conform_71041
workgroup 1, 40, 1
grid 2, 80, 1
param p_bool: bool = false
param p_u32: u32 = 0
param p_i32: i32 = -16
param p_u64: u64 = 21
param p_i64: i64 = -25
param p_f32: f32 = 1.25
param p_f64: f64 = -7.125
const WIDTH = 40
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[160]
out b1: u32[160]
in bytes: u8[40] @align(8)
in fixed_bool: bool[9]
uniform fixed_u32: u32[5]
in fixed_i32: i32[6] @cache(random)
in fixed_u64: u64[10]
in fixed_i64: i64[8]
in fixed_f32: f32[4] @align(4)
uniform fixed_f64: f64[11]
in b10: i8[4]
out b11: f64[162, 3] @range(207, 854)
inout b12: i32[162, 3]
scratch b13: u8[161]
scratch b14: f64[162] @live
out b15: atomic u32[3]
scratch b16: atomic i32[160]
shared b17: u32[40]
shared b18: u16[40]
shared b19: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = p_u32
var v3 = reverse((-(fixed_u64[x0 % 11] >> u64_at(bytes, u32(unbits(0x6e5980d1u32)) % 41))))
b12[me, (true ? x0 : 127u32) % 3] >>= (i64(255u32) + fixed_i64[u32_at(bytes, 33) % 9])
v3 = u64((b14[me] * fixed_f64[b0[p_u32 % 161] % 12]))
return ((~b0[(b13[me] / b0[me + 0]) % 161]) >> ctz(fixed_i64[3i64 % 9]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v4 = fixed_f64[rotr(4294967294u32, fixed_i64[p_u32 % 9]) % 12]
var a5: u32[1]
a5[p_u32 % 1] += mulhi((-b17[here]), lid.z)
let v6 = a5[p_u32 % 1]
var v7 = (i64(fixed_i64[u32(7i64) % 9]) >> popcount(v6))
let v8 = b0[u32(0i64) % 161]
var v9 = u64(reverse(0u64))
var v10 = (false ? subgroup_iscan_add(u64_at(bytes, (true ? lid.z : p_u32) % 41)) : min(v9, 4294967296u64))
let v11 = (fixed_f32[v8 % 5] + workgroup_load(fixed_f32[127u32 % 5]))
if workgroup_all((v11 <= fixed_f32[me + 1])) {
b17[here] &= u32(f64(fixed_bool[bits(v4) % 10]))
for k12 in 9223372036854775807i64 - i64((true ? v6 : b17[here]) % 6)..9223372036854775807i64 {
var a13: u64[1]
a13[v6 % 1] ^= u64((p_i32 - (-1i32)))
let v14 = a13[(true ? p_u32 : v8) % 1]
if ((unbits(0xdee962318b0239f1u64) != fixed_f64[(false ? p_u32 : p_u32) % 12]) || fixed_bool[b17[here] % 10]) { continue }
}
b14[me] += unbits((-v9))
barrier workgroup
} else {
atomic_add(b15[max(v8, v6) % 4], subgroup, relaxed, device)
b15[u32_at(bytes, 18) % 4] += (rotr(u32_at(bytes, 2i32 % 41), fixed_i32[(fixed_i32[me + 0] >> b13[me]) % 7]) % (v8 * p_u32))
}
var v15 = i32((fixed_bool[u32_at(bytes, 10) % 10] ? 256i64 : fixed_i64[workgroup_size.x % 9]))
v15 += (clz(v15) << ctz(fixed_i64[(false ? b0[p_u32 % 161] : 32u32) % 9]))
print "{} {}", (fixed_bool[me + 0] ? v11 : v11), u64(unbits(0x1u32))
let v16 = p_u32
if subgroup_broadcast(fixed_bool[(p_u64 | 9223372036854775808u64) % 10], 5u32 % 33) {
var v17 = ((1636813871i64 >= 1208312697i64) || bool(2i64))
v17 = (v17 || subgroup_xor((bits(fixed_f32[v16 % 5]) % 2 == 1)))
} else {
for k18 in i64(-1.5f32) % 3..p_i64 % 6 step fixed_i64[i32(-2147483648) % 9] % 4 {
var w19 = 0
while w19 < 3 && (sqrt(p_f64) > fixed_f64[4294967294u32 % 12]) {
w19 += 1
b11[me, 1] = fma(p_f64, fixed_f64[u32(v15) % 12], min(fixed_f64[reverse(v6) % 12], v4))
if ((fixed_bool[k18 % 10] || fixed_bool[me + 0]) && (fixed_bool[b13[me] % 10] || fixed_bool[me + 2])) { break }
}
let v20 = f0(u32((k18 * fixed_i64[64u32 % 9])), v15)
}
b15[(-p_u32) % 4] += b17[here]
}
b11[me, 1] += subgroup_max(f64(v4))
if me <= 161 { b11[me, 0u32 % 4] += (f64(b17[here]) / (p_bool ? v4 : v4)) }
let v21 = (fixed_bool[bytes[p_u32 % 41] % 10] ? workgroup_load(fixed_i64[256u32 % 9]) : (fixed_bool[v16 % 10] ? p_i64 : v7))
if fixed_bool[v21 % 10] {
b1[me] = mulhi(u32(v15), u32(b13[me]))
} else if ((p_i32 * atomic_max(b16[me], v15, release, workgroup)) > 709184824i32) {
let v22 = popcount(v16)
}
let v23 = ceil((p_f32 - fixed_f32[(false ? 1u32 : 63u32) % 5]))
atomic_add(b15[p_u32 % 4], ((v6 ^ len(bytes)) << i32(v9)))
b11[me, reverse(0u32) % 3] = (fixed_bool[(true ? b17[here] : v6) % 10] ? v4 : f64(v11))
b11[me, 1] = f64(v4)
atomic_add(b15[4294967294u32 % 4], u32((v15 % p_i32)))
b17[here] = u32((u32(b11[me, 1]) - (-v16)))
if me < len(b1) { b1[me] = (u32(fixed_i64[v15 % 9]) >> popcount(v8)) }
let v24 = subgroup_and(p_i32)
if me < len(b1) { b11[me, v16 % 3] += sqrt(abs(fixed_f64[me + 0])) }
b11[me, 1] += f64(fixed_bool[b13[me] % 10])
if (!(b0[31i32 % 161] % 3 == 1)) {
b1[me] = ((63u32 % 3 >= 2) ? (-v6) : (v16 - v16))
} else {
b13[me] = (u32(v16) + subgroup_scan_add(a5[255u32 % 2]))
b15[v6 % 4] -= a5[64i32 % 2]
if me < 161 { b12[me, 1] = b10[bytes[me + 1] % 5] }
}
block l25 {
b12[me, 1] = i32(fma(v4, v4, v4))
var v26 = i32(u32(v7))
if (reverse(v8) % 5 != 2) { leave l25 }
}
if me < len(b13) { b13[me] = (-(fixed_bool[v9 % 10] ? b1[me] : TABLE[u64(v9) % 10])) }
let v27 = workgroup_min(v15)
v9 = (bits(unbits(0xe8e9e7409d495c96u64)) % (fixed_bool[(666803380u32 * SUM) % 10] ? fixed_u64[fixed_i32[5] % 11] : fixed_u64[v9 % 11]))
for k28 in 18446744073709551615u64 - u64(bits(v23) % 6)..18446744073709551615u64 {
for k29 in 2147483647i32 - i32(rotl(31u32, i32(-2147483647)) % 6)..2147483647i32 {
a5[b13[me] % 1] = u32(f32((true ? fixed_f64[me + 1] : v4)))
v10 += (fixed_bool[v6 % 10] ? v9 : p_u64)
if (bool(fixed_f64[(b0[p_u32 % 161] | v6) % 12]) && bool(v21)) { break }
}
b15[u32_at(bytes, p_u32 % 41) % 4] += b17[here]
if (v16 % 3 < 2) { break }
}
b1[me] = b1[me] * 3 + u32(v4) + u32(a5[0]) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v15) + u32(v16) + u32(v21) + u32(v23) + u32(v24) + u32(v27)
