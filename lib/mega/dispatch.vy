// A slot's task: one op, or a packed slot's ops one after the other. Everything is checked before
// the first op runs, so that a malformed packed slot has no effect at all; vyi_mega_packed_check()
// decides the same on the host.
use "../mega.vy"
use "handlers.vy"

/// The i-th pair of opcode and argument offset.
fn mega_pair(args: in atomic u32[], i: u32) -> u32 {
    return args[(1 + i) / 2] >> (1 + i) % 2 * 16 & 0xffff
}

fn mega_task(opcode: u32, args: in atomic u32[], obs: inout atomic u32[], work: in u32[]) -> u32,
    u32 {
    let packed = opcode == MEGA_OP_PACKED
    var ops = 1
    var words = MEGA_ARGS
    var first = 0
    if packed {
        let head = args[0]
        ops = head & 255
        words = head >> 8 & 255
        first = (2 * ops + 5) / 4
        if ops == 0 || first + words > MEGA_ARGS { return MEGA_FAULT, MEGA_FAULT_PACKED }
        for i in 0..ops {
            let pair = mega_pair(args, i)
            if !mega_packable(pair & 255) || pair >> 8 > words {
                return MEGA_FAULT, MEGA_FAULT_PACKED | i + 1 << 16
            }
        }
    }
    var status = MEGA_DONE
    var result = 0
    for i in 0..ops {
        var op = opcode
        var from = 0
        if packed {
            let pair = mega_pair(args, i)
            op = pair & 255
            from = first + (pair >> 8)
        }
        let s, r = mega_run(op, args[from..first + words], obs, work)
        status = s
        result = r
        if packed && status != MEGA_DONE {
            let code = status == MEGA_FAULT ? result : MEGA_FAULT_STATUS
            status = MEGA_FAULT
            result = code | i + 1 << 16
            break
        }
    }
    return status, result
}
