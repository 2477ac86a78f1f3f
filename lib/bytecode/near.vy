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

/// The halves of a word that is near.
fn byte_halves(at: u32) -> u32, u32 {
    let i = BYTE_NEAR + 2 * min(at, BYTE_NEAR_CODE - 1)
    return subgroup_load(byte_near[i]), subgroup_load(byte_near[i + 1])
}

/// Runs the commonest instructions of a program of one or two strips whose registers are all near:
/// from the one at `pc` up to the first that is none of them. There are no loops over strips and few
/// instructions to choose from, and the next word is loaded meanwhile. Returns the place of the
/// other one, and who is on.
fn byte_run_quick(pc: u32, on: u32, plane: u32) -> u32, u32 {
    let most = BYTE_NEAR - BYTE_NEAR_SPAN
    var at = pc
    var now = on
    let first_low, first_high = byte_halves(at)
    var low = first_low
    var high = first_high
    while high >> 27 >= BYTE_QUICK && at < BYTE_NEAR_CODE {
        let kind = high >> 27
        let d = min((low >> 11 & 0xfff) * plane, most) + lane
        let i = min((low >> 23 | (high & 7) << 9) * plane, most) + lane
        let j = min((high >> 3 & 0xfff) * plane, most) + lane
        let k = min((high >> 15 & 0xfff) * plane, most) + lane
        let to = high >> 3 & 0xffffff
        let a0 = byte_near[i]
        let a1 = byte_near[i + 32]
        let b0 = byte_near[j]
        let b1 = byte_near[j + 32]
        at += 1
        let next_low, next_high = byte_halves(at)
        low = next_low
        high = next_high
        if kind < BYTE_QUICK_JOIN {
            let v0, v1 = byte_quick(kind, a0, b0, byte_near[k], a1, b1, byte_near[k + 32])
            if (now & 1) != 0 { byte_near[d] = v0 }
            if (now & 2) != 0 { byte_near[d + 32] = v1 }
        } else {
            // Masks are registers of one strip.
            let joins = kind == BYTE_QUICK_JOIN
            let second = kind == BYTE_QUICK_JOIN + 2
            let m = byte_near[d]
            let taken = now & (u32(a0 != 0) | u32(a1 != 0) << 1)
            let kept = (kind == BYTE_QUICK_JOIN + 1 ? 0 : m) | now & ~(second ? 0 : taken)
            now = joins ? now | m : second ? a0 : taken
            if !joins { byte_near[d] = kept }
            let nobody = subgroup_all(now == 0)
            if !joins && nobody != (kind == BYTE_QUICK_JOIN + 3) {
                at = to
                let there_low, there_high = byte_halves(to)
                low = there_low
                high = there_high
            }
        }
    }
    return at, now
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
