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
