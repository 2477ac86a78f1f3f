// What the text of the live kernel is made of on every device.
#include "mega/ring.h"

static const char common[] =
    // A record for the log, where there is room.
    "fn ring_record(i: u32, format: u32, first: u32, second: u32) {\n"
    "    var written = false\n"
    "    var more = true\n"
    "    while more {\n"
    "        let cursor = lock[CURSOR]\n"
    "        if cursor - u32(tails[6]) >= LOG {\n"
    "            more = false\n"
    "        } else if atomic_compare_exchange(lock[CURSOR], cursor, cursor + 1) == cursor {\n"
    "            let at = cursor % LOG * 8\n"
    "            log[at] = format\n"
    "            log[at + 1] = first\n"
    "            log[at + 2] = second\n"
    "            log[at + 3] = i\n"
    "            atomic_store(log[at + 4], cursor + 1, release, system)\n"
    "            written = true\n"
    "            more = false\n"
    "        }\n"
    "    }\n"
    "    if written { ring_count(4) } else { ring_count(5) }\n"
    "}\n"
    // Which priority to serve, of those that are `ready`, as bits; LEVELS: none is. After 16 urgent
    // slots the lower ones have a turn, each its own, which is counted in `pass`; whether it is
    // one.
    "fn ring_choose(urgent: u32, pass: u32, ready: u32) -> u32, bool {\n"
    "    if urgent >= 16 {\n"
    "        for k in 0..3 {\n"
    "            let level = 2 + (pass + k) % 3\n"
    "            if (ready >> level & 1) != 0 { return level, true }\n"
    "        }\n"
    "    }\n"
    "    return min(ctz(ready), LEVELS), false\n"
    "}\n";

static const char run[] =
    "fn ring_run(i: u32, op: u32, a: in atomic u32[], view: inout atomic u32[]) -> u32, u32 {\n"
    "    var status = MEGA_DONE\n"
    "    var result = 0\n"
    "    if op == MEGA_OP_PRINTF { ring_record(i, a[0], a[1], a[2]) }\n"
    "    else if op != MEGA_OP_BATCH_FENCE && op != MEGA_OP_NOP {\n"
    "        let s, r = mega_task(op, a, view)\n"
    "        status = s\n"
    "        result = r\n"
    "    }\n"
    "    return status, result\n"
    "}\n";

void vyi_ring_text_common(struct vyi_text *t)
{
    vyi_text_printf(t, "%s", common);
}

void vyi_ring_text_run(struct vyi_text *t)
{
    vyi_text_printf(t, "%s", run);
}
