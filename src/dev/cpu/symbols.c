// What compiled code may call beside the functions of its block: a few of the C library's, which
// LLVM puts in where a machine has no instruction for an operation.
#include "dev/cpu/elf_load.h"

#include <math.h>

#ifndef VYI_SANITIZED
#define VYI_SANITIZED 0 // as enum vyi_llvm_sanitize; set by the build
#endif
#if VYI_SANITIZED
#include <dlfcn.h>
#endif

typedef void (*any_fn)(void);
struct symbol {
    const char *name;
    any_fn fn;
};
#define FN(NAME)            \
    {                       \
#NAME, (any_fn)NAME \
    }
static const struct symbol symbols[] = {FN(memcpy),
                                        FN(memset),
                                        FN(memmove),
                                        FN(memcmp),
                                        FN(fma),
                                        FN(fmaf),
                                        FN(floor),
                                        FN(floorf),
                                        FN(ceil),
                                        FN(ceilf),
                                        FN(trunc),
                                        FN(truncf),
                                        FN(rint),
                                        FN(rintf),
                                        FN(nearbyint),
                                        FN(nearbyintf),
                                        FN(sqrt),
                                        FN(sqrtf),
                                        // The rounding mode is to nearest while kernels run.
                                        {"roundeven", (any_fn)rint},
                                        {"roundevenf", (any_fn)rintf}};

uintptr_t vyi_cpu_symbol(const char *name)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (!strcmp(symbols[i].name, name))
            return (uintptr_t)symbols[i].fn;
#if VYI_SANITIZED
    // Instrumented code calls the sanitizer that this process runs under.
    if (!strncmp(name, "__asan_", 7) || !strncmp(name, "__tsan_", 7)) {
        void *fn = dlsym(RTLD_DEFAULT, name);
        if (fn || strncmp(name, "__tsan_mem", 10))
            return (uintptr_t)fn;
        return vyi_cpu_symbol(name + 7); // an older runtime: it watches the C library's too
    }
#endif
    return 0;
}
