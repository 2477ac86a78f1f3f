// Numbers and built-in opcodes of megakernels, for the texts of handlers and for the kernels in
// lib/mega. src/mega/shared.def lists the numbers; docs/mega.md explains them.
const MEGA_EMPTY              = 0x0
const MEGA_PUBLISHED          = 0x1
const MEGA_CLAIMED            = 0x2
const MEGA_DONE               = 0x3
const MEGA_WAIT_IO            = 0x4
const MEGA_YIELD              = 0x5
const MEGA_REQUEUE            = 0x6
const MEGA_FAULT              = 0x7
const MEGA_REFUSED            = 0x8
const MEGA_CANCELLED          = 0x9
const MEGA_WIDE               = 0xf
const MEGA_SLOT_WORDS         = 0x10
const MEGA_SLOT_OPCODE        = 0x1
const MEGA_SLOT_TENANT        = 0x2
const MEGA_SLOT_PRIORITY      = 0x3
const MEGA_SLOT_ARGS          = 0x4
const MEGA_SLOT_RESULT        = 0x4
const MEGA_ARGS               = 0xc
const MEGA_STATUS_MASK        = 0xf
const MEGA_PRIORITIES         = 0x5
const MEGA_TENANTS            = 0x20
const MEGA_SHUTDOWN           = 0x0
const MEGA_DONE_COUNT         = 0x1
const MEGA_TENANT_BASE        = 0x2
const MEGA_MASKS              = 0x3
const MEGA_QUOTAS             = 0x20
const MEGA_CLAIMS             = 0x40
const MEGA_METRICS            = 0x60
const MEGA_METRIC_COUNT       = 0x20
const MEGA_EPOCH              = 0x80
const MEGA_PARTITIONS         = 0x81
const MEGA_STARVATION         = 0x87
const MEGA_PRIORITY_CLAIMS    = 0x88
const MEGA_HEARTBEAT          = 0x8d
const MEGA_FAULTS             = 0x8e
const MEGA_FAULT_CODE         = 0x8f
const MEGA_FAULT_SLOT         = 0x90
const MEGA_IO_USED            = 0x91
const MEGA_CONTROL_WORDS      = 0xa0
const MEGA_DEBUG_RECORD_WORDS = 0x4
const MEGA_DEBUG_WORDS        = 0x101
const MEGA_IO_SLOTS           = 0x40
const MEGA_IO_SLOT_WORDS      = 0x8
const MEGA_IO_WORDS           = 0x200
const MEGA_IO_OP              = 0x0
const MEGA_IO_SOURCE          = 0x1
const MEGA_IO_DESTINATION     = 0x2
const MEGA_IO_OFFSET_LOW      = 0x3
const MEGA_IO_OFFSET_HIGH     = 0x4
const MEGA_IO_BYTES           = 0x5
const MEGA_IO_STATUS          = 0x6
const MEGA_IO_TAG             = 0x7
const MEGA_IO_READ            = 0x1
const MEGA_IO_WRITE           = 0x2
const MEGA_IO_FENCE           = 0x3
const MEGA_IO_READ_FIXED      = 0x4
const MEGA_IO_OK              = 0x10
const MEGA_IO_ERROR           = 0x11
const MEGA_URGENT             = 0x10
const MEGA_LOADED             = 0xffffffff
const MEGA_OP_NOP             = 0x0
const MEGA_OP_STORE_U32       = 0x1
const MEGA_OP_ATOMIC_ADD      = 0x2
const MEGA_OP_LOAD_U32        = 0x3
const MEGA_OP_COMPARE_SWAP    = 0x4
const MEGA_OP_MEMCPY          = 0x5
const MEGA_OP_DFA_STEP        = 0x6
const MEGA_OP_BATCH_FENCE     = 0x7
const MEGA_OP_LOAD_MISS       = 0xfffd
const MEGA_OP_PRINTF          = 0xfffe
const MEGA_OP_PACKED          = 0x80000001
const MEGA_OP_SHUTDOWN        = 0xffffffff
const MEGA_FAULT_OPCODE       = 0x1
const MEGA_FAULT_BOUNDS       = 0x2
const MEGA_FAULT_STATUS       = 0x3
const MEGA_FAULT_PACKED       = 0x4
const MEGA_FAULT_IO           = 0x5
const MEGA_FAULT_ATTEMPTS     = 0x6
const MEGA_FAULT_NOT_ALLOWED  = 0x7
const MEGA_FAULT_HANDLER      = 0x8
const MEGA_FAULT_DEADLINE     = 0x9
const MEGA_FAULT_UNBOUND      = 0xa
const MEGA_FAULT_ROWS         = 0xb
const MEGA_FAULT_USER         = 0x100
const MEGA_REFUSED_TENANT     = 0x1
const MEGA_REFUSED_MASK       = 0x2
const MEGA_REFUSED_QUOTA      = 0x3

/// Built-in opcodes on a tenant's observables. An index past their end faults the slot.
fn mega_store(value: u32, at: u32, obs: inout atomic u32[]) -> u32, u32 {
    if at >= len(obs) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }
    atomic_store(obs[at], value)
    return MEGA_DONE, 0
}

fn mega_add(value: u32, at: u32, obs: inout atomic u32[]) -> u32, u32 {
    if at >= len(obs) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }
    let old = atomic_add(obs[at], value)
    return MEGA_DONE, old
}

fn mega_load(at: u32, obs: inout atomic u32[]) -> u32, u32 {
    if at >= len(obs) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }
    let value = atomic_load(obs[at])
    return MEGA_DONE, value
}

fn mega_swap(at: u32, old: u32, value: u32, obs: inout atomic u32[]) -> u32, u32 {
    if at >= len(obs) { return MEGA_FAULT, MEGA_FAULT_BOUNDS }
    let found = atomic_compare_exchange(obs[at], old, value)
    return MEGA_DONE, found
}

/// As if through a copy: overlapping words are read before they are overwritten.
fn mega_copy(from: u32, to: u32, count: u32, obs: inout atomic u32[]) -> u32, u32 {
    let most = len(obs)
    if count > most || from > most - count || to > most - count {
        return MEGA_FAULT, MEGA_FAULT_BOUNDS
    }
    for i in 0..count {
        let k = to <= from ? i : count - 1 - i
        atomic_store(obs[to + k], atomic_load(obs[from + k]))
    }
    return MEGA_DONE, 0
}

/// Checks what a handler returned; a FAULT always has a code.
fn mega_checked(status: u32, result: u32) -> u32, u32 {
    if status == MEGA_FAULT {
        let code = result & 0xffff
        return MEGA_FAULT, code == 0 ? MEGA_FAULT_HANDLER : code
    }
    let known = status == MEGA_DONE || status == MEGA_YIELD || status == MEGA_REQUEUE
    return known ? status : MEGA_FAULT, known ? result : MEGA_FAULT_STATUS
}
