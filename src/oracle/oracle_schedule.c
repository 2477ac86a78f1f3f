// The schedules: which invocation runs next.
//
// The grid advances in tours: a tour gives every workgroup that can run its turn, in the schedule's
// order, and a turn gives every invocation of it a quantum. Forward and reverse let a workgroup go
// as far as it gets, and so does ahead, where one subgroup after the other does: past collectives
// of its own, which on a GPU no other subgroup waits for either. Random and interleaved keep a
// window of workgroups open and switch between them after a few accesses. Every quantum, turn and
// stay in the window is bounded, so each schedule is fair: what can run does so again and again,
// and a workgroup that waits in a loop cannot keep the one it waits for from running.
//
// The naive version runs workgroups one after the other to their end. It cannot see a missing grid
// barrier, and hangs on a wait. Here a workgroup ends early only because it had no barrier to wait
// at and no value to wait for; its memory is then freed, so a grid without grid barriers needs
// little of it.
//
// When a whole tour changes nothing, every invocation waits: at the grid barrier, which then opens;
// for the host of a service program; or for ever, which is reported.
#include "oracle/run.h"

#include "ir/message.h"

#include <time.h>

enum {
    LONG = 1 << 14,      // fuel of a turn that goes as far as it gets
    PROBE = 1 << 11,     // of one that looks for spinning between short turns
    PROBE_EVERY = 64,    // turns
    ROUNDS = 1 << 10,    // workgroup barriers passed in one turn
    TIRED = 3,           // rounds left once an invocation has used up a quantum
    WINDOW = 64,         // workgroups that take turns with each other
    STAY = 256,          // turns before a workgroup makes room
    CAREFUL = 16,        // backward jumps of a turn before the search for spinning begins
    GROUP_CAREFUL = 4,   // barriers of a turn before the one for workgroups begins
    POLL = 1 << 16,      // statements between two reads of the clock
    IDLE_NS = 50 * 1000, // sleep while a real host is waited for
};

// ---- limits ----
/// Stops the run if its time or its steps are over.
static void check_limits(struct run *r)
{
    const struct vyi_oracle_params *in = r->in;
    unsigned long long steps = r->result->statements;
    char after[VYI_MESSAGE_AFTER];
    if (r->status != VY_OK)
        return;
    if (in->cancel && *in->cancel) {
        vyi_report(r->report, 0, 0, VYI_DIAG(CANCELLED), vyi_message_after(steps, after));
        vyi_oracle_stop(r, VY_ERROR_CANCELLED);
    } else if (in->deadline_ns && vyi_now_ns() >= in->deadline_ns) {
        if (!r->failure.any)
            vyi_report(r->report, 0, 0, VYI_DIAG(DEADLINE), vyi_message_after(steps, after));
        vyi_oracle_stop(r, VY_ERROR_DEADLINE);
    } else if (in->max_steps && steps > in->max_steps) {
        vyi_report(r->report, 0, 0, VYI_DIAG(STEP_BUDGET), ULL(in->max_steps));
        vyi_oracle_stop(r, VY_ERROR_LIMIT);
    }
}

static void poll(struct run *r)
{
    const struct vyi_oracle_params *in = r->in;
    uint64_t steps = r->result->statements;
    r->next_poll = steps + POLL;
    if (in->max_steps && r->next_poll > in->max_steps)
        r->next_poll = steps <= in->max_steps ? in->max_steps + 1 : steps + POLL;
    if (in->progress)
        in->progress(in->progress_user, steps);
    check_limits(r);
}

// ---- begin and end of workgroups ----
static struct group *group_begin(struct run *r, uint32_t number)
{
    struct group *g = r->spare;
    if (g) {
        r->spare = g->next;
        memset(g, 0, r->group_bytes);
    } else {
        g = vyi_oracle_alloc(r, 1, r->group_bytes, "the variables of invocations");
        if (!g)
            return NULL;
    }
    size_t frames = (size_t)r->volume * r->code.slots * sizeof *g->frames;
    g->number = number;
    g->living = g->running = r->volume;
    g->frames = (uint64_t *)(void *)((char *)g + (sizeof *g + 15) / 16 * 16);
    g->shared = (char *)g->frames + frames;
    g->pc = (uint32_t *)(void *)(g->shared + r->shared_bytes);
    g->state = (uint8_t *)(g->pc + r->volume);
    r->groups[number] = g;
    r->group_state[number] = GROUP_LIVE;
    if (r->race && !vyi_oracle_race_group_begin(r, g))
        return NULL;
    return g;
}

void vyi_oracle_group_end(struct run *r, struct group *g)
{
    if (r->race)
        vyi_oracle_race_group_end(r, g);
    vyi_oracle_free(r, g->watches, r->volume * sizeof *g->watches);
    g->watches = NULL;
    vyi_vec_free(r->context, &g->copies);
    r->groups[g->number] = NULL;
    r->group_state[g->number] = GROUP_FINISHED;
    r->finished++;
    g->next = r->spare;
    r->spare = g;
}

