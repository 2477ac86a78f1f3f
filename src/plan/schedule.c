// Puts the steps of a split together.
#include "plan/split.h"

#include "ir/uniform.h"

static bool hidden_params(const struct vy_schedule *s, vy_program *w)
{
    static const char *const names[VYI_HIDDEN_PARAMS] = {"vy_invocations", "vy_groups",
                                                         "vy_subgroups"};
    for (unsigned i = 0; i < VYI_HIDDEN_PARAMS; i++) {
        struct vyi_param param = {.name = vyi_plan_name(s, w, names[i]), .type = VY_TYPE_U32};
        if (!param.name || !vyi_vec_push(w->context, &w->params, param))
            return false;
    }
    return true;
}

void vy_schedule_destroy(vy_schedule **schedule)
{
    if (!schedule || !*schedule)
        return;
    struct vy_schedule *s = *schedule;
    vy_context *c = s->context;
    *schedule = NULL;
    for (uint32_t i = 0; i < s->segments.count; i++) {
        vyi_free(c, s->segments.at[i].access, s->frame->buffers.count);
        vy_program_destroy(&s->segments.at[i].program);
    }
    vyi_vec_free(c, &s->segments);
    vyi_vec_free(c, &s->steps);
    vyi_vec_free(c, &s->hidden);
    vy_program_destroy(&s->frame);
    vyi_free(c, s, sizeof *s);
}

/// A return that all invocations take at once is known to later launches by one word that they only
/// read, so that it stays a return of all.
static void mark_returns(vy_program *w, const struct vyi_levels *levels)
{
    for (uint32_t i = 1; i < levels->node_count; i++)
        if (w->nodes.at[i].op == VYI_OP_RETURN)
            w->nodes.at[i].x = levels->node[i] == VYI_UNIFORM_GRID;
}

static vy_status make(struct vy_schedule *s, const vy_program *p)
{
    vy_context *c = s->context;
    struct vyi_levels levels = {0};
    struct split t = {.s = s, .levels = &levels};
    vy_status status = vyi_plan_normal(p, VYI_SCOPE_GRID, NULL, &s->frame);
    if (status)
        return status;
    status = VY_ERROR_MEMORY;
    vy_program *w = t.to.p = s->frame;
    struct vyi_phase_policy policy = {.scope = VYI_SCOPE_GRID};
    if (!vyi_plan_phases(w, NULL, &policy, &t.phases) && !vyi_levels_compute(w, &levels)) {
        mark_returns(w, &levels);
        if (hidden_params(s, w) && vyi_plan_cut(&t))
            status = vyi_plan_segments(&t);
    }
    vyi_levels_free(c, &levels);
    for (uint32_t i = 0; i < t.raw.count; i++)
        vyi_vec_free(c, &t.raw.at[i].statements);
    vyi_vec_free(c, &t.raw);
    vyi_vec_free(c, &t.to.list);
    vyi_vec_free(c, &t.ranges);
    vyi_plan_phases_free(&t.phases);
    return status;
}

vy_status vyi_plan_schedule(const vy_program *p, struct vy_schedule **schedule)
{
    struct vy_schedule *s = vyi_calloc(p->context, 1, sizeof *s);
    *schedule = s;
    if (!s)
        return VY_ERROR_MEMORY;
    s->context = p->context;
    s->source = p;
    s->source_buffers = p->buffers.count;
    s->source_params = p->params.count;
    vy_status status = make(s, p);
    if (status)
        vy_schedule_destroy(schedule);
    return status;
}

bool vy_program_has_grid_barrier(const vy_program *program)
{
    for (uint32_t i = 1; program && i < program->nodes.count; i++)
        if (vyi_plan_is_sync(&program->nodes.at[i], VYI_SCOPE_GRID))
            return true;
    return false;
}

// ---- the public calls ----
vy_status vy_schedule_create(vy_program *program, vy_schedule **schedule)
{
    if (!program || !schedule)
        return VY_ERROR_ARGUMENT;
    *schedule = NULL;
    vy_status status = program->verified ? VY_OK : vy_program_verify(program);
    return status ? status : vyi_plan_schedule(program, schedule);
}

size_t vy_schedule_segment_count(const vy_schedule *schedule)
{
    return schedule ? schedule->segments.count : 0;
}

bool vy_schedule_segment(const vy_schedule *schedule, size_t index, vy_segment_info *info)
{
    if (!schedule || !info || index >= schedule->segments.count)
        return false;
    const struct vyi_segment *s = &schedule->segments.at[index];
    *info = (vy_segment_info){.region = s->region, .skipped = s->skipped};
    return true;
}

uint32_t vy_schedule_access(const vy_schedule *schedule, size_t segment, size_t buffer)
{
    if (!schedule || segment >= schedule->segments.count || buffer >= schedule->source_buffers)
        return 0;
    return schedule->segments.at[segment].access[buffer];
}
