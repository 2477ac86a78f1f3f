// How the Vulkan program launches the GLSL kernels of bench/vulkan.
#include "vulkan.h"

bool vulkan_compile(struct bench_vulkan *b, const char *name, const char *kernel, char path[128])
{
    char source[4096], file[64], define[64];
    snprintf(file, sizeof file, "%s.comp", name);
    snprintf(define, sizeof define, "-DKERNEL_%s", kernel);
    snprintf(path, 128, "%s/%s.spv", b->folder, kernel);
    if (!bench_file(source, sizeof source, "bench/vulkan", file)) {
        print_error("bench vulkan: %s is not beside the tool; build in the source tree, or install",
                    file);
        return false;
    }
    char *words[] = {
        "glslangValidator", "-V", "--target-env", "vulkan1.2", define, "-o", path, source, NULL};
    if (bench_process(words) >= 0)
        return true;
    print_error("bench vulkan: glslangValidator does not take %s", source);
    return false;
}

bool vulkan_load(struct bench_vulkan *b, const char *name, const char *const *kernels)
{
    char path[128];
    for (unsigned i = 0; i < VULKAN_PEER_KERNELS && kernels[i]; i++) {
        if (!vulkan_compile(b, name, kernels[i], path))
            return false;
        if (!b->glsl->kernel(i, path)) {
            print_error("bench vulkan: %s: %s", name, b->glsl->error());
            return false;
        }
    }
    return true;
}

/// Invocations of kernels that walk through arrays side by side.
enum { WALKERS = 4096 };

static bool copy(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1 n0", w->number, WALKERS, 1, 64, 1);
}

static bool triad(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1 b2 n0 w1", w->number, WALKERS, 1, 64, 1);
}

static bool saxpy(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1 n0 n1", w->number, WALKERS, 1, 64, 1);
}

static bool reduction(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1", w->number, 1, 1, 1, 1) &&
           p->launch(1, "b0 b1 n0", w->number, 4096, 1, 64, 1);
}

static bool scan(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1 b2 n0 n1", w->number, 4096, 1, 64, 1) &&
           p->launch(1, "b0 b1 b2 n0 n1", w->number, 64, 1, 64, 1) &&
           p->launch(2, "b0 b1 b2 n0 n1", w->number, 4096, 1, 64, 1);
}

static bool histogram(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1", w->number, 256, 1, 64, 1) &&
           p->launch(1, "b0 b1 n0", w->number, 256, 1, 8, 1);
}

static bool transpose(const struct vulkan_peer *p, const struct bench_work *w)
{
    uint32_t tiles = (uint32_t)(w->number[0] + 63) / 64;
    return p->launch(0, "b0 b1 n0 n1", w->number, tiles * 16, tiles, 16, 1);
}

static bool stencil(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1 n0 n1", w->number, 64, (uint32_t)w->number[1] - 2, 64, 1);
}

static bool spmv(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1 b2 b3 b4 n0", w->number, (uint32_t)w->number[0], 1, 64, 1);
}

static bool bfs(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1 b2 b3 b4 b5 n0", w->number, (uint32_t)w->number[0], 1, 64, 1);
}

static bool bfs_run(const struct vulkan_peer *p, const struct bench_work *w)
{
    static const char *const args[] = {"b0 b1 b2 b3 b4 b5 n0 n1", "b0 b1 b2 b4 b3 b5 n0 n1"};
    uint64_t number[] = {1, 0};
    uint32_t *count = p->memory(5);
    bool good = p->record() && bfs(p, w) && p->run();
    for (; good && number[0]; number[1]++) {
        good = p->record() &&
               p->launch(1, args[number[1] % 2], number, (uint32_t)number[0], 1, 64, 1) && p->run();
        number[0] = *count;
        *count = 0;
    }
    return good;
}

static bool dfa(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1 b2 b3 n0", w->number, (uint32_t)w->number[0], 1, 64, 1);
}

static bool mandelbrot(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 n0 n1 n2", w->number, (uint32_t)w->number[0], (uint32_t)w->number[1],
                     64, 1);
}

static bool sort(const struct vulkan_peer *p, const struct bench_work *w)
{
    static const char *const args[] = {"b0 b2 b3 n0 n1 n2", "b2 b1 b3 n0 n1 n2",
                                       "b1 b2 b3 n0 n1 n2"};
    uint64_t number[] = {w->number[0], w->number[1], 0};
    bool good = true;
    for (unsigned pass = 0; good && pass < 4; pass++) {
        unsigned way = pass == 3 ? 1 : pass;
        number[2] = 8 * pass;
        good = p->launch(0, args[way], number, BENCH_CHUNKS, 1, 8, 1) &&
               p->launch(1, args[way], number, 64, 1, 64, 1) &&
               p->launch(2, args[way], number, BENCH_CHUNKS, 1, 8, 1);
    }
    return good;
}

static bool matmul(const struct vulkan_peer *p, const struct bench_work *w)
{
    return p->launch(0, "b0 b1 b2 n0", w->number, (uint32_t)w->number[0],
                     (uint32_t)(w->number[0] + 7) / 8, 64, 1);
}

const struct vulkan_kernel vulkan_kernels[] = {
    {"copy", {"copy"}, copy, NULL},
    {"triad", {"triad"}, triad, NULL},
    {"saxpy", {"saxpy"}, saxpy, NULL},
    {"reduction", {"clear", "reduction"}, reduction, NULL},
    {"scan", {"sums", "offsets", "scan"}, scan, NULL},
    {"histogram", {"clear", "histogram"}, histogram, NULL},
    {"transpose", {"transpose"}, transpose, NULL},
    {"stencil", {"stencil"}, stencil, NULL},
    {"spmv", {"spmv"}, spmv, NULL},
    {"bfs", {"begin", "expand"}, bfs, bfs_run},
    {"dfa", {"dfa"}, dfa, NULL},
    {"mandelbrot", {"mandelbrot"}, mandelbrot, NULL},
    {"sort", {"tallies", "places", "spread"}, sort, NULL},
    {"matmul", {"matmul"}, matmul, NULL},
};
const size_t vulkan_kernel_count = sizeof vulkan_kernels / sizeof *vulkan_kernels;
