// The live kernel's text. One workgroup of one invocation is a worker; as many run as the
// megakernel has threads.
//
// Whoever has the lock is the poller: it reads the tails, puts new slots into the queue of their
// priority and tenant, and takes some for itself. Nobody waits for the lock: who does not get it
// goes on with what it has. Handlers run without it. What a worker has in hand stands in memory, so
// that a launch that is stopped, or parks, is taken up by the next one.
#include "mega/mega.h"
#include "mega/ring.h"

static const char declarations[] = "mapped sub: atomic u32[LEVELS * N * 16]\n"
                                   "mapped tails: atomic u64[8]\n"
                                   "mapped rows: atomic u32[32 * 8]\n"
                                   "mapped targets: atomic u32[BATCHES]\n"
                                   "mapped comp: atomic u32[LEVELS * N * 4]\n"
                                   "mapped ends: atomic u32[BATCHES]\n"
                                   "mapped heads: atomic u64[8]\n"
                                   "mapped mirror: atomic u64[WORKERS * MIRROR]\n"
                                   "mapped parks: atomic u32[WORKERS * 16]\n"
                                   "mapped log: atomic u32[LOG * 8]\n"
                                   "persistent lock: atomic u32[48]\n"
                                   "persistent queue: u32[1024]\n"
                                   "persistent stamp: u32[LEVELS * N]\n"
                                   "persistent next: u32[LEVELS * N]\n"
                                   "persistent tries: u32[LEVELS * N]\n"
                                   "persistent own: u32[WORKERS * OWN]\n"
                                   "persistent post: atomic u64[1]\n"
                                   "persistent counted: atomic u32[BATCHES]\n"
                                   "persistent ring_obs: atomic u32[OBS]\n"
                                   "persistent work: u32[WORK]\n"
                                   "param worker: u32\n"
                                   "param target: u32\n"
                                   "param target_stamp: u32\n"
                                   "param target_code: u32\n"
                                   "param idle: u64\n"
                                   "workgroup 1\n"
                                   "grid 1\n"
                                   "const READY = 16\n"
                                   "const CURSOR = 32\n"
                                   "const AT = 0\n"
                                   "const END = 1\n"
                                   "const BACK = 2\n"
                                   "const URGENT = 3\n"
                                   "const PASS = 4\n"
                                   "const SHARE = 5\n"
                                   "const TAKEN = 6\n"
                                   "const BATCH = 7\n"
                                   "const ENDED = 8\n"
                                   "const TOUCHED = 9\n"
                                   "const FULL = 10\n"
                                   "const PRESSED = 11\n"
                                   "const MINE = 16\n"
                                   "const BACKS = 96\n"
                                   "const HEAD = 0\n"
                                   "const LAST = 192\n"
                                   "const MASK = 384\n"
                                   "const TURN = 392\n"
                                   "const ADMITTED = 400\n";

/// Each counter is written by one worker alone.
static const char ends[] =
    "fn ring_count(word: u32) {\n"
    "    mirror[min(worker, WORKERS - 1) * MIRROR + word] =\n"
    "        mirror[min(worker, WORKERS - 1) * MIRROR + word] + 1u64\n"
    "}\n"
    // Ends of a batch are counted here first: several go to memory that all workers share at once.
    "fn ring_flush(me: u32) {\n"
    "    let ended = own[me + ENDED]\n"
    "    if ended != 0 {\n"
    "        let b = (own[me + BATCH] - 1) % BATCHES\n"
    "        own[me + ENDED] = 0\n"
    "        if atomic_add(counted[b], ended, acq_rel, device) + ended == targets[b] {\n"
    "            atomic_store(ends[b], own[me + BATCH], release, system)\n"
    "        }\n"
    "    }\n"
    "}\n"
    // The one place where a ticket ends. The slot may be used again as soon as its stamp is there.
    "fn ring_finish(i: u32, status: u32, code: u32, result: u32) {\n"
    "    let tenant = min(sub[i * 16 + 2] & 0xffff, 31)\n"
    "    let batch = sub[i * 16 + 3] >> 3\n"
    "    comp[i * 4 + 1] = status\n"
    "    comp[i * 4 + 2] = code\n"
    "    comp[i * 4 + 3] = result\n"
    "    if tries[i] != 0 { tries[i] = 0 }\n"
    "    atomic_store(comp[i * 4], stamp[i], release, system)\n"
    "    if status != 3 { ring_count(status) }\n"
    "    ring_count(48 + tenant)\n"
    "    if batch != 0 {\n"
    "        let me = min(worker, WORKERS - 1) * OWN\n"
    "        if batch != own[me + BATCH] {\n"
    "            ring_flush(me)\n"
    "            own[me + BATCH] = batch\n"
    "        }\n"
    "        own[me + ENDED] += 1\n"
    "    }\n"
    "}\n";

