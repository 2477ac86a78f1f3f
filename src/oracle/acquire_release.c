// Acquire and release: what an invocation knows of the others, and hands on.
//
// A release puts the invocation's clock at the element, with its own time and the epoch of its
// workgroup; an acquire that reads it joins that clock. A read-modify-write goes on with what was
// released before it; any other store ends that, also a relaxed one, so that reading a value stored
// later does not count as reading the release. An order of workgroup scope works only inside the
// workgroup. Relaxed accesses order nothing, but fence() turns a relaxed store after it into
// a release of what was known then, and acquires what relaxed loads before it saw.
#include "oracle/race.h"

// ---- clocks ----
// Sparse vector clocks: for each invocation and workgroup, the latest time known of it.
//
// A clock is a trie of shared, counted nodes that are copied when changed. A million invocations
// that add to one counter with acq_rel build a clock with a million entries; copying it at each
// step, as a flat array would, costs n^2, while here a step copies one path, and joining clocks
// that share most nodes looks only at those they do not share.

enum { FAN = 16, FAN_BITS = 4 };

struct clock {
    uint32_t refs, unused;
    union {
        struct clock *child[FAN];
        uint32_t time[FAN]; ///< at the lowest level
    };
};

static size_t node_bytes(uint32_t level)
{
    return offsetof(struct clock, child) +
           FAN * (level ? sizeof(struct clock *) : sizeof(uint32_t));
}

static unsigned slot_of(uint64_t key, uint32_t level)
{
    return key >> level * FAN_BITS & (FAN - 1);
}

static struct clock *node_new(struct run *r, uint32_t level)
{
    struct clock *c = vyi_oracle_alloc(r, 1, node_bytes(level), "clocks of acquire and release");
    if (c)
        c->refs = 1;
    return c;
}

uint32_t vyi_oracle_clock_levels(uint64_t keys)
{
    uint32_t levels = 1;
    while (keys > FAN) {
        keys = (keys + FAN - 1) / FAN;
        levels++;
    }
    return levels;
}

static struct clock *clock_keep(struct clock *c)
{
    if (c)
        c->refs++;
    return c;
}

static void drop(struct run *r, struct clock *c, uint32_t level)
{
    if (!c || --c->refs)
        return;
    for (unsigned k = 0; level && k < FAN; k++)
        drop(r, c->child[k], level - 1);
    vyi_oracle_free(r, c, node_bytes(level));
}

static void clock_drop(struct run *r, struct clock **c)
{
    drop(r, *c, r->race->levels - 1);
    *c = NULL;
}

static uint32_t clock_get(const struct run *r, const struct clock *c, uint64_t key)
{
    for (uint32_t level = r->race->levels - 1; c && level; level--)
        c = c->child[slot_of(key, level)];
    return c ? c->time[slot_of(key, 0)] : 0;
}

/// A node of one's own with the same contents; takes over the caller's reference to `c`.
static struct clock *node_own(struct run *r, struct clock *c, uint32_t level)
{
    if (c && c->refs == 1)
        return c;
    struct clock *own = node_new(r, level);
    if (!own || !c)
        return own;
    memcpy(own->child, c->child, node_bytes(level) - offsetof(struct clock, child));
    for (unsigned k = 0; level && k < FAN; k++)
        clock_keep(own->child[k]);
    drop(r, c, level);
    return own;
}

/// Raises the time of a key. Without memory the run stops and the clock stays as it was.
static void clock_raise(struct run *r, struct clock **c, uint64_t key, uint32_t time)
{
    if (clock_get(r, *c, key) >= time)
        return;
    for (uint32_t level = r->race->levels; level--;) {
        struct clock *own = node_own(r, *c, level);
        if (!own)
            return;
        *c = own;
        if (level)
            c = &own->child[slot_of(key, level)];
        else
            own->time[slot_of(key, 0)] = time;
    }
}

static bool not_below(const struct clock *a, const struct clock *b)
{
    for (unsigned k = 0; k < FAN; k++)
        if (a->time[k] < b->time[k])
            return false;
    return true;
}

