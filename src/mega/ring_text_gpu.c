// The live kernel's text for a device of its own memory. One workgroup, as wide as a subgroup, is
// the poller; the others are workers. All are one launch.
//
// The poller alone looks at the tails, which lie across a link: slots that came become hands, which
// it gives to workers through the device's memory, one at a time each. One tenant alone, and
// nothing queued: hands are stretches of the ring. Else slots go through queues, of each priority
// and tenant, which are in its shared memory. A few slots that are quick it runs itself, urgent
// ones before everything else.
//
// A worker copies the slots of its hand, up to MOST, by all lanes at once. Where all are quick, it
// tells the poller that it wants the next hand, runs them, and ends all with one fence: fences for
// the system wait for each other all over the GPU. What the host has to see after the stamps, the
// ends of batches and the counters, waits for the fence of the next hand, or for one of its own
// where there is no next hand. Else slots are served 32 at a time: the quick ones by all lanes,
// then the others, a lane for each slot. Before those it tells the host which is the first; a
// worker of which some lanes are stopped there, or fail, ends, the others go on until the poller
// has everybody leave, and the next launch goes on with what stands in memory: the slots that ran
// fault.
//
// What the host has stored in a tail is there when the tail is: everything that a slot needs is
// read after it. Whatever has to be in order before the host sees an end is stored before the
// stamp, with one fence for all lanes. A word across the link that several lanes want is asked for
// by one of them: each lane's asking would be a trip of its own, and trips to one word of all
// workers come one after the other.
#include "mega/mega.h"
#include "mega/ring.h"

enum {
    CHUNK = 32,     ///< slots: one for each lane
    MOST_HAND = 128 ///< slots of a hand; the text copies so many at once
};

/// Up to the list of slots.
static const char declarations[] = "mapped sub: atomic u32[LEVELS * N * 16]\n"
                                   "mapped tails: atomic u64[8 + 32]\n"
                                   "mapped rows: atomic u32[32 * 8]\n"
                                   "mapped targets: atomic u32[BATCHES]\n"
                                   "mapped comp: atomic u32[LEVELS * N * 4]\n"
                                   "mapped ends: atomic u32[BATCHES]\n"
                                   "mapped heads: atomic u64[8]\n"
                                   "mapped mirror: atomic u64[(WORKERS + 1) * MIRROR]\n"
                                   "mapped parks: atomic u32[16]\n"
                                   "mapped log: atomic u32[LOG * 8]\n"
                                   "persistent lock: atomic u32[128]\n"
                                   "persistent queue: u32[1024]\n"
                                   "persistent stamp: u32[LEVELS * N]\n";

static const char further[] = "persistent tries: u32[LEVELS * N]\n"
                              "persistent own: atomic u32[(WORKERS + 1) * OWN]\n"
                              "persistent post: atomic u64[WORKERS + 1]\n"
                              "persistent counted: atomic u32[BATCHES]\n"
                              "persistent ring_obs: atomic u32[OBS]\n"
                              "persistent work: u32[WORK]\n"
                              "shared sl: atomic u32[CHUNKS * 512]\n"
                              "shared cnt: atomic u32[96]\n"
                              "shared was: u64[96]\n"
                              "shared accused: u64[1]\n"
                              "shared known: atomic u32[32]\n"
                              "shared idx: u32[32]\n"
                              "shared waiting: u32[32]\n"
                              "shared mark: u32[32]\n"
                              "shared q: u32[512]\n"
                              "shared row: u32[256]\n"
                              "shared list: u32[1024]\n"
                              "shared record: u32[CHUNKS * 128]\n"
                              "shared led: u32[CHUNKS * 32]\n"
                              "shared owed: u32[CHUNKS * 32]\n"
                              "param launch: u32\n"
                              "workgroup 32\n"
                              "grid (WORKERS + 1) * 32\n"
                              "const CURSOR = 32\n"
                              "const GONE = 64\n"
                              "const ADMITTED = 96\n"
                              "const FINISHED = 31\n"
                              "const DEAD = 63\n"
                              "const ROUND = 0x3ffff\n"
                              "const BACK = 33\n"
                              "const AT = 34\n"
                              "const ENDED = 35\n"
                              "const SPENT = 37\n"
                              "const BEGUN = 38\n"
                              "const STEPS = 39\n"
                              "const PRESS = 40\n"
                              "const PAST = 41\n"
                              "const DUE = 42\n"
                              "const HAND = 64\n"
                              "const CARRIED = 96\n"
                              "const TOLD = 160\n"
                              "const BACKS = 192\n"
                              "const TOTAL = 320\n"
                              "const OWED = 352\n"
                              "const ENDS = 48\n"
                              "const HEAD = 0\n"
                              "const LAST = 192\n"
                              "const MASK = 384\n"
                              "const TURN = 392\n"
                              "const URGENT = 440\n"
                              "const PASS = 441\n"
                              "const LENGTH = 442\n"
                              "const ALIVE = 0\n"
                              "const VERSION = 2\n"
                              "const VERSIONS = 248\n"
                              "const LONG = 500000\n"; // ns; deadlines are longer

