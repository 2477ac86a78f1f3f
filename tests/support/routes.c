#include "support/routes.h"

#include "run/run.h"
#include "support/rng.h"
#include "tools/conform/gen/random.h"

#include <stdio.h>
#include <stdlib.h>

void routes_diag(void *routes, const vy_diag *diag)
{
    struct routes *r = routes;
    size_t used = strlen(r->log);
    vy_diag_format(diag, r->log + used, sizeof r->log - used);
}

vy_status routes_open(struct routes *r)
{
    vy_context_params context = {.size = sizeof(vy_context_params),
                                 .diag = routes_diag,
                                 .diag_user = r,
                                 .alloc = r->alloc,
                                 .alloc_user = r->alloc_user};
    vy_status status = VY_OK;
    r->context = r->shared_context;
    r->device = r->shared;
    if (!r->shared)
        status = vy_context_create(&context, &r->context);
    if (!status && r->path)
        status = vy_program_load(r->context, r->path, &r->program);
    else if (!status)
        status = vy_program_parse(r->context, vy_parse_params(.text = r->text), &r->program);
    if (!status)
        status = vy_program_verify(r->program);
    vy_device_params on = r->on;
    on.size = sizeof on; // most tests leave `on` out
    on.name = on.name ? on.name : "oracle";
    if (!status && !r->shared)
        status = vy_device_open(r->context, &on, &r->device);
    if (!status)
        status = vy_pipeline_create(r->device, r->program, NULL, &r->pipeline);
    if (status)
        snprintf(r->problem, sizeof r->problem, "cannot be prepared: %.300s", r->log);
    return status;
}

// ---- arguments ----
static int bound_to(const struct routes *r, const char *name)
{
    for (int i = 0; i < ROUTES_BINDS; i++)
        if (r->bind[i].name && !strcmp(r->bind[i].name, name))
            return i;
    return -1;
}

/// What a buffer starts as: mostly small numbers, so that loads used as indices and bounds often
/// hit.
static void fill(const struct routes *r, uint32_t buffer, unsigned char *at, uint64_t bytes)
{
    const struct vyi_buffer *b = &r->program->buffers.at[buffer];
    struct rng g = rng_make(r->seed, buffer + 77);
    int k = bound_to(r, b->name);
    if (k >= 0 && r->bind[k].data) {
        memcpy(at, r->bind[k].data, bytes);
        return;
    }
    if (r->conforms) {
        conform_fill(r->seed, buffer, (vy_type)b->elem, at, bytes);
        return;
    }
    for (uint64_t i = 0; i < bytes; i++)
        at[i] = (unsigned char)(rng_one_in(&g, 5) ? rng_next(&g) : i % 4 ? 0 : rng_below(&g, 40));
}

struct call {
    vy_arg args[ROUTES_BUFFERS + ROUTES_BINDS + 1];
    uint32_t count;
    vy_buffer *resident[ROUTES_BUFFERS];
};

/// What the host alone says of the size of a buffer; UINT64_MAX: nothing.
static uint64_t bound_bytes(const struct routes *r, const struct vyi_buffer *b)
{
    int k = bound_to(r, b->name);
    if (k >= 0 && r->bind[k].bytes)
        return r->bind[k].bytes;
    return r->conforms && !b->size[0].i ? conform_open_bytes(b->name, (vy_type)b->elem)
                                        : UINT64_MAX;
}

/// Bytes of a buffer; those before it are in the call already.
static uint64_t bytes_of(struct routes *r, struct call *c, const struct vyi_buffer *b)
{
    uint64_t bytes = bound_bytes(r, b);
    c->args[c->count] = vy_arg_end();
    if (bytes == UINT64_MAX && vy_pipeline_buffer_bytes(r->pipeline, c->args, b->name, &bytes))
        bytes = 0;
    return bytes;
}

/// Whether the host says what a buffer starts as.
static bool is_given(const struct vyi_buffer *b)
{
    return vyi_role_info(b->role)->host_in || b->role == VY_ROLE_PERSISTENT ||
           b->role == VY_ROLE_MAPPED;
}

