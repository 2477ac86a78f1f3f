// The live kernel of a GPU. Workgroup 0, as wide as a subgroup, is the poller; the other workgroups
// are workers. All of them are one launch.
//
// Only the poller polls the tails, which are across the link. It bundles new slots and gives
// bundles to workers through device memory, one bundle at a time for each worker. With one tenant
// and empty queues a bundle is a range of the ring. Otherwise slots pass through queues, one for
// each priority and tenant, in the poller's shared memory. The poller itself executes a few quick
// slots, urgent ones before everything else.
//
// A worker copies the slots of its bundle, up to MOST, with all lanes. If all are quick, it asks
// for the next bundle, executes them, and completes all with one fence: system fences serialise
// across the GPU. The ends of batches and the counters, which the host must see after the stamps,
// wait for the fence of the next bundle, or for a fence of their own if there is none. Otherwise
// slots are served 32 at a time: quick ones by all lanes, then requests of LOAD_MISS with one fence,
// whose slots the poller ends when their bytes are there, then the others, a lane for each slot.
// Before those the worker tells the host which slot comes first. If some lanes are stopped there,
// or fail, that worker ends, the others go on until the poller ends the launch, and the next launch
// continues from what is in memory: the slots that were executing fault.
//
// A slot is complete when the tail covers it: everything a slot needs is read after the tail.
// Whatever must be visible to the host before a completion is stored before its stamp, with one
// fence for all lanes. A word across the link that several lanes need is loaded by one lane: each
// lane's load would be a trip of its own, and trips of all workers to one word are serialised.
program megakernel service
use "../mega.vy"
use "ring_layout.vy"
use "ring_sizes.vy"
use "ring_common.vy"
use "dispatch.vy"

const CHUNKS = 4    // a bundle has at most CHUNKS * 32 slots: a chunk has a slot for each lane
const OWN    = 480  // words of a worker in `own`
// written by the host
mapped sub     : atomic u32[MEGA_PRIORITIES * N * MEGA_SLOT_WORDS]
mapped tails   : atomic u64[RING_BLAME + 32]
mapped rows    : atomic u32[RING_VERSIONS + 8]
mapped targets : atomic u32[RING_BATCHES]
// written by the kernel
mapped comp   : atomic u32[MEGA_PRIORITIES * N * COMP_WORDS]
mapped ends   : atomic u32[RING_BATCHES]
mapped heads  : atomic u64[8]
mapped mirror : atomic u64[(WORKERS + 1) * RING_MIRROR_WORDS]
mapped parks  : atomic u32[PARK_WORDS]
mapped log    : atomic u32[LOG * LOG_WORDS]
// written by the host: what is bound by name
mapped binds : atomic u64[BIND_FIRST + 2 * BIND_SET]
// requests for bytes, written by the kernel; answers, written by the host; the bytes
mapped asks    : atomic u32[ASKS * ASK_WORDS]
mapped answers : atomic u32[ASKS]
mapped arena   : atomic u32[ARENA]
// the kernel's own
persistent lock  : atomic u32[128]
persistent queue : u32[1024]
persistent stamp : u32[MEGA_PRIORITIES * N]
// The links of the queues are in shared memory, and saved here when a launch ends. Links that do
// not fit stay in device memory: src/mega/ring_program.c then swaps the names of the two buffers.
persistent next_kept : u32[MEGA_PRIORITIES * N]
persistent tries     : u32[MEGA_PRIORITIES * N]
persistent own       : atomic u32[(WORKERS + 1) * OWN]
persistent post      : atomic u64[WORKERS + 1]
persistent counted   : atomic u32[RING_BATCHES]
persistent ring_obs  : atomic u32[OBS]
persistent work      : u32[WORK]
persistent ios       : u32[ASKS * MEGA_IO_SLOT_WORDS]
shared     sl        : atomic u32[CHUNKS * 32 * MEGA_SLOT_WORDS]
shared     cnt       : atomic u32[RING_MIRROR_WORDS]
shared     was       : u64[RING_MIRROR_WORDS]
shared     accused   : u64[1]
shared     known     : atomic u32[32]
shared     idx       : u32[32]
shared     waiting   : u32[32]
shared     q         : u32[512]
shared     row       : u32[TENANT_ROWS * ROW_WORDS]
shared     list      : u32[1024]
shared     record    : u32[CHUNKS * 32 * COMP_WORDS]
shared     led       : u32[CHUNKS * 32]
shared     owed      : u32[CHUNKS * 32]
param      launch    : u32
workgroup 32
grid (WORKERS + 1) * 32
shared     next      : u32[LINKS]
// + windows
use "wide.vy" // behind all buffers that the host knows

// in `lock`: the cursor of the debug log; requests for bytes; by tenant, slots that ended and slots
// that were admitted
const CURSOR   = 32
const ASKED    = 40
const GONE     = 64
const ADMITTED = 96
// in `own`, by worker: the round of the bundle that it finished last
const FINISHED = 31
const ROUND    = 0x3ffff
// in `own`, in the words of each worker
const BACK            = 33   // slots that go back to the poller, in BACKS
const AT              = 34   // lanes that execute now, as bits
const ENDED           = 35   // lanes of the chunk that are done
const SPENT           = 37   // nanoseconds that the last bundle took; 0: all its slots were quick
const BEGUN           = 38   // the chunk was begun
const STEPS           = 39
const PREEMPT         = 40   // the poller wants slots back that were not begun
const PAST            = 41   // slots of the bundle that are done
const DUE             = 42   // 1 + batches in OWED, whose ends are not stored yet
const LISTED          = 64   // the slots of a bundle that came from queues
const CARRIED         = 96   // the words of up to 4 slots that the poller has read already,
const CARRIED_VERSION = 160  // and the version of the rows that goes with them
const BACKS           = 192
const TOTAL           = 320
const OWED            = 352
// in `q`, as in ring_cpu.vy; then: urgent slots in a row, turns of lower priorities, slots queued
const HEAD   = 0
const LAST   = 192
const MASK   = 384
const TURN   = 392
const URGENT = 440
const PASS   = 441
const LENGTH = 442
// in `known`
const ALIVE   = 0
const VERSION = 2
const LONG    = 500000  // ns; deadlines are longer
const PEEK    = 512

// in `ios`, of a LOAD_MISS slot that waits
const MISS_TENANT = 1
const MISS_BATCH  = 2
const MISS_GOAL   = 3

// ---- counters ---- They are stored for the host once a bundle, and only those that rose. The
// count of ended slots, by tenant, is stored last: whoever waits for it then reads the others.

fn ring_count_more(word: u32, n: u32) { cnt[word] += n }
fn ring_count(word: u32) { cnt[word] += 1 }
fn ring_show_one(w: u32) {
    let more = cnt[w]
    if more != 0 {
        cnt[w] = 0
        let now = was[w] + u64(more)
        was[w] = now
        mirror[wid.x * RING_MIRROR_WORDS + w] = now
    }
}

fn ring_show_first() {
    ring_show_one(lid.x)
    if lid.x < 16 { ring_show_one(32 + lid.x) }
}

/// Ends other than DONE are visible before the count of ends is.
fn ring_show() {
    let failed = workgroup_any(lid.x >= 7 && lid.x < 10 && cnt[lid.x] != 0)
    ring_show_first()
    if failed { fence() }
    barrier workgroup
    ring_show_one(MIRROR_TENANTS + lid.x)
}

// ---- completions, by all lanes ----

fn ring_record_end(i: u32, status: u32, code: u32, result: u32) {
    comp[i * COMP_WORDS + COMP_STATUS] = status
    comp[i * COMP_WORDS + COMP_CODE] = code
    comp[i * COMP_WORDS + COMP_RESULT] = result
}

fn ring_ended(tenant: u32, batch: u32, goal: u32, n: u32) {
    ring_count_more(MIRROR_TENANTS + tenant, n)
    if batch != 0 {
        let b = (batch - 1) % RING_BATCHES
        if atomic_add(counted[b], n, acq_rel, device) + n == goal {
            atomic_store(ends[b], batch, release, system)
        }
    }
}

/// How many slots must have ended for a batch to end. One lane loads it for all if all need the
/// same.
fn ring_goal(here: bool, mixed: bool, batch: u32) -> u32 {
    var goal = 0
    if here && batch != 0 && (mixed || lid.x == 0) { goal = targets[(batch - 1) % RING_BATCHES] }
    let same = workgroup_or(lid.x == 0 ? goal : 0)
    return mixed ? goal : same
}

/// Stores records in whole lines, neighbouring words by neighbouring lanes. Their stamps are still
/// those of the slots' last uses.
fn ring_put(mask: u32) {
    for r in 0..4 {
        let of = r * 8 + (lid.x >> 2)
        let to = min(idx[of], MEGA_PRIORITIES * N - 1) * COMP_WORDS + (lid.x & 3)
        if (mask >> of & 1) != 0 { comp[to] = record[r * 32 + lid.x] }
    }
}

/// Ends tickets, one for each lane in `mask`, with one fence for all. The quota is returned before
/// the host can see the end; the host may reuse a slot as soon as its stamp is stored. `all`: no
/// lane has failed; `mixed`: the slots are not all of one tenant and one batch.
fn ring_end(all: bool, mixed: bool, mask: u32, i: u32, stamped: u32, word: u32, batch: u32,
    goal: u32, status: u32, code: u32, result: u32) {
    let tenant = min(word & SLOT_TENANT_MASK, TENANT_ROWS - 1)
    let over = (mask >> lid.x & 1) != 0
    let one = !mixed && lid.x == ctz(mask)
    if IO && over {
        for w in 0..MEGA_IO_SLOT_WORDS { ios[i * MEGA_IO_SLOT_WORDS + w] = 0 }
    }
    if over && (mixed || one) { lock[GONE + tenant] += mixed ? 1 : popcount(mask) }
    if over && status != MEGA_DONE { ring_count(status) }
    if all {
        if over {
            idx[lid.x] = i
            record[lid.x * COMP_WORDS + COMP_STAMP] = stamped - N
            record[lid.x * COMP_WORDS + COMP_STATUS] = status
            record[lid.x * COMP_WORDS + COMP_CODE] = code
            record[lid.x * COMP_WORDS + COMP_RESULT] = result
        }
        barrier workgroup
        ring_put(mask)
    } else if over {
        ring_record_end(i, status, code, result)
    }
    fence()
    barrier workgroup
    if over { comp[i * COMP_WORDS + COMP_STAMP] = stamped }
    barrier workgroup
    if over && (mixed || one) { ring_ended(tenant, batch, goal, mixed ? 1 : popcount(mask)) }
}

