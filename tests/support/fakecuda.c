// Opens the driver without a GPU, which stands beside the tests.
#include "support/fakecuda.h"

#include <dlfcn.h>
#include <stdlib.h>

struct fake_cuda *fake_cuda_open(void)
{
    char path[4096];
    const char *build = getenv("VYRE_BUILD");
    struct fake_cuda *(*get)(void), *fake;
    snprintf(path, sizeof path, "%s/tests/fakecuda.so", build ? build : ".");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "fake_cuda") : NULL;
    if (!symbol)
        return NULL;
    setenv("VYRE_CUDA", path, 1);
    setenv("VYRE_LLVM", path, 1);
    memcpy(&get, &symbol, sizeof get);
    fake = get();
    fake->alloc = vyi_user_alloc;
    return fake;
}
