// The interpreter of bytecode (src/bytecode/bytecode.h), a part of a kernel: 32 lanes run one
// instruction for all invocations of a program's workgroup at a time. What precedes this text
// declares byte_registers; far.vy or near.vy reads and writes them and the words of the code;
// src/bytecode/text.c writes the functions of ops.
//
// Memory is seen through windows, one for each kind of access. Every access checks its index, and
// registers are clamped to the registers of this worker: whatever the words are, nothing else is
// touched.
window mem_8      : u8[]
window mem_16     : u16[]
window mem_f16    : f16[]
window mem_bf16   : bf16[]
window mem_32     : u32[]
window mem_64     : u64[]
window mem_atomic_32 : atomic u32[]
window mem_signed_32 : atomic i32[]
window mem_atomic_64   : atomic u64[]
window mem_signed_64 : atomic i64[]

/// A register of 64 bits is two, of which the high one lies `plane` words behind the low one.
fn byte_pair(at: u32, plane: u32) -> u64 {
    return u64(byte_get(at)) | u64(byte_get(at + plane)) << 32
}

fn byte_put_pair(at: u32, plane: u32, v: u64) {
    byte_put(at, u32(v))
    byte_put(at + plane, u32(v >> 32))
}

/// A register as a mask of this lane: bit s says that it is not 0 in strip s.
fn byte_mask(at: u32, strips: u32) -> u32 {
    var mask = 0
    for s in 0..strips { mask |= u32(byte_get(at + s * 32 + lane) != 0) << s }
    return mask
}

fn byte_load(op: u32, i: u32) -> u32 {
    var v = 0
    if op == BYTE_LOAD_32 { v = mem_32[i] }
    else if op == BYTE_LOAD_F32 { v = bits(unbits(mem_32[i])) }
    else if op == BYTE_LOAD_BOOL { v = u32(mem_32[i] != 0) }
    else if op == BYTE_LOAD_U8 { v = mem_8[i] }
    else if op == BYTE_LOAD_I8 { v = u32(i32(mem_8[i] << 24) >> 24) }
    else if op == BYTE_LOAD_U16 { v = mem_16[i] }
    else if op == BYTE_LOAD_I16 { v = u32(i32(mem_16[i] << 16) >> 16) }
    else if op == BYTE_LOAD_F16 { v = bits(mem_f16[i]) }
    else if op == BYTE_LOAD_BF16 { v = bits(mem_bf16[i]) }
    else if op == BYTE_LOAD_ATOMIC_32 { v = mem_atomic_32[i] }
    else if op == BYTE_LOAD_ACQUIRE_32 { v = atomic_load(mem_atomic_32[i], acquire, system) }
    else if op == BYTE_LOAD_BYTES_4 { v = u32_at(mem_8, i) }
    return v
}

fn byte_load_wide(op: u32, i: u32) -> u64 {
    var v = 0u64
    if op == BYTE_LOAD_64 { v = mem_64[i] }
    else if op == BYTE_LOAD_F64 { v = bits(unbits(mem_64[i])) }
    else if op == BYTE_LOAD_ATOMIC_64 { v = mem_atomic_64[i] }
    else if op == BYTE_LOAD_ACQUIRE_64 { v = atomic_load(mem_atomic_64[i], acquire, system) }
    else if op == BYTE_LOAD_BYTES_8 { v = u64_at(mem_8, i) }
    return v
}

fn byte_store(op: u32, i: u32, v: u32) {
    if op == BYTE_STORE_32 { mem_32[i] = v }
    else if op == BYTE_STORE_8 { mem_8[i] = v }
    else if op == BYTE_STORE_16 { mem_16[i] = v }
    else if op == BYTE_STORE_F16 { mem_f16[i] = unbits(v) }
    else if op == BYTE_STORE_BF16 { mem_bf16[i] = unbits(v) }
    else if op == BYTE_STORE_ATOMIC_32 { atomic_store(mem_atomic_32[i], v) }
    else { atomic_store(mem_atomic_32[i], v, release, system) }
}

fn byte_store_wide(op: u32, i: u32, v: u64) {
    if op == BYTE_STORE_64 { mem_64[i] = v }
    else if op == BYTE_STORE_ATOMIC_64 { atomic_store(mem_atomic_64[i], v) }
    else { atomic_store(mem_atomic_64[i], v, release, system) }
}

