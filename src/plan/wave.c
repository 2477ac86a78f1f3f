// Waves by layers: the layer of a wave is the length of the longest chain of waves before it.
//
// Kahn's algorithm, a whole layer at a time. The queue holds the waves of a layer in the order in
// which their last edge was satisfied, which depends on the order of the edges; a counting sort by
// layer over ascending waves puts that right in linear time. An edge that stands there twice is
// counted twice on both sides and does no harm.
#include "plan/wave.h"

#include <stdio.h>

enum { AHEAD = 24 }; // edges; far enough for a line to arrive from memory

/// Edges by their first wave: those of wave w are targets[starts[w - 1] … starts[w]).
struct sorted_edges {
    uint32_t *starts, *targets, *queue;
};

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

/// Counts the edges into and out of each wave; `waves` is not 0.
static vy_status count_edges(vy_plan_scratch *s, size_t waves, const vy_wave_edge *edges,
                             size_t count, uint32_t *degree, uint32_t *starts)
{
    memset(degree, 0, waves * sizeof *degree);
    memset(starts, 0, waves * sizeof *starts);
    for (size_t i = 0; i < count; i++) {
        uint32_t before = edges[i].before, after = edges[i].after;
        if (before >= waves || after >= waves || before == after)
            return bad_edge(s, &edges[i], i, waves);
        degree[after]++;
        starts[before]++;
    }
    return VY_OK;
}

/// A counting sort. Each start moves to the end of its wave while that is filled.
static void sort_edges(size_t waves, const vy_wave_edge *edges, size_t count,
                       const struct sorted_edges *sorted)
{
    uint32_t *starts = sorted->starts, *targets = sorted->targets, sum = 0;
    for (size_t w = 0; w < waves; w++) {
        uint32_t own = starts[w];
        starts[w] = sum;
        sum += own;
    }
    for (size_t i = 0; i < count; i++) {
        if (i + 2 * AHEAD < count)
            __builtin_prefetch(&starts[edges[i + 2 * AHEAD].before], 1);
        if (i + AHEAD < count)
            __builtin_prefetch(&targets[starts[edges[i + AHEAD].before]], 1);
        targets[starts[edges[i].before]++] = edges[i].after;
    }
}

/// Fills the queue layer by layer; how many waves came off.
static size_t walk(size_t waves, const struct sorted_edges *sorted, uint32_t *degree,
                   uint32_t *layers, uint32_t *layer_count)
{
    const uint32_t *starts = sorted->starts, *targets = sorted->targets;
    uint32_t *queue = sorted->queue, count = 0, first = 0, layer = 0;
    for (size_t w = 0; w < waves; w++)
        if (!degree[w])
            queue[count++] = (uint32_t)w;
    while (first < count) {
        uint32_t end = count;
        layers[layer++] = first;
        for (; first < end; first++) {
            uint32_t w = queue[first];
            uint32_t from = w ? starts[w - 1] : 0, to = starts[w];
            if (first + 4 < end)
                __builtin_prefetch(&targets[starts[queue[first + 4]]]);
            for (uint32_t i = from; i < to; i++)
                __builtin_prefetch(&degree[targets[i]], 1);
            for (uint32_t i = from; i < to; i++)
                if (!--degree[targets[i]])
                    queue[count++] = targets[i];
        }
    }
    layers[layer] = count;
    *layer_count = layer;
    return count;
}

/// Puts the waves of each layer in ascending order. The degrees become the layers.
static void sort_layers(size_t waves, const uint32_t *queue, uint32_t *degree, uint32_t *layers,
                        uint32_t count, uint32_t *order)
{
    for (uint32_t l = 0; l < count; l++)
        for (uint32_t i = layers[l]; i < layers[l + 1]; i++)
            degree[queue[i]] = l;
    for (size_t w = 0; w < waves; w++)
        order[layers[degree[w]]++] = (uint32_t)w;
    // Each start has moved to the end of its layer, which is the start of the next one.
    memmove(layers + 1, layers, count * sizeof *layers);
    layers[0] = 0;
}

