// Waves by layers: the layer of a wave is the length of the longest chain of waves before it.
//
// Waves are listed once all waves before them are. A layer is followed by those that its last edges
// set free, so the waves to look at next are known, and the memory of their edges is fetched ahead:
// a search along the edges would wait for it at each wave of a list that is in no order.
//
// The edges are sorted by their first wave for it. A plain counting sort would write to a random
// place for every edge, and take far more than ten times as long for ten times the waves; so edges
// are first dealt to buckets of neighbouring waves, then each bucket is sorted in place, in a
// cache.
#include "plan/wave.h"

#include <stdio.h>

enum { SHIFT = 12, BUCKET = 1 << SHIFT }; ///< waves of a bucket

/// Edges by their first wave: those from wave w lead to targets[ends[w - 1] … ends[w]).
struct edges {
    uint32_t waves, count, buckets;
    uint32_t *ends, *targets;
    uint16_t *low;   ///< the first wave of each edge, less the first one of its bucket
    uint32_t *layer; ///< of each wave, counted from 1; before: the edges from waves not listed yet
    uint32_t *heads; ///< where each bucket goes on
};

static vy_status bad_edge(vy_plan_scratch *s, const vy_wave_edge *edge, size_t index, size_t waves)
{
    char text[48] = "there are no waves";
    bool self = edge->before < waves && edge->after < waves;
    if (waves)
        snprintf(text, sizeof text, "waves go from 0 to %llu", ULL(waves) - 1);
    if (self)
        vyi_complain(s->context, VYI_DIAG(WAVE_SELF), ULL(index), edge->before);
    else
        vyi_complain(s->context, VYI_DIAG(WAVE_RANGE), ULL(index), edge->before, edge->after, text);
    return vyi_plan_fail(s, (vy_plan_fault){.kind = self ? VY_PLAN_FAULT_SELF : VY_PLAN_FAULT_RANGE,
                                            .edge = index,
                                            .before = edge->before,
                                            .after = edge->after});
}

// ---- sorting the edges ----
/// All sizes grow with waves and edges, so that a scratch that does for a plan does for smaller
/// ones.
static vy_status edges_room(vy_plan_scratch *s, size_t waves, size_t count, struct edges *e)
{
    size_t buckets = ((waves - 1) >> SHIFT) + 1;
    size_t bytes = (waves + buckets + count) * sizeof *e->ends + count * sizeof *e->low;
    *e = (struct edges){
        .waves = (uint32_t)waves, .count = (uint32_t)count, .buckets = (uint32_t)buckets};
    e->layer = vyi_plan_room(s, VYI_ROOM_LAYER, waves, sizeof *e->layer);
    e->ends = e->layer ? vyi_plan_room(s, VYI_ROOM_WORK, bytes, 1) : NULL;
    if (!e->ends)
        return VY_ERROR_MEMORY;
    e->heads = e->ends + waves;
    e->targets = e->heads + buckets;
    e->low = (uint16_t *)(e->targets + count);
    return VY_OK;
}

/// Turns counts into where each begins.
static void begin_at(uint32_t *counts, uint32_t count, uint32_t sum)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own = counts[i];
        counts[i] = sum;
        sum += own;
    }
}

/// Counts the edges of each bucket and those to each wave. The first edge that is out of range or
/// leads from a wave to itself; the number of edges where all are good.
static size_t count_edges(const struct edges *e, const vy_wave_edge *edges)
{
    memset(e->heads, 0, e->buckets * sizeof *e->heads);
    memset(e->layer, 0, e->waves * sizeof *e->layer);
    for (size_t i = 0; i < e->count; i++) {
        uint32_t before = edges[i].before, after = edges[i].after;
        if (before >= e->waves || after >= e->waves || before == after)
            return i;
        e->heads[before >> SHIFT]++;
        e->layer[after]++;
    }
    begin_at(e->heads, e->buckets, 0);
    return e->count;
}

