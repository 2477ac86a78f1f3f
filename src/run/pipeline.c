// Pipelines, and the cache of prepared programs behind them.
#include "run/run.h"

// ---- code of a program and of its segments: made once, when first needed ----
// Several threads may come at once. The first holds the lock while it makes everything; what is
// there is never changed afterwards, so that dispatches read it without the lock. Those who wait
// for it keep their own deadlines: the first may have none, and wait for a GPU that is busy.

static vy_status make(vy_device *device, const vy_program *program, bool part,
                      const struct vyi_job *job, void **code)
{
    *code = NULL;
    if (!device->fns->prepare)
        return VY_OK;
    uint64_t start = vyi_now_ns();
    vy_status status = device->fns->prepare(device, program, part, job, code);
    uint64_t end = vyi_now_ns();
    if (job->compile_ns)
        *job->compile_ns += end - start;
    vyi_dev_trace_compile(device, program, start, end);
    return status;
}

static vy_status report_stop(const vy_device *device, const struct vyi_job *job, enum vyi_stop stop)
{
    if (stop == VYI_STOP_CANCELLED)
        return vyi_report_as(job->report, VY_ERROR_CANCELLED, VYI_DIAG(COMPILE_CANCELLED),
                             device->params.name);
    if (stop == VYI_STOP_DEADLINE)
        return vyi_report_as(job->report, VY_ERROR_DEADLINE, VYI_DIAG(COMPILE_DEADLINE),
                             device->params.name);
    return VY_OK;
}

/// Making code takes time, which counts.
static vy_status in_time(const vy_device *device, const struct vyi_job *job)
{
    return report_stop(device, job, vyi_dev_must_stop(job));
}

vy_status vyi_compiled_prepare(vy_device *device, struct vyi_compiled *k, const struct vyi_job *job)
{
    // A program that meets on a device without a grid barrier only ever runs in segments.
    if (atomic_load_explicit(&k->prepared, memory_order_acquire) ||
        (k->meets && !device->info.grid_barrier))
        return VY_OK;
    vy_status status = report_stop(device, job, vyi_dev_lock(&k->lock, job));
    if (status)
        return status;
    if (!k->prepared) {
        status = make(device, k->program, false, job, &k->code);
        atomic_store_explicit(&k->prepared, !status, memory_order_release);
    }
    pthread_mutex_unlock(&k->lock);
    return status ? status : in_time(device, job);
}

static vy_status make_segments(vy_device *device, struct vyi_compiled *k, const struct vyi_job *job)
{
    const struct vy_schedule *s = k->schedule;
    vy_status status = VY_OK;
    if (!k->codes)
        k->codes = vyi_calloc(device->context, s->segments.count + 1, sizeof *k->codes);
    if (!k->codes)
        return VY_ERROR_MEMORY;
    while (!status && k->code_count < s->segments.count) {
        const struct vyi_segment *segment = &s->segments.at[k->code_count];
        if (!segment->skipped)
            status = make(device, segment->program, true, job, &k->codes[k->code_count]);
        k->code_count += !status;
        if (!status)
            status = in_time(device, job);
    }
    return status;
}

vy_status vyi_compiled_schedule(vy_device *device, struct vyi_compiled *k,
                                const struct vyi_job *job)
{
    if (atomic_load_explicit(&k->scheduled, memory_order_acquire))
        return VY_OK;
    vy_status status = report_stop(device, job, vyi_dev_lock(&k->lock, job));
    if (status)
        return status;
    if (!k->schedule)
        status = vyi_plan_schedule(k->program, &k->schedule);
    if (!status)
        status = in_time(device, job);
    if (!status && device->fns->prepare)
        status = make_segments(device, k, job);
    atomic_store_explicit(&k->scheduled, !status, memory_order_release);
    pthread_mutex_unlock(&k->lock);
    return status;
}

