// The live kernel whose workers are workgroups of one invocation. On the cpu device each worker is
// a launch, with a thread of the megakernel's. On the vulkan device (GROUPS) all workers are one
// launch, which ends when all of them rest, or when the device needs its queue: compilers of its
// drivers take minutes for the wide workgroups of ring_gpu.vy.
//
// The worker that holds the lock is the poller: it reads the tails, puts new slots into the queue
// of their priority and tenant, and claims some of them. No worker waits for the lock: without it a
// worker goes on with the slots that it has claimed. Handlers run without the lock. The claimed
// slots of a worker are in memory, so that the next launch continues after a launch was stopped or
// parked.
program megakernel service
use "../mega.vy"
use "ring_layout.vy"
use "ring_sizes.vy"
use "ring_common.vy"
use "dispatch.vy"

const OWN = 160 // words of a worker in `own`
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
workgroup 1
grid GROUPS ? WORKERS : 1

// in `lock`, whose first word is the lock: whether any queue holds a slot, and whether an urgent
// one does; the cursor of the debug log; GROUPS: workers that rest, as bits; requests for bytes
const READY   = 16
const CURSOR  = 32
const RESTING = 40
const ASKED   = 44
// in `own`, by worker: the claimed slots that are not executed yet are CLAIMED[NEXT..END]
const NEXT        = 0
const END         = 1
const BACK        = 2  // slots that yielded, in BACKS, and go back to their queues
const URGENT      = 3  // urgent slots claimed since a lower priority had its turn
const PASS        = 4  // turns of lower priorities so far
const SHARE       = 5  // slots to claim at once
const CLAIM_TIME  = 6
const BATCH       = 7  // of the slots that ended last,
const ENDED       = 8  // which are not added to `counted` yet
const TOUCHED     = 9
const FULL        = 10 // the last claim left slots for others
const HAS_URGENT  = 11
const WIDE        = 12 // 1: the slot at NEXT is wide; 2: ring_wide.vy has run it, with these ends
const WIDE_STATUS = 13
const WIDE_RESULT = 14
const CLAIMED     = 16
const BACKS       = 96
// in `queue`: the queue of a priority and a tenant is a list, HEAD and LAST + 1 and `next`; MASK
// has a bit for each tenant with slots, TURN the tenant to serve next, ADMITTED the slots of a
// tenant so far
const HEAD     = 0
const LAST     = 192
const MASK     = 384
const TURN     = 392
const ADMITTED = 400

fn ring_worker() -> u32 { return min(GROUPS ? wid.x : worker, WORKERS - 1) }

fn tenant_of(i: u32) -> u32 {
    return min(sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT] & SLOT_TENANT_MASK, TENANT_ROWS - 1)
}

/// Each counter has one writer, its worker.
fn ring_count(word: u32) {
    let at = ring_worker() * RING_MIRROR_WORDS + word
    mirror[at] = mirror[at] + 1u64
}

/// Adds the ends of a batch that this worker has counted by itself to the count that all share.
fn ring_flush(me: u32) {
    let ended = own[me + ENDED]
    if ended != 0 {
        let b = (own[me + BATCH] - 1) % RING_BATCHES
        own[me + ENDED] = 0
        if atomic_add(counted[b], ended, acq_rel, device) + ended == targets[b] {
            atomic_store(ends[b], own[me + BATCH], release, system)
        }
    }
}

/// The only place where a ticket ends. The host may reuse the slot as soon as the stamp is stored.
fn ring_finish(i: u32, status: u32, code: u32, result: u32) {
    let tenant = tenant_of(i)
    let batch = sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_PRIORITY] >> SLOT_BATCH_SHIFT
    comp[i * COMP_WORDS + COMP_STATUS] = status
    comp[i * COMP_WORDS + COMP_CODE] = code
    comp[i * COMP_WORDS + COMP_RESULT] = result
    if tries[i] != 0 { tries[i] = 0 }
    if IO {
        for k in 0..MEGA_IO_SLOT_WORDS { ios[i * MEGA_IO_SLOT_WORDS + k] = 0 }
    }
    atomic_store(comp[i * COMP_WORDS + COMP_STAMP], stamp[i], release, system)
    if status != MEGA_DONE { ring_count(status) }
    ring_count(MIRROR_TENANTS + tenant)
    if batch != 0 {
        let me = ring_worker() * OWN
        if batch != own[me + BATCH] {
            ring_flush(me)
            own[me + BATCH] = batch
        }
        own[me + ENDED] += 1
    }
}

