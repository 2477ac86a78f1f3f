// Frontier memory: layers of waves, split so that each group fits a budget, and the sums of each
// group.
//
// Next-fit in wave order is what the plan is defined by: a wave that does not fit on top of the
// current group begins the next one. Every wave is first held against the budget alone, because
// a wave that comes second in its layer would otherwise begin a group that is over the budget.
//
// A buffer is there from the first group with a wave that uses it until the last such group is
// done. So what a group costs depends on the groups before it, and a wave adds only those of its
// buffers that are not there yet. Each use is looked at once when its wave is placed and once when
// its group is closed.
#include "plan/ranges.h"
#include "plan/wave.h"

#include <stdio.h>
#include <stdlib.h>

/// A frontier plan while its layers are split into groups.
struct split {
    vy_plan_scratch *scratch;
    const vy_frontier_params *params;
    vy_wave_cost cost;
    uint64_t available;
    uint32_t *order;
    uint32_t *offsets; ///< groups + 1 of them are set
    uint32_t groups;
    vy_frontier_group *detail; ///< a record a group: `wave` and `required` of a cut, and `live`
};

/// Where the largest number is not enough, none is meant to be.
static const char no_budget[] = "look for a size that went below zero";

/// Reports that a sum does not fit 64 bits.
static vy_status overflow(struct split *s, const char *field, uint32_t wave)
{
    vyi_complain(s->scratch->context, VYI_DIAG(WAVE_OVERFLOW), field, wave);
    return vyi_plan_fail(
        s->scratch, (vy_plan_fault){.kind = VY_PLAN_FAULT_OVERFLOW, .wave = wave, .field = field});
}

/// What a wave costs; NULL, or the field that overflows.
static const char *cost_of(const vy_wave_cost *by, const vy_wave *wave, uint64_t *cost)
{
    uint64_t frontier, scratch, output;
    if (!vyi_mul(wave->scratch, by->scratch, &scratch))
        return "fused wave scratch bytes";
    if (!vyi_mul(wave->frontier, by->frontier, &frontier))
        return "fused wave frontier bytes";
    if (!vyi_mul(wave->output, by->output, &output))
        return "fused wave output bytes";
    return vyi_add(frontier, scratch, cost) && vyi_add(*cost, output, cost) ? NULL
                                                                            : "fused wave bytes";
}

/// What a wave costs, known not to overflow.
static uint64_t known_cost(const struct split *s, uint32_t wave)
{
    const vy_wave *w = &s->params->waves[wave];
    return w->frontier * s->cost.frontier + w->scratch * s->cost.scratch +
           w->output * s->cost.output;
}

/// The wave at a place of the order. In a list of no order the next ones lie anywhere, so their
/// memory is fetched ahead.
static uint32_t wave_at(const struct split *s, uint32_t i)
{
    enum { AHEAD = 16 };
    if (i + AHEAD < s->params->wave_count)
        __builtin_prefetch(&s->params->waves[s->order[i + AHEAD]]);
    return s->order[i];
}

/// Reports that a wave alone is over the budget.
static vy_status over_budget(struct split *s, uint32_t wave, uint64_t required)
{
    if (s->params->budget == VY_BUDGET_NONE)
        return overflow(s, "resident graph and wave bytes", wave); // no budget to raise
    char fix[80];
    snprintf(fix, sizeof fix, "raise the budget by %llu", ULL(required - s->available));
    bool enough = required <= UINT64_MAX - s->params->graph_bytes;
    vyi_complain(s->scratch->context, VYI_DIAG(WAVE_BUDGET), wave, ULL(required),
                 required == 1 ? "" : "s", ULL(s->available), enough ? fix : no_budget);
    return vyi_plan_fail(s->scratch, (vy_plan_fault){.kind = VY_PLAN_FAULT_WAVE_BUDGET,
                                                     .wave = wave,
                                                     .required = required,
                                                     .available = s->available});
}

/// Holds every wave against the budget alone.
static vy_status check_waves(struct split *s)
{
    for (uint32_t w = 0; w < s->params->wave_count; w++) {
        uint64_t cost;
        const char *field = cost_of(&s->cost, &s->params->waves[w], &cost);
        if (field)
            return overflow(s, field, w);
        if (cost > s->available)
            return over_budget(s, w, cost);
    }
    return VY_OK;
}

