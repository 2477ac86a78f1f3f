// OpenCL on pocl as a runner, and how it launches the programs of bench/cpu.
#include "cpu.h"

static void pocl_copy(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 b1 n0", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 256, 1);
}

static void pocl_triad(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 b1 b2 n0 w1", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 256, 1);
}

static void pocl_saxpy(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 256, 1);
}

static void pocl_transpose(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, w->number[0], w->number[1], 16, 16);
}

static void pocl_stencil(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, w->number[0] - 2, w->number[1] - 2, 256, 1);
}

static void pocl_spmv(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 b1 b2 b3 b4 n0", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 64, 1);
}

static void pocl_dfa(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 b1 b2 b3 n0", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 64, 1);
}

static void pocl_mandelbrot(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 n0 n1 n2", w->number);
    opencl_launch(cl, 0, w->number[0], w->number[1], 64, 1);
}

static void pocl_matmul(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 b1 b2 n0", w->number);
    opencl_launch(cl, 0, w->number[0] / 16, w->number[0] / 4, 4, 16);
}

static void pocl_reduction(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b1", w->number);
    opencl_args(cl, 1, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, 1, 0, 1, 1);
    opencl_launch(cl, 1, (w->number[0] + BENCH_STRETCH - 1) / BENCH_STRETCH, 0, BENCH_GROUP, 1);
}

static void pocl_histogram(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b1", w->number);
    opencl_args(cl, 1, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, 256, 0, 256, 1);
    opencl_launch(cl, 1, (w->number[0] + w->number[1] - 1) / w->number[1], 0, 1, 1);
}

static void pocl_scan(struct opencl *cl, const struct bench_work *w)
{
    opencl_args(cl, 0, "b0 b2 n0", w->number);
    opencl_args(cl, 1, "b2 n1", w->number);
    opencl_args(cl, 2, "b0 b1 b2 n0", w->number);
    opencl_launch(cl, 0, w->number[1] * BENCH_GROUP, 0, BENCH_GROUP, 1);
    opencl_launch(cl, 1, BENCH_GROUP, 0, BENCH_GROUP, 1);
    opencl_launch(cl, 2, w->number[1] * BENCH_GROUP, 0, BENCH_GROUP, 1);
}

static void pocl_sort(struct opencl *cl, const struct bench_work *w)
{
    static const char *const from[] = {"b0 b3 n0 n1 n2", "b2 b3 n0 n1 n2", "b1 b3 n0 n1 n2"},
                             *const both[] = {"b0 b2 b3 n0 n1 n2", "b2 b1 b3 n0 n1 n2",
                                              "b1 b2 b3 n0 n1 n2"};
    uint64_t number[] = {w->number[0], w->number[1], 0};
    for (unsigned pass = 0; pass < 4; pass++) {
        unsigned way = pass == 3 ? 1 : pass;
        number[2] = 8 * pass;
        opencl_args(cl, 0, from[way], number);
        opencl_args(cl, 1, "b3 n1", number);
        opencl_args(cl, 2, both[way], number);
        opencl_launch(cl, 0, BENCH_CHUNKS, 0, 1, 1);
        opencl_launch(cl, 1, 1, 0, 1, 1);
        opencl_launch(cl, 2, BENCH_CHUNKS, 0, 1, 1);
    }
}

static void pocl_bfs(struct opencl *cl, const struct bench_work *w)
{
    static const char *const args[] = {"b0 b1 b2 b3 b4 b5 n0 n1", "b0 b1 b2 b4 b3 b5 n0 n1"};
    const uint32_t zero = 0;
    uint64_t number[] = {1, 0};
    opencl_args(cl, 0, "b2 b3 b5 n0", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 256, 1);
    while (number[0] && !cl->error) {
        uint32_t found = 0;
        opencl_args(cl, 1, args[number[1] % 2], number);
        opencl_launch(cl, 1, number[0], 0, 64, 1);
        opencl_download(cl, 5, &found, sizeof found);
        opencl_upload(cl, 5, &zero, sizeof zero);
        number[0] = found;
        number[1]++;
    }
}

const struct cpu_kernel cpu_kernels[] = {
    {"copy", {"copy"}, pocl_copy},
    {"triad", {"triad"}, pocl_triad},
    {"saxpy", {"saxpy"}, pocl_saxpy},
    {"reduction", {"clear", "reduction"}, pocl_reduction},
    {"scan", {"sums", "offsets", "scan"}, pocl_scan},
    {"histogram", {"clear", "histogram"}, pocl_histogram},
    {"transpose", {"transpose"}, pocl_transpose},
    {"stencil", {"stencil"}, pocl_stencil},
    {"spmv", {"spmv"}, pocl_spmv},
    {"bfs", {"begin", "expand"}, pocl_bfs},
    {"dfa", {"dfa"}, pocl_dfa},
    {"mandelbrot", {"mandelbrot"}, pocl_mandelbrot},
    {"sort", {"tallies", "places", "spread"}, pocl_sort},
    {"matmul", {"matmul"}, pocl_matmul},
};
const size_t cpu_kernel_count = sizeof cpu_kernels / sizeof *cpu_kernels;

// ---- the runner ----
bool pocl_prepare(struct bench_stage *s, size_t runner)
{
    char path[4096], file[64];
    const struct bench_work *w = &s->work;
    snprintf(file, sizeof file, "%s.cl", w->name);
    if (!bench_file(path, sizeof path, "bench/cpu", file)) {
        print_error("bench: %s is not beside the tool; build in the source tree, or install", file);
        return false;
    }
    if (!opencl_begin(s->opencl, path, s->pocl->kernels))
        return false;
    for (size_t i = 0; i < w->buffer_count; i++) {
        const struct bench_buffer *b = &w->buffers[i];
        opencl_buffer(s->opencl, (unsigned)i, b->each[runner] ? b->each[runner] : b->data,
                      b->bytes);
    }
    return true;
}

bool pocl_run(struct bench_stage *s, size_t runner, double *seconds)
{
    struct opencl *cl = s->opencl;
    (void)runner;
    (void)seconds;
    s->pocl->pocl(cl, &s->work);
    opencl_finish(cl);
    if (cl->error)
        print_error("%s: pocl: %s gives error %d", s->work.name, cl->failed, cl->error);
    return !cl->error;
}

bool pocl_put(struct bench_stage *s, size_t buffer, const void *bytes)
{
    opencl_upload(s->opencl, (unsigned)buffer, bytes, s->work.buffers[buffer].bytes);
    return true;
}

bool pocl_get(struct bench_stage *s, size_t buffer, void *bytes)
{
    opencl_download(s->opencl, (unsigned)buffer, bytes, s->work.buffers[buffer].bytes);
    return true;
}

void pocl_end(struct bench_stage *s)
{
    opencl_end(s->opencl);
}
