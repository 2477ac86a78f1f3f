// The devices there are.
#include "dev/device.h"

/// The last ones are found by name alone.
static const struct vyi_device_fns *const devices[] = {
    &vyi_dev_oracle,       &vyi_dev_cpu,         &vyi_dev_cuda,         &vyi_dev_vulkan,
    &vyi_dev_oracle_split, &vyi_dev_oracle_host, &vyi_dev_oracle_small, &vyi_dev_oracle_dirty};
enum { DEVICES = sizeof devices / sizeof *devices, LISTED = DEVICES - 4 };

const struct vyi_device_fns *vyi_dev_at(size_t index)
{
    return index < LISTED ? devices[index] : NULL;
}

const struct vyi_device_fns *vyi_dev_find(const char *name, size_t length)
{
    for (size_t i = 0; i < DEVICES; i++)
        if (strlen(devices[i]->name) == length && !memcmp(devices[i]->name, name, length))
            return devices[i];
    return NULL;
}