/// With the lock: lists of slots, one for each priority and tenant, and which of them are not
/// empty, as bits of one word a priority.
static const char queues[] =
    "fn ring_push(i: u32, level: u32, tenant: u32) {\n"
    "    let q = level * 32 + tenant\n"
    "    next[i] = 0\n"
    "    if (queue[MASK + level] >> tenant & 1) != 0 {\n"
    "        next[queue[LAST + q] - 1] = i + 1\n"
    "    } else {\n"
    "        queue[HEAD + q] = i + 1\n"
    "        queue[MASK + level] |= 1 << tenant\n"
    "    }\n"
    "    queue[LAST + q] = i + 1\n"
    "}\n"
    // The tenants of a priority in turn.
    "fn ring_pop(level: u32) -> u32 {\n"
    "    let turn = queue[TURN + level]\n"
    "    let tenant = (ctz(rotr(queue[MASK + level], turn)) + turn) & 31\n"
    "    let q = level * 32 + tenant\n"
    "    let i = queue[HEAD + q] - 1\n"
    "    let after = next[i]\n"
    "    queue[HEAD + q] = after\n"
    "    if after == 0 { queue[MASK + level] &= ~(1 << tenant) }\n"
    "    queue[TURN + level] = (tenant + 1) & 31\n"
    "    return i\n"
    "}\n"
    "fn ring_in_flight(tenant: u32) -> u32 {\n"
    "    var ended = 0u64\n"
    "    for w in 0..WORKERS { ended += mirror[w * MIRROR + 48 + tenant] }\n"
    "    return queue[ADMITTED + tenant] - u32(ended)\n"
    "}\n"
    // One new slot: why it is refused; 0: it is not.
    "fn ring_accept(i: u32, head: u64, tenant: u32) -> u32 {\n"
    "    var refused = 0\n"
    "    stamp[i] = u32(head) + 1\n"
    "    if tenant >= TENANTS { refused = 1 }\n"
    "    else if rows[tenant * 8] == 0 { refused = 2 }\n"
    "    else if rows[tenant * 8 + 1] != 0xffffffff {\n"
    "        if ring_in_flight(tenant) >= rows[tenant * 8 + 1] { refused = 3 }\n"
    "    }\n"
    "    queue[ADMITTED + tenant] += 1\n"
    "    return refused\n"
    "}\n"
    // Slots come from the publisher's cache: asked for together, they come together.
    "fn ring_fetch(me: u32, level: u32, head: u64, tail: u64) {\n"
    "    var touched = 0\n"
    "    for k in 0..u32(min(tail - head, 32u64)) {\n"
    "        let i = level * N + (u32(head) + k & (N - 1))\n"
    "        touched ^= sub[i * 16 + 2]\n"
    "        comp[i * 4 + 1] = 0\n"
    "    }\n"
    "    own[me + TOUCHED] = touched\n"
    "}\n"
    "fn ring_have(me: u32, i: u32, level: u32) {\n"
    "    if level < 2 {\n"
    "        own[me + URGENT] += 1\n"
    "        own[me + PRESSED] = 1\n"
    "    }\n"
    "    own[me + MINE + min(own[me + END], 63)] = i\n"
    "    own[me + END] += 1\n"
    "}\n"
    // New slots into their queues; or, where no queue could change their order, in hand.
    "fn ring_admit(me: u32, direct: bool, most: u32) {\n"
    "    for level in 0..LEVELS {\n"
    "        let tail = atomic_load(tails[level], acquire, system)\n"
    "        var head = heads[level]\n"
    "        if head == tail { continue }\n"
    "        var budget = direct ? most - (own[me + END] - own[me + AT]) : N\n"
    "        ring_fetch(me, level, head, tail)\n"
    "        while head < tail && budget > 0 {\n"
    "            let i = level * N + (u32(head) & (N - 1))\n"
    "            let tenant = min(sub[i * 16 + 2] & 0xffff, 31)\n"
    "            let refused = ring_accept(i, head, tenant)\n"
    "            head += 1u64\n"
    "            budget -= 1\n"
    "            if refused != 0 { ring_finish(i, 8, refused, 0) }\n"
    "            else if direct { ring_have(me, i, level) }\n"
    "            else { ring_push(i, level, tenant) }\n"
    "            atomic_store(heads[level], head)\n"
    // All that is there has to be queued, or tenants could not take turns; but not while something
    // urgent waits.
    "            if level > 1 && budget % 32 == 0 && !direct {\n"
    "                if tails[0] != heads[0] || tails[1] != heads[1] { budget = 0 }\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "}\n";

