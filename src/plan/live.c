// Next-fit, with regard to buffers that live across groups.
//
// A buffer is there from the first group with a wave that uses it until the last such group is
// done. So what a group costs depends on the groups before it, and a wave adds only those of its
// buffers that are not there yet. Each use is looked at once when its wave is placed and once when
// its group is closed.
#include "plan/wave.h"

struct live {
    struct vyi_split *s;
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
            vyi_complain(l->s->scratch->context, VYI_DIAG(WAVE_USE), (unsigned long long)i, buffer,
                         wave, (unsigned long long)p->buffer_count, (unsigned long long)waves);
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
    struct vyi_split *s = l->s;
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
    struct vyi_split *s = l->s;
    uint32_t wave = s->order[i];
    uint64_t cost = vyi_plan_cost(s, wave), made, live, own, sum;
    if (first) {
        if (i)
            close_group(l, i);
        vyi_plan_open_group(s, i, wave, 0);
    }
    if (!make(l, wave, &made) || !vyi_add(l->bytes, made, &live) || !vyi_add(l->own, cost, &own) ||
        !vyi_add(live, own, &sum))
        return vyi_plan_overflow(
            s, l->starts ? "live buffer bytes" : "barrier group fused wave budget bytes", wave);
    if (sum > s->available && !first) {
        close_group(l, i);
        vyi_plan_open_group(s, i, wave, sum);
        live = l->bytes + made;
        own = cost;
        sum = live + own; // no more than before
    }
    if (sum > s->available)
        return vyi_plan_over(s, wave, sum);
    l->bytes = live;
    l->own = own;
    s->detail[s->groups - 1].live = live;
    return VY_OK;
}

vy_status vyi_plan_live(struct vyi_split *s, const struct vyi_layers *layers)
{
    const vy_frontier_params *p = s->params;
    struct live l = {.s = s};
    bool best = p->pack == VY_PACK_BEST;
    // Uses without buffers are an error, which is reported where uses are read.
    vy_status status = p->buffer_count || p->use_count ? sort_uses(&l) : VY_OK;
    if (best && !vyi_plan_pack_room(s))
        return VY_ERROR_MEMORY;
    for (uint32_t layer = 0; !status && layer < layers->count; layer++) {
        uint32_t first = layers->offsets[layer], end = layers->offsets[layer + 1],
                 before = s->groups;
        for (uint32_t i = first; !status && i < end; i++)
            status = place(&l, i, i == first);
        s->offsets[s->groups] = end;
        if (!status && best && s->groups - before > 1)
            vyi_plan_pack(s, before, first, end);
    }
    return status;
}
