// Opening libcuda.so.1, and what its results mean. Nothing is kept here: the C library knows what
// is open, and cuInit() may be called again at no cost.
//
// $VYRE_CUDA names another file to open; it is for tests, which bring a driver of their own.
#include "dev/cuda/driver.h"

#include <dlfcn.h>

static const struct {
    const char *symbol;
    size_t offset;
    bool needed;
} functions[] = {
#define FN(name, symbol, needed, params) {symbol, offsetof(struct vyi_cuda_driver, name), needed},
#include "dev/cuda/driver.def"
};

const char *vyi_cuda_driver_open(struct vyi_cuda_driver *cu)
{
    const char *named = vyi_setting(VYI_SETTING_CUDA);
    void *library = dlopen(named ? named : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    memset(cu, 0, sizeof *cu);
    if (!library)
        return named ? "$VYRE_CUDA names a file that cannot be opened; unset it"
                     : "needs libcuda.so.1, which comes with the NVIDIA driver and is not there: "
                       "install the driver (on Debian libcuda1), or in a container pass the GPU "
                       "through (docker run --gpus all)";
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = dlsym(library, functions[i].symbol);
        if (!symbol && functions[i].needed)
            return "the NVIDIA driver is too old: install one for CUDA 12.0 or newer (release 525)";
        // ISO C has no cast from an object to a function.
        memcpy((char *)cu + functions[i].offset, &symbol, sizeof symbol);
    }
    return NULL;
}

static const char *refusal(cu_result result)
{
    switch (result) {
    case CU_NOT_INITIALIZED:
        return "CUDA cannot be used in a process that was forked from one that had used it: fork "
               "before the first call that opens the device or asks for it";
    case CU_STUB_LIBRARY:
        return "libcuda.so.1 is the stub that programs are linked with, not a driver: take its "
               "folder out of LD_LIBRARY_PATH";
    case CU_NO_DEVICE:
        return "the NVIDIA driver finds no GPU: see what nvidia-smi says, and whether "
               "CUDA_VISIBLE_DEVICES hides it";
    case CU_UNAVAILABLE: return "the GPU is in exclusive use by another process";
    case CU_NOT_READY_YET:
        return "the GPU is not ready: the system's fabric manager may have to be started";
    case CU_MISMATCH:
    case CU_NO_COMPAT:
        return "libcuda.so.1 and the kernel's NVIDIA module are of different versions: reboot, or "
               "install one driver for both";
    default: return "the NVIDIA driver does not start: see what nvidia-smi says";
    }
}

const char *vyi_cuda_driver_start(const struct vyi_cuda_driver *cu, int *gpus)
{
    int count = 0;
    cu_result result = cu->init(0);
    if (!result)
        result = cu->device_count(&count);
    if (!result && count < 1)
        result = CU_NO_DEVICE;
    if (gpus)
        *gpus = count;
    return result ? refusal(result) : NULL;
}

const char *vyi_cuda_error_name(const struct vyi_cuda_driver *cu, cu_result result)
{
    const char *name = NULL;
    return cu->error_name(result, &name) || !name ? "an unknown error" : name;
}

bool vyi_cuda_error_sticks(cu_result result)
{
    static const cu_result sticky[] = {CU_DEINITIALIZED, CU_INVALID_CONTEXT, CU_ECC,
                                       CU_NVLINK,        CU_CONTAINED,       CU_ILLEGAL_ADDRESS,
                                       CU_TIMEOUT,       CU_DESTROYED,       CU_DEVICE_ASSERT,
                                       CU_MEMORY_LEAK,   CU_STUCK,           CU_UNKNOWN};
    bool found = result >= CU_STACK && result <= CU_LAUNCH_FAILED;
    for (size_t i = 0; i < sizeof sticky / sizeof *sticky; i++)
        found |= sticky[i] == result;
    return found;
}
