// The values of collectives, over the invocations that take part.
//
// Integers and float min and max give the same in any order and are folded in order of number.
// Float sums have one order: within a subgroup the xor tree 16, 8, 4, 2, 1, then the same tree over
// subgroup totals, then over workgroup totals. Lanes that are dead or absent hold -0.0, which
// changes no sum: +0.0 would turn a sum of -0.0 into +0.0.
#include "oracle/run.h"

enum { LANES = VYI_SUBGROUP, MOST_SUBGROUPS = VYI_MAX_WORKGROUP / VYI_SUBGROUP };

/// A waiting member of a party, with its frame.
struct member {
    struct group *g;
    uint64_t *f;
    uint32_t l;
    uint32_t group, next; ///< where the search goes on
};

/// Steps to the next member, in order of number; false: there is none.
static bool advance(const struct run *r, const struct party *party, struct member *m)
{
    uint32_t end = party->g ? party->g->number + 1 : r->group_count;
    for (; m->group < end; m->group++, m->next = party->first) {
        m->g = r->groups[m->group];
        while (m->g && m->next < party->end) {
            m->l = m->next++;
            m->f = vyi_oracle_frame(r, m->g, m->l);
            if (m->g->state[m->l] == STATE_WAIT)
                return true;
        }
    }
    return false;
}
static struct member begin(const struct party *party)
{
    return (struct member){.group = party->g ? party->g->number : 0, .next = party->first};
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
        values[k] = here ? vyi_oracle_get(r, vyi_oracle_frame(r, g, first + k), i->a) : zero;
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
    uint64_t *totals = vyi_oracle_alloc(r, padded, sizeof *totals, "workgroup totals"), sum = 0;
    for (uint32_t k = 0; totals && k < padded; k++)
        totals[k] =
            k < r->group_count && r->groups[k] ? workgroup_sum(r, r->groups[k], i, zero) : zero;
    if (totals)
        sum = tree(totals, padded, i->fn);
    vyi_oracle_free(r, totals, padded * sizeof *totals);
    return sum;
}

static uint64_t reduce(struct run *r, const struct party *party, const struct ins *i)
{
    uint64_t sum = vyi_sem_identity((uint8_t)i->x, i->type);
    if (i->x != VYI_OP_ADD || vyi_type_class(i->type) != VYI_CLASS_FLOAT) {
        for (struct member m = begin(party); advance(r, party, &m);)
            sum = i->fn(sum, vyi_oracle_get(r, m.f, i->a), 0);
        return sum;
    }
    return !party->g                    ? grid_sum(r, i, sum)
           : i->y == VYI_SCOPE_SUBGROUP ? subgroup_sum(r, party->g, party->first, i, sum)
                                        : workgroup_sum(r, party->g, i, sum);
}

static void scan(struct run *r, const struct party *party, const struct ins *i)
{
    uint64_t sum = vyi_sem_identity((uint8_t)i->x, i->type);
    for (struct member m = begin(party); advance(r, party, &m);) {
        uint64_t before = sum;
        sum = i->fn(before, vyi_oracle_get(r, m.f, i->a), 0);
        m.f[i->dst] = i->c == VYI_OP_SCAN ? before : sum;
    }
}

static uint64_t vote(struct run *r, const struct party *party, const struct ins *i)
{
    bool any = false, all = true;
    uint64_t lanes = 0;
    for (struct member m = begin(party); advance(r, party, &m);) {
        bool is = vyi_oracle_get(r, m.f, i->a) != 0;
        any |= is, all &= is;
        lanes |= (uint64_t)is << m.l % LANES;
    }
    return i->c == VYI_OP_ANY ? any : i->c == VYI_OP_ALL ? all : lanes;
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
    return g && g->state[l] == STATE_WAIT
               ? vyi_oracle_get(r, vyi_oracle_frame(r, g, (uint32_t)l), i->a)
               : 0;
}

/// All are read before any is written: they may share a slot.
static void shuffle(struct run *r, const struct party *party, const struct ins *i)
{
    uint64_t values[LANES];
    for (struct member m = begin(party); advance(r, party, &m);)
        values[m.l % LANES] = fetch(r, party, i, vyi_oracle_get(r, m.f, i->b));
    for (struct member m = begin(party); advance(r, party, &m);)
        m.f[i->dst] = values[m.l % LANES];
}

void vyi_oracle_collect(struct run *r, const struct party *party, const struct ins *i)
{
    uint64_t value;
    struct member first = begin(party); // its value stands for all where all have the same one
    advance(r, party, &first);
    switch (i->c) {
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN: scan(r, party, i); return;
    case VYI_OP_SHUFFLE: shuffle(r, party, i); return;
    case VYI_OP_REDUCE: value = reduce(r, party, i); break;
    case VYI_OP_BROADCAST: value = fetch(r, party, i, vyi_oracle_get(r, first.f, i->b)); break;
    case VYI_OP_SCOPE_LOAD: value = vyi_oracle_load(r, first.g, first.l, i); break;
    default: value = vote(r, party, i);
    }
    for (struct member m = begin(party); advance(r, party, &m);)
        m.f[i->dst] = value;
}
