// Program 61 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 61
program conform_61
workgroup 31, 1, 1
grid 62, 1, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = 9
param p_u64: u64 = 6
param p_i64: i64 = -7
param p_f32: f32 = 8.25
param p_f64: f64 = -5.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62]
out b1: u32[62]
in bytes: u8[40] @align(64)
uniform fixed_bool: bool[7]
in fixed_u32: u32[11]
uniform fixed_i32: i32[5]
in fixed_u64: u64[10]
in fixed_i64: i64[7]
in fixed_f32: f32[3]
uniform fixed_f64: f64[9]
in b10: i8[3, 2] @cache(streaming)
out b11: f64[62]
persistent b12: i32[63]
persistent b13: i8[63] @align(8) @axis(0)
scratch b14: atomic u32[1]
out b15: atomic i64[62]
shared b16: u32[31]
shared b17: f64[31]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[248] @count(found)
scratch turn: atomic i32[2]
out relayed: u32[2]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_or(fixed_u64[64u64 % 11])
let v1 = grid_iscan_or((~fixed_i64[me & 3]))
let v2 = grid_iscan_xor(((b16[here] << b10[me & 7, 1]) % 2 == 2))
let v3 = atomic_max(b15[me], 877702379i64, acquire, workgroup)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = ((1u64 >= fixed_u64[i32(b16[here]) % 11]) ? (b16[here] - b16[here]) : TABLE[clz(3u32) % 10])
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
barrier workgroup
async_copy(b17, 0, fixed_f64, b0[p_u32 % 63] % 10, 12)
wait()
atomic_sub(b14[2147483648u32 % 2], (fixed_bool[b16[me + 0] % 8] ? clamp(b16[me + 0], b16[fixed_u32[me & 3] % 32], 5u32) : u32(b17[here])))
atomic_add(b14[rotr(u32_at(bytes, p_u32 % 41), v0) % 2], clamp((-b16[me & 7]), (b16[u32(fixed_u64[me & 7]) % 32] % fixed_u32[p_u32 % 12]), b16[(5u32 / p_u32) % 32]), relaxed, workgroup)
assert me < 9 || bool(bool(fixed_u64[me & 1])), "{}", fixed_f32[me & 3]
let v4 = grid_scan_and(v0)
if (false || (v2 ? v2 : fixed_bool[(181189691u32 ^ gid.y) % 8])) {
}
block l5 {
if grid_and(v2) {
leave l5
}
b11[me] = (v2 ? ceil(fixed_f64[me & 1]) : unbits(4294967296u64))
if bool(min(fixed_i64[(true ? 128u32 : 33u32) % 8], fixed_i64[166292746u32 % 8])) {
var v6 = (fma(fixed_f32[127u32 % 4], clamp(fixed_f32[63i32 % 4], p_f32, fixed_f32[fixed_u64[2] % 4]), (-fixed_f32[4294967294u32 % 4])) <= round(f32(u64_at(bytes, 63u32 % 41))))
leave l5
}
block l7 {
atomic_add(b14[64u32 % 2], (~max(b0[me + 0], b16[me + 2])), acquire)
if (ceil_div(b0[me & 7], b16[me + 0]) % 4 == 2) {  }
b17[here] = unbits(fixed_u64[b16[8] % 11])
if p_bool {  }
}
if me % 2 == 0 {
block l8 {
if (clamp(v1, v3, v1) > (fixed_bool[me & 1] ? fixed_i64[fixed_u64[me & 1] % 8] : v3)) { return }
}
leave l5
}
if (p_bool ? bool(v4) : (v2 ^ v2)) {
leave l5
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v4 >> 32)