static void release_code(vy_device *device, struct vyi_compiled *k)
{
    if (k->kept)
        device->fns->forget(device, k->kept);
    k->kept = NULL;
    if (k->code)
        device->fns->release(device, k->code);
    for (uint32_t i = 0; i < k->code_count; i++)
        if (k->codes[i])
            device->fns->release(device, k->codes[i]);
    if (k->codes)
        vyi_free(device->context, k->codes, (k->schedule->segments.count + 1) * sizeof *k->codes);
    k->code = NULL;
    k->codes = NULL;
}

// ---- what programs have in common ----
/// The program's hash, the passes that are left out, how often the device was recovered, and the
/// text of the program: two programs with one hash may stand on different lines, and messages name
/// lines.
static vy_status make_key(const vy_device *device, const vy_program *p, uint32_t skip,
                          uint8_t key[32])
{
    struct vyi_text all = {.context = p->context};
    uint8_t hash[32];
    vy_status status = vy_program_hash(p, hash);
    if (status)
        return status;
    vyi_text_append(&all, (const char *)hash, sizeof hash);
    vyi_text_printf(&all, "%u %u ", atomic_load(&device->generation), skip);
    for (uint32_t i = 0; i < p->sources.list.count; i++) {
        const struct vyi_source *s = &p->sources.list.at[i];
        vyi_text_append(&all, s->file, strlen(s->file) + 1);
        vyi_text_append(&all, (const char *)&s->size, sizeof s->size);
        vyi_text_append(&all, s->text, s->size);
    }
    if (all.failed)
        status = VY_ERROR_MEMORY;
    else
        vyi_blake2b(all.at, all.count, key);
    vyi_text_free(&all);
    return status;
}

static void destroy(vy_device *device, struct vyi_compiled *k)
{
    if (!k)
        return;
    release_code(device, k);
    vy_schedule_destroy(&k->schedule);
    vyi_overwrites_free(k->program, &k->overwrites);
    vyi_free(device->context, k->rooms,
             k->rooms ? k->program->buffers.count * sizeof *k->rooms : 0);
    pthread_mutex_destroy(&k->lock);
    vy_program_destroy(&k->program);
    vyi_free(device->context, k, sizeof *k);
}

static vy_status create(vy_device *device, vy_program *program, uint32_t skip,
                        const uint8_t key[32], bool cached, struct vyi_compiled **compiled)
{
    struct vyi_compiled *k = vyi_calloc(device->context, 1, sizeof *k);
    if (!k)
        return VY_ERROR_MEMORY;
    k->refs = 1;
    k->cached = cached;
    k->skipped = skip;
    k->generation = device->generation;
    memcpy(k->key, key, sizeof k->key);
    vy_status status = VY_OK;
    if (device->fns->prepare)
        status = vyi_opt_run(program, vyi_dev_for(device), k->skipped, VYI_PASS_COUNT, &k->passes,
                             &k->program);
    else // the oracle, which makes no code, runs the program as written
        vyi_program_hold(k->program = program);
    if (status) {
        vyi_free(device->context, k, sizeof *k);
        return status;
    }
    k->meets = vy_program_has_grid_barrier(k->program);
    k->layout = vyi_plan_layout(k->program);
    pthread_mutex_init(&k->lock, NULL);
    for (uint32_t i = 0; !k->rooms && !status && i < k->program->buffers.count; i++)
        if (vyi_buffer_grows(&k->program->buffers.at[i])) {
            k->rooms = vyi_calloc(device->context, k->program->buffers.count, sizeof *k->rooms);
            status = k->rooms ? VY_OK : VY_ERROR_MEMORY;
        }
    if (!status)
        status = vyi_overwrites_find(k->program, &k->overwrites);
    if (!status && k->overwrites.of && skip & 1u << VYI_PASS_overwrite)
        memset(k->overwrites.of, 0, k->program->buffers.count * sizeof *k->overwrites.of);
    if (status)
        destroy(device, k);
    else
        *compiled = k;
    return status;
}