/// One longest chain, from its end: the smallest wave of the last layer, and in each layer before
/// the smallest that leads to the one after it. Looks at no edge twice.
static void find_chain(const struct sorted_edges *sorted, const uint32_t *order,
                       const uint32_t *layers, uint32_t count, uint32_t *chain)
{
    const uint32_t *starts = sorted->starts, *targets = sorted->targets;
    uint32_t next = order[layers[count - 1]];
    chain[count - 1] = next;
    for (uint32_t l = count - 1; l-- > 0;) {
        bool found = false;
        for (uint32_t i = layers[l]; !found && i < layers[l + 1]; i++) {
            uint32_t w = order[i];
            for (uint32_t t = w ? starts[w - 1] : 0; !found && t < starts[w]; t++)
                found = targets[t] == next;
            chain[l] = w;
        }
        next = chain[l];
    }
}

/// Tells one cycle. What is left over leads into one: each such wave has a wave before it that is
/// left over too, and going backwards long enough ends in a circle.
static vy_status tell_cycle(vy_plan_scratch *s, size_t waves, const vy_wave_edge *edges,
                            size_t count, const uint32_t *degree)
{
    enum { SHOWN = 12 };
    uint32_t *from = s->rooms[VYI_ROOM_ORDER].at, *cycle = s->rooms[VYI_ROOM_CHAIN].at;
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
                          struct vyi_layers *layers)
{
    vy_status status = vyi_plan_count(s, waves, "waves");
    if (!status)
        status = vyi_plan_count(s, count, "edges");
    if (status)
        return status;
    if (!waves && count)
        return bad_edge(s, edges, 0, waves);
    uint32_t *order = vyi_plan_room(s, VYI_ROOM_ORDER, waves, sizeof *order);
    uint32_t *offsets = order ? vyi_plan_room(s, VYI_ROOM_LAYERS, waves + 1, sizeof *order) : NULL;
    uint32_t *chain = offsets ? vyi_plan_room(s, VYI_ROOM_CHAIN, waves, sizeof *order) : NULL;
    uint32_t *degree = chain ? vyi_plan_room(s, VYI_ROOM_DEGREE, waves, sizeof *order) : NULL;
    uint32_t *work =
        degree ? vyi_plan_room(s, VYI_ROOM_WORK, 2 * waves + count, sizeof *order) : NULL;
    if (!work)
        return VY_ERROR_MEMORY;
    struct sorted_edges sorted = {work, work + 2 * waves, work + waves};
    uint32_t found = 0;
    offsets[0] = 0;
    if (waves) {
        status = count_edges(s, waves, edges, count, degree, sorted.starts);
        if (status)
            return status;
        sort_edges(waves, edges, count, &sorted);
        if (walk(waves, &sorted, degree, offsets, &found) < waves)
            return tell_cycle(s, waves, edges, count, degree);
        sort_layers(waves, sorted.queue, degree, offsets, found, order);
        find_chain(&sorted, order, offsets, found, chain);
    }
    *layers =
        (struct vyi_layers){.order = order, .offsets = offsets, .chain = chain, .count = found};
    return VY_OK;
}

vy_status vy_wave_plan(vy_plan_scratch *s, const vy_wave_params *params, vy_wave_groups *groups)
{
    vy_wave_params p = params ? *params : vy_wave_defaults();
    struct vyi_layers layers;
    uint32_t widest = 0;
    if (!s || !groups)
        return vyi_refuse_null(s ? s->context : NULL, "vy_wave_plan()", s ? "groups" : "scratch",
                               "give it a place for the result");
    if (p.edge_count && !p.edges)
        return vyi_refuse_null(s->context, "vy_wave_plan()", ".edges",
                               "give it the edges, or .edge_count = 0");
    s->fault = (vy_plan_fault){0};
    vy_status status = vyi_plan_layers(s, p.wave_count, p.edges, p.edge_count, &layers);
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
