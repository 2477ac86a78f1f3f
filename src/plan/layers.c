// Waves by layers: the layer of a wave is the length of the longest chain of waves before it.
//
// A depth-first search backwards along the edges gives each wave its layer once all waves before it
// have theirs. Where waves are listed in an order in which they can run, that is one pass over
// memory. The edges are sorted by their second wave for it. A plain counting sort would write to a
// random place for every edge, and take far more than ten times as long for ten times the waves; so
// edges are first dealt to buckets of neighbouring waves, then each bucket is sorted in place, in a
// cache.
#include "plan/wave.h"

#include <stdio.h>

enum { SHIFT = 12, BUCKET = 1 << SHIFT }; ///< waves of a bucket

/// Edges by their second wave: those to wave w come from sources[ends[w - 1] … ends[w]).
struct edges {
    uint32_t waves, count, buckets;
    uint32_t *ends, *sources;
    uint16_t *low;   ///< the second wave of each edge, less the first one of its bucket
    uint32_t *layer; ///< of each wave, counted from 1; 0: not known yet
    uint32_t *heads; ///< where each bucket goes on
};

static vy_status bad_edge(vy_plan_scratch *s, const vy_wave_edge *edge, size_t index, size_t waves)
{
    char text[48] = "there are no waves";
    bool self = edge->before < waves && edge->after < waves;
    if (waves)
        snprintf(text, sizeof text, "waves go from 0 to %llu", (unsigned long long)waves - 1);
    if (self)
        vyi_complain(s->context, VYI_DIAG(WAVE_SELF), (unsigned long long)index, edge->before);
    else
        vyi_complain(s->context, VYI_DIAG(WAVE_RANGE), (unsigned long long)index, edge->before,
                     edge->after, text);
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
    e->sources = e->heads + buckets;
    e->low = (uint16_t *)(e->sources + count);
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

/// Counts the edges of each bucket. The first edge that is out of range or leads from a wave to
/// itself; the number of edges where all are good.
static size_t count_edges(const struct edges *e, const vy_wave_edge *edges)
{
    memset(e->heads, 0, e->buckets * sizeof *e->heads);
    for (size_t i = 0; i < e->count; i++) {
        uint32_t before = edges[i].before, after = edges[i].after;
        if (before >= e->waves || after >= e->waves || before == after)
            return i;
        e->heads[after >> SHIFT]++;
    }
    begin_at(e->heads, e->buckets, 0);
    return e->count;
}

/// Deals the edges to their buckets; each head is then the end of its bucket.
static void deal_edges(const struct edges *e, const vy_wave_edge *edges)
{
    for (size_t i = 0; i < e->count; i++) {
        uint32_t at = e->heads[edges[i].after >> SHIFT]++;
        e->sources[at] = edges[i].before;
        e->low[at] = (uint16_t)(edges[i].after % BUCKET);
    }
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
            uint32_t j = cursor[other]++, source = e->sources[i];
            e->low[i] = e->low[j];
            e->low[j] = other;
            e->sources[i] = e->sources[j];
            e->sources[j] = source;
        }
}

// ---- layers ----
static uint32_t first_source(const struct edges *e, uint32_t wave)
{
    return wave ? e->ends[wave - 1] : 0;
}

/// Waves whose layers are being found, each with a wave before it above it: the next edge to look
/// at, and the layer after the latest wave before it so far.
struct stack {
    uint32_t *wave, *next, *layer;
    uint32_t depth;
};

static void push(const struct edges *e, struct stack *s, uint32_t wave)
{
    e->layer[wave] = VY_WAVE_NONE; // a mark: it is on the stack
    s->wave[s->depth] = wave;
    s->next[s->depth] = first_source(e, wave);
    s->layer[s->depth++] = 1;
}

/// Finds the layer of a wave, and of all before it that have none. False where the search finds a
/// wave that is on the stack already: those above it, and it again, are a cycle.
static bool search(const struct edges *e, struct stack *s, uint32_t wave)
{
    push(e, s, wave);
    while (s->depth) {
        uint32_t top = s->depth - 1, w = s->wave[top], i = s->next[top], own = s->layer[top],
                 before = 1;
        for (; i < e->ends[w]; i++) {
            before = e->layer[e->sources[i]];
            if (!before || before == VY_WAVE_NONE)
                break;
            own = before >= own ? before + 1 : own;
        }
        s->next[top] = i;
        s->layer[top] = own;
        if (before == VY_WAVE_NONE)
            return false;
        if (before) {
            e->layer[w] = own;
            s->depth--;
        } else {
            push(e, s, e->sources[i]);
        }
    }
    return true;
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

/// One longest chain, from its end: the smallest wave of the last layer, and in each layer before
/// the smallest that leads to the one after it.
static void find_chain(const struct edges *e, const struct vyi_layers *layers, uint32_t *chain)
{
    uint32_t wave = layers->order[layers->offsets[layers->count - 1]];
    for (uint32_t l = layers->count; l > 0; l--) {
        uint32_t before = VY_WAVE_NONE;
        for (uint32_t i = first_source(e, wave); i < e->ends[wave]; i++)
            if (e->layer[e->sources[i]] == l - 1 && e->sources[i] < before)
                before = e->sources[i];
        chain[l - 1] = wave;
        wave = before;
    }
}

/// Reports the cycle that a search found, from its smallest wave on. A wave on the stack comes
/// before the one below it.
static vy_status report_cycle(vy_plan_scratch *s, const struct edges *e, const struct stack *stack)
{
    enum { SHOWN = 12 };
    char text[SHOWN * 20 + 64];
    size_t used = 0;
    uint32_t top = stack->depth - 1, again = e->sources[stack->next[top]], first = top, least;
    while (stack->wave[first] != again)
        first--;
    least = first;
    for (uint32_t i = first; i <= top; i++)
        least = stack->wave[i] < stack->wave[least] ? i : least;
    uint32_t *cycle = stack->next, length = top - first + 1; // the edges are not needed any more
    for (uint32_t i = 0, at = least; i < length; i++) {
        cycle[i] = stack->wave[at];
        at = at > first ? at - 1 : top;
    }
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
    deal_edges(&e, edges);
    for (uint32_t b = 0, from = 0; b < e.buckets; from = e.heads[b++])
        sort_bucket(&e, b, from, e.heads[b]);
    struct stack stack = {.wave = order, .next = chain, .layer = offsets};
    memset(e.layer, 0, waves * sizeof *e.layer);
    for (uint32_t w = 0; w < waves; w++)
        if (!e.layer[w] && !search(&e, &stack, w))
            return report_cycle(s, &e, &stack);
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
        return vyi_refuse_null(s ? s->context : NULL, "vy_wave_plan", s ? "groups" : "scratch",
                               "give it a place for the result");
    vy_status status = vyi_params_read(s->context, vy_wave_params, params, &p);
    if (status)
        return status;
    if (p.edge_count && !p.edges)
        return vyi_refuse_null(s->context, "vy_wave_plan", ".edges",
                               "give it the edges, or .edge_count = 0");
    s->fault = (vy_plan_fault){0};
    status = vyi_plan_layers(s, p.wave_count, p.edges, p.edge_count, &layers);
    if (status)
        return status;
    *groups = vyi_plan_groups(&layers, layers.offsets, layers.count);
    return VY_OK;
}
