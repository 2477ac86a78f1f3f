// Hidden buffers of a schedule: what segments hand each other, and what the walker of the tree
// reads.
#include "plan/split.h"

#include <stdio.h>

const char *vyi_plan_name(const struct vy_schedule *s, vy_program *w, const char *wanted)
{
    char name[VYI_MAX_NAME + 1];
    int length = snprintf(name, sizeof name, "%s", wanted);
    // Each round either finds a free name or has found one more of the program's.
    const vy_program *p = s->source;
    for (unsigned k = 2;
         vyi_buffer_find(p, name) < p->buffers.count || vyi_param_find(p, name) < p->params.count;
         k++)
        length = snprintf(name, sizeof name, "%.50s_%u", wanted, k);
    return vyi_arena_copy(w->context, &w->arena, name, (size_t)length);
}

/// The next binding number that neither the program nor a hidden buffer has.
static uint32_t free_binding(const struct vy_schedule *s, const vy_program *w)
{
    uint32_t number = 0;
    for (uint32_t i = s->hidden.count ? w->buffers.count - 1 : 0; i < w->buffers.count; i++)
        if (s->hidden.count || w->buffers.at[i].binding >= number)
            number = w->buffers.at[i].binding + 1; // past the last there is: 0 again
    for (uint32_t i = 0; i < s->source_buffers; i++)
        if (w->buffers.at[i].binding == number)
            number++, i = UINT32_MAX; // from the start
    return number;
}

uint32_t vyi_plan_hide(struct split *t, struct vyi_hidden hidden, enum vyi_uniform per,
                       uint8_t elem, const char *stem, uint32_t columns)
{
    static const uint8_t params[] = {[VYI_UNIFORM_WORKGROUP] = VYI_PARAM_GROUPS,
                                     [VYI_UNIFORM_SUBGROUP] = VYI_PARAM_SUBGROUPS,
                                     [VYI_UNIFORM_VARYING] = VYI_PARAM_INVOCATIONS};
    struct vy_schedule *s = t->s;
    struct make m = {.p = t->to.p};
    bool gone = hidden.kind == VYI_HIDDEN_DEAD && per == VYI_UNIFORM_GRID;
    bool in = hidden.kind == VYI_HIDDEN_PASS || hidden.kind == VYI_HIDDEN_NOW || gone;
    char name[VYI_MAX_NAME + 1];
    snprintf(name, sizeof name, "vy%u_%.40s", s->hidden.count, stem);
    struct vyi_buffer b = {.role = in ? VY_ROLE_IN : VY_ROLE_SCRATCH,
                           .elem = elem,
                           .atomic =
                               hidden.kind == VYI_HIDDEN_CONTROL || hidden.kind == VYI_HIDDEN_NEXT,
                           .rank = columns ? 2 : 1,
                           .name = vyi_plan_name(s, m.p, name),
                           .binding = free_binding(s, m.p),
                           .pos = hidden.pos};
    b.has_binding = b.binding != m.p->buffers.count;
    b.size[0] = per == VYI_UNIFORM_GRID ? literal(&m, VY_TYPE_U64, 1)
                                        : node(&m, VYI_OP_PARAM, VY_TYPE_U64,
                                               s->source_params + params[per], none, none);
    if (columns)
        b.size[1] = literal(&m, VY_TYPE_U64, columns);
    hidden.buffer = m.p->buffers.count;
    if (!b.name || m.p->failed || !vyi_vec_push(m.p->context, &m.p->buffers, b) ||
        !vyi_vec_push(m.p->context, &s->hidden, hidden)) {
        m.p->failed = true;
        return 0;
    }
    return hidden.buffer;
}

void vyi_plan_hide_pair(struct split *t, struct vyi_hidden hidden, uint8_t elem,
                        const char *const stems[2], uint32_t *now, uint32_t *next)
{
    *now = vyi_plan_hide(t, hidden, hidden.level, elem, stems[0], 0);
    hidden.kind = hidden.result ? VYI_HIDDEN_RESULT : VYI_HIDDEN_NEXT;
    hidden.other = t->s->hidden.count - 1;
    *next = vyi_plan_hide(t, hidden, hidden.level, elem, stems[1], 0);
}

void vyi_plan_hidden_rows(struct split *t, uint32_t buffer, uint32_t rows)
{
    vyi_at(t->to.p, t->to.p->buffers.at[buffer].size[0])->x = rows;
}