/// Kinds are those of enum vyi_rmw, and two of signed integers.
fn byte_update(ordered: bool, kind: u32, i: u32, v: u32) -> u32 {
    var old = 0
    if ordered {
        if kind == 0 { old = atomic_add(mem_atomic_32[i], v, acq_rel, system) }
        else if kind == 1 { old = atomic_sub(mem_atomic_32[i], v, acq_rel, system) }
        else if kind == 2 { old = atomic_and(mem_atomic_32[i], v, acq_rel, system) }
        else if kind == 3 { old = atomic_or(mem_atomic_32[i], v, acq_rel, system) }
        else if kind == 4 { old = atomic_xor(mem_atomic_32[i], v, acq_rel, system) }
        else if kind == 5 { old = atomic_min(mem_atomic_32[i], v, acq_rel, system) }
        else if kind == 6 { old = atomic_max(mem_atomic_32[i], v, acq_rel, system) }
        else if kind == 7 { old = atomic_exchange(mem_atomic_32[i], v, acq_rel, system) }
        else if kind == 8 { old = u32(atomic_min(mem_signed_32[i], i32(v), acq_rel, system)) }
        else { old = u32(atomic_max(mem_signed_32[i], i32(v), acq_rel, system)) }
    } else {
        if kind == 0 { old = atomic_add(mem_atomic_32[i], v) }
        else if kind == 1 { old = atomic_sub(mem_atomic_32[i], v) }
        else if kind == 2 { old = atomic_and(mem_atomic_32[i], v) }
        else if kind == 3 { old = atomic_or(mem_atomic_32[i], v) }
        else if kind == 4 { old = atomic_xor(mem_atomic_32[i], v) }
        else if kind == 5 { old = atomic_min(mem_atomic_32[i], v) }
        else if kind == 6 { old = atomic_max(mem_atomic_32[i], v) }
        else if kind == 7 { old = atomic_exchange(mem_atomic_32[i], v) }
        else if kind == 8 { old = u32(atomic_min(mem_signed_32[i], i32(v))) }
        else { old = u32(atomic_max(mem_signed_32[i], i32(v))) }
    }
    return old
}

fn byte_update_wide(ordered: bool, kind: u32, i: u32, v: u64) -> u64 {
    var old = 0u64
    if ordered {
        if kind == 0 { old = atomic_add(mem_atomic_64[i], v, acq_rel, system) }
        else if kind == 1 { old = atomic_sub(mem_atomic_64[i], v, acq_rel, system) }
        else if kind == 2 { old = atomic_and(mem_atomic_64[i], v, acq_rel, system) }
        else if kind == 3 { old = atomic_or(mem_atomic_64[i], v, acq_rel, system) }
        else if kind == 4 { old = atomic_xor(mem_atomic_64[i], v, acq_rel, system) }
        else if kind == 5 { old = atomic_min(mem_atomic_64[i], v, acq_rel, system) }
        else if kind == 6 { old = atomic_max(mem_atomic_64[i], v, acq_rel, system) }
        else if kind == 7 { old = atomic_exchange(mem_atomic_64[i], v, acq_rel, system) }
        else if kind == 8 { old = u64(atomic_min(mem_signed_64[i], i64(v), acq_rel, system)) }
        else { old = u64(atomic_max(mem_signed_64[i], i64(v), acq_rel, system)) }
    } else {
        if kind == 0 { old = atomic_add(mem_atomic_64[i], v) }
        else if kind == 1 { old = atomic_sub(mem_atomic_64[i], v) }
        else if kind == 2 { old = atomic_and(mem_atomic_64[i], v) }
        else if kind == 3 { old = atomic_or(mem_atomic_64[i], v) }
        else if kind == 4 { old = atomic_xor(mem_atomic_64[i], v) }
        else if kind == 5 { old = atomic_min(mem_atomic_64[i], v) }
        else if kind == 6 { old = atomic_max(mem_atomic_64[i], v) }
        else if kind == 7 { old = atomic_exchange(mem_atomic_64[i], v) }
        else if kind == 8 { old = u64(atomic_min(mem_signed_64[i], i64(v))) }
        else { old = u64(atomic_max(mem_signed_64[i], i64(v))) }
    }
    return old
}

fn byte_swap(ordered: bool, i: u32, expected: u32, v: u32) -> u32 {
    var old = 0
    if ordered {
        old = atomic_compare_exchange(mem_atomic_32[i], expected, v, acq_rel, system)
    } else {
        old = atomic_compare_exchange(mem_atomic_32[i], expected, v)
    }
    return old
}

