// Program 45198 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 45198
program conform_45198 service
workgroup 2, 3, 1
grid 341, 1, 1
param p_bool: bool = false
param p_u32: u32 = 17
param p_i32: i32 = 19
param p_u64: u64 = 30
param p_i64: i64 = -8
param p_f32: f32 = 7.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1026]
out b1: u32[1026] @cache(streaming)
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[6]
in fixed_i32: i32[5]
uniform fixed_u64: u64[10]
in fixed_i64: i64[6]
in fixed_f32: f32[10]
in fixed_f64: f64[8]
uniform b10: i16[4, 2]
persistent b11: i16[1026]
scratch b12: u64[1027] @live
persistent o13_1027: f32[]
scratch b14: atomic i32[4]
out b15: atomic i64[1026] @range(6975, 739)
mapped b16: i8[1026]
mapped b17: u16[1025]
mapped b18: atomic i64[1026]
shared b19: u32[6]
shared b20: i16[6]
shared b21: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[171]
out relayed: u32[171]
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = clamp(clamp(ctz(x0), u32(fixed_i64[me & 3]), clz(p_u32)), (u32(0.0f64) & x0), clz(4294967295u32))
v2 += p_u32
return p_u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_and(b17[me])
let v4 = workgroup_scan_and(i32((b17[me] & p_u32)))
let v5 = workgroup_scan_and(fixed_u64[3u64 % 11])
atomic_store(b15[me], fixed_i64[me & 7])
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = ((fixed_f32[me & 3] == fixed_f32[me & 3]) ? p_u32 : u32(fixed_i32[me & 3]))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
barrier workgroup
async_copy(b20, 2, b10, u32(false) % 5, bytes[1] % 7)
wait()
pause()
atomic_sub(b14[v3 % 5], v4, acquire, device)
block l6 {
let v7 = workgroup_scan_add(1905144137u32)
for k8 in 0..3 {
if (b17[me] % 5 == 1) {
leave l6
}
if bool(mulhi(v4, p_i32)) {
b20[here] = abs(rotl(i32(fixed_f32[me & 1]), v5))
}
}
}
let v9 = grid_scan_and(i32(v4))
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v9)
