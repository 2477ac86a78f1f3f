// The device of tests of the live ring.
#ifndef TESTS_SUPPORT_RING_DEVICE_H
#define TESTS_SUPPORT_RING_DEVICE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// $VYRE_RING_DEVICE: the same tests on another device.
static inline const char *ring_device(void)
{
    const char *name = getenv("VYRE_RING_DEVICE");
    return name && *name ? name : "cpu";
}

/// With the argument `ptx` a test runs on the cuda device, whose driver interprets PTX.
static inline void ring_choose_ptx(int argc, char **argv)
{
    const char *build = getenv("VYRE_BUILD");
    char path[4096];
    if (argc < 2 || strcmp(argv[1], "ptx"))
        return;
    snprintf(path, sizeof path, "%s/tests/ptxcuda.so", build ? build : ".");
    setenv("VYRE_CUDA", path, 1);
    setenv("VYRE_TEST_CUDA", "stop_ms=0", 1);
    setenv("VYRE_RING_DEVICE", "cuda", 1);
}

/// Its kernels are interpreted.
static inline bool ring_is_slow(void)
{
    const char *driver = getenv("VYRE_CUDA");
    return driver && strstr(driver, "ptxcuda");
}

#endif
