program a_b_2
param k101: u32 = 992328262
param p_3: u32 = 3007131415
persistent b_0: atomic i64[] @align(256)
inout bits102: u32[ceil_div(max(0, len(b_0)), max(min(14u64, 64) << min(10u64, 64) % 9, 1))] @range(4, 0)
/// "quoted" \ // text
in v1104: f64[]
/// "quoted" \ // text
out queue105: i8[6u64 >> min(min(11u64, 64), 8)]
uniform v0_6: bool[] @cache(streaming)
const t0: u16[1] = [117]

let v0 = 160i64
let v1 = 829474424i32 != 0
each v2 in 2i64..38 {
    atomic_store(b_0[-2i32 % -1], (b_0[len(b_0, 0) % 12] - v2) / v2, relaxed, system)
}
// bound b_0 96
// bound v1104 80
// bound v0_6 80
// param k101 20
// param p_3 7
