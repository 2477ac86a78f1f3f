// vyre bench vulkan: the kernels of bench/cpu on the vulkan device, beside the same in GLSL, which
// a Vulkan program written by hand runs on the same driver, and beside OpenCL on pocl. Buffers stay
// on the device, results must be the same bytes, and runs alternate.
#include "vulkan.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9, WARM = 2, MIB = 1 << 20 };
enum runner { OURS, GLSL, POCL, RUNNERS };
static const char *const runner_names[] = {"vyre", "glsl", "pocl"};

struct stage {
    struct bench_vulkan *b;
    struct bench_work work;
    const struct vulkan_kernel *kernel;
    void (*pocl)(struct opencl *cl, const struct bench_work *w);
    vy_pipeline *pipeline;
    vy_buffer *buffers[BENCH_BUFFERS];
    vy_arg args[BENCH_BUFFERS + BENCH_PARAMS + 1];
    bool here[RUNNERS];
    double times[RUNNERS][ROUNDS]; ///< seconds a run
};

vy_pipeline *vulkan_pipeline(struct bench_vulkan *b, const char *folder, const char *name,
                             bool fresh)
{
    char path[4096], file[64];
    vy_status status;
    vy_pipeline *pipeline = NULL;
    snprintf(file, sizeof file, "%s.vy", name);
    if (!bench_file(path, sizeof path, folder, file)) {
        print_error("bench vulkan: %s is not beside the tool; build in the source tree, or install",
                    file);
        return NULL;
    }
    vy_program *program = session_load(&b->session, path, &status);
    if (program &&
        vy_pipeline_create(b->device, program, vy_pipeline_params(.fresh = fresh), &pipeline))
        pipeline = NULL;
    vy_program_destroy(&program);
    return pipeline;
}

// ---- one run ----
static bool glsl_good(const struct stage *s, bool good)
{
    if (!good) {
        bench_progress(NULL, 0, 0);
        print_error("%s: the GLSL program fails: %s", s->work.name, s->b->glsl->error());
    }
    return good;
}

static bool run_once(struct stage *s, enum runner r)
{
    if (r == OURS)
        return !vy_dispatch(s->pipeline, vy_dispatch_params(.args = s->args), NULL);
    if (r == GLSL)
        return glsl_good(s,
                         s->kernel->run ? s->kernel->run(s->b->glsl, &s->work) : s->b->glsl->run());
    struct opencl *cl = &s->b->opencl;
    s->pocl(cl, &s->work);
    opencl_finish(cl);
    if (cl->error)
        print_error("%s: pocl: %s gives error %d", s->work.name, cl->failed, cl->error);
    return !cl->error;
}

// ---- results ----
/// Puts what a runner writes back to what it was at first; outputs get what no kernel writes.
static bool reset(struct stage *s, enum runner r)
{
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        struct bench_buffer *b = &s->work.buffers[i];
        if (b->role != BENCH_INOUT && b->role != BENCH_OUT)
            continue;
        if (b->role == BENCH_INOUT)
            memcpy(b->each[r], b->data, b->bytes);
        else
            memset(b->each[r], 0xa5, b->bytes);
        if (r == OURS && vy_buffer_upload(s->buffers[i], 0, b->each[r], b->bytes))
            return false;
        if (r == GLSL)
            memcpy(s->b->glsl->memory((unsigned)i), b->each[r], b->bytes);
        if (r == POCL)
            opencl_upload(&s->b->opencl, (unsigned)i, b->each[r], b->bytes);
    }
    return true;
}

/// A sort's room for keys between passes holds what each leaves there.
static bool compared(const struct bench_work *w, const struct bench_buffer *b)
{
    bool room = !strcmp(w->name, "sort") && !strcmp(b->name, "key");
    return !room && (b->role == BENCH_OUT || b->role == BENCH_INOUT);
}

