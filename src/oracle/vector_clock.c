// Sparse vector clocks: for each invocation and workgroup, the latest time known of it.
//
// A clock is a trie of shared, counted nodes that are copied when changed. A million invocations
// that add to one counter with acq_rel build a clock with a million entries; copying it at each
// step, as a flat array would, costs n^2, while here a step copies one path, and joining clocks
// that share most nodes looks only at those they do not share.
#include "oracle/race.h"

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

struct clock *vyi_oracle_clock_keep(struct clock *c)
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

void vyi_oracle_clock_drop(struct run *r, struct clock **c)
{
    drop(r, *c, r->race->levels - 1);
    *c = NULL;
}

uint32_t vyi_oracle_clock_get(const struct run *r, const struct clock *c, uint64_t key)
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
        vyi_oracle_clock_keep(own->child[k]);
    drop(r, c, level);
    return own;
}

void vyi_oracle_clock_raise(struct run *r, struct clock **c, uint64_t key, uint32_t time)
{
    if (vyi_oracle_clock_get(r, *c, key) >= time)
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
        return vyi_oracle_clock_keep(a);
    if (!a)
        return vyi_oracle_clock_keep(b);
    if (!level) {
        if (not_below(a, b) || not_below(b, a))
            return vyi_oracle_clock_keep(not_below(a, b) ? a : b);
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
    c = is_a ? vyi_oracle_clock_keep(a) : is_b ? vyi_oracle_clock_keep(b) : node_new(r, level);
    if (!is_a && !is_b && c) {
        memcpy(c->child, both, sizeof both);
        return c;
    }
    for (unsigned k = 0; k < FAN; k++)
        drop(r, both[k], level - 1);
    return c;
}

void vyi_oracle_clock_join(struct run *r, struct clock **c, struct clock *other)
{
    struct clock *both = join(r, *c, other, r->race->levels - 1);
    if (r->status == VY_ERROR_MEMORY || r->status == VY_ERROR_LIMIT) {
        vyi_oracle_clock_drop(r, &both); // incomplete
        return;
    }
    vyi_oracle_clock_drop(r, c);
    *c = both;
}