static void give_buffer(struct routes *r, struct call *c, struct route_result *out, uint32_t i)
{
    const struct vyi_buffer *b = &r->program->buffers.at[i];
    if (b->role == VY_ROLE_SHARED || (b->role == VY_ROLE_SCRATCH && !b->live))
        return;
    uint64_t bytes = out->bytes[i] = bytes_of(r, c, b);
    unsigned char *memory = out->memory[i] = malloc(bytes + 1);
    if (!memory)
        return;
    memset(memory, 0xee, bytes + 1); // what the dispatch must not touch stays so
    if (is_given(b))
        fill(r, i, memory, bytes);
    vy_arg arg = vy_arg_out(b->name, memory, bytes);
    if (b->role == VY_ROLE_IN || b->role == VY_ROLE_UNIFORM)
        arg = vy_arg_in(b->name, memory, bytes);
    if (b->role == VY_ROLE_INOUT)
        arg = vy_arg_inout(b->name, memory, bytes);
    if (b->role == VY_ROLE_PERSISTENT || b->role == VY_ROLE_MAPPED) {
        (void)vy_buffer_create(
            r->device,
            vy_buffer_params(.bytes = bytes, .data = memory, .mapped = b->role == VY_ROLE_MAPPED),
            &c->resident[i]);
        arg = vy_arg_buffer(b->name, c->resident[i]);
    }
    c->args[c->count++] = arg;
}

static void give_params(struct routes *r, struct call *c)
{
    for (uint32_t i = 0; i < r->program->params.count; i++)
        for (uint32_t k = 0; k < ROUTES_BINDS; k++) {
            const struct vyi_param *p = &r->program->params.at[i];
            if (r->param[k].name && !strcmp(r->param[k].name, p->name))
                c->args[c->count++] = vy_arg_value(p->name, (vy_type)p->type, r->param[k].bits);
        }
}

static void clear(struct route_result *out)
{
    for (uint32_t i = 0; i < ROUTES_BUFFERS; i++)
        free(out->memory[i]);
    *out = (struct route_result){0};
}

/// Elements of a row.
static uint64_t width_of(const vy_program *p, uint32_t i)
{
    uint64_t width = 1;
    for (uint32_t axis = 1; axis < p->buffers.at[i].rank; axis++) // in the tests they are literals
        width *= vyi_literal_bits(vyi_at(p, p->buffers.at[i].size[axis]));
    return width;
}

/// Which rows were kept where there was no room for all is not promised.
static void forget_lost(const struct routes *r, struct route_result *out)
{
    for (uint32_t k = 0; k < out->stats.count_count; k++) {
        const vy_count_stats *c = &out->counts[k];
        for (uint32_t i = 0; i < r->program->buffers.count; i++) {
            const struct vyi_buffer *b = &r->program->buffers.at[i];
            if (strcmp(b->name, c->buffer) || !out->memory[i] || c->found <= c->kept)
                continue;
            memset(out->memory[i], 0, c->kept * width_of(r->program, i) * vyi_type_bytes(b->elem));
        }
    }
}

vy_status routes_run_one(struct routes *r, vy_route route)
{
    struct route_result *out = &r->at[route];
    struct call c = {.count = 0};
    clear(out);
    if (r->program->buffers.count > ROUTES_BUFFERS)
        return out->status = VY_ERROR_LIMIT;
    give_params(r, &c);
    for (uint32_t i = 0; i < r->program->buffers.count; i++)
        give_buffer(r, &c, out, i);
    c.args[c.count] = vy_arg_end();
    size_t said = strlen(r->log);
    if (r->around)
        r->around(r->around_user, true);
    out->status =
        vy_dispatch(r->pipeline,
                    vy_dispatch_params(.args = c.args, .route = route, .max_steps = r->max_steps,
                                       .deadline_ms = r->deadline_ms, .sorted = true,
                                       .counts = out->counts, .count_capacity = ROUTES_BUFFERS),
                    &out->stats);
    if (r->around)
        r->around(r->around_user, false);
    const char *segment = strstr(r->log + said, "error V241"); // which routes alone differ in
    snprintf(out->said, sizeof out->said, "%.*s",
             segment ? (int)(segment - (r->log + said)) : (int)sizeof out->said, r->log + said);
    bool ended = !out->status || out->status == VY_ERROR_ROWS;
    if (ended)
        forget_lost(r, out);
    for (uint32_t i = 0; i < ROUTES_BUFFERS; i++) {
        vy_status status = VY_OK;
        if (c.resident[i] && ended)
            status = vy_buffer_download(c.resident[i], 0, out->memory[i],
                                        vy_buffer_bytes(c.resident[i]));
        out->status = status ? status : out->status;
        vy_buffer_destroy(&c.resident[i]);
    }
    return out->status;
}

