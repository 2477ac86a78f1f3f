#include "trial.h"

#include "guard.h"

#include "tools/conform/gen/random.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 2000000 };

/// Most programs end in milliseconds. A late one has a second try with more time, since a
/// machine may be busy with something else.
enum { ORACLE_MS = 60000, FIRST_MS = 2000, SECOND_MS = 20000 };

/// Devices whose programs run as data in a live ring.
#define RING_PREFIX "ring:"

/// Hostile ones have little time, since many take all of it.
enum { HOSTILE_MS = 150, LATE_MS = 10000, SANE = 100 };

static void keep_diag(void *user, const vy_diag *diag)
{
    struct bench_of_trials *b = user;
    size_t used = strlen(b->log);
    vy_diag_format(diag, b->log + used, sizeof b->log - used);
    if (diag->reason)
        snprintf(b->lacks, sizeof b->lacks, "%s", diag->reason);
}

/// A device that cannot make code for anything, since a library it needs cannot be loaded, is no
/// failure of a program; what else is wrong with it, programs find out.
static vy_status makes_code(struct bench_of_trials *b, vy_device *device)
{
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    vy_status status = vy_program_parse(
        b->context,
        vy_parse_params(.text = "program plain\nout y: u32[1]\neach i in 0..1 { y[i] = i }\n"),
        &program);
    if (!status)
        status = vy_pipeline_create(device, program, vy_pipeline_params(.fresh = true), &pipeline);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
    return status == VY_ERROR_DEVICE ? status : VY_OK;
}

bool trials_begin(struct bench_of_trials *b, const char *const *names, uint32_t count,
                  const vy_device_params *how)
{
    *b = (struct bench_of_trials){0};
    vy_status status =
        vy_context_create(vy_context_params(.diag = keep_diag, .diag_user = b), &b->context);
    if (!status)
        status = vy_device_open(b->context, vy_device_params(.name = "oracle"), &b->oracle);
    for (uint32_t i = 0; !status && i < count; i++) {
        vy_device_params on = *how;
        bool ring = !strncmp(names[i], RING_PREFIX, strlen(RING_PREFIX));
        on.name = names[i] + (ring ? strlen(RING_PREFIX) : 0);
        status = vy_device_open(b->context, &on, &b->devices[i]);
        b->device_count = i + 1;
        if (!status)
            status = makes_code(b, b->devices[i]);
        if (!status && ring)
            status = vy_mega_create(
                b->devices[i],
                vy_mega_live_params(.programs = true, .workers = 1, .deadline_ms = SECOND_MS),
                &b->rings[i]);
    }
    if (status)
        fprintf(stderr, "%s", b->log[0] ? b->log : "vyre: no memory\n");
    return !status;
}

void trials_end(struct bench_of_trials *b)
{
    for (uint32_t i = 0; i < b->device_count; i++) {
        vy_pipeline_destroy(&b->sane[i]);
        vy_mega_destroy(&b->rings[i]);
        vy_device_close(&b->devices[i]);
    }
    vy_device_close(&b->oracle);
    vy_context_destroy(&b->context);
}

// ---- one run ----
struct outcome {
    vy_status status;
    uint32_t buffers;
    vy_buffer_info info[TRIAL_BUFFERS];
    unsigned char *memory[TRIAL_BUFFERS]; ///< NULL: the host sees nothing of it
    struct guarded guards[TRIAL_BUFFERS]; ///< what it lies in where programs are hostile
    uint64_t bytes[TRIAL_BUFFERS];
    void *grown[TRIAL_BUFFERS];  ///< what a dispatch allocated, until it is copied to `memory`
    const struct outcome *sizes; ///< has them already; NULL: the pipeline knows them
    vy_buffer *resident[TRIAL_BUFFERS];
    uint64_t width[TRIAL_BUFFERS]; ///< elements of a row
    uint64_t rows[TRIAL_BUFFERS];  ///< of a @count buffer: in use
    vy_arg args[TRIAL_PARAMS + TRIAL_BUFFERS + 1];
    uint32_t arg_count;
    vy_stats stats;
    vy_count_stats counts[TRIAL_BUFFERS];
    uint64_t lines, lines_hash; ///< of `print`, in any order
};

