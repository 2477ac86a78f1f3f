// Devices, resident buffers and pipelines: the objects of the public calls.
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
    if (!context || !device)
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
    *d = (vy_device){context, fns};
    vy_status status = fns->open(d);
    if (status)
        vyi_free(context, d, sizeof *d);
    else
        *device = d;
    return status;
}

void vy_device_close(vy_device **device)
{
    if (!device || !*device)
        return;
    vy_device *d = *device;
    *device = NULL;
    d->fns->close(d);
    vyi_free(d->context, d, sizeof *d);
}

const char *vy_device_name(const vy_device *device)
{
    return device ? device->fns->name : "";
}

// ---- buffers ----
vy_status vy_buffer_create(vy_device *device, const vy_buffer_params *params, vy_buffer **buffer)
{
    if (!device || !buffer)
        return VY_ERROR_ARGUMENT;
    *buffer = NULL;
    vy_buffer *b = vyi_calloc(device->context, 1, sizeof *b);
    if (!b)
        return VY_ERROR_MEMORY;
    b->device = device;
    b->bytes = params ? params->bytes : 0;
    vy_status status = device->fns->memory_create(device, b->bytes, &b->memory);
    if (!status && params && params->data)
        status = device->fns->upload(device, b->memory, 0, params->data, b->bytes);
    if (status)
        vy_buffer_destroy(&b);
    *buffer = b;
    return status;
}

void vy_buffer_destroy(vy_buffer **buffer)
{
    if (!buffer || !*buffer)
        return;
    vy_buffer *b = *buffer;
    vy_device *d = b->device;
    *buffer = NULL;
    if (b->memory)
        d->fns->memory_destroy(d, b->memory, b->bytes);
    vyi_free(d->context, b, sizeof *b);
}

static vy_status check_range(const vy_buffer *b, uint64_t offset, const void *data, uint64_t bytes)
{
    uint64_t end;
    if (!b || (bytes && !data))
        return VY_ERROR_ARGUMENT;
    if (vyi_add(offset, bytes, &end) && end <= b->bytes)
        return VY_OK;
    vyi_complain(b->device->context, VYI_DIAG(BUFFER_RANGE), (unsigned long long)offset,
                 (unsigned long long)(offset + bytes), (unsigned long long)b->bytes);
    return VY_ERROR_ARGUMENT;
}

vy_status vy_buffer_upload(vy_buffer *buffer, uint64_t offset, const void *data, uint64_t bytes)
{
    vy_status status = check_range(buffer, offset, data, bytes);
    return status
               ? status
               : buffer->device->fns->upload(buffer->device, buffer->memory, offset, data, bytes);
}

vy_status vy_buffer_download(vy_buffer *buffer, uint64_t offset, void *data, uint64_t bytes)
{
    vy_status status = check_range(buffer, offset, data, bytes);
    return status
               ? status
               : buffer->device->fns->download(buffer->device, buffer->memory, offset, data, bytes);
}

uint64_t vy_buffer_bytes(const vy_buffer *buffer)
{
    return buffer ? buffer->bytes : 0;
}

// ---- pipelines ----
vy_status vy_pipeline_create(vy_device *device, vy_program *program, const void *reserved,
                             vy_pipeline **pipeline)
{
    if (!device || !program || reserved || !pipeline)
        return VY_ERROR_ARGUMENT;
    *pipeline = NULL;
    vy_status status = program->verified ? VY_OK : vy_program_verify(program);
    if (status)
        return status;
    vy_pipeline *p = vyi_calloc(device->context, 1, sizeof *p);
    if (!p)
        return VY_ERROR_MEMORY;
    *p = (vy_pipeline){device, program};
    vyi_program_hold(program);
    *pipeline = p;
    return VY_OK;
}

void vy_pipeline_destroy(vy_pipeline **pipeline)
{
    if (!pipeline || !*pipeline)
        return;
    vy_pipeline *p = *pipeline;
    *pipeline = NULL;
    vy_program_destroy(&p->program);
    vyi_free(p->device->context, p, sizeof *p);
}

/// Names a buffer of the program and evaluates its sizes from what `args` hold.
static vy_status extent_of(vy_pipeline *pipeline, const vy_arg *args, const char *name,
                           uint32_t *index, struct vyi_extent *extent)
{
    const vy_program *p = pipeline->program;
    struct vyi_report report = {.context = p->context, .sources = &p->sources};
    struct vyi_args read;
    uint32_t i = 0;
    while (i < p->buffers.count && strcmp(p->buffers.at[i].name, name))
        i++;
    if (i == p->buffers.count) {
        vyi_complain(p->context, VYI_DIAG(ARG_UNKNOWN), p->name ? p->name : "?", "buffer", name,
                     "ask for one that the program declares");
        return VY_ERROR_ARGUMENT;
    }
    vy_status status = vyi_args_read(p, pipeline->device, args, VYI_ARGS_SOME, &report, &read);
    // The question is how large it must be, so what is bound to it has no say unless it is open.
    if (!status && p->buffers.at[i].size[0].i)
        read.bound[i] = UINT64_MAX;
    if (!status)
        status = vyi_launch_extent(p, read.params, read.given, read.bound, i, &report, extent);
    vyi_args_free(p->context, &read);
    vyi_report_end(&report, status);
    *index = i;
    return status;
}

vy_status vy_pipeline_buffer_bytes(vy_pipeline *pipeline, const vy_arg *args, const char *name,
                                   uint64_t *bytes)
{
    struct vyi_extent extent;
    uint32_t index;
    if (!pipeline || !name || !bytes)
        return VY_ERROR_ARGUMENT;
    vy_status status = extent_of(pipeline, args, name, &index, &extent);
    if (!status)
        *bytes = extent.bytes;
    return status;
}

vy_status vy_pipeline_buffer_sizes(vy_pipeline *pipeline, const vy_arg *args, const char *name,
                                   uint64_t sizes[8], uint32_t *rank)
{
    struct vyi_extent extent;
    uint32_t index;
    if (!pipeline || !name || !sizes || !rank)
        return VY_ERROR_ARGUMENT;
    vy_status status = extent_of(pipeline, args, name, &index, &extent);
    if (status)
        return status;
    *rank = pipeline->program->buffers.at[index].rank;
    memcpy(sizes, extent.size, *rank * sizeof *sizes);
    return VY_OK;
}
