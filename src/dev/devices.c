// The devices there are.
#include "dev/device.h"

static const struct vyi_device_fns *const devices[] = {&vyi_dev_oracle, &vyi_dev_cpu,
                                                       &vyi_dev_cuda};

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