fn byte_swap_wide(ordered: bool, i: u32, expected: u64, v: u64) -> u64 {
    var old = 0u64
    if ordered {
        old = atomic_compare_exchange(mem_atomic_64[i], expected, v, acq_rel, system)
    } else {
        old = atomic_compare_exchange(mem_atomic_64[i], expected, v)
    }
    return old
}

/// Register `at` of the first invocation that is on, of all of them or of strip `only`.
fn byte_leader(at: u32, on: u32, strips: u32, only: u32) -> u32 {
    var v = 0
    var found = false
    for s in 0..strips {
        let running = subgroup_ballot((on >> s & 1) != 0)
        if running != 0 && !found && (only >= strips || only == s) {
            v = subgroup_broadcast(byte_get(at + s * 32 + lane), ctz(running))
            found = true
        }
    }
    return v
}

/// Register `at` of an invocation; 0 where that is not on.
fn byte_fetch(at: u32, on: u32, number: u32) -> u32 {
    let s = min(number >> 5, 31)
    let is_on = number < 1024 && (on >> s & 1) != 0
    return subgroup_broadcast(is_on ? byte_get(at + s * 32 + lane) : 0, number & 31)
}

/// REDUCE_32, SCAN_32, ISCAN_32, by `form`: 0, 1, 2.
fn byte_fold(form: u32, kind: u32, d: u32, a: u32, none: u32, all: bool, on: u32, strips: u32) {
    var carry = none
    var totals = none
    for s in 0..strips {
        let at = s * 32 + lane
        let is_on = (on >> s & 1) != 0
        let given = is_on ? byte_get(a + at) : none
        let total = byte_reduce_32(kind, given)
        var v = total
        if form != 0 {
            v = byte_combine_32(kind, carry, byte_scan_32(kind, given))
            if form == 2 { v = byte_combine_32(kind, v, given) }
        }
        if is_on { byte_put(d + at, v) }
        if all {
            carry = byte_combine_32(kind, carry, total)
            totals = lane == s ? total : totals
        }
    }
    if all && form == 0 {
        let total = byte_reduce_32(kind, totals)
        for s in 0..strips {
            if (on >> s & 1) != 0 { byte_put(d + s * 32 + lane, total) }
        }
    }
}

fn byte_fold_wide(form: u32, kind: u32, d: u32, a: u32, none: u64, all: bool, on: u32, strips: u32) {
    let plane = strips * 32
    var carry = none
    var totals = none
    for s in 0..strips {
        let at = s * 32 + lane
        let is_on = (on >> s & 1) != 0
        let given = is_on ? byte_pair(a + at, plane) : none
        let total = byte_reduce_64(kind, given)
        var v = total
        if form != 0 {
            v = byte_combine_64(kind, carry, byte_scan_64(kind, given))
            if form == 2 { v = byte_combine_64(kind, v, given) }
        }
        if is_on { byte_put_pair(d + at, plane, v) }
        if all {
            carry = byte_combine_64(kind, carry, total)
            totals = lane == s ? total : totals
        }
    }
    if all && form == 0 {
        let total = byte_reduce_64(kind, totals)
        for s in 0..strips {
            if (on >> s & 1) != 0 { byte_put_pair(d + s * 32 + lane, plane, total) }
        }
    }
}

/// An instruction on memory.
fn byte_memory(op: u32, kind: u32, d: u32, a: u32, c: u32, on: u32, strips: u32) {
    let plane = strips * 32
    for s in 0..strips {
        if (on >> s & 1) != 0 {
            let at = s * 32 + lane
            let i = byte_get(a + at)
            if op < BYTE_LOAD_64 {
                byte_put(d + at, byte_load(op, i))
            } else if op < BYTE_STORE_8 {
                byte_put_pair(d + at, plane, byte_load_wide(op, i))
            } else if op < BYTE_STORE_64 {
                byte_store(op, i, byte_get(c + at))
            } else if op < BYTE_UPDATE_32 {
                byte_store_wide(op, i, byte_pair(c + at, plane))
            } else if op < BYTE_UPDATE_64 {
                byte_put(d + at,
                    byte_update(op == BYTE_UPDATE_ORDERED_32, kind, i, byte_get(c + at)))
            } else {
                byte_put_pair(d + at, plane, byte_update_wide(op == BYTE_UPDATE_ORDERED_64, kind, i,
                    byte_pair(c + at, plane)))
            }
        }
    }
}