static void outcome_free(struct outcome *o)
{
    for (uint32_t i = 0; i < o->buffers; i++) {
        if (o->guards[i].map)
            guarded_free(&o->guards[i]);
        else
            free(o->memory[i]);
        vy_buffer_destroy(&o->resident[i]);
    }
}

static void start_with(const struct trial *t, uint32_t i, const vy_buffer_info *info,
                       unsigned char *memory, uint64_t bytes)
{
    const struct reduce_input *in =
        t->inputs ? reduce_case_find(t->inputs, info->name, false) : NULL;
    if (in)
        memcpy(memory, in->data, in->bytes < bytes ? in->bytes : bytes);
    else
        conform_fill(t->seed, i, info->elem, memory, bytes);
}

/// The bytes to bind where nothing but they say how many there are.
static uint64_t open_bytes(const struct trial *t, const vy_buffer_info *info)
{
    const struct reduce_input *in =
        t->inputs ? reduce_case_find(t->inputs, info->name, false) : NULL;
    return in ? in->bytes : conform_open_bytes(info->name, info->elem);
}

/// An output that is as large as the program makes it.
static bool grows(const vy_buffer_info *info)
{
    return info->open && info->role == VY_ROLE_OUT;
}

/// A buffer with what it starts as.
static vy_status give(struct outcome *o, uint32_t i, vy_device *device, vy_pipeline *pipeline,
                      const struct trial *t)
{
    const vy_buffer_info *info = &o->info[i];
    if (info->role == VY_ROLE_SHARED || (info->role == VY_ROLE_SCRATCH && !info->live))
        return VY_OK;
    o->args[o->arg_count] = vy_arg_end();
    vy_status status = VY_OK;
    if (o->sizes)
        o->bytes[i] = o->sizes->bytes[i];
    else if (info->open)
        o->bytes[i] = open_bytes(t, info);
    else
        status = vy_pipeline_buffer_bytes(pipeline, o->args, info->name, &o->bytes[i]);
    if (status)
        return status;
    uint64_t bytes = o->bytes[i];
    if (grows(info) && !o->sizes) {
        o->args[o->arg_count++] = vy_arg_out_alloc(info->name, &o->grown[i], &o->bytes[i]);
        return VY_OK;
    }
    if (t->hostile && !guarded_make(&o->guards[i], bytes))
        return VY_ERROR_MEMORY;
    unsigned char *memory = o->memory[i] = t->hostile ? o->guards[i].at : must_alloc(bytes + 1);
    memset(memory, 0xee, bytes + !t->hostile); // what a dispatch must not touch stays so
    if (info->role != VY_ROLE_OUT && info->role != VY_ROLE_SCRATCH)
        start_with(t, i, info, memory, bytes);
    vy_arg arg = vy_arg_out(info->name, memory, bytes);
    if (info->role == VY_ROLE_IN || info->role == VY_ROLE_UNIFORM)
        arg = vy_arg_in(info->name, memory, bytes);
    if (info->role == VY_ROLE_INOUT)
        arg = vy_arg_inout(info->name, memory, bytes);
    if (info->role == VY_ROLE_PERSISTENT || info->role == VY_ROLE_MAPPED) {
        status =
            vy_buffer_create(device,
                             vy_buffer_params(.bytes = bytes, .data = memory, .align = info->align,
                                              .mapped = info->role == VY_ROLE_MAPPED),
                             &o->resident[i]);
        arg = vy_arg_buffer(info->name, o->resident[i]);
    }
    o->args[o->arg_count++] = arg;
    return status;
}

/// Values of params; those that are not given have their defaults.
static void set_params(struct outcome *o, vy_program *program, const struct trial *t)
{
    vy_param_info info;
    for (size_t i = 0; t->inputs && !vy_program_param(program, i, &info); i++) {
        const struct reduce_input *in = reduce_case_find(t->inputs, info.name, true);
        if (in)
            o->args[o->arg_count++] = vy_arg_value(info.name, info.type, in->bits);
    }
}

