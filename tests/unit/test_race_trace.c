// The race detector against a checker that keeps every access.
//
// Random traces of a few invocations (accesses, atomics of every order and scope, fences, barriers,
// copies, returns) go to the detector as the interpreter would send them, and to a checker with a
// full vector clock for each actor, which compares each access with all earlier ones. Both must
// find a race on the same elements. Most accesses that would race are left out, so that traces
// grow long enough to fill cells before one does.
#include "oracle/race.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    GROUPS = 5,
    VOLUME = 8,
    INVOCATIONS = GROUPS * VOLUME,
    ACTORS = INVOCATIONS + 32, ///< copies are actors, too
    EVENTS = 300,
    PLAIN = 0, ///< buffers: one in device memory, one shared, one atomic, one shared and atomic
    SHARED = 1,
    ATOMIC = 2,
    SHARED_ATOMIC = 3,
    BUFFERS = 4,
    ELEMENTS = 3,
    CELLS_ALL = BUFFERS * GROUPS * ELEMENTS,
};

typedef uint32_t vector[ACTORS]; ///< the latest event known, by actor

static void join(vector into, const vector from)
{
    for (int k = 0; k < ACTORS; k++)
        into[k] = into[k] > from[k] ? into[k] : from[k];
}

// ---- the checker ----
struct event {
    uint32_t actor, time;
    bool writes;
    bool open; ///< a copy before its wait()
};

/// What was released at an element and not ended by another store: by workgroup and width.
struct heads {
    vector of[GROUPS][2];
    bool any[GROUPS][2];
};

struct checker {
    uint32_t time[ACTORS]; ///< events so far
    vector knows[ACTORS];  ///< without the actor's own events since it last handed on
    vector fence[INVOCATIONS], pending[INVOCATIONS];
    bool fenced[INVOCATIONS];
    struct heads heads[CELLS_ALL];
    struct event seen[CELLS_ALL][EVENTS * 2];
    uint32_t seen_count[CELLS_ALL];
    bool races[CELLS_ALL];
};

static bool races_with(const struct checker *c, uint32_t cell, uint32_t actor, bool writes)
{
    for (uint32_t k = 0; k < c->seen_count[cell]; k++) {
        const struct event *e = &c->seen[cell][k];
        if ((writes || e->writes) && e->actor != actor &&
            (e->open || c->knows[actor][e->actor] < e->time))
            return true;
    }
    return false;
}

static void note(struct checker *c, uint32_t cell, uint32_t actor, bool writes, bool open)
{
    c->races[cell] |= races_with(c, cell, actor, writes);
    c->seen[cell][c->seen_count[cell]++] = (struct event){actor, ++c->time[actor], writes, open};
}

/// What an actor hands on: what it knows, and its own events.
static void own(const struct checker *c, uint32_t actor, vector v)
{
    join(v, c->knows[actor]);
    if (v[actor] < c->time[actor])
        v[actor] = c->time[actor];
}

static void acquire(const struct heads *h, uint32_t group, bool wide, vector into)
{
    for (uint32_t g = 0; g < GROUPS; g++)
        for (int w = 0; w < 2; w++)
            if (h->any[g][w] && (g == group || (w && wide)))
                join(into, h->of[g][w]);
}

// ---- the detector, fed by hand ----
struct trace {
    struct rng rng;
    uint32_t groups, volume;
    bool ordered;
    struct checker *c;
    struct run run;
    struct vyi_oracle_params in;
    struct vyi_launch launch;
    struct vyi_report report;
    struct vyi_oracle_result result;
    vy_program *program; ///< only its number of buffers is used
    struct group group[GROUPS];
    uint8_t state[GROUPS][VOLUME];
    struct {
        struct copy copy;
        uint32_t actor, from, to;
    } open[GROUPS][8];
    uint32_t open_count[GROUPS];
    uint32_t copies;
};

static uint32_t cell_of(uint32_t buffer, uint32_t group, uint32_t element)
{
    bool shared = buffer == SHARED || buffer == SHARED_ATOMIC;
    return (buffer * GROUPS + (shared ? group : 0)) * ELEMENTS + element;
}

/// An instruction of its own for each event: the detector reports a pair of places once.
static struct ins *ins_new(struct trace *t)
{
    struct ins i = {.pos = t->run.code.ins.count + 1};
    assert_true(vyi_vec_push(t->run.context, &t->run.code.ins, i));
    return &t->run.code.ins.at[t->run.code.ins.count - 1];
}