fn byte_exchange(op: u32, d: u32, a: u32, c: u32, v: u32, on: u32, strips: u32) {
    let plane = strips * 32
    for s in 0..strips {
        if (on >> s & 1) != 0 {
            let at = s * 32 + lane
            let i = byte_get(a + at)
            if op < BYTE_SWAP_64 {
                byte_put(d + at, byte_swap(op == BYTE_SWAP_ORDERED_32, i,
                    byte_get(c + at), byte_get(v + at)))
            } else {
                byte_put_pair(d + at, plane, byte_swap_wide(op == BYTE_SWAP_ORDERED_64, i,
                    byte_pair(c + at, plane), byte_pair(v + at, plane)))
            }
        }
    }
}

/// Element i of a local array lies in register b + i.
fn byte_array(op: u32, d: u32, a: u32, b: u32, count: u32, last: u32, on: u32, strips: u32) {
    let plane = strips * 32
    for s in 0..strips {
        let at = s * 32 + lane
        let i = byte_get(a + at)
        if (on >> s & 1) != 0 && (op == BYTE_ARRAY_LOAD || i < count) {
            let element = min(b + i * plane, last)
            if op == BYTE_ARRAY_STORE {
                byte_put(element + at, byte_get(d + at))
            } else {
                byte_put(d + at, i < count ? byte_get(element + at) : 0)
            }
        }
    }
}

fn byte_collective(op: u32, d: u32, a: u32, b: u32, all: bool, on: u32, strips: u32) {
    var v = 0
    if all {
        if op == BYTE_BROADCAST {
            v = byte_fetch(a, on, byte_leader(b, on, strips, strips))
        } else {
            v = byte_leader(a, on, strips, strips)
        }
    }
    for s in 0..strips {
        let at = s * 32 + lane
        let is_on = (on >> s & 1) != 0
        let given = is_on ? byte_get(a + at) : 0
        if op == BYTE_SHUFFLE {
            v = subgroup_shuffle(given, byte_get(b + at))
        } else if op == BYTE_BALLOT {
            v = subgroup_ballot(given != 0)
        } else if !all {
            let first = byte_leader(op == BYTE_FIRST ? a : b, on, strips, s)
            if op == BYTE_FIRST { v = first } else { v = first < 32 ? subgroup_broadcast(given, first) : 0 }
        }
        if is_on { byte_put(d + at, v) }
    }
}

