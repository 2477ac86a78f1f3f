#include "support/gpu.h"

#include "support/named.h"
#include "vyre/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { SKIPPED = 77 }; ///< SKIP_RETURN_CODE in cmake/tests.cmake

static bool present(vy_device_info *info)
{
    size_t i = 0;
    while (vy_device_describe(NULL, i, info) && strcmp(info->name, "cuda"))
        i++;
    return info->present;
}

bool gpu_here(int *code)
{
    vy_device_info info;
    *code = 0;
    if (present(&info))
        return true;
    printf("skipped: the cuda device is not here: %s\n", info.absent);
    *code = getenv("VYRE_GPU") ? 1 : SKIPPED;
    return false;
}

bool gpu_or_interpreter(int *code, bool *real)
{
    char path[4096];
    const char *build = getenv("VYRE_BUILD"), *driver = getenv("VYRE_CUDA");
    vy_device_info info;
    snprintf(path, sizeof path, "%s/tests/ptxcuda.so", build ? build : ".");
    *real = !(driver && strstr(driver, "ptxcuda.so"));
    *code = 0;
    if (*real && !present(&info) && !access(path, R_OK) && !getenv("VYRE_GPU")) {
        setenv("VYRE_CUDA", path, 1);
        *real = false;
    }
    if (!*real) {
        cuda_option_usual("exact", "1");   // so that an access outside of what is in use is seen
        cuda_option_usual("stop_ms", "0"); // an interpreter stops, however busy the machine is
    }
    if (present(&info))
        return true;
    printf("skipped: neither a GPU nor what interprets its code: %s\n", info.absent);
    *code = getenv("VYRE_GPU") || getenv("VYRE_LLVM_BUILT") ? 1 : 0;
    return false;
}

int gpu_stage_open(void **state)
{
    if (stage_open(state))
        return 1;
    stage_use(*state, "cuda");
    return 0;
}

double gpu_now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

vy_buffer *gpu_buffer(struct stage *s, uint64_t bytes, const void *data)
{
    vy_buffer *b = NULL;
    if (vy_buffer_create(s->device, vy_buffer_params(.bytes = bytes, .data = data), &b))
        fail_msg("%s", s->log.text);
    return b;
}

const char gpu_add_text[] = "program add\n"
                            "param k : u32\n"
                            "in x : u32[]\n"
                            "out y : u32[len(x)]\n"
                            "workgroup 64 grid len(x)\n"
                            "y[gid.x] = x[gid.x] + k\n";

vy_status gpu_add(vy_pipeline *p, uint32_t n, uint32_t k)
{
    uint32_t *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);
    bool right = true;
    for (uint32_t i = 0; i < n; i++)
        x[i] = i * 3;
    vy_status status = vy_dispatch(
        p,
        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, n * 4ull),
                                           vy_arg_out("y", y, n * 4ull), vy_arg_u32("k", k))),
        NULL);
    for (uint32_t i = 0; !status && i < n; i++)
        right = right && y[i] == i * 3 + k;
    free(x);
    free(y);
    return right ? status : VY_ERROR_DATA;
}

void gpu_check_fills(struct stage *s)
{
    enum { BYTES = 20000 };
    uint8_t pattern[16], down[BYTES], want[BYTES];
    for (uint8_t i = 0; i < 16; i++)
        pattern[i] = (uint8_t)(i * 17 + 3);
    for (uint32_t size = 1; size <= 16; size *= 2)
        for (uint64_t offset = 0; offset < 5; offset++) {
            vy_buffer *b = gpu_buffer(s, BYTES, NULL);
            uint64_t bytes = (BYTES - 100) / size * size;
            memset(want, 0, sizeof want);
            for (uint64_t i = 0; i < bytes; i++)
                want[offset + i] = pattern[i % size];
            assert_int_equal(
                vy_buffer_fill(b, vy_fill_params(.offset = offset, .bytes = bytes,
                                                 .pattern = pattern, .pattern_bytes = size)),
                VY_OK);
            assert_int_equal(vy_buffer_download(b, 0, down, sizeof down), VY_OK);
            assert_memory_equal(down, want, sizeof want);
            vy_buffer_destroy(&b);
        }
}