static void trace_begin(struct trace *t, vy_context *context, vy_program *program)
{
    static const bool shared[] = {false, true, false, true}, atomic[] = {false, false, true, true};
    struct run *r = &t->run;
    t->c = calloc(1, sizeof *t->c);
    assert_non_null(t->c);
    t->report = (struct vyi_report){.context = context};
    t->launch.invocations = t->groups * t->volume;
    program->buffers.count = BUFFERS;
    *r = (struct run){.in = &t->in,
                      .p = program,
                      .launch = &t->launch,
                      .context = context,
                      .report = &t->report,
                      .result = &t->result,
                      .volume = t->volume,
                      .group_count = t->groups,
                      .epoch = 1,
                      .limit = 1 << 30};
    r->code.ordered = r->code.fences = r->code.narrow = t->ordered;
    r->spaces = calloc(BUFFERS, sizeof *r->spaces);
    assert_non_null(r->spaces);
    for (int b = 0; b < BUFFERS; b++)
        r->spaces[b] = (struct space){.count = ELEMENTS,
                                      .size = {ELEMENTS},
                                      .rank = 1,
                                      .shared = shared[b],
                                      .atomic = atomic[b],
                                      .writable = true};
    assert_true(vyi_vec_push(context, &r->code.ins, ((struct ins){0})));
    assert_true(vyi_oracle_race_begin(r));
    for (uint32_t g = 0; g < t->groups; g++) {
        t->group[g] = (struct group){.number = g, .living = t->volume, .state = t->state[g]};
        memset(t->state[g], STATE_RUN, sizeof t->state[g]);
        assert_true(vyi_oracle_race_group_begin(r, &t->group[g]));
    }
}

static void trace_end(struct trace *t)
{
    for (uint32_t g = 0; g < t->groups; g++)
        vyi_oracle_race_group_end(&t->run, &t->group[g]);
    vyi_oracle_race_end(&t->run);
    assert_int_equal(t->run.used, 0);
    vyi_vec_free(t->run.context, &t->run.code.ins);
    free(t->run.spaces);
    free(t->c);
}

// ---- events ----
static bool pick(struct trace *t, uint32_t *g, uint32_t *l)
{
    *g = rng_below(&t->rng, t->groups);
    *l = rng_below(&t->rng, t->volume);
    return t->state[*g][*l] == STATE_RUN;
}

static uint32_t pick_element(struct trace *t)
{
    return rng_one_in(&t->rng, 4) ? rng_below(&t->rng, ELEMENTS) : 0;
}

/// Most accesses that would race are left out.
static bool wanted(struct trace *t, uint32_t cell, uint32_t actor, bool writes)
{
    return !races_with(t->c, cell, actor, writes) || rng_one_in(&t->rng, 60);
}

static void plain_access(struct trace *t)
{
    uint32_t g, l, element = pick_element(t), buffer = rng_below(&t->rng, 2);
    bool writes = rng_one_in(&t->rng, 5);
    if (!pick(t, &g, &l))
        return;
    uint32_t actor = g * t->volume + l, cell = cell_of(buffer, g, element);
    if (!wanted(t, cell, actor, writes))
        return;
    note(t->c, cell, actor, writes, false);
    vyi_oracle_touch(&t->run, &t->group[g], l, &t->run.spaces[buffer], element, writes, writes,
                     ins_new(t));
}

/// A store ends what was released at the element; a store or read-modify-write that releases, or
/// comes after a fence, hands on.
static void hand_on(struct trace *t, uint32_t cell, uint32_t g, uint32_t actor, enum sync sync,
                    bool releases, bool wide)
{
    struct checker *c = t->c;
    struct heads *h = &c->heads[cell];
    if (sync == SYNC_STORE)
        *h = (struct heads){0};
    if (!(sync & SYNC_STORE) || !(releases || c->fenced[actor]))
        return;
    h->any[g][wide] = true;
    if (releases)
        own(c, actor, h->of[g][wide]);
    else
        join(h->of[g][wide], c->fence[actor]);
}

