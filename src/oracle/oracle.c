// One run of the oracle from its start to its report. See oracle.h for what it promises, and
// oracle_schedule.c, synchronise.c, race_detector.c for how.
#include "oracle/run.h"

#include "ir/message.h"

#define DEFAULT_MEMORY ((uint64_t)4 << 30)

// ---- setting up ----
static bool set_up_spaces(struct run *r)
{
    size_t shared = 0;
    r->spaces = vyi_oracle_alloc(r, r->p->buffers.count + 1, sizeof *r->spaces, "buffers");
    for (uint32_t b = 0; r->spaces && b < r->p->buffers.count; b++) {
        const struct vyi_buffer *from = &r->p->buffers.at[b];
        const struct vyi_extent *extent = &r->launch->extents[b];
        struct space *s = &r->spaces[b];
        s->shared = from->role == VY_ROLE_SHARED;
        s->base = s->shared || from->window ? NULL : r->in->memory[b];
        s->count = extent->count;
        memcpy(s->size, extent->size, sizeof s->size);
        s->rank = from->rank;
        s->elem = from->elem;
        s->bytes = (uint8_t)vyi_type_bytes(from->elem);
        s->atomic = from->atomic;
        s->writable = vyi_role_info(from->role)->writable;
        s->grows = vyi_buffer_grows(from);
        s->window = from->window;
        if (s->window)
            s->count = s->size[0] = UINT64_MAX / s->bytes;
        if (s->shared) {
            s->offset = shared;
            shared += (s->count * s->bytes + 15) / 16 * 16;
        }
    }
    r->shared_bytes = shared;
    return r->spaces;
}

static bool set_up(struct run *r)
{
    const struct vyi_launch *launch = r->launch;
    uint32_t fixpoints;
    if (!vyi_oracle_lower(r->context, r->p, launch, &r->code)) {
        vyi_oracle_stop(r, VY_ERROR_MEMORY);
        return false;
    }
    fixpoints = r->code.fixpoints.count;
    r->volume = launch->workgroup[0] * launch->workgroup[1] * launch->workgroup[2];
    r->group_count = (uint32_t)(launch->invocations / r->volume);
    for (uint32_t k = 0; k < fixpoints; k++)
        if (!vyi_vec_push(r->context, &r->result->fixpoints,
                          ((struct vyi_fixpoint_result){.pos = r->code.fixpoints.at[k]}))) {
            vyi_oracle_stop(r, VY_ERROR_MEMORY);
            return false;
        }
    // A program of no statements needs no invocations.
    if (!r->group_count || r->code.ins.count == 1 || !set_up_spaces(r))
        return false;
    r->group_bytes = (sizeof(struct group) + 15) / 16 * 16 + r->shared_bytes +
                     r->volume * ((size_t)r->code.slots * 8 + sizeof(uint32_t) + 1);
    r->groups = vyi_oracle_alloc(r, r->group_count, sizeof *r->groups, "workgroups");
    r->group_state = vyi_oracle_alloc(r, r->group_count, 1, "workgroups");
    r->fixpoints = vyi_oracle_alloc(r, fixpoints + 1, sizeof *r->fixpoints, "fixpoints");
    r->spin.snapshot = vyi_oracle_alloc(r, r->code.slots + 1, sizeof(uint64_t), "a frame");
    return r->groups && r->group_state && r->fixpoints && r->spin.snapshot &&
           (!r->in->detect || vyi_oracle_race_begin(r));
}

static void tear_down(struct run *r)
{
    vy_context *c = r->context;
    for (uint32_t k = 0; r->groups && k < r->group_count; k++)
        if (r->groups[k])
            vyi_oracle_group_end(r, r->groups[k]);
    while (r->spare) {
        struct group *next = r->spare->next;
        vyi_oracle_free(r, r->spare, r->group_bytes);
        r->spare = next;
    }
    if (r->race)
        vyi_oracle_race_end(r);
    vyi_free(c, r->groups, r->group_count * sizeof *r->groups);
    vyi_free(c, r->group_state, r->group_count);
    vyi_free(c, r->fixpoints, (r->code.fixpoints.count + 1) * sizeof *r->fixpoints);
    vyi_free(c, r->spin.snapshot, (r->code.slots + 1) * sizeof(uint64_t));
    vyi_free(c, r->group_spin.snapshot, r->group_bytes - (sizeof(struct group) + 15) / 16 * 16);
    vyi_free(c, r->sites, r->code.ins.count * sizeof *r->sites);
    vyi_free(c, r->spaces, (r->p->buffers.count + 1) * sizeof *r->spaces);
    vyi_text_free(&r->failure.text);
    vyi_oracle_code_free(c, &r->code);
}

// ---- the end ----
static void report_assert(struct run *r)
{
    const struct failure *f = &r->failure;
    const struct ins *i = &r->code.ins.at[f->pc];
    struct vyi_oracle_known *k = r->in->known;
    bool reported =
        k && k->failure.any && k->failure.pos == i->pos && k->failure.invocation == f->invocation;
    r->status = VY_ERROR_ASSERT;
    if (f->text.failed)
        r->status = VY_ERROR_MEMORY;
    else if (!reported)
        vyi_message_assert(r->report, i->pos, f->invocation, &f->text, i->n);
    if (k) {
        k->failure.any = true;
        k->failure.pos = i->pos;
        k->failure.invocation = f->invocation;
    }
}

static void finish(struct run *r)
{
    bool explains = r->status == VY_OK || r->status == VY_ERROR_ASSERT ||
                    r->status == VY_ERROR_DEADLINE || r->status == VY_ERROR_PROGRAM;
    // Fixpoints that no invocation was left to end: the pass that ran was quiet or not.
    for (uint32_t k = 0; r->status == VY_OK && k < r->code.fixpoints.count; k++)
        r->result->fixpoints.at[k].converged += r->fixpoints[k].open && !r->fixpoints[k].again;
    if (r->failure.any && explains)
        report_assert(r);
    if (r->race)
        vyi_oracle_report_races(r);
    if (r->in->detect && r->sites)
        vyi_oracle_report_out(r);
}

vy_status vyi_oracle_run(const struct vyi_oracle_params *params, struct vyi_report *report,
                         struct vyi_oracle_result *result)
{
    struct run r = {.in = params,
                    .p = params->program,
                    .launch = params->launch,
                    .context = params->program->context,
                    .report = report,
                    .result = result,
                    .epoch = 1,
                    .random = params->seed,
                    .limit = params->max_memory ? params->max_memory : DEFAULT_MEMORY};
    struct vyi_fp fp;
    *result = (struct vyi_oracle_result){.statements = params->steps_before};
    vyi_fp_enter(&fp);
    if (set_up(&r)) {
        vyi_oracle_schedule(&r);
        finish(&r);
    }
    tear_down(&r);
    vyi_fp_leave(&fp);
    return r.status;
}

void vyi_oracle_result_free(vy_context *c, struct vyi_oracle_result *result)
{
    vyi_vec_free(c, &result->fixpoints);
}
