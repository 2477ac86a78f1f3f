// vyre bench vulkan: the kernels of bench/cpu, some of them as bench/vulkan has them, on the vulkan
// device, beside the same in GLSL, which a Vulkan program written by hand runs on the same driver,
// and beside OpenCL on pocl. Buffers stay on the device, results must be the same bytes, and runs
// alternate.
#include "vulkan.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9, WARM = 2, MIB = 1 << 20 };
enum runner { OURS, GLSL, POCL, RUNNERS };

/// A stage's suite: the kernel as the Vulkan program runs it.
struct vulkan_stage {
    struct bench_vulkan *b;
    const struct vulkan_kernel *kernel;
};

vy_pipeline *vulkan_pipeline(struct bench_vulkan *b, const char *folder, const char *name,
                             bool fresh)
{
    const char *const folders[] = {"bench/vulkan", folder, NULL};
    return bench_pipeline(&b->session, b->device, "vulkan", folders, name,
                          vy_pipeline_params(.fresh = fresh));
}

static bool ours_prepare(struct bench_stage *s, size_t runner)
{
    const struct vulkan_stage *v = s->suite;
    (void)runner;
    s->pipeline = vulkan_pipeline(v->b, "bench/cpu", s->work.name, false);
    return s->pipeline && bench_resident_prepare(s, v->b->device);
}

// ---- GLSL ----
static bool glsl_good(const struct bench_stage *s, bool good)
{
    const struct vulkan_stage *v = s->suite;
    if (!good) {
        bench_progress(NULL, 0, 0);
        print_error("%s: the GLSL program fails: %s", s->work.name, v->b->glsl->error());
    }
    return good;
}

static bool glsl_prepare(struct bench_stage *s, size_t runner)
{
    const struct vulkan_stage *v = s->suite;
    const struct vulkan_peer *peer = v->b->glsl;
    (void)runner;
    if (!vulkan_load(v->b, s->work.name, v->kernel->kernels))
        return false;
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        struct bench_buffer *b = &s->work.buffers[i];
        if (!glsl_good(s, peer->buffer((unsigned)i, b->bytes)))
            return false;
        if (b->data)
            memcpy(peer->memory((unsigned)i), b->data, b->bytes);
    }
    return glsl_good(s, peer->record() && v->kernel->record(peer, &s->work));
}

static bool glsl_run(struct bench_stage *s, size_t runner, double *seconds)
{
    const struct vulkan_stage *v = s->suite;
    const struct vulkan_peer *peer = v->b->glsl;
    (void)runner;
    (void)seconds;
    return glsl_good(s, v->kernel->run ? v->kernel->run(peer, &s->work) : peer->run());
}

static bool glsl_put(struct bench_stage *s, size_t buffer, const void *bytes)
{
    const struct vulkan_stage *v = s->suite;
    memcpy(v->b->glsl->memory((unsigned)buffer), bytes, s->work.buffers[buffer].bytes);
    return true;
}

static bool glsl_get(struct bench_stage *s, size_t buffer, void *bytes)
{
    const struct vulkan_stage *v = s->suite;
    memcpy(bytes, v->b->glsl->memory((unsigned)buffer), s->work.buffers[buffer].bytes);
    return true;
}

static void glsl_end(struct bench_stage *s)
{
    ((const struct vulkan_stage *)s->suite)->b->glsl->end();
}

// ---- one kernel ----
static int run_kernel(struct bench_vulkan *b, size_t index)
{
    static const struct bench_runner runners[RUNNERS] = {
        [OURS] = {"vyre", ours_prepare, bench_resident_run, bench_resident_put, bench_resident_get,
                  bench_resident_end, false},
        [GLSL] = {"glsl", glsl_prepare, glsl_run, glsl_put, glsl_get, glsl_end, false},
        [POCL] = POCL_RUNNER,
    };
    struct vulkan_stage own = {b, &vulkan_kernels[index]};
    struct bench_kernel row;
    struct bench_stage *s = must_alloc(sizeof *s);
    *s = (struct bench_stage){.suite = &own,
                              .bench = b->bench,
                              .runners = runners,
                              .runner_count = RUNNERS,
                              .absent = {[GLSL] = b->glsl_absent, [POCL] = b->opencl.absent},
                              .rounds = ROUNDS,
                              .warm = WARM,
                              .opencl = &b->opencl,
                              .pocl = &cpu_kernels[index],
                              .work = {.name = own.kernel->name, .runners = RUNNERS}};
    bench_programs[index].make(&s->work, b->bench->size ? b->bench->size : 16ull * MIB);
    int code = bench_stage_run(s, &row);
    if (!code)
        bench_kernel(b->bench, row);
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
