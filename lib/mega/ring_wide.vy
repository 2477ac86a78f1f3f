// Beside ring_cpu.vy on the cpu device: runs a slot whose handler is as wide as a workgroup. The
// worker has claimed the slot, stored in `own` that it is wide, and ended its launch; its thread
// launches this kernel, and then the worker's again, which ends the slot with what stands in `own`.
// A stopped launch of this kernel leaves `own` as it was: the worker's faults the slot.
program megakernel_wide service
use "../mega.vy"
use "ring_layout.vy"
use "ring_sizes.vy"

const OWN = 160 // as in ring_cpu.vy, with all buffers
// written by the host
mapped sub     : atomic u32[MEGA_PRIORITIES * N * MEGA_SLOT_WORDS]
mapped tails   : atomic u64[RING_BLAME + 32]
mapped rows    : atomic u32[RING_VERSIONS + 8]
mapped targets : atomic u32[RING_BATCHES]
// written by the kernel
mapped comp   : atomic u32[MEGA_PRIORITIES * N * COMP_WORDS]
mapped ends   : atomic u32[RING_BATCHES]
mapped heads  : atomic u64[8]
mapped mirror : atomic u64[WORKERS * RING_MIRROR_WORDS]
mapped parks  : atomic u32[WORKERS * PARK_WORDS]
mapped log    : atomic u32[LOG * LOG_WORDS]
// written by the host: what is bound by name
mapped binds : atomic u64[BIND_FIRST + 2 * BIND_SET]
// requests for bytes, written by the kernel; answers, written by the host; the bytes
mapped asks    : atomic u32[ASKS * ASK_WORDS]
mapped answers : atomic u32[ASKS]
mapped arena   : atomic u32[ARENA]
// the kernel's own
persistent lock         : atomic u32[48]
persistent queue        : u32[1024]
persistent stamp        : u32[MEGA_PRIORITIES * N]
persistent next         : u32[MEGA_PRIORITIES * N]
persistent tries        : u32[MEGA_PRIORITIES * N]
persistent own          : u32[WORKERS * OWN]
persistent post         : atomic u64[1]
persistent counted      : atomic u32[RING_BATCHES]
persistent ring_obs     : atomic u32[OBS]
persistent work         : u32[WORK]
persistent ios          : u32[ASKS * MEGA_IO_SLOT_WORDS]
param      worker       : u32
param      target       : u32
param      target_stamp : u32
param      target_code  : u32
param      idle         : u64
// + windows
workgroup 32
grid 32
use "wide.vy"

// in `own`, as in ring_cpu.vy
const NEXT        = 0
const CLAIMED     = 16
const WIDE        = 12
const WIDE_STATUS = 13
const WIDE_RESULT = 14

fn first_of(word: u32) -> u32 { return workgroup_or(lid.x == 0 ? word : 0) }

/// As in ring_cpu.vy, by one invocation for all.
fn ring_bound() -> u32 {
    var set = 0
    if lid.x == 0 {
        let at = worker * RING_MIRROR_WORDS + MIRROR_BOUND
        var now = 0u64
        var next_one = atomic_load(binds[0], acquire, system)
        while now != next_one {
            now = next_one
            mirror[at] = now
            fence()
            next_one = atomic_load(binds[0], acquire, system)
        }
        set = BIND_FIRST + (u32(now) & 1) * BIND_SET
    }
    return first_of(set)
}

fn ring_row(at: u32) -> u64 { return workgroup_or(lid.x == 0 ? binds[at] : 0u64) }

fn ring_unbound() {
    barrier workgroup
    if lid.x == 0 {
        atomic_store(mirror[worker * RING_MIRROR_WORDS + MIRROR_BOUND], 0u64, release, system)
    }
}

let me = min(worker, WORKERS - 1) * OWN
let i = min(first_of(own[me + CLAIMED + min(own[me + NEXT], 63)]), MEGA_PRIORITIES * N - 1)
let op = first_of(sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE])
let row = (first_of(sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]) & TENANT_ROWS - 1) * ROW_WORDS
let base = first_of(rows[row + ROW_BASE])
let count = first_of(rows[row + ROW_COUNT])
// + bound
let status, result = mega_wide(op,
    sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_ARGS..i * MEGA_SLOT_WORDS + MEGA_SLOT_WORDS],
    ring_obs[base..base + count], work)
// + unbound
barrier workgroup // all have run the handler to its end
if lid.x == 0 {
    own[me + WIDE_STATUS] = status
    own[me + WIDE_RESULT] = result
    own[me + WIDE] = 2
}
