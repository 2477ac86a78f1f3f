// Whether there is a Vulkan driver to test with, and what its tests share.
#ifndef TESTS_SUPPORT_VULKAN_H
#define TESTS_SUPPORT_VULKAN_H

#include "support/stage.h"

/// False, reported loudly, where the vulkan device is not here: *code is what main() is to return.
bool vulkan_here(int *code);
/// Where no driver is named by the environment: takes the Mesa 25 of scripts/vulkan-drivers, which
/// runs what the system's may not.
void vulkan_prefer_mesa(void);
/// Setup of a test on the vulkan device, as ordinary, and as a GPU whose memory the host does not
/// see; stage_close() is the teardown.
int vulkan_open(void **state);
int vulkan_open_staging(void **state);
/// A test with either setup.
#define VULKAN_TESTS(test)                                              \
    {#test, test, vulkan_open, stage_close, NULL},                      \
    {                                                                   \
#test ", staging", test, vulkan_open_staging, stage_close, NULL \
    }

#endif