/// Counters, which go to the host once a hand, and only those that rose: how many slots have ended,
/// by tenant, is the last that it sees, since whoever waits for that looks at everything else then.
static const char counting[] =
    "fn ring_count_more(word: u32, n: u32) { cnt[word] += n }\n"
    "fn ring_count(word: u32) { cnt[word] += 1 }\n"
    "fn ring_show_one(w: u32) {\n"
    "    let more = cnt[w]\n"
    "    if more != 0 {\n"
    "        cnt[w] = 0\n"
    "        let now = was[w] + u64(more)\n"
    "        was[w] = now\n"
    "        mirror[wid.x * MIRROR + w] = now\n"
    "    }\n"
    "}\n"
    "fn ring_show_first() {\n"
    "    ring_show_one(lid.x)\n"
    "    if lid.x < 16 { ring_show_one(32 + lid.x) }\n"
    "}\n"
    // Whoever sees that a slot has ended sees how, where not well.
    "fn ring_show() {\n"
    "    let ill = workgroup_any(lid.x >= 7 && lid.x < 10 && cnt[lid.x] != 0)\n"
    "    ring_show_first()\n"
    "    if ill { fence() }\n"
    "    barrier workgroup\n"
    "    ring_show_one(ENDS + lid.x)\n"
    "}\n";