/// The budget that the resident graph leaves.
static vy_status check_budget(struct split *s)
{
    const vy_frontier_params *p = s->params;
    s->available = p->budget - p->graph_bytes;
    if (p->graph_bytes <= p->budget)
        return VY_OK;
    char fix[80];
    if (p->graph_bytes < UINT64_MAX)
        snprintf(fix, sizeof fix, "raise the budget to more than %llu", ULL(p->graph_bytes));
    vyi_complain(s->scratch->context, VYI_DIAG(WAVE_GRAPH), ULL(p->graph_bytes), ULL(p->budget),
                 p->graph_bytes < UINT64_MAX ? fix : no_budget);
    return vyi_plan_fail(s->scratch, (vy_plan_fault){.kind = VY_PLAN_FAULT_GRAPH_BUDGET,
                                                     .required = p->graph_bytes,
                                                     .available = p->budget});
}

/// Begins a group at order[at] with `wave`, which would have brought the one before to `required`.
static void open_group(struct split *s, uint32_t at, uint32_t wave, uint64_t required)
{
    s->detail[s->groups] = (vy_frontier_group){.required = required, .wave = wave};
    s->offsets[s->groups++] = at;
}

// ---- groups ----
struct live {
    struct split *s;
    uint32_t *starts, *buffers; ///< those of wave w are buffers[starts[w - 1] … starts[w]); or NULL
    uint32_t *left;             ///< uses of a buffer that are still to come
    uint8_t *there;
    uint64_t bytes; ///< of the buffers that are there, those of the open group included
    uint64_t own;   ///< cost of the waves of the open group
};

/// Sorts the uses by wave.
static vy_status sort_uses(struct live *l)
{
    const vy_frontier_params *p = l->s->params;
    size_t waves = p->wave_count, count = p->use_count, sum = 0;
    size_t words = waves + count + p->buffer_count;
    l->starts = vyi_plan_room(l->s->scratch, VYI_ROOM_USES,
                              words * sizeof *l->starts + p->buffer_count, sizeof(uint8_t));
    if (!l->starts)
        return VY_ERROR_MEMORY;
    l->buffers = l->starts + waves;
    l->left = l->buffers + count;
    l->there = (uint8_t *)(l->starts + words);
    memset(l->starts, 0, waves * sizeof *l->starts);
    memset(l->left, 0, p->buffer_count * sizeof *l->left);
    memset(l->there, 0, p->buffer_count);
    for (size_t i = 0; i < count; i++) {
        uint32_t wave = p->uses[i].wave, buffer = p->uses[i].buffer;
        if (wave >= waves || buffer >= p->buffer_count) {
            vyi_complain(l->s->scratch->context, VYI_DIAG(WAVE_USE), ULL(i), buffer, wave,
                         ULL(p->buffer_count), ULL(waves));
            return vyi_plan_fail(l->s->scratch,
                                 (vy_plan_fault){.kind = VY_PLAN_FAULT_USE, .edge = i});
        }
        l->starts[wave]++;
        l->left[buffer]++;
    }
    for (size_t w = 0; w < waves; w++) {
        uint32_t own = l->starts[w];
        l->starts[w] = (uint32_t)sum;
        sum += own;
    }
    for (size_t i = 0; i < count; i++)
        l->buffers[l->starts[p->uses[i].wave]++] = p->uses[i].buffer;
    return VY_OK;
}

/// The buffers that a wave uses.
static uint32_t used_by(const struct live *l, uint32_t wave, const uint32_t **buffers)
{
    if (!l->starts)
        return 0;
    uint32_t first = wave ? l->starts[wave - 1] : 0;
    *buffers = l->buffers + first;
    return l->starts[wave] - first;
}

/// Makes the buffers of a wave that are not there yet; their bytes.
static bool make(struct live *l, uint32_t wave, uint64_t *bytes)
{
    const uint32_t *used;
    bool good = true;
    *bytes = 0;
    for (uint32_t i = used_by(l, wave, &used); i-- > 0; l->there[used[i]] = 1)
        if (!l->there[used[i]])
            good = vyi_add(*bytes, l->s->params->buffers[used[i]].bytes, bytes) && good;
    return good;
}

