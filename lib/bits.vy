// Small things with bits, and sets of bits in u32 buffers.

/// The greatest k with 2^k <= x; 0xFFFFFFFF for 0.
fn floor_log2(x: u32) -> u32 { return 31 - clz(x) }

/// The least power of two that is x or more; 1 for 0, and 0 above 2^31.
fn next_power(x: u32) -> u32 {
    if x <= 1 { return 1 }
    let k = 32 - clz(x - 1)
    return k == 32 ? 0 : 1 << k
}

/// x rounded up to a multiple of `to`.
fn align_up(x: u32, to: u32) -> u32 { return ceil_div(x, to) * to }

/// Whether bit i of the set is there.
fn has_bit(set: in u32[], i: u32) -> bool { return set[i / 32] >> i % 32 & 1 == 1 }

/// Puts bit i into the set; true if it was not there before.
fn put_bit(set: inout atomic u32[], i: u32) -> bool {
    let bit = 1 << i % 32
    return atomic_or(set[i / 32], bit) & bit == 0
}