/// How slots end. All of this is for all lanes at once.
static const char ends[] =
    "fn ring_tell(i: u32, status: u32, code: u32, result: u32) {\n"
    "    comp[i * 4 + 1] = status\n"
    "    comp[i * 4 + 2] = code\n"
    "    comp[i * 4 + 3] = result\n"
    "}\n"
    "fn ring_ended(tenant: u32, batch: u32, goal: u32, n: u32) {\n"
    "    ring_count_more(ENDS + tenant, n)\n"
    "    if batch != 0 {\n"
    "        let b = (batch - 1) % BATCHES\n"
    "        if atomic_add(counted[b], n, acq_rel, device) + n == goal {\n"
    "            atomic_store(ends[b], batch, release, system)\n"
    "        }\n"
    "    }\n"
    "}\n"
    // How many must have ended for a batch to have: far away, and asked for by one lane where all
    // lanes want the same, since each lane's asking is a trip of its own.
    "fn ring_goal(here: bool, mixed: bool, batch: u32) -> u32 {\n"
    "    var goal = 0\n"
    "    if here && batch != 0 && (mixed || lid.x == 0) { goal = targets[(batch - 1) % BATCHES] }\n"
    "    let same = workgroup_or(lid.x == 0 ? goal : 0)\n"
    "    return mixed ? goal : same\n"
    "}\n"
    // Neighbouring words by neighbouring lanes: whole lines go to the host, with the stamps that
    // they have had since their slots' last uses.
    "fn ring_put(mask: u32) {\n"
    "    for r in 0..4 {\n"
    "        let of = r * 8 + (lid.x >> 2)\n"
    "        let to = min(idx[of], LEVELS * N - 1) * 4 + (lid.x & 3)\n"
    "        if (mask >> of & 1) != 0 { comp[to] = record[r * 32 + lid.x] }\n"
    "    }\n"
    "}\n"
    // The one place where tickets end: one fence for all lanes that come with one. A quota is given
    // back before the host can see the end; a slot may be used again as soon as its stamp is there.
    // `all`: no lane has failed; `mixed`: not all are of one tenant and one batch; `mask`: the
    // lanes that come with one.
    "fn ring_end(all: bool, mixed: bool, mask: u32, i: u32, stamped: u32, word: u32, batch: u32, "
    "goal: u32,\n"
    "            status: u32, code: u32, result: u32) {\n"
    "    let tenant = min(word & 0xffff, 31)\n"
    "    let over = (mask >> lid.x & 1) != 0\n"
    "    let one = !mixed && lid.x == ctz(mask)\n"
    "    if over && (mixed || one) { lock[GONE + tenant] += mixed ? 1 : popcount(mask) }\n"
    "    if over && status != 3 { ring_count(status) }\n"
    "    if all {\n"
    "        if over {\n"
    "            idx[lid.x] = i\n"
    "            record[lid.x * 4] = stamped - N\n"
    "            record[lid.x * 4 + 1] = status\n"
    "            record[lid.x * 4 + 2] = code\n"
    "            record[lid.x * 4 + 3] = result\n"
    "        }\n"
    "        barrier workgroup\n"
    "        ring_put(mask)\n"
    "    } else if over { ring_tell(i, status, code, result) }\n"
    "    fence()\n"
    "    barrier workgroup\n"
    "    if over { comp[i * 4] = stamped }\n"
    "    barrier workgroup\n"
    "    if over && (mixed || one) { ring_ended(tenant, batch, goal, mixed ? 1 : popcount(mask)) "
    "}\n"
    "}\n";

/// Up to `most` slots by all lanes, two with each access: what is asked for together comes
/// together, so everything is asked for before anything is put down. A loop would not be unrolled
/// that way: no access may go before another one that is atomic.
static void write_copies(struct vyi_text *t, unsigned most, const char *slot)
{
    vyi_text_printf(t, "{\n");
    for (unsigned i = 0; i < most; i += 2) {
        vyi_text_printf(t, "let a%u = sub[(", i);
        vyi_text_printf(t, slot, i);
        vyi_text_printf(t, ") * 16 + w]\n");
    }
    for (unsigned i = 0; i < most; i += 2)
        vyi_text_printf(t, "sl[%u + lid.x] = a%u\n", i * 16, i);
    vyi_text_printf(t, "}");
}

/// Those that `idx` names, and stretches of the ring. Of these nothing is read from shared memory
/// between two accesses: waiting for that may be waiting for what comes across the link too.
static void write_copying(struct vyi_text *t)
{
    static const char listed[] = "min(idx[%u + r], LEVELS * N - 1)";
    static const char next_[] = "from + (base + %u + r & (N - 1))";
    static const char head[] = "    let r = lid.x >> 4\n    let w = lid.x & 15\n    if n <= ";
    vyi_text_printf(t, "fn ring_copy(n: u32) {\n%s4 ", head);
    write_copies(t, 4, listed);
    vyi_text_printf(t, " else ");
    write_copies(t, CHUNK, listed);
    vyi_text_printf(t, "\n}\nfn ring_copy_stretch(from: u32, base: u32, n: u32) {\n%s32 ", head);
    write_copies(t, CHUNK, next_);
    vyi_text_printf(t, " else if n <= 64 ");
    write_copies(t, 2 * CHUNK, next_);
    vyi_text_printf(t, " else ");
    write_copies(t, MOST_HAND, next_);
    vyi_text_printf(t, "\n}\n");
}

