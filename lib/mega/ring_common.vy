// What the live kernels of the cpu and of GPUs share.
use "../mega.vy"
use "ring_layout.vy"
use "ring_sizes.vy"

/// The next priority to serve, of those whose bits are set in `ready`; MEGA_PRIORITIES: none. After
/// MEGA_URGENT urgent slots the lower priorities are served in turn, which `pass` counts; the
/// second result says whether this is such a turn.
fn ring_choose(urgent: u32, pass: u32, ready: u32) -> u32, bool {
    if urgent >= MEGA_URGENT {
        for k in 0..3 {
            let level = 2 + (pass + k) % 3
            if (ready >> level & 1) != 0 { return level, true }
        }
    }
    return min(ctz(ready), MEGA_PRIORITIES), false
}

/// Appends a record to the debug log; false: the log is full.
fn ring_record(lock: inout atomic u32[], cursor_at: u32, tails: in atomic u64[],
    log: inout atomic u32[], i: u32, format: u32, first: u32, second: u32) -> bool {
    var written = false
    var more = true
    while more {
        let cursor = lock[cursor_at]
        if cursor - u32(tails[RING_LOG_TAKEN]) >= LOG {
            more = false
        } else if atomic_compare_exchange(lock[cursor_at], cursor, cursor + 1) == cursor {
            let at = cursor % LOG * LOG_WORDS
            log[at] = format
            log[at + 1] = first
            log[at + 2] = second
            log[at + LOG_SLOT] = i
            atomic_store(log[at + LOG_STAMP], cursor + 1, release, system)
            written = true
            more = false
        }
    }
    return written
}

// ---- requests for bytes ---- A slot has eight words for its request, as a slot of the io queue:
// STATUS is EMPTY, PUBLISHED while the slot waits, then OK or ERROR. A slot waits outside of all
// queues until its answer is there. It has one request at a time, so there is room for all, and one
// answer to it, which the host sends before the bytes are there if the slot is to be cancelled.

/// Publishes the request of a slot. It waits from here on: the answer may be there before the next
/// statement. There is no loop, so that no launch is stopped in between.
fn ring_ask(lock: inout atomic u32[], cursor_at: u32, asks: inout atomic u32[], io: inout u32[],
    i: u32, tenant: u32) {
    let cursor = atomic_add(lock[cursor_at], 1)
    let at = cursor % ASKS * ASK_WORDS
    asks[at] = min(io[MEGA_IO_OP], 255) << ASK_OP_SHIFT | i
    asks[at + MEGA_IO_SOURCE] = io[MEGA_IO_SOURCE]
    asks[at + MEGA_IO_DESTINATION] = io[MEGA_IO_DESTINATION]
    asks[at + MEGA_IO_OFFSET_LOW] = io[MEGA_IO_OFFSET_LOW]
    asks[at + MEGA_IO_OFFSET_HIGH] = io[MEGA_IO_OFFSET_HIGH]
    asks[at + MEGA_IO_BYTES] = io[MEGA_IO_BYTES]
    asks[at + ASK_TENANT] = tenant
    io[MEGA_IO_OP] = 0
    io[MEGA_IO_STATUS] = MEGA_PUBLISHED
    atomic_store(asks[at + ASK_STAMP], cursor + 1, release, system)
}

/// As ring_bound() of ring_cpu.vy, by one lane of a GPU's worker for all: which set of bindings the
/// slots see that it is about to execute. `set` gets its rows; its last word has the number of the
/// set that it holds, so that rows are loaded across the link once after each exchange.
fn ring_announce(binds: in atomic u64[], mirror: inout atomic u64[], set: inout u64[]) {
    var now = 0u64
    if lid.x == 0 {
        var next_one = atomic_load(binds[0], acquire, system)
        while now != next_one {
            now = next_one
            mirror[wid.x * RING_MIRROR_WORDS + MIRROR_BOUND] = now
            fence()
            next_one = atomic_load(binds[0], acquire, system)
        }
    }
    let all = workgroup_or(now)
    let had = workgroup_or(lid.x == 0 ? set[BIND_SET - 1] : 0u64)
    if had != all {
        let from = BIND_FIRST + (u32(all) & 1) * BIND_SET
        for j in 0..3 {
            let w = j * 32 + lid.x
            if w < BIND_SET - 1 { set[w] = binds[from + w] }
        }
        if lid.x == 0 { set[BIND_SET - 1] = all }
        barrier workgroup
    }
}
