// Random numbers without a state: the i-th number of the stream `seed`. docs/library.md is the user's
// page.

// ---- words ----
/// Any u32. A hash: fast, for sampling and tests.
fn random_u32(seed: u32, i: u32) -> u32 {
    var h = i * 0x9E37_79B9 + seed
    h = (h ^ h >> 16) * 0x21F0_AAAD
    h = (h ^ h >> 15) * 0x735A_2D97
    h ^= h >> 15
    h += seed * 0x85EB_CA6B
    h = (h ^ h >> 16) * 0x21F0_AAAD
    return h ^ h >> 15
}

/// Philox4x32-10: four u32 for a counter of four words and a key of two. Counters that differ give
/// numbers that pass the known tests for randomness; two keys give two streams.
fn philox(c0: u32, c1: u32, c2: u32, c3: u32, key0: u32, key1: u32) -> u32, u32, u32, u32 {
    var a = c0
    var b = c1
    var c = c2
    var d = c3
    var k = key0
    var l = key1
    for round in 0..10 {
        let high0 = mulhi(a, 0xD251_1F53)
        let low0 = a * 0xD251_1F53
        let high1 = mulhi(c, 0xCD9E_8D57)
        let low1 = c * 0xCD9E_8D57
        a = high1 ^ b ^ k
        b = low1
        c = high0 ^ d ^ l
        d = low0
        k += 0x9E37_79B9
        l += 0xBB67_AE85
    }
    return a, b, c, d
}

/// 128 bits of Philox as two words: the i-th of the stream `seed`. `purpose` keeps apart what one program
/// draws for several ends.
fn random_u64(seed: u64, i: u64, purpose: u32) -> u64, u64 {
    let a, b, c, d = philox(u32(i), u32(i >> 32), purpose, 0, u32(seed), u32(seed >> 32))
    return u64(b) << 32 | u64(a), u64(d) << 32 | u64(c)
}

// ---- numbers ----
/// 0 to n - 1; 0 for n = 0. The bias is below n / 2^32.
fn random_below(seed: u32, i: u32, n: u32) -> u32 { return mulhi(random_u32(seed, i), n) }

/// From 0 up to, not including, 1, in steps of 2^-24.
fn random_f32(seed: u32, i: u32) -> f32 { return f32(random_u32(seed, i) >> 8) * 5.9604644775390625e-8 }

/// The i-th number from 0 to n - 1, each equally likely; 0 for n = 0. The product of a random word with
/// n is drawn again where its lower word is below 2^64 mod n.
fn random_in(seed: u64, i: u64, n: u64) -> u64 {
    let least = n == 0 ? 0 : (0 - n) % n
    var at = 0
    var r = 0u64
    loop {
        let w, v = random_u64(seed, i, at)
        r = mulhi(w, n)
        if w * n >= least { break }
        r = mulhi(v, n)
        if v * n >= least { break }
        at += 1
    }
    return r
}

/// Uniform from 0 up to, not including, 1, in steps of 2^-53.
fn random_f64(seed: u64, i: u64) -> f64 {
    let a, b = random_u64(seed, i, 0x8000_0000)
    return f64(a >> 11) * 1.1102230246251565e-16
}

/// The i-th two numbers of a normal distribution with mean 0 and deviation 1, by Box and Muller.
fn random_normal(seed: u64, i: u64) -> f64, f64 {
    let a, b = random_u64(seed, i, 0x8000_0001)
    let r = sqrt(-2.0 * log(f64((a >> 11) + 1) * 1.1102230246251565e-16))
    let turn = f64(b >> 11) * 2.220446049250313e-16
    return r * cospi(turn), r * sinpi(turn)
}

// ---- permutations ----
/// Where the permutation `seed` of 0..n puts i, for i below n: a bijection, so that distinct i give
/// distinct places, and nothing is kept in memory. A Feistel network of eight rounds on the next even
/// number of bits; a place from n on is put again.
fn random_place(seed: u64, i: u32, n: u32) -> u32 {
    let half = (33 - clz(max(n, 2) - 1)) / 2
    let mask = (1u32 << half) - 1
    var at = i
    loop {
        var a = at >> half
        var b = at & mask
        for round in 0..8 {
            let key = random_u32(u32(seed >> 32) + round, u32(seed))
            let t = a ^ (random_u32(key, b) & mask)
            a = b
            b = t
        }
        at = a << half | b
        if at < n || i >= n { break }
    }
    return at
}

/// Whether i is among the m of 0..n that the sample `seed` takes: exactly m of them are.
fn random_sampled(seed: u64, i: u32, m: u32, n: u32) -> bool { return random_place(seed, i, n) < m }