/// Loads a word of each of 16 slots, two slots at a time: the first at `base`, then every second.
fn ring_load16(from: u32, base: u32, w: u32) -> u32, u32, u32, u32, u32, u32, u32, u32 {
    let a0 = sub[(from + (base & (N - 1))) * MEGA_SLOT_WORDS + w]
    let a1 = sub[(from + (base + 2 & (N - 1))) * MEGA_SLOT_WORDS + w]
    let a2 = sub[(from + (base + 4 & (N - 1))) * MEGA_SLOT_WORDS + w]
    let a3 = sub[(from + (base + 6 & (N - 1))) * MEGA_SLOT_WORDS + w]
    let a4 = sub[(from + (base + 8 & (N - 1))) * MEGA_SLOT_WORDS + w]
    let a5 = sub[(from + (base + 10 & (N - 1))) * MEGA_SLOT_WORDS + w]
    let a6 = sub[(from + (base + 12 & (N - 1))) * MEGA_SLOT_WORDS + w]
    let a7 = sub[(from + (base + 14 & (N - 1))) * MEGA_SLOT_WORDS + w]
    return a0, a1, a2, a3, a4, a5, a6, a7
}

/// The same of the slots that idx[at..at + 16] names.
fn ring_load16_listed(at: u32, w: u32) -> u32, u32, u32, u32, u32, u32, u32, u32 {
    let a0 = sub[(min(idx[at], MEGA_PRIORITIES * N - 1)) * MEGA_SLOT_WORDS + w]
    let a1 = sub[(min(idx[2 + at], MEGA_PRIORITIES * N - 1)) * MEGA_SLOT_WORDS + w]
    let a2 = sub[(min(idx[4 + at], MEGA_PRIORITIES * N - 1)) * MEGA_SLOT_WORDS + w]
    let a3 = sub[(min(idx[6 + at], MEGA_PRIORITIES * N - 1)) * MEGA_SLOT_WORDS + w]
    let a4 = sub[(min(idx[8 + at], MEGA_PRIORITIES * N - 1)) * MEGA_SLOT_WORDS + w]
    let a5 = sub[(min(idx[10 + at], MEGA_PRIORITIES * N - 1)) * MEGA_SLOT_WORDS + w]
    let a6 = sub[(min(idx[12 + at], MEGA_PRIORITIES * N - 1)) * MEGA_SLOT_WORDS + w]
    let a7 = sub[(min(idx[14 + at], MEGA_PRIORITIES * N - 1)) * MEGA_SLOT_WORDS + w]
    return a0, a1, a2, a3, a4, a5, a6, a7
}

fn ring_put16(at: u32, a0: u32, a1: u32, a2: u32, a3: u32, a4: u32, a5: u32, a6: u32, a7: u32) {
    sl[at + lid.x] = a0
    sl[32 + at + lid.x] = a1
    sl[64 + at + lid.x] = a2
    sl[96 + at + lid.x] = a3
    sl[128 + at + lid.x] = a4
    sl[160 + at + lid.x] = a5
    sl[192 + at + lid.x] = a6
    sl[224 + at + lid.x] = a7
}

/// Copies the slots that `idx` names into shared memory, with all lanes. Everything is loaded
/// before anything is stored, so that the loads are in flight together; a loop would not be
/// unrolled that way, since no access may move past an atomic one.
fn ring_copy(n: u32) {
    let r = lid.x >> 4
    let w = lid.x & 15
    if n <= 4 {
        let a0 = sub[min(idx[r], MEGA_PRIORITIES * N - 1) * MEGA_SLOT_WORDS + w]
        let a2 = sub[min(idx[2 + r], MEGA_PRIORITIES * N - 1) * MEGA_SLOT_WORDS + w]
        sl[lid.x] = a0
        sl[32 + lid.x] = a2
    } else {
        let a0, a1, a2, a3, a4, a5, a6, a7 = ring_load16_listed(r, w)
        let b0, b1, b2, b3, b4, b5, b6, b7 = ring_load16_listed(16 + r, w)
        ring_put16(0, a0, a1, a2, a3, a4, a5, a6, a7)
        ring_put16(256, b0, b1, b2, b3, b4, b5, b6, b7)
    }
}

/// The same for a range of the ring. No load of shared memory stands between two loads across the
/// link: waiting for it could wait for those too.
fn ring_copy_range(from: u32, base: u32, n: u32) {
    let r = lid.x >> 4
    let w = lid.x & 15
    if n <= 32 {
        let a0, a1, a2, a3, a4, a5, a6, a7 = ring_load16(from, base + r, w)
        let b0, b1, b2, b3, b4, b5, b6, b7 = ring_load16(from, base + 16 + r, w)
        ring_put16(0, a0, a1, a2, a3, a4, a5, a6, a7)
        ring_put16(256, b0, b1, b2, b3, b4, b5, b6, b7)
    } else if n <= 64 {
        let a0, a1, a2, a3, a4, a5, a6, a7 = ring_load16(from, base + r, w)
        let b0, b1, b2, b3, b4, b5, b6, b7 = ring_load16(from, base + 16 + r, w)
        let c0, c1, c2, c3, c4, c5, c6, c7 = ring_load16(from, base + 32 + r, w)
        let d0, d1, d2, d3, d4, d5, d6, d7 = ring_load16(from, base + 48 + r, w)
        ring_put16(0, a0, a1, a2, a3, a4, a5, a6, a7)
        ring_put16(256, b0, b1, b2, b3, b4, b5, b6, b7)
        ring_put16(512, c0, c1, c2, c3, c4, c5, c6, c7)
        ring_put16(768, d0, d1, d2, d3, d4, d5, d6, d7)
    } else {
        let a0, a1, a2, a3, a4, a5, a6, a7 = ring_load16(from, base + r, w)
        let b0, b1, b2, b3, b4, b5, b6, b7 = ring_load16(from, base + 16 + r, w)
        let c0, c1, c2, c3, c4, c5, c6, c7 = ring_load16(from, base + 32 + r, w)
        let d0, d1, d2, d3, d4, d5, d6, d7 = ring_load16(from, base + 48 + r, w)
        let e0, e1, e2, e3, e4, e5, e6, e7 = ring_load16(from, base + 64 + r, w)
        let f0, f1, f2, f3, f4, f5, f6, f7 = ring_load16(from, base + 80 + r, w)
        let g0, g1, g2, g3, g4, g5, g6, g7 = ring_load16(from, base + 96 + r, w)
        let h0, h1, h2, h3, h4, h5, h6, h7 = ring_load16(from, base + 112 + r, w)
        ring_put16(0, a0, a1, a2, a3, a4, a5, a6, a7)
        ring_put16(256, b0, b1, b2, b3, b4, b5, b6, b7)
        ring_put16(512, c0, c1, c2, c3, c4, c5, c6, c7)
        ring_put16(768, d0, d1, d2, d3, d4, d5, d6, d7)
        ring_put16(1024, e0, e1, e2, e3, e4, e5, e6, e7)
        ring_put16(1280, f0, f1, f2, f3, f4, f5, f6, f7)
        ring_put16(1536, g0, g1, g2, g3, g4, g5, g6, g7)
        ring_put16(1792, h0, h1, h2, h3, h4, h5, h6, h7)
    }
}

/// Loads the rows of all tenants if the host has changed any; `version` was read after the tail.
fn ring_rows(version: u32) {
    let had = workgroup_load(known[VERSION])
    if had != version + 1 {
        let a0 = rows[lid.x]
        let a1 = rows[32 + lid.x]
        let a2 = rows[64 + lid.x]
        let a3 = rows[96 + lid.x]
        let a4 = rows[128 + lid.x]
        let a5 = rows[160 + lid.x]
        let a6 = rows[192 + lid.x]
        let a7 = rows[224 + lid.x]
        row[lid.x] = a0
        row[32 + lid.x] = a1
        row[64 + lid.x] = a2
        row[96 + lid.x] = a3
        row[128 + lid.x] = a4
        row[160 + lid.x] = a5
        row[192 + lid.x] = a6
        row[224 + lid.x] = a7
        if lid.x == 0 { known[VERSION] = version + 1 }
        barrier workgroup
    }
}
// Quick opcodes have no loop, so they cannot be stopped half done: all lanes execute theirs at
// once.
fn ring_is_quick(op: u32) -> bool { return op <= MEGA_OP_COMPARE_SWAP || op == MEGA_OP_BATCH_FENCE }
fn ring_quick(op: u32, a0: u32, a1: u32, a2: u32, obs: inout atomic u32[]) -> u32, u32 {
    if op == MEGA_OP_STORE_U32 {
        let s, r = mega_store(a0, a1, obs)
        return s, r
    } else if op == MEGA_OP_ATOMIC_ADD {
        let s, r = mega_add(a0, a1, obs)
        return s, r
    } else if op == MEGA_OP_LOAD_U32 {
        let s, r = mega_load(a0, obs)
        return s, r
    } else if op == MEGA_OP_COMPARE_SWAP {
        let s, r = mega_swap(a0, a1, a2, obs)
        return s, r
    }
    return MEGA_DONE, 0
}

/// A quick slot in shared memory, whose tenant's row begins at `r`.
fn ring_quick_slot(op: u32, s: u32, r: u32) -> u32, u32 {
    let at = s * MEGA_SLOT_WORDS
    let status, result = ring_quick(op, sl[at + MEGA_SLOT_ARGS], sl[at + MEGA_SLOT_ARGS + 1],
        sl[at + MEGA_SLOT_ARGS + 2],
        ring_obs[row[r + ROW_BASE]..row[r + ROW_BASE] + row[r + ROW_COUNT]])
    return status, result
}

/// `wide`: all lanes have run it, and it ended so.
fn ring_run(i: u32, op: u32, a: in atomic u32[], view: inout atomic u32[], wide: bool,
    wide_status: u32, wide_result: u32) -> u32, u32 {
    var status = MEGA_DONE
    var result = 0
    if WIDES && wide {
        status = wide_status
        result = wide_result
    } else if op == MEGA_OP_PRINTF {
        let written = ring_record(lock, CURSOR, tails, log, i, a[0], a[1], a[2])
        if written { ring_count(MIRROR_LOGGED) } else { ring_count(MIRROR_DROPPED) }
    } else if op != MEGA_OP_BATCH_FENCE && op != MEGA_OP_NOP {
        // + bound
        let s, r = mega_task(op, a, view, work)
        status = s
        result = r
    }
    return status, result
}