/// Runs each once from the same beginning and compares every byte that was written.
static int compare_all(struct stage *s)
{
    int code = EXIT_DONE;
    for (enum runner r = OURS; r < RUNNERS; r++) {
        if (!s->here[r])
            continue;
        if (!reset(s, r) || !run_once(s, r))
            return EXIT_SYSTEM;
        for (size_t i = 0; i < s->work.buffer_count; i++) {
            struct bench_buffer *b = &s->work.buffers[i];
            if (!compared(&s->work, b))
                continue;
            if (r == OURS && vy_buffer_download(s->buffers[i], 0, b->each[r], b->bytes))
                return EXIT_SYSTEM;
            if (r == GLSL)
                memcpy(b->each[r], s->b->glsl->memory((unsigned)i), b->bytes);
            if (r == POCL)
                opencl_download(&s->b->opencl, (unsigned)i, b->each[r], b->bytes);
            if (r != OURS && !bench_same(&s->work, b, b->each[OURS], b->each[r], runner_names[r]))
                code = EXIT_DIFFERS;
        }
    }
    return code;
}

// ---- one kernel ----
static bool prepare_ours(struct stage *s)
{
    struct bench_work *w = &s->work;
    size_t n = 0;
    for (size_t i = 0; i < w->buffer_count; i++) {
        struct bench_buffer *b = &w->buffers[i];
        if (b->role == BENCH_OWN)
            continue;
        if (vy_buffer_create(s->b->device, vy_buffer_params(.bytes = b->bytes), &s->buffers[i]) ||
            (b->data && vy_buffer_upload(s->buffers[i], 0, b->data, b->bytes)))
            return false;
        s->args[n++] = vy_arg_buffer(b->name, s->buffers[i]);
    }
    for (size_t i = 0; i < w->param_count; i++)
        s->args[n++] =
            vy_arg_value(w->params[i].name, w->params[i].type, w->number[w->params[i].number]);
    s->args[n] = vy_arg_end();
    s->pipeline = vulkan_pipeline(s->b, "bench/cpu", w->name, false);
    return s->pipeline;
}

static bool prepare_glsl(struct stage *s)
{
    const struct vulkan_peer *peer = s->b->glsl;
    if (!vulkan_load(s->b, s->work.name, s->kernel->kernels))
        return false;
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        struct bench_buffer *b = &s->work.buffers[i];
        if (!glsl_good(s, peer->buffer((unsigned)i, b->bytes)))
            return false;
        if (b->data)
            memcpy(peer->memory((unsigned)i), b->data, b->bytes);
    }
    return glsl_good(s, peer->record() && s->kernel->record(peer, &s->work));
}

static bool prepare_pocl(struct stage *s, const char *const *kernels)
{
    char path[4096], file[64];
    snprintf(file, sizeof file, "%s.cl", s->work.name);
    if (!bench_file(path, sizeof path, "bench/cpu", file) ||
        !opencl_begin(&s->b->opencl, path, kernels))
        return false;
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        struct bench_buffer *b = &s->work.buffers[i];
        opencl_buffer(&s->b->opencl, (unsigned)i, b->each[POCL] ? b->each[POCL] : b->data,
                      b->bytes);
    }
    return true;
}

/// Runs alternate, in a new order each round, after a few to warm up.
static bool measure(struct stage *s)
{
    for (size_t round = 0; round < ROUNDS + WARM; round++) {
        bench_progress(s->work.name, round, ROUNDS + WARM);
        for (unsigned k = 0; k < RUNNERS; k++) {
            enum runner r = (enum runner)((round + k) % RUNNERS);
            if (!s->here[r])
                continue;
            double from = now_ms();
            if (!run_once(s, r))
                return false;
            if (round >= WARM)
                s->times[r][round - WARM] = (now_ms() - from) / 1e3;
        }
    }
    return true;
}