static vy_status prepare(struct outcome *o, vy_program *program, vy_device *device,
                         vy_pipeline *pipeline, const struct trial *t)
{
    vy_program_info info;
    vy_status status = vy_program_describe(program, &info);
    if (!status)
        set_params(o, program, t);
    for (uint32_t i = 0; !status && i < info.buffer_count; i++) {
        status = vy_program_buffer(program, i, &o->info[i]);
        o->buffers = i + 1;
        if (!status)
            status = give(o, i, device, pipeline, t);
    }
    o->args[o->arg_count] = vy_arg_end();
    for (uint32_t i = 0; !status && i < o->buffers; i++) {
        uint64_t sizes[8];
        uint32_t rank;
        if (!(o->memory[i] || grows(&o->info[i])) || o->info[i].count_buffer < 0 || o->sizes)
            continue;
        status = vy_pipeline_buffer_sizes(pipeline, o->args, o->info[i].name, sizes, &rank);
        o->width[i] = 1;
        for (uint32_t axis = 1; !status && axis < rank; axis++)
            o->width[i] *= sizes[axis];
    }
    return status;
}

/// The rows in use of @count buffers, which the dispatch has sorted.
static void note_rows(struct outcome *o)
{
    for (uint32_t k = 0; k < o->stats.count_count; k++)
        for (uint32_t i = 0; i < o->buffers; i++) {
            const vy_count_stats *c = &o->counts[k];
            if (!o->memory[i] || strcmp(o->info[i].name, c->buffer))
                continue;
            o->rows[i] = c->kept;
            if (c->found > c->kept) // which of them were kept is not promised
                memset(o->memory[i], 0, c->kept * o->width[i] * vy_type_bytes(o->info[i].elem));
        }
}

/// The columns of a buffer's bag that have as many rows as it has.
static size_t bag_of(const struct outcome *o, uint32_t of, vy_column columns[TRIAL_BUFFERS])
{
    size_t count = 0;
    for (uint32_t i = 0; i < o->buffers; i++)
        if (o->memory[i] && o->info[i].count_buffer == o->info[of].count_buffer &&
            o->rows[i] == o->rows[of])
            columns[count++] =
                (vy_column){o->info[i].name, o->info[i].elem, o->width[i], o->memory[i]};
    return count;
}

/// Lines come in any order: a sum of hashes is the same for all of them.
static void on_print(void *user, const char *line)
{
    struct outcome *o = user;
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *line; line++)
        hash = (hash ^ (unsigned char)*line) * 0x100000001b3u;
    o->lines++;
    o->lines_hash += hash ^ hash >> 29;
}

/// Outputs that grew, as `memory` holds them.
static void collect_grown(struct outcome *o, vy_context *context)
{
    for (uint32_t i = 0; i < o->buffers; i++) {
        if (!o->grown[i])
            continue;
        o->memory[i] = must_alloc(o->bytes[i] + 1);
        memcpy(o->memory[i], o->grown[i], o->bytes[i]);
        o->memory[i][o->bytes[i]] = 0xee;
        vy_memory_free(context, o->grown[i]);
        o->grown[i] = NULL;
    }
}

static void dispatch(struct outcome *o, vy_context *context, vy_program *program, vy_device *device,
                     vy_pipeline *pipeline, vy_route route, const struct trial *t, uint32_t ms)
{
    o->status = prepare(o, program, device, pipeline, t);
    if (o->status)
        return;
    o->status =
        vy_dispatch(pipeline,
                    vy_dispatch_params(.args = o->args, .route = route, .max_steps = MOST_STEPS,
                                       .deadline_ms = ms, .print = on_print, .print_user = o,
                                       .allow_lost_rows = t->lost_rows, .sorted = true,
                                       .counts = o->counts, .count_capacity = TRIAL_BUFFERS),
                    &o->stats);
    collect_grown(o, context);
    for (uint32_t i = 0; i < o->buffers && !o->status; i++)
        if (o->resident[i])
            o->status = vy_buffer_download(o->resident[i], 0, o->memory[i], o->bytes[i]);
    if (!o->status)
        note_rows(o);
}

