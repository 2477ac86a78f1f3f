// Devices: which there are, opening and closing.
#include "run/run.h"

#include <stdlib.h>

// ---- devices ----
bool vy_device_describe(vy_context *context, size_t index, vy_device_info *info)
{
    const struct vyi_device_fns *fns = vyi_dev_at(index);
    (void)context;
    if (!fns || !info)
        return false;
    *info = (vy_device_info){.name = fns->name};
    fns->describe(info);
    info->present = fns->open != NULL && !info->absent;
    return true;
}

/// "oracle, cpu": the devices that are here.
static void present_names(struct vyi_text *t)
{
    vy_device_info info;
    for (size_t i = 0; vy_device_describe(NULL, i, &info); i++)
        if (info.present)
            vyi_text_printf(t, "%s%s", t->count ? ", " : "", info.name);
}

static vy_status no_device(vy_context *c, const char *name, const char *why)
{
    struct vyi_text t = {.context = c};
    present_names(&t);
    vyi_complain(c, VYI_DIAG(DEVICE_MISSING), name, why, t.failed || !t.at ? "none" : t.at);
    vyi_text_free(&t);
    return VY_ERROR_DEVICE;
}

vy_status vy_device_open(vy_context *context, const vy_device_params *params, vy_device **device)
{
    if (!device)
        return vyi_refuse_null(context, "vy_device_open", "device",
                               "pass the address of a vy_device pointer");
    if (!context)
        return VY_ERROR_ARGUMENT;
    *device = NULL;
    const char *name = params ? params->name : NULL;
    if (!name || !*name)
        name = getenv("VYRE_DEVICE");
    if (!name || !*name)
        name = vyi_dev_cpu.open ? "cpu" : "oracle";
    const struct vyi_device_fns *fns = vyi_dev_find(name);
    vy_device_info info = {0};
    if (!fns)
        return no_device(context, name, "there is no device of that name");
    fns->describe(&info);
    if (!fns->open || info.absent)
        return no_device(context, name, info.absent);
    vy_device *d = vyi_calloc(context, 1, sizeof *d);
    if (!d)
        return VY_ERROR_MEMORY;
    info.name = fns->name;
    info.present = true;
    *d = (vy_device){.context = context, .fns = fns, .info = info};
    vy_status status = vyi_hub_create(d);
    if (!status)
        status = fns->open(d);
    if (status) {
        vyi_free(context, d->hub, sizeof *d->hub);
        vyi_free(context, d, sizeof *d);
    } else {
        *device = d;
    }
    return status;
}

void vy_device_close(vy_device **device)
{
    if (!device || !*device)
        return;
    vy_device *d = *device;
    *device = NULL;
    vyi_hub_drop(d);
}

const char *vy_device_name(const vy_device *device)
{
    return device ? device->fns->name : "";
}

vy_status vy_device_query(const vy_device *device, vy_device_info *info)
{
    if (!device)
        return VY_ERROR_ARGUMENT;
    if (!info)
        return vyi_refuse_null(device->context, "vy_device_query", "info",
                               "pass the address of a vy_device_info");
    *info = device->info;
    return VY_OK;
}
