// Random numbers without a state: the i-th number of the stream `seed`.

/// Any u32.
fn random_u32(seed: u32, i: u32) -> u32 {
    var h = i * 0x9E37_79B9 + seed
    h = (h ^ h >> 16) * 0x21F0_AAAD
    h = (h ^ h >> 15) * 0x735A_2D97
    h ^= h >> 15
    h += seed * 0x85EB_CA6B
    h = (h ^ h >> 16) * 0x21F0_AAAD
    return h ^ h >> 15
}

/// 0 to n - 1; 0 for n = 0. The bias is below n / 2^32.
fn random_below(seed: u32, i: u32, n: u32) -> u32 { return mulhi(random_u32(seed, i), n) }

/// From 0 up to, not including, 1, in steps of 2^-24.
fn random_f32(seed: u32, i: u32) -> f32 { return f32(random_u32(seed, i) >> 8) * 5.9604644775390625e-8 }
