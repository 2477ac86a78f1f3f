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
// (below). The copies by async_copy that wait() has not completed stand in the set, too.
//
// The naive versions: comparing the bytes of two schedules misses races that happen to produce
// the same bytes, and a lock-set would report every hand-off by flag.
//
// On atomic buffers only stores written b[i] = v count as writes; all other accesses may run
// concurrently and count as reads, so the same cells find the store that nothing orders.
#include "oracle/race.h"

// ---- readers that a cell has no room for ----
// One record a workgroup: a bit for each invocation, and one time and place for all of them while
// these are equal, as they are where a workgroup reads an element in one statement; 8 bytes an
// invocation where they differ. Adding a reader takes constant time.

struct lane {
    uint32_t time, pc;
};

/// The readers of one workgroup.
struct team {
    uint32_t group;
    uint32_t epoch, group_epoch; ///< of the readers
    uint32_t copy;               ///< pc of an open async_copy + 1; 0: none
    struct lane all;             ///< while all readers agree
    struct lane *lanes;          ///< by invocation; NULL while all readers agree
    uint64_t mask[];
};

struct readers {
    VYI_VEC(struct team *) list;
    struct vyi_index index; ///< by workgroup
};

static const char what[] = "the race detector";

static uint32_t words(const struct run *r)
{
    return (r->volume + 63) / 64;
}

static size_t team_bytes(const struct run *r)
{
    return offsetof(struct team, mask) + words(r) * sizeof(uint64_t);
}

static struct team *find(const struct readers *s, uint32_t group)
{
    for (uint32_t at = 0, number; s && vyi_index_next(&s->index, group, &at, &number);)
        if (s->list.at[number]->group == group)
            return s->list.at[number];
    return NULL;
}

static struct team *team_of(struct run *r, struct readers **set, uint32_t group)
{
    struct team *t = find(*set, group);
    if (t)
        return t;
    if (!*set && !(*set = vyi_oracle_alloc(r, 1, sizeof **set, what)))
        return NULL;
    t = vyi_oracle_alloc(r, 1, team_bytes(r), what);
    if (!t || !vyi_index_reserve(r->context, &(*set)->index, 1) ||
        !vyi_vec_push(r->context, &(*set)->list, t)) {
        vyi_oracle_free(r, t, team_bytes(r));
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
        return NULL;
    }
    vyi_index_add(&(*set)->index, group, (*set)->list.count - 1);
    t->group = group;
    return t;
}

/// From here on each reader has a time and place of its own.
static bool split(struct run *r, struct team *t)
{
    t->lanes = vyi_oracle_alloc(r, r->volume, sizeof *t->lanes, what);
    for (uint32_t l = 0; t->lanes && l < r->volume; l++)
        t->lanes[l] = t->all;
    return t->lanes;
}

/// Adds a reader of this grid epoch. The earlier record of the same invocation is replaced, and
/// those of its workgroup before its last barrier are dropped: they are ordered before this one.
static void readers_add(struct run *r, struct readers **set, const struct record *now)
{
    struct team *t = team_of(r, set, now->actor / r->volume);
    uint32_t l = now->actor % r->volume;
    const struct lane lane = {now->time, now->pc};
    if (!t)
        return;
    if (t->epoch != now->epoch || t->group_epoch != now->group_epoch) {
        memset(t->mask, 0, words(r) * sizeof *t->mask);
        vyi_oracle_free(r, t->lanes, r->volume * sizeof *t->lanes);
        t->lanes = NULL;
        t->all = lane;
        t->epoch = now->epoch;
        t->group_epoch = now->group_epoch;
    }
    if (!t->lanes && (t->all.time != lane.time || t->all.pc != lane.pc) && !split(r, t))
        return;
    if (t->lanes)
        t->lanes[l] = lane;
    t->mask[l / 64] |= (uint64_t)1 << l % 64;
}

static void readers_drop(struct run *r, struct readers **set)
{
    struct readers *s = *set;
    *set = NULL;
    if (!s)
        return;
    for (uint32_t k = 0; k < s->list.count; k++) {
        vyi_oracle_free(r, s->list.at[k]->lanes, r->volume * sizeof *s->list.at[k]->lanes);
        vyi_oracle_free(r, s->list.at[k], team_bytes(r));
    }
    vyi_vec_free(r->context, &s->list);
    vyi_index_free(r->context, &s->index);
    vyi_oracle_free(r, s, sizeof *s);
}

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
            readers_drop(r, &pages[k]->cells[c].more);
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

/// Each reader of this grid epoch in a set, and each workgroup's open copy.
static void check_readers(const struct access *a, const struct readers *set)
{
    const struct run *r = a->r;
    for (uint32_t k = 0; set && k < set->list.count; k++) {
        const struct team *t = set->list.at[k];
        struct record reader = {.actor = t->group * r->volume, .epoch = r->epoch};
        if (t->copy) {
            reader.pc = (t->copy - 1) | COPYING;
            check(a, &reader, false);
        }
        reader.group_epoch = t->group_epoch;
        for (uint32_t l = 0; t->epoch == r->epoch && l < r->volume; l++) {
            const struct lane *lane = t->lanes ? &t->lanes[l] : &t->all;
            reader.actor = t->group * r->volume + l;
            reader.time = lane->time;
            reader.pc = lane->pc;
            if (t->mask[l / 64] >> l % 64 & 1)
                check(a, &reader, false);
        }
    }
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
        readers_add(r, &c->more, now);
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
        struct team *t = team_of(r, &c->more, now->actor / r->volume);
        if (t)
            t->copy = (now->pc & ~COPYING) + 1;
    } else if (!writes) {
        add_reader(r, g, l, c, now);
    } else {
        for (unsigned k = 0; k < READERS; k++) {
            check(&access, &c->read[k], false);
            c->read[k].epoch = 0;
        }
        check_readers(&access, c->more);
        readers_drop(r, &c->more);
        c->write = *now;
    }
}

void vyi_oracle_touch(struct run *r, struct group *g, uint32_t l, const struct space *s,
                      uint64_t element, bool writes, bool changes, const struct ins *i)
{
    if (s->window)
        return; // it may be any other buffer's memory
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
    if (!pages || !s->writable || s->window)
        return 0;
    const struct shadow *page = pages[(s->shared ? s->shared_pages : 0) + element / CELLS];
    return page ? page->cells[element % CELLS].writer : 0;
}

// ---- async_copy ----
// The copy is an actor of its own: what it touches is marked open and conflicts with every access
// until wait(), even past barriers. It is ordered after what its workgroup did before the last
// barrier, and after what its first invocation that has not returned knows. wait() makes it an
// access of that invocation.
void vyi_oracle_copying(struct run *r, struct group *g, const struct copy *copy, bool open)
{
    const struct ins *i = &r->code.ins.at[copy->pc];
    const struct space *to = &r->spaces[i->x], *from = &r->spaces[i->other];
    uint32_t l = 0;
    while (l + 1 < r->volume && g->state[l] == STATE_DONE)
        l++;
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
        c = from->writable && source < from->count ? cell_at(r, g, from, source) : NULL;
        struct team *t = c ? find(c->more, g->number) : NULL;
        if (t && t->copy) {
            t->copy = 0;
            add_reader(r, g, l, c, &now);
        }
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
