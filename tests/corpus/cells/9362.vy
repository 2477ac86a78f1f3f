// Program 9362 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9362
program conform_9362
workgroup 2, 3, 1
grid 7, 6, 1
param p_bool: bool = true
param p_u32: u32 = 17
param p_i32: i32 = 6
param p_u64: u64 = 9
param p_i64: i64 = -9
param p_f32: f32 = 4.25
param p_f64: f64 = -0.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[48] @align(4)
out b1: u32[48]
in bytes: u8[40] @cache(random) @axis(0)
uniform fixed_bool: bool[4]
in fixed_u32: u32[6]
uniform fixed_i32: i32[5]
in fixed_u64: u64[11]
in fixed_i64: i64[5]
in fixed_f32: f32[7] @cache(temporal)
in fixed_f64: f64[5]
in o10_24: i16[, 3]
inout o11_48: u64[]
scratch b12: i8[49, 2]
out b13: atomic u64[3]
scratch b14: atomic u64[48]
shared b15: u32[6]
shared b16: i32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_max(u32(x0))
var v3 = (fixed_bool[mulhi(18446744073709551615u64, fixed_u64[3]) % 5] ? workgroup_load(fixed_bool[127u32 % 5]) : bool(y1))
v3 = (v3 ? workgroup_xor(true) : workgroup_broadcast((true && v3), b0[46] % 7))
b12[me, 1] = grid_and(abs(y1))
if (fixed_bool[b0[p_u32 % 49] % 5] && (p_bool || fixed_bool[u32(247481258u32) % 5])) { return (TABLE[x0 % 10] - b0[me + 0]) }
return (fixed_bool[u32(y1) % 5] ? u32(fixed_f64[v2 % 6]) : max(p_u32, x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_iscan_max(5u64)
let v5 = workgroup_iscan_max(rotl(clz(fixed_i64[4294967295u32 % 6]), u32(fixed_f64[32u32 % 6])))
let v6 = workgroup_iscan_and(bool((fixed_bool[(-1i32) % 5] ? 4294967296u64 : v4)))
let v7 = atomic_sub(b14[me], o11_48[me])
atomic_add(b13[u32(v7) % 4], u64((false ? v5 : (-1i64))))
b15[here] = workgroup_max(bits(fixed_f32[(-TABLE[2]) % 8]))
var w8 = 0
loop {
w8 += 1
if w8 > 4 { break }
let v9 = i32((v6 || bool(b15[here])))
}
b13[p_u32 % 4] += u64(u64(fixed_f64[63u32 % 6]))
b15[here] = ((p_f32 != fixed_f32[u32_at(bytes, 39) % 8]) ? min(b15[here], fixed_u32[v5 % 7]) : clamp(b0[255i32 % 49], b15[here], fixed_u32[128i32 % 7]))
let v10 = workgroup_add(v7)
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v10)