/// Ends the open group: buffers that no later wave needs go. Buffers of the wave that did not fit
/// are there already, and stay, since that wave's uses are still to come.
static void close_group(struct live *l, uint32_t end)
{
    struct split *s = l->s;
    const uint32_t *used;
    for (uint32_t i = s->offsets[s->groups - 1]; l->starts && i < end; i++)
        for (uint32_t u = used_by(l, s->order[i], &used); u-- > 0;) {
            const vy_wave_buffer *buffer = &s->params->buffers[used[u]];
            if (!--l->left[used[u]] && !buffer->kept)
                l->bytes -= buffer->bytes;
        }
    l->own = 0;
}

static vy_status place(struct live *l, uint32_t i, bool first)
{
    struct split *s = l->s;
    uint32_t wave = wave_at(s, i);
    uint64_t cost = known_cost(s, wave), made, live, own, sum;
    if (first) {
        if (i)
            close_group(l, i);
        open_group(s, i, wave, 0);
    }
    if (!make(l, wave, &made) || !vyi_add(l->bytes, made, &live) || !vyi_add(l->own, cost, &own) ||
        !vyi_add(live, own, &sum))
        return overflow(
            s, l->starts ? "live buffer bytes" : "barrier group fused wave budget bytes", wave);
    if (sum > s->available && !first) {
        close_group(l, i);
        open_group(s, i, wave, sum);
        live = l->bytes + made;
        own = cost;
        sum = live + own; // no more than before
    }
    if (sum > s->available)
        return over_budget(s, wave, sum);
    l->bytes = live;
    l->own = own;
    s->detail[s->groups - 1].live = live;
    return VY_OK;
}

// ---- packing ----
// Best-fit decreasing over one layer: the largest wave first, each into the group where it leaves
// the least room.
//
// Groups are kept by the room they have left (ranges.h), so a layer of n waves takes n log n steps.
// Best-fit decreasing can be worse than next-fit where the waves happen to come in a perfect order;
// then the layer stays as it is.

struct item {
    uint64_t cost;
    uint32_t at;  ///< place in the layer
    uint32_t bin; ///< that it was put into
};
struct bin {
    uint64_t required; ///< that the roomiest bin before would have needed for its first wave
    uint32_t opener;   ///< place in the layer of that wave
    uint32_t count;    ///< of its waves, then where the next one goes
    uint32_t of;       ///< the bin of the wave at this place of the layer
};
struct packing {
    struct vyi_ranges rooms; ///< bytes left in each bin, which is its number here - 1
    struct item *items;
    struct bin *bins;
    uint32_t *waves; ///< the layer as it was
    uint32_t bin_count;
};

/// The largest first. No two items are equal.
static int by_cost(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    bool first = a->cost != b->cost ? a->cost > b->cost : a->at < b->at;
    return first ? -1 : 1;
}

/// Fills the bins; false where they come to be as many as `most`.
static bool fill(struct packing *p, uint32_t count, uint64_t available, uint32_t most)
{
    for (uint32_t i = 0; i < count; i++) {
        struct item *item = &p->items[i];
        uint32_t found = vyi_ranges_first(&p->rooms, item->cost);
        uint64_t room = available, required = 0;
        if (found) {
            room = p->rooms.at.at[found].from;
            item->bin = found - 1;
            vyi_ranges_remove(&p->rooms, found); // its number is the next one to be given
        } else {
            uint64_t most_room = p->bin_count ? p->rooms.at.at[p->rooms.root].most : available;
            if (p->bin_count && !vyi_add(available - most_room, item->cost, &required))
                required = UINT64_MAX;
            item->bin = p->bin_count++;
            if (p->bin_count >= most)
                return false;
            p->bins[item->bin] = (struct bin){.required = required, .opener = item->at};
        }
        room -= item->cost;
        vyi_ranges_add(&p->rooms, (struct vyi_range){.from = room, .to = room});
        p->bins[item->bin].count++;
    }
    return true;
}