// ---- queues, with the lock ----
fn ring_push(i: u32, level: u32, tenant: u32) {
    let q = level * TENANT_ROWS + tenant
    next[i] = 0
    if (queue[MASK + level] >> tenant & 1) != 0 {
        next[queue[LAST + q] - 1] = i + 1
    } else {
        queue[HEAD + q] = i + 1
        queue[MASK + level] |= 1 << tenant
    }
    queue[LAST + q] = i + 1
}

/// The tenants of a priority take turns.
fn ring_pop(level: u32) -> u32 {
    let turn = queue[TURN + level]
    let tenant = (ctz(rotr(queue[MASK + level], turn)) + turn) & 31
    let q = level * TENANT_ROWS + tenant
    let i = queue[HEAD + q] - 1
    let after = next[i]
    queue[HEAD + q] = after
    if after == 0 { queue[MASK + level] &= ~(1 << tenant) }
    queue[TURN + level] = (tenant + 1) & 31
    return i
}

fn ring_in_flight(tenant: u32) -> u32 {
    var ended = 0u64
    for w in 0..WORKERS { ended += mirror[w * RING_MIRROR_WORDS + MIRROR_TENANTS + tenant] }
    return queue[ADMITTED + tenant] - u32(ended)
}

/// Why a new slot is refused; 0: it is accepted.
fn ring_accept(i: u32, head: u64, tenant: u32) -> u32 {
    var refused = 0
    stamp[i] = u32(head) + 1
    if (sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT] & SLOT_TENANT_MASK) >= MEGA_TENANTS {
        refused = MEGA_REFUSED_TENANT
    } else if rows[tenant * ROW_WORDS + ROW_ENABLED] == 0 {
        refused = MEGA_REFUSED_MASK
    } else if rows[tenant * ROW_WORDS + ROW_QUOTA] != RING_QUOTA_NONE {
        if ring_in_flight(tenant) >= rows[tenant * ROW_WORDS + ROW_QUOTA] {
            refused = MEGA_REFUSED_QUOTA
        }
    }
    queue[ADMITTED + tenant] += 1
    return refused
}

/// Loads new slots together, since each is a miss to the publisher's cache.
fn ring_fetch(me: u32, level: u32, head: u64, tail: u64) {
    var touched = 0
    for k in 0..u32(min(tail - head, 32u64)) {
        let i = level * N + (u32(head) + k & (N - 1))
        touched ^= sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
        comp[i * COMP_WORDS + COMP_STATUS] = 0
    }
    own[me + TOUCHED] = touched
}

fn ring_claim(me: u32, i: u32, level: u32) {
    if level < 2 {
        own[me + URGENT] += 1
        own[me + HAS_URGENT] = 1
    }
    own[me + CLAIMED + min(own[me + END], 63)] = i
    own[me + END] += 1
}

/// Puts new slots into their queues; `direct`: claims up to `most`, past the queues.
fn ring_admit(me: u32, direct: bool, most: u32) {
    for level in 0..MEGA_PRIORITIES {
        let tail = atomic_load(tails[level], acquire, system)
        var head = heads[level]
        if head == tail { continue }
        var budget = direct ? most - (own[me + END] - own[me + NEXT]) : N
        ring_fetch(me, level, head, tail)
        while head < tail && budget > 0 {
            let i = level * N + (u32(head) & (N - 1))
            let tenant = tenant_of(i)
            let refused = ring_accept(i, head, tenant)
            head += 1u64
            budget -= 1
            if refused != 0 {
                ring_finish(i, MEGA_REFUSED, refused, 0)
            } else if direct {
                ring_claim(me, i, level)
            } else {
                ring_push(i, level, tenant)
            }
            atomic_store(heads[level], head)
            // Everything published is queued, so that tenants take turns; urgent slots interrupt
            // that.
            if level > 1 && budget % 32 == 0 && !direct {
                if tails[0] != heads[0] || tails[1] != heads[1] { budget = 0 }
            }
        }
    }
}