static int run_kernel(struct bench_vulkan *b, size_t index)
{
    struct stage *s = must_alloc(sizeof *s);
    const char *why[RUNNERS] = {NULL, b->glsl_absent, b->opencl.absent};
    s->b = b;
    s->kernel = &vulkan_kernels[index];
    s->pocl = cpu_kernels[index].pocl;
    s->work = (struct bench_work){.name = s->kernel->name, .runners = RUNNERS};
    for (enum runner r = OURS; r < RUNNERS; r++)
        s->here[r] = !why[r];
    bench_programs[index].make(&s->work, b->bench->size ? b->bench->size : 16ull * MIB);
    int code = prepare_ours(s) && (!s->here[GLSL] || prepare_glsl(s)) &&
                       (!s->here[POCL] || prepare_pocl(s, cpu_kernels[index].kernels))
                   ? EXIT_DONE
                   : EXIT_SYSTEM;
    if (!code)
        code = compare_all(s);
    if (!code && !measure(s))
        code = EXIT_SYSTEM;
    if (!code)
        code = compare_all(s);
    if (!code) {
        struct bench_kernel row = {.name = s->work.name, .size = s->work.least};
        row.time = bench_median(s->times[OURS], ROUNDS);
        for (enum runner r = GLSL; r < RUNNERS; r++)
            row.peers[r - 1] = (struct bench_peer){
                runner_names[r], s->here[r] ? bench_median(s->times[r], ROUNDS) : 0, why[r]};
        bench_kernel(b->bench, row);
    }
    vy_pipeline_destroy(&s->pipeline);
    for (size_t i = 0; i < BENCH_BUFFERS; i++)
        vy_buffer_destroy(&s->buffers[i]);
    if (s->here[GLSL])
        b->glsl->end();
    if (s->here[POCL])
        opencl_end(&b->opencl);
    bench_work_free(&s->work);
    free(s);
    return code;
}

// ---- the suite ----
static void open_peers(struct bench_vulkan *b)
{
    static char why[256];
    char path[4096];
    void *library;
    const char *name = vy_device_name(b->device), *number = strchr(name, ':');
    if (!bench_wanted(b->bench->peers, "glsl"))
        b->glsl_absent = "not asked for";
    else if (!file_beside(path, sizeof path, "libvyre-bench-vulkan.so") ||
             !(library = dlopen(path, RTLD_NOW | RTLD_LOCAL)) ||
             !(b->glsl = dlsym(library, "vyre_vulkan_peer")))
        b->glsl_absent = "no libvyre-bench-vulkan.so beside the tool (Debian: libvulkan-dev)";
    else if (bench_process((char *[]){"glslangValidator", "--version", NULL}) < 0)
        b->glsl_absent = "no glslangValidator (Debian: glslang-tools)";
    else if (!b->glsl->open(number ? (uint32_t)strtoul(number + 1, NULL, 10) : 0)) {
        snprintf(why, sizeof why, "the GLSL program does not start: %s", b->glsl->error());
        b->glsl_absent = why;
    }
    if (bench_wanted(b->bench->peers, "pocl"))
        opencl_open(&b->opencl, cpu_threads());
    else
        b->opencl.absent = "not asked for";
}

static int run_all(struct bench_vulkan *b)
{
    int code = EXIT_DONE;
    if (!bench_room(b->folder))
        return EXIT_SYSTEM;
    for (size_t i = 0; !code && i < vulkan_kernel_count; i++)
        if (bench_wanted(b->bench->only, vulkan_kernels[i].name))
            code = run_kernel(b, i);
    if (!code && bench_wanted(b->bench->only, "costs") && !vulkan_costs(b))
        code = EXIT_SYSTEM;
    bench_remove(b->folder);
    text_printf(&b->bench->notes,
                "size: bytes that a kernel reads and writes at least. Wall time, medians of %d "
                "runs that\nalternate, buffers resident; ratio = peer's time / ours. All results "
                "are the same bytes.\n",
                ROUNDS);
    if (!b->glsl_absent)
        text_printf(&b->bench->notes, "driver: %s\n", b->glsl->driver());
    return code;
}

int bench_vulkan(struct bench *bench)
{
    struct bench_vulkan *b = must_alloc(sizeof *b);
    int code = EXIT_SYSTEM;
    b->bench = bench;
    if (session_begin(&b->session)) {
        if (!vy_device_open(b->session.context,
                            vy_device_params(.name = bench->device ? bench->device : "vulkan"),
                            &b->device)) {
            open_peers(b);
            code = run_all(b);
            opencl_close(&b->opencl);
            if (b->glsl)
                b->glsl->close();
        }
        vy_device_close(&b->device);
        session_end(&b->session);
    }
    free(b);
    return code;
}
