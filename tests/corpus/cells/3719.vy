// Program 3719 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3719
program conform_3719 service
workgroup 257, 1, 1
grid 90, 1, 1
param p_bool: bool = false
param p_u32: u32 = 20
param p_i32: i32 = 13
param p_u64: u64 = 11
param p_i64: i64 = -33
param p_f32: f32 = 6.25
param p_f64: f64 = -2.125
const WIDTH = 257
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[257]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[3]
in fixed_u32: u32[10]
in fixed_i32: i32[11]
in fixed_u64: u64[5]
uniform fixed_i64: i64[5]
in fixed_f32: f32[7]
in fixed_f64: f64[3]
uniform b10: i16[2, 2]
out b11: i16[257]
out b12: u8[258]
persistent b13: u8[257]
inout o14_518: u32[, 2]
inout b15: i8[len(b0)]
out b16: atomic u32[2]
out b17: atomic u64[257]
mapped b18: i64[256]
mapped b19: i64[256]
mapped b20: atomic u32[257]
shared b21: u32[257]
shared b22: i16[257]
shared b23: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((fixed_f64[me & 1] != unbits(0xa4a98654b83ac6u64)) ? abs(p_f32) : max(p_f32, fixed_f32[me & 7]))
var v3 = v2
return (-u32(v3))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_add(ceil_div(u32(p_f64), u32(fixed_f64[1u32 % 4])))
let v5 = workgroup_scan_add((~i32(-2147483648)))
let v6 = workgroup_scan_add(rotl(p_u64, fixed_u64[me & 3]))
let v7 = atomic_sub(b17[me], p_u64, release, system)
barrier workgroup
async_copy(b22, 2, b10, p_u32 % 3, 137)
barrier grid
wait()
fence()
atomic_sub(b16[v4 % 3], ((fixed_bool[TABLE[p_u32 % 10] % 4] ? v4 : 1215391951u32) * max(b13[me], v4)))
let v8 = (fixed_bool[3u32 % 4] ? workgroup_iscan_add(v6) : workgroup_load(fixed_u64[4294967294u32 % 6]))
block l9 {
if ((true || p_bool) | fixed_bool[v4 % 4]) {
leave l9
}
if ((65756819u32 >= v4) ? (v5 >= b10[(v5 % p_i32) % 3, 7u32 % 2]) : (fixed_bool[clz(b12[me]) % 4] || fixed_bool[v4 % 4])) {
leave l9
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7 >> 32) + u32(v8)