/// Counts and sorts the rows of @count buffers, as a dispatch does.
static vy_status sort_rows(struct outcome *o, vy_context *context, const struct outcome *as)
{
    vy_column columns[TRIAL_BUFFERS];
    vy_status status = VY_OK;
    o->stats.count_count = 0;
    for (uint32_t i = 0; i < o->buffers; i++) {
        if (!o->memory[i] || o->info[i].count_buffer < 0)
            continue;
        o->width[i] = as->width[i];
        uint64_t row = o->width[i] * vy_type_bytes(o->info[i].elem);
        uint64_t found = *(const uint32_t *)o->memory[o->info[i].count_buffer];
        uint64_t rows = row ? o->bytes[i] / row : 0;
        o->counts[o->stats.count_count++] = (vy_count_stats){
            .buffer = o->info[i].name, .found = found, .kept = found < rows ? found : rows};
    }
    note_rows(o);
    for (uint32_t i = 0; i < o->buffers && !status; i++) {
        bool counted = o->memory[i] && o->info[i].count_buffer >= 0;
        size_t count = counted ? bag_of(o, i, columns) : 0;
        if (count && columns[0].memory == o->memory[i]) // once for each bag
            status = vy_rows_sort(context, columns, count, o->rows[i]);
    }
    return status;
}

/// What a dispatch returns in place of the end of a slot that is not DONE.
static vy_status status_of(const vy_mega_result *end, bool lost_rows)
{
    if (end->status == VY_MEGA_FAULT && end->code == VY_MEGA_FAULT_HANDLER)
        return VY_ERROR_ASSERT;
    if (end->status == VY_MEGA_FAULT && end->code == VY_MEGA_FAULT_ROWS)
        return lost_rows ? VY_OK : VY_ERROR_ROWS;
    return VY_ERROR_DEADLINE;
}

/// The same through a live ring. What only a dispatch counts is taken from the oracle's.
static void submit(struct outcome *o, vy_program *program, struct bench_of_trials *b,
                   const struct outcome *as, const struct trial *t)
{
    vy_mega *ring = b->rings[t->device];
    vy_mega_result end = {0};
    vy_ticket ticket = 0;
    o->sizes = as;
    o->status = prepare(o, program, b->devices[t->device], NULL, t);
    if (!o->status)
        o->status = vy_mega_submit(ring, vy_mega_submit_params(.program = program, .args = o->args),
                                   &ticket);
    if (!o->status)
        o->status = vy_mega_wait(
            ring, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER), &end);
    if (!o->status && end.status != VY_MEGA_DONE)
        o->status = status_of(&end, t->lost_rows);
    for (uint32_t i = 0; i < o->buffers && !o->status; i++)
        if (o->resident[i])
            o->status = vy_buffer_download(o->resident[i], 0, o->memory[i], o->bytes[i]);
    o->stats = as->stats;
    o->lines = as->lines;
    o->lines_hash = as->lines_hash;
    if (!o->status)
        o->status = sort_rows(o, b->context, as);
}

// ---- comparing ----
/// Test lines hold the first elements of buffers that come back whole, and nothing past their ends.
static bool test_sees(const struct outcome *o, uint32_t i, uint64_t at, uint64_t element)
{
    return at < o->bytes[i] && element < REDUCE_EXPECTED && o->info[i].count_buffer < 0;
}

/// The detectors look at bytes alone: that lines are settled is known of whole programs, as they
/// are made, and not of parts of them. Which lines are dropped is not promised, so that nothing is
/// known of them but how many.
static bool same_prints(const struct outcome *as, const struct outcome *o, struct trial *t)
{
    unsigned long long n = o->lines + o->stats.dropped, wanted = as->lines + as->stats.dropped;
    bool dropped = o->stats.dropped || as->stats.dropped;
    if (t->unchecked || (n == wanted && (dropped || o->lines_hash == as->lines_hash)))
        return true;
    t->unseen = t->prints = true;
    if (n != wanted)
        snprintf(t->problem, sizeof t->problem, "%llu lines printed instead of %llu", n, wanted);
    else
        snprintf(t->problem, sizeof t->problem, "of %llu lines printed some say something else", n);
    return false;
}

/// The bag of a @count buffer, by joint rows; false after saying which row differs.
static bool same_bag(vy_context *context, const struct outcome *as, const struct outcome *o,
                     uint32_t i, struct trial *t)
{
    vy_column x[TRIAL_BUFFERS], y[TRIAL_BUFFERS];
    vy_rows_difference d;
    char row[400] = "";
    size_t count = bag_of(as, i, x);
    if (count != bag_of(o, i, y) || !vy_rows_differ(x, as->rows[i], y, o->rows[i], count, &d))
        return true; // rows that are lost differ in number, which the counter shows
    (void)vy_rows_text(context, d.in_second ? y : x, count, d.row, row, sizeof row);
    snprintf(t->problem, sizeof t->problem, "%s of '%s' comes %llu times instead of %llu", row,
             o->info[i].name, (unsigned long long)d.times[1], (unsigned long long)d.times[0]);
    t->unseen = true;
    return false;
}

