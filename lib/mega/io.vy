// The io queue of the classic kinds: LOAD_MISS, which the host serves, and the kernel as the server
// of the queue.
use "../mega.vy"
use "slots.vy"

// ---- LOAD_MISS ---- A bit is 0 for each free slot of the io queue: taking and returning one are
// single atomics. A request carries its ring slot's number, so answers may come in any order.

fn mega_io_take(control: inout atomic u32[]) -> u32 {
    for half in 0..2 {
        var used = atomic_load(control[MEGA_IO_USED + half])
        while used != 0xffffffff {
            let bit = 1 << ctz(~used)
            used = atomic_or(control[MEGA_IO_USED + half], bit, acquire, device)
            if (used & bit) == 0 { return half * 32 + ctz(bit) }
        }
    }
    return MEGA_IO_SLOTS
}

fn mega_load_miss(control: inout atomic u32[], ring_buffer: inout atomic u32[],
    io_queue: inout atomic u32[], slot: u32) -> u32, u32 {
    let base = slot * MEGA_SLOT_WORDS
    let args = base + MEGA_SLOT_ARGS
    if ring_buffer[args + 11] == MEGA_LOADED { return MEGA_DONE, ring_buffer[args + 4] }
    let io = mega_io_take(control)
    if io == MEGA_IO_SLOTS { return MEGA_YIELD, 0 }
    let at = io * MEGA_IO_SLOT_WORDS
    atomic_store(io_queue[at + MEGA_IO_OP], MEGA_IO_READ)
    atomic_store(io_queue[at + MEGA_IO_SOURCE], ring_buffer[args])
    atomic_store(io_queue[at + MEGA_IO_DESTINATION], ring_buffer[args + 1])
    atomic_store(io_queue[at + MEGA_IO_OFFSET_LOW], ring_buffer[args + 2])
    atomic_store(io_queue[at + MEGA_IO_OFFSET_HIGH], ring_buffer[args + 3])
    atomic_store(io_queue[at + MEGA_IO_BYTES], ring_buffer[args + 4])
    atomic_store(io_queue[at + MEGA_IO_TAG], slot)
    atomic_store(ring_buffer[args + 11], io)
    atomic_store(io_queue[at + MEGA_IO_STATUS], MEGA_PUBLISHED, release, system)
    return MEGA_WAIT_IO, 0
}

/// Claims a waiting slot whose request is done: the slot is requeued, or faults.
fn mega_io_done(control: inout atomic u32[], ring_buffer: inout atomic u32[],
    io_queue: inout atomic u32[], slot: u32, seen: u32, tenant: u32) {
    let base = slot * MEGA_SLOT_WORDS
    let note = base + MEGA_SLOT_ARGS + 11
    let io = ring_buffer[note]
    let at = io * MEGA_IO_SLOT_WORDS + MEGA_IO_STATUS
    let status = atomic_load(io_queue[at], acquire, system)
    if io < MEGA_IO_SLOTS && (status == MEGA_IO_OK || status == MEGA_IO_ERROR) {
        let mine = seen & ~MEGA_STATUS_MASK | MEGA_CLAIMED
        if atomic_compare_exchange(ring_buffer[base], seen, mine) == seen {
            atomic_store(io_queue[at], MEGA_EMPTY)
            atomic_and(control[MEGA_IO_USED + io / 32], ~(1 << io % 32), release, device)
            atomic_store(ring_buffer[note], MEGA_LOADED)
            if status == MEGA_IO_OK {
                mega_finish(control, ring_buffer, slot, tenant, MEGA_REQUEUE, 0)
            } else {
                mega_finish(control, ring_buffer, slot, tenant, MEGA_FAULT, MEGA_FAULT_IO)
            }
        }
    }
}

