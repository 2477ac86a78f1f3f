// Warnings of races, found without running: chooses launches that are possible, lets the walk
// follow a few invocations for each, and reports what holds for all of them.
//
// A launch is a real one: numbers for the params and lengths for the open buffers, from which sizes
// and grid follow as in a dispatch. Two launches are small and hold all elements of an `each`; two
// have several workgroups. What one shows and the other of its pair refutes (both places were
// executed, no element was shared) depends on the numbers, such as a[i % k], and is not reported.
#include "facts/race_static.h"

#include "ir/sem.h"
#include "ir/uniform.h"
#include "ir/verify.h"

#include <stdio.h>

/// Elements of an open buffer, and the number for params.
struct numbers {
    uint64_t length, param;
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
    uint64_t *params = vyi_calloc(p->context, (size_t)p->params.count + 1, sizeof *params);
    uint64_t *bound = vyi_calloc(p->context, (size_t)p->buffers.count + 1, sizeof *bound);
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
    vyi_free(p->context, params, ((size_t)p->params.count + 1) * sizeof *params);
    vyi_free(p->context, bound, ((size_t)p->buffers.count + 1) * sizeof *bound);
    return good;
}

// ---- one launch ----
/// The first invocations, neighbours along y and z, and those at the edges of subgroups and
/// workgroups.
static void place_probes(struct vyi_race_walk *w)
{
    enum { FIRST = 14 };
    const struct vyi_launch *c = w->launch;
    w->volume = c->workgroup[0] * c->workgroup[1] * c->workgroup[2];
    w->total = c->invocations;
    const uint64_t further[] = {c->workgroup[0],  (uint64_t)c->workgroup[0] * c->workgroup[1],
                                VYI_SUBGROUP,     w->volume - 2ull,
                                w->volume - 1ull, w->volume,
                                w->volume + 1ull, 2ull * w->volume,
                                w->total - 2,     w->total - 1};
    w->probes = 0;
    for (uint64_t i = 0; i < FIRST + sizeof further / sizeof *further; i++) {
        uint64_t number = i < FIRST ? i : further[i - FIRST];
        bool old = number >= w->total;
        for (uint32_t l = 0; !old && l < w->probes; l++)
            old = w->probe[l] == number;
        if (!old)
            w->probe[w->probes++] = (uint32_t)number;
    }
}

/// What a scan over the nodes tells.
struct survey {
    uint32_t stores;
    bool barriers, acquires;
};

static struct survey survey(const vy_program *p)
{
    struct survey s = {0};
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        bool atomic =
            n->op == VYI_OP_ATOMIC_LOAD || n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS;
        s.stores += n->op == VYI_OP_STORE && !p->buffers.at[n->x].atomic;
        s.barriers |= vyi_op_info(n->op)->flags & VYI_FLAG_COLLECTIVE || n->op == VYI_OP_FIXPOINT;
        s.acquires |= n->op == VYI_OP_FENCE || (atomic && ((n->aux & 0xff) == VYI_ORDER_ACQUIRE ||
                                                           (n->aux & 0xff) == VYI_ORDER_ACQ_REL));
    }
    return s;
}

static size_t met_bytes(const vy_program *p)
{
    return (size_t)p->nodes.count / 8 + 1;
}

static bool begin_walk(struct vyi_race_walk *w, const vy_program *p, const struct survey *s)
{
    w->p = p;
    w->barriers = s->barriers;
    for (w->table_size = 256; w->table_size / VYI_PROBES < 4 * s->stores; w->table_size *= 2)
        if (w->table_size >= 1u << 16)
            break;
    w->table = vyi_calloc(p->context, w->table_size, sizeof *w->table);
    w->slots = vyi_calloc(p->context, (size_t)p->locals.count + 1, sizeof *w->slots);
    w->met = vyi_calloc(p->context, met_bytes(p), 1);
    w->temp = vyi_calloc(p->context, VYI_RACE_TEMPS, sizeof *w->temp);
    return w->table && w->slots && w->met && w->temp;
}

static void end_walk(struct vyi_race_walk *w)
{
    vy_context *c = w->p->context;
    vyi_free(c, w->table, w->table_size * sizeof *w->table);
    vyi_free(c, w->slots, ((size_t)w->p->locals.count + 1) * sizeof *w->slots);
    vyi_free(c, w->met, met_bytes(w->p));
    vyi_free(c, w->temp, VYI_RACE_TEMPS * sizeof *w->temp);
    vyi_vec_free(c, &w->values);
    vyi_vec_free(c, &w->log);
}

