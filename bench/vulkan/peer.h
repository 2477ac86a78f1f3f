// A hand-written Vulkan program: GLSL kernels, buffers in descriptor sets, push
// constants, a command buffer that is recorded once and submitted for each run. The tool opens it
// as a shared object.
#ifndef VYRE_BENCH_VULKAN_PEER_H
#define VYRE_BENCH_VULKAN_PEER_H

#include <stdbool.h>
#include <stdint.h>

enum { VULKAN_PEER_KERNELS = 4, VULKAN_PEER_BUFFERS = 8 };

/// Functions that return a bool return false after an error, which error() names.
struct vulkan_peer {
    bool (*open)(
        uint32_t index); ///< the device of that number, as vkEnumeratePhysicalDevices has it
    void (*close)(void);
    const char *(*error)(void);
    const char *(*driver)(void); ///< name and version

    bool (*kernel)(unsigned index, const char *path); ///< of a file with SPIR-V
    bool (*buffer)(unsigned index, uint64_t bytes);
    void *(*memory)(unsigned index); ///< of a buffer, for the host
    void (*end)(void);               ///< forgets kernels and buffers

    bool (*record)(void); ///< begins an empty command buffer
    /// Groups of group_x * group_y items for x * y items, then a barrier. `args`: "b0 b2 n1 w0" are
    /// two buffers for bindings 0 and 1, and push constants: the low word of a number, a whole one.
    bool (*launch)(unsigned kernel, const char *args, const uint64_t *numbers, uint32_t x,
                   uint32_t y, uint32_t group_x, uint32_t group_y);
    /// The same, with the number of groups from three words at the start of a buffer.
    bool (*launch_indirect)(unsigned kernel, const char *args, const uint64_t *numbers,
                            unsigned buffer, uint32_t group_x);
    bool (*run)(void); ///< submits what was recorded, and waits
};
/// The one symbol of the shared object.
extern __attribute__((visibility("default"))) const struct vulkan_peer vyre_vulkan_peer;

#endif