// ---- the cache: a list, the one used last first ----
/// Becomes the first, with one user more; NULL: it is not there.
static struct vyi_compiled *find(struct vyi_hub *hub, const uint8_t key[32])
{
    struct vyi_compiled **at = &hub->compiled, *k;
    while ((k = *at) && memcmp(k->key, key, sizeof k->key) != 0)
        at = &k->next;
    if (!k)
        return NULL;
    *at = k->next;
    k->next = hub->compiled;
    k->refs++;
    return hub->compiled = k;
}

/// The one used longest ago that is not in use makes room; the caller destroys it.
static struct vyi_compiled *make_room(struct vyi_hub *hub)
{
    struct vyi_compiled **oldest = NULL;
    for (struct vyi_compiled **at = &hub->compiled; *at; at = &(*at)->next)
        if (!(*at)->refs)
            oldest = at;
    if (!oldest || hub->cache.kept <= VYI_HUB_COMPILED)
        return NULL;
    struct vyi_compiled *out = *oldest;
    *oldest = out->next;
    hub->cache.kept--;
    hub->cache.dropped++;
    return out;
}

/// Puts a new one in, unless another thread was faster: then that one is taken.
static struct vyi_compiled *insert(vy_device *device, struct vyi_compiled *k)
{
    struct vyi_hub *hub = device->hub;
    vyi_hub_lock(hub);
    struct vyi_compiled *same = find(hub, k->key), *out = same ? k : NULL;
    if (!same) {
        k->next = hub->compiled;
        hub->compiled = same = k;
        hub->cache.kept++;
        out = make_room(hub);
    }
    vyi_hub_unlock(hub);
    destroy(device, out);
    return same;
}

void vyi_compiled_hold(vy_device *device, struct vyi_compiled *compiled)
{
    vyi_hub_lock(device->hub);
    compiled->refs++;
    vyi_hub_unlock(device->hub);
}

void vyi_compiled_drop(vy_device *device, struct vyi_compiled *compiled)
{
    struct vyi_compiled *out = NULL;
    vyi_hub_lock(device->hub);
    if (!--compiled->refs)
        out = compiled->cached ? make_room(device->hub) : compiled;
    vyi_hub_unlock(device->hub);
    destroy(device, out);
}

void vyi_compiled_free_all(vy_device *device)
{
    for (struct vyi_compiled *k = device->hub->compiled, *next; k; k = next) {
        next = k->next;
        destroy(device, k);
    }
}

vy_status vy_device_cache_stats(vy_device *device, vy_cache_stats *stats)
{
    if (!device)
        return VY_ERROR_ARGUMENT;
    if (!stats)
        return vyi_refuse_null(device->context, "stats", "pass the address of a vy_cache_stats");
    vyi_hub_lock(device->hub);
    *stats = device->hub->cache;
    vyi_hub_unlock(device->hub);
    stats->compiled = device->compiled;
    stats->loaded = device->loaded;
    return VY_OK;
}

// ---- pipelines ----
/// The shared one, or one of its own; it may have no code yet.
static vy_status obtain(vy_device *device, vy_program *program, uint32_t skip, bool fresh,
                        struct vyi_compiled **compiled)
{
    uint8_t key[32] = {0};
    vy_status status = fresh ? VY_OK : make_key(device, program, skip, key);
    if (status)
        return status;
    if (!fresh) {
        vyi_hub_lock(device->hub);
        *compiled = find(device->hub, key);
        *(*compiled ? &device->hub->cache.hits : &device->hub->cache.misses) += 1;
        vyi_hub_unlock(device->hub);
        if (*compiled)
            return VY_OK;
    }
    status = create(device, program, skip, key, !fresh, compiled);
    if (!status && !fresh)
        *compiled = insert(device, *compiled);
    return status;
}