// ---- turns ----
static uint32_t quantum(struct run *r)
{
    static const uint32_t random[8] = {1, 1, 2, 3, 7, 20, 100, LONG};
    switch (r->in->schedule) {
    case VYI_SCHEDULE_RANDOM: return random[vyi_oracle_random(r) & 7];
    case VYI_SCHEDULE_INTERLEAVED: return 1; // all load before the first one stores
    default: return LONG;
    }
}

/// A way through 0 .. count - 1 that visits each once: forward, reverse, or with a random stride.
struct walk {
    uint32_t count, stride, at;
};
static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}
static struct walk walk_begin(struct run *r, uint32_t count)
{
    struct walk w = {count, 1, 0};
    if (r->in->schedule == VYI_SCHEDULE_REVERSE) {
        w.stride = count - 1;
        w.at = count - 1;
    } else if (r->in->schedule == VYI_SCHEDULE_RANDOM) {
        w.at = (uint32_t)(vyi_oracle_random(r) % count);
        do
            w.stride = (uint32_t)(vyi_oracle_random(r) % count);
        while (count > 1 && common_divisor(w.stride, count) != 1);
    }
    return w;
}
static uint32_t walk_next(struct walk *w)
{
    uint32_t at = w->at, left = w->count - at;
    w->at = w->stride < left ? at + w->stride : w->stride - left;
    return at;
}

/// A quantum for each invocation of a range that can run; what came of it, as bits 1 << enum
/// outcome.
static unsigned round_in(struct run *r, struct group *g, uint32_t first, uint32_t count, bool probe)
{
    struct walk w = walk_begin(r, count);
    unsigned happened = 0;
    for (uint32_t k = 0; k < count && g->running && r->status == VY_OK; k++) {
        uint32_t l = first + walk_next(&w);
        bool woke = g->state[l] == STATE_SPIN && vyi_oracle_wakes(r, g, l);
        if (g->state[l] != STATE_RUN)
            continue;
        uint32_t fuel = probe ? PROBE : quantum(r);
        uint32_t careful = fuel < PROBE ? UINT32_MAX : woke || probe ? 0 : CAREFUL;
        enum outcome o = vyi_oracle_step(r, g, l, fuel, careful);
        happened |= 1 << o;
        if (o == SPUN)
            vyi_oracle_sleep(r, g, l);
        if (r->result->statements >= r->next_poll)
            poll(r);
    }
    return happened;
}

/// A quantum for the subgroup that is ahead, or else the next that can run. One that used it up, or
/// waits in a loop, lets the others go first from then on: they may be what it waits for.
static unsigned round_ahead(struct run *r, struct group *g)
{
    uint32_t count = (r->volume + VYI_SUBGROUP - 1) / VYI_SUBGROUP;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t at = (g->ahead + k) % count, first = (count - 1 - at) * VYI_SUBGROUP;
        uint32_t left = r->volume - first;
        unsigned happened = round_in(r, g, first, left < VYI_SUBGROUP ? left : VYI_SUBGROUP, false);
        if (!happened)
            continue;
        g->ahead = happened & (1 << RAN | 1 << SPUN) ? at + 1 : at;
        return happened;
    }
    return 0;
}

/// Whether a workgroup goes as far as it gets before the next one comes.
static bool whole_turns(const struct run *r)
{
    return r->in->schedule <= VYI_SCHEDULE_AHEAD;
}

/// Lets a workgroup run for its turn; whether anything happened.
static bool turn(struct run *r, struct group *g)
{
    bool whole = whole_turns(r), happened = false;
    bool often = r->in->host_often; // short turns between two of its calls
    bool probe = !whole && !often && ++g->turns % PROBE_EVERY == 0;
    uint32_t rounds = whole ? ROUNDS : probe ? PROBE_EVERY : 1;
    if (!vyi_oracle_group_wakes(r, g))
        return false;
    vyi_oracle_search_begin(&r->group_spin, GROUP_CAREFUL);
    while (rounds-- && r->status == VY_OK) {
        unsigned ran = !g->running ? 0
                       : r->in->schedule == VYI_SCHEDULE_AHEAD
                           ? round_ahead(r, g)
                           : round_in(r, g, 0, r->volume, probe);
        bool passed = r->status == VY_OK && vyi_oracle_synchronise(r, g);
        happened |= ran || passed;
        if ((!ran && !passed) || (passed && vyi_oracle_group_spins(r, g)))
            break;
        if (ran & 1 << RAN && !passed && rounds > TIRED)
            rounds = TIRED; // it may be waiting in a way that the search does not see
    }
    r->group_spin.watching = false;
    if (!g->living) {
        vyi_oracle_copy_end(r, g);
        vyi_oracle_group_end(r, g);
    }
    return happened;
}