/// With the lock too: taking slots in hand.
static const char taking[] =
    // How many slots to take in hand: as many as took a few microseconds the last time that there
    // were enough.
    "fn ring_share(me: u32) -> u32 {\n"
    "    var share = max(own[me + SHARE], 1)\n"
    "    if own[me + FULL] != 0 {\n"
    "        let spent = u32(clock()) - own[me + TAKEN]\n"
    "        if spent > 20000 { share = 1 } else if spent < 5000 { share = min(share * 2, 32) }\n"
    "        own[me + SHARE] = share\n"
    "    }\n"
    "    return share\n"
    "}\n"
    // Time tells of hands that could have been fuller; asking for it takes longer than many a slot.
    "fn ring_filled(me: u32, share: u32) {\n"
    "    var full = own[me + END] - own[me + AT] >= share\n"
    "    if full && lock[READY] == 0 {\n"
    "        full = false\n"
    "        for level in 0..LEVELS { full = full || tails[level] != heads[level] }\n"
    "    }\n"
    "    own[me + FULL] = u32(full)\n"
    "    if full { own[me + TAKEN] = u32(clock()) }\n"
    "}\n"
    "fn ring_take(me: u32, share: u32) {\n"
    "    for k in 0..share {\n"
    "        var ready = 0\n"
    "        for l in 0..LEVELS { ready |= u32(queue[MASK + l] != 0) << l }\n"
    "        let level, starved = ring_choose(own[me + URGENT], own[me + PASS], ready)\n"
    "        if level == LEVELS { break }\n"
    "        if starved {\n"
    "            own[me + URGENT] = 0\n"
    "            own[me + PASS] += 1\n"
    "            ring_count(6)\n"
    "        }\n"
    "        ring_have(me, ring_pop(level), level)\n"
    "    }\n"
    "}\n"
    // An urgent one goes before what is in hand, unless it is time for something else, or others of
    // its kind are in hand, which came before it.
    "fn ring_take_urgent(me: u32) {\n"
    "    if own[me + PRESSED] != 0 { }\n"
    "    else if own[me + URGENT] >= 16 { own[me + URGENT] = 0 }\n"
    "    else if (queue[MASK] | queue[MASK + 1]) != 0 && own[me + AT] > 0 {\n"
    "        let level = queue[MASK] != 0 ? 0 : 1\n"
    "        own[me + URGENT] += 1\n"
    "        own[me + MINE + own[me + AT] - 1] = ring_pop(level)\n"
    "        own[me + AT] -= 1\n"
    "    }\n"
    "}\n"
    "fn ring_refill(me: u32) {\n"
    "    while own[me + BACK] > 0 {\n"
    "        own[me + BACK] -= 1\n"
    "        let i = own[me + BACKS + own[me + BACK]]\n"
    "        ring_push(i, i / N, min(sub[i * 16 + 2] & 0xffff, 31))\n"
    "    }\n"
    "    if own[me + AT] == own[me + END] {\n"
    "        let share = ring_share(me)\n"
    "        own[me + AT] = 32\n"
    "        own[me + END] = 32\n"
    "        own[me + PRESSED] = 0\n"
    // One tenant alone, and nothing waits: the order of the ring is the order of its queue.
    "        if u32(tails[7]) == 1 && lock[READY] == 0 && own[me + URGENT] < 16 {\n"
    "            ring_admit(me, true, share)\n"
    "        } else {\n"
    "            ring_admit(me, false, 0)\n"
    "            ring_take(me, share)\n"
    "        }\n"
    "        ring_filled(me, share)\n"
    "    } else {\n"
    "        ring_admit(me, false, 0)\n"
    "        ring_take_urgent(me)\n"
    "    }\n"
    "    let urgent = queue[MASK] | queue[MASK + 1]\n"
    "    atomic_store(lock[READY + 1], urgent)\n"
    "    atomic_store(lock[READY], urgent | queue[MASK + 2] | queue[MASK + 3] | queue[MASK + 4])\n"
    "}\n";