/// Writes the groups: bins in the order they were opened, waves ascending in each.
static void write(struct split *s, struct packing *p, uint32_t before, uint32_t first,
                  uint32_t count)
{
    uint32_t end = first;
    for (uint32_t i = 0; i < count; i++)
        p->waves[i] = s->order[first + i];
    s->groups = before;
    for (uint32_t b = 0; b < p->bin_count; b++) {
        uint32_t size = p->bins[b].count;
        open_group(s, end, p->waves[p->bins[b].opener], p->bins[b].required);
        p->bins[b].count = end;
        end += size;
    }
    s->offsets[s->groups] = end;
    // Items back in the order of the waves: each knows its place, and costs are not needed now.
    for (uint32_t i = 0; i < count; i++)
        p->bins[p->items[i].at].of = p->items[i].bin;
    for (uint32_t i = 0; i < count; i++)
        s->order[p->bins[p->bins[i].of].count++] = p->waves[i];
}

/// Room to pack the widest layer that there can be, whether this plan packs one or not: the next
/// plan may. False where there is no memory.
static bool pack_room(struct split *s)
{
    size_t bytes =
        sizeof(struct vyi_range) + sizeof(struct item) + sizeof(struct bin) + sizeof(uint32_t);
    return vyi_plan_room(s->scratch, VYI_ROOM_PACK, s->params->wave_count + 1, bytes);
}

/// Packs the waves order[first … end) again where that takes fewer groups than the `s->groups -
/// before` that they are in now.
static void pack(struct split *s, uint32_t before, uint32_t first, uint32_t end)
{
    uint32_t count = end - first, groups = s->groups - before;
    struct packing p = {.rooms.at.at = s->scratch->rooms[VYI_ROOM_PACK].at};
    p.items = (void *)(p.rooms.at.at + count + 1);
    p.bins = (void *)(p.items + count);
    p.waves = (void *)(p.bins + count);
    for (uint32_t i = 0; i < count; i++)
        p.items[i] = (struct item){.cost = known_cost(s, s->order[first + i]), .at = i};
    qsort(p.items, count, sizeof *p.items, by_cost);
    if (fill(&p, count, s->available, groups))
        write(s, &p, before, first, count);
}

/// Splits all layers into groups.
static vy_status split_layers(struct split *s, const struct vyi_layers *layers)
{
    const vy_frontier_params *p = s->params;
    s->offsets = vyi_plan_room(s->scratch, VYI_ROOM_OFFSETS, p->wave_count + 1, sizeof(uint32_t));
    // In the place of the edges, which are not needed any more. As many as there are waves, since
    // another budget may need them.
    if (s->offsets)
        s->detail = vyi_plan_room(s->scratch, VYI_ROOM_WORK, p->wave_count, sizeof *s->detail);
    if (!s->detail)
        return VY_ERROR_MEMORY;
    s->offsets[0] = 0;
    struct live l = {.s = s};
    bool best = p->pack == VY_PACK_BEST;
    vy_status status = check_waves(s);
    // Uses without buffers are an error, which is reported where uses are read.
    if (!status && (p->buffer_count || p->use_count))
        status = sort_uses(&l);
    if (!status && best && !pack_room(s))
        return VY_ERROR_MEMORY;
    for (uint32_t layer = 0; !status && layer < layers->count; layer++) {
        uint32_t first = layers->offsets[layer], end = layers->offsets[layer + 1],
                 before = s->groups;
        for (uint32_t i = first; !status && i < end; i++)
            status = place(&l, i, i == first);
        s->offsets[s->groups] = end;
        if (!status && best && s->groups - before > 1)
            pack(s, before, first, end);
    }
    return status;
}