// ---- tours ----
struct seat {
    struct group *g;
    uint32_t stay;
};

/// Takes the next workgroups of the walk into the window; how many sit there then.
static uint32_t fill(struct run *r, struct walk *w, uint32_t *left, struct seat *seats,
                     uint32_t count, uint32_t width)
{
    while (count < width && *left && r->status == VY_OK) {
        uint32_t number = walk_next(w);
        --*left;
        if (r->group_state[number] != GROUP_LIVE && r->group_state[number] != GROUP_FRESH)
            continue;
        struct group *g = r->groups[number] ? r->groups[number] : group_begin(r, number);
        if (g)
            seats[count++] = (struct seat){g, 0};
    }
    return count;
}

static bool tour(struct run *r)
{
    struct seat seats[WINDOW];
    struct walk w = walk_begin(r, r->group_count);
    uint32_t left = r->group_count, count = 0;
    uint32_t width = whole_turns(r) ? 1 : WINDOW;
    uint32_t stay = width == 1 || r->in->host_often ? 1
                    : r->in->host                   ? PROBE_EVERY // the host is called in between
                                                    : STAY;
    bool happened = false;
    while ((count = fill(r, &w, &left, seats, count, width)) && r->status == VY_OK) {
        uint32_t kept = 0;
        for (uint32_t k = 0; k < count && r->status == VY_OK; k++) {
            uint32_t number = seats[k].g->number;
            bool ran = turn(r, seats[k].g);
            happened |= ran;
            if (ran && r->group_state[number] == GROUP_LIVE && ++seats[k].stay < stay)
                seats[kept++] = seats[k];
        }
        count = kept;
    }
    return happened;
}

// ---- when no invocation can go on ----
/// Finds an invocation that repeats a loop for ever, and what the others wait for.
static struct group *endless_one(struct run *r, uint32_t *one, const char **others)
{
    bool barrier = false;
    struct group *found = NULL;
    *others = "has ended";
    for (uint32_t k = 0; k < r->group_count; k++) {
        struct group *g = r->groups[k];
        for (uint32_t l = 0; g && l < r->volume; l++) {
            barrier |= g->state[l] == STATE_WAIT;
            bool spins = g->state[l] == STATE_SPIN || (g->asleep && g->state[l] == STATE_RUN);
            if (spins && found)
                *others = "has ended or waits in such a loop";
            if (spins && !found)
                found = g, *one = l;
        }
    }
    if (barrier)
        *others = "waits at a barrier or in such a loop";
    return found;
}

static void report_endless(struct run *r)
{
    const char *others;
    uint32_t one = 0;
    struct group *found = endless_one(r, &one, &others);
    if (!found || r->failure.any)
        return;
    const struct watch *w = found->asleep ? &found->watch : &found->watches[one];
    for (uint32_t k = 0; k < w->count; k++) {
        char index[200];
        const struct space *s = &r->spaces[w->seen[k].space];
        vyi_launch_index_text(s->rank, s->size, w->seen[k].element, index, sizeof index);
        vyi_report_note(r->report, r->code.ins.at[w->seen[k].pc].pos, 0, "it reads '%s[%s]'",
                        r->p->buffers.at[w->seen[k].space].name, index);
    }
    uint32_t pos = w->pos ? w->pos : r->code.ins.at[found->pc[one]].pos;
    vyi_report(r->report, pos, 0, VYI_DIAG(ENDLESS), ULL(vyi_oracle_id(r, found, one)), others);
}

/// Whether the host may still change what is waited for.
static bool host_may_act(struct run *r)
{
    if (!r->p->service)
        return false;
    if (r->in->host)
        return !r->host_done;
    for (uint32_t b = 0; b < r->p->buffers.count; b++)
        if (r->p->buffers.at[b].role == VY_ROLE_MAPPED || r->p->buffers.at[b].window)
            return true;
    return false;
}

void vyi_oracle_schedule(struct run *r)
{
    poll(r);
    while (r->status == VY_OK && r->finished < r->group_count) {
        bool happened = tour(r);
        check_limits(r); // a tour past many sleepers takes time but few statements
        if (r->status != VY_OK || r->finished == r->group_count)
            break;
        if (r->in->host && !r->host_done) {
            r->host_done = !r->in->host(r->in->host_user, r->in->memory);
            r->version++; // it may have written
            happened |= r->host_done;
        }
        if (r->at_grid + r->finished == r->group_count) {
            vyi_oracle_synchronise_grid(r);
        } else if (!happened && host_may_act(r)) {
            if (!r->in->host)
                nanosleep(&(struct timespec){0, IDLE_NS}, NULL);
        } else if (!happened) {
            report_endless(r);
            vyi_oracle_stop(r, r->failure.any ? VY_ERROR_ASSERT : VY_ERROR_DEADLINE);
        }
    }
}
