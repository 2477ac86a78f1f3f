// A slot of the classic kinds: claiming it, ending it, and the opcodes that need more than a
// tenant's observables. classic.vy calls these functions.
use "../mega.vy"

/// Claims a slot: its tenant + 1, or 0. A slot that yielded has its place in the quota. Others take
/// one first, and return it if they lose the slot; a slot that may not run stays as it is, for the
/// host to see.
fn mega_claim(control: inout atomic u32[], ring_buffer: inout atomic u32[], slot: u32,
    tenants: u32) -> u32 {
    let base = slot * MEGA_SLOT_WORDS
    let seen = atomic_load(ring_buffer[base], acquire, device)
    let status = seen & MEGA_STATUS_MASK
    let mine = seen & ~MEGA_STATUS_MASK | MEGA_CLAIMED
    let tenant = ring_buffer[base + MEGA_SLOT_TENANT]
    if tenant >= tenants { return 0 }
    if status == MEGA_YIELD {
        let old = atomic_compare_exchange(ring_buffer[base], seen, mine, acq_rel, device)
        return old == seen ? tenant + 1 : 0
    }
    if status != MEGA_PUBLISHED && status != MEGA_REQUEUE { return 0 }
    let masks = atomic_load(control[MEGA_TENANT_BASE])
    if atomic_load(control[masks + tenant]) == 0 { return 0 }
    let quota = atomic_load(control[MEGA_QUOTAS + tenant])
    let before = atomic_add(control[MEGA_CLAIMS + tenant], 1)
    if quota != 0 && before >= quota {
        control[MEGA_CLAIMS + tenant] -= 1
        return 0
    }
    if atomic_compare_exchange(ring_buffer[base], seen, mine, acq_rel, device) != seen {
        control[MEGA_CLAIMS + tenant] -= 1
        return 0
    }
    let priority = min(ring_buffer[base + MEGA_SLOT_PRIORITY], MEGA_PRIORITIES - 1)
    control[MEGA_PRIORITY_CLAIMS + priority] += 1
    return tenant + 1
}

fn mega_fault(control: inout atomic u32[], slot: u32, code: u32) {
    control[MEGA_FAULTS] += 1
    if atomic_compare_exchange(control[MEGA_FAULT_CODE], 0, code) == 0 {
        atomic_store(control[MEGA_FAULT_SLOT], slot)
    }
}

/// Ends a run of a slot: effects and result first, then the status with release, and only then the
/// counters, so that whoever sees a count finds the slots that it counts.
fn mega_finish(control: inout atomic u32[], ring_buffer: inout atomic u32[], slot: u32,
    tenant: u32, status: u32, result: u32) {
    let base = slot * MEGA_SLOT_WORDS
    let opcode = ring_buffer[base + MEGA_SLOT_OPCODE]
    let word = ring_buffer[base] & ~MEGA_STATUS_MASK | status
    let ended = status == MEGA_DONE || status == MEGA_FAULT
    if ended {
        atomic_store(ring_buffer[base + MEGA_SLOT_RESULT], result)
    }
    // A slot that is to be claimed again returns its place in the quota before it can be claimed.
    if status == MEGA_REQUEUE { control[MEGA_CLAIMS + tenant] -= 1 }
    atomic_store(ring_buffer[base], word, release, device)
    if ended {
        control[MEGA_CLAIMS + tenant] -= 1
        if opcode < MEGA_METRIC_COUNT { control[MEGA_METRICS + opcode] += 1 }
        if status == MEGA_FAULT { mega_fault(control, slot, result) }
        atomic_add(control[MEGA_DONE_COUNT], 1, release, device)
    }
}

/// A full log keeps counting, and stops before the cursor could wrap.
fn mega_printf(ring_buffer: in atomic u32[], debug_log: inout atomic u32[], base: u32) -> u32, u32 {
    let args = base + MEGA_SLOT_ARGS
    if atomic_load(debug_log[0]) < 0xf0000000 {
        let at = atomic_add(debug_log[0], MEGA_DEBUG_RECORD_WORDS)
        if at < MEGA_DEBUG_WORDS - 1 {
            debug_log[at + 1] = ring_buffer[args]
            debug_log[at + 2] = ring_buffer[args + 1]
            debug_log[at + 3] = ring_buffer[args + 2]
            debug_log[at + 4] = base
        }
    }
    return MEGA_DONE, 0
}

/// Nobody waits at a fence: one that is not due yields.
fn mega_fence(control: inout atomic u32[], ring_buffer: in atomic u32[], base: u32) -> u32, u32 {
    let ended = atomic_load(control[MEGA_DONE_COUNT], acquire, device)
    if i32(ended - ring_buffer[base + MEGA_SLOT_ARGS]) < 0 { return MEGA_YIELD, 0 }
    let old = atomic_add(control[MEGA_EPOCH], 1, release, device)
    return MEGA_DONE, old + 1
}

fn mega_shutdown(control: inout atomic u32[], tenant: u32) -> u32, u32 {
    if tenant != 0 { return MEGA_FAULT, MEGA_FAULT_NOT_ALLOWED }
    atomic_store(control[MEGA_SHUTDOWN], 1)
    return MEGA_DONE, 0
}
