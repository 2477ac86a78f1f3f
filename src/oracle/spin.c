// Spin waits: finding invocations that spin, and waking them when a value they read has changed.
//
// An invocation that comes back to the same place with the same frame, while no memory changed,
// will do the same for ever. Frames are compared whole, not by a hash; the snapshot is renewed
// after 1, 2, 4, … backward jumps (Brent), so cycles over several iterations are found too. The
// check costs something, so it runs only for a few dozen backward jumps of each turn.
//
// A spinning invocation sleeps with the list of what it read. It is woken when one of these has
// changed: waking all sleepers at every store would make a chain of n waiting workgroups cost n^2
// full turns. With detection on, the writer of the value that woke it shows whether the language
// promises that such a wait ends.
#include "oracle/run.h"

enum { CAREFUL_EDGES = 96, CAREFUL_FROM = 4, GROUP_EDGES = 40 };

bool vyi_oracle_spins(struct run *r, const uint64_t *frame, const struct ins *from, uint32_t pc)
{
    size_t bytes = r->code.slots * sizeof *frame;
    if (r->spin.pc == pc && r->spin.version == r->version &&
        !memcmp(r->spin.snapshot, frame, bytes))
        return true;
    if (r->spin.edges > r->spin.careful + CAREFUL_EDGES) {
        r->spin.careful = UINT32_MAX;
        r->spin.watching = false;
    } else if (r->spin.edges - r->spin.careful > r->spin.until) {
        memcpy(r->spin.snapshot, frame, bytes);
        r->spin.pc = pc;
        r->spin.version = r->version;
        r->spin.until = 2 * (r->spin.edges - r->spin.careful);
        r->spin.watching = true;
        r->spin.watch.count = 0;
        r->spin.watch.more = false;
        r->spin.watch.pos = from->pos;
    }
    return false;
}

static void add_seen(struct watch *w, const void *at, uint64_t value, uint32_t space,
                     uint64_t element, uint32_t reader, uint32_t pc)
{
    for (uint32_t k = 0; k < w->count; k++)
        if (w->seen[k].at == at)
            return;
    if (w->count == WATCHED) {
        w->more = true;
        return;
    }
    w->seen[w->count].at = at;
    w->seen[w->count].value = value;
    w->seen[w->count].element = element;
    w->seen[w->count].space = space;
    w->seen[w->count].pc = pc;
    w->seen[w->count].reader = reader;
    w->count++;
}

void vyi_oracle_saw(struct run *r, const void *at, uint64_t value, const struct space *s,
                    uint64_t element, uint32_t l, const struct ins *i)
{
    uint32_t space = (uint32_t)(s - r->spaces), pc = (uint32_t)(i - r->code.ins.at);
    if (r->spin.watching)
        add_seen(&r->spin.watch, at, value, space, element, l, pc);
    if (r->group_spin.watching)
        add_seen(&r->group_spin.watch, at, value, space, element, l, pc);
}

bool vyi_oracle_sleep(struct run *r, struct group *g, uint32_t l)
{
    if (!g->watches) {
        g->watches = vyi_oracle_alloc(r, r->volume, sizeof *g->watches, "waiting invocations");
        if (!g->watches)
            return false;
    }
    g->watches[l] = r->spin.watch;
    g->watches[l].version = r->version;
    g->state[l] = STATE_SPIN;
    return true;
}

static void report_wait(struct run *r, struct group *g, const struct watch *w, uint32_t k)
{
    uint32_t space = w->seen[k].space, pc = w->seen[k].pc;
    const struct space *s = &r->spaces[space];
    uint32_t writer = vyi_oracle_writer(g, s, w->seen[k].element);
    if (!writer || (writer - 1) / r->volume < g->number)
        return;
    if (r->p->buffers.at[space].role == VY_ROLE_MAPPED)
        return; // the host may have changed it since, and for the host one may wait
    bool same = (writer - 1) / r->volume == g->number;
    char index[200];
    if (!vyi_oracle_found(r, FINDING_WAIT, space, pc, pc))
        return;
    vyi_oracle_index_text(s, w->seen[k].element, index, sizeof index);
    vyi_report(r->report, r->code.ins.at[pc].pos, 0, VYI_DIAG(WAIT),
               (unsigned long long)vyi_oracle_id(r, g, w->seen[k].reader),
               r->p->buffers.at[space].name, index, (unsigned long long)(writer - 1),
               same ? "the same" : "a later",
               same ? "put 'barrier workgroup' between writing and reading"
                    : "wait for a workgroup with a smaller number, or put 'barrier grid' between");
}

/// Whether anything seen has changed; with detection, whether such a wait may end.
static bool changed(struct run *r, struct group *g, const struct watch *w)
{
    bool any = w->more && w->version != r->version;
    for (uint32_t k = 0; k < w->count; k++) {
        const struct space *s = &r->spaces[w->seen[k].space];
        if (vyi_sem_load(s->elem, w->seen[k].at) == w->seen[k].value)
            continue;
        any = true;
        if (r->race)
            report_wait(r, g, w, k);
    }
    return any;
}

bool vyi_oracle_wakes(struct run *r, struct group *g, uint32_t l)
{
    if (!changed(r, g, &g->watches[l]))
        return false;
    g->state[l] = STATE_RUN;
    return true;
}

// ---- whole workgroups ----
// A loop that reads, then agrees by a workgroup collective whether to go on, never spins in a
// single invocation. So the same search is made over the state of the whole workgroup, at its
// barriers and collectives.
void vyi_oracle_group_turn(struct run *r)
{
    r->group_spin.edges = r->group_spin.until = 0;
    r->group_spin.watching = false;
}

/// What the state of a workgroup is made of lies together: frames, shared memory, places, states.
static size_t state_bytes(const struct run *r, const struct group *g)
{
    return (size_t)((const char *)(g->state + r->volume) - (const char *)g->frames);
}

bool vyi_oracle_group_spins(struct run *r, struct group *g)
{
    size_t bytes = state_bytes(r, g);
    uint32_t edges = ++r->group_spin.edges;
    if (r->group_spin.watching && r->group_spin.version == r->version &&
        !memchr(g->state, STATE_SPIN, r->volume) && // that one would watch for itself
        !memcmp(r->group_spin.snapshot, g->frames, bytes)) {
        g->asleep = true;
        g->watch = r->group_spin.watch;
        g->watch.pos = 0;
        g->watch.version = r->version;
        r->group_spin.watching = false;
        return true;
    }
    if (edges > GROUP_EDGES) {
        r->group_spin.watching = false;
    } else if (edges > CAREFUL_FROM && edges > r->group_spin.until) {
        if (!r->group_spin.snapshot)
            r->group_spin.snapshot = vyi_oracle_alloc(r, 1, bytes, "a workgroup");
        if (!r->group_spin.snapshot)
            return false;
        memcpy(r->group_spin.snapshot, g->frames, bytes);
        r->group_spin.version = r->version;
        r->group_spin.until = 2 * edges;
        r->group_spin.watching = true;
        r->group_spin.watch.count = 0;
        r->group_spin.watch.more = false;
    }
    return false;
}

bool vyi_oracle_group_wakes(struct run *r, struct group *g)
{
    if (g->asleep && changed(r, g, &g->watch))
        g->asleep = false;
    return !g->asleep;
}
