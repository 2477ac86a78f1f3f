// What a user of CUDA runs from a cold process for `vyre run bench/cpu/saxpy.vy`: reads x and y,
// compiles the kernel with NVRTC, loads it, runs it, writes y. CUDA is opened at run time, so that
// this builds anywhere. Prints milliseconds: until the context was there, for compiling, for
// loading, and until y was there.
//   vyre-bench-nvrtc A X Y RESULT
//   vyre-bench-nvrtc            makes the context, which every row pays for, and ends
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char text[] = "extern \"C\" __global__ void saxpy(float a, const float *__restrict__ "
                           "x, float *y, unsigned n)\n"
                           "{\n"
                           "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    if (i < n)\n"
                           "        y[i] = fmaf(a, x[i], y[i]);\n"
                           "}\n";

/// A function of an opened library, called with what it takes.
#define CALL(library, type, name, ...) check(((int(*) type)find(library, name))(__VA_ARGS__), name)

static void *find(void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    if (!symbol) {
        fprintf(stderr, "%s is not there\n", name);
        exit(3);
    }
    return symbol;
}

static void check(int result, const char *name)
{
    if (result) {
        fprintf(stderr, "%s: %d\n", name, result);
        exit(3);
    }
}

static void *open_one(const char *const *names)
{
    for (; *names; names++) {
        void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        if (library)
            return library;
    }
    fprintf(stderr, "CUDA is not here: %s\n", dlerror());
    exit(3);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    if (f && !fseek(f, 0, SEEK_END)) {
        *size = (size_t)ftell(f);
        rewind(f);
        bytes = malloc(*size + 1);
        if (bytes && fread(bytes, 1, *size, f) != *size)
            bytes = NULL;
    }
    if (f)
        fclose(f);
    if (!bytes) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(3);
    }
    return bytes;
}

static void *make_context(void)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so", NULL};
    void *cuda = open_one(names), *context;
    int device;
    CALL(cuda, (unsigned), "cuInit", 0);
    CALL(cuda, (int *, int), "cuDeviceGet", &device, 0);
    CALL(cuda, (void **, int), "cuDevicePrimaryCtxRetain", &context, device);
    CALL(cuda, (void *), "cuCtxSetCurrent", context);
    return cuda;
}

/// The kernel as machine code; the caller's to free.
static void *compile(void)
{
    static const char *const names[] = {"libnvrtc.so",
                                        "libnvrtc.so.13",
                                        "libnvrtc.so.12",
                                        "/usr/local/cuda/lib64/libnvrtc.so",
                                        "/usr/local/cuda/lib64/libnvrtc.so.13",
                                        "/usr/local/cuda/lib64/libnvrtc.so.12",
                                        NULL};
    static const char *const options[] = {"--gpu-architecture=sm_90", "--fmad=false"};
    void *rtc = open_one(names), *program, *code;
    size_t size;
    CALL(rtc, (void **, const char *, const char *, int, const char *const *, const char *const *),
         "nvrtcCreateProgram", &program, text, "saxpy.cu", 0, NULL, NULL);
    CALL(rtc, (void *, int, const char *const *), "nvrtcCompileProgram", program, 2, options);
    CALL(rtc, (void *, size_t *), "nvrtcGetCUBINSize", program, &size);
    code = malloc(size);
    CALL(rtc, (void *, void *), "nvrtcGetCUBIN", program, code);
    return code;
}

static void run(void *cuda, void *kernel, float a, char **files)
{
    size_t bytes, same;
    void *x = read_file(files[0], &bytes), *y = read_file(files[1], &same);
    uint64_t at[2];
    unsigned n = (unsigned)(bytes / sizeof(float));
    CALL(cuda, (uint64_t *, size_t), "cuMemAlloc_v2", &at[0], bytes);
    CALL(cuda, (uint64_t *, size_t), "cuMemAlloc_v2", &at[1], bytes);
    CALL(cuda, (uint64_t, const void *, size_t), "cuMemcpyHtoD_v2", at[0], x, bytes);
    CALL(cuda, (uint64_t, const void *, size_t), "cuMemcpyHtoD_v2", at[1], y, bytes);
    void *params[] = {&a, &at[0], &at[1], &n};
    CALL(cuda,
         (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *,
          void **, void **),
         "cuLaunchKernel", kernel, (n + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, params, NULL);
    CALL(cuda, (void *, uint64_t, size_t), "cuMemcpyDtoH_v2", y, at[1], bytes);
    FILE *f = fopen(files[2], "wb");
    if (!f || fwrite(y, 1, bytes, f) != bytes || fclose(f)) {
        fprintf(stderr, "%s: cannot be written\n", files[2]);
        exit(3);
    }
    free(x);
    free(y);
}

int main(int argc, char **argv)
{
    double start = now();
    void *cuda = make_context(), *module, *kernel, *code;
    double there = now();
    if (argc == 1) {
        printf("%.3f\n", there - start);
        return 0;
    }
    if (argc != 5) {
        fprintf(stderr, "usage: vyre-bench-nvrtc [A X Y RESULT]\n");
        return 2;
    }
    code = compile();
    double compiled = now();
    CALL(cuda, (void **, const void *), "cuModuleLoadData", &module, code);
    CALL(cuda, (void **, void *, const char *), "cuModuleGetFunction", &kernel, module, "saxpy");
    double loaded = now();
    run(cuda, kernel, strtof(argv[1], NULL), argv + 2);
    printf("%.3f %.3f %.3f %.3f\n", there - start, compiled - there, loaded - compiled,
           now() - start);
    free(code);
    return 0;
}
