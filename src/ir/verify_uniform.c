// Reports of the uniformity analysis: each barrier or collective that not all of its scope
// reach, with the way from there to the value that differs.
#include "ir/uniform.h"
#include "ir/verify.h"

#include <stdio.h>

enum { MAX_NOTES = 14, TAIL_NOTES = 4 };

/// The parts of a grid between which a value of a level differs, and what a limit is called.
static const char *const between[] = {"", "workgroups", "subgroups", "invocations"};
static const char *const within[] = {"grid", "workgroup", "subgroup"};

// ---- notes ----
#define NOTE(ref, ...) vyi_report_note(r, g->p->pos.at[ref], 0, __VA_ARGS__)

/// What varies by itself, at the end of the way.
static void note_source(struct vyi_report *r, const struct vyi_graph *g, const struct vyi_dep *d)
{
    const vy_program *p = g->p;
    const struct vyi_node *n = &p->nodes.at[d->source];
    char name[48], what[160], local[80], assigned[120] = "";
    const char *parts = between[d->level];
    switch (n->op) {
    case VYI_OP_ID: {
        const struct vyi_id_info *id = vyi_id_info(n->x / 4);
        snprintf(what, sizeof what, "%s%.*s differs between %s", id->spelling,
                 id->components == 1 ? 0 : 2, &".x.y.z"[2 * (n->x % 4)], parts);
        break;
    }
    case VYI_OP_LOAD:
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT:
        snprintf(what, sizeof what, "'%.63s' can be written, so what is loaded from it may differ",
                 p->buffers.at[n->x].name);
        break;
    case VYI_OP_EACH:
        snprintf(what, sizeof what, "each invocation has its own elements of this 'each'");
        break;
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN:
    case VYI_OP_SHUFFLE:
        snprintf(what, sizeof what, "%s gives each invocation its own value",
                 vyi_node_name(n, name));
        break;
    default:
        snprintf(what, sizeof what, "what %s gives differs between %s", vyi_node_name(n, name),
                 parts);
        break;
    }
    if (d->kind == VYI_DEP_LOCAL && n->op != VYI_OP_EACH)
        snprintf(assigned, sizeof assigned, "%s is assigned here; ",
                 vyi_local_text(p, d->ref, local));
    NOTE(d->source, "%s%s", assigned, what);
}

/// How a local came to vary: through the statement of an edge.
static void note_local(struct vyi_report *r, const struct vyi_graph *g, const struct vyi_dep *d,
                       const struct vyi_dep_edge *e)
{
    const struct vyi_dep *from = &g->nodes.at[e->from];
    char to_text[80], from_text[80];
    const char *to = vyi_local_text(g->p, d->ref, to_text);
    if (g->p->nodes.at[e->ref].op == VYI_OP_FOR)
        NOTE(e->ref, "%s is the index of this loop", to);
    else if (from->kind == VYI_DEP_LOCAL)
        NOTE(e->ref, "%s is assigned here from %s", to, vyi_local_text(g->p, from->ref, from_text));
    else
        NOTE(e->ref, "%s is assigned here", to);
}

static void note_loop(struct vyi_report *r, const struct vyi_graph *g, const struct vyi_dep *d,
                      const struct vyi_dep_edge *e)
{
    uint8_t op = g->p->nodes.at[e->ref].op;
    const char *loop = vyi_op_info(g->p->nodes.at[d->ref].op)->spelling;
    bool exit = e->ref != d->ref && vyi_op_info(op)->flags & VYI_FLAG_EXIT;
    if (!exit) {
        NOTE(d->ref, "stands in this '%s', which not all run equally often", loop);
        return;
    }
    NOTE(d->ref, "stands in this '%s'", loop);
    NOTE(e->ref, "where only some invocations take this '%s'", vyi_op_info(op)->spelling);
}

/// One step of the way, none for joints without a line.
static void note_step(struct vyi_report *r, const struct vyi_graph *g, const struct vyi_dep *d,
                      const struct vyi_dep_edge *e)
{
    switch (d->kind) {
    case VYI_DEP_LOCAL: note_local(r, g, d, e); break;
    case VYI_DEP_IF: NOTE(d->ref, "stands under this 'if'"); break;
    case VYI_DEP_LAZY:
        NOTE(d->ref,
             g->p->nodes.at[d->ref].op == VYI_OP_ASSERT ? "is computed only where this '%s' fails"
                                                        : "stands on the right of this '%s'",
             vyi_op_info(g->p->nodes.at[d->ref].op)->spelling);
        break;
    case VYI_DEP_LOOP: note_loop(r, g, d, e); break;
    case VYI_DEP_LEFT:
        if (e->ref == d->ref && g->nodes.at[e->from].kind != VYI_DEP_LEFT)
            NOTE(d->ref, "comes after this place, where some leave the block");
        break;
    case VYI_DEP_GONE:
        if (d->ref && g->nodes.at[e->from].kind != VYI_DEP_GONE)
            NOTE(d->ref, "some invocations return here");
        break;
    default: break;
    }
}

