// Control flow of a workgroup that all had left read a local that nobody had given a value.
// Again: vyre test tests/corpus/locals-of-the-returned.vy --device cpu
//! --in b0=values:12,17,26,81,18,37,38,224,2852126734,5439515,33554453,203,402653219,922746913,587240205,7966,3087007874,15,34,7143486,20,0,4915218,9,5767207,38,7,3942645770,13500514,254,25,18176 --in b1=values:101836062743,5404319561449668621,42949672962,5629774412164382,55450591899181076,11817623650478063647,146044747800,2815016055078919,10368975330332508191 --in b4=values:51539607745,142287568926 --expect b2=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --expect b4=51539607745,142287568926
program settled
param pa: u32 = 2
param pb: i32 = 2
param pc: f32 = 4.5
in b0: u32[32]
uniform b1: u64[9]
out b2: u32[32]
out b3: f64[32] @range(77, 85)
persistent b4: atomic i64[2]
scratch b5: atomic u32[32]
shared b6: u32[32]
shared b7: u32[32]
shared b8: atomic u32[3]
workgroup 32, 1
grid 7, 1
fn f0(v: u32, n: u32) -> u32 { let s = grid_add(v) if n > 3 { return s } barrier grid return s ^ v }
fn f1(v: u32, n: u32) -> u32 { var s = grid_scan_max(v) for j in 0..n % 4 { if j == 2 { return s + j } barrier grid s += v } return s }
fn f2(v: u32, n: u32) -> u32 { let s = grid_any(v > n) let p = fixpoint j in 0..n % 4 { if v > j { again } } return s ? p : v }
let here = lid.y * workgroup_size.x + lid.x
let me = (wid.y * workgroups.x + wid.x) * 32 + here
var v3 = u32((max(pa, b0[(pa | pa) % 33]) / min(pa, b0[u32(5.4f64) % 33])))
var v4 = (pb + workgroup_scan_xor(max(min(pb, pb), (pb % pb))) * workgroup_scan_xor((max(pb, pb) | (true ? pb : pb))))
let v5 = (v3 - (u32(16u64) - max(b0[15u32 % 33], v3)))
let v6 = grid_max(((b7[here] % 1u32) - (v5 ^ v3)))
let v7 = min((((pa % 2 == 0) ? (pa % 2 == 1) : false) ? (pa ^ pa) : (b0[2u32 % 33] % b0[u32(19u64) % 33])), ((true && (pa % 4 != 0)) ? pa : min(4u32, b0[b0[(pa / b0[max(grid_size.x, workgroups.y) % 33]) % 33] % 33])))
let v8 = grid_min(f64((14u64 % 6u64)))
region "r9" {
b4[((v7 % 2 != 1) ? 14u32 : pa) % 3] += i64((b3[me] - v8))
b8[min(v6, gid.x) % 4] += ((v3 % v6) | min(v5, v5))
let v10 = grid_max(((16i64 * 12i64) / (false ? 6i64 : 3i64)))
for k11 in 0..((v3 % 4 == 0) ? v3 : b6[here]) % 5 {
let v13 = min(((pb | pb) & v4), (pb % ((b2[max(8u32, k11) % 33] % 4 == 1) ? v4 : 45644931i32)))
v4 = v13
if false {
b3[me] = v8
}
}
if (v7 % 2 == 1) {
let v14 = f2(b6[here], pa)
barrier grid
}
}
let v15 = grid_xor(pb)
let v16 = ((u32(pb) / (18u32 - grid_size.x)) & (bool(b1[(v7 % 6u32) % 10]) ? (b0[max(16u32, pa) % 33] ^ b0[((v7 % 4 == 1) ? v7 : pa) % 33]) : u32(2101061917i64)))
for k17 in 0..((b2[(false ? 5u32 : atomic_exchange(b5[me], me)) % 33] % 2 != 1) ? lane : v6) % 5 {
b6[here] *= ((atomic_max(b5[me], gid.x) | b2[u32(b6[here]) % 33]) - (b2[(v5 % 9u32) % 33] - b2[u32(19.3f32) % 33]))
if (!(b1[u32(true) % 10] == 6u64)) { continue }
v4 = (((b0[(wid.x % b2[(b2[(v16 ^ atomic_add(b5[me], gid.x)) % 33] / k17) % 33]) % 33] % 3 != 0) ? false : (atomic_add(b5[me], v3) % 4 == 0)) ? (pb / pb) : min(v4, pb))
}
b6[here] -= (((v7 % 3 == 0) & true) ? workgroup_max(atomic_max(b5[me], pa)) : b7[v7 % 33])
for k19 in 0..max(v6, v3) % 5 {
v4 -= max(max((v4 + pb), (v15 + v4)), ((v4 & 19i32) / pb))
if (!(false | (v16 % 4 == 1))) { break }
if bool(u32((19u32 % 4 != 1))) {
if (lid.x % 4 != 1) {
let v21 = pc
}
}
}
if ((!true) ? ((1282272070u32 % 2 == 0) && (v7 % 3 != 0)) : true) { return }
b6[here] -= (((false || (b6[here] % 2 != 1)) ? (b2[(b0[v3 % 33] % 9u32) % 33] - 15u32) : max(v5, v3)) | v3)
if (u64(b0[u32(13.4f64) % 33]) != ((v7 % 3 != 1) ? b1[9u32 % 10] : 1334696909u64)) {
v3 += workgroup_min(max(v16, 2u32))
let v22 = (max((v5 & 3u32), max(b0[(v3 - grid_size.x) % 33], pa)) + ((b0[228676500u32 % 33] ^ v16) - u32(8.5f32)))
}
b6[here] *= max(u32((b4[v5 % 3] + 3i64)), (((b6[here] % 4 != 0) & (7u32 % 3 != 1)) ? u32(3i64) : (v16 / v3)))
v3 -= workgroup_broadcast(((!(6u32 % 3 == 0)) ? (grid_size.x - 1u32) : v16), max(v3, b0[(v3 - v5) % 33]) % 32)
if (wid.x % 3 == 0) && me % 6 == 1 { return }
v3 -= ((bool(pc) ? (true || (2u32 % 2 != 0)) : (false ? true : false)) ? ((50.4f64 == 69.2f64) ? (v3 % v7) : ((v16 % 2 != 0) ? 4u32 : v3)) : 5u32)
let v23 = grid_or(18i64)
region "r24" {
v3 += (((b0[max(b0[(b0[(b0[min(v7, v7) % 33] - v16) % 33] * b0[max(workgroups.y, b0[max(v7, b0[(v7 * v7) % 33]) % 33]) % 33]) % 33], v16) % 33] % 3 == 0) ? (b0[max(v16, grid_size.x) % 33] % 3 != 0) : (v7 % 4 == 1)) ? grid_xor((max(lane, v3) + (b0[min(v16, v16) % 33] ^ b0[(1u32 | v16) % 33]))) : (b0[(true ? v16 : b0[((v3 % 3 == 0) ? wid.y : v7) % 33]) % 33] & b0[(v5 + b0[(b0[(4u32 | v7) % 33] & v3) % 33]) % 33]))
for k25 in 0..pa % 5 {
let v27 = u32(b1[atomic_xor(b5[me], me) % 10])
if (!(atomic_xor(b5[me], b0[u32(826216792u64) % 33]) % 2 != 0)) { break }
var a28: u32[2]
}
}
if (true ? (pb == 10i32) : bool(18u64)) {
let v29 = pc
barrier workgroup
var v30 = v4
}
if (v5 % 2 == 1) && wid.x % 3 == 0 { return }
var v31 = grid_max((f64(v4) + (14.9f64 - v8)))
barrier grid
b2[me] = b2[me] * 3 + u32(pa) + u32(pb) + u32(pc) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v15) + u32(v16) + u32(v23) + u32(v31)
