// The race detector: which accesses are ordered, by happens-before.
//
// For each element of a writable buffer a cell keeps the last write and the readers since. Every
// record has a time: the grid epoch (grid barriers passed), the epoch of its workgroup, and
// the time of its invocation, which rises with each release. An earlier access is ordered before a
// later one by another invocation if
//   - the grid epochs differ, or
//   - both are in one workgroup and its epochs differ, or
//   - the later one's clock knows the earlier (acquire_release.c): its invocation up to that time,
//     or its workgroup up to that epoch. The second makes `barrier workgroup`, then one
//     invocation's release, hand on what the whole workgroup wrote; with entries of invocations
//     only, that would be reported although it is right.
//
// Of the readers, those that are ordered before a later reader are dropped: what is ordered
// after the later one is ordered after them too. Where only barriers order (no acquire and release
// in the program) three readers stand for all: one, another of the same workgroup, and one of
// another workgroup. An invocation that writes next and is none of the first two conflicts with one
// of them. Where invocations hand on one by one, each reader counts, since any one of them may be
// the only one that did not hand on: the first three stand in the cell, the rest in a set
// (readers.c). The copies by async_copy that wait() has not completed stand in the set, too.
//
// The naive versions: comparing the bytes of two schedules misses races that happen to produce
// the same bytes, and a lock-set would report every hand-off by flag.
//
// On atomic buffers only stores written b[i] = v count as writes; all other accesses may run
// concurrently and count as reads, so the same cells find the store that nothing orders.
#include "oracle/race.h"

// ---- cells ----
static struct cell *cell_at(struct run *r, struct group *g, const struct space *s, uint64_t element)
{
    struct shadow ***pages = s->shared ? &g->shadow : &r->spaces[s - r->spaces].shadow;
    size_t count = s->shared ? r->shared_pages : s->count / CELLS + 1;
    if (!*pages && !(*pages = vyi_oracle_alloc(r, count, sizeof **pages, "the race detector")))
        return NULL;
    struct shadow **page = &(*pages)[(s->shared ? s->shared_pages : 0) + element / CELLS];
    if (!*page)
        *page = vyi_oracle_alloc(r, 1, sizeof **page, "the race detector");
    return *page ? &(*page)->cells[element % CELLS] : NULL;
}

static void drop_pages(struct run *r, struct shadow **pages, size_t count)
{
    if (!pages)
        return;
    for (size_t k = 0; k < count; k++) {
        for (unsigned c = 0; pages[k] && c < CELLS; c++)
            vyi_oracle_readers_drop(r, &pages[k]->cells[c].more);
        vyi_oracle_free(r, pages[k], sizeof *pages[k]);
    }
    vyi_oracle_free(r, pages, count * sizeof *pages);
}

// ---- order ----
static bool ordered(struct run *r, const struct record *before, struct group *g, uint32_t l)
{
    uint32_t group = before->actor / r->volume;
    if (before->pc & COPYING) // not done before wait(), whatever barriers there are
        return false;
    if (before->epoch != r->epoch)
        return true;
    if (group == g->number && before->group_epoch < g->epoch)
        return true;
    return g->times && vyi_oracle_knows(r, g, l, before);
}

/// A record that is no longer of interest, or none.
static bool stale(const struct run *r, const struct record *rec)
{
    return !rec->epoch || (rec->epoch != r->epoch && !(rec->pc & COPYING));
}

/// A copy is an actor of its own, and touches an element once.
static bool same_actor(const struct record *a, const struct record *b)
{
    return a->actor == b->actor && !((a->pc | b->pc) & COPYING);
}

/// An access and who makes it.
struct access {
    struct run *r;
    struct group *g;
    uint32_t l;
    const struct space *space;
    uint64_t element;
    const struct record *now;
    bool writes;
};

static void check(const struct access *a, const struct record *before, bool before_writes)
{
    if (stale(a->r, before) || same_actor(before, a->now) || ordered(a->r, before, a->g, a->l))
        return;
    const struct conflict c = {a->space, a->element, *before, *a->now, before_writes, a->writes};
    vyi_oracle_conflict(a->r, &c);
}

static void check_reader(void *access, const struct record *reader)
{
    check(access, reader, false);
}

static void add_reader(struct run *r, struct group *g, uint32_t l, struct cell *c,
                       const struct record *now)
{
    for (unsigned k = 0; k < READERS; k++) {
        struct record *rec = &c->read[k];
        if (!stale(r, rec) && (same_actor(rec, now) || ordered(r, rec, g, l))) {
            *rec = *now;
            return;
        }
    }
    unsigned k = stale(r, &c->read[0])                                    ? 0
                 : c->read[0].actor / r->volume == now->actor / r->volume ? 1
                                                                          : 2;
    if (stale(r, &c->read[k]))
        c->read[k] = *now;
    else if (g->times)
        vyi_oracle_readers_add(r, &c->more, now);
}

