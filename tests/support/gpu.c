#include "support/gpu.h"

#include "vyre/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gpu_here(int *code)
{
    vy_device_info info;
    size_t i = 0;
    while (vy_device_describe(NULL, i, &info) && strcmp(info.name, "cuda"))
        i++;
    *code = 0;
    if (info.present)
        return true;
    printf("skipped: the cuda device is not here: %s\n", info.absent);
    *code = getenv("VYRE_GPU") ? 1 : 0;
    return false;
}
