// The readers of an element that its cell has no room for; see race_detector.c.
//
// One record a workgroup: a bit for each invocation, and one time and place for all of them while
// these are equal, as they are where a workgroup reads an element in one statement; 8 bytes an
// invocation where they differ. Adding a reader takes constant time.
#include "oracle/race.h"

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
    struct team **at; ///< open addressing by workgroup
    uint32_t count, capacity;
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

static struct team **slot_of(const struct readers *s, uint32_t group)
{
    uint64_t at = (group * 0x9e3779b97f4a7c15u) >> 32;
    while (s->at[at & (s->capacity - 1)] && s->at[at & (s->capacity - 1)]->group != group)
        at++;
    return &s->at[at & (s->capacity - 1)];
}

static void drop_team(struct run *r, struct team *t)
{
    if (t)
        vyi_oracle_free(r, t->lanes, r->volume * sizeof *t->lanes);
    vyi_oracle_free(r, t, team_bytes(r));
}

/// A table with room for one more. A grid barrier orders what was read before it, so records of
/// earlier grid epochs stay behind.
static bool grow(struct run *r, struct readers *s)
{
    struct readers bigger = {.capacity = 4};
    uint32_t kept = 0;
    for (uint32_t k = 0; k < s->capacity; k++)
        kept += s->at[k] && (s->at[k]->epoch == r->epoch || s->at[k]->copy);
    while (bigger.capacity <= 2 * kept)
        bigger.capacity *= 2;
    bigger.at = vyi_oracle_alloc(r, bigger.capacity, sizeof *bigger.at, what);
    if (!bigger.at)
        return false;
    for (uint32_t k = 0; k < s->capacity; k++) {
        struct team *t = s->at[k];
        if (t && (t->epoch == r->epoch || t->copy)) {
            *slot_of(&bigger, t->group) = t;
            bigger.count++;
        } else {
            drop_team(r, t);
        }
    }
    vyi_oracle_free(r, s->at, s->capacity * sizeof *s->at);
    *s = bigger;
    return true;
}

static struct team *team_of(struct run *r, struct readers **set, uint32_t group)
{
    if (!*set && !(*set = vyi_oracle_alloc(r, 1, sizeof **set, what)))
        return NULL;
    struct readers *s = *set;
    if (s->capacity && *slot_of(s, group))
        return *slot_of(s, group);
    if (s->count * 2 >= s->capacity && !grow(r, s))
        return NULL;
    struct team *t = vyi_oracle_alloc(r, 1, team_bytes(r), what);
    if (!t)
        return NULL;
    t->group = group;
    *slot_of(s, group) = t;
    s->count++;
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

void vyi_oracle_readers_add(struct run *r, struct readers **set, const struct record *now)
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

void vyi_oracle_readers_open(struct run *r, struct readers **set, const struct record *now)
{
    struct team *t = team_of(r, set, now->actor / r->volume);
    if (t)
        t->copy = (now->pc & ~COPYING) + 1;
}

bool vyi_oracle_readers_close(struct readers *set, uint32_t group)
{
    struct team *t = set && set->capacity ? *slot_of(set, group) : NULL;
    bool open = t && t->copy;
    if (open)
        t->copy = 0;
    return open;
}

static void visit_team(const struct run *r, const struct team *t,
                       void (*visit)(void *user, const struct record *reader), void *user)
{
    struct record reader = {.actor = t->group * r->volume, .epoch = r->epoch};
    if (t->copy) {
        reader.pc = (t->copy - 1) | COPYING;
        visit(user, &reader);
    }
    if (t->epoch != r->epoch)
        return;
    reader.group_epoch = t->group_epoch;
    for (uint32_t l = 0; l < r->volume; l++) {
        if (!(t->mask[l / 64] >> l % 64 & 1))
            continue;
        const struct lane *lane = t->lanes ? &t->lanes[l] : &t->all;
        reader.actor = t->group * r->volume + l;
        reader.time = lane->time;
        reader.pc = lane->pc;
        visit(user, &reader);
    }
}

void vyi_oracle_readers_each(const struct run *r, const struct readers *set,
                             void (*visit)(void *user, const struct record *reader), void *user)
{
    for (uint32_t k = 0; set && k < set->capacity; k++)
        if (set->at[k])
            visit_team(r, set->at[k], visit, user);
}

void vyi_oracle_readers_drop(struct run *r, struct readers **set)
{
    struct readers *s = *set;
    for (uint32_t k = 0; s && k < s->capacity; k++)
        drop_team(r, s->at[k]);
    if (s)
        vyi_oracle_free(r, s->at, s->capacity * sizeof *s->at);
    vyi_oracle_free(r, s, sizeof *s);
    *set = NULL;
}
