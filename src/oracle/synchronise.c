// Barriers and collectives: which invocations have arrived, and what happens when all have.
//
// The members are the living invocations of the scope; those that returned do not
// count. In a verified program all members come to the same place. If they do not, no invocation
// is left that could still arrive, which is detected at once and reported: the oracle never hangs.
#include "oracle/run.h"

// ---- the values of collectives ----
// Integers and float min and max give the same in any order and are folded in order of number.
// Float sums have one order: within a subgroup the xor tree 16, 8, 4, 2, 1, then the same tree over
// subgroup totals, then over workgroup totals. Lanes that are dead or absent hold -0.0, which
// changes no sum: +0.0 would turn a sum of -0.0 into +0.0.

enum { LANES = VYI_SUBGROUP, MOST_SUBGROUPS = VYI_MAX_WORKGROUP / VYI_SUBGROUP };

/// The members of a collective: invocations [first, end) of a workgroup, or of all of them (g
/// NULL).
struct party {
    struct group *g;
    uint32_t first, end;
};

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

static void collect(struct run *r, const struct party *party, const struct ins *i)
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

static const struct ins *place(const struct run *r, const struct group *g, uint32_t l)
{
    return &r->code.ins.at[g->pc[l]];
}

static const char *sync_name(const struct ins *i)
{
    switch (i->c) {
    case VYI_OP_BARRIER: return i->y == VYI_SCOPE_GRID ? "'barrier grid'" : "'barrier workgroup'";
    case VYI_OP_FIXPOINT: return "end of a fixpoint's pass";
    case VYI_OP_WAIT: return "'wait()'";
    case VYI_OP_ASYNC_COPY: return "'async_copy'";
    default:
        return i->y == VYI_SCOPE_GRID        ? "grid collective"
               : i->y == VYI_SCOPE_WORKGROUP ? "workgroup collective"
                                             : "subgroup collective";
    }
}

static void diverged(struct run *r, const struct group *a, uint32_t la, const struct group *b,
                     uint32_t lb)
{
    const struct ins *here = place(r, a, la), *there = place(r, b, lb);
    char line[LINE_TEXT];
    if (r->status != VY_OK)
        return;
    if (!r->failure.any) { // else the failed assert explains it
        vyi_report_note(r->report, there->pos, 0, "the other one waits at this %s",
                        sync_name(there));
        vyi_report(r->report, here->pos, 0, VYI_DIAG(DIVERGENT), ULL(vyi_oracle_id(r, a, la)),
                   sync_name(here), ULL(vyi_oracle_id(r, b, lb)),
                   vyi_oracle_line_text(r, there, line));
    }
    vyi_oracle_stop(r, VY_ERROR_PROGRAM);
}

static void go_on(struct group *g, uint32_t l, uint32_t pc)
{
    g->state[l] = STATE_RUN;
    g->running++;
    g->pc[l] = pc;
}

static void release(struct group *g, uint32_t first, uint32_t end)
{
    for (uint32_t l = first; l < end; l++)
        if (g->state[l] == STATE_WAIT)
            go_on(g, l, g->pc[l] + 1);
}

// ---- subgroup ----
/// Whether the living of a range all wait; then the first, and one that waits elsewhere (or equal).
static bool all_wait(const struct group *g, uint32_t first, uint32_t end, uint32_t *one,
                     uint32_t *other)
{
    bool any = false;
    for (uint32_t l = first; l < end; l++) {
        if (g->state[l] == STATE_DONE)
            continue;
        if (g->state[l] != STATE_WAIT)
            return false;
        if (!any)
            *one = *other = l, any = true;
        else if (*other == *one && g->pc[l] != g->pc[*one])
            *other = l;
    }
    return any;
}

static bool sync_subgroup(struct run *r, struct group *g, uint32_t first, uint32_t end)
{
    uint32_t one, other, l = first;
    if (!all_wait(g, first, end, &one, &other))
        return false;
    while (l < end && (g->state[l] != STATE_WAIT || place(r, g, l)->y != VYI_SCOPE_SUBGROUP))
        l++;
    if (l == end)
        return false;
    if (g->pc[one] != g->pc[other]) {
        diverged(r, g, l, g, g->pc[one] == g->pc[l] ? other : one);
        return false;
    }
    const struct party party = {g, first, end};
    collect(r, &party, place(r, g, one));
    release(g, first, end);
    return true;
}

// ---- workgroup ----
static void workgroup_passes(struct run *r, struct group *g)
{
    g->epoch++;
    if (r->race)
        vyi_oracle_joined(r, g);
}

