#include "support/vulkan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SKIPPED = 77 }; ///< SKIP_RETURN_CODE in cmake/tests.cmake

bool vulkan_here(int *code)
{
    vy_device_info info = {0};
    size_t i = 0;
    while (vy_device_describe(NULL, i, &info) && strcmp(info.name, "vulkan"))
        i++;
    *code = info.present ? 0 : SKIPPED;
    if (!info.present)
        printf("skipped: the vulkan device is not here: %s\n", info.absent);
    else
        printf("on %s\n", info.model);
    return info.present;
}

void vulkan_prefer_mesa(void)
{
    // Planted bugs are built in a folder of the build.
    const char *source = getenv("VYRE_SOURCE"), *folders[] = {"build", "../.."};
    char file[4096];
    if (getenv("VK_ICD_FILENAMES") || getenv("VK_DRIVER_FILES"))
        return;
    for (size_t i = 0; i < 2; i++) {
        snprintf(file, sizeof file, "%.4000s/%s/vulkan/mesa/icd.json", source ? source : ".",
                 folders[i]);
        if (access(file, R_OK))
            continue;
        setenv("VK_ICD_FILENAMES", file, 1);
        setenv("VK_DRIVER_FILES", file, 1);
        return;
    }
}

static int open_as(void **state, const char *name)
{
    if (stage_open(state))
        return 1;
    stage_use(*state, name);
    return 0;
}

int vulkan_open(void **state)
{
    return open_as(state, "vulkan");
}

int vulkan_open_staging(void **state)
{
    return open_as(state, "vulkan:staging=1");
}