static bool same(vy_context *context, const struct outcome *as, const struct outcome *o,
                 struct trial *t)
{
    char *problem = t->problem;
    size_t size = sizeof t->problem;
    if (as->status != o->status) {
        snprintf(problem, size, "it ends with \"%s\" instead of \"%s\"", vy_status_text(o->status),
                 vy_status_text(as->status));
        return false;
    }
    if (o->status) // writable buffers are unspecified
        return true;
    for (uint32_t i = 0; i < o->buffers; i++) {
        const unsigned char *x = as->memory[i], *y = o->memory[i];
        if (as->bytes[i] != o->bytes[i]) { // of an output that grows
            snprintf(problem, size, "'%s' has %llu bytes instead of %llu", o->info[i].name,
                     (unsigned long long)o->bytes[i], (unsigned long long)as->bytes[i]);
            t->unseen = true;
            return false;
        }
        if (!x || !memcmp(x, y, o->bytes[i] + 1))
            continue;
        if (o->info[i].count_buffer >= 0 && !same_bag(context, as, o, i, t))
            return false;
        uint64_t at = 0, width = vy_type_bytes(o->info[i].elem);
        while (x[at] == y[at])
            at++;
        unsigned long long a = 0, b = 0, element = at / width;
        if (at < o->bytes[i]) {
            memcpy(&a, x + element * width, width);
            memcpy(&b, y + element * width, width);
        }
        snprintf(problem, size, "'%s' differs at element %llu: bits %#llx instead of %#llx",
                 o->info[i].name, element, b, a);
        t->unseen = !test_sees(o, i, at, element);
        return false;
    }
    if (as->stats.passes != o->stats.passes || as->stats.converged != o->stats.converged) {
        snprintf(problem, size, "%u passes of fixpoints instead of %u", o->stats.passes,
                 as->stats.passes);
        t->unseen = true;
        return false;
    }
    return same_prints(as, o, t);
}

/// One line of the diagnostics, for a problem.
static void add_log(struct bench_of_trials *b, struct trial *t)
{
    size_t used = strlen(t->problem), length = strcspn(b->log, "\n");
    if (length)
        snprintf(t->problem + used, sizeof t->problem - used, "%s%.*s", used ? ": " : "",
                 (int)length, b->log);
}

// ---- one program ----
/// Of the routes asked for those that a device has; where it has none of them, what it has. 0: it
/// cannot keep a buffer that the program wants kept.
static unsigned routes_on(vy_device *device, unsigned asked, const struct outcome *as)
{
    vy_device_info info;
    unsigned has = 1u << VY_ROUTE_HOST;
    if (vy_device_query(device, &info))
        return asked;
    has |= info.resident ? 1u << VY_ROUTE_RESIDENT : 0;
    has |= info.grid_barrier ? 1u << VY_ROUTE_NATIVE : 0;
    for (uint32_t i = 0; i < as->buffers; i++)
        if (as->info[i].role == VY_ROLE_PERSISTENT && !info.resident)
            return 0;
    return asked & has ? asked & has : info.resident ? 1u << VY_ROUTE_RESIDENT : has;
}

/// Which of several asserts is told depends on where a route cuts the program, so that the oracle
/// takes the same one; false where a device tells of another.
static bool same_assert(struct bench_of_trials *b, struct trial *t, vy_program *program,
                        vy_pipeline *oracle)
{
    char said[400];
    struct outcome o = {0};
    snprintf(said, sizeof said, "%.*s", (int)strcspn(b->log, "\n"), b->log);
    b->log[0] = 0;
    dispatch(&o, b->context, program, b->oracle, oracle, t->route, t, ORACLE_MS);
    outcome_free(&o);
    b->log[strcspn(b->log, "\n")] = 0;
    if (!strcmp(said, b->log))
        return true;
    snprintf(t->problem, sizeof t->problem, "it says '%.200s' instead of '%.200s'", said, b->log);
    b->log[0] = 0;
    return false;
}

