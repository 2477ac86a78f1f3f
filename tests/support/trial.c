#include "support/trial.h"

#include <stdio.h>
#include <stdlib.h>

static void on_diag(void *user, const vy_diag *diag)
{
    struct trial *t = user;
    size_t used = strlen(t->log);
    t->errors += diag->severity == VY_SEVERITY_ERROR;
    t->warnings += diag->severity == VY_SEVERITY_WARNING;
    vy_diag_format(diag, t->log + used, sizeof t->log - used);
}

static void on_print(void *user, const char *line)
{
    struct trial *t = user;
    size_t used = strlen(t->prints), room = sizeof t->prints - used;
    snprintf(t->prints + used, room, "%s\n", line);
    t->lines++;
}

/// What is bound to a buffer: an index into `bind`, or TRIAL_BINDS.
static uint32_t bound_to(const struct trial *t, const char *name)
{
    uint32_t k = 0;
    while (k < TRIAL_BINDS && (!t->bind[k].name || strcmp(t->bind[k].name, name)))
        k++;
    return k;
}

static vy_status launch(struct trial *t, struct vyi_report *report)
{
    const vy_program *p = t->program;
    uint64_t *params = calloc(p->params.count + 1, sizeof *params);
    uint64_t *bound = calloc(p->buffers.count + 1, sizeof *bound);
    for (uint32_t i = 0; i < p->params.count; i++) {
        params[i] = p->params.at[i].value;
        for (uint32_t k = 0; k < TRIAL_BINDS; k++)
            if (t->param[k].name && !strcmp(t->param[k].name, p->params.at[i].name))
                params[i] = t->param[k].bits;
    }
    for (uint32_t b = 0; b < p->buffers.count; b++) {
        uint32_t k = bound_to(t, p->buffers.at[b].name);
        bound[b] = k < TRIAL_BINDS ? t->bind[k].bytes : UINT64_MAX;
    }
    struct vyi_launch_choice choice = {256, 4};
    vy_status status = vyi_launch_eval(p, params, bound, choice, report, &t->launch);
    free(params);
    free(bound);
    return status;
}

static void make_memory(struct trial *t)
{
    t->memory = calloc(t->program->buffers.count + 1, sizeof *t->memory);
    for (uint32_t b = 0; b < t->program->buffers.count; b++) {
        const struct vyi_buffer *buffer = &t->program->buffers.at[b];
        uint32_t k = bound_to(t, buffer->name);
        if (buffer->role == VY_ROLE_SHARED)
            continue;
        t->memory[b] = calloc(t->launch.extents[b].bytes + 1, 1);
        if (k < TRIAL_BINDS && t->bind[k].data && t->bind[k].bytes)
            memcpy(t->memory[b], t->bind[k].data, t->bind[k].bytes);
    }
}

static vy_status run(struct trial *t)
{
    struct vyi_report report = {.context = t->context, .sources = &t->program->sources};
    t->status = launch(t, &report);
    if (t->status == VY_OK) {
        make_memory(t);
        struct vyi_oracle_params params = {.program = t->program,
                                           .launch = &t->launch,
                                           .memory = t->memory,
                                           .schedule = t->schedule,
                                           .seed = t->seed,
                                           .detect = t->detect,
                                           .max_steps = t->max_steps,
                                           .max_memory = t->max_memory,
                                           .deadline_ns = t->deadline_ns,
                                           .cancel = t->cancel,
                                           .print = on_print,
                                           .print_user = t,
                                           .progress = t->progress,
                                           .progress_user = t,
                                           .host = t->host,
                                           .host_user = t->host_user,
                                           .known = t->known};
        t->status = vyi_oracle_run(&params, &report, &t->result);
    }
    vyi_report_end(&report, VY_OK);
    return t->status;
}

vy_status trial_run(struct trial *t)
{
    vy_context_params context = {.size = sizeof(vy_context_params),
                                 .diag = on_diag,
                                 .diag_user = t,
                                 .alloc = t->alloc,
                                 .alloc_user = t->alloc_user};
    vy_parse_params parse = {
        .struct_size = sizeof(vy_parse_params), .text = t->text, .memory_only = true};
    t->prints[0] = t->log[0] = 0;
    t->lines = t->errors = t->warnings = 0;
    t->status = vy_context_create(&context, &t->context);
    if (t->status == VY_OK)
        t->status = vy_program_parse(t->context, &parse, &t->program);
    if (t->status == VY_OK && !t->unverified)
        t->status = vy_program_verify(t->program);
    if (t->status != VY_OK)
        return t->status;
    return run(t);
}

void trial_free(struct trial *t)
{
    for (uint32_t b = 0; t->memory && b < t->program->buffers.count; b++)
        free(t->memory[b]);
    free(t->memory);
    t->memory = NULL;
    if (t->context) {
        vyi_oracle_result_free(t->context, &t->result);
        vyi_launch_free(t->context, &t->launch);
    }
    t->launch = (struct vyi_launch){0};
    vy_program_destroy(&t->program);
    vy_context_destroy(&t->context);
}

void *trial_buffer(struct trial *t, const char *name)
{
    for (uint32_t b = 0; t->memory && b < t->program->buffers.count; b++)
        if (!strcmp(t->program->buffers.at[b].name, name))
            return t->memory[b];
    fprintf(stderr, "no buffer '%s'; %s\n", name, t->log);
    return NULL;
}

bool trial_said(const struct trial *t, const char *text)
{
    if (strstr(t->log, text))
        return true;
    fprintf(stderr, "'%s' was not said, but:\n%s\n", text, t->log);
    return false;
}
