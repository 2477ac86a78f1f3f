// Queues of the live kernel, of each priority and tenant, on a device of its own memory: they are
// in the poller's shared memory. ring_text_gpu.c has what it knows of.
#include "mega/ring.h"

static const char queues[] =
    // By one lane: a slot that was begun, or was given back.
    "fn ring_push(i: u32, level: u32, tenant: u32) {\n"
    "    let x = level * 32 + tenant\n"
    "    next[i] = 0\n"
    "    if (q[MASK + level] >> tenant & 1) != 0 {\n"
    "        next[q[LAST + x] - 1] = i + 1\n"
    "    } else {\n"
    "        q[HEAD + x] = i + 1\n"
    "        q[MASK + level] |= 1 << tenant\n"
    "    }\n"
    "    q[LAST + x] = i + 1\n"
    "    q[LENGTH] += 1\n"
    "}\n"
    "fn ring_push_front(i: u32, level: u32, tenant: u32) {\n"
    "    let x = level * 32 + tenant\n"
    "    if (q[MASK + level] >> tenant & 1) != 0 {\n"
    "        next[i] = q[HEAD + x]\n"
    "    } else {\n"
    "        next[i] = 0\n"
    "        q[LAST + x] = i + 1\n"
    "        q[MASK + level] |= 1 << tenant\n"
    "    }\n"
    "    q[HEAD + x] = i + 1\n"
    "    q[LENGTH] += 1\n"
    "}\n"
    // Which priorities have something in a queue.
    "fn ring_queued() -> u32 {\n"
    "    let some = workgroup_or(lid.x < LEVELS && q[MASK + lid.x % 8] != 0 ? 1 << lid.x : 0)\n"
    "    return some\n"
    "}\n"
    // What a worker gave back.
    "fn ring_take_back(w: u32, n: u32) {\n"
    "    for c in 0..CHUNKS { list[c * 32 + lid.x] = own[(w + 1) * OWN + BACKS + c * 32 + lid.x] "
    "}\n"
    "    barrier workgroup\n"
    "    if lid.x == 0 {\n"
    "        for k in 0..n {\n"
    "            let word = list[k]\n"
    "            if word >> 31 == 0 {\n"
    "                let i = word & 0x7ffff\n"
    "                ring_push(i, i / N, word >> 19 & 31)\n"
    "            }\n"
    "        }\n"
    "        for k in 0..n {\n"
    "            let word = list[n - 1 - k]\n"
    "            if word >> 31 != 0 {\n"
    "                let i = word & 0x7ffff\n"
    "                ring_push_front(i, i / N, word >> 19 & 31)\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "    barrier workgroup\n"
    "}\n"
    // New slots of one priority, a lane each: which others are of the same tenant follows from the
    // bits of its number, and so who stands behind whom, and how many a quota lets in. Gives why a
    // lane's slot is refused; 0: it is not.
    "fn ring_admit(level: u32, base: u32, n: u32, word: u32) -> u32 {\n"
    "    let k = lid.x\n"
    "    let i = level * N + (base + k & (N - 1))\n"
    "    let here = k < n\n"
    "    let tenant = min(word & 0xffff, 31)\n"
    "    let x = level * 32 + tenant\n"
    "    let below = (1 << k) - 1\n"
    "    var same = workgroup_or(here ? 1 << k : 0)\n"
    "    for b in 0..5 {\n"
    "        let has = (tenant >> b & 1) != 0\n"
    "        let set = workgroup_or(here && has ? 1 << k : 0)\n"
    "        same &= has ? set : ~set\n"
    "    }\n"
    "    let full = workgroup_load(q[MASK + level])\n"
    "    let last = q[LAST + x]\n"
    "    var refused = 0\n"
    "    var room = 32\n"
    "    if here {\n"
    "        stamp[i] = base + k + 1\n"
    "        tries[i] = 0\n"
    "        if tenant >= TENANTS { refused = 1 }\n"
    "        else if row[tenant * 8] == 0 { refused = 2 }\n"
    "        else if row[tenant * 8 + 1] != 0xffffffff {\n"
    "            let flying = lock[ADMITTED + tenant] - lock[GONE + tenant]\n"
    "            room = row[tenant * 8 + 1] > flying ? row[tenant * 8 + 1] - flying : 0\n"
    "        }\n"
    "        if refused == 0 && popcount(same & below) >= room { refused = 3 }\n"
    "    }\n"
    "    let takes = here && refused == 0\n"
    "    let taken = workgroup_or(takes ? 1 << k : 0)\n"
    "    let tenants = workgroup_or(takes ? 1 << tenant : 0)\n"
    "    barrier workgroup\n"
    "    if takes {\n"
    "        let after = taken & same & ~((2 << k) - 1)\n"
    "        next[i] = after != 0 ? level * N + (base + ctz(after) & (N - 1)) + 1 : 0\n"
    "        if after == 0 { q[LAST + x] = i + 1 }\n"
    "        if (taken & same & below) == 0 {\n"
    "            if (full >> tenant & 1) != 0 { next[last - 1] = i + 1 } else { q[HEAD + x] = i + "
    "1 }\n"
    "        }\n"
    "    }\n"
    "    if here && (same & below) == 0 { lock[ADMITTED + tenant] += popcount(same) }\n"
    "    if k == 0 {\n"
    "        q[MASK + level] = full | tenants\n"
    "        q[LENGTH] += popcount(taken)\n"
    "    }\n"
    "    barrier workgroup\n"
    "    return refused\n"
    "}\n";

