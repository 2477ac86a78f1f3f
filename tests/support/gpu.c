#include "support/gpu.h"

#include "vyre/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    *code = getenv("VYRE_GPU") ? 1 : 0;
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
    if (present(&info))
        return true;
    printf("skipped: neither a GPU nor what interprets its code: %s\n", info.absent);
    *code = getenv("VYRE_GPU") || getenv("VYRE_LLVM_BUILT") ? 1 : 0;
    return false;
}
