// Warnings of races, found without running: chooses launches that are possible, follows a few
// invocations for each (race_walk.c), and looks for two accesses to one element that nothing
// orders.
//
// A launch is a real one: numbers for the params and lengths for the open buffers, from which sizes
// and grid follow as in a dispatch. Two launches are small and hold all elements of an `each`; two
// have several workgroups. What one shows and the other of its pair refutes (both places were
// executed, no element was shared) depends on the numbers, such as a[i % k], and is not reported.
//
// What the naive version gets wrong: a condition on data that is true for one invocation only. Two
// accesses that stand under conditions can only happen in one run where these are the same ones, or
// where they depend on different elements of host data; all other conditions (an id that is
// compared with a value that was computed together, the result of an atomic, memory that the
// program writes) prove nothing.
#include "facts/race_static.h"

#include "ir/sem.h"
#include "ir/verify.h"

#include <stdlib.h>

enum { MOST_PROBES = 24, MOST_RACES = 64 };

/// Elements of an open buffer, and the number for params.
struct numbers {
    uint64_t length, param;
};

/// What invocations did at a node.
struct place {
    uint64_t element; ///< that the first one accessed first
    uint32_t last;    ///< invocation that came there + 1; 0: none
    bool several;     ///< invocations
    bool varies;      ///< they began with different elements
};

struct search {
    struct vyi_race_walk walk;
    struct place *places;                                ///< by node
    struct vyi_race here[MOST_RACES], found[MOST_RACES]; ///< in this launch, and in all
    uint32_t here_count, found_count;
};

static uint64_t size_number(const vy_program *p, vyi_ref r, const uint64_t *params)
{
    const struct vyi_node *n = vyi_at(p, r);
    uint64_t value;
    if (n->op == VYI_OP_PARAM)
        return params[n->x];
    return vyi_launch_literal(p, r, &value) ? value : 1;
}

/// Params and bytes for a launch with these numbers, or with the params' defaults; false where
/// there is none.
static bool choose(const vy_program *p, struct numbers k, bool defaults, struct vyi_launch *launch)
{
    struct vy_context quiet = *p->context;
    struct vyi_report report = {.context = &quiet};
    struct vyi_arena arena = {0};
    uint64_t *params =
        vyi_arena_alloc(p->context, &arena, (p->params.count + 1ul) * sizeof *params);
    uint64_t *bound = vyi_arena_alloc(p->context, &arena, (p->buffers.count + 1ul) * sizeof *bound);
    bool good = params && bound;
    quiet.params.diag = NULL;
    for (uint32_t i = 0; good && i < p->params.count; i++) {
        const struct vyi_param *one = &p->params.at[i];
        params[i] = one->has_default && defaults ? one->value
                                                 : vyi_sem_cast(VY_TYPE_U64, one->type, k.param);
    }
    for (uint32_t i = 0; good && i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        bound[i] = UINT64_MAX;
        if (b->size[0].i)
            continue;
        bound[i] = k.length * vyi_type_bytes(b->elem);
        for (uint32_t axis = 1; axis < b->rank; axis++)
            bound[i] *= size_number(p, b->size[axis], params);
    }
    *launch = (struct vyi_launch){0};
    good = good &&
           !vyi_launch_eval(p, params, bound, (struct vyi_launch_choice){4, 4}, &report, launch);
    (void)vyi_report_end(&report, VY_OK);
    vyi_arena_free(p->context, &arena);
    return good;
}

// ---- two accesses ----
/// Whether each condition of `a` is one of `b`, or depends on data of its own; *own names those.
static bool conditions_fit(const struct vyi_flow *a, const struct vyi_flow *b, uint64_t *own)
{
    for (uint32_t i = 0; i < a->count; i++) {
        const struct vyi_condition *x = &a->at[i];
        bool shared = false, related = !x->cell;
        for (uint32_t k = 0; k < b->count; k++) {
            if (x->term == b->at[k].term && x->holds != b->at[k].holds)
                return false; // they exclude each other
            shared |= x->term == b->at[k].term;
            related |= x->cell == b->at[k].cell;
        }
        if (!shared && related)
            return false;
        *own = shared ? *own : vyi_hash(&x->node, sizeof x->node, *own + 1);
    }
    return true;
}

