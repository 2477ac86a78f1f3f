// Next-fit over all layers at once.
//
// Layer after layer would jump about in the list of waves, and that is slower the longer it is.
// Next-fit takes the waves of a layer in ascending order; so one pass over all waves in ascending
// order can fill all layers side by side, each with its open group. That pass reads the waves once:
// it holds each against the budget alone, and puts it in its place in the order, as well. Groups
// come in the order in which they are opened, and are brought into that of their layers afterwards:
// they are few beside the waves.
#include "plan/wave.h"

#define ALWAYS static inline __attribute__((always_inline)) // made anew for each size of a layer

struct fit {
    struct vyi_split *s;
    const struct vyi_layers *layers;
    uint32_t *ends; ///< where each layer goes on in the order
    uint32_t *open; ///< the open group of each layer
    /// In the order in which groups are opened, beginning with the first one of each layer. Until
    /// they are in theirs, `live` is where a group begins, and `on` the how many-eth further one of
    /// its layer it is; in a first one how many further ones there are.
    vy_frontier_group *detail;
    uint32_t groups;
    bool good; ///< no sum has overflowed
};

/// The first group of each layer.
static void open_layers(struct fit *f)
{
    for (uint32_t l = 0; l < f->layers->count; l++) {
        f->detail[l] = (vy_frontier_group){.layer = l, .live = f->ends[l]};
        f->open[l] = l;
    }
    f->groups = f->layers->count;
}

/// Opens a further group with a wave that would have brought the one before it to `required`.
static vy_frontier_group *open_group(struct fit *f, uint32_t layer, uint32_t wave,
                                     uint64_t required)
{
    vy_frontier_group *group = &f->detail[f->groups];
    *group = (vy_frontier_group){.layer = layer,
                                 .live = f->ends[layer],
                                 .on = ++f->detail[layer].on,
                                 .wave = wave,
                                 .required = required};
    f->open[layer] = f->groups++;
    return group;
}

/// Fills the groups; the first wave that is over the budget alone, or the number of waves.
ALWAYS uint32_t fill(struct fit *f, uint32_t width)
{
    struct vyi_split *s = f->s;
    const vy_wave *waves = s->params->waves;
    const vy_wave_cost by = s->cost;
    const uint64_t available = s->available;
    const uint32_t count = (uint32_t)s->params->wave_count;
    const void *of = f->layers->of;
    uint32_t *order = s->order, *ends = f->ends, *open = f->open;
    bool good = true;
    for (uint32_t w = 0; w < count; w++) {
        const vy_wave *wave = &waves[w];
        uint32_t layer = vyi_plan_layer(of, width, w), group = open[layer];
        uint64_t cost, required;
        __builtin_prefetch(wave + VYI_PAGE / sizeof *wave);
        if (!vyi_plan_cost_fits(&by, wave, &cost) || cost > available)
            return w;
        vy_frontier_group *d = &f->detail[group];
        good &= vyi_add(d->cost, cost, &required);
        bool full = required > available;
        if (full)
            d = open_group(f, layer, w, required);
        order[ends[layer]++] = w;
        d->cost += cost;
        good &= vyi_add(d->frontier, wave->frontier, &d->frontier);
        good &= vyi_add(d->scratch, wave->scratch, &d->scratch);
        good &= vyi_add(d->output, wave->output, &d->output);
    }
    f->good = good;
    return count;
}

/// Brings the groups into the order of their layers. Which one comes where is noted first, so that
/// none has to be waited for in order to know which is next.
static void put_in_order(struct fit *f)
{
    vy_frontier_group *detail = f->detail;
    uint32_t *first = f->open, *from = f->s->offsets, sum = 0;
    for (uint32_t l = 0; l < f->layers->count; l++) {
        first[l] = sum;
        from[sum] = l;
        sum += 1 + detail[l].on;
    }
    for (uint32_t g = f->layers->count; g < f->groups; g++)
        from[first[detail[g].layer] + detail[g].on] = g;
    for (uint32_t g = 0; g < f->groups; g++) {
        uint32_t to = g, next;
        vy_frontier_group moved = detail[g];
        for (; (next = from[to]) != g; to = next) {
            detail[to] = detail[next];
            from[to] = to;
        }
        detail[to] = moved;
        from[to] = to;
    }
    for (uint32_t g = 0; g < f->groups; g++) {
        f->s->offsets[g] = (uint32_t)detail[g].live;
        detail[g].live = 0;
    }
}

bool vyi_plan_fit(struct vyi_split *s, const struct vyi_layers *layers, uint32_t *open,
                  vy_frontier_group *detail, uint32_t *over)
{
    struct fit f = {
        .s = s, .layers = layers, .ends = layers->offsets, .open = open, .detail = detail};
    const uint32_t waves = (uint32_t)s->params->wave_count;
    open_layers(&f);
    *over = layers->width == 1 ? fill(&f, 1) : layers->width == 2 ? fill(&f, 2) : fill(&f, 4);
    if (*over < waves)
        return false;
    vyi_plan_layers_begin(layers);
    if (!f.good)
        return false;
    put_in_order(&f);
    s->groups = f.groups;
    s->offsets[f.groups] = waves;
    return true;
}