// ---- claiming slots, with the lock ----

/// How many slots to claim: about 5 to 20 us of work, judged by the last full claim.
fn ring_share(me: u32) -> u32 {
    var share = max(own[me + SHARE], 1)
    if own[me + FULL] != 0 {
        let spent = u32(clock()) - own[me + CLAIM_TIME]
        if spent > 20000 { share = 1 } else if spent < 5000 { share = min(share * 2, 32) }
        own[me + SHARE] = share
    }
    return share
}

/// Only full claims are timed: reading the clock takes longer than many slots.
fn ring_filled(me: u32, share: u32) {
    var full = own[me + END] - own[me + NEXT] >= share
    if full && lock[READY] == 0 {
        full = false
        for level in 0..MEGA_PRIORITIES { full = full || tails[level] != heads[level] }
    }
    own[me + FULL] = u32(full)
    if full { own[me + CLAIM_TIME] = u32(clock()) }
}

fn ring_take(me: u32, share: u32) {
    for k in 0..share {
        var ready = 0
        for l in 0..MEGA_PRIORITIES { ready |= u32(queue[MASK + l] != 0) << l }
        let level, starved = ring_choose(own[me + URGENT], own[me + PASS], ready)
        if level == MEGA_PRIORITIES { break }
        if starved {
            own[me + URGENT] = 0
            own[me + PASS] += 1
            ring_count(MIRROR_STARVED)
        }
        ring_claim(me, ring_pop(level), level)
    }
}

/// An urgent slot goes ahead of the claimed ones, unless a lower priority has its turn, or an
/// urgent one was claimed earlier.
fn ring_take_urgent(me: u32) {
    if own[me + HAS_URGENT] == 0 {
        if own[me + URGENT] >= MEGA_URGENT {
            own[me + URGENT] = 0
        } else if (queue[MASK] | queue[MASK + 1]) != 0 && own[me + NEXT] > 0 {
            let level = queue[MASK] != 0 ? 0 : 1
            own[me + URGENT] += 1
            own[me + CLAIMED + own[me + NEXT] - 1] = ring_pop(level)
            own[me + NEXT] -= 1
        }
    }
}

/// Whether answers have come.
fn ring_answered() -> bool {
    return IO && u32(tails[RING_LOG_TAKEN] >> 32) != u32(heads[RING_ANSWERED])
}

/// Queues the slots whose answers have come. A launch that is stopped between two of them loses
/// none.
fn ring_take_answers() {
    let tail = u32(atomic_load(tails[RING_LOG_TAKEN], acquire, system) >> 32)
    var at = heads[RING_ANSWERED]
    while u32(at) != tail {
        let answer = answers[u32(at) % ASKS]
        let i = min(answer & (1 << ANSWER_OK_SHIFT) - 1, MEGA_PRIORITIES * N - 1)
        let ok = (answer >> ANSWER_OK_SHIFT & 1) != 0
        ios[i * MEGA_IO_SLOT_WORDS + MEGA_IO_STATUS] = ok ? MEGA_IO_OK : MEGA_IO_ERROR
        ring_push(i, i / N, answer >> ANSWER_TENANT & TENANT_ROWS - 1)
        atomic_store(lock[READY], 1)
        at += 1u64
        heads[RING_ANSWERED] = at
    }
}