static bool may_both_happen(const struct vyi_flow *a, const struct vyi_flow *b)
{
    uint64_t own[2] = {0, 0};
    return conditions_fit(a, b, &own[0]) && conditions_fit(b, a, &own[1]) &&
           (!own[0] || !own[1] || own[0] == own[1]);
}

/// In the order of the text, then of time.
static int by_place(const void *one, const void *other)
{
    const struct vyi_race *a = one, *b = other;
    if (a->node[1] != b->node[1])
        return a->node[1] < b->node[1] ? -1 : 1;
    if (a->clock != b->clock)
        return a->clock < b->clock ? -1 : 1;
    return a->probe[1] < b->probe[1] ? -1 : a->probe[1] > b->probe[1];
}

/// Keeps a race, the earliest one of two accesses. Where no loop is around both, the first node
/// comes first: clocks of invocations that took different branches do not tell.
static void note(struct search *s, const struct vyi_touch *a, const struct vyi_touch *b)
{
    const vy_program *p = s->walk.p;
    if (a->node > b->node && (!a->loop || a->loop != b->loop)) {
        const struct vyi_touch *later = a;
        a = b;
        b = later;
    }
    const uint32_t buffer = vyi_at(p, (vyi_ref){b->node})->x;
    const struct vyi_flow *flows = s->walk.flows.at;
    struct vyi_race race = {.node = {a->node, b->node},
                            .probe = {a->probe, b->probe},
                            .clock = b->clock,
                            .writes = {a->writes, b->writes},
                            .maybe = flows[a->flow].count || flows[b->flow].count,
                            .in_each = b->in_each,
                            .uniform = !s->places[b->node].varies,
                            .exact = b->exact};
    uint64_t rest = b->element;
    uint32_t at = 0;
    if (a->node == b->node && a->probe > b->probe)
        race.probe[0] = b->probe, race.probe[1] = a->probe;
    for (uint32_t axis = p->buffers.at[buffer].rank; b->exact && axis-- > 0;) {
        race.index[axis] = rest % s->walk.launch->extents[buffer].size[axis];
        rest /= s->walk.launch->extents[buffer].size[axis];
    }
    while (at < s->here_count && (s->here[at].node[0] != a->node || s->here[at].node[1] != b->node))
        at++;
    if (at == MOST_RACES || (at < s->here_count && by_place(&s->here[at], &race) <= 0))
        return;
    s->here[at] = race;
    s->here_count += at == s->here_count;
}

static void compare(struct search *s, const struct vyi_touch *a, const struct vyi_touch *b)
{
    const struct vyi_flow *flows = s->walk.flows.at;
    if (a && a->probe != b->probe && (a->group != b->group || a->phase == b->phase) &&
        may_both_happen(&flows[a->flow], &flows[b->flow]))
        note(s, a, b);
}

enum { KEPT = 2 };
/// Keeps the first access and one of another invocation.
static void keep(const struct search *s, const struct vyi_touch **kept, const struct vyi_touch *now)
{
    const struct vyi_flow *flows = s->walk.flows.at;
    for (uint32_t i = 0; i < KEPT; i++) {
        if (!kept[i]) {
            kept[i] = now;
            return;
        }
        if (kept[i]->probe == now->probe && kept[i]->phase == now->phase &&
            flows[kept[i]->flow].count <= flows[now->flow].count)
            return;
    }
    kept[KEPT - 1] = now;
}

/// By element, then in the order of time: as if all invocations went in step.
static int by_time(const void *one, const void *other)
{
    const struct vyi_touch *a = one, *b = other;
    int order = VYI_COMPARE(a->key, b->key);
    order = order ? order : VYI_COMPARE(a->clock, b->clock);
    return order ? order : VYI_COMPARE(a->probe, b->probe);
}