/// One slot; the chain over opcodes stands above it.
static const char execution[] =
    "fn ring_execute(me: u32, i: u32, command: u64) {\n"
    "    let word = sub[i * 16 + 2]\n"
    "    let op = sub[i * 16 + 1]\n"
    "    let row = (word & 31) * 8\n"
    "    if (command & 2u64) != 0u64 || rows[row + 4] != word >> 16 {\n"
    "        ring_finish(i, 9, 0, 0)\n"
    "    } else {\n"
    "        let base = rows[row + 2]\n"
    "        if op < 32 { ring_count(16 + op) }\n"
    "        let status, result = ring_run(i, op, sub[i * 16 + 4 .. i * 16 + 16],\n"
    "                                      ring_obs[base .. base + rows[row + 3]])\n"
    "        if status == 3 { ring_finish(i, 3, 0, result) }\n"
    "        else if status == 7 { ring_finish(i, 7, result, 0) }\n"
    "        else if status == 5 || status == 6 {\n"
    "            tries[i] += 1\n"
    "            if tries[i] >= TRIES { ring_finish(i, 7, 6, 0) }\n"
    "            else {\n"
    "                ring_count(2)\n"
    "                own[me + BACKS + own[me + BACK]] = i\n"
    "                own[me + BACK] += 1\n"
    "            }\n"
    "        } else { ring_finish(i, 7, 3, 0) }\n"
    "    }\n"
    "}\n";

