// A program of the classic kinds. As it stands it has everything that such a program can have;
// src/mega/classic.c writes another head and leaves out or replaces parts by their marks.
program mega_priority service
use "../mega.vy"
use "slots.vy"
use "dispatch.vy"
use "io.vy"
const SLOTS        = 256
const WORKERS      = 256
const TENANTS      = 1
const SHARE        = 64
inout control      : atomic u32[MEGA_CONTROL_WORDS + SHARE] @binding(0)
inout ring_buffer  : atomic u32[SLOTS * MEGA_SLOT_WORDS] @binding(1)
inout debug_log    : atomic u32[MEGA_DEBUG_WORDS] @binding(2)
inout io_queue     : atomic u32[MEGA_IO_WORDS] @binding(3)
in    work         : u32[] @binding(4)
in    capabilities : u32[64, 2] @binding(5)
inout arena        : atomic u32[] @binding(6)
workgroup 256
grid WORKERS
// + body
fn mega_try(slot: u32) -> u32 {
    return mega_claim_loading(control, ring_buffer, io_queue, slot, TENANTS)
}

fn mega_execute(slot: u32, tenant: u32) -> u32, u32 {
    let base = slot * MEGA_SLOT_WORDS
    let opcode = ring_buffer[base + MEGA_SLOT_OPCODE]
    let args = base + MEGA_SLOT_ARGS
    let own = MEGA_CONTROL_WORDS + tenant * SHARE
    // + tasks
    if opcode == MEGA_OP_BATCH_FENCE {
        let s, r = mega_fence(control, ring_buffer, base)
        return s, r
    } else if opcode == MEGA_OP_PRINTF {
        let s, r = mega_printf(ring_buffer, debug_log, base)
        return s, r
    } else if opcode == MEGA_OP_SHUTDOWN {
        let s, r = mega_shutdown(control, tenant)
        return s, r
    } else if opcode == MEGA_OP_LOAD_MISS {
        let s, r = mega_load_miss(control, ring_buffer, io_queue, slot)
        return s, r
    }
    let status, result = mega_task(opcode, ring_buffer[args..args + MEGA_ARGS],
        control[own..own + SHARE], work)
    return status, result
}

let worker = gid.x
var urgent = 0
var lifted = 0
var pass_number = 0
loop {
    // + workspace
    if atomic_load(control[MEGA_SHUTDOWN]) != 0 { return }
    if worker == 0 { control[MEGA_HEARTBEAT] += 1 }
    var idle = true
    // Urgent levels come first; after 16 urgent claims a worker begins one pass at NORMAL, LOW or
    // IDLE in turn. That pass visits all levels, so that it is not wasted if the first has nothing.
    var first = 0
    if urgent >= MEGA_URGENT {
        first = 2 + lifted % 3
        lifted += 1
        urgent = 0
        control[MEGA_STARVATION] += 1
    }
    var slot = 0
    var held = 0
    for step_number in 0..MEGA_PRIORITIES {
        if held == 0 {
            let level = (first + step_number) % MEGA_PRIORITIES
            let from = min(atomic_load(control[MEGA_PARTITIONS + level]), SLOTS)
            let to = min(atomic_load(control[MEGA_PARTITIONS + level + 1]), SLOTS)
            for s in from + worker..to step WORKERS {
                held = mega_try(s)
                if held != 0 {
                    slot = s
                    if level < 2 { urgent += 1 }
                    break
                }
            }
        }
    }
    // + claimed
    var status = 0
    var result = 0
    if held != 0 {
        let s, r = mega_execute(slot, held - 1)
        status = s
        result = r
    }
    // What every invocation of the workgroup does together for those that hold a wide task.
    var waits = held != 0 && status == MEGA_WIDE
    loop {
        let who = workgroup_min(waits ? lid.x : 0xffffffff)
        if who == 0xffffffff { break }
        let base = workgroup_broadcast(slot, who) * MEGA_SLOT_WORDS
        let own = MEGA_CONTROL_WORDS + (workgroup_broadcast(held, who) - 1) * SHARE
        let opcode = workgroup_load(ring_buffer[base + MEGA_SLOT_OPCODE])
        let args = base + MEGA_SLOT_ARGS
        var wide_status = 0
        var wide_result = 0
        // + handlers
        if lid.x == who {
            let s, r = mega_checked(wide_status, wide_result)
            status = s
            result = r
            waits = false
        }
    }
    // + ended
    if held != 0 { mega_finish(control, ring_buffer, slot, held - 1, status, result) }
    if held != 0 { idle = false }
    // + served
    mega_io_serve(io_queue, capabilities, arena, worker, WORKERS)
    pass_number += 1
    if idle { pause() }
    barrier workgroup
}