static void note_places(struct search *s)
{
    for (uint32_t i = 0; i < s->walk.touches.count; i++) {
        const struct vyi_touch *t = &s->walk.touches.at[i];
        struct place *at = &s->places[t->node];
        if (!at->last)
            at->element = t->element;
        else if (at->last != t->probe + 1)
            at->several = true, at->varies |= at->element != t->element;
        at->last = t->probe + 1;
    }
}

static void find_pairs(struct search *s)
{
    const struct vyi_touch *kept[2][KEPT] = {{0}}; // loads, stores
    struct vyi_touch *all = s->walk.touches.at;
    note_places(s);
    if (s->walk.touches.count)
        qsort(all, s->walk.touches.count, sizeof *all, by_time);
    for (uint32_t i = 0; i < s->walk.touches.count; i++) {
        const struct vyi_touch *t = &all[i];
        if (i && t->key != all[i - 1].key)
            memset(kept, 0, sizeof kept);
        for (uint32_t k = 0; k < KEPT; k++) {
            compare(s, kept[1][k], t);
            if (t->writes)
                compare(s, kept[0][k], t);
        }
        keep(s, kept[t->writes], t);
    }
    qsort(s->here, s->here_count, sizeof *s->here, by_place);
}

// ---- one launch ----
/// The first invocations, neighbours along y and z, and those at the edges of subgroups and
/// workgroups.
static void follow_some(struct search *s)
{
    enum { FIRST = 14 };
    const struct vyi_launch *c = s->walk.launch;
    const uint64_t volume = (uint64_t)c->workgroup[0] * c->workgroup[1] * c->workgroup[2];
    const uint64_t further[] = {c->workgroup[0],    (uint64_t)c->workgroup[0] * c->workgroup[1],
                                VYI_SUBGROUP,       volume - 2,
                                volume - 1,         volume,
                                volume + 1,         2 * volume,
                                c->invocations - 2, c->invocations - 1};
    uint64_t probes[MOST_PROBES];
    for (uint32_t i = 0; i < MOST_PROBES; i++) {
        probes[i] = i < FIRST ? i : further[i - FIRST];
        bool old = probes[i] >= c->invocations;
        for (uint32_t k = 0; k < i; k++)
            old |= probes[k] == probes[i];
        s->walk.probe = (uint32_t)probes[i];
        if (!old && !s->walk.failed)
            vyi_race_walk(&s->walk);
    }
}

/// Finds the races of one launch; false where there is no such launch. `groups`: how many
/// workgroups.
static bool try_launch(struct search *s, struct numbers k, uint64_t *groups)
{
    const vy_program *p = s->walk.p;
    struct vyi_launch launch;
    bool good = choose(p, k, false, &launch);
    if (!good) {
        vyi_launch_free(p->context, &launch);
        good = choose(p, k, true, &launch);
    }
    s->here_count = s->walk.touches.count = s->walk.flows.count = 0;
    s->walk.cut = false;
    s->walk.launch = &launch;
    memset(s->places, 0, p->nodes.count * sizeof *s->places);
    if (good) {
        *groups = (uint64_t)launch.groups[0] * launch.groups[1] * launch.groups[2];
        if (launch.invocations > 1)
            follow_some(s);
        if (!s->walk.failed)
            find_pairs(s);
    }
    vyi_launch_free(p->context, &launch);
    return good;
}

static bool has(const struct vyi_race *races, uint32_t count, const struct vyi_race *race)
{
    for (uint32_t i = 0; i < count; i++)
        if (races[i].node[0] == race->node[0] && races[i].node[1] == race->node[1])
            return true;
    return false;
}

/// Whether the launch that was tried last does not refute a race.
static bool holds(const struct search *s, const struct vyi_race *race)
{
    if (!s->places[race->node[0]].several || !s->places[race->node[1]].several)
        return !s->walk.cut;
    return has(s->here, s->here_count, race);
}

