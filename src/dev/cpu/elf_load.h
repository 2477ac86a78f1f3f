// Puts a relocatable object (ELF, x86-64) into memory so that its kernel can be called. Whatever
// the bytes are, the loader reads and writes nothing outside them and its own memory.
#pragma once

#include "gen/llvm/cpu_abi.h"

/// A loaded object. Code can be run, read-only data cannot be written, nothing is both writable and
/// executable.
struct vyi_cpu_image {
    uint8_t *at; ///< all of it, one mapping
    size_t bytes;
    vyi_cpu_kernel kernel;
    struct vyi_cpu_info info;
};

/// VY_ERROR_DATA: not an object that can be loaded here, and *why says what is wrong with it.
/// VY_ERROR_MEMORY: there is none.
vy_status vyi_cpu_load(vy_context *c, const void *bytes, size_t size, struct vyi_cpu_image *image,
                       const char **why);
void vyi_cpu_unload(struct vyi_cpu_image *image);

/// The address of a function of the C library that compiled code may call; 0: there is none.
uintptr_t vyi_cpu_symbol(const char *name);