/// Walks for one launch; false where there is no such launch. `groups`: how many workgroups.
static bool walk_launch(struct vyi_race_walk *w, struct numbers k, uint64_t *groups)
{
    struct vyi_launch launch;
    bool good = choose(w->p, k, false, &launch);
    w->race_count = 0;
    if (!good) {
        vyi_launch_free(w->p->context, &launch);
        good = choose(w->p, k, true, &launch);
    }
    if (good) {
        w->launch = &launch;
        *groups = (uint64_t)launch.groups[0] * launch.groups[1] * launch.groups[2];
        w->visits = 0;
        w->cut = false;
        w->log.count = w->used = w->frame_count = w->temp_used = w->together = 0;
        memset(w->table, 0, w->table_size * sizeof *w->table);
        memset(w->met, 0, met_bytes(w->p));
        memset(w->slots, 0, ((size_t)w->p->locals.count + 1) * sizeof *w->slots);
        memset(w->group_epoch, 0, sizeof w->group_epoch);
        memset(&w->flow, 0, sizeof w->flow);
        if (launch.invocations > 1) {
            place_probes(w);
            vyi_race_walk(w);
        }
    }
    vyi_launch_free(w->p->context, &launch);
    return good;
}

// ---- findings ----
struct found {
    struct vyi_race at[VYI_RACES];
    uint32_t count;
};

static bool met(const struct vyi_race_walk *w, uint32_t ref)
{
    return w->met[ref / 8] >> ref % 8 & 1;
}

static bool holds(const struct vyi_race_walk *w, const struct vyi_race *race)
{
    if (!met(w, race->ref[0]) || !met(w, race->ref[1]))
        return !w->cut;
    for (uint32_t i = 0; i < w->race_count; i++)
        if (w->races[i].ref[0] == race->ref[0] && w->races[i].ref[1] == race->ref[1])
            return true;
    return false;
}

/// Adds the races of one launch that the other of its pair does not refute.
static void find(struct vyi_race_walk *w, struct numbers first, struct numbers second,
                 struct found *f, uint64_t *groups)
{
    struct found here = {.count = 0};
    uint64_t other;
    if (!walk_launch(w, first, groups))
        return;
    memcpy(here.at, w->races, sizeof here.at);
    here.count = w->race_count;
    bool second_runs = here.count && !w->failed && walk_launch(w, second, &other);
    for (uint32_t i = 0; i < here.count && f->count < VYI_RACES; i++) {
        const struct vyi_race *race = &here.at[i];
        bool good = !second_runs || holds(w, race);
        for (uint32_t k = 0; good && k < f->count; k++)
            good = f->at[k].ref[0] != race->ref[0] || f->at[k].ref[1] != race->ref[1];
        if (good)
            f->at[f->count++] = *race;
    }
}

// ---- messages ----
/// How the element that two invocations share is written: s[0], m[1, 2], or s[…].
static void element_text(const vy_program *p, const struct vyi_race *race, char *text, size_t size)
{
    const struct vyi_buffer *b = &p->buffers.at[race->buffer];
    int used = snprintf(text, size, "%.63s[", b->name);
    for (uint32_t i = 0; race->exact && i < b->rank; i++)
        used += snprintf(text + used, size - (size_t)used, "%s%llu", i ? ", " : "",
                         (unsigned long long)race->index[i]);
    snprintf(text + used, size - (size_t)used, race->exact ? "]" : "…]");
}

/// What a store applies to the element that it stores to, s[0] += v or s[0] = s[0] + v; 0: nothing.
static uint32_t update_op(const vy_program *p, vyi_ref store)
{
    const struct vyi_node *n = vyi_at(p, store);
    const vyi_ref *kids, *operands;
    const uint32_t last = vyi_kids(p, n, &kids) - 1;
    if (n->aux2)
        return n->aux2;
    const struct vyi_node *value = vyi_at(p, kids[last]);
    for (uint32_t k = 0, count = vyi_kids(p, value, &operands); k < count && k < 2; k++)
        if (vyi_same_element(p, operands[k], store) &&
            (!k || vyi_op_info(value->op)->flags & VYI_FLAG_COMMUTES))
            return value->op;
    return 0;
}

/// Whether each workgroup stores to an element of its own, such as y[wid.x].
static bool by_workgroup(const vy_program *p, vyi_ref store, const struct vyi_levels *levels)
{
    const vyi_ref *kids;
    uint8_t level = VYI_UNIFORM_GRID;
    for (uint32_t k = 0, rank = vyi_kids(p, vyi_at(p, store), &kids) - 1; k < rank; k++)
        if (levels->node[kids[k].i] > level)
            level = levels->node[kids[k].i];
    return p->buffers.at[vyi_at(p, store)->x].role == VY_ROLE_SHARED ||
           level == VYI_UNIFORM_WORKGROUP;
}