/// Notes that the driver of a device lacks something: that is no failure, of the program or of it.
static bool refused(struct bench_of_trials *b, struct trial *t, uint32_t device)
{
    if (!b->lacks[0])
        return false;
    t->refused |= 1u << device;
    memcpy(t->lacks[device], b->lacks, sizeof b->lacks);
    return true;
}

static bool one_way(struct bench_of_trials *b, struct trial *t, vy_program *program,
                    vy_pipeline *oracle, const struct outcome *as, uint32_t device,
                    const char *no_passes)
{
    vy_pipeline *pipeline = NULL;
    bool fine = true;
    b->log[0] = b->lacks[0] = 0;
    t->device = device;
    unsigned routes = routes_on(b->devices[device], t->routes, as);
    if (!routes)
        return true;
    vy_route only = routes & 1u << VY_ROUTE_NATIVE     ? VY_ROUTE_AUTO
                    : routes & 1u << VY_ROUTE_RESIDENT ? VY_ROUTE_RESIDENT
                                                       : VY_ROUTE_HOST;
    vy_status status = vy_pipeline_create(
        b->devices[device], program,
        vy_pipeline_params(.fresh = true, .route = only, .no_passes = no_passes), &pipeline);
    if (status == VY_ERROR_REFUSED && refused(b, t, device))
        return true;
    if (status) {
        t->route = VY_ROUTE_AUTO;
        snprintf(t->problem, sizeof t->problem, "cannot be prepared");
        fine = false;
    }
    for (int route = VY_ROUTE_NATIVE; fine && route <= VY_ROUTE_HOST; route++) {
        if (!(routes >> route & 1))
            continue;
        struct outcome o = {0};
        t->route = (vy_route)route;
        b->log[0] = 0;
        dispatch(&o, b->context, program, b->devices[device], pipeline, t->route, t,
                 t->deadline_ms ? t->deadline_ms : FIRST_MS);
        if (o.status == VY_ERROR_DEADLINE && !t->deadline_ms) {
            outcome_free(&o);
            o = (struct outcome){0};
            b->log[0] = 0;
            dispatch(&o, b->context, program, b->devices[device], pipeline, t->route, t, SECOND_MS);
        }
        if (o.status == VY_ERROR_REFUSED && refused(b, t, device)) {
            outcome_free(&o);
            continue;
        }
        fine = same(b->context, as, &o, t);
        t->late = o.status == VY_ERROR_DEADLINE;
        if (fine && o.status == VY_ERROR_ASSERT)
            fine = same_assert(b, t, program, oracle);
        outcome_free(&o);
        t->runs++;
        t->ran_on |= 1u << device;
    }
    if (!fine) {
        size_t used = strlen(t->problem);
        if (no_passes)
            snprintf(t->problem + used, sizeof t->problem - used, ", without passes");
        add_log(b, t);
        t->end = TRIAL_DIFFERS;
    }
    vy_pipeline_destroy(&pipeline);
    return fine;
}

static bool in_ring(struct bench_of_trials *b, struct trial *t, vy_program *program,
                    const struct outcome *as, uint32_t device)
{
    struct outcome o = {0};
    b->log[0] = b->lacks[0] = 0;
    t->device = device;
    t->route = VY_ROUTE_AUTO;
    submit(&o, program, b, as, t);
    bool unfit = o.status == VY_ERROR_LIMIT && refused(b, t, device);
    bool fine = unfit || same(b->context, as, &o, t);
    t->late = o.status == VY_ERROR_DEADLINE;
    t->runs += !unfit;
    t->ran_on |= (unsigned)!unfit << device;
    outcome_free(&o);
    if (!fine) {
        add_log(b, t);
        t->end = TRIAL_DIFFERS;
    }
    return fine;
}

static bool on_device(struct bench_of_trials *b, struct trial *t, vy_program *program,
                      vy_pipeline *oracle, const struct outcome *as, uint32_t device)
{
    if (b->rings[device])
        return in_ring(b, t, program, as, device);
    return ((!t->with && t->without) || one_way(b, t, program, oracle, as, device, NULL)) &&
           (!t->without || one_way(b, t, program, oracle, as, device, "all"));
}