// ---- comparing ----
static const char *compare_bytes(struct routes *r, const struct routes *as, vy_route route)
{
    const struct route_result *a = &as->at[VY_ROUTE_NATIVE], *b = &r->at[route];
    for (uint32_t i = 0; i < r->program->buffers.count; i++) {
        const unsigned char *x = a->memory[i], *y = b->memory[i];
        uint64_t at = 0;
        if (!x || a->bytes[i] != b->bytes[i])
            continue;
        while (at <= a->bytes[i] && x[at] == y[at])
            at++;
        if (at > a->bytes[i])
            continue;
        snprintf(r->problem, sizeof r->problem,
                 "%s: '%s' differs at byte %llu of %llu: %u instead of %u", vy_route_name(route),
                 r->program->buffers.at[i].name, (unsigned long long)at,
                 (unsigned long long)a->bytes[i], y[at], x[at]);
        return r->problem;
    }
    return NULL;
}

static const char *compare_passes(struct routes *r, const struct routes *as, vy_route route)
{
    const vy_stats *a = &as->at[VY_ROUTE_NATIVE].stats, *b = &r->at[route].stats;
    bool same = a->fixpoint_count == b->fixpoint_count && a->converged == b->converged &&
                (r->free_passes || a->passes == b->passes);
    for (uint32_t i = 0; same && i < a->fixpoint_count && i < VY_STATS_FIXPOINTS; i++) {
        const vy_fixpoint_stats *x = &a->fixpoints[i], *y = &b->fixpoints[i];
        same = x->line == y->line && x->entries == y->entries && x->converged == y->converged &&
               x->cut == y->cut && x->empty == y->empty &&
               (r->free_passes || x->passes == y->passes);
    }
    if (same)
        return NULL;
    int used =
        snprintf(r->problem, sizeof r->problem, "%s: fixpoints differ;", vy_route_name(route));
    for (uint32_t k = 0; k < 2; k++) {
        const vy_stats *s = k ? b : a;
        for (uint32_t i = 0; i < s->fixpoint_count && i < 3 && used > 0 && used < 300; i++)
            used += snprintf(
                r->problem + used, sizeof r->problem - (size_t)used,
                " %s line %u: %llu passes, %llu entries, converged %d;", k ? "here" : "native",
                s->fixpoints[i].line, (unsigned long long)s->fixpoints[i].passes,
                (unsigned long long)s->fixpoints[i].entries, s->fixpoints[i].converged);
    }
    return r->problem;
}

const char *routes_same(struct routes *r, const struct routes *as, vy_route route)
{
    const struct route_result *one = &r->at[route], *other = &as->at[VY_ROUTE_NATIVE];
    if (one->status != other->status) {
        snprintf(r->problem, sizeof r->problem, "%s: status %d instead of %d: %.250s",
                 vy_route_name(route), one->status, other->status, r->log);
        return r->problem;
    }
    // Which of several asserts a route reports depends on where it cuts the program.
    const char *said = as->at[route].said;
    if (one->status == VY_ERROR_ASSERT && strcmp(one->said, said)) {
        snprintf(r->problem, sizeof r->problem, "%s: says '%.180s' instead of '%.180s'",
                 vy_route_name(route), one->said, said);
        return r->problem;
    }
    if (one->status && one->status != VY_ERROR_ROWS) // writable buffers are unspecified
        return NULL;
    const char *problem = compare_bytes(r, as, route);
    return problem ? problem : compare_passes(r, as, route);
}

