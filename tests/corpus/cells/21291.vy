// Program 21291 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 21291
program conform_21291
workgroup 3, 1, 1
param p_grid: u32 = 11
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = -13
param p_u64: u64 = 20
param p_i64: i64 = -21
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 3
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[12]
out b1: u32[12] @align(2)
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[4]
in fixed_i32: i32[4]
uniform fixed_u64: u64[3]
in fixed_i64: i64[10]
uniform fixed_f32: f32[4]
in fixed_f64: f64[9] @cache(streaming)
in b10: bf16[1]
inout o11_12: i8[]
inout b12: u16[13, 2]
persistent b13: u64[13]
inout b14: atomic i32[3]
scratch b15: atomic i64[12] @live
shared b16: u32[3]
shared b17: atomic u32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((fixed_bool[me & 3] || fixed_bool[i32(wid.x) % 10]) ? y1 : i32(fixed_i32[me & 7]))
if me < 14 { b13[me] += u64((b13[me] & p_u64)) }
if ((fixed_bool[me & 3] && fixed_bool[x0 % 10]) ? bool(fixed_bool[b0[me + 0] % 10]) : bool(fixed_bool[me & 7])) {
b15[me] = min((fixed_i64[x0 % 11] | atomic_xor(b15[me], 881392941i64, release)), fixed_i64[me & 7])
if me < 13 { b13[me] %= fixed_u64[me & 1] }
}
b13[me] = ((fixed_bool[x0 % 10] ? p_u64 : b13[me]) * fixed_u64[me & 1])
let v3 = trunc(f32(fixed_u64[me & 3]))
return clamp((p_u32 - b0[x0 % 13]), (128u32 ^ b0[x0 % 13]), max(u32_at(bytes, y1 % 41), TABLE[fixed_u32[p_u32 % 5] % 10]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = fixed_i64[(~7u32) % 11]
var v5 = p_u32
v5 >>= (u32(fixed_u64[31i64 % 4]) + v5)
var v6 = fixed_bool[bytes[p_u32 % 41] % 10]
let v7 = i32(fixed_u64[u32(v6) % 4])
let v8 = ((p_bool ? true : v6) ? workgroup_iscan_and(i64(bits(fixed_f64[me & 1]))) : workgroup_iscan_or((b15[me] / fixed_i64[me & 3])))
let v9 = (clz(v7) + workgroup_scan_max(v7) * workgroup_iscan_and(v7))
var w10 = 0
while w10 < 5 && bool(fixed_i32[(-1i64) % 5]) {
w10 += 1
block l11 {
if me < 13 { b1[me] = (u32(v7) << (p_u32 ^ TABLE[(v5 * v5) % 10])) }
if (!v6) { continue }
if me < len(b1) { b1[me] += (v5 / v5) }
if bool((atomic_max(b15[me], v8, relaxed) / atomic_load(b15[me]))) { break }
}
}
if v6 {
b16[here] = (p_bool ? v5 : rotl(b12[me, fixed_u32[me & 1] % 3], p_u32))
b1[me] -= ceil_div(u32(f64(fixed_f64[me & 7])), (v5 >> (v6 ? o11_12[me] : v9)))
for k12 in -2..1 {
var a13: i64[1]
a13[u32(k12) % 2] += rotl(i64(fixed_f64[me & 7]), v7)
let v14 = a13[u32(fixed_i64[me & 7]) % 1]
b1[me] -= b16[here]
barrier workgroup
if (!v6) {
break
}
if (b0[(v5 << p_u64) % 13] % 5 != 1) {
for k15 in (fixed_bool[p_u32 % 10] ? 715608337i64 : fixed_i64[reverse(u32_at(bytes, p_u32 % 41)) % 11]) % 3..i64(p_f32) % 6 {
if v6 { continue }
b14[v5 % 4] += i32(workgroups.x)
if v6 {
let v16 = f0((u32(v4) >> b12[me, p_u32 % 2]), (i32(b1[me]) + (v6 ? fixed_i32[me & 7] : 233284912i32)))
var v17 = (fixed_f32[me & 3] * (-fixed_f32[me & 3]))
v17 += clamp(v17, f32(fixed_f32[me & 7]), (v6 ? v17 : v17))
block l18 {
v17 += f32(sqrt(p_f64))
b1[me] = u32(i32(v17))
if fixed_bool[me & 7] { break }
}
let v19 = f0(((64u32 % bytes[min(v16, v16) % 41]) - u32(o11_12[me])), (v7 + i32(5u64)))
} else {
let v20 = f0(u32(b13[me]), (rotl(i32(gid.z), v7) * max(o11_12[me], fixed_i32[63u32 % 5])))
if (u32(fixed_f32[me & 7]) % 5 != 1) {
if me < len(b1) { b1[me] = (~(v20 - b1[me])) }
o11_12[me] += (v7 << (i32(v6) | i32(fixed_f32[v20 % 5])))
o11_12[me] = v7
} else if bool(b13[me]) {
if me < len(b1) { b12[me, 1] = min((-v20), u32(v8)) }
b16[here] += u32(reverse(p_u32))
}
}
if ((v5 <= 4294967295u32) || (v6 || fixed_bool[me & 3])) { break }
}
break
}
}
} else {
v6 = workgroup_all((b16[here] % 3 >= 2))
v6 = workgroup_or(fixed_bool[u32(fixed_f64[p_u32 % 10]) % 10])
b12[me, v5 % 2] += u32(fma((b10[me & 1] + fixed_f32[me & 3]), (p_bool ? unbits(0x3effffffu32) : fixed_f32[me & 7]), clamp(fixed_f32[me & 3], fixed_f32[o11_12[me] % 5], fixed_f32[me & 1])))
}
atomic_add(b14[v5 % 4], v9, relaxed, system)
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, u32(p_f64) % 4)
wait()
b1[me] += ((v6 ? v6 : v6) ? (b12[me, v5 % 2] << u64(wid.z)) : ceil_div(b12[me, v5 % 3], p_u32))
let v21 = (f64(fixed_i32[v5 % 5]) + (v6 ? fixed_f64[v5 % 10] : fixed_f64[(v6 ? bytes[p_u32 % 41] : b0[9]) % 10]))
atomic_sub(b14[b12[me, 1] % 4], mulhi((v7 * v7), (fixed_bool[v5 % 10] ? p_i32 : v7)), relaxed, workgroup)
var v22 = (f64(v6) + workgroup_load(fixed_f64[v5 % 10]))
b12[me, min(v5, v5) % 2] = v5
o11_12[me] -= ((v9 < v7) ? i32(v7) : (o11_12[me] % v7))
let v23 = f0(mulhi(u32(p_i64), ctz(b12[me, 1])), ctz(v7))
for k24 in u64(i64(workgroups.y)) % 3..rotl(fixed_u64[v5 % 4], bytes[(true ? v5 : 32u32) % 41]) % 6 {
b13[me] = (k24 >> clz(u64(v23)))
var v25 = clamp(popcount(v23), u32((v21 > p_f64)), u32(f64(v4)))
var v26 = unbits(u64(min(v7, v7)))
atomic_sub(b14[(v23 | v5) % 4], v9)
if (p_u32 % 5 >= 1) { break }
}
block l27 {
var v28 = (mulhi(bytes[me + 1], fixed_u32[me & 7]) % 4 >= 1)
var v29 = b12[me, b16[me & 7] % 2]
if ((p_bool && p_bool) & (v6 ? v6 : fixed_bool[(v6 ? u32_at(bytes, p_u32 % 41) : v23) % 10])) {  }
let v30 = (~p_i32)
if bool((~v4)) {  }
}
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(bits(v21) >> 32) + u32(bits(v22)) + u32(v23)