// ---- hostile ones ----
/// One that is right follows each.
static bool next_is_right(struct bench_of_trials *b, struct trial *t, uint32_t device)
{
    uint32_t x[SANE], y[SANE] = {0};
    vy_program *program = NULL;
    vy_status status = VY_OK;
    if (!b->sane[device]) {
        status = vy_program_parse(b->context,
                                  vy_parse_params(.text = "program sane\nin x: u32[100]\n"
                                                          "out y: u32[100]\nscratch t: u32[100]\n"
                                                          "each i in 0..100 { t[i] = x[i] }\n"
                                                          "barrier grid\n"
                                                          "each i in 0..100 { y[i] = t[99 - i] }\n",
                                                  .memory_only = true),
                                  &program);
        if (!status)
            status = vy_pipeline_create(b->devices[device], program, NULL, &b->sane[device]);
        vy_program_destroy(&program);
    }
    for (uint32_t i = 0; i < SANE; i++)
        x[i] = (uint32_t)t->seed * 2654435761u + i;
    if (!status)
        status = vy_dispatch(b->sane[device],
                             vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                                vy_arg_out("y", y, sizeof y)),
                                                .deadline_ms = SECOND_MS),
                             NULL);
    bool right = !status;
    for (uint32_t i = 0; right && i < SANE; i++)
        right = y[i] == x[SANE - 1 - i];
    if (!right)
        snprintf(t->problem, sizeof t->problem, "the dispatch after it %s",
                 status ? "fails" : "gives something else");
    return right;
}

/// Whether a status is one that such a program may end with.
static bool ends_well(vy_status status)
{
    return status == VY_OK || status == VY_ERROR_ASSERT || status == VY_ERROR_DEADLINE ||
           status == VY_ERROR_LIMIT || status == VY_ERROR_ROWS;
}

static bool survives(struct bench_of_trials *b, struct trial *t, vy_program *program,
                     vy_pipeline *pipeline, uint32_t device)
{
    struct outcome o = {0};
    double start = now_ms();
    dispatch(&o, b->context, program, b->devices[device], pipeline, t->route, t,
             t->deadline_ms ? t->deadline_ms : HOSTILE_MS);
    double took = now_ms() - start;
    bool fine = ends_well(o.status);
    t->runs++;
    t->ran_on |= 1u << device;
    t->stopped |= o.status == VY_ERROR_DEADLINE || o.status == VY_ERROR_LIMIT;
    if (!fine)
        snprintf(t->problem, sizeof t->problem, "it ends with \"%s\"", vy_status_text(o.status));
    for (uint32_t i = 0; fine && i < o.buffers; i++)
        if (o.guards[i].map && !guarded_intact(&o.guards[i])) {
            snprintf(t->problem, sizeof t->problem, "something before '%s' was written",
                     o.info[i].name);
            fine = false;
        }
    if (fine && took > HOSTILE_MS + LATE_MS) {
        snprintf(t->problem, sizeof t->problem, "it ran for %.0f ms, and had %d", took, HOSTILE_MS);
        fine = false;
    }
    outcome_free(&o);
    return fine && next_is_right(b, t, device);
}

/// A file may use others beside it; a text stands alone.
static vy_status load(struct bench_of_trials *b, struct trial *t, vy_program **program)
{
    const vy_parse_params alone = {
        .struct_size = sizeof(vy_parse_params), .text = t->text, .name = CONFORM_NAME};
    vy_program_info info;
    vy_status status = t->path ? vy_program_load(b->context, t->path, program)
                               : vy_program_parse(b->context, &alone, program);
    if (!status)
        status = vy_program_describe(*program, &info);
    if (!status && (info.buffer_count > TRIAL_BUFFERS || info.param_count > TRIAL_PARAMS)) {
        snprintf(b->log, sizeof b->log, "it has %zu buffers and %zu params, at most %d and %d run",
                 info.buffer_count, info.param_count, TRIAL_BUFFERS, TRIAL_PARAMS);
        return VY_ERROR_ARGUMENT;
    }
    return status;
}

