// Registers and code on a GPU, in place of far.vy: BYTE_NEAR words of registers and the first
// BYTE_NEAR_CODE words of the code lie in shared memory, in byte_near. The others are in memory,
// registers from byte_base() on.
window byte_code : u64[]

/// Without a branch: where a register is near, the other load is out of bounds.
fn byte_get(at: u32) -> u32 {
    let near = byte_near[min(at, BYTE_NEAR - 1)]
    let far = byte_registers[at < BYTE_NEAR ? 0xffffffff : byte_base() + at]
    return at < BYTE_NEAR ? near : far
}

fn byte_put(at: u32, v: u32) {
    if at < BYTE_NEAR { byte_near[at] = v } else { byte_registers[byte_base() + at] = v }
}

/// Whether all registers of a program are near: the last one has words of 1,024 invocations, and of
/// a strip more.
const BYTE_NEAR_SPAN = 1056
fn byte_is_near(planes: u32, plane: u32) -> bool {
    return BYTE_NEAR >= 2 * BYTE_NEAR_SPAN && (planes - 1) * plane <= BYTE_NEAR - BYTE_NEAR_SPAN
}

/// Three registers in two neighbouring strips, of which `at` is the first.
fn byte_get_two(near: bool, a: u32, b: u32, c: u32, at: u32) -> u32, u32, u32, u32, u32, u32 {
    var a0 = 0
    var b0 = 0
    var c0 = 0
    var a1 = 0
    var b1 = 0
    var c1 = 0
    if near {
        let i = min(a, BYTE_NEAR - BYTE_NEAR_SPAN) + at
        let j = min(b, BYTE_NEAR - BYTE_NEAR_SPAN) + at
        let k = min(c, BYTE_NEAR - BYTE_NEAR_SPAN) + at
        a0 = byte_near[i]
        b0 = byte_near[j]
        c0 = byte_near[k]
        a1 = byte_near[i + 32]
        b1 = byte_near[j + 32]
        c1 = byte_near[k + 32]
    } else {
        a0 = byte_get(a + at)
        b0 = byte_get(b + at)
        c0 = byte_get(c + at)
        a1 = byte_get(a + at + 32)
        b1 = byte_get(b + at + 32)
        c1 = byte_get(c + at + 32)
    }
    return a0, b0, c0, a1, b1, c1
}

/// A register in two strips, of which the two lowest bits of `on` say whether this lane is on.
fn byte_put_two(near: bool, d: u32, at: u32, v: u32, w: u32, on: u32) {
    if near {
        let i = min(d, BYTE_NEAR - BYTE_NEAR_SPAN) + at
        if (on & 1) != 0 { byte_near[i] = v }
        if (on & 2) != 0 { byte_near[i + 32] = w }
    } else {
        if (on & 1) != 0 { byte_put(d + at, v) }
        if (on & 2) != 0 { byte_put(d + at + 32, w) }
    }
}

fn byte_put_near(at: u32, word: u64) {
    if at < BYTE_NEAR_CODE {
        byte_near[BYTE_NEAR + 2 * at] = u32(word)
        byte_near[BYTE_NEAR + 2 * at + 1] = u32(word >> 32)
    }
}

/// Called when byte_code has changed. Four loads of each lane are in flight together.
fn byte_begin(words: u64) {
    for at in lane..u32(min(words, u64(BYTE_NEAR_CODE))) step 128 {
        let w0 = byte_code[at]
        let w1 = byte_code[at + 32]
        let w2 = byte_code[at + 64]
        let w3 = byte_code[at + 96]
        byte_put_near(at, w0)
        byte_put_near(at + 32, w1)
        byte_put_near(at + 64, w2)
        byte_put_near(at + 96, w3)
    }
}

/// A word of the code, the same for all lanes.
fn byte_word(at: u32) -> u64 {
    var w = 0u64
    if at < BYTE_NEAR_CODE {
        w = u64(subgroup_load(byte_near[BYTE_NEAR + 2 * at])) |
            u64(subgroup_load(byte_near[BYTE_NEAR + 2 * at + 1])) << 32
    } else {
        w = subgroup_load(byte_code[at])
    }
    return w
}

/// A word of the code, for this lane.
fn byte_own_word(at: u32) -> u64 {
    var w = 0u64
    if at < BYTE_NEAR_CODE {
        w = u64(byte_near[BYTE_NEAR + 2 * at]) | u64(byte_near[BYTE_NEAR + 2 * at + 1]) << 32
    } else {
        w = byte_code[at]
    }
    return w
}