fn ring_refill(me: u32) {
    if IO { ring_take_answers() }
    while own[me + BACK] > 0 {
        own[me + BACK] -= 1
        let i = own[me + BACKS + own[me + BACK]]
        ring_push(i, i / N, tenant_of(i))
    }
    if own[me + NEXT] == own[me + END] {
        let share = ring_share(me)
        own[me + NEXT] = 32
        own[me + END] = 32
        own[me + HAS_URGENT] = 0
        // With one tenant and empty queues, the order of the ring is the order of the queue.
        if u32(tails[RING_TENANTS]) == 1 && lock[READY] == 0 && own[me + URGENT] < MEGA_URGENT {
            ring_admit(me, true, share)
        } else {
            ring_admit(me, false, 0)
            ring_take(me, share)
        }
        ring_filled(me, share)
    } else {
        ring_admit(me, false, 0)
        ring_take_urgent(me)
    }
    let urgent = queue[MASK] | queue[MASK + 1]
    atomic_store(lock[READY + 1], urgent)
    atomic_store(lock[READY], urgent | queue[MASK + 2] | queue[MASK + 3] | queue[MASK + 4])
}

/// Where the set of bound buffers and values that a slot sees begins in `binds`. The host writes
/// the other set, stores its number, and waits for the workers that have announced the last one: a
/// worker that announces it late reads the number of the next one after the fence, and takes that.
fn ring_bound() -> u32 {
    let at = ring_worker() * RING_MIRROR_WORDS + MIRROR_BOUND
    var now = 0u64
    var next_one = atomic_load(binds[0], acquire, system)
    while now != next_one {
        now = next_one
        mirror[at] = now
        fence()
        next_one = atomic_load(binds[0], acquire, system)
    }
    return BIND_FIRST + (u32(now) & 1) * BIND_SET
}

fn ring_row(at: u32) -> u64 { return binds[at] }

fn ring_unbound() {
    let at = ring_worker() * RING_MIRROR_WORDS + MIRROR_BOUND
    if mirror[at] != 0u64 { atomic_store(mirror[at], 0u64, release, system) }
}

/// LOAD_MISS, as a handler would be: asks at its first run, ends at its second.
fn ring_load_miss(a: in atomic u32[], io: inout u32[]) -> u32, u32 {
    let answer = io[MEGA_IO_STATUS]
    if answer == MEGA_IO_OK { return MEGA_DONE, a[4] }
    if answer == MEGA_IO_ERROR { return MEGA_FAULT, MEGA_FAULT_IO }
    io[MEGA_IO_OP] = MEGA_IO_READ
    io[MEGA_IO_SOURCE] = a[0]
    io[MEGA_IO_DESTINATION] = a[1]
    io[MEGA_IO_OFFSET_LOW] = a[2]
    io[MEGA_IO_OFFSET_HIGH] = a[3]
    io[MEGA_IO_BYTES] = a[4]
    return MEGA_WAIT_IO, 0
}

fn ring_run(i: u32, op: u32, a: in atomic u32[], view: inout atomic u32[]) -> u32, u32 {
    var status = MEGA_DONE
    var result = 0
    if op == MEGA_OP_PRINTF {
        let written = ring_record(lock, CURSOR, tails, log, i, a[0], a[1], a[2])
        if written { ring_count(MIRROR_LOGGED) } else { ring_count(MIRROR_DROPPED) }
    } else if IO && op == MEGA_OP_LOAD_MISS {
        let s, r = ring_load_miss(a, ios[i * MEGA_IO_SLOT_WORDS..(i + 1) * MEGA_IO_SLOT_WORDS])
        status = s
        result = r
    } else if PROGRAMS && op == RING_PROGRAM {
        status = MEGA_WIDE // the worker's thread runs the interpreter
    } else if op != MEGA_OP_BATCH_FENCE && op != MEGA_OP_NOP {
        // + bound
        let s, r = mega_task(op, a, view, work)
        // + unbound
        status = s
        result = r
    }
    return status, result
}