static void sync_workgroup(struct run *r, struct group *g, uint32_t one)
{
    const struct ins *i = place(r, g, one);
    const struct party party = {g, 0, r->volume};
    switch (i->c) {
    case VYI_OP_ASYNC_COPY: // synchronises, but orders no memory
        vyi_oracle_copy_begin(r, g, i, one);
        break;
    case VYI_OP_WAIT:
        vyi_oracle_copy_end(r, g);
        workgroup_passes(r, g);
        break;
    case VYI_OP_BARRIER: workgroup_passes(r, g); break;
    case VYI_OP_SCOPE_LOAD: // a barrier before and one after
        workgroup_passes(r, g);
        collect(r, &party, i);
        workgroup_passes(r, g);
        break;
    default: collect(r, &party, i); workgroup_passes(r, g);
    }
    release(g, 0, r->volume);
}

bool vyi_oracle_synchronise(struct run *r, struct group *g)
{
    bool passed = false;
    uint32_t one, other;
    if (!r->code.synchronises || !g->living)
        return false;
    if (r->code.synchronises_subgroup)
        for (uint32_t l = 0; l < r->volume; l += VYI_SUBGROUP)
            passed |=
                sync_subgroup(r, g, l, l + VYI_SUBGROUP < r->volume ? l + VYI_SUBGROUP : r->volume);
    if (g->running || !all_wait(g, 0, r->volume, &one, &other))
        return passed;
    if (g->pc[one] != g->pc[other]) {
        diverged(r, g, one, g, other);
        return passed;
    }
    if (place(r, g, one)->y == VYI_SCOPE_GRID) {
        if (r->group_state[g->number] == GROUP_LIVE)
            r->at_grid++;
        r->group_state[g->number] = GROUP_AT_GRID;
        return passed;
    }
    sync_workgroup(r, g, one);
    return true;
}

// ---- grid ----
/// The end of a fixpoint's pass: on to the next one if an invocation said `again` and the range
/// allows.
static void end_pass(struct run *r, const struct ins *i)
{
    struct fixpoint *fix = &r->fixpoints[i->other];
    struct vyi_fixpoint_result *stats = &r->result->fixpoints.at[i->other];
    bool again = fix->again, counted = false;
    for (uint32_t k = 0; k < r->group_count; k++) {
        struct group *g = r->groups[k];
        for (uint32_t l = 0; g && l < r->volume; l++) {
            if (g->state[l] != STATE_WAIT)
                continue;
            uint64_t *f = vyi_oracle_frame(r, g, l);
            bool more = again && f[i->dst] + 1 < vyi_oracle_get(r, f, i->b);
            f[i->a]++;
            if (more)
                f[i->dst]++;
            if (!counted) {
                counted = true;
                stats->passes += more;
                stats->converged += !again;
                fix->open = more;
            }
            go_on(g, l, more ? i->x : g->pc[l] + 1);
        }
    }
    fix->again = false;
}

/// All groups wait for the grid: the instruction they wait at, NULL if they differ.
static const struct ins *grid_place(struct run *r)
{
    struct group *first = NULL;
    uint32_t one = 0, l, unused;
    for (uint32_t k = 0; k < r->group_count; k++) {
        struct group *g = r->groups[k];
        if (!g || !all_wait(g, 0, r->volume, &l, &unused))
            continue;
        if (!first) {
            first = g, one = l;
        } else if (g->pc[l] != first->pc[one]) {
            diverged(r, first, one, g, l);
            return NULL;
        }
    }
    return first ? place(r, first, one) : NULL;
}

void vyi_oracle_synchronise_grid(struct run *r)
{
    const struct party party = {NULL, 0, r->volume};
    const struct ins *i = grid_place(r);
    if (!i)
        return;
    r->epoch++;
    if (i->c == VYI_OP_FIXPOINT) {
        end_pass(r, i);
    } else {
        if (i->c != VYI_OP_BARRIER)
            collect(r, &party, i);
        r->epoch += i->c == VYI_OP_SCOPE_LOAD; // the barrier behind it
        for (uint32_t k = 0; k < r->group_count; k++)
            if (r->groups[k])
                release(r->groups[k], 0, r->volume);
    }
    for (uint32_t k = 0; k < r->group_count; k++)
        if (r->group_state[k] == GROUP_AT_GRID)
            r->group_state[k] = GROUP_LIVE;
    r->at_grid = 0;
    if (r->failure.any)
        vyi_oracle_stop(r, VY_ERROR_ASSERT);
}
