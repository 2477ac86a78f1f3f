// Waiting: finding invocations that spin, and waking them when what they saw has changed.
//
// An invocation that comes back to the same place with the same frame, while no memory changed,
// will do the same for ever. Frames are compared whole, not by a hash; the snapshot is renewed
// after 1, 2, 4, … backward jumps (Brent), so cycles over several iterations are found too. The
// check costs something, so it runs only for a few dozen backward jumps of each turn.
//
// A spinning invocation sleeps with the list of what it read. It is woken when one of these has
// changed: waking all sleepers at every store would make a chain of n waiting workgroups cost n^2
// full turns. With detection on, the writer of the value that woke it tells whether the language
// promises that such a wait ends.
#include "oracle/run.h"

enum { CAREFUL_EDGES = 96 };

bool vyi_oracle_spins(struct run *r, const uint64_t *frame, uint32_t pc)
{
    size_t bytes = r->code.slots * sizeof *frame;
    if (r->snapshot_pc == pc && r->snapshot_version == r->version &&
        !memcmp(r->snapshot, frame, bytes))
        return true;
    if (r->edges > r->careful + CAREFUL_EDGES) {
        r->careful = UINT32_MAX;
        r->watching = false;
    } else if (r->edges - r->careful > r->until) {
        memcpy(r->snapshot, frame, bytes);
        r->snapshot_pc = pc;
        r->snapshot_version = r->version;
        r->until = 2 * (r->edges - r->careful);
        r->watching = true;
        r->watch.count = 0;
        r->watch.more = false;
    }
    return false;
}

void vyi_oracle_saw(struct run *r, const void *at, uint64_t value, const struct space *s,
                    uint64_t element, const struct ins *i)
{
    struct watch *w = &r->watch;
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
    w->seen[w->count].space = (uint32_t)(s - r->spaces);
    w->seen[w->count].pc = (uint32_t)(i - r->code.ins.at);
    w->count++;
}

bool vyi_oracle_sleep(struct run *r, struct group *g, uint32_t l)
{
    if (!g->watches) {
        g->watches = vyi_oracle_take(r, r->volume, sizeof *g->watches, "waiting invocations");
        if (!g->watches)
            return false;
    }
    g->watches[l] = r->watch;
    g->watches[l].version = r->version;
    g->state[l] = STATE_SPIN;
    return true;
}

static void report_wait(struct run *r, struct group *g, uint32_t l, uint32_t k)
{
    const struct watch *w = &g->watches[l];
    uint32_t space = w->seen[k].space, pc = w->seen[k].pc;
    const struct space *s = &r->spaces[space];
    uint32_t writer = vyi_oracle_writer(g, s, w->seen[k].element);
    if (!writer || (writer - 1) / r->volume < g->number)
        return;
    bool same = (writer - 1) / r->volume == g->number;
    char index[200];
    if (!vyi_oracle_found(r, FINDING_WAIT, space, pc, pc))
        return;
    vyi_oracle_index_text(s, w->seen[k].element, index, sizeof index);
    vyi_report(r->report, r->code.ins.at[pc].pos, 0, VYI_DIAG(WAIT),
               (unsigned long long)vyi_oracle_id(r, g, l), r->p->buffers.at[space].name, index,
               (unsigned long long)(writer - 1), same ? "the same" : "a later",
               same ? "put 'barrier workgroup' between writing and reading"
                    : "wait for a workgroup with a smaller number, or put 'barrier grid' between");
}

bool vyi_oracle_wakes(struct run *r, struct group *g, uint32_t l)
{
    struct watch *w = &g->watches[l];
    bool changed = w->more && w->version != r->version;
    for (uint32_t k = 0; k < w->count; k++) {
        const struct space *s = &r->spaces[w->seen[k].space];
        if (vyi_sem_load(s->elem, w->seen[k].at) == w->seen[k].value)
            continue;
        changed = true;
        if (r->race)
            report_wait(r, g, l, k);
    }
    if (changed)
        g->state[l] = STATE_RUN;
    return changed;
}
