#include "cpu.h"

#include <string.h>
#include <time.h>

// ---- results ----
bool bench_compared(const struct bench_buffer *b)
{
    return b->role == BENCH_OUT || b->role == BENCH_INOUT;
}

/// Where a runner's results are; the last ones of a suite may share it.
static void *result_of(const struct bench_stage *s, const struct bench_buffer *b, size_t runner)
{
    return b->each[runner < s->work.runners ? runner : s->work.runners - 1];
}

void *bench_result(const struct bench_stage *s, size_t buffer, size_t runner)
{
    return result_of(s, &s->work.buffers[buffer], runner);
}

/// Puts what a runner writes back to what it was at first; outputs get what no kernel writes.
static bool reset(struct bench_stage *s, size_t runner)
{
    const struct bench_runner *r = &s->runners[runner];
    bool good = true;
    for (size_t i = 0; good && i < s->work.buffer_count; i++) {
        const struct bench_buffer *b = &s->work.buffers[i];
        void *bytes = result_of(s, b, runner);
        if (!bench_compared(b))
            continue;
        if (b->role == BENCH_INOUT)
            memcpy(bytes, b->data, b->bytes);
        else
            memset(bytes, 0xa5, b->bytes);
        good = !r->put || r->put(s, i, bytes);
    }
    return good;
}

/// Runs one from the beginning and fetches its results.
static bool run_once(struct bench_stage *s, size_t runner)
{
    const struct bench_runner *r = &s->runners[runner];
    double seconds;
    bool good = reset(s, runner) && r->run(s, runner, &seconds);
    for (size_t i = 0; good && r->get && i < s->work.buffer_count; i++)
        if (bench_compared(&s->work.buffers[i]))
            good = r->get(s, i, bench_result(s, i, runner));
    return good;
}

/// Runs each once from the same beginning and compares every byte that was written.
static int compare_all(struct bench_stage *s)
{
    int code = EXIT_DONE;
    for (size_t k = 0; k < s->runner_count; k++) {
        if (s->absent[k])
            continue;
        if (!run_once(s, k))
            return EXIT_SYSTEM;
        if (s->normalise && !s->normalise(s, k))
            return EXIT_DIFFERS;
        for (size_t i = 0; k && i < s->work.buffer_count; i++) {
            const struct bench_buffer *b = &s->work.buffers[i];
            if (bench_compared(b) &&
                !bench_same(&s->work, b, b->each[0], bench_result(s, i, k), s->runners[k].name))
                code = EXIT_DIFFERS;
        }
    }
    return code;
}

// ---- times ----
/// Threads of OpenMP spin for a while after a loop; no other runner is measured beside them.
static void settle(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
}

/// Seconds of a run, over as many as `batch` says.
static bool timed(struct bench_stage *s, size_t runner, uint32_t batch, double *seconds)
{
    bool good = true;
    double from = now_ms(), own = 0;
    for (uint32_t i = 0; good && i < batch; i++) {
        double one = 0;
        good = s->runners[runner].run(s, runner, &one);
        own += one;
    }
    *seconds = (own > 0 ? own : (now_ms() - from) / 1e3) / batch;
    return good;
}

/// Runs alternate, in a new order each round, after a few to warm up.
static bool measure(struct bench_stage *s)
{
    const double enough = 0.004, brief = 0.05;
    uint32_t batch[BENCH_RUNNERS] = {0};
    double took[BENCH_RUNNERS] = {0}, unused;
    char what[64];
    snprintf(what, sizeof what, "%s, %.1f MB", s->work.name, (double)s->work.least / 1e6);
    for (size_t round = 0; round < s->warm + s->rounds; round++) {
        bench_progress(what, round, s->warm + s->rounds);
        for (size_t k = 0; k < s->runner_count; k++) {
            size_t r = (round + k) % s->runner_count;
            if (s->absent[r])
                continue;
            if (s->batches)
                settle();
            // Its data are in the caches that hold them.
            if (s->batches && took[r] < brief && !s->runners[r].run(s, r, &unused))
                return false;
            if (!timed(s, r, s->batches && round ? batch[r] : 1, &took[r]))
                return false;
            if (!round)
                batch[r] = took[r] < enough ? (uint32_t)(enough / (took[r] + 1e-9)) + 1 : 1;
            if (round >= s->warm)
                s->times[r][round - s->warm] = took[r];
        }
    }
    return true;
}

static int report(struct bench_stage *s, struct bench_kernel *row)
{
    int code = EXIT_DONE;
    *row = (struct bench_kernel){.name = s->work.name, .size = s->work.least};
    for (size_t k = 0; k < s->runner_count; k++) {
        double seconds = s->absent[k] ? 0 : bench_median(s->times[k], s->rounds);
        const char *name = s->runners[k].name;
        if (!s->absent[k] && s->believable && !s->believable(s, seconds, name))
            code = EXIT_DIFFERS;
        if (!k)
            row->time = seconds;
        else if (!s->absent[k] || !s->runners[k].hidden)
            row->peers[k - 1] = (struct bench_peer){name, seconds, s->absent[k]};
    }
    return code;
}

int bench_stage_run(struct bench_stage *s, struct bench_kernel *row)
{
    int code = EXIT_DONE;
    size_t begun = 0;
    for (; !code && begun < s->runner_count; begun++)
        if (!s->absent[begun] && !s->runners[begun].prepare(s, begun))
            code = EXIT_SYSTEM;
    if (!code)
        code = compare_all(s);
    if (!code && !measure(s))
        code = EXIT_SYSTEM;
    if (!code)
        code = compare_all(s);
    if (!code)
        code = report(s, row);
    for (size_t k = 0; k < begun; k++)
        if (!s->absent[k] && s->runners[k].end)
            s->runners[k].end(s);
    bench_work_free(&s->work);
    return code;
}

