// Waves by layers: the layer of a wave is the length of the longest chain of waves before it.
//
// Where all edges lead to larger numbers one pass finds them, see forward.c, else walk.c does. A
// counting sort by layer over ascending waves then puts them in order, so that nothing depends on
// the order of the edges.
#include "plan/wave.h"

#include <stdio.h>

static const char *last_wave(size_t waves, char text[48])
{
    if (waves)
        snprintf(text, 48, "waves go from 0 to %llu", (unsigned long long)waves - 1);
    else
        snprintf(text, 48, "there are no waves");
    return text;
}

static vy_status bad_edge(vy_plan_scratch *s, const vy_wave_edge *edge, size_t index, size_t waves)
{
    char text[48];
    bool self = edge->before < waves && edge->after < waves;
    if (self)
        vyi_complain(s->context, VYI_DIAG(WAVE_SELF), (unsigned long long)index, edge->before);
    else
        vyi_complain(s->context, VYI_DIAG(WAVE_RANGE), (unsigned long long)index, edge->before,
                     edge->after, last_wave(waves, text));
    return vyi_plan_fail(s, (vy_plan_fault){.kind = self ? VY_PLAN_FAULT_SELF : VY_PLAN_FAULT_RANGE,
                                            .edge = index,
                                            .before = edge->before,
                                            .after = edge->after});
}

void vyi_plan_layers_begin(const struct vyi_layers *layers)
{
    memmove(layers->offsets + 1, layers->offsets, layers->count * sizeof *layers->offsets);
    layers->offsets[0] = 0;
}

/// Puts the waves of each layer in ascending order.
static void sort_layers(size_t waves, const struct vyi_layers *layers, uint32_t *order)
{
    uint32_t *offsets = layers->offsets;
    for (size_t w = 0; w < waves; w++)
        order[offsets[vyi_plan_layer(layers->of, layers->width, w)]++] = (uint32_t)w;
    vyi_plan_layers_begin(layers);
}

/// One longest chain, from its end: the smallest wave of the last layer, and in each layer before
/// the smallest that leads to the one after it. Looks at no edge twice.
static void find_chain(const struct vyi_edges *e, const struct vyi_layers *layers, uint32_t *chain)
{
    const uint32_t *ends = e->ends, *targets = e->targets, *order = layers->order;
    uint32_t next = order[layers->offsets[layers->count - 1]];
    chain[layers->count - 1] = next;
    for (uint32_t l = layers->count - 1; l-- > 0;) {
        bool found = false;
        for (uint32_t i = layers->offsets[l]; !found && i < layers->offsets[l + 1]; i++) {
            uint32_t w = order[i];
            for (uint32_t t = w ? ends[w - 1] : 0; !found && t < ends[w]; t++)
                found = targets[t] == next;
            chain[l] = w;
        }
        next = chain[l];
    }
}

/// The same where each wave knows which one it comes from.
static void follow_chain(const struct vyi_edges *e, uint32_t count, uint32_t *chain)
{
    enum { AHEAD = 256 }; // waves: where edges are short, so are the steps
    uint32_t next = e->last;
    for (uint32_t l = count; l-- > 0;) {
        __builtin_prefetch(&e->from[next > AHEAD ? next - AHEAD : 0]);
        chain[l] = next;
        next = e->from[next];
    }
}

