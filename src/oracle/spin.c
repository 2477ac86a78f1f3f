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

enum { EDGES = 96, GROUP_EDGES = 36 };

/// At an edge, the jump or NULL: whether the state is that of the snapshot, which is renewed during
/// the first `most` careful edges.
static bool comes_back(struct run *r, struct spin_search *s, const void *state, size_t bytes,
                       const struct ins *jump, uint32_t most)
{
    uint32_t edges = s->edges - s->careful, pc = jump ? jump->x : 0;
    if (s->watching && s->pc == pc && s->version == r->version &&
        !memcmp(s->snapshot, state, bytes))
        return true;
    if (edges > most) {
        s->careful = UINT32_MAX;
        s->watching = false;
    } else if (edges > s->until) {
        memcpy(s->snapshot, state, bytes);
        s->pc = pc;
        s->version = r->version;
        s->until = 2 * edges;
        s->watching = true;
        s->watch.count = 0;
        s->watch.more = false;
        s->watch.pos = jump ? jump->pos : 0;
    }
    return false;
}

bool vyi_oracle_spins(struct run *r, const uint64_t *frame, const struct ins *jump)
{
    return comes_back(r, &r->spin, frame, r->code.slots * sizeof *frame, jump, EDGES);
}

static void add_seen(struct watch *w, const struct seen *seen)
{
    for (uint32_t k = 0; k < w->count; k++)
        if (w->seen[k].at == seen->at)
            return;
    if (w->count == WATCHED)
        w->more = true;
    else
        w->seen[w->count++] = *seen;
}

void vyi_oracle_saw(struct run *r, const void *at, uint64_t value, const struct space *s,
                    uint64_t element, uint32_t l, const struct ins *i)
{
    const struct seen seen = {
        at, value, element, (uint32_t)(s - r->spaces), (uint32_t)(i - r->code.ins.at), l};
    if (r->spin.watching)
        add_seen(&r->spin.watch, &seen);
    if (r->group_spin.watching)
        add_seen(&r->group_spin.watch, &seen);
}

void vyi_oracle_sleep(struct run *r, struct group *g, uint32_t l)
{
    if (!g->watches)
        g->watches = vyi_oracle_alloc(r, r->volume, sizeof *g->watches, "waiting invocations");
    if (!g->watches)
        return;
    g->watches[l] = r->spin.watch;
    g->watches[l].version = r->version;
    g->state[l] = STATE_SPIN;
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
    vyi_launch_index_text(s->rank, s->size, w->seen[k].element, index, sizeof index);
    vyi_report(r->report, r->code.ins.at[pc].pos, 0, VYI_DIAG(WAIT),
               ULL(vyi_oracle_id(r, g, w->seen[k].reader)), r->p->buffers.at[space].name, index,
               ULL(writer - 1), same ? "the same" : "a later",
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
bool vyi_oracle_group_spins(struct run *r, struct group *g)
{
    struct spin_search *s = &r->group_spin;
    // What the state of a workgroup is made of lies together: frames, shared memory, places,
    // states.
    size_t bytes = (size_t)((const char *)(g->state + r->volume) - (const char *)g->frames);
    if (++s->edges <= s->careful || memchr(g->state, STATE_SPIN, r->volume))
        return false; // an invocation that spins watches for itself
    if (!s->snapshot && !(s->snapshot = vyi_oracle_alloc(r, 1, bytes, "a workgroup")))
        return false;
    if (!comes_back(r, s, g->frames, bytes, NULL, GROUP_EDGES))
        return false;
    g->asleep = true;
    g->watch = s->watch;
    g->watch.version = r->version;
    s->watching = false;
    return true;
}

bool vyi_oracle_group_wakes(struct run *r, struct group *g)
{
    if (g->asleep && changed(r, g, &g->watch))
        g->asleep = false;
    return !g->asleep;
}
