// The values of collectives, over the invocations that take part.
//
// Integers and float min and max give the same in any order and are folded in order of number.
// Float sums have one order: within a subgroup the xor tree 16, 8, 4, 2, 1, then the same tree over
// subgroup totals, then over workgroup totals. Lanes that are dead or absent hold -0.0, which
// changes no sum: +0.0 would turn a sum of -0.0 into +0.0.
#include "oracle/run.h"

enum { LANES = VYI_SUBGROUP, MOST_SUBGROUPS = VYI_MAX_WORKGROUP / VYI_SUBGROUP };

/// Calls `each` for the waiting members, in order of number.
typedef void (*visit_fn)(struct run *r, struct group *g, uint32_t l, const struct ins *i,
                         void *user);
static void visit(struct run *r, const struct party *party, const struct ins *i, visit_fn each,
                  void *user)
{
    uint32_t from = party->g ? party->g->number : 0;
    uint32_t to = party->g ? from + 1 : r->group_count;
    for (uint32_t k = from; k < to; k++) {
        struct group *g = r->groups[k];
        for (uint32_t l = party->first; g && l < party->end; l++)
            if (g->state[l] == STATE_WAIT)
                each(r, g, l, i, user);
    }
}

static uint64_t operand(const struct run *r, const struct group *g, uint32_t l, uint32_t which)
{
    return vyi_oracle_get(r, vyi_oracle_frame(r, g, l), which);
}

static void set_result(struct run *r, struct group *g, uint32_t l, const struct ins *i, void *user)
{
    vyi_oracle_frame(r, g, l)[i->dst] = *(const uint64_t *)user;
}

// ---- float sums ----
/// Sums values[0 .. count) by the xor tree; count is a power of two.
static uint64_t tree(uint64_t *values, uint32_t count, vyi_sem_fn add)
{
    for (uint32_t stride = count / 2; stride; stride /= 2)
        for (uint32_t k = 0; k < stride; k++)
            values[k] = add(values[k], values[k + stride], 0);
    return values[0];
}

static uint64_t subgroup_sum(struct run *r, const struct group *g, uint32_t first,
                             const struct ins *i, uint64_t zero)
{
    uint64_t values[LANES];
    for (uint32_t k = 0; k < LANES; k++) {
        bool here = first + k < r->volume && g->state[first + k] == STATE_WAIT;
        values[k] = here ? operand(r, g, first + k, i->a) : zero;
    }
    return tree(values, LANES, i->fn);
}

static uint64_t workgroup_sum(struct run *r, const struct group *g, const struct ins *i,
                              uint64_t zero)
{
    uint64_t totals[MOST_SUBGROUPS];
    for (uint32_t s = 0; s < MOST_SUBGROUPS; s++)
        totals[s] = s * LANES < r->volume ? subgroup_sum(r, g, s * LANES, i, zero) : zero;
    return tree(totals, MOST_SUBGROUPS, i->fn);
}

static uint64_t grid_sum(struct run *r, const struct ins *i, uint64_t zero)
{
    uint32_t padded = 1;
    while (padded < r->group_count)
        padded *= 2; // at most 2^31 workgroups get here: each takes more than a byte of memory
    if (!r->totals)
        r->totals = vyi_oracle_alloc(r, padded, sizeof *r->totals, "workgroup totals");
    if (!r->totals)
        return 0;
    for (uint32_t k = 0; k < padded; k++)
        r->totals[k] =
            k < r->group_count && r->groups[k] ? workgroup_sum(r, r->groups[k], i, zero) : zero;
    return tree(r->totals, padded, i->fn);
}

static uint64_t float_sum(struct run *r, const struct party *party, const struct ins *i)
{
    uint64_t zero = vyi_sem_identity(VYI_OP_ADD, i->type);
    if (!party->g)
        return grid_sum(r, i, zero);
    return i->y == VYI_SCOPE_SUBGROUP ? subgroup_sum(r, party->g, party->first, i, zero)
                                      : workgroup_sum(r, party->g, i, zero);
}

