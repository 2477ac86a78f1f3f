// Warnings of races that were found without running, with the ways out.
#include "facts/effects.h"
#include "facts/race_static.h"

#include "ir/uniform.h"
#include "ir/verify.h"

#include <stdio.h>

struct warning {
    const vy_program *p;
    const struct vyi_race *race;
    const struct vyi_buffer *buffer;
    struct vyi_report *report;
    char element[64 + VYI_MAX_RANK * 12]; ///< s[0], m[1, 2], or s[…]
    uint32_t update;                      ///< the op that a store applies to its element, or 0
    uint8_t level;                        ///< how far the index is the same
    bool atomic;                          ///< elements of this type may be atomic
};

/// What a store applies to the element that it stores to, s[0] += v or s[0] = s[0] + v; 0: nothing.
static uint32_t update_op(const vy_program *p, vyi_ref store)
{
    const struct vyi_node *n = vyi_at(p, store);
    if (n->aux2)
        return n->aux2;
    const struct vyi_node *value = vyi_at(p, vyi_kid_list(p, n)[vyi_kid_count(n) - 1]);
    const vyi_ref *operands = vyi_kid_list(p, value);
    for (uint32_t k = 0; k < vyi_kid_count(value) && k < 2; k++)
        if (vyi_same_element(p, operands[k], store) &&
            (!k || vyi_op_info(value->op)->flags & VYI_FLAG_COMMUTES))
            return value->op;
    return 0;
}

static struct warning describe(const vy_program *p, const struct vyi_race *race,
                               const struct vyi_levels *levels, struct vyi_report *report)
{
    const struct vyi_node *n = vyi_at(p, (vyi_ref){race->node[1]});
    struct warning w = {.p = p, .race = race, .buffer = &p->buffers.at[n->x], .report = report};
    const vyi_ref *kids = vyi_kid_list(p, n);
    int used = snprintf(w.element, sizeof w.element, "%.63s[", w.buffer->name);
    for (uint32_t k = 0; k < w.buffer->rank; k++) {
        w.level = levels->node[kids[k].i] > w.level ? levels->node[kids[k].i] : w.level;
        if (race->exact)
            used += snprintf(w.element + used, sizeof w.element - (size_t)used, "%s%llu",
                             k ? ", " : "", ULL(race->index[k]));
    }
    snprintf(w.element + used, sizeof w.element - (size_t)used, race->exact ? "]" : "…]");
    w.atomic =
        vyi_type_class(w.buffer->elem) & VYI_CLASS_INT && vyi_type_bytes(w.buffer->elem) >= 4;
    w.update = n->op == VYI_OP_STORE ? update_op(p, (vyi_ref){race->node[1]}) : 0;
    return w;
}

/// The word of the atomic operation that does an update; NULL: there is none.
static const char *rmw_word(const struct warning *w)
{
    uint32_t rmw = vyi_rmw_of((uint8_t)w->update);
    return rmw < VYI_RMW_EXCHANGE ? vyi_rmw_names[rmw] : NULL;
}

/// Three ways out: an atomic, a collective, one invocation.
static void ways_text(const struct warning *w, struct vyi_text *t)
{
    const vy_program *p = w->p;
    const struct vyi_buffer *b = w->buffer;
    const bool group = b->role == VY_ROLE_SHARED || w->level == VYI_UNIFORM_WORKGROUP;
    const uint32_t rank = group ? p->workgroup_rank : p->grid_rank;
    if (vyi_is_counter(p, (uint32_t)(b - p->buffers.at))) {
        vyi_text_printf(t,
                        "declare '%s' atomic: '%s : atomic u32', and take a place for each row: "
                        "'let s = atomic_add(%s[0], 1)'",
                        b->name, b->name, b->name);
        return;
    }
    if (w->atomic && rmw_word(w))
        vyi_text_printf(t, "declare '%s' atomic: '%s : atomic %s', and use atomic_%s(…); ", b->name,
                        b->name, vyi_type_name(b->elem), rmw_word(w));
    else if (w->atomic && !w->update)
        vyi_text_printf(t, "declare '%s' atomic and use atomic_add, atomic_min or atomic_max; ",
                        b->name);
    const char *together = w->update                 ? vyi_collective_word(w->update)
                           : b->elem == VY_TYPE_BOOL ? "any"
                                                     : "max";
    if (together)
        vyi_text_printf(t, "collect in a variable and store %s_%s() of it once; ",
                        group ? "workgroup" : "grid", together);
    vyi_text_printf(t, "%slet one invocation do it: ", t->count ? "or " : "");
    if (w->race->in_each && !group) {
        vyi_text_printf(t, "workgroup 1, grid 1 and 'for'");
        return;
    }
    for (uint32_t axis = 0; !axis || axis < rank; axis++)
        vyi_text_printf(t, "%s%s.%c == 0", axis ? " && " : "if ", group ? "lid" : "gid",
                        "xyz"[axis]);
    vyi_text_printf(t, w->update ? " { for … }" : " { … }");
}