/// Runs a slot with all lanes together: `at` is where its words begin. Those of lane 0 count.
fn ring_run_wide(i: u32, op: u32, at: u32, first: u32, count: u32) -> u32, u32 {
    var status = MEGA_DONE
    var result = 0
    if PROGRAMS && op == RING_PROGRAM {
        // + program
    } else {
        // + bound together
        let s, r = mega_wide(op, sl[at + MEGA_SLOT_ARGS..at + MEGA_SLOT_WORDS],
            ring_obs[first..first + count], work)
        status = s
        result = r
    }
    return workgroup_or(lid.x == 0 ? status : 0), workgroup_or(lid.x == 0 ? result : 0)
}

// ---- a worker ----

/// Saves the counts of ends that are not stored for the host yet, for the next launch.
fn ring_keep(me: u32) {
    own[me + TOTAL + lid.x] = u32(was[MIRROR_TENANTS + lid.x]) + cnt[MIRROR_TENANTS + lid.x]
}

/// Returns slots to the poller, to the front of their queues if they were not begun. `direct`: the
/// bundle is a range of the ring, whose slots have not been in a queue.
fn ring_return(me: u32, goes: bool, i: u32, stamped: u32, word: u32, front: bool, direct: bool) {
    let mask = workgroup_or(goes ? 1 << lid.x : 0)
    let n = workgroup_or(lid.x == 31 ? own[me + BACK] : 0)
    if goes {
        let at = n + popcount(mask & (1 << lid.x) - 1)
        own[me + BACKS + at] = i | (word & 31) << 19 | u32(front) << 31
        if direct {
            stamp[i] = stamped
            tries[i] = u32(!front)
        } else if !front {
            tries[i] += 1
        }
    }
    barrier workgroup
    if lid.x == 31 { own[me + BACK] = n + popcount(mask) }
}

/// After a long handler: whether the host has blamed it although it has ended, and is about to stop
/// this worker. The host reads MIRROR_RUNNING again after it stores the blame.
fn ring_is_blamed() -> bool {
    var is = false
    if lid.x == 31 {
        atomic_store(mirror[wid.x * RING_MIRROR_WORDS + MIRROR_RUNNING], 0u64)
        fence()
        is = tails[RING_BLAME + wid.x] != accused[0]
    }
    let so = workgroup_any(is)
    return so
}

/// Publishes the requests of LOAD_MISS slots, of the lanes in `mask`; their words begin at `at`. What
/// the poller needs to end them is in the words of their requests, which have an op that the words of
/// other slots that wait do not have.
fn ring_ask_misses(mask: u32, at: u32, i: u32, word: u32, batch: u32, goal: u32) {
    let k = lid.x
    let n = popcount(mask)
    let io = i * MEGA_IO_SLOT_WORDS
    let x = popcount(mask & (1 << k) - 1) * ASK_WORDS
    var first = 0
    if k == 0 { first = atomic_add(lock[ASKED], n) }
    if (mask >> k & 1) != 0 {
        ios[io + MEGA_IO_OP] = MEGA_OP_LOAD_MISS
        ios[io + MISS_TENANT] = word
        ios[io + MISS_BATCH] = batch
        ios[io + MISS_GOAL] = goal
        ios[io + MEGA_IO_BYTES] = sl[at + MEGA_SLOT_ARGS + 4]
        ios[io + MEGA_IO_STATUS] = MEGA_PUBLISHED
        record[x] = MEGA_IO_READ << ASK_OP_SHIFT | i
        for w in 1..ASK_STAMP { record[x + w] = sl[at + MEGA_SLOT_ARGS + w - 1] }
        record[x + ASK_TENANT] = word
    }
    let from = workgroup_or(first)
    barrier workgroup
    for r in 0..8 {
        let of = r * 4 + (k >> 3)
        if of < n && (k & 7) != ASK_STAMP {
            asks[(from + of) % ASKS * ASK_WORDS + (k & 7)] = record[r * 32 + k]
        }
    }
    fence()
    barrier workgroup
    if k < n { asks[(from + k) % ASKS * ASK_WORDS + ASK_STAMP] = from + k + 1 }
}

/// Executes slots that may take long. A step executes neighbouring slots of the same opcode, a lane
/// each; one slot at a time if there is one worker. Which lanes execute and which slots have ended
/// is in memory, so that the next launch can continue where a handler was stopped. Lane 31 executes
/// none: it survives whatever happens to the others. Returns the number of steps, whether all lanes
/// are alive, and whether slots that were not begun were returned.
fn ring_serve(me: u32, at: u32, wait: u32, direct: bool, mixed: bool, before: u32, i: u32,
    stamped: u32, op: u32, goal: u32, first: u32, count: u32) -> u32, bool, bool {
    let k = lid.x
    let word = sl[at + MEGA_SLOT_TENANT]
    let batch = sl[at + MEGA_SLOT_PRIORITY] >> SLOT_BATCH_SHIFT
    var left = wait
    var over = before
    var steps = 0
    var alive = true
    var gave = false
    while left != 0 && alive {
        let lead = ctz(left)
        var same = left & 0x7fffffff
        if (left & left - 1) != 0 {
            let what = workgroup_or(k == lead ? op : 0)
            let others = workgroup_or((left >> k & 1) != 0 && op != what ? 1 << k : 0)
            if others != 0 { same &= (1 << ctz(others)) - 1 }
        }
        let step = WIDES ? workgroup_or(k == lead ? op : 0) : 0
        let wide = WIDES && (step == RING_PROGRAM || mega_is_wide(step))
        let side = WORKERS == 1 || wide ? same & 0 - same : same
        var preempt = 0
        if steps != 0 { preempt = workgroup_or(k == 0 ? own[me + PREEMPT] : 0) }
        if side == 0 || preempt != 0 {
            ring_return(me, (left >> k & 1) != 0, i, stamped, word, true, direct)
            over |= left
            if k == 31 { own[me + ENDED] = over }
            left = 0
            gave = true
        } else {
            let mine = (side >> k & 1) != 0
            if k == lead {
                own[me + AT] = side
                known[ALIVE] = 0
                atomic_store(mirror[wid.x * RING_MIRROR_WORDS + MIRROR_RUNNING],
                    u64(stamped) << 32 | u64(i + 1))
            }
            barrier workgroup
            // + announced
            let began = u32(clock())
            var status = MEGA_FAULT
            var code = 0
            var result = 0
            var yields = false
            var waits = false
            var failed = false
            var wide_status = 0
            var wide_result = 0
            if wide {
                known[RING_FATAL] = launch
                barrier workgroup
                let s, r = ring_run_wide(workgroup_or(mine ? i : 0), step,
                    workgroup_or(mine ? at : 0), workgroup_or(mine ? first : 0),
                    workgroup_or(mine ? count : 0))
                wide_status = s
                wide_result = r
                failed = workgroup_or(1 << k) != 0xffffffff
                known[RING_FATAL] = 0
            }
            if mine && !failed {
                if op < MEGA_METRIC_COUNT { ring_count(MIRROR_METRICS + op) }
                let s, r = ring_run(i, op, sl[at + MEGA_SLOT_ARGS..at + MEGA_SLOT_WORDS],
                    ring_obs[first..first + count], wide, wide_status, wide_result)
                known[ALIVE] |= 1 << k
                if s == MEGA_DONE {
                    status = MEGA_DONE
                    result = r
                } else if s == MEGA_FAULT {
                    code = r
                } else if IO && s == MEGA_WAIT_IO && ios[i * MEGA_IO_SLOT_WORDS + MEGA_IO_OP] != 0 {
                    waits = true
                } else if s == MEGA_YIELD || s == MEGA_REQUEUE || IO && s == MEGA_WAIT_IO {
                    let so_far = direct ? 0 : tries[i]
                    yields = so_far + 1 < TRIES
                    code = MEGA_FAULT_ATTEMPTS
                } else {
                    code = MEGA_FAULT_STATUS
                }
            }
            barrier workgroup
            // + withdrawn
            let ran = workgroup_load(known[ALIVE])
            alive = ran == side
            let return_mask = workgroup_or(yields ? 1 << k : 0)
            let wait_mask = IO ? workgroup_or(waits ? 1 << k : 0) : 0
            if IO && waits {
                if direct {
                    stamp[i] = stamped
                    tries[i] = 0
                }
                ring_ask(lock, ASKED, asks,
                    ios[i * MEGA_IO_SLOT_WORDS..(i + 1) * MEGA_IO_SLOT_WORDS], i, word)
            }
            if return_mask != 0 {
                if yields { ring_count(MIRROR_AGAIN) }
                ring_return(me, yields, i, stamped, word, false, direct)
            }
            ring_end(alive, mixed, ran & ~(return_mask | wait_mask), i, stamped, word, batch, goal, status, code,
                result)
            over |= ran
            left &= ~side
            steps += 1
            if k == 31 {
                own[me + ENDED] = over
                if alive { own[me + AT] = 0 }
            }
            if alive {
                ring_show_first()
                ring_keep(me)
                let long = workgroup_any(u32(clock()) - began > LONG)
                if long { alive = !ring_is_blamed() }
            }
        }
    }
    if k == 31 { atomic_store(mirror[wid.x * RING_MIRROR_WORDS + MIRROR_RUNNING], 0u64) }
    return steps, alive, gave
}

