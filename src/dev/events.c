// What a device did, for traces: by the host's clock where the device does not trace by its own.
#include "dev/device.h"

#include <stdio.h>

static bool traced(const vy_device *device)
{
    return device->params.trace && !device->fns->queued;
}

static void emit(const vy_device *device, vy_trace_event event, uint64_t start_ns, uint64_t end_ns)
{
    event.start_ms = (double)start_ns / 1e6;
    event.ms = (double)(end_ns - start_ns) / 1e6;
    vyi_dev_trace(device, &event);
}

const char *vyi_dev_regions(const char *region, const vy_program *program, char *text, size_t size)
{
    int used = region ? snprintf(text, size, "%s", region) : 0;
    for (uint32_t i = 1; program && program->strings.count && i < program->nodes.count; i++) {
        const struct vyi_node *n = &program->nodes.at[i];
        if (n->op != VYI_OP_REGION || used < 0 || (size_t)used >= size)
            continue;
        const char *name = program->strings.at[n->x].text;
        if (!region || strcmp(name, region))
            used += snprintf(text + used, size - (size_t)used, "%s%s", used ? ", " : "", name);
    }
    return used > 0 ? text : NULL;
}

vy_status vyi_device_transfer(vy_device *device, void *memory, void *host, uint64_t bytes, bool up)
{
    vy_trace_event event = {.what = up ? "upload" : "download", .bytes = bytes};
    uint64_t start = traced(device) ? vyi_now_ns() : 0;
    vy_status status = device->fns->transfer(device, memory, host, bytes, up);
    if (start && bytes)
        emit(device, event, start, vyi_now_ns());
    return status;
}

vy_trace_event vyi_dev_launch_event(const struct vyi_kernel *kernel, char *text, size_t size)
{
    return (vy_trace_event){.what = "launch",
                            .name = kernel->name ? kernel->name : kernel->program->name,
                            .regions =
                                vyi_dev_regions(kernel->region, kernel->program, text, size)};
}

vy_trace_event vyi_dev_graph_event(const struct vyi_job *job, char *text, size_t size)
{
    const char *own = job->program ? job->program->name : NULL;
    return (vy_trace_event){.what = "graph",
                            .name = job->name ? job->name : own,
                            .regions = vyi_dev_regions(NULL, job->program, text, size)};
}

void vyi_dev_trace_launch(const vy_device *device, const struct vyi_kernel *kernel,
                          uint64_t start_ns, uint64_t end_ns)
{
    char text[256];
    if (traced(device))
        emit(device, vyi_dev_launch_event(kernel, text, sizeof text), start_ns, end_ns);
}

void vyi_dev_trace_compile(const vy_device *device, const vy_program *program, uint64_t start_ns,
                           uint64_t end_ns)
{
    emit(device, (vy_trace_event){.what = "compile", .name = program->name}, start_ns, end_ns);
}