const char *routes_run(struct routes *r)
{
    if (routes_open(r))
        return r->problem;
    (void)routes_run_one(r, VY_ROUTE_NATIVE);
    return routes_compare(r);
}

const char *routes_compare(struct routes *r)
{
    for (int route = VY_ROUTE_RESIDENT; route <= VY_ROUTE_HOST; route++) {
        (void)routes_run_one(r, (vy_route)route);
        const char *problem = routes_same(r, r, (vy_route)route);
        if (problem)
            return problem;
    }
    return NULL;
}

// ---- other schedules ----
/// Memory of every buffer as it is at the start.
static bool lay_out(const struct routes *r, const struct vyi_launch *launch, void **memory)
{
    for (uint32_t i = 0; i < r->program->buffers.count; i++) {
        const struct vyi_buffer *b = &r->program->buffers.at[i];
        if (b->role == VY_ROLE_SHARED)
            continue;
        memory[i] = calloc(1, launch->extents[i].bytes + 1);
        if (!memory[i])
            return false;
        if (is_given(b))
            fill(r, i, memory[i], launch->extents[i].bytes);
    }
    return true;
}

/// The bag of joint rows that a buffer counts; the native route's rows are sorted already.
static bool same_bag(struct routes *r, uint32_t counter, void *const *memory)
{
    const vy_program *p = r->program;
    const struct route_result *native = &r->at[VY_ROUTE_NATIVE];
    vy_column x[ROUTES_BUFFERS], y[ROUTES_BUFFERS];
    uint32_t found;
    size_t count = 0;
    memcpy(&found, memory[counter], sizeof found);
    for (uint32_t i = counter + 1; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        uint64_t width = b->count == counter + 1 ? width_of(p, i) : 0;
        if (!width || !native->memory[i] || !memory[i] ||
            found > native->bytes[i] / (width * vyi_type_bytes(b->elem)))
            continue;
        x[count] = (vy_column){b->name, (vy_type)b->elem, width, native->memory[i]};
        y[count++] = (vy_column){b->name, (vy_type)b->elem, width, memory[i]};
    }
    return !vy_rows_sort(r->context, y, count, found) &&
           !vy_rows_differ(x, found, y, found, count, NULL);
}

static const char *compare_schedule(struct routes *r, void *const *memory)
{
    for (uint32_t i = 0; i < r->program->buffers.count; i++) {
        const struct vyi_buffer *b = &r->program->buffers.at[i];
        const struct route_result *native = &r->at[VY_ROUTE_NATIVE];
        if (!native->memory[i] || b->has_range || b->count || !memory[i])
            continue; // of those only a part came back
        if (memcmp(native->memory[i], memory[i], native->bytes[i])) {
            snprintf(r->problem, sizeof r->problem, "'%s' depends on the schedule", b->name);
            return r->problem;
        }
    }
    for (uint32_t i = 0; i < r->program->buffers.count; i++) {
        uint32_t counter = r->program->buffers.at[i].count;
        if (!counter || !memory[counter - 1] || i != vyi_rows_first(r->program, counter - 1) ||
            same_bag(r, counter - 1, memory))
            continue;
        snprintf(r->problem, sizeof r->problem, "the rows of '%s' depend on the schedule",
                 r->program->buffers.at[i].name);
        return r->problem;
    }
    return NULL;
}