static void report_store(const struct warning *w)
{
    const struct vyi_race *race = w->race;
    const uint32_t pos = w->p->pos.at[race->node[1]];
    struct vyi_text ways = {.context = w->p->context};
    if (!race->uniform && w->level > VYI_UNIFORM_GRID) {
        vyi_report(w->report, pos, 0, VYI_DIAG(RACE_INDEX), race->probe[0], race->probe[1],
                   w->element, race->maybe ? ", if both get here" : "",
                   w->atomic && rmw_word(w) ? "declare the buffer atomic"
                                            : "let one invocation do all that share an element");
        return;
    }
    ways_text(w, &ways);
    if (!ways.failed)
        vyi_report(w->report, pos, 0, VYI_DIAG(RACE_STORE), w->element,
                   race->maybe ? ", if more than one invocation gets here" : "", ways.at);
    vyi_text_free(&ways);
}

/// A barrier helps where one can stand between the two places.
static const char *pair_fix(const struct warning *w)
{
    const struct vyi_race *race = w->race;
    const bool shared = w->buffer->role == VY_ROLE_SHARED;
    uint32_t lines[2];
    for (uint32_t i = 0; i < 2; i++)
        lines[i] = vyi_sources_line(&w->p->sources, w->p->pos.at[race->node[i]]);
    // A node comes after those that are executed before it: in the order of the nodes the first
    // access is the later one only where a loop has begun another round.
    if (!race->in_each && race->node[0] > race->node[1])
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

static void report_pair(const struct warning *w)
{
    const struct vyi_race *race = w->race;
    const uint32_t *pos = w->p->pos.at;
    const char *did[2] = {race->writes[0] ? "stores to" : "loads",
                          race->writes[1] ? "stores to" : "loads"};
    vyi_report_note(w->report, pos[race->node[0]], 0, "invocation %u %s %s here", race->probe[0],
                    did[0], w->element);
    vyi_report(w->report, pos[race->node[1]], 0, VYI_DIAG(RACE_PAIR), race->probe[1], did[1],
               w->element, race->probe[0], did[0], race->maybe ? ", if both get there" : "",
               pair_fix(w));
}

/// A store that races with itself tells all that its pairs with other places would.
static bool is_covered(const vy_program *p, const struct vyi_race *races, uint32_t count,
                       uint32_t which)
{
    const uint32_t *node = races[which].node;
    const uint32_t buffer = p->nodes.at[node[0]].x;
    for (uint32_t i = 0; node[0] != node[1] && i < count; i++) {
        const uint32_t *other = races[i].node;
        const bool self = other[0] == other[1];
        if (self ? other[0] == node[0] || other[0] == node[1]
                 : i < which && p->nodes.at[other[0]].x == buffer &&
                       (other[1] == node[1] || (other[0] == node[1] && other[1] == node[0])))
            return true;
    }
    return false;
}

vy_status vyi_race_report(const vy_program *p, const struct vyi_race *races, uint32_t count,
                          struct vyi_report *report)
{
    struct vyi_levels levels;
    vy_status status = vyi_levels_compute(p, &levels);
    for (uint32_t i = 0, shown = 0; !status && i < count && shown < p->context->params.max_errors;
         i++) {
        if (is_covered(p, races, count, i))
            continue;
        const struct warning w = describe(p, &races[i], &levels, report);
        if (races[i].node[0] == races[i].node[1])
            report_store(&w);
        else
            report_pair(&w);
        shown++;
    }
    vyi_levels_free(p->context, &levels);
    return status;
}