// ---- ours ----
vy_pipeline *bench_pipeline(struct session *session, vy_device *device, const char *suite,
                            const char *const *folders, const char *name,
                            const vy_pipeline_params *params)
{
    char path[4096], file[64];
    vy_status status;
    vy_pipeline *pipeline = NULL;
    snprintf(file, sizeof file, "%s.vy", name);
    while (*folders && !bench_file(path, sizeof path, *folders, file))
        folders++;
    if (!*folders) {
        print_error("bench %s: %s is not beside the tool; build in the source tree, or install",
                    suite, file);
        return NULL;
    }
    vy_program *program = session_load(session, path, &status);
    if (program)
        vy_pipeline_create(device, program, params, &pipeline);
    vy_program_destroy(&program);
    return pipeline;
}

static void add_params(const struct bench_work *w, vy_arg *args)
{
    for (size_t i = 0; i < w->param_count; i++)
        *args++ =
            vy_arg_value(w->params[i].name, w->params[i].type, w->number[w->params[i].number]);
    *args = vy_arg_end();
}

void bench_host_args(const struct bench_work *w, size_t slot, vy_arg *args)
{
    for (size_t i = 0; i < w->buffer_count; i++) {
        const struct bench_buffer *b = &w->buffers[i];
        if (b->role == BENCH_IN)
            *args++ = vy_arg_in(b->name, b->data, b->bytes);
        else if (b->role == BENCH_OUT)
            *args++ = vy_arg_out(b->name, b->each[slot], b->bytes);
        else if (b->role == BENCH_INOUT)
            *args++ = vy_arg_inout(b->name, b->each[slot], b->bytes);
        else if (b->role == BENCH_ROOM)
            *args++ = vy_arg_inout(b->name, b->data, b->bytes);
    }
    add_params(w, args);
}

// ---- in host memory ----
bool bench_hosts_begin(struct bench_hosts *h, const char *suite, const char *device)
{
    h->suite = suite;
    h->threads = cpu_threads();
    return session_begin(&h->session) &&
           !vy_device_open(h->session.context,
                           vy_device_params(.name = device, .threads = h->threads), &h->device);
}

void bench_hosts_end(struct bench_hosts *h)
{
    vy_device_close(&h->device);
    session_end(&h->session);
}

bool bench_host_program(struct bench_stage *s, size_t runner, const char *folder, const char *name,
                        const vy_pipeline_params *params)
{
    struct bench_hosts *h = s->hosts;
    h->of[runner].pipeline = bench_pipeline(&h->session, h->device, h->suite,
                                            (const char *[]){folder, NULL}, name, params);
    bench_host_args(&s->work, runner, h->of[runner].args);
    return h->of[runner].pipeline;
}

bool bench_host_run(struct bench_stage *s, size_t runner, double *seconds)
{
    const struct bench_hosts *h = s->hosts;
    (void)seconds;
    return !vy_dispatch(h->of[runner].pipeline, vy_dispatch_params(.args = h->of[runner].args),
                        NULL);
}

void bench_host_end(struct bench_stage *s)
{
    for (size_t k = 0; k < BENCH_RUNNERS; k++)
        vy_pipeline_destroy(&s->hosts->of[k].pipeline);
}

void bench_host_peer(struct bench_stage *s, size_t runner, void *symbol)
{
    struct bench_hosts *h = s->hosts;
    memcpy(&h->of[runner].peer, &symbol, sizeof symbol);
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        const struct bench_buffer *b = &s->work.buffers[i];
        h->of[runner].buffers[i] = b->each[runner] ? b->each[runner] : b->data;
    }
}

bool bench_host_peer_run(struct bench_stage *s, size_t runner, double *seconds)
{
    const struct bench_hosts *h = s->hosts;
    (void)seconds;
    h->of[runner].peer(h->of[runner].buffers, s->work.number, (int)h->threads);
    return true;
}

// ---- resident ----
bool bench_resident_prepare(struct bench_stage *s, vy_device *device)
{
    vy_arg *args = s->args;
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        const struct bench_buffer *b = &s->work.buffers[i];
        if (b->role == BENCH_OWN)
            continue;
        if (vy_buffer_create(device, vy_buffer_params(.bytes = b->bytes), &s->buffers[i]) ||
            (b->data && vy_buffer_upload(s->buffers[i], 0, b->data, b->bytes)))
            return false;
        *args++ = vy_arg_buffer(b->name, s->buffers[i]);
    }
    add_params(&s->work, args);
    return true;
}

bool bench_resident_run(struct bench_stage *s, size_t runner, double *seconds)
{
    vy_stats stats = {0};
    (void)runner;
    if (vy_dispatch(s->pipeline, vy_dispatch_params(.args = s->args, .route = s->route),
                    s->device_time ? &stats : NULL))
        return false;
    if (s->device_time)
        *seconds = (stats.device_ms > 0 ? stats.device_ms : stats.wall_ms) / 1e3;
    return true;
}

bool bench_resident_put(struct bench_stage *s, size_t buffer, const void *bytes)
{
    return !vy_buffer_upload(s->buffers[buffer], 0, bytes, s->work.buffers[buffer].bytes);
}

bool bench_resident_get(struct bench_stage *s, size_t buffer, void *bytes)
{
    return !vy_buffer_download(s->buffers[buffer], 0, bytes, s->work.buffers[buffer].bytes);
}

void bench_resident_end(struct bench_stage *s)
{
    vy_pipeline_destroy(&s->pipeline);
    for (size_t i = 0; i < BENCH_BUFFERS; i++)
        vy_buffer_destroy(&s->buffers[i]);
}