/// "if gid.x == 0 && gid.y == 0 { … }", with all axes; an update needs a loop over all there is.
static void one_text(const vy_program *p, bool group, bool update, struct vyi_text *t)
{
    const uint32_t rank = group ? p->workgroup_rank : p->grid_rank;
    vyi_text_printf(t, "if ");
    for (uint32_t axis = 0; !axis || axis < rank; axis++)
        vyi_text_printf(t, "%s%s.%c == 0", axis ? " && " : "", group ? "lid" : "gid", "xyz"[axis]);
    vyi_text_printf(t, update ? " { for … }" : " { … }");
}

static bool is_counter(const vy_program *p, uint32_t buffer)
{
    for (uint32_t i = buffer + 1; i < p->buffers.count; i++)
        if (p->buffers.at[i].count == buffer + 1)
            return true;
    return false;
}

static bool has_atomics(const struct vyi_buffer *b)
{
    return vyi_type_class(b->elem) & VYI_CLASS_INT && vyi_type_bytes(b->elem) >= 4;
}

static const char *rmw_word(uint32_t op)
{
    const char *word = NULL;
    for (uint32_t rmw = 0; rmw < VYI_RMW_COUNT; rmw++)
        if (op && vyi_rmw_op(rmw) == op)
            word = vyi_rmw_names[rmw];
    return word;
}

/// Three ways out: an atomic, a collective, one invocation.
static void ways_text(const vy_program *p, const struct vyi_race *race,
                      const struct vyi_levels *levels, struct vyi_text *t)
{
    const vyi_ref store = {race->ref[1]};
    const struct vyi_buffer *b = &p->buffers.at[race->buffer];
    const uint32_t op = update_op(p, store);
    const bool atomic = has_atomics(b), group = by_workgroup(p, store, levels);
    const char *word = rmw_word(op);
    if (is_counter(p, race->buffer)) {
        vyi_text_printf(t,
                        "declare '%s' atomic: '%s : atomic u32', and take a place for each row: "
                        "'let s = atomic_add(%s[0], 1)'",
                        b->name, b->name, b->name);
        return;
    }
    if (atomic && word)
        vyi_text_printf(t, "declare '%s' atomic: '%s : atomic %s', and use atomic_%s(…); ", b->name,
                        b->name, vyi_type_name(b->elem), word);
    else if (atomic && !op)
        vyi_text_printf(t, "declare '%s' atomic and use atomic_add, atomic_min or atomic_max; ",
                        b->name);
    const char *together = op ? vyi_collective_word(op) : b->elem == VY_TYPE_BOOL ? "any" : "max";
    if (together)
        vyi_text_printf(t, "collect in a variable and store %s_%s() of it once; ",
                        group ? "workgroup" : "grid", together);
    vyi_text_printf(t, "%slet one invocation do it: ", t->count ? "or " : "");
    if (race->in_each && !group)
        vyi_text_printf(t, "workgroup 1, grid 1 and 'for'");
    else
        one_text(p, group, op, t);
}

static void report_store(const vy_program *p, const struct vyi_race *race,
                         const struct vyi_levels *levels, struct vyi_report *r)
{
    struct vyi_text ways = {.context = p->context};
    uint32_t pos = p->pos.at[race->ref[1]];
    char element[64 + VYI_MAX_RANK * 12];
    element_text(p, race, element, sizeof element);
    if (race->uniform) {
        ways_text(p, race, levels, &ways);
        if (!ways.failed)
            vyi_report(r, pos, 0, VYI_DIAG(RACE_STORE), element,
                       race->maybe ? ", if more than one invocation gets here" : "", ways.at);
        vyi_text_free(&ways);
        return;
    }
    vyi_report(r, pos, 0, VYI_DIAG(RACE_INDEX), race->probe[0], race->probe[1], element,
               race->maybe ? ", if both get here" : "",
               has_atomics(&p->buffers.at[race->buffer]) &&
                       rmw_word(update_op(p, (vyi_ref){race->ref[1]}))
                   ? "declare the buffer atomic"
                   : "let one invocation do all that share an element");
}

