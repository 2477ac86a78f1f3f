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
    struct team *t = find(set, group);
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
    for (uint32_t k = 0; set && k < set->list.count; k++)
        visit_team(r, set->list.at[k], visit, user);
}

void vyi_oracle_readers_drop(struct run *r, struct readers **set)
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
