// Program 9541 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9541
program conform_9541
workgroup 1, 1, 1
param p_grid: u32 = 1
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 7
param p_u64: u64 = 38
param p_i64: i64 = -4
param p_f32: f32 = 3.25
param p_f64: f64 = -5.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[2]
out b1: u32[len(b0)] @range(3, 3)
in bytes: u8[40] @cache(temporal)
in fixed_bool: bool[6]
uniform fixed_u32: u32[5]
uniform fixed_i32: i32[5]
in fixed_u64: u64[9]
in fixed_i64: i64[7]
uniform fixed_f32: f32[4]
uniform fixed_f64: f64[10]
uniform b10: i16[7]
persistent o11_4: i16[]
scratch b12: u16[4, 2] @live
out b13: u8[3, 1]
out b14: i8[4] @range(3, 1)
scratch b15: atomic i64[1] @live @cache(random)
persistent b16: atomic i64[2]
shared b17: u32[1] @axis(0)
shared b18: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = i32(f32(fixed_u64[x0 % 10]))
v2 += y1
v2 = (bool((true ? x0 : x0)) ? v2 : ((x0 % 3 != 2) ? (v2 * y1) : i32((-1i32))))
atomic_store(b16[me], i64((fixed_bool[me + 1] ? fixed_bool[min(216431978u32, TABLE[3]) % 7] : fixed_bool[y1 % 7])))
if me < len(b1) { o11_4[me] = p_i32 }
var v3 = (fixed_bool[x0 % 7] ? b10[x0 % 8] : (fixed_bool[614152482u32 % 7] ? v2 : 1892983079i32))
v3 = min(fixed_i32[b10[p_u32 % 8] % 6], ctz(y1))
var v4 = (x0 % 2 == 2)
if (u32(b0[me + 0]) % 4 >= 1) {
}
return abs((b0[x0 % 3] >> fixed_u32[x0 % 6]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a5: f64[4]
a5[2147483647u32 % 4] = f64(popcount(fixed_i64[b12[me, 1] % 8]))
let v6 = a5[b12[me, 1] % 4]
var v7 = ((fixed_bool[(false ? b0[p_u32 % 3] : 2028499685u32) % 7] && fixed_bool[u32(u64_at(bytes, 34)) % 7]) ? b10[2147483648u32 % 8] : fixed_i32[1594300518u32 % 6])
let v8 = fixed_u64[256u32 % 10]
let v9 = (fixed_i64[63u32 % 8] ^ i64((fixed_bool[u32(3u32) % 7] ? unbits(0xcf000000u32) : fixed_f32[p_u32 % 5])))
var v10 = (b10[4294967295u32 % 8] & (p_i32 & fixed_i32[mulhi(4294967294u32, b0[0]) % 6]))
let v11 = u32(((fixed_bool[0u32 % 7] && fixed_bool[me + 1]) ? (fixed_bool[fixed_u32[3] % 7] ^ fixed_bool[4294967295u32 % 7]) : (v10 == v7)))
let v12 = (f64(fixed_f32[b0[p_u32 % 3] % 5]) > clamp(fixed_f64[7u32 % 11], fixed_f64[rotr(b0[p_u32 % 3], v10) % 11], fixed_f64[255u32 % 11]))
a5[v11 % 4] += ceil((v12 ? v6 : fixed_f64[me + 1]))
let v13 = workgroup_scan_and((v8 * v8))
var a14: i32[3]
a14[v11 % 3] += clamp(clamp(v7, v7, fixed_i32[me + 2]), v7, i32(1824225834u32))
let v15 = a14[p_u32 % 3]
if (b0[1539740581u32 % 3] % 5 < 1) {
barrier workgroup
if me < 3 { o11_4[me] += (bool(v11) ? reverse(v15) : (v12 ? fixed_i32[(v11 + v11) % 6] : v15)) }
} else {
var a16: u64[2]
a16[u32(v12) % 2] = (7u64 >> v13)
let v17 = a16[(p_bool ? v11 : v11) % 2]
let v18 = i32(i64(atomic_sub(b16[me], v9, acquire)))
}
each i in 0i64..2 {
o11_4[i] &= i32((v11 % 0u32))
var v20 = clamp(mulhi(v10, fixed_i32[b0[p_u32 % 3] % 6]), mulhi(v15, v15), i32(a5[p_u32 % 5]))
v20 = ctz(422800491i32)
}
b14[me] += ((p_bool ? v15 : a14[v11 % 4]) - (fixed_i32[v11 % 6] << v15))
each i in 0u32..2 {
}
if ((b0[32u32 % 3] % 5 < 2) ^ bool(b0[reverse(2u32) % 3])) {
if ((fixed_f32[318741898u32 % 5] / p_f32) >= fixed_f32[u32(p_bool) % 5]) {
a14[bits(p_f32) % 3] = ((v7 << 9223372036854775807i64) * 5i32)
b16[me] = clamp((v9 ^ p_i64), popcount(v9), popcount(v9))
let v22 = workgroup_scan_and(p_i32)
} else {
o11_4[me] += i32((v12 ? v15 : a14[v11 % 4]))
b12[me, 1] = abs(u32(mulhi(v13, v13)))
}
} else {
b17[here] = u32(bool(fixed_f32[me + 0]))
o11_4[me] += ((fixed_i32[me + 2] & v15) * i32(a14[rotr(b17[here], v11) % 4]))
}
for k23 in -2..0 {
atomic_sub(b15[v11 % 2], (v9 << i64(k23)), acq_rel)
var v24 = ((bytes[u32_at(bytes, 2) % 41] % 5 < 2) ? workgroup_min((bytes[reverse(u64_at(bytes, 5)) % 41] + b0[lid.x % 3])) : workgroup_or(u32(64u32)))
v24 = workgroup_add(v24)
block l25 {
var v26 = (floor(fixed_f32[me + 0]) / p_f32)
v26 += ((!v12) ? v26 : v26)
if bool((a5[v11 % 5] - v6)) {  }
}
if true {
continue
}
var w27 = 0
while w27 < 5 && ((v12 ? v12 : v12) || (b0[grid_size.z % 3] % 4 == 1)) {
w27 += 1
let v28 = i64(-9223372036854775808)
o11_4[me] = v15
let v29 = v6
b12[me, v11 % 2] += ceil_div(u32(v12), (p_u32 & b12[me, b12[me, 1] % 2]))
if (false ? p_bool : (v12 == v12)) { continue }
}
if v12 {
break
}
b15[v11 % 2] += (rotr(p_i64, v8) - 2i64)
atomic_add(b15[v11 % 2], (ctz(atomic_sub(b16[me], p_i64)) << rotl(v9, v9)), acq_rel, workgroup)
}
b1[me] = b1[me] * 3 + u32(a5[2]) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(a14[1]) + u32(v15)