/// A new reference to the join of two nodes; one of them where it holds the other.
static struct clock *join(struct run *r, struct clock *a, struct clock *b, uint32_t level)
{
    struct clock *both[FAN], *c;
    bool is_a = true, is_b = true;
    if (a == b || !b)
        return clock_keep(a);
    if (!a)
        return clock_keep(b);
    if (!level) {
        if (not_below(a, b) || not_below(b, a))
            return clock_keep(not_below(a, b) ? a : b);
        if ((c = node_new(r, 0)))
            for (unsigned k = 0; k < FAN; k++)
                c->time[k] = a->time[k] > b->time[k] ? a->time[k] : b->time[k];
        return c;
    }
    for (unsigned k = 0; k < FAN; k++) {
        both[k] = join(r, a->child[k], b->child[k], level - 1);
        is_a &= both[k] == a->child[k];
        is_b &= both[k] == b->child[k];
    }
    c = is_a ? clock_keep(a) : is_b ? clock_keep(b) : node_new(r, level);
    if (!is_a && !is_b && c) {
        memcpy(c->child, both, sizeof both);
        return c;
    }
    for (unsigned k = 0; k < FAN; k++)
        drop(r, both[k], level - 1);
    return c;
}

/// Adds what another clock knows.
static void clock_join(struct run *r, struct clock **c, struct clock *other)
{
    struct clock *both = join(r, *c, other, r->race->levels - 1);
    if (r->status == VY_ERROR_MEMORY || r->status == VY_ERROR_LIMIT) {
        clock_drop(r, &both); // incomplete
        return;
    }
    clock_drop(r, c);
    *c = both;
}

// ---- places ----
static void places_drop(struct run *r, struct places *p)
{
    for (uint32_t k = 0; k < p->list.count; k++)
        clock_drop(r, &p->list.at[k].clock);
    vyi_index_free(r->context, &p->index);
    vyi_vec_free(r->context, &p->list);
}

/// An element of an atomic buffer, as an invocation of a workgroup sees it.
struct flag {
    struct group *g;
    const struct space *space;
    uint64_t element;
};

/// The place of an element; NULL where nothing was released and none is to be made. Making one may
/// move the others.
static struct place *place_of(struct run *r, const struct flag *f, uint32_t group, bool make)
{
    struct places *p = f->space->shared ? f->g->places : &r->race->places;
    const struct place new = {(uint64_t)(f->space - r->spaces) << 32 | f->element, group, r->epoch,
                              0, NULL};
    uint64_t hash = vyi_hash(&new.key, sizeof new.key, group);
    struct place *found = NULL;
    for (uint32_t at = 0, number; !found && vyi_index_next(&p->index, hash, &at, &number);)
        if (p->list.at[number].key == new.key && p->list.at[number].group == group)
            found = &p->list.at[number];
    if (!found && make) {
        if (!vyi_index_reserve(r->context, &p->index, 1) ||
            !vyi_vec_push(r->context, &p->list, new)) {
            vyi_oracle_stop(r, VY_ERROR_MEMORY);
            return NULL;
        }
        vyi_index_add(&p->index, hash, p->list.count - 1);
        found = &p->list.at[p->list.count - 1];
    }
    if (found && found->epoch != r->epoch)
        clock_drop(r, &found->clock);
    if (found)
        found->epoch = r->epoch;
    return found;
}

/// The place for acquires inside the workgroup. `stores`: of the place for every group.
static struct place *place_inside(struct run *r, const struct flag *f, uint32_t stores, bool make)
{
    struct place *p = place_of(r, f, f->g->number, make);
    if (p && p->stores != stores)
        clock_drop(r, &p->clock);
    if (p)
        p->stores = stores;
    return p;
}

// ---- invocations ----
static void forget(struct run *r, struct times *t)
{
    clock_drop(r, &t->own);
    clock_drop(r, &t->fence);
    clock_drop(r, &t->pending);
}

static struct times *times_of(struct run *r, struct group *g, uint32_t l)
{
    struct times *t = &g->times[l];
    if (t->epoch != r->epoch)
        forget(r, t);
    t->epoch = r->epoch;
    return t;
}

uint32_t vyi_oracle_time(struct run *r, struct group *g, uint32_t l)
{
    return times_of(r, g, l)->time + 1;
}

bool vyi_oracle_knows(struct run *r, struct group *g, uint32_t l, const struct record *before)
{
    const struct clock *own = times_of(r, g, l)->own;
    uint64_t group = r->launch->invocations + before->actor / r->volume;
    return own && (clock_get(r, own, before->actor) >= before->time ||
                   clock_get(r, own, group) > before->group_epoch);
}