const char *routes_run_schedule(struct routes *r, enum vyi_schedule schedule, uint64_t seed)
{
    const vy_program *p = r->program;
    struct vyi_report report = {.context = r->context, .sources = &p->sources};
    struct vyi_launch launch;
    struct vyi_oracle_result result = {0};
    void *memory[ROUTES_BUFFERS] = {NULL};
    uint64_t params[ROUTES_BINDS] = {0}, bound[ROUTES_BUFFERS];
    const char *problem = NULL;
    for (uint32_t i = 0; i < p->params.count && i < ROUTES_BINDS; i++)
        params[i] = p->params.at[i].value;
    for (uint32_t i = 0; i < ROUTES_BUFFERS; i++)
        bound[i] = i < p->buffers.count ? bound_bytes(r, &p->buffers.at[i]) : UINT64_MAX;
    vy_status status =
        vyi_launch_eval(p, params, bound, (struct vyi_launch_choice){16, 2}, &report, &launch);
    if (!status && lay_out(r, &launch, memory)) {
        struct vyi_oracle_params in = {
            .program = p, .launch = &launch, .memory = memory, .schedule = schedule, .seed = seed};
        status = vyi_oracle_run(&in, &report, &result);
    }
    vy_status native = r->at[VY_ROUTE_NATIVE].status;
    if (status != (native == VY_ERROR_ROWS ? VY_OK : native)) { // nobody counts rows here
        snprintf(r->problem, sizeof r->problem, "status %d under another schedule", status);
        problem = r->problem;
    }
    if (!problem && !status)
        problem = compare_schedule(r, memory);
    vyi_oracle_result_free(r->context, &result);
    for (uint32_t i = 0; i < ROUTES_BUFFERS; i++)
        free(memory[i]);
    vyi_launch_free(r->context, &launch);
    (void)vyi_report_end(&report, status);
    return problem;
}

const char *routes_check_race(struct routes *r, uint32_t schedules)
{
    struct call c = {.count = 0};
    struct route_result out = {0};
    vy_race_report report;
    give_params(r, &c);
    for (uint32_t i = 0; i < r->program->buffers.count; i++)
        give_buffer(r, &c, &out, i);
    c.args[c.count] = vy_arg_end();
    r->log[0] = 0;
    vy_status status =
        vy_check_race(r->program,
                      vy_race_params(.args = c.args, .schedules = schedules, .seed = r->seed,
                                     .allow_lost_rows = true), // they are not compared
                      &report);
    clear(&out);
    for (uint32_t i = 0; i < ROUTES_BUFFERS; i++)
        vy_buffer_destroy(&c.resident[i]);
    if (!status || status == VY_ERROR_ASSERT)
        return NULL;
    snprintf(r->problem, sizeof r->problem, "not settled: %.350s", r->log);
    return r->problem;
}

void routes_free(struct routes *r)
{
    for (int i = 0; i < 4; i++)
        clear(&r->at[i]);
    vy_pipeline_destroy(&r->pipeline);
    if (!r->shared)
        vy_device_close(&r->device);
    vy_program_destroy(&r->program);
    if (!r->shared)
        vy_context_destroy(&r->context);
    r->device = NULL;
    r->context = NULL;
    r->log[0] = r->problem[0] = 0;
}

const void *routes_buffer(const struct routes *r, vy_route route, const char *name)
{
    for (uint32_t i = 0; r->program && i < r->program->buffers.count; i++)
        if (!strcmp(r->program->buffers.at[i].name, name) && r->at[route].memory[i])
            return r->at[route].memory[i];
    fprintf(stderr, "no buffer '%s'; %s\n", name, r->log);
    return NULL;
}

// ---- the schedule ----
struct vy_schedule *routes_schedule(struct routes *r)
{
    struct vy_schedule *s = NULL;
    vy_status status = vyi_plan_schedule(r->program, &s);
    if (status)
        snprintf(r->problem, sizeof r->problem, "no schedule: status %d %.300s", status, r->log);
    return s;
}

const char *routes_check_segments(struct routes *r, struct vy_schedule *s)
{
    for (uint32_t i = 0; i < s->segments.count; i++) {
        vy_program *p = s->segments.at[i].program;
        r->log[0] = 0;
        if (!vy_program_verify(p))
            continue;
        int used = snprintf(r->problem, sizeof r->problem, "segment %u of %u does not verify: %s",
                            i + 1, s->segments.count, r->log);
        char *text = NULL;
        size_t size;
        if (!vy_program_print(p, &text, &size))
            fprintf(stderr, "%.*s\n%s\n", (int)size, text, used > 0 ? r->log : "");
        vy_memory_free(r->context, text);
        return r->problem;
    }
    return NULL;
}
