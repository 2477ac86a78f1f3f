// Next-fit over all layers at once.
//
// Layer after layer would jump about in the list of waves, and that is slower the longer it is.
// Next-fit takes the waves of a layer in ascending order; so one pass over all waves in ascending
// order can fill all layers side by side, each with its open group. A first pass counts the groups
// of each layer, which tells their numbers; a second one adds up what is in them. Every wave fits
// an empty group: that was looked at before.
#include "plan/wave.h"

/// How many groups each layer takes, in `open`. Its last group, as far as it goes, is in the record
/// with the layer's number.
static bool count_groups(const struct vyi_split *s, const struct vyi_layers *layers, uint32_t *open,
                         vy_frontier_group *detail)
{
    bool good = true;
    for (uint32_t l = 0; l < layers->count; l++) {
        detail[l].cost = 0;
        open[l] = 1;
    }
    for (uint32_t w = 0; w < s->params->wave_count; w++) {
        __builtin_prefetch(&s->params->waves[w + VYI_PAGE / sizeof *s->params->waves]);
        uint64_t cost = vyi_plan_cost(s, w), *used = &detail[layers->of[w]].cost, sum;
        good &= vyi_add(*used, cost, &sum);
        bool full = sum > s->available;
        open[layers->of[w]] += full;
        *used = full ? cost : sum;
    }
    return good;
}

/// Numbers the groups: from now on `open` is the first of each layer. How many there are.
static uint32_t number_groups(uint32_t *open, uint32_t layers)
{
    uint32_t groups = 0;
    for (uint32_t l = 0; l < layers; l++) {
        uint32_t own = open[l];
        open[l] = groups;
        groups += own;
    }
    return groups;
}

/// Fills the groups; their sizes are in the offsets, each one place further on.
static bool fill_groups(const struct vyi_split *s, const struct vyi_layers *layers, uint32_t *open,
                        vy_frontier_group *detail)
{
    bool good = true;
    for (uint32_t w = 0; w < s->params->wave_count; w++) {
        __builtin_prefetch(&s->params->waves[w + VYI_PAGE / sizeof *s->params->waves]);
        const vy_wave *wave = &s->params->waves[w];
        uint32_t *group = &open[layers->of[w]];
        uint64_t cost = vyi_plan_cost(s, w);
        *group += detail[*group].cost + cost > s->available; // no overflow: that was counted
        vy_frontier_group *d = &detail[*group];
        good &= vyi_add(d->frontier, wave->frontier, &d->frontier);
        good &= vyi_add(d->scratch, wave->scratch, &d->scratch);
        good &= vyi_add(d->output, wave->output, &d->output);
        d->cost += cost;
        s->offsets[*group + 1]++;
    }
    return good;
}

bool vyi_plan_fit(struct vyi_split *s, const struct vyi_layers *layers, uint32_t *open,
                  vy_frontier_group *detail)
{
    if (!count_groups(s, layers, open, detail))
        return false;
    s->groups = number_groups(open, layers->count);
    memset(s->offsets, 0, ((size_t)s->groups + 1) * sizeof *s->offsets);
    memset(detail, 0, s->groups * sizeof *detail);
    bool good = fill_groups(s, layers, open, detail);
    for (uint32_t g = 0; g < s->groups; g++)
        s->offsets[g + 1] += s->offsets[g];
    return good;
}