vy_status vyi_compiled_create(vy_device *device, vy_program *program, uint32_t skip, bool fresh,
                              vy_route route, uint64_t deadline_ns, struct vyi_compiled **compiled)
{
    vy_status status = obtain(device, program, skip | device->no_passes, fresh, compiled);
    // The other routes run segments, whose code the first dispatch makes.
    if (status || ((*compiled)->meets && route > VY_ROUTE_NATIVE))
        return status;
    struct vyi_report report = {.context = program->context,
                                .sources = &(*compiled)->program->sources};
    const struct vyi_job job = {.report = &report, .deadline_ns = deadline_ns};
    status = vyi_compiled_prepare(device, *compiled, &job);
    vyi_report_end(&report, status);
    if (status) {
        vyi_compiled_drop(device, *compiled);
        *compiled = NULL;
    }
    return status;
}

vy_status vy_pipeline_create(vy_device *device, vy_program *program,
                             const vy_pipeline_params *params, vy_pipeline **pipeline)
{
    if (pipeline)
        *pipeline = NULL;
    if (!device)
        return vyi_refuse_null(program ? program->context : NULL, "device",
                               "open one with vy_device_open() and check its status");
    if (!program)
        return vyi_refuse_null(device->context, "program",
                               "parse or load one and check its status");
    if (!pipeline)
        return vyi_refuse_null(device->context, "pipeline",
                               "pass the address of a vy_pipeline pointer");
    vy_pipeline_params filled = vy_pipeline_defaults();
    vy_status status = vyi_params_read(device->context, vy_pipeline_params, params, &filled);
    if (!status)
        status = vyi_hub_check(device);
    uint64_t deadline_ns =
        filled.deadline_ms ? vyi_now_ns() + (uint64_t)filled.deadline_ms * 1000000u : 0;
    if (!status && (unsigned)filled.route > VY_ROUTE_HOST)
        status = vyi_refuse(device->context, VY_ERROR_ARGUMENT, VYI_DIAG(ROUTE_UNKNOWN),
                            (long long)filled.route);
    if (!status && !program->verified)
        status = vy_program_verify(program);
    if (status)
        return status;
    vy_pipeline *p = vyi_calloc(device->context, 1, sizeof *p);
    if (!p)
        return VY_ERROR_MEMORY;
    uint32_t skip;
    status = vyi_opt_names(program->context, filled.no_passes, &skip);
    if (!status)
        status = vyi_compiled_create(device, program, skip, filled.fresh, filled.route, deadline_ns,
                                     &p->compiled);
    if (status) {
        vyi_free(device->context, p, sizeof *p);
        return status;
    }
    p->device = device;
    p->program = p->compiled->program;
    vyi_hub_hold(device);
    *pipeline = p;
    return VY_OK;
}

void vy_pipeline_destroy(vy_pipeline **pipeline)
{
    if (!pipeline || !*pipeline)
        return;
    vy_pipeline *p = *pipeline;
    vy_device *device = p->device;
    *pipeline = NULL;
    vyi_compiled_drop(device, p->compiled);
    vyi_free(device->context, p, sizeof *p);
    vyi_hub_drop(device);
}

size_t vy_pipeline_passes(const vy_pipeline *pipeline, vy_pass_stats *passes, size_t capacity)
{
    if (!pipeline || !pipeline->device->fns->prepare)
        return 0;
    const struct vyi_compiled *k = pipeline->compiled;
    for (uint32_t i = 0; i < VYI_PASS_COUNT && i < capacity; i++)
        passes[i] = (vy_pass_stats){.name = vy_pass_name(i),
                                    .ms = (double)k->passes.ns[i] / 1e6,
                                    .changes = k->passes.changes[i],
                                    .left_out = (k->skipped & 1u << i) != 0};
    return VYI_PASS_COUNT;
}

