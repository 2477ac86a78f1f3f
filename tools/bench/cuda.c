// vyre bench cuda: the kernels of the cpu suite on a GPU, beside CUDA C++ written by hand, CUB and
// PyTorch; then what launches, barriers, fixpoints and starts cost.
#include "cuda.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// ---- the peers' library ----
void *cuda_find(struct bench_cuda *b, const char *name)
{
    return b->peers ? dlsym(b->peers, name) : NULL;
}

void *cuda_symbol(struct bench_cuda *b, const char *name)
{
    void *symbol = cuda_find(b, name);
    if (!symbol && b->peers)
        print_error(
            "bench cuda: libvyre-bench-cuda.so has no '%s'; build it anew: bench/cuda/build", name);
    return symbol;
}

static bool base_symbol(struct bench_cuda *b, const char *name, void *fn)
{
    void *symbol = cuda_symbol(b, name);
    memcpy(fn, &symbol, sizeof symbol);
    return symbol;
}

static bool open_base(struct bench_cuda *b)
{
    struct cuda_base *f = &b->base;
    return base_symbol(b, "vyre_cuda_open", &f->open) &&
           base_symbol(b, "vyre_cuda_alloc", &f->alloc) &&
           base_symbol(b, "vyre_cuda_free", &f->free) &&
           base_symbol(b, "vyre_cuda_upload", &f->upload) &&
           base_symbol(b, "vyre_cuda_download", &f->download) &&
           base_symbol(b, "vyre_cuda_fill", &f->fill) &&
           base_symbol(b, "vyre_cuda_time", &f->time) &&
           base_symbol(b, "vyre_cuda_limits", &f->limits) &&
           base_symbol(b, "vyre_cuda_error", &f->error);
}

/// They work in the device's primary context, which is there once our device is open.
static void open_peers(struct bench_cuda *b)
{
    char path[4096];
    if (b->bench->peers && !strcmp(b->bench->peers, "none")) {
        b->absent = "not asked for";
    } else if (!file_beside(path, sizeof path, "libvyre-bench-cuda.so") ||
               !(b->peers = dlopen(path, RTLD_NOW | RTLD_LOCAL))) {
        b->absent = "no libvyre-bench-cuda.so beside the tool: bench/cuda/build makes it";
    } else if (!open_base(b)) {
        b->absent = "libvyre-bench-cuda.so is of another version: bench/cuda/build makes it anew";
    } else {
        int error = b->base.open();
        if (error) {
            print_error("bench cuda: the peers cannot run: %s", b->base.error(error));
            b->absent = "CUDA's runtime does not work here";
        }
    }
}

// ---- parts ----
bool cuda_wanted(const struct bench_cuda *b, const char *name)
{
    return bench_wanted(b->bench->only, name);
}

vy_pipeline *cuda_pipeline_without(struct bench_cuda *b, vy_device *device, const char *name,
                                   const char *no_passes)
{
    static const char *const folders[] = {"bench/cuda", "bench/cpu", NULL};
    return bench_pipeline(&b->session, device, "cuda", folders, name,
                          vy_pipeline_params(.no_passes = no_passes));
}

vy_pipeline *cuda_pipeline(struct bench_cuda *b, vy_device *device, const char *name)
{
    return cuda_pipeline_without(b, device, name, NULL);
}

static bool is_part(const char *at, size_t length)
{
    for (size_t i = 0; i < bench_program_count; i++)
        if (strlen(bench_programs[i].name) == length &&
            !strncmp(bench_programs[i].name, at, length))
            return true;
    for (size_t i = 0; i < cuda_special_count; i++)
        if (strlen(cuda_special_parts[i].name) == length &&
            !strncmp(cuda_special_parts[i].name, at, length))
            return true;
    return false;
}

static bool names_exist(const char *only)
{
    for (const char *at = only; at && *at; at += strcspn(at, ","), at += *at == ',') {
        size_t length = strcspn(at, ",");
        if (is_part(at, length))
            continue;
        struct text list = {0};
        for (size_t i = 0; i < bench_program_count; i++)
            text_printf(&list, "%s, ", bench_programs[i].name);
        for (size_t i = 0; i < cuda_special_count; i++)
            text_printf(&list, "%s%s", cuda_special_parts[i].name,
                        i + 1 < cuda_special_count ? ", " : "");
        usage_error("bench", "--only %s: there is no part '%.*s'; there are %s", only, (int)length,
                    at, list.at);
        text_free(&list);
        return false;
    }
    return true;
}

static bool peers_exist(const char *peers)
{
    static const char *const names[] = {"cuda", "cub", "torch", "none"};
    for (const char *at = peers; at && *at; at += strcspn(at, ","), at += *at == ',') {
        size_t length = strcspn(at, ","), i = 0;
        while (i < 4 && (strlen(names[i]) != length || strncmp(names[i], at, length)))
            i++;
        if (i < 4)
            continue;
        usage_error("bench",
                    "--peers %s: there is no peer '%.*s'; there are cuda, cub, torch and none",
                    peers, (int)length, at);
        return false;
    }
    return true;
}

static int run_all(struct bench_cuda *b)
{
    int code = cuda_kernels_run(b);
    for (size_t i = 0; !code && i < cuda_special_count; i++)
        if (cuda_wanted(b, cuda_special_parts[i].name))
            code = cuda_special_parts[i].run(b);
    return code;
}

int bench_cuda(struct bench *bench)
{
    struct bench_cuda *b = must_alloc(sizeof *b);
    int code = EXIT_SYSTEM;
    b->bench = bench;
    if (!names_exist(bench->only) || !peers_exist(bench->peers)) {
        code = EXIT_USAGE;
    } else if (session_begin(&b->session)) {
        if (!vy_device_open(b->session.context,
                            vy_device_params(.name = bench->device ? bench->device : "cuda"),
                            &b->device)) {
            open_peers(b);
            code = run_all(b);
        }
        vy_device_close(&b->device);
        session_end(&b->session);
    }
    // The runtime's own threads live in the peers' library, so it stays open.
    free(b);
    return code;
}
