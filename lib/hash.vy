// Hashes: of words, for tables and sampling; of bytes, for checksums. None is for secrets.

/// A bijection on u32 in which every input bit moves about half of the output bits.
fn mix32(x: u32) -> u32 {
    var h = x
    h = (h ^ h >> 16) * 0x85EB_CA6B
    h = (h ^ h >> 13) * 0xC2B2_AE35
    return h ^ h >> 16
}

/// The same on u64.
fn mix64(x: u64) -> u64 {
    var h = x
    h = (h ^ h >> 33) * 0xFF51_AFD7_ED55_8CCD
    h = (h ^ h >> 33) * 0xC4CE_B9FE_1A85_EC53
    return h ^ h >> 33
}

/// FNV-1a over bytes.
fn fnv1a(bytes: in u8[]) -> u32 {
    var h: u32 = 0x811C_9DC5
    for i in 0..len(bytes) { h = (h ^ bytes[i]) * 0x0100_0193 }
    return h
}

/// CRC-32 as in zip, gzip and png.
fn crc32(bytes: in u8[]) -> u32 {
    var c: u32 = 0xFFFF_FFFF
    for i in 0..len(bytes) {
        c ^= bytes[i]
        for k in 0..8 { c = c >> 1 ^ (c & 1) * 0xEDB8_8320 }
    }
    return ~c
}