/// Tells one cycle. What is left over leads into one: each such wave has a wave before it that is
/// left over too, and going backwards long enough ends in a circle.
static vy_status tell_cycle(vy_plan_scratch *s, size_t waves, const vy_wave_edge *edges,
                            size_t count, const uint32_t *degree)
{
    enum { SHOWN = 12 };
    uint32_t *from = s->rooms[VYI_ROOM_ORDER].at, *cycle = from + waves;
    uint32_t at = VY_WAVE_NONE, least, length = 1;
    char text[SHOWN * 20 + 64];
    size_t used = 0;
    memset(from, 0xff, waves * sizeof *from);
    for (size_t i = 0; i < count; i++) {
        uint32_t before = edges[i].before, after = edges[i].after;
        if (degree[before] && degree[after] && before < from[after])
            from[after] = before;
    }
    for (size_t w = waves; w-- > 0;)
        if (degree[w])
            at = (uint32_t)w;
    for (size_t i = 0; i < waves; i++)
        at = from[at];
    least = at;
    for (uint32_t w = from[at]; w != at; w = from[w]) {
        length++;
        least = w < least ? w : least;
    }
    cycle[0] = at = least;
    for (uint32_t i = length; i-- > 1;)
        cycle[i] = at = from[at];
    for (uint32_t i = 0; i < length && i < SHOWN; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%u before ", cycle[i]);
    if (length > SHOWN)
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%u more before ", length - SHOWN);
    snprintf(text + used, sizeof text - used, "%u", cycle[0]);
    vyi_complain(s->context, VYI_DIAG(WAVE_CYCLE), text);
    return vyi_plan_fail(
        s, (vy_plan_fault){.kind = VY_PLAN_FAULT_CYCLE, .cycle = cycle, .cycle_count = length});
}

vy_status vyi_plan_layers(vy_plan_scratch *s, size_t waves, const vy_wave_edge *edges, size_t count,
                          bool sort, struct vyi_layers *layers)
{
    vy_status status = vyi_plan_count(s, waves, "waves");
    if (!status)
        status = vyi_plan_count(s, count, "edges");
    if (status)
        return status;
    if (!waves && count)
        return bad_edge(s, edges, 0, waves);
    uint32_t *order = vyi_plan_room(s, VYI_ROOM_ORDER, waves + 1, 2 * sizeof *order);
    uint32_t *offsets = order ? vyi_plan_room(s, VYI_ROOM_LAYERS, waves + 1, sizeof *order) : NULL;
    struct vyi_edges e;
    if (!offsets)
        return VY_ERROR_MEMORY;
    uint32_t *chain = order + waves;
    *layers = (struct vyi_layers){.order = order, .offsets = offsets, .chain = chain};
    offsets[0] = 0;
    if (!waves)
        return VY_OK;
    status = vyi_plan_edges_room(s, waves, count, &e);
    if (status)
        return status;
    size_t bad = vyi_plan_edges_check(&e, edges);
    if (bad < count)
        return bad_edge(s, &edges[bad], bad, waves);
    if (e.forward)
        vyi_plan_forward(&e, offsets, &layers->count);
    else if (vyi_plan_walk(&e, edges, offsets, &layers->count) < waves)
        return tell_cycle(s, waves, edges, count, e.degree);
    layers->of = e.degree;
    layers->width = e.width;
    if (sort || !e.forward)
        sort_layers(waves, layers, order);
    if (e.forward)
        follow_chain(&e, layers->count, chain);
    else
        find_chain(&e, layers, chain);
    return VY_OK;
}

vy_status vy_wave_plan(vy_plan_scratch *s, const vy_wave_params *params, vy_wave_groups *groups)
{
    vy_wave_params p = vy_wave_defaults();
    struct vyi_layers layers;
    uint32_t widest = 0;
    if (!s || !groups)
        return vyi_refuse_null(s ? s->context : NULL, "vy_wave_plan", s ? "groups" : "scratch",
                               "give it a place for the result");
    vy_status status = vyi_params_read(s->context, vy_wave_params, params, &p);
    if (status)
        return status;
    if (p.edge_count && !p.edges)
        return vyi_refuse_null(s->context, "vy_wave_plan", ".edges",
                               "give it the edges, or .edge_count = 0");
    s->fault = (vy_plan_fault){0};
    status = vyi_plan_layers(s, p.wave_count, p.edges, p.edge_count, true, &layers);
    if (status)
        return status;
    for (uint32_t l = 0; l < layers.count; l++) {
        uint32_t width = layers.offsets[l + 1] - layers.offsets[l];
        widest = width > widest ? width : widest;
    }
    *groups = (vy_wave_groups){.order = layers.order,
                               .offsets = layers.offsets,
                               .wave_count = (uint32_t)p.wave_count,
                               .group_count = layers.count,
                               .barriers = layers.count ? layers.count - 1 : 0,
                               .widest = widest,
                               .chain = layers.chain,
                               .chain_count = layers.count};
    return VY_OK;
}