/// The way from a node to what made it vary. Long ways lose their middle.
static void explain(struct vyi_report *r, const struct vyi_graph *g, uint32_t node)
{
    uint32_t steps = 0, at = 0;
    for (uint32_t n = node; g->nodes.at[n].by; n = g->edges.at[g->nodes.at[n].by - 1].from)
        steps++;
    for (; g->nodes.at[node].by; at++) {
        const struct vyi_dep *d = &g->nodes.at[node];
        const struct vyi_dep_edge *e = &g->edges.at[d->by - 1];
        if (r->pending.count < MAX_NOTES - TAIL_NOTES || steps - at < TAIL_NOTES)
            note_step(r, g, d, e);
        node = e->from;
    }
    // the last of the way: flows that vary by themselves or by a source in their condition
    const struct vyi_dep *last = &g->nodes.at[node];
    if (last->kind == VYI_DEP_IF || last->kind == VYI_DEP_LAZY || last->kind == VYI_DEP_LOOP)
        note_step(r, g, last, &(struct vyi_dep_edge){0});
    note_source(r, g, last);
}

// ---- what was needed ----
static void unmet(struct vyi_report *r, const struct vyi_graph *g, const struct vyi_need *need)
{
    static const char *const copied[] = {"the first index", "the second index", "the count"};
    const struct vyi_node *n = &g->p->nodes.at[need->ref];
    uint32_t pos = g->p->pos.at[need->ref];
    const char *scope = within[need->limit];
    char name[48];
    if (r->context->params.diag && r->errors < r->context->params.max_errors)
        explain(r, g, need->node);
    switch (need->kind) {
    case VYI_NEED_BARRIER:
        vyi_report(r, pos, 0, VYI_DIAG(BARRIER_DIVERGENT), scope, scope, scope, scope);
        break;
    case VYI_NEED_COLLECTIVE:
        vyi_report(r, pos, 0, VYI_DIAG(COLLECTIVE_DIVERGENT), vyi_node_name(n, name), scope);
        break;
    case VYI_NEED_OPERAND:
        vyi_report(r, pos, 0, VYI_DIAG(COLLECTIVE_OPERAND),
                   n->op == VYI_OP_ASYNC_COPY ? copied[need->which] : "the index",
                   vyi_node_name(n, name), scope, scope, scope);
        break;
    case VYI_NEED_FIXPOINT: vyi_report(r, pos, 0, VYI_DIAG(FIXPOINT_DIVERGENT)); break;
    case VYI_NEED_BOUND:
        vyi_report(r, pos, 0, VYI_DIAG(FIXPOINT_BOUND), need->which ? "the upper" : "the lower");
        break;
    case VYI_NEED_EACH: vyi_report(r, pos, 0, VYI_DIAG(EACH_DIVERGENT)); break;
    default: vyi_report(r, pos, 0, VYI_DIAG(EACH_AFTER_RETURN)); break;
    }
}

/// Whether some node must be reached by several invocations together.
static bool needs_any(const vy_program *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        uint8_t op = p->nodes.at[i].op;
        if (vyi_op_info(op)->flags & VYI_FLAG_COLLECTIVE || op == VYI_OP_EACH ||
            op == VYI_OP_FIXPOINT)
            return true;
    }
    return false;
}

vy_status vyi_levels_check(const vy_program *p, struct vyi_report *report)
{
    struct vyi_graph g = {.p = p};
    if (!needs_any(p))
        return VY_OK;
    bool good = vyi_graph_build(&g);
    for (uint32_t i = 0; good && i < g.needs.count; i++)
        if (g.nodes.at[g.needs.at[i].node].level > g.needs.at[i].limit)
            unmet(report, &g, &g.needs.at[i]);
    vyi_graph_free(&g);
    return good ? VY_OK : VY_ERROR_MEMORY;
}