/// A worker: from its launch until it parks.
static const char body[] =
    "let me = min(worker, WORKERS - 1) * OWN\n"
    "let mine = min(worker, WORKERS - 1) * MIRROR\n"
    "var since = 0u64\n"
    "var looks = 0\n"
    // What the last launch left, where it was stopped: the slot that is next was begun then.
    // With the lock it may have queued slots of which nobody has been told.
    "if lock[0] == worker + 1 {\n"
    "    atomic_store(lock[READY], 1)\n"
    "    atomic_store(lock[0], 0, release)\n"
    "}\n"
    "if own[me + AT] != own[me + END] && target != 0 {\n"
    "    let stopped = own[me + MINE + own[me + AT]]\n"
    "    if stopped + 1 == target && mirror[mine + 1] == u64(target) &&\n"
    "       stamp[stopped] == target_stamp {\n"
    "        own[me + AT] += 1\n"
    "        ring_finish(stopped, 7, target_code, 0)\n"
    "    }\n"
    "}\n"
    "mirror[mine + 1] = 0u64\n"
    "atomic_store(parks[worker * 16], 0)\n"
    "fence()\n"
    "loop {\n"
    "    let command = atomic_load(tails[5], acquire, system)\n"
    "    if (command & 1u64) != 0u64 {\n"
    "        atomic_store(parks[worker * 16], 1)\n"
    "        break\n"
    "    }\n"
    "    let empty = own[me + AT] == own[me + END]\n"
    "    if empty && own[me + ENDED] != 0 { ring_flush(me) }\n"
    "    var wanted = lock[READY + 1] != 0 || tails[0] != heads[0] || tails[1] != heads[1]\n"
    "    if empty {\n"
    "        wanted = wanted || own[me + BACK] != 0 || lock[READY] != 0 ||\n"
    "                 tails[2] != heads[2] || tails[3] != heads[3] || tails[4] != heads[4]\n"
    "    } else { wanted = wanted && own[me + PRESSED] == 0 || own[me + BACK] >= 32 }\n"
    "    if wanted {\n"
    "        if atomic_compare_exchange(lock[0], 0, worker + 1, acquire) == 0 {\n"
    "            ring_refill(me)\n"
    "            atomic_store(lock[0], 0, release)\n"
    "        }\n"
    "    }\n"
    "    if own[me + AT] != own[me + END] && own[me + BACK] < 48 {\n"
    "        since = 0u64\n"
    "        let i = min(own[me + MINE + min(own[me + AT], 63)], LEVELS * N - 1)\n"
    "        atomic_store(mirror[mine + 1], u64(i + 1))\n"
    "        ring_execute(me, i, command)\n"
    "        own[me + AT] += 1\n"
    "    } else {\n"
    "        if mirror[mine + 1] != 0u64 { atomic_store(mirror[mine + 1], 0u64) }\n"
    "        looks += 1\n"
    "        if looks % 32 == 0 {\n"
    "            let now = clock()\n"
    "            ring_count(0)\n"
    "            if since == 0u64 { since = now }\n"
    "            if now - since >= idle || (command & 4u64) != 0u64 {\n"
    "                atomic_store(parks[worker * 16], 1)\n"
    "                fence()\n"
    // Slots that were refused a moment ago have ended too, and their batches: see the loop's begin.
    "                var more = own[me + BACK] != 0 || own[me + ENDED] != 0 || lock[READY] != 0\n"
    "                for level in 0..LEVELS { more = more || tails[level] != heads[level] }\n"
    "                if !more { break }\n"
    "                atomic_store(parks[worker * 16], 0)\n"
    "                since = 0u64\n"
    "            }\n"
    "        }\n"
    "        pause()\n"
    "    }\n"
    "}\n";

// ---- putting it together ----
static void write_sizes(const struct vy_mega *m, struct vyi_text *t)
{
    const vy_mega_live_params *p = &m->params;
    vyi_text_printf(t, "const LEVELS = %d\nconst N = %u\nconst WORKERS = %u\nconst TENANTS = %d\n",
                    VY_MEGA_PRIORITIES, p->slots, p->workers, VY_MEGA_TENANTS);
    vyi_text_printf(t, "const BATCHES = %d\nconst LOG = %u\nconst TRIES = %u\n", RING_BATCHES,
                    p->log_records, p->attempts);
    vyi_text_printf(t, "const OWN = %d\nconst MIRROR = %d\n", m->gpu ? 480 : 160,
                    RING_MIRROR_WORDS);
    vyi_text_printf(t, "const OBS = %u\nconst WORK = %u\n", p->observables,
                    p->workspace_words ? p->workspace_words : 1);
}

static void write_text(const struct vy_mega *m, const struct vyi_ring_opcodes *list,
                       struct vyi_text *t)
{
    vyi_text_printf(t, "program megakernel service\n");
    vyi_mega_uses(t, list->at, list->count);
    write_sizes(m, t);
    if (m->gpu) {
        vyi_ring_text_gpu(m, list, t);
        return;
    }
    vyi_text_printf(t, "%s%s", declarations, ends);
    vyi_ring_text_common(t);
    vyi_text_printf(t, "%s%s", queues, taking);
    vyi_mega_chain(t, list->at, list->count, m->params.workspace_words ? "work" : NULL, true);
    vyi_ring_text_run(t);
    vyi_text_printf(t, "%s%s", execution, body);
}

vy_status vyi_ring_program(struct vy_mega *m, const struct vyi_ring_opcodes *list,
                           vy_program **program)
{
    struct vyi_text t = {.context = m->context};
    const struct vyi_mega_texts texts = {list->at, list->count, false};
    write_text(m, list, &t);
    vy_status status = vyi_mega_parse(m->context, "megakernel.vy", &t, &texts, program);
    vyi_text_free(&t);
    return status;
}