// ---- folds ----
static void fold(struct run *r, struct group *g, uint32_t l, const struct ins *i, void *user)
{
    uint64_t *sum = user;
    *sum = i->fn(*sum, operand(r, g, l, i->a), 0);
}

static void scan(struct run *r, struct group *g, uint32_t l, const struct ins *i, void *user)
{
    uint64_t *sum = user, before = *sum;
    *sum = i->fn(before, operand(r, g, l, i->a), 0);
    vyi_oracle_frame(r, g, l)[i->dst] = i->c == VYI_OP_SCAN ? before : *sum;
}

static void count_true(struct run *r, struct group *g, uint32_t l, const struct ins *i, void *user)
{
    uint64_t *counts = user; // true, false, lanes
    bool is = operand(r, g, l, i->a) != 0;
    counts[!is]++;
    counts[2] |= (uint64_t)is << l % LANES;
}

static void reduce(struct run *r, const struct party *party, const struct ins *i)
{
    uint64_t sum = vyi_sem_identity((uint8_t)i->x, i->type);
    if (i->x == VYI_OP_ADD && vyi_type_class(i->type) == VYI_CLASS_FLOAT)
        sum = float_sum(r, party, i);
    else
        visit(r, party, i, fold, &sum);
    visit(r, party, i, set_result, &sum);
}

// ---- values from another invocation ----
/// Operand a of the invocation with a number within the party; 0 from a dead or absent one.
static uint64_t fetch(struct run *r, const struct party *party, const struct ins *i, uint64_t from)
{
    struct group *g = party->g;
    uint64_t l = from;
    if (i->x == VY_TYPE_I32 && from >> 31 & 1)
        return 0;
    if (!g) {
        if (from >= r->launch->invocations)
            return 0;
        g = r->groups[from / r->volume];
        l = from % r->volume;
    }
    if (l >= party->end - party->first)
        return 0;
    l += party->first;
    return g && g->state[l] == STATE_WAIT ? operand(r, g, (uint32_t)l, i->a) : 0;
}

struct shuffle {
    const struct party *party;
    uint64_t values[LANES];
};
static void shuffle_one(struct run *r, struct group *g, uint32_t l, const struct ins *i, void *user)
{
    struct shuffle *s = user;
    s->values[l % LANES] = fetch(r, s->party, i, operand(r, g, l, i->b));
}
static void shuffle_set(struct run *r, struct group *g, uint32_t l, const struct ins *i, void *user)
{
    vyi_oracle_frame(r, g, l)[i->dst] = ((struct shuffle *)user)->values[l % LANES];
}

/// The first member: its value stands for all where all have the same one.
static void leader(const struct run *r, const struct party *party, struct group **g, uint32_t *l)
{
    for (uint32_t k = 0; k < r->group_count; k++) {
        *g = party->g ? party->g : r->groups[k];
        for (*l = party->first; *g && *l < party->end; ++*l)
            if ((*g)->state[*l] == STATE_WAIT)
                return;
    }
}

void vyi_oracle_collect(struct run *r, const struct party *party, const struct ins *i)
{
    uint64_t value = vyi_sem_identity((uint8_t)i->x, i->type), counts[3] = {0};
    struct shuffle shuffle = {.party = party};
    struct group *g = NULL;
    uint32_t l = 0;
    leader(r, party, &g, &l);
    switch (i->c) {
    case VYI_OP_REDUCE: reduce(r, party, i); return;
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN: visit(r, party, i, scan, &value); return;
    case VYI_OP_SHUFFLE: // all are read before any is written: they may share a slot
        visit(r, party, i, shuffle_one, &shuffle);
        visit(r, party, i, shuffle_set, &shuffle);
        return;
    case VYI_OP_BROADCAST: value = fetch(r, party, i, operand(r, g, l, i->b)); break;
    case VYI_OP_SCOPE_LOAD: value = vyi_oracle_load(r, g, l, i); break;
    default:
        visit(r, party, i, count_true, counts);
        value = i->c == VYI_OP_ANY ? counts[0] > 0 : i->c == VYI_OP_ALL ? !counts[1] : counts[2];
    }
    visit(r, party, i, set_result, &value);
}