/// Ends a slot that has run, or has it run again.
fn ring_ran(me: u32, i: u32, status: u32, result: u32) {
    if status == MEGA_DONE {
        ring_finish(i, MEGA_DONE, 0, result)
    } else if status == MEGA_FAULT {
        ring_finish(i, MEGA_FAULT, result, 0)
    } else if IO && status == MEGA_WAIT_IO && ios[i * MEGA_IO_SLOT_WORDS + MEGA_IO_OP] != 0 {
        ring_ask(lock, ASKED, asks, ios[i * MEGA_IO_SLOT_WORDS..(i + 1) * MEGA_IO_SLOT_WORDS], i,
            sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT])
    } else if status == MEGA_YIELD || status == MEGA_REQUEUE || IO && status == MEGA_WAIT_IO {
        tries[i] += 1
        if tries[i] >= TRIES {
            ring_finish(i, MEGA_FAULT, MEGA_FAULT_ATTEMPTS, 0)
        } else {
            ring_count(MIRROR_AGAIN)
            own[me + BACKS + own[me + BACK]] = i
            own[me + BACK] += 1
        }
    } else {
        ring_finish(i, MEGA_FAULT, MEGA_FAULT_STATUS, 0)
    }
}

fn ring_execute(me: u32, i: u32, command: u64) {
    let word = sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_TENANT]
    let op = sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_OPCODE]
    let row = (word & TENANT_ROWS - 1) * ROW_WORDS
    if (command & u64(RING_ABORT)) != 0u64 || rows[row + ROW_EPOCH] != word >> SLOT_EPOCH_SHIFT {
        ring_finish(i, MEGA_CANCELLED, 0, 0)
    } else {
        let base = rows[row + ROW_BASE]
        if op < MEGA_METRIC_COUNT { ring_count(MIRROR_METRICS + op) }
        let status, result = ring_run(i, op,
            sub[i * MEGA_SLOT_WORDS + MEGA_SLOT_ARGS..i * MEGA_SLOT_WORDS + MEGA_SLOT_WORDS],
            ring_obs[base..base + rows[row + ROW_COUNT]])
        if WIDES && status == MEGA_WIDE {
            own[me + WIDE] = 1
        } else {
            ring_ran(me, i, status, result)
        }
    }
}

/// What MIRROR_RUNNING holds while a slot is executed.
fn ring_running(i: u32) -> u64 {
    return GROUPS ? u64(stamp[i]) << 32 | u64(i + 1) : u64(i + 1)
}

/// Whether a worker that has had nothing to do for a while is to end its launch.
fn ring_parks(me: u32) -> bool {
    if GROUPS {
        let mine = 1 << ring_worker()
        let all = 0xffffffff >> (32 - WORKERS & 31)
        if (atomic_or(lock[RESTING], mine) | mine) != all { return false }
    } else {
        atomic_store(parks[worker * PARK_WORDS], 1)
        fence()
    }
    // ENDED: slots that were just refused have ended, and their batch is not flushed yet.
    let answered = ring_answered()
    var more = own[me + BACK] != 0 || own[me + ENDED] != 0 || lock[READY] != 0 || answered
    for level in 0..MEGA_PRIORITIES { more = more || tails[level] != heads[level] }
    return !more
}