/// Sorts the edges from … to, all of one bucket: an edge at the wrong place changes places with the
/// one where it belongs, until the right one comes.
static void sort_bucket(const struct edges *e, uint32_t bucket, uint32_t from, uint32_t to)
{
    uint32_t cursor[BUCKET] = {0}, *ends = e->ends + ((size_t)bucket << SHIFT);
    uint32_t waves = e->waves - (bucket << SHIFT);
    for (uint32_t i = from; i < to; i++)
        cursor[e->low[i]]++;
    begin_at(cursor, BUCKET, from);
    for (uint32_t w = 0; w < BUCKET && w < waves; w++)
        ends[w] = w + 1 < BUCKET ? cursor[w + 1] : to;
    for (uint32_t w = 0; w < BUCKET && w < waves; w++)
        for (uint32_t i; (i = cursor[w]) < ends[w];) {
            uint16_t other = e->low[i];
            uint32_t j = cursor[other]++, target = e->targets[i];
            e->low[i] = e->low[j];
            e->low[j] = other;
            e->targets[i] = e->targets[j];
            e->targets[j] = target;
        }
}

// ---- layers ----
static uint32_t first_target(const struct edges *e, uint32_t wave)
{
    return wave ? e->ends[wave - 1] : 0;
}

/// Lists the waves layer by layer, each once all waves before it are listed, and gives them their
/// layers; the number of waves that are not on a cycle, nor after one.
static uint32_t find_layers(const struct edges *e, uint32_t *list)
{
    enum { AHEAD = 32 };
    uint32_t count = 0, layer = 1;
    for (uint32_t w = 0; w < e->waves; w++)
        if (!e->layer[w])
            list[count++] = w;
    for (uint32_t at = 0; at < count; layer++)
        for (uint32_t end = count; at < end; at++) {
            if (at + 2 * AHEAD < count)
                __builtin_prefetch(&e->ends[list[at + 2 * AHEAD]]);
            if (at + AHEAD < count)
                __builtin_prefetch(&e->targets[first_target(e, list[at + AHEAD])]);
            for (uint32_t i = first_target(e, list[at]); i < e->ends[list[at]]; i++)
                if (!--e->layer[e->targets[i]])
                    list[count++] = e->targets[i];
            e->layer[list[at]] = layer;
        }
    return count;
}

/// Puts the waves in order, by layer and then by number; the number of layers.
static uint32_t sort_layers(const struct edges *e, uint32_t *order, uint32_t *offsets)
{
    uint32_t layers = 0;
    for (uint32_t w = 0; w < e->waves; w++)
        layers = e->layer[w] > layers ? e->layer[w] : layers;
    memset(offsets, 0, (layers + 1) * sizeof *offsets);
    for (uint32_t w = 0; w < e->waves; w++)
        offsets[e->layer[w]]++;
    begin_at(offsets, layers + 1, 0);
    // Each layer moves on to its end, which is where the next one begins.
    for (uint32_t w = 0; w < e->waves; w++)
        order[offsets[e->layer[w]]++] = w;
    return layers;
}

static bool leads_to(const struct edges *e, uint32_t wave, uint32_t other)
{
    for (uint32_t i = first_target(e, wave); i < e->ends[wave]; i++)
        if (e->targets[i] == other)
            return true;
    return false;
}

/// One longest chain, from its end: the smallest wave of the last layer, and in each layer before
/// the smallest that leads to the one after it.
static void find_chain(const struct edges *e, const struct vyi_layers *layers, uint32_t *chain)
{
    uint32_t at = layers->offsets[layers->count - 1];
    for (uint32_t l = layers->count; l-- > 0;) {
        chain[l] = layers->order[at];
        for (at = l ? layers->offsets[l - 1] : at; l && !leads_to(e, layers->order[at], chain[l]);)
            at++;
    }
}

