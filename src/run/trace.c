// What a device did, for whoever traces it: by the host's clock where the device does not tell of
// it itself.
#include "run/run.h"

static bool traced(const vy_device *device)
{
    return device->params.trace && !device->fns->traces;
}

static void tell(const vy_device *device, vy_trace_event event, uint64_t start_ns, uint64_t end_ns)
{
    event.start_ms = (double)start_ns / 1e6;
    event.ms = (double)(end_ns - start_ns) / 1e6;
    vyi_dev_trace(device, &event);
}

vy_status vyi_device_upload(vy_device *device, void *memory, uint64_t offset, const void *data,
                            uint64_t bytes)
{
    uint64_t start = traced(device) ? vyi_now_ns() : 0;
    vy_status status = device->fns->upload(device, memory, offset, data, bytes);
    if (start && bytes)
        tell(device, (vy_trace_event){.what = "upload", .bytes = bytes}, start, vyi_now_ns());
    return status;
}

vy_status vyi_device_download(vy_device *device, const void *memory, uint64_t offset, void *data,
                              uint64_t bytes)
{
    uint64_t start = traced(device) ? vyi_now_ns() : 0;
    vy_status status = device->fns->download(device, memory, offset, data, bytes);
    if (start && bytes)
        tell(device, (vy_trace_event){.what = "download", .bytes = bytes}, start, vyi_now_ns());
    return status;
}

void vyi_trace_launch(const vy_device *device, const char *what, const struct vyi_job *job,
                      const vy_program *program, uint64_t start_ns, uint64_t end_ns)
{
    char text[256];
    if (traced(device))
        tell(device,
             (vy_trace_event){.what = what,
                              .name = vyi_job_name(job, program),
                              .regions = vyi_dev_regions(job, program, text, sizeof text)},
             start_ns, end_ns);
}

void vyi_trace_compile(const vy_device *device, const vy_program *program, uint64_t start_ns,
                       uint64_t end_ns)
{
    tell(device, (vy_trace_event){.what = "compile", .name = program->name}, start_ns, end_ns);
}