/// Adds the races of one launch that the other of its pair does not refute.
static void find(struct search *s, struct numbers first, struct numbers second, uint64_t *groups)
{
    struct vyi_race races[MOST_RACES];
    uint64_t other;
    if (!try_launch(s, first, groups))
        return;
    const uint32_t count = s->here_count;
    memcpy(races, s->here, sizeof races);
    const bool again = count && !s->walk.failed && try_launch(s, second, &other);
    for (uint32_t i = 0; i < count && s->found_count < MOST_RACES; i++)
        if ((!again || holds(s, &races[i])) && !has(s->found, s->found_count, &races[i]))
            s->found[s->found_count++] = races[i];
}

/// Whether there is anything to look for: a store to a plain buffer, and nothing that orders
/// accesses by the values that it reads.
static bool may_race(const vy_program *p)
{
    bool stores = false;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        const bool reads =
            n->op == VYI_OP_ATOMIC_LOAD || n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS;
        const uint32_t order = n->aux & 0xff;
        if (n->op == VYI_OP_FENCE ||
            (reads && (order == VYI_ORDER_ACQUIRE || order == VYI_ORDER_ACQ_REL)))
            return false;
        stores |= n->op == VYI_OP_STORE && !p->buffers.at[n->x].atomic;
    }
    return stores;
}

/// Warns of accesses that race for a launch that is possible: two invocations, one element of a
/// plain buffer, at least one store, no barrier between. The program has no errors. VY_OK unless
/// memory runs out.
static vy_status find_races(const vy_program *p, struct vyi_report *report)
{
    vy_context *c = p->context;
    const size_t locals = (size_t)p->locals.count + 1;
    struct vyi_fp fp;
    if (!c->params.diag || !may_race(p))
        return VY_OK;
    struct vyi_arena arena = {0};
    struct search *s = vyi_arena_alloc(c, &arena, sizeof *s);
    if (!s)
        return VY_ERROR_MEMORY;
    s->walk.p = p;
    s->walk.local = vyi_arena_alloc(c, &arena, locals * sizeof *s->walk.local);
    s->places = vyi_arena_alloc(c, &arena, p->nodes.count * sizeof *s->places);
    bool good = s->walk.local && s->places;
    vyi_fp_enter(&fp);
    if (good) {
        uint64_t groups = 0, two = 2;
        for (uint32_t axis = 0; axis < 3; axis++)
            two *= p->workgroup[axis] ? p->workgroup[axis] : 1;
        find(s, (struct numbers){12, 3}, (struct numbers){6, 8}, &groups);
        if (p->grid_rank && groups < 2)
            find(s, (struct numbers){two + 4, two + 6}, (struct numbers){two + 6, two + 2},
                 &groups);
    }
    vyi_fp_leave(&fp);
    good = good && !s->walk.failed &&
           (!s->found_count || !vyi_race_report(p, s->found, s->found_count, report));
    vyi_vec_free(c, &s->walk.touches);
    vyi_vec_free(c, &s->walk.flows);
    vyi_vec_free(c, &s->walk.log);
    vyi_arena_free(c, &arena);
    return good ? VY_OK : VY_ERROR_MEMORY;
}

// ---- the rules of the language (ir/verify.c), then warnings of races ----
static vy_status verify(vy_program *p, bool races)
{
    if (p->failed)
        return VY_ERROR_MEMORY;
    struct vyi_report report = {.context = p->context, .sources = &p->sources};
    bool sound = p->verified;
    vy_status memory = sound ? VY_OK : vyi_verify(p, &report, &sound);
    if (sound && races)
        memory = find_races(p, &report);
    vy_status status = vyi_report_end(&report, VY_ERROR_PROGRAM);
    if (!memory && !status && !p->verified && !vyi_program_index(p))
        memory = VY_ERROR_MEMORY;
    if (memory)
        return memory;
    p->verified = !status;
    p->warned = !status && races;
    return status;
}

vy_status vyi_program_check(vy_program *p)
{
    return p->verified ? VY_OK : verify(p, false);
}

vy_status vy_program_verify(vy_program *p)
{
    return !p ? VY_ERROR_ARGUMENT : p->verified && p->warned ? VY_OK : verify(p, true);
}