static bool hostile_way(struct bench_of_trials *b, struct trial *t, vy_program *program,
                        uint32_t device, const char *no_passes)
{
    vy_pipeline *pipeline = NULL;
    b->log[0] = b->lacks[0] = 0;
    vy_status status = vy_pipeline_create(
        b->devices[device], program,
        vy_pipeline_params(.fresh = true, .route = t->route, .no_passes = no_passes), &pipeline);
    bool fine = status ? ends_well(status) : survives(b, t, program, pipeline, device);
    if (!fine && !refused(b, t, device)) {
        t->end = TRIAL_DIFFERS;
        add_log(b, t);
    }
    vy_pipeline_destroy(&pipeline);
    return t->end == TRIAL_SAME;
}

static void run_hostile(struct bench_of_trials *b, struct trial *t)
{
    vy_program *program = NULL;
    vy_status status = load(b, t, &program);
    if (!status)
        status = vy_program_verify(program);
    if (status) {
        t->end = TRIAL_WRONG;
        add_log(b, t);
    }
    for (uint32_t i = 0; i < b->device_count && t->end == TRIAL_SAME; i++) {
        unsigned routes = routes_on(b->devices[i], t->routes, &(struct outcome){0});
        t->device = i;
        for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST && t->end == TRIAL_SAME; route++) {
            if (!(routes >> route & 1))
                continue;
            t->route = (vy_route)route;
            if (((!t->with && t->without) || hostile_way(b, t, program, i, NULL)) && t->without)
                hostile_way(b, t, program, i, "all");
        }
    }
    vy_program_destroy(&program);
}

// ---- all of it ----
/// `before`: how it ended without the detectors.
static void check_settled(struct trial *t, vy_program *program, const struct outcome *as,
                          vy_status before)
{
    vy_race_report report = {0};
    vy_status status =
        vy_check_race(program,
                      vy_race_params(.args = as->args, .schedules = t->schedules ? t->schedules : 2,
                                     .seed = t->seed, .max_steps = MOST_STEPS,
                                     .deadline_ms = t->race_ms ? t->race_ms : ORACLE_MS,
                                     .allow_lost_rows = t->lost_rows),
                      &report);
    const char *why = NULL;
    if (status == VY_ERROR_RACE)
        why = report.races || report.unordered_stores ? "it races"
              : report.differs                        ? "its bytes depend on the schedule"
                               : "whether an assert fails depends on the schedule";
    else if (status != before && (!status || status == VY_ERROR_ASSERT))
        why = "whether an assert fails depends on the schedule";
    else if (status != before) // no time, no memory: nothing is known
        t->end = TRIAL_UNJUDGED;
    if (why) {
        t->end = TRIAL_UNSETTLED;
        snprintf(t->problem, sizeof t->problem, "%s", why);
    }
}

void conform_trial_run(struct bench_of_trials *b, struct trial *t)
{
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    struct outcome as = {0}, fresh = {0};
    t->end = TRIAL_SAME;
    t->runs = t->ran_on = 0;
    t->late = t->stopped = t->unseen = t->prints = false;
    t->problem[0] = b->log[0] = 0;
    if (t->hostile) {
        run_hostile(b, t);
        return;
    }
    vy_status status = load(b, t, &program);
    if (!status)
        status =
            vy_pipeline_create(b->oracle, program, vy_pipeline_params(.fresh = true), &pipeline);
    if (!status) {
        dispatch(&as, b->context, program, b->oracle, pipeline, VY_ROUTE_AUTO, t, ORACLE_MS);
        status = as.status;
    }
    t->asserted = status == VY_ERROR_ASSERT;
    if (status == VY_ERROR_LIMIT) {
        t->end = TRIAL_LONG;
    } else if (status && status != VY_ERROR_ASSERT) {
        t->end = TRIAL_WRONG;
        snprintf(t->problem, sizeof t->problem, "%s", vy_status_text(status));
        add_log(b, t);
    } else if (!t->unchecked) {
        // inout and persistent buffers have changed: once more from the start
        b->log[0] = 0;
        if (!prepare(&fresh, program, b->oracle, pipeline, t))
            check_settled(t, program, &fresh, status);
        else
            t->end = TRIAL_UNJUDGED;
        if (t->end == TRIAL_UNSETTLED)
            add_log(b, t);
        outcome_free(&fresh);
    }
    for (uint32_t i = 0; i < b->device_count && t->end == TRIAL_SAME; i++)
        if (!on_device(b, t, program, pipeline, &as, i))
            break;
    outcome_free(&as);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
}