/// What the invocation releases now; it begins a new time.
static struct clock *publish(struct run *r, struct group *g, uint32_t l)
{
    struct times *t = times_of(r, g, l);
    struct clock *c = clock_keep(t->own);
    uint64_t group = r->launch->invocations + g->number;
    clock_raise(r, &c, vyi_oracle_id(r, g, l), ++t->time);
    if (g->epoch)
        clock_raise(r, &c, group, g->epoch);
    return c;
}

/// Acquires what was released at the element into a clock, or releases `c` there (`into` NULL).
static void hand_over(struct run *r, const struct flag *f, uint32_t reach, struct clock **into,
                      struct clock *c)
{
    bool releases = !into;
    struct place *p = place_of(r, f, EVERY_GROUP, releases);
    if (p && (reach != VYI_REACH_WORKGROUP || f->space->shared)) // which has no other users
        clock_join(r, into ? into : &p->clock, into ? p->clock : c);
    if (p && r->code.narrow && !f->space->shared && (p = place_inside(r, f, p->stores, releases)))
        clock_join(r, into ? into : &p->clock, into ? p->clock : c);
}

void vyi_oracle_acquire_release(struct run *r, struct group *g, uint32_t l, const struct space *s,
                                uint64_t element, enum sync sync, uint32_t y)
{
    uint32_t order = y & 3, reach = y >> 2 & 3;
    const struct flag flag = {g, s, element};
    if (!g->times || s->window)
        return;
    bool acquires = sync & SYNC_LOAD && (order == VYI_ORDER_ACQUIRE || order == VYI_ORDER_ACQ_REL);
    bool releases = sync & SYNC_STORE && (order == VYI_ORDER_RELEASE || order == VYI_ORDER_ACQ_REL);
    struct times *t = times_of(r, g, l);
    if (acquires)
        hand_over(r, &flag, reach, &t->own, NULL);
    else if (sync & SYNC_LOAD && r->code.fences)
        hand_over(r, &flag, reach, &t->pending, NULL);
    struct place *p = sync == SYNC_STORE ? place_of(r, &flag, EVERY_GROUP, false) : NULL;
    if (p) {
        clock_drop(r, &p->clock);
        p->stores++;
    }
    if (releases || (sync & SYNC_STORE && t->fence)) {
        struct clock *c = releases ? publish(r, g, l) : clock_keep(t->fence);
        hand_over(r, &flag, reach, NULL, c);
        clock_drop(r, &c);
    }
}

void vyi_oracle_fence(struct run *r, struct group *g, uint32_t l)
{
    if (!g->times)
        return;
    struct times *t = times_of(r, g, l);
    clock_join(r, &t->own, t->pending);
    clock_drop(r, &t->pending);
    clock_drop(r, &t->fence);
    t->fence = publish(r, g, l);
}

/// After a workgroup barrier every member knows what any of them knew, those that returned
/// included: the barrier orders their accesses, so it orders what came before those accesses.
void vyi_oracle_joined(struct run *r, struct group *g)
{
    struct clock *all = NULL;
    if (!g->times)
        return;
    for (uint32_t l = 0; l < r->volume; l++)
        clock_join(r, &all, times_of(r, g, l)->own);
    for (uint32_t l = 0; all && l < r->volume; l++) {
        if (g->state[l] != STATE_WAIT)
            continue;
        clock_drop(r, &g->times[l].own);
        g->times[l].own = clock_keep(all);
    }
    clock_drop(r, &all);
}

// ---- begin and end ----
bool vyi_oracle_race_group_begin(struct run *r, struct group *g)
{
    if (!r->code.ordered)
        return true;
    g->times = vyi_oracle_alloc(r, r->volume, sizeof *g->times, "clocks of invocations");
    g->places = vyi_oracle_alloc(r, 1, sizeof *g->places, "acquire and release");
    return g->times && g->places;
}

void vyi_oracle_sync_group_end(struct run *r, struct group *g)
{
    for (uint32_t l = 0; g->times && l < r->volume; l++)
        forget(r, &g->times[l]);
    vyi_oracle_free(r, g->times, r->volume * sizeof *g->times);
    g->times = NULL;
    if (g->places)
        places_drop(r, g->places);
    vyi_oracle_free(r, g->places, sizeof *g->places);
    g->places = NULL;
}

void vyi_oracle_sync_end(struct run *r)
{
    places_drop(r, &r->race->places);
}
