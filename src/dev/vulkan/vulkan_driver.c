// Opening libvulkan.so.1, and what its results mean. Nothing is kept here: the C library knows what
// is open.
#include "dev/vulkan/driver.h"

#include <dlfcn.h>

enum level { GLOBAL, INSTANCE, DEVICE };

static const struct {
    const char *symbol;
    size_t offset;
    enum level level;
} functions[] = {
#define FN(result, name, symbol, level, params) \
    {symbol, offsetof(struct vyi_vulkan_driver, name), level},
#include "dev/vulkan/driver.def"
};

/// ISO C has no cast between objects and functions.
static void store(struct vyi_vulkan_driver *vu, size_t offset, vu_function function)
{
    memcpy((char *)vu + offset, &function, sizeof function);
}

/// False: one is missing.
static bool fill(struct vyi_vulkan_driver *vu, enum level level, vu_instance instance,
                 vu_device device)
{
    bool all = true;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (functions[i].level != level)
            continue;
        vu_function f = device ? vu->device_function(device, functions[i].symbol)
                               : vu->get(instance, functions[i].symbol);
        store(vu, functions[i].offset, f);
        all = all && f;
    }
    return all;
}

const char *vyi_vulkan_driver_open(struct vyi_vulkan_driver *vu)
{
    void *library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    memset(vu, 0, sizeof *vu);
    if (vyi_vulkan_used_before_fork())
        return "a process that was forked from one that had opened a Vulkan device cannot use "
               "Vulkan: fork before that, or start a new program in the child";
    if (!library)
        return "needs libvulkan.so.1, the Vulkan loader, which is not there: install it and a "
               "driver (on Debian libvulkan1 and mesa-vulkan-drivers)";
    void *get = dlsym(library, "vkGetInstanceProcAddr");
    memcpy(&vu->get, &get, sizeof get);
    uint32_t version = 0;
    if (!get || !fill(vu, GLOBAL, NULL, NULL) || vu->version(&version) || version < VU_VERSION_1_2)
        return "the Vulkan loader is too old: install libvulkan1 for Vulkan 1.2 or newer";
    return NULL;
}

const char *vyi_vulkan_instance_create(struct vyi_vulkan_driver *vu, vu_instance *instance)
{
    const struct vu_application application = {
        .type = VU_APPLICATION, .name = "vyre", .engine = "vyre", .api = VU_VERSION_1_2};
    const struct vu_instance_info info = {.type = VU_INSTANCE_INFO, .application = &application};
    struct vyi_fp fp;
    *instance = NULL;
    vyi_fp_enter(&fp);
    vu_result result = vu->instance_create(&info, NULL, instance);
    vyi_fp_leave(&fp);
    switch (result) {
    case VU_OK: break;
    case VU_INCOMPATIBLE:
        return "the Vulkan loader finds no driver: install one (on Debian mesa-vulkan-drivers, "
               "which has one for the CPU too); where VK_DRIVER_FILES or VK_ICD_FILENAMES is set, "
               "unset it, or name the .json file of a driver in it (see /usr/share/vulkan/icd.d); "
               "VK_LOADER_DEBUG=error has the loader print what is wrong with a driver";
    case VU_NO_LAYER:
        return "a Vulkan layer that is asked for is not installed: see VK_INSTANCE_LAYERS (on "
               "Debian vulkan-validationlayers)";
    default:
        return "the Vulkan loader does not start: where VK_DRIVER_FILES or VK_ICD_FILENAMES is "
               "set, unset it, or name the .json file of a driver in it (see "
               "/usr/share/vulkan/icd.d); VK_LOADER_DEBUG=error has the loader print what is wrong";
    }
    if (fill(vu, INSTANCE, *instance, NULL))
        return NULL;
    if (vu->instance_destroy)
        vu->instance_destroy(*instance, NULL);
    *instance = NULL;
    return "the Vulkan loader lacks functions of Vulkan 1.2: install a newer libvulkan1";
}

vu_result vyi_vulkan_device_create(struct vyi_vulkan_driver *vu, vu_gpu gpu,
                                   const struct vu_device_info *info, vu_device *device)
{
    struct vyi_fp fp;
    *device = NULL;
    vyi_vulkan_used();
    vyi_fp_enter(&fp);
    vu_result result = vu->device_create(gpu, info, NULL, device);
    vyi_fp_leave(&fp);
    if (result)
        return result;
    if (fill(vu, DEVICE, NULL, *device))
        return VU_OK;
    if (vu->device_destroy)
        vu->device_destroy(*device, NULL);
    *device = NULL;
    return VU_NOT_INITIALIZED;
}

const char *vyi_vulkan_error_name(vu_result result)
{
    static const struct {
        vu_result result;
        const char *name;
    } names[] = {{VU_NOT_READY, "VK_NOT_READY"},
                 {VU_TIMEOUT, "VK_TIMEOUT"},
                 {VU_NO_HOST_MEMORY, "VK_ERROR_OUT_OF_HOST_MEMORY"},
                 {VU_NO_DEVICE_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY"},
                 {VU_NOT_INITIALIZED, "VK_ERROR_INITIALIZATION_FAILED"},
                 {VU_LOST, "VK_ERROR_DEVICE_LOST"},
                 {VU_NO_EXTENSION, "VK_ERROR_EXTENSION_NOT_PRESENT"},
                 {VU_TOO_MANY, "VK_ERROR_TOO_MANY_OBJECTS"},
                 {VU_FRAGMENTED, "VK_ERROR_FRAGMENTED_POOL"},
                 {VU_UNKNOWN, "VK_ERROR_UNKNOWN"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].result == result)
            return names[i].name;
    return "an error that it does not name";
}