// ---- sums ----
/// The sums of one group.
static vy_status add_up(struct split *s, uint32_t group, vy_frontier_group *out)
{
    for (uint32_t i = s->offsets[group]; i < s->offsets[group + 1]; i++) {
        uint32_t wave = wave_at(s, i);
        const vy_wave *w = &s->params->waves[wave];
        if (!vyi_add(out->frontier, w->frontier, &out->frontier))
            return overflow(s, "frontier wave bytes", wave);
        if (!vyi_add(out->scratch, w->scratch, &out->scratch))
            return overflow(s, "scratch wave bytes", wave);
        if (!vyi_add(out->output, w->output, &out->output))
            return overflow(s, "output wave bytes", wave);
        out->cost += known_cost(s, wave);
    }
    out->cost += out->live;
    return VY_OK;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/// What each group comes to and why it begins.
static vy_status describe(struct split *s, const struct vyi_layers *layers, vy_frontier *out)
{
    uint32_t layer = 0;
    for (uint32_t g = 0; g < s->groups; g++) {
        vy_frontier_group *d = &s->detail[g];
        vy_status status = add_up(s, g, d);
        if (status)
            return status;
        if (g && s->offsets[g] != layers->offsets[layer + 1]) {
            d->cut = VY_CUT_BUDGET;
            d->on = VY_WAVE_NONE;
        } else {
            d->cut = g ? VY_CUT_DEPENDENCY : VY_CUT_START;
            d->on = g ? layers->chain[layer++] : VY_WAVE_NONE;
            d->wave = g ? layers->chain[layer] : VY_WAVE_NONE;
            d->required = 0;
        }
        d->layer = layer;
        out->peak_frontier = larger(out->peak_frontier, d->frontier);
        out->peak_scratch = larger(out->peak_scratch, d->scratch);
        out->peak_output = larger(out->peak_output, d->output);
        out->peak_live = larger(out->peak_live, d->live);
        out->peak_cost = larger(out->peak_cost, d->cost);
    }
    out->detail = s->detail;
    return VY_OK;
}

/// What can be seen without looking at a wave.
static vy_status check_params(vy_plan_scratch *s, const vy_frontier_params *p)
{
    const struct {
        size_t count;
        const void *at;
        const char *name;
    } arrays[] = {{p->wave_count, p->waves, ".waves"},
                  {p->edge_count, p->edges, ".edges"},
                  {p->buffer_count, p->buffers, ".buffers"},
                  {p->use_count, p->uses, ".uses"}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (arrays[i].count && !arrays[i].at)
            return vyi_refuse_null_of(s->context, "vy_frontier_plan", arrays[i].name,
                                      "give it the array, or a count of 0");
    bool known = p->pack == VY_PACK_NEXT || p->pack == VY_PACK_BEST;
    if (!known || (p->pack == VY_PACK_BEST && p->buffer_count)) {
        vyi_complain(s->context, VYI_DIAG(WAVE_PACK),
                     known ? "VY_PACK_BEST does not go with buffers" : "there is no such vy_pack",
                     known ? "" : " or VY_PACK_BEST");
        return vyi_plan_fail(s, (vy_plan_fault){.kind = VY_PLAN_FAULT_PACK});
    }
    vy_status status = vyi_plan_count(s, p->buffer_count, "buffers");
    return status ? status : vyi_plan_count(s, p->use_count, "uses");
}

vy_status vy_frontier_plan(vy_plan_scratch *scratch, const vy_frontier_params *params,
                           vy_frontier *frontier)
{
    vy_frontier_params p = vy_frontier_defaults();
    struct vyi_layers layers;
    vy_frontier out = {0};
    if (!scratch || !frontier)
        return vyi_refuse_null(scratch ? scratch->context : NULL, scratch ? "frontier" : "scratch",
                               "give it a place for the result");
    vy_status status = vyi_params_read(scratch->context, vy_frontier_params, params, &p);
    if (status)
        return status;
    struct split s = {.scratch = scratch, .params = &p, .cost = p.cost};
    if (!p.cost.frontier && !p.cost.scratch && !p.cost.output)
        s.cost = (vy_wave_cost){1, 4, 1};
    scratch->fault = (vy_plan_fault){0};
    status = check_params(scratch, &p);
    if (!status)
        status = vyi_plan_layers(scratch, p.wave_count, p.edges, p.edge_count, &layers);
    if (!status)
        status = check_budget(&s);
    if (status)
        return status;
    s.order = layers.order;
    status = split_layers(&s, &layers);
    if (!status)
        status = describe(&s, &layers, &out);
    if (status)
        return status;
    out.groups = vyi_plan_groups(&layers, s.offsets, s.groups);
    out.available = s.available;
    out.readback = larger(p.readback, out.peak_output);
    *frontier = out;
    return VY_OK;
}