static struct record record_of(struct run *r, struct group *g, uint32_t l, const struct ins *i)
{
    struct record now = {(uint32_t)vyi_oracle_id(r, g, l), r->epoch, g->epoch, 1,
                         (uint32_t)(i - r->code.ins.at)};
    if (g->times)
        now.time = vyi_oracle_time(r, g, l);
    return now;
}

static void access_cell(struct run *r, struct group *g, uint32_t l, const struct space *s,
                        uint64_t element, const struct record *now, bool writes)
{
    struct cell *c = cell_at(r, g, s, element);
    struct access access = {r, g, l, s, element, now, writes};
    if (!c)
        return;
    check(&access, &c->write, true);
    if (!writes && now->pc & COPYING) {
        vyi_oracle_readers_open(r, &c->more, now);
    } else if (!writes) {
        add_reader(r, g, l, c, now);
    } else {
        for (unsigned k = 0; k < READERS; k++) {
            check_reader(&access, &c->read[k]);
            c->read[k].epoch = 0;
        }
        vyi_oracle_readers_each(r, c->more, check_reader, &access);
        vyi_oracle_readers_drop(r, &c->more);
        c->write = *now;
    }
}

void vyi_oracle_touch(struct run *r, struct group *g, uint32_t l, const struct space *s,
                      uint64_t element, bool writes, bool changes, const struct ins *i)
{
    struct record now = record_of(r, g, l, i);
    access_cell(r, g, l, s, element, &now, writes);
    if (changes) {
        struct cell *c = cell_at(r, g, s, element);
        if (c)
            c->writer = now.actor + 1;
    }
}

uint32_t vyi_oracle_writer(const struct group *g, const struct space *s, uint64_t element)
{
    struct shadow **pages = s->shared ? g->shadow : s->shadow;
    if (!pages || !s->writable)
        return 0;
    const struct shadow *page = pages[(s->shared ? s->shared_pages : 0) + element / CELLS];
    return page ? page->cells[element % CELLS].writer : 0;
}

// ---- async_copy ----
// The copy is an actor of its own: what it touches is marked open and conflicts with every access
// until wait(), even past barriers. It is ordered after what its workgroup did before the last
// barrier, and after what its first invocation that has not returned knows. wait() makes it an
// access of that invocation.
static uint32_t leader(const struct run *r, const struct group *g)
{
    uint32_t l = 0;
    while (l + 1 < r->volume && g->state[l] == STATE_DONE)
        l++;
    return l;
}

void vyi_oracle_copying(struct run *r, struct group *g, const struct copy *copy, bool open)
{
    const struct ins *i = &r->code.ins.at[copy->pc];
    const struct space *to = &r->spaces[i->x], *from = &r->spaces[i->other];
    uint32_t l = leader(r, g);
    struct record now = record_of(r, g, l, i);
    if (open)
        now.pc |= COPYING;
    for (uint64_t e = copy->first; e < copy->last && r->status == VY_OK; e++) {
        uint64_t source = copy->source_first + (e - copy->first);
        struct cell *c;
        if (open) {
            access_cell(r, g, l, to, e, &now, true);
            if (from->writable && source < from->count)
                access_cell(r, g, l, from, source, &now, false);
            continue;
        }
        if ((c = cell_at(r, g, to, e)) && c->write.pc & COPYING) {
            c->write = now;
            c->writer = now.actor + 1;
        }
        if (from->writable && source < from->count && (c = cell_at(r, g, from, source)) &&
            vyi_oracle_readers_close(c->more, g->number))
            add_reader(r, g, l, c, &now);
    }
}

// ---- begin and end ----
bool vyi_oracle_race_begin(struct run *r)
{
    for (uint32_t b = 0; b < r->p->buffers.count; b++) {
        struct space *s = &r->spaces[b];
        if (!s->shared)
            continue;
        s->shared_pages = r->shared_pages;
        r->shared_pages += (uint32_t)(s->count / CELLS + 1);
    }
    r->race = vyi_oracle_alloc(r, 1, sizeof *r->race, "the race detector");
    if (!r->race)
        return false;
    r->race->known = r->in->known ? r->in->known : &r->race->own;
    r->race->known->runs++;
    r->race->levels = vyi_oracle_clock_levels(r->launch->invocations + r->group_count);
    return true;
}

void vyi_oracle_race_group_end(struct run *r, struct group *g)
{
    drop_pages(r, g->shadow, r->shared_pages);
    g->shadow = NULL;
    vyi_oracle_sync_group_end(r, g);
}

void vyi_oracle_race_end(struct run *r)
{
    for (uint32_t b = 0; b < r->p->buffers.count; b++)
        if (!r->spaces[b].shared)
            drop_pages(r, r->spaces[b].shadow, r->spaces[b].count / CELLS + 1);
    vyi_oracle_sync_end(r);
    vyi_vec_free(r->context, &r->race->conflicts);
    vyi_oracle_known_free(r->context, &r->race->own);
    vyi_oracle_free(r, r->race, sizeof *r->race);
    r->race = NULL;
}
