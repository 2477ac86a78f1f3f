// Program 76040 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 76040
program conform_76040
workgroup 7, 1, 1
param p_grid: u32 = 27
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 38
param p_i32: i32 = -7
param p_u64: u64 = 0
param p_i64: i64 = -3
param p_f32: f32 = 8.25
param p_f64: f64 = -5.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[28]
out b1: u32[28] @align(1)
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[5]
in fixed_i32: i32[4]
in fixed_u64: u64[3]
in fixed_i64: i64[6]
in fixed_f32: f32[8]
in fixed_f64: f64[8]
uniform b10: i8[3, 1]
inout b11: i8[28]
inout o12_29: u16[, 1]
persistent b13: i8[len(b0)]
scratch b14: i8[29, 3]
inout b15: atomic u64[2]
persistent o16_28: atomic i64[]
shared b17: u32[7]
shared b18: i8[7]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[4]
out relayed: u32[4]
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (fixed_bool[512990997u64 % 11] & bool(fixed_u64[mulhi(x0, x0) % 4]))
b13[me] = clamp(y1, (y1 ^ y1), 127i32)
return ((x0 * x0) | x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_shuffle(fixed_bool[popcount(b17[here]) % 11], rotl(4294967295u32, 2147483648u32) % 40)
let v4 = subgroup_shuffle(b17[here], 64u32 % 40)
let v5 = subgroup_shuffle(b10[me + 0, v4 % 2], v4 % 40)
let v6 = subgroup_shuffle(31u64, v4 % 40)
let v7 = subgroup_shuffle(ctz(i64(fixed_bool[me + 0])), bytes[11] % 40)
let v8 = subgroup_shuffle(fixed_f32[o12_29[me, 0] % 9], u32(unbits(0x8000000000000000u64)) % 40)
let v9 = subgroup_shuffle(fixed_f64[me + 1], ceil_div(v4, v4) % 40)
let v10 = subgroup_add(33u32)
let v11 = subgroup_add(((v5 == v5) ? (v5 + v5) : (v5 * fixed_i32[v10 % 5])))
let v12 = subgroup_add(u64_at(bytes, v4 % 41))
let v13 = subgroup_add(5i64)
let v14 = atomic_compare_exchange(o16_28[me], p_i64, v7, relaxed, device)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = min(rotr(v4, u64_at(bytes, v10 % 41)), bits(v8))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
var a15: f64[4]
a15[2] = ceil(fixed_f64[(p_bool ? workgroup_size.y : 128u32) % 9])
let v16, v17 = f2(fixed_f64[TABLE[4] % 6..b1[me] % 14], p_u32 % 14)
f3(b1[me..me + 1], b17[here])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, u32(i32(-2147483648)) % 8)
wait()
atomic_add(b15[u32_at(bytes, 22) % 3], clz(bits(a15[v10 % 5])), relaxed, workgroup)
let v18 = (u64(v11) + grid_broadcast(clamp(p_u64, v12, v6), 2147483647u32 % 29))
b11[me] = (min(fixed_i32[i32(fixed_f64[p_u32 % 9]) % 5], b18[here]) + grid_add(popcount(v11)) * grid_scan_or(min(v11, v5)))
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(a15[2]) + u32(v16) + u32(v17) + u32(v18)