/// Up to 32 slots of a bundle: copies them if necessary, checks them, and executes the quick ones
/// with all lanes, then the others. `at`, `ended`, `begun`: left by the previous launch. Returns
/// the number of steps, their time, whether all lanes are alive, and whether slots were returned.
fn ring_chunk(me: u32, what: u32, base: u32, n: u32, from: u32, at: u32, ended: u32,
    begun: u32) -> u32, u32, bool, bool {
    let k = lid.x
    let carried = (what >> 9 & 1) != 0
    let direct = (what >> 8 & 3) != 0
    let abort = (what >> 13 & 1) != 0
    let x = min((from < CHUNKS * 32 ? from : 0) + k, CHUNKS * 32 - 1) * MEGA_SLOT_WORDS
    var i = (what >> 10 & 7) * N + (base + k & (N - 1))
    if carried {
        let c0 = own[me + CARRIED + k]
        let c1 = own[me + CARRIED + 32 + k]
        let version_read = k == 0 ? own[me + CARRIED_VERSION] : 0
        sl[k] = c0
        sl[32 + k] = c1
        ring_rows(workgroup_or(version_read))
    } else if from >= CHUNKS * 32 {
        if !direct { i = own[me + LISTED + k] }
        idx[k] = i
        var now = 0
        if k == 0 { now = rows[RING_VERSIONS] }
        barrier workgroup
        ring_copy(n)
        ring_rows(workgroup_or(now))
    }
    i = min(i, MEGA_PRIORITIES * N - 1)
    var stamped = base + k + 1
    if !direct { stamped = stamp[i] }
    barrier workgroup
    let word = sl[x + MEGA_SLOT_TENANT]
    let op = sl[x + MEGA_SLOT_OPCODE]
    let batch = sl[x + MEGA_SLOT_PRIORITY] >> SLOT_BATCH_SHIFT
    let r = (word & TENANT_ROWS - 1) * ROW_WORDS
    let first = row[r + ROW_BASE]
    let count = row[r + ROW_COUNT]
    let here = k < n && (ended >> k & 1) == 0
    let tenant = min(word & SLOT_TENANT_MASK, TENANT_ROWS - 1)
    var mixed = false
    var goal = 0
    if n > 1 {
        let whose = workgroup_or(k == 0 ? tenant : 0)
        let which = workgroup_or(k == 0 ? batch : 0)
        mixed = workgroup_any(k < n && (tenant != whose || batch != which))
        goal = ring_goal(here, mixed, batch)
    } else if here && batch != 0 {
        goal = targets[(batch - 1) % RING_BATCHES]
    }
    if direct && begun == 0 && k < n && (mixed || k == 0) {
        lock[ADMITTED + tenant] += mixed ? 1 : n
    }
    var status = 0
    var code = 0
    var result = 0
    var ran = false
    var asks_for = false
    // The host stops a step by its first slot; all slots of the step had run as long.
    var charge = 0
    if at != 0 {
        let blame = k == 0 ? tails[RING_BLAME + wid.x] : 0u64
        let named = workgroup_or(u32(blame >> 32))
        let stopped = workgroup_any((at >> k & 1) != 0 && stamped == named)
        let version_read = workgroup_or(u32(blame))
        charge = stopped ? version_read : MEGA_FAULT_HANDLER
    }
    if here {
        if (at >> k & 1) != 0 {
            status = MEGA_FAULT
            code = charge
        } else if direct && row[r + ROW_ENABLED] == 0 {
            status = MEGA_REFUSED
            code = MEGA_REFUSED_MASK
        } else if abort || row[r + ROW_EPOCH] != word >> SLOT_EPOCH_SHIFT {
            status = MEGA_CANCELLED
        } else if ring_is_quick(op) {
            ran = true
            let s, v = ring_quick(op, sl[x + MEGA_SLOT_ARGS], sl[x + MEGA_SLOT_ARGS + 1],
                sl[x + MEGA_SLOT_ARGS + 2], ring_obs[first..first + count])
            status = s
            if s == MEGA_DONE { result = v } else { code = v }
        } else {
            asks_for = IO && op == MEGA_OP_LOAD_MISS
        }
    }
    let some = workgroup_or(status != 0 ? 1 << k : 0)
    let missed = IO ? workgroup_or(asks_for ? 1 << k : 0) : 0
    let wait = workgroup_or(here && status == 0 ? 1 << k : 0) & ~missed
    if missed != 0 {
        if direct && asks_for { stamp[i] = stamped }
        ring_ask_misses(missed, x, i, word, batch, goal)
    }
    if some != 0 {
        ring_end(true, mixed, some, i, stamped, word, batch, goal, status, code, result)
        if ran { ring_count(MIRROR_METRICS + op) }
        barrier workgroup
        ring_show_first()
        ring_keep(me)
    }
    var alive = true
    var steps = 0
    var spent = 0
    var gave = false
    if wait != 0 {
        let over = ended | some | missed
        if k == 31 {
            own[me + ENDED] = over
            own[me + AT] = 0
            own[me + BEGUN] = 1
        }
        let start = u32(clock())
        let taken, lives, back = ring_serve(me, x, wait, direct, mixed, over, i, stamped, op, goal,
            first, count)
        steps = taken
        alive = lives
        gave = back
        spent = max(u32(clock()) - start, 1)
    }
    barrier workgroup
    return steps, spent, alive, gave
}

/// A bundle with slots that may take long, from `first` on, in chunks of 32, or 31 where lane 31
/// would have a slot to execute. `there`: all slots are in shared memory. If a slot that was not
/// begun is returned, all behind it are. False: some lanes were stopped, or failed.
fn ring_slow(me: u32, what: u32, base: u32, there: bool, first: u32, at_first: u32,
    ended_first: u32, begun_first: u32) -> bool {
    let k = lid.x
    let n = what & 255
    var past = first
    var at = at_first
    var ended = ended_first
    var begun = begun_first
    var steps = 0
    var spent = 0
    var alive = true
    var preempted = false
    var behind = false
    if (first | begun) != 0 {
        let back = workgroup_or(k == 0 ? own[me + BACK] : 0)
        behind = back != 0
    }
    while past < n && alive {
        var m = min(n - past, 32)
        if there && m == 32 {
            let s = min(past + 31, CHUNKS * 32 - 1)
            let op = workgroup_load(sl[s * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE])
            if !ring_is_quick(op) { m = 31 }
        }
        if past != first && !preempted {
            let preempt = workgroup_or(k == 0 ? own[me + PREEMPT] : 0)
            preempted = preempt != 0
        }
        if preempted {
            let i = min((what >> 10 & 7) * N + (base + past + k & (N - 1)), MEGA_PRIORITIES * N - 1)
            var word = 0
            if k < m {
                word = there
                    ? sl[min(past + k, CHUNKS * 32 - 1) * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT] :
                    sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
            }
            if k < m { lock[ADMITTED + min(word & SLOT_TENANT_MASK, TENANT_ROWS - 1)] += 1 }
            ring_return(me, k < m, i, base + past + k + 1, word, true, true)
            barrier workgroup
        } else {
            let taken, took, lives, gave = ring_chunk(me, what, base + past, m,
                there ? past : CHUNKS * 32, at, ended, begun)
            steps += taken
            spent += took
            alive = lives
            preempted = gave || behind
        }
        if alive {
            past += m
            at = 0
            ended = 0
            begun = 0
            if k == 31 {
                own[me + PAST] = past
                own[me + ENDED] = 0
                own[me + AT] = 0
                own[me + BEGUN] = 0
            }
        }
    }
    // Lane 31 stores the counters of the lanes that are gone.
    if !alive && k == 31 {
        fence()
        for w in 0..MIRROR_TENANTS { ring_show_one(w) }
        for w in MIRROR_TENANTS..MIRROR_TENANTS + 32 { ring_show_one(w) }
    }
    if k == 31 {
        own[me + SPENT] = spent
        own[me + STEPS] = steps
    }
    return alive
}