/// Runs the program whose `words` lie at an address, with the registers from `base` on. 0: it has
/// ended; else the place in its code, + 1, of a failed assert.
fn byte_run(address: u64, words: u64, base: u32, size: u32) -> u32 {
    byte_code = window(address, words)
    byte_begin(words)
    let head = byte_word(0)
    let places = byte_word(1)
    let volume = min(u32(head) & 0xffff, 1024)
    let strips = min(ceil_div(volume, 32), 32)
    let plane = strips * 32
    let last = base + size - 3072 // a pair of registers, and 1,024 words for a clamped one
    let row_base = u32(places)
    let constants = base + min((u32(head >> 16) & 0xffff) * plane, size - 3072)
    for k in 0..u32(head >> 32) {
        let v = u32(byte_own_word(BYTE_HEAD + k))
        let at = min(constants + k * plane, last)
        for s in 0..strips { byte_put(at + s * 32 + lane, v) }
    }
    let near = byte_is_near((u32(head >> 16) & 0xffff) + u32(head >> 32), plane)
    var on = 0
    for s in 0..strips { on |= u32(s * 32 + lane < volume) << s }
    var pc = u32(places >> 32)
    var fault = 0
    loop {
        if near && strips <= 2 {
            let place, who = byte_run_quick(pc, on, plane)
            pc = place
            on = who
        }
        let w = byte_word(pc)
        let op = u32(w) & 0x7ff
        let d = base + min((u32(w >> 11) & 0xfff) * plane, size - 3072)
        let a = base + min((u32(w >> 23) & 0xfff) * plane, size - 3072)
        let b = base + min((u32(w >> 35) & 0xfff) * plane, size - 3072)
        let c = base + min((u32(w >> 47) & 0xfff) * plane, size - 3072)
        let kind = u32(w >> 59)
        let to = u32(w >> 35) & 0xffffff
        pc += 1
        if op == 0 { break }
        if op < 512 {
            // Two strips at a time; where the last one is alone, nobody is on in the other.
            for s in 0..strips step 2 {
                let at = s * 32 + lane
                let a0, b0, c0, a1, b1, c1 = byte_get_two(near, a, b, c, at)
                let v0, v1 = byte_pure(op, at, a0, b0, c0, a1, b1, c1)
                byte_put_two(near, d, at, v0, v1, on >> s)
            }
        } else if op >= BYTE_IF && op < BYTE_BARRIER {
            // Masks are registers of one strip.
            let m = d + lane
            var jumps = false
            if op == BYTE_IF {
                let taken = on & byte_mask(a, strips)
                byte_put(m, on & ~taken)
                on = taken
                jumps = subgroup_all(on == 0)
            } else if op == BYTE_ELSE {
                byte_put(m, byte_get(m) | on)
                on = byte_get(a + lane)
                jumps = subgroup_all(on == 0)
            } else if op == BYTE_JOIN {
                on |= byte_get(m)
            } else if op == BYTE_SKIP {
                jumps = subgroup_all(on == 0)
            } else if op == BYTE_ZERO {
                byte_put(m, 0)
            } else if op == BYTE_EXIT {
                byte_put(m, byte_get(m) | on)
                on = 0
                jumps = true
            } else if op == BYTE_RETURN {
                on = 0
                jumps = true
            } else if op == BYTE_WHILE || op == BYTE_BACK_IF {
                let taken = on & byte_mask(a, strips)
                byte_put(m, byte_get(m) | on & ~taken)
                on = taken
                jumps = subgroup_all(on == 0) == (op == BYTE_WHILE)
            } else if op == BYTE_BACK {
                jumps = subgroup_any(on != 0)
            } else if op == BYTE_LAND {
                on |= byte_get(m)
                byte_put(m, 0)
            } else if op == BYTE_AGAIN {
                byte_put(m, byte_get(m) | on)
            } else if op == BYTE_CONVERGE {
                let more = u32(subgroup_any(byte_get(a + lane) != 0))
                byte_put(a + lane, 0)
                for s in 0..strips { byte_put(d + s * 32 + lane, more) }
            } else {
                let failed = on & ~byte_mask(a, strips)
                if subgroup_any(failed != 0) && fault == 0 { fault = kind }
                on &= ~failed
            }
            if jumps { pc = to }
        } else if op < 1024 {
            for s in 0..strips {
                let at = s * 32 + lane
                let v = byte_wide(op, at, byte_pair(a + at, plane), byte_pair(b + at, plane),
                    byte_pair(c + at, plane))
                if (on >> s & 1) != 0 { byte_put_pair(d + at, plane, v) }
            }
        } else if op < BYTE_LOAD_U8 {
            for s in 0..strips {
                let at = s * 32 + lane
                let v = byte_test(op, at, byte_pair(a + at, plane), byte_pair(b + at, plane),
                    byte_pair(c + at, plane))
                if (on >> s & 1) != 0 { byte_put(d + at, v) }
            }
        } else if op < BYTE_ARRAY_LOAD {
            let row_at = row_base + (u32(w >> 35) & 0xfff) * 2
            let where = byte_word(row_at)
            let count = byte_word(row_at + 1)
            mem_8 = window(where, count)
            mem_16 = window(where, count)
            mem_f16 = window(where, count)
            mem_bf16 = window(where, count)
            mem_32 = window(where, count)
            mem_64 = window(where, count)
            mem_atomic_32 = window(where, count)
            mem_signed_32 = window(where, count)
            mem_atomic_64 = window(where, count)
            mem_signed_64 = window(where, count)
            if op < BYTE_SWAP_32 {
                byte_memory(op, kind, d, a, c, on, strips)
            } else {
                let more = byte_word(pc)
                pc += 1
                byte_exchange(op, d, a, c,
                    base + min((u32(more >> 23) & 0xfff) * plane, size - 3072), on, strips)
            }
        } else if op <= BYTE_ARRAY_STORE {
            byte_array(op, d, a, b, u32(w >> 47) & 0xfff, last, on, strips)
        } else if op == BYTE_ARRAY_CLEAR {
            for k in 0..to {
                let at = min(d + k * plane, last)
                for s in 0..strips {
                    if (on >> s & 1) != 0 { byte_put(at + s * 32 + lane, 0) }
                }
            }
        } else if op == BYTE_BARRIER {
        } else if op <= BYTE_BALLOT {
            byte_collective(op, d, a, b, (u32(w >> 47) & 0xfff) != 0, on, strips)
        } else if op < BYTE_REDUCE_64 {
            byte_fold(op - BYTE_REDUCE_32, kind, d, a, byte_get(b + lane),
                (u32(w >> 47) & 0xfff) != 0, on, strips)
        } else {
            byte_fold_wide(op - BYTE_REDUCE_64, kind, d, a, byte_pair(b + lane, plane),
                (u32(w >> 47) & 0xfff) != 0, on, strips)
        }
    }
    return fault
}
