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

static bool is_called(const struct vyi_device_fns *fns, const char *name, size_t length)
{
    return strlen(fns->name) == length && !memcmp(fns->name, name, length);
}

const struct vyi_device_fns *vyi_dev_find(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (is_called(devices[i], name, length))
            return devices[i];
    for (size_t i = 0; i < sizeof unlisted / sizeof *unlisted; i++)
        if (is_called(unlisted[i], name, length))
            return unlisted[i];
    return NULL;
}