/// Scans a bundle in shared memory: `led` gets the first slot of each run of slots of one batch.
/// Returns the number of runs, whether some slots are not quick, and whether there are several
/// tenants.
fn ring_scan(n: u32, abort: bool) -> u32, bool, bool {
    let k = lid.x
    let whose = sl[MEGA_SLOT_TENANT] & SLOT_TENANT_MASK
    var runs = 0
    var slow = false
    var others = false
    for c in 0..CHUNKS {
        if c * 32 < n {
            let s = c * 32 + k
            let word = sl[s * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
            let r = (word & TENANT_ROWS - 1) * ROW_WORDS
            let same = s != 0 &&
                sl[s * MEGA_SLOT_WORDS + MEGA_SLOT_PRIORITY] >> SLOT_BATCH_SHIFT == sl[(max(s,
                1) - 1) * MEGA_SLOT_WORDS + MEGA_SLOT_PRIORITY] >> SLOT_BATCH_SHIFT
            let leads = workgroup_or(s < n && !same ? 1 << k : 0)
            if s < n && !same { led[runs + popcount(leads & (1 << k) - 1)] = s }
            runs += popcount(leads)
            let runs_here = row[r + ROW_ENABLED] != 0 && !abort &&
                row[r + ROW_EPOCH] == word >> SLOT_EPOCH_SHIFT
            slow = slow || s < n && runs_here &&
                !ring_is_quick(sl[s * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE])
            others = others || s < n && (word & SLOT_TENANT_MASK) != whose
        }
    }
    barrier workgroup
    let some = workgroup_any(slow)
    let mixed = workgroup_any(others)
    return runs, some, mixed
}

/// Stores what the host must see after the stamps of the last bundle, once a fence has followed
/// them.
fn ring_settle(me: u32, due: u32) {
    for c in 0..CHUNKS {
        let x = c * 32 + lid.x
        if x + 1 < due { ends[(owed[x] - 1) % RING_BATCHES] = owed[x] }
    }
    ring_show_one(MIRROR_TENANTS + lid.x)
    if lid.x == 0 { own[me + DUE] = 0 }
    barrier workgroup
}

/// Counts the slots of a bundle after its stamps; `owed` gets the batches that ended. Returns how
/// many.
fn ring_count_quick(me: u32, n: u32, runs: u32, mixed: bool, goal: u32) -> u32 {
    let k = lid.x
    var came = 0
    for c in 0..CHUNKS {
        let s = c * 32 + k
        if s < n {
            let status = record[s * COMP_WORDS + COMP_STATUS]
            if status != MEGA_DONE { ring_count(status) }
            if status == MEGA_DONE || status == MEGA_FAULT {
                ring_count(MIRROR_METRICS + sl[s * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE] % 8)
            }
            if mixed {
                let word = sl[s * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
                ring_count(MIRROR_TENANTS + min(word & SLOT_TENANT_MASK, TENANT_ROWS - 1))
            }
        }
    }
    if !mixed && k == 0 {
        ring_count_more(MIRROR_TENANTS + min(sl[MEGA_SLOT_TENANT] & SLOT_TENANT_MASK,
            TENANT_ROWS - 1), n)
    }
    for c in 0..CHUNKS {
        if c * 32 < runs {
            let x = c * 32 + k
            var over = false
            var batch = 0
            if x < runs {
                let s = led[x]
                let more = (x + 1 < runs ? led[min(x + 1, CHUNKS * 32 - 1)] : n) - s
                batch = sl[min(s,
                    CHUNKS * 32 - 1) * MEGA_SLOT_WORDS + MEGA_SLOT_PRIORITY] >> SLOT_BATCH_SHIFT
                if batch != 0 {
                    let b = (batch - 1) % RING_BATCHES
                    let all = c == 0 ? goal : targets[b]
                    over = atomic_add(counted[b], more, acq_rel, device) + more == all
                }
            }
            let mask = workgroup_or(over ? 1 << k : 0)
            if over {
                let to = min(came + popcount(mask & (1 << k) - 1), CHUNKS * 32 - 1)
                owed[to] = batch
                own[me + OWED + to] = batch
            }
            came += popcount(mask)
        }
    }
    barrier workgroup
    ring_show_first()
    ring_keep(me)
    if k == 0 { own[me + DUE] = came + 1 }
    return came
}

/// A bundle of quick slots: all records, a fence, all stamps; then what is due from the last
/// bundle, and then this one's counts, which are due later. Returns 1 + the number of batches that
/// ended.
fn ring_run_quick(me: u32, from: u32, base: u32, n: u32, abort: bool, runs: u32, mixed: bool,
    due: u32) -> u32 {
    let k = lid.x
    var goal = 0
    if k < runs {
        let batch = sl[min(led[k],
            CHUNKS * 32 - 1) * MEGA_SLOT_WORDS + MEGA_SLOT_PRIORITY] >> SLOT_BATCH_SHIFT
        if batch != 0 { goal = targets[(batch - 1) % RING_BATCHES] }
    }
    for c in 0..CHUNKS {
        let s = c * 32 + k
        if s < n {
            let word = sl[s * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
            let r = (word & TENANT_ROWS - 1) * ROW_WORDS
            var status = MEGA_CANCELLED
            var code = 0
            var result = 0
            if row[r + ROW_ENABLED] == 0 {
                status = MEGA_REFUSED
                code = MEGA_REFUSED_MASK
            } else if row[r + ROW_EPOCH] == word >> SLOT_EPOCH_SHIFT && !abort {
                let t, v = ring_quick_slot(sl[s * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE], s, r)
                status = t
                if t == MEGA_DONE { result = v } else { code = v }
            }
            record[s * COMP_WORDS + COMP_STAMP] = base + s + 1 - N
            record[s * COMP_WORDS + COMP_STATUS] = status
            record[s * COMP_WORDS + COMP_CODE] = code
            record[s * COMP_WORDS + COMP_RESULT] = result
        }
    }
    barrier workgroup
    for r in 0..CHUNKS * 4 {
        let of = r * 8 + (k >> 2)
        if of < n { comp[(from + (base + of & (N - 1))) * COMP_WORDS + (k & 3)] = record[r * 32 + k] }
    }
    fence()
    barrier workgroup
    for c in 0..CHUNKS {
        let s = c * 32 + k
        if s < n { comp[(from + (base + s & (N - 1))) * COMP_WORDS + COMP_STAMP] = base + s + 1 }
    }
    if due != 0 { ring_settle(me, due) }
    barrier workgroup
    let ended = ring_count_quick(me, n, runs, mixed, goal)
    return ended + 1
}

fn ring_bundle(me: u32, what: u32, base: u32, first: u32, at: u32, ended: u32, begun: u32,
    due: u32) -> bool, u32 {
    let k = lid.x
    let n = what & 255
    let from = min(what >> 10 & 7, MEGA_PRIORITIES - 1) * N
    let abort = (what >> 13 & 1) != 0
    let there = (what >> 8 & 3) == 1 && (first | begun) == 0
    var over = false
    var alive = true
    var left = due
    if there {
        var now = 0
        if k == 0 { now = rows[RING_VERSIONS] }
        ring_copy_range(from, base, n)
        ring_rows(workgroup_or(now))
        barrier workgroup
        let runs, slow, mixed = ring_scan(n, abort)
        if !slow {
            if k == 0 { own[FINISHED + wid.x] = what >> 14 }
            left = ring_run_quick(me, from, base, n, abort, runs, mixed, due)
            over = true
        }
    }
    if !over {
        if due != 0 {
            fence()
            ring_settle(me, due)
        }
        left = 1
        alive = ring_slow(me, what, base, there, first, at, ended, begun)
        if k == 31 && alive {
            own[me + PAST] = 0
            own[me + DUE] = 1
            atomic_store(own[FINISHED + wid.x], what >> 14 | 1 << 31, release, device)
        } else if k == 31 {
            own[RING_DEAD + wid.x] = launch
        }
    }
    return alive, left
}

fn ring_worker() {
    let me = wid.x * OWN
    var done = workgroup_or(lid.x == 0 ? own[FINISHED + wid.x] & ROUND : 0)
    let kept = own[me + 32 + lid.x]
    var first = workgroup_or(lid.x == PAST - 32 ? kept : 0)
    var at = workgroup_or(lid.x == AT - 32 ? kept : 0)
    var ended = workgroup_or(lid.x == ENDED - 32 ? kept : 0)
    var begun = workgroup_or(lid.x == BEGUN - 32 ? kept : 0)
    var due = workgroup_or(lid.x == DUE - 32 ? kept : 0)
    for c in 0..CHUNKS { owed[c * 32 + lid.x] = own[me + OWED + c * 32 + lid.x] }
    let more = own[me + TOTAL + lid.x] - u32(was[MIRROR_TENANTS + lid.x])
    if more < 1 << 31 { cnt[MIRROR_TENANTS + lid.x] = more }
    barrier workgroup
    if lid.x == 0 {
        mirror[wid.x * RING_MIRROR_WORDS + MIRROR_RUNNING] = 0u64
        mirror[wid.x * RING_MIRROR_WORDS + MIRROR_BOUND] = 0u64
    }
    if lid.x == 31 { accused[0] = tails[RING_BLAME + wid.x] }
    loop {
        var word = 0u64
        if lid.x < 2 { word = atomic_load(post[lid.x == 0 ? wid.x : 0], acquire, device) }
        let what = workgroup_or(lid.x == 0 ? u32(word >> 32) : 0)
        let leaving = workgroup_or(lid.x == 1 ? u32(word) : 0)
        if what >> 14 != done {
            let base = workgroup_or(lid.x == 0 ? u32(word) : 0)
            let alive, left = ring_bundle(me, what, base, first, at, ended, begun, due)
            if !alive { break }
            due = left
            done = what >> 14
            first = 0
            at = 0
            ended = 0
            begun = 0
        } else if due != 0 {
            fence()
            ring_settle(me, due)
            due = 0
        } else if leaving == launch {
            break
        }
    }
}

// ---- queues ----

/// By one lane: a slot that yielded.
fn ring_push(i: u32, level: u32, tenant: u32) {
    let x = level * 32 + tenant
    next[i] = 0
    if (q[MASK + level] >> tenant & 1) != 0 {
        next[q[LAST + x] - 1] = i + 1
    } else {
        q[HEAD + x] = i + 1
        q[MASK + level] |= 1 << tenant
    }
    q[LAST + x] = i + 1
    q[LENGTH] += 1
}

fn ring_push_front(i: u32, level: u32, tenant: u32) {
    let x = level * 32 + tenant
    if (q[MASK + level] >> tenant & 1) != 0 {
        next[i] = q[HEAD + x]
    } else {
        next[i] = 0
        q[LAST + x] = i + 1
        q[MASK + level] |= 1 << tenant
    }
    q[HEAD + x] = i + 1
    q[LENGTH] += 1
}

/// The priorities that have slots in a queue, as bits.
fn ring_queued() -> u32 {
    let some = workgroup_or(lid.x < MEGA_PRIORITIES && q[MASK + lid.x % 8] != 0 ? 1 << lid.x : 0)
    return some
}

/// Puts the slots that a worker returned into their queues.
fn ring_take_back(w: u32, n: u32) {
    for c in 0..CHUNKS { list[c * 32 + lid.x] = own[(w + 1) * OWN + BACKS + c * 32 + lid.x] }
    barrier workgroup
    if lid.x == 0 {
        for k in 0..n {
            let word = list[k]
            if word >> 31 == 0 {
                let i = word & 0x7ffff
                ring_push(i, i / N, word >> 19 & 31)
            }
        }
        for k in 0..n {
            let word = list[n - 1 - k]
            if word >> 31 != 0 {
                let i = word & 0x7ffff
                ring_push_front(i, i / N, word >> 19 & 31)
            }
        }
    }
    barrier workgroup
}

/// Takes the answers from `from` on: ends LOAD_MISS slots, and queues the others. Returns how many.
fn ring_take_answers(from: u32, count: u32) -> u32 {
    let n = min(count, 32)
    var i = 0
    var tenant = 0
    var goes = false
    var misses = false
    var ok = false
    // A slot that was cancelled is answered after the host has said so.
    var version = 0
    var command = 0
    if lid.x == 0 { version = rows[RING_VERSIONS] }
    if lid.x == 0 { command = u32(tails[RING_COMMAND]) }
    if lid.x < n {
        let answer = answers[(from + lid.x) % ASKS]
        i = min(answer & (1 << ANSWER_OK_SHIFT) - 1, MEGA_PRIORITIES * N - 1)
        ok = (answer >> ANSWER_OK_SHIFT & 1) != 0
        tenant = answer >> ANSWER_TENANT & TENANT_ROWS - 1
        misses = ios[i * MEGA_IO_SLOT_WORDS + MEGA_IO_OP] == MEGA_OP_LOAD_MISS
        goes = !misses
    }
    if goes { ios[i * MEGA_IO_SLOT_WORDS + MEGA_IO_STATUS] = ok ? MEGA_IO_OK : MEGA_IO_ERROR }
    list[lid.x] = i | tenant << 19
    ring_rows(workgroup_or(version))
    let abort = (workgroup_or(command) & RING_ABORT) != 0
    let queues = workgroup_or(goes ? 1 << lid.x : 0)
    let mask = workgroup_or(misses ? 1 << lid.x : 0)
    if mask != 0 {
        let io = i * MEGA_IO_SLOT_WORDS
        let word = ios[io + MISS_TENANT]
        let bytes = ios[io + MEGA_IO_BYTES]
        let epoch = row[(word & TENANT_ROWS - 1) * ROW_WORDS + ROW_EPOCH]
        var status = ok ? MEGA_DONE : MEGA_FAULT
        if abort || epoch != word >> SLOT_EPOCH_SHIFT { status = MEGA_CANCELLED }
        ring_end(true, true, mask, i, stamp[i], word, ios[io + MISS_BATCH], ios[io + MISS_GOAL],
            status, status == MEGA_FAULT ? MEGA_FAULT_IO : 0, status == MEGA_DONE ? bytes : 0)
        ring_show()
    }
    barrier workgroup
    if lid.x == 0 {
        for k in 0..n {
            let slot = list[k] & 0x7ffff
            if (queues >> k & 1) != 0 { ring_push(slot, slot / N, list[k] >> 19) }
        }
        heads[RING_ANSWERED] = u64(from + n)
    }
    barrier workgroup
    return n
}

/// Queues new slots of one priority, a lane each. Which lanes have the same tenant follows from
/// votes on the bits of its number; that gives the order in a queue, and how many a quota admits.
/// Returns why a lane's slot is refused; 0: it is queued.
fn ring_admit(level: u32, base: u32, n: u32, word: u32) -> u32 {
    let k = lid.x
    let i = level * N + (base + k & (N - 1))
    let here = k < n
    let tenant = min(word & SLOT_TENANT_MASK, TENANT_ROWS - 1)
    let x = level * 32 + tenant
    let below = (1 << k) - 1
    var same = workgroup_or(here ? 1 << k : 0)
    for b in 0..5 {
        let has = (tenant >> b & 1) != 0
        let set = workgroup_or(here && has ? 1 << k : 0)
        same &= has ? set : ~set
    }
    let full = workgroup_load(q[MASK + level])
    let last = q[LAST + x]
    var refused = 0
    var room = 32
    if here {
        stamp[i] = base + k + 1
        tries[i] = 0
        if (word & SLOT_TENANT_MASK) >= MEGA_TENANTS {
            refused = MEGA_REFUSED_TENANT
        } else if row[tenant * ROW_WORDS + ROW_ENABLED] == 0 {
            refused = MEGA_REFUSED_MASK
        } else if row[tenant * ROW_WORDS + ROW_QUOTA] != RING_QUOTA_NONE {
            let flying = lock[ADMITTED + tenant] - lock[GONE + tenant]
            room = row[tenant * ROW_WORDS + ROW_QUOTA] > flying
                ? row[tenant * ROW_WORDS + ROW_QUOTA] - flying : 0
        }
        if refused == 0 && popcount(same & below) >= room { refused = MEGA_REFUSED_QUOTA }
    }
    let takes = here && refused == 0
    let taken = workgroup_or(takes ? 1 << k : 0)
    let tenants = workgroup_or(takes ? 1 << tenant : 0)
    barrier workgroup
    if takes {
        let after = taken & same & ~((2 << k) - 1)
        next[i] = after != 0 ? level * N + (base + ctz(after) & (N - 1)) + 1 : 0
        if after == 0 { q[LAST + x] = i + 1 }
        if (taken & same & below) == 0 {
            if (full >> tenant & 1) != 0 { next[last - 1] = i + 1 } else { q[HEAD + x] = i + 1 }
        }
    }
    if here && (same & below) == 0 { lock[ADMITTED + tenant] += popcount(same) }
    if k == 0 {
        q[MASK + level] = full | tenants
        q[LENGTH] += popcount(taken)
    }
    barrier workgroup
    return refused
}

/// Queues or refuses up to CHUNKS * 32 new slots.
fn ring_admit_all(level: u32, base: u32, n: u32) {
    let k = lid.x
    let from = level * N
    let a0 = sub[(from + (base + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
    let a1 = sub[(from + (base + 32 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
    let a2 = sub[(from + (base + 64 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
    let a3 = sub[(from + (base + 96 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
    var version = 0
    if k == 0 { version = rows[RING_VERSIONS] }
    ring_rows(workgroup_or(version))
    for c in 0..CHUNKS {
        let at = c * 32
        if at < n {
            let word = c == 0 ? a0 : c == 1 ? a1 : c == 2 ? a2 : a3
            let refused = ring_admit(level, base + at, min(n - at, 32), word)
            let some = workgroup_or(refused != 0 ? 1 << k : 0)
            if some != 0 {
                let i = from + (base + at + k & (N - 1))
                let batch = refused != 0
                    ? sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_PRIORITY] >> SLOT_BATCH_SHIFT : 0
                let goal = refused != 0 && batch != 0 ? targets[(batch - 1) % RING_BATCHES] : 0
                ring_end(true, true, some, i, base + at + k + 1, word, batch, goal, MEGA_REFUSED,
                    refused, 0)
            }
        }
    }
    ring_show()
}

/// Takes up to `most` slots out of the queues into `list`: how many, and `run` and `passed`
/// afterwards. The tenants of a priority take turns: a round takes one slot of each tenant, with a
/// lane for each tenant, and several rounds are done at once while all tenants have as many.
fn ring_take(most: u32, run: u32, passed: u32) -> u32, u32, u32 {
    let k = lid.x
    var urgent = run
    var pass = passed
    var n = 0
    var more = true
    while more {
        let ready = workgroup_or(k < MEGA_PRIORITIES && q[MASK + k % 8] != 0 ? 1 << k : 0)
        let level, starved = ring_choose(urgent, pass, ready)
        more = level < MEGA_PRIORITIES && n < most
        if more {
            let l = min(level, MEGA_PRIORITIES - 1)
            let x = HEAD + l * 32 + k
            let mask = workgroup_load(q[MASK + l])
            let turn = workgroup_load(q[TURN + l])
            let count = popcount(mask)
            let limit = level < 2 && (ready & ~3) != 0 ? max(16 - min(urgent, 15), 1) : 1024
            let room = starved ? 1 : min(most - n, limit)
            let place = popcount(rotr(mask, turn) & (1 << (k - turn & 31)) - 1)
            let goes = (mask >> k & 1) != 0 && place < room
            let want = max(min(room / max(count, 1), 8), 1)
            let s0 = goes ? q[x] : 0
            var have = u32(s0 != 0)
            var s1 = 0
            if s0 != 0 && want >= 1 { s1 = next[min(s0 - 1, MEGA_PRIORITIES * N - 1)] }
            if s1 != 0 && want > 1 { have += 1 }
            var s2 = 0
            if s1 != 0 && want >= 2 { s2 = next[min(s1 - 1, MEGA_PRIORITIES * N - 1)] }
            if s2 != 0 && want > 2 { have += 1 }
            var s3 = 0
            if s2 != 0 && want >= 3 { s3 = next[min(s2 - 1, MEGA_PRIORITIES * N - 1)] }
            if s3 != 0 && want > 3 { have += 1 }
            var s4 = 0
            if s3 != 0 && want >= 4 { s4 = next[min(s3 - 1, MEGA_PRIORITIES * N - 1)] }
            if s4 != 0 && want > 4 { have += 1 }
            var s5 = 0
            if s4 != 0 && want >= 5 { s5 = next[min(s4 - 1, MEGA_PRIORITIES * N - 1)] }
            if s5 != 0 && want > 5 { have += 1 }
            var s6 = 0
            if s5 != 0 && want >= 6 { s6 = next[min(s5 - 1, MEGA_PRIORITIES * N - 1)] }
            if s6 != 0 && want > 6 { have += 1 }
            var s7 = 0
            if s6 != 0 && want >= 7 { s7 = next[min(s6 - 1, MEGA_PRIORITIES * N - 1)] }
            if s7 != 0 && want > 7 { have += 1 }
            var s8 = 0
            if s7 != 0 && want >= 8 { s8 = next[min(s7 - 1, MEGA_PRIORITIES * N - 1)] }
            let rounds = workgroup_min(goes ? have : want)
            var left = s1
            if goes {
                if rounds > 0 { list[min(n + 0 * count + place, 1023)] = s0 - 1 }
                if rounds == 1 { left = s1 }
                if rounds > 1 { list[min(n + 1 * count + place, 1023)] = s1 - 1 }
                if rounds == 2 { left = s2 }
                if rounds > 2 { list[min(n + 2 * count + place, 1023)] = s2 - 1 }
                if rounds == 3 { left = s3 }
                if rounds > 3 { list[min(n + 3 * count + place, 1023)] = s3 - 1 }
                if rounds == 4 { left = s4 }
                if rounds > 4 { list[min(n + 4 * count + place, 1023)] = s4 - 1 }
                if rounds == 5 { left = s5 }
                if rounds > 5 { list[min(n + 5 * count + place, 1023)] = s5 - 1 }
                if rounds == 6 { left = s6 }
                if rounds > 6 { list[min(n + 6 * count + place, 1023)] = s6 - 1 }
                if rounds == 7 { left = s7 }
                if rounds > 7 { list[min(n + 7 * count + place, 1023)] = s7 - 1 }
                if rounds == 8 { left = s8 }
                q[x] = left
            }
            let came = count <= room ? rounds * count : room
            let gone = workgroup_or(goes && left == 0 ? 1 << k : 0)
            if goes && place + 1 == min(count, room) { q[TURN + l] = (k + 1) & 31 }
            if k == 0 { q[MASK + l] = mask & ~gone }
            n += came
            if starved {
                urgent = 0
                pass += 1
                if k == 0 { ring_count(MIRROR_STARVED) }
            } else if level < 2 {
                urgent += came
            }
            barrier workgroup
        }
    }
    if k == 0 { q[LENGTH] -= n }
    barrier workgroup
    return n, urgent, pass
}

// ---- the poller ----

/// How many of the first `n` new slots are quick, up to the first that is not. The opcodes of up to
/// PEEK slots are loaded with one trip.
fn ring_peek(level: u32, base: u32, n: u32) -> u32 {
    let k = lid.x
    let from = level * N
    var first = n
    if n <= 64 {
        let a0 = sub[(from + (base + 0 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a32 = sub[(from + (base + 32 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        if 32 + k < n && !ring_is_quick(a32) { first = 32 + k }
        if 0 + k < n && !ring_is_quick(a0) { first = 0 + k }
    } else if n <= 256 {
        let a0 = sub[(from + (base + 0 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a32 = sub[(from + (base + 32 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a64 = sub[(from + (base + 64 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a96 = sub[(from + (base + 96 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a128 = sub[(from + (base + 128 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a160 = sub[(from + (base + 160 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a192 = sub[(from + (base + 192 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a224 = sub[(from + (base + 224 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        if 224 + k < n && !ring_is_quick(a224) { first = 224 + k }
        if 192 + k < n && !ring_is_quick(a192) { first = 192 + k }
        if 160 + k < n && !ring_is_quick(a160) { first = 160 + k }
        if 128 + k < n && !ring_is_quick(a128) { first = 128 + k }
        if 96 + k < n && !ring_is_quick(a96) { first = 96 + k }
        if 64 + k < n && !ring_is_quick(a64) { first = 64 + k }
        if 32 + k < n && !ring_is_quick(a32) { first = 32 + k }
        if 0 + k < n && !ring_is_quick(a0) { first = 0 + k }
    } else {
        let a0 = sub[(from + (base + 0 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a32 = sub[(from + (base + 32 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a64 = sub[(from + (base + 64 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a96 = sub[(from + (base + 96 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a128 = sub[(from + (base + 128 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a160 = sub[(from + (base + 160 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a192 = sub[(from + (base + 192 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a224 = sub[(from + (base + 224 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a256 = sub[(from + (base + 256 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a288 = sub[(from + (base + 288 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a320 = sub[(from + (base + 320 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a352 = sub[(from + (base + 352 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a384 = sub[(from + (base + 384 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a416 = sub[(from + (base + 416 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a448 = sub[(from + (base + 448 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        let a480 = sub[(from + (base + 480 + k & (N - 1))) * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
        if 480 + k < n && !ring_is_quick(a480) { first = 480 + k }
        if 448 + k < n && !ring_is_quick(a448) { first = 448 + k }
        if 416 + k < n && !ring_is_quick(a416) { first = 416 + k }
        if 384 + k < n && !ring_is_quick(a384) { first = 384 + k }
        if 352 + k < n && !ring_is_quick(a352) { first = 352 + k }
        if 320 + k < n && !ring_is_quick(a320) { first = 320 + k }
        if 288 + k < n && !ring_is_quick(a288) { first = 288 + k }
        if 256 + k < n && !ring_is_quick(a256) { first = 256 + k }
        if 224 + k < n && !ring_is_quick(a224) { first = 224 + k }
        if 192 + k < n && !ring_is_quick(a192) { first = 192 + k }
        if 160 + k < n && !ring_is_quick(a160) { first = 160 + k }
        if 128 + k < n && !ring_is_quick(a128) { first = 128 + k }
        if 96 + k < n && !ring_is_quick(a96) { first = 96 + k }
        if 64 + k < n && !ring_is_quick(a64) { first = 64 + k }
        if 32 + k < n && !ring_is_quick(a32) { first = 32 + k }
        if 0 + k < n && !ring_is_quick(a0) { first = 0 + k }
    }
    let least = workgroup_min(first)
    return least
}

/// Executes a few slots if all are quick; false: they are not, and nothing was done. Also returns
/// the version of the rows, and whether all slots are of LOAD_MISS.
fn ring_few(level: u32, base: u32, n: u32, upto: u64, abort: bool, sure: bool) -> bool, u32, bool {
    let k = lid.x
    let i = level * N + (base + k & (N - 1))
    // Most slots end this way: records and heads are stored while the slots are still being loaded.
    // The slots are claimed only if a worker is free to execute them.
    if k == level && sure { heads[k] = upto }
    if k < n { ring_record_end(i, MEGA_DONE, 0, 0) }
    let near = base + (k >> 4)
    let a = sub[(level * N + (near & (N - 1))) * 16 + (k & 15)]
    let b = sub[(level * N + (near + 2 & (N - 1))) * 16 + (k & 15)]
    var version_read = 0
    if k == 0 { version_read = rows[RING_VERSIONS] }
    sl[k] = a
    sl[32 + k] = b
    let version = workgroup_or(version_read)
    ring_rows(version)
    let here = k < n
    let word = sl[k * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
    let op = sl[k * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
    let batch = sl[k * MEGA_SLOT_WORDS + MEGA_SLOT_PRIORITY] >> SLOT_BATCH_SHIFT
    let r = (word & TENANT_ROWS - 1) * ROW_WORDS
    let slow = workgroup_any(here && !ring_is_quick(op))
    let others = workgroup_any(here && op != MEGA_OP_LOAD_MISS)
    if !slow {
        if k == level && !sure { heads[k] = upto }
        let goal = here && batch != 0 ? targets[(batch - 1) % RING_BATCHES] : 0
        if here {
            var status = MEGA_CANCELLED
            var code = 0
            var result = 0
            var ran = false
            if row[r + ROW_ENABLED] == 0 {
                status = MEGA_REFUSED
                code = MEGA_REFUSED_MASK
            } else if row[r + ROW_EPOCH] == word >> SLOT_EPOCH_SHIFT && !abort {
                let s, v = ring_quick_slot(op, k, r)
                status = s
                if s == MEGA_DONE { result = v } else { code = v }
                ran = true
            }
            if status != MEGA_DONE || result != 0 { ring_record_end(i, status, code, result) }
            atomic_store(comp[i * COMP_WORDS + COMP_STAMP], base + k + 1, release, system)
            if status != MEGA_DONE { ring_count(status) }
            if ran { ring_count(MIRROR_METRICS + op) }
            ring_ended(min(word & SLOT_TENANT_MASK, TENANT_ROWS - 1), batch, goal, 1)
        }
        barrier workgroup
        ring_show()
    }
    return !slow, version, IO && !others
}

/// Passes the words of the few slots that are not quick to their workers.
fn ring_carry(mask: u32) {
    var left = mask
    while left != 0 {
        let w = ctz(left)
        let from = waiting[w] * 16
        let to = (w + 1) * OWN + CARRIED
        left &= left - 1
        own[to + lid.x] = sl[from + lid.x]
        own[to + 32 + lid.x] = sl[from + 32 + lid.x]
    }
}

fn ring_save(head: u64) {
    for j in 0..16 { queue[j * 32 + lid.x] = q[j * 32 + lid.x] }
    if NEAR && q[LENGTH] != 0 {
        for j in lid.x..MEGA_PRIORITIES * N step 32 { next_kept[j] = next[j] }
    }
    if lid.x < 5 {
        queue[RING_SAVED + lid.x * 2] = u32(head)
        queue[RING_SAVED + 1 + lid.x * 2] = u32(head >> 32)
    }
    ring_show()
    if lid.x == 0 {
        atomic_store(parks[0], 1, release, system)
        atomic_store(post[0], u64(launch), release, device)
    }
}

// ---- a launch ----
let mine = wid.x * RING_MIRROR_WORDS
for j in 0..3 {
    let w = j * 32 + lid.x
    was[w] = mirror[mine + w]
}
barrier workgroup
if wid.x != 0 {
    ring_worker()
} else {
    // Each lane below WORKERS has a worker, each below MEGA_PRIORITIES a priority. The first of
    // four or more workers is reserved for urgent slots.
    let its = (lid.x + 1) * OWN
    let has = lid.x < WORKERS
    let spare = WORKERS >= 4 && lid.x == 0
    var head = 0u64
    var given = 0
    var busy = false
    var blamed = 0u64
    var share = 4
    var level_of = 0
    var full = false
    var spent = 0
    var since = 0u64
    var polls = 0
    var leaving = false
    var served = false
    var preempted = false
    var turn = false
    var after = 0
    for j in 0..16 { q[j * 32 + lid.x] = queue[j * 32 + lid.x] }
    if lid.x < 5 {
        head = u64(queue[RING_SAVED + lid.x * 2]) | u64(queue[RING_SAVED + 1 + lid.x * 2]) << 32
    }
    var safe = u32(head)
    if NEAR && queue[LENGTH] != 0 {
        for j in lid.x..MEGA_PRIORITIES * N step 32 { next[j] = next_kept[j] }
    }
    if has {
        given = u32(post[1 + lid.x] >> 46)
        // A worker that was blamed and ended all the same may have returned slots.
        busy = (own[FINISHED + 1 + lid.x] & ROUND) != given || own[its + BACK] != 0
        blamed = tails[RING_BLAME + 1 + lid.x]
        own[its + PREEMPT] = 0
    }
    barrier workgroup
    var run = workgroup_load(q[URGENT])
    var pass = workgroup_load(q[PASS])
    var queued = ring_queued()
    var answered = 0
    if IO { answered = workgroup_or(lid.x == 0 ? u32(heads[RING_ANSWERED]) : 0) }
    if lid.x == 0 {
        mirror[mine + MIRROR_RUNNING] = 0u64
        atomic_store(parks[0], 0)
    }
    fence()
    barrier workgroup
    loop {
        var t = 0u64
        var finished = given
        var dead = false
        // Device memory is loaded first: both loads then take as long as the one across the link.
        if has {
            finished = own[FINISHED + 1 + lid.x]
            dead = own[RING_DEAD + 1 + lid.x] == launch
        }
        if lid.x <= RING_TENANTS { t = atomic_load(tails[lid.x], acquire, system) }
        let fresh = lid.x < MEGA_PRIORITIES ? u32(t - head) : 0
        let came = busy && (finished & ROUND) == given
        let slow = came && finished >> 31 != 0
        // One vote: the priorities with new slots, whether workers finished, work, ended or were
        // slow, the commands, whether rows restrict a tenant, and the number of tenants.
        var mine_now = fresh != 0 ? 1 << lid.x : 0
        mine_now |= u32(came) << 8 | u32(busy && !came) << 9 | u32(dead) << 10 | u32(slow) << 11
        if lid.x == RING_COMMAND { mine_now |= (u32(t) & 15) << 12 }
        if lid.x == RING_TENANTS { mine_now |= (u32(t >> 32) & 1) << 16 | u32(t) << 20 }
        if IO && lid.x == RING_LOG_TAKEN && u32(t >> 32) != answered { mine_now |= 1 << 17 }
        let what = workgroup_or(mine_now)
        let levels = what & 31
        let working = (what >> 9 & 1) != 0
        let command = what >> 12 & 15
        let special = what >> 16 & 1
        let open = what >> 20
        if came {
            busy = false
            spent = 0
            if full && !slow { share = min(share * 2, MOST) }
        }
        // Bundles of quick slots leave nothing to read.
        if (what >> 11 & 1) != 0 {
            var back = 0
            if slow {
                finished = atomic_load(own[FINISHED + 1 + lid.x], acquire, device)
                back = own[its + BACK]
                if back != 0 { own[its + BACK] = 0 }
                spent = own[its + SPENT]
                let one = own[its + STEPS] <= 1 && WORKERS > 1
                if spent == 0 || one || spent < 6000 {
                    if full { share = share * 2 }
                } else if spent > 12000 {
                    share = max(share / 2, 1)
                }
                // Lane 31 of a worker executes no handlers.
                share = min(share, spent == 0 ? MOST : 31)
            }
            var gave = workgroup_or(back != 0 ? 1 << lid.x : 0)
            if gave != 0 {
                while gave != 0 {
                    let w = ctz(gave)
                    ring_take_back(w, workgroup_or(lid.x == w ? back : 0))
                    gave &= gave - 1
                }
                queued = ring_queued()
            }
        }
        if IO && (what >> 17 & 1) != 0 {
            let came_so_far = workgroup_or(lid.x == RING_LOG_TAKEN ? u32(t >> 32) : 0)
            answered += ring_take_answers(answered, came_so_far - answered)
            queued = ring_queued()
        }
        // Each launch gives out the published slots once, however often the device wants the GPU.
        let yields = (command & RING_YIELD) != 0 && (served || (levels | queued) == 0)
        leaving = leaving || (what >> 10 & 1) != 0 || (command & RING_PARK) != 0 || yields
        let free = has && !busy
        var urgent = false
        if leaving {
            // A worker that the host has stopped reports nothing.
            var stays = busy && !dead
            if stays { stays = tails[RING_BLAME + 1 + lid.x] == blamed }
            let others = workgroup_any(stays)
            if !others { break }
        } else if levels == 0 && queued == 0 {
            polls += 1
            if (polls & 31) == 0 {
                if lid.x == 0 { ring_count(MIRROR_BEATS) }
                barrier workgroup
                ring_show()
            }
            if (polls & 3) == 0 {
                let now = clock()
                if since == 0u64 || working { since = now }
                let tired = workgroup_any(lid.x == 0 && now - since > IDLE)
                if (tired || (command & RING_STOP) != 0) && !working {
                    if lid.x == 0 { atomic_store(parks[0], 1) }
                    fence()
                    barrier workgroup
                    var late = lid.x < MEGA_PRIORITIES && tails[lid.x] != head
                    if IO && lid.x == RING_LOG_TAKEN { late = u32(tails[lid.x] >> 32) != answered }
                    let more = workgroup_any(late)
                    if !more { break }
                    if lid.x == 0 { atomic_store(parks[0], 0) }
                    fence()
                    since = 0u64
                }
            }
        } else {
            since = 0u64
            served = true
            let ready = levels | queued
            let abort = command >> 1 & 1
            let hired = workgroup_or(free && !spare ? 1 << lid.x : 0)
            let level, starved = ring_choose(hired != 0 ? run : 0, pass, ready)
            let base = workgroup_or(lid.x == level ? u32(head) : 0)
            let there = workgroup_or(lid.x == level ? fresh : 0)
            let lower = (ready & ~3) != 0
            // No queued slots precede them, and no row restricts a tenant.
            let plain = (queued >> level & 1) == 0 && special == 0
            var direct = plain && open == 1
            var over = false
            var known_words = false
            var misses = false
            var version_read = 0
            var most = starved ? 1 : level < 2 && lower ? max(16 - min(run, 15), 1) : N
            if plain && (there <= 4 || level < 2 && direct) && (queued == 0 || level < 2) {
                most = min(min(there, 4), most)
                let upto = head + u64(most)
                let done, version, missed = ring_few(level, base, most, upto, abort != 0, hired != 0)
                over = done
                misses = missed
                if over && lid.x == level { head = upto }
                version_read = version
                direct = true
                known_words = abort == 0
            }
            // Quick slots of several tenants take less time than sorting them by tenant would: they
            // are executed in the order of the ring. The lane of the priority has how far they
            // reach.
            if plain && !direct && level > 1 {
                let known_safe = workgroup_or(lid.x == level ? safe - base : 0)
                var clear = known_safe <= PEEK ? known_safe : 0
                if clear < min(there, MOST) {
                    clear = ring_peek(level, base, min(there, PEEK))
                    if lid.x == level { safe = base + clear }
                }
                most = min(most, clear)
                direct = clear != 0
            }
            var taken = over ? most : 0
            if !over {
                if direct {
                    let total = min(there, most)
                    let may = free && (level < 2 || !spare)
                    let takers = workgroup_or(may ? 1 << lid.x : 0)
                    var from = 0
                    var n = 0
                    // Workers take turns: one that has just finished may still store its counters.
                    // Most often there is one slot, whose completion the host waits for. One
                    // worker publishes requests of several with one fence.
                    if total == 1 || misses {
                        let next_ones = takers & ~((1 << after) - 1)
                        let next_one = ctz(next_ones != 0 ? next_ones : takers)
                        n = lid.x == next_one ? total : 0
                        taken = takers != 0 ? total : 0
                        if taken != 0 { after = next_one + 1 & 31 }
                        if known_words && taken != 0 {
                            own[(next_one + 1) * OWN + CARRIED + lid.x] = sl[lid.x]
                            own[(next_one + 1) * OWN + CARRIED + 32 + lid.x] = sl[32 + lid.x]
                        }
                    } else {
                        let even = ceil_div(total, max(popcount(takers), 1))
                        // After quick slots more quick ones are likely, and more of them take no
                        // longer.
                        let wanted = may
                            ? (spent == 0 && !known_words ? share : min(even, share)) : 0
                        let place = workgroup_scan_add(wanted)
                        let start = workgroup_or(lid.x == after ? place : 0)
                        let round = workgroup_add(wanted)
                        from = lid.x >= after ? place - start : place + round - start
                        n = from < total ? min(wanted, total - from) : 0
                        taken = min(round, total)
                        let last = workgroup_or(n != 0 && from + n == taken ? lid.x + 1 : 0)
                        if taken != 0 { after = last & 31 }
                        if known_words {
                            waiting[lid.x] = from
                            barrier workgroup
                            ring_carry(workgroup_or(n != 0 ? 1 << lid.x : 0))
                        }
                    }
                    // Claimed already: a store across the link would hold up what is released next.
                    let claimed = known_words && hired != 0 && taken == most
                    if lid.x == level && taken != 0 {
                        head += u64(taken)
                        if !claimed { heads[lid.x] = head }
                    }
                    if known_words { barrier workgroup }
                    if n != 0 {
                        if known_words { own[its + CARRIED_VERSION] = version_read }
                        given = given + 1 & ROUND
                        busy = true
                        full = n >= share
                        level_of = level
                        let bundle = n | (known_words ? 3 : 1) << 8 | level << 10 | abort << 13 |
                            given << 14
                        atomic_store(post[1 + lid.x], u64(bundle) << 32 | u64(base + from), release,
                            device)
                    }
                    urgent = level < 2 && taken < total
                } else {
                    if levels != 0 {
                        // Urgent and other priorities alternate.
                        turn = !turn
                        let at = turn && (levels & ~3) != 0 ? ctz(levels & ~3) : ctz(levels)
                        let n = min(workgroup_or(lid.x == at ? fresh : 0), CHUNKS * 32)
                        ring_admit_all(at, workgroup_or(lid.x == at ? u32(head) : 0), n)
                        if lid.x == at {
                            head += u64(n)
                            heads[lid.x] = head
                        }
                        queued = ring_queued()
                    }
                    // Everything published is queued first, so that tenants take turns; but not
                    // while urgent slots wait.
                    let total = workgroup_add(fresh)
                    let urgents = queued & 3
                    let length = workgroup_load(q[LENGTH])
                    let rest = total > CHUNKS * 32
                    let even = ceil_div(length, max(popcount(hired), 1))
                    var wanted = 0
                    // Lane 31 of a worker executes no handlers, and would return its slot out of
                    // turn.
                    if free && spare {
                        wanted = min(urgents, 1)
                    } else if free && !rest {
                        wanted = min(min(share, 31), even)
                    } else if free && urgents != 0 {
                        wanted = min(share, 2)
                    }
                    let from = workgroup_scan_add(wanted)
                    let got, urged, passed = ring_take(workgroup_add(wanted), run, pass)
                    run = urged
                    pass = passed
                    ring_show()
                    let n = from < got ? min(wanted, got - from) : 0
                    var takers = workgroup_or(n != 0 ? 1 << lid.x : 0)
                    while takers != 0 {
                        let w = ctz(takers)
                        let start = workgroup_or(lid.x == w ? from : 0)
                        let size = workgroup_or(lid.x == w ? n : 0)
                        takers &= takers - 1
                        if lid.x < size {
                            own[(w + 1) * OWN + LISTED + lid.x] = list[min(start + lid.x, 1023)]
                        }
                    }
                    barrier workgroup
                    if n != 0 {
                        level_of = min(list[min(from, 1023)], list[min(from + n - 1, 1023)]) / N
                        given = given + 1 & ROUND
                        busy = true
                        full = n >= share
                        let bundle = n | abort << 13 | given << 14
                        atomic_store(post[1 + lid.x], u64(bundle) << 32, release, device)
                    }
                    queued = ring_queued()
                    urgent = (queued & 3) != 0
                }
            }
            // Urgent slots that lower priorities have waited behind, until their turn.
            if taken != 0 && starved {
                run = 0
                pass += 1
                if lid.x == 0 { ring_count(MIRROR_STARVED) }
                barrier workgroup
                ring_show()
            } else if taken != 0 && level < 2 && lower {
                run += taken
            }
            barrier workgroup
        }
        // Workers whose bundle is not urgent return what they have not begun.
        let preempt = leaving || (command & RING_ABORT) != 0 || urgent && level_of > 1
        if has && preempt != preempted { own[its + PREEMPT] = u32(preempt) }
        preempted = preempt
    }
    if lid.x == 0 {
        q[URGENT] = run
        q[PASS] = pass
    }
    barrier workgroup
    ring_save(head)
}
