program l
out o : f64[16]
workgroup 1
grid 1
o[0] = 1.0  o[1] = 1e-6  o[2] = inf  o[3] = -nan  o[4] = 0x1f  o[5] = 0b101
o[6] = f64(1_000_000u64)  o[7] = f64(-5i32)  o[8] = f64(2.0f32)  o[9] = f64('\x7f')
let m: u64 = 1 << 40
let z: i64 = -9223372036854775808
let w: u32 = ~0