/// A barrier helps where one can stand between the two places.
static const char *pair_fix(const vy_program *p, const struct vyi_race *race)
{
    const bool shared = p->buffers.at[race->buffer].role == VY_ROLE_SHARED;
    const char *line;
    size_t length;
    uint32_t lines[2];
    for (uint32_t i = 0; i < 2; i++)
        lines[i] = vyi_sources_place(&p->sources, p->pos.at[race->ref[i]], &line, &length).line;
    // A node comes after those that are executed before it: in the order of the nodes the first
    // access is the later one only where a loop has begun another round.
    if (!race->in_each && race->ref[0] > race->ref[1])
        return shared ? "put 'barrier workgroup' at the end of the loop around the two: one "
                        "invocation begins the next round before another has ended this one"
                      : "put 'barrier grid' at the end of the loop around the two: one invocation "
                        "begins the next round before another has ended this one";
    if (lines[0] == lines[1])
        return shared ? "it depends on what is meant: where an element needs the new value of "
                        "another one, as in a running total, take 'workgroup_iscan_add(…)'; else "
                        "read from one buffer and write to another"
                      : "it depends on what is meant: where an element needs the new value of "
                        "another one, as in a running total, take 'grid_iscan_add(…)', or let one "
                        "invocation do it: 'each one in 0..1 { for … }'; else read from one buffer "
                        "and write to another";
    if (race->in_each)
        return "put 'barrier grid' between the two, where one 'each' has ended and another one "
               "begins; or read from one buffer and write to another";
    return shared ? "put 'barrier workgroup' between the two, where all invocations pass"
                  : "put 'barrier grid' between the two, where all invocations pass";
}

static void report_pair(const vy_program *p, const struct vyi_race *race, struct vyi_report *r)
{
    char element[64 + VYI_MAX_RANK * 12];
    const char *did[2] = {race->writes[0] ? "stores to" : "loads",
                          race->writes[1] ? "stores to" : "loads"};
    element_text(p, race, element, sizeof element);
    vyi_report_note(r, p->pos.at[race->ref[0]], 0, "invocation %u %s %s here", race->probe[0],
                    did[0], element);
    vyi_report(r, p->pos.at[race->ref[1]], 0, VYI_DIAG(RACE_PAIR), race->probe[1], did[1], element,
               race->probe[0], did[0], race->maybe ? ", if both get there" : "", pair_fix(p, race));
}

/// A store that races with itself says all that its pairs with other places would.
static bool covered(const struct found *f, uint32_t which)
{
    const struct vyi_race *race = &f->at[which];
    if (race->ref[0] == race->ref[1])
        return false;
    for (uint32_t i = 0; i < f->count; i++) {
        const struct vyi_race *o = &f->at[i];
        bool self = o->ref[0] == o->ref[1];
        if (self && (o->ref[0] == race->ref[0] || o->ref[0] == race->ref[1]))
            return true;
        if (!self && i < which && o->buffer == race->buffer &&
            (o->ref[1] == race->ref[1] || (o->ref[0] == race->ref[1] && o->ref[1] == race->ref[0])))
            return true;
    }
    return false;
}

static bool report_all(const vy_program *p, const struct found *f, struct vyi_report *report)
{
    struct vyi_levels levels;
    bool good = !vyi_levels_compute(p, &levels);
    for (uint32_t i = 0; good && i < f->count && i < p->context->params.max_errors; i++) {
        if (covered(f, i))
            continue;
        if (f->at[i].ref[0] == f->at[i].ref[1])
            report_store(p, &f->at[i], &levels, report);
        else
            report_pair(p, &f->at[i], report);
    }
    vyi_levels_free(p->context, &levels);
    return good;
}

vy_status vyi_race_static(const vy_program *p, struct vyi_report *report)
{
    const struct survey s = survey(p);
    struct vyi_fp fp;
    if (!p->context->params.diag || !s.stores || s.acquires)
        return VY_OK; // what an acquire orders depends on what it reads
    struct vyi_race_walk *w = vyi_calloc(p->context, 1, sizeof *w);
    struct found *f = vyi_calloc(p->context, 1, sizeof *f);
    bool good = w && f && begin_walk(w, p, &s);
    vyi_fp_enter(&fp);
    if (good) {
        const uint64_t volume = (uint64_t)(p->workgroup[0] ? p->workgroup[0] : 1) *
                                (p->workgroup[1] ? p->workgroup[1] : 1) *
                                (p->workgroup[2] ? p->workgroup[2] : 1);
        uint64_t groups = 0, two = 2 * volume;
        find(w, (struct numbers){12, 3}, (struct numbers){6, 8}, f, &groups);
        if (p->grid_rank && groups < 2)
            find(w, (struct numbers){two + 4, two + 6}, (struct numbers){two + 6, two + 2}, f,
                 &groups);
    }
    vyi_fp_leave(&fp);
    good = good && !w->failed && (!f->count || report_all(p, f, report));
    if (w && w->p)
        end_walk(w);
    vyi_free(p->context, w, sizeof *w);
    vyi_free(p->context, f, sizeof *f);
    return good ? VY_OK : VY_ERROR_MEMORY;
}
