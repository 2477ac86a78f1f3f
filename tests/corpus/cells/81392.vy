// Program 81392 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 81392
program conform_81392 service
workgroup 8, 4, 1
grid 16, 16, 1
param p_bool: bool = false
param p_u32: u32 = 21
param p_i32: i32 = -6
param p_u64: u64 = 30
param p_i64: i64 = -37
param p_f32: f32 = 7.25
param p_f64: f64 = -5.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[10]
uniform fixed_i32: i32[3]
in fixed_u64: u64[9]
in fixed_i64: i64[11]
in fixed_f32: f32[11]
in fixed_f64: f64[11]
in o10_14: i16[, 2] @axis(0)
out b11: u8[255]
persistent o12_258: i8[]
persistent b13: u32[256] @cache(random)
inout b14: bool[257, 1]
scratch b15: atomic i32[2] @live
scratch b16: atomic i32[256] @live
mapped b17: f64[255]
mapped b18: i64[256]
mapped b19: atomic u64[256]
shared b20: u32[32]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1024] @count(found)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: i32[1]
a2[(fixed_bool[me & 3] ? x0 : x0) % 1] = fixed_i32[me & 7]
let v3 = a2[u32_at(bytes, p_u32 % 41) % 1]
if me < 256 { b11[me] += (rotl(bytes[me + 2], fixed_i32[me & 3]) * min(64u32, x0)) }
b11[me] = (max(b0[len(b0) % 257], b0[me + 0]) / rotr(x0, fixed_u64[b11[me] % 10]))
return bits(unbits(0xd32a1ccu32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_or(atomic_load(b19[me]))
let v5 = subgroup_or(clz((b14[me, 0] ? i64(gid.z) : fixed_i64[me & 1])))
let v6 = subgroup_xor(fixed_bool[1u32 % 9])
let v7 = subgroup_xor((true ? b20[here] : b20[here]))
let v8 = subgroup_xor(popcount(atomic_min(b16[me], 1i32, acq_rel, device)))
let v9 = subgroup_xor(v4)
let v10 = subgroup_xor(mulhi(v5, v5))
let v11 = subgroup_scan_add(p_u32)
let v12 = subgroup_scan_add((fixed_i32[me & 1] * i32(workgroups.z)))
let v13 = subgroup_scan_add(b19[me])
let v14 = subgroup_scan_add(p_i64)
let v15 = atomic_or(b16[me], v8)
var a16: u64[5]
a16[2] = u64(256u32)
let v17, v18 = f2(a16, v7 % 14)
f3(b1[me..me + 2], rotl((v11 << (clock() & 0)), u32(i64(grid_size.y))))
fence()
b19[me] = ((false ? v6 : v6) ? atomic_load(b19[me]) : u64_at(bytes, v18 % 41))
let v19 = (fixed_bool[857725583u32 % 9] ? grid_scan_xor(b14[me, v7 % 1]) : grid_scan_and(p_bool))
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14 >> 32) + u32(v15) + u32(a16[2]) + u32(v17 >> 32) + u32(v18) + u32(v19)
