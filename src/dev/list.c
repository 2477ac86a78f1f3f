// The devices there are, and those that this version only knows by name.
#include "dev/device.h"

static const struct vyi_device_fns *const devices[] = {&vyi_dev_oracle, &vyi_dev_cpu, &vyi_dev_cuda,
                                                       &vyi_dev_vulkan};

/// Found by name alone.
static const struct vyi_device_fns *const unlisted[] = {
    &vyi_dev_oracle_split, &vyi_dev_oracle_host, &vyi_dev_oracle_small, &vyi_dev_oracle_dirty};

const struct vyi_device_fns *vyi_dev_at(size_t index)
{
    return index < sizeof devices / sizeof *devices ? devices[index] : NULL;
}

const struct vyi_device_fns *vyi_dev_find(const char *name)
{
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (!strcmp(devices[i]->name, name))
            return devices[i];
    for (size_t i = 0; i < sizeof unlisted / sizeof *unlisted; i++)
        if (!strcmp(unlisted[i]->name, name))
            return unlisted[i];
    return NULL;
}

static void describe_vulkan(vy_device_info *info)
{
    info->kind = "gpu";
    info->description = "a Vulkan device";
    info->absent = "it comes with a later version; the oracle runs every program";
}
const struct vyi_device_fns vyi_dev_vulkan = {.name = "vulkan", .describe = describe_vulkan};
