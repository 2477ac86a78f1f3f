// A handler as wide as a workgroup, for a live kernel: all its invocations run it together. As it
// stands there is none; src/mega/compose.c adds a branch for each.
use "../mega.vy"

fn mega_wide(op: u32, args: in atomic u32[], obs: inout atomic u32[], work: in u32[]) -> u32, u32 {
    if op == MEGA_OP_NOP { return MEGA_DONE, 0 } // + branches
    return MEGA_FAULT, MEGA_FAULT_OPCODE
}

fn mega_is_wide(op: u32) -> bool {
    var yes = false
    // + opcodes
    return yes
}
