program a_b_2
param row_1: u32 = 2225733304
param l0_4: u32 = 557681388
param i_6: u32 = 3392938459
param p109: u32 = 2515463694
/// "quoted" \ // text
persistent a100: atomic u32[]
in __2: u32[]
scratch param0103: atomic u32[len(a100, 0)] @cache(streaming)
uniform inf_105: u32[len(param0103)]
scratch a_name_of_sixty_three_bytes_which_is_as_long_as_a_name_may_be_0: u16[min(min(min(2u64 * 1, 64) << min(min(min(3u64, 64) / max(0u64, 1), 64), 8), 64) << min(ceil_div(0, max(3u64, 1)) + (17 - min(13u64, 64)), 8), 64), min(max(min(min(l0_4 << min(row_1 % 65, 8), 64) + min(max(11, i_6), 64), 64), min(len(__2), 64)), 6)] @align(4)
in __8: u32[]
const c0 = len(param0103, 0)
const t0: i64[4] = [5697629278529564968, 8027330372002662682, 4403128845990524229, 205368281943516805]
workgroup 48
grid len(__2)

barrier grid
atomic_min(a100[0i32 & 0], a_name_of_sixty_three_bytes_which_is_as_long_as_a_name_may_be_0[row_1 % 64, l0_4 % 6], acq_rel, system)
subgroup_scan_or(c0)
print "\"quoted\" {}", -2
subgroup_max(subgroup_min(fma(-0.0f32, 10000000000.0, 1.4013e-45)))
var v0 = atomic_add(a100[i32(max(1e-38, f32(6.470371950330709e-288f64)))], row_1, release)
barrier grid
let v1 = 4i32 - 196
print "// no comment {}", 17592186044416i64
v0 = p109
var v2: u64[9]
region "r\\n" {
    print "line\nend {}", u64(f32(-9.99999999999997e-311f64))
    v2[u32(0i64)] ^= workgroup_scan_or(v2[c0 % 9]) | ctz(rotl(true ? 36028797018963968u64 : 3224801265247901986, clamp(v1, v1, 0)) / clz(132u64))
}
print "tab\t{}", 9007199254740992.0f64
region "" {
}
// bound a100 220
// bound __2 92
// bound __8 136
// param row_1 1e
// param l0_4 25
// param i_6 e
// param p109 d