static const char rows[] =
    // Rows of tenants as the host has them, where it has changed any; `version` was read after what
    // made somebody look at slots.
    "fn ring_rows(version: u32) {\n"
    "    let had = workgroup_load(known[VERSION])\n"
    "    if had != version + 1 {\n"
    "        let a0 = rows[lid.x]\n"
    "        let a1 = rows[32 + lid.x]\n"
    "        let a2 = rows[64 + lid.x]\n"
    "        let a3 = rows[96 + lid.x]\n"
    "        let a4 = rows[128 + lid.x]\n"
    "        let a5 = rows[160 + lid.x]\n"
    "        let a6 = rows[192 + lid.x]\n"
    "        let a7 = rows[224 + lid.x]\n"
    "        row[lid.x] = a0\n"
    "        row[32 + lid.x] = a1\n"
    "        row[64 + lid.x] = a2\n"
    "        row[96 + lid.x] = a3\n"
    "        row[128 + lid.x] = a4\n"
    "        row[160 + lid.x] = a5\n"
    "        row[192 + lid.x] = a6\n"
    "        row[224 + lid.x] = a7\n"
    "        if lid.x == 0 { known[VERSION] = version + 1 }\n"
    "        barrier workgroup\n"
    "    }\n"
    "}\n";

static const char quick[] =
    // What has no loop, and so cannot be stopped half done: all lanes run theirs at once.
    "fn ring_is_quick(op: u32) -> bool { return op <= 4 || op == 7 }\n"
    "fn ring_quick(op: u32, a0: u32, a1: u32, a2: u32, obs: inout atomic u32[]) -> u32, u32 {\n"
    "    if op == 1 {\n"
    "        let s, r = mega_store(a0, a1, obs)\n"
    "        return s, r\n"
    "    } else if op == 2 {\n"
    "        let s, r = mega_add(a0, a1, obs)\n"
    "        return s, r\n"
    "    } else if op == 3 {\n"
    "        let s, r = mega_load(a0, obs)\n"
    "        return s, r\n"
    "    } else if op == 4 {\n"
    "        let s, r = mega_swap(a0, a1, a2, obs)\n"
    "        return s, r\n"
    "    }\n"
    "    return 3, 0\n"
    "}\n";

void vyi_ring_text_gpu(const struct vy_mega *m, const struct vyi_ring_opcodes *list,
                       struct vyi_text *t)
{
    // Who stands behind whom is looked at for each slot that is queued: near by where it fits.
    bool near = m->params.slots <= 1024;
    uint32_t part = m->params.slots / 4; // hands that leave something for others in a small ring
    uint32_t most = part < CHUNK ? CHUNK : part > MOST_HAND ? MOST_HAND : part;
    vyi_text_printf(t, "const CHUNKS = %d\nconst MOST = %u\n", MOST_HAND / CHUNK, most);
    vyi_text_printf(t, "const SAVED = %d\n", RING_SAVED);
    vyi_text_printf(t, "const IDLE = %lluu64\n", (unsigned long long)m->params.idle_us * 1000);
    vyi_text_printf(t, "const KEPT = %s\n", near ? "true" : "false");
    vyi_text_printf(t, "%spersistent %s: u32[LEVELS * N]\n%s", declarations,
                    near ? "next_kept" : "next", further);
    vyi_text_printf(t, "shared %s\n", near ? "next: u32[LEVELS * N]" : "next_kept: u32[32]");
    vyi_text_printf(t, "%s", counting);
    vyi_ring_text_common(t);
    vyi_text_printf(t, "%s", ends);
    write_copying(t);
    vyi_text_printf(t, "%s%s", rows, quick);
    vyi_mega_chain(t, list->at, list->count, m->params.workspace_words ? "work" : NULL, true);
    vyi_ring_text_run(t);
    vyi_ring_text_worker(t);
    vyi_ring_text_poller(t);
}