/// Reports one cycle, from its smallest wave on. Each wave that is not among the `count` of `list`
/// has one of these before it, so that a walk backwards comes to a cycle.
static vy_status report_cycle(vy_plan_scratch *s, const struct edges *e, const vy_wave_edge *edges,
                              const uint32_t *list, uint32_t count, uint32_t *previous,
                              uint32_t *cycle)
{
    enum { SHOWN = 12 };
    char text[SHOWN * 20 + 64];
    size_t used = 0;
    uint32_t wave = 0, length = 1;
    for (uint32_t i = 0; i < count; i++)
        e->layer[list[i]] = 0;
    for (uint32_t i = 0; i < e->count; i++)
        if (e->layer[edges[i].before] && e->layer[edges[i].after])
            wave = edges[i].after, previous[wave] = edges[i].before;
    for (; e->layer[wave]; wave = previous[wave])
        e->layer[wave] = 0;
    uint32_t least = wave;
    for (uint32_t w = previous[wave]; w != wave; w = previous[w], length++)
        least = w < least ? w : least;
    for (uint32_t i = length, w = least; i > 0; w = previous[w])
        cycle[i-- % length] = w;
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
                          struct vyi_layers *layers)
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
    struct edges e;
    if (!offsets)
        return VY_ERROR_MEMORY;
    uint32_t *chain = order + waves;
    *layers = (struct vyi_layers){.order = order, .offsets = offsets, .chain = chain};
    offsets[0] = 0;
    if (!waves)
        return VY_OK;
    status = edges_room(s, waves, count, &e);
    if (status)
        return status;
    size_t bad = count_edges(&e, edges);
    if (bad < count)
        return bad_edge(s, &edges[bad], bad, waves);
    // Dealt to their buckets; each head is then the end of its bucket.
    for (size_t i = 0; i < count; i++) {
        uint32_t at = e.heads[edges[i].before >> SHIFT]++;
        e.targets[at] = edges[i].after;
        e.low[at] = (uint16_t)(edges[i].before % BUCKET);
    }
    for (uint32_t b = 0, from = 0; b < e.buckets; from = e.heads[b++])
        sort_bucket(&e, b, from, e.heads[b]);
    uint32_t listed = find_layers(&e, order);
    if (listed < waves)
        return report_cycle(s, &e, edges, order, listed, chain, offsets);
    layers->count = sort_layers(&e, order, offsets);
    find_chain(&e, layers, chain);
    return VY_OK;
}

vy_wave_groups vyi_plan_groups(const struct vyi_layers *layers, const uint32_t *offsets,
                               uint32_t count)
{
    vy_wave_groups groups = {.order = layers->order,
                             .offsets = offsets,
                             .wave_count = layers->offsets[layers->count],
                             .group_count = count,
                             .barriers = count ? count - 1 : 0,
                             .chain = layers->chain,
                             .chain_count = layers->count};
    for (uint32_t g = 0; g < count; g++)
        if (offsets[g + 1] - offsets[g] > groups.widest)
            groups.widest = offsets[g + 1] - offsets[g];
    return groups;
}

vy_status vy_wave_plan(vy_plan_scratch *s, const vy_wave_params *params, vy_wave_groups *groups)
{
    vy_wave_params p = vy_wave_defaults();
    struct vyi_layers layers;
    if (!s || !groups)
        return vyi_refuse_null(s ? s->context : NULL, s ? "groups" : "scratch",
                               "give it a place for the result");
    vy_status status = vyi_params_read(s->context, vy_wave_params, params, &p);
    if (status)
        return status;
    if (p.edge_count && !p.edges)
        return vyi_refuse_null(s->context, ".edges", "give it the edges, or .edge_count = 0");
    s->fault = (vy_plan_fault){0};
    status = vyi_plan_layers(s, p.wave_count, p.edges, p.edge_count, &layers);
    if (status)
        return status;
    *groups = vyi_plan_groups(&layers, layers.offsets, layers.count);
    return VY_OK;
}
