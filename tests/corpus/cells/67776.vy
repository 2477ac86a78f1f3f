// Program 67776 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 67776
program conform_67776
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 32
param p_i32: i32 = -1
param p_u64: u64 = 20
param p_i64: i64 = -14
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1] @range(0, 3)
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[6]
in fixed_i32: i32[10]
in fixed_u64: u64[3]
in fixed_i64: i64[7]
uniform fixed_f32: f32[7]
in fixed_f64: f64[5]
uniform o10_4: f16[]
scratch b11: u64[1] @live
inout b12: u64[len(b0)]
inout o13_3: u16[]
scratch b14: i64[2, 1]
inout b15: atomic u64[2]
persistent o16_1: atomic i32[] @align(16)
shared b17: u32[1]
shared b18: u64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[1]
out relayed: u32[1]
out t_n: atomic u32[1]
out t_y: u32[1]
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: u32[4]
a2[a2[p_u32 % 5] % 4] += (true ? x0 : u32(fixed_u64[(true ? workgroups.y : p_u32) % 4]))
let v3 = a2[p_u32 % 4]
a2[a2[p_u32 % 5] % 4] += fixed_u32[me & 3]
a2[v3 % 4] += (u32(fixed_u64[me & 3]) / max(v3, a2[(fixed_i32[me & 1] << y1) % 5]))
return ((b0[me & 1] - v3) * (v3 / x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_max(t_n[me], 2) != 2 || t_y[me] < 4 { t_y[me] += 1 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 10 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v4 = subgroup_iscan_add(i64(max(fixed_u32[me & 1], u32_at(bytes, (len(b1) << fixed_i32[me & 1]) % 41))))
let v5 = subgroup_iscan_min(5u32)
let v6 = subgroup_iscan_min(i32(wid.y))
let v7 = subgroup_iscan_min(u64_at(bytes, v5 % 41))
let v8 = subgroup_iscan_min(i64(fixed_f32[me & 7]))
let v9 = subgroup_iscan_max(((fixed_bool[o13_3[me] % 11] ^ fixed_bool[max(v5, v5) % 11]) ? max(v5, v5) : u32(p_f32)))
let v10 = subgroup_iscan_max(o16_1[me])
let v11 = subgroup_iscan_max(b18[here])
let v12 = subgroup_iscan_max(v8)
let v13 = subgroup_iscan_and((fixed_bool[me & 1] && fixed_bool[v5 % 11]))
let v14 = subgroup_iscan_and(clamp(v5, b17[here], v5))
let v15 = atomic_min(o16_1[me], p_i32, acquire)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = TABLE[p_u32 % 10]
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
barrier workgroup
async_copy(b18, 0, fixed_u64, 3u32 % 4, 0u32 % 2)
wait()
atomic_sub(b15[v14 % 3], min(u64(v13), u64(o13_3[me])), release, system)
b15[2u32 % 3] += u64((v4 & fixed_i64[me & 1]))
if ((!fixed_bool[(false ? 63u64 : 888165622u64) % 11]) ? subgroup_load(fixed_bool[32u32 % 11]) : subgroup_iscan_or(false)) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