// ---- a launch ----
let w = ring_worker()
let me = w * OWN
let mine = w * RING_MIRROR_WORDS
let blame = tails[RING_BLAME + w]
var since = 0u64
var polls = 0
var served = false
// A stopped launch may have left the lock taken, with slots queued and READY not stored.
if lock[0] == w + 1 {
    atomic_store(lock[READY], 1)
    atomic_store(lock[0], 0, release)
}
// A wide slot that has run to its end did so, also if it was to be stopped.
if WIDES {
    if own[me + WIDE] == 2 {
        let ran = min(own[me + CLAIMED + min(own[me + NEXT], 63)], MEGA_PRIORITIES * N - 1)
        own[me + NEXT] += 1
        mirror[mine + MIRROR_RUNNING] = 0u64
        ring_ran(me, ran, own[me + WIDE_STATUS], own[me + WIDE_RESULT])
    }
    own[me + WIDE] = 0
}
// The slot that was executing when the last launch was stopped faults.
if own[me + NEXT] != own[me + END] && (GROUPS || target != 0) {
    let stopped = own[me + CLAIMED + own[me + NEXT]]
    let own_fault = GROUPS || stopped + 1 == target && stamp[stopped] == target_stamp
    if own_fault && mirror[mine + MIRROR_RUNNING] == ring_running(stopped) {
        var code = target_code
        if GROUPS { code = u32(blame >> 32) == stamp[stopped] ? u32(blame) : MEGA_FAULT_HANDLER }
        own[me + NEXT] += 1
        ring_finish(stopped, MEGA_FAULT, code, 0)
    }
}
mirror[mine + MIRROR_RUNNING] = 0u64
mirror[mine + MIRROR_BOUND] = 0u64
if GROUPS {
    atomic_and(lock[RESTING], ~(1 << w))
} else {
    atomic_store(parks[worker * PARK_WORDS], 0)
}
fence()
loop {
    var command = atomic_load(tails[RING_COMMAND], acquire, system)
    if (command & u64(RING_PARK)) != 0u64 {
        if !GROUPS { atomic_store(parks[worker * PARK_WORDS], 1) }
        break
    }
    let empty = own[me + NEXT] == own[me + END]
    if empty && own[me + ENDED] != 0 { ring_flush(me) }
    var wanted = lock[READY + 1] != 0 || tails[0] != heads[0] || tails[1] != heads[1]
    if empty {
        let answered = ring_answered()
        wanted = wanted || own[me + BACK] != 0 || lock[READY] != 0 || answered ||
            tails[2] != heads[2] || tails[3] != heads[3] || tails[4] != heads[4]
    } else {
        wanted = wanted && own[me + HAS_URGENT] == 0 || own[me + BACK] >= 32
    }
    // Each launch executes something, however often the device wants its queue.
    if GROUPS && (command & u64(RING_YIELD)) != 0u64 && empty && (served || !wanted) { break }
    if wanted {
        if atomic_compare_exchange(lock[0], 0, w + 1, acquire) == 0 {
            ring_refill(me)
            atomic_store(lock[0], 0, release)
        }
        // An abort answers the requests of slots, which then are not to go on.
        if IO { command = atomic_load(tails[RING_COMMAND], acquire, system) }
    }
    if own[me + NEXT] != own[me + END] && own[me + BACK] < 48 {
        let i = min(own[me + CLAIMED + min(own[me + NEXT], 63)], MEGA_PRIORITIES * N - 1)
        atomic_store(mirror[mine + MIRROR_RUNNING], ring_running(i))
        if GROUPS {
            if since != 0u64 { atomic_and(lock[RESTING], ~(1 << w)) }
            // The host blames a slot, and stops its worker if MIRROR_RUNNING still names it. A
            // worker that is blamed for a slot that has ended must not be stopped in this one.
            fence()
            if tails[RING_BLAME + w] != blame {
                atomic_store(mirror[mine + MIRROR_RUNNING], 0u64)
                break
            }
        }
        since = 0u64
        ring_execute(me, i, command)
        if WIDES && own[me + WIDE] != 0 { break }
        own[me + NEXT] += 1
        served = true
    } else {
        if mirror[mine + MIRROR_RUNNING] != 0u64 {
            atomic_store(mirror[mine + MIRROR_RUNNING], 0u64)
        }
        // A thread that serves requests waits for the end of this launch.
        polls += IO && !GROUPS ? 8 : 1
        if polls % 32 == 0 {
            let now = clock()
            ring_count(MIRROR_BEATS)
            if since == 0u64 { since = now }
            if now - since >= (GROUPS ? IDLE : idle) || (command & u64(RING_STOP)) != 0u64 {
                let parks_now = ring_parks(me)
                if parks_now { break }
                if !GROUPS {
                    atomic_store(parks[worker * PARK_WORDS], 0)
                    since = 0u64
                }
            }
        }
        pause()
    }
}