// ---- sizes ----
/// Evaluates the sizes of `count` buffers from `first` on from what `args` hold.
static vy_status read_extents(vy_pipeline *pipeline, const vy_arg *args, uint32_t first,
                              uint32_t count, struct vyi_extent *extents)
{
    const vy_program *p = pipeline->program;
    struct vyi_report report = {.context = p->context, .sources = &p->sources};
    struct vyi_args read;
    vy_status status =
        vyi_args_read(p, pipeline->device, NULL, args, VYI_ARGS_SOME, &report, &read);
    // The question is how large they must be, so what is bound counts only where a size is open.
    for (uint32_t i = 0; !status && i < p->buffers.count; i++)
        if (p->buffers.at[i].size[0].i && (count > 1 || i == first))
            read.given.bound[i] = UINT64_MAX;
    if (!status)
        status = vyi_launch_extents(p, read.given.params, read.given.has, read.given.bound, first,
                                    count, &report, extents);
    vyi_args_free(p->context, &read);
    vyi_report_end(&report, status);
    return status;
}

/// Of one buffer, by its name. `missing`: what the call was not given, or NULL.
static vy_status extent_of(vy_pipeline *pipeline, const vy_arg *args, const char *name,
                           const char *call, const char *missing, const char *fix, uint32_t *rank,
                           struct vyi_extent *extent)
{
    if (!pipeline)
        return VY_ERROR_ARGUMENT;
    const vy_program *p = pipeline->program;
    if (missing)
        return vyi_refuse_null_of(p->context, call, missing, fix);
    if (!name)
        return vyi_refuse_null_of(p->context, call, "name", "name a buffer of the program");
    uint32_t index = vyi_buffer_find(p, name);
    if (index == p->buffers.count)
        return vyi_refuse(p->context, VY_ERROR_ARGUMENT, VYI_DIAG(ARG_UNKNOWN),
                          p->name ? p->name : "?", "buffer", name,
                          "ask for one that the program declares");
    *rank = p->buffers.at[index].rank;
    return read_extents(pipeline, args, index, 1, extent);
}

vy_status vy_pipeline_buffer_bytes(vy_pipeline *pipeline, const vy_arg *args, const char *name,
                                   uint64_t *bytes)
{
    struct vyi_extent extent;
    uint32_t rank;
    vy_status status =
        extent_of(pipeline, args, name, "vy_pipeline_buffer_bytes", bytes ? NULL : "bytes",
                  "pass the address of a uint64_t", &rank, &extent);
    if (!status)
        *bytes = extent.bytes;
    return status;
}

vy_status vy_pipeline_buffer_sizes(vy_pipeline *pipeline, const vy_arg *args, const char *name,
                                   uint64_t sizes[8], uint32_t *rank)
{
    struct vyi_extent extent;
    const char *missing = !sizes ? "sizes" : !rank ? "rank" : NULL;
    vy_status status =
        extent_of(pipeline, args, name, "vy_pipeline_buffer_sizes", missing,
                  "pass an array of 8 uint64_t and the address of a uint32_t", rank, &extent);
    if (!status)
        memcpy(sizes, extent.size, *rank * sizeof *sizes);
    return status;
}

vy_status vy_pipeline_extents(vy_pipeline *pipeline, const vy_arg *args, vy_extent *extents,
                              size_t count)
{
    if (!pipeline)
        return VY_ERROR_ARGUMENT;
    const vy_program *p = pipeline->program;
    if (!extents)
        return vyi_refuse_null(p->context, "extents",
                               "pass an array with a vy_extent for each buffer");
    uint32_t known = count < p->buffers.count ? (uint32_t)count : p->buffers.count;
    struct vyi_extent *all = vyi_calloc(p->context, known + 1, sizeof *all);
    vy_status status = all ? read_extents(pipeline, args, 0, known, all) : VY_ERROR_MEMORY;
    for (uint32_t i = 0; !status && i < known; i++)
        extents[i] = vyi_plan_extent(p, i, &all[i]);
    vyi_free(p->context, all, (known + 1) * sizeof *all);
    return status;
}