static const char queues_2[] =
    // Up to CHUNKS times 32 of them, or refused.
    "fn ring_admit_all(level: u32, base: u32, n: u32) {\n"
    "    let k = lid.x\n"
    "    let from = level * N\n"
    "    let a0 = sub[(from + (base + k & (N - 1))) * 16 + 2]\n"
    "    let a1 = sub[(from + (base + 32 + k & (N - 1))) * 16 + 2]\n"
    "    let a2 = sub[(from + (base + 64 + k & (N - 1))) * 16 + 2]\n"
    "    let a3 = sub[(from + (base + 96 + k & (N - 1))) * 16 + 2]\n"
    "    var version = 0\n"
    "    if k == 0 { version = rows[VERSIONS] }\n"
    "    ring_rows(workgroup_or(version))\n"
    "    for c in 0..CHUNKS {\n"
    "        let at = c * 32\n"
    "        if at < n {\n"
    "            let word = c == 0 ? a0 : c == 1 ? a1 : c == 2 ? a2 : a3\n"
    "            let refused = ring_admit(level, base + at, min(n - at, 32), word)\n"
    "            let some = workgroup_or(refused != 0 ? 1 << k : 0)\n"
    "            if some != 0 {\n"
    "                let i = from + (base + at + k & (N - 1))\n"
    "                let batch = refused != 0 ? sub[i * 16 + 3] >> 3 : 0\n"
    "                let goal = refused != 0 && batch != 0 ? targets[(batch - 1) % BATCHES] : 0\n"
    "                ring_end(true, true, some, i, base + at + k + 1, word, batch, goal, "
    "8, refused, 0)\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "    ring_show()\n"
    "}\n";

/// Up to `most` slots out of the queues into `list`, and how many came. The tenants of a priority
/// in turn: in each round one of each tenant, a lane for each tenant, and several rounds at once
/// where all have as many.
static void write_take(struct vyi_text *t)
{
    enum { ROUNDS = 8 };
    vyi_text_printf(
        t, "%s",
        "fn ring_take(most: u32, run: u32, passed: u32) -> u32, u32, u32 {\n"
        "    let k = lid.x\n"
        "    var urgent = run\n"
        "    var pass = passed\n"
        "    var n = 0\n"
        "    var more = true\n"
        "    while more {\n"
        "        let ready = workgroup_or(k < LEVELS && q[MASK + k % 8] != 0 ? 1 << k : 0)\n"
        "        let level, starved = ring_choose(urgent, pass, ready)\n"
        "        more = level < LEVELS && n < most\n"
        "        if more {\n"
        "            let l = min(level, LEVELS - 1)\n"
        "            let x = HEAD + l * 32 + k\n"
        "            let mask = workgroup_load(q[MASK + l])\n"
        "            let turn = workgroup_load(q[TURN + l])\n"
        "            let count = popcount(mask)\n"
        "            let limit = level < 2 && (ready & ~3) != 0 ? max(16 - min(urgent, 15), 1) : "
        "1024\n"
        "            let room = starved ? 1 : min(most - n, limit)\n"
        "            let place = popcount(rotr(mask, turn) & (1 << (k - turn & 31)) - 1)\n"
        "            let goes = (mask >> k & 1) != 0 && place < room\n");
    vyi_text_printf(t,
                    "            let want = max(min(room / max(count, 1), %d), 1)\n"
                    "            let s0 = goes ? q[x] : 0\n"
                    "            var have = u32(s0 != 0)\n",
                    ROUNDS);
    for (int i = 1; i <= ROUNDS; i++) {
        vyi_text_printf(t, "            var s%d = 0\n", i);
        vyi_text_printf(
            t,
            "            if s%d != 0 && want >= %d { s%d = next[min(s%d - 1, LEVELS * N - 1)] }\n",
            i - 1, i, i, i - 1);
        if (i < ROUNDS)
            vyi_text_printf(t, "            if s%d != 0 && want > %d { have += 1 }\n", i, i);
    }
    vyi_text_printf(t, "            let rounds = workgroup_min(goes ? have : want)\n"
                       "            var left = s1\n"
                       "            if goes {\n");
    for (int i = 0; i < ROUNDS; i++) {
        vyi_text_printf(t,
                        "                if rounds > %d { list[min(n + %d * count + place, 1023)] "
                        "= s%d - 1 }\n",
                        i, i, i);
        vyi_text_printf(t, "                if rounds == %d { left = s%d }\n", i + 1, i + 1);
    }
    vyi_text_printf(
        t, "%s",
        "                q[x] = left\n"
        "            }\n"
        "            let came = count <= room ? rounds * count : room\n"
        "            let gone = workgroup_or(goes && left == 0 ? 1 << k : 0)\n"
        "            if goes && place + 1 == min(count, room) { q[TURN + l] = (k + 1) & 31 }\n"
        "            if k == 0 { q[MASK + l] = mask & ~gone }\n"
        "            n += came\n"
        "            if starved {\n"
        "                urgent = 0\n"
        "                pass += 1\n"
        "                if k == 0 { ring_count(6) }\n"
        "            } else if level < 2 { urgent += came }\n"
        "            barrier workgroup\n"
        "        }\n"
        "    }\n"
        "    if k == 0 { q[LENGTH] -= n }\n"
        "    barrier workgroup\n"
        "    return n, urgent, pass\n"
        "}\n");
}

void vyi_ring_text_queues(struct vyi_text *t)
{
    vyi_text_printf(t, "%s%s", queues, queues_2);
    write_take(t);
}