/// As mega_claim(); a slot that waits for its request is requeued, or faults, once that is done.
fn mega_claim_loading(control: inout atomic u32[], ring_buffer: inout atomic u32[],
    io_queue: inout atomic u32[], slot: u32, tenants: u32) -> u32 {
    let base = slot * MEGA_SLOT_WORDS
    let seen = atomic_load(ring_buffer[base], acquire, device)
    let tenant = ring_buffer[base + MEGA_SLOT_TENANT]
    if (seen & MEGA_STATUS_MASK) == MEGA_WAIT_IO {
        if tenant < tenants {
            mega_io_done(control, ring_buffer, io_queue, slot, seen, tenant)
        }
        return 0
    }
    return mega_claim(control, ring_buffer, slot, tenants)
}

// ---- the kernel as the server ---- Each io slot has one worker, so requests are not claimed. A
// fence is due when only fences are left.

fn mega_io_quiet(io_queue: in atomic u32[]) -> bool {
    for i in 0..MEGA_IO_SLOTS {
        let at = i * MEGA_IO_SLOT_WORDS
        let status = atomic_load(io_queue[at + MEGA_IO_STATUS], acquire, system)
        if status == MEGA_PUBLISHED && io_queue[at + MEGA_IO_OP] != MEGA_IO_FENCE {
            return false
        }
    }
    return true
}

/// Rows of `capabilities` are (base, bytes) of `arena`, in bytes; the offset moves along the source
/// of a READ and along the destination of a WRITE. Words are copied, so everything is a multiple of
/// 4.
fn mega_io_move(io_queue: in atomic u32[], capabilities: in u32[,], arena: inout atomic u32[],
    at: u32) -> u32 {
    let op = io_queue[at + MEGA_IO_OP]
    let from = io_queue[at + MEGA_IO_SOURCE]
    let to = io_queue[at + MEGA_IO_DESTINATION]
    let bytes = u64(io_queue[at + MEGA_IO_BYTES])
    let low = u64(io_queue[at + MEGA_IO_OFFSET_LOW])
    let offset = u64(io_queue[at + MEGA_IO_OFFSET_HIGH]) << 32 | low
    let skip = op == MEGA_IO_READ ? offset : 0
    let seek = op == MEGA_IO_READ ? 0 : offset
    if op != MEGA_IO_READ && op != MEGA_IO_WRITE { return MEGA_IO_ERROR }
    if from >= len(capabilities, 0) || to >= len(capabilities, 0) { return MEGA_IO_ERROR }
    let room = u64(capabilities[from, 1])
    let space = u64(capabilities[to, 1])
    if skip > room || bytes > room - skip { return MEGA_IO_ERROR }
    if seek > space || bytes > space - seek { return MEGA_IO_ERROR }
    let source = u64(capabilities[from, 0]) + skip
    let target = u64(capabilities[to, 0]) + seek
    let end = u64(len(arena)) * 4
    if source + bytes > end || target + bytes > end { return MEGA_IO_ERROR }
    if ((source | target | bytes) & 3) != 0 { return MEGA_IO_ERROR }
    for i in 0..u32(bytes / 4) {
        let k = u64(target <= source ? i : u32(bytes / 4) - 1 - i)
        atomic_store(arena[target / 4 + k], atomic_load(arena[source / 4 + k]))
    }
    return MEGA_IO_OK
}

fn mega_io_serve(io_queue: inout atomic u32[], capabilities: in u32[,], arena: inout atomic u32[],
    worker: u32, workers: u32) {
    for io in worker..MEGA_IO_SLOTS step workers {
        let at = io * MEGA_IO_SLOT_WORDS
        let asked = atomic_load(io_queue[at + MEGA_IO_STATUS], acquire, system)
        if asked == MEGA_PUBLISHED {
            var answer = 0
            if io_queue[at + MEGA_IO_OP] == MEGA_IO_FENCE {
                if mega_io_quiet(io_queue) { answer = MEGA_IO_OK }
            } else {
                answer = mega_io_move(io_queue, capabilities, arena, at)
            }
            if answer != 0 {
                atomic_store(io_queue[at + MEGA_IO_STATUS], answer, release, system)
            }
        }
    }
}