static void atomic_access(struct trace *t)
{
    uint32_t g, l, element = pick_element(t), buffer = ATOMIC + rng_below(&t->rng, 2);
    enum sync sync = rng_below(&t->rng, 3) + 1;
    bool plain = sync == SYNC_STORE && rng_one_in(&t->rng, 3), ordered = t->ordered && !plain;
    bool acquires = sync & SYNC_LOAD && ordered && !rng_one_in(&t->rng, 3);
    bool releases = sync & SYNC_STORE && ordered && !rng_one_in(&t->rng, 3);
    bool wide = plain || !rng_one_in(&t->rng, 3);
    if (!pick(t, &g, &l))
        return;
    struct checker *c = t->c;
    uint32_t actor = g * t->volume + l, cell = cell_of(buffer, g, element);
    if (!wanted(t, cell, actor, plain))
        return;
    note(c, cell, actor, plain, false);
    if (sync & SYNC_LOAD)
        acquire(&c->heads[cell], g, wide, acquires ? c->knows[actor] : c->pending[actor]);
    hand_on(t, cell, g, actor, sync, releases, wide);
    uint32_t order = acquires && releases ? VYI_ORDER_ACQ_REL
                     : acquires           ? VYI_ORDER_ACQUIRE
                     : releases           ? VYI_ORDER_RELEASE
                                          : VYI_ORDER_RELAXED;
    const struct space *s = &t->run.spaces[buffer];
    vyi_oracle_touch(&t->run, &t->group[g], l, s, element, plain, sync != SYNC_LOAD, ins_new(t));
    vyi_oracle_acquire_release(&t->run, &t->group[g], l, s, element, sync,
                               order | (wide ? VYI_REACH_DEVICE : VYI_REACH_WORKGROUP) << 2);
}

static void fence(struct trace *t)
{
    uint32_t g, l;
    if (!t->ordered || !pick(t, &g, &l))
        return;
    struct checker *c = t->c;
    uint32_t actor = g * t->volume + l;
    join(c->knows[actor], c->pending[actor]);
    memset(c->pending[actor], 0, sizeof c->pending[actor]);
    memset(c->fence[actor], 0, sizeof c->fence[actor]);
    own(c, actor, c->fence[actor]);
    c->fenced[actor] = true;
    vyi_oracle_fence(&t->run, &t->group[g], l);
}

/// All of the workgroups [first, end) know what any of them knows, those that returned included.
static void joined(struct trace *t, uint32_t first, uint32_t end)
{
    static vector all;
    memset(all, 0, sizeof all);
    for (uint32_t a = first * t->volume; a < end * t->volume; a++)
        own(t->c, a, all);
    for (uint32_t a = first * t->volume; a < end * t->volume; a++)
        memcpy(t->c->knows[a], all, sizeof all);
}

/// A workgroup barrier; with `wait` it completes the workgroup's copies first.
static void barrier(struct trace *t, bool wait)
{
    uint32_t g = rng_below(&t->rng, t->groups);
    struct group *group = &t->group[g];
    for (uint32_t k = 0; wait && k < t->open_count[g]; k++) {
        uint32_t actor = t->open[g][k].actor, cells[] = {t->open[g][k].from, t->open[g][k].to};
        for (int side = 0; side < 2; side++)
            for (uint32_t e = 0; e < t->c->seen_count[cells[side]]; e++)
                if (t->c->seen[cells[side]][e].actor == actor)
                    t->c->seen[cells[side]][e].open = false;
        for (uint32_t l = 0; l < t->volume; l++)
            t->c->knows[g * t->volume + l][actor] = t->c->time[actor];
        vyi_oracle_copying(&t->run, group, &t->open[g][k].copy, false);
    }
    if (wait)
        t->open_count[g] = 0;
    joined(t, g, g + 1);
    for (uint32_t l = 0; l < t->volume; l++)
        t->state[g][l] = t->state[g][l] == STATE_RUN ? STATE_WAIT : t->state[g][l];
    group->epoch++;
    vyi_oracle_joined(&t->run, group);
    for (uint32_t l = 0; l < t->volume; l++)
        t->state[g][l] = t->state[g][l] == STATE_WAIT ? STATE_RUN : t->state[g][l];
}

static void grid_barrier(struct trace *t)
{
    joined(t, 0, t->groups);
    t->run.epoch++;
}

