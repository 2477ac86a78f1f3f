// One op of a slot: built in, or a handler's. As it stands it is the dispatch of a kernel without
// handlers and without a table; src/mega/compose.c adds a branch for each handler.
use "../mega.vy"

/// `work` is the table of DFA_STEP.
fn mega_run(op: u32, args: in atomic u32[], obs: inout atomic u32[], work: in u32[]) -> u32, u32 {
    if op <= MEGA_OP_MEMCPY {
        let a0 = args[0]
        let a1 = args[1]
        let a2 = args[2]
        if op == MEGA_OP_NOP {
            return MEGA_DONE, 0
        } else if op == MEGA_OP_STORE_U32 {
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
        let s, r = mega_copy(a0, a1, a2, obs)
        return s, r
    } // + branches
    return MEGA_FAULT, MEGA_FAULT_OPCODE
}

/// Whether an opcode may stand in a packed slot; vyi_mega_packable() decides the same on the host.
fn mega_packable(op: u32) -> bool {
    var yes = false
    if op == MEGA_OP_NOP { yes = true }
    if op == MEGA_OP_STORE_U32 { yes = true }
    if op == MEGA_OP_ATOMIC_ADD { yes = true }
    if op == MEGA_OP_LOAD_U32 { yes = true }
    if op == MEGA_OP_COMPARE_SWAP { yes = true }
    if op == MEGA_OP_MEMCPY { yes = true }
    // + opcodes
    return yes
}
