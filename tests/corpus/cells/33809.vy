// Program 33809 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33809
program conform_33809
workgroup 33, 1, 1
grid 33, 1, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = -7
param p_u64: u64 = 17
param p_i64: i64 = -13
param p_f32: f32 = 4.25
param p_f64: f64 = -7.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[5]
in fixed_i32: i32[6]
in fixed_u64: u64[9]
in fixed_i64: i64[6]
in fixed_f32: f32[7] @cache(streaming)
in fixed_f64: f64[8]
in b10: i8[2, 2]
inout o11_297: i32[, 3, 3]
inout o12_70: u8[, 2, 1]
out b13: atomic u32[3] @align(1)
inout b14: atomic u32[len(b0)]
shared b15: u32[33]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = i64(fixed_u64[me & 7])
return u32(ceil_div(x0, x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_iscan_and(64u64)
let v4 = workgroup_iscan_and(fixed_i64[bits(unbits(0x4f000000u32)) % 7])
let v5 = workgroup_iscan_or(fixed_bool[me & 1])
let v6 = atomic_max(b14[me], 2147483647u32)
atomic_add(b13[(fixed_bool[p_u32 % 4] ? b1[me] : b0[me + 0]) % 4], ((v5 ? v6 : v6) >> reverse(fixed_u64[me & 7])), acquire, system)
block l7 {
if p_u32 % 4 != 1 {
leave l7
}
barrier grid
if wid.x % 4 == 1 {
leave l7
}
let v8 = (u64(255i64) + workgroup_and(ctz(fixed_u64[me & 7])))
if subgroup % 2 != 0 {
leave l7
}
if bool(p_f64) {
if (i64(v5) < mulhi(v4, i64(wid.x))) {
} else if bool(fixed_bool[me & 1]) {
} else {
}
leave l7
}
}
var v9 = (i64(fixed_f64[(false ? 4294967295u32 : 1427119921u32) % 9]) + workgroup_max(v4) * workgroup_min(abs(4294967296i64)))
v9 += ((!fixed_bool[min(1u32, 2u32) % 4]) ? grid_xor((v5 ? v9 : i64(workgroups.x))) : i64(fixed_f32[1u32 % 8]))
b15[here] += (fixed_u32[me & 1] << i64(v3))
block l10 {
if bool((v5 || v5)) { leave l10 }
var v11 = f64((v5 ? v6 : b15[here]))
v11 += fixed_f64[me & 3]
v11 += sqrt(v11)
if fixed_bool[v6 % 4] {  }
}
if me <= 32 { b1[me] = (v6 ^ ceil_div(u32(fixed_i32[127u64 % 7]), v6)) }
b15[here] >>= (bool(fixed_bool[me & 3]) ? abs(fixed_i64[me & 3]) : fixed_i64[me & 3])
let v12 = workgroup_scan_min(fixed_i32[v6 % 7])
var w13 = 0
loop {
w13 += 1
if w13 > 3 { break }
b15[here] += (~o12_70[me, b0[4] % 2, 0])
let v14 = (~(rotl(2147483647u32, fixed_i64[reverse(4294967294u32) % 7]) << fixed_u64[bytes[p_u32 % 41] % 10]))
if (p_u32 == ctz(SUM)) {
if (min(fixed_f64[b0[3] % 9], fixed_f64[p_i64 % 9]) <= unbits(fixed_u64[5u32 % 10])) {
if ((!v5) & bool(v5)) {
let v15 = rotr(v6, (i64(grid_size.y) ^ fixed_i64[me & 7]))
} else {
}
}
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3 >> 32) + u32(v4) + u32(v5) + u32(v6) + u32(v9) + u32(v12)