/// One element from a plain buffer to the other.
static void copy(struct trace *t)
{
    uint32_t g = rng_below(&t->rng, t->groups), to = rng_below(&t->rng, 2), leader = 0;
    if (t->open_count[g] == 8 || t->copies == ACTORS - INVOCATIONS)
        return;
    while (t->state[g][leader] == STATE_DONE)
        leader++;
    uint32_t actor = INVOCATIONS + t->copies, d = pick_element(t), s = pick_element(t);
    uint32_t to_cell = cell_of(to, g, d), from_cell = cell_of(1 - to, g, s);
    memcpy(t->c->knows[actor], t->c->knows[g * t->volume + leader], sizeof(vector));
    if (!wanted(t, to_cell, actor, true) || !wanted(t, from_cell, actor, false))
        return;
    t->copies++;
    note(t->c, to_cell, actor, true, true);
    note(t->c, from_cell, actor, false, true);
    struct ins *i = ins_new(t);
    i->op = INS_SYNC;
    i->x = to;
    i->other = 1 - to;
    struct copy c = {.pc = t->run.code.ins.count - 1, .first = d, .last = d + 1, .source_first = s};
    t->open[g][t->open_count[g]].copy = c;
    t->open[g][t->open_count[g]].actor = actor;
    t->open[g][t->open_count[g]].to = to_cell;
    t->open[g][t->open_count[g]++].from = from_cell;
    vyi_oracle_copying(&t->run, &t->group[g], &c, true);
}

static void returns(struct trace *t)
{
    uint32_t g, l;
    if (!pick(t, &g, &l) || t->group[g].living == 1)
        return;
    t->state[g][l] = STATE_DONE;
    t->group[g].living--;
}

static void step(struct trace *t)
{
    uint32_t kind = rng_below(&t->rng, 100);
    if (kind < 50)
        plain_access(t);
    else if (kind < 82)
        atomic_access(t);
    else if (kind < 86)
        fence(t);
    else if (kind < 92)
        barrier(t, kind >= 90);
    else if (kind < 93)
        grid_barrier(t);
    else if (kind < 98)
        copy(t);
    else if (kind < 99)
        returns(t);
}

static void compare(struct trace *t, uint64_t seed, uint32_t *racy, uint32_t *clean)
{
    bool found[CELLS_ALL] = {false};
    for (uint32_t k = 0; k < t->run.race->conflicts.count; k++) {
        const struct conflict *c = &t->run.race->conflicts.at[k];
        found[cell_of((uint32_t)(c->space - t->run.spaces), c->now.actor / t->volume,
                      (uint32_t)c->element)] = true;
    }
    for (uint32_t cell = 0; cell < CELLS_ALL; cell++) {
        if (found[cell] != t->c->races[cell])
            fprintf(stderr, "trace %llu: element %u of buffer %u, %u accesses: %s\n",
                    (unsigned long long)seed, cell % ELEMENTS, cell / ELEMENTS / GROUPS,
                    t->c->seen_count[cell],
                    found[cell] ? "reported, but there is no race" : "the race is not reported");
        assert_int_equal(found[cell], t->c->races[cell]);
        *racy += found[cell];
        *clean += !found[cell] && t->c->seen_count[cell] > 3;
    }
}

static void the_detector_agrees_with_a_checker_that_keeps_everything(void **state)
{
    static const uint32_t volumes[] = {1, 2, 4, 8}, groups[] = {1, 2, 3, 5};
    uint32_t racy = 0, clean = 0;
    vy_context *context = NULL;
    vy_program *program = calloc(1, sizeof *program);
    (void)state;
    assert_non_null(program);
    assert_int_equal(vy_context_create(NULL, &context), VY_OK);
    for (uint64_t seed = 0; seed < 4000; seed++) {
        struct trace t = {.rng = rng_make(seed, 17)};
        t.volume = volumes[rng_below(&t.rng, 4)];
        t.groups = groups[rng_below(&t.rng, 4)];
        t.ordered = !rng_one_in(&t.rng, 4);
        trace_begin(&t, context, program);
        uint32_t events = rng_below(&t.rng, EVENTS);
        for (uint32_t k = 0; k < events; k++)
            step(&t);
        assert_int_equal(t.run.status, VY_OK);
        compare(&t, seed, &racy, &clean);
        trace_end(&t);
    }
    printf("%u elements with a race, %u without\n", racy, clean);
    assert_true(racy > 1000 && clean > 1000);
    free(program);
    vy_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_detector_agrees_with_a_checker_that_keeps_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
